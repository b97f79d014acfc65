#include "core/search.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

#include "core/cache.hpp"
#include "core/count.hpp"
#include "core/parallel.hpp"
#include "core/parts.hpp"
#include "core/simd.hpp"

namespace bestguess {

namespace {

// Thrown through the recursion when the search is told to stop.
struct Stopped {};

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// Splitmix64: the random keys of the secrets.
struct Random {
  std::uint64_t state;
  std::uint64_t operator()() { return mixed(state += 0x9E3779B97F4A7C15u); }
};

// For each secret and guess the bit of the feedback, in words as wide as there are feedbacks.
class BitRows {
 public:
  template <class Ordinal>
  BitRows(const TableView<Ordinal>& table, std::uint64_t memory_limit) {
    stride_ = (table.guesses + parts_step - 1) / parts_step * parts_step;
    const std::uint64_t cells = std::uint64_t{stride_} * table.secrets;
    if (table.feedbacks <= 16 && cells * 2 <= memory_limit) fill(table, rows_.emplace<1>());
    else if (table.feedbacks <= 32 && cells * 4 <= memory_limit) fill(table, rows_.emplace<2>());
    else if (table.feedbacks <= 64 && cells * 8 <= memory_limit) fill(table, rows_.emplace<3>());
  }

  bool any() const { return rows_.index() != 0; }
  std::size_t stride() const { return stride_; }

  void part_counts(Candidates candidates, std::uint8_t* parts) const {
    std::visit(
        [&](const auto& rows) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(rows)>, std::monostate>) {
#ifdef BESTGUESS_AVX2
            if (simd() == Simd::avx2) {
              avx2::part_counts(rows.data(), stride_, candidates.data(), candidates.size(), parts);
              return;
            }
#endif
            portable::part_counts(rows.data(), stride_, candidates.data(), candidates.size(), parts);
          }
        },
        rows_);
  }

 private:
  template <class Ordinal, class Bits>
  void fill(const TableView<Ordinal>& table, std::vector<Bits>& rows) {
    rows.resize(stride_ * table.secrets);
    for (std::uint32_t s = 0; s < table.secrets; ++s) {
      const Ordinal* column = table.by_secret + std::size_t{s} * table.guesses;
      for (std::uint32_t g = 0; g < table.guesses; ++g) rows[s * stride_ + g] = static_cast<Bits>(Bits{1} << column[g]);
    }
  }

  std::size_t stride_;
  std::variant<std::monostate, std::vector<std::uint16_t>, std::vector<std::uint32_t>, std::vector<std::uint64_t>> rows_;
};

using CountParts = void (*)(const std::uint8_t*, std::size_t, std::size_t, std::uint8_t*);

CountParts count_loop() {
#ifdef BESTGUESS_AVX2
  if (simd() == Simd::avx2) return avx2::count_parts;
#endif
  return portable::count_parts;
}

constexpr std::uint64_t most_for_bits = std::uint64_t{2} << 30;  // more takes longer to fill than it saves

// A set of candidates with what is asked of it all the time. Weights count as 1 where they do not count.
struct Set {
  Candidates secrets;
  SetKey key;
  Cost weight = 0;
  Cost heaviest = 0;
  std::size_t size() const { return secrets.size(); }
};

// A guess that may be the best of a set.
struct Option {
  Cost bound;
  std::uint64_t squares;  // of part sizes: the smaller the likelier to be good
  std::uint32_t guess;
};

// The order in which options are tried: the least bound first, then the smallest parts, then the lowest guess.
struct Later {
  bool operator()(const Option& a, const Option& b) const {
    return std::tie(a.bound, a.squares, a.guess) > std::tie(b.bound, b.squares, b.guess);
  }
};

