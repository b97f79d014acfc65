// Lower bounds of the value of a set: every bound that the search uses, with its proof.
//
// Let V(S, d) be the value of set S after d guesses: the least cost of finding all its secrets (request.hpp). A bound
// is never above V(S, d). An exact bound equals it.
//
// A guess is *useful* for a set if it splits the set or wins against one of its secrets. The proofs use these facts:
//   (1) A guess wins against at most m candidates of a set. In most games m is 1.
//   (2) Costs never decrease with depth: cost(d, 1) <= cost(d, 2) <= …. Losing a secret costs more than any guess.
//   (3) A guess that is not useful never helps: it leaves the same set, one guess deeper.
//   (4) A guess that is useful for a set is useful for every set that contains it, and has at least as many parts
//       there.
//
// A game is *plain* if the goal is hit, all guesses cost 1, and m is 1. Comments say "most games" for plain games.
//
// *Costs of guesses.* The bounds count guesses, and each guess costs at least e. Here e is the least cost of a guess
// that is useful for the set, or simply of any guess. By (4) no guess that is useful further below costs less.
//
// *The goal to identify.* A set with one label costs nothing more. Take a set with L labels, and suppose that no guess
// has more than a parts of it. By (4) no guess has more than a parts of any subset.
//   1. Take any tree for the set. For each label choose the shallowest leaf with that label, and remove all other
//      leaves.
//   2. What remains is a tree with L leaves whose nodes have at most a branches.
//   3. Every secret is at least as deep as the chosen leaf of its label.
//   4. So the sum of weight times depth is at least that of the best tree with L leaves of these weights, which
//      Huffman's algorithm finds.
//   5. If k guesses are left, then L <= a^k.
//
// *Rules.* A rule removes guesses, but never one that may win. So all bounds stay true. The exact bounds stay exact if
// a winning guess reaches them.
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

// The total weight of the k heaviest items of a set, for every k.
class HeaviestSums {
 public:
  // All `size` secrets weigh 1.
  explicit HeaviestSums(std::size_t size) : size_(size) {}
  // Secrets with these weights. `sums` is scratch memory and must outlive this object.
  template <class WeightOf>
  HeaviestSums(Candidates secrets, const WeightOf& weight_of, std::vector<Weight>& sums)
      : size_(secrets.size()), sums_(&sums) {
    sums.clear();
    for (const std::uint32_t secret : secrets) sums.push_back(weight_of(secret));
    std::sort(sums.begin(), sums.end(), std::greater<>());
    std::partial_sum(sums.begin(), sums.end(), sums.begin());
  }

  // The weights themselves, for example of labels.
  HeaviestSums(std::span<const Weight> weights, std::vector<Weight>& sums) : size_(weights.size()), sums_(&sums) {
    sums.assign(weights.begin(), weights.end());
    std::sort(sums.begin(), sums.end(), std::greater<>());
    std::partial_sum(sums.begin(), sums.end(), sums.begin());
  }

  std::size_t size() const { return size_; }
  bool all_ones() const { return !sums_; }  // whether every item weighs 1
  // The total weight of the `count` heaviest items.
  Weight sum(std::size_t count) const {
    if (!sums_) return static_cast<Weight>(count);
    return count == 0 ? 0 : (*sums_)[count - 1];
  }

 private:
  std::size_t size_;
  const std::vector<Weight>* sums_ = nullptr;
};

