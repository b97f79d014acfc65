// Rules: which guesses are allowed after what has been answered so far.
//
// A guess is allowed when every row so far allows it, so that rows only ever take guesses away. A guess that is consistent
// with all feedback is always allowed.
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
  // What a thread that asks a rule keeps between two questions.
  struct Scratch {
    std::vector<std::uint32_t> row;  // of the guess that was asked for last
    std::uint32_t guess = 0;
    bool has_row = false;
    std::vector<std::uint64_t> bits;  // a set of guesses
  };

  Rule() = default;
  Rule(const Rule&) = delete;
  Rule& operator=(const Rule&) = delete;
  virtual ~Rule() = default;

  virtual std::uint32_t guesses() const = 0;

  // Adds to `out` those of `allowed`, or of all guesses if none are given, that the row of `guess` and `feedback` allows.
  virtual void filter(std::uint32_t guess, std::uint32_t feedback, Guesses allowed, Scratch& scratch,
                      std::vector<std::uint32_t>& out) const = 0;
};

// Words, hard: a letter that is in its place stays there, and a guess has as many of a letter as are known to be in the
// secret from the row.
class HardRule final : public Rule {
 public:
  // The letters of the guesses, numbered from 0, one word after the other.
  HardRule(int length, std::vector<Letter> words);

  std::uint32_t guesses() const override { return guesses_; }
  void filter(std::uint32_t guess, std::uint32_t feedback, Guesses allowed, Scratch& scratch,
              std::vector<std::uint32_t>& out) const override;

 private:
  const std::uint64_t* bits(std::size_t number) const { return &bits_[number * stride_]; }
  // Which guesses have `letter` at `place`, and at least so many `copies` of it.
  std::size_t set_with_letter_at(std::size_t place, Letter letter) const { return place * letters_ + letter; }
  std::size_t set_with_copies(std::size_t copies, Letter letter) const {
    return (length_ + copies - 1) * letters_ + letter;
  }

  std::size_t length_;
  std::vector<Letter> words_;
  std::uint32_t guesses_;
  std::size_t letters_;  // how many there are
  std::size_t stride_;   // words of 64 bits for a set of guesses
  std::vector<std::uint64_t> bits_;
};

// Strict: a guess, if it were the secret, would have got all feedback so far.
class StrictRule final : public Rule {
 public:
  // The kernel scores every guess against every guess; it must outlive the rule.
  explicit StrictRule(const Kernel& kernel);
  // The ordinals of every guess against every guess, row by row.
  explicit StrictRule(std::vector<std::uint16_t> ordinals);

  std::uint32_t guesses() const override { return guesses_; }
  void filter(std::uint32_t guess, std::uint32_t feedback, Guesses allowed, Scratch& scratch,
              std::vector<std::uint32_t>& out) const override;

 private:
  void score(std::uint32_t guess, std::vector<std::uint32_t>& row) const;

  const Kernel* kernel_ = nullptr;       // this,
  std::vector<std::uint16_t> ordinals_;  // or these
  std::uint32_t guesses_;
};

}  // namespace bestguess
