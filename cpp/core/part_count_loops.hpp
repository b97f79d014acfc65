// The inner loop of the exact search: the number of parts of every guess at once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bestguess {

inline constexpr std::size_t part_counts_step =
    64;  // guesses that a loop takes at a time; rows are padded to this with zeros

// Row s of `rows`, `stride` guesses wide, holds for each guess the bit of the feedback that secret s gives to it. Writes to
// parts[g] how many different feedbacks the secrets in `candidates` give to guess g, for every g below `stride`.
#define BESTGUESS_PARTS_LOOPS(Bits)                                                                         \
  void part_counts(const Bits* rows, std::size_t stride, const std::uint32_t* candidates, std::size_t size, \
                   std::uint8_t* parts);
namespace portable {
BESTGUESS_PARTS_LOOPS(std::uint16_t)
BESTGUESS_PARTS_LOOPS(std::uint32_t)
BESTGUESS_PARTS_LOOPS(std::uint64_t)
}  // namespace portable
namespace avx2 {
BESTGUESS_PARTS_LOOPS(std::uint16_t)
BESTGUESS_PARTS_LOOPS(std::uint32_t)
BESTGUESS_PARTS_LOOPS(std::uint64_t)
}  // namespace avx2
#undef BESTGUESS_PARTS_LOOPS

}  // namespace bestguess
