#include "core/search/search.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "core/search/proof.hpp"
#include "core/search/worker.hpp"

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
  Root(const Root&) = delete;
  Root& operator=(const Root&) = delete;
  ~Root() {
    shared_.board.change([&] { over_ = true; });
    for (std::thread& helper : helpers_) helper.join();
  }

  Cost lower() const { return std::min<Cost>(lower_, best_); }
  Cost upper() const { return best_; }

  // Tries all first guesses, or the given one; throws Stopped.
  void run(std::int64_t first_guess) {
    Worker<Ordinal>& main = workers_[0];
    if (first_guess < 0 || shared_.options.whole_tree) bound_by_look();
    if (first_guess >= 0) {
      better(static_cast<std::uint32_t>(first_guess), value_of(static_cast<std::uint32_t>(first_guess), best_));
    } else {
      main.open_options(set_, 0, best_, history_, 0);
      Options options = std::exchange(main.level(0).options, {});
      while (const std::optional<Option> option = main.judge().next_option(options, set_, 0, best_)) {
        next_bound_ = std::min(options.least(), options.refuted);
        lower_ = std::max<Cost>(lower_, std::min<Cost>({option->bound, next_bound_, best_}));
        const Cost value = value_of(option->guess, best_);
        if (value < best_) better(option->guess, value);
        else options.refuted = std::min(options.refuted, value);
      }
    }
    lower_ = best_.load();
  }

  // What one look ahead tells of the whole.
  void bound_by_look() { lower_ = std::max<Cost>(lower_, workers_[0].quick(set_, 0).bound); }

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
      start_helpers();
      lower_ = std::max<Cost>(lower_, std::min<Cost>({sum, next_bound_, best_}));
      const Cost shift = shared_.shift(parts[i].set), rest = sum - parts[i].bound;
      const Cost value = main.solve(parts[i].set, next, limit - rest - shift, history_, 1);
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
      better(guess, value);
    }
    lower_ = best_.load();
  }

  // A tree of the value that was found, by the tie rule; with `root_guess` >= 0 it begins with that.
  Tree tree(std::int64_t root_guess) {
    Tree tree;
    if (best_ < infinite) grow(tree, set_, 0, best_, 0, 1, root_guess, 0);
    return tree;
  }

  // Its first node alone.
  Tree first_node(std::int64_t root_guess) {
    if (best_ >= infinite) return {};
    const std::uint32_t guess = root_guess >= 0 ? static_cast<std::uint32_t>(root_guess) : lowest_best(set_, 0, best_, 0);
    return {{guess}, {0}, {1}, {wins(guess, set_)}};
  }

  // A tree of the value that was found by the time the search was stopped, by any guesses that reach it; empty when there
  // is none, or when writing it takes too long.
  Tree tree_so_far() {
    Tree tree;
    if (best_guess_ < 0) return tree;
    by_tie_rule_ = false;
    shared_.node_limit = shared_.nodes + most_nodes_for_a_tree;
    try {
      grow(tree, set_, 0, best_, 0, 1, best_guess_, 0);
    } catch (const Stopped&) {
      reset();
      return {};
    }
    return tree;
  }

  // The proof that nothing costs less than what was found.
  std::vector<Claim> proof(std::int64_t first_guess) {
    return Proof<Ordinal>(shared_, workers_[0], history_).write(set_, best_, first_guess);
  }

  void reset() {
    history_ = shared_.options.history;
    workers_[0].reset();
  }

 private:
  void better(std::uint32_t guess, Cost value) {
    if (value >= best_) return;
    best_ = value;
    best_guess_ = guess;
  }

  // Threads take longer to start than a small search does.
  void start_helpers() {
    if (!helpers_.empty() || shared_.nodes < least_for_helpers) return;
    for (std::size_t i = 1; i < workers_.size(); ++i) helpers_.emplace_back([this, i] { workers_[i].help(over_); });
  }

  // Whether `guess` may win in `set`.
  bool wins(std::uint32_t guess, const Set& set) const {
    const Ordinal* row = shared_.table.row(guess);
    return std::any_of(set.secrets.begin(), set.secrets.end(),
                       [&](std::uint32_t s) { return row[s] == shared_.table.win; });
  }

  void grow(Tree& tree, const Set& set, std::size_t d, Cost value, std::uint32_t feedback, std::uint32_t depth,
            std::int64_t root_guess, std::size_t level) {
    Worker<Ordinal>& main = workers_[0];
    const std::uint32_t guess = root_guess >= 0 ? static_cast<std::uint32_t>(root_guess) : by_tie_rule_ ? lowest_best(set, d, value, level) : some_best(set, d, value, level);
    tree.guess.push_back(guess);
    tree.feedback.push_back(feedback);
    tree.depth.push_back(depth);
    // The values of the parts, exact, by solving them again: the cache knows most.
    std::vector<std::uint32_t>& history = history_;
    main.try_guess(guess, set, d, value + 1, history, level);
    auto parts = main.level(level).parts;
    tree.wins.push_back(wins(guess, set));
    std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.feedback < b.feedback; });
    history.push_back(guess);
    for (const auto& part : parts) {
      grow(tree, part.set, shared_.next(d), part.bound - shared_.shift(part.set), part.feedback, depth + 1, -1, level + 1);
    }
    history.pop_back();
  }

  // The first guess that reaches `value`, in the order of the search, which has tried it.
  std::uint32_t some_best(const Set& set, std::size_t d, Cost value, std::size_t level) {
    Worker<Ordinal>& main = workers_[0];
    if (set.size() <= 2) return lowest_best(set, d, value, level);
    main.open_options(set, d, value + 1, history_, level);
    Options options = std::exchange(main.level(level).options, {});
    while (const std::optional<Option> option = main.judge().next_option(options, set, d, value + 1)) {
      if (main.try_guess(option->guess, set, d, value + 1, history_, level) <= value) return option->guess;
    }
    return lowest_best(set, d, value, level);
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
    main.open_options(set, d, value + 1, history_, level);
    std::vector<std::uint32_t> guesses = main.level(level).options.guesses;
    std::sort(guesses.begin(), guesses.end());
    for (const std::uint32_t guess : guesses) {
      if (main.try_guess(guess, set, d, value + 1, history_, level) <= value) return guess;
    }
    throw std::logic_error("no guess has the value that was found");
  }

  static constexpr std::uint64_t least_for_helpers = 30, most_nodes_for_a_tree = 20000;
  Shared<Ordinal>& shared_;
  std::vector<std::uint32_t> history_;
  std::deque<Worker<Ordinal>> workers_;
  std::vector<std::thread> helpers_;
  bool over_ = false;  // under the guard of the board
  Set set_;
  std::atomic<Cost> best_;
  std::int64_t best_guess_ = -1;
  bool by_tie_rule_ = true;
  std::atomic<Cost> lower_{0};
  Cost next_bound_ = infinite;
};

}  // namespace bestguess::exact

