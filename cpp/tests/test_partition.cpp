#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "check.hpp"
#include "core/partition.hpp"

using namespace bestguess;

// Listed parts are those of all feedbacks but for their order; the winning one is first.
template <class Ordinal>
static void check_listed(const std::vector<Ordinal>& table, const std::vector<std::uint32_t>& candidates,
                         std::uint32_t parts, const std::vector<std::uint32_t>& all) {
  const std::uint64_t secrets = 300;
  const std::vector<std::uint32_t> guesses{20, 3, 7};
  std::vector<std::int64_t> weights(secrets, 2);
  const PartLists listed = list_parts(table.data(), secrets, guesses, candidates, parts, 5, weights, 2);
  CHECK(list_parts(table.data(), secrets, guesses, candidates, parts, 5, {}, 1).weights.empty());
  for (std::size_t g = 0; g < guesses.size(); ++g) {
    std::vector<std::uint32_t> some(&listed.sizes[g * listed.width], &listed.sizes[g * listed.width] + listed.width);
    CHECK_EQUAL(some[0], all[guesses[g] * parts + 5]);
    for (std::size_t i = 0; i < some.size(); ++i) CHECK_EQUAL(listed.weights[g * listed.width + i], 2 * some[i]);
    std::vector<std::uint32_t> wanted(&all[guesses[g] * parts], &all[guesses[g] * parts] + parts);
    for (auto* sizes : {&some, &wanted}) {
      std::erase(*sizes, 0u);
      std::sort(sizes->begin(), sizes->end());
    }
    CHECK(some == wanted);
  }
}

template <class Ordinal>
static void check_parts(std::uint32_t parts) {
  std::mt19937 random(parts);
  constexpr std::uint64_t guesses = 21, secrets = 300;
  std::vector<Ordinal> table(guesses * secrets);
  for (auto& ordinal : table) ordinal = static_cast<Ordinal>(random() % parts);
  std::vector<std::uint32_t> candidates;
  for (std::uint32_t s = 0; s < secrets; ++s) {
    if (random() % 2) candidates.push_back(s);
  }
  std::vector<std::uint32_t> all(guesses * parts), ends(parts), sorted(candidates.size()), kept(candidates.size());
  all_part_sizes(table.data(), guesses, secrets, candidates, parts, all.data(), 3);
  for (std::uint64_t g = 0; g < guesses; ++g) {
    const Ordinal* row = &table[g * secrets];
    partition(row, candidates, ends, sorted.data());
    std::uint32_t start = 0;
    for (std::uint32_t f = 0; f < parts; ++f) {
      CHECK_EQUAL(ends[f] - start, all[g * parts + f]);
      const std::uint64_t size = filter(row, candidates, f, kept.data());
      CHECK_EQUAL(size, ends[f] - start);
      for (std::uint64_t i = 0; i < size; ++i) CHECK_EQUAL(kept[i], sorted[start + i]);
      start = ends[f];
    }
    CHECK_EQUAL(start, candidates.size());
  }
  check_listed(table, candidates, parts, all);
}

TEST(parts_add_up_for_8_and_16_bits) {
  check_parts<std::uint8_t>(14);
  check_parts<std::uint8_t>(256);
  check_parts<std::uint16_t>(300);
}