// What all threads share.
template <class Ordinal>
struct Shared {
  Shared(const TableView<Ordinal>& table_view, const Objective& what, const SearchOptions& how, const Symmetries* symmetry)
      : table(table_view), objective(what), options(how), symmetries(symmetry), bits(table, std::min(how.memory_limit / 2, most_for_bits)),
        cache(how.memory_limit / 2), keys(table.secrets) {
    Random random{0x5DEECE66D};
    for (SetKey& key : keys) key = {random(), random()};
    weighted = objective.weighted && !table.weights.empty();
    if (weighted) weighted = std::any_of(table.weights.begin(), table.weights.end(), [](auto w) { return w != 1; });
    fill_size_bounds();
  }

  // The cost of guess number d + ahead, where d guesses have been made.
  Cost cost(std::size_t d, std::size_t ahead) const {
    if (objective.linear) return static_cast<Cost>(ahead);
    return d + ahead <= objective.cost.size() ? objective.cost[d + ahead - 1] : infinite;
  }
  std::size_t next(std::size_t d) const { return objective.linear ? 0 : d + 1; }
  // What a part's value grows by because the guess above it counts: with linear costs, every secret is one deeper.
  Cost shift(const Set& part) const { return objective.linear ? part.weight : 0; }
  Cost weight(std::uint32_t secret) const { return weighted ? table.weights[secret] : 1; }

  // With b losing feedbacks, at most 1, b, b^2, … secrets are found by the next guess, the one after, …: a bound by size.
  void fill_size_bounds() {
    const std::size_t depths = objective.linear ? 1 : objective.cost.size() + 1;
    const std::uint64_t losing = std::max<std::uint64_t>(table.feedbacks - 1, 1);
    size_bounds.assign(depths, std::vector<Cost>(table.secrets + 1, 0));
    for (std::size_t d = 0; d < depths; ++d) {
      std::uint64_t left = 1, width = 1;
      std::size_t ahead = 1;
      for (std::uint32_t n = 1; n <= table.secrets; ++n) {
        if (left == 0) {
          width = std::min<std::uint64_t>(width * losing, table.secrets);
          left = width;
          ++ahead;
        }
        --left;
        size_bounds[d][n] = std::min(infinite, size_bounds[d][n - 1] + cost(d, ahead));
      }
    }
  }

  // A bound by size, or by weight: the heaviest first, all others next.
  Cost bound_by_size(const Set& set, std::size_t d) const {
    const Cost by_size = size_bounds[objective.linear ? 0 : std::min(d, size_bounds.size() - 1)][set.size()];
    if (!weighted || by_size >= infinite) return by_size;
    return product(set.heaviest, cost(d, 1)) + product(set.weight - set.heaviest, cost(d, 2));
  }

  static Cost product(Cost weight, Cost cost) { return weight == 0 ? 0 : cost >= infinite ? infinite : weight * cost; }

  // A guess with k parts, c of them the winning one, of n secrets of weight 1: the winning one now, one of each other part
  // next, the rest after that.
  Cost bound_by_parts(std::size_t n, std::size_t k, std::size_t c, std::size_t d) const {
    return std::min(infinite, product(static_cast<Cost>(c), cost(d, 1)) + product(static_cast<Cost>(k - c), cost(d, 2)) +
                                  product(static_cast<Cost>(n - k), cost(d, 3)));
  }

  SetKey key(const Set& set, std::size_t d) const {
    if (objective.linear) return set.key;
    return {set.key.low + mixed(d + 1), set.key.high + mixed(~d)};
  }

  // The guesses that differ after `history`, remembered; null when all are to be looked at.
  const std::vector<std::uint32_t>* representatives(const std::vector<std::uint32_t>& history) {
    if (!symmetries || history.size() > options.history.size() + 2) return nullptr;
    const std::lock_guard lock(representatives_guard);
    auto [place, added] = representatives_of.try_emplace(history);
    if (added) place->second = symmetries->representatives(history);
    return &place->second;
  }

