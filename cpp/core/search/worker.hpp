// One thread of an exact search: branch and bound over sets of candidates.
#pragma once

#include <algorithm>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "core/search/judge.hpp"
#include "core/search/shared.hpp"

namespace bestguess::exact {

// One thread of the search, with its scratch memory.
template <class Ordinal>
class Worker {
 public:
  explicit Worker(Shared<Ordinal>& shared, bool first)
      : shared_(shared), table_(shared.table), first_(first), judge_(shared, first), counts_(table_.feedbacks),
        part_weights_(table_.feedbacks), part_heaviest_(table_.feedbacks), part_keys_(table_.feedbacks) {}

  // Scratch of one level of the recursion.
  struct Level {
    Options options;
    std::vector<std::uint32_t> secrets;
    std::vector<Part> parts;
    std::vector<std::size_t> order;
  };

  Set whole(Candidates candidates) const {
    Set set{candidates, {}};
    for (const std::uint32_t secret : candidates) {
      set.key += shared_.keys[secret];
      set.weight += shared_.weight(secret);
      set.heaviest = std::max(set.heaviest, shared_.weight(secret));
    }
    return set;
  }

  // The value of `set` at depth d if it is below beta, otherwise a lower bound of at least beta. `history` are the guesses
  // made; `level` numbers the scratch memory.
  Cost solve(const Set& set, std::size_t d, Cost beta, std::vector<std::uint32_t>& history, std::size_t level) {
    const Known known = quick(set, d);
    if (known.exact || known.bound >= beta) return known.bound;
    count_node();
    Set whole = set;
    whole.most_parts = open_options(set, d, beta, history, level);
    Trial trial{whole, d, level, levels_[level].options, beta, history};
    const Opened opened(*this, trial);
    // The first guess is often the best, a budget for all the others: only then may other threads help.
    bool alone = set.size() >= least_for_threads;
    while (try_next(trial, history)) {
      if (alone && shared_.board.wanted()) {
        shared_.board.publish(trial);
        alone = false;
      }
    }
    help_until_alone(trial);
    const Cost result = trial.found ? trial.best : trial.options.refuted;
    shared_.store(shared_.key(set, d), {result, trial.found});
    return result;
  }

  // The options of `set` at `level` that may cost less than beta, made ready; returns the most parts that any guess has.
  std::uint32_t open_options(const Set& set, std::size_t d, Cost beta, const std::vector<std::uint32_t>& history,
                             std::size_t level) {
    prepare(level);
    return judge_.open_options(set, d, beta, history, levels_[level].options);
  }

  Judge<Ordinal>& judge() { return judge_; }

  // Helps with what others have opened, until `over` is set under the guard of the board.
  void help(const bool& over) {
    while (Trial* trial = shared_.board.join(0, [&] { return over; }, [] {})) help_with(*trial);
  }

