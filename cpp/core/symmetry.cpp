#include "core/symmetry.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace bestguess {

namespace {
constexpr std::uint8_t unset = 0xFF;  // no symbol: all are below max_class_symbols
constexpr std::size_t max_class_symbols = 128;
}  // namespace

// A symmetry that fixes a history: a permutation of the positions (position p gets the symbol of position from[p]), and
// the images of the symbols in the history. All other symbols are free: they may be permuted within their classes.
struct CodeSymmetries::Element {
  std::vector<std::uint8_t> from;
  std::array<std::uint8_t, max_class_symbols> to;
};

CodeSymmetries::CodeSymmetries(std::vector<std::uint8_t> codes, std::vector<std::uint8_t> position_class,
                               std::vector<std::uint8_t> symbol_class, bool symbols_by_position)
    : codes_(std::move(codes)),
      position_class_(std::move(position_class)),
      symbol_class_(std::move(symbol_class)),
      by_position_(symbols_by_position) {
  const bool symbols_known =
      std::all_of(codes_.begin(), codes_.end(), [&](auto s) { return s < symbol_class_.size(); });
  if (position_class_.empty() || codes_.size() % position_class_.size() != 0 || !symbols_known ||
      symbol_class_.size() > max_class_symbols) {
    throw std::invalid_argument("expected whole codes whose symbols all have a class, and at most 128 symbols");
  }
  const std::size_t pegs = position_class_.size();
  repeats_.resize(codes_.size() / pegs);
  for (std::size_t i = 0; i < codes_.size() && !by_position_; ++i) {
    const auto start = codes_.begin() + static_cast<std::ptrdiff_t>(i / pegs * pegs);
    const auto here = codes_.begin() + static_cast<std::ptrdiff_t>(i);
    repeats_[i / pegs] = static_cast<std::uint8_t>(repeats_[i / pegs] + std::count(start, here, *here));
  }
  if (!by_position_) return;
  // Each position has its own symbols. Number them apart (see symbols()), so that one permutation of all symbols
  // describes a symmetry. The only difference that remains: each position has its own free symbols.
  const std::size_t length = position_class_.size(), symbols = symbol_class_.size();
  if (length * symbols > max_class_symbols ||
      std::adjacent_find(symbol_class_.begin(), symbol_class_.end(), std::not_equal_to<>()) != symbol_class_.end()) {
    throw std::invalid_argument("symbols by position: expected one class, and at most 128 symbols over all positions");
  }
  for (std::size_t i = 0; i < codes_.size(); ++i) {
    codes_[i] = static_cast<std::uint8_t>(codes_[i] + i % length * symbols);
  }
  symbol_class_.assign(length * symbols, symbol_class_[0]);
}

std::vector<CodeSymmetries::Element> CodeSymmetries::stabiliser(std::span<const std::uint32_t> history) const {
  const std::size_t length = position_class_.size();
  std::vector<Element> elements;
  std::vector<std::uint8_t> from(length);
  std::vector<bool> used(length);
  // For this permutation of the positions, each guess of the history must be mapped to itself. That determines the
  // images of its symbols. They must form a bijection within classes; otherwise there is no such symmetry.
  const auto add = [&] {
    Element element{from, {}};
    std::array<std::uint8_t, max_class_symbols> back;
    element.to.fill(unset);
    back.fill(unset);
    for (const std::uint32_t guess : history) {
      for (std::size_t p = 0; p < length; ++p) {
        const std::uint8_t x = code(guess)[from[p]], y = code(guess)[p];
        if (symbol_class_[x] != symbol_class_[y] || (element.to[x] != unset && element.to[x] != y) ||
            (back[y] != unset && back[y] != x)) {
          return;
        }
        element.to[x] = y;
        back[y] = x;
      }
    }
    elements.push_back(std::move(element));
  };
  // Tries all permutations of the positions within their classes.
  const auto extend = [&](const auto& self, std::size_t p) -> void {
    if (p == length) return add();
    for (std::size_t q = 0; q < length; ++q) {
      if (used[q] || position_class_[q] != position_class_[p]) continue;
      used[q] = true;
      from[p] = static_cast<std::uint8_t>(q);
      self(self, p + 1);
      used[q] = false;
    }
  };
  extend(extend, 0);
  return elements;
}

