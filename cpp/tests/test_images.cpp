#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/kernels/codes.hpp"
#include "core/random.hpp"
#include "core/search/images.hpp"

using namespace bestguess;
using namespace bestguess::exact;

namespace {

using Codes = std::vector<std::uint32_t>;  // by index, ascending

// A game of codes: all words, or those without a repeated symbol; positions and symbols of some classes.
struct CodeGame {
  CodeSpace space;
  std::vector<std::uint8_t> codes, position_class, symbol_class;
  bool by_position;
  CodeSymmetries symmetries;
  Codes all;

  CodeGame(CodeSpace the_space, std::vector<std::uint8_t> positions, std::vector<std::uint8_t> symbols, bool apart)
      : space(the_space),
        codes(all_codes(the_space)),
        position_class(std::move(positions)),
        symbol_class(std::move(symbols)),
        by_position(apart),
        symmetries(codes, position_class, symbol_class, apart),
        all(the_space.size()) {
    std::iota(all.begin(), all.end(), 0u);
  }
  CodeGame(CodeSpace the_space, bool apart)
      : CodeGame(the_space, std::vector<std::uint8_t>(static_cast<std::size_t>(the_space.pegs)),
                 std::vector<std::uint8_t>(static_cast<std::size_t>(the_space.symbols)), apart) {}

  static std::vector<std::uint8_t> all_codes(const CodeSpace& space) {
    std::vector<std::uint8_t> codes;
    for (std::uint64_t i = 0; i < space.size(); ++i) {
      std::array<Symbol, max_pegs> code{};
      space.unrank(i, code.data());
      codes.insert(codes.end(), code.begin(), code.begin() + space.pegs);
    }
    return codes;
  }

  std::size_t length() const { return position_class.size(); }

  std::uint32_t index(const std::vector<std::uint8_t>& code) const {
    std::uint32_t low = 0, high = static_cast<std::uint32_t>(all.size());
    while (high - low > 1) {
      const std::uint32_t middle = (low + high) / 2;
      (std::lexicographical_compare(code.begin(), code.end(), &codes[middle * length()],
                                    &codes[middle * length()] + length())
           ? high
           : low) = middle;
    }
    return low;
  }

  // A permutation within classes.
  static std::vector<std::uint8_t> shuffled(const std::vector<std::uint8_t>& classes, Random& random) {
    std::vector<std::uint8_t> to(classes.size());
    std::iota(to.begin(), to.end(), std::uint8_t{0});
    for (std::size_t i = 0; i < to.size(); ++i) {
      const std::size_t j = i + random() % (to.size() - i);
      if (classes[i] == classes[j] && classes[to[i]] == classes[to[j]]) std::swap(to[i], to[j]);
    }
    return to;
  }

  struct Symmetry {
    std::vector<std::uint8_t> position;
    std::vector<std::vector<std::uint8_t>> symbol;  // by position
  };
  Symmetry any_symmetry(Random& random) const {
    Symmetry chosen{shuffled(position_class, random), {}};
    for (std::size_t p = 0; p < length(); ++p) {
      chosen.symbol.push_back(p == 0 || by_position ? shuffled(symbol_class, random) : chosen.symbol[0]);
    }
    return chosen;
  }
  // All permutations within classes.
  static std::vector<std::vector<std::uint8_t>> permutations(const std::vector<std::uint8_t>& classes) {
    std::vector<std::uint8_t> to(classes.size());
    std::iota(to.begin(), to.end(), std::uint8_t{0});
    std::vector<std::vector<std::uint8_t>> all;
    do {
      if (std::equal(to.begin(), to.end(), classes.begin(), [&](auto t, auto kind) { return classes[t] == kind; })) {
        all.push_back(to);
      }
    } while (std::next_permutation(to.begin(), to.end()));
    return all;
  }
  std::vector<Symmetry> all_symmetries() const {
    const auto of_symbols = permutations(symbol_class);
    std::vector<Symmetry> all;
    for (const auto& positions : permutations(position_class)) all.push_back({positions, {}});
    for (std::size_t p = 0; p < length(); ++p) {
      std::vector<Symmetry> longer;
      for (const Symmetry& one : all) {
        for (const auto& symbols : of_symbols) {
          if (p > 0 && !by_position && symbols != one.symbol[0]) continue;
          longer.push_back(one);
          longer.back().symbol.push_back(symbols);
        }
      }
      all = std::move(longer);
    }
    return all;
  }
  std::uint32_t image(std::uint32_t code, const Symmetry& symmetry) const {
    std::vector<std::uint8_t> moved(length());
    for (std::size_t p = 0; p < length(); ++p) {
      moved[symmetry.position[p]] = symmetry.symbol[p][codes[code * length() + p]];
    }
    return index(moved);
  }
  Codes image(const Codes& set, const Symmetry& symmetry) const {
    Codes moved;
    for (const std::uint32_t code : set) moved.push_back(image(code, symmetry));
    std::sort(moved.begin(), moved.end());
    return moved;
  }

