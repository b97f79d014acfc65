// The feedback table of a game: what strategies and searches read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace bestguess {

class Rule;

// A view of a feedback table. It owns nothing: the arrays must outlive it.
//
// 1. `by_guess` has a row of ordinals for each guess, `by_secret` a row for each secret. They may be one array if the
//    table is symmetric.
// 2. `winner[s]` is the lowest guess that wins against secret s.
// 3. If several guesses win against a secret, or a guess wins against several secrets, `winners` lists all winners of
//    each secret, ascending. The winners of secret s end at winner_ends[s]. Otherwise both arrays are empty.
// 4. `labels`, one for each secret, are given if and only if the goal is to identify. The game is then over when all
//    candidates have the same label. No feedback wins, so `win` is not an ordinal and `winner` is empty.
// 5. Empty `weights` or `costs` mean that every weight or cost is 1. Without a `rule`, every guess is always allowed.
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
  std::uint32_t max_wins = 1;  // the most secrets that a guess wins against; 0 if the goal is to identify

  bool identifies() const { return !labels.empty(); }
  std::int64_t cost(std::uint32_t guess) const { return costs.empty() ? 1 : costs[guess]; }

  // Calls visit(guess) for each guess that wins against `secret`, in ascending order.
  template <class Visit>
  void for_each_winner(std::uint32_t secret, const Visit& visit) const {
    if (winner_ends.empty()) {
      if (!identifies()) visit(winner[secret]);
      return;
    }
    for (std::uint32_t i = secret == 0 ? 0 : winner_ends[secret - 1]; i < winner_ends[secret]; ++i) visit(winners[i]);
  }

  // The ordinals of `guess` against every secret.
  const Ordinal* row(std::uint32_t guess) const { return by_guess + std::size_t{guess} * secrets; }
  // The ordinals of every guess against `secret`.
  const Ordinal* column(std::uint32_t secret) const { return by_secret + std::size_t{secret} * guesses; }
};

}  // namespace bestguess
