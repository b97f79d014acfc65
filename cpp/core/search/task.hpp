// A piece of a search, for another process to do: a set of candidates, or some guesses at it, within a budget and a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/search/cache.hpp"
#include "core/search/memory.hpp"
#include "core/search/request.hpp"
#include "core/table.hpp"

namespace bestguess {

// A question of the form "what does this set, or the best of these guesses, cost, if it is less than the budget?".
//
// Of `request` count the objective, the candidates, the history, the rule, the symmetries, the memory and its limit; its
// upper bound is the budget.
struct SearchTask {
  SearchRequest request;
  std::size_t moves = 0;               // guesses of the history that the search has made
  std::vector<std::uint32_t> guesses;  // to be tried in this order; none: all, in the order that the search finds best
  // After that time no other guess is begun; a guess that is still being tried after `patience` times as long is opened.
  // At once when 0.
  double seconds = 0;

  static constexpr double patience = 3;
};

// A part of a guess, with what is known of it: it costs at least `bound`, exactly that when `exact`, and adds `shift` to it.
struct TaskPart {
  std::uint32_t feedback, size;
  LossCost bound, shift;
  bool exact;
};

struct TaskResult {
  bool finished = false;  // whether nothing is left to be tried
  LossCost best;          // what the best guess costs, if one was `found` that costs less than the budget
  bool found = false;
  LossCost least_refuted;  // what every other guess that was tried, or need not be, costs at least
  // When time was up: the guesses to be tried, in this order; and the one that was being tried, if any, by its parts, and
  // what it costs to win by it at once.
  std::vector<std::uint32_t> open_guesses;
  std::optional<std::uint32_t> opened;
  std::vector<TaskPart> open_parts;
  LossCost won;
  SetKey key;      // under which the set is remembered
  LossCost bound;  // what the set costs at least
  std::uint64_t nodes = 0;
  std::vector<std::byte> solved;  // what was learnt: sets and their bounds, as checkpoints hold them
};

template <class Ordinal>
TaskResult run_task(const TableView<Ordinal>& table, const SearchTask& task);

}  // namespace bestguess
