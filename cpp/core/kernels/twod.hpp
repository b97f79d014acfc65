// The kernel of twod(n): guess a pair of numbers below n. Feedback says whether the guess is low, high or mixed.
#pragma once

#include <cstdint>
#include <span>

#include "core/kernels/kernel.hpp"

namespace bestguess {

class TwodKernel final : public Kernel {
 public:
  enum Feedback : std::uint8_t { low, high, mixed, equal };

  explicit TwodKernel(int size);  // throws std::invalid_argument unless 1 <= size <= 36

  // Returns the feedback of a guess. The pair (a, b) has index a * size + b.
  static Feedback feedback(std::uint64_t guess, std::uint64_t secret, std::uint64_t size);

  std::uint64_t guesses() const override { return size_ * size_; }
  std::uint64_t secrets() const override { return size_ * size_; }
  std::uint32_t feedbacks() const override { return 4; }
  bool symmetric() const override { return false; }
  using Kernel::fill;
  void fill(std::uint64_t begin, std::uint64_t end, std::uint8_t* out, int threads) const override;
  std::uint64_t scan_blocks() const override { return 1; }
  Scan scan(std::span<const Row> history, std::uint64_t begin, std::uint64_t end, std::uint64_t limit,
            int threads) const override;

 private:
  std::uint64_t size_;
};

}  // namespace bestguess
