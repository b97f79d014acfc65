// Writes a proof that a set costs at least its value: a list of claims that anyone can check, one by one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/parallel.hpp"
#include "core/search/worker.hpp"

namespace bestguess::exact {

// How the proof is built:
// 1. A claim about a set rests on claims about its parts, which are smaller. So sets are proven by size, the largest
//    first.
// 2. When a size is reached, all requirements for its sets are known. So one claim for each set is enough: the
//    strongest one required.
// 3. All threads work on the guesses of sets of one size. Their requirements are merged in a fixed order, so the proof
//    does not depend on the number of threads.
// 4. The cache shrinks as the proof grows, so that both fit the memory limit.
template <class Ordinal, class Value>
class Proof {
 public:
  using Bound = bestguess::Bound<Value>;
  using Part = exact::Part<Value>;
  using Worker = exact::Worker<Ordinal, Value>;
  static constexpr Value infinite = ValueTraits<Value>::infinite;

  Proof(SharedState<Ordinal, Value>& shared, std::deque<Worker>& workers) : shared_(shared), workers_(workers) {
    if (!shared.codes) return;
    for (std::size_t i = 0; i < workers.size(); ++i) images_.emplace_back(*shared.codes, shared.table.winner);
  }

  // Returns claims which prove that `set` costs at least `bound`, which must be true. With `first_guess`, they prove it
  // only for trees that begin with that guess.
  std::vector<Claim> write(const Set& set, Value bound, std::optional<std::uint32_t> first_guess) {
    claims_.push_back({0, 0, 0, ValueTraits<Value>::to_pair(bound)});
    std::vector<OpenSet> root_sets;
    root_sets.push_back(
        {to_vector(set.secrets), to_vector(set.allowed), set, 0, bound, shared_.request.history, 0, 0, 0});
    prove(root_sets, first_guess);
    while (!open_.empty()) {
      std::vector<OpenSet> largest = std::move(open_.begin()->second);
      open_.erase(open_.begin());
      add_claims(largest);
      prove(largest, std::nullopt);
      for (const OpenSet& open_set : largest) bytes_ -= bytes_of(open_set);
    }
    return std::move(claims_);
  }

 private:
  // A set with a claim that is not proven yet.
  struct OpenSet {
    std::vector<std::uint32_t> secrets, allowed;
    Set set;  // of these secrets and allowed guesses
    std::size_t d;
    Value bound;
    History history;
    std::uint32_t parent, guess, feedback;
    Renaming renaming{};  // to the image that its key stands for, if images are used
    std::uint32_t claim = 0;
    std::vector<std::uint32_t> guesses{};  // the guesses to refute
  };
  // A bound of a part that is required to refute a guess.
  struct Requirement {
    std::vector<std::uint32_t> secrets, allowed;
    Set set;
    std::size_t d;
    std::uint32_t feedback;
    Value bound;
  };

  // The steps of Worker::evaluate in a proof: they require as much of the parts of a guess as its cost needs to reach
  // `bound`.
  struct ProofSteps {
    Proof& proof;
    Worker& worker;
    std::uint32_t guess;
    Value bound;
    std::vector<Requirement>& requirements;

    // A reader of the proof knows earlier claims, and can count parts. Nothing else may be used.
    std::optional<Bound> find(const Set& set, std::size_t d) { return proof.find(set, d); }
    static bool counts_all_guesses() { return true; }
    Bound bound_by_all_guesses(const Set& set, std::size_t d) { return proof.count_bound(worker, set, d); }

    Value open(const Part& part, std::size_t d, Value beta, Value /*sum*/, History& history, std::size_t level) {
      const Value needed = bound >= infinite ? infinite : beta;
      const Value value = std::min(needed, worker.solve(part.set, d, needed, history, level));
      const Value known = part.bound - proof.shared_.costs.shift(part.set.weight, guess);
      // An infinite bound needs an infinite part; smaller bounds of parts do not help.
      const bool helps = value > known && (bound < infinite || value >= infinite);
      if (!helps) return known;
      requirements.push_back(
          {to_vector(part.set.secrets), to_vector(part.set.allowed), part.set, d, part.feedback, value});
      return value;
    }
  };