  Codes any_set(std::size_t size, Random& random) const {
    std::set<std::uint32_t> chosen;
    while (chosen.size() < size) chosen.insert(static_cast<std::uint32_t>(random() % all.size()));
    return {chosen.begin(), chosen.end()};
  }
};

Codes joined(const Codes& some, const Codes& others) {
  Codes both;
  std::set_union(some.begin(), some.end(), others.begin(), others.end(), std::back_inserter(both));
  return both;
}

// The guesses of a list that are left.
Codes left_of(Images& images, const Codes& set, const Codes& guesses, const Exchanges& exchanges) {
  std::vector<std::uint32_t> scratch;
  const Guesses lowest = images.lowest_guesses(set, guesses, exchanges, scratch);
  return {lowest.begin(), lowest.end()};
}

std::vector<CodeGame> small_games() {
  std::vector<CodeGame> all;
  all.emplace_back(CodeSpace{3, 4, false}, false);
  all.emplace_back(CodeSpace{3, 5, true}, false);
  all.emplace_back(CodeSpace{2, 4, false}, true);
  all.emplace_back(CodeSpace{3, 5, false}, std::vector<std::uint8_t>{0, 1, 0}, std::vector<std::uint8_t>{0, 1, 1, 0, 1},
                   false);
  return all;
}

std::vector<CodeGame> games() {
  std::vector<CodeGame> all;
  all.emplace_back(CodeSpace{3, 4, false}, false);
  all.emplace_back(CodeSpace{4, 6, false}, false);
  all.emplace_back(CodeSpace{2, 9, false}, false);
  all.emplace_back(CodeSpace{4, 7, true}, false);
  all.emplace_back(CodeSpace{3, 4, false}, true);
  all.emplace_back(CodeSpace{3, 5, false}, std::vector<std::uint8_t>{0, 1, 0}, std::vector<std::uint8_t>{0, 1, 1, 0, 1},
                   false);
  return all;
}

}  // namespace

TEST(a_set_and_its_image_have_one_key_but_for_a_few) {
  Random random{1};
  for (const CodeGame& game : games()) {
    Images images(game.symmetries, game.all);
    int missed = 0;
    for (int round = 0; round < 2000; ++round) {
      const Codes set = game.any_set(1 + random() % std::min<std::size_t>(game.all.size(), 30), random);
      if (!(images.image_key(set) == images.image_key(game.image(set, game.any_symmetry(random))))) ++missed;
    }
    CHECK(missed <= 20);  // one in a hundred at most: where what is not alike has one number
  }
}

// In a small game, every set of up to four codes: those of one key are one whole orbit.
TEST(sets_of_different_orbits_have_different_keys) {
  for (const bool apart : {false, true}) {
    const CodeGame game(CodeSpace{2, 4, false}, apart);
    Images images(game.symmetries, game.all);
    const std::vector<CodeGame::Symmetry> group = game.all_symmetries();
    CHECK_EQUAL(group.size(), apart ? std::size_t{2 * 24 * 24} : std::size_t{2 * 24});
    std::map<SetKey, std::set<Codes>> by_key;
    for (std::uint32_t bits = 1; bits < 1u << 16; ++bits) {
      if (std::popcount(bits) > 4) continue;
      Codes set;
      for (std::uint32_t i = 0; i < 16; ++i) {
        if (bits >> i & 1) set.push_back(i);
      }
      by_key[images.image_key(set)].insert(set);
    }
    for (const auto& [key, sets] : by_key) {
      std::set<Codes> orbit;
      for (const CodeGame::Symmetry& symmetry : group) orbit.insert(game.image(*sets.begin(), symmetry));
      CHECK(orbit == sets);
    }
  }
}

TEST(the_lowest_of_guesses_that_are_alike_for_a_set_is_left) {
  Random random{3};
  for (const CodeGame& game : small_games()) {
    Images images(game.symmetries, game.all);
    const Exchanges exchanges(game.symmetries);
    const std::vector<CodeGame::Symmetry> group = game.all_symmetries();
    std::size_t left_out = 0;
    for (int round = 0; round < 100; ++round) {
      Codes set = game.any_set(1 + random() % 6, random);
      for (int i = 0; i < round % 3; ++i) set = joined(set, game.image(set, group[random() % group.size()]));
      std::vector<std::uint32_t> scratch;
      Guesses lowest = images.lowest_guesses(set, {}, exchanges, scratch);
      if (lowest.empty()) lowest = game.all;
      left_out += game.all.size() - lowest.size();
      Codes least = game.all;
      for (const CodeGame::Symmetry& symmetry : group) {
        if (game.image(set, symmetry) != set) continue;
        for (const std::uint32_t guess : game.all) least[guess] = std::min(least[guess], game.image(guess, symmetry));
      }
      for (const std::uint32_t guess : least) CHECK(std::binary_search(lowest.begin(), lowest.end(), guess));
      const Codes some = game.any_set(5, random), kept = left_of(images, set, some, exchanges);
      for (const std::uint32_t guess : some) {
        const bool is_kept = std::binary_search(lowest.begin(), lowest.end(), guess);
        CHECK_EQUAL(std::binary_search(kept.begin(), kept.end(), guess), is_kept);
      }
    }
    CHECK(left_out > 0);
  }
}
