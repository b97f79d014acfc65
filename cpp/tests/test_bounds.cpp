// Every bound of the search against the true values of small random tables.
#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/search/bounds.hpp"
#include "core/search/counting_bounds.hpp"
#include "core/search/order.hpp"
#include "core/search/search.hpp"
#include "core/search/shared.hpp"
#include "worlds.hpp"

using namespace bestguess;
using namespace bestguess::exact;

namespace {

// The value of every set of a small table, by trying everything. A set is a bit for each secret.
template <class Ordinal, class Value>
class BruteForce {
 public:
  static constexpr Value infinite = ValueTraits<Value>::infinite;
  using Mask = std::uint32_t;

  BruteForce(const World<Ordinal>& world, const Objective& objective, bool consistent)
      : world_(world), objective_(objective), consistent_(consistent) {}

  // Of a set that is not over, where d guesses have been made and so much was spent.
  Value value(Mask set, std::size_t d, Cost spent) {
    if (set == 0) return {};
    if (may_lose() && d >= objective_.cost.size()) return weight(set) * cost(d + 1, spent);
    const auto [place, added] = values_.try_emplace({set, d, spent}, infinite);
    if (!added) return place->second;
    Value best = infinite;
    for (std::uint32_t g = 0; g < world_.guesses; ++g)
      best = std::min(best, value_of_guess(g, set, d, spent).value_or(infinite));
    return values_[{set, d, spent}] = best;
  }

  // Of beginning with `guess`; none when that is not allowed, or does not split the set.
  std::optional<Value> value_of_guess(std::uint32_t guess, Mask set, std::size_t d, Cost spent) {
    std::map<Ordinal, Mask> parts;
    for (std::uint32_t s = 0; s < world_.secrets; ++s) {
      if (set >> s & 1) parts[world_.by_guess[guess * world_.secrets + s]] |= Mask{1} << s;
    }
    const bool wins = parts.count(static_cast<Ordinal>(world_.win)) > 0;
    if (!wins && (consistent_ || parts.size() == 1)) return std::nullopt;
    const Cost own = world_.costs.empty() ? 1 : world_.costs[guess];
    if (cost(d + 1, spent + own) >= infinite) return infinite;
    Value sum{};
    for (const auto& [f, part] : parts) {
      if (is_over(f, part)) sum += weight(part) * cost(d + 1, spent + own);
      else if (objective_.linear) sum += value(part, 0, 0) + ValueTraits<Value>::from_pair({0, weight(part) * own});
      else sum += value(part, d + 1, spent + own);
    }
    return std::min(sum, infinite);
  }

  std::uint32_t labels(Mask set) const {
    std::set<std::uint32_t> found;
    for (std::uint32_t s = 0; s < world_.secrets && !world_.labels.empty(); ++s) {
      if (set >> s & 1) found.insert(world_.labels[s]);
    }
    return static_cast<std::uint32_t>(found.size());
  }

  Weight weight(Mask set) const {
    Weight sum = 0;
    for (std::uint32_t s = 0; s < world_.secrets; ++s) sum += set >> s & 1 ? weight_of(s) : 0;
    return sum;
  }

  Weight heaviest(Mask set) const {
    Weight most = 0;
    for (std::uint32_t s = 0; s < world_.secrets; ++s) most = set >> s & 1 ? std::max(most, weight_of(s)) : most;
    return most;
  }

 private:
  static constexpr bool may_lose() { return std::is_same_v<Value, LossCost>; }
  Weight weight_of(std::uint32_t s) const {
    return objective_.weighted && !world_.weights.empty() ? world_.weights[s] : 1;
  }
  bool is_over(Ordinal f, Mask part) const { return f == world_.win || labels(part) == 1; }
  // Of a secret that is found by guess number d, after so much was spent.
  Value cost(std::size_t d, Cost spent) const {
    if (objective_.linear) return ValueTraits<Value>::from_pair({0, spent});
    if (spent > objective_.spending_limit) return infinite;
    if (d <= objective_.cost.size()) {
      const Cost by_depth = objective_.cost[d - 1];
      return ValueTraits<Value>::from_pair({0, world_.costs.empty() || by_depth == 0 ? by_depth : spent});
    }
    if constexpr (may_lose()) return {1, 0};
    else return infinite;
  }

