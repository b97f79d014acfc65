// A kernel scores a family of games in native code: by index, without a table.
//
// Each family has a pair of files in this folder: pegs, twod, words. codes.hpp describes codes of pegs, not words.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace bestguess {

// A row of a history: the index of a guess and the ordinal of its feedback.
struct Row {
  std::uint64_t guess;
  std::uint32_t feedback;
};

// The result of a scan: how many secrets it found, and the indices of the first of them, ascending.
struct Scan {
  std::uint64_t count = 0;
  std::vector<std::uint32_t> first;
};

// The interface of all kernels. Guesses and secrets are numbered in the order of the codes, at most 2^32 of each.
// Feedbacks are ordinals below feedbacks(); the last one wins.
class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual std::uint64_t guesses() const = 0;
  virtual std::uint64_t secrets() const = 0;
  virtual std::uint32_t feedbacks() const = 0;

  // Whether guesses and secrets are the same codes, and exchanging guess and secret never changes the feedback.
  virtual bool symmetric() const = 0;

  // Writes the ordinals of guesses [begin, end) against all secrets to `out`, row by row. Ordinals have 8 bits if there
  // are at most 256 feedbacks, else 16 bits.
  virtual void fill(std::uint64_t begin, std::uint64_t end, std::uint8_t* out, int threads) const = 0;
  virtual void fill(std::uint64_t /*begin*/, std::uint64_t /*end*/, std::uint16_t* /*out*/, int /*threads*/) const {
    throw std::invalid_argument("expected an array of 8 bits: this family has at most 256 feedbacks");
  }

  // The number of blocks into which a scan divides the secrets. A caller may stop between two blocks.
  virtual std::uint64_t scan_blocks() const = 0;

  // Counts the secrets in blocks [begin, end) that are consistent with `history`, and returns up to `limit` of them.
  virtual Scan scan(std::span<const Row> history, std::uint64_t begin, std::uint64_t end, std::uint64_t limit,
                    int threads) const = 0;
};

}  // namespace bestguess
