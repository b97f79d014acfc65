#include "core/greedy.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/block_counter.hpp"
#include "core/parallel.hpp"
#include "core/part_size_loops.hpp"
#include "core/random.hpp"
#include "core/rules.hpp"

namespace bestguess {

namespace {

constexpr std::size_t max_parts_for_blocks = 64;  // up to this many feedbacks, part sizes are counted in blocks
constexpr std::size_t max_counted = 255;          // candidates that count_parts can count at once: counts are bytes
// Holds sums of squared weights up to 2^62 exactly. A double would round them and hide differences.
using Value = long double;
constexpr double tolerance = 1e-9;  // in bits: entropies that differ by less are equal

// Returns the random number that follows `state`.
std::uint64_t next_random(std::uint64_t state) { return Random{state}(); }

// size * log2(size), looked up for small sizes, which are frequent.
const std::array<double, 256> small_size_bits = [] {
  std::array<double, 256> bits{};
  for (std::size_t size = 2; size < bits.size(); ++size) bits[size] = static_cast<double>(size) * std::log2(size);
  return bits;
}();

double size_bits(double size) {
  return size < 256 ? small_size_bits[static_cast<std::size_t>(size)] : size * std::log2(size);
}

// Adds a part to the value of a metric; lower values are better. The value of entropy is the sum of size_bits; the
// entropy itself is log2(n) - sum / n.
template <Choice choice>
Value add_part(Value value, Value size) {
  if constexpr (choice == Choice::minimax) return std::max(value, size);
  if constexpr (choice == Choice::expected_size) return value + size * size;
  if constexpr (choice == Choice::entropy) return value + size_bits(static_cast<double>(size));
  return value - 1;
}

// The best guess so far: by value, then a consistent guess, then the cheapest, then the lowest.
struct Best {
  double slack;  // for guesses of cost 1, values that differ by at most this are equal; divided by the cost for others
  Value value = std::numeric_limits<Value>::infinity();
  bool consistent = false;
  std::int64_t cost = std::numeric_limits<std::int64_t>::max();
  std::uint32_t guess = 0;

  void offer(Value new_value, bool new_consistent, std::int64_t new_cost, std::uint32_t new_guess) {
    if (new_value > value + slack) return;
    const std::int64_t lower_cost = std::min(cost, new_cost);
    const double max_difference = lower_cost == 1 ? slack : slack / static_cast<double>(lower_cost);
    if (new_value > value + max_difference) return;
    const bool better = new_value < value - max_difference ||
                        std::tuple(!new_consistent, new_cost, new_guess) < std::tuple(!consistent, cost, guess);
    if (better) *this = {slack, new_value, new_consistent, new_cost, new_guess};
  }
};

// Chooses guesses. It holds scratch memory, so each thread needs its own.
template <class Ordinal>
class Chooser {
 public:
  Chooser(const TableView<Ordinal>& table, const Strategy& strategy)
      : table_(table),
        strategy_(strategy),
        counts_(table.feedbacks),
        weights_(table.weights.empty() ? 0 : table.feedbacks),
        min_cost_(table.costs.empty() ? 1 : *std::min_element(table.costs.begin(), table.costs.end())),
        is_consistent_(table.guesses),
        count_parts_(count_loops().count_parts),
        counter_(table) {}

  std::uint32_t operator()(const Position& position, Guesses allowed) {
    const Candidates candidates = position.candidates;
    assert(!candidates.empty());
    if (table_.identifies() && strategy_.choice == Choice::first) return splitting_guess(candidates, 0);
    if (table_.identifies() && strategy_.choice == Choice::random) return splitting_guess(candidates, position.state);
    switch (strategy_.choice) {
      case Choice::first: return table_.winner[*std::min_element(candidates.begin(), candidates.end())];
      case Choice::random: return table_.winner[candidates[position.state % candidates.size()]];
      case Choice::minimax: return choose_by_metric<Choice::minimax>(candidates, allowed);
      case Choice::expected_size: return choose_by_metric<Choice::expected_size>(candidates, allowed);
      case Choice::entropy: return choose_by_metric<Choice::entropy>(candidates, allowed);
      case Choice::most_parts: return choose_by_metric<Choice::most_parts>(candidates, allowed);
    }
    return 0;
  }

