// Counts parts: how many different feedbacks a guess gets from the candidates of a set.
//
// PartCounter hides everything in the search that depends on the number of feedbacks. With at most 64 feedbacks, the
// parts of all guesses are counted by bits, one for each feedback, many guesses at once. With more feedbacks, or for a
// short list of guesses, they are counted in blocks (block_counter.hpp).
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/block_counter.hpp"
#include "core/part_count_loops.hpp"
#include "core/partition.hpp"
#include "core/simd.hpp"
#include "core/table.hpp"

namespace bestguess::exact {

// The number of parts of a guess and whether it can win, packed into one number. Guesses are sorted into classes by
// looking it up for every guess, and a second array would double the cost.
template <class Count>
class GuessKind {
 public:
  explicit GuessKind(Count packed) : packed_(packed) {}
  static Count winning(Count parts) { return static_cast<Count>(parts | wins_bit); }

  std::uint32_t parts() const { return packed_ & static_cast<Count>(~wins_bit); }
  bool wins() const { return (packed_ & wins_bit) != 0; }
  // Returns a number below 2 * slots that is different for each kind, where slots = slots(max_parts).
  std::size_t slot(std::size_t slots) const {
    if constexpr (sizeof(Count) == 1) return packed_;
    else return parts() + (wins() ? slots : 0);
  }
  static std::size_t slots(std::size_t max_parts) { return sizeof(Count) == 1 ? std::size_t{wins_bit} : max_parts + 1; }

 private:
  static constexpr Count wins_bit = static_cast<Count>(Count{1} << (8 * sizeof(Count) - 1));
  Count packed_;
};

// Counts parts. It holds scratch memory, so each thread needs its own.
template <class Ordinal>
class PartCounter {
 public:
  PartCounter(const TableView<Ordinal>& table, std::size_t candidates)
      : table_(table),
        counts_all_(counts_all(table, candidates)),
        blocks_(table),
        byte_counts_(has_bits(table) ? table.guesses : 0),
        wide_counts_(table.guesses),
        is_winner_(table.guesses),
        seen_(bitmap_words()) {
#ifdef BESTGUESS_AVX2
    if (simd() == Simd::avx2) {
      max_parts_of_winners_ = avx2::max_parts_of_winners;
      count_parts_by_bits_ = avx2::count_parts_by_bits;
    }
#endif
  }

  // Whether the parts of all guesses can be counted in reasonable time. For very large tables they cannot.
  bool counts_all() const { return counts_all_; }
  static bool counts_all(const TableView<Ordinal>& table, std::size_t candidates) {
    return std::uint64_t{table.guesses} * candidates <= (has_bits(table) ? max_cells_by_bits : max_cells);
  }

  // Whether part *sizes* are counted faster in blocks of guesses than guess by guess. Blocks (part_size_loops.hpp) need
  // a pass over the candidates for every eight feedbacks.
  bool counts_sizes_in_blocks() const {
    return sizeof(Ordinal) == 1 && table_.feedbacks >= 4 && table_.feedbacks <= 64;
  }

  // Returns the number of parts of one guess.
  std::size_t parts_of(std::uint32_t guess, Candidates candidates) {
    const Ordinal* row = table_.row(guess);
    if (fits_one_word()) {
      std::uint64_t seen = 0;
      for (const std::uint32_t secret : candidates) seen |= std::uint64_t{1} << row[secret];
      return static_cast<std::size_t>(std::popcount(seen));
    }
    std::size_t parts = 0;
    for (const std::uint32_t secret : candidates) parts += mark(seen_.data(), row[secret]);
    for (const std::uint32_t secret : candidates) seen_[row[secret] / 64] = 0;
    return parts;
  }

  // Whether `guess` leaves every candidate alone in its part.
  bool is_perfect(std::uint32_t guess, Candidates candidates) {
    const Ordinal* row = table_.row(guess);
    std::size_t alone = 0;
    if (fits_one_word()) {
      std::uint64_t seen = 0;
      while (alone < candidates.size() && mark(&seen, row[candidates[alone]])) ++alone;
    } else {
      while (alone < candidates.size() && mark(seen_.data(), row[candidates[alone]])) ++alone;
      for (std::size_t i = 0; i < alone; ++i) seen_[row[candidates[i]] / 64] = 0;
    }
    return alone == candidates.size();
  }

  // Returns the largest number of parts of a guess that wins against a candidate.
  std::size_t max_parts_of_winners(Candidates candidates) {
    if (fits_one_word() && table_.winner_ends.empty() && !table_.identifies()) {
      return max_parts_of_winners_(table_.by_guess, table_.secrets, table_.winner.data(), candidates.data(),
                                   candidates.size());
    }
    std::size_t most = 0;
    for (const std::uint32_t secret : candidates) {
      table_.for_each_winner(secret, [&](std::uint32_t guess) { most = std::max(most, parts_of(guess, candidates)); });
      if (most == candidates.size()) break;
    }
    return most;
  }

  struct MaxParts {
    std::size_t winners;  // 0 if there is no such guess
    std::size_t others;   // 0 if there is no such guess, or none with more parts than the winners
  };

