// A feedback table as strategies and searches see it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace bestguess {

class Rule;

// A feedback table, by guesses and by secrets; the two may be one array when the table is symmetric. `winner` is the guess
// that wins each secret; `weights` may be empty; without a `rule` all guesses are allowed always.
template <class Ordinal>
struct TableView {
  std::uint32_t guesses;
  std::uint32_t secrets;
  std::uint32_t feedbacks;
  std::uint32_t win;
  const Ordinal* by_guess;
  const Ordinal* by_secret;
  std::span<const std::uint32_t> winner;
  std::span<const std::int64_t> weights;
  const Rule* rule = nullptr;

  // The ordinals that `guess` gets from every secret.
  const Ordinal* row(std::uint32_t guess) const { return by_guess + std::size_t{guess} * secrets; }
  // The ordinals that every guess gets from `secret`.
  const Ordinal* column(std::uint32_t secret) const { return by_secret + std::size_t{secret} * guesses; }
};

}  // namespace bestguess
