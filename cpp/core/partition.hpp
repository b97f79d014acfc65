// Candidates split by the feedback that a guess would get. Ordinals are 8 or 16 bits wide; candidates are indices of
// secrets. Every function needs the candidates below the length of a row and the ordinals below the number of parts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

namespace bestguess {

using Candidates = std::span<const std::uint32_t>;
using Guesses = std::span<const std::uint32_t>;  // by index, ascending; where it says so, none stands for all of them

// The guesses of both lists, where none in a list stands for all guesses; `scratch` holds them if it must. The two lists
// have a guess in common.
inline Guesses both_of(Guesses some, Guesses others, std::vector<std::uint32_t>& scratch) {
  if (some.empty()) return others;
  if (others.empty()) return some;
  scratch.clear();
  std::set_intersection(some.begin(), some.end(), others.begin(), others.end(), std::back_inserter(scratch));
  return scratch;
}

// Writes to sizes[f] how many candidates answer with ordinal f the guess that `row` belongs to.
template <class Ordinal>
void part_sizes(const Ordinal* row, Candidates candidates, std::span<std::uint32_t> sizes);

// The same for every guess of a table, one row of `sizes` (parts wide) per guess.
template <class Ordinal>
void all_part_sizes(const Ordinal* table, std::uint64_t guesses, std::uint64_t secrets, Candidates candidates,
                    std::uint32_t parts, std::uint32_t* sizes, int threads);

// The parts of several guesses, whose number of feedbacks does not matter: a row of `width` for each guess. The winning
// part comes first, even if it is empty; the others follow in the order in which they are met, then zeros.
struct ListedParts {
  std::size_t width = 0;
  std::vector<std::uint32_t> sizes;
  std::vector<std::int64_t> weights;  // none when the candidates have none
};

// The parts of each of `guesses`. `weights` are those of the secrets, or none.
template <class Ordinal>
ListedParts list_parts(const Ordinal* table, std::uint64_t secrets, std::span<const std::uint32_t> guesses,
                       Candidates candidates, std::uint32_t parts, std::uint32_t win,
                       std::span<const std::int64_t> weights, int threads);

// Writes the candidates sorted by ordinal, keeping their order within a part; part f is
// out[ends[f - 1] … ends[f] - 1], with ends[-1] = 0.
template <class Ordinal>
void partition(const Ordinal* row, Candidates candidates, std::span<std::uint32_t> ends, std::uint32_t* out);

// Writes the candidates whose ordinal is `feedback` to `out`, which may be where the candidates are; returns how many.
template <class Ordinal>
std::uint64_t filter(const Ordinal* row, Candidates candidates, std::uint32_t feedback, std::uint32_t* out);

}  // namespace bestguess
