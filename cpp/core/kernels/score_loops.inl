// Compiled once for each version, inside its namespace. It uses vector types of GCC and Clang, 16 or 32 codes at a
// time. These work on every processor; the flags of a version select its instructions.
//
// This file must not use inline functions of shared headers: the linker would keep only one copy, and AVX2 instructions
// could end up in the portable version.

namespace {

#ifdef __AVX2__
constexpr std::size_t lanes = 32;
#else
constexpr std::size_t lanes = 16;
#endif
static_assert(column_step % lanes == 0);
using Bytes = std::uint8_t __attribute__((vector_size(lanes)));
using Pairs = std::uint16_t __attribute__((vector_size(lanes)));

inline Bytes load(const std::uint8_t* from) {
  Bytes bytes;
  __builtin_memcpy(&bytes, from, lanes);
  return bytes;
}

// Returns t * (t + 1) / 2 for each byte t <= 8. Even and odd bytes are multiplied apart, in 16 bits, because there is
// no multiplication of bytes.
inline Bytes triangular(Bytes bytes) {
  const Pairs pairs = reinterpret_cast<Pairs>(bytes);
  const Pairs even = pairs & 0xFF, odd = pairs >> 8;
  const Pairs result = (even * (even + 1) >> 1) | (odd * (odd + 1) >> 1) << 8;
  return reinterpret_cast<Bytes>(result);
}

// Returns the ordinals of codes [i, i + lanes). Comparing vectors gives -1 where they are equal, so subtracting counts.
inline Bytes ordinals(const PegGuess& guess, std::size_t i) {
  Bytes exact = Bytes{} + guess.head_exact;
  Bytes total = Bytes{};
  for (int p = 0; p < guess.pegs; ++p) {
    exact -= reinterpret_cast<Bytes>(load(guess.peg_column[p] + i) == guess.peg[p]);
  }
  for (int c = 0; c < guess.symbols; ++c) {
    const Bytes has = load(guess.count_column[c] + i) + guess.head_count[c];
    const Bytes wanted = Bytes{} + guess.guess_count[c];
    total += has < wanted ? has : wanted;
  }
  const Bytes ordinal = triangular(total) + exact;
  const Bytes win = Bytes{} + guess.win;
  return ordinal < win ? ordinal : win;
}

}  // namespace

void score(const PegGuess& guess, std::size_t size, std::uint8_t* out) {
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    const Bytes bytes = ordinals(guess, i);
    __builtin_memcpy(out + i, &bytes, lanes);
  }
  if (i < size) {
    const Bytes bytes = ordinals(guess, i);
    __builtin_memcpy(out + i, &bytes, size - i);
  }
}

std::size_t match(const PegGuess& guess, std::size_t size, std::uint8_t feedback, std::uint8_t* keep) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < size; i += lanes) {
    const Bytes same = reinterpret_cast<Bytes>(ordinals(guess, i) == feedback);
    const Bytes flags = load(keep + i) & same;
    __builtin_memcpy(keep + i, &flags, lanes);
    std::uint64_t words[lanes / 8];
    __builtin_memcpy(words, &flags, lanes);
    for (const std::uint64_t word : words) kept += static_cast<std::size_t>(__builtin_popcountll(word));
  }
  return kept;
}
