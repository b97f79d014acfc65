#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "check.hpp"
#include "core/greedy.hpp"
#include "core/kernels/pegs.hpp"
#include "core/simd.hpp"
#include "worlds.hpp"

using namespace bestguess;

// The rule of choice, word by word: the least metric, then consistent, then lowest.
static std::uint32_t plain_choice(const World<std::uint8_t>& world, Choice choice, bool consistent_only,
                                  const std::vector<std::uint32_t>& candidates) {
  double best_value = INFINITY;
  bool best_consistent = false;
  std::uint32_t best = 0;
  std::int64_t whole = 0;
  for (const auto s : candidates) whole += world.weights.empty() ? 1 : world.weights[s];
  for (std::uint32_t g = 0; g < world.guesses; ++g) {
    std::map<std::uint32_t, std::pair<int, double>> parts;
    for (const auto s : candidates) {
      auto& [size, weight] = parts[world.by_guess[g * world.secrets + s]];
      ++size;
      weight += world.weights.empty() || whole == 0 ? 1 : static_cast<double>(world.weights[s]);
    }
    const bool consistent = parts.count(world.win) > 0;
    if ((consistent_only && !consistent) || (parts.size() == 1 && !consistent)) continue;
    double value = 0;
    for (const auto& [f, part] : parts) {
      const double weight = part.second;
      if (choice == Choice::minimax) value = std::max(value, weight);
      if (choice == Choice::expected_size) value += weight * weight;
      if (choice == Choice::entropy && weight > 0) value += weight * std::log2(weight);
      if (choice == Choice::most_parts) value -= 1;
    }
    const bool equal = std::abs(value - best_value) < 1e-7;
    if ((value < best_value && !equal) || (equal && consistent && !best_consistent)) {
      best_value = value, best_consistent = consistent, best = g;
    }
  }
  return best;
}

TEST(every_choice_follows_the_rule) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    const auto secrets = static_cast<std::uint32_t>(1 + random() % 60);
    const auto guesses = static_cast<std::uint32_t>(secrets + random() % 50);
    const std::uint32_t feedbacks = 2 + seed % 12;
    const auto world = random_world<std::uint8_t>(random, {secrets, guesses, feedbacks, feedbacks - 1}, seed % 3 == 0);
    const std::vector<std::uint32_t> candidates = world.all();
    for (const Choice choice : {Choice::minimax, Choice::expected_size, Choice::entropy, Choice::most_parts}) {
      for (const bool consistent : {false, true}) {
        const Strategy strategy{choice, consistent};
        CHECK_EQUAL(choose(world.view(), strategy, {candidates}, {}),
                    plain_choice(world, choice, consistent, candidates));
      }
    }
  }
}

static bool same(const Tree& a, const Tree& b) {
  return a.guess == b.guess && a.feedback == b.feedback && a.depth == b.depth && a.wins == b.wins;
}

TEST(trees_depend_neither_on_threads_nor_symmetries_nor_the_version_of_the_loops) {
  const auto world = mastermind(3, 6);
  std::vector<std::uint8_t> codes(world.guesses * 3);
  for (std::uint32_t i = 0; i < world.guesses; ++i) CodeSpace{3, 6, false}.unrank(i, &codes[i * 3]);
  const CodeSymmetries symmetries(codes, {0, 0, 0}, {0, 0, 0, 0, 0, 0});
  for (const Choice choice :
       {Choice::first, Choice::random, Choice::minimax, Choice::expected_size, Choice::entropy, Choice::most_parts}) {
    for (const bool consistent : {false, true}) {
      const Strategy strategy{choice, consistent, 5};
      set_simd(Simd::portable);
      const Tree plain = build_tree(world.view(), strategy, {world.all(), {}, {}}, std::nullopt, nullptr, 1, {});
      set_simd(best_simd());
      CHECK(same(plain, build_tree(world.view(), strategy, {world.all(), {}, {}}, std::nullopt, &symmetries, 3, {})));
      CHECK_EQUAL(std::count(plain.wins.begin(), plain.wins.end(), 1), static_cast<std::ptrdiff_t>(world.secrets));
    }
  }
}

TEST(first_guesses_that_differ) {
  std::vector<std::uint8_t> codes(1296 * 4);
  for (std::uint32_t i = 0; i < 1296; ++i) CodeSpace{4, 6, false}.unrank(i, &codes[i * 4]);
  const CodeSymmetries symmetries(codes, {0, 0, 0, 0}, {0, 0, 0, 0, 0, 0});
  // 1111 1112 1122 1123 1234, and after each of them the published numbers of second guesses.
  const std::vector<std::uint32_t> firsts{0, 1, 7, 8, 51};
  CHECK(symmetries.representatives({}) == firsts);
  const std::vector<std::size_t> seconds{12, 53, 39, 130, 57};
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    CHECK_EQUAL(symmetries.representatives({&firsts[i], 1}).size(), seconds[i]);
  }
}

TEST(generators_join_guesses_into_orbits) {
  const GeneratorSymmetries symmetries(5, {{1, 0, 2, 3, 4}, {0, 1, 3, 2, 4}});
  CHECK(symmetries.representatives({}) == (std::vector<std::uint32_t>{0, 2, 4}));
  const std::vector<std::uint32_t> history{0};
  CHECK(symmetries.representatives(history) == (std::vector<std::uint32_t>{0, 1, 2, 4}));
  CHECK_THROWS(GeneratorSymmetries(2, {{0, 0}}));
}

TEST(progress_can_stop_the_work) {
  const auto world = mastermind(3, 4);
  struct Stop : std::exception {};
  CHECK_THROWS(build_tree(world.view(), {Choice::entropy}, {world.all(), {}, {}}, std::nullopt, nullptr, 2,
                          [](std::uint64_t) { throw Stop(); }));
}
