// Judging without recursion: what a set costs at least, and in which order its guesses deserve to be tried.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/search/shared.hpp"

namespace bestguess::exact {

// One thread's judge, with its scratch memory.
template <class Ordinal>
class Judge {
 public:
  Judge(Shared<Ordinal>& shared, bool first)
      : shared_(shared), table_(shared.table), first_(first), parts_(shared.bits.stride()), counts_(table_.feedbacks),
        part_weights_(table_.feedbacks), part_heaviest_(table_.feedbacks) {}

  // Makes ready `options` of `set`: all guesses that differ and may cost less than beta, in classes by their
  // number of parts. Returns the most parts that any guess has.
  std::uint32_t open_options(const Set& set, std::size_t d, Cost beta, const std::vector<std::uint32_t>& history,
                             Options& options) {
    options.classes.clear();
    options.weighed.clear();
    options.next = 0;
    options.refuted = infinite;
    const std::size_t n = set.size();
    const bool consistent = shared_.options.consistent;
    const auto* representatives = n >= least_for_symmetry ? shared_.representatives(history) : nullptr;
    if (!shared_.bits.any() || shared_.weighted || consistent || !shared_.saves(by_class)) {  // nothing is known before they are weighed
      options.guesses.clear();
      if (consistent) {
        for (const std::uint32_t secret : set.secrets) options.guesses.push_back(table_.winner[secret]);
        std::sort(options.guesses.begin(), options.guesses.end());
        if (representatives) {
          std::erase_if(options.guesses, [&](std::uint32_t guess) {
            return !std::binary_search(representatives->begin(), representatives->end(), guess);
          });
        }
      } else if (representatives) {
        options.guesses = *representatives;
      } else {
        options.guesses.resize(table_.guesses);
        std::iota(options.guesses.begin(), options.guesses.end(), 0u);
      }
      options.classes.push_back({0, 0, static_cast<std::uint32_t>(options.guesses.size())});
      return set.most_parts;
    }
    // Step 1. The class of each guess: its number of parts, and whether it can win.
    shared_.bits.part_counts(set.secrets, rows_, parts_.data());
    const std::uint32_t most = *std::max_element(parts_.begin(), parts_.begin() + table_.guesses);
    for (const std::uint32_t secret : set.secrets) parts_[table_.winner[secret]] |= can_win;
    std::array<std::uint32_t, 256> sizes{};
    const auto every_guess = [&](const auto& see) {
      if (representatives) {
        for (const std::uint32_t guess : *representatives) see(guess, parts_[guess]);
      } else {
        for (std::uint32_t guess = 0; guess < table_.guesses; ++guess) see(guess, parts_[guess]);
      }
    };
    every_guess([&](std::uint32_t, std::uint8_t kind) { ++sizes[kind]; });
    // Step 2. The classes that leave a chance, the best first.
    std::array<std::uint32_t, 256> place;
    place.fill(left_out);
    for (std::uint32_t kind = 0; kind < sizes.size(); ++kind) {
      if (sizes[kind] == 0) continue;
      const std::size_t k = kind & (can_win - 1), c = kind / can_win;
      const Cost bound = k == 1 && c == 0 ? infinite : shared_.bound_by_parts(n, k, c, d);  // one part tells nothing
      if (bound < beta) options.classes.push_back({bound, kind, sizes[kind]});
      else options.refuted = std::min(options.refuted, bound);
    }
    std::sort(options.classes.begin(), options.classes.end(), [](const auto& a, const auto& b) {
      return std::tie(a.bound, a.begin) < std::tie(b.bound, b.begin);
    });
    std::uint32_t start = 0;
    for (auto& one : options.classes) {
      place[one.begin] = start;
      one.begin = std::exchange(start, start + one.end);
      one.end = start;
    }
    // Step 3. The guesses, class by class.
    options.guesses.resize(start);
    every_guess([&](std::uint32_t guess, std::uint8_t kind) {
      if (place[kind] != left_out) options.guesses[place[kind]++] = guess;
    });
    return most;
  }

  // The next of `options` that may cost less than `best`; none when all the others are refuted.
  std::optional<Option> next_option(Options& options, const Set& set, std::size_t d, Cost best) {
    while (options.next < options.classes.size() &&
           (options.weighed.empty() || options.classes[options.next].bound <= options.weighed.front().bound)) {
      if (options.classes[options.next].bound >= best) {  // and so are all that follow
        options.refuted = std::min(options.refuted, options.classes[options.next].bound);
        options.next = options.classes.size();
        break;
      }
      weigh_class(options, options.classes[options.next++], set, d, best);
    }
    if (options.weighed.empty()) return std::nullopt;
    const Option option = options.weighed.front();
    if (option.bound >= best) {
      options.refuted = std::min(options.refuted, option.bound);
      return std::nullopt;
    }
    std::pop_heap(options.weighed.begin(), options.weighed.end(), Later());
    options.weighed.pop_back();
    return option;
  }

