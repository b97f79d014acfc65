// One thread of an exact search: branch and bound over sets of candidates.
//
// solve(set) finds the value of a set by trying its guesses in a good order. evaluate(guess) finds the cost of a guess
// by bounding its parts, and by solving them if bounds are not enough. The two call each other.
#pragma once

#include <algorithm>
#include <cassert>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/rules.hpp"
#include "core/search/bounds.hpp"
#include "core/search/counting_bounds.hpp"
#include "core/search/order.hpp"
#include "core/search/part_counter.hpp"
#include "core/search/shared.hpp"
#include "core/search/work_queue.hpp"
#include "core/stack.hpp"

namespace bestguess::exact {

using History = std::vector<std::uint32_t>;  // the guesses made so far

// A thread of the search with its scratch memory. `calling_thread` says whether it is the thread that called the
// search.
template <class Ordinal, class Value>
class Worker {
 public:
  using Bound = bestguess::Bound<Value>;
  using Part = exact::Part<Value>;
  using RankedGuess = exact::RankedGuess<Value>;
  using GuessQueue = exact::GuessQueue<Value>;
  using SharedNode = exact::SharedNode<Value>;
  static constexpr Value infinite = ValueTraits<Value>::infinite;

  Worker(SharedState<Ordinal, Value>& shared, WorkQueue<Value>& work, bool calling_thread)
      : shared_(shared),
        work_(work),
        table_(shared.table),
        costs_(shared.costs),
        calling_thread_(calling_thread),
        counter_(table_, shared.request.candidates.size()),
        bounds_(table_, costs_, counter_, shared.request.consistent),
        order_(shared, counter_, calling_thread),
        part_sizes_(table_.feedbacks),
        part_ends_(table_.feedbacks),
        part_weights_(table_.feedbacks),
        part_heaviest_(table_.feedbacks),
        labels_(table_.labels) {
    // With fewer symbols, few sets are images of one another, and looking for them takes longer than it saves.
    if (shared.codes && 4 * shared.codes->symbols() >= 7 * shared.codes->length()) {
      images_.emplace(*shared.codes, table_.winner);
    }
  }

  // How evaluate() bounds and opens parts during a search: with everything that is known. Other users (root.hpp,
  // proof.hpp, task.cpp) provide the same members.
  struct SearchSteps {
    Worker& worker;

    // What is known of a part; whether to count the parts of all guesses if that is not enough; and the bound that this
    // gives.
    std::optional<Bound> find(const Set& set, std::size_t d) { return worker.shared_.find(set, d); }
    bool counts_all_guesses() const { return worker.shared_.request.savings.bound_by_all_guesses; }
    Bound bound_by_all_guesses(const Set& set, std::size_t d) { return worker.bound_by_all_guesses(set, d); }

    // Returns the value of `part` at depth d if it is below beta, otherwise a lower bound that is at least beta. `sum`
    // is a lower bound of the guess above it.
    Value open(const Part& part, std::size_t d, Value beta, Value /*sum*/, History& history, std::size_t level) {
      return worker.solve(part.set, d, beta, history, level);
    }
  };

  // Returns the set of `candidates` with these `allowed` guesses (empty: all guesses).
  Set make_set(Candidates candidates, Guesses allowed) {
    Set set{candidates, shared_.key_of_allowed(allowed), 0, 0, table_.feedbacks, allowed, labels_of(candidates), {}};
    for (const std::uint32_t secret : candidates) {
      set.key += shared_.keys[secret];
      set.weight += costs_.weight(secret);
      set.heaviest = std::max(set.heaviest, costs_.weight(secret));
    }
    return set;
  }

  // Returns the value of `set` at depth d if it is below beta, otherwise a lower bound that is at least beta. `level`
  // selects the scratch memory.
  Value solve(const Set& set, std::size_t d, Value beta, History& history, std::size_t level) {
    assert(!set.secrets.empty());
    const Bound known = bound(set, d);
    if (known.exact || known.cost >= beta) return known.cost;
    shared_.count_node();
    poll();
    Set node_set = set;
    set_image_of(node_set);
    node_set.max_parts = open_queue(set, d, beta, history, level);
    SharedNode node(node_set, d, level, levels_[level].queue, beta, history);
    const NodeScope scope(*this, node);
    // The first guess is often the best and gives a tight budget for the others. So other threads may help only after
    // it.
    bool may_offer = set.size() >= min_size_for_threads;
    while (try_next(node, history)) {
      if (may_offer && work_.has_idle_threads()) {
        work_.offer(node);
        may_offer = false;
      }
    }
    help_until_alone(node);
    const Value result = node.found ? node.best : node.queue.least_refuted;
    shared_.remember_solved(node_set, d, {result, node.found});
    return result;
  }

