// The codes of the peg games: symbols 0 … symbols - 1 at each peg, in lexicographic order.
#pragma once

#include <cstdint>

namespace bestguess {

inline constexpr int max_pegs = 8;
inline constexpr int max_symbols = 16;

using Symbol = std::uint8_t;

struct CodeSpace {
  int pegs;
  int symbols;
  bool distinct;  // a code has no symbol twice

  // Returns the number of codes: symbols^pegs, or symbols! / (symbols - pegs)! if distinct. It is at most 2^32.
  std::uint64_t size() const;

  // Writes the code at `index` to code[0 … pegs - 1].
  void unrank(std::uint64_t index, Symbol* code) const;
};

}  // namespace bestguess
