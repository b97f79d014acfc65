#include "core/search.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <mutex>
#include <numeric>
#include <utility>

#include "core/parallel.hpp"
#include "core/search_worker.hpp"

namespace bestguess::exact {

// The whole of a search: the root, its threads, and the tree at the end.
template <class Ordinal>
class Root {
 public:
  Root(Shared<Ordinal>& shared, Candidates candidates, Cost known)
      : shared_(shared), history_(shared.options.history), best_(known) {
    for (int i = 0; i < shared.options.threads; ++i) workers_.emplace_back(shared, i == 0);
    set_ = workers_[0].whole(candidates);
  }

  Cost lower() const { return std::min<Cost>(lower_, best_); }
  Cost upper() const { return best_; }

  // Tries all first guesses, or the given one; throws Stopped.
  void run(std::int64_t first_guess) {
    Worker<Ordinal>& main = workers_[0];
    const Known known = main.quick(set_, 0);
    lower_ = known.bound;
    const Cost left_out = main.find_options(set_, 0, best_, history_, 0);
    std::vector<Option> options = in_order(main.level(0).options);
    if (first_guess >= 0) options = {{lower_, 0, static_cast<std::uint32_t>(first_guess)}};
    Cost refuted = first_guess >= 0 ? infinite : left_out;
    for (std::size_t i = 0; i < options.size() && options[i].bound < best_; ++i) {
      next_bound_ = i + 1 < options.size() ? options[i + 1].bound : infinite;
      lower_ = std::max<Cost>(lower_, std::min<Cost>({options[i].bound, refuted, best_}));
      const Cost value = value_of(options[i].guess, best_);
      if (value < best_) {
        best_ = value;
      } else {
        refuted = std::min(refuted, value);
      }
    }
    lower_ = best_.load();
  }

  // The value of playing `guess` first if it is below `limit`, otherwise a lower bound of at least limit.
  Cost value_of(std::uint32_t guess, Cost limit) {
    Worker<Ordinal>& main = workers_[0];
    const std::size_t next = shared_.next(0);
    Cost sum = main.split(guess, set_, 0, 0);
    auto& parts = main.level(0).parts;
    for (auto& part : parts) {
      if (part.exact || sum >= limit) continue;
      const Known known = main.quick(part.set, next);
      const Cost bound = std::min(infinite, known.bound + shared_.shift(part.set));
      sum += std::max<Cost>(0, bound - part.bound);
      part.bound = std::max(part.bound, bound);
      part.exact = known.exact;
    }
    history_.push_back(guess);
    for (std::size_t i = parts.size(); i-- > 0 && sum < limit;) {
      if (parts[i].exact) continue;
      lower_ = std::max<Cost>(lower_, std::min<Cost>({sum, next_bound_, best_}));
      const Cost shift = shared_.shift(parts[i].set), rest = sum - parts[i].bound;
      const Cost value = solve_part(parts[i].set, next, limit - rest - shift);
      sum = rest + std::min(infinite, value + shift);
      parts[i].bound = std::min(infinite, value + shift);
    }
    history_.pop_back();
    return std::min(sum, infinite);
  }

  // The value of every first guess that differs, added to `found` as they come; throws Stopped.
  void value_first_guesses(std::vector<FirstGuess>& found) {
    Worker<Ordinal>& main = workers_[0];
    lower_ = main.quick(set_, 0).bound;
    const auto* all = shared_.representatives(history_);
    std::vector<std::uint32_t> guesses(shared_.table.guesses);
    std::iota(guesses.begin(), guesses.end(), 0u);
    if (all) guesses = *all;
    if (shared_.options.consistent) {
      std::vector<std::uint32_t> winners;
      for (const std::uint32_t secret : set_.secrets) winners.push_back(shared_.table.winner[secret]);
      std::sort(winners.begin(), winners.end());
      std::erase_if(guesses, [&](auto g) { return !std::binary_search(winners.begin(), winners.end(), g); });
    }
    next_bound_ = 0;
    for (const std::uint32_t guess : guesses) {
      const Cost value = value_of(guess, infinite);
      found.push_back({guess, value, true});
      if (value < best_) {
        best_ = value;
      }
    }
    lower_ = best_.load();
  }

