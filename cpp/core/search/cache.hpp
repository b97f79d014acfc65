// The cache of a search: the value of a set, or a lower bound of it. All threads share it. When it is full, new entries
// overwrite old ones.
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

// Returns freed memory to the operating system. The C library may otherwise keep it for its threads.
void return_freed_memory();

// A key of 128 bits that stands for a set: the sum of the random keys of its secrets. Two different sets have the same
// key with probability 2^-128. So among 10^12 sets, the probability of a collision is below 10^-14.
struct SetKey {
  std::uint64_t low = 0, high = 0;

  SetKey& operator+=(const SetKey& other) {
    low += other.low;
    high += other.high;
    return *this;
  }
  auto operator<=>(const SetKey&) const = default;
};

// A bound as checkpoint files store it, in 8 bytes: twice the cost, plus one if the bound is exact.
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

// A bound with losses: the lost weight, followed by the bound of the total.
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

// A bound of a set, as checkpoint files store it. It is the same on all machines with this byte order.
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

  // Starts to load the entry that find(key) will read, which takes a while.
  void prefetch(const SetKey& key) const {
    const Shard& shard = shards_[key.low % shards];
    const Entry* first = shard.first.load(std::memory_order_relaxed);
    __builtin_prefetch(first + (key.low / shards & shard.mask.load(std::memory_order_relaxed)));
  }

  // Stores `bound`, unless the cache has a better one for this key.
  void store(const SetKey& key, const Bound<Value>& bound);

  // Reduces the cache to this many bytes and drops entries that no longer fit. No other thread may use the cache
  // meanwhile.
  void shrink(std::uint64_t memory_limit);
  std::uint64_t size() const;

 private:
  enum class Content : std::uint8_t { nothing, lower_bound, value };
  struct Entry {
    SetKey key;
    Value cost{};
    Content content = Content::nothing;
  };
  // A hash table with open addressing. It doubles while the memory limit allows; then it overwrites entries.
  struct Shard {
    mutable std::mutex guard;
    std::vector<Entry> entries;
    std::uint64_t used = 0;
    // The address of the entries, and their number minus one. prefetch reads both without the lock.
    std::atomic<const Entry*> first = nullptr;
    std::atomic<std::uint64_t> mask = 0;
    void resize(std::uint64_t size) {
      entries = std::vector<Entry>(size);
      first = entries.data();
      mask = size - 1;
    }
  };
  // Returns the entry of `key`, or a free place for it, or null if all its places hold other keys.
  static Entry* place(Shard& shard, const SetKey& key);
  static void resize(Shard& shard, std::uint64_t size);
  // Returns how many entries a shard may have.
  static std::uint64_t max_entries(std::uint64_t memory_limit);

  static constexpr std::size_t shards = 64;
  static constexpr std::size_t max_probes = 8;
  std::uint64_t max_entries_;  // of a shard
  std::unique_ptr<Shard[]> shards_;
};

}  // namespace bestguess
