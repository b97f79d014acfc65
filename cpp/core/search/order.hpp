// The order in which the guesses of a set are tried: the smallest bound first. Guesses are first sorted into classes
// with a common bound, and ranked one by one only when their class is next.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/part_size_loops.hpp"
#include "core/search/bounds.hpp"
#include "core/search/shared.hpp"

namespace bestguess::exact {

// A guess with a lower bound of its cost.
template <class Value>
struct RankedGuess {
  Value bound;
  std::uint64_t squares;  // the sum of squared part sizes: small sums are likely to be good
  std::uint32_t guess;
};

// The comparison of the heap: a guess has a lower priority than one with a smaller bound, then smaller parts, then a
// lower number.
struct LowerPriority {
  template <class Value>
  bool operator()(const RankedGuess<Value>& a, const RankedGuess<Value>& b) const {
    return std::tie(a.bound, a.squares, a.guess) > std::tie(b.bound, b.squares, b.guess);
  }
};

// The guesses of a set that may be its best, in classes that share a bound. A class is ranked when its turn comes.
template <class Value>
struct GuessQueue {
  static constexpr Value infinite = ValueTraits<Value>::infinite;
  struct Class {
    Value bound;
    std::uint32_t begin, end;  // a range of `guesses`
  };
  std::vector<std::uint32_t> guesses;
  std::vector<Class> classes;  // by ascending bound
  bool by_parts = false;  // whether classes are bounded by numbers of parts; otherwise there is one class of bound 0
  std::size_t next_class = 0;              // the first class that is not ranked yet
  std::vector<RankedGuess<Value>> ranked;  // a heap
  Value least_refuted = infinite;          // the smallest bound of the guesses that were refuted

  // Resets the queue for another set. `guesses` needs no reset because it is overwritten.
  void clear() {
    classes.clear();
    by_parts = false;
    next_class = 0;
    ranked.clear();
    least_refuted = infinite;
  }

  void refute(Value bound) { least_refuted = std::min(least_refuted, bound); }

  // The number of guesses that have not been handed out and may still be the best.
  std::size_t open_guesses() const {
    std::size_t open = ranked.size();
    for (std::size_t i = next_class; i < classes.size(); ++i) open += classes[i].end - classes[i].begin;
    return open;
  }

  // The smallest bound of the guesses that have not been handed out.
  Value least_bound() const {
    const Value unranked = next_class < classes.size() ? classes[next_class].bound : infinite;
    return ranked.empty() ? unranked : std::min(unranked, ranked.front().bound);
  }
};

// Ranks guesses. It holds scratch memory, so each thread needs its own.
template <class Ordinal, class Value>
class GuessOrder {
 public:
  using RankedGuess = exact::RankedGuess<Value>;
  using GuessQueue = exact::GuessQueue<Value>;
  using Part = exact::Part<Value>;
  static constexpr Value infinite = ValueTraits<Value>::infinite;

  GuessOrder(SharedState<Ordinal, Value>& shared, PartCounter<Ordinal>& counter, bool calling_thread)
      : shared_(shared),
        table_(shared.table),
        costs_(shared.costs),
        counter_(counter),
        calling_thread_(calling_thread),
        counts_(table_.feedbacks),
        part_weights_(table_.feedbacks),
        part_heaviest_(table_.feedbacks),
        labels_(table_.labels) {
    if (shared.codes) images_.emplace(*shared.codes, table_.winner);
  }

  // Fills `queue` with the guesses that may cost less than beta, one of each orbit. Returns the largest number of parts
  // of any guess, or set.max_parts if parts were not counted.
  std::uint32_t open(const Set& set, std::size_t d, Value beta, const std::vector<std::uint32_t>& history,
                     GuessQueue& queue) {
    assert(!set.secrets.empty());
    queue.clear();
    const auto* representatives =
        set.size() >= min_size_for_symmetry ? shared_.representatives(history, representatives_) : nullptr;
    Guesses guesses = intersect(set.allowed, representatives ? Guesses(*representatives) : Guesses(), intersection_);
    if (images_ && shared_.exchanges && set.size() >= min_size_for_exchanges && !shared_.request.consistent) {
      guesses = images_->lowest_guesses(set.secrets, guesses, *shared_.exchanges, lowest_);
    }
    const bool by_parts = counter_.counts_all() && !shared_.request.consistent && shared_.request.savings.classes;
    if (by_parts) return open_classes(set, d, beta, guesses, queue);
    if (shared_.request.consistent) {
      queue.guesses = shared_.consistent_guesses(set, representatives);
    } else if (!guesses.empty()) {
      queue.guesses.assign(guesses.begin(), guesses.end());
    } else {
      queue.guesses.resize(table_.guesses);
      std::iota(queue.guesses.begin(), queue.guesses.end(), 0u);
    }
    queue.classes.push_back({Value{}, 0, static_cast<std::uint32_t>(queue.guesses.size())});
    return set.max_parts;
  }