// Costs by depth and weight, and the bounds that follow from sizes and weights alone. Shared by all threads.
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
    } else if (!has_costs() || linear()) {  // otherwise there are too many depths to list
      fill_size_bounds(table.secrets);
    }
  }

  bool linear() const { return objective_.linear; }
  bool weighted() const { return weighted_; }
  Weight weight(std::uint32_t secret) const { return weighted_ ? weights_[secret] : 1; }

  // What kind of game it is (see the top of this file). In plain games, whether a set is trivial and whether a bound is
  // exact follow from sizes and numbers of parts.
  bool identifies() const { return !labels_.empty(); }
  bool has_costs() const { return !costs_.empty(); }
  bool plain() const { return plain_; }
  // Whether some label has several secrets.
  bool shares_labels() const { return shares_labels_; }
  // Whether labels may differ in weight. If not, the number of labels is enough for a bound.
  bool weighs_labels() const { return shares_labels_ || weighted_; }

  // A depth d encodes the number of guesses made. If guesses have costs and the objective is not linear, it also
  // encodes their total cost, in the upper bits.
  std::size_t guesses_made(std::size_t d) const { return has_costs() ? d & max_guesses : d; }
  Cost spending(std::size_t d) const { return static_cast<Cost>(has_costs() ? d >> guess_bits : d); }

  // The cost of a secret that is found by guess number d + ahead, if each of the guesses after d costs e. Beyond the
  // last allowed guess it is the cost of a lost secret.
  Value cost(std::size_t d, std::size_t ahead, Cost e) const {
    assert(ahead >= 1);
    if (objective_.linear) return ValueTraits<Value>::from_pair({0, static_cast<Cost>(ahead) * e});
    if (has_costs()) return cost_of_depth(guesses_made(d) + ahead, spending(d) + static_cast<Cost>(ahead) * e);
    if (d + ahead <= objective_.cost.size()) return ValueTraits<Value>::from_pair({0, objective_.cost[d + ahead - 1]});
    return lost;
  }
  Value cost(std::size_t d, std::size_t ahead) const { return cost(d, ahead, min_cost_); }
  Cost min_cost() const { return min_cost_; }

  // The cost of a secret that `guess` finds.
  Value cost_of(std::uint32_t guess, std::size_t d) const { return cost(d, 1, has_costs() ? costs_[guess] : 1); }

  // The depth after `guess`. It is always 0 if the objective is linear, because then the value of a set does not depend
  // on its depth.
  std::size_t depth_after(std::size_t d, std::uint32_t guess) const {
    if (objective_.linear) return 0;
    return has_costs() ? d + 1 + (static_cast<std::size_t>(costs_[guess]) << guess_bits) : d + 1;
  }

  // The amount that `guess` adds to the value of a part below it. If the objective is linear, the guess costs something
  // for every secret of the part; otherwise the depth accounts for it.
  Value shift(Weight weight, std::uint32_t guess) const {
    if (!objective_.linear) return Value{};
    return ValueTraits<Value>::from_pair({0, has_costs() ? weight * costs_[guess] : weight});
  }

  // The cost of secrets of this total weight that cost `cost` each. Secrets of weight 0 cost nothing at any depth.
  static Value product(Weight weight, const Value& cost) {
    return weight == 0 ? Value{} : cost >= infinite ? infinite : weight * cost;
  }

  // The cost of a part that `guess` finishes. Beyond the limit it is infinite, even if the part weighs 0.
  Value cost_of_finished(Weight weight, std::uint32_t guess, std::size_t d) const {
    const Value cost = cost_of(guess, d);
    return cost >= infinite ? infinite : product(weight, cost);
  }

  // The number of guesses left if secrets may be lost; otherwise no limit counts here.
  std::size_t guesses_left(std::size_t d) const {
    if constexpr (std::is_same_v<Value, Cost>) return ~std::size_t{0};
    return guesses_allowed(d);
  }

  // Whether the value of a set follows from its size and weights alone:
  //   * most games: at most two candidates, or at most one guess left;
  //   * several winners, or costs: one candidate, or no guess left;
  //   * the goal to identify: two candidates and no costs (some guess tells them apart), or no guess left.
  bool is_trivial(std::size_t size, std::size_t d) const {
    if (plain_) return size <= 2 || guesses_left(d) <= 1;
    if (guesses_left(d) == 0) return true;
    return identifies() ? size == 2 && !has_costs() : size == 1;
  }

  // The value of a trivial set.
  //
  // Most games: guess the heaviest secret first. If another one is left, it is known then and found next. If no guess
  // is left then, all others are lost. By (1) and (2) no other order costs less. The limit of guesses holds for secrets
  // of weight 0 too.
  //
  // Otherwise: the next guess finds everything, or nothing is found. For a single candidate it is the cheapest guess
  // that wins.
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

  // A bound by size, or by weight if weights count. Not for the goal to identify.
  //
  // By size: let b be the number of losing feedbacks. The next guess finds at most m secrets, the guess after it at
  // most b m, then b² m, and so on. Proof: a tree has one node at its root, each node has at most b branches that go
  // on, and each node wins against at most m secrets (1). The earliest places cost least (2).
  //
  // By weight: the next guess finds at most m secrets, at best the heaviest. All others are found later (1, 2). Whether
  // the limit can be kept follows from the size alone.
  //
  // By max_parts: no guess has more parts of some set that contains this one, so none has more of this one (4). So
  // bound_by_parts holds for that number of parts.
  //
  // Exact for a set of one secret if all guesses cost the same.
  Value bound_by_size(std::size_t size, Weight weight, Weight heaviest, std::size_t max_parts, std::size_t d) const {
    const Value by_size = size_bounds_.empty() ? compute_size_bound(size, d) : listed_size_bound(size, d);
    if (weighted_) return by_size < infinite ? bound_by_weight(weight, heaviest, d) : by_size;
    if (max_parts >= size) return by_size;  // the usual case
    return std::max(by_size, bound_by_parts(HeaviestSums(size), max_parts, 1, d));
  }
  // Returns the bound by size for either goal.
  Value bound_by_size(const Set& set, std::size_t d, LabelWeights& labels) const {
    if (identifies()) return bound_to_identify(set, d, set.max_parts, min_cost_, labels);
    return bound_by_size(set.size(), set.weight, set.heaviest, set.max_parts, d);
  }

  // The goal to identify: a bound for a set of at least two labels, if no guess has more than `arity` = a parts of it
  // and no guess that splits it costs less than e. The proof is at the top of this file.
  //
  // Without losses there are three objectives besides the linear one: all costs are 0 (only the limit matters), the
  // costs are 1, 2, 3, …, or only the last guess costs 1 (min_weight_at_limit). With losses, see min_loss.
  Value bound_to_identify(const Set& set, std::size_t d, std::size_t arity, Cost e, LabelWeights& labels) const {
    assert(set.labels >= 2);
    arity = std::max<std::size_t>(arity, 2);
    if (objective_.linear) return ValueTraits<Value>::from_pair({0, e * min_total(set, arity, labels)});
    const std::size_t left = guesses_allowed(d), needed = min_guesses(set.labels, arity);
    if constexpr (std::is_same_v<Value, LossCost>) {
      return min_loss(set, d, arity, left, labels);
    } else {
      if (needed > left || spending(d) + e * static_cast<Cost>(needed) > objective_.spending_limit) return infinite;
      if (objective_.cost.back() == 0) return 0;  // only the limit matters
      if (objective_.cost.front() > 0) return set.weight * spending(d) + e * min_total(set, arity, labels);
      return min_weight_at_limit(set, arity, left, labels);
    }
  }

  // Returns the weight of each label, the lightest first.
  std::span<const Weight> label_weights(const Set& set, LabelWeights& labels) const {
    return labels.sorted_weights(set.secrets, [&](std::uint32_t secret) { return weight(secret); });
  }

  // The goal to identify: a bound for a guess with k parts, to be combined with bound_to_identify.
  //
  // Proof: if there are more than k labels, some part has at least two labels. So this guess finds at most k - 1
  // labels, at best the heaviest. All others are found later.
  Value bound_by_parts_to_identify(const HeaviestSums& labels, std::size_t k, std::size_t d, Cost e) const {
    const Weight all = labels.sum(labels.size());
    const Weight found_weight = k >= labels.size() ? all : labels.sum(k - 1);
    if (objective_.linear) return ValueTraits<Value>::from_pair({0, e * (2 * all - found_weight)});
    if constexpr (std::is_same_v<Value, LossCost>) return Value{};
    else return std::min(infinite, product(found_weight, cost(d, 1, e)) + product(all - found_weight, cost(d, 2, e)));
  }

  // `sums` is scratch memory and must outlive the result.
  HeaviestSums heaviest_of(const Set& set, std::vector<Weight>& sums) const {
    if (!weighted_) return HeaviestSums(set.size());
    return {set.secrets, [&](std::uint32_t secret) { return weight(secret); }, sums};
  }

  // The value of a set that has a perfect guess: one that wins against the heaviest secret and leaves every other one
  // alone in its part. The next guess finds the heaviest secret, and the guess after it finds the others. In most games
  // no set costs less (1, 2). So this is a bound for every set, and exact if there is a perfect guess.
  Value value_of_perfect(const Set& set, std::size_t d) const {
    return product(set.heaviest, cost(d, 1)) + product(set.weight - set.heaviest, cost(d, 2));
  }

  // A bound for a guess with k parts of n secrets. c is 1 if the guess can win, else 0. No useful guess costs less than
  // e.
  //
  // Proof: this guess finds at most c m secrets. Each of the other k - c parts needs its own guesses, and the first of
  // them finds at most m secrets (1). So the second guess finds at most (k - c) m secrets, and all others are found
  // later (2). At best the heaviest are found first.
  //
  // The bound falls as k or c grows (2). So the bound for k and c also holds for all guesses with fewer parts and a
  // smaller c.
  //
  // Exact if m = 1, no guess has a cost of its own, and one of these holds:
  //   * every part has one secret, and the winning one, if any, is a heaviest secret;
  //   * all weights are equal, and every part has at most two secrets: they are found by the second and third guess;
  //   * all weights are equal, secrets may be lost, and two guesses are left: each part finds one secret and loses the
  //     rest.
  Value bound_by_parts(const HeaviestSums& heaviest, std::size_t k, std::size_t c, std::size_t d, Cost e) const {
    const std::size_t n = heaviest.size();
    assert(c <= 1 && c <= k && k <= n);
    const std::size_t first = std::min<std::size_t>(n, c * max_wins_);
    const std::size_t second = std::min<std::size_t>(n, first + (k - c) * max_wins_);
    if (objective_.linear && heaviest.all_ones()) {  // the first secrets cost e each, the second 2 e, the others 3 e
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
  // The cost of a secret that cannot be found any more.
  static constexpr Value lost = [] {
    if constexpr (std::is_same_v<Value, Cost>) return infinite;
    else return Value{1, 0};
  }();

  static constexpr unsigned guess_bits = 20;  // bits for the number of guesses in a depth (see guesses_made)
  static constexpr std::size_t max_guesses = (std::size_t{1} << guess_bits) - 1;

  // The cost of a secret that is found by this guess number after spending this much.
  Value cost_of_depth(std::size_t guess, Cost spending) const {
    if (guess > objective_.cost.size() || spending > objective_.spending_limit) return infinite;
    return ValueTraits<Value>::from_pair({0, objective_.cost[guess - 1] == 0 ? 0 : spending});
  }

  std::size_t guesses_allowed(std::size_t d) const {
    return objective_.cost.size() - std::min(guesses_made(d), objective_.cost.size());
  }

  // The bound of step 4 at the top of this file, in guesses.
  Cost min_total(const Set& set, std::size_t arity, LabelWeights& labels) const {
    if (!weighs_labels()) return min_depth_sum(set.size(), arity);
    return labels.min_weighted_depth_sum(label_weights(set, labels), arity);
  }

  // Returns arity^guesses, but at most `limit`.
  static std::uint64_t count_leaves(std::uint64_t arity, std::size_t guesses, std::uint64_t limit) {
    std::uint64_t count = 1;
    for (std::size_t i = 0; i < guesses && count < limit; ++i) count *= arity;
    return std::min(count, limit);
  }

  // A bound of the weight that is found only by the last of the k guesses that are left.
  //
  // Proof: let x labels be found before the last guess. A leaf at depth k - 1 or less takes the place of at least a of
  // the a^k leaves at depth k. So x a + (L - x) <= a^k. The other L - x labels are found at depth k, at best the
  // lightest.
  Value min_weight_at_limit(const Set& set, std::size_t arity, std::size_t left, LabelWeights& labels) const {
    const std::uint64_t all = set.labels, places = count_leaves(arity, left, all * arity);
    const std::uint64_t before = std::min((places - all) / (arity - 1), all);
    if (!weighs_labels()) return ValueTraits<Value>::from_pair({0, static_cast<Cost>(all - before)});
    const std::span<const Weight> weights = label_weights(set, labels);
    const std::span<const Weight> lightest = weights.first(weights.size() - before);
    return ValueTraits<Value>::from_pair({0, std::accumulate(lightest.begin(), lightest.end(), Cost{0})});
  }

  // A bound if secrets may be lost.
  //
  // Proof: within k guesses at most a^k labels are found, at best the heaviest, and each takes at least one guess. If
  // that suffices for all labels that weigh something, at best none of these is lost, and they cost at least what
  // Huffman's tree costs.
  Value min_loss(const Set& set, std::size_t d, std::size_t arity, std::size_t left, LabelWeights& labels) const {
    if (left == 0) return {set.weight, 0};
    std::span<const Weight> weights = label_weights(set, labels);
    while (!weights.empty() && weights.front() == 0) weights = weights.subspan(1);
    const std::uint64_t max_found = count_leaves(arity, left, weights.size());
    if (max_found == weights.size()) {
      return {0, set.weight * spending(d) + std::max(set.weight, labels.min_weighted_depth_sum(weights, arity))};
    }
    const Weight weight =
        std::accumulate(weights.end() - static_cast<std::ptrdiff_t>(max_found), weights.end(), Weight{0});
    return {set.weight - weight, weight * (spending(d) + 1)};
  }

  // Computes for each secret the cost of the cheapest guess that wins against it.
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

  // The bound by size, precomputed.
  Value listed_size_bound(std::size_t size, std::size_t d) const {
    assert(size < size_bounds_[0].size());
    return size_bounds_[objective_.linear ? 0 : std::min(d, size_bounds_.size() - 1)][size];
  }

  // The bound by size, computed each time. Used if there are too many depths to list.
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

  // Fills the list of bounds by size. `left` counts the places that remain at the current depth.
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
  Cost min_cost_ = 1;                            // the least cost of any guess
  std::vector<Cost> min_winning_costs_;          // by secret; empty unless guesses have costs
  std::vector<std::vector<Value>> size_bounds_;  // by depth and size; empty if there are too many depths
};

}  // namespace bestguess::exact
