// Counts the parts of many guesses, for any number of feedbacks.
//
// Guesses are counted in blocks of 64, each block against all candidates. There are two methods:
// 1. For few candidates, compare all pairs of candidates. A candidate opens a new part if no earlier one has its
//    feedback.
// 2. Otherwise mark each feedback that occurs, then count the marks.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/part_count_loops.hpp"
#include "core/partition.hpp"
#include "core/simd.hpp"
#include "core/table.hpp"

namespace bestguess {

// The counter of one thread, with its scratch memory.
template <class Ordinal>
class BlockCounter {
 public:
  explicit BlockCounter(const TableView<Ordinal>& table) : table_(table), seen_(block * seen_stride()) {}

  // Calls visit(guess, parts) for each of `guesses` in their order (empty: for all guesses). It may skip guesses with
  // at most `least` parts. `visit` may raise `least` while it runs.
  template <class Visit>
  void count(Candidates candidates, Guesses guesses, std::size_t& least, const Visit& visit) {
    assert(!candidates.empty());
    const std::size_t count = guesses.empty() ? table_.guesses : guesses.size();
    const bool by_pairs = candidates.size() <= max_size_for_pairs();
    for (std::size_t start = 0; start < count; start += block) {
      const std::size_t width = std::min(block, count - start);
      if (by_pairs) {
        copy_columns(candidates, guesses, start, width);
        if (!count_by_pairs(candidates.size(), least)) continue;
        for (std::size_t i = 0; i < width; ++i) visit(guess_at(guesses, start + i), std::size_t{byte_counts_[i]});
      } else {
        count_by_marks(candidates, guesses, start, width);
        for (std::size_t i = 0; i < width; ++i) visit(guess_at(guesses, start + i), std::size_t{counts_[i]});
      }
    }
  }

  template <class Visit>
  void count(Candidates candidates, Guesses guesses, const Visit& visit) {
    std::size_t least = 0;
    count(candidates, guesses, least, visit);
  }

 private:
  static constexpr std::size_t block = part_counts_step;
  static constexpr std::size_t max_flags = 1024;  // up to this many feedbacks a mark is a byte, above it a bit

  // Comparing pairs takes n² / 2 steps for each vector of guesses. Above these sizes marking is faster.
  static constexpr std::size_t max_size_for_pairs() { return sizeof(Ordinal) == 1 ? 80 : 40; }

  bool has_byte_flags() const { return table_.feedbacks <= max_flags; }
  std::size_t seen_stride() const { return (table_.feedbacks + 63) / 64 * (has_byte_flags() ? 64 : 8); }

  static std::uint32_t guess_at(Guesses guesses, std::size_t place) {
    return guesses.empty() ? static_cast<std::uint32_t>(place) : guesses[place];
  }

  void copy_columns(Candidates candidates, Guesses guesses, std::size_t start, std::size_t width) {
    columns_.resize(candidates.size() * block);
    for (std::size_t s = 0; s < candidates.size(); ++s) {
      const Ordinal* column = table_.column(candidates[s]);
      Ordinal* out = &columns_[s * block];
      if (guesses.empty()) {
        std::memcpy(out, column + start, width * sizeof(Ordinal));
      } else {
        for (std::size_t i = 0; i < width; ++i) out[i] = column[guesses[start + i]];
      }
      std::fill(out + width, out + block, Ordinal{0});  // fill up the block with guesses of one part
    }
  }

  bool count_by_pairs(std::size_t size, std::size_t least) {
#ifdef BESTGUESS_AVX2
    if (simd() == Simd::avx2) return avx2::count_parts_by_pairs(columns_.data(), size, least, byte_counts_);
#endif
    return portable::count_parts_by_pairs(columns_.data(), size, least, byte_counts_);
  }

  // Writes the number of parts of each guess to counts_.
  void count_by_marks(Candidates candidates, Guesses guesses, std::size_t start, std::size_t width) {
    const std::size_t stride = seen_stride();
    std::fill_n(seen_.begin(), width * stride, std::uint8_t{0});
    std::fill_n(counts_, width, 0u);
    const auto for_each_cell = [&](const auto& visit) {
      for (const std::uint32_t secret : candidates) {
        const Ordinal* column = table_.column(secret);
        if (guesses.empty()) {
          for (std::size_t i = 0; i < width; ++i) visit(i, column[start + i]);
        } else {
          for (std::size_t i = 0; i < width; ++i) visit(i, column[guesses[start + i]]);
        }
      }
    };
    if (has_byte_flags()) {
      for_each_cell([&](std::size_t i, std::uint32_t f) { seen_[i * stride + f] = 1; });
      for (std::size_t i = 0; i < width; ++i) counts_[i] = sum_flags(&seen_[i * stride], stride);
    } else {
      for_each_cell([&](std::size_t i, std::uint32_t f) {
        std::uint8_t& bits = seen_[i * stride + f / 8];
        const auto bit = static_cast<std::uint8_t>(1u << (f % 8));
        counts_[i] += (bits & bit) == 0;
        bits = static_cast<std::uint8_t>(bits | bit);
      });
    }
  }

  static std::uint32_t sum_flags(const std::uint8_t* flags, std::size_t size) {
    std::uint32_t total = 0;
    for (std::size_t begin = 0; begin < size; begin += 64) {
      std::uint8_t sum = 0;  // at most 64, so a byte holds it and the compiler can add many flags at once
      for (std::size_t i = 0; i < 64; ++i) sum = static_cast<std::uint8_t>(sum + flags[begin + i]);
      total += sum;
    }
    return total;
  }

  const TableView<Ordinal>& table_;
  std::vector<Ordinal> columns_;
  std::vector<std::uint8_t> seen_;
  std::uint8_t byte_counts_[block] = {};
  std::uint32_t counts_[block] = {};
};

}  // namespace bestguess
