// The inner loop of the one-step strategies: part sizes of many guesses at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/simd.hpp"

namespace bestguess {

inline constexpr std::size_t count_width = 32;  // guesses that a loop takes at a time

// `ordinals` holds a column of count_width ordinals for each of `size` candidates, size <= 255. Writes to
// sizes[f * count_width + i] how many candidates answer guess i with ordinal f, for every f below `parts`.
// sum_parts takes these sizes, of guess i, and writes to totals[k * count_width + i] by how much in all they exceed knots[k]
// (those that do), to squares[i] the sum of their squares, and to largest[i] the greatest of them.
#define BESTGUESS_COUNT_LOOPS                                                                                \
  void count_parts(const std::uint8_t* ordinals, std::size_t size, std::size_t parts, std::uint8_t* sizes);  \
  void sum_parts(const std::uint8_t* sizes, std::size_t parts, const std::uint8_t* knots, std::size_t count, \
                 std::uint8_t* totals, std::uint16_t* squares, std::uint8_t* largest);
namespace portable {
BESTGUESS_COUNT_LOOPS
}
namespace avx2 {
BESTGUESS_COUNT_LOOPS
}
#undef BESTGUESS_COUNT_LOOPS

// The version in use.
struct CountLoops {
  decltype(&portable::count_parts) count_parts;
  decltype(&portable::sum_parts) sum_parts;
};

inline CountLoops count_loops() {
#ifdef BESTGUESS_AVX2
  if (simd() == Simd::avx2) return {avx2::count_parts, avx2::sum_parts};
#endif
  return {portable::count_parts, portable::sum_parts};
}

}  // namespace bestguess
