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

template <class Ordinal, class Value>
class Proof {
 public:
  using Bound = bestguess::Bound<Value>;
  using Part = exact::Part<Value>;
  static constexpr Value infinite = ValueTraits<Value>::infinite;

  Proof(SharedState<Ordinal, Value>& shared, Worker<Ordinal, Value>& worker)
      : shared_(shared), worker_(worker), history_(shared.request.history) {}

  // Claims that `set` costs at least `bound`, which is true; with `first_guess`, if it begins with that.
  std::vector<Claim> write(const Set& set, Value bound, std::optional<std::uint32_t> first_guess) {
    worker_.order().by_exchanges = false;  // which a reader does not know
    claims_.push_back({0, 0, 0, ValueTraits<Value>::to(bound)});
    if (first_guess) refute(*first_guess, set, 0, bound, 0, 0);
    else prove(set, 0, bound, 0, 0);
    return std::move(claims_);
  }

 private:
  // Claims as much of the parts of `guess` as it takes to make its cost reach `bound`, which claim number `parent` says.
  struct ProofSteps {
    Proof& proof;
    std::uint32_t guess;
    Value bound;
    std::uint32_t parent;
    static constexpr bool uses_memory = false;  // a reader knows only what can be counted

    Bound bound_by_all_guesses(const Set& set, std::size_t d) { return proof.counted(set, d); }

    Value open(const Part& part, std::size_t d, Value beta, Value /*sum*/, History& history, std::size_t level) {
      const Value needed = bound >= infinite ? infinite : beta;
      const Value value = std::min(needed, proof.worker_.solve(part.set, d, needed, history, level));
      const Value counted = part.bound - proof.shared_.costs.shift(part.set.weight, guess);
      const bool helps =
          value > counted && (bound < infinite || value >= infinite);  // of an infinite bound, all or nothing
      if (!helps) return counted;
      proof.claim(part, d, value, guess, parent, level);
      return value;
    }
  };

  // Refutes every guess, so that claim number `self` holds.
  void prove(const Set& set, std::size_t d, Value bound, std::uint32_t self, std::size_t level) {
    Set counted = set;
    counted.most_parts = worker_.open_queue(set, d, bound, history_, level);
    GuessQueue<Value> queue = worker_.take_queue(level);
    while (const std::optional<RankedGuess<Value>> next = worker_.next_guess(queue, counted, d, bound)) {
      refute(next->guess, counted, d, bound, self, level);
    }
  }

  void refute(std::uint32_t guess, const Set& set, std::size_t d, Value bound, std::uint32_t self, std::size_t level) {
    worker_.evaluate(guess, set, d, bound, history_, level, ProofSteps{*this, guess, bound, self});
  }

  void claim(const Part& part, std::size_t d, Value bound, std::uint32_t guess, std::uint32_t parent,
             std::size_t level) {
    const auto [claimed, added] = claimed_.try_emplace(shared_.key(part.set, d), bound);
    if (!added && claimed->second >= bound) return;
    claimed->second = bound;
    const auto self = static_cast<std::uint32_t>(claims_.size());
    claims_.push_back({parent, guess, part.feedback, without_sign(ValueTraits<Value>::to(bound))});
    prove(part.set, d, bound, self, level);
  }

  // Of what is lost and cannot be less, the total that is needed may be below 0: no total is, so 0 says as much.
  static LossCost without_sign(LossCost bound) { return {bound.lost, std::max(bound.total, Cost{0})}; }

  // What counting the parts of all guesses gives, remembered apart from what is known otherwise.
  Bound counted(const Set& set, std::size_t d) {
    const SetKey key = shared_.key(set, d);
    const auto place = counted_.find(key);
    return place != counted_.end() ? place->second : counted_.emplace(key, worker_.counted_bound(set, d)).first->second;
  }

  SharedState<Ordinal, Value>& shared_;
  Worker<Ordinal, Value>& worker_;
  History history_;
  std::vector<Claim> claims_;
  std::map<SetKey, Value> claimed_;
  std::map<SetKey, Bound> counted_;
};

}  // namespace bestguess::exact
