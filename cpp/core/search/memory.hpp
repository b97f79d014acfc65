// What searches of saved table know, kept between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <variant>

#include "core/search/cache.hpp"

namespace bestguess {

// A memory that outlives a search: all searches of saved table with saved objective and saved rule may use it, also at once.
class SearchMemory {
 public:
  // Of at most so many bytes, for costs that may be pairs or not.
  explicit SearchMemory(std::uint64_t memory_limit, bool may_lose) : cache_(std::in_place_index<0>, memory_limit) {
    if (may_lose) cache_.emplace<1>(memory_limit);
  }

  // Stores what another search has solved; ignores what is no whole entry.
  void learn(std::span<const std::byte> solved) {
    std::visit([&](auto& cache) { learn_into(cache, solved); }, cache_);
  }

  bool may_lose() const { return cache_.index() == 1; }
  std::uint64_t size() const {
    return std::visit([](const auto& cache) { return cache.size(); }, cache_);
  }

  // Throws std::bad_variant_access for costs of the other kind.
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
