// Which of the compiled versions of the inner loops runs: portable, or AVX2 where the processor has it.
#pragma once

namespace bestguess {

enum class Simd { portable, avx2 };

// The best version that this build and this processor have.
Simd best_simd();

// The version in use: the best one, until set_simd says otherwise. Both give the same results.
Simd simd();
void set_simd(Simd version);  // throws std::invalid_argument when it is not to be had here

}  // namespace bestguess
