// Counting the parts of many guesses, whatever the number of feedbacks: blocks of guesses, each against all candidates.
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

// One thread's counter, with its scratch memory.
template <class Ordinal>
class BlockCounter {
 public:
  explicit BlockCounter(const TableView<Ordinal>& table) : table_(table), seen_(block * seen_stride()) {}

  // Calls see(guess, parts) for each of `guesses`, or for all if there are none given, in their order. Those of no more
  // than `least` parts may be left out; `see` may raise it.
  template <class See>
  void count(Candidates candidates, Guesses guesses, std::size_t& least, const See& see) {
    assert(!candidates.empty());
    const std::size_t count = guesses.empty() ? table_.guesses : guesses.size();
    const bool by_pairs = candidates.size() <= most_for_pairs();
    for (std::size_t start = 0; start < count; start += block) {
      const std::size_t width = std::min(block, count - start);
      if (by_pairs) {
        copy_columns(candidates, guesses, start, width);
        if (!different(candidates.size(), least)) continue;
        for (std::size_t i = 0; i < width; ++i) see(guess_at(guesses, start + i), std::size_t{narrow_[i]});
      } else {
        mark(candidates, guesses, start, width);
        for (std::size_t i = 0; i < width; ++i) see(guess_at(guesses, start + i), std::size_t{wide_[i]});
      }
    }
  }

  template <class See>
  void count(Candidates candidates, Guesses guesses, const See& see) {
    std::size_t least = 0;
    count(candidates, guesses, least, see);
  }

 private:
  static constexpr std::size_t block = part_counts_step;
  static constexpr std::size_t most_flags = 1024;  // feedbacks for which a block has a byte each; else a bit each

  // Comparing all pairs of candidates takes n² / 2 steps for as many guesses as a vector holds.
  static constexpr std::size_t most_for_pairs() { return sizeof(Ordinal) == 1 ? 80 : 40; }

  bool has_flags() const { return table_.feedbacks <= most_flags; }
  std::size_t seen_stride() const { return (table_.feedbacks + 63) / 64 * (has_flags() ? 64 : 8); }

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
      std::fill(out + width, out + block, Ordinal{0});  // a guess that is none has one part
    }
  }

  bool different(std::size_t size, std::size_t least) {
#ifdef BESTGUESS_AVX2
    if (simd() == Simd::avx2) return avx2::different_counts(columns_.data(), size, least, narrow_);
#endif
    return portable::different_counts(columns_.data(), size, least, narrow_);
  }

  // Writes the number of parts to wide_.
  void mark(Candidates candidates, Guesses guesses, std::size_t start, std::size_t width) {
    const std::size_t stride = seen_stride();
    std::fill_n(seen_.begin(), width * stride, std::uint8_t{0});
    std::fill_n(wide_, width, 0u);
    const auto each = [&](const auto& set) {
      for (const std::uint32_t secret : candidates) {
        const Ordinal* column = table_.column(secret);
        if (guesses.empty()) {
          for (std::size_t i = 0; i < width; ++i) set(i, column[start + i]);
        } else {
          for (std::size_t i = 0; i < width; ++i) set(i, column[guesses[start + i]]);
        }
      }
    };
    if (has_flags()) {
      each([&](std::size_t i, std::uint32_t f) { seen_[i * stride + f] = 1; });
      for (std::size_t i = 0; i < width; ++i) wide_[i] = sum(&seen_[i * stride], stride);
    } else {
      each([&](std::size_t i, std::uint32_t f) {
        std::uint8_t& bits = seen_[i * stride + f / 8];
        const auto bit = static_cast<std::uint8_t>(1u << (f % 8));
        wide_[i] += (bits & bit) == 0;
        bits = static_cast<std::uint8_t>(bits | bit);
      });
    }
  }

  static std::uint32_t sum(const std::uint8_t* flags, std::size_t size) {
    std::uint32_t total = 0;
    for (std::size_t begin = 0; begin < size; begin += 64) {
      std::uint8_t some = 0;  // at most 64: adding bytes is done for many at a time
      for (std::size_t i = 0; i < 64; ++i) some = static_cast<std::uint8_t>(some + flags[begin + i]);
      total += some;
    }
    return total;
  }

  const TableView<Ordinal>& table_;
  std::vector<Ordinal> columns_;
  std::vector<std::uint8_t> seen_;
  std::uint8_t narrow_[block] = {};
  std::uint32_t wide_[block] = {};
};

}  // namespace bestguess
