// One thread of an exact search: branch and bound over sets of candidates.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "core/search_shared.hpp"

namespace bestguess::exact {

// One thread of the search, with its scratch memory.
template <class Ordinal>
class Worker {
 public:
  explicit Worker(Shared<Ordinal>& shared, bool first)
      : shared_(shared), table_(shared.table), first_(first), parts_(shared.bits.stride()),
        counts_(table_.feedbacks), part_weights_(table_.feedbacks), part_heaviest_(table_.feedbacks),
        part_keys_(table_.feedbacks), is_winner_(table_.guesses) {}

  // A part of a set: not the winning one.
  struct Part {
    Set set;
    std::uint32_t feedback;
    Cost bound;  // of its value, the guess above it counted
    bool exact;
  };

  // Scratch of one level of the recursion.
  struct Level {
    std::vector<Option> options;
    std::vector<std::uint32_t> secrets;
    std::vector<Part> parts;
    std::vector<std::uint64_t> seen;
  };

  Set whole(Candidates candidates) const {
    Set set{candidates, {}, 0, 0};
    for (const std::uint32_t secret : candidates) {
      set.key += shared_.keys[secret];
      set.weight += shared_.weight(secret);
      set.heaviest = std::max(set.heaviest, shared_.weight(secret));
    }
    return set;
  }

  // The value of `set` at depth d if it is below beta, otherwise a lower bound of at least beta. `history` are the guesses
  // made; `level` numbers the scratch memory.
  Cost solve(const Set& set, std::size_t d, Cost beta, std::vector<std::uint32_t>& history, std::size_t level) {
    const Known known = quick(set, d);
    if (known.exact || known.bound >= beta) return known.bound;
    count_node();
    Cost refuted = find_options(set, d, beta, history, level);
    Cost best = beta;
    bool found = false;
    std::vector<Option>& options = levels_[level].options;
    std::make_heap(options.begin(), options.end(), Later());
    for (bool first = true; !options.empty(); first = false) {
      const Option option = options.front();
      if (option.bound >= best) {  // and so are all that follow
        refuted = std::min(refuted, option.bound);
        break;
      }
      std::pop_heap(options.begin(), options.end(), Later());
      options.pop_back();
      if (already_tried(option.guess, set, level) && !first) continue;
      const Cost value = try_guess(option.guess, set, d, best, history, level);
      if (value < best) {
        best = value;
        found = true;
      } else {
        refuted = std::min(refuted, value);
      }
    }
    const Cost result = found ? best : refuted;
    shared_.cache.store(shared_.key(set, d), {result, found});
    return result;
  }

  // Whether a guess that splits `set` into the same parts has been tried at this level before; remembers this one.
  bool already_tried(std::uint32_t guess, const Set& set, std::size_t level) {
    std::vector<std::uint64_t>& seen = levels_[level].seen;
    const std::uint64_t hash = partition_hash(guess, set);
    if (std::find(seen.begin(), seen.end(), hash) != seen.end()) return true;
    seen.push_back(hash);
    return false;
  }

