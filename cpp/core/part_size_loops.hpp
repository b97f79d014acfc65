// The inner loops of the one-step strategies: they compute part sizes of many guesses at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/simd.hpp"

namespace bestguess {

inline constexpr std::size_t count_width = 32;  // guesses that a loop handles at once

// count_parts: writes to sizes[f * count_width + i] how many candidates give guess i the feedback f, for each f below
// `parts`. `ordinals` has count_width feedbacks for each of `size` candidates, size <= 255.
//
// sum_parts: summarizes these sizes for each guess i. It writes to totals[k * count_width + i] the sum of max(0, size -
// knots[k]) over the parts, to squares[i] the sum of the squared sizes, and to largest[i] the largest size.
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

// The loops of the version in use (simd.hpp).
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
