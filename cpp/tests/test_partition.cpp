#include <cstdint>
#include <random>
#include <vector>

#include "check.hpp"
#include "core/partition.hpp"

using namespace bestguess;

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
}

TEST(parts_add_up_for_8_and_16_bits) {
  check_parts<std::uint8_t>(14);
  check_parts<std::uint8_t>(256);
  check_parts<std::uint16_t>(300);
}
