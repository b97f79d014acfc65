// The inner loop of word games: it scores one guess against all secrets.
//
// The secrets are stored by columns of bytes. A column for each place holds the letter of every secret there. A column
// for each letter holds how often every secret has it. Columns are padded with zeros to a multiple of column_step
// (score.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernels/score.hpp"

namespace bestguess {

inline constexpr int max_letters = 10;
inline constexpr int max_byte_letters = 5;  // 3^5 = 243 feedbacks fit a byte

// A guess, prepared for scoring against the columns.
struct WordGuess {
  int length = 0;
  const std::uint8_t* letter_column[max_letters];
  std::uint8_t letter[max_letters];
  const std::uint8_t* count_column[max_letters];  // the counts of the letter at this place of the guess
  bool first[max_letters];                        // whether no earlier place of the guess has the same letter
  int next[max_letters];                          // the next place with the same letter; 0 if there is none
};

// The two versions of the loop; only the compiler flags differ (word_loops.inl).
//   score_words:  writes the ordinals of `size` secrets. An ordinal is a number to base 3 with a mark for each place:
//                 0 if the secret has no (further) copy of the letter, 1 if it has one elsewhere, 2 if it has one in
//                 this place. Bytes hold ordinals of up to 5 letters.
#define BESTGUESS_WORD_LOOPS                                                     \
  void score_words(const WordGuess& guess, std::size_t size, std::uint8_t* out); \
  void score_words(const WordGuess& guess, std::size_t size, std::uint16_t* out);
namespace portable {
BESTGUESS_WORD_LOOPS
}
namespace avx2 {
BESTGUESS_WORD_LOOPS
}
#undef BESTGUESS_WORD_LOOPS

}  // namespace bestguess
