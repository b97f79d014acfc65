// The kernel of Mastermind, Bulls and Cows and their variants. Feedback counts exact and misplaced pegs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/kernels/codes.hpp"
#include "core/kernels/kernel.hpp"
#include "core/kernels/score.hpp"

namespace bestguess {

// A block of codes, stored by columns (see score.hpp).
class Columns {
 public:
  explicit Columns(const CodeSpace& codes);

  std::size_t size() const { return size_; }
  const std::uint8_t* peg(int i) const { return &bytes_[static_cast<std::size_t>(i) * padded_size(size_)]; }
  const std::uint8_t* count(int symbol) const { return peg(pegs_ + symbol); }

 private:
  int pegs_;
  std::size_t size_;
  std::vector<std::uint8_t> bytes_;
};

class PegKernel final : public Kernel {
 public:
  // Throws std::invalid_argument unless 1 <= pegs <= 8, 1 <= symbols <= 16, and pegs <= symbols if codes are distinct.
  PegKernel(int pegs, int symbols, bool distinct_guesses, bool distinct_secrets);

  std::uint64_t guesses() const override { return guesses_.size(); }
  std::uint64_t secrets() const override { return secrets_.size(); }
  std::uint32_t feedbacks() const override { return win_ + 1u; }
  bool symmetric() const override { return guesses_.distinct == secrets_.distinct; }
  using Kernel::fill;
  void fill(std::uint64_t begin, std::uint64_t end, std::uint8_t* out, int threads) const override;
  std::uint64_t scan_blocks() const override { return heads_.size(); }
  Scan scan(std::span<const Row> history, std::uint64_t begin, std::uint64_t end, std::uint64_t limit,
            int threads) const override;

 private:
  PegGuess prepare_guess(std::uint64_t guess, const Columns& columns, int first_peg) const;
  void set_head(PegGuess& prepared, std::uint64_t guess, const Symbol* head) const;

  CodeSpace guesses_;
  CodeSpace secrets_;
  std::uint8_t win_;
  // A secret is a head followed by a tail. A scan takes all tails of one head as a block, and all heads share the
  // columns of the tails. If secrets are distinct, tails that repeat a symbol of the head are skipped.
  CodeSpace tails_;
  CodeSpace heads_;
};

}  // namespace bestguess
