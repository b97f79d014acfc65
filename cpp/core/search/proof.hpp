// Writes down why a set costs at least its value: claims that anyone can check, one by one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/search/worker.hpp"

namespace bestguess::exact {

template <class Ordinal>
class Proof {
 public:
  Proof(Shared<Ordinal>& shared, Worker<Ordinal>& worker, std::vector<std::uint32_t> history)
      : shared_(shared), worker_(worker), history_(std::move(history)) {}

  // Claims that `set` costs at least `bound`, which is true; with `first_guess` >= 0, if it begins with that.
  std::vector<Claim> write(const Set& set, Cost bound, std::int64_t first_guess) {
    claims_.push_back({0, 0, 0, bound});
    if (first_guess >= 0) refute(static_cast<std::uint32_t>(first_guess), set, 0, bound, 0, 0);
    else prove(set, 0, bound, 0, 0);
    return std::move(claims_);
  }

 private:
  // Refutes every guess, so that claim number `self` holds.
  void prove(const Set& set, std::size_t d, Cost bound, std::uint32_t self, std::size_t level) {
    Set whole = set;
    whole.most_parts = worker_.open_options(set, d, bound, history_, level);
    Options options = std::exchange(worker_.level(level).options, {});
    while (const std::optional<Option> option = worker_.judge().next_option(options, whole, d, bound)) {
      refute(option->guess, whole, d, bound, self, level);
    }
  }

  // Claims as much of the parts of `guess` as it takes to make its cost reach `bound`.
  void refute(std::uint32_t guess, const Set& set, std::size_t d, Cost bound, std::uint32_t self, std::size_t level) {
    const std::size_t next = shared_.next(d);
    Cost sum = worker_.split(guess, set, d, level);
    // Step 1. What a reader can see: one look ahead.
    std::vector<Part> parts = worker_.level(level).parts;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].set.size() > 2) order.push_back(i);
    }
    worker_.judge().look_order(parts, order);
    for (const std::size_t i : order) {
      if (sum >= bound) return;
      const Cost bound_seen = seen(parts[i], next);
      sum += bound_seen - std::exchange(parts[i].bound, bound_seen);
    }
    // Step 2. What takes a proof of its own: the smallest first.
    history_.push_back(guess);
    for (std::size_t i = parts.size(); i-- > 0 && sum < bound;) {
      const Cost shift = shared_.shift(parts[i].set), rest = sum - parts[i].bound;
      const Cost needed = bound >= infinite ? infinite : bound - rest - shift;
      const Cost value = std::min(needed, worker_.solve(parts[i].set, next, needed, history_, level + 1));
      if (value + shift <= parts[i].bound) continue;
      if (bound >= infinite && value < infinite) continue;  // nothing short of that helps
      claim(parts[i], next, std::min(value, infinite), guess, self, level);
      sum = rest + std::min(value, infinite) + shift;
    }
    history_.pop_back();
  }

  void claim(const Part& part, std::size_t d, Cost bound, std::uint32_t guess, std::uint32_t parent, std::size_t level) {
    const SetKey key = shared_.key(part.set, d);
    Cost& claimed = claimed_.try_emplace({key.low, key.high}, -1).first->second;
    if (claimed >= bound) return;
    claimed = bound;
    const auto self = static_cast<std::uint32_t>(claims_.size());
    claims_.push_back({parent, guess, part.feedback, bound});
    prove(part.set, d, bound, self, level + 1);
  }

  // What one look ahead tells of a part, the guess above it counted.
  Cost seen(const Part& part, std::size_t d) {
    const SetKey key = shared_.key(part.set, d);
    auto [place, added] = seen_.try_emplace({key.low, key.high}, 0);
    if (added) place->second = worker_.judge().look_ahead(part.set, d).bound;
    return std::max(part.bound, std::min(infinite, place->second + shared_.shift(part.set)));
  }

  using Key = std::pair<std::uint64_t, std::uint64_t>;
  Shared<Ordinal>& shared_;
  Worker<Ordinal>& worker_;
  std::vector<std::uint32_t> history_;
  std::vector<Claim> claims_;
  std::map<Key, Cost> claimed_, seen_;
};

}  // namespace bestguess::exact
