#include "core/search/task.hpp"

#include <cassert>
#include <chrono>
#include <exception>
#include <optional>
#include <span>
#include <utility>

#include "core/search/worker.hpp"

namespace bestguess {

namespace {

template <class Ordinal, class Value>
class TaskRun {
 public:
  TaskRun(const TableView<Ordinal>& table, const SearchTask& task)
      : task_(task),
        shared_(table, task.request),
        worker_(shared_, work_, true),
        depth_(depth_of(task)),
        history_(task.request.history),
        set_(worker_.make_set(task.request.candidates, task.request.allowed)),
        budget_(task.request.upper_bound ? Traits::from_pair(*task.request.upper_bound) : infinite) {
    shared_.saves_solved_sets = true;
    shared_.max_history_with_symmetry -= task.moves;
  }

  TaskResult run() {
    if (task_.guesses.empty()) solve();
    else try_listed_guesses();
    if (shared_.failure) std::rethrow_exception(shared_.failure);
    result_.found = best_ < budget_ || result_.found;
    result_.best = Traits::to_pair(best_);
    result_.least_refuted = Traits::to_pair(least_refuted_);
    result_.key = shared_.key(set_, depth_);
    result_.nodes = shared_.nodes;
    const auto solved = shared_.take_solved();
    const auto bytes = std::as_bytes(std::span(solved));
    result_.solved.assign(bytes.begin(), bytes.end());
    return std::move(result_);
  }

 private:
  using Traits = ValueTraits<Value>;
  using Part = exact::Part<Value>;
  using Clock = std::chrono::steady_clock;
  static constexpr Value infinite = Traits::infinite;

  // Bounds the parts of a guess by what is known, and opens none of them.
  struct BoundSteps : exact::Worker<Ordinal, Value>::SearchSteps {
    std::uint32_t guess;
    Value open(const Part& part, std::size_t, Value, Value, exact::History&, std::size_t) {
      return part.bound - this->worker.costs().shift(part.set.weight, guess);
    }
  };

  // The depth after the guesses that the search itself has made.
  std::size_t depth_of(const SearchTask& task) const {
    const std::vector<std::uint32_t>& history = task.request.history;
    std::size_t depth = 0;
    for (std::size_t i = history.size() - task.moves; i < history.size(); ++i) {
      depth = shared_.costs.depth_after(depth, history[i]);
    }
    return depth;
  }

  // Tries all guesses of the set, unless its known bound is enough.
  void solve() {
    const Bound<Value> known = worker_.bound(set_, depth_);
    result_.bound = Traits::to_pair(known.cost);
    if (known.exact || known.cost >= budget_) {
      result_.finished = true;
      result_.found = known.exact;
      (known.exact ? best_ : least_refuted_) = known.cost;
      return;
    }
    shared_.count_node();
    exact::GuessQueue<Value> queue = all_guesses();
    try_guesses([&]() -> std::optional<std::uint32_t> {
      const auto next = worker_.next_guess(queue, set_, depth_, best_);
      return next ? std::optional(next->guess) : std::nullopt;
    });
    least_refuted_ = std::min(least_refuted_, queue.least_refuted);
    if (!result_.finished) return;
    const bool below_budget = best_ < budget_;
    shared_.remember_solved(set_, depth_, {below_budget ? best_ : least_refuted_, below_budget});
  }

  void try_listed_guesses() {
    all_guesses();  // only to count their parts
    try_guesses([this, next = task_.guesses.begin()]() mutable -> std::optional<std::uint32_t> {
      return next == task_.guesses.end() ? std::nullopt : std::optional(*next++);
    });
  }

  exact::GuessQueue<Value> all_guesses() {
    set_.max_parts = worker_.open_queue(set_, depth_, budget_, history_, 0);
    return worker_.take_queue(0);
  }

  // Tries the guesses that `next` returns, until there are no more or time is up.
  template <class Next>
  void try_guesses(Next next) {
    bool on_time = task_.seconds > 0;
    while (const std::optional<std::uint32_t> guess = next()) {
      if (!on_time && (any_tried_ || task_.guesses.empty())) {
        result_.open_guesses.push_back(*guess);
      } else {
        try_or_open(*guess);
        if (shared_.failure) return;
        on_time = on_time && !result_.opened && !has_elapsed(task_.seconds);
      }
    }
    result_.finished = !result_.opened && result_.open_guesses.empty();
  }

  void try_or_open(std::uint32_t guess) {
    any_tried_ = true;
    try {
      if (task_.seconds > 0) return record(value_of(guess));
    } catch (const exact::SearchStopped&) {
      resume();
    }
    if (!shared_.failure) open(guess);
  }

  // Throws SearchStopped if it takes too long.
  Value value_of(std::uint32_t guess) {
    shared_.on_poll = [this] {
      if (has_elapsed(SearchTask::patience * task_.seconds)) shared_.stop = true;
    };
    const Value value = worker_.evaluate(guess, set_, depth_, best_, history_, 0);
    shared_.on_poll = nullptr;
    if (!shared_.failure) shared_.stop = false;  // time ran out just as the guess was finished
    return value;
  }

  void open(std::uint32_t guess) {
    const Value sum = worker_.evaluate(guess, set_, depth_, best_, history_, 0, BoundSteps{{worker_}, guess});
    if (sum >= best_) return record(sum);
    result_.opened = guess;
    Value won = sum;
    for (const Part& part : worker_.parts(0)) {
      const Value shift = shared_.costs.shift(part.set.weight, guess);
      won = won - part.bound;  // finite, because the sum is
      result_.open_parts.push_back({part.feedback, static_cast<std::uint32_t>(part.set.size()),
                                    Traits::to_pair(part.bound - shift), Traits::to_pair(shift), part.exact});
    }
    result_.won = Traits::to_pair(won);
  }

  void record(Value value) {
    if (value < best_) best_ = value;
    else least_refuted_ = std::min(least_refuted_, value);
  }

  bool has_elapsed(double seconds) const {
    return std::chrono::duration<double>(Clock::now() - start_).count() > seconds;
  }

  // Makes the worker usable again after the search was stopped.
  void resume() {
    history_ = task_.request.history;
    worker_.reset();
    shared_.stop = false;
    shared_.on_poll = nullptr;
  }

  const SearchTask& task_;
  exact::SharedState<Ordinal, Value> shared_;
  exact::WorkQueue<Value> work_;
  exact::Worker<Ordinal, Value> worker_;
  const std::size_t depth_;  // as CostBounds encodes it
  exact::History history_;
  exact::Set set_;
  const Value budget_;
  Value best_ = budget_;  // starts as the budget, then is the least value found
  Value least_refuted_ = infinite;
  bool any_tried_ = false;
  const Clock::time_point start_ = Clock::now();
  TaskResult result_;
};

}  // namespace

template <class Ordinal>
TaskResult run_task(const TableView<Ordinal>& table, const SearchTask& task) {
  assert(!task.request.candidates.empty() && task.moves <= task.request.history.size());
  if (task.request.objective.may_lose) return TaskRun<Ordinal, LossCost>(table, task).run();
  return TaskRun<Ordinal, Cost>(table, task).run();
}

template TaskResult run_task(const TableView<std::uint8_t>&, const SearchTask&);
template TaskResult run_task(const TableView<std::uint16_t>&, const SearchTask&);

}  // namespace bestguess