  // Finds the options of `set` that may cost less than beta, in no order; returns the least bound of the guesses that it
  // leaves out.
  Cost find_options(const Set& set, std::size_t d, Cost beta, const std::vector<std::uint32_t>& history,
                    std::size_t level) {
    prepare(level);
    Level& scratch = levels_[level];
    scratch.options.clear();
    scratch.seen.clear();
    const std::size_t n = set.size();
    for (const std::uint32_t secret : set.secrets) is_winner_[table_.winner[secret]] = 1;
    const bool by_parts = shared_.bits.any() && !shared_.weighted && !shared_.options.consistent;
    if (by_parts) shared_.bits.part_counts(set.secrets, parts_.data());
    options_left_out_ = infinite;
    // Step 1. The guesses whose number of parts leaves them a chance.
    chances_.clear();
    std::array<std::array<Cost, 65>, 2> bounds;  // by whether the guess wins, and by its number of parts
    for (std::size_t k = 1; by_parts && k <= std::min<std::size_t>(n, table_.feedbacks); ++k) {
      bounds[0][k] = k == 1 ? infinite : shared_.bound_by_parts(n, k, 0, d);  // a single part tells nothing
      bounds[1][k] = shared_.bound_by_parts(n, k, 1, d);
    }
    const auto consider = [&](std::uint32_t guess) {
      const Cost bound = by_parts ? bounds[is_winner_[guess]][parts_[guess]] : 0;
      if (bound < beta) chances_.push_back(guess);
      else options_left_out_ = std::min(options_left_out_, bound);
    };
    const auto* representatives = n >= least_for_symmetry ? shared_.representatives(history) : nullptr;
    if (representatives) {
      for (const std::uint32_t guess : *representatives) {
        if (!shared_.options.consistent || is_winner_[guess]) consider(guess);
      }
    } else if (shared_.options.consistent) {
      for (const std::uint32_t secret : set.secrets) consider(table_.winner[secret]);
    } else {
      for (std::uint32_t guess = 0; guess < table_.guesses; ++guess) consider(guess);
    }
    // Step 2. Of these, the ones whose part sizes leave them a chance.
    if (by_parts && shared_.objective.linear && n <= table_.feedbacks) {
      // Every part is so small that its bound by size is what its number of parts has said already.
      for (const std::uint32_t guess : chances_) {
        scratch.options.push_back({bounds[is_winner_[guess]][parts_[guess]], 0, guess});
      }
    } else if (sizeof(Ordinal) == 1 && !shared_.weighted && n <= 255 && table_.feedbacks <= 64) {
      if constexpr (sizeof(Ordinal) == 1) weigh_blocks(set, d, beta, scratch.options);
    } else {
      for (const std::uint32_t guess : chances_) {
        if (n > 1000) breathe();
        const std::optional<Option> option = weigh(guess, set, d, beta);
        if (option) scratch.options.push_back(*option);
      }
    }
    for (const std::uint32_t secret : set.secrets) is_winner_[table_.winner[secret]] = 0;
    return options_left_out_;
  }

  // The value of playing `guess` if it is below `best`, otherwise a lower bound of at least best.
  Cost try_guess(std::uint32_t guess, const Set& set, std::size_t d, Cost best, std::vector<std::uint32_t>& history,
                 std::size_t level) {
    const std::size_t next = shared_.next(d);
    Cost sum = split(guess, set, d, level);
    std::vector<Part>& parts = levels_[level].parts;
    if (sum >= best) return sum;
    // Step 1. Bound every part by one look ahead, before any is opened: the largest first, they exceed their bound most.
    for (Part& part : parts) {
      if (part.exact) continue;
      const Known known = quick(part.set, next);
      const Cost bound = std::min(infinite, known.bound + shared_.shift(part.set));
      sum += std::max<Cost>(0, bound - part.bound);
      part.bound = std::max(part.bound, bound);
      part.exact = known.exact;
      if (sum >= best) return sum;
    }
    // Step 2. Open them, the smallest first, so that values replace bounds cheaply.
    history.push_back(guess);
    for (std::size_t i = parts.size(); i-- > 0 && sum < best;) {
      if (parts[i].exact) continue;
      const Cost shift = shared_.shift(parts[i].set);
      const Cost rest = sum - parts[i].bound;
      const Cost value = std::min(infinite, solve(parts[i].set, next, best - rest - shift, history, level + 1) + shift);
      sum = rest + value;
      levels_[level].parts[i].bound = value;
    }
    history.pop_back();
    return std::min(sum, infinite);
  }

