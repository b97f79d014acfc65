// The state that all threads of an exact search share: the request, the cache, and the signal to stop.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "core/search/bounds.hpp"
#include "core/search/cache.hpp"
#include "core/search/images.hpp"
#include "core/search/memory.hpp"
#include "core/search/part_counter.hpp"
#include "core/search/request.hpp"
#include "core/search/sets.hpp"
#include "core/table.hpp"

namespace bestguess::exact {

// How a search divides its memory limit. Representatives of orbits are remembered up to representatives_limit. The
// scratch memory of a thread takes about `scratch` bytes for each guess or secret. The cache gets the rest, but at
// least half.
inline std::uint64_t representatives_limit(const SearchRequest& request) {
  return request.memory ? ~std::uint64_t{0} : std::max<std::uint64_t>(request.memory_limit / 16, 1 << 20);
}
inline std::uint64_t cache_limit_of(const SearchRequest& request, std::size_t guesses, std::size_t secrets) {
  constexpr std::uint64_t scratch = 96;
  const std::uint64_t thread_bytes = static_cast<std::uint64_t>(request.threads) * scratch * std::max(guesses, secrets);
  return request.memory_limit - std::min(representatives_limit(request) + thread_bytes, request.memory_limit / 2);
}

// Thrown to unwind the recursion when the search must stop.
struct SearchStopped {};

template <class Ordinal, class Value>
struct SharedState {
  using Bound = bestguess::Bound<Value>;
  using SavedBound = bestguess::SavedBound<Value>;

  SharedState(const TableView<Ordinal>& table_view, const SearchRequest& search_request)
      : table(table_view),
        request(search_request),
        costs(table, request.objective),
        cache_limit(cache_limit_of(request, table.guesses, table.secrets)),
        own_cache(request.memory ? nullptr : std::make_unique<Cache<Value>>(cache_limit)),
        cache(request.memory ? request.memory->template cache<Value>() : *own_cache),
        keys(table.secrets),
        saves_solved_sets(request.checkpoint.has_value()),
        node_limit(request.node_limit) {
    Random random{0x5DEECE66D};
    for (SetKey& key : keys) key = {random(), random()};
    guess_keys.resize(table.rule ? table.guesses : 0);
    for (SetKey& key : guess_keys) key = {random(), random()};
    if (!request.checkpoint) return;
    std::vector<SavedBound> saved_bounds(request.checkpoint->remembered.size() / sizeof(SavedBound));
    if (!saved_bounds.empty()) {
      std::memcpy(saved_bounds.data(), request.checkpoint->remembered.data(), saved_bounds.size() * sizeof(SavedBound));
    }
    for (const SavedBound& saved : saved_bounds) cache.store(saved.key, saved.bound.unpack());
  }

  // The part of the key of a set that depends on the guesses the rule allows, because the value depends on them.
  SetKey key_of_allowed(Guesses allowed) const {
    SetKey key;
    for (const std::uint32_t guess : allowed) key += guess_keys[guess];
    return key;
  }

  // The key of a set in the cache. It includes the depth unless the objective is linear.
  SetKey key(const Set& set, std::size_t d) const {
    if (costs.linear()) return set.key;
    return {set.key.low + mix_bits(d + 1), set.key.high + mix_bits(~d)};
  }

  // The key of a set that is played with `guess` first. It is used at the root, where a single guess is worth
  // remembering.
  SetKey key_of_guess(const Set& set, std::size_t d, std::uint32_t guess) const {
    SetKey guess_key = key(set, d);
    guess_key += SetKey{mix_bits(std::uint64_t{guess} << 32 | 1), mix_bits(~(std::uint64_t{guess} << 32))};
    return guess_key;
  }

  // The key that images of a set share, if it is known.
  SetKey image_key(const Set& set, std::size_t d) const {
    if (costs.linear()) return set.image;
    return {set.image.low + mix_bits(d + 1), set.image.high + mix_bits(~d)};
  }

  std::optional<Bound> find(const Set& set, std::size_t d) const {
    return request.savings.memory ? cache.find(key(set, d)) : std::nullopt;
  }
  std::optional<Bound> find_image(const Set& set, std::size_t d) const { return cache.find(image_key(set, d)); }

  // Stores a bound that was found by counting.
  void remember(const Set& set, std::size_t d, const Bound& bound) {
    cache.store(key(set, d), bound);
    if (set.image != SetKey{}) cache.store(image_key(set, d), bound);
  }

  // Stores a bound that took a search, also for the checkpoint.
  void remember_solved(const Set& set, std::size_t d, const Bound& bound) {
    remember_solved(key(set, d), bound);
    if (set.image != SetKey{}) remember_solved(image_key(set, d), bound);
  }
  void remember_solved(const SetKey& set_key, const Bound& bound) {
    cache.store(set_key, bound);
    if (!saves_solved_sets) return;
    const std::lock_guard lock(solved_guard);
    solved.push_back({set_key, PackedBound<Value>(bound)});
  }

