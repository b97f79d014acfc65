// What a set costs at least: every lower bound that the search uses, with its proof.
//
// A bound is never above the value of a set, V(S, d), where d guesses have been made. Where a bound is said to be exact it
// is the value. The facts that the proofs rest on:
//   (1) a guess wins against at most one candidate of a set;
//   (2) costs never decrease with depth: cost(d, 1) <= cost(d, 2) <= …; to be lost costs more than any guess;
//   (3) a guess that does not split the candidates, and cannot win, is of no use: the same set is left, one guess deeper.
//
// What comes next has its place here. A *goal*: with "identify" a set that is settled costs nothing, and (1) becomes
// "a feedback of a guess settles at most its own part". *Costs of guesses*: `cost` of the next guess becomes the least cost
// of an allowed guess.
//
// A *rule* only takes guesses away, and never those that may win, so all bounds stay true, and so do the exact ones that
// are reached by winners.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include "core/search/part_counter.hpp"
#include "core/search/request.hpp"
#include "core/search/sets.hpp"
#include "core/table.hpp"

namespace bestguess::exact {

// What the heaviest secrets of a set weigh, for any number of them.
class Heaviest {
 public:
  // Of a set whose secrets weigh 1 each.
  explicit Heaviest(std::size_t size) : size_(size) {}
  // Of a set with these weights; `sums` is scratch, and must outlive this.
  template <class WeightOf>
  Heaviest(Candidates secrets, const WeightOf& weight_of, std::vector<Weight>& sums)
      : size_(secrets.size()), sums_(&sums) {
    sums.clear();
    for (const std::uint32_t secret : secrets) sums.push_back(weight_of(secret));
    std::sort(sums.begin(), sums.end(), std::greater<>());
    std::partial_sum(sums.begin(), sums.end(), sums.begin());
  }

  std::size_t size() const { return size_; }
  Weight of(std::size_t count) const {
    if (!sums_) return static_cast<Weight>(count);
    return count == 0 ? 0 : (*sums_)[count - 1];
  }

 private:
  std::size_t size_;
  const std::vector<Weight>* sums_ = nullptr;
};

// Costs by depth and weight, and the bounds that follow from numbers alone. Shared by all threads.
template <class Value>
class CostBounds {
 public:
  static constexpr Value infinite = ValueTraits<Value>::infinite;

  template <class Ordinal>
  CostBounds(const TableView<Ordinal>& table, const Objective& objective)
      : objective_(objective), feedbacks_(table.feedbacks), weights_(table.weights) {
    assert(std::is_sorted(objective.cost.begin(), objective.cost.end()));
    weighted_ = objective.weighted && std::any_of(weights_.begin(), weights_.end(), [](auto w) { return w != 1; });
    fill_size_bounds(table.secrets);
  }

  bool linear() const { return objective_.linear; }
  bool weighted() const { return weighted_; }
  Weight weight(std::uint32_t secret) const { return weighted_ ? weights_[secret] : 1; }

  // The cost of guess number d + ahead, where d guesses have been made; beyond the last guess, of being lost.
  Value cost(std::size_t d, std::size_t ahead) const {
    assert(ahead >= 1);
    if (objective_.linear) return ValueTraits<Value>::of({0, static_cast<Cost>(ahead)});
    if (d + ahead <= objective_.cost.size()) return ValueTraits<Value>::of({0, objective_.cost[d + ahead - 1]});
    return lost;
  }

  // The depth below d: always 0 with linear costs, where a set's value does not depend on it.
  std::size_t next(std::size_t d) const { return objective_.linear ? 0 : d + 1; }

  // What a part's value grows by because the guess above it counts: with linear costs, every secret is one deeper.
  Value shift(const Set& part) const { return shift(part.weight); }
  Value shift(Weight weight) const { return objective_.linear ? ValueTraits<Value>::of({0, weight}) : Value{}; }

  // What secrets of this weight in all cost at a depth of this cost. Secrets without weight cost nothing, at any depth.
  static Value product(Weight weight, const Value& cost) {
    return weight == 0 ? Value{} : cost >= infinite ? infinite : weight * cost;
  }

  // How many of the next guesses may find something: those that are left, where secrets may be lost.
  std::size_t guesses_left(std::size_t d) const {
    if constexpr (std::is_same_v<Value, Cost>) return ~std::size_t{0};
    return objective_.cost.size() - std::min(d, objective_.cost.size());
  }

  // Whether the value of a set follows from its size and weights alone: one or two candidates, or one guess left at most.
  bool is_settled(std::size_t size, std::size_t d) const { return size <= 2 || guesses_left(d) <= 1; }

  // The value of such a set. The heaviest is played first and found. If there is another, it is known then and found next;
  // if no guess is left then, all others are lost. Every other order costs at least as much by (1) and (2). A limit of
  // guesses holds for secrets without weight, too.
  Value value_of_settled(const Set& set, std::size_t d) const {
    assert(set.size() >= 1 && is_settled(set.size(), d));
    if (cost(d, std::min<std::size_t>(set.size(), 2)) >= infinite) return infinite;
    return product(set.heaviest, cost(d, 1)) + product(set.weight - set.heaviest, cost(d, 2));
  }

