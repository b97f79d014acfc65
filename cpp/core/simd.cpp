#include "core/simd.hpp"

#include <atomic>
#include <stdexcept>

namespace bestguess {

Simd best_simd() {
#ifdef BESTGUESS_AVX2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) return Simd::avx2;
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