namespace bestguess {

template <class Ordinal>
SearchResult search(const TableView<Ordinal>& table, const Objective& objective, const SearchOptions& options,
                    const Symmetries* symmetries, Candidates candidates, Cost known, std::int64_t first_guess,
                    bool all_first_guesses, const SearchProgress& progress, const Checkpoint& checkpoint) {
  using Clock = std::chrono::steady_clock;
  exact::Shared<Ordinal> shared(table, objective, options, symmetries, candidates);
  for (const Remembered& one : checkpoint.remembered) {
    shared.cache.store(one.key, {one.bound_and_exact >> 1, (one.bound_and_exact & 1) != 0});
  }
  shared.keeping = checkpoint.keep != nullptr;
  exact::Root<Ordinal> root(shared, candidates, known);
  auto told = Clock::now(), kept = told;
  const auto keep = [&] {
    kept = Clock::now();
    std::vector<Remembered> solved;
    {
      const std::lock_guard lock(shared.solved_guard);
      solved.swap(shared.solved);
    }
    try {
      if (!solved.empty()) checkpoint.keep(solved);
    } catch (...) {
      shared.fail(std::current_exception());
    }
  };
  shared.pulse = [&] {
    const auto now = Clock::now();
    if (shared.keeping && std::chrono::duration<double>(now - kept).count() > checkpoint.every) keep();
    if (!progress || now - told < std::chrono::milliseconds(50)) return;
    told = now;
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
  if (shared.keeping && !shared.failure) keep();
  if (shared.failure) std::rethrow_exception(shared.failure);
  shared.keeping = false;
  shared.stop = false;
  if (!result.proven && !options.whole_tree && first_guess >= 0) {
    const auto pulse = std::exchange(shared.pulse, nullptr);
    root.bound_by_look();
    shared.pulse = pulse;
  }
  shared.node_limit = ~std::uint64_t{0};  // to write the tree takes as long as it takes, or until it is stopped
  result.lower = root.lower();
  result.upper = root.upper();
  result.nodes = shared.nodes;
  // Whatever is written may be given up; what was found is not lost.
  const auto unless_stopped = [&](const auto& write) {
    try {
      write();
    } catch (const exact::Stopped&) {
      root.reset();
      shared.stop = false;
      shared.pulse = nullptr;
    }
    if (shared.failure) std::rethrow_exception(shared.failure);
  };
  if (result.proven) {
    unless_stopped([&] { result.tree = options.whole_tree ? root.tree(first_guess) : root.first_node(first_guess); });
    if (options.certify && shared.pulse) unless_stopped([&] { result.claims = root.proof(first_guess); });
  }
  if (result.tree.guess.empty() && result.upper < infinite) {
    shared.pulse = nullptr;
    result.tree = root.tree_so_far();
    if (result.tree.guess.empty() && !result.proven) result.upper = known;
  }
  return result;
}

#define BESTGUESS_FOR_ORDINAL(Ordinal)                                                                            \
  template SearchResult search(const TableView<Ordinal>&, const Objective&, const SearchOptions&, const Symmetries*, \
                               Candidates, Cost, std::int64_t, bool, const SearchProgress&,           \
                               const Checkpoint&);
BESTGUESS_FOR_ORDINAL(std::uint8_t)
BESTGUESS_FOR_ORDINAL(std::uint16_t)

}  // namespace bestguess
