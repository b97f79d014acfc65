// The best tree there is: exact search by branch and bound, for every objective that is a cost of depths.
//
// Terms: a *set* is a set of candidates; its *value* at depth d is the least cost of finding all of it when d guesses have
// been made. The cost of a secret that is found by guess number d is weight * cost[d].
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/search/cache.hpp"
#include "core/greedy.hpp"
#include "core/symmetry.hpp"

namespace bestguess {

using Cost = std::int64_t;
inline constexpr Cost infinite = Cost{1} << 50;  // cannot be done; a few thousand of them can be added up

// What is made least. Linear: cost[d] = d without limit, so that a set's value does not depend on its depth; otherwise
// cost[d - 1] is the cost of guess number d, never decreasing, and infinite from there on.
struct Objective {
  bool linear = true;
  std::vector<Cost> cost;
  bool weighted = true;  // whether the weights of the secrets count
};

// What a search can do without, to see what each saves: never its result.
enum Saving : std::uint32_t {
  by_class = 1,   // guesses in classes by their number of parts, which bounds them
  by_glance = 2,  // what consistent guesses tell of a part, before it is opened
  by_look = 4,    // what all guesses tell of a part, before it is opened
  by_cache = 8,   // what is known of a set that was met before
};

struct SearchOptions {
  bool consistent = false;
  int threads = 1;
  std::uint64_t memory_limit = 0;      // of the cache and of the rows of bits, in bytes
  std::vector<std::uint32_t> history;  // guesses already made, for the symmetries that fix them
  bool certify = false;                // whether to write down the proof
  std::uint32_t without = 0;           // savings to leave out
  std::uint64_t node_limit = ~std::uint64_t{0};  // stops then; on one thread always at the same place
  bool whole_tree = true;              // else, once proven, only the first node is written
};

// What is known at some moment: lower <= value <= upper.
struct Bounds {
  Cost lower, upper;
  std::uint64_t nodes;
};

// Called now and then from the calling thread; returning false stops the search.
using SearchProgress = std::function<bool(const Bounds&)>;

// That a set costs at least `bound`. The set of the first claim is that of the search; every other one is the part of an
// earlier claim's set (`parent`) that answers `guess` with `feedback`.
struct Claim {
  std::uint32_t parent, guess, feedback;
  Cost bound;
};

struct FirstGuess {
  std::uint32_t guess;
  Cost value;  // exact when proven, else a lower bound
  bool proven;
};

struct SearchResult {
  Cost lower, upper;
  bool proven;
  std::uint64_t nodes;
  Tree tree;  // of value upper, by the tie rule if proven; empty when nothing was found that is better than what was known
  std::vector<FirstGuess> first_guesses;  // when asked for
  std::vector<Claim> claims;              // when asked for, and proven
};

// What a search that was ended knew, and where to keep what this one finds, so that another may go on: `keep` is called from
// the calling thread, every so many seconds and at the end, with the sets solved since.
struct Checkpoint {
  std::span<const Remembered> remembered;
  std::function<void(std::span<const Remembered>)> keep;
  double every = 5;
};

// Finds the value of `candidates`. `known` is an upper bound that is known already (infinite if none). With `first_guess`
// >= 0 only that guess is tried first; with `all_first_guesses` the value of each first guess that differs is found.
template <class Ordinal>
SearchResult search(const TableView<Ordinal>& table, const Objective& objective, const SearchOptions& options,
                    const Symmetries* symmetries, Candidates candidates, Cost known, std::int64_t first_guess,
                    bool all_first_guesses, const SearchProgress& progress, const Checkpoint& checkpoint = {});

}  // namespace bestguess
