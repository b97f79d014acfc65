// The request to an exact search, and its result.
//
// Terms:
// 1. A *set* is a set of candidates.
// 2. Its *value* at depth d is the least cost of finding all its secrets after d guesses have been made.
// 3. A secret is *found* by a guess that wins. If the goal is to identify, it is found as soon as all remaining
//    candidates have its label.
// 4. A secret that is found by guess number d costs its weight times the cost of guess number d.
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

// What the search minimizes.
//
// Linear: guess number d costs d, without a limit. `cost` is empty. The value of a set then does not depend on its
// depth.
//
// Otherwise: guess number d costs cost[d - 1]. These costs never decrease. Further guesses are not allowed: they cost
// infinitely much, or lose if may_lose.
//
// If guesses have costs, linear means the total cost of the guesses made until the secret is found. Otherwise `cost`
// says only how many guesses are allowed and whether they count: guess number d costs that total if cost[d - 1] > 0,
// else nothing. A total above `spending_limit` costs infinitely much.
struct Objective {
  bool linear = true;
  std::vector<Cost> cost;
  bool weighted = true;  // whether the weights of the secrets count
  // Whether secrets may be lost. Then no guess is made beyond the last cost. The search minimizes the weight of the
  // lost secrets first, and the cost of the others second.
  bool may_lose = false;
  Cost spending_limit = infinite;  // used if guesses have costs and the objective is not linear
};

// Parts of the search that can be switched off to measure what they save. They never change the result.
struct Savings {
  bool classes = true;               // sort guesses into classes by their number of parts, which bounds them
  bool bound_by_winners = true;      // bound a part by its consistent guesses before opening it
  bool bound_by_all_guesses = true;  // bound a part by all guesses before opening it
  bool memory = true;                // reuse bounds of sets that were seen before
  bool images = true;                // reuse bounds of images of a set, and skip guesses that are images
  bool most_parts = true;            // use that no guess has more parts of a part than of the whole set
};

// The state of a running search: lower <= value <= upper. `lost` is 0 unless the objective allows losses.
struct SearchStatus {
  LossCost lower, upper;
  std::uint64_t nodes;
  std::uint64_t first_guesses = 0;       // orbits of first guesses; 0 before they are counted, and if one was requested
  std::uint64_t open_first_guesses = 0;  // how many of these may still be the best
};

// Called from time to time on the calling thread. The search stops if it returns false.
using SearchProgress = std::function<bool(const SearchStatus&)>;

// Bounds that an earlier search has saved, and where to save those of this one, so that another search can resume it.
// `save` is called on the calling thread, every so many seconds and at the end, with the sets solved since the last
// call.
struct SearchCheckpoint {
  std::vector<std::byte> remembered;
  std::function<void(std::span<const std::byte>)> save;
  double every = 5;
};

// A request to the search.
//
// If the table has a rule, `allowed` lists the guesses that it allows after the history. The guesses allowed later are
// part of the key of a set.
struct SearchRequest {
  Objective objective;
  std::vector<std::uint32_t> candidates;      // not empty
  std::vector<std::uint32_t> history;         // the guesses made so far; only symmetries that fix them are used
  std::vector<std::uint32_t> allowed;         // by the rule, after the history; empty: all guesses
  bool consistent = false;                    // allow only guesses that would win against a candidate
  std::optional<std::uint32_t> first_guess;   // the only first guess to try
  bool all_first_guesses = false;             // find the value of one first guess of each orbit
  std::size_t most_valued = ~std::size_t{0};  // or only of so many of the best; others get a lower bound
  std::optional<LossCost> upper_bound;        // a known upper bound: look only for smaller values
  // A known lower bound: a value that reaches it is optimal without further proof. If it is given and nothing below
  // upper_bound is found, no tree is written.
  std::optional<LossCost> lower_bound;
  const Symmetries* symmetries = nullptr;
  int threads = 1;
  std::uint64_t memory_limit = 0;           // in bytes, for everything but the table
  std::optional<std::uint64_t> node_limit;  // stop after this many nodes; deterministic on one thread
  bool whole_tree = true;                   // otherwise write only the first node once the value is proven
  bool certify = false;                     // write a proof
  Savings savings;
  SearchProgress progress;
  std::optional<SearchCheckpoint> checkpoint;
  std::shared_ptr<SearchMemory> memory;  // used instead of a cache of the search's own
};

// The claim that a set costs at least `bound`.
//
// The first claim is about the set of the search; its other fields are 0 and mean nothing. The set of every other claim
// is a part of the set of an earlier claim, `parent`: its secrets give `guess` the feedback `feedback`.
//
// A claim holds because no guess costs less. Or, if `image_of` names an earlier claim, because a symmetry maps its set
// to the set of that claim: the symbol at position p moves to positions[p], and symbol s becomes symbols[s].
struct Claim {
  std::uint32_t parent, guess, feedback;
  LossCost bound;
  std::optional<std::uint32_t> image_of{};
  std::vector<std::uint8_t> positions{}, symbols{};

  bool operator==(const Claim&) const = default;
};

struct FirstGuess {
  std::uint32_t guess;
  LossCost value;  // its value if exact, else a lower bound of it
  bool exact;
};

// The result: lower <= value <= upper, and both are equal if proven. `upper` is infinite while no tree is known, and if
// it is proven that there is none.
struct SearchResult {
  LossCost lower, upper{0, infinite};
  bool proven = false;
  std::uint64_t nodes = 0;
  // A tree with value `upper`; by the tie rule if proven. Empty if nothing better than the known upper bound was found.
  Tree tree;
  std::vector<FirstGuess> first_guesses;  // on request: the first guesses that split the candidates or win
  std::vector<Claim> claims;              // on request, if proven
};

}  // namespace bestguess
