// Writes the tree of a value that a search has found.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/search/worker.hpp"
#include "core/tree.hpp"

namespace bestguess::exact {

// Which guess a tree plays among those that reach the value. `lowest` is the tie rule: a consistent guess first, then
// the cheapest, then the lowest. `any` takes the first one in the order of the search, which is faster.
enum class TieRule { lowest, any };

template <class Ordinal, class Value>
class TreeWriter {
 public:
  TreeWriter(SharedState<Ordinal, Value>& shared, Worker<Ordinal, Value>& worker, TieRule rule)
      : shared_(shared), worker_(worker), rule_(rule), history_(shared.request.history) {}

  // Writes a tree of `set` with this value. It begins with `first_guess` if one is given.
  Tree write_tree(const Set& set, Value value, std::optional<std::uint32_t> first_guess) {
    Tree tree;
    write_node(tree, set, {0, value, 0, 1}, first_guess, 0);
    return tree;
  }

  // Writes only the first node of that tree.
  Tree write_first_node(const Set& set, Value value, std::optional<std::uint32_t> first_guess) {
    const std::uint32_t guess = first_guess ? *first_guess : best_guess(set, 0, value, 0);
    return {{guess}, {0}, {1}, {count_wins(guess, set)}, {}, {}};
  }

 private:
  // The place of a node: the depth that its value depends on, its value, the feedback that leads to it, and its depth
  // in the tree.
  struct Place {
    std::size_t d;
    Value value;
    std::uint32_t feedback, depth;
  };

  void write_node(Tree& tree, const Set& set, const Place& place, std::optional<std::uint32_t> first_guess,
                  std::size_t level) {
    shared_.poll(true);
    const std::uint32_t guess = first_guess ? *first_guess : best_guess(set, place.d, place.value, level);
    tree.guess.push_back(guess);
    tree.feedback.push_back(place.feedback);
    tree.depth.push_back(place.depth);
    tree.wins.push_back(count_wins(guess, set));
    // Solve the parts again to get their exact values. The cache knows most of them.
    worker_.evaluate(guess, set, place.d, place.value + step, history_, level);
    const std::size_t next_depth = shared_.costs.depth_after(place.d, guess);
    std::vector<Part<Value>> parts = worker_.parts(level);
    std::vector<FinishedPart> leaves;
    if (shared_.costs.identifies()) leaves = worker_.finished_parts(level);
    const auto by_feedback = [](const auto& a, const auto& b) { return a.feedback < b.feedback; };
    std::sort(parts.begin(), parts.end(), by_feedback);
    std::sort(leaves.begin(), leaves.end(), by_feedback);
    if (shared_.request.objective.may_lose) add_lost(tree, parts, next_depth);
    if (shared_.costs.guesses_left(next_depth) == 0) parts.clear();
    history_.push_back(guess);
    auto leaf = leaves.begin();
    for (const Part<Value>& part : parts) {
      while (leaf != leaves.end() && leaf->feedback < part.feedback) add_leaf(tree, *leaf++, place.depth + 1);
      const Value value = part.bound - shared_.costs.shift(part.set.weight, guess);
      write_node(tree, part.set, {next_depth, value, part.feedback, place.depth + 1}, std::nullopt, level + 1);
    }
    while (leaf != leaves.end()) add_leaf(tree, *leaf++, place.depth + 1);
    history_.pop_back();
  }

  void add_leaf(Tree& tree, const FinishedPart& part, std::uint32_t depth) {
    tree.guess.push_back(Tree::no_guess);
    tree.feedback.push_back(part.feedback);
    tree.depth.push_back(depth);
    tree.wins.push_back(part.size);
    if (!shared_.request.objective.may_lose) return;
    tree.lost.push_back(0);
    tree.lost_weight.push_back(0);
  }

  // Records what the last node loses because no guess is left for its parts.
  void add_lost(Tree& tree, const std::vector<Part<Value>>& parts, std::size_t next_depth) {
    std::uint32_t secrets = 0;
    Weight weight = 0;
    if (shared_.costs.guesses_left(next_depth) == 0) {
      for (const Part<Value>& part : parts) {
        secrets += static_cast<std::uint32_t>(part.set.size());
        weight += part.set.weight;
      }
    }
    tree.lost.push_back(secrets);
    tree.lost_weight.push_back(weight);
  }

  std::uint32_t best_guess(const Set& set, std::size_t d, Value value, std::size_t level) {
    const auto reaches = [&](std::uint32_t guess) {
      return worker_.evaluate(guess, set, d, value + step, history_, level) <= value;
    };
    if (rule_ == TieRule::any && set.size() > 2) {
      worker_.open_queue(set, d, value + step, history_, level);
      GuessQueue<Value> queue = worker_.take_queue(level);
      while (const std::optional<RankedGuess<Value>> next = worker_.next_guess(queue, set, d, value + step)) {
        if (reaches(next->guess)) return next->guess;
      }
    }
    // Only one guess of each orbit is tried: the lowest guess of all is the lowest of its orbit.
    std::vector<std::uint32_t> scratch;
    for (const std::uint32_t guess :
         sort_by_tie_rule(shared_.consistent_guesses(set, shared_.representatives(history_, scratch)))) {
      if (reaches(guess)) return guess;
    }
    worker_.open_queue(set, d, value + step, history_, level);
    for (const std::uint32_t guess : sort_by_tie_rule(worker_.take_queue(level).guesses)) {
      if (reaches(guess)) return guess;
    }
    throw std::logic_error("internal error: no guess reaches the value that the search has found");
  }

  // Returns the guesses sorted by cost, then by number.
  std::vector<std::uint32_t> sort_by_tie_rule(std::vector<std::uint32_t> guesses) const {
    std::sort(guesses.begin(), guesses.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(shared_.table.cost(a), a) < std::pair(shared_.table.cost(b), b);
    });
    return guesses;
  }

  // Returns how many secrets of `set` the guess wins against.
  std::uint32_t count_wins(std::uint32_t guess, const Set& set) const {
    const Ordinal* row = shared_.table.row(guess);
    const auto is_won = [&](std::uint32_t secret) { return row[secret] == shared_.table.win; };
    return static_cast<std::uint32_t>(std::count_if(set.secrets.begin(), set.secrets.end(), is_won));
  }

  static constexpr Value step = ValueTraits<Value>::step;
  SharedState<Ordinal, Value>& shared_;
  Worker<Ordinal, Value>& worker_;
  TieRule rule_;
  History history_;
};

}  // namespace bestguess::exact
