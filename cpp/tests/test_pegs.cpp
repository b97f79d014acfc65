#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "core/kernels/pegs.hpp"
#include "core/simd.hpp"

using namespace bestguess;

// The rules, peg by peg: what the kernel must agree with.
static std::uint8_t plain_feedback(const CodeSpace& guesses, std::uint64_t guess, const CodeSpace& secrets,
                                   std::uint64_t secret) {
  std::array<Symbol, max_pegs> a{}, b{};
  guesses.unrank(guess, a.data());
  secrets.unrank(secret, b.data());
  int exact = 0, total = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(guesses.pegs); ++i) exact += a[i] == b[i];
  for (int symbol = 0; symbol < guesses.symbols; ++symbol) {
    const auto s = static_cast<Symbol>(symbol);
    total += static_cast<int>(std::min(std::count(a.begin(), a.begin() + guesses.pegs, s),
                                       std::count(b.begin(), b.begin() + guesses.pegs, s)));
  }
  return feedback_ordinal(exact, total, (guesses.pegs + 1) * (guesses.pegs + 2) / 2 - 2);
}

static std::vector<Simd> versions() {
  return best_simd() == Simd::portable ? std::vector{Simd::portable} : std::vector{Simd::portable, best_simd()};
}

static std::vector<std::uint8_t> table(const PegKernel& kernel, int threads) {
  std::vector<std::uint8_t> ordinals(kernel.guesses() * kernel.secrets());
  kernel.fill(0, kernel.guesses(), ordinals.data(), threads);
  return ordinals;
}

TEST(every_version_fills_the_table_by_the_rules) {
  for (const Simd version : versions()) {
    set_simd(version);
    for (int pegs = 1; pegs <= 4; ++pegs) {
      for (int symbols = 1; symbols <= 5; ++symbols) {
        for (const bool distinct : {false, true}) {
          if (distinct && pegs > symbols) continue;
          const PegKernel kernel(pegs, symbols, false, distinct);
          const CodeSpace guesses{pegs, symbols, false}, secrets{pegs, symbols, distinct};
          const auto ordinals = table(kernel, 2);
          bool agrees = true;
          for (std::uint64_t g = 0; g < guesses.size(); ++g) {
            for (std::uint64_t s = 0; s < secrets.size(); ++s) {
              agrees &= ordinals[g * secrets.size() + s] == plain_feedback(guesses, g, secrets, s);
            }
          }
          CHECK(agrees);
        }
      }
    }
  }
}

TEST(every_version_scans_as_the_table_says) {
  // 5 pegs of 9 symbols: the secrets are scanned in nine blocks or more, with heads.
  for (const bool distinct : {false, true}) {
    const CodeSpace guesses{5, 9, false}, secrets{5, 9, distinct};
    const PegKernel kernel(5, 9, false, distinct);
    CHECK(kernel.scan_blocks() > 1);
    const std::vector<Row> history{{1234, 4}, {40000, 2}};
    std::vector<std::uint32_t> wanted;
    for (std::uint64_t s = 0; s < secrets.size(); ++s) {
      if (plain_feedback(guesses, 1234, secrets, s) == 4 && plain_feedback(guesses, 40000, secrets, s) == 2) {
        wanted.push_back(static_cast<std::uint32_t>(s));
      }
    }
    CHECK(wanted.size() > 100);
    for (const Simd version : versions()) {
      set_simd(version);
      const Scan all = kernel.scan(history, 0, kernel.scan_blocks(), secrets.size(), 2);
      CHECK(all.first == wanted);
      CHECK_EQUAL(all.count, wanted.size());
      const Scan some = kernel.scan(history, 0, kernel.scan_blocks(), 10, 2);
      CHECK_EQUAL(some.count, wanted.size());
      CHECK(std::equal(some.first.begin(), some.first.end(), wanted.begin(), wanted.begin() + 10));
    }
  }
}

TEST(scans_of_nothing_find_everything) {
  const PegKernel kernel(4, 10, true, true);
  CHECK_EQUAL(kernel.scan({}, 0, kernel.scan_blocks(), 0, 1).count, std::uint64_t{5040});
}

TEST(bad_sizes_and_indices_are_refused) {
  CHECK_THROWS(PegKernel(0, 6, false, false));
  CHECK_THROWS(PegKernel(9, 6, false, false));
  CHECK_THROWS(PegKernel(4, 17, false, false));
  CHECK_THROWS(PegKernel(5, 4, true, true));
  const PegKernel kernel(2, 3, false, false);
  CHECK_THROWS(kernel.fill(0, 10, static_cast<std::uint8_t*>(nullptr), 1));
  const std::vector<Row> no_guess{{9, 0}}, no_feedback{{0, 5}};
  CHECK_THROWS(kernel.scan(no_guess, 0, 1, 0, 1));
  CHECK_THROWS(kernel.scan(no_feedback, 0, 1, 0, 1));
}
