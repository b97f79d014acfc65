// The top level of a search: its threads, the first guesses, and the bounds of the result.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "core/search/proof.hpp"
#include "core/search/tree_writer.hpp"
#include "core/search/worker.hpp"

namespace bestguess::exact {

template <class Ordinal, class Value>
class Root {
 public:
  using GuessQueue = exact::GuessQueue<Value>;
  using RankedGuess = exact::RankedGuess<Value>;
  using Part = exact::Part<Value>;
  static constexpr Value infinite = ValueTraits<Value>::infinite;

  explicit Root(SharedState<Ordinal, Value>& shared)
      : shared_(shared),
        request_(shared.request),
        history_(request_.history),
        best_(request_.upper_bound ? ValueTraits<Value>::from_pair(*request_.upper_bound) : infinite),
        budget_(request_.all_first_guesses ? infinite : best_),
        known_lower_(request_.lower_bound ? ValueTraits<Value>::from_pair(*request_.lower_bound)
                                          : -ValueTraits<Value>::step) {
    for (int i = 0; i < request_.threads; ++i) workers_.emplace_back(shared, work_, i == 0);
    set_ = main_worker().make_set(request_.candidates, request_.allowed);
  }
  Root(const Root&) = delete;
  Root& operator=(const Root&) = delete;
  ~Root() { end_helpers(); }

  Value lower() const {
    const std::lock_guard lock(guard_);
    return std::min(lower_, best_);
  }
  Value upper() const {
    const std::lock_guard lock(guard_);
    return best_;
  }

  // The number of orbits of first guesses, and how many of them may still be the best. Both are 0 if first guesses are
  // not compared.
  std::size_t all_first_guesses() const { return first_guesses_; }
  std::size_t open_first_guesses() const {
    const std::lock_guard lock(guard_);
    return open_guesses_;
  }

  // Finds the value, over all first guesses or for the requested one. Throws SearchStopped.
  void run() {
    if (!request_.first_guess || request_.whole_tree) raise_lower_by_counting();
    if (request_.first_guess) {
      record_value(*request_.first_guess, evaluate_first_guess(*request_.first_guess, best_));
    } else {
      main_worker().open_queue(set_, 0, budget_, history_, 0);
      queue_ = main_worker().take_queue(0);
      first_guesses_ = first_guesses().size();
      open_guesses_ = queue_.open_guesses();
      while (const std::optional<RankedGuess> next = main_worker().next_guess(queue_, set_, 0, budget_)) {
        open_guesses_ = queue_.open_guesses() + 1;
        other_bound_ = std::min(queue_.least_bound(), queue_.least_refuted);
        raise_lower(std::min(next->bound, other_bound_));
        record_value(next->guess, find_or_compute(next->guess, [&](Value budget) {
                       return evaluate_first_guess(next->guess, budget);
                     }));
        if (workers_.size() > 1 && queue_.open_guesses() >= min_guesses_per_thread * workers_.size()) {
          try_first_guesses_in_parallel();
          break;
        }
      }
    }
    open_guesses_ = 0;
    lower_ = best_;
  }

  // Finds the values of first guesses, one of each orbit: all of them, or the most_valued best ones. Throws
  // SearchStopped.
  void value_first_guesses() {
    if (request_.most_valued < first_guesses().size()) return run();
    lower_ = main_worker().bound(set_, 0).cost;
    other_bound_ = {};
    for (const std::uint32_t guess : first_guesses()) record_value(guess, evaluate_first_guess(guess, infinite));
    lower_ = best_;
  }

  // Lists the useful first guesses, in ascending order: all of them if `finished`, otherwise only those with a known
  // value.
  std::vector<FirstGuess> valued_first_guesses(bool finished) {
    std::vector<FirstGuess> list;
    for (const std::uint32_t guess : first_guesses()) {
      if (!splits_or_wins(guess)) continue;
      const auto known = first_guess_bounds_.find(guess);
      const bool exact = known != first_guess_bounds_.end() && known->second.exact;
      if (!exact && !finished) continue;
      const Value least = known == first_guess_bounds_.end() ? budget_ : std::max(budget_, known->second.cost);
      list.push_back({guess, ValueTraits<Value>::to_pair(exact ? known->second.cost : least), exact});
    }
    return list;
  }

  // Raises the lower bound of the result by counting the parts of all guesses.
  void raise_lower_by_counting() { raise_lower(main_worker().bound(set_, 0).cost); }

  // Writes a tree of the value found, or only its first node, by the tie rule. Returns an empty tree if there is none.
  Tree tree() {
    if (best_ >= infinite || (!best_guess_ && request_.lower_bound)) return {};
    TreeWriter<Ordinal, Value> writer(shared_, main_worker(), TieRule::lowest);
    return request_.whole_tree ? writer.write_tree(set_, best_, request_.first_guess)
                               : writer.write_first_node(set_, best_, request_.first_guess);
  }

