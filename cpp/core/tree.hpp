// A strategy written out as a tree.
#pragma once

#include <cstdint>
#include <vector>

namespace bestguess {

// In preorder, branches by ascending ordinal: the guess at each node, the feedback that leads to it (0 at the root), its
// depth (1 at the root), and how many candidates it wins against there. Where the goal is to identify, a leaf is a node
// without a guess, and its candidates, which have one label, are counted there.
struct Tree {
  static constexpr std::uint32_t no_guess = ~std::uint32_t{0};

  std::vector<std::uint32_t> guess;
  std::vector<std::uint32_t> feedback;
  std::vector<std::uint32_t> depth;
  std::vector<std::uint32_t> wins;
  std::vector<std::uint32_t> lost;        // where secrets may be lost: how many here, because it was the last guess
  std::vector<std::int64_t> lost_weight;  // and their weight

  bool empty() const { return guess.empty(); }
};

}  // namespace bestguess
