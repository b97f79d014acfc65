// Costs and lower bounds of costs.
#pragma once

#include <compare>
#include <cstdint>

namespace bestguess {

using Weight = std::int64_t;  // how likely a secret is
using Cost = std::int64_t;

// The cost of a strategy that may lose secrets: the weight of the lost secrets, and the cost of finding the others.
// `lost` is compared first, then `total`. Sums and differences are taken of each separately, which is consistent with
// this order.
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

// The search is a template: Value is Cost, or LossCost if secrets may be lost. These traits hold the differences.
// from_pair and to_pair convert from and to the pairs that callers use, where {0, infinite} means impossible.
template <class Value>
struct ValueTraits;

template <>
struct ValueTraits<Cost> {
  static constexpr Cost infinite = Cost{1} << 50;  // impossible; a few thousand of them can be added without overflow
  static constexpr Cost step = 1;                  // the difference between a value and the next larger one
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

// A bound of the value of a set: the value is at least `cost`, and equal to it if `exact`.
template <class Value>
struct Bound {
  Value cost;
  bool exact;
};

}  // namespace bestguess