  // Writes a tree of the best value found before the search was stopped, with any guesses that reach it. Returns an
  // empty tree if there is none, or if writing it takes too long.
  Tree tree_so_far() {
    if (!best_guess_) return {};
    shared_.node_limit = shared_.nodes + max_nodes_for_tree;
    try {
      return TreeWriter<Ordinal, Value>(shared_, main_worker(), TieRule::any).write_tree(set_, best_, best_guess_);
    } catch (const SearchStopped&) {
      reset();
      return {};
    }
  }

  // Writes the proof that nothing costs less than the value found. It is empty if the known lower bound already says
  // so.
  std::vector<Claim> proof() {
    if (best_ <= known_lower_) return {};
    end_helpers();  // the proof starts its own threads and uses the workers
    return Proof<Ordinal, Value>(shared_, workers_).write(set_, best_, request_.first_guess);
  }

  // Makes the workers usable again after the search was stopped.
  void reset() {
    history_ = request_.history;
    for (Worker<Ordinal, Value>& worker : workers_) worker.reset();
  }

 private:
  // The steps of Worker::evaluate at the root: they also start helper threads and update the lower bound for progress
  // reports.
  struct RootSteps : Worker<Ordinal, Value>::SearchSteps {
    Root& root;

    Value open(const Part& part, std::size_t d, Value beta, Value sum, History& history, std::size_t level) {
      root.start_helpers();
      root.raise_lower(std::min(sum, root.other_bound_));
      return this->worker.solve(part.set, d, beta, history, level);
    }
  };

  // Returns the value of playing `guess` first if it is below `limit`, otherwise a lower bound that is at least
  // `limit`.
  Value evaluate_first_guess(std::uint32_t guess, Value limit) {
    return main_worker().evaluate(guess, set_, 0, limit, history_, 0, RootSteps{{main_worker()}, *this});
  }

  // Whether a first guess is useful: it splits the candidates or wins.
  bool splits_or_wins(std::uint32_t guess) const {
    const Ordinal* row = shared_.table.row(guess);
    const Ordinal answer = row[set_.secrets[0]];
    return answer == shared_.table.win || std::any_of(set_.secrets.begin(), set_.secrets.end(),
                                                      [&](std::uint32_t secret) { return row[secret] != answer; });
  }

  // Returns the cached bound of a first guess if it is exact or refutes the guess. Otherwise calls compute(budget) and
  // caches its result.
  template <class Compute>
  Value find_or_compute(std::uint32_t guess, const Compute& compute) {
    const SetKey key = shared_.key_of_guess(set_, 0, guess);
    Value budget;
    {
      const std::lock_guard lock(guard_);
      budget = budget_;
    }
    const std::optional<Bound<Value>> known = shared_.request.savings.memory ? shared_.cache.find(key) : std::nullopt;
    if (known && (known->exact || known->cost >= budget)) return known->cost;
    const Value value = compute(budget);
    shared_.remember_solved(key, {value, value < budget});
    return value;
  }

  // Records the value of a first guess, or a lower bound that is at least the budget.
  void record_value(std::uint32_t guess, Value value) {
    const std::lock_guard lock(guard_);
    const bool exact = value < budget_ || (request_.all_first_guesses && budget_ >= infinite);
    if (!exact) queue_.refute(value);
    if (request_.all_first_guesses) {
      first_guess_bounds_.insert_or_assign(guess, Bound<Value>{value, exact});
      if (exact) best_values_.insert(value);
      if (best_values_.size() > request_.most_valued) best_values_.erase(std::prev(best_values_.end()));
      if (best_values_.size() == request_.most_valued) budget_ = std::min(budget_, *std::prev(best_values_.end()));
    }
    if (value >= best_) return;
    best_ = value;
    best_guess_ = guess;
    if (!request_.all_first_guesses)
      budget_ = best_ <= known_lower_ ? Value{} : best_;  // a budget of 0 refutes all other guesses
  }

  // All threads try first guesses. A thread that finds no more of them helps the others.
  void try_first_guesses_in_parallel() {
    end_helpers();
    bounds_in_progress_.assign(workers_.size(), infinite);
    threads_trying_ = workers_.size() - 1;
    for (std::size_t i = 1; i < workers_.size(); ++i) {
      helpers_.emplace_back([this, i] {
        workers_[i].run_and_catch([&] { try_first_guesses(i); });
        work_.update([&] { --threads_trying_; });
        workers_[i].help([&] { return finished_; });
      });
    }
    const auto all_done = [&] { return threads_trying_ == 0; };
    try {
      try_first_guesses(0);
    } catch (...) {
      main_worker().help(all_done);
      throw;
    }
    main_worker().help(all_done);
    shared_.poll(true);
  }