 private:
  // Returns one of the guesses that split the candidates: number `place`, modulo their count, in ascending order.
  std::uint32_t splitting_guess(Candidates candidates, std::uint64_t place) {
    splitting_.clear();
    counter_.count(candidates, {}, [&](std::uint32_t guess, std::size_t parts) {
      if (parts > 1) splitting_.push_back(guess);
    });
    return splitting_.empty() ? 0 : splitting_[place % splitting_.size()];
  }

  template <Choice choice>
  std::uint32_t choose_by_metric(Candidates candidates, Guesses allowed) {
    const std::size_t size = candidates.size();
    consistent_.clear();
    for (const std::uint32_t secret : candidates) {
      table_.for_each_winner(secret, [&](std::uint32_t guess) { consistent_.push_back(guess); });
    }
    std::sort(consistent_.begin(), consistent_.end());
    consistent_.erase(std::unique(consistent_.begin(), consistent_.end()), consistent_.end());

    // Step 0. If guesses can win against several secrets, look for one that wins against all candidates. Nothing is
    // better if no guess is cheaper.
    if (size > 1 && size <= table_.max_wins) {
      const auto wins = [&](std::uint32_t guess) {
        const Ordinal* row = table_.row(guess);
        return table_.cost(guess) == min_cost_ && std::all_of(candidates.begin(), candidates.end(),
                                                              [&](auto secret) { return row[secret] == table_.win; });
      };
      const auto winning_guess = std::find_if(consistent_.begin(), consistent_.end(), wins);
      if (winning_guess != consistent_.end()) return *winning_guess;
    }

    // Step 1. Look for a perfect guess: a consistent one that leaves every candidate alone in its part. It is best by
    // every metric, and only other perfect guesses are as good. This does not hold with weights (other guesses may be
    // as good), with costs, or if a guess can win against several secrets.
    const bool equal_weights = table_.weights.empty();
    const bool has_costs = !table_.costs.empty();
    const double weight = equal_weights ? static_cast<double>(size) : weight_of(candidates);
    const bool by_weight = !equal_weights && weight > 0;  // if all candidates weigh 0, count them instead
    if (!by_weight && !has_costs && table_.max_wins <= 1 && size <= table_.feedbacks) {
      for (const std::uint32_t guess : consistent_) {
        if (is_perfect(guess, candidates)) return guess;
      }
    }
    Best best{choice != Choice::entropy ? 0 : has_costs ? tolerance : tolerance * std::max(weight, 1.0)};

    // Step 2. Select the guesses to compare. The caller has already reduced `allowed` to the lowest guess of each
    // orbit.
    Guesses guesses = allowed;
    if (strategy_.consistent) {
      if (!allowed.empty())
        std::erase_if(consistent_, [&](auto g) { return !std::binary_search(allowed.begin(), allowed.end(), g); });
      guesses = consistent_;
    }
    for (const std::uint32_t guess : consistent_) is_consistent_[guess] = true;

    // Step 3. Compare them by the metric. With few feedbacks, in blocks of guesses. Otherwise one by one, those with
    // most parts first, until guesses with fewer parts cannot be as good.
    const bool nearly_all = !table_.rule && !strategy_.consistent && guesses.size() * 3 > table_.guesses;
    if (nearly_all) guesses = {};  // reading whole rows is faster than picking most of their entries
    const std::size_t count = guesses.empty() ? table_.guesses : guesses.size();
    if (has_costs) {
      const double all = by_weight ? weight : static_cast<double>(size);
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t guess = guesses.empty() ? static_cast<std::uint32_t>(i) : guesses[i];
        offer<choice>(guess, value<choice>(guess, candidates, by_weight), all, best);
      }
    } else if (sizeof(Ordinal) == 1 && !by_weight && table_.feedbacks <= max_parts_for_blocks && count >= count_width) {
      if constexpr (sizeof(Ordinal) == 1) offer_blocks<choice>(candidates, guesses, count, best);
    } else {
      offer_by_parts<choice>(candidates, guesses, by_weight, weight, best);
    }
    for (const std::uint32_t guess : consistent_) is_consistent_[guess] = false;
    return best.guess;
  }

