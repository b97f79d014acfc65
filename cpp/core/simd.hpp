// Chooses between the two compiled versions of the inner loops: portable, or AVX2 if the processor has it.
//
// Both versions give the same results. They are the same source (*.inl) compiled with different flags.
#pragma once

namespace bestguess {

enum class Simd { portable, avx2 };

// Returns the best version that this build and this processor support.
Simd best_simd();

// Returns the version in use. This is best_simd() until set_simd changes it.
Simd simd();
void set_simd(Simd version);  // throws std::invalid_argument if unsupported

}  // namespace bestguess
