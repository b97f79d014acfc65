#include "core/simd.hpp"

#include <atomic>
#include <stdexcept>

#if defined(BESTGUESS_AVX2) && defined(_WIN32)
#include <windows.h>
// Must follow windows.h, because it defines names that windows.h uses.
#include <cpuid.h>
#endif

namespace bestguess {

namespace {
#ifdef BESTGUESS_AVX2
bool has_avx2() {
#ifdef _WIN32                 // on Windows, __builtin_cpu_supports needs a library that clang does not link
  constexpr DWORD avx2 = 40;  // PF_AVX2_INSTRUCTIONS_AVAILABLE, missing in older headers
  unsigned a = 0, b = 0, c = 0, d = 0;
  const bool has_bmi2 = __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & 1U << 8U) != 0;
  return IsProcessorFeaturePresent(avx2) != 0 && has_bmi2;
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
std::atomic<Simd>& current_version() {
  static std::atomic<Simd> version{best_simd()};
  return version;
}
}  // namespace

Simd simd() { return current_version(); }

void set_simd(Simd version) {
  if (version == Simd::avx2 && best_simd() != Simd::avx2) throw std::invalid_argument("AVX2 is not available here");
  current_version() = version;
}

}  // namespace bestguess