  // Offers a guess in a game with costs. Entropy, and the number of parts minus one, are divided by the cost of the
  // guess.
  template <Choice choice>
  void offer(std::uint32_t guess, Value metric, double weight, Best& best) const {
    const std::int64_t cost = table_.cost(guess);
    if constexpr (choice == Choice::entropy) {
      const double bits = weight > 0 ? std::log2(weight) - static_cast<double>(metric) / weight : 0;
      if (metric < std::numeric_limits<Value>::infinity()) metric = -bits / static_cast<double>(cost);
    } else if constexpr (choice == Choice::most_parts) {
      metric = (metric + 1) / static_cast<Value>(cost);
    }
    best.offer(metric, is_consistent_[guess], cost, guess);
  }

  // Offers `guesses` (empty: all guesses), those with most parts first.
  template <Choice choice>
  void offer_by_parts(Candidates candidates, Guesses guesses, bool by_weight, double weight, Best& best) {
    // A counting sort by number of parts. Afterwards the guesses with k parts end at ends_[k], where those with k + 1
    // parts begin.
    const std::size_t max_parts = std::min<std::size_t>(candidates.size(), table_.feedbacks);
    parts_.resize(table_.guesses);
    ends_.assign(max_parts + 2, 0);
    counter_.count(candidates, guesses, [&](std::uint32_t guess, std::size_t parts) {
      parts_[guess] = static_cast<std::uint32_t>(parts);
      ++ends_[parts + 1];
    });
    std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
    const std::size_t count = guesses.empty() ? table_.guesses : guesses.size();
    by_parts_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t guess = guesses.empty() ? static_cast<std::uint32_t>(i) : guesses[i];
      by_parts_[ends_[parts_[guess]]++] = guess;
    }
    for (std::size_t parts = max_parts; parts > 0; --parts) {
      if (ends_[parts - 1] == ends_[parts]) continue;
      const double bound = min_metric<choice>(by_weight ? weight : static_cast<double>(candidates.size()), parts);
      if (bound > static_cast<double>(best.value) + best.slack) break;
      for (std::size_t i = ends_[parts - 1]; i < ends_[parts]; ++i) {
        const std::uint32_t guess = by_parts_[i];
        best.offer(value<choice>(guess, candidates, by_weight), is_consistent_[guess], 1, guess);
      }
    }
  }

  // Returns a lower bound of the metric of all guesses with this many parts, which weigh this much in total: the metric
  // of equal parts, reduced a little to allow for rounding. It falls as the number of parts grows.
  template <Choice choice>
  static double min_metric(double weight, std::size_t parts) {
    const auto k = static_cast<double>(parts);
    if constexpr (choice == Choice::minimax) return weight / k * (1 - 1e-12);
    if constexpr (choice == Choice::expected_size) return weight / k * weight * (1 - 1e-12);
    if constexpr (choice == Choice::entropy) return weight * std::log2(weight / k) - 1e-12 * weight;
    return -k;
  }

  double weight_of(Candidates candidates) const {
    std::int64_t weight = 0;
    for (const std::uint32_t secret : candidates) weight += table_.weights[secret];
    return static_cast<double>(weight);
  }

  bool is_perfect(std::uint32_t guess, Candidates candidates) {
    const Ordinal* row = table_.row(guess);
    std::size_t seen = 0;
    while (seen < candidates.size() && counts_[row[candidates[seen]]]++ == 0) ++seen;
    for (std::size_t i = 0; i < std::min(seen + 1, candidates.size()); ++i) counts_[row[candidates[i]]] = 0;
    return seen == candidates.size();
  }

  // Returns the metric of one guess. It is infinite if the guess does not split the candidates, because such a guess is
  // useless.
  template <Choice choice>
  Value value(std::uint32_t guess, Candidates candidates, bool by_weight) {
    const Ordinal* row = table_.row(guess);
    for (const std::uint32_t secret : candidates) ++counts_[row[secret]];
    if (by_weight) {
      for (const std::uint32_t secret : candidates) weights_[row[secret]] += table_.weights[secret];
    }
    Value value = 0;
    const bool splits = counts_[row[candidates[0]]] < candidates.size() || row[candidates[0]] == table_.win;
    for (const std::uint32_t secret : candidates) {
      const Ordinal f = row[secret];
      if (counts_[f] == 0) continue;
      value = add_part<choice>(value, by_weight ? static_cast<Value>(weights_[f]) : counts_[f]);
      counts_[f] = 0;
      if (by_weight) weights_[f] = 0;
    }
    return splits ? value : std::numeric_limits<Value>::infinity();
  }

