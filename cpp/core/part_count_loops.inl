// Compiled once for each version, inside its namespace. See score_loops.inl for what this file may contain.

namespace {

#ifdef __AVX2__
constexpr std::size_t parts_bytes = 32;
#else
constexpr std::size_t parts_bytes = 16;
#endif

using Words8 = std::uint8_t __attribute__((vector_size(parts_bytes)));
using Words16 = std::uint16_t __attribute__((vector_size(parts_bytes)));

// Counts by a set of bits for each guess, one bit for each feedback.
template <class Bits>
inline void count_bits(const std::uint8_t* table, std::size_t stride, const std::uint32_t* candidates, std::size_t size,
                       std::size_t width, std::uint8_t* parts) {
  Bits seen[part_counts_step] = {};
  for (std::size_t s = 0; s < size; ++s) {
    const std::uint8_t* column = table + std::size_t{candidates[s]} * stride;
    for (std::size_t i = 0; i < width; ++i) seen[i] |= Bits{1} << column[i];
  }
  for (std::size_t i = 0; i < width; ++i) parts[i] = static_cast<std::uint8_t>(__builtin_popcountll(seen[i]));
}

#ifdef __AVX2__

// Returns table[item] for each item below 16, and 0 for each item whose highest bit is set. The two halves of `table`
// must be equal: the instruction looks up each half of the vector on its own.
inline Words8 look_up(Words8 table, Words8 items) {
  using Chars = char __attribute__((vector_size(parts_bytes)));
  return reinterpret_cast<Words8>(
      __builtin_ia32_pshufb256(reinterpret_cast<Chars>(table), reinterpret_cast<Chars>(items)));
}

// Counts by bits too, but 32 guesses at a time: a byte holds the bits of eight feedbacks, and a look-up finds the bit
// of a feedback. `sixteens` is the number of feedbacks divided by 16, rounded up.
template <std::size_t sixteens>
inline void count_bytes(const std::uint8_t* table, std::size_t stride, const std::uint32_t* candidates,
                        std::size_t size, std::uint8_t* parts) {
  constexpr std::size_t vectors = part_counts_step / parts_bytes;
  constexpr Words8 lower = {1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0,
                            1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0};
  constexpr Words8 upper = {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128,
                            0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128};
  constexpr Words8 bits = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                           0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
  Words8 seen[vectors][2 * sixteens] = {};
  for (std::size_t s = 0; s < size; ++s) {
    const std::uint8_t* column = table + std::size_t{candidates[s]} * stride;
    for (std::size_t v = 0; v < vectors; ++v) {
      Words8 feedbacks;
      __builtin_memcpy(&feedbacks, column + v * parts_bytes, parts_bytes);
      for (std::size_t k = 0; k < sixteens; ++k) {
        // Map feedbacks 16 k … 16 k + 15 to 0 … 15. All others get their highest bit set, so that they look up 0.
        // (Adding 0x70 does both: look_up ignores bits 4 to 6.)
        Words8 items = feedbacks;
        if (sixteens > 1) items = (feedbacks ^ static_cast<std::uint8_t>(16 * k)) + std::uint8_t{0x70};
        seen[v][2 * k] |= look_up(lower, items);
        seen[v][2 * k + 1] |= look_up(upper, items);
      }
    }
  }
  for (std::size_t v = 0; v < vectors; ++v) {
    Words8 counts = {};
    for (const Words8& seen_bits : seen[v]) {
      counts += look_up(bits, seen_bits & std::uint8_t{15}) + look_up(bits, seen_bits >> 4);
    }
    __builtin_memcpy(parts + v * parts_bytes, &counts, parts_bytes);
  }
}

#endif

template <class Vector>
inline bool any_set(const Vector* vectors, std::size_t count) {
  std::uint64_t words[parts_bytes / 8], any = 0;
  for (std::size_t v = 0; v < count; ++v) {
    __builtin_memcpy(words, &vectors[v], parts_bytes);
    for (const std::uint64_t word : words) any |= word;
  }
  return any != 0;
}

// Counts for each guess the candidates whose feedback no earlier candidate has: each of these opens a part.
template <class Vector, class Ordinal>
inline bool count_by_pairs(const Ordinal* columns, std::size_t size, std::size_t least, std::uint8_t* parts) {
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
      counts[v] += same + Ordinal{1};  // `same` is -1 where an earlier candidate has the feedback, else 0
    }
    // Give up if no guess can exceed `least`, even if every remaining candidate opens a part.
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
inline std::size_t max_parts_of_rows(const Ordinal* table, std::size_t stride, const std::uint32_t* winner,
                                     const std::uint32_t* candidates, std::size_t size) {
  constexpr std::size_t rows_per_pass = 4;
  std::size_t max = 0;
  for (std::size_t i = 0; i < size && max < size; i += rows_per_pass) {
    const Ordinal* row[rows_per_pass];
    std::uint64_t seen[rows_per_pass] = {};
    for (std::size_t k = 0; k < rows_per_pass; ++k) {  // repeat the last row to fill up the pass
      row[k] = table + std::size_t{winner[candidates[i + k < size ? i + k : size - 1]]} * stride;
    }
    for (std::size_t s = 0; s < size; ++s) {
      const std::size_t secret = candidates[s];
      for (std::size_t k = 0; k < rows_per_pass; ++k) seen[k] |= std::uint64_t{1} << row[k][secret];
    }
    for (const std::uint64_t bits : seen) {
      const auto parts = static_cast<std::size_t>(__builtin_popcountll(bits));
      max = parts > max ? parts : max;
    }
  }
  return max;
}

}  // namespace

std::size_t max_parts_of_winners(const std::uint8_t* table, std::size_t stride, const std::uint32_t* winner,
                                 const std::uint32_t* candidates, std::size_t size) {
  return max_parts_of_rows(table, stride, winner, candidates, size);
}

std::size_t max_parts_of_winners(const std::uint16_t* table, std::size_t stride, const std::uint32_t* winner,
                                 const std::uint32_t* candidates, std::size_t size) {
  return max_parts_of_rows(table, stride, winner, candidates, size);
}

bool count_parts_by_pairs(const std::uint8_t* columns, std::size_t size, std::size_t least, std::uint8_t* parts) {
  return count_by_pairs<Words8>(columns, size, least, parts);
}

bool count_parts_by_pairs(const std::uint16_t* columns, std::size_t size, std::size_t least, std::uint8_t* parts) {
  return count_by_pairs<Words16>(columns, size, least, parts);
}

void count_parts_by_bits(const std::uint8_t* table, std::size_t guesses, std::size_t feedbacks,
                         const std::uint32_t* candidates, std::size_t size, std::uint8_t* parts) {
  // A row of `table` is as long as there are guesses, so the last block overlaps the one before it to be whole.
  for (std::size_t start = 0; start < guesses; start += part_counts_step) {
    const bool whole = guesses >= part_counts_step;
    const std::size_t g = whole && guesses - start < part_counts_step ? guesses - part_counts_step : start;
    const std::size_t width = whole ? part_counts_step : guesses;
#ifdef __AVX2__
    if (whole && feedbacks <= 16) count_bytes<1>(table + g, guesses, candidates, size, parts + g);
    else if (whole && feedbacks <= 32) count_bytes<2>(table + g, guesses, candidates, size, parts + g);
    else count_bits<std::uint64_t>(table + g, guesses, candidates, size, width, parts + g);
#else
    if (feedbacks <= 32) count_bits<std::uint32_t>(table + g, guesses, candidates, size, width, parts + g);
    else count_bits<std::uint64_t>(table + g, guesses, candidates, size, width, parts + g);
#endif
  }
}
