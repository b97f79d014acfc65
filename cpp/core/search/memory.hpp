// A cache that several searches share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <variant>

#include "core/search/cache.hpp"

namespace bestguess {

// A cache that outlives a search. All searches with the same table, objective and rule may use it, even at the same
// time.
class SearchMemory {
 public:
  // `memory_limit` is in bytes. `may_lose` says whether costs are pairs (LossCost).
  explicit SearchMemory(std::uint64_t memory_limit, bool may_lose) : cache_(std::in_place_index<0>, memory_limit) {
    if (may_lose) cache_.emplace<1>(memory_limit);
  }

  // Stores the bounds that another search has saved. Ignores an incomplete entry at the end.
  void learn(std::span<const std::byte> solved) {
    std::visit([&](auto& cache) { learn_into(cache, solved); }, cache_);
  }

  bool may_lose() const { return cache_.index() == 1; }
  std::uint64_t size() const {
    return std::visit([](const auto& cache) { return cache.size(); }, cache_);
  }

  // Throws std::bad_variant_access if Value is the wrong kind of cost.
  template <class Value>
  Cache<Value>& cache() {
    return std::get<Cache<Value>>(cache_);
  }

 private:
  template <class Value>
  static void learn_into(Cache<Value>& cache, std::span<const std::byte> solved) {
    for (; solved.size() >= sizeof(SavedBound<Value>); solved = solved.subspan(sizeof(SavedBound<Value>))) {
      SavedBound<Value> saved;
      std::memcpy(&saved, solved.data(), sizeof saved);
      cache.store(saved.key, saved.bound.unpack());
    }
  }

  std::variant<Cache<Cost>, Cache<LossCost>> cache_;
};

}  // namespace bestguess