  // Offers `guesses` (empty: all guesses) in blocks of count_width. In most games Step 1 has shown that no consistent
  // guess is perfect, so the first perfect guess found here is the answer.
  template <Choice choice>
  void offer_blocks(Candidates candidates, std::span<const std::uint32_t> guesses, std::size_t count, Best& best) {
    const std::size_t parts = table_.feedbacks;
    const std::size_t blocks = (count + count_width - 1) / count_width;
    constexpr std::size_t blocks_per_pass = 8;  // handled together, so that whole cache lines of a row are used
    columns_.resize(std::min<std::size_t>(candidates.size(), max_counted) * count_width * blocks_per_pass);
    sizes_.resize(parts * count_width);
    const bool several_batches = candidates.size() > max_counted;
    const bool by_guess = !guesses.empty() && candidates.size() > guesses.size();
    if (several_batches) large_sizes_.resize(parts * count_width * blocks_per_pass);
    Value perfect_value = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) perfect_value = add_part<choice>(perfect_value, 1);

    // The last block overlaps the one before it, so that every block is full.
    const auto start_of = [&](std::size_t block) { return std::min(block * count_width, count - count_width); };
    for (std::size_t first = 0; first < blocks; first += blocks_per_pass) {
      const std::size_t end = std::min(first + blocks_per_pass, blocks);
      if (several_batches) std::fill(large_sizes_.begin(), large_sizes_.end(), 0);
      for (std::size_t begin = 0; begin < candidates.size(); begin += max_counted) {
        const Candidates batch = candidates.subspan(begin, std::min(max_counted, candidates.size() - begin));
        for (std::size_t block = first; block < end; ++block) {
          copy_columns(batch, guesses, by_guess, start_of(block),
                       &columns_[(block - first) * batch.size() * count_width]);
        }
        for (std::size_t block = first; block < end; ++block) {
          count_parts_(&columns_[(block - first) * batch.size() * count_width], batch.size(), parts, sizes_.data());
          if (several_batches) {
            std::uint32_t* sums = &large_sizes_[(block - first) * parts * count_width];
            for (std::size_t i = 0; i < parts * count_width; ++i) sums[i] += sizes_[i];
          } else {
            offer_block<choice>(sizes_.data(), candidates.size(), guesses, start_of(block), best);
            if (table_.max_wins <= 1 && best.value <= perfect_value + best.slack) return;
          }
        }
      }
      for (std::size_t block = first; several_batches && block < end; ++block) {
        const std::uint32_t* sums = &large_sizes_[(block - first) * parts * count_width];
        offer_block<choice>(sums, candidates.size(), guesses, start_of(block), best);
      }
    }
  }

  // Copies the ordinals of count_width guesses from `start`, candidate by candidate. The cost is the number of cache
  // lines read. So a few guesses against many candidates are read by guess, everything else by secret.
  void copy_columns(Candidates candidates, std::span<const std::uint32_t> guesses, bool by_guess, std::size_t start,
                    std::uint8_t* out) const {
    if (by_guess) {
      for (std::size_t i = 0; i < count_width; ++i) {
        const Ordinal* row = table_.row(guesses[start + i]);
        for (std::size_t s = 0; s < candidates.size(); ++s) {
          out[s * count_width + i] = static_cast<std::uint8_t>(row[candidates[s]]);
        }
      }
      return;
    }
    for (const std::uint32_t secret : candidates) {
      const Ordinal* column = table_.column(secret);
      if (guesses.empty()) {
        std::memcpy(out, column + start, count_width);
      } else {
        for (std::size_t i = 0; i < count_width; ++i) out[i] = static_cast<std::uint8_t>(column[guesses[start + i]]);
      }
      out += count_width;
    }
  }

  // Offers count_width guesses. The part sizes of guess i are sizes[f * count_width + i].
  template <Choice choice, class Size>
  void offer_block(const Size* sizes, std::size_t size, std::span<const std::uint32_t> guesses, std::size_t start,
                   Best& best) {
    using Sum = std::conditional_t<sizeof(Size) == 1, std::uint16_t, std::uint64_t>;
    std::array<Sum, count_width> sums{};
    // For entropy, first count the parts only. The logarithm of their number bounds the entropy from above, and few
    // guesses pass this test.
    for (std::size_t f = 0; f < table_.feedbacks; ++f) {
      for (std::size_t i = 0; i < count_width; ++i) {
        const Sum part = sizes[f * count_width + i];
        if constexpr (choice == Choice::minimax) sums[i] = std::max(sums[i], part);
        else if constexpr (choice == Choice::expected_size) sums[i] = static_cast<Sum>(sums[i] + part * part);
        else sums[i] = static_cast<Sum>(sums[i] + (part != 0));
      }
    }
    const auto n = static_cast<double>(size);
    auto limit = static_cast<double>(best.value + best.slack);
    const double min_parts = n * std::exp2(-limit / n) * (1 - 1e-12);
    for (std::size_t i = 0; i < count_width; ++i) {
      const std::uint32_t guess = guesses.empty() ? static_cast<std::uint32_t>(start + i) : guesses[start + i];
      auto value = static_cast<double>(sums[i]);
      if constexpr (choice == Choice::most_parts) value = -value;
      if constexpr (choice == Choice::entropy) {
        if (value < min_parts) continue;
        value = 0;
        for (std::size_t f = 0; f < table_.feedbacks; ++f) value += size_bits(sizes[f * count_width + i]);
      }
      if (value > limit) continue;
      if (value == add_part<choice>(0, n) && !is_consistent_[guess]) continue;  // does not split the candidates
      best.offer(value, is_consistent_[guess], 1, guess);
      limit = static_cast<double>(best.value + best.slack);
    }
  }

  const TableView<Ordinal>& table_;
  const Strategy& strategy_;
  std::vector<std::uint32_t> counts_;  // all zero between calls, like weights_ and is_consistent_
  std::vector<std::int64_t> weights_;
  std::int64_t min_cost_;  // of any guess
  std::vector<std::uint8_t> is_consistent_;
  std::vector<std::uint32_t> consistent_;
  std::vector<std::uint8_t> columns_;
  std::vector<std::uint8_t> sizes_;
  std::vector<std::uint32_t> large_sizes_;
  decltype(CountLoops::count_parts) count_parts_;
  BlockCounter<Ordinal> counter_;
  std::vector<std::uint32_t> parts_, ends_, by_parts_;  // scratch of offer_by_parts
  std::vector<std::uint32_t> splitting_;
};

