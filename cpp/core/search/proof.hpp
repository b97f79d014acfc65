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
      : shared_(shared), worker_(worker), history_(shared.request.history) {
    if (shared.codes) images_.emplace(*shared.codes, shared.table.winner);
  }

  // Claims that `set` costs at least `bound`, which is true; with `first_guess`, if it begins with that.
  std::vector<Claim> write(const Set& set, Value bound, std::optional<std::uint32_t> first_guess) {
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
    if (!is_image(part.set, d, bound, self)) prove(part.set, d, bound, self, level);
  }

  // Whether claim number `self`, that `set` costs at least `bound`, follows from one about an image of the set.
  bool is_image(const Set& set, std::size_t d, Value bound, std::uint32_t self) {
    if (!images_ || set.size() < least_for_images) return false;
    Set asked = set;
    asked.image = images_->key(set.secrets);
    const Renaming renaming = images_->renaming();
    const auto [place, added] =
        claimed_images_.try_emplace(shared_.image_key(asked, d), ClaimedImage{self, bound, renaming});
    if (added) return false;
    if (place->second.bound < bound) {
      place->second = {self, bound, renaming};
      return false;
    }
    const Renaming between = first_then_back(renaming, place->second.renaming);
    claims_[self].image_of = place->second.claim;
    claims_[self].positions = between.position;
    claims_[self].symbols = between.symbol;
    return true;
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
  struct ClaimedImage {
    std::uint32_t claim;
    Value bound;
    Renaming renaming;  // of its set
  };
  static constexpr std::size_t least_for_images = 4;  // smaller sets are proven as shortly
  std::optional<Images> images_;
  std::map<SetKey, ClaimedImage> claimed_images_;
  std::map<SetKey, Value> claimed_;
  std::map<SetKey, Bound> counted_;
};

}  // namespace bestguess::exact