  // Tries first guesses until none is left. Throws SearchStopped.
  void try_first_guesses(std::size_t number) {
    Worker<Ordinal, Value>& worker = workers_[number];
    History history = request_.history;
    while (true) {
      std::optional<RankedGuess> next;
      {
        const std::lock_guard lock(guard_);
        next = worker.next_guess(queue_, set_, 0, budget_);
        if (!next) return;
        bounds_in_progress_[number] = next->bound;
        update_progress();
      }
      const Value value = find_or_compute(
          next->guess, [&](Value budget) { return worker.evaluate(next->guess, set_, 0, budget, history, 0); });
      const std::lock_guard lock(guard_);
      bounds_in_progress_[number] = infinite;
      record_value(next->guess, value);
      update_progress();
    }
  }

  // Updates the lower bound and the count of open first guesses.
  void update_progress() {
    const auto busy = std::count_if(bounds_in_progress_.begin(), bounds_in_progress_.end(),
                                    [](Value bound) { return bound < infinite; });
    open_guesses_ = queue_.open_guesses() + static_cast<std::size_t>(busy);
    other_bound_ = std::min({queue_.least_bound(), queue_.least_refuted,
                             *std::min_element(bounds_in_progress_.begin(), bounds_in_progress_.end())});
    raise_lower(other_bound_);
  }

  // Returns the allowed first guesses, one of each orbit.
  std::vector<std::uint32_t> first_guesses() {
    std::vector<std::uint32_t> representatives_scratch, scratch;
    const auto* representatives = shared_.representatives(history_, representatives_scratch);
    if (request_.consistent) return shared_.consistent_guesses(set_, representatives);
    const Guesses guesses =
        intersect(request_.allowed, representatives ? Guesses(*representatives) : Guesses(), scratch);
    if (!guesses.empty()) return {guesses.begin(), guesses.end()};
    std::vector<std::uint32_t> all(shared_.table.guesses);
    std::iota(all.begin(), all.end(), 0u);
    return all;
  }

  void raise_lower(Value bound) {
    const std::lock_guard lock(guard_);
    lower_ = std::max(lower_, std::min(bound, best_));
  }

  // Starts the helper threads, but not for small searches: starting a thread would take longer.
  void start_helpers() {
    if (!helpers_.empty() || shared_.nodes < min_nodes_for_helpers) return;
    for (std::size_t i = 1; i < workers_.size(); ++i) {
      helpers_.emplace_back([this, i] { workers_[i].help([&] { return finished_; }); });
    }
  }

  void end_helpers() {
    work_.update([&] { finished_ = true; });
    for (std::thread& helper : helpers_) helper.join();
    helpers_.clear();
    finished_ = false;
  }

  Worker<Ordinal, Value>& main_worker() { return workers_.front(); }

  static constexpr std::uint64_t min_nodes_for_helpers = 30, max_nodes_for_tree = 20000;
  static constexpr std::size_t min_guesses_per_thread = 32;  // with fewer, first guesses are not tried in parallel
  SharedState<Ordinal, Value>& shared_;
  const SearchRequest& request_;
  WorkQueue<Value> work_;
  History history_;
  std::deque<Worker<Ordinal, Value>> workers_;  // the first one belongs to the calling thread
  std::vector<std::thread> helpers_;
  bool finished_ = false;                  // this and the next are protected by the lock of the work queue
  std::size_t threads_trying_ = 0;         // threads that try first guesses, not counting the calling thread
  GuessQueue queue_;                       // the first guesses; this and what follows are protected by guard_
  std::vector<Value> bounds_in_progress_;  // the bound of the first guess that each thread is trying; infinite if none
  std::size_t first_guesses_ = 0, open_guesses_ = 0;
  mutable std::recursive_mutex guard_;  // recursive: ranking guesses may report progress
  Set set_{};
  Value best_;
  Value budget_;  // a first guess must be below it: the best value, or the worst of the most_valued best ones
  const Value known_lower_;                                   // known to the caller; below every value if unknown
  std::map<std::uint32_t, Bound<Value>> first_guess_bounds_;  // by first guess, if their values were requested
  std::multiset<Value> best_values_;                          // the most_valued least values found so far
  std::optional<std::uint32_t> best_guess_;  // empty while nothing better than the known upper bound was found
  Value lower_{};
  Value other_bound_ = infinite;  // a lower bound of the first guesses that are not being tried
};

}  // namespace bestguess::exact