// A node of a tree that is built level by level.
struct Node {
  std::uint32_t parent;
  std::uint32_t feedback;
  std::uint32_t depth;
  std::uint32_t guess = 0;
  std::uint32_t wins = 0;  // the number of candidates it wins against; at a leaf, the number of its candidates
  std::uint64_t state = 0;
};

// A part of a node: its range in the sorted candidates of the level, and the guesses that the rule allows there.
struct Part {
  std::uint32_t feedback, begin, end;
  bool leaf;  // the goal is to identify and all candidates of the part have one label
  std::vector<std::uint32_t> allowed;
};

// Applies the rule of `table` to the parts of `guess`, whose candidates are in `sorted`. With one or two candidates
// left the best guess is a winner of one of them, so only these are listed.
template <class Ordinal>
void restrict_parts(const TableView<Ordinal>& table, std::uint32_t guess, Guesses allowed,
                    std::span<const std::uint32_t> sorted, std::vector<Part>& parts, Rule::Scratch& scratch) {
  for (Part& part : parts) {
    if (part.feedback == table.win) continue;
    if (part.end - part.begin > 2) {
      table.rule->filter(guess, part.feedback, allowed, scratch, part.allowed);
      continue;
    }
    for (std::uint32_t i = part.begin; i < part.end; ++i) part.allowed.push_back(table.winner[sorted[i]]);
    std::sort(part.allowed.begin(), part.allowed.end());
  }
}