  const TableView<Ordinal>& table;
  const Objective& objective;
  const SearchOptions& options;
  const Symmetries* symmetries;
  BitRows bits;
  Cache cache;
  std::vector<SetKey> keys;
  bool weighted = false;
  std::vector<std::vector<Cost>> size_bounds;
  std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> representatives_of;
  std::mutex representatives_guard;
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> nodes{0};
  std::function<void()> pulse;  // called by the first thread at every node
};

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
    const auto consider = [&](std::uint32_t guess) {
      if (by_parts) {
        const bool wins = is_winner_[guess];
        const std::size_t k = parts_[guess];
        if (k == 1 && !wins) return;
        const Cost bound = shared_.bound_by_parts(n, k, wins, d);
        if (bound >= beta) {
          options_left_out_ = std::min(options_left_out_, bound);
          return;
        }
      }
      chances_.push_back(guess);
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
    if (sizeof(Ordinal) == 1 && !shared_.weighted && n <= 255 && table_.feedbacks <= 64) {
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

 private:
  static constexpr std::uint32_t placed = 1u << 31;
  static constexpr std::size_t least_for_symmetry = 12;
  static constexpr std::size_t most_for_pairs = 500;

  void prepare(std::size_t level) {
    if (levels_.size() <= level + 1) levels_.resize(level + 2);
  }

  void count_node() {
    ++shared_.nodes;
    breathe();
  }

  // Stops if told to, and lets the caller know how far the search is.
  void breathe() {
    if (shared_.stop.load(std::memory_order_relaxed)) throw Stopped();
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

// The whole of a search: the root, its threads, and the tree at the end.
template <class Ordinal>
class Root {
 public:
  Root(Shared<Ordinal>& shared, Candidates candidates, Cost known)
      : shared_(shared), history_(shared.options.history), best_(known) {
    for (int i = 0; i < shared.options.threads; ++i) workers_.emplace_back(shared, i == 0);
    set_ = workers_[0].whole(candidates);
  }

  Cost lower() const { return std::min<Cost>(lower_, best_); }
  Cost upper() const { return best_; }
  bool improved() const { return best_guess_ >= 0; }

  // Tries all first guesses, or the given one; throws Stopped.
  void run(std::int64_t first_guess) {
    Worker<Ordinal>& main = workers_[0];
    const Known known = main.quick(set_, 0);
    lower_ = known.bound;
    const Cost left_out = main.find_options(set_, 0, best_, history_, 0);
    std::vector<Option> options = in_order(main.level(0).options);
    if (first_guess >= 0) options = {{lower_, 0, static_cast<std::uint32_t>(first_guess)}};
    Cost refuted = first_guess >= 0 ? infinite : left_out;
    for (std::size_t i = 0; i < options.size() && options[i].bound < best_; ++i) {
      next_bound_ = i + 1 < options.size() ? options[i + 1].bound : infinite;
      lower_ = std::max<Cost>(lower_, std::min<Cost>({options[i].bound, refuted, best_}));
      const Cost value = value_of(options[i].guess, best_);
      if (value < best_) {
        best_ = value;
        best_guess_ = options[i].guess;
      } else {
        refuted = std::min(refuted, value);
      }
    }
    lower_ = best_.load();
  }

  // The value of playing `guess` first if it is below `limit`, otherwise a lower bound of at least limit.
  Cost value_of(std::uint32_t guess, Cost limit) {
    Worker<Ordinal>& main = workers_[0];
    const std::size_t next = shared_.next(0);
    Cost sum = main.split(guess, set_, 0, 0);
    auto& parts = main.level(0).parts;
    for (auto& part : parts) {
      if (part.exact || sum >= limit) continue;
      const Known known = main.quick(part.set, next);
      const Cost bound = std::min(infinite, known.bound + shared_.shift(part.set));
      sum += std::max<Cost>(0, bound - part.bound);
      part.bound = std::max(part.bound, bound);
      part.exact = known.exact;
    }
    history_.push_back(guess);
    for (std::size_t i = parts.size(); i-- > 0 && sum < limit;) {
      if (parts[i].exact) continue;
      lower_ = std::max<Cost>(lower_, std::min<Cost>({sum, next_bound_, best_}));
      const Cost shift = shared_.shift(parts[i].set), rest = sum - parts[i].bound;
      const Cost value = solve_part(parts[i].set, next, limit - rest - shift);
      sum = rest + std::min(infinite, value + shift);
      parts[i].bound = std::min(infinite, value + shift);
    }
    history_.pop_back();
    return std::min(sum, infinite);
  }

  // The value of every first guess that differs, added to `found` as they come; throws Stopped.
  void value_first_guesses(std::vector<FirstGuess>& found) {
    Worker<Ordinal>& main = workers_[0];
    lower_ = main.quick(set_, 0).bound;
    const auto* all = shared_.representatives(history_);
    std::vector<std::uint32_t> guesses(shared_.table.guesses);
    std::iota(guesses.begin(), guesses.end(), 0u);
    if (all) guesses = *all;
    if (shared_.options.consistent) {
      std::vector<std::uint32_t> winners;
      for (const std::uint32_t secret : set_.secrets) winners.push_back(shared_.table.winner[secret]);
      std::sort(winners.begin(), winners.end());
      std::erase_if(guesses, [&](auto g) { return !std::binary_search(winners.begin(), winners.end(), g); });
    }
    next_bound_ = 0;
    for (const std::uint32_t guess : guesses) {
      const Cost value = value_of(guess, infinite);
      found.push_back({guess, value, true});
      if (value < best_) {
        best_ = value;
        best_guess_ = guess;
      }
    }
    lower_ = best_.load();
  }

  // A tree of the value that was found, by the tie rule; with `root_guess` >= 0 it begins with that.
  Tree tree(std::int64_t root_guess) {
    Tree tree;
    if (best_ >= infinite) return tree;
    grow(tree, set_, 0, best_, 0, 1, root_guess, 0);
    return tree;
  }

  std::int64_t best_guess() const { return best_guess_; }

 private:
  static std::vector<Option> in_order(std::vector<Option> options) {
    std::sort(options.begin(), options.end(), [](const Option& a, const Option& b) { return Later()(b, a); });
    return options;
  }

  // The value of a part of the root, its guesses tried on all threads at once.
  Cost solve_part(const Set& set, std::size_t d, Cost beta) {
    Worker<Ordinal>& main = workers_[0];
    if (workers_.size() == 1 || set.size() < least_for_threads) return main.solve(set, d, beta, history_, 1);
    const Known known = main.quick(set, d);
    if (known.exact || known.bound >= beta) return known.bound;
    ++shared_.nodes;
    Cost refuted = main.find_options(set, d, beta, history_, 1);
    const std::vector<Option> options = in_order(main.level(1).options);
    Cost best = beta;
    bool found = false;
    std::mutex guard;
    std::exception_ptr stopped;
    // The first guess is often the best: its value is a budget for all the others.
    const auto one = [&](std::uint64_t i, std::size_t worker, std::vector<std::uint32_t>& history) {
      Cost budget;
      {
        const std::lock_guard lock(guard);
        budget = best;
      }
      const Cost value = options[i].bound >= budget ? options[i].bound
                                                    : workers_[worker].try_guess(options[i].guess, set, d, budget, history, 1);
      const std::lock_guard lock(guard);
      if (value < best) {
        best = value;
        found = true;
      } else if (value >= budget) {
        refuted = std::min(refuted, value);
      }
    };
    if (!options.empty()) one(0, 0, history_);
    std::vector<std::vector<std::uint32_t>> histories(workers_.size(), history_);
    parallel_for(options.empty() ? 0 : options.size() - 1, static_cast<int>(workers_.size()),
                 [&](std::uint64_t i, std::size_t worker) { one(i + 1, worker, histories[worker]); });
    const Cost result = found ? best : refuted;
    shared_.cache.store(shared_.key(set, d), {result, found});
    return result;
  }

  void grow(Tree& tree, const Set& set, std::size_t d, Cost value, std::uint32_t feedback, std::uint32_t depth,
            std::int64_t root_guess, std::size_t level) {
    Worker<Ordinal>& main = workers_[0];
    const std::uint32_t guess = root_guess >= 0 ? static_cast<std::uint32_t>(root_guess) : lowest_best(set, d, value, level);
    tree.guess.push_back(guess);
    tree.feedback.push_back(feedback);
    tree.depth.push_back(depth);
    // The values of the parts, exact, by solving them again: the cache knows most.
    std::vector<std::uint32_t>& history = history_;
    main.try_guess(guess, set, d, value + 1, history, level);
    auto parts = main.level(level).parts;
    const Ordinal* row = shared_.table.row(guess);
    tree.wins.push_back(std::any_of(set.secrets.begin(), set.secrets.end(),
                                    [&](std::uint32_t s) { return row[s] == shared_.table.win; }));
    std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.feedback < b.feedback; });
    history.push_back(guess);
    for (const auto& part : parts) {
      grow(tree, part.set, shared_.next(d), part.bound - shared_.shift(part.set), part.feedback, depth + 1, -1, level + 1);
    }
    history.pop_back();
  }

  // Of the guesses that reach `value`: a consistent one before any other, then the lowest.
  std::uint32_t lowest_best(const Set& set, std::size_t d, Cost value, std::size_t level) {
    Worker<Ordinal>& main = workers_[0];
    std::vector<std::uint32_t> consistent;
    for (const std::uint32_t secret : set.secrets) consistent.push_back(shared_.table.winner[secret]);
    std::sort(consistent.begin(), consistent.end());
    for (const std::uint32_t guess : consistent) {
      if (main.try_guess(guess, set, d, value + 1, history_, level) <= value) return guess;
    }
    main.find_options(set, d, value + 1, history_, level);
    std::vector<Option> options = main.level(level).options;
    std::sort(options.begin(), options.end(), [](const Option& a, const Option& b) { return a.guess < b.guess; });
    for (const Option& option : options) {
      if (main.try_guess(option.guess, set, d, value + 1, history_, level) <= value) return option.guess;
    }
    return consistent.front();  // not reached: some guess has the value
  }

  static constexpr std::size_t least_for_threads = 24;
  Shared<Ordinal>& shared_;
  std::vector<std::uint32_t> history_;
  std::deque<Worker<Ordinal>> workers_;
  Set set_;
  std::atomic<Cost> best_;
  std::atomic<Cost> lower_{0};
  Cost next_bound_ = infinite;
  std::int64_t best_guess_ = -1;
};

}  // namespace

