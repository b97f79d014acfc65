#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "check.hpp"
#include "core/kernels/pegs.hpp"
#include "core/part_size_loops.hpp"
#include "core/search/cache.hpp"
#include "core/search/search.hpp"
#include "worlds.hpp"

using namespace bestguess;

// A search of mastermind with this objective, by threads and with so many bytes of memory; where the least value is known,
// for a tree that has it.
static SearchResult solved(int pegs, int symbols, const Objective& objective, int threads, std::uint64_t memory,
                           const SearchProgress& progress = {}, bool certify = false,
                           std::optional<LossCost> least = std::nullopt) {
  const PegKernel kernel(pegs, symbols, false, false);
  const auto size = static_cast<std::uint32_t>(kernel.guesses());
  std::vector<std::uint8_t> ordinals(std::size_t{size} * size),
      codes(std::size_t{size} * static_cast<std::size_t>(pegs));
  kernel.fill(0, size, ordinals.data(), 1);
  std::vector<std::uint32_t> winner(size);
  std::iota(winner.begin(), winner.end(), 0u);
  for (std::uint32_t i = 0; i < size; ++i)
    CodeSpace{pegs, symbols, false}.unrank(i, &codes[i * static_cast<std::size_t>(pegs)]);
  const CodeSymmetries symmetries(codes, std::vector<std::uint8_t>(static_cast<std::size_t>(pegs)),
                                  std::vector<std::uint8_t>(static_cast<std::size_t>(symbols)));
  const TableView<std::uint8_t> table{
      size, size, kernel.feedbacks(), kernel.feedbacks() - 1, ordinals.data(), ordinals.data(), winner, {}};
  SearchRequest request;
  request.objective = objective;
  request.candidates = winner;
  request.symmetries = &symmetries;
  request.threads = threads;
  request.memory_limit = memory;
  request.progress = progress;
  request.certify = certify;
  request.lower_bound = least;
  if (least) request.upper_bound = *least + LossCost{0, 1};
  return search(table, request);
}

TEST(published_values_from_any_number_of_threads) {
  for (const int threads : {1, 3}) {
    CHECK_EQUAL(solved(3, 4, {}, threads, 1 << 24).upper.total, Cost{206});
    CHECK_EQUAL(solved(4, 4, {}, threads, 1 << 24).upper.total, Cost{905});
    CHECK_EQUAL(solved(4, 5, {}, threads, 1 << 24).upper.total, Cost{2463});
  }
}

TEST(a_cache_that_forgets_changes_nothing) {
  const SearchResult large = solved(3, 6, {}, 2, 1 << 24), small = solved(3, 6, {}, 2, 1 << 17);
  CHECK_EQUAL(large.upper.total, Cost{854});
  CHECK_EQUAL(small.upper.total, Cost{854});
  CHECK(large.tree.guess == small.tree.guess);
}

TEST(limits_that_cannot_be_kept_are_found_out) {
  const auto within = [](int limit) {
    return Objective{false, std::vector<Cost>(static_cast<std::size_t>(limit)), false};
  };
  CHECK(solved(4, 4, within(3), 2, 1 << 24).upper.total >= infinite);
  CHECK_EQUAL(solved(4, 4, within(5), 2, 1 << 24).upper.total, Cost{0});
}

TEST(a_tree_of_a_known_value_within_a_limit) {
  const auto within = [](int limit) {
    std::vector<Cost> cost(static_cast<std::size_t>(limit));
    std::iota(cost.begin(), cost.end(), Cost{1});
    return Objective{false, cost};
  };
  for (const int threads : {1, 3}) {
    const SearchResult found = solved(4, 4, within(4), threads, 1 << 24, {}, true, LossCost{0, 905});
    CHECK(found.proven && found.claims.empty());
    CHECK_EQUAL(found.upper.total, Cost{905});
    CHECK(found.tree.guess == solved(4, 4, within(4), threads, 1 << 24).tree.guess);
    const SearchResult none = solved(4, 6, within(5), threads, 1 << 24, {}, true, LossCost{0, 5625});
    CHECK(none.proven && none.tree.empty());
    CHECK_EQUAL(none.lower.total, Cost{5626});
    CHECK_EQUAL(none.claims.at(0).bound.total, Cost{5626});
  }
}

