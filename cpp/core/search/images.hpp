// Sets that are images of one another under the symmetries of a game of codes: they cost the same.
//
// Every symbol, position and code of a set gets a number that depends on the structure of the set alone. Sorted by these
// numbers, symbols and positions are renamed, and the renamed codes are an image of the set: the same for all images of it,
// as far as the numbers tell apart what is not alike. Where they do not, sets that are images are merely not known as such.
// Two sets of one key always have this image in common, so that they cost the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/partition.hpp"
#include "core/search/cache.hpp"
#include "core/symmetry.hpp"

namespace bestguess::exact {

// For each exchange of two symbols or of two positions, the guesses that it takes to lower ones. Shared by all threads.
class Exchanges {
 public:
  explicit Exchanges(const CodeSymmetries& symmetries);

  // The number of an exchange.
  std::size_t of_symbols(std::size_t lower, std::size_t higher) const { return lower * symbols_ + higher; }
  std::size_t of_positions(std::size_t first, std::size_t second) const {
    return symbols_ * symbols_ + first * positions_ + second;
  }

  // A bit for each guess, in so many words.
  const std::uint64_t* lowered(std::size_t exchange) const { return &lowered_[exchange * words_]; }
  std::size_t words() const { return words_; }

 private:
  std::size_t symbols_, positions_, words_;
  std::vector<std::uint64_t> lowered_;
};

// A symmetry of a game of codes: what stands at position p goes to position[p], and symbol s becomes symbol[s].
struct Renaming {
  std::vector<std::uint8_t> position, symbol;
};

// The symmetry that undoes `second` after `first` was done.
Renaming compose_with_inverse(const Renaming& first, const Renaming& second);

// One thread's images, with its scratch memory.
class Images {
 public:
  // winner[s] is the guess that is the code of secret s.
  Images(const CodeSymmetries& symmetries, std::span<const std::uint32_t> winner);

  // A key that images of the set have, too.
  SetKey image_key(Candidates secrets);

  // The symmetry that takes the set of the last key to the image that the key stands for.
  Renaming renaming() const;

  // The guesses among `guesses` (all if empty), ascending, that no exchange of two symbols or positions that maps the set
  // onto itself takes to a lower one. The lowest of guesses that are alike for the set is always one of them.
  Guesses lowest_guesses(Candidates secrets, Guesses guesses, const Exchanges& exchanges,
                         std::vector<std::uint32_t>& scratch);

 private:
  std::size_t symbol_group(std::size_t symbol) const;  // symbols of one symbol_group may be exchanged
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
  std::size_t length_, symbols_per_position_;  // own: the symbols of each position, 0 where all positions share them
  std::vector<std::uint8_t> codes_;            // of the set, one after the other
  std::vector<std::uint8_t> repeats_;          // of each code of the set
  std::vector<std::uint64_t> pair_number_;     // by position and symbol
  std::vector<std::uint64_t> symbol_number_, symbol_sum_, position_number_, position_sum_;
  std::vector<std::uint8_t> symbols_, positions_;  // those that occur, and all; sorted
  std::vector<std::uint8_t> new_symbol_, new_position_;
  std::vector<std::uint64_t> place_value_;  // of a position in a packed code
  std::vector<std::uint8_t> occurs_;        // by symbol
  std::vector<std::uint64_t> dropped_;      // guesses, a bit for each
  std::vector<std::uint8_t> group_;
};

}  // namespace bestguess::exact