template <class Ordinal>
SearchResult search(const TableView<Ordinal>& table, const Objective& objective, const SearchOptions& options,
                    const Symmetries* symmetries, Candidates candidates, Cost known, std::int64_t first_guess,
                    bool all_first_guesses, const SearchProgress& progress) {
  Shared<Ordinal> shared(table, objective, options, symmetries);
  Root<Ordinal> root(shared, candidates, known);
  auto last = std::chrono::steady_clock::now();
  shared.pulse = [&] {
    const auto now = std::chrono::steady_clock::now();
    if (!progress || now - last < std::chrono::milliseconds(50)) return;
    last = now;
    if (!progress({root.lower(), root.upper(), shared.nodes})) shared.stop = true;
  };
  SearchResult result{};
  try {
    if (all_first_guesses) root.value_first_guesses(result.first_guesses);
    else root.run(first_guess);
    result.proven = true;
  } catch (const Stopped&) {
    result.proven = false;
  }
  shared.stop = false;
  shared.pulse = nullptr;
  result.lower = root.lower();
  result.upper = root.upper();
  result.nodes = shared.nodes;
  if (result.proven) result.tree = root.tree(first_guess);
  else if (root.improved()) result.tree = root.tree(root.best_guess());
  return result;
}

#define BESTGUESS_FOR_ORDINAL(Ordinal)                                                                            \
  template SearchResult search(const TableView<Ordinal>&, const Objective&, const SearchOptions&, const Symmetries*, \
                               Candidates, Cost, std::int64_t, bool, const SearchProgress&);
BESTGUESS_FOR_ORDINAL(std::uint8_t)
BESTGUESS_FOR_ORDINAL(std::uint16_t)

}  // namespace bestguess
