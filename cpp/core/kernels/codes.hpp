// The codes of the peg games: symbols 0 … symbols - 1 at positions (pegs), in lexicographic order.
#pragma once

#include <cstdint>

namespace bestguess {

inline constexpr int max_pegs = 8;
inline constexpr int max_symbols = 16;

using Symbol = std::uint8_t;

struct CodeSpace {
  int pegs;
  int symbols;
  bool distinct;  // no symbol twice in a code

  // How many codes there are: symbols^pegs, or symbols! / (symbols - pegs)! when distinct; at most 2^32.
  std::uint64_t size() const;

  // Writes the code at `index` to code[0 … pegs - 1].
  void unrank(std::uint64_t index, Symbol* code) const;
};

}  // namespace bestguess
