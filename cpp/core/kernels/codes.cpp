#include "core/kernels/codes.hpp"

#include <cassert>

namespace bestguess {

std::uint64_t CodeSpace::size() const {
  std::uint64_t size = 1;
  for (int i = 0; i < pegs; ++i) size *= static_cast<std::uint64_t>(distinct ? symbols - i : symbols);
  return size;
}

void CodeSpace::unrank(std::uint64_t index, Symbol* code) const {
  assert(index < size());
  // Step 1. Compute the digits of the index. If codes are distinct, digit i counts only unused symbols, of which there
  // are symbols - i.
  for (int i = pegs - 1; i >= 0; --i) {
    const auto base = static_cast<std::uint64_t>(distinct ? symbols - i : symbols);
    code[i] = static_cast<Symbol>(index % base);
    index /= base;
  }
  if (!distinct) return;
  // Step 2. Replace digit d by the d-th symbol that no earlier peg has.
  std::uint32_t used = 0;
  for (int i = 0; i < pegs; ++i) {
    Symbol symbol = 0;
    for (int skip = code[i];; ++symbol) {
      if (used >> symbol & 1) continue;
      if (skip-- == 0) break;
    }
    code[i] = symbol;
    used |= 1u << symbol;
  }
}

}  // namespace bestguess
