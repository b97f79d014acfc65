#include "core/search/images.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/random.hpp"

namespace bestguess::exact {

namespace {

// Mixes bits quickly. Collisions here do no harm: they only hide images. Correctness rests on the keys of renamed
// codes, which use mix_bits.
std::uint64_t mix_fast(std::uint64_t x) {
  x *= 0x9E3779B97F4A7C15u;
  return x ^ (x >> 29);
}

// A code is packed into a number to this base, with symbols numbered from 1. There are at most 128 symbols.
constexpr std::uint64_t base = 129;

SetKey key_of(std::uint64_t packed) {
  return {mix_bits(packed + 0x243F6A8885A308D3u), mix_bits(packed ^ 0x13198A2E03707344u)};
}

}  // namespace

Exchanges::Exchanges(const CodeSymmetries& symmetries)
    : symbols_(symmetries.symbols()), positions_(symmetries.length()), words_((symmetries.guesses() + 63) / 64) {
  lowered_.resize((symbols_ * symbols_ + positions_ * positions_) * words_);
  const std::size_t symbols_per_position = symmetries.symbols_by_position() ? symbols_ / positions_ : symbols_;
  for (std::uint32_t guess = 0; guess < symmetries.guesses(); ++guess) {
    const std::uint8_t* code = symmetries.code(guess);
    const auto mark = [&](std::size_t exchange) {
      lowered_[exchange * words_ + guess / 64] |= std::uint64_t{1} << guess % 64;
    };
    // Exchanging a symbol with a lower one gives a lower code if the lower symbol does not occur before it.
    for (std::size_t p = 0; p < positions_; ++p) {
      if (std::find(code, code + p, code[p]) != code + p) continue;
      for (std::size_t lower = 0; lower < code[p]; ++lower) {
        if (std::find(code, code + p, lower) == code + p) mark(of_symbols(lower, code[p]));
      }
    }
    for (std::size_t q = 0; q < positions_; ++q) {
      for (std::size_t p = 0; p < q; ++p) {
        if (code[q] % symbols_per_position < code[p] % symbols_per_position) mark(of_positions(p, q));
      }
    }
  }
}

Images::Images(const CodeSymmetries& symmetries, std::span<const std::uint32_t> winner)
    : symmetries_(symmetries),
      winner_(winner),
      length_(symmetries.length()),
      symbols_per_position_(symmetries.symbols_by_position() ? symmetries.symbols() / length_ : 0),
      symbol_number_(symmetries.symbols()),
      symbol_sum_(symmetries.symbols()),
      position_number_(length_),
      position_sum_(length_),
      positions_(length_),
      new_symbol_(symmetries.symbols()),
      new_position_(length_),
      place_value_(length_, 1),
      occurs_(symmetries.symbols()) {
  for (std::size_t p = 1; p < length_; ++p) place_value_[p] = place_value_[p - 1] * base;
  pair_number_.resize(length_ * symmetries.symbols());
}

std::size_t Images::symbol_group(std::size_t symbol) const {
  return symbols_per_position_ ? symbol / symbols_per_position_ : std::size_t{symmetries_.symbol_class(symbol)};
}

void Images::load(Candidates secrets) {
  for (const std::uint8_t s : symbols_) occurs_[s] = false;
  symbols_.clear();
  codes_.resize(secrets.size() * length_);
  repeats_.resize(secrets.size());
  for (std::size_t i = 0; i < secrets.size(); ++i) {
    const std::uint32_t guess = winner_[secrets[i]];
    std::memcpy(&codes_[i * length_], symmetries_.code(guess), length_);
    repeats_[i] = symmetries_.repeats(guess);
  }
  for (const std::uint8_t s : codes_) {
    if (occurs_[s]) continue;
    occurs_[s] = true;
    symbols_.push_back(s);
  }
  for (const std::uint8_t s : symbols_) symbol_number_[s] = mix_fast(symmetries_.symbol_class(s) + 1u);
  for (std::size_t p = 0; p < length_; ++p) {
    positions_[p] = static_cast<std::uint8_t>(p);
    position_number_[p] = mix_fast(symmetries_.position_class(p) + 1000u);
  }
  refine();
  refine_until_stable();
}

// Repeats refine() until another round distinguishes nothing new, or everything is distinguished.
void Images::refine_until_stable() {
  const std::size_t all = length_ + symbols_.size();
  for (std::size_t before = 0, now = count_groups(); before < now && now < all; now = count_groups()) {
    before = now;
    refine();
  }
}

// Counts the groups of positions and symbols that the numbers distinguish.
std::size_t Images::count_groups() const {
  std::size_t alike = 0;
  for (std::size_t i = 1; i < length_; ++i) alike += are_alike(positions_[i - 1], positions_[i], true);
  for (std::size_t i = 1; i < symbols_.size(); ++i) alike += are_alike(symbols_[i - 1], symbols_[i], false);
  return length_ + symbols_.size() - alike;
}

// One round of refinement. The number of a code is computed from the numbers of its symbols and positions, and from its
// repeated symbols. Then the number of each symbol and position is computed from the codes in which it occurs, and from
// what occurs there with it.
void Images::refine() {
  const std::size_t symbols = symbol_number_.size();
  for (const std::uint8_t s : symbols_) {
    symbol_sum_[s] = 0;
    for (std::size_t p = 0; p < length_; ++p) {
      pair_number_[p * symbols + s] = mix_fast(position_number_[p] + 3 * symbol_number_[s]);
    }
  }
  std::fill(position_sum_.begin(), position_sum_.end(), 0);
  for (std::size_t i = 0; i < repeats_.size(); ++i) {
    const std::uint8_t* code = &codes_[i * length_];
    std::uint64_t sum = repeats_[i];
    for (std::size_t p = 0; p < length_; ++p) sum += pair_number_[p * symbols + code[p]];
    const std::uint64_t number = mix_fast(sum);
    for (std::size_t p = 0; p < length_; ++p) {
      symbol_sum_[code[p]] += number * (position_number_[p] | 1);
      position_sum_[p] += number * (symbol_number_[code[p]] | 1);
    }
  }
  for (const std::uint8_t s : symbols_) symbol_number_[s] = mix_fast(symbol_number_[s] + symbol_sum_[s]);
  for (std::size_t p = 0; p < length_; ++p) position_number_[p] = mix_fast(position_number_[p] + position_sum_[p]);
  sort();
}

// Sorts positions and symbols by what they may be exchanged with, then by number. If positions have their own symbols,
// these are sorted by the new order of their positions.
void Images::sort() {
  std::sort(positions_.begin(), positions_.end(), [&](std::uint8_t p, std::uint8_t q) {
    return std::pair(symmetries_.position_class(p), position_number_[p]) <
           std::pair(symmetries_.position_class(q), position_number_[q]);
  });
  for (std::size_t i = 0; i < length_; ++i) new_position_[positions_[i]] = static_cast<std::uint8_t>(i);
  std::sort(symbols_.begin(), symbols_.end(), [&](std::uint8_t s, std::uint8_t t) {
    const std::size_t first = symbols_per_position_ ? new_position_[s / symbols_per_position_] : symbol_group(s);
    const std::size_t second = symbols_per_position_ ? new_position_[t / symbols_per_position_] : symbol_group(t);
    return std::pair(first, symbol_number_[s]) < std::pair(second, symbol_number_[t]);
  });
}

bool Images::are_alike(std::uint8_t one, std::uint8_t other, bool positions) const {
  if (positions) {
    return position_number_[one] == position_number_[other] &&
           symmetries_.position_class(one) == symmetries_.position_class(other);
  }
  return symbol_number_[one] == symbol_number_[other] && symbol_group(one) == symbol_group(other);
}

// Gives a new number to the first of several items that the numbers do not distinguish. Returns false if there are
// none.
bool Images::single_out() {
  for (const bool positions : {true, false}) {
    const std::vector<std::uint8_t>& all = positions ? positions_ : symbols_;
    const auto first = std::adjacent_find(
        all.begin(), all.end(), [&](std::uint8_t one, std::uint8_t other) { return are_alike(one, other, positions); });
    if (first == all.end()) continue;
    std::uint64_t& number = positions ? position_number_[*first] : symbol_number_[*first];
    number = mix_fast(number + 17);
    return true;
  }
  return false;
}

SetKey Images::image_key(Candidates secrets) {
  load(secrets);
  while (single_out()) refine_until_stable();
  // Rename: positions take the places of their class in their new order, and symbols those of their class or position.
  for (std::size_t i = 0, place = 0; i < length_; ++i) {
    const auto kind = symmetries_.position_class(positions_[i]);
    if (i > 0 && kind != symmetries_.position_class(positions_[i - 1])) place = 0;
    while (symmetries_.position_class(place) != kind) ++place;
    new_position_[positions_[i]] = static_cast<std::uint8_t>(place++);
  }
  for (std::size_t i = 0, place = 0; i < symbols_.size(); ++i) {
    const std::uint8_t s = symbols_[i];
    if (i == 0 || symbol_group(s) != symbol_group(symbols_[i - 1]))
      place = symbols_per_position_ ? new_position_[s / symbols_per_position_] * symbols_per_position_ : 0;
    while (symmetries_.symbol_class(place) != symmetries_.symbol_class(s)) ++place;
    new_symbol_[s] = static_cast<std::uint8_t>(place++);
  }
  SetKey key;
  for (const std::uint8_t *code = codes_.data(), *end = code + codes_.size(); code != end; code += length_) {
    std::uint64_t packed = 0;
    for (std::size_t p = 0; p < length_; ++p) packed += (new_symbol_[code[p]] + 1u) * place_value_[new_position_[p]];
    key += key_of(packed);
  }
  return key;
}

Renaming Images::renaming() const {
  Renaming renaming{new_position_, new_symbol_};
  // Symbols that do not occur take the remaining places of their class or position, in order.
  std::vector<bool> used(symmetries_.symbols());
  for (const std::uint8_t s : symbols_) used[new_symbol_[s]] = true;
  for (std::size_t s = 0; s < symmetries_.symbols(); ++s) {
    if (occurs_[s]) continue;
    std::size_t place = symbols_per_position_ ? new_position_[s / symbols_per_position_] * symbols_per_position_ : 0;
    while (used[place] || (!symbols_per_position_ && symbol_group(place) != symbol_group(s))) ++place;
    used[place] = true;
    renaming.symbol[s] = static_cast<std::uint8_t>(place);
  }
  return renaming;
}

Renaming compose_with_inverse(const Renaming& first, const Renaming& second) {
  const auto compose = [](const std::vector<std::uint8_t>& to, const std::vector<std::uint8_t>& other) {
    std::vector<std::uint8_t> back(other.size()), renaming(to.size());
    for (std::size_t i = 0; i < other.size(); ++i) back[other[i]] = static_cast<std::uint8_t>(i);
    for (std::size_t i = 0; i < to.size(); ++i) renaming[i] = back[to[i]];
    return renaming;
  };
  return {compose(first.position, second.position), compose(first.symbol, second.symbol)};
}

SetKey Images::key_after_exchange(std::size_t a, std::size_t b, bool positions) const {
  SetKey key;
  for (const std::uint8_t *code = codes_.data(), *end = code + codes_.size(); code != end; code += length_) {
    std::uint64_t packed = 0;
    for (std::size_t p = 0; p < length_; ++p) {
      const std::size_t from = positions && (p == a || p == b) ? a + b - p : p;
      std::size_t symbol = code[from];
      if (positions && symbols_per_position_) symbol = symbol % symbols_per_position_ + p * symbols_per_position_;
      if (!positions && (symbol == a || symbol == b)) symbol = a + b - symbol;
      packed += (symbol + 1) * place_value_[p];
    }
    key += key_of(packed);
  }
  return key;
}

// Drops the guesses that exchanges within `group` map to lower ones. All items of the group may be exchanged.
void Images::drop_lowered(const std::vector<std::uint8_t>& group, bool positions, const Exchanges& exchanges) {
  for (std::size_t i = 0; i < group.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto [low, high] = std::minmax(group[i], group[j]);
      const std::uint64_t* lowered =
          exchanges.lowered(positions ? exchanges.of_positions(low, high) : exchanges.of_symbols(low, high));
      for (std::size_t w = 0; w < dropped_.size(); ++w) dropped_[w] |= lowered[w];
    }
  }
}

