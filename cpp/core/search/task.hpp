// A piece of a search that another process can do: solve a set, or try some of its guesses, within a budget and a time.
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

// The question "what does this set, or the best of these guesses, cost, if it is less than the budget?"
//
// These fields of `request` matter: objective, candidates, history, allowed, symmetries, memory and memory_limit. Its
// upper_bound is the budget.
struct SearchTask {
  SearchRequest request;
  std::size_t moves = 0;               // how many guesses at the end of the history the search itself has made
  std::vector<std::uint32_t> guesses;  // to be tried in this order; empty: all guesses, in the order of the search
  // No guess is started after this time. A guess that takes until `patience` times this long is opened instead: its
  // parts are returned, to be solved as tasks of their own. If 0, the first of `guesses` is opened at once.
  double seconds = 0;

  static constexpr double patience = 3;
};

// A part of an opened guess. It costs at least `bound`, or exactly that if `exact`. The guess above it adds `shift`.
struct TaskPart {
  std::uint32_t feedback, size;
  LossCost bound, shift;
  bool exact;
};

struct TaskResult {
  bool finished = false;   // whether nothing is left to try
  LossCost best;           // the cost of the best guess, if `found`
  bool found = false;      // whether a guess costs less than the budget
  LossCost least_refuted;  // a lower bound of every other guess that was tried or refuted
  // When time is up: the guesses still to be tried, in this order; the guess that was opened, if any; its parts; and
  // the cost of the secrets that it wins against.
  std::vector<std::uint32_t> open_guesses;
  std::optional<std::uint32_t> opened;
  std::vector<TaskPart> open_parts;
  LossCost won;
  SetKey key;      // the key of the set in the cache
  LossCost bound;  // a lower bound of the set
  std::uint64_t nodes = 0;
  std::vector<std::byte> solved;  // sets and their bounds, as checkpoints store them
};

template <class Ordinal>
TaskResult run_task(const TableView<Ordinal>& table, const SearchTask& task);

}  // namespace bestguess
