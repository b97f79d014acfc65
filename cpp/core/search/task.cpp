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
        history_(task.request.history),
        set_(worker_.set_of(task.request.candidates)),
        budget_(task.request.upper_bound ? Traits::of(*task.request.upper_bound) : infinite) {
    shared_.saves_solved_sets = true;
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(std::min(task.seconds, 1e8)));
    shared_.on_poll = [this, end] {
      if (Clock::now() > end) shared_.stop = true;
    };
  }

  TaskResult run() {
    if (task_.guesses.empty()) solve();
    else try_guesses();
    if (shared_.failure) std::rethrow_exception(shared_.failure);
    result_.key = shared_.key(set_, task_.depth);
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

  // Bounds the parts of a guess by what is known of them, and opens none.
  struct BoundSteps : exact::Worker<Ordinal, Value>::SearchSteps {
    Value open(const Part& part, std::size_t, Value, Value, exact::History&, std::size_t) {
      return part.bound - this->worker.costs().shift(part.set);
    }
  };

  void solve() {
    try {
      if (task_.seconds > 0) {
        const Value value = worker_.solve(set_, task_.depth, budget_, history_, 0);
        result_.value = Traits::to(value);
        result_.exact = value < budget_ || worker_.bound(set_, task_.depth).exact;
        result_.finished = true;
        return;
      }
    } catch (const exact::Stopped&) {
      go_on();
    }
    if (shared_.failure) return;
    shared_.on_poll = nullptr;
    list_guesses();
  }

  void list_guesses() {
    exact::Set counted = set_;
    counted.most_parts = worker_.open_queue(set_, task_.depth, budget_, history_, 0);
    exact::GuessQueue<Value> queue = worker_.take_queue(0);
    while (const auto next = worker_.next_guess(queue, counted, task_.depth, budget_)) {
      result_.open_guesses.push_back(next->guess);
    }
    result_.least_refuted = Traits::to(queue.least_refuted);
    result_.value = Traits::to(worker_.bound(set_, task_.depth).cost);
  }

  void try_guesses() {
    std::size_t tried = 0;
    try {
      for (; tried < task_.guesses.size(); ++tried) {
        note(worker_.evaluate(task_.guesses[tried], set_, task_.depth, budget_, history_, 0));
      }
      result_.finished = true;
    } catch (const exact::Stopped&) {
      go_on();
      if (shared_.failure) return;
      shared_.on_poll = nullptr;
      open_guess(task_.guesses[tried]);
    }
  }

  void open_guess(std::uint32_t guess) {
    const Value sum = worker_.evaluate(guess, set_, task_.depth, budget_, history_, 0, BoundSteps{{worker_}});
    if (sum >= budget_) return note(sum);
    Value won = sum;
    for (const Part& part : worker_.parts(0)) {
      const Value shift = shared_.costs.shift(part.set);
      won = won - part.bound;  // which is finite, since the sum is
      result_.open_parts.push_back({part.feedback, static_cast<std::uint32_t>(part.set.size()),
                                    Traits::to(part.bound - shift), Traits::to(shift), part.exact});
    }
    result_.won = Traits::to(won);
  }

  // Notes the value of the next guess, and tightens the budget.
  void note(Value value) {
    const std::uint32_t guess = task_.guesses[result_.tried.size()];
    result_.tried.push_back({guess, Traits::to(value), value < budget_});
    budget_ = std::min(budget_, value);
  }

  // Makes ready to go on after the search was stopped.
  void go_on() {
    history_ = task_.request.history;
    worker_.reset();
    shared_.stop = false;
  }

  const SearchTask& task_;
  exact::SharedState<Ordinal, Value> shared_;
  exact::WorkQueue<Value> work_;
  exact::Worker<Ordinal, Value> worker_;
  exact::History history_;
  exact::Set set_;
  Value budget_;
  TaskResult result_;
};

}  // namespace

template <class Ordinal>
TaskResult run_task(const TableView<Ordinal>& table, const SearchTask& task) {
  assert(!task.request.candidates.empty());
  if (task.request.objective.may_lose) return TaskRun<Ordinal, LossCost>(table, task).run();
  return TaskRun<Ordinal, Cost>(table, task).run();
}

template TaskResult run_task(const TableView<std::uint8_t>&, const SearchTask&);
template TaskResult run_task(const TableView<std::uint16_t>&, const SearchTask&);

}  // namespace bestguess
