// A piece of a search, for another process to do: a set of candidates, or some guesses at it, within a budget and a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/search/cache.hpp"
#include "core/search/request.hpp"
#include "core/table.hpp"

namespace bestguess {

// A question of the form "what does this set, or each of these guesses, cost, if it is less than the budget?".
//
// Of `request` count the objective, the candidates, the history, the rule, the symmetries, the memory and its limit; its
// upper bound is the budget.
struct SearchTask {
  SearchRequest request;
  std::size_t depth = 0;               // guesses made before those of the search, where costs depend on it
  std::vector<std::uint32_t> guesses;  // to be evaluated in this order; none: the set is to be solved
  double seconds = 0;                  // ends then, with what is known; at once when 0
};

// A part of a guess, with what is known of it: it costs at least `bound`, exactly that when `exact`, and adds `shift` to it.
struct TaskPart {
  std::uint32_t feedback, size;
  LossCost bound, shift;
  bool exact;
};

// A guess with its value, if that is below what the budget was then, otherwise with a lower bound of at least that.
struct TriedGuess {
  std::uint32_t guess;
  LossCost value;
  bool exact;
};

struct TaskResult {
  bool finished = false;
  // Of a set: its value, if that was found to be below the budget, otherwise a lower bound, of at least the budget if finished.
  LossCost value;
  bool exact = false;
  // Of a set that was not solved in time: the guesses that may cost less than the budget, in the order in which they should
  // be tried, and the least that any other guess costs.
  std::vector<std::uint32_t> open_guesses;
  LossCost least_refuted;
  // Of guesses: those that were evaluated, the first ones. When time was up, the parts of the one after them, and what it
  // costs to win by it at once.
  std::vector<TriedGuess> tried;
  std::vector<TaskPart> open_parts;
  LossCost won;
  SetKey key;  // under which the set is remembered
  std::uint64_t nodes = 0;
  std::vector<std::byte> solved;  // what was learnt: sets and their bounds, as checkpoints hold them
};

template <class Ordinal>
TaskResult run_task(const TableView<Ordinal>& table, const SearchTask& task);

}  // namespace bestguess