  // Returns the next guess of `queue` that may cost less than `best`, or nothing if all others are refuted.
  std::optional<RankedGuess> next(GuessQueue& queue, const Set& set, std::size_t d, Value best) {
    while (queue.next_class < queue.classes.size() &&
           (queue.ranked.empty() || queue.classes[queue.next_class].bound <= queue.ranked.front().bound)) {
      if (queue.classes[queue.next_class].bound >= best) {  // so all later classes are refuted too
        queue.refute(queue.classes[queue.next_class].bound);
        queue.next_class = queue.classes.size();
        break;
      }
      rank_class(queue, queue.classes[queue.next_class++], set, d, best);
    }
    if (queue.ranked.empty()) return std::nullopt;
    const RankedGuess first = queue.ranked.front();
    if (first.bound >= best) {
      queue.refute(first.bound);
      return std::nullopt;
    }
    std::pop_heap(queue.ranked.begin(), queue.ranked.end(), LowerPriority());
    queue.ranked.pop_back();
    return first;
  }

  // Sorts `order`, a list of parts that are to be bounded by all guesses. Parts with about as many candidates as there
  // are feedbacks come first: there the bound gains most over the bound by size for the time that counting takes.
  void order_parts(const std::vector<Part>& parts, std::vector<std::size_t>& order) const {
    const auto distance = [&](std::size_t i) {
      const std::size_t n = parts[i].set.size();
      return n < table_.feedbacks ? table_.feedbacks - n : n - table_.feedbacks;
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return distance(a) < distance(b); });
  }

  // Restores the scratch memory after an exception.
  void reset() {
    std::fill(counts_.begin(), counts_.end(), 0);
    std::fill(part_weights_.begin(), part_weights_.end(), 0);
    std::fill(part_heaviest_.begin(), part_heaviest_.end(), 0);
    labels_.reset();
  }

 private:
  static constexpr std::size_t min_size_for_symmetry = 12, min_size_for_exchanges = 5;
  static constexpr std::size_t max_knots = 10;