  static std::vector<std::uint32_t> to_vector(std::span<const std::uint32_t> items) {
    return {items.begin(), items.end()};
  }

  // Refutes every guess of `sets`, or only `first_guess` if it is given.
  void prove(std::vector<OpenSet>& sets, std::optional<std::uint32_t> first_guess) {
    // Step 1. List the guesses that counting does not refute.
    parallel(sets.size(), [&](std::size_t i, std::size_t number) {
      OpenSet& open_set = sets[i];
      if (claims_[open_set.claim].image_of) return;
      if (first_guess) {
        open_set.guesses.push_back(*first_guess);
        return;
      }
      Worker& worker = workers_[number];
      open_set.set.max_parts = worker.open_queue(open_set.set, open_set.d, open_set.bound, open_set.history, 0);
      GuessQueue<Value> queue = worker.take_queue(0);
      while (const std::optional<RankedGuess<Value>> next =
                 worker.next_guess(queue, open_set.set, open_set.d, open_set.bound)) {
        open_set.guesses.push_back(next->guess);
      }
    });
    // Step 2. Refute them in batches, so that later batches can use the requirements of earlier ones.
    std::vector<std::pair<OpenSet*, std::uint32_t>> all;
    for (OpenSet& open_set : sets) {
      for (const std::uint32_t guess : open_set.guesses) all.emplace_back(&open_set, guess);
    }
    const std::uint64_t bytes_of_guesses = all.capacity() * (sizeof all[0] + sizeof(std::uint32_t));
    const std::size_t guesses_per_batch = std::max(secrets_per_batch / sets[0].set.size(), min_guesses_per_batch);
    std::vector<std::vector<Requirement>> requirements(std::min(guesses_per_batch, all.size()));
    for (std::size_t start = 0; start < all.size(); start += guesses_per_batch) {
      shrink_cache(bytes_of_guesses);
      const std::size_t count = std::min(guesses_per_batch, all.size() - start);
      parallel(count, [&](std::size_t i, std::size_t number) {
        const auto& [open_set, guess] = all[start + i];
        requirements[i].clear();
        History history = open_set->history;
        Worker& worker = workers_[number];
        worker.evaluate(guess, open_set->set, open_set->d, open_set->bound, history, 0,
                        ProofSteps{*this, worker, guess, open_set->bound, requirements[i]});
      });
      for (std::size_t i = 0; i < count; ++i) {
        for (Requirement& requirement : requirements[i])
          require(*all[start + i].first, all[start + i].second, requirement);
      }
    }
  }

  // Requires a claim about a part of `open_set`, or a stronger one if there already is a claim.
  void require(const OpenSet& open_set, std::uint32_t guess, Requirement& requirement) {
    const auto [place, added] = required_.try_emplace(shared_.key(requirement.set, requirement.d), requirement.bound);
    if (!added) {
      place->second = std::max(place->second, requirement.bound);
      return;
    }
    History history = open_set.history;
    history.push_back(guess);
    std::vector<OpenSet>& same_size = open_[requirement.secrets.size()];
    same_size.push_back({std::move(requirement.secrets), std::move(requirement.allowed), requirement.set, requirement.d,
                         requirement.bound, std::move(history), open_set.claim, guess, requirement.feedback});
    bytes_ += bytes_of(same_size.back()) + bytes_of_requirement + bytes_of_claim;
  }

  // Shrinks the cache, so that it fits the memory limit together with the proof and `more` bytes.
  void shrink_cache(std::uint64_t more) {
    if (!shared_.own_cache) return;
    shared_.own_cache->shrink(shared_.cache_limit - std::min(bytes_ + more, shared_.cache_limit));
  }

  // The bytes that a set takes until it is proven.
  static std::uint64_t bytes_of(const OpenSet& open_set) {
    return sizeof(OpenSet) + bytes_of_vectors +
           sizeof(std::uint32_t) * (open_set.secrets.size() + open_set.allowed.size());
  }

