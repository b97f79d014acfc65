// What every native family of games can do: score by index, without a table.
//
// A family is one pair of files in this folder: pegs, twod, words. codes.hpp is about codes of symbols at positions and
// not about words of a language.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace bestguess {

// One row of a history: the index of a guess and the ordinal of the feedback it got.
struct Row {
  std::uint64_t guess;
  std::uint32_t feedback;
};

// The secrets that a scan found: how many, and the indices of the first of them, ascending.
struct Scan {
  std::uint64_t count = 0;
  std::vector<std::uint32_t> first;
};

// Guesses and secrets are known by their index in the order of the codes, at most 2^32 of each. Feedbacks are ordinals
// below feedbacks(), and the last ordinal is the winning one.
class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual std::uint64_t guesses() const = 0;
  virtual std::uint64_t secrets() const = 0;
  virtual std::uint32_t feedbacks() const = 0;

  // Whether guesses and secrets are the same codes and a guess gets from a secret what the secret would get from it.
  virtual bool symmetric() const = 0;

  // Writes the ordinals of guesses [begin, end) against all secrets to `out`, row by row. Ordinals are bytes where there
  // are no more than 256 feedbacks, and of 16 bits otherwise.
  virtual void fill(std::uint64_t begin, std::uint64_t end, std::uint8_t* out, int threads) const = 0;
  virtual void fill(std::uint64_t /*begin*/, std::uint64_t /*end*/, std::uint16_t* /*out*/, int /*threads*/) const {
    throw std::invalid_argument("the ordinals of this family are bytes");
  }

  // A scan goes over the secrets in scan_blocks() blocks, so that a caller may stop between two of them.
  virtual std::uint64_t scan_blocks() const = 0;

  // Counts the secrets of blocks [begin, end) that are consistent with `history`, and keeps up to `limit` of them.
  virtual Scan scan(std::span<const Row> history, std::uint64_t begin, std::uint64_t end, std::uint64_t limit,
                    int threads) const = 0;
};

}  // namespace bestguess
