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
  std::vector<std::uint32_t> labels{};
  std::vector<std::int64_t> costs{};
  std::vector<std::uint32_t> winner_ends{}, winners{};
  std::uint32_t max_wins = 1;

  std::vector<std::uint32_t> all() const {
    std::vector<std::uint32_t> candidates(secrets);
    std::iota(candidates.begin(), candidates.end(), 0u);
    return candidates;
  }
  bestguess::TableView<Ordinal> view() const {
    return {guesses, secrets, feedbacks, win,   by_guess.data(), by_secret.data(), winner,
            weights, nullptr, labels,    costs, winner_ends,     winners,          max_wins};
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

// Random feedbacks where a secret may be won by several guesses and a guess may win against several secrets; with costs of
// guesses if asked for.
template <class Ordinal>
World<Ordinal> random_world_of_several_winners(std::mt19937& random, const RandomSizes& sizes, bool weighted,
                                               bool costs) {
  World<Ordinal> world = random_world<Ordinal>(random, sizes, weighted);
  const std::uint32_t guesses = world.guesses, secrets = world.secrets;
  for (std::uint32_t more = static_cast<std::uint32_t>(random() % (secrets + 1)); more > 0; --more) {
    const auto g = static_cast<std::uint32_t>(random() % guesses), s = static_cast<std::uint32_t>(random() % secrets);
    world.by_guess[g * secrets + s] = world.by_secret[s * guesses + g] = static_cast<Ordinal>(world.win);
  }
  std::vector<std::uint32_t> won(guesses);
  for (std::uint32_t s = 0; s < secrets; ++s) {
    const std::size_t begin = world.winners.size();
    for (std::uint32_t g = 0; g < guesses; ++g) {
      if (world.by_guess[g * secrets + s] != world.win) continue;
      world.winners.push_back(g);
      ++won[g];
    }
    world.winner[s] = world.winners[begin];
    world.winner_ends.push_back(static_cast<std::uint32_t>(world.winners.size()));
  }
  world.max_wins = *std::max_element(won.begin(), won.end());
  for (std::uint32_t g = 0; costs && g < guesses; ++g) world.costs.push_back(1 + random() % 5);
  return world;
}

// Random feedbacks where the goal is to identify, with labels and costs if asked for; some guess tells any two secrets of
// different labels apart, and there are two labels at least.
template <class Ordinal>
World<Ordinal> random_question(std::mt19937& random, const RandomSizes& sizes, bool weighted, bool labels, bool costs) {
  const std::uint32_t guesses = sizes.guesses, secrets = sizes.secrets;
  World<Ordinal> world{guesses, secrets, sizes.feedbacks, sizes.feedbacks, {}, {}, {}, {}};
  world.max_wins = 0;
  world.by_guess.resize(guesses * secrets);
  world.by_secret.resize(guesses * secrets);
  const auto tells_apart = [&](std::uint32_t a, std::uint32_t b) {
    for (std::uint32_t g = 0; g < guesses; ++g) {
      if (world.by_guess[g * secrets + a] != world.by_guess[g * secrets + b]) return true;
    }
    return false;
  };
  for (bool sound = false; !sound;) {
    for (std::uint32_t g = 0; g < guesses; ++g) {
      for (std::uint32_t s = 0; s < secrets; ++s) {
        const auto f = static_cast<Ordinal>(random() % sizes.used_feedbacks);
        world.by_guess[g * secrets + s] = world.by_secret[s * guesses + g] = f;
      }
    }
    world.labels.clear();
    for (std::uint32_t s = 0; s < secrets; ++s) world.labels.push_back(labels ? s * s % (1 + secrets / 2) : s);
    std::vector<std::uint32_t> numbers;  // from 0, without gaps, in the order in which they are met
    for (std::uint32_t& label : world.labels) {
      const auto place = std::find(numbers.begin(), numbers.end(), label);
      if (place == numbers.end()) numbers.push_back(label);
      label = static_cast<std::uint32_t>(std::find(numbers.begin(), numbers.end(), label) - numbers.begin());
    }
    sound = numbers.size() > 1;
    for (std::uint32_t a = 0; a < secrets; ++a) {
      for (std::uint32_t b = 0; b < a; ++b) sound = sound && (world.labels[a] == world.labels[b] || tells_apart(a, b));
    }
  }
  for (std::uint32_t s = 0; weighted && s < secrets; ++s) world.weights.push_back(random() % 4);
  for (std::uint32_t g = 0; costs && g < guesses; ++g) world.costs.push_back(1 + random() % 5);
  return world;
}