  // A tree of the value that was found, by the tie rule; with `root_guess` >= 0 it begins with that.
  Tree tree(std::int64_t root_guess) {
    Tree tree;
    if (best_ >= infinite) return tree;
    grow(tree, set_, 0, best_, 0, 1, root_guess, 0);
    return tree;
  }

  void reset() {
    history_ = shared_.options.history;
    shared_.cancel = false;
    for (auto& worker : workers_) worker.reset();
  }

 private:
  static std::vector<Option> in_order(std::vector<Option> options) {
    std::sort(options.begin(), options.end(), [](const Option& a, const Option& b) { return Later()(b, a); });
    return options;
  }

  // The value of a part of the root, its guesses tried on all threads at once.
  Cost solve_part(const Set& set, std::size_t d, Cost beta) {
    Worker<Ordinal>& main = workers_[0];
    if (workers_.size() == 1 || set.size() < least_for_threads) return main.solve(set, d, beta, history_, 1);
    const Known known = main.quick(set, d);
    if (known.exact || known.bound >= beta) return known.bound;
    ++shared_.nodes;
    Cost refuted = main.find_options(set, d, beta, history_, 1);
    const std::vector<Option> options = in_order(main.level(1).options);
    Cost best = beta;
    bool found = false;
    std::mutex guard;
    // The first guess is often the best: its value is a budget for all the others.
    const auto one = [&](std::uint64_t i, std::size_t worker, std::vector<std::uint32_t>& history) {
      Cost budget;
      {
        const std::lock_guard lock(guard);
        budget = best;
      }
      const Cost value = options[i].bound >= budget ? options[i].bound
                                                    : workers_[worker].try_guess(options[i].guess, set, d, budget, history, 1);
      const std::lock_guard lock(guard);
      if (value < best) {
        best = value;
        found = true;
      } else if (value >= budget) {
        refuted = std::min(refuted, value);
      }
    };
    if (!options.empty()) {
      best = try_on_all_threads(options[0].guess, set, d, beta);
      found = best < beta;
      if (!found) refuted = std::min(refuted, std::exchange(best, beta));
    }
    std::vector<std::vector<std::uint32_t>> histories(workers_.size(), history_);
    parallel_for(options.empty() ? 0 : options.size() - 1, static_cast<int>(workers_.size()),
                 [&](std::uint64_t i, std::size_t worker) { one(i + 1, worker, histories[worker]); }, shared_.pulse);
    const Cost result = found ? best : refuted;
    shared_.cache.store(shared_.key(set, d), {result, found});
    return result;
  }

  // What Worker::try_guess does at level 1, its parts on all threads: each with what the bounds of the others leave it.
  Cost try_on_all_threads(std::uint32_t guess, const Set& set, std::size_t d, Cost limit) {
    Worker<Ordinal>& main = workers_[0];
    const std::size_t next = shared_.next(d);
    Cost sum = main.split(guess, set, d, 1);
    auto& parts = main.level(1).parts;
    std::vector<std::size_t> open;
    for (std::size_t i = parts.size(); i-- > 0;) {
      if (!parts[i].exact) open.push_back(i);
    }
    std::mutex guard;
    history_.push_back(guess);
    parallel_for(open.size(), static_cast<int>(workers_.size()), [&](std::uint64_t task, std::size_t worker) {
      auto& part = parts[open[task]];
      const Cost shift = shared_.shift(part.set);
      Cost budget;
      {
        const std::lock_guard lock(guard);
        if (sum >= limit) return;
        budget = limit - (sum - part.bound) - shift;
      }
      try {
        std::vector<std::uint32_t> history = history_;
        const Cost value = std::min(infinite, workers_[worker].solve(part.set, next, budget, history, 2) + shift);
        const std::lock_guard lock(guard);
        sum += value - part.bound;
        part.bound = value;
        if (sum >= limit) shared_.cancel = true;  // the other threads work on a guess that is refuted
      } catch (const Cancelled&) {
        workers_[worker].reset();
      }
    }, shared_.pulse);
    shared_.cancel = false;
    history_.pop_back();
    return std::min(sum, infinite);
  }

