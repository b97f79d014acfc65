// Lower bounds of the value of a set that count the parts of its guesses. bounds.hpp has the facts that the proofs use.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/search/bounds.hpp"
#include "core/search/part_counter.hpp"

namespace bestguess::exact {

// Computes these bounds. Each thread has its own.
template <class Ordinal, class Value>
class CountingBounds {
 public:
  using Bound = bestguess::Bound<Value>;
  static constexpr Value infinite = ValueTraits<Value>::infinite;

  CountingBounds(const TableView<Ordinal>& table, const CostBounds<Value>& costs, PartCounter<Ordinal>& counter,
                 bool consistent)
      : table_(table), costs_(costs), counter_(counter), consistent_(consistent), labels_(table.labels) {}

  void reset() { labels_.reset(); }

  // A bound by the parts of the winners: the guesses that win against a secret of the set. It takes n² steps.
  //
  // Proof: let w be the largest number of parts of a winner.
  //   1. If the best guess is a winner, it has at most w parts.
  //   2. Otherwise it has at most n parts, at most as many as there are losing feedbacks, and at most as many as any
  //      guess has of a set that contains this one (4).
  //   3. In both cases bound_by_parts holds.
  //
  // Exact if a winner leaves every candidate alone, because it is perfect. Also exact if a winner leaves one pair
  // together and all others alone, and no other guess can cost less: every part then has at most two secrets.
  Bound bound_by_winners(const Set& set, std::size_t d) {
    assert(costs_.plain() && !costs_.weighted() && !consistent_ && set.size() >= 1);
    const std::size_t n = set.size();
    const std::size_t winners = counter_.max_parts_of_winners(set.secrets);
    const std::size_t others = std::min<std::size_t>({n, table_.feedbacks - 1, set.max_parts});
    const HeaviestSums all(n);
    const Value if_winner = costs_.bound_by_parts(all, winners, 1, d),
                if_other = costs_.bound_by_parts(all, others, 0, d);
    const bool exact = winners == n || (winners + 1 == n && if_winner <= if_other);
    return {std::max(costs_.bound_by_size(set, d, labels_), std::min(if_winner, if_other)), exact};
  }

  // A bound by the parts of all allowed guesses.
  Bound bound_by_all_guesses(const Set& set, std::size_t d) {
    assert(set.size() >= 1);
    if (costs_.identifies()) return bound_to_identify(set, d);
    const Value by_size = costs_.bound_by_size(set, d, labels_);
    if (by_size >= infinite) return {infinite, true};
    // Step 1. Look for a perfect guess that wins against a heaviest secret. No set costs less.
    const Value perfect = costs_.value_of_perfect(set, d);
    if (costs_.plain() && perfect < infinite && has_perfect_guess(set)) return {perfect, true};
    // Step 2. Otherwise use the largest number of parts, if parts can be counted.
    const Bound by_parts = consistent_ ? bound_by_consistent(set, d) : bound_by_any(set, d);
    const Value bound = std::max(by_size, by_parts.cost);
    return bound >= infinite ? Bound{infinite, true} : Bound{bound, by_parts.exact};
  }

 private:
  static constexpr std::size_t max_size_for_pairs = 500;  // up to this size, parts of winners are counted: n² steps

  bool has_perfect_guess(const Set& set) {
    if (set.size() > table_.feedbacks) return false;
    return std::any_of(set.secrets.begin(), set.secrets.end(), [&](std::uint32_t secret) {
      if (costs_.weight(secret) != set.heaviest) return false;
      bool perfect = false;
      table_.for_each_winner(
          secret, [&](std::uint32_t guess) { perfect = perfect || counter_.is_perfect(guess, set.secrets); });
      return perfect;
    });
  }

  // The goal to identify: a bound by the largest number of parts of any guess. Without shared labels and costs it is
  // exact if a guess leaves every candidate alone. Without weights it is also exact if a guess leaves one pair
  // together, because the next guess tells the two apart.
  Bound bound_to_identify(const Set& set, std::size_t d) {
    if (!counter_.counts_all()) return {costs_.bound_by_size(set, d, labels_), false};
    const auto [most, e] = max_parts_and_min_cost(set);
    const Value bound = costs_.bound_to_identify(set, d, most, e, labels_);
    if (bound >= infinite) return {infinite, true};
    const bool counts = !costs_.shares_labels() && !costs_.has_costs();
    const bool pair = !costs_.weighted() && most + 1 == set.size() && std::is_same_v<Value, Cost>;
    return {bound, counts && (most == set.size() || pair)};
  }

