// The inner loop of words: one guess against all secrets.
//
// The secrets are held by columns: a byte array for each place (its letter in every secret) and one for each letter (how
// often every secret has it), each padded_size with zeros to a multiple of column_step (score.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernels/score.hpp"

namespace bestguess {

inline constexpr int max_letters = 10;
inline constexpr int max_byte_letters = 5;  // 3^5 = 243 feedbacks

// One guess, as the columns see it.
struct WordGuess {
  int length = 0;
  const std::uint8_t* letter_column[max_letters];
  std::uint8_t letter[max_letters];
  const std::uint8_t* count_column[max_letters];  // of the letter at this place of the guess
  bool first[max_letters];                        // whether the letter stands at no earlier place of the guess
  int next[max_letters];                          // the next place with the same letter; 0: none
};

// The two versions of the loop. Only the compiler's flags differ (word_loops.inl).
//   score_words:  writes the ordinals of `size` secrets: the number whose digits to base 3 are 0 for a letter that the
//                 secret does not have (any more), 1 for one elsewhere, 2 for one in its place. Bytes hold up to 5 letters.
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