  // One or two candidates: the heavier first. The limit of guesses holds for secrets without weight, too.
  Cost small_value(const Set& set, std::size_t d) const {
    if (shared_.cost(d, set.size()) >= infinite) return infinite;
    const Cost others = set.size() == 1 ? 0 : (set.weight - set.heaviest) * shared_.cost(d, 2);
    return set.heaviest * shared_.cost(d, 1) + others;
  }

  // What consistent guesses alone tell of a set: it costs at least what the best of them can, or what a guess of as many
  // parts as any has could.
  Known glance(const Set& set, std::size_t d) {
    const std::size_t n = set.size();
    std::size_t most_consistent = 0;
    for (const std::uint32_t secret : set.secrets) {
      most_consistent = std::max(most_consistent, parts_of(table_.winner[secret], set));
      if (most_consistent == n) break;
    }
    const std::size_t most = std::min<std::size_t>({n, table_.feedbacks - 1, set.most_parts});
    const Cost if_consistent = shared_.bound_by_parts(n, most_consistent, 1, d), if_not = shared_.bound_by_parts(n, most, 0, d);
    return {std::max(shared_.bound_by_size(set, d), std::min(if_consistent, if_not)), most_consistent == n};
  }

  // What one look at all guesses tells of a set.
  Known look_ahead(const Set& set, std::size_t d) {
    const std::size_t n = set.size();
    const Cost by_size = shared_.bound_by_size(set, d);
    if (by_size >= infinite) return {infinite, true};
    // Step 1. A consistent guess that leaves every candidate alone: found now, and all the others next; no set costs less.
    const Cost ideal = Shared<Ordinal>::product(set.heaviest, shared_.cost(d, 1)) +
                       Shared<Ordinal>::product(set.weight - set.heaviest, shared_.cost(d, 2));
    if (n <= table_.feedbacks && ideal < infinite) {
      for (const std::uint32_t secret : set.secrets) {
        if (shared_.weight(secret) == set.heaviest && is_perfect(table_.winner[secret], set)) return {ideal, true};
      }
    }
    if (shared_.weighted) return {by_size, false};
    if (shared_.options.consistent && n <= most_for_pairs) {
      std::size_t most = 0;
      for (const std::uint32_t secret : set.secrets) most = std::max(most, parts_of(table_.winner[secret], set));
      const Cost bound = std::max(by_size, shared_.bound_by_parts(n, most, 1, d));
      return {std::min(bound, infinite), most + 1 == n || bound >= infinite};
    }
    if (shared_.options.consistent || !shared_.bits.any()) {
      // The next best: two together after a consistent guess, or every one alone after another.
      const Cost pair = shared_.bound_by_parts(n, std::min<std::size_t>(n - 1, table_.feedbacks), 1, d);
      const Cost alone = shared_.bound_by_parts(n, std::min<std::size_t>(n, table_.feedbacks - 1), 0, d);
      return {std::max(by_size, shared_.options.consistent ? pair : std::min(pair, alone)), false};
    }
    // Step 2. The most parts of any guess, and of any consistent one.
    shared_.bits.part_counts(set.secrets, rows_, parts_.data());
    std::size_t most_consistent = 0;
    for (const std::uint32_t secret : set.secrets) {
      std::uint8_t& k = parts_[table_.winner[secret]];
      most_consistent = std::max<std::size_t>(most_consistent, k);
      k = 0;
    }
    const std::size_t most = *std::max_element(parts_.begin(), parts_.begin() + table_.guesses);
    const Cost if_consistent = shared_.bound_by_parts(n, most_consistent, 1, d);
    const Cost if_not = most > 1 ? shared_.bound_by_parts(n, most, 0, d) : infinite;
    const Cost bound = std::max(by_size, std::min(if_consistent, if_not));
    if (bound >= infinite) return {infinite, true};
    // Step 3. Every candidate alone after a guess that cannot win, or all but two alone after one that can: no bound then,
    // but the value.
    const bool reached = (most == n && if_not <= if_consistent) || (most_consistent + 1 == n && if_consistent <= if_not);
    return {bound, reached};
  }

