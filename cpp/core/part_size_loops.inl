// Compiled once for each version, inside its namespace. See score_loops.inl for what this file may contain.

namespace {

#ifdef __AVX2__
constexpr std::size_t count_lanes = 32;
#else
constexpr std::size_t count_lanes = 16;
#endif
static_assert(count_width % count_lanes == 0);
using Counts = std::uint8_t __attribute__((vector_size(count_lanes)));

// Counts the ordinals f … f + group - 1 for one vector of guesses. Counting a group at once loads each candidate only
// once. Comparing vectors gives -1 where they are equal, so subtracting counts.
template <std::size_t group>
inline void count_group(const std::uint8_t* ordinals, std::size_t size, std::size_t f, std::uint8_t* sizes) {
  Counts counts[group] = {};
  for (std::size_t s = 0; s < size; ++s) {
    Counts ordinal;
    __builtin_memcpy(&ordinal, ordinals + s * count_width, count_lanes);
    for (std::size_t k = 0; k < group; ++k) {
      counts[k] -= reinterpret_cast<Counts>(ordinal == static_cast<std::uint8_t>(f + k));
    }
  }
  for (std::size_t k = 0; k < group; ++k) __builtin_memcpy(sizes + (f + k) * count_width, &counts[k], count_lanes);
}

}  // namespace

void count_parts(const std::uint8_t* ordinals, std::size_t size, std::size_t parts, std::uint8_t* sizes) {
  for (std::size_t lane = 0; lane < count_width; lane += count_lanes) {
    std::size_t f = 0;
    for (; f + 8 <= parts; f += 8) count_group<8>(ordinals + lane, size, f, sizes + lane);
    if (f + 4 <= parts) count_group<4>(ordinals + lane, size, f, sizes + lane), f += 4;
    for (; f < parts; ++f) count_group<1>(ordinals + lane, size, f, sizes + lane);
  }
}

void sum_parts(const std::uint8_t* sizes, std::size_t parts, const std::uint8_t* knots, std::size_t count,
               std::uint8_t* totals, std::uint16_t* squares, std::uint8_t* largest) {
  using Squares = std::uint16_t __attribute__((vector_size(2 * count_lanes)));
  for (std::size_t lane = 0; lane < count_width; lane += count_lanes) {
    Counts most = {};
    Squares square = {};
    for (std::size_t f = 0; f < parts; ++f) {
      Counts size;
      __builtin_memcpy(&size, sizes + f * count_width + lane, count_lanes);
      most = size > most ? size : most;
      const Squares wide = __builtin_convertvector(size, Squares);
      square += wide * wide;
    }
    __builtin_memcpy(largest + lane, &most, count_lanes);
    __builtin_memcpy(squares + lane, &square, sizeof square);
    for (std::size_t k = 0; k < count; ++k) {
      const Counts knot = Counts{} + knots[k];
      Counts total = {};
      for (std::size_t f = 0; f < parts; ++f) {
        Counts size;
        __builtin_memcpy(&size, sizes + f * count_width + lane, count_lanes);
        total += size > knot ? size - knot : Counts{};
      }
      __builtin_memcpy(totals + k * count_width + lane, &total, count_lanes);
    }
  }
}