  // Returns the largest numbers of parts of winners and of other guesses among `allowed` (empty: all guesses).
  MaxParts max_parts_of_all(Candidates candidates, Guesses allowed) {
    assert(counts_all_ && !candidates.empty());
    if (!counts_by_bits(allowed)) {
      const std::size_t winners = max_parts_of_winners(candidates);
      return {winners, max_parts_of_others(candidates, allowed, winners)};
    }
    count_by_bits(candidates);
    std::uint8_t winners = 0, others = 0;
    for (const std::uint32_t secret : candidates) {
      table_.for_each_winner(secret, [&](std::uint32_t guess) {
        winners = std::max(winners, byte_counts_[guess]);
        byte_counts_[guess] = 0;
      });
    }
    if (allowed.empty()) {
      others = *std::max_element(byte_counts_.begin(), byte_counts_.end());
    } else {
      for (const std::uint32_t guess : allowed) others = std::max(others, byte_counts_[guess]);
    }
    return {winners, others > winners ? std::size_t{others} : 0};
  }

  // Calls use(kinds, max), where kinds[g] is the packed GuessKind of guess g. Only the entries of `guesses` (empty: all
  // guesses) are valid. No valid guess has more than `max` parts.
  template <class Use>
  void with_kinds(Candidates candidates, Guesses guesses, const Use& use) {
    assert(counts_all_ && !candidates.empty());
    if (counts_by_bits(guesses)) {
      count_by_bits(candidates);
      const std::uint8_t most = *std::max_element(byte_counts_.begin(), byte_counts_.end());
      use(mark_winners_in(byte_counts_, candidates), std::size_t{most});
    } else {
      std::size_t most = 0;
      blocks_.count(candidates, guesses, [&](std::uint32_t guess, std::size_t parts) {
        wide_counts_[guess] = static_cast<std::uint32_t>(parts);
        most = std::max(most, parts);
      });
      use(mark_winners_in(wide_counts_, candidates), most);
    }
  }

 private:
  static constexpr std::uint64_t max_cells = std::uint64_t{1} << 28, max_cells_by_bits = std::uint64_t{1} << 32;
  static constexpr std::size_t max_shrinkage_for_bits = 16;  // blocks are faster for lists shorter than 1/16 of all

  // Whether this table can be counted by bits, and whether the parts of `guesses` (empty: all) are.
  static bool has_bits(const TableView<Ordinal>& table) { return sizeof(Ordinal) == 1 && table.feedbacks <= 64; }
  bool counts_by_bits(Guesses guesses) const {
    return has_bits(table_) && (guesses.empty() || guesses.size() * max_shrinkage_for_bits >= table_.guesses);
  }

  // Writes the number of parts of every guess to byte_counts_.
  void count_by_bits(Candidates candidates) {
    if constexpr (sizeof(Ordinal) == 1) {
      count_parts_by_bits_(table_.by_secret, table_.guesses, table_.feedbacks, candidates.data(), candidates.size(),
                           byte_counts_.data());
    }
  }
  bool fits_one_word() const { return table_.feedbacks <= 64; }
  std::size_t bitmap_words() const { return (table_.feedbacks + 63) / 64; }

  // Sets the bit of feedback f. Returns whether it was clear before.
  static bool mark(std::uint64_t* bitmap, std::uint32_t f) {
    const std::uint64_t bit = std::uint64_t{1} << (f % 64), before = bitmap[f / 64];
    bitmap[f / 64] = before | bit;
    return (before & bit) == 0;
  }

  // Marks the winners in `counts`. It may also mark winners that were not counted; nobody reads these.
  template <class Count>
  const Count* mark_winners_in(std::vector<Count>& counts, Candidates candidates) const {
    for (const std::uint32_t secret : candidates) {
      table_.for_each_winner(secret,
                             [&](std::uint32_t guess) { counts[guess] = GuessKind<Count>::winning(counts[guess]); });
    }
    return counts.data();
  }

  // Returns the largest number of parts of an allowed guess that is not a winner, or 0 if none has more than `least`.
  std::size_t max_parts_of_others(Candidates candidates, Guesses allowed, std::size_t least) {
    if (least >= candidates.size()) return 0;
    const auto mark_winners = [&](std::uint8_t mark) {
      for (const std::uint32_t secret : candidates) {
        table_.for_each_winner(secret, [&](std::uint32_t guess) { is_winner_[guess] = mark; });
      }
    };
    mark_winners(1);
    std::size_t most = 0;
    blocks_.count(candidates, allowed, least, [&](std::uint32_t guess, std::size_t parts) {
      if (parts > least && !is_winner_[guess]) most = least = parts;
    });
    mark_winners(0);
    return most;
  }

  const TableView<Ordinal>& table_;
  bool counts_all_;
  BlockCounter<Ordinal> blocks_;
  std::vector<std::uint8_t> byte_counts_;
  std::vector<std::uint32_t> wide_counts_;
  std::vector<std::uint8_t> is_winner_;  // all 0 between calls
  std::vector<std::uint64_t> seen_;      // all 0 between calls
  std::size_t (*max_parts_of_winners_)(const Ordinal*, std::size_t, const std::uint32_t*, const std::uint32_t*,
                                       std::size_t) = portable::max_parts_of_winners;
  void (*count_parts_by_bits_)(const std::uint8_t*, std::size_t, std::size_t, const std::uint32_t*, std::size_t,
                               std::uint8_t*) = portable::count_parts_by_bits;
};

}  // namespace bestguess::exact