  // Which parts to look at first: those of about as many candidates as there are feedbacks exceed their bound by size most,
  // for what it takes to look.
  void look_order(const std::vector<Part>& parts, std::vector<std::size_t>& order) const {
    const auto far = [&](std::size_t i) {
      const std::size_t n = parts[i].set.size();
      return n < table_.feedbacks ? table_.feedbacks - n : n - table_.feedbacks;
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return far(a) < far(b); });
  }

  // Stops if told to, and lets the caller know how far the search is.
  void breathe() {
    if (shared_.stop.load(std::memory_order_relaxed)) throw Stopped();
    if (first_ && shared_.pulse) shared_.pulse();
  }

  // Makes the scratch memory clean again, after an exception.
  void reset() {
    std::fill(counts_.begin(), counts_.end(), 0);
    std::fill(part_weights_.begin(), part_weights_.end(), 0);
    std::fill(part_heaviest_.begin(), part_heaviest_.end(), 0);
  }

 private:
  static constexpr std::uint8_t can_win = 128;  // beside a number of parts, at most 64
  static constexpr std::uint32_t left_out = ~std::uint32_t{0};
  static constexpr std::size_t least_for_symmetry = 12;
  static constexpr std::size_t most_for_pairs = 500;

  std::size_t parts_of(std::uint32_t guess, const Set& set) {
    const Ordinal* row = table_.row(guess);
    if (table_.feedbacks <= 64) {
      std::uint64_t seen = 0;
      for (const std::uint32_t secret : set.secrets) seen |= std::uint64_t{1} << row[secret];
      return static_cast<std::size_t>(std::popcount(seen));
    }
    std::size_t parts = 0;
    for (const std::uint32_t secret : set.secrets) parts += counts_[row[secret]]++ == 0;
    for (const std::uint32_t secret : set.secrets) counts_[row[secret]] = 0;
    return parts;
  }

  bool is_perfect(std::uint32_t guess, const Set& set) {
    const Ordinal* row = table_.row(guess);
    std::size_t seen = 0;
    while (seen < set.size() && counts_[row[set.secrets[seen]]]++ == 0) ++seen;
    for (std::size_t i = 0; i < std::min(seen + 1, set.size()); ++i) counts_[row[set.secrets[i]]] = 0;
    return seen == set.size();
  }

  // Bounds the guesses of a class by the sizes of their parts.
  void weigh_class(Options& options, const typename Options::Class& one, const Set& set, std::size_t d, Cost beta) {
    const std::size_t n = set.size();
    const std::span<const std::uint32_t> guesses{options.guesses.data() + one.begin, one.end - one.begin};
    std::vector<Option>& weighed = options.weighed;
    const std::size_t before = weighed.size();
    left_out_ = infinite;
    if (one.bound > 0 && shared_.objective.linear && n <= table_.feedbacks) {
      // Every part is so small that its bound by size is what the number of parts has said already.
      for (const std::uint32_t guess : guesses) weighed.push_back({one.bound, 0, guess});
    } else if (sizeof(Ordinal) == 1 && !shared_.weighted && n >= 3 && n <= 255 && table_.feedbacks >= 4 &&
               table_.feedbacks <= 64) {
      if constexpr (sizeof(Ordinal) == 1) weigh_blocks(guesses, set, d, beta, weighed);
    } else {
      for (const std::uint32_t guess : guesses) {
        if (n > 1000) breathe();
        const std::optional<Option> option = weigh(guess, set, d, beta);
        if (option) weighed.push_back(*option);
      }
    }
    options.refuted = std::min(options.refuted, left_out_);
    if (weighed.size() - before > before) {
      std::make_heap(weighed.begin(), weighed.end(), Later());
    } else {
      for (std::size_t i = before; i < weighed.size(); ++i) {
        std::push_heap(weighed.begin(), weighed.begin() + static_cast<std::ptrdiff_t>(i) + 1, Later());
      }
    }
  }