  // Splits `set` by `guess` into the parts of `level`, the largest first; returns the sum of their bounds by size and of the
  // cost of winning at once.
  Cost split(std::uint32_t guess, const Set& set, std::size_t d, std::size_t level) {
    prepare(level);
    Level& scratch = levels_[level];
    const Ordinal* row = table_.row(guess);
    for (const std::uint32_t secret : set.secrets) ++counts_[row[secret]];
    scratch.secrets.resize(set.size());
    scratch.parts.clear();
    Cost sum = 0;
    std::uint32_t start = 0;
    touched_.clear();
    for (const std::uint32_t secret : set.secrets) {
      const Ordinal f = row[secret];
      if (counts_[f] & placed) continue;
      touched_.push_back({f, start});
      start += counts_[f];
      counts_[f] = placed | (start - counts_[f]);
    }
    for (const std::uint32_t secret : set.secrets) {
      const Ordinal f = row[secret];
      scratch.secrets[counts_[f]++ & ~placed] = secret;
      const Cost weight = shared_.weight(secret);
      part_keys_[f] += shared_.keys[secret];
      part_weights_[f] += weight;
      part_heaviest_[f] = std::max(part_heaviest_[f], weight);
    }
    const std::size_t next = shared_.next(d);
    for (const auto& [f, begin] : touched_) {
      const std::uint32_t end = counts_[f] & ~placed;
      Part part{{{scratch.secrets.data() + begin, end - begin}, part_keys_[f], part_weights_[f], part_heaviest_[f]},
                f, 0, false};
      counts_[f] = 0;
      part_keys_[f] = {};
      part_weights_[f] = part_heaviest_[f] = 0;
      if (f == table_.win) {
        sum += Shared<Ordinal>::product(part.set.weight, shared_.cost(d, 1));
        continue;
      }
      if (part.set.size() == set.size()) {  // tells nothing
        sum = infinite;
        continue;
      }
      part.exact = part.set.size() <= 2;
      const Cost bound = part.exact ? small_value(part.set, next) : shared_.bound_by_size(part.set, next);
      part.bound = std::min(infinite, bound + shared_.shift(part.set));
      sum += part.bound;
      scratch.parts.push_back(part);
    }
    std::stable_sort(scratch.parts.begin(), scratch.parts.end(),
                     [](const Part& a, const Part& b) { return a.set.size() > b.set.size(); });
    return std::min(sum, infinite);
  }

  // What one look ahead tells of a set, remembered in the cache.
  Known quick(const Set& set, std::size_t d) {
    if (set.size() <= 2) return {small_value(set, d), true};
    const SetKey key = shared_.key(set, d);
    Known known = shared_.cache.find(key);
    if (known.bound >= 0) return known;
    breathe();
    known = look_ahead(set, d);
    shared_.cache.store(key, known);
    return known;
  }

  Level& level(std::size_t index) { return levels_[index]; }

  // Makes the scratch memory clean again, after an exception.
  void reset() {
    std::fill(counts_.begin(), counts_.end(), 0);
    std::fill(part_weights_.begin(), part_weights_.end(), 0);
    std::fill(part_heaviest_.begin(), part_heaviest_.end(), 0);
    std::fill(part_keys_.begin(), part_keys_.end(), SetKey{});
    std::fill(is_winner_.begin(), is_winner_.end(), 0);
  }

 private:
  static constexpr std::uint32_t placed = 1u << 31;
  static constexpr std::size_t least_for_symmetry = 12;
  static constexpr std::size_t most_for_pairs = 500;

  void prepare(std::size_t level) {
    if (levels_.size() <= level + 1) levels_.resize(level + 2);
  }

  void count_node() {
    if (++shared_.nodes > shared_.options.node_limit) throw Stopped();
    breathe();
  }

  // Stops if told to, and lets the caller know how far the search is.
  void breathe() {
    if (shared_.stop.load(std::memory_order_relaxed)) throw Stopped();
    if (shared_.cancel.load(std::memory_order_relaxed)) throw Cancelled();
    if (first_ && shared_.pulse) shared_.pulse();
  }

  // One or two candidates: the heavier first. The limit of guesses holds for secrets without weight, too.
  Cost small_value(const Set& set, std::size_t d) const {
    if (shared_.cost(d, set.size()) >= infinite) return infinite;
    const Cost others = set.size() == 1 ? 0 : (set.weight - set.heaviest) * shared_.cost(d, 2);
    return set.heaviest * shared_.cost(d, 1) + others;
  }

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
    shared_.bits.part_counts(set.secrets, parts_.data());
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