  // A bound by size, or by weight where weights count.
  //
  // Size: with b losing feedbacks at most 1, b, b², … secrets are found by the next guess, the one after, …. Proof: a tree
  // has one node at its root, each node has at most b branches that go on, and each node wins one secret at most (1). The
  // earliest places cost least (2).
  // Weight: one secret is found by the next guess, at best the heaviest, and every other one later (1, 2). That a limit
  // cannot be kept follows from the size alone.
  // Exact for a set of one.
  Value bound_by_size(std::size_t size, Weight weight, Weight heaviest, std::size_t d) const {
    assert(size < size_bounds_[0].size());
    const Value by_size = size_bounds_[objective_.linear ? 0 : std::min(d, size_bounds_.size() - 1)][size];
    if (!weighted_ || by_size >= infinite) return by_size;
    return product(heaviest, cost(d, 1)) + product(weight - heaviest, cost(d, 2));
  }
  Value bound_by_size(const Set& set, std::size_t d) const {
    return bound_by_size(set.size(), set.weight, set.heaviest, d);
  }

  // `sums` is scratch, and must outlive the result.
  Heaviest heaviest_of(const Set& set, std::vector<Weight>& sums) const {
    if (!weighted_) return Heaviest(set.size());
    return {set.secrets, [&](std::uint32_t secret) { return weight(secret); }, sums};
  }

  // A set whose best guess is perfect: the heaviest secret is found by the next guess, and all others, each alone in its
  // part, by the one after. No set costs less (1, 2): a bound, and exact when there is such a guess.
  Value value_of_perfect(const Set& set, std::size_t d) const {
    return product(set.heaviest, cost(d, 1)) + product(set.weight - set.heaviest, cost(d, 2));
  }

  // A guess with k parts, c of them (0 or 1) the winning one, against n secrets: what it costs at least, and so the least
  // that is left by guesses of at most so many parts.
  //
  // Proof: c secrets are found now. Each of the k - c other parts is found by guesses of its own, the first of which finds
  // one of its secrets at most (1): k - c secrets next at best, and the rest, n - k, after that (2). The heaviest come first
  // at best.
  // Falls with k and with c (2), so that greater k and c are a bound of all smaller ones.
  // Exact without weights when every part has at most two secrets, which are found next and after that, and when two guesses
  // are left: each part finds one secret then, and loses the rest. Exact with and without them when every part has one.
  Value bound_by_parts(const Heaviest& heaviest, std::size_t k, std::size_t c, std::size_t d) const {
    const std::size_t n = heaviest.size();
    assert(c <= 1 && c <= k && k <= n);
    if ((k > c && cost(d, 2) >= infinite) || (n > k && cost(d, 3) >= infinite)) return infinite;  // whatever they weigh
    return std::min(infinite, product(heaviest.of(c), cost(d, 1)) +
                                  product(heaviest.of(k) - heaviest.of(c), cost(d, 2)) +
                                  product(heaviest.of(n) - heaviest.of(k), cost(d, 3)));
  }

 private:
  // What cannot be found any more costs this.
  static constexpr Value lost = [] {
    if constexpr (std::is_same_v<Value, Cost>) return infinite;
    else return Value{1, 0};
  }();

  void fill_size_bounds(std::uint32_t secrets) {
    const std::size_t depths = objective_.linear ? 1 : objective_.cost.size() + 1;
    const std::uint64_t losing = std::max<std::uint64_t>(feedbacks_ - 1, 1);
    size_bounds_.assign(depths, std::vector<Value>(std::size_t{secrets} + 1));
    for (std::size_t d = 0; d < depths; ++d) {
      std::uint64_t left = 1, width = 1;
      std::size_t ahead = 1;
      for (std::uint32_t n = 1; n <= secrets; ++n) {
        if (left == 0) {
          width = std::min<std::uint64_t>(width * losing, secrets);
          left = width;
          ++ahead;
        }
        --left;
        size_bounds_[d][n] = std::min(infinite, size_bounds_[d][n - 1] + cost(d, ahead));
      }
    }
  }

  const Objective& objective_;
  std::uint32_t feedbacks_;
  std::span<const std::int64_t> weights_;
  bool weighted_ = false;
  std::vector<std::vector<Value>> size_bounds_;  // by depth and size
};

// The bounds that count the parts of guesses. One for each thread.
template <class Ordinal, class Value>
class CountingBounds {
 public:
  using Bound = bestguess::Bound<Value>;
  static constexpr Value infinite = ValueTraits<Value>::infinite;

  CountingBounds(const TableView<Ordinal>& table, const CostBounds<Value>& costs, PartCounter<Ordinal>& counter,
                 bool consistent)
      : table_(table), costs_(costs), counter_(counter), consistent_(consistent) {}

