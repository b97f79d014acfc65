// The memory of a search: the value of a set, or a lower bound. Shared by all threads; when full, it forgets.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/search/costs.hpp"

namespace bestguess {

// Gives the system back what was freed, where the allocator keeps it for each thread.
void return_freed_memory();

// 128 bits that stand for a set: the sum of the random keys of its secrets. Two different sets have the same key with a
// chance of 2^-128, so that 10^12 sets collide with a chance below 10^-14.
struct SetKey {
  std::uint64_t low = 0, high = 0;

  SetKey& operator+=(const SetKey& other) {
    low += other.low;
    high += other.high;
    return *this;
  }
  auto operator<=>(const SetKey&) const = default;
};

// A bound in eight bytes, as checkpoint files hold it: the cost twice, and one more if it is exact.
template <class Value>
class PackedBound;

template <>
class PackedBound<Cost> {
 public:
  PackedBound() = default;
  explicit PackedBound(const Bound<Cost>& bound) : twice_(2 * bound.cost + (bound.exact ? 1 : 0)) {}
  Bound<Cost> unpack() const { return {twice_ >> 1, (twice_ & 1) != 0}; }

 private:
  std::int64_t twice_ = 0;
};

// The same with what is lost before it.
template <>
class PackedBound<LossCost> {
 public:
  PackedBound() = default;
  explicit PackedBound(const Bound<LossCost>& bound)
      : lost_(bound.cost.lost), total_(Bound<Cost>{bound.cost.total, bound.exact}) {}
  Bound<LossCost> unpack() const {
    const Bound<Cost> total = total_.unpack();
    return {{lost_, total.cost}, total.exact};
  }

 private:
  std::int64_t lost_ = 0;
  PackedBound<Cost> total_;
};

// What is known of a set, to be kept outside: plain data, the same on every machine of this byte order.
template <class Value>
struct SavedBound {
  SetKey key;
  PackedBound<Value> bound;
};
static_assert(sizeof(SavedBound<Cost>) == 24 && sizeof(SavedBound<LossCost>) == 32);

template <class Value>
class Cache {
 public:
  explicit Cache(std::uint64_t memory_limit);

  std::optional<Bound<Value>> find(const SetKey& key) const;

  // Fetches what find(key) will look at, which takes a while.
  void prefetch(const SetKey& key) const {
    const Shard& shard = shards_[key.low % shards];
    const Entry* first = shard.first.load(std::memory_order_relaxed);
    __builtin_prefetch(first + (key.low / shards & shard.mask.load(std::memory_order_relaxed)));
  }

  // Remembers `bound`, unless what is known is better.
  void store(const SetKey& key, const Bound<Value>& bound);

  // Takes no more than so many bytes from now on, and forgets what they do not hold. No other thread may use the cache.
  void shrink(std::uint64_t memory_limit);
  std::uint64_t size() const;

 private:
  enum class Content : std::uint8_t { nothing, lower_bound, value };
  struct Entry {
    SetKey key;
    Value cost{};
    Content content = Content::nothing;
  };
  // Open addressing; a shard doubles while it may, then overwrites what is in the way.
  struct Shard {
    mutable std::mutex guard;
    std::vector<Entry> entries;
    std::uint64_t used = 0;
    std::atomic<const Entry*> first =
        nullptr;  // of the entries, and one less than there are; a guess without the guard
    std::atomic<std::uint64_t> mask = 0;
    void resize(std::uint64_t size) {
      entries = std::vector<Entry>(size);
      first = entries.data();
      mask = size - 1;
    }
  };
  // The entry of `key`, or a free one for it; null when all places for it are taken.
  static Entry* place(Shard& shard, const SetKey& key);
  static void resize(Shard& shard, std::uint64_t size);
  // How many entries a shard may have.
  static std::uint64_t max_entries(std::uint64_t memory_limit);

  static constexpr std::size_t shards = 64;
  static constexpr std::size_t max_probes = 8;
  std::uint64_t max_entries_;  // of a shard
  std::unique_ptr<Shard[]> shards_;
};

}  // namespace bestguess
