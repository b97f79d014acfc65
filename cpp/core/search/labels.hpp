// The labels of a set, for the goal to identify: their number, their weights, and the least cost of telling them apart.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/partition.hpp"
#include "core/search/costs.hpp"

namespace bestguess::exact {

// Returns the least sum of the depths of n leaves in a tree whose nodes have at most `arity` branches.
//
// Proof: in a best tree the depths of the leaves differ by at most one. Start with arity^h leaves at depth h, the
// largest such number that is at most n. Replacing a leaf by a node adds arity - 1 leaves, and moves all leaves of the
// node to depth h + 1.
inline Cost min_depth_sum(std::uint64_t n, std::uint64_t arity) {
  assert(n >= 1 && arity >= 2);
  std::uint64_t full = 1, depth = 0;
  for (; full * arity <= n; full *= arity) ++depth;
  const std::uint64_t nodes = (n - full + arity - 2) / (arity - 1);
  return static_cast<Cost>(n * depth + (n - full) + nodes);
}

// Returns the least number of guesses that can tell `labels` apart if a guess has at most `arity` parts.
inline std::size_t min_guesses(std::uint64_t labels, std::uint64_t arity) {
  std::size_t guesses = 0;
  for (std::uint64_t reached = 1; reached < labels; reached *= arity) ++guesses;
  return guesses;
}

// Computes the weights of the labels of a set. It holds scratch memory, so each thread needs its own.
class LabelWeights {
 public:
  // `labels` has the label of every secret, numbered from 0.
  explicit LabelWeights(std::span<const std::uint32_t> labels)
      : labels_(labels), sums_(labels.empty() ? 0 : 1 + *std::max_element(labels.begin(), labels.end()), absent) {}

  // Returns how many different labels `secrets` have.
  std::uint32_t count(Candidates secrets) {
    std::uint32_t count = 0;
    for (const std::uint32_t secret : secrets) {
      count += sums_[labels_[secret]] == absent;
      sums_[labels_[secret]] = 0;
    }
    for (const std::uint32_t secret : secrets) sums_[labels_[secret]] = absent;
    return count;
  }

  // Returns the weight of each label of `secrets`, the lightest first. The result is valid until the next call.
  template <class WeightOf>
  std::span<const Weight> sorted_weights(Candidates secrets, const WeightOf& weight_of) {
    sorted_.clear();
    for (const std::uint32_t secret : secrets) {
      Weight& sum = sums_[labels_[secret]];
      sum = (sum == absent ? 0 : sum) + weight_of(secret);
    }
    for (const std::uint32_t secret : secrets) {
      Weight& sum = sums_[labels_[secret]];
      if (sum != absent) sorted_.push_back(sum);
      sum = absent;
    }
    std::sort(sorted_.begin(), sorted_.end());
    return sorted_;
  }

  // Returns the least sum of weight times depth for leaves of these weights (the lightest first) in a tree whose nodes
  // have at most `arity` branches.
  //
  // This is Huffman's algorithm. In a best tree the `arity` lightest leaves are siblings at the greatest depth. Merge
  // them into their parent, count their weight once for the step up, and continue with the parent as a leaf. Leaves of
  // weight 0 fill up the first merge.
  Cost min_weighted_depth_sum(std::span<const Weight> weights, std::uint64_t arity) {
    assert(arity >= 2);
    if (weights.size() < 2) return 0;
    std::size_t missing = 0;
    if ((weights.size() - 1) % (arity - 1) != 0) missing = arity - 1 - (weights.size() - 1) % (arity - 1);
    parents_.clear();
    std::size_t leaf = 0, parent = 0;
    std::size_t left = weights.size() + missing;
    Cost total = 0;
    while (left > 1) {
      Weight sum = 0;
      for (std::uint64_t i = 0; i < arity; ++i) {
        if (missing > 0) --missing;
        else if (parent == parents_.size() || (leaf < weights.size() && weights[leaf] <= parents_[parent]))
          sum += weights[leaf++];
        else sum += parents_[parent++];
      }
      parents_.push_back(sum);
      total += sum;
      left -= arity - 1;
    }
    return total;
  }

  // Restores the scratch memory after an exception.
  void reset() { std::fill(sums_.begin(), sums_.end(), absent); }

 private:
  static constexpr Weight absent = -1;
  std::span<const std::uint32_t> labels_;
  std::vector<Weight> sums_;  // by label; all absent between calls
  std::vector<Weight> sorted_, parents_;
};

}  // namespace bestguess::exact
