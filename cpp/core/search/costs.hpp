// Costs, and lower bounds of them.
#pragma once

#include <compare>
#include <cstdint>

namespace bestguess {

using Weight = std::int64_t;  // of secrets: how likely they are
using Cost = std::int64_t;

// The cost of a strategy that may lose: the weight of the secrets that it does not find, and what those it finds cost. The
// first counts before the second, whatever the second is. Sums and differences go part by part, so that the order is that
// of a number whose first digit is `lost`.
struct LossCost {
  Cost lost = 0, total = 0;

  LossCost& operator+=(const LossCost& other) {
    lost += other.lost;
    total += other.total;
    return *this;
  }
  friend LossCost operator+(LossCost a, const LossCost& b) { return a += b; }
  friend LossCost operator-(const LossCost& a, const LossCost& b) { return {a.lost - b.lost, a.total - b.total}; }
  friend LossCost operator-(const LossCost& a) { return {-a.lost, -a.total}; }
  friend LossCost operator*(Weight weight, const LossCost& a) { return {weight * a.lost, weight * a.total}; }
  auto operator<=>(const LossCost&) const = default;
};

// A search is written once for both: Value is Cost or LossCost. What differs between the two is here; `of` and `to` convert
// from and to what callers see, {0, infinite} for what cannot be done.
template <class Value>
struct ValueTraits;

template <>
struct ValueTraits<Cost> {
  static constexpr Cost infinite = Cost{1} << 50;  // cannot be done; a few thousand of them can be added up
  static constexpr Cost step = 1;                  // between a value and the next
  static Cost from_pair(LossCost cost) { return cost.total; }
  static LossCost to_pair(Cost cost) { return {0, cost}; }
};

template <>
struct ValueTraits<LossCost> {
  static constexpr LossCost infinite{Cost{1} << 50, 0};
  static constexpr LossCost step{0, 1};
  static LossCost from_pair(LossCost cost) { return cost.total >= ValueTraits<Cost>::infinite ? infinite : cost; }
  static LossCost to_pair(LossCost cost) { return cost >= infinite ? LossCost{0, ValueTraits<Cost>::infinite} : cost; }
};

inline constexpr Cost infinite = ValueTraits<Cost>::infinite;

// What is known of the value of a set: it is at least `cost`, and exactly that when `exact`.
template <class Value>
struct Bound {
  Value cost;
  bool exact;
};

}  // namespace bestguess
