// Compiled once per version, inside its namespace; see score_loops.inl for what may stand here.

namespace {

#ifdef __AVX2__
constexpr std::size_t parts_bytes = 32;
#else
constexpr std::size_t parts_bytes = 16;
#endif

// The number of bits set in every item: in pairs, in fours, in bytes, then added up.
template <class Vector, class Bits>
inline Vector bit_counts(Vector x) {
  constexpr Bits ones = static_cast<Bits>(~Bits{0});
  x = x - ((x >> 1) & static_cast<Bits>(ones / 3));
  x = (x & static_cast<Bits>(ones / 5)) + ((x >> 2) & static_cast<Bits>(ones / 5));
  x = (x + (x >> 4)) & static_cast<Bits>(ones / 17);
  for (unsigned shift = 8; shift < 8 * sizeof(Bits); shift *= 2) x = x + (x >> shift);
  return x & static_cast<Bits>(0x7F);
}

using Words16 = std::uint16_t __attribute__((vector_size(parts_bytes)));
using Words32 = std::uint32_t __attribute__((vector_size(parts_bytes)));
using Words64 = std::uint64_t __attribute__((vector_size(parts_bytes)));

template <class Vector, class Bits>
inline void count_all(const Bits* rows, std::size_t stride, const std::uint32_t* candidates, std::size_t size,
                      std::uint8_t* parts) {
  constexpr std::size_t lanes = parts_bytes / sizeof(Bits), vectors = 4;
  static_assert(part_counts_step % lanes == 0);
  for (std::size_t g = 0; g < stride; g += lanes * vectors) {
    Vector seen[vectors] = {};
    for (std::size_t s = 0; s < size; ++s) {
      const Bits* row = rows + std::size_t{candidates[s]} * stride + g;
      for (std::size_t v = 0; v < vectors; ++v) {
        Vector bits;
        __builtin_memcpy(&bits, row + v * lanes, sizeof bits);
        seen[v] |= bits;
      }
    }
    for (std::size_t v = 0; v < vectors; ++v) {
      const Vector counts = bit_counts<Vector, Bits>(seen[v]);
      for (std::size_t i = 0; i < lanes; ++i) parts[g + v * lanes + i] = static_cast<std::uint8_t>(counts[i]);
    }
  }
}

}  // namespace

void part_counts(const std::uint16_t* rows, std::size_t stride, const std::uint32_t* candidates, std::size_t size,
                 std::uint8_t* parts) {
  count_all<Words16>(rows, stride, candidates, size, parts);
}

void part_counts(const std::uint32_t* rows, std::size_t stride, const std::uint32_t* candidates, std::size_t size,
                 std::uint8_t* parts) {
  count_all<Words32>(rows, stride, candidates, size, parts);
}

void part_counts(const std::uint64_t* rows, std::size_t stride, const std::uint32_t* candidates, std::size_t size,
                 std::uint8_t* parts) {
  count_all<Words64>(rows, stride, candidates, size, parts);
}
