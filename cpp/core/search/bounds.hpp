// What a set costs at least: every lower bound that the search uses, with its proof.
//
// A bound is never above the value of a set, V(S, d), where d guesses have been made. Where a bound is said to be exact it
// is the value. The facts that the proofs rest on:
//   (1) a guess wins against at most m candidates of a set; m is 1 in most games;
//   (2) costs never decrease with depth: cost(d, 1) <= cost(d, 2) <= …; to be lost costs more than any guess;
//   (3) a guess that does not split the candidates, and cannot win, is of no use: the same set is left, one guess deeper;
//   (4) a guess that is of use for a set is of use for every set that contains it, with at least as many parts.
//
// *Costs of guesses*: the bounds count guesses, each of which costs at least e, the least cost of a guess that is of use for
// the set (or of any guess); by (4) no guess below the set costs less.
//
// *The goal to identify*: a set of one label costs nothing more. Let w be the weights of the L labels of a set, and let no
// guess have more than a parts of it, nor, by (4), of any set below. For each label take the leaf of a tree that is the
// first of those with that label: the depths of these leaves are those of a tree of L leaves whose nodes have at most a
// branches. Every secret stands no higher than the leaf of its label. So the total of weight times depth is at least the
// least that such a tree can have, Huffman's, and L <= a^k where k guesses are left.
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

#include "core/search/labels.hpp"
#include "core/search/request.hpp"
#include "core/search/sets.hpp"
#include "core/table.hpp"

namespace bestguess::exact {

// What the heaviest secrets of a set weigh, for any number of them.
class HeaviestSums {
 public:
  // Of a set whose secrets weigh 1 each.
  explicit HeaviestSums(std::size_t size) : size_(size) {}
  // Of a set with these weights; `sums` is scratch, and must outlive this.
  template <class WeightOf>
  HeaviestSums(Candidates secrets, const WeightOf& weight_of, std::vector<Weight>& sums)
      : size_(secrets.size()), sums_(&sums) {
    sums.clear();
    for (const std::uint32_t secret : secrets) sums.push_back(weight_of(secret));
    std::sort(sums.begin(), sums.end(), std::greater<>());
    std::partial_sum(sums.begin(), sums.end(), sums.begin());
  }

  // Of these weights themselves.
  HeaviestSums(std::span<const Weight> weights, std::vector<Weight>& sums) : size_(weights.size()), sums_(&sums) {
    sums.assign(weights.begin(), weights.end());
    std::sort(sums.begin(), sums.end(), std::greater<>());
    std::partial_sum(sums.begin(), sums.end(), sums.begin());
  }