  void grow(Tree& tree, const Set& set, std::size_t d, Cost value, std::uint32_t feedback, std::uint32_t depth,
            std::int64_t root_guess, std::size_t level) {
    Worker<Ordinal>& main = workers_[0];
    const std::uint32_t guess = root_guess >= 0 ? static_cast<std::uint32_t>(root_guess) : lowest_best(set, d, value, level);
    tree.guess.push_back(guess);
    tree.feedback.push_back(feedback);
    tree.depth.push_back(depth);
    // The values of the parts, exact, by solving them again: the cache knows most.
    std::vector<std::uint32_t>& history = history_;
    main.try_guess(guess, set, d, value + 1, history, level);
    auto parts = main.level(level).parts;
    const Ordinal* row = shared_.table.row(guess);
    tree.wins.push_back(std::any_of(set.secrets.begin(), set.secrets.end(),
                                    [&](std::uint32_t s) { return row[s] == shared_.table.win; }));
    std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.feedback < b.feedback; });
    history.push_back(guess);
    for (const auto& part : parts) {
      grow(tree, part.set, shared_.next(d), part.bound - shared_.shift(part.set), part.feedback, depth + 1, -1, level + 1);
    }
    history.pop_back();
  }

  // Of the guesses that reach `value`: a consistent one before any other, then the lowest.
  std::uint32_t lowest_best(const Set& set, std::size_t d, Cost value, std::size_t level) {
    Worker<Ordinal>& main = workers_[0];
    std::vector<std::uint32_t> consistent;
    for (const std::uint32_t secret : set.secrets) consistent.push_back(shared_.table.winner[secret]);
    std::sort(consistent.begin(), consistent.end());
    const auto* lowest = shared_.representatives(history_);  // the lowest of all is the lowest of its orbit
    for (const std::uint32_t guess : consistent) {
      if (lowest && !std::binary_search(lowest->begin(), lowest->end(), guess)) continue;
      if (main.try_guess(guess, set, d, value + 1, history_, level) <= value) return guess;
    }
    main.find_options(set, d, value + 1, history_, level);
    std::vector<Option> options = main.level(level).options;
    std::sort(options.begin(), options.end(), [](const Option& a, const Option& b) { return a.guess < b.guess; });
    for (const Option& option : options) {
      if (main.try_guess(option.guess, set, d, value + 1, history_, level) <= value) return option.guess;
    }
    return consistent.front();  // not reached: some guess has the value
  }

  static constexpr std::size_t least_for_threads = 24;
  Shared<Ordinal>& shared_;
  std::vector<std::uint32_t> history_;
  std::deque<Worker<Ordinal>> workers_;
  Set set_;
  std::atomic<Cost> best_;
  std::atomic<Cost> lower_{0};
  Cost next_bound_ = infinite;
};

}  // namespace bestguess::exact

namespace bestguess {

template <class Ordinal>
SearchResult search(const TableView<Ordinal>& table, const Objective& objective, const SearchOptions& options,
                    const Symmetries* symmetries, Candidates candidates, Cost known, std::int64_t first_guess,
                    bool all_first_guesses, const SearchProgress& progress) {
  exact::Shared<Ordinal> shared(table, objective, options, symmetries);
  exact::Root<Ordinal> root(shared, candidates, known);
  auto last = std::chrono::steady_clock::now();
  shared.pulse = [&] {
    const auto now = std::chrono::steady_clock::now();
    if (!progress || now - last < std::chrono::milliseconds(50)) return;
    last = now;
    if (!progress({root.lower(), root.upper(), shared.nodes})) shared.stop = true;
  };
  SearchResult result{};
  try {
    if (all_first_guesses) root.value_first_guesses(result.first_guesses);
    else root.run(first_guess);
    result.proven = true;
  } catch (const exact::Stopped&) {
    result.proven = false;
    root.reset();
  }
  shared.stop = false;
  shared.pulse = nullptr;
  result.lower = root.lower();
  result.upper = root.upper();
  result.nodes = shared.nodes;
  // A search that was stopped gives no tree: writing one out by the tie rule may take as long as the search itself.
  if (result.proven) result.tree = root.tree(first_guess);
  else result.upper = known;
  return result;
}

#define BESTGUESS_FOR_ORDINAL(Ordinal)                                                                            \
  template SearchResult search(const TableView<Ordinal>&, const Objective&, const SearchOptions&, const Symmetries*, \
                               Candidates, Cost, std::int64_t, bool, const SearchProgress&);
BESTGUESS_FOR_ORDINAL(std::uint8_t)
BESTGUESS_FOR_ORDINAL(std::uint16_t)

}  // namespace bestguess