  const World<Ordinal>& world_;
  const Objective& objective_;
  bool consistent_;
  std::map<std::tuple<Mask, std::size_t, Cost>, Value> values_;
};

// How often a bound was the value, so that a test can demand that it is at times.
int exact_by_winners = 0, exact_by_all_guesses = 0, reached_by_size = 0, reached_by_parts = 0;
std::size_t secrets_lost = 0;

// What the tree of a search loses is what the search says, and with it what the tree finds makes up all secrets.
template <class Ordinal>
void check_lost(const World<Ordinal>& world, const Objective& objective, const SearchResult& found) {
  const Tree& tree = found.tree;
  if (tree.empty()) return;
  if (!objective.may_lose) {
    CHECK(tree.lost.empty() && tree.lost_weight.empty());
    return;
  }
  const auto lost = std::accumulate(tree.lost.begin(), tree.lost.end(), std::size_t{0});
  const auto won = std::accumulate(tree.wins.begin(), tree.wins.end(), std::size_t{0});
  CHECK_EQUAL(lost + won, std::size_t{world.secrets});
  CHECK_EQUAL(std::accumulate(tree.lost_weight.begin(), tree.lost_weight.end(), Weight{0}), found.upper.lost);
  for (std::size_t i = 0; i < tree.guess.size(); ++i) {
    if (tree.guess[i] != Tree::no_guess) CHECK(tree.depth[i] <= objective.cost.size());
  }
  secrets_lost += lost;
}

template <class Value, class Ordinal>
void check_world(const World<Ordinal>& world, const Objective& objective, bool consistent, std::uint64_t memory) {
  constexpr Value infinite = ValueTraits<Value>::infinite;
  BruteForce<Ordinal, Value> truth(world, objective, consistent);
  const TableView<Ordinal> table = world.view();
  SearchRequest request;
  request.objective = objective;
  request.candidates = world.all();
  request.consistent = consistent;
  request.memory_limit = memory;
  SharedState<Ordinal, Value> shared(table, request);
  PartCounter<Ordinal> counter(table, world.secrets);
  const CostBounds<Value>& costs = shared.costs;
  CountingBounds<Ordinal, Value> bounds(table, costs, counter, consistent);
  GuessOrder<Ordinal, Value> order(shared, counter, true);
  LabelWeights labels(table.labels);
  const auto max_parts = static_cast<std::uint32_t>(std::max(counter.max_parts_of_all(request.candidates, {}).winners,
                                                             counter.max_parts_of_all(request.candidates, {}).others));
  for (std::uint32_t mask = 1; mask < 1u << world.secrets; ++mask) {
    std::vector<std::uint32_t> secrets;
    for (std::uint32_t s = 0; s < world.secrets; ++s) {
      if (mask >> s & 1) secrets.push_back(s);
    }
    const Set set{secrets, {}, truth.weight(mask), truth.heaviest(mask), max_parts, {}, truth.labels(mask)};
    if (table.identifies() && set.labels == 1) continue;
    for (std::size_t made = 0; made <= (objective.linear ? 0u : 2u); ++made) {
      const Cost spent = static_cast<Cost>(objective.linear ? 0 : table.costs.empty() ? made : made * 2);
      const std::size_t d = table.costs.empty() ? made : static_cast<std::size_t>(spent) << 20 | made;
      const Value value = truth.value(mask, made, spent);
      if (costs.is_trivial(set.size(), d)) CHECK(costs.value_of_trivial(set, d) == value);
      CHECK(costs.bound_by_size(set, d, labels) <= value);
      reached_by_size += costs.bound_by_size(set, d, labels) == value;
      if (costs.plain()) CHECK(std::min(costs.value_of_perfect(set, d), infinite) <= value);
      if (costs.plain() && !costs.weighted() && !consistent) {
        const Bound<Value> by_winners = bounds.bound_by_winners(set, d);
        CHECK(by_winners.cost <= value);
        if (by_winners.exact) CHECK(by_winners.cost == value);
        exact_by_winners += by_winners.exact;
      }
      const Bound<Value> by_all = bounds.bound_by_all_guesses(set, d);
      CHECK(by_all.cost <= value);
      if (by_all.exact) CHECK(by_all.cost == value);
      exact_by_all_guesses += by_all.exact;
      std::vector<Weight> sums;
      const HeaviestSums heaviest =
          table.identifies() ? HeaviestSums(costs.label_weights(set, labels), sums) : costs.heaviest_of(set, sums);
      // Of guesses: by the number of parts, and by their sizes in the order that hands them out.
      std::map<std::uint32_t, Value> useful;
      for (std::uint32_t g = 0; g < world.guesses; ++g) {
        const std::optional<Value> of_guess = truth.value_of_guess(g, mask, made, spent);
        if (!of_guess) continue;
        if (*of_guess < infinite) useful[g] = *of_guess;
        const bool wins =
            std::any_of(secrets.begin(), secrets.end(), [&](auto s) { return table.row(g)[s] == table.win; });
        const std::size_t parts = counter.parts_of(g, secrets);
        const Value by_parts = table.identifies()
                                   ? costs.bound_by_parts_to_identify(heaviest, parts, d, costs.min_cost())
                                   : costs.bound_by_parts(heaviest, parts, wins ? 1 : 0, d);
        CHECK(by_parts <= *of_guess);
        reached_by_parts += by_parts == *of_guess;
      }
      GuessQueue<Value> queue;
      order.open(set, d, infinite, {}, queue);
      Value last{};
      while (const std::optional<RankedGuess<Value>> next = order.next(queue, set, d, infinite)) {
        CHECK(next->bound >= last);
        last = next->bound;
        const std::optional<Value> of_guess = truth.value_of_guess(next->guess, mask, made, spent);
        CHECK(of_guess.has_value());
        CHECK(next->bound <= of_guess.value_or(Value{}));
        useful.erase(next->guess);
      }
      CHECK(useful.empty());  // none was left out
    }
  }
  const SearchResult found = search(table, request);
  CHECK(found.proven);
  CHECK(ValueTraits<Value>::from_pair(found.upper) == truth.value((1u << world.secrets) - 1, 0, 0));
  CHECK(found.lower == found.upper);
  check_lost(world, objective, found);
}

const std::vector<Objective>& objectives() {
  static const std::vector<Objective> all{{},
                                          {false, {1, 2, 3}, true},
                                          {false, {1, 2, 3, 4, 5}, true},
                                          {false, {0, 0, 0}, false},
                                          {false, {0, 0, 0, 1}, false},
                                          {false, {1}, true, true},
                                          {false, {1, 2}, true, true},
                                          {false, {1, 2, 3}, true, true},
                                          {false, {1, 2, 3, 4}, false, true}};
  return all;
}

// Those that games with costs of guesses have.
const std::vector<Objective>& objectives_with_costs() {
  static const std::vector<Objective> all{{},
                                          {false, {1, 2}, true},
                                          {false, {1, 2, 3, 4, 5, 6}, true, false, 9},
                                          {false, {1, 2, 3}, true, false, 12},
                                          {false, {0, 0, 0, 0, 0, 0}, false, false, 7},
                                          {false, {0, 0}, false, false, 9}};
  return all;
}

template <class Ordinal>
void check_random_questions(std::uint32_t feedbacks, int rounds) {
  std::mt19937 random(feedbacks + 1000);
  for (int round = 0; round < rounds; ++round) {
    const auto secrets = static_cast<std::uint32_t>(2 + random() % 5);
    const auto guesses = static_cast<std::uint32_t>(secrets + random() % 5);
    const auto used = static_cast<std::uint32_t>(2 + random() % std::min(feedbacks - 1, 3u));
    const bool weighted = round % 3 == 0, shares_labels = round % 2 == 0, costs = round % 5 < 2;
    const std::uint64_t memory = round % 4 < 2 ? 1 << 16 : 0;
    for (const bool identify : {true, false}) {
      const auto world = identify ? random_question<Ordinal>(random, {secrets, guesses, feedbacks, used}, weighted,
                                                             shares_labels, costs)
                                  : random_world_of_several_winners<Ordinal>(
                                        random, {secrets, guesses, feedbacks, used - 1}, weighted, costs);
      for (const Objective& objective : costs ? objectives_with_costs() : objectives()) {
        for (const bool consistent : {false, true}) {
          if (consistent && identify) continue;
          if (objective.may_lose) check_world<LossCost>(world, objective, consistent, memory);
          else check_world<Cost>(world, objective, consistent, memory);
        }
      }
    }
  }
}

template <class Ordinal>
void check_random_worlds(std::uint32_t feedbacks, int rounds) {
  std::mt19937 random(feedbacks);
  for (int round = 0; round < rounds; ++round) {
    const auto secrets = static_cast<std::uint32_t>(1 + random() % 6);
    const auto guesses = static_cast<std::uint32_t>(secrets + random() % 4);
    const auto used = static_cast<std::uint32_t>(1 + random() % std::min(feedbacks - 1, 4u));
    const auto world = random_world<Ordinal>(random, {secrets, guesses, feedbacks, used}, round % 3 == 0);
    const std::uint64_t memory = round % 2 == 0 ? 1 << 16 : 0;  // without memory, without one-hot rows
    for (const Objective& objective : objectives()) {
      for (const bool consistent : {false, true}) {
        if (objective.may_lose) check_world<LossCost>(world, objective, consistent, memory);
        else check_world<Cost>(world, objective, consistent, memory);
      }
    }
  }
}

}  // namespace

