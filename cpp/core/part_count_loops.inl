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

using Words8 = std::uint8_t __attribute__((vector_size(parts_bytes)));

template <class Vector>
inline bool any_set(const Vector* vectors, std::size_t count) {
  std::uint64_t words[parts_bytes / 8], any = 0;
  for (std::size_t v = 0; v < count; ++v) {
    __builtin_memcpy(words, &vectors[v], parts_bytes);
    for (const std::uint64_t word : words) any |= word;
  }
  return any != 0;
}

// A secret makes a part of its own for the guesses to which no secret before it has given the same answer.
template <class Vector, class Ordinal>
inline bool count_different(const Ordinal* columns, std::size_t size, std::size_t least, std::uint8_t* parts) {
  constexpr std::size_t lanes = parts_bytes / sizeof(Ordinal), vectors = part_counts_step / lanes;
  constexpr std::size_t check_every = 8;
  Vector counts[vectors] = {};
  for (std::size_t s = 0; s < size; ++s) {
    for (std::size_t v = 0; v < vectors; ++v) {
      const Ordinal* column = columns + v * lanes;
      Vector own, same = {};
      __builtin_memcpy(&own, column + s * part_counts_step, parts_bytes);
      for (std::size_t before = 0; before < s; ++before) {
        Vector other;
        __builtin_memcpy(&other, column + before * part_counts_step, parts_bytes);
        same |= reinterpret_cast<Vector>(own == other);
      }
      counts[v] += same + Ordinal{1};  // all bits are set where there was the same answer
    }
    const std::size_t left = size - s - 1;
    if (s % check_every != check_every - 1 || left >= least) continue;
    Vector hopeful[vectors];
    for (std::size_t v = 0; v < vectors; ++v)
      hopeful[v] = reinterpret_cast<Vector>(counts[v] > static_cast<Ordinal>(least - left));
    if (!any_set(hopeful, vectors)) return false;
  }
  for (std::size_t v = 0; v < vectors; ++v) {
    for (std::size_t i = 0; i < lanes; ++i) parts[v * lanes + i] = static_cast<std::uint8_t>(counts[v][i]);
  }
  return true;
}

template <class Ordinal>
inline std::size_t most_of(const Ordinal* table, std::size_t stride, const std::uint32_t* winner,
                           const std::uint32_t* candidates, std::size_t size) {
  constexpr std::size_t at_a_time = 4;
  std::size_t most = 0;
  for (std::size_t i = 0; i < size && most < size; i += at_a_time) {
    const Ordinal* row[at_a_time];
    std::uint64_t seen[at_a_time] = {};
    for (std::size_t k = 0; k < at_a_time; ++k) {  // the last again where there are no more
      row[k] = table + std::size_t{winner[candidates[i + k < size ? i + k : size - 1]]} * stride;
    }
    for (std::size_t s = 0; s < size; ++s) {
      const std::size_t secret = candidates[s];
      for (std::size_t k = 0; k < at_a_time; ++k) seen[k] |= std::uint64_t{1} << row[k][secret];
    }
    for (const std::uint64_t bits : seen) {
      const auto parts = static_cast<std::size_t>(__builtin_popcountll(bits));
      most = parts > most ? parts : most;
    }
  }
  return most;
}

}  // namespace

std::size_t most_parts(const std::uint8_t* table, std::size_t stride, const std::uint32_t* winner,
                       const std::uint32_t* candidates, std::size_t size) {
  return most_of(table, stride, winner, candidates, size);
}

std::size_t most_parts(const std::uint16_t* table, std::size_t stride, const std::uint32_t* winner,
                       const std::uint32_t* candidates, std::size_t size) {
  return most_of(table, stride, winner, candidates, size);
}

bool different_counts(const std::uint8_t* columns, std::size_t size, std::size_t least, std::uint8_t* parts) {
  return count_different<Words8>(columns, size, least, parts);
}

bool different_counts(const std::uint16_t* columns, std::size_t size, std::size_t least, std::uint8_t* parts) {
  return count_different<Words16>(columns, size, least, parts);
}

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