  // Returns the value of playing `guess` if it is below `budget`, otherwise a lower bound that is at least `budget`.
  // This is the only place where a guess is evaluated; `steps` says how to bound and open its parts. Afterwards
  // parts(level) has what is known of each part: exact values if the result is below the budget.
  template <class Steps>
  Value evaluate(std::uint32_t guess, const Set& set, std::size_t d, Value budget, History& history, std::size_t level,
                 Steps steps) {
    const std::size_t next_depth = costs_.depth_after(d, guess);
    Value sum = split(guess, set, d, level);
    if (sum >= budget) return sum;
    std::vector<Part>& parts = levels_[level].parts;
    // Steps 1 to 4 bound every part before any is opened, the cheapest method first. They return as soon as the sum
    // reaches the budget.
    const auto reaches_budget = [&](Part& part, const Bound& known) {
      const Value bound = std::min(infinite, known.cost + costs_.shift(part.set.weight, guess));
      sum += std::max(Value{}, bound - part.bound);
      part.bound = std::max(part.bound, bound);
      part.exact = known.exact;
      return sum >= budget;
    };
    std::vector<std::size_t>& unresolved = levels_[level].unresolved;
    unresolved.clear();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (!parts[i].exact) unresolved.push_back(i);
    }
    // Bounds parts of min_size … max_size secrets by their winners. Returns whether the sum reaches the budget.
    const auto bound_by_winners = [&](std::size_t min_size, std::size_t max_size) {
      if (!shared_.bounds_by_winners()) return false;
      for (const std::size_t i : unresolved) {
        if (parts[i].set.size() < min_size || parts[i].set.size() > max_size) continue;
        if (reaches_budget(parts[i], bounds_.bound_by_winners(parts[i].set, next_depth))) return true;
      }
      std::erase_if(unresolved, [&](std::size_t i) { return parts[i].exact; });
      return false;
    };
    // Step 1. Bound small parts by their winners, which is faster than a look-up in the cache.
    if (bound_by_winners(1, table_.rule ? max_size_to_bound_by_winners : max_size_to_count_first))
      return std::min(sum, infinite);
    // Step 2. Look up the other parts.
    for (const std::size_t i : unresolved) set_key_of(parts[i].set);
    if (table_.rule) restrict_parts(guess, set, level);  // not needed for winners, but part of the key in the cache
    for (const std::size_t i : unresolved) shared_.cache.prefetch(shared_.key(parts[i].set, next_depth));
    std::size_t left = 0;
    for (const std::size_t i : unresolved) {
      const std::optional<Bound> known = steps.find(parts[i].set, next_depth);
      if (!known) unresolved[left++] = i;
      else if (reaches_budget(parts[i], *known)) return std::min(sum, infinite);
    }
    unresolved.resize(left);
    // Step 3. Bound larger parts by their winners. (With a rule, step 1 has done so.)
    if (!table_.rule && bound_by_winners(max_size_to_count_first + 1, max_size_to_bound_by_winners))
      return std::min(sum, infinite);
    // Step 4. Bound the parts that are still unknown by counting the parts of all guesses.
    if (!steps.counts_all_guesses()) unresolved.clear();
    order_.order_parts(parts, unresolved);
    for (const std::size_t i : unresolved) {
      if (reaches_budget(parts[i], steps.bound_by_all_guesses(parts[i].set, next_depth)))
        return std::min(sum, infinite);
    }
    // Step 5. Open the remaining parts, the smallest first, because they replace bounds by values at the least cost.
    history.push_back(guess);
    for (std::size_t i = parts.size(); i-- > 0 && sum < budget;) {
      if (parts[i].exact) continue;
      const Value shift = costs_.shift(parts[i].set.weight, guess), rest = sum - parts[i].bound;
      const Value value = steps.open(parts[i], next_depth, budget - rest - shift, sum, history, level + 1);
      parts[i].bound = std::min(infinite, value + shift);
      sum = rest + parts[i].bound;
    }
    history.pop_back();
    if (sum < budget) {  // callers use the parts, so their keys must be known
      for (Part& part : parts) set_key_of(part.set);
    }
    return std::min(sum, infinite);
  }

