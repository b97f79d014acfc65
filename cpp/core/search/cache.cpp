#include "core/search/cache.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace bestguess {

void return_freed_memory() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

template <class Value>
std::uint64_t Cache<Value>::max_entries(std::uint64_t memory_limit) {
  return std::bit_floor(std::max<std::uint64_t>(memory_limit / shards / sizeof(Entry), 64));
}

template <class Value>
Cache<Value>::Cache(std::uint64_t memory_limit) : max_entries_(max_entries(memory_limit)), shards_(new Shard[shards]) {
  for (std::size_t i = 0; i < shards; ++i) shards_[i].resize(64);
}

template <class Value>
typename Cache<Value>::Entry* Cache<Value>::place(Shard& shard, const SetKey& key) {
  const std::uint64_t mask = shard.entries.size() - 1;
  for (std::uint64_t i = 0; i < max_probes; ++i) {
    Entry& entry = shard.entries[(key.low / shards + i) & mask];
    if (entry.content == Content::nothing || entry.key == key) return &entry;
  }
  return nullptr;
}

template <class Value>
void Cache<Value>::resize(Shard& shard, std::uint64_t size) {
  const std::vector<Entry> old = std::move(shard.entries);
  shard.resize(size);
  shard.used = 0;
  for (const Entry& entry : old) {
    if (entry.content == Content::nothing) continue;
    if (Entry* free = place(shard, entry.key)) {
      *free = entry;
      ++shard.used;
    }
  }
}

template <class Value>
std::optional<Bound<Value>> Cache<Value>::find(const SetKey& key) const {
  Shard& shard = shards_[key.low % shards];
  const std::lock_guard lock(shard.guard);
  const Entry* entry = place(shard, key);
  if (!entry || entry->content == Content::nothing) return std::nullopt;
  return Bound<Value>{entry->cost, entry->content == Content::value};
}

template <class Value>
void Cache<Value>::store(const SetKey& key, const Bound<Value>& bound) {
  assert(bound.cost >= Value{});
  Shard& shard = shards_[key.low % shards];
  const std::lock_guard lock(shard.guard);
  if (shard.used * 2 > shard.entries.size() && shard.entries.size() * 2 <= max_entries_) {
    resize(shard, shard.entries.size() * 2);
  }
  Entry* entry = place(shard, key);
  if (!entry) entry = &shard.entries[key.low / shards & (shard.entries.size() - 1)];  // overwrite another set
  if (entry->content == Content::nothing) {
    ++shard.used;
  } else if (entry->key == key && !bound.exact && (entry->content == Content::value || entry->cost >= bound.cost)) {
    return;
  }
  *entry = {key, bound.cost, bound.exact ? Content::value : Content::lower_bound};
}

template <class Value>
void Cache<Value>::shrink(std::uint64_t memory_limit) {
  if (max_entries(memory_limit) >= max_entries_) return;
  max_entries_ = max_entries(memory_limit);
  for (std::size_t i = 0; i < shards; ++i) {
    if (shards_[i].entries.size() > max_entries_) resize(shards_[i], max_entries_);
  }
  return_freed_memory();
}

template <class Value>
std::uint64_t Cache<Value>::size() const {
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < shards; ++i) {
    const std::lock_guard lock(shards_[i].guard);
    size += shards_[i].used;
  }
  return size;
}

template class Cache<Cost>;
template class Cache<LossCost>;

}  // namespace bestguess
