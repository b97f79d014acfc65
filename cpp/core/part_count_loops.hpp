// The inner loops of the exact search: the number of parts of many guesses at once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bestguess {

// Guesses that a loop takes at a time.
inline constexpr std::size_t part_counts_step = 64;

// Row s of `table`, one byte for each of so many guesses, holds what secret s answers to it, below `feedbacks`, which is at
// most 64. count_parts_by_bits writes to parts[g] how many different answers guess g gets from the secrets in `candidates`.
//
// Column s of `columns`, part_counts_step guesses wide, holds what secret s answers to each of them, size <= 255.
// count_parts_by_pairs writes to parts[g] how many different answers guess g gets from them, and returns true; or false, as soon
// as it is clear that none gets more than `least`.
//
// Row g of `table`, `stride` secrets wide, holds the feedbacks, each below 64, of guess g. max_parts_of_winners is the most different
// feedbacks that the candidates give to one of the guesses winner[s] of the candidates s.
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
