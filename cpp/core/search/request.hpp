// What is asked of an exact search, and what it answers.
//
// Terms: a *set* is a set of candidates; its *value* at depth d is the least cost of finding all of it when d guesses have
// been made. The cost of a secret that is found by guess number d is weight * cost[d]. A secret is found by a guess that
// wins, or, where the goal is to identify, as soon as all candidates have its label.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/search/costs.hpp"
#include "core/symmetry.hpp"
#include "core/tree.hpp"

namespace bestguess {

class SearchMemory;

// What is made least. Linear: cost[d] = d without limit, so that a set's value does not depend on its depth, and `cost` is
// empty; otherwise cost[d - 1] is the cost of guess number d, never decreasing, and infinite from there on.
//
// With costs of guesses, linear is what the guesses to a secret cost in all. Otherwise `cost` says only how many guesses are
// allowed, and whether they count: a secret costs what the guesses to it cost where cost[d - 1] is above 0, else nothing;
// and infinitely much beyond `spending_limit`.
struct Objective {
  bool linear = true;
  std::vector<Cost> cost;
  bool weighted = true;  // whether the weights of the secrets count
  // Whether secrets may be lost: then more guesses are not made, and the weight of the secrets that are not found is made
  // least, before the cost of the others is.
  bool may_lose = false;
  Cost spending_limit = infinite;  // with costs of guesses that are not linear
};

// What a search can do without, to measure what each saves; never changes its result.
struct Savings {
  bool classes = true;               // guesses in classes by their number of parts, which bounds them
  bool bound_by_winners = true;      // bound a part by its consistent guesses before it is opened
  bool bound_by_all_guesses = true;  // bound a part by all guesses before it is opened
  bool memory = true;                // what is known of a set that was met before
  bool images = true;                // what is known of an image of a set, and guesses that are images
  bool most_parts = true;            // no guess has more parts of a part than of the set above it
};

// What is known at some moment: lower <= value <= upper, after so many nodes. Nothing is ever lost unless the objective says
// that it may be.
struct SearchStatus {
  LossCost lower, upper;
  std::uint64_t nodes;
  std::uint64_t first_guesses = 0;       // that differ; 0 where one is given, and before they are looked at
  std::uint64_t open_first_guesses = 0;  // of these: that may still be the best
};

// Called now and then from the calling thread; returning false stops the search.
using SearchProgress = std::function<bool(const SearchStatus&)>;

// What an earlier search that was ended has solved, and where to save what this one solves, so that another may go on:
// `save` is called from the calling thread, every so many seconds and at the end, with the sets solved since.
struct SearchCheckpoint {
  std::vector<std::byte> remembered;
  std::function<void(std::span<const std::byte>)> save;
  double every = 5;
};

// A question to the search.
//
// Where the table has a rule, `allowed` are the guesses that the history allows. What is allowed later is part of the key
// under which a set is remembered.
struct SearchRequest {
  Objective objective;
  std::vector<std::uint32_t> candidates;      // not empty
  std::vector<std::uint32_t> history;         // guesses already made, for the symmetries that fix them
  std::vector<std::uint32_t> allowed;         // by the rule of the table, after the history; all if empty
  bool consistent = false;                    // only guesses that would win against a candidate
  std::optional<std::uint32_t> first_guess;   // the only one to be tried first
  bool all_first_guesses = false;             // finds the value of each first guess that differs,
  std::size_t most_valued = ~std::size_t{0};  // or of so many of the best, and a bound of the others
  std::optional<LossCost> upper_bound;        // that is known already: only what costs less is sought
  std::optional<LossCost> lower_bound;        // that is known already: what reaches it is the best, without a proof;
                                              // then nothing is written where nothing is below the upper bound
  const Symmetries* symmetries = nullptr;
  int threads = 1;
  std::uint64_t memory_limit = 0;           // of all that the search keeps, the table apart, in bytes
  std::optional<std::uint64_t> node_limit;  // stops then; on one thread always at the same place
  bool whole_tree = true;                   // else, once proven, only the first node is written
  bool certify = false;                     // whether to write down the proof
  Savings savings;
  SearchProgress progress;
  std::optional<SearchCheckpoint> checkpoint;
  std::shared_ptr<SearchMemory> memory;  // to be used in place of one that ends with the search
};

// That a set costs at least `bound`. The set of the first claim is that of the search (its other fields are 0 and mean
// nothing); every other set is the part of an earlier claim's set (`parent`) that answers `guess` with `feedback`.
//
// It holds because no guess costs less; or, where `image_of` is an earlier claim, because a symmetry takes its set to that
// of the other: what stands at position p goes to positions[p], and symbol s becomes symbols[s].
struct Claim {
  std::uint32_t parent, guess, feedback;
  LossCost bound;
  std::optional<std::uint32_t> image_of{};
  std::vector<std::uint8_t> positions{}, symbols{};

  bool operator==(const Claim&) const = default;
};

struct FirstGuess {
  std::uint32_t guess;
  LossCost value;  // or no more than it
  bool exact;
};

// lower <= value <= upper, equal when proven; upper is infinite while no tree is known, and when proven that there is none.
struct SearchResult {
  LossCost lower, upper{0, infinite};
  bool proven = false;
  std::uint64_t nodes = 0;
  Tree
      tree;  // of value upper, by the tie rule if proven; empty when nothing was found that is better than what was known
  std::vector<FirstGuess> first_guesses;  // when asked for: what is known of those that tell something
  std::vector<Claim> claims;              // when asked for, and proven
};

}  // namespace bestguess
