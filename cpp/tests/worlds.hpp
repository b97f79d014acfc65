// Small tables for tests: mastermind, and random feedbacks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "core/kernels/pegs.hpp"
#include "core/table.hpp"

// A table with what searches and builders need beside it.
template <class Ordinal>
struct World {
  std::uint32_t guesses, secrets, feedbacks, win;
  std::vector<Ordinal> by_guess, by_secret;
  std::vector<std::uint32_t> winner;
  std::vector<std::int64_t> weights;

  std::vector<std::uint32_t> all() const {
    std::vector<std::uint32_t> candidates(secrets);
    std::iota(candidates.begin(), candidates.end(), 0u);
    return candidates;
  }
  bestguess::TableView<Ordinal> view() const {
    return {guesses, secrets, feedbacks, win, by_guess.data(), by_secret.data(), winner, weights};
  }
};

inline World<std::uint8_t> mastermind(int pegs, int symbols) {
  const bestguess::PegKernel kernel(pegs, symbols, false, false);
  const auto size = static_cast<std::uint32_t>(kernel.guesses());
  World<std::uint8_t> world{
      size, size, kernel.feedbacks(), kernel.feedbacks() - 1, {}, {}, std::vector<std::uint32_t>(size), {}};
  world.by_guess.resize(std::size_t{size} * size);
  kernel.fill(0, size, world.by_guess.data(), 1);
  world.by_secret = world.by_guess;
  std::iota(world.winner.begin(), world.winner.end(), 0u);
  return world;
}

struct RandomSizes {
  std::uint32_t secrets, guesses, feedbacks;
  std::uint32_t used_feedbacks;  // besides the winning one: spread over all of them
};

// Random feedbacks; each secret is won by a guess of its own, and the other guesses win nothing.
template <class Ordinal>
World<Ordinal> random_world(std::mt19937& random, const RandomSizes& sizes, bool weighted) {
  const std::uint32_t guesses = sizes.guesses, secrets = sizes.secrets;
  std::vector<std::uint32_t> ordinals(sizes.feedbacks), order(guesses);
  std::iota(ordinals.begin(), ordinals.end(), 0u);
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(ordinals.begin(), ordinals.end(), random);
  std::shuffle(order.begin(), order.end(), random);
  World<Ordinal> world{guesses,
                       secrets,
                       sizes.feedbacks,
                       ordinals[0],
                       std::vector<Ordinal>(guesses * secrets),
                       std::vector<Ordinal>(guesses * secrets),
                       {order.begin(), order.begin() + secrets},
                       {}};
  for (std::uint32_t g = 0; g < guesses; ++g) {
    for (std::uint32_t s = 0; s < secrets; ++s) {
      const std::uint32_t f = world.winner[s] == g ? world.win : ordinals[1 + random() % sizes.used_feedbacks];
      world.by_guess[g * secrets + s] = world.by_secret[s * guesses + g] = static_cast<Ordinal>(f);
    }
  }
  for (std::uint32_t s = 0; weighted && s < secrets; ++s) world.weights.push_back(random() % 4);
  return world;
}