  std::size_t size() const { return size_; }
  bool all_ones() const { return !sums_; }  // each weighs 1
  Weight sum(std::size_t count) const {
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
      : objective_(objective),
        feedbacks_(table.feedbacks),
        max_wins_(table.max_wins),
        weights_(table.weights),
        labels_(table.labels),
        costs_(table.costs) {
    assert(std::is_sorted(objective.cost.begin(), objective.cost.end()));
    weighted_ = objective.weighted && std::any_of(weights_.begin(), weights_.end(), [](auto w) { return w != 1; });
    plain_ = !identifies() && !has_costs() && max_wins_ == 1;
    if (has_costs()) {
      min_cost_ = *std::min_element(costs_.begin(), costs_.end());
      fill_min_winning_costs(table);
    }
    if (identifies()) {
      shares_labels_ = 1 + *std::max_element(labels_.begin(), labels_.end()) < table.secrets;
    } else if (!has_costs() || linear()) {  // else depths are too many to be listed
      fill_size_bounds(table.secrets);
    }
  }

  bool linear() const { return objective_.linear; }
  bool weighted() const { return weighted_; }
  Weight weight(std::uint32_t secret) const { return weighted_ ? weights_[secret] : 1; }

  // Whether the goal is to identify; whether guesses cost more or less than others; whether neither is so, and a guess wins
  // against one secret at most: what is settled, perfect or exact then follows from sizes and numbers of parts.
  bool identifies() const { return !labels_.empty(); }
  bool has_costs() const { return !costs_.empty(); }
  bool plain() const { return plain_; }
  // Whether several secrets have one label.
  bool shares_labels() const { return shares_labels_; }
  // Whether what the labels of a set weigh does not follow from their number.
  bool weighs_labels() const { return shares_labels_ || weighted_; }

  // A depth stands for the number of guesses that have been made and, where guesses have costs and these count by depth, for
  // what they cost in all.
  std::size_t guesses_made(std::size_t d) const { return has_costs() ? d & max_guesses : d; }
  Cost spending(std::size_t d) const { return static_cast<Cost>(has_costs() ? d >> guess_bits : d); }

  // The cost of guess number d + ahead, where d guesses have been made and each of the next costs e; beyond the last guess,
  // of being lost.
  Value cost(std::size_t d, std::size_t ahead, Cost e) const {
    assert(ahead >= 1);
    if (objective_.linear) return ValueTraits<Value>::from_pair({0, static_cast<Cost>(ahead) * e});
    if (has_costs()) return cost_of_depth(guesses_made(d) + ahead, spending(d) + static_cast<Cost>(ahead) * e);
    if (d + ahead <= objective_.cost.size()) return ValueTraits<Value>::from_pair({0, objective_.cost[d + ahead - 1]});
    return lost;
  }
  Value cost(std::size_t d, std::size_t ahead) const { return cost(d, ahead, min_cost_); }
  Cost min_cost() const { return min_cost_; }

  // The cost of a secret that is found by `guess`.
  Value cost_of(std::uint32_t guess, std::size_t d) const { return cost(d, 1, has_costs() ? costs_[guess] : 1); }

  // The depth below d after `guess`: always 0 with linear costs, where a set's value does not depend on it.
  std::size_t depth_after(std::size_t d, std::uint32_t guess) const {
    if (objective_.linear) return 0;
    return has_costs() ? d + 1 + (static_cast<std::size_t>(costs_[guess]) << guess_bits) : d + 1;
  }

  // What a part's value grows by because the guess above it counts: with linear costs, every secret costs so much more.
  Value shift(Weight weight, std::uint32_t guess) const {
    if (!objective_.linear) return Value{};
    return ValueTraits<Value>::from_pair({0, has_costs() ? weight * costs_[guess] : weight});
  }

  // What secrets of this weight in all cost at a depth of this cost. Secrets without weight cost nothing, at any depth.
  static Value product(Weight weight, const Value& cost) {
    return weight == 0 ? Value{} : cost >= infinite ? infinite : weight * cost;
  }

  // What a part of this weight costs that `guess` ends: beyond a limit infinitely much, whatever it weighs.
  Value cost_of_finished(Weight weight, std::uint32_t guess, std::size_t d) const {
    const Value cost = cost_of(guess, d);
    return cost >= infinite ? infinite : product(weight, cost);
  }

  // How many of the next guesses may find something: those that are left, where secrets may be lost.
  std::size_t guesses_left(std::size_t d) const {
    if constexpr (std::is_same_v<Value, Cost>) return ~std::size_t{0};
    return guesses_allowed(d);
  }

  // Whether the value of a set follows from its size and weights alone.
  // Most games: one or two candidates, or one guess left at most.
  // Several winners, or costs: one candidate, or no guess left.
  // To identify: two candidates, which some guess of the game tells apart (no costs), or no guess left.
  bool is_trivial(std::size_t size, std::size_t d) const {
    if (plain_) return size <= 2 || guesses_left(d) <= 1;
    if (guesses_left(d) == 0) return true;
    return identifies() ? size == 2 && !has_costs() : size == 1;
  }

  // The value of such a set.
  // Most games: the heaviest is played first and found. If there is another, it is known then and found next;
  // if no guess is left then, all others are lost. Every other order costs at least as much by (1) and (2). A limit of
  // guesses holds for secrets without weight, too.
  // Otherwise: everything is found by the next guess, the cheapest that wins against a single candidate; or nothing is.
  Value value_of_trivial(const Set& set, std::size_t d) const {
    assert(set.size() >= 1 && is_trivial(set.size(), d));
    if (!plain_) {
      const Value next =
          set.size() == 1 && has_costs() ? cost(d, 1, min_winning_costs_[set.secrets[0]]) : cost(d, 1, min_cost_);
      return next >= infinite ? infinite : product(set.weight, next);
    }
    if (cost(d, std::min<std::size_t>(set.size(), 2)) >= infinite) return infinite;
    return product(set.heaviest, cost(d, 1)) + product(set.weight - set.heaviest, cost(d, 2));
  }

  // A bound by size, or by weight where weights count. Not where the goal is to identify.
  //
  // Size: with b losing feedbacks at most m, b m, b² m, … secrets are found by the next guess, the one after, …. Proof: a
  // tree has one node at its root, each node has at most b branches that go on, and each node wins m secrets at most (1).
  // The earliest places cost least (2).
  // Weight: m secrets are found by the next guess, at best the heaviest, and every other one later (1, 2). That a limit
  // cannot be kept follows from the size alone.
  // Most parts: where no guess has more parts of a set that contains this one, none has more of this one, so that
  // bound_by_parts of so many holds.
  // Exact for a set of one, where all guesses cost the same.
  Value bound_by_size(std::size_t size, Weight weight, Weight heaviest, std::size_t max_parts, std::size_t d) const {
    const Value by_size = size_bounds_.empty() ? compute_size_bound(size, d) : listed_size_bound(size, d);
    if (weighted_) return by_size < infinite ? bound_by_weight(weight, heaviest, d) : by_size;
    if (max_parts >= size) return by_size;  // the usual case
    return std::max(by_size, bound_by_parts(HeaviestSums(size), max_parts, 1, d));
  }
  // The same, for both goals.
  Value bound_by_size(const Set& set, std::size_t d, LabelWeights& labels) const {
    if (identifies()) return bound_to_identify(set, d, set.max_parts, min_cost_, labels);
    return bound_by_size(set.size(), set.weight, set.heaviest, set.max_parts, d);
  }

  // Where the goal is to identify: what a set of several labels costs at least if no guess has more than `arity` parts of
  // it, and none that splits it costs less than e. The proof stands above; where a limit must be kept, a label is told from
  // the others by as many guesses as are left, and:
  // Fewest at the limit: let x labels be found before the last of k guesses. Leaves at depth k - 1 at most take a places of
  // a^k each, those at depth k one, so x a + (L - x) <= a^k, and the others are found at depth k, at best the lightest.
  // Least lost: at most a^k labels are found within k guesses, at best the heaviest, and none by less than one guess; where
  // that may be all labels that weigh something, none of these is lost at best, and then they cost what Huffman says.
  Value bound_to_identify(const Set& set, std::size_t d, std::size_t arity, Cost e, LabelWeights& labels) const {
    assert(set.labels >= 2);
    arity = std::max<std::size_t>(arity, 2);
    if (objective_.linear) return ValueTraits<Value>::from_pair({0, e * min_total(set, arity, labels)});
    const std::size_t left = guesses_allowed(d), needed = min_guesses(set.labels, arity);
    if constexpr (std::is_same_v<Value, LossCost>) {
      return min_loss(set, d, arity, left, labels);
    } else {
      if (needed > left || spending(d) + e * static_cast<Cost>(needed) > objective_.spending_limit) return infinite;
      if (objective_.cost.back() == 0) return 0;
      if (objective_.cost.front() > 0) return set.weight * spending(d) + e * min_total(set, arity, labels);
      return min_weight_at_limit(set, arity, left, labels);
    }
  }

  // What the weights of the labels are, the lightest first.
  std::span<const Weight> label_weights(const Set& set, LabelWeights& labels) const {
    return labels.sorted_weights(set.secrets, [&](std::uint32_t secret) { return weight(secret); });
  }

  // Where the goal is to identify: what a guess of k parts costs at least, beside bound_to_identify.
  //
  // Proof: if there are more than k labels, one part has several at least, so that at most k - 1 labels, at best the heaviest,
  // are found by this guess, and the others later.
  Value bound_by_parts_to_identify(const HeaviestSums& labels, std::size_t k, std::size_t d, Cost e) const {
    const Weight all = labels.sum(labels.size());
    const Weight found = k >= labels.size() ? all : labels.sum(k - 1);
    if (objective_.linear) return ValueTraits<Value>::from_pair({0, e * (2 * all - found)});
    if constexpr (std::is_same_v<Value, LossCost>) return Value{};
    else return std::min(infinite, product(found, cost(d, 1, e)) + product(all - found, cost(d, 2, e)));
  }

  // `sums` is scratch, and must outlive the result.
  HeaviestSums heaviest_of(const Set& set, std::vector<Weight>& sums) const {
    if (!weighted_) return HeaviestSums(set.size());
    return {set.secrets, [&](std::uint32_t secret) { return weight(secret); }, sums};
  }

  // A set whose best guess is perfect: the heaviest secret is found by the next guess, and all others, each alone in its
  // part, by the one after. No set costs less (1, 2) in most games: a bound, and exact when there is such a guess.
  Value value_of_perfect(const Set& set, std::size_t d) const {
    return product(set.heaviest, cost(d, 1)) + product(set.weight - set.heaviest, cost(d, 2));
  }

  // A guess with k parts, c of them (0 or 1) the winning one, against n secrets: what it costs at least, and so the least
  // that is left by guesses of at most so many parts. No guess that is of use costs less than e.
  //
  // Proof: at most c m secrets are found now. Each of the k - c other parts is found by guesses of its own, the first of
  // which finds m of its secrets at most (1): (k - c) m secrets next at best, and the rest after that (2). The heaviest come
  // first at best.
  // Falls with k and with c (2), so that greater k and c are a bound of all smaller ones.
  // Exact, with m = 1 and no costs, without weights when every part has at most two secrets, which are found next and after
  // that, and when two guesses are left: each part finds one secret then, and loses the rest. Exact with and without them
  // when every part has one.
  Value bound_by_parts(const HeaviestSums& heaviest, std::size_t k, std::size_t c, std::size_t d, Cost e) const {
    const std::size_t n = heaviest.size();
    assert(c <= 1 && c <= k && k <= n);
    const std::size_t first = std::min<std::size_t>(n, c * max_wins_);
    const std::size_t second = std::min<std::size_t>(n, first + (k - c) * max_wins_);
    if (objective_.linear && heaviest.all_ones()) {  // first at e, the second at 2 e, the others at 3 e
      return ValueTraits<Value>::from_pair({0, e * static_cast<Cost>(3 * n - first - second)});
    }
    if ((second > first && cost(d, 2, e) >= infinite) || (n > second && cost(d, 3, e) >= infinite)) return infinite;
    return std::min(infinite, product(heaviest.sum(first), cost(d, 1, e)) +
                                  product(heaviest.sum(second) - heaviest.sum(first), cost(d, 2, e)) +
                                  product(heaviest.sum(n) - heaviest.sum(second), cost(d, 3, e)));
  }
  Value bound_by_parts(const HeaviestSums& heaviest, std::size_t k, std::size_t c, std::size_t d) const {
    return bound_by_parts(heaviest, k, c, d, min_cost_);
  }

 private:
  // What cannot be found any more costs this.
  static constexpr Value lost = [] {
    if constexpr (std::is_same_v<Value, Cost>) return infinite;
    else return Value{1, 0};
  }();

  static constexpr unsigned guess_bits = 20;  // of a depth that also stands for what was spending
  static constexpr std::size_t max_guesses = (std::size_t{1} << guess_bits) - 1;

  // The cost of a secret that is found by this guess, after so much was spending.
  Value cost_of_depth(std::size_t guess, Cost spending) const {
    if (guess > objective_.cost.size() || spending > objective_.spending_limit) return infinite;
    return ValueTraits<Value>::from_pair({0, objective_.cost[guess - 1] == 0 ? 0 : spending});
  }

  std::size_t guesses_allowed(std::size_t d) const {
    return objective_.cost.size() - std::min(guesses_made(d), objective_.cost.size());
  }

  Cost min_total(const Set& set, std::size_t arity, LabelWeights& labels) const {
    if (!weighs_labels()) return min_depth_sum(set.size(), arity);
    return labels.min_weighted_depth_sum(label_weights(set, labels), arity);
  }

  // arity^guesses, or `most` if that is less.
  static std::uint64_t count_leaves(std::uint64_t arity, std::size_t guesses, std::uint64_t most) {
    std::uint64_t count = 1;
    for (std::size_t i = 0; i < guesses && count < most; ++i) count *= arity;
    return std::min(count, most);
  }

  Value min_weight_at_limit(const Set& set, std::size_t arity, std::size_t left, LabelWeights& labels) const {
    const std::uint64_t all = set.labels, places = count_leaves(arity, left, all * arity);
    const std::uint64_t before = std::min((places - all) / (arity - 1), all);
    if (!weighs_labels()) return ValueTraits<Value>::from_pair({0, static_cast<Cost>(all - before)});
    const std::span<const Weight> weights = label_weights(set, labels);
    const std::span<const Weight> lightest = weights.first(weights.size() - before);
    return ValueTraits<Value>::from_pair({0, std::accumulate(lightest.begin(), lightest.end(), Cost{0})});
  }

  Value min_loss(const Set& set, std::size_t d, std::size_t arity, std::size_t left, LabelWeights& labels) const {
    if (left == 0) return {set.weight, 0};
    std::span<const Weight> weights = label_weights(set, labels);
    while (!weights.empty() && weights.front() == 0) weights = weights.subspan(1);
    const std::uint64_t found = count_leaves(arity, left, weights.size());
    if (found == weights.size()) {
      return {0, set.weight * spending(d) + std::max(set.weight, labels.min_weighted_depth_sum(weights, arity))};
    }
    const Weight weight = std::accumulate(weights.end() - static_cast<std::ptrdiff_t>(found), weights.end(), Weight{0});
    return {set.weight - weight, weight * (spending(d) + 1)};
  }

  // What the cheapest guess that wins each secret costs.
  template <class Ordinal>
  void fill_min_winning_costs(const TableView<Ordinal>& table) {
    if (identifies()) return;
    min_winning_costs_.assign(table.secrets, infinite_cost);
    for (std::uint32_t secret = 0; secret < table.secrets; ++secret) {
      table.for_each_winner(secret, [&](std::uint32_t guess) {
        min_winning_costs_[secret] = std::min<Cost>(min_winning_costs_[secret], costs_[guess]);
      });
    }
  }

  Value bound_by_weight(Weight weight, Weight heaviest, std::size_t d) const {
    const Weight first = std::min(weight, max_wins_ * heaviest);
    return product(first, cost(d, 1)) + product(weight - first, cost(d, 2));
  }

  Value listed_size_bound(std::size_t size, std::size_t d) const {
    assert(size < size_bounds_[0].size());
    return size_bounds_[objective_.linear ? 0 : std::min(d, size_bounds_.size() - 1)][size];
  }

  // The same where depths are too many to be listed.
  Value compute_size_bound(std::size_t size, std::size_t d) const {
    const std::uint64_t losing = std::max<std::uint64_t>(feedbacks_ - 1, 1);
    Value sum{};
    std::uint64_t width = std::min<std::uint64_t>(max_wins_, size);
    for (std::size_t ahead = 1; size > 0 && sum < infinite; ++ahead) {
      sum = std::min(infinite, sum + product(static_cast<Weight>(width), cost(d, ahead)));
      size -= width;
      width = std::min<std::uint64_t>(width * losing, size);
    }
    return sum;
  }

  void fill_size_bounds(std::uint32_t secrets) {
    const std::size_t depths = objective_.linear ? 1 : objective_.cost.size() + 1;
    const std::uint64_t losing = std::max<std::uint64_t>(feedbacks_ - 1, 1);
    size_bounds_.assign(depths, std::vector<Value>(std::size_t{secrets} + 1));
    for (std::size_t d = 0; d < depths; ++d) {
      std::uint64_t left = max_wins_, width = max_wins_;
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

  static constexpr Cost infinite_cost = ValueTraits<Cost>::infinite;
  const Objective& objective_;
  std::uint32_t feedbacks_, max_wins_;
  std::span<const std::int64_t> weights_;
  std::span<const std::uint32_t> labels_;
  std::span<const std::int64_t> costs_;
  bool weighted_ = false, plain_ = true, shares_labels_ = false;
  Cost min_cost_ = 1;                            // guess of all
  std::vector<Cost> min_winning_costs_;          // by secret, where guesses have costs
  std::vector<std::vector<Value>> size_bounds_;  // by depth and size
};

}  // namespace bestguess::exact