  // Adds the claims about `sets`, all of one size. Of sets that are images of one another only the first is proven,
  // with the strongest bound required for any of them.
  void add_claims(std::vector<OpenSet>& sets) {
    for (OpenSet& open_set : sets) {
      open_set.set.secrets = open_set.secrets;
      open_set.set.allowed = open_set.allowed;
      open_set.bound = required_.at(shared_.key(open_set.set, open_set.d));
    }
    const bool images = !images_.empty() && sets[0].set.size() >= min_size_for_images;
    if (images) {
      parallel(sets.size(), [&](std::size_t i, std::size_t number) {
        sets[i].set.image = images_[number].image_key(sets[i].secrets);
        sets[i].renaming = images_[number].renaming();
      });
    }
    std::map<SetKey, std::size_t> firsts;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      OpenSet& open_set = sets[i];
      open_set.claim = static_cast<std::uint32_t>(claims_.size());
      claims_.push_back({open_set.parent, open_set.guess, open_set.feedback, {}});
      if (!images) continue;
      const auto [place, added] = firsts.try_emplace(shared_.image_key(open_set.set, open_set.d), i);
      if (added) continue;
      OpenSet& first = sets[place->second];
      first.bound = std::max(first.bound, open_set.bound);
      const Renaming between = compose_with_inverse(open_set.renaming, first.renaming);
      claims_.back().image_of = first.claim;
      claims_.back().positions = between.position;
      claims_.back().symbols = between.symbol;
    }
    for (const OpenSet& open_set : sets)
      claims_[open_set.claim].bound = clamp_total(ValueTraits<Value>::to_pair(open_set.bound));
  }

  template <class Task>
  void parallel(std::size_t count, const Task& task) {
    const auto threads = static_cast<int>(std::min(workers_.size(), count / min_tasks_per_thread + 1));
    parallel_for(count, threads, task, [&] { shared_.poll(true); });
  }

  // A required bound may have a negative total if the lost weight alone suffices. No total is negative, so 0 says the
  // same.
  static LossCost clamp_total(LossCost bound) { return {bound.lost, std::max(bound.total, Cost{0})}; }

  std::optional<Bound> find(const Set& set, std::size_t d) const {
    const auto place = required_.find(shared_.key(set, d));
    return place == required_.end() ? std::nullopt : std::optional<Bound>({place->second, false});
  }

  // Returns the bound that counting the parts of all guesses gives. It is cached under a key of its own, apart from
  // bounds found in other ways.
  Bound count_bound(Worker& worker, const Set& set, std::size_t d) {
    SetKey key = shared_.key(set, d);
    key += counted_key;
    if (const std::optional<Bound> known = shared_.cache.find(key)) return *known;
    const Bound bound = worker.count_bound(set, d);
    shared_.cache.store(key, bound);
    return bound;
  }

  static constexpr std::uint64_t bytes_of_vectors = 160,  // small vectors of an open set
      bytes_of_requirement = 80,                          // an entry of required_
      bytes_of_claim = 2 * sizeof(Claim) + 64;            // a claim, in a vector that grows
  static constexpr std::size_t min_size_for_images = 4;   // proofs of smaller sets are short anyway
  // A batch has about secrets_per_batch secrets in total, but at least this many guesses.
  static constexpr std::size_t secrets_per_batch = 1 << 15, min_guesses_per_batch = 64;
  static constexpr std::size_t min_tasks_per_thread = 32;
  static constexpr SetKey counted_key{0x452821E638D01377u, 0xBE5466CF34E90C6Cu};

  SharedState<Ordinal, Value>& shared_;
  std::deque<Worker>& workers_;
  std::deque<Images> images_;  // one for each worker; empty if images are not used
  std::vector<Claim> claims_;
  std::uint64_t bytes_ = 0;                                           // memory of the claims and the open sets
  std::map<std::size_t, std::vector<OpenSet>, std::greater<>> open_;  // by size, the largest first
  struct LowBits {
    std::size_t operator()(const SetKey& key) const { return key.low; }
  };
  std::unordered_map<SetKey, Value, LowBits> required_;  // the strongest bound required for each set, by key and depth
};

}  // namespace bestguess::exact
