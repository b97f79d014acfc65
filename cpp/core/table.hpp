// A feedback table as strategies and searches see it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace bestguess {

class Rule;

// A feedback table, by guesses and by secrets; the two may be one array when the table is symmetric. `winner` is the lowest
// guess that wins each secret; `weights` may be empty; without a `rule` all guesses are allowed always.
//
// With `labels`, a number for each secret, the goal is to identify: a game is over when all candidates have one label. There
// is no winning feedback then, `win` is no ordinal, and `winner` is empty.
//
// Where a secret is won by several guesses, or a guess wins against several secrets, `winners` lists the guesses that win
// each secret: those of secret s end at winner_ends[s]. Else both are empty. With `costs`, a guess costs so much, else 1.
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
  std::span<const std::uint32_t> labels{};
  std::span<const std::int64_t> costs{};
  std::span<const std::uint32_t> winner_ends{}, winners{};
  std::uint32_t most_won = 1;  // the most secrets that one guess wins against

  bool identifies() const { return !labels.empty(); }
  std::int64_t cost(std::uint32_t guess) const { return costs.empty() ? 1 : costs[guess]; }

  // Calls see(guess) for each guess that wins `secret`, ascending.
  template <class See>
  void for_each_winner(std::uint32_t secret, const See& see) const {
    if (winner_ends.empty()) {
      if (!identifies()) see(winner[secret]);
      return;
    }
    for (std::uint32_t i = secret == 0 ? 0 : winner_ends[secret - 1]; i < winner_ends[secret]; ++i) see(winners[i]);
  }

  // The ordinals that `guess` gets from every secret.
  const Ordinal* row(std::uint32_t guess) const { return by_guess + std::size_t{guess} * secrets; }
  // The ordinals that every guess gets from `secret`.
  const Ordinal* column(std::uint32_t secret) const { return by_secret + std::size_t{secret} * guesses; }
};

}  // namespace bestguess