  struct MaxPartsMinCost {
    std::size_t max_parts;  // the largest number of parts of an allowed guess
    Cost min_cost;          // the least cost of a useful guess
  };
  MaxPartsMinCost max_parts_and_min_cost(const Set& set) {
    if (!costs_.has_costs()) {
      const auto most = counter_.max_parts_of_all(set.secrets, set.allowed);
      return {std::max(most.winners, most.others), 1};
    }
    MaxPartsMinCost result{0, ValueTraits<Cost>::infinite};
    counter_.with_kinds(set.secrets, set.allowed, [&](const auto* kinds, std::size_t most) {
      result.max_parts = most;
      const auto visit = [&](std::uint32_t guess) {
        const GuessKind kind(kinds[guess]);
        if (kind.wins() || kind.parts() > 1) result.min_cost = std::min<Cost>(result.min_cost, table_.cost(guess));
      };
      if (set.allowed.empty()) {
        for (std::uint32_t guess = 0; guess < table_.guesses; ++guess) visit(guess);
      } else {
        for (const std::uint32_t guess : set.allowed) visit(guess);
      }
    });
    return result;
  }

  // A bound if only winners are allowed and no winner of a heaviest secret is perfect: bound_by_parts of the winner
  // with most parts. Without weights it is exact if that winner leaves one pair together and all others alone.
  Bound bound_by_consistent(const Set& set, std::size_t d) {
    const std::size_t n = set.size();
    const HeaviestSums heaviest = heaviest_of(set);
    if (n > max_size_for_pairs) return {costs_.bound_by_parts(heaviest, max_winner_parts(n), 1, d), false};
    const std::size_t most = counter_.max_parts_of_winners(set.secrets);
    const bool exact = costs_.plain() && !costs_.weighted() && (most + 1 == n || costs_.guesses_left(d) <= 2);
    return {costs_.bound_by_parts(heaviest, most, 1, d), exact};
  }

  // A bound if no winner of a heaviest secret is perfect: the smaller of two bounds by parts, one of the winner with
  // most parts, one of the other allowed guess with most parts. The second counts only if that guess has more parts
  // than the winner; otherwise it costs no less.
  //
  // Exact if the smaller bound is that of another guess that leaves every candidate alone. Without weights also exact
  // if it is that of a winner that leaves one pair together: every part then has at most two secrets.
  Bound bound_by_any(const Set& set, std::size_t d) {
    const std::size_t n = set.size();
    const HeaviestSums heaviest = heaviest_of(set);
    if (!counter_.counts_all()) {  // assume the best possible guesses
      const Value winner = costs_.bound_by_parts(heaviest, max_winner_parts(n), 1, d);
      const Value alone = costs_.bound_by_parts(heaviest, std::min<std::size_t>(n, table_.feedbacks - 1), 0, d);
      return {std::min(winner, alone), false};
    }
    const Cost e = costs_.has_costs() ? max_parts_and_min_cost(set).min_cost : 1;
    const auto most = counter_.max_parts_of_all(set.secrets, set.allowed);
    const Value if_winner = costs_.bound_by_parts(heaviest, most.winners, 1, d, e);
    const Value if_other = most.others > 1 ? costs_.bound_by_parts(heaviest, most.others, 0, d, e) : infinite;
    if (!costs_.plain()) return {std::min(if_winner, if_other), false};
    const bool equal_weights = !costs_.weighted();
    const bool exact = (most.others == n && if_other <= if_winner) ||
                       (equal_weights && most.winners + 1 == n && if_winner <= if_other) ||
                       (equal_weights && costs_.guesses_left(d) <= 2);
    return {std::min(if_winner, if_other), exact};
  }

  // The largest number of parts that a winner can have if no perfect guess was found. With weights, Step 1 has looked
  // only at winners of the heaviest secrets. With costs or several winners it has looked at none.
  std::size_t max_winner_parts(std::size_t n) const {
    return std::min<std::size_t>(costs_.weighted() || !costs_.plain() ? n : n - 1, table_.feedbacks);
  }

  HeaviestSums heaviest_of(const Set& set) { return costs_.heaviest_of(set, sums_); }

  const TableView<Ordinal>& table_;
  const CostBounds<Value>& costs_;
  PartCounter<Ordinal>& counter_;
  bool consistent_;
  LabelWeights labels_;
  std::vector<Weight> sums_;
};

}  // namespace bestguess::exact