  Value evaluate(std::uint32_t guess, const Set& set, std::size_t d, Value budget, History& history,
                 std::size_t level) {
    return evaluate(guess, set, d, budget, history, level, SearchSteps{*this});
  }

  const CostBounds<Value>& costs() const { return costs_; }

  // Computes the key of a set, unless it is known.
  void set_key_of(Set& set) {
    if (set.key != SetKey{}) return;
    for (const std::uint32_t secret : set.secrets) set.key += shared_.keys[secret];
  }

  void set_image_of(Set& set) {
    if (!images_ || set.size() < min_size_for_images) return;
    if (last_image_.first != set.key) last_image_ = {set.key, images_->image_key(set.secrets)};
    set.image = last_image_.second;
  }

  // Returns what is known of a set, or else the bound by counting the parts of its guesses.
  Bound bound(const Set& set, std::size_t d) {
    if (costs_.is_trivial(set.size(), d)) return {costs_.value_of_trivial(set, d), true};
    const std::optional<Bound> known = shared_.find(set, d);
    return known ? *known : bound_by_all_guesses(set, d);
  }

  // Returns the bound by counting parts, or a cached bound of an image. The result is cached.
  Bound bound_by_all_guesses(const Set& set, std::size_t d) {
    poll();
    Set with_image = set;
    set_image_of(with_image);
    if (with_image.image != SetKey{}) {
      if (const std::optional<Bound> known = shared_.find_image(with_image, d)) {
        shared_.cache.store(shared_.key(set, d), *known);
        return *known;
      }
    }
    const Bound bound = bounds_.bound_by_all_guesses(with_image, d);
    shared_.remember(with_image, d, bound);
    return bound;
  }

  // Returns the bound by counting parts without the cache: what a reader of a proof can count.
  Bound count_bound(const Set& set, std::size_t d) { return bounds_.bound_by_all_guesses(set, d); }

  // Fills the queue of `level` with the guesses of `set` that may cost less than beta. Returns the largest number of
  // parts of any guess, or set.max_parts if it was not counted.
  std::uint32_t open_queue(const Set& set, std::size_t d, Value beta, const History& history, std::size_t level) {
    prepare_level(level);
    const std::uint32_t max_parts = order_.open(set, d, beta, history, levels_[level].queue);
    return shared_.request.savings.most_parts ? max_parts : set.max_parts;
  }

  // Moves the queue of `level` out, so that the level can be used for other sets.
  GuessQueue take_queue(std::size_t level) { return std::exchange(levels_[level].queue, {}); }

  std::optional<RankedGuess> next_guess(GuessQueue& queue, const Set& set, std::size_t d, Value best) {
    return order_.next(queue, set, d, best);
  }

  // The parts of the last guess evaluated at `level`, the largest first; and the parts that it finishes.
  const std::vector<Part>& parts(std::size_t level) const { return levels_[level].parts; }
  const std::vector<FinishedPart>& finished_parts(std::size_t level) const { return levels_[level].finished; }

  // Helps with nodes that other threads offer, until over() holds. over() is called under the lock of the work queue.
  template <class Over>
  void help(const Over& over) {
    const auto report = [&] { shared_.report(calling_thread_); };
    while (SharedNode* node = work_.join(0, over, report)) help_with(*node);
  }

  // Calls work() and catches its exceptions. For threads whose caller does not wait for a result.
  template <class Work>
  void run_and_catch(const Work& work) {
    try {
      work();
    } catch (const SearchStopped&) {
      reset();
    } catch (...) {
      shared_.fail(std::current_exception());
      reset();
    }
  }

  // Restores the scratch memory after an exception.
  void reset() {
    std::fill(part_sizes_.begin(), part_sizes_.end(), 0);
    std::fill(part_weights_.begin(), part_weights_.end(), 0);
    std::fill(part_heaviest_.begin(), part_heaviest_.end(), 0);
    labels_.reset();
    bounds_.reset();
    order_.reset();
  }