TEST(bounds_are_never_above_the_value_and_exact_where_they_say_so) {
  for (const std::uint32_t feedbacks : {2u, 3u, 5u, 20u, 70u, 256u}) check_random_worlds<std::uint8_t>(feedbacks, 24);
  for (const std::uint32_t feedbacks : {4u, 300u}) check_random_worlds<std::uint16_t>(feedbacks, 12);
  CHECK(exact_by_winners > 100);
  CHECK(exact_by_all_guesses > 100);
  CHECK(reached_by_size > 100);
  CHECK(reached_by_parts > 100);
  CHECK(secrets_lost > 100);
}

TEST(bounds_hold_for_goals_labels_costs_and_several_winners) {
  exact_by_all_guesses = reached_by_size = reached_by_parts = 0;
  secrets_lost = 0;
  for (const std::uint32_t feedbacks : {4u, 20u, 70u}) check_random_questions<std::uint8_t>(feedbacks, 60);
  for (const std::uint32_t feedbacks : {4u, 300u}) check_random_questions<std::uint16_t>(feedbacks, 30);
  CHECK(exact_by_all_guesses > 100);
  CHECK(reached_by_size > 100);
  CHECK(reached_by_parts > 100);
  CHECK(secrets_lost > 100);
}

TEST(thousands_of_parts_that_cannot_be_done_do_not_overflow) {
  // A guess tells all secrets apart, and no second guess is allowed: 8,299 secrets cannot be found.
  constexpr std::uint32_t size = 8300;
  std::vector<std::uint16_t> answers(std::size_t{size} * size);
  std::vector<std::uint32_t> all(size);
  std::iota(all.begin(), all.end(), 0u);
  for (const std::uint32_t g : all) {
    for (const std::uint32_t s : all)
      answers[std::size_t{g} * size + s] = static_cast<std::uint16_t>((g + size - s) % size);
  }
  for (const std::uint32_t g : all) {
    for (const std::uint32_t s : all) answers[std::size_t{s} * size + g] = answers[std::size_t{g} * size + s];
  }
  const TableView<std::uint16_t> table{size, size, size, 0, answers.data(), answers.data(), all, {}};
  SearchRequest request;
  request.objective = {false, {1}, true};
  request.candidates = all;
  request.first_guess = 0;
  const SearchResult found = search(table, request);
  CHECK(found.proven);
  CHECK_EQUAL(found.upper.total, infinite);
  request.objective.may_lose = true;
  CHECK_EQUAL(search(table, request).upper.lost, Cost{size - 1});
}