  // Returns the sets solved since the last call.
  std::vector<SavedBound> take_solved() {
    const std::lock_guard lock(solved_guard);
    return std::exchange(solved, {});
  }

  // Whether parts are bounded by winners before they are bounded by all guesses.
  bool bounds_by_winners() const {
    return costs.plain() && !costs.weighted() && !request.consistent && request.savings.bound_by_winners &&
           counts_all_guesses;
  }

  // Returns one guess of each orbit after `history`, ascending, or null if all guesses must be tried. The result is
  // remembered while there is room; otherwise it is in `scratch`.
  const std::vector<std::uint32_t>* representatives(const std::vector<std::uint32_t>& history,
                                                    std::vector<std::uint32_t>& scratch) {
    if (!request.symmetries || history.size() > max_history_with_symmetry) return nullptr;
    {
      const std::lock_guard lock(representatives_guard);
      const auto known = representatives_of.find(history);
      if (known != representatives_of.end()) return &known->second;
    }
    scratch = request.symmetries->representatives(history);
    scratch.shrink_to_fit();
    const std::lock_guard lock(representatives_guard);
    const std::uint64_t bytes = scratch.size() * sizeof(std::uint32_t) + bytes_of_history;
    if (bytes > representatives_room) return &scratch;
    const auto [place, added] = representatives_of.try_emplace(history, std::move(scratch));
    if (added) representatives_room -= bytes;
    return &place->second;
  }

  // Returns the guesses that win against a candidate of `set`, ascending. If `representatives` is not null, only those
  // in it.
  std::vector<std::uint32_t> consistent_guesses(const Set& set,
                                                const std::vector<std::uint32_t>* representatives) const {
    std::vector<std::uint32_t> guesses;
    guesses.reserve(set.size());
    for (const std::uint32_t secret : set.secrets) {
      table.for_each_winner(secret, [&](std::uint32_t guess) { guesses.push_back(guess); });
    }
    std::sort(guesses.begin(), guesses.end());
    guesses.erase(std::unique(guesses.begin(), guesses.end()), guesses.end());
    if (!representatives) return guesses;
    std::erase_if(guesses, [&](std::uint32_t guess) {
      return !std::binary_search(representatives->begin(), representatives->end(), guess);
    });
    return guesses;
  }

  // Counts an opened node, and stops the search at the node limit.
  void count_node() {
    if (++nodes > node_limit.value_or(~std::uint64_t{0})) stop = true;
  }

  // Throws SearchStopped if the search must stop. On the calling thread it also reports progress.
  void poll(bool calling_thread) {
    if (stop.load(std::memory_order_relaxed)) throw SearchStopped();
    report(calling_thread);
  }
  void report(bool calling_thread) {
    if (calling_thread && on_poll) on_poll();
  }

  // Stops the search because of an error in some thread. The first error is kept.
  void fail(std::exception_ptr error) {
    const std::lock_guard lock(failure_guard);
    if (!failure) failure = std::move(error);
    stop = true;
  }

  static constexpr std::size_t max_moves_with_symmetry = 2;  // guesses below the root at which orbits are used
  static constexpr std::uint64_t bytes_of_history = 128;     // including its place in the map

  const TableView<Ordinal>& table;
  const SearchRequest& request;
  const CostBounds<Value> costs;
  const std::uint64_t cache_limit;                // in bytes
  const std::unique_ptr<Cache<Value>> own_cache;  // null if the request brings a cache
  Cache<Value>& cache;
  std::vector<SetKey> keys;      // by secret
  const CodeSymmetries* codes =  // null if images of sets are not used
      request.savings.images && request.savings.memory && request.symmetries && costs.plain() && !costs.weighted() &&
              !table.rule
          ? request.symmetries->as_code_symmetries()
          : nullptr;
  std::optional<Exchanges> exchanges = codes ? std::optional<Exchanges>(*codes) : std::nullopt;
  std::vector<SetKey> guess_keys;  // by guess; empty without a rule
  bool saves_solved_sets;
  std::size_t max_history_with_symmetry = request.history.size() + max_moves_with_symmetry;
  std::optional<std::uint64_t> node_limit;
  bool counts_all_guesses = PartCounter<Ordinal>::counts_all(table, request.candidates.size());
  std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> representatives_of;
  std::uint64_t representatives_room = representatives_limit(request);  // bytes left for more of them
  std::mutex representatives_guard;
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> nodes{0};
  std::exception_ptr failure;
  std::mutex failure_guard;
  std::vector<SavedBound> solved;
  std::mutex solved_guard;
  std::function<void()> on_poll;
};

}  // namespace bestguess::exact
