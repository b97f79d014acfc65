// The inner loops of the exact search: they count the parts of many guesses at once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bestguess {

// The number of guesses that a loop handles at once.
inline constexpr std::size_t part_counts_step = 64;

// count_parts_by_bits: writes to parts[g] how many different feedbacks guess g gets from `candidates`. Row s of `table`
// has a byte for each of the `guesses`: its feedback against secret s, below `feedbacks`, which is at most 64.
//
// count_parts_by_pairs: does the same for one block of part_counts_step guesses. Row s of `columns` has the feedbacks
// of these guesses against candidate s; `size` is at most 255. Returns false, without writing, as soon as no guess can
// have more than `least` parts.
//
// max_parts_of_winners: returns the largest number of parts among the guesses winner[s] of the candidates s. Row g of
// `table`, `stride` wide, has the feedbacks of guess g, each below 64.
#define BESTGUESS_PARTS_LOOPS                                                                     \
  void count_parts_by_bits(const std::uint8_t* table, std::size_t guesses, std::size_t feedbacks, \
                           const std::uint32_t* candidates, std::size_t size, std::uint8_t* parts);
#define BESTGUESS_DIFFERENT_LOOPS(Ordinal)                                                                     \
  bool count_parts_by_pairs(const Ordinal* columns, std::size_t size, std::size_t least, std::uint8_t* parts); \
  std::size_t max_parts_of_winners(const Ordinal* table, std::size_t stride, const std::uint32_t* winner,      \
                                   const std::uint32_t* candidates, std::size_t size);
namespace portable {
BESTGUESS_PARTS_LOOPS
BESTGUESS_DIFFERENT_LOOPS(std::uint8_t)
BESTGUESS_DIFFERENT_LOOPS(std::uint16_t)
}  // namespace portable
namespace avx2 {
BESTGUESS_PARTS_LOOPS
BESTGUESS_DIFFERENT_LOOPS(std::uint8_t)
BESTGUESS_DIFFERENT_LOOPS(std::uint16_t)
}  // namespace avx2
#undef BESTGUESS_PARTS_LOOPS
#undef BESTGUESS_DIFFERENT_LOOPS

}  // namespace bestguess