  std::uint32_t open_classes(const Set& set, std::size_t d, Value beta, Guesses guesses, GuessQueue& queue) {
    queue.by_parts = true;
    std::uint32_t max_parts = 0;
    const HeaviestSums heaviest =
        costs_.identifies() ? HeaviestSums(costs_.label_weights(set, labels_), sums_) : costs_.heaviest_of(set, sums_);
    counter_.with_kinds(set.secrets, guesses, [&](const auto* kinds, std::size_t most) {
      max_parts = static_cast<std::uint32_t>(most);
      using Kind = GuessKind<std::decay_t<decltype(*kinds)>>;
      const std::size_t slots = Kind::slots(most);
      const auto for_each_guess = [&](const auto& visit) {
        if (!guesses.empty()) {
          for (const std::uint32_t guess : guesses) visit(guess, Kind(kinds[guess]));
        } else {
          for (std::uint32_t guess = 0; guess < table_.guesses; ++guess) visit(guess, Kind(kinds[guess]));
        }
      };
      // Step 1. Count the guesses of each class. Guesses of one class have the same number of parts, and either all or
      // none can win.
      class_sizes_.assign(2 * slots, 0);
      for_each_guess([&](std::uint32_t, Kind kind) { ++class_sizes_[kind.slot(slots)]; });
      Cost e = costs_.min_cost();
      if (costs_.has_costs()) {
        e = ValueTraits<Cost>::infinite;
        for_each_guess([&](std::uint32_t guess, Kind kind) {
          if (kind.parts() > 1 || kind.wins()) e = std::min<Cost>(e, table_.cost(guess));
        });
      }
      auto bound_of = [&, least = Value{}](std::size_t parts, bool wins) mutable {
        if (parts <= 1 && !wins) return infinite;
        if (!costs_.identifies()) return costs_.bound_by_parts(heaviest, parts, wins ? 1 : 0, d, e);
        if (least == Value{}) least = costs_.bound_to_identify(set, d, most, e, labels_);
        return std::max(least, costs_.bound_by_parts_to_identify(heaviest, parts, d, e));
      };
      // Step 2. Select the classes that may cost less than beta, the smallest bound first.
      classes_.clear();
      for (std::size_t slot = 0; slot < class_sizes_.size(); ++slot) {
        if (class_sizes_[slot] == 0) continue;
        const bool wins = slot >= slots;
        const std::size_t parts = slot - (wins ? slots : 0);
        const Value bound = bound_of(parts, wins);
        if (bound < beta) classes_.push_back({bound, slot, class_sizes_[slot]});
        else queue.refute(bound);
      }
      std::sort(classes_.begin(), classes_.end(), [](const ClassInfo& a, const ClassInfo& b) {
        return std::tie(a.bound, a.slot) < std::tie(b.bound, b.slot);
      });
      // Step 3. List the guesses class by class, without those of refuted classes.
      class_places_.assign(2 * slots, no_place);
      std::uint32_t start = 0;
      for (const ClassInfo& guess_class : classes_) {
        class_places_[guess_class.slot] = start;
        queue.classes.push_back({guess_class.bound, start, start + guess_class.size});
        start += guess_class.size;
      }
      queue.guesses.resize(start);
      for_each_guess([&](std::uint32_t guess, Kind kind) {
        std::uint32_t& place = class_places_[kind.slot(slots)];
        if (place != no_place) queue.guesses[place++] = guess;
      });
    });
    return max_parts;
  }

  // Ranks the guesses of a class: bounds them by the sizes of their parts, and adds them to the heap.
  void rank_class(GuessQueue& queue, const typename GuessQueue::Class& guess_class, const Set& set, std::size_t d,
                  Value beta) {
    const std::size_t n = set.size();
    const std::span<const std::uint32_t> guesses{queue.guesses.data() + guess_class.begin,
                                                 guess_class.end - guess_class.begin};
    std::vector<RankedGuess>& ranked = queue.ranked;
    const std::size_t before = ranked.size();
    if (queue.by_parts && costs_.plain() && costs_.linear() && !costs_.weighted() && n <= table_.feedbacks) {
      // All parts are so small that part sizes give no better bound than the number of parts.
      for (const std::uint32_t guess : guesses) ranked.push_back({guess_class.bound, 0, guess});
    } else if (counter_.counts_sizes_in_blocks() && costs_.plain() && !costs_.weighted() && n >= 3 && n <= 255) {
      if constexpr (sizeof(Ordinal) == 1) rank_blocks(guesses, set, d, beta, queue);
    } else {
      for (const std::uint32_t guess : guesses) {
        if (n > 1000) shared_.poll(calling_thread_);
        RankedGuess option = costs_.identifies() ? rank_to_identify(guess, set, d) : rank(guess, set, d);
        option.bound = std::max(option.bound, guess_class.bound);
        if (option.bound < beta) ranked.push_back(option);
        else queue.refute(option.bound);
      }
    }
    if (ranked.size() - before > before) {
      std::make_heap(ranked.begin(), ranked.end(), LowerPriority());
    } else {
      for (std::size_t i = before; i < ranked.size(); ++i) {
        std::push_heap(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(i) + 1, LowerPriority());
      }
    }
  }

  // What a part adds to the bound of a guess, depending on its size, if all weights are 1. This function is 0 at 0,
  // piecewise linear and convex. So it equals the sum of slopes[k] * max(0, size - knots[k]), which sum_parts computes
  // quickly.
  struct PartCosts {
    std::array<std::uint8_t, max_knots> knots;
    std::array<Value, max_knots> slopes;
    std::size_t count = 0;
    std::size_t largest;  // larger parts are impossible
    Value win_saving;     // the cost of a losing part of one secret minus that of the winning part
  };

