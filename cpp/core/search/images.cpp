#include "core/search/images.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/random.hpp"

namespace bestguess::exact {

namespace {

// Numbers need only differ where the structure does: what is proven rests on the keys of renamed codes.
std::uint64_t stirred(std::uint64_t x) {
  x *= 0x9E3779B97F4A7C15u;
  return x ^ (x >> 29);
}

}  // namespace

Exchanges::Exchanges(const CodeSymmetries& symmetries)
    : symbols_(symmetries.symbols()), positions_(symmetries.length()), words_((symmetries.guesses() + 63) / 64) {
  lowered_.resize((symbols_ * symbols_ + positions_ * positions_) * words_);
  const std::size_t own = symmetries.symbols_by_position() ? symbols_ / positions_ : symbols_;
  for (std::uint32_t guess = 0; guess < symmetries.guesses(); ++guess) {
    const std::uint8_t* code = symmetries.code(guess);
    const auto mark = [&](std::size_t exchange) {
      lowered_[exchange * words_ + guess / 64] |= std::uint64_t{1} << guess % 64;
    };
    for (std::size_t b = 0; b < symbols_; ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        const auto first = std::find_if(code, code + positions_, [&](auto s) { return s == a || s == b; });
        if (first != code + positions_ && *first == b) mark(of_symbols(a, b));
      }
    }
    for (std::size_t q = 0; q < positions_; ++q) {
      for (std::size_t p = 0; p < q; ++p) {
        if (code[q] % own < code[p] % own) mark(of_positions(p, q));
      }
    }
  }
}

std::size_t Exchanges::of_symbols(std::size_t a, std::size_t b) const { return a * symbols_ + b; }
std::size_t Exchanges::of_positions(std::size_t p, std::size_t q) const {
  return symbols_ * symbols_ + p * positions_ + q;
}

Images::Images(const CodeSymmetries& symmetries, std::span<const std::uint32_t> winner)
    : symmetries_(symmetries),
      winner_(winner),
      length_(symmetries.length()),
      symbol_number_(symmetries.symbols()),
      position_number_(length_),
      symbol_sum_(symmetries.symbols()),
      position_sum_(length_),
      positions_(length_),
      new_symbol_(symmetries.symbols()),
      new_position_(length_),
      occurs_(symmetries.symbols()) {}

void Images::load(Candidates secrets) {
  codes_.clear();
  symbols_.clear();
  std::fill(occurs_.begin(), occurs_.end(), false);
  for (const std::uint32_t secret : secrets) {
    const std::uint8_t* code = symmetries_.code(winner_[secret]);
    codes_.push_back(code);
    for (std::size_t p = 0; p < length_; ++p) {
      if (occurs_[code[p]]) continue;
      occurs_[code[p]] = true;
      symbols_.push_back(code[p]);
    }
  }
  code_number_.resize(codes_.size());
  for (const std::uint8_t s : symbols_) symbol_number_[s] = stirred(symmetries_.symbol_class(s) + 1u);
  for (std::size_t p = 0; p < length_; ++p) {
    positions_[p] = static_cast<std::uint8_t>(p);
    position_number_[p] = stirred(symmetries_.position_class(p) + 1000u);
  }
}

void Images::refine() {
  for (const std::uint8_t s : symbols_) symbol_sum_[s] = 0;
  std::fill(position_sum_.begin(), position_sum_.end(), 0);
  for (const std::uint8_t* code : codes_) {
    std::uint64_t sum = 0;
    for (std::size_t p = 0; p < length_; ++p) sum += stirred(position_number_[p] + 3 * symbol_number_[code[p]]);
    const std::uint64_t number = stirred(sum);
    for (std::size_t p = 0; p < length_; ++p) {
      symbol_sum_[code[p]] += stirred(number + position_number_[p]);
      position_sum_[p] += stirred(number + 5 * symbol_number_[code[p]]);
    }
  }
  for (const std::uint8_t s : symbols_) symbol_number_[s] = stirred(symbol_number_[s] + symbol_sum_[s]);
  for (std::size_t p = 0; p < length_; ++p) position_number_[p] = stirred(position_number_[p] + position_sum_[p]);
}

void Images::sort() {
  const auto by_position = [&](std::uint8_t p, std::uint8_t q) {
    return std::pair(symmetries_.position_class(p), position_number_[p]) <
           std::pair(symmetries_.position_class(q), position_number_[q]);
  };
  const std::size_t own = symmetries_.symbols() / length_;
  const auto home = [&](std::uint8_t s) -> std::uint64_t {  // symbols are only ever exchanged with those of one home
    return symmetries_.symbols_by_position() ? position_number_[s / own] : symmetries_.symbol_class(s);
  };
  const auto by_symbol = [&](std::uint8_t s, std::uint8_t t) {
    return std::pair(home(s), symbol_number_[s]) < std::pair(home(t), symbol_number_[t]);
  };
  std::sort(positions_.begin(), positions_.end(), by_position);
  std::sort(symbols_.begin(), symbols_.end(), by_symbol);
}

bool Images::single_out() {
  for (std::size_t i = 1; i < length_; ++i) {
    if (position_number_[positions_[i - 1]] != position_number_[positions_[i]]) continue;
    position_number_[positions_[i - 1]] = stirred(position_number_[positions_[i - 1]] + 17);
    return true;
  }
  for (std::size_t i = 1; i < symbols_.size(); ++i) {
    if (symbol_number_[symbols_[i - 1]] != symbol_number_[symbols_[i]]) continue;
    symbol_number_[symbols_[i - 1]] = stirred(symbol_number_[symbols_[i - 1]] + 17);
    return true;
  }
  return false;
}

