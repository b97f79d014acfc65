// Strategies that look one step ahead, and the trees they make.
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

// How a guess is chosen. The last four weigh the parts of every allowed guess; the first two take a candidate or, where the
// goal is to identify, a guess that splits the candidates. With costs of guesses, entropy and the number of parts less one
// are divided by them.
enum class Choice { first, random, minimax, expected_size, entropy, most_parts };

struct Strategy {
  Choice choice;
  bool consistent = false;  // only guesses that would win against a candidate
  std::uint64_t seed = 0;   // of Choice::random
};

// Called now and then from the calling thread with how many secrets have been found; what it throws ends the work.
using Progress = std::function<void(std::uint64_t)>;

// A position: the candidates, not empty, and for Choice::random what the history hashes to (see random_state).
struct Position {
  Candidates candidates;
  std::uint64_t state = 0;
};

// The state of the empty history, and of a history that goes on by a row.
std::uint64_t random_state(std::uint64_t seed);
std::uint64_t random_state(std::uint64_t state, std::uint32_t guess, std::uint32_t feedback);

// The guess of `strategy` in a position, among the guesses of `allowed`, or among all if that is empty. Ties: a consistent
// guess before any other, then the cheapest, then the lowest. Where the goal is to identify, the candidates have several
// labels.
template <class Ordinal>
std::uint32_t choose(const TableView<Ordinal>& table, const Strategy& strategy, const Position& position,
                     Guesses allowed);

// Where a tree begins: the candidates, not empty, the guesses that have been made, and those that the rule of the table
// allows then; all if empty.
struct Start {
  std::vector<std::uint32_t> candidates;
  std::vector<std::uint32_t> history;
  std::vector<std::uint32_t> allowed;
};

// The whole tree of `strategy` from `start`; its first guess may be given. The same from any number of threads.
// `symmetries` may be null.
template <class Ordinal>
Tree build_tree(const TableView<Ordinal>& table, const Strategy& strategy, const Start& start,
                std::optional<std::uint32_t> first_guess, const Symmetries* symmetries, int threads,
                const Progress& progress);

}  // namespace bestguess