TEST(the_fewest_secrets_are_lost) {
  for (const int threads : {1, 3}) {
    const SearchResult found = solved(4, 6, {false, {1, 2, 3, 4}, true, true}, threads, 1 << 26);
    CHECK(found.proven);
    CHECK_EQUAL(found.upper.lost, Cost{528});
  }
}

TEST(a_proof_is_the_same_from_any_number_of_threads) {
  const Objective within_six{false, {1, 2, 3, 4, 5, 6}};
  for (const Objective& objective : {Objective{}, within_six}) {
    for (const auto& [pegs, symbols] : {std::pair(3, 8), std::pair(4, 5)}) {
      for (const std::uint64_t memory : {1U << 24U, 1U << 17U}) {
        const std::vector<Claim> claims = solved(pegs, symbols, objective, 1, 1 << 24, {}, true).claims;
        CHECK(claims.size() > 1);
        CHECK(solved(pegs, symbols, objective, 3, memory, {}, true).claims == claims);
      }
    }
  }
}

TEST(a_proof_that_is_stopped_leaves_what_was_found) {
  for (int calls = 1; calls < 9; ++calls) {
    int left = calls;
    const SearchResult found = solved(3, 12, {}, 3, 1 << 24, [&](const SearchStatus&) { return --left > 0; }, true);
    CHECK(found.lower.total <= Cost{10076});
    CHECK(Cost{10076} <= found.upper.total);
    if (!found.claims.empty()) CHECK(found.proven);
  }
}

TEST(a_search_that_is_stopped_says_so) {
  const SearchResult result = solved(4, 7, {}, 2, 1 << 26, [](const SearchStatus&) { return false; });
  CHECK(!result.proven);
  CHECK(result.lower.total <= 11228);
}

// Many first guesses, more than threads help with one by one.
TEST(first_guesses_are_valued_by_any_number_of_threads) {
  std::mt19937 random(9);
  for (int round = 0; round < 8; ++round) {
    const auto world = random_world<std::uint8_t>(random, {40, 300, 90, 30}, round % 2 == 1);
    SearchRequest request;
    request.candidates = world.all();
    request.memory_limit = 1 << 24;
    const SearchResult best = search(world.view(), request);
    request.all_first_guesses = true;
    const SearchResult all = search(world.view(), request);
    std::vector<Cost> values;
    values.reserve(all.first_guesses.size());
    for (const FirstGuess& first : all.first_guesses) values.push_back(first.value.total);
    std::sort(values.begin(), values.end());
    CHECK_EQUAL(values.size(), std::size_t{300});
    CHECK_EQUAL(best.upper.total, values.front());
    for (const int threads : {1, 3}) {
      request.threads = threads;
      request.all_first_guesses = false;
      CHECK_EQUAL(search(world.view(), request).upper.total, values.front());
      request.all_first_guesses = true;
      request.most_valued = 7;
      const SearchResult some = search(world.view(), request);
      CHECK(some.proven);
      CHECK_EQUAL(some.first_guesses.size(), values.size());
      std::vector<Cost> exact;
      for (std::size_t i = 0; i < values.size(); ++i) {
        const FirstGuess &one = some.first_guesses[i], &whole = all.first_guesses[i];
        CHECK_EQUAL(one.guess, whole.guess);
        if (one.exact) CHECK_EQUAL(one.value.total, whole.value.total);
        CHECK(one.value.total <= whole.value.total);
        if (!one.exact) CHECK(one.value.total >= values[6]);
        if (one.exact) exact.push_back(one.value.total);
      }
      std::sort(exact.begin(), exact.end());
      CHECK(exact.size() >= 7);
      CHECK(std::equal(exact.begin(), exact.begin() + 7, values.begin()));
      request.most_valued = ~std::size_t{0};
    }
    request.threads = 1;
  }
}

