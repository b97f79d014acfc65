// Partitions: the candidates split by the feedback that a guess would get.
//
// Candidates are indices of secrets. A row holds the feedback ordinal of one guess against every secret, in 8 or 16
// bits. Callers must ensure that candidates are below the length of a row, and ordinals below the number of parts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

namespace bestguess {

using Candidates = std::span<const std::uint32_t>;
using Guesses = std::span<const std::uint32_t>;  // ascending indices; empty may mean all guesses, where it says so

// Returns the guesses that are in both ascending lists. An empty list stands for all guesses, so the lists must have a
// guess in common. The result may refer to `scratch`.
inline Guesses intersect(Guesses first, Guesses second, std::vector<std::uint32_t>& scratch) {
  if (first.empty()) return second;
  if (second.empty()) return first;
  scratch.clear();
  std::set_intersection(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(scratch));
  return scratch;
}

// Writes to sizes[f] how many candidates give feedback f in this row.
template <class Ordinal>
void part_sizes(const Ordinal* row, Candidates candidates, std::span<std::uint32_t> sizes);

// Computes part_sizes for every guess of a table. Row g of `sizes` has `parts` entries.
template <class Ordinal>
void all_part_sizes(const Ordinal* table, std::uint64_t guesses, std::uint64_t secrets, Candidates candidates,
                    std::uint32_t parts, std::uint32_t* sizes, int threads);

// The part sizes of several guesses, without empty parts: a row of `width` entries for each guess. Entry 0 is the
// winning part, even if it is empty. The other parts follow in the order in which the candidates reach them. Zeros fill
// up the row.
struct PartLists {
  std::size_t width = 0;
  std::vector<std::uint32_t> sizes;
  std::vector<std::int64_t> weights;  // empty if no weights were given
};

// Lists the parts of each of `guesses`. `weights` has the weight of every secret, or is empty.
template <class Ordinal>
PartLists list_parts(const Ordinal* table, std::uint64_t secrets, std::span<const std::uint32_t> guesses,
                     Candidates candidates, std::uint32_t parts, std::uint32_t win,
                     std::span<const std::int64_t> weights, int threads);

// Writes the candidates to `out`, sorted by ordinal. The sort is stable. Part f is out[ends[f - 1]] up to but not
// including out[ends[f]], where ends[-1] is 0.
template <class Ordinal>
void partition(const Ordinal* row, Candidates candidates, std::span<std::uint32_t> ends, std::uint32_t* out);

// Writes the candidates with ordinal `feedback` to `out` and returns how many there are. `out` may be the candidates'
// own array.
template <class Ordinal>
std::uint64_t filter(const Ordinal* row, Candidates candidates, std::uint32_t feedback, std::uint32_t* out);

}  // namespace bestguess