 private:
  static constexpr std::size_t min_size_for_threads = 24;
  static constexpr std::size_t min_size_for_images = 5;
  static constexpr std::size_t max_size_to_bound_by_winners = 32;
  static constexpr std::size_t min_size_to_prefetch = 16;
  static constexpr std::size_t max_size_to_count_first = 4;  // so small that counting is faster than a look-up

  // The scratch memory of one level of the recursion.
  struct Level {
    GuessQueue queue;
    std::vector<std::uint32_t> secrets;  // of the parts
    std::vector<Part> parts;
    std::vector<FinishedPart> finished;
    std::vector<std::size_t> unresolved;              // indices of parts that are still to be bounded
    std::vector<std::vector<std::uint32_t>> allowed;  // the guesses that the rule allows in these parts
  };

  // Ensures that no other thread works on a node when it is destroyed.
  struct NodeScope {
    NodeScope(Worker& owner, SharedNode& shared_node) : worker(owner), node(shared_node) {}
    NodeScope(const NodeScope&) = delete;
    NodeScope& operator=(const NodeScope&) = delete;
    ~NodeScope() {
      worker.work_.withdraw(node);
      worker.work_.wait_for_helpers(node);
    }
    Worker& worker;
    SharedNode& node;
  };

  std::uint32_t labels_of(Candidates candidates) {
    return costs_.shares_labels() ? labels_.count(candidates) : static_cast<std::uint32_t>(candidates.size());
  }

  // Splits `set` by `guess` into the parts of `level`, the largest first, without keys. Returns the sum of the bounds
  // by size of these parts and of the costs of finished parts.
  Value split(std::uint32_t guess, const Set& set, std::size_t d, std::size_t level) {
    assert(guess < table_.guesses);
    prepare_level(level);
    Level& scratch = levels_[level];
    const Ordinal* row = table_.row(guess);
    // Step 1. Sort the feedbacks by size of their parts, the largest first, then by order of appearance. The sort key
    // packs size, order and feedback into one number.
    feedbacks_.clear();
    for (const std::uint32_t secret : set.secrets) {
      if (part_sizes_[row[secret]]++ == 0) feedbacks_.push_back(row[secret]);
    }
    order_of_parts_.clear();
    for (std::size_t i = 0; i < feedbacks_.size(); ++i) {
      const std::uint32_t smaller = ~part_sizes_[feedbacks_[i]];
      order_of_parts_.push_back(std::uint64_t{smaller} << 32 | i << 16 | feedbacks_[i]);
    }
    std::sort(order_of_parts_.begin(), order_of_parts_.end());
    // Step 2. Sort the secrets by feedback, and sum up their weights.
    std::uint32_t start = 0;
    for (std::size_t i = 0; i < feedbacks_.size(); ++i) {
      const auto f = feedbacks_[i] = static_cast<Ordinal>(order_of_parts_[i] & 0xFFFF);
      part_ends_[f] = start;  // the next free place of the part
      start += part_sizes_[f];
    }
    scratch.secrets.resize(set.size());
    for (const std::uint32_t secret : set.secrets) scratch.secrets[part_ends_[row[secret]]++] = secret;
    if (costs_.weighted()) {
      for (const std::uint32_t secret : set.secrets) {
        const Ordinal f = row[secret];
        part_weights_[f] += costs_.weight(secret);
        part_heaviest_[f] = std::max(part_heaviest_[f], costs_.weight(secret));
      }
    }
    // Step 3. Make the parts and bound them.
    const std::size_t next_depth = costs_.depth_after(d, guess);
    scratch.parts.clear();
    scratch.finished.clear();
    Value sum{};
    for (const Ordinal f : feedbacks_) {
      const std::uint32_t size = std::exchange(part_sizes_[f], 0);
      const Candidates secrets{scratch.secrets.data() + part_ends_[f] - size, size};
      const Set part{secrets,
                     {},
                     costs_.weighted() ? std::exchange(part_weights_[f], 0) : size,
                     costs_.weighted() ? std::exchange(part_heaviest_[f], 0) : 1,
                     set.max_parts,
                     {},
                     labels_of(secrets),
                     {}};
      if (f == table_.win || (costs_.identifies() && part.labels == 1)) {
        scratch.finished.push_back({f, size});
        sum = std::min(infinite, sum + costs_.cost_of_finished(part.weight, guess, d));
        continue;
      }
      if (part.size() == set.size()) {  // does not split the candidates
        sum = infinite;
        continue;
      }
      const bool exact = costs_.is_trivial(part.size(), next_depth);
      const Value below =
          exact ? costs_.value_of_trivial(part, next_depth) : costs_.bound_by_size(part, next_depth, labels_);
      const Value bound = std::min(infinite, below + costs_.shift(part.weight, guess));
      sum = std::min(infinite, sum + bound);  // capped, because thousands of infinite parts would overflow
      scratch.parts.push_back({part, f, bound, exact});
    }
    return sum;
  }

