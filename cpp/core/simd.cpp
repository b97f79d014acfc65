#include "core/simd.hpp"

#include <atomic>
#include <stdexcept>

#if defined(BESTGUESS_AVX2) && defined(_WIN32)
#include <intrin.h>
#include <windows.h>
#endif

namespace bestguess {

namespace {
#ifdef BESTGUESS_AVX2
bool has_avx2() {
#ifdef _WIN32  // where clang has __builtin_cpu_supports only with a library of its own
  constexpr DWORD avx2 = 40;  // PF_AVX2_INSTRUCTIONS_AVAILABLE, which older headers lack
  int features[4];
  __cpuidex(features, 7, 0);
  return IsProcessorFeaturePresent(avx2) != 0 && (features[1] & 1 << 8) != 0;  // and BMI2
#else
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
#endif
}
#endif
}  // namespace

Simd best_simd() {
#ifdef BESTGUESS_AVX2
  if (has_avx2()) return Simd::avx2;
#endif
  return Simd::portable;
}

namespace {
std::atomic<Simd>& chosen() {
  static std::atomic<Simd> version{best_simd()};
  return version;
}
}  // namespace

Simd simd() { return chosen(); }

void set_simd(Simd version) {
  if (version == Simd::avx2 && best_simd() != Simd::avx2) throw std::invalid_argument("this processor has no AVX2");
  chosen() = version;
}

}  // namespace bestguess
