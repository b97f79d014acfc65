// Strategies that look one guess ahead, and the trees that they build.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/partition.hpp"
#include "core/symmetry.hpp"
#include "core/table.hpp"
#include "core/tree.hpp"

namespace bestguess {

// How a strategy chooses a guess.
//
// `first` and `random` choose a candidate. If the goal is to identify, they choose a guess that splits the candidates.
//
// The other four compute a metric from the part sizes of every allowed guess. If guesses have costs, `entropy` is
// divided by the cost, and so is the number of parts minus one of `most_parts`.
enum class Choice { first, random, minimax, expected_size, entropy, most_parts };

struct Strategy {
  Choice choice;
  bool consistent = false;  // allow only guesses that would win against a candidate
  std::uint64_t seed = 0;   // used by Choice::random only
};

// Called from time to time on the calling thread with the number of secrets found so far. An exception that it throws
// ends the work.
using Progress = std::function<void(std::uint64_t)>;

// A position to choose in. `candidates` is not empty. `state` is a hash of the history (see random_state), used by
// Choice::random only.
struct Position {
  Candidates candidates;
  std::uint64_t state = 0;
};

// Returns the state of the empty history, and the state after one more row.
std::uint64_t random_state(std::uint64_t seed);
std::uint64_t random_state(std::uint64_t state, std::uint32_t guess, std::uint32_t feedback);

// Returns the guess of `strategy` in `position`, among the guesses of `allowed` (empty: all guesses).
//
// Ties are broken in this order: a consistent guess, the cheapest guess, the lowest guess. If the goal is to identify,
// the candidates must have at least two labels.
template <class Ordinal>
std::uint32_t choose(const TableView<Ordinal>& table, const Strategy& strategy, const Position& position,
                     Guesses allowed);

// The start of a tree. `candidates` is not empty. `history` lists the guesses made so far; `allowed` lists the guesses
// that the rule allows after them (empty: all guesses).
struct Start {
  std::vector<std::uint32_t> candidates;
  std::vector<std::uint32_t> history;
  std::vector<std::uint32_t> allowed;
};

// Builds the whole tree of `strategy` from `start`, with `first_guess` at its root if one is given. The tree does not
// depend on the number of threads. `symmetries` may be null; they save time and never change the tree.
template <class Ordinal>
Tree build_tree(const TableView<Ordinal>& table, const Strategy& strategy, const Start& start,
                std::optional<std::uint32_t> first_guess, const Symmetries* symmetries, int threads,
                const Progress& progress);

}  // namespace bestguess