// Whether the goal is to identify and all candidates have one label.
template <class Ordinal>
bool has_one_label(const TableView<Ordinal>& table, Candidates candidates) {
  return table.identifies() && std::all_of(candidates.begin(), candidates.end(), [&](std::uint32_t secret) {
           return table.labels[secret] == table.labels[candidates[0]];
         });
}

// Returns `nodes` in preorder. Parents must come before their children, and siblings must be ordered by feedback.
Tree to_preorder(const std::vector<Node>& nodes) {
  const std::size_t size = nodes.size();
  std::vector<std::uint32_t> subtree(size, 1), place(size), next(size);
  for (std::size_t i = size; i-- > 1;) subtree[nodes[i].parent] += subtree[i];
  Tree tree{std::vector<std::uint32_t>(size),
            std::vector<std::uint32_t>(size),
            std::vector<std::uint32_t>(size),
            std::vector<std::uint32_t>(size),
            {},
            {}};
  for (std::size_t i = 0; i < size; ++i) {
    if (i > 0) {
      place[i] = next[nodes[i].parent];
      next[nodes[i].parent] += subtree[i];
    }
    next[i] = place[i] + 1;
    tree.guess[place[i]] = nodes[i].guess;
    tree.feedback[place[i]] = nodes[i].feedback;
    tree.depth[place[i]] = nodes[i].depth;
    tree.wins[place[i]] = nodes[i].wins;
  }
  return tree;
}

}  // namespace

std::uint64_t random_state(std::uint64_t seed) { return next_random(seed); }

std::uint64_t random_state(std::uint64_t state, std::uint32_t guess, std::uint32_t feedback) {
  return next_random(state ^ next_random(std::uint64_t{guess} << 32 | feedback));
}

template <class Ordinal>
std::uint32_t choose(const TableView<Ordinal>& table, const Strategy& strategy, const Position& position,
                     Guesses allowed) {
  return Chooser<Ordinal>(table, strategy)(position, allowed);
}