  // The value of playing `guess` if it is below `best`, otherwise a lower bound of at least best.
  Cost try_guess(std::uint32_t guess, const Set& set, std::size_t d, Cost best, std::vector<std::uint32_t>& history,
                 std::size_t level) {
    const std::size_t next = shared_.next(d);
    Cost sum = split(guess, set, d, level);
    std::vector<Part>& parts = levels_[level].parts;
    if (sum >= best) return sum;
    // Step 1. Bound every part before any is opened: by what is known of it, then by one look ahead.
    const auto bounded = [&](Part& part, const Known& known) {
      const Cost bound = std::min(infinite, known.bound + shared_.shift(part.set));
      sum += std::max<Cost>(0, bound - part.bound);
      part.bound = std::max(part.bound, bound);
      part.exact = known.exact;
    };
    std::vector<std::size_t>& order = levels_[level].order;
    order.clear();
    const bool glances = shared_.glances();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].exact) continue;
      const Known known = shared_.find(shared_.key(parts[i].set, next));
      if (known.bound >= 0) bounded(parts[i], known);
      else order.push_back(i);
      if (sum >= best) return sum;
    }
    if (shared_.glances()) {
      for (const std::size_t i : order) {
        if (parts[i].set.size() > most_to_glance) continue;
        bounded(parts[i], judge_.glance(parts[i].set, next));
        if (sum >= best) return sum;
      }
      std::erase_if(order, [&](std::size_t i) { return parts[i].exact; });
    }
    if (!shared_.saves(by_look)) order.clear();
    judge_.look_order(parts, order);
    for (const std::size_t i : order) {
      bounded(parts[i], look(parts[i].set, next));
      if (sum >= best) return sum;
    }
    // Step 2. Open them, the smallest first, so that values replace bounds cheaply.
    history.push_back(guess);
    for (std::size_t i = parts.size(); i-- > 0 && sum < best;) {
      if (parts[i].exact) continue;
      const Cost shift = shared_.shift(parts[i].set);
      const Cost rest = sum - parts[i].bound;
      const Cost value = std::min(infinite, solve(parts[i].set, next, best - rest - shift, history, level + 1) + shift);
      sum = rest + value;
      levels_[level].parts[i].bound = value;
    }
    history.pop_back();
    return std::min(sum, infinite);
  }

  // Splits `set` by `guess` into the parts of `level`, the largest first; returns the sum of their bounds by size and of the
  // cost of winning at once.
  Cost split(std::uint32_t guess, const Set& set, std::size_t d, std::size_t level) {
    prepare(level);
    Level& scratch = levels_[level];
    const Ordinal* row = table_.row(guess);
    for (const std::uint32_t secret : set.secrets) ++counts_[row[secret]];
    scratch.secrets.resize(set.size());
    scratch.parts.clear();
    Cost sum = 0;
    std::uint32_t start = 0;
    touched_.clear();
    for (const std::uint32_t secret : set.secrets) {
      const Ordinal f = row[secret];
      if (counts_[f] & placed) continue;
      touched_.push_back({f, start});
      start += counts_[f];
      counts_[f] = placed | (start - counts_[f]);
    }
    for (const std::uint32_t secret : set.secrets) {
      const Ordinal f = row[secret];
      scratch.secrets[counts_[f]++ & ~placed] = secret;
      const Cost weight = shared_.weight(secret);
      part_keys_[f] += shared_.keys[secret];
      part_weights_[f] += weight;
      part_heaviest_[f] = std::max(part_heaviest_[f], weight);
    }
    const std::size_t next = shared_.next(d);
    for (const auto& [f, begin] : touched_) {
      const std::uint32_t end = counts_[f] & ~placed;
      Part part{{{scratch.secrets.data() + begin, end - begin}, part_keys_[f], part_weights_[f], part_heaviest_[f],
                 set.most_parts},
                f, 0, false};
      counts_[f] = 0;
      part_keys_[f] = {};
      part_weights_[f] = part_heaviest_[f] = 0;
      if (f == table_.win) {
        sum += Shared<Ordinal>::product(part.set.weight, shared_.cost(d, 1));
        continue;
      }
      if (part.set.size() == set.size()) {  // tells nothing
        sum = infinite;
        continue;
      }
      part.exact = part.set.size() <= 2;
      const Cost bound = part.exact ? judge_.small_value(part.set, next) : shared_.bound_by_size(part.set, next);
      part.bound = std::min(infinite, bound + shared_.shift(part.set));
      sum += part.bound;
      scratch.parts.push_back(part);
    }
    std::stable_sort(scratch.parts.begin(), scratch.parts.end(),
                     [](const Part& a, const Part& b) { return a.set.size() > b.set.size(); });
    return std::min(sum, infinite);
  }

  // What is known of a set, or what one look ahead tells.
  Known quick(const Set& set, std::size_t d) {
    if (set.size() <= 2) return {judge_.small_value(set, d), true};
    const Known known = shared_.find(shared_.key(set, d));
    return known.bound >= 0 ? known : look(set, d);
  }

  // What one look ahead tells of a set, remembered in the cache.
  Known look(const Set& set, std::size_t d) {
    judge_.breathe();
    const Known known = judge_.look_ahead(set, d);
    shared_.cache.store(shared_.key(set, d), known);
    return known;
  }

  Level& level(std::size_t index) { return levels_[index]; }

  // Makes the scratch memory clean again, after an exception.
  void reset() {
    std::fill(counts_.begin(), counts_.end(), 0);
    std::fill(part_weights_.begin(), part_weights_.end(), 0);
    std::fill(part_heaviest_.begin(), part_heaviest_.end(), 0);
    std::fill(part_keys_.begin(), part_keys_.end(), SetKey{});
    judge_.reset();
  }

 private:
  // Sees to it that no thread works on a trial that has gone.
  struct Opened {
    Opened(Worker& owner, Trial& what) : worker(owner), trial(what) {}
    ~Opened() {
      worker.shared_.board.close(trial);
      worker.shared_.board.join(~std::size_t{0}, [&] { return trial.helpers == 0; }, [] {});
    }
    Worker& worker;
    Trial& trial;
  };

  // Tries one more guess of `trial`; false when there is none.
  bool try_next(Trial& trial, std::vector<std::uint32_t>& history) {
    std::optional<Option> option;
    Cost budget;
    {
      const std::lock_guard lock(trial.guard);
      option = judge_.next_option(trial.options, trial.set, trial.depth, trial.best);
      budget = trial.best;
    }
    if (!option) return false;
    const Cost value = try_guess(option->guess, trial.set, trial.depth, budget, history, trial.level);
    const std::lock_guard lock(trial.guard);
    if (value < trial.best) {
      trial.best = value;
      trial.found = true;
    } else {
      trial.options.refuted = std::min(trial.options.refuted, value);
    }
    return true;
  }

  void help_with(Trial& trial) {
    try {
      std::vector<std::uint32_t> history = trial.history;
      while (try_next(trial, history)) {
      }
      shared_.board.close(trial);
    } catch (const Stopped&) {
      reset();
    } catch (...) {
      shared_.fail(std::current_exception());
      reset();
    }
    shared_.board.leave(trial);
  }

  // While others are still at work on `trial`, helps with what they have opened below it.
  void help_until_alone(Trial& trial) {
    shared_.board.close(trial);
    const auto pulse = [&] {
      if (first_ && shared_.pulse) shared_.pulse();
    };
    while (Trial* other = shared_.board.join(trial.level, [&] { return trial.helpers == 0; }, pulse)) help_with(*other);
    judge_.breathe();
  }

  static constexpr std::uint32_t placed = 1u << 31;
  static constexpr std::size_t least_for_threads = 24;
  static constexpr std::size_t most_to_glance = 32;

  void prepare(std::size_t level) {
    if (levels_.size() <= level + 1) levels_.resize(level + 2);
  }

  void count_node() {
    if (++shared_.nodes > shared_.node_limit) shared_.stop = true;
    judge_.breathe();
  }

  Shared<Ordinal>& shared_;
  const TableView<Ordinal>& table_;
  bool first_;
  Judge<Ordinal> judge_;
  std::vector<std::uint32_t> counts_;  // zero between calls, as are the next ones
  std::vector<Cost> part_weights_, part_heaviest_;
  std::vector<SetKey> part_keys_;
  std::vector<std::pair<Ordinal, std::uint32_t>> touched_;
  std::deque<Level> levels_;
};

}  // namespace bestguess::exact