TEST(the_bound_by_size_is_reached_by_halving) {
  // Secrets in order; a guess is too low, too high, or right. Of 2^k - 1 secrets, 2^d are found by guess number d + 1.
  constexpr std::uint32_t size = 15;
  World<std::uint8_t> world{size, size, 3, 2, {}, {}, {}, {}};
  for (std::uint32_t g = 0; g < size; ++g) {
    world.winner.push_back(g);
    for (std::uint32_t s = 0; s < size; ++s) world.by_guess.push_back(g == s ? 2 : g < s ? 0 : 1);
  }
  for (std::uint32_t s = 0; s < size; ++s) {
    for (std::uint32_t g = 0; g < size; ++g) world.by_secret.push_back(world.by_guess[g * size + s]);
  }
  SearchRequest request;
  request.candidates = world.all();
  const Cost wanted = 1 * 1 + 2 * 2 + 4 * 3 + 8 * 4;
  CHECK_EQUAL(CostBounds<Cost>(world.view(), request.objective).bound_by_size(size, size, 1, 3, 0), wanted);
  CHECK_EQUAL(search(world.view(), request).upper.total, wanted);
}

TEST(codes_of_equal_weights_are_those_of_two_levels) {
  const std::vector<std::uint32_t> labels(1);
  LabelWeights weights(labels);
  for (std::uint64_t arity = 2; arity <= 7; ++arity) {
    for (std::uint64_t n = 1; n <= 200; ++n) {
      const std::vector<Weight> ones(n, 1);
      CHECK_EQUAL(weights.min_weighted_depth_sum(ones, arity), min_depth_sum(n, arity));
    }
  }
  const std::vector<Weight> some{1, 1, 2, 3, 5, 8};  // 1 + 1, 2 + 2, 3 + 4, 5 + 7, 8 + 12
  CHECK_EQUAL(weights.min_weighted_depth_sum(some, 2), Cost{2 + 4 + 7 + 12 + 20});
  CHECK_EQUAL(min_guesses(1, 3), std::size_t{0});
  CHECK_EQUAL(min_guesses(27, 3), std::size_t{3});
  CHECK_EQUAL(min_guesses(28, 3), std::size_t{4});
}
