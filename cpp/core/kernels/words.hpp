// The kernel of word games such as Wordle: all words have one length, and each letter of a guess gets a mark.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/kernels/kernel.hpp"
#include "core/kernels/word_score.hpp"

namespace bestguess {

using Letter = std::uint8_t;

class WordKernel final : public Kernel {
 public:
  // `guesses` and `secrets` list the letters, numbered from 0, one word after the other. Throws std::invalid_argument
  // unless they are whole words of 2 to 10 letters.
  WordKernel(int length, std::vector<Letter> guesses, std::span<const Letter> secrets);

  std::uint64_t guesses() const override { return words_.size() / static_cast<std::size_t>(length_); }
  std::uint64_t secrets() const override { return secrets_; }
  std::uint32_t feedbacks() const override { return feedbacks_; }
  bool symmetric() const override { return false; }
  void fill(std::uint64_t begin, std::uint64_t end, std::uint8_t* out, int threads) const override;
  void fill(std::uint64_t begin, std::uint64_t end, std::uint16_t* out, int threads) const override;
  std::uint64_t scan_blocks() const override { return 1; }
  Scan scan(std::span<const Row> history, std::uint64_t begin, std::uint64_t end, std::uint64_t limit,
            int threads) const override;

 private:
  WordGuess prepare_guess(std::uint64_t guess) const;
  const std::uint8_t* column(std::size_t number) const { return &columns_[number * padded_size(secrets_)]; }
  template <class Ordinal>
  void fill_rows(std::uint64_t begin, std::uint64_t end, Ordinal* out, int threads) const;
  template <class Ordinal>
  void keep_consistent(std::span<const Row> history, std::vector<std::uint8_t>& keep) const;

  int length_;
  std::uint32_t feedbacks_;
  std::vector<Letter> words_;  // the letters of the guesses
  std::size_t secrets_;
  std::vector<std::uint8_t> columns_;  // of the secrets (word_score.hpp): places first, then letters
};

}  // namespace bestguess
