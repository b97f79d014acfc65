// Sets of candidates and their parts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/partition.hpp"
#include "core/search/cache.hpp"
#include "core/search/costs.hpp"

namespace bestguess::exact {

// A set of candidates, with the figures that the search needs most. All weights are 1 if weights do not count.
struct Set {
  Candidates secrets;
  SetKey key;
  Weight weight;            // of all secrets together
  Weight heaviest;          // the largest weight of a secret
  std::uint32_t max_parts;  // of any guess, counted for this set or a superset; or the number of feedbacks
  Guesses allowed;          // the guesses that the rule allows; empty: all
  std::uint32_t labels;     // how many different ones, if the goal is to identify
  SetKey image{};           // the key shared with its images; 0 if unknown

  std::size_t size() const { return secrets.size(); }
};

// A part that ends the game: by winning, or because it has one label.
struct FinishedPart {
  std::uint32_t feedback, size;
};

// A part that does not end the game.
template <class Value>
struct Part {
  Set set;
  std::uint32_t feedback;
  Value bound;  // of its contribution to the cost of the guess
  bool exact;   // whether `bound` is the contribution itself
};

}  // namespace bestguess::exact
