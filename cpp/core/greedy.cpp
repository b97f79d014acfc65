#include "core/greedy.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include "core/count.hpp"
#include "core/parallel.hpp"
#include "core/simd.hpp"

namespace bestguess {

namespace {

constexpr double tolerance = 1e-9;  // bits: entropies closer than this are equal

using CountParts = void (*)(const std::uint8_t*, std::size_t, std::size_t, std::uint8_t*);

CountParts count_loop() {
#ifdef BESTGUESS_AVX2
  if (simd() == Simd::avx2) return avx2::count_parts;
#endif
  return portable::count_parts;
}

std::uint64_t mixed(std::uint64_t x) {  // the finaliser of splitmix64
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// size * log2(size), looked up for the sizes that are met most.
const std::array<double, 256> small_size_bits = [] {
  std::array<double, 256> bits{};
  for (std::size_t size = 2; size < bits.size(); ++size) bits[size] = static_cast<double>(size) * std::log2(size);
  return bits;
}();

double size_bits(double size) {
  return size < 256 ? small_size_bits[static_cast<std::size_t>(size)] : size * std::log2(size);
}

// What a metric adds up over the parts; lower is better. Entropy is log2(n) minus the sum of size_bits over n.
template <Choice choice>
double with_part(double value, double size) {
  if constexpr (choice == Choice::minimax) return std::max(value, size);
  if constexpr (choice == Choice::expected_size) return value + size * size;
  if constexpr (choice == Choice::entropy) return value + size_bits(size);
  return value - 1;
}

// The best guess so far, by value, then consistent, then lowest.
struct Best {
  double slack;  // values no further apart than this are equal
  double value = std::numeric_limits<double>::infinity();
  bool consistent = false;
  std::uint32_t guess = 0;

  void offer(double new_value, bool new_consistent, std::uint32_t new_guess) {
    if (new_value > value + slack) return;
    const bool better = new_value < value - slack || (new_consistent && !consistent) ||
                        (new_consistent == consistent && new_guess < guess);
    if (better) *this = {slack, new_value, new_consistent, new_guess};
  }
};

// Chooses guesses; holds the scratch memory that this needs, so one per thread.
template <class Ordinal>
class Chooser {
 public:
  Chooser(const TableView<Ordinal>& table, const Strategy& strategy)
      : table_(table), strategy_(strategy), counts_(table.feedbacks), weights_(table.weights.empty() ? 0 : table.feedbacks),
        is_consistent_(table.guesses), count_parts_(count_loop()) {}

  std::uint32_t operator()(const Position& position, std::span<const std::uint32_t> allowed) {
    const Candidates candidates = position.candidates;
    assert(!candidates.empty());
    switch (strategy_.choice) {
      case Choice::first: return table_.winner[*std::min_element(candidates.begin(), candidates.end())];
      case Choice::random: return table_.winner[candidates[position.state % candidates.size()]];
      case Choice::minimax: return weigh<Choice::minimax>(candidates, allowed);
      case Choice::expected_size: return weigh<Choice::expected_size>(candidates, allowed);
      case Choice::entropy: return weigh<Choice::entropy>(candidates, allowed);
      case Choice::most_parts: return weigh<Choice::most_parts>(candidates, allowed);
    }
    return 0;
  }

 private:
  template <Choice choice>
  std::uint32_t weigh(Candidates candidates, std::span<const std::uint32_t> allowed) {
    const std::size_t size = candidates.size();
    consistent_.clear();
    for (const std::uint32_t secret : candidates) consistent_.push_back(table_.winner[secret]);
    std::sort(consistent_.begin(), consistent_.end());

    // Step 1. A consistent guess that leaves every candidate alone in its part is best by every metric, and no other guess
    // is as good but one that does the same. (Not so with weights: there, other guesses may be as good.)
    const bool equal_weights = table_.weights.empty();
    if (equal_weights && size <= table_.feedbacks) {
      for (const std::uint32_t guess : consistent_) {
        if (is_perfect(guess, candidates)) return guess;
      }
    }
    const double weight = equal_weights ? static_cast<double>(size) : weight_of(candidates);
    Best best{choice == Choice::entropy ? tolerance * std::max(weight, 1.0) : 0};

    // Step 2. The consistent guesses, one by one, and of an orbit only the lowest.
    const bool by_weight = !equal_weights && weight > 0;  // candidates without any weight are told apart by number
    for (const std::uint32_t guess : consistent_) is_consistent_[guess] = true;
    if (allowed.empty() || size * 8 < allowed.size()) {
      for (const std::uint32_t guess : consistent_) best.offer(value<choice>(guess, candidates, by_weight), true, guess);
    } else {
      for (const std::uint32_t guess : allowed) {
        if (is_consistent_[guess]) best.offer(value<choice>(guess, candidates, by_weight), true, guess);
      }
    }

    // Step 3. All the others: by blocks of guesses where most of them are to be looked at, else one by one.
    if (!strategy_.consistent) offer_others<choice>(candidates, allowed, by_weight, best);
    for (const std::uint32_t guess : consistent_) is_consistent_[guess] = false;
    return best.guess;
  }

  template <Choice choice>
  void offer_others(Candidates candidates, std::span<const std::uint32_t> allowed, bool by_weight, Best& best) {
    const std::size_t count = allowed.empty() ? table_.guesses : allowed.size();
    const bool in_blocks = sizeof(Ordinal) == 1 && !by_weight && candidates.size() <= 255 && table_.feedbacks <= 64 &&
                           count * 4 > table_.guesses && table_.guesses >= count_width;
    if (in_blocks) {
      if constexpr (sizeof(Ordinal) == 1) offer_blocks<choice>(candidates, best);
    } else {
      for (std::size_t i = 0; i < count; ++i) {
        const auto guess = allowed.empty() ? static_cast<std::uint32_t>(i) : allowed[i];
        if (!is_consistent_[guess]) best.offer(value<choice>(guess, candidates, by_weight), false, guess);
      }
    }
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

  // The metric of one guess; infinite when it leaves the candidates as they are, for such a guess is never played.
  template <Choice choice>
  double value(std::uint32_t guess, Candidates candidates, bool by_weight) {
    const Ordinal* row = table_.row(guess);
    for (const std::uint32_t secret : candidates) ++counts_[row[secret]];
    if (by_weight) {
      for (const std::uint32_t secret : candidates) weights_[row[secret]] += table_.weights[secret];
    }
    double value = 0;
    const bool splits = counts_[row[candidates[0]]] < candidates.size() || row[candidates[0]] == table_.win;
    for (const std::uint32_t secret : candidates) {
      const Ordinal f = row[secret];
      if (counts_[f] == 0) continue;
      value = with_part<choice>(value, by_weight ? static_cast<double>(weights_[f]) : counts_[f]);
      counts_[f] = 0;
      if (by_weight) weights_[f] = 0;
    }
    return splits ? value : std::numeric_limits<double>::infinity();
  }

  // Offers every guess that is not consistent, count_width of them at a time. No consistent guess is perfect here, so the
  // first guess that is ends the search.
  template <Choice choice>
  void offer_blocks(Candidates candidates, Best& best) {
    const std::size_t size = candidates.size(), parts = table_.feedbacks;
    constexpr std::size_t blocks = 8;  // copied at a time: rows are far apart, and whole cache lines are cheaper
    columns_.resize(size * count_width * blocks);
    sizes_.resize(parts * count_width);
    double perfect = 0;
    for (std::size_t i = 0; i < size; ++i) perfect = with_part<choice>(perfect, 1);
    // The last block overlaps the one before it, so that all are whole.
    const std::uint32_t last = table_.guesses - static_cast<std::uint32_t>(count_width);
    for (std::uint32_t start = 0; start < table_.guesses; start += count_width * blocks) {
      for (std::size_t b = 0; b < blocks && start + b * count_width < table_.guesses; ++b) {
        const std::uint32_t first = std::min(start + static_cast<std::uint32_t>(b * count_width), last);
        for (std::size_t s = 0; s < size; ++s) {
          const Ordinal* column = table_.by_secret + std::size_t{candidates[s]} * table_.guesses + first;
          std::memcpy(&columns_[(b * size + s) * count_width], column, count_width);
        }
      }
      for (std::size_t b = 0; b < blocks && start + b * count_width < table_.guesses; ++b) {
        const std::uint32_t first = std::min(start + static_cast<std::uint32_t>(b * count_width), last);
        count_parts_(&columns_[b * size * count_width], size, parts, sizes_.data());
        offer_block<choice>(first, size, parts, best);
        if (best.value <= perfect + best.slack && best.guess < first + count_width) return;
      }
    }
  }

  template <Choice choice>
  void offer_block(std::uint32_t first, std::size_t size, std::size_t parts, Best& best) {
    std::array<double, count_width> values{};
    std::array<std::uint16_t, count_width> sums{};
    for (std::size_t f = 0; f < parts; ++f) {
      const std::uint8_t* sizes = &sizes_[f * count_width];
      for (std::size_t i = 0; i < count_width; ++i) {
        if constexpr (choice == Choice::minimax) sums[i] = std::max<std::uint16_t>(sums[i], sizes[i]);
        if constexpr (choice == Choice::expected_size) sums[i] = static_cast<std::uint16_t>(sums[i] + sizes[i] * sizes[i]);
        if constexpr (choice == Choice::most_parts) sums[i] = static_cast<std::uint16_t>(sums[i] + (sizes[i] != 0));
        if constexpr (choice == Choice::entropy) values[i] += small_size_bits[sizes[i]];
      }
    }
    for (std::size_t i = 0; i < count_width; ++i) {
      double value = choice == Choice::entropy ? values[i] : static_cast<double>(sums[i]);
      if (choice == Choice::most_parts) value = -value;
      const auto guess = first + static_cast<std::uint32_t>(i);
      if (value > best.value + best.slack || is_consistent_[guess]) continue;
      if (is_one_part<choice>(value, size)) continue;
      best.offer(value, false, guess);
    }
  }

  // Whether the metric has the value of a guess that splits nothing: no other guess is as bad.
  template <Choice choice>
  static bool is_one_part(double value, std::size_t size) {
    return value == with_part<choice>(0, static_cast<double>(size));
  }

  const TableView<Ordinal>& table_;
  const Strategy& strategy_;
  std::vector<std::uint32_t> counts_;  // zero between calls, as are the next two
  std::vector<std::int64_t> weights_;
  std::vector<std::uint8_t> is_consistent_;
  std::vector<std::uint32_t> consistent_;
  std::vector<std::uint8_t> columns_;
  std::vector<std::uint8_t> sizes_;
  CountParts count_parts_;
};

// A node while the tree grows, level by level.
struct Node {
  std::uint32_t parent;
  std::uint32_t feedback;
  std::uint32_t depth;
  std::uint32_t guess = 0;
  bool wins = false;
  std::uint64_t state = 0;
};

// The nodes of `grown` (parents before children, siblings by feedback) in preorder.
Tree in_preorder(const std::vector<Node>& grown) {
  const std::size_t size = grown.size();
  std::vector<std::uint32_t> subtree(size, 1), place(size), next(size);
  for (std::size_t i = size; i-- > 1;) subtree[grown[i].parent] += subtree[i];
  Tree tree{std::vector<std::uint32_t>(size), std::vector<std::uint32_t>(size), std::vector<std::uint32_t>(size),
            std::vector<std::uint8_t>(size)};
  for (std::size_t i = 0; i < size; ++i) {
    if (i > 0) {
      place[i] = next[grown[i].parent];
      next[grown[i].parent] += subtree[i];
    }
    next[i] = place[i] + 1;
    tree.guess[place[i]] = grown[i].guess;
    tree.feedback[place[i]] = grown[i].feedback;
    tree.depth[place[i]] = grown[i].depth;
    tree.wins[place[i]] = grown[i].wins;
  }
  return tree;
}

}  // namespace

std::uint64_t random_state(std::uint64_t seed) { return mixed(seed); }

std::uint64_t random_state(std::uint64_t state, std::uint32_t guess, std::uint32_t feedback) {
  return mixed(state ^ mixed(std::uint64_t{guess} << 32 | feedback));
}

template <class Ordinal>
std::uint32_t choose(const TableView<Ordinal>& table, const Strategy& strategy, const Position& position,
                     std::span<const std::uint32_t> allowed) {
  return Chooser<Ordinal>(table, strategy)(position, allowed);
}

template <class Ordinal>
Tree build_tree(const TableView<Ordinal>& table, const Strategy& strategy, std::int64_t first_guess,
                const Symmetries* symmetries, int threads, const Progress& progress) {
  // One level at a time. The candidates of a level lie in one array, each node's in one piece; a task takes one node.
  struct Open {
    std::uint32_t node, begin, end;
  };
  struct Part {
    std::uint32_t feedback, begin, end;
  };
  std::vector<Node> grown{{0, 0, 1, 0, false, random_state(strategy.seed)}};
  std::vector<std::uint32_t> candidates(table.secrets), sorted(table.secrets);
  std::iota(candidates.begin(), candidates.end(), 0u);
  std::vector<Open> level{{0, 0, table.secrets}};
  const bool weighs = strategy.choice != Choice::first && strategy.choice != Choice::random;
  std::vector<Chooser<Ordinal>> choosers;
  std::vector<std::vector<std::uint32_t>> scratch(static_cast<std::size_t>(threads),
                                                  std::vector<std::uint32_t>(table.feedbacks));
  for (int i = 0; i < threads; ++i) choosers.emplace_back(table, strategy);
  std::uint64_t found = 0;

  while (!level.empty()) {
    // Step 1. Which guesses differ, for each parent of this level: its children share a history.
    struct Family {
      std::uint32_t parent;
      std::vector<std::uint32_t> allowed;
    };
    std::vector<Family> families;
    std::vector<std::uint32_t> family_of(level.size());
    const bool by_orbits = weighs && symmetries != nullptr;
    for (std::size_t i = 0; i < level.size() && by_orbits; ++i) {
      const std::uint32_t parent = grown[level[i].node].parent;
      if (families.empty() || families.back().parent != parent) families.push_back({parent, {}});
      family_of[i] = static_cast<std::uint32_t>(families.size() - 1);
    }
    if (by_orbits) {
      std::vector<std::uint64_t> work(families.size());
      for (std::size_t i = 0; i < level.size(); ++i) work[family_of[i]] += level[i].end - level[i].begin;
      parallel_for(families.size(), threads, [&](std::uint64_t f) {
        if (work[f] < 40) return;  // looking for orbits would take longer than looking at all guesses
        std::vector<std::uint32_t> history;
        if (grown[level[0].node].depth > 1) {
          for (std::uint32_t node = families[f].parent;; node = grown[node].parent) {
            history.push_back(grown[node].guess);
            if (grown[node].depth == 1) break;
          }
        }
        families[f].allowed = symmetries->representatives(history);
      });
    }

    // Step 2. A guess for each node, and its candidates sorted by feedback.
    std::vector<std::vector<Part>> parts(level.size());
    parallel_for(level.size(), threads, [&](std::uint64_t i, std::size_t worker) {
      const Open& open = level[i];
      Node& node = grown[open.node];
      const Candidates here{candidates.data() + open.begin, open.end - open.begin};
      if (node.depth == 1 && first_guess >= 0) {
        node.guess = static_cast<std::uint32_t>(first_guess);
      } else if (here.size() == 1) {
        node.guess = table.winner[here[0]];
      } else {
        const auto allowed = by_orbits ? std::span<const std::uint32_t>(families[family_of[i]].allowed)
                                       : std::span<const std::uint32_t>();
        node.guess = choosers[worker]({here, node.state}, allowed);
      }
      std::vector<std::uint32_t>& ends = scratch[worker];
      partition(table.row(node.guess), here, ends, sorted.data() + open.begin);
      for (std::uint32_t f = 0, begin = 0; f < table.feedbacks; begin = ends[f++]) {
        if (ends[f] > begin) parts[i].push_back({f, open.begin + begin, open.begin + ends[f]});
      }
      if (progress && worker == 0) progress(found);
    });

    // Step 3. The next level, in the order of this one.
    std::vector<Open> next;
    for (std::size_t i = 0; i < level.size(); ++i) {
      const std::uint32_t at = level[i].node;
      for (const Part& part : parts[i]) {
        if (part.feedback == table.win) {
          grown[at].wins = true;
          ++found;
          continue;
        }
        const std::uint64_t state = random_state(grown[at].state, grown[at].guess, part.feedback);
        next.push_back({static_cast<std::uint32_t>(grown.size()), part.begin, part.end});
        grown.push_back({at, part.feedback, grown[at].depth + 1, 0, false, state});
      }
    }
    std::swap(candidates, sorted);
    level = std::move(next);
  }
  return in_preorder(grown);
}

#define BESTGUESS_FOR_ORDINAL(Ordinal)                                                                             \
  template std::uint32_t choose(const TableView<Ordinal>&, const Strategy&, const Position&,                       \
                                std::span<const std::uint32_t>);                                                   \
  template Tree build_tree(const TableView<Ordinal>&, const Strategy&, std::int64_t, const Symmetries*, int,       \
                           const Progress&);
BESTGUESS_FOR_ORDINAL(std::uint8_t)
BESTGUESS_FOR_ORDINAL(std::uint16_t)

}  // namespace bestguess