Guesses Images::lowest_guesses(Candidates secrets, Guesses guesses, const Exchanges& exchanges,
                               std::vector<std::uint32_t>& scratch) {
  load(secrets);
  dropped_.assign(exchanges.words(), 0);
  // Step 1. Positions and symbols that occur in the set. Items with equal numbers are candidates for an exchange; group
  // neighbours whose exchange maps the set onto itself.
  const SetKey same = key_after_exchange(0, 0, true);
  for (const bool positions : {true, false}) {
    group_.clear();
    for (const std::uint8_t one : positions ? positions_ : symbols_) {
      const bool joins = !group_.empty() && are_alike(group_.back(), one, positions) &&
                         key_after_exchange(group_.back(), one, positions) == same;
      if (!joins) {
        drop_lowered(group_, positions, exchanges);
        group_.clear();
      }
      group_.push_back(one);
    }
    drop_lowered(group_, positions, exchanges);
  }
  // Step 2. Symbols that do not occur in the set. These may always be exchanged.
  for (std::size_t s = 0; s < symmetries_.symbols(); ++s) {
    if (occurs_[s]) continue;
    for (std::size_t t = 0; t < s; ++t) {
      if (occurs_[t] || symbol_group(t) != symbol_group(s)) continue;
      drop_lowered({static_cast<std::uint8_t>(t), static_cast<std::uint8_t>(s)}, false, exchanges);
    }
  }
  if (std::all_of(dropped_.begin(), dropped_.end(), [](std::uint64_t word) { return word == 0; })) return guesses;
  scratch.clear();
  const auto keep = [&](std::uint32_t guess) {
    if ((dropped_[guess / 64] >> guess % 64 & 1) == 0) scratch.push_back(guess);
  };
  if (guesses.empty()) {
    for (std::uint32_t guess = 0; guess < symmetries_.guesses(); ++guess) keep(guess);
  } else {
    for (const std::uint32_t guess : guesses) keep(guess);
  }
  return scratch;
}

}  // namespace bestguess::exact