std::vector<std::uint32_t> CodeSymmetries::representatives(std::span<const std::uint32_t> history) const {
  const std::size_t length = position_class_.size(), symbols = symbol_class_.size();
  const auto guesses = static_cast<std::uint32_t>(codes_.size() / length);
  const std::vector<Element> elements = stabiliser(history);
  std::array<bool, max_class_symbols> in_history{};
  for (const std::uint32_t guess : history) {
    for (std::size_t p = 0; p < length; ++p) in_history[code(guess)[p]] = true;
  }
  // The free symbols of each class (or position), as lists in ascending order. The lowest image of a code uses them in
  // this order.
  std::array<std::uint8_t, max_class_symbols> next_free;
  next_free.fill(unset);
  std::array<std::uint8_t, max_class_symbols> first_free;
  first_free.fill(unset);
  for (std::size_t s = symbols; s-- > 0;) {
    if (in_history[s]) continue;
    std::uint8_t& first = first_free[by_position_ ? s / (symbols / length) : symbol_class_[s]];
    next_free[s] = first;
    first = static_cast<std::uint8_t>(s);
  }

  // Whether some image of `guess` under `element` and permutations of the free symbols is lower than `guess`. It builds
  // the lowest such image, symbol by symbol.
  const auto has_lower_image = [&](const std::uint8_t* guess, const Element& element) {
    std::array<std::uint8_t, max_class_symbols> next = first_free;
    std::array<std::uint8_t, max_class_symbols> to = element.to;
    for (std::size_t p = 0; p < length; ++p) {
      const std::uint8_t symbol = guess[element.from[p]];
      if (to[symbol] == unset) {
        std::uint8_t& lowest = next[by_position_ ? p : symbol_class_[symbol]];
        to[symbol] = lowest;
        lowest = next_free[lowest];
      }
      if (to[symbol] != guess[p]) return to[symbol] < guess[p];
    }
    return false;
  };

  std::vector<std::uint32_t> lowest;
  for (std::uint32_t guess = 0; guess < guesses; ++guess) {
    const std::uint8_t* letters = code(guess);
    if (std::none_of(elements.begin(), elements.end(), [&](const Element& e) { return has_lower_image(letters, e); })) {
      lowest.push_back(guess);
    }
  }
  return lowest;
}

GeneratorSymmetries::GeneratorSymmetries(std::uint32_t guesses, std::vector<std::vector<std::uint32_t>> generators,
                                         std::vector<std::vector<std::uint8_t>> renames)
    : guesses_(guesses), generators_(std::move(generators)), renames_(std::move(renames)) {
  const auto fits = [&](const std::vector<std::uint8_t>& marks) { return marks.size() == guesses; };
  if (!renames_.empty() &&
      (renames_.size() != generators_.size() || !std::all_of(renames_.begin(), renames_.end(), fits))) {
    throw std::invalid_argument("expected for each generator whether it renames the feedbacks of each guess");
  }
  for (const auto& generator : generators_) {
    std::vector<bool> hit(guesses);
    for (const std::uint32_t image : generator) {
      if (image >= guesses || hit[image])
        throw std::invalid_argument("a generator is not a permutation of the guesses");
      hit[image] = true;
    }
    if (generator.size() != guesses) throw std::invalid_argument("a generator is not a permutation of the guesses");
  }
}

std::vector<std::uint32_t> GeneratorSymmetries::representatives(std::span<const std::uint32_t> history) const {
  std::vector<std::uint32_t> lowest(guesses_);  // a union-find forest; the root of a tree is its lowest guess
  std::iota(lowest.begin(), lowest.end(), 0u);
  const auto root = [&](std::uint32_t guess) {
    while (lowest[guess] != guess) guess = lowest[guess] = lowest[lowest[guess]];
    return guess;
  };
  for (std::size_t i = 0; i < generators_.size(); ++i) {
    const std::vector<std::uint32_t>& generator = generators_[i];
    const auto fixes = [&](std::uint32_t g) { return generator[g] == g && (renames_.empty() || renames_[i][g] == 0); };
    if (!std::all_of(history.begin(), history.end(), fixes)) continue;
    for (std::uint32_t guess = 0; guess < guesses_; ++guess) {
      const auto [low, high] = std::minmax({root(guess), root(generator[guess])});
      lowest[high] = low;
    }
  }
  std::vector<std::uint32_t> roots;
  for (std::uint32_t guess = 0; guess < guesses_; ++guess) {
    if (lowest[guess] == guess) roots.push_back(guess);
  }
  return roots;
}

}  // namespace bestguess
