// One thread of an exact search: branch and bound over sets of candidates.
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

using History = std::vector<std::uint32_t>;  // guesses that have been made

// One thread of the search, with its scratch memory. `calling_thread`: whether it is the one that called the search.
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
    // With fewer symbols, max_size_to_count_first sets are images of one another, and to look for them takes longer than it saves.
    if (shared.codes && 4 * shared.codes->symbols() >= 7 * shared.codes->length()) {
      images_.emplace(*shared.codes, table_.winner);
    }
  }

  // How a guess is evaluated when a search goes on below it: with all that is known, and by opening parts. Those who do it
  // in another way (root.hpp, proof.hpp) have the same members.
  struct SearchSteps {
    Worker& worker;

    // What is known of a part, whether the parts of all guesses are opened where that is not enough, and these opened.
    std::optional<Bound> find(const Set& set, std::size_t d) { return worker.shared_.find(set, d); }
    bool counts_all_guesses() const { return worker.shared_.request.savings.bound_by_all_guesses; }
    Bound bound_by_all_guesses(const Set& set, std::size_t d) { return worker.bound_by_all_guesses(set, d); }

    // The value of `part` at depth d if it is below beta, otherwise a lower bound of at least beta. `sum` is what the guess
    // above it costs at least.
    Value open(const Part& part, std::size_t d, Value beta, Value /*sum*/, History& history, std::size_t level) {
      return worker.solve(part.set, d, beta, history, level);
    }
  };

  // The set of `candidates` where these guesses are `allowed`; all if empty.
  Set make_set(Candidates candidates, Guesses allowed) {
    Set set{candidates, shared_.key_of_allowed(allowed), 0, 0, table_.feedbacks, allowed, labels_of(candidates), {}};
    for (const std::uint32_t secret : candidates) {
      set.key += shared_.keys[secret];
      set.weight += costs_.weight(secret);
      set.heaviest = std::max(set.heaviest, costs_.weight(secret));
    }
    return set;
  }

  // The value of `set` at depth d if it is below beta, otherwise a lower bound of at least beta. `level` numbers the scratch
  // memory.
  Value solve(const Set& set, std::size_t d, Value beta, History& history, std::size_t level) {
    assert(!set.secrets.empty());
    const Bound known = bound(set, d);
    if (known.exact || known.cost >= beta) return known.cost;
    shared_.count_node();
    poll();
    Set opened = set;
    set_image_of(opened);
    opened.max_parts = open_queue(set, d, beta, history, level);
    SharedNode node(opened, d, level, levels_[level].queue, beta, history);
    const NodeScope scope(*this, node);
    // The first guess is often the best, a budget for all the others: only then may other threads help.
    bool may_offer = set.size() >= min_size_for_threads;
    while (try_next(node, history)) {
      if (may_offer && work_.has_idle_threads()) {
        work_.offer(node);
        may_offer = false;
      }
    }
    help_until_alone(node);
    const Value result = node.found ? node.best : node.queue.least_refuted;
    shared_.remember_solved(opened, d, {result, node.found});
    return result;
  }

  // The value of playing `guess` if it is below `budget`, otherwise a lower bound of at least budget. This is the one place
  // where a guess is evaluated; `steps` says how its parts are bounded and opened. The parts of `level` then hold what is
  // known of each: exact values when the result is below the budget.
  template <class Steps>
  Value evaluate(std::uint32_t guess, const Set& set, std::size_t d, Value budget, History& history, std::size_t level,
                 Steps steps) {
    const std::size_t next = costs_.depth_after(d, guess);
    Value sum = split(guess, set, d, level);
    if (sum >= budget) return sum;
    std::vector<Part>& parts = levels_[level].parts;
    // Step 1. Bound every part before any is opened, the cheapest way first, and give up as soon as the sum says so.
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
    // Returns whether the sum reaches the budget, by the winners of parts of least … most secrets.
    const auto bound_by_winners = [&](std::size_t min_size, std::size_t max_size) {
      if (!shared_.bounds_by_winners()) return false;
      for (const std::size_t i : unresolved) {
        if (parts[i].set.size() < min_size || parts[i].set.size() > max_size) continue;
        if (reaches_budget(parts[i], bounds_.bound_by_winners(parts[i].set, next))) return true;
      }
      std::erase_if(unresolved, [&](std::size_t i) { return parts[i].exact; });
      return false;
    };
    if (bound_by_winners(1, table_.rule ? max_size_to_bound_by_winners : max_size_to_count_first))
      return std::min(sum, infinite);
    for (const std::size_t i : unresolved) set_key_of(parts[i].set);
    if (table_.rule) restrict_parts(guess, set, level);  // which winners do not need, but the memory does
    for (const std::size_t i : unresolved) shared_.cache.prefetch(shared_.key(parts[i].set, next));
    std::size_t left = 0;
    for (const std::size_t i : unresolved) {
      const std::optional<Bound> known = steps.find(parts[i].set, next);
      if (!known) unresolved[left++] = i;
      else if (reaches_budget(parts[i], *known)) return std::min(sum, infinite);
    }
    unresolved.resize(left);
    if (!table_.rule && bound_by_winners(max_size_to_count_first + 1, max_size_to_bound_by_winners))
      return std::min(sum, infinite);
    if (!steps.counts_all_guesses()) unresolved.clear();
    order_.order_parts(parts, unresolved);
    for (const std::size_t i : unresolved) {
      if (reaches_budget(parts[i], steps.bound_by_all_guesses(parts[i].set, next))) return std::min(sum, infinite);
    }
    // Step 2. Open what is left, the smallest part first, so that values replace bounds cheaply.
    history.push_back(guess);
    for (std::size_t i = parts.size(); i-- > 0 && sum < budget;) {
      if (parts[i].exact) continue;
      const Value shift = costs_.shift(parts[i].set.weight, guess), rest = sum - parts[i].bound;
      const Value value = steps.open(parts[i], next, budget - rest - shift, sum, history, level + 1);
      parts[i].bound = std::min(infinite, value + shift);
      sum = rest + parts[i].bound;
    }
    history.pop_back();
    if (sum < budget) {
      for (Part& part : parts) set_key_of(part.set);
    }
    return std::min(sum, infinite);
  }

  Value evaluate(std::uint32_t guess, const Set& set, std::size_t d, Value budget, History& history,
                 std::size_t level) {
    return evaluate(guess, set, d, budget, history, level, SearchSteps{*this});
  }

  const CostBounds<Value>& costs() const { return costs_; }

  // The key of a set that is not settled, unless it is known.
  void set_key_of(Set& set) {
    if (set.key != SetKey{}) return;
    for (const std::uint32_t secret : set.secrets) set.key += shared_.keys[secret];
  }

  void set_image_of(Set& set) {
    if (!images_ || set.size() < min_size_for_images) return;
    if (last_image_.first != set.key) last_image_ = {set.key, images_->image_key(set.secrets)};
    set.image = last_image_.second;
  }

  // What is known of a set, or what counting the parts of its guesses gives.
  Bound bound(const Set& set, std::size_t d) {
    if (costs_.is_trivial(set.size(), d)) return {costs_.value_of_trivial(set, d), true};
    const std::optional<Bound> known = shared_.find(set, d);
    return known ? *known : bound_by_all_guesses(set, d);
  }

  // The same without what is known; remembered.
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

  // The same again, neither known nor remembered: what a reader of a proof can count.
  Bound count_bound(const Set& set, std::size_t d) { return bounds_.bound_by_all_guesses(set, d); }

  // Makes ready the guesses of `set` at `level` that may cost less than beta; returns the most parts that any guess has, or
  // what was known of that.
  std::uint32_t open_queue(const Set& set, std::size_t d, Value beta, const History& history, std::size_t level) {
    prepare_level(level);
    const std::uint32_t max_parts = order_.open(set, d, beta, history, levels_[level].queue);
    return shared_.request.savings.most_parts ? max_parts : set.max_parts;
  }

  // The queue of `level`, to be kept while the level is used for other sets.
  GuessQueue take_queue(std::size_t level) { return std::exchange(levels_[level].queue, {}); }

  std::optional<RankedGuess> next_guess(GuessQueue& queue, const Set& set, std::size_t d, Value best) {
    return order_.next(queue, set, d, best);
  }

  // The parts of the guess that was evaluated last at `level`, the largest first, and those that end.
  const std::vector<Part>& parts(std::size_t level) const { return levels_[level].parts; }
  const std::vector<FinishedPart>& finished_parts(std::size_t level) const { return levels_[level].finished; }

  // Helps with what others have offered, until over() holds, which is with_image under the guard of the work queue.
  template <class Over>
  void help(const Over& over) {
    const auto report = [&] { shared_.report(calling_thread_); };
    while (SharedNode* node = work_.join(0, over, report)) help_with(*node);
  }

  // Calls work(), which may throw SearchStopped, on a thread that nobody waits for with a result.
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

  // Makes the scratch memory clean again, after an exception.
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
  static constexpr std::size_t max_size_to_count_first = 4;  // candidates that are sooner opened than remembered

  // Scratch of one level of the recursion.
  struct Level {
    GuessQueue queue;
    std::vector<std::uint32_t> secrets;  // of the parts
    std::vector<Part> parts;
    std::vector<FinishedPart> finished;
    std::vector<std::size_t> unresolved;              // parts that are still to be bounded
    std::vector<std::vector<std::uint32_t>> allowed;  // guesses, by the rule, of those parts
  };

  // Sees to it that no thread works on a node that has gone.
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

  // Splits `set` by `guess` into the parts of `level`, the largest first, without their keys; returns the sum of their
  // bounds by size and of the cost of those that end.
  Value split(std::uint32_t guess, const Set& set, std::size_t d, std::size_t level) {
    assert(guess < table_.guesses);
    prepare_level(level);
    Level& scratch = levels_[level];
    const Ordinal* row = table_.row(guess);
    // Step 1. The feedbacks, those of the largest parts first, else in the order in which they are met.
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
    // Step 2. The secrets by feedback, and what they weigh.
    std::uint32_t start = 0;
    for (std::size_t i = 0; i < feedbacks_.size(); ++i) {
      const auto f = feedbacks_[i] = static_cast<Ordinal>(order_of_parts_[i] & 0xFFFF);
      part_ends_[f] = start;  // of what is filled in so far
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
    // Step 3. The parts, and what each costs at least.
    const std::size_t next = costs_.depth_after(d, guess);
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
      const bool exact = costs_.is_trivial(part.size(), next);
      const Value below = exact ? costs_.value_of_trivial(part, next) : costs_.bound_by_size(part, next, labels_);
      const Value bound = std::min(infinite, below + costs_.shift(part.weight, guess));
      sum = std::min(infinite, sum + bound);  // thousands of parts that cannot be done would overflow
      scratch.parts.push_back({part, f, bound, exact});
    }
    return sum;
  }

  // Applies the rule to the parts of `level` that are not settled.
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

  // Tries one more guess of `node`; false when there is none.
  bool try_next(SharedNode& node, History& history) {
    std::optional<RankedGuess> next;
    Value budget;
    {
      const std::lock_guard lock(node.guard);
      next = order_.next(node.queue, node.set, node.depth, node.best);
      budget = node.best;
      // What the guess after this one gets is fetched meanwhile.
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

  // While others are still at work on `node`, helps with what they have offered below it.
  void help_until_alone(SharedNode& node) {
    work_.withdraw(node);
    const auto alone = [&] { return node.helpers == 0; };
    const auto report = [&] { shared_.report(calling_thread_); };
    while (SharedNode* other = work_.join(node.level, alone, report)) help_with(*other);
    poll();
  }

  void poll() { shared_.poll(calling_thread_); }

  // Makes ready the scratch memory of `level`. Every level of the recursion comes by here, so here it ends when the stack
  // of the thread does.
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
  std::vector<Ordinal> feedbacks_;             // of the parts of a split
  std::vector<std::uint64_t> order_of_parts_;  // of a split
  std::vector<std::uint32_t> part_sizes_;      // by feedback; zero between calls, as are the last two
  std::vector<std::uint32_t> part_ends_;
  std::vector<Weight> part_weights_, part_heaviest_;
  LabelWeights labels_;
  std::optional<Images> images_;
  std::pair<SetKey, SetKey>
      last_image_;  // of the set of the first key: it is with_image for twice before a set is opened
  std::deque<Level> levels_;
};

}  // namespace bestguess::exact