  // The options of `all`, count_width guesses at a time.
  void weigh_blocks(std::span<const std::uint32_t> all, const Set& set, std::size_t d, Cost beta,
                    std::vector<Option>& options) {
    const std::size_t n = set.size(), parts = table_.feedbacks;
    const std::size_t next = shared_.next(d);
    // What a part of each size adds to the bound: nothing for none, then ever steeper, so a sum of excesses over knots.
    std::array<std::uint8_t, 8> knots;
    std::array<Cost, 8> slopes;
    std::size_t count = 0, most = n - 1;  // a part as large as the set tells nothing
    Cost last = 0, slope = 0;
    for (std::size_t size = 1; size < n; ++size) {
      const Set part{{set.secrets.data(), size}, {}, static_cast<Cost>(size), 1};
      const Cost adds = shared_.bound_by_size(part, next) + shared_.shift(part);
      if (adds >= infinite) {
        most = size - 1;
        break;
      }
      if (adds - last != slope) {
        knots[count] = static_cast<std::uint8_t>(size - 1);
        slopes[count++] = adds - last - slope;
        slope = adds - last;
      }
      last = adds;
    }
    const Set single{{set.secrets.data(), 1}, {}, 1, 1};
    const Cost win_saves = most == 0 ? 0 : shared_.bound_by_size(single, next) + shared_.shift(single) - shared_.cost(d, 1);
    std::array<std::uint8_t, count_width * knots.size()> totals;
    std::array<std::uint16_t, count_width> squares;
    std::array<std::uint8_t, count_width> largest;
    columns_.resize(n * count_width);
    sizes_.resize(parts * count_width);
    for (std::size_t start = 0; start < all.size(); start += count_width) {
      const std::size_t width = std::min(count_width, all.size() - start);
      const std::uint32_t* guesses = &all[start];
      if (width == count_width && guesses[width - 1] - guesses[0] == count_width - 1) {
        for (std::size_t s = 0; s < n; ++s) {
          std::memcpy(&columns_[s * count_width], table_.by_secret + std::size_t{set.secrets[s]} * table_.guesses + guesses[0],
                      count_width);
        }
      } else {
        for (std::size_t s = 0; s < n; ++s) {
          const Ordinal* column = table_.by_secret + std::size_t{set.secrets[s]} * table_.guesses;
          for (std::size_t i = 0; i < width; ++i) columns_[s * count_width + i] = static_cast<std::uint8_t>(column[guesses[i]]);
        }
      }
      loops_.count_parts(columns_.data(), n, parts, sizes_.data());
      loops_.sum_parts(sizes_.data(), parts, knots.data(), count, totals.data(), squares.data(), largest.data());
      const std::uint8_t* wins = &sizes_[table_.win * count_width];
      for (std::size_t i = 0; i < width; ++i) {
        Cost bound = wins[i] ? -win_saves : 0;
        for (std::size_t k = 0; k < count; ++k) bound += slopes[k] * totals[k * count_width + i];
        if (largest[i] > most) bound = infinite;
        if (bound < beta) options.push_back({bound, squares[i], guesses[i]});
        else left_out_ = std::min(left_out_, bound);
      }
    }
  }

  // The option of playing `guess`, if its bound by the sizes of its parts is below beta.
  std::optional<Option> weigh(std::uint32_t guess, const Set& set, std::size_t d, Cost beta) {
    const Ordinal* row = table_.row(guess);
    const std::size_t next = shared_.next(d);
    for (const std::uint32_t secret : set.secrets) {
      ++counts_[row[secret]];
      if (shared_.weighted) {
        part_weights_[row[secret]] += shared_.weight(secret);
        part_heaviest_[row[secret]] = std::max(part_heaviest_[row[secret]], shared_.weight(secret));
      }
    }
    Option option{0, 0, guess};
    for (const std::uint32_t secret : set.secrets) {
      const Ordinal f = row[secret];
      const std::uint32_t size = counts_[f];
      if (size == 0) continue;
      counts_[f] = 0;
      Set part{{set.secrets.data(), size}, {}, shared_.weighted ? part_weights_[f] : size, shared_.weighted ? part_heaviest_[f] : 1};
      part_weights_[f] = part_heaviest_[f] = 0;
      option.squares += std::uint64_t{size} * size;
      if (f == table_.win) option.bound += Shared<Ordinal>::product(part.weight, shared_.cost(d, 1));
      else if (size == set.size()) option.bound += infinite;
      else option.bound += shared_.bound_by_size(part, next) + shared_.shift(part);
      option.bound = std::min(option.bound, infinite);
    }
    if (option.bound < beta) return option;
    left_out_ = std::min(left_out_, std::min(option.bound, infinite));
    return std::nullopt;
  }

  Shared<Ordinal>& shared_;
  const TableView<Ordinal>& table_;
  bool first_;
  std::vector<std::uint8_t> parts_;
  std::vector<std::uint32_t> counts_;  // zero between calls, as are the next ones
  std::vector<Cost> part_weights_, part_heaviest_;
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint8_t> columns_, sizes_;
  CountLoops loops_ = count_loops();
  Cost left_out_ = infinite;  // while a class is weighed: the least bound of the guesses that are left out
};

}  // namespace bestguess::exact
