#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "check.hpp"
#include "core/search/part_counter.hpp"
#include "core/simd.hpp"
#include "worlds.hpp"

using namespace bestguess;
using namespace bestguess::exact;

// The number of parts of every guess, counted one by one.
template <class Ordinal>
static std::vector<std::size_t> plain_counts(const World<Ordinal>& world, Candidates candidates) {
  std::vector<std::size_t> counts;
  for (std::uint32_t g = 0; g < world.guesses; ++g) {
    std::set<Ordinal> seen;
    for (const std::uint32_t s : candidates) seen.insert(world.by_guess[g * world.secrets + s]);
    counts.push_back(seen.size());
  }
  return counts;
}

template <class Ordinal>
static void check_counter(const World<Ordinal>& world, std::mt19937& random) {
  const std::vector<std::uint32_t> all = world.all();
  const TableView<Ordinal> table = world.view();
  PartCounter<Ordinal> counter(table, all.size());
  CHECK(counter.counts_all());
  for (int round = 0; round < 12; ++round) {
    std::vector<std::uint32_t> candidates, guesses;
    for (const std::uint32_t s : all) {
      if (random() % static_cast<unsigned>(round + 1) == 0) candidates.push_back(s);
    }
    if (candidates.empty()) candidates.push_back(all.back());
    for (std::uint32_t g = 0; g < world.guesses; g += 1 + static_cast<std::uint32_t>(random() % 3))
      guesses.push_back(g);
    const std::vector<std::size_t> wanted = plain_counts(world, candidates);
    std::vector<bool> wins(world.guesses);
    for (const std::uint32_t s : candidates) wins[world.winner[s]] = true;

    std::size_t winners = 0, others = 0;
    for (std::uint32_t g = 0; g < world.guesses; ++g) {
      CHECK_EQUAL(counter.parts_of(g, candidates), wanted[g]);
      CHECK_EQUAL(counter.is_perfect(g, candidates), wanted[g] == candidates.size());
      (wins[g] ? winners : others) = std::max(wins[g] ? winners : others, wanted[g]);
    }
    CHECK_EQUAL(counter.max_parts_of_winners(candidates), winners);
    CHECK_EQUAL(counter.max_parts_of_all(candidates, {}).winners, winners);
    CHECK_EQUAL(counter.max_parts_of_all(candidates, {}).others, others > winners ? others : 0);
    std::size_t listed = 0;
    for (const std::uint32_t g : guesses) listed = wins[g] ? listed : std::max(listed, wanted[g]);
    CHECK_EQUAL(counter.max_parts_of_all(candidates, guesses).winners, winners);
    CHECK_EQUAL(counter.max_parts_of_all(candidates, guesses).others, listed > winners ? listed : 0);
    counter.with_kinds(candidates, {}, [&](const auto* kinds, std::size_t most) {
      CHECK_EQUAL(most, std::max(winners, others));
      for (std::uint32_t g = 0; g < world.guesses; ++g) {
        const GuessKind<std::decay_t<decltype(*kinds)>> kind(kinds[g]);
        CHECK_EQUAL(kind.parts(), wanted[g]);
        CHECK_EQUAL(kind.wins(), wins[g]);
        const std::size_t slots = decltype(kind)::slots(most);
        CHECK_EQUAL(kind.slot(slots), wanted[g] + (wins[g] ? slots : 0));
      }
    });
    counter.with_kinds(candidates, guesses, [&](const auto* kinds, std::size_t most) {
      for (const std::uint32_t g : guesses) {
        CHECK_EQUAL((GuessKind<std::decay_t<decltype(*kinds)>>(kinds[g]).parts()), wanted[g]);
        CHECK(most >= wanted[g]);
      }
    });
  }
}

TEST(parts_are_counted_for_any_number_of_feedbacks) {
  std::mt19937 random(1);
  for (const Simd version : {Simd::portable, best_simd()}) {
    set_simd(version);
    for (const std::uint32_t feedbacks : {2u, 14u, 16u, 17u, 32u, 40u, 64u, 65u, 128u, 243u, 256u}) {
      const std::uint32_t used = std::min(feedbacks - 1, 1 + static_cast<std::uint32_t>(random() % feedbacks));
      for (const std::uint32_t guesses : {60u, 64u, 65u, 150u}) {
        check_counter(random_world<std::uint8_t>(random, {60, guesses, feedbacks, used}, false), random);
      }
    }
    for (const std::uint32_t feedbacks : {3u, 64u, 300u, 5000u, 65536u}) {
      const auto world = random_world<std::uint16_t>(random, {60, 150, feedbacks, std::min(feedbacks - 1, 70u)}, false);
      check_counter(world, random);
    }
  }
  set_simd(best_simd());
}

TEST(parts_of_all_guesses_are_not_counted_on_huge_tables) {
  const TableView<std::uint8_t> huge{1 << 20, 1 << 20, 100, 0, nullptr, nullptr, {}, {}};
  CHECK((PartCounter<std::uint8_t>::counts_all(huge, 100)));
  CHECK(!(PartCounter<std::uint8_t>::counts_all(huge, 1 << 20)));
}
