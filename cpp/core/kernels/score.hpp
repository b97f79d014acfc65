// The inner loop of the peg games: it scores one guess against a block of codes.
//
// 1. A block is stored by columns of bytes. A column for each peg holds the symbol of every code there. A column for
//    each symbol holds how often every code has it. Columns are padded with zeros to a multiple of column_step.
// 2. The codes of a block may be the tails of longer codes with a common head. What the head adds to the feedback is
//    then the same for the whole block, and is stored with the guess.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernels/codes.hpp"

namespace bestguess {

inline constexpr std::size_t column_step = 32;  // codes that a loop handles at once

constexpr std::size_t padded_size(std::size_t codes) { return (codes + column_step - 1) / column_step * column_step; }

// A guess, prepared for scoring against a block.
struct PegGuess {
  int pegs = 0;  // pegs of the codes in the block, with their columns and the symbols of the guess
  const std::uint8_t* peg_column[max_pegs];
  std::uint8_t peg[max_pegs];

  int symbols = 0;  // different symbols of the guess: their columns, and how often the guess and the head have each
  const std::uint8_t* count_column[max_pegs];
  std::uint8_t guess_count[max_pegs];
  std::uint8_t head_count[max_pegs];

  std::uint8_t head_exact = 0;
  std::uint8_t win = 0;  // the winning ordinal
};

// Returns the ordinal of a feedback: total * (total + 1) / 2 + exact, where total = exact + misplaced. If all pegs are
// right but one, that one is right too, so total = pegs and exact = pegs - 1 is impossible. The winning feedback takes
// that ordinal.
inline constexpr std::uint8_t feedback_ordinal(int exact, int total, int win) {
  const int ordinal = total * (total + 1) / 2 + exact;
  return static_cast<std::uint8_t>(ordinal < win ? ordinal : win);
}

// The two versions of each loop; only the compiler flags differ (score_loops.inl).
//   score:  writes the ordinals of a block of `size` codes.
//   match:  clears keep[i] if the ordinal of code i is not `feedback`, and returns how many bytes remain 1. `keep` is
//           padded with zeros like a column.
#define BESTGUESS_SCORE_LOOPS                                             \
  void score(const PegGuess& guess, std::size_t size, std::uint8_t* out); \
  std::size_t match(const PegGuess& guess, std::size_t size, std::uint8_t feedback, std::uint8_t* keep);
namespace portable {
BESTGUESS_SCORE_LOOPS
}
namespace avx2 {
BESTGUESS_SCORE_LOOPS
}
#undef BESTGUESS_SCORE_LOOPS

}  // namespace bestguess
