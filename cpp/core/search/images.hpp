// Images of sets under the symmetries of codes. Sets that are images of one another have the same value.
//
// 1. Every symbol, position and code of a set gets a number that depends only on the structure of the set.
// 2. Symbols and positions are sorted by their numbers and renamed in this order. The renamed codes are an image of the
//    set. The key of this image is the image key.
// 3. Two sets with the same image key have an image in common, so they have the same value.
// 4. Conversely, images of one set get the same key only if the numbers distinguish all symbols and positions that
//    differ in structure. If they do not, the search misses that two sets are images. It then does more work, but stays
//    correct.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/partition.hpp"
#include "core/search/cache.hpp"
#include "core/symmetry.hpp"

namespace bestguess::exact {

// For each exchange of two symbols or two positions, the set of guesses that it maps to lower guesses. Shared by all
// threads.
class Exchanges {
 public:
  explicit Exchanges(const CodeSymmetries& symmetries);

  // The number of an exchange.
  std::size_t of_symbols(std::size_t lower, std::size_t higher) const { return lower * symbols_ + higher; }
  std::size_t of_positions(std::size_t first, std::size_t second) const {
    return symbols_ * symbols_ + first * positions_ + second;
  }

  // A set of guesses with a bit for each guess, in words() words.
  const std::uint64_t* lowered(std::size_t exchange) const { return &lowered_[exchange * words_]; }
  std::size_t words() const { return words_; }

 private:
  std::size_t symbols_, positions_, words_;
  std::vector<std::uint64_t> lowered_;
};

// A symmetry of codes: the symbol at position p moves to position[p], and symbol s becomes symbol[s].
struct Renaming {
  std::vector<std::uint8_t> position, symbol;
};

// Returns the symmetry that applies `first` and then the inverse of `second`.
Renaming compose_with_inverse(const Renaming& first, const Renaming& second);

// Computes images. It holds scratch memory, so each thread needs its own.
class Images {
 public:
  // winner[s] is the guess that is the same code as secret s.
  Images(const CodeSymmetries& symmetries, std::span<const std::uint32_t> winner);

  // Returns a key that images of the set share (see the top of this file).
  SetKey image_key(Candidates secrets);

  // Returns the symmetry that maps the set of the last image_key call to the image that the key stands for.
  Renaming renaming() const;

  // Drops each of `guesses` (empty: all guesses) that some exchange maps to a lower guess. Only exchanges of two
  // symbols or two positions that map the set onto itself count. The lowest of equivalent guesses is always kept. The
  // result may refer to `scratch`.
  Guesses lowest_guesses(Candidates secrets, Guesses guesses, const Exchanges& exchanges,
                         std::vector<std::uint32_t>& scratch);

 private:
  std::size_t symbol_group(std::size_t symbol) const;  // symbols of one group may be exchanged
  void load(Candidates secrets);
  void refine();
  void refine_until_stable();
  std::size_t count_groups() const;
  void sort();
  bool are_alike(std::uint8_t first, std::uint8_t second, bool positions) const;
  bool single_out();
  SetKey key_after_exchange(std::size_t a, std::size_t b, bool positions) const;
  void drop_lowered(const std::vector<std::uint8_t>& group, bool positions, const Exchanges& exchanges);

  const CodeSymmetries& symmetries_;
  std::span<const std::uint32_t> winner_;
  std::size_t length_, symbols_per_position_;  // symbols_per_position_ is 0 if all positions share their symbols
  std::vector<std::uint8_t> codes_;            // of the set, one after the other
  std::vector<std::uint8_t> repeats_;          // for each code of the set (CodeSymmetries::repeats)
  std::vector<std::uint64_t> pair_number_;     // by position and symbol
  std::vector<std::uint64_t> symbol_number_, symbol_sum_, position_number_, position_sum_;
  std::vector<std::uint8_t> symbols_, positions_;  // the symbols that occur, and all positions; both sorted
  std::vector<std::uint8_t> new_symbol_, new_position_;
  std::vector<std::uint64_t> place_value_;  // of a position in a packed code
  std::vector<std::uint8_t> occurs_;        // by symbol
  std::vector<std::uint64_t> dropped_;      // the guesses to drop, a bit for each
  std::vector<std::uint8_t> group_;
};

}  // namespace bestguess::exact
