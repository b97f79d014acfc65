// The inner loop of the one-step strategies: part sizes of many guesses at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/simd.hpp"

namespace bestguess {

inline constexpr std::size_t count_width = 32;  // guesses that a loop takes at a time

// `ordinals` holds a column of count_width ordinals for each of `size` candidates, size <= 255. Writes to
// sizes[f * count_width + i] how many candidates answer guess i with ordinal f, for every f below `parts`.
#define BESTGUESS_COUNT_LOOPS \
  void count_parts(const std::uint8_t* ordinals, std::size_t size, std::size_t parts, std::uint8_t* sizes);
namespace portable {
BESTGUESS_COUNT_LOOPS
}
namespace avx2 {
BESTGUESS_COUNT_LOOPS
}
#undef BESTGUESS_COUNT_LOOPS

using CountParts = void (*)(const std::uint8_t*, std::size_t, std::size_t, std::uint8_t*);

// The version in use.
inline CountParts count_loop() {
#ifdef BESTGUESS_AVX2
  if (simd() == Simd::avx2) return avx2::count_parts;
#endif
  return portable::count_parts;
}

}  // namespace bestguess