  // A bound by the parts of the set's own consistent guesses (its winners): n² steps.
  //
  // Proof: the best guess is a winner, and then has no more parts than the best of the winners; or it is not, and then has
  // no more than n, than there are losing feedbacks, and than any guess has of a set that contains this one (a subset has
  // no more parts than the set). Either way bound_by_parts holds.
  // Exact when a winner leaves every candidate alone: then it is perfect.
  Bound bound_by_winners(const Set& set, std::size_t d) {
    assert(!costs_.weighted() && !consistent_ && set.size() >= 1);
    const std::size_t n = set.size();
    const std::size_t winners = counter_.most_of_winners(set.secrets);
    const std::size_t others = std::min<std::size_t>({n, table_.feedbacks - 1, set.most_parts});
    const Heaviest all(n);
    const Value if_winner = costs_.bound_by_parts(all, winners, 1, d),
                if_other = costs_.bound_by_parts(all, others, 0, d);
    return {std::max(costs_.bound_by_size(set, d), std::min(if_winner, if_other)), winners == n};
  }

  // A bound by the parts of all guesses that are allowed.
  Bound bound_by_all_guesses(const Set& set, std::size_t d) {
    assert(set.size() >= 1);
    const Value by_size = costs_.bound_by_size(set, d);
    if (by_size >= infinite) return {infinite, true};
    // Step 1. A perfect guess that wins against the heaviest: no set costs less.
    const Value perfect = costs_.value_of_perfect(set, d);
    if (perfect < infinite && has_perfect_guess(set)) return {perfect, true};
    // Step 2. Otherwise by the most parts, where these can be counted.
    const Bound by_parts = consistent_ ? bound_by_consistent(set, d) : bound_by_any(set, d);
    const Value bound = std::max(by_size, by_parts.cost);
    return bound >= infinite ? Bound{infinite, true} : Bound{bound, by_parts.exact};
  }

 private:
  static constexpr std::size_t most_for_pairs = 500;  // candidates whose winners are counted: n² steps

  bool has_perfect_guess(const Set& set) {
    if (set.size() > table_.feedbacks) return false;
    return std::any_of(set.secrets.begin(), set.secrets.end(), [&](std::uint32_t secret) {
      return costs_.weight(secret) == set.heaviest && counter_.is_perfect(table_.winner[secret], set.secrets);
    });
  }

  // Only winners are allowed, and none is perfect and wins the heaviest: bound_by_parts of the one with the most parts.
  // Exact without weights when that leaves one pair together and every other candidate alone.
  Bound bound_by_consistent(const Set& set, std::size_t d) {
    const std::size_t n = set.size();
    const Heaviest heaviest = heaviest_of(set);
    if (n > most_for_pairs) return {costs_.bound_by_parts(heaviest, most_of_winners(n), 1, d), false};
    const std::size_t most = counter_.most_of_winners(set.secrets);
    const bool exact = !costs_.weighted() && (most + 1 == n || costs_.guesses_left(d) <= 2);
    return {costs_.bound_by_parts(heaviest, most, 1, d), exact};
  }

  // No winner of the heaviest is perfect: bound_by_parts of the winner with the most parts, or of the other allowed guess
  // with the most parts, if that has more, for it costs no less otherwise. Exact when the better of the two leaves every
  // candidate alone (another guess); without weights also when it leaves all but one pair alone (a winner): then every part
  // has at most two secrets.
  Bound bound_by_any(const Set& set, std::size_t d) {
    const std::size_t n = set.size();
    const Heaviest heaviest = heaviest_of(set);
    if (!counter_.counts_all()) {  // the best that can be
      const Value winner = costs_.bound_by_parts(heaviest, most_of_winners(n), 1, d);
      const Value alone = costs_.bound_by_parts(heaviest, std::min<std::size_t>(n, table_.feedbacks - 1), 0, d);
      return {std::min(winner, alone), false};
    }
    const auto most = counter_.most_of_all(set.secrets, set.allowed);
    const Value if_winner = costs_.bound_by_parts(heaviest, most.winners, 1, d);
    const Value if_other = most.others > 1 ? costs_.bound_by_parts(heaviest, most.others, 0, d) : infinite;
    const bool alike = !costs_.weighted();
    const bool exact = (most.others == n && if_other <= if_winner) ||
                       (alike && most.winners + 1 == n && if_winner <= if_other) ||
                       (alike && costs_.guesses_left(d) <= 2);
    return {std::min(if_winner, if_other), exact};
  }

  // The most parts that a winner can have where none is perfect; with weights only one of the heaviest is known not to be.
  std::size_t most_of_winners(std::size_t n) const {
    return std::min<std::size_t>(costs_.weighted() ? n : n - 1, table_.feedbacks);
  }

  Heaviest heaviest_of(const Set& set) { return costs_.heaviest_of(set, sums_); }

  const TableView<Ordinal>& table_;
  const CostBounds<Value>& costs_;
  PartCounter<Ordinal>& counter_;
  bool consistent_;
  std::vector<Weight> sums_;
};

}  // namespace bestguess::exact
