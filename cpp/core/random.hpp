// Splitmix64, a generator of random numbers that gives the same numbers on every machine.
#pragma once

#include <cstdint>

namespace bestguess {

// Mixes the bits of x. This is a bijection: different inputs give different results.
inline std::uint64_t mix_bits(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

struct Random {
  std::uint64_t state;
  std::uint64_t operator()() { return mix_bits(state += 0x9E3779B97F4A7C15u); }
};

}  // namespace bestguess
