// Every bound of the search against the true values of small random tables.
#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/search/bounds.hpp"
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

  Value value(Mask set, std::size_t d) {
    if (set == 0) return {};
    if (may_lose() && d >= objective_.cost.size()) return weight(set) * cost(d + 1);
    const auto [place, added] = values_.try_emplace({set, d}, infinite);
    if (!added) return place->second;
    Value best = infinite;
    for (std::uint32_t g = 0; g < world_.guesses; ++g)
      best = std::min(best, value_of_guess(g, set, d).value_or(infinite));
    return values_[{set, d}] = best;
  }

  // Of beginning with `guess`; none when that is not allowed, or does not split the set.
  std::optional<Value> value_of_guess(std::uint32_t guess, Mask set, std::size_t d) {
    std::map<Ordinal, Mask> parts;
    for (std::uint32_t s = 0; s < world_.secrets; ++s) {
      if (set >> s & 1) parts[world_.by_guess[guess * world_.secrets + s]] |= Mask{1} << s;
    }
    const bool wins = parts.count(static_cast<Ordinal>(world_.win)) > 0;
    if (!wins && (consistent_ || parts.size() == 1)) return std::nullopt;
    if (cost(d + 1) >= infinite) return infinite;
    Value sum{};
    for (const auto& [f, part] : parts) {
      if (f == world_.win) sum += weight(part) * cost(d + 1);
      else
        sum += value(part, objective_.linear ? 0 : d + 1) +
               ValueTraits<Value>::of({0, objective_.linear ? weight(part) : 0});
    }
    return std::min(sum, infinite);
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
  Value cost(std::size_t d) const {
    if (objective_.linear) return ValueTraits<Value>::of({0, static_cast<Cost>(d)});
    if (d <= objective_.cost.size()) return ValueTraits<Value>::of({0, objective_.cost[d - 1]});
    if constexpr (may_lose()) return {1, 0};
    else return infinite;
  }

  const World<Ordinal>& world_;
  const Objective& objective_;
  bool consistent_;
  std::map<std::pair<Mask, std::size_t>, Value> values_;
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
  const auto won = static_cast<std::size_t>(std::count(tree.wins.begin(), tree.wins.end(), 1));
  CHECK_EQUAL(lost + won, std::size_t{world.secrets});
  CHECK_EQUAL(std::accumulate(tree.lost_weight.begin(), tree.lost_weight.end(), Weight{0}), found.upper.lost);
  CHECK(*std::max_element(tree.depth.begin(), tree.depth.end()) <= objective.cost.size());
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
  PartCounter<Ordinal> counter(table, shared.rows, world.secrets);
  const CostBounds<Value>& costs = shared.costs;
  CountingBounds<Ordinal, Value> bounds(table, costs, counter, consistent);
  GuessOrder<Ordinal, Value> order(shared, counter, true);
  const auto most_parts = static_cast<std::uint32_t>(std::max(counter.most_of_all(request.candidates, {}).winners,
                                                              counter.most_of_all(request.candidates, {}).others));
  for (std::uint32_t mask = 1; mask < 1u << world.secrets; ++mask) {
    std::vector<std::uint32_t> secrets;
    for (std::uint32_t s = 0; s < world.secrets; ++s) {
      if (mask >> s & 1) secrets.push_back(s);
    }
    for (std::size_t d = 0; d <= (objective.linear ? 0u : 2u); ++d) {
      const Value value = truth.value(mask, d);
      const Set set{secrets, {}, truth.weight(mask), truth.heaviest(mask), most_parts, {}};
      if (costs.is_settled(set.size(), d)) CHECK(costs.value_of_settled(set, d) == value);
      CHECK(costs.bound_by_size(set, d) <= value);
      reached_by_size += costs.bound_by_size(set, d) == value;
      CHECK(std::min(costs.value_of_perfect(set, d), infinite) <= value);
      if (!costs.weighted() && !consistent) {
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
      const Heaviest heaviest = costs.heaviest_of(set, sums);
      // Of guesses: by the number of parts, and by their sizes in the order that hands them out.
      std::map<std::uint32_t, Value> useful;
      for (std::uint32_t g = 0; g < world.guesses; ++g) {
        const std::optional<Value> of_guess = truth.value_of_guess(g, mask, d);
        if (!of_guess) continue;
        if (*of_guess < infinite) useful[g] = *of_guess;
        const bool wins = std::any_of(secrets.begin(), secrets.end(), [&](auto s) { return world.winner[s] == g; });
        const Value by_parts = costs.bound_by_parts(heaviest, counter.parts_of(g, secrets), wins ? 1 : 0, d);
        CHECK(by_parts <= *of_guess);
        reached_by_parts += by_parts == *of_guess;
      }
      GuessQueue<Value> queue;
      order.open(set, d, infinite, {}, queue);
      Value last{};
      while (const std::optional<RankedGuess<Value>> next = order.next(queue, set, d, infinite)) {
        CHECK(next->bound >= last);
        last = next->bound;
        const std::optional<Value> of_guess = truth.value_of_guess(next->guess, mask, d);
        CHECK(of_guess.has_value());
        CHECK(next->bound <= of_guess.value_or(Value{}));
        useful.erase(next->guess);
      }
      CHECK(useful.empty());  // none was left out
    }
  }
  const SearchResult found = search(table, request);
  CHECK(found.proven);
  CHECK(ValueTraits<Value>::of(found.upper) == truth.value((1u << world.secrets) - 1, 0));
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
  CHECK_EQUAL(CostBounds<Cost>(world.view(), request.objective).bound_by_size(size, size, 1, 0), wanted);
  CHECK_EQUAL(search(world.view(), request).upper.total, wanted);
}
