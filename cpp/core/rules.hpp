// Rules: which guesses a history allows.
//
// 1. A guess is allowed if every row of the history allows it. So a longer history never allows more guesses.
// 2. A guess that is consistent with all feedback is always allowed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/kernels/kernel.hpp"
#include "core/kernels/words.hpp"
#include "core/partition.hpp"

namespace bestguess {

class Rule {
 public:
  // What a thread keeps between calls of a rule.
  struct Scratch {
    std::vector<std::uint32_t> row;  // feedbacks of `guess` against every guess, if has_row
    std::uint32_t guess = 0;
    bool has_row = false;
    std::vector<std::uint64_t> bits;  // a set of guesses
  };

  Rule() = default;
  Rule(const Rule&) = delete;
  Rule& operator=(const Rule&) = delete;
  virtual ~Rule() = default;

  virtual std::uint32_t guesses() const = 0;

  // Appends to `out` the guesses of `allowed` (empty: all guesses) that the row (guess, feedback) allows.
  virtual void filter(std::uint32_t guess, std::uint32_t feedback, Guesses allowed, Scratch& scratch,
                      std::vector<std::uint32_t>& out) const = 0;
};

// The rule `hard` of word games. A letter that was in its place stays there. A guess has at least as many copies of
// each letter as the row shows to be in the secret.
class HardRule final : public Rule {
 public:
  // `words` has the letters of all guesses, numbered from 0, one word after the other.
  HardRule(int length, std::vector<Letter> words);

  std::uint32_t guesses() const override { return guesses_; }
  void filter(std::uint32_t guess, std::uint32_t feedback, Guesses allowed, Scratch& scratch,
              std::vector<std::uint32_t>& out) const override;

 private:
  const std::uint64_t* bits(std::size_t number) const { return &bits_[number * stride_]; }
  // The number of the set of guesses with `letter` at `place`, and of the set of guesses with at least this many
  // `copies` of `letter`.
  std::size_t set_with_letter_at(std::size_t place, Letter letter) const { return place * letters_ + letter; }
  std::size_t set_with_copies(std::size_t copies, Letter letter) const {
    return (length_ + copies - 1) * letters_ + letter;
  }

  std::size_t length_;
  std::vector<Letter> words_;
  std::uint32_t guesses_;
  std::size_t letters_;  // the number of different letters
  std::size_t stride_;   // 64-bit words in a set of guesses
  std::vector<std::uint64_t> bits_;
};

// The rule `strict`: every guess must be consistent with all feedback so far, even if it cannot be a secret.
class StrictRule final : public Rule {
 public:
  // `kernel` must score every guess against every guess, and must outlive the rule.
  explicit StrictRule(const Kernel& kernel);
  // `ordinals` has the feedback of every guess against every guess, row by row.
  explicit StrictRule(std::vector<std::uint16_t> ordinals);

  std::uint32_t guesses() const override { return guesses_; }
  void filter(std::uint32_t guess, std::uint32_t feedback, Guesses allowed, Scratch& scratch,
              std::vector<std::uint32_t>& out) const override;

 private:
  void score(std::uint32_t guess, std::vector<std::uint32_t>& row) const;

  const Kernel* kernel_ = nullptr;       // the source of feedbacks, or null:
  std::vector<std::uint16_t> ordinals_;  // then they are stored here
  std::uint32_t guesses_;
};

}  // namespace bestguess