  // Applies the rule to the unresolved parts of `level`.
  void restrict_parts(std::uint32_t guess, const Set& set, std::size_t level) {
    Level& scratch = levels_[level];
    if (scratch.allowed.size() < scratch.unresolved.size()) scratch.allowed.resize(scratch.unresolved.size());
    for (std::size_t i = 0; i < scratch.unresolved.size(); ++i) {
      std::vector<std::uint32_t>& allowed = scratch.allowed[i];
      Part& part = scratch.parts[scratch.unresolved[i]];
      allowed.clear();
      table_.rule->filter(guess, part.feedback, set.allowed, rule_scratch_, allowed);
      part.set.allowed = allowed;
      part.set.key += shared_.key_of_allowed(allowed);
    }
  }

  // Tries the next guess of `node`. Returns false if there is none.
  bool try_next(SharedNode& node, History& history) {
    std::optional<RankedGuess> next;
    Value budget;
    {
      const std::lock_guard lock(node.guard);
      next = order_.next(node.queue, node.set, node.depth, node.best);
      budget = node.best;
      // Start to load the row of the guess after this one.
      if (!node.queue.ranked.empty() && node.set.size() >= min_size_to_prefetch) {
        const Ordinal* row = table_.row(node.queue.ranked.front().guess);
        for (const std::uint32_t secret : node.set.secrets) __builtin_prefetch(row + secret);
      }
    }
    if (!next) return false;
    const Value value = evaluate(next->guess, node.set, node.depth, budget, history, node.level);
    const std::lock_guard lock(node.guard);
    if (value < node.best) {
      node.best = value;
      node.found = true;
    } else {
      node.queue.refute(value);
    }
    return true;
  }

  void help_with(SharedNode& node) {
    run_and_catch([&] {
      History history = node.history;
      while (try_next(node, history)) {
      }
      work_.withdraw(node);
    });
    work_.leave(node);
  }

  // Waits for the helpers of `node`, and meanwhile helps with what they offer below it.
  void help_until_alone(SharedNode& node) {
    work_.withdraw(node);
    const auto alone = [&] { return node.helpers == 0; };
    const auto report = [&] { shared_.report(calling_thread_); };
    while (SharedNode* other = work_.join(node.level, alone, report)) help_with(*other);
    poll();
  }

  void poll() { shared_.poll(calling_thread_); }

  // Prepares the scratch memory of `level`. Every level of the recursion calls this, so it is where the search ends if
  // the stack of the thread runs out.
  void prepare_level(std::size_t level) {
    if (stack_is_low()) {
      shared_.fail(std::make_exception_ptr(std::overflow_error("a tree this deep does not fit the stack of a thread")));
      throw SearchStopped();
    }
    if (levels_.size() <= level + 1) levels_.resize(level + 2);
  }

  SharedState<Ordinal, Value>& shared_;
  WorkQueue<Value>& work_;
  const TableView<Ordinal>& table_;
  const CostBounds<Value>& costs_;
  bool calling_thread_;
  PartCounter<Ordinal> counter_;
  CountingBounds<Ordinal, Value> bounds_;
  GuessOrder<Ordinal, Value> order_;
  Rule::Scratch rule_scratch_;
  std::vector<Ordinal> feedbacks_;             // scratch of split
  std::vector<std::uint64_t> order_of_parts_;  // scratch of split
  std::vector<std::uint32_t> part_sizes_;  // by feedback; all zero between calls, like part_weights_ and part_heaviest_
  std::vector<std::uint32_t> part_ends_;
  std::vector<Weight> part_weights_, part_heaviest_;
  LabelWeights labels_;
  std::optional<Images> images_;
  std::pair<SetKey, SetKey> last_image_;  // key and image of the last set: each image is needed twice
  std::deque<Level> levels_;
};

}  // namespace bestguess::exact
