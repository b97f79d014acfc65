// Sets of candidates, and their parts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/partition.hpp"
#include "core/search/cache.hpp"
#include "core/search/costs.hpp"

namespace bestguess::exact {

// A set of candidates with what is asked of it all the time. Weights are 1 where they do not count.
struct Set {
  Candidates secrets;
  SetKey key;
  Weight weight;            // of all secrets
  Weight heaviest;          // of one of them
  std::uint32_t max_parts;  // no guess has more parts: counted for a set that contains this one, or all feedbacks
  Guesses allowed;          // by the rule of the game; all if there are none here
  std::uint32_t labels;     // how many, where the goal is to identify
  SetKey image{};           // the key that images of the set have, too; 0 where it is not known

  std::size_t size() const { return secrets.size(); }
};

// A part of a set that ends the game: by winning, or because it has one label.
struct FinishedPart {
  std::uint32_t feedback, size;
};

// A part of a set that does not end the game.
template <class Value>
struct Part {
  Set set;
  std::uint32_t feedback;
  Value bound;  // of what it adds to the cost of the guess above it
  bool exact;   // whether it adds exactly that
};

}  // namespace bestguess::exact