template <class Ordinal>
Tree build_tree(const TableView<Ordinal>& table, const Strategy& strategy, const Start& start,
                std::optional<std::uint32_t> first_guess, const Symmetries* symmetries, int threads,
                const Progress& progress) {
  assert(!start.candidates.empty() && threads >= 1 && (!first_guess || *first_guess < table.guesses));
  // Build the tree level by level. All candidates of a level are in one array; those of a node are adjacent in it. A
  // parallel task handles one node.
  struct OpenNode {
    std::uint32_t node, begin, end;
  };
  std::vector<Node> nodes{{0, 0, 1, 0, 0, random_state(strategy.seed)}};
  std::vector<std::uint32_t> candidates = start.candidates, sorted(candidates.size());
  // The guesses that the rule allows at each node of this level, and of the next. Without a rule, only the first entry
  // is used.
  std::vector<std::vector<std::uint32_t>> allowed{start.allowed}, next_allowed;
  std::vector<OpenNode> level{{0, 0, static_cast<std::uint32_t>(candidates.size())}};
  const bool uses_metric = strategy.choice != Choice::first && strategy.choice != Choice::random;
  std::vector<Chooser<Ordinal>> choosers;
  std::vector<std::vector<std::uint32_t>> scratch(static_cast<std::size_t>(threads),
                                                  std::vector<std::uint32_t>(table.feedbacks));
  std::vector<Rule::Scratch> rule_scratch(static_cast<std::size_t>(threads));
  choosers.reserve(static_cast<std::size_t>(threads));
  for (int i = 0; i < threads; ++i) choosers.emplace_back(table, strategy);
  std::uint64_t secrets_found = 0;

  while (!level.empty()) {
    // Step 1. Find the representatives of the orbits of guesses, once for each parent: its children share a history.
    struct Family {
      std::uint32_t parent;
      std::vector<std::uint32_t> representatives;
    };
    std::vector<Family> families;
    std::vector<std::uint32_t> family_of(level.size());
    const bool by_orbits = uses_metric && symmetries != nullptr;
    for (std::size_t i = 0; i < level.size() && by_orbits; ++i) {
      const std::uint32_t parent = nodes[level[i].node].parent;
      if (families.empty() || families.back().parent != parent) families.push_back({parent, {}});
      family_of[i] = static_cast<std::uint32_t>(families.size() - 1);
    }
    if (by_orbits) {
      std::vector<std::uint64_t> work(families.size());
      for (std::size_t i = 0; i < level.size(); ++i) work[family_of[i]] += level[i].end - level[i].begin;
      parallel_for(families.size(), threads, [&](std::uint64_t f) {
        if (work[f] < 40) return;  // comparing all guesses is faster than finding the orbits
        std::vector<std::uint32_t> history = start.history;
        if (nodes[level[0].node].depth > 1) {
          for (std::uint32_t node = families[f].parent;; node = nodes[node].parent) {
            history.push_back(nodes[node].guess);
            if (nodes[node].depth == 1) break;
          }
        }
        families[f].representatives = symmetries->representatives(history);
      });
    }

    // Step 2. Choose a guess for each node, and sort its candidates by feedback.
    std::vector<std::vector<Part>> parts(level.size());
    parallel_for(level.size(), threads, [&](std::uint64_t i, std::size_t worker) {
      const OpenNode& open = level[i];
      Node& node = nodes[open.node];
      const Candidates node_candidates{candidates.data() + open.begin, open.end - open.begin};
      if (node.depth == 1 && first_guess) {
        node.guess = *first_guess;
      } else if (node_candidates.size() == 1 && table.costs.empty()) {
        node.guess = table.winner[node_candidates[0]];
      } else {
        const Guesses representatives = by_orbits ? Guesses(families[family_of[i]].representatives) : Guesses();
        std::vector<std::uint32_t> intersection;
        node.guess = choosers[worker]({node_candidates, node.state},
                                      intersect(allowed[table.rule ? i : 0], representatives, intersection));
      }
      std::vector<std::uint32_t>& ends = scratch[worker];
      partition(table.row(node.guess), node_candidates, ends, sorted.data() + open.begin);
      for (std::uint32_t f = 0, begin = 0; f < table.feedbacks; begin = ends[f++]) {
        if (ends[f] == begin) continue;
        const Candidates part{sorted.data() + open.begin + begin, ends[f] - begin};
        parts[i].push_back({f, open.begin + begin, open.begin + ends[f], has_one_label(table, part), {}});
      }
      if (table.rule) restrict_parts(table, node.guess, allowed[i], sorted, parts[i], rule_scratch[worker]);
      if (progress && worker == 0) progress(secrets_found);
    });

    // Step 3. Collect the nodes of the next level, in the order of this one.
    std::vector<OpenNode> next;
    for (std::size_t i = 0; i < level.size(); ++i) {
      const std::uint32_t parent = level[i].node;
      for (Part& part : parts[i]) {
        const std::uint32_t size = part.end - part.begin;
        if (part.feedback == table.win) {
          nodes[parent].wins = size;
          secrets_found += size;
          continue;
        }
        if (part.leaf) {
          nodes.push_back({parent, part.feedback, nodes[parent].depth + 1, Tree::no_guess, size, 0});
          secrets_found += size;
          continue;
        }
        const std::uint64_t state = random_state(nodes[parent].state, nodes[parent].guess, part.feedback);
        next.push_back({static_cast<std::uint32_t>(nodes.size()), part.begin, part.end});
        if (table.rule) next_allowed.push_back(std::move(part.allowed));
        nodes.push_back({parent, part.feedback, nodes[parent].depth + 1, 0, 0, state});
      }
    }
    std::swap(candidates, sorted);
    if (table.rule) allowed = std::exchange(next_allowed, {});
    level = std::move(next);
  }
  return to_preorder(nodes);
}

#define BESTGUESS_FOR_ORDINAL(Ordinal)                                                                             \
  template std::uint32_t choose(const TableView<Ordinal>&, const Strategy&, const Position&, Guesses);             \
  template Tree build_tree(const TableView<Ordinal>&, const Strategy&, const Start&, std::optional<std::uint32_t>, \
                           const Symmetries*, int, const Progress&);
BESTGUESS_FOR_ORDINAL(std::uint8_t)
BESTGUESS_FOR_ORDINAL(std::uint16_t)

}  // namespace bestguess
