// The plain data of an exact search: sets, their parts and options, and the tasks that threads share.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <tuple>
#include <vector>

#include "core/search/cache.hpp"
#include "core/search/search.hpp"

namespace bestguess::exact {

// A set of candidates with what is asked of it all the time. Weights count as 1 where they do not count.
struct Set {
  Candidates secrets;
  SetKey key;
  Cost weight = 0;
  Cost heaviest = 0;
  std::uint32_t most_parts = ~std::uint32_t{0};  // no guess has more: what was found of a set that holds this one
  std::size_t size() const { return secrets.size(); }
};

// A part of a set: not the winning one.
struct Part {
  Set set;
  std::uint32_t feedback;
  Cost bound;  // of its value, the guess above it counted
  bool exact;
};

// A guess that may be the best of a set.
struct Option {
  Cost bound;
  std::uint64_t squares;  // of part sizes: the smaller the likelier to be good
  std::uint32_t guess;
};

// The order in which options are tried: the least bound first, then the smallest parts, then the lowest guess.
struct Later {
  bool operator()(const Option& a, const Option& b) const {
    return std::tie(a.bound, a.squares, a.guess) > std::tie(b.bound, b.squares, b.guess);
  }
};

// The guesses of a set that may be its best, the likeliest first, weighed only when their turn comes.
struct Options {
  // Guesses of the same number of parts, which bounds what they cost.
  struct Class {
    Cost bound;
    std::uint32_t begin, end;  // in guesses
  };
  std::vector<std::uint32_t> guesses;
  std::vector<Class> classes;       // by bound, ascending
  std::size_t next = 0;             // the first class that is not weighed
  std::vector<Option> weighed;      // a heap
  Cost refuted = infinite;          // the least bound of the guesses that were left out

  // The least bound of the guesses that have not been handed out.
  Cost least() const {
    const Cost unweighed = next < classes.size() ? classes[next].bound : infinite;
    return weighed.empty() ? unweighed : std::min(unweighed, weighed.front().bound);
  }
};

// A set whose options are tried by one thread or several: a task is (set, guess, budget) -> (value or bound).
struct Trial {
  const Set& set;
  std::size_t depth, level;
  Options& options;
  Cost best;                           // the budget, and what has been found below it
  std::vector<std::uint32_t> history;  // for those who help
  bool found = false;
  std::mutex guard;
  int helpers = 0;    // under the guard of the board, as is the next
  bool open = false;
};

// Where threads without work find trials that others have opened.
class Board {
 public:
  bool wanted() const { return idle_.load(std::memory_order_relaxed) > 0; }

  void publish(Trial& trial) {
    const std::lock_guard lock(guard_);
    trial.open = true;
    trials_.push_back(&trial);
    changed_.notify_all();
  }

  // No one joins `trial` any more.
  void close(Trial& trial) {
    const std::lock_guard lock(guard_);
    if (std::exchange(trial.open, false)) std::erase(trials_, &trial);
  }

  // Joins the shallowest trial below `level`, waiting for one; null as soon as done() holds. Calls idle() now and then.
  template <class Done, class Idle>
  Trial* join(std::size_t level, const Done& done, const Idle& idle) {
    std::unique_lock lock(guard_);
    while (!done()) {
      Trial* shallowest = nullptr;
      for (Trial* trial : trials_) {
        if (trial->level > level && (!shallowest || trial->level < shallowest->level)) shallowest = trial;
      }
      if (shallowest) {
        ++shallowest->helpers;
        return shallowest;
      }
      ++idle_;
      changed_.wait_for(lock, std::chrono::milliseconds(20));
      --idle_;
      lock.unlock();
      idle();
      lock.lock();
    }
    return nullptr;
  }

  void leave(Trial& trial) {
    const std::lock_guard lock(guard_);
    --trial.helpers;
    changed_.notify_all();
  }

  // Ends the wait of threads that are done.
  template <class Change>
  void change(const Change& change) {
    const std::lock_guard lock(guard_);
    change();
    changed_.notify_all();
  }

 private:
  std::mutex guard_;
  std::condition_variable changed_;
  std::vector<Trial*> trials_;
  std::atomic<int> idle_{0};
};

}  // namespace bestguess::exact
