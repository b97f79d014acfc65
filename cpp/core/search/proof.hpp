// Writes down why a set costs at least its value: claims that anyone can check, one by one.
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

// A claim about a set rests on claims about its parts, which are smaller. So sets are proven by size, the largest first:
// when the turn of a set comes, all that is asked of it is known, and one claim says the most of it. All threads work on the
// guesses of sets of one size; what they ask of smaller sets is put together in order, so that the proof is the same however
// many there are. The more the proof holds, the less the cache may.
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

  // Claims that `set` costs at least `bound`, which is true; with `first_guess`, if it begins with that.
  std::vector<Claim> write(const Set& set, Value bound, std::optional<std::uint32_t> first_guess) {
    claims_.push_back({0, 0, 0, ValueTraits<Value>::to(bound)});
    std::vector<Open> whole;
    whole.push_back({copied(set.secrets), copied(set.allowed), set, 0, bound, shared_.request.history, 0, 0, 0});
    prove(whole, first_guess);
    while (!open_.empty()) {
      std::vector<Open> largest = std::move(open_.begin()->second);
      open_.erase(open_.begin());
      add_claims(largest);
      prove(largest, std::nullopt);
      for (const Open& one : largest) bytes_ -= bytes_of(one);
    }
    return std::move(claims_);
  }

 private:
  // A set of which something is claimed that is not proven yet.
  struct Open {
    std::vector<std::uint32_t> secrets, allowed;
    Set set;  // of these
    std::size_t d;
    Value bound;
    History history;
    std::uint32_t parent, guess, feedback;
    Renaming renaming{};  // to the image that its key stands for, where images are looked for
    std::uint32_t claim = 0;
    std::vector<std::uint32_t> guesses{};  // those that must be refuted
  };
  // What refuting a guess asks of a part.
  struct Asked {
    std::vector<std::uint32_t> secrets, allowed;
    Set set;
    std::size_t d;
    std::uint32_t feedback;
    Value bound;
  };

  // Asks as much of the parts of a guess as it takes to make its cost reach `bound`.
  struct ProofSteps {
    Proof& proof;
    Worker& worker;
    std::uint32_t guess;
    Value bound;
    std::vector<Asked>& asked;

    // A reader knows what is claimed, and what can be counted.
    std::optional<Bound> find(const Set& set, std::size_t d) { return proof.find(set, d); }
    static bool counts() { return true; }
    Bound bound_by_all_guesses(const Set& set, std::size_t d) { return proof.counted(worker, set, d); }

    Value open(const Part& part, std::size_t d, Value beta, Value /*sum*/, History& history, std::size_t level) {
      const Value needed = bound >= infinite ? infinite : beta;
      const Value value = std::min(needed, worker.solve(part.set, d, needed, history, level));
      const Value known = part.bound - proof.shared_.costs.shift(part.set.weight, guess);
      const bool helps =
          value > known && (bound < infinite || value >= infinite);  // of an infinite bound, all or nothing
      if (!helps) return known;
      asked.push_back({copied(part.set.secrets), copied(part.set.allowed), part.set, d, part.feedback, value});
      return value;
    }
  };

  static std::vector<std::uint32_t> copied(std::span<const std::uint32_t> some) { return {some.begin(), some.end()}; }

  // Refutes every guess of `sets`, or the one that is given.
  void prove(std::vector<Open>& sets, std::optional<std::uint32_t> first_guess) {
    // Step 1. The guesses that counting does not refute.
    parallel(sets.size(), [&](std::size_t i, std::size_t number) {
      Open& one = sets[i];
      if (claims_[one.claim].image_of) return;
      if (first_guess) {
        one.guesses.push_back(*first_guess);
        return;
      }
      Worker& worker = workers_[number];
      one.set.most_parts = worker.open_queue(one.set, one.d, one.bound, one.history, 0);
      GuessQueue<Value> queue = worker.take_queue(0);
      while (const std::optional<RankedGuess<Value>> next = worker.next_guess(queue, one.set, one.d, one.bound)) {
        one.guesses.push_back(next->guess);
      }
    });
    // Step 2. Some guesses at a time, so that what has been asked for serves those that follow.
    std::vector<std::pair<Open*, std::uint32_t>> all;
    for (Open& one : sets) {
      for (const std::uint32_t guess : one.guesses) all.emplace_back(&one, guess);
    }
    const std::uint64_t bytes_of_guesses = all.capacity() * (sizeof all[0] + sizeof(std::uint32_t));
    const std::size_t at_a_time = std::max(secrets_at_a_time / sets[0].set.size(), least_at_a_time);
    std::vector<std::vector<Asked>> asked(std::min(at_a_time, all.size()));
    for (std::size_t start = 0; start < all.size(); start += at_a_time) {
      make_room(bytes_of_guesses);
      const std::size_t count = std::min(at_a_time, all.size() - start);
      parallel(count, [&](std::size_t i, std::size_t number) {
        const auto& [one, guess] = all[start + i];
        asked[i].clear();
        History history = one->history;
        Worker& worker = workers_[number];
        worker.evaluate(guess, one->set, one->d, one->bound, history, 0,
                        ProofSteps{*this, worker, guess, one->bound, asked[i]});
      });
      for (std::size_t i = 0; i < count; ++i) {
        for (Asked& some : asked[i]) ask(*all[start + i].first, all[start + i].second, some);
      }
    }
  }

  // Asks for a claim about a part of `one`, or for more than was asked for before.
  void ask(const Open& one, std::uint32_t guess, Asked& some) {
    const auto [place, added] = asked_.try_emplace(shared_.key(some.set, some.d), some.bound);
    if (!added) {
      place->second = std::max(place->second, some.bound);
      return;
    }
    History history = one.history;
    history.push_back(guess);
    std::vector<Open>& same_size = open_[some.secrets.size()];
    same_size.push_back({std::move(some.secrets), std::move(some.allowed), some.set, some.d, some.bound,
                         std::move(history), one.claim, guess, some.feedback});
    bytes_ += bytes_of(same_size.back()) + bytes_of_asked + bytes_of_claim;
  }

  // Lets the cache shrink, so that what the proof holds, and so many bytes more, fit the memory limit beside it.
  void make_room(std::uint64_t more) {
    if (!shared_.own_cache) return;
    shared_.own_cache->shrink(shared_.cache_limit - std::min(bytes_ + more, shared_.cache_limit));
  }

  // What is kept of a set until it is proven.
  static std::uint64_t bytes_of(const Open& one) {
    return sizeof(Open) + bytes_of_vectors + sizeof(std::uint32_t) * (one.secrets.size() + one.allowed.size());
  }

  // Adds the claims about `sets`, all of one size. Of those that are images of one another the first one is proven, with
  // the most that is asked of any.
  void add_claims(std::vector<Open>& sets) {
    for (Open& one : sets) {
      one.set.secrets = one.secrets;
      one.set.allowed = one.allowed;
      one.bound = asked_.at(shared_.key(one.set, one.d));
    }
    const bool images = !images_.empty() && sets[0].set.size() >= least_for_images;
    if (images) {
      parallel(sets.size(), [&](std::size_t i, std::size_t number) {
        sets[i].set.image = images_[number].key(sets[i].secrets);
        sets[i].renaming = images_[number].renaming();
      });
    }
    std::map<SetKey, std::size_t> firsts;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      Open& one = sets[i];
      one.claim = static_cast<std::uint32_t>(claims_.size());
      claims_.push_back({one.parent, one.guess, one.feedback, {}});
      if (!images) continue;
      const auto [place, added] = firsts.try_emplace(shared_.image_key(one.set, one.d), i);
      if (added) continue;
      Open& first = sets[place->second];
      first.bound = std::max(first.bound, one.bound);
      const Renaming between = first_then_back(one.renaming, first.renaming);
      claims_.back().image_of = first.claim;
      claims_.back().positions = between.position;
      claims_.back().symbols = between.symbol;
    }
    for (const Open& one : sets) claims_[one.claim].bound = without_sign(ValueTraits<Value>::to(one.bound));
  }

  template <class Task>
  void parallel(std::size_t count, const Task& task) {
    const auto threads = static_cast<int>(std::min(workers_.size(), count / least_for_each_thread + 1));
    parallel_for(count, threads, task, [&] { shared_.poll(true); });
  }

  // Of what is lost and cannot be less, the total that is needed may be below 0: no total is, so 0 says as much.
  static LossCost without_sign(LossCost bound) { return {bound.lost, std::max(bound.total, Cost{0})}; }

  std::optional<Bound> find(const Set& set, std::size_t d) const {
    const auto place = asked_.find(shared_.key(set, d));
    return place == asked_.end() ? std::nullopt : std::optional<Bound>({place->second, false});
  }

  // What counting the parts of all guesses gives, remembered apart from what is known otherwise.
  Bound counted(Worker& worker, const Set& set, std::size_t d) {
    SetKey key = shared_.key(set, d);
    key += counted_key;
    if (const std::optional<Bound> known = shared_.cache.find(key)) return *known;
    const Bound bound = worker.counted_bound(set, d);
    shared_.cache.store(key, bound);
    return bound;
  }

  static constexpr std::uint64_t bytes_of_vectors = 160,  // the small ones of an open set,
      bytes_of_asked = 80,                                // what is asked of it,
      bytes_of_claim = 2 * sizeof(Claim) + 64;            // and its claim, in a vector that grows
  static constexpr std::size_t least_for_images = 4;      // smaller sets are proven as shortly
  static constexpr std::size_t secrets_at_a_time = 1 << 15,
                               least_at_a_time = 64;        // of the sets whose guesses are tried
  static constexpr std::size_t least_for_each_thread = 32;  // tasks
  static constexpr SetKey counted_key{0x452821E638D01377u, 0xBE5466CF34E90C6Cu};

  SharedState<Ordinal, Value>& shared_;
  std::deque<Worker>& workers_;
  std::deque<Images> images_;  // one for each worker; none where images are not looked for
  std::vector<Claim> claims_;
  std::uint64_t bytes_ = 0;                                        // of the claims and of what is still to be proven
  std::map<std::size_t, std::vector<Open>, std::greater<>> open_;  // by size
  struct LowBits {
    std::size_t operator()(const SetKey& key) const { return key.low; }
  };
  std::unordered_map<SetKey, Value, LowBits> asked_;  // the most that is asked of a set, by key and depth
};

}  // namespace bestguess::exact