  std::size_t parts_of(std::uint32_t guess, const Set& set) {
    const Ordinal* row = table_.row(guess);
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

  // The options of all chances_, count_width guesses at a time.
  void weigh_blocks(const Set& set, std::size_t d, Cost beta, std::vector<Option>& options) {
    const std::size_t n = set.size(), parts = table_.feedbacks;
    const std::size_t next = shared_.next(d);
    // What a part of each size adds to the bound.
    std::array<Cost, 256> adds;
    for (std::size_t size = 0; size <= n; ++size) {
      const Set part{{set.secrets.data(), size}, {}, static_cast<Cost>(size), 1};
      adds[size] = size == 0 ? 0 : size == n ? infinite : shared_.bound_by_size(part, next) + shared_.shift(part);
    }
    const Cost win_adds[2] = {0, shared_.cost(d, 1)};
    columns_.resize(n * count_width);
    sizes_.resize(parts * count_width);
    for (std::size_t start = 0; start < chances_.size(); start += count_width) {
      const std::size_t width = std::min(count_width, chances_.size() - start);
      const std::uint32_t* guesses = &chances_[start];
      if (width == count_width && guesses[width - 1] - guesses[0] == count_width - 1) {
        for (std::size_t s = 0; s < n; ++s) {
          std::memcpy(&columns_[s * count_width], table_.by_secret + std::size_t{set.secrets[s]} * table_.guesses + guesses[0],
                      count_width);
        }
      } else {
        for (std::size_t i = 0; i < width; ++i) {
          const Ordinal* row = table_.row(guesses[i]);
          for (std::size_t s = 0; s < n; ++s) columns_[s * count_width + i] = static_cast<std::uint8_t>(row[set.secrets[s]]);
        }
      }
      count_parts_(columns_.data(), n, parts, sizes_.data());
      std::array<std::uint16_t, count_width> squares{};
      for (std::size_t f = 0; f < parts; ++f) {
        for (std::size_t i = 0; i < count_width; ++i) {
          const std::uint16_t size = sizes_[f * count_width + i];
          squares[i] = static_cast<std::uint16_t>(squares[i] + size * size);
        }
      }
      for (std::size_t i = 0; i < width; ++i) {
        Cost bound = 0;
        for (std::size_t f = 0; f < parts; ++f) {
          const std::uint8_t size = sizes_[f * count_width + i];
          bound += f == table_.win ? win_adds[size] : adds[size];
        }
        if (bound < beta) options.push_back({bound, squares[i], guesses[i]});
        else options_left_out_ = std::min(options_left_out_, std::min(bound, infinite));
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
    options_left_out_ = std::min(options_left_out_, std::min(option.bound, infinite));
    return std::nullopt;
  }

  // Stands for the parts of `set` after `guess`, and for whether it is consistent: guesses alike in both have one value.
  std::uint64_t partition_hash(std::uint32_t guess, const Set& set) {
    const Ordinal* row = table_.row(guess);
    for (const std::uint32_t secret : set.secrets) part_keys_[row[secret]] += shared_.keys[secret];
    std::uint64_t hash = 1;
    for (const std::uint32_t secret : set.secrets) {
      SetKey& key = part_keys_[row[secret]];
      if (key == SetKey{}) continue;
      if (row[secret] == table_.win) hash += shared_.weighted ? mixed(~key.low) : 0x9E3779B97F4A7C15u;
      hash += mixed(key.low ^ mixed(key.high));
      key = {};
    }
    return hash | 1;
  }

  Shared<Ordinal>& shared_;
  const TableView<Ordinal>& table_;
  bool first_;
  std::vector<std::uint8_t> parts_;
  std::vector<std::uint32_t> counts_;  // zero between calls, as are the next ones
  std::vector<Cost> part_weights_, part_heaviest_;
  std::vector<SetKey> part_keys_;
  std::vector<std::uint8_t> is_winner_;
  std::vector<std::pair<Ordinal, std::uint32_t>> touched_;
  std::deque<Level> levels_;
  std::vector<std::uint32_t> chances_;
  std::vector<std::uint8_t> columns_, sizes_;
  CountParts count_parts_ = count_loop();
  Cost options_left_out_ = infinite;  // while find_options runs: the least bound of the guesses that are left out
};

}  // namespace bestguess::exact
