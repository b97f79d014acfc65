// What the threads of an exact search share: the table as bits, bounds by size, the cache, and the objective.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/search/cache.hpp"
#include "core/part_size_loops.hpp"
#include "core/part_count_loops.hpp"
#include "core/random.hpp"
#include "core/search/data.hpp"
#include "core/search/search.hpp"
#include "core/simd.hpp"

namespace bestguess::exact {

// Thrown through the recursion when the search is told to stop.
struct Stopped {};

// For each candidate and guess the bit of the feedback, in words as wide as there are feedbacks.
class BitRows {
 public:
  template <class Ordinal>
  BitRows(const TableView<Ordinal>& table, Candidates candidates, std::uint64_t memory_limit) {
    stride_ = (table.guesses + parts_step - 1) / parts_step * parts_step;
    const std::uint64_t cells = std::uint64_t{stride_} * candidates.size();
    if (table.feedbacks <= 16 && cells * 2 <= memory_limit) fill(table, candidates, rows_.emplace<1>());
    else if (table.feedbacks <= 32 && cells * 4 <= memory_limit) fill(table, candidates, rows_.emplace<2>());
    else if (table.feedbacks <= 64 && cells * 8 <= memory_limit) fill(table, candidates, rows_.emplace<3>());
  }

  bool any() const { return rows_.index() != 0; }
  std::size_t stride() const { return stride_; }

  // The number of parts of every guess; `places` is scratch.
  void part_counts(Candidates candidates, std::vector<std::uint32_t>& places, std::uint8_t* parts) const {
    places.resize(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) places[i] = place_[candidates[i]];
    std::visit(
        [&](const auto& rows) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(rows)>, std::monostate>) {
#ifdef BESTGUESS_AVX2
            if (simd() == Simd::avx2) {
              avx2::part_counts(rows.data(), stride_, places.data(), places.size(), parts);
              return;
            }
#endif
            portable::part_counts(rows.data(), stride_, places.data(), places.size(), parts);
          }
        },
        rows_);
  }

 private:
  template <class Ordinal, class Bits>
  void fill(const TableView<Ordinal>& table, Candidates candidates, std::vector<Bits>& rows) {
    place_.resize(table.secrets);
    rows.resize(stride_ * candidates.size());
    for (std::uint32_t i = 0; i < candidates.size(); ++i) {
      place_[candidates[i]] = i;
      const Ordinal* column = table.by_secret + std::size_t{candidates[i]} * table.guesses;
      Bits* row = &rows[i * stride_];
      for (std::uint32_t g = 0; g < table.guesses; ++g) row[g] = static_cast<Bits>(Bits{1} << column[g]);
    }
  }

  std::vector<std::uint32_t> place_;  // the row of each candidate
  std::size_t stride_;
  std::variant<std::monostate, std::vector<std::uint16_t>, std::vector<std::uint32_t>, std::vector<std::uint64_t>> rows_;
};

constexpr std::uint64_t most_for_bits = std::uint64_t{2} << 30;  // more takes longer to fill than it saves

// What all threads share.
template <class Ordinal>
struct Shared {
  Shared(const TableView<Ordinal>& table_view, const Objective& what, const SearchOptions& how, const Symmetries* symmetry,
         Candidates candidates)
      : table(table_view), objective(what), options(how), symmetries(symmetry), bits(table, candidates, std::min(how.memory_limit / 2, most_for_bits)),
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

  void fail(std::exception_ptr what) {
    const std::lock_guard lock(failure_guard);
    if (!failure) failure = std::move(what);
    stop = true;
  }

  bool saves(Saving saving) const { return (options.without & saving) == 0; }

  // Whether what consistent guesses tell is worth knowing apart.
  bool glances() const { return !weighted && !options.consistent && bits.any() && saves(by_glance); }

  // What is known of a set; a bound of -1 when nothing is.
  Known find(const SetKey& key) const { return saves(by_cache) ? cache.find(key) : Known{-1, false}; }

  // Remembers the value of a set that was solved, or a bound.
  void store(const SetKey& key, const Known& known) {
    cache.store(key, known);
    if (!keeping) return;
    const std::lock_guard lock(solved_guard);
    solved.push_back({key, 2 * known.bound + known.exact});
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
  Board board;
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> nodes{0};
  std::uint64_t node_limit = options.node_limit;
  std::exception_ptr failure;  // what went wrong in some thread; the search has been stopped then
  std::mutex failure_guard;
  bool keeping = false;  // whether solved sets are written down for a checkpoint
  std::vector<Remembered> solved;
  std::mutex solved_guard;
  std::function<void()> pulse;  // called by the first thread at every node
};

}  // namespace bestguess::exact