TEST(a_checkpoint_keeps_first_guesses) {
  std::mt19937 random(10);
  const auto world = random_world<std::uint8_t>(random, {45, 200, 90, 6}, true);
  std::vector<std::byte> kept;
  const auto keep = [&](std::span<const std::byte> solved) { kept.insert(kept.end(), solved.begin(), solved.end()); };
  SearchRequest request;
  request.candidates = world.all();
  request.memory_limit = 1 << 24;
  request.whole_tree = false;
  const SearchResult alone = search(world.view(), request);
  CHECK(alone.nodes > 40);
  request.checkpoint = SearchCheckpoint{{}, keep, 0};
  request.node_limit = alone.nodes / 2;
  CHECK(!search(world.view(), request).proven);
  request.node_limit = std::nullopt;
  for (int run = 0; run < 3; ++run) {
    request.threads = run < 2 ? 1 : 2;
    request.checkpoint = SearchCheckpoint{kept, keep, 0};
    const SearchResult again = search(world.view(), request);
    CHECK(again.proven);
    CHECK_EQUAL(again.upper.total, alone.upper.total);
    CHECK_EQUAL(again.tree.guess[0], alone.tree.guess[0]);
    CHECK(again.nodes < alone.nodes);
    // All is known by now that one thread asks for; two may ask for more, before the first has a value to compare with.
    if (run == 1) CHECK_EQUAL(again.nodes, std::uint64_t{0});
  }
}

TEST(the_cache_keeps_the_best_bound) {
  Cache<Cost> cache(1 << 20);
  const SetKey key{1, 2};
  const auto known = [&] { return cache.find(key).value_or(Bound<Cost>{-1, false}); };
  CHECK(!cache.find(key));
  cache.store(key, {5, false});
  cache.store(key, {4, false});
  CHECK_EQUAL(known().cost, 5);
  cache.store(key, {6, true});
  cache.store(key, {7, false});
  CHECK_EQUAL(known().cost, 6);
  CHECK(known().exact);
  for (std::uint64_t i = 0; i < 100000; ++i) cache.store({i * 0x9E3779B97F4A7C15u, i}, {1, false});
  CHECK(cache.size() * 32 <= 1 << 20);
}

TEST(a_cache_that_shrinks_forgets_and_is_never_wrong) {
  Cache<Cost> cache(1 << 20);
  const auto key = [](std::uint64_t i) { return SetKey{i * 0x9E3779B97F4A7C15u, i}; };
  for (std::uint64_t i = 0; i < 20000; ++i) cache.store(key(i), {static_cast<Cost>(i), true});
  cache.shrink(1 << 17);
  CHECK(cache.size() * 32 <= 1 << 17);
  std::uint64_t known = 0;
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const std::optional<Bound<Cost>> found = cache.find(key(i));
    known += found.has_value();
    if (found) CHECK_EQUAL(found->cost, static_cast<Cost>(i));
  }
  CHECK_EQUAL(known, cache.size());
  CHECK(known > 1000);
  for (std::uint64_t i = 0; i < 20000; ++i) cache.store(key(i), {1, true});
  CHECK(cache.size() * 32 <= 1 << 17);
}

TEST(sums_over_parts_are_what_adding_up_gives) {
  std::uint64_t state = 1;
  for (const std::size_t parts : {1u, 5u, 14u}) {
    std::vector<std::uint8_t> sizes(parts * count_width);
    for (auto& size : sizes) size = static_cast<std::uint8_t>((state = state * 6364136223846793005u + 1) >> 60);
    const std::vector<std::uint8_t> knots{0, 1, 9};
    for (const auto sum_parts : {portable::sum_parts, count_loops().sum_parts}) {
      std::vector<std::uint8_t> totals(knots.size() * count_width), largest(count_width);
      std::vector<std::uint16_t> squares(count_width);
      sum_parts(sizes.data(), parts, knots.data(), knots.size(), totals.data(), squares.data(), largest.data());
      for (std::size_t i = 0; i < count_width; ++i) {
        int most = 0, square = 0;
        std::vector<int> excess(knots.size());
        for (std::size_t f = 0; f < parts; ++f) {
          const int size = sizes[f * count_width + i];
          most = std::max(most, size);
          square += size * size;
          for (std::size_t k = 0; k < knots.size(); ++k) excess[k] += std::max(0, size - knots[k]);
        }
        CHECK_EQUAL(int{largest[i]}, most);
        CHECK_EQUAL(int{squares[i]}, square);
        for (std::size_t k = 0; k < knots.size(); ++k) CHECK_EQUAL(int{totals[k * count_width + i]}, excess[k]);
      }
    }
  }
}
