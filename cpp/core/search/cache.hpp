// What a search knows of candidate sets: a value, or a lower bound. Shared by all threads; when full, it forgets.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace bestguess {

// 128 bits that stand for a set: the sum of the random keys of its secrets. Two different sets have the same key with a
// chance of 2^-128, so that 10^12 sets collide with a chance below 10^-14.
struct SetKey {
  std::uint64_t low = 0, high = 0;

  SetKey& operator+=(const SetKey& other) {
    low += other.low;
    high += other.high;
    return *this;
  }
  bool operator==(const SetKey&) const = default;
};

struct Known {
  std::int64_t bound;  // the value is at least this
  bool exact;          // and no more
};

// What is known of a set, to be kept outside: plain data, the same on every machine of this byte order.
struct Remembered {
  SetKey key;
  std::int64_t bound_and_exact;  // the bound twice, and one more if it is exact
};
static_assert(sizeof(Remembered) == 24);

class Cache {
 public:
  explicit Cache(std::uint64_t memory_limit);

  // What is known of `key`; a bound of -1 when nothing is.
  Known find(const SetKey& key) const;
  void store(const SetKey& key, Known known);
  std::uint64_t size() const;

 private:
  struct Entry {
    SetKey key;
    std::int64_t bound = -1;  // -1: free
    bool exact = false;
  };
  // Open addressing; a shard doubles while it may, then overwrites what is in the way.
  struct Shard {
    mutable std::mutex guard;
    std::vector<Entry> entries;
    std::uint64_t used = 0;
  };
  Entry* place(Shard& shard, const SetKey& key) const;
  void grow(Shard& shard);

  static constexpr std::size_t shards = 64;
  static constexpr std::size_t longest_probe = 8;
  std::uint64_t most_entries_;  // of a shard
  std::unique_ptr<Shard[]> shards_;
};

}  // namespace bestguess