  PartCosts part_costs(std::size_t n, std::size_t max_parts, std::size_t d) const {
    const std::size_t next_depth = costs_.depth_after(d, 0);  // guess 0 stands for any: guesses have no costs here
    const auto added_cost = [&](std::size_t size) {
      const auto weight = static_cast<Weight>(size);
      return costs_.bound_by_size(size, weight, 1, max_parts, next_depth) + costs_.shift(weight, 0);
    };
    PartCosts costs;
    costs.largest = n - 1;  // a guess with a part as large as the set does not split it
    Value last{}, slope{};
    for (std::size_t size = 1; size < n; ++size) {
      if (added_cost(size) >= infinite) {
        costs.largest = size - 1;
        break;
      }
      if (added_cost(size) - last != slope) {
        assert(costs.count < max_knots);
        costs.knots[costs.count] = static_cast<std::uint8_t>(size - 1);
        costs.slopes[costs.count++] = added_cost(size) - last - slope;
        slope = added_cost(size) - last;
      }
      last = added_cost(size);
    }
    costs.win_saving = costs.largest == 0 ? Value{} : added_cost(1) - costs_.cost(d, 1);
    return costs;
  }

  // Ranks all these guesses in blocks of count_width.
  void rank_blocks(std::span<const std::uint32_t> all, const Set& set, std::size_t d, Value beta, GuessQueue& queue) {
    const std::size_t n = set.size(), parts = table_.feedbacks;
    const PartCosts costs = part_costs(n, set.max_parts, d);
    std::array<std::uint8_t, count_width * max_knots> totals;
    std::array<std::uint16_t, count_width> squares;
    std::array<std::uint8_t, count_width> largest;
    columns_.resize(n * count_width);
    sizes_.resize(parts * count_width);
    for (std::size_t start = 0; start < all.size(); start += count_width) {
      const std::span<const std::uint32_t> guesses = all.subspan(start, std::min(count_width, all.size() - start));
      copy_columns(set.secrets, guesses);
      loops_.count_parts(columns_.data(), n, parts, sizes_.data());
      loops_.sum_parts(sizes_.data(), parts, costs.knots.data(), costs.count, totals.data(), squares.data(),
                       largest.data());
      const std::uint8_t* wins = &sizes_[table_.win * count_width];
      for (std::size_t i = 0; i < guesses.size(); ++i) {
        Value bound = wins[i] ? -costs.win_saving : Value{};
        for (std::size_t k = 0; k < costs.count; ++k) bound += totals[k * count_width + i] * costs.slopes[k];
        if (largest[i] > costs.largest) bound = infinite;
        if (bound < beta) queue.ranked.push_back({bound, squares[i], guesses[i]});
        else queue.refute(bound);
      }
    }
  }

  // Copies the ordinals of up to count_width guesses, candidate by candidate.
  void copy_columns(Candidates candidates, std::span<const std::uint32_t> guesses) {
    const bool adjacent = guesses.size() == count_width && guesses.back() - guesses.front() == count_width - 1;
    for (std::size_t s = 0; s < candidates.size(); ++s) {
      const Ordinal* column = table_.column(candidates[s]);
      if (adjacent) {
        std::memcpy(&columns_[s * count_width], column + guesses.front(), count_width);
      } else {
        for (std::size_t i = 0; i < guesses.size(); ++i)
          columns_[s * count_width + i] = static_cast<std::uint8_t>(column[guesses[i]]);
      }
    }
  }

  // Bounds one guess by the sizes of its parts.
  RankedGuess rank(std::uint32_t guess, const Set& set, std::size_t d) {
    const Ordinal* row = table_.row(guess);
    const std::size_t next_depth = costs_.depth_after(d, guess);
    const bool weighted = costs_.weighted();
    for (const std::uint32_t secret : set.secrets) {
      ++counts_[row[secret]];
      if (weighted) {
        part_weights_[row[secret]] += costs_.weight(secret);
        part_heaviest_[row[secret]] = std::max(part_heaviest_[row[secret]], costs_.weight(secret));
      }
    }
    RankedGuess ranked{Value{}, 0, guess};
    for (const std::uint32_t secret : set.secrets) {
      const Ordinal f = row[secret];
      const std::uint32_t size = std::exchange(counts_[f], 0);
      if (size == 0) continue;
      const Weight weight = weighted ? std::exchange(part_weights_[f], 0) : size;
      const Weight heaviest = weighted ? std::exchange(part_heaviest_[f], 0) : 1;
      ranked.squares += std::uint64_t{size} * size;
      if (f == table_.win) ranked.bound += costs_.cost_of_finished(weight, guess, d);
      else if (size == set.size()) ranked.bound += infinite;  // does not split the candidates
      else
        ranked.bound +=
            costs_.bound_by_size(size, weight, heaviest, set.max_parts, next_depth) + costs_.shift(weight, guess);
      ranked.bound = std::min(ranked.bound, infinite);
    }
    return ranked;
  }

