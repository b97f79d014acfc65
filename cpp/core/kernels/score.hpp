// The inner loop of the peg games: one guess against a block of codes.
//
// A block is held by columns: a byte array for each peg (its symbol in every code of the block) and one for each symbol
// (how often every code has it), each padded_size with zeros to a multiple of column_step. The codes of a block may be the
// tails of longer codes that share a head; what the head contributes is constant over the block and part of the guess.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernels/codes.hpp"

namespace bestguess {

inline constexpr std::size_t column_step = 32;  // codes that a loop takes at a time

constexpr std::size_t padded_size(std::size_t codes) { return (codes + column_step - 1) / column_step * column_step; }

// One guess, as a block sees it.
struct PegGuess {
  int pegs = 0;  // pegs of the block's codes, and the guess's symbol at each
  const std::uint8_t* peg_column[max_pegs];
  std::uint8_t peg[max_pegs];

  int symbols = 0;  // the different symbols of the guess: how often it has each, and how often the head has it
  const std::uint8_t* count_column[max_pegs];
  std::uint8_t guess_count[max_pegs];
  std::uint8_t head_count[max_pegs];

  std::uint8_t head_exact = 0;
  std::uint8_t win = 0;  // the winning ordinal
};

// The ordinal of (exact, total): total * (total + 1) / 2 + exact, where total = exact + misplaced. All totals share the
// rule but the last: exact = pegs - 1 is impossible there, and the winning ordinal, one past it, takes its place.
inline constexpr std::uint8_t feedback_ordinal(int exact, int total, int win) {
  const int ordinal = total * (total + 1) / 2 + exact;
  return static_cast<std::uint8_t>(ordinal < win ? ordinal : win);
}

// The two versions of each loop. Only the compiler's flags differ (score_loops.inl).
//   score:  writes the ordinals of a block of `size` codes.
//   match:  clears keep[i] where the ordinal of code i is not `feedback`; returns how many bytes stay set (they are 1).
//           keep is padded_size as the columns are, with zeros.
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
