#include "core/partition.hpp"

#include <algorithm>
#include <vector>

#include "core/parallel.hpp"

namespace bestguess {

template <class Ordinal>
void part_sizes(const Ordinal* row, Candidates candidates, std::span<std::uint32_t> sizes) {
  std::fill(sizes.begin(), sizes.end(), 0);
  for (const std::uint32_t candidate : candidates) ++sizes[row[candidate]];
}

template <class Ordinal>
void all_part_sizes(const Ordinal* table, std::uint64_t guesses, std::uint64_t secrets, Candidates candidates,
                    std::uint32_t parts, std::uint32_t* sizes, int threads) {
  constexpr std::uint64_t rows_per_task = 16;
  parallel_for((guesses + rows_per_task - 1) / rows_per_task, threads, [&](std::uint64_t task) {
    const std::uint64_t first = task * rows_per_task;
    for (std::uint64_t guess = first; guess < std::min(first + rows_per_task, guesses); ++guess) {
      part_sizes(table + guess * secrets, candidates, {sizes + guess * parts, parts});
    }
  });
}

template <class Ordinal>
PartLists list_parts(const Ordinal* table, std::uint64_t secrets, std::span<const std::uint32_t> guesses,
                     Candidates candidates, std::uint32_t parts, std::uint32_t win,
                     std::span<const std::int64_t> weights, int threads) {
  constexpr std::uint64_t rows_per_task = 64;
  const std::uint64_t tasks = (guesses.size() + rows_per_task - 1) / rows_per_task;
  // For each worker, the place of each part in the output row. 0 means that the part has not been seen; all are 0
  // between guesses. The winning part keeps place 0.
  std::vector<std::vector<std::uint32_t>> places(static_cast<std::size_t>(threads));
  const auto for_each_guess = [&](const auto& visit) {
    parallel_for(tasks, threads, [&](std::uint64_t task, std::size_t worker) {
      std::vector<std::uint32_t>& place = places[worker];
      place.resize(parts);
      const std::uint64_t end = std::min<std::uint64_t>((task + 1) * rows_per_task, guesses.size());
      for (std::uint64_t g = task * rows_per_task; g < end; ++g) {
        const Ordinal* row = table + guesses[g] * secrets;
        std::uint32_t parts_seen = 0;
        for (const std::uint32_t candidate : candidates) {
          const Ordinal f = row[candidate];
          if (f != win && place[f] == 0) place[f] = ++parts_seen;
          visit(g, candidate, place[f]);
        }
        for (const std::uint32_t candidate : candidates) place[row[candidate]] = 0;
      }
    });
  };
  // Step 1. Find the largest number of parts, which is the width of a row.
  std::vector<std::uint32_t> count(guesses.size());
  for_each_guess([&](std::uint64_t g, std::uint32_t, std::uint32_t place) { count[g] = std::max(count[g], place); });
  PartLists lists;
  lists.width = 1 + (count.empty() ? 0 : *std::max_element(count.begin(), count.end()));
  // Step 2. Sum up sizes and weights.
  lists.sizes.resize(guesses.size() * lists.width);
  if (!weights.empty()) lists.weights.resize(lists.sizes.size());
  for_each_guess([&](std::uint64_t g, std::uint32_t candidate, std::uint32_t place) {
    ++lists.sizes[g * lists.width + place];
    if (!weights.empty()) lists.weights[g * lists.width + place] += weights[candidate];
  });
  return lists;
}

template <class Ordinal>
void partition(const Ordinal* row, Candidates candidates, std::span<std::uint32_t> ends, std::uint32_t* out) {
  // A counting sort. ends[f] is the next free place of part f, and becomes the end of the part when all are placed.
  std::vector<std::uint32_t> sizes(ends.size());
  part_sizes(row, candidates, sizes);
  std::uint32_t start = 0;
  for (std::size_t f = 0; f < ends.size(); ++f) {
    ends[f] = start;
    start += sizes[f];
  }
  for (const std::uint32_t candidate : candidates) out[ends[row[candidate]]++] = candidate;
}

template <class Ordinal>
std::uint64_t filter(const Ordinal* row, Candidates candidates, std::uint32_t feedback, std::uint32_t* out) {
  std::uint64_t kept = 0;
  for (const std::uint32_t candidate : candidates) {
    if (row[candidate] == feedback) out[kept++] = candidate;
  }
  return kept;
}

#define BESTGUESS_FOR_ORDINAL(Ordinal)                                                                     \
  template void part_sizes(const Ordinal*, Candidates, std::span<std::uint32_t>);                          \
  template void all_part_sizes(const Ordinal*, std::uint64_t, std::uint64_t, Candidates, std::uint32_t,    \
                               std::uint32_t*, int);                                                       \
  template PartLists list_parts(const Ordinal*, std::uint64_t, std::span<const std::uint32_t>, Candidates, \
                                std::uint32_t, std::uint32_t, std::span<const std::int64_t>, int);         \
  template void partition(const Ordinal*, Candidates, std::span<std::uint32_t>, std::uint32_t*);           \
  template std::uint64_t filter(const Ordinal*, Candidates, std::uint32_t, std::uint32_t*);
BESTGUESS_FOR_ORDINAL(std::uint8_t)
BESTGUESS_FOR_ORDINAL(std::uint16_t)

}  // namespace bestguess