  // Bounds one guess by its parts if the goal is to identify. A part with one label is finished; the bounds of other
  // parts depend on their labels.
  RankedGuess rank_to_identify(std::uint32_t guess, const Set& set, std::size_t d) {
    const Ordinal* row = table_.row(guess);
    const std::size_t next_depth = costs_.depth_after(d, guess);
    // Step 1. Sort the secrets by feedback.
    feedbacks_.clear();
    for (const std::uint32_t secret : set.secrets) {
      if (counts_[row[secret]]++ == 0) feedbacks_.push_back(row[secret]);
    }
    RankedGuess ranked{Value{}, 0, guess};
    if (feedbacks_.size() == 1) ranked.bound = infinite;  // does not split the candidates
    std::uint32_t start = 0;
    for (const Ordinal f : feedbacks_) {
      ranked.squares += std::uint64_t{counts_[f]} * counts_[f];
      start += counts_[f];
      counts_[f] = start;  // the end of the part; the sort below fills it from there
    }
    sorted_.resize(set.size());
    for (std::size_t i = set.size(); i-- > 0;) sorted_[--counts_[row[set.secrets[i]]]] = set.secrets[i];
    // Step 2. Sum up the bounds of the parts.
    for (std::size_t i = 0; i < feedbacks_.size(); ++i) {
      const std::uint32_t begin = counts_[feedbacks_[i]];
      const std::size_t end = i + 1 < feedbacks_.size() ? counts_[feedbacks_[i + 1]] : set.size();
      Set part{Candidates(sorted_).subspan(begin, end - begin), {}, 0, 0, set.max_parts, {}, 0, {}};
      part.weight = static_cast<Weight>(part.size());
      if (costs_.weighted()) {
        part.weight = 0;
        for (const std::uint32_t secret : part.secrets) part.weight += costs_.weight(secret);
      }
      part.labels = costs_.shares_labels() ? labels_.count(part.secrets) : static_cast<std::uint32_t>(part.size());
      if (part.labels == 1) ranked.bound += costs_.cost_of_finished(part.weight, guess, d);
      else ranked.bound += costs_.bound_by_size(part, next_depth, labels_) + costs_.shift(part.weight, guess);
      ranked.bound = std::min(ranked.bound, infinite);
    }
    for (const Ordinal f : feedbacks_) counts_[f] = 0;
    return ranked;
  }

  struct ClassInfo {
    Value bound;
    std::size_t slot;
    std::uint32_t size;
  };
  static constexpr std::uint32_t no_place = ~std::uint32_t{0};  // no index: there are fewer guesses

  SharedState<Ordinal, Value>& shared_;
  const TableView<Ordinal>& table_;
  const CostBounds<Value>& costs_;
  PartCounter<Ordinal>& counter_;
  bool calling_thread_;
  std::vector<ClassInfo> classes_;
  std::vector<std::uint32_t> class_sizes_, class_places_, intersection_, representatives_;
  std::vector<std::uint32_t> counts_;  // all zero between calls, like part_weights_ and part_heaviest_
  std::vector<Weight> part_weights_, part_heaviest_, sums_;
  std::vector<std::uint8_t> columns_, sizes_;
  LabelWeights labels_;
  std::vector<Ordinal> feedbacks_;     // of the parts, in order of appearance
  std::vector<std::uint32_t> sorted_;  // the secrets, sorted by feedback
  CountLoops loops_ = count_loops();
  std::optional<Images> images_;
  std::vector<std::uint32_t> lowest_;
};

}  // namespace bestguess::exact