SetKey Images::key(Candidates secrets) {
  load(secrets);
  refine();
  refine();
  sort();
  while (single_out()) {
    refine();
    sort();
  }
  // Positions take the places of their class in their new order, symbols those of their class or position.
  const std::size_t own = symmetries_.symbols() / length_;
  for (std::size_t i = 0, place = 0; i < length_; ++i) {
    const auto kind = symmetries_.position_class(positions_[i]);
    if (i == 0 || kind != symmetries_.position_class(positions_[i - 1])) place = 0;
    while (symmetries_.position_class(place) != kind) ++place;
    new_position_[positions_[i]] = static_cast<std::uint8_t>(place++);
  }
  const bool apart = symmetries_.symbols_by_position();
  for (std::size_t i = 0, place = 0; i < symbols_.size(); ++i) {
    const std::uint8_t s = symbols_[i];
    const auto home = [&](std::uint8_t symbol) {
      return apart ? symbol / own : std::size_t{symmetries_.symbol_class(symbol)};
    };
    if (i == 0 || home(s) != home(symbols_[i - 1])) place = apart ? new_position_[s / own] * own : 0;
    while (!apart && symmetries_.symbol_class(place) != symmetries_.symbol_class(s)) ++place;
    new_symbol_[s] = static_cast<std::uint8_t>(place++);
  }
  SetKey key;
  const std::uint64_t base = symmetries_.symbols();
  for (const std::uint8_t* code : codes_) {
    std::uint64_t image = 0;
    for (std::size_t p = 0; p < length_; ++p) {
      std::uint64_t digit = new_symbol_[code[p]] + 1u;
      for (std::size_t i = 0; i < new_position_[p]; ++i) digit *= base + 1;
      image += digit;
    }
    key += SetKey{mixed(image + 0x243F6A8885A308D3u), mixed(image ^ 0x13198A2E03707344u)};
  }
  return key;
}

SetKey Images::renamed_sum(std::size_t a, std::size_t b, bool positions) const {
  const std::size_t own = symmetries_.symbols() / length_;
  SetKey sum;
  for (const std::uint8_t* code : codes_) {
    std::uint64_t image = 0;
    for (std::size_t p = 0; p < length_; ++p) {
      std::size_t from = p, symbol;
      if (positions && (p == a || p == b)) from = a + b - p;
      symbol = code[from];
      if (positions && symmetries_.symbols_by_position()) symbol = symbol % own + p * own;
      if (!positions && (symbol == a || symbol == b)) symbol = a + b - symbol;
      image = image * 129 + symbol + 1;
    }
    sum += SetKey{mixed(image + 0x243F6A8885A308D3u), mixed(image ^ 0x13198A2E03707344u)};
  }
  return sum;
}

void Images::add_exchanges(const std::vector<std::uint8_t>& group, bool positions, const Exchanges& exchanges) {
  for (std::size_t i = 0; i < group.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto [low, high] = std::minmax(group[i], group[j]);
      const std::uint64_t* lowered =
          exchanges.lowered(positions ? exchanges.of_positions(low, high) : exchanges.of_symbols(low, high));
      for (std::size_t w = 0; w < dropped_.size(); ++w) dropped_[w] |= lowered[w];
    }
  }
}

Guesses Images::lowest(Candidates secrets, Guesses guesses, const Exchanges& exchanges,
                       std::vector<std::uint32_t>& scratch) {
  load(secrets);
  refine();
  refine();
  sort();
  dropped_.assign(exchanges.words(), 0);
  const SetKey same = renamed_sum(0, 0, true);
  std::vector<std::uint8_t> group;
  bool any = false;
  const auto end_group = [&](bool positions) {
    any |= group.size() > 1;
    add_exchanges(group, positions, exchanges);
    group.clear();
  };
  for (const std::uint8_t p : positions_) {
    const bool alike = !group.empty() && position_number_[group.back()] == position_number_[p] &&
                       symmetries_.position_class(group.back()) == symmetries_.position_class(p) &&
                       renamed_sum(group.back(), p, true) == same;
    if (!alike) end_group(true);
    group.push_back(p);
  }
  end_group(true);
  const std::size_t own = symmetries_.symbols() / length_;
  const auto home = [&](std::size_t s) {
    return symmetries_.symbols_by_position() ? s / own : std::size_t{symmetries_.symbol_class(s)};
  };
  for (const std::uint8_t s : symbols_) {
    const bool alike = !group.empty() && symbol_number_[group.back()] == symbol_number_[s] &&
                       home(group.back()) == home(s) && renamed_sum(group.back(), s, false) == same;
    if (!alike) end_group(false);
    group.push_back(s);
  }
  end_group(false);
  const std::size_t homes = symmetries_.symbols_by_position() ? length_ : 256;
  std::vector<std::vector<std::uint8_t>> free(homes);
  for (std::size_t s = 0; s < symmetries_.symbols(); ++s) {
    if (!occurs_[s]) free[home(s)].push_back(static_cast<std::uint8_t>(s));
  }
  for (auto& one : free) {
    any |= one.size() > 1;
    add_exchanges(one, false, exchanges);
  }
  if (!any) return guesses;
  scratch.clear();
  if (guesses.empty()) {
    for (std::size_t w = 0; w < dropped_.size(); ++w) {
      std::uint64_t left = ~dropped_[w];
      if (w + 1 == dropped_.size() && symmetries_.guesses() % 64 != 0)
        left &= (std::uint64_t{1} << symmetries_.guesses() % 64) - 1;
      for (; left != 0; left &= left - 1) {
        scratch.push_back(static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(left))));
      }
    }
  } else {
    for (const std::uint32_t guess : guesses) {
      if ((dropped_[guess / 64] >> guess % 64 & 1) == 0) scratch.push_back(guess);
    }
  }
  return scratch;
}

}  // namespace bestguess::exact
