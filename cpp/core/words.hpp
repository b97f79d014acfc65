// Words over symbols 0 … symbols - 1, in lexicographic order: the codes of the peg games.
#pragma once

#include <cstdint>

namespace bestguess {

inline constexpr int max_pegs = 8;
inline constexpr int max_symbols = 16;

using Symbol = std::uint8_t;

struct Words {
  int pegs;
  int symbols;
  bool distinct;  // no symbol twice in a word

  // How many words there are: symbols^pegs, or symbols! / (symbols - pegs)! when distinct; at most 2^32.
  std::uint64_t size() const;

  // Writes the word at `index` to word[0 … pegs - 1].
  void unrank(std::uint64_t index, Symbol* word) const;
};

}  // namespace bestguess
