// Costs, and lower bounds of them.
#pragma once

#include <cstdint>

namespace bestguess {

using Cost = std::int64_t;
inline constexpr Cost infinite = Cost{1} << 50;  // cannot be done; a few thousand of them can be added up

// What is known of the value of a set: it is at least `cost`, and exactly that when `exact`.
struct Bound {
  Cost cost;
  bool exact;
};

}  // namespace bestguess
