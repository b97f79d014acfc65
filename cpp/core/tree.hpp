// A strategy written out as a tree, in columns.
#pragma once

#include <cstdint>
#include <vector>

namespace bestguess {

// The nodes in preorder; the children of a node are ordered by feedback ordinal. Each column has an entry for each
// node.
//
// If the goal is to identify, a leaf is a node of its own without a guess. Its `wins` counts its candidates, which all
// have one label.
struct Tree {
  static constexpr std::uint32_t no_guess = ~std::uint32_t{0};  // the guess of a leaf

  std::vector<std::uint32_t> guess;
  std::vector<std::uint32_t> feedback;  // the feedback that leads to the node; 0 at the root
  std::vector<std::uint32_t> depth;     // 1 at the root
  std::vector<std::uint32_t> wins;      // how many candidates the guess wins against
  std::vector<std::uint32_t>
      lost;  // secrets lost here because this was the last guess; empty unless the objective allows losses
  std::vector<std::int64_t> lost_weight;  // the weight of those secrets; empty with `lost`

  bool empty() const { return guess.empty(); }
};

}  // namespace bestguess
