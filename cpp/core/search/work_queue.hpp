// How threads share work. A thread offers a set whose guesses it is trying, and idle threads take some of these
// guesses.
#pragma once

#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "core/search/order.hpp"
#include "core/search/sets.hpp"

namespace bestguess::exact {

// A set whose guesses are tried by one or more threads. A unit of work is (set, guess, budget) -> (value or bound).
template <class Value>
struct SharedNode {
  SharedNode(const Set& candidates, std::size_t d, std::size_t scratch_level, GuessQueue<Value>& guesses, Value budget,
             const std::vector<std::uint32_t>& guesses_made)
      : set(candidates), depth(d), level(scratch_level), queue(guesses), best(budget), history(guesses_made) {}

  const Set& set;
  const std::size_t depth, level;
  GuessQueue<Value>& queue;                  // this and the next two are protected by `guard`
  Value best;                                // starts as the budget, then is the least value found
  bool found = false;                        // whether a value below the budget was found
  const std::vector<std::uint32_t> history;  // for helpers
  std::mutex guard;
  int helpers = 0;  // this and `offered` are protected by the lock of the work queue
  bool offered = false;
};

// The nodes that threads have offered, for idle threads to join.
template <class Value>
class WorkQueue {
 public:
  using SharedNode = exact::SharedNode<Value>;

  // Whether some thread waits for work.
  bool has_idle_threads() const { return idle_.load(std::memory_order_relaxed) > 0; }

  void offer(SharedNode& node) {
    const std::lock_guard lock(guard_);
    assert(!node.offered);
    node.offered = true;
    nodes_.push_back(&node);
    changed_.notify_all();
  }

  // Keeps further threads from joining `node`.
  void withdraw(SharedNode& node) {
    const std::lock_guard lock(guard_);
    if (std::exchange(node.offered, false)) std::erase(nodes_, &node);
  }

  // Waits for an offered node deeper than `level` and joins the one nearest to the root. Returns null as soon as done()
  // holds. Calls idle() while it waits.
  template <class Done, class Idle>
  SharedNode* join(std::size_t level, const Done& done, const Idle& idle) {
    std::unique_lock lock(guard_);
    while (!done()) {
      if (SharedNode* node = nearest_to_root(level)) {
        ++node->helpers;
        return node;
      }
      ++idle_;
      changed_.wait_for(lock, wait_time);
      --idle_;
      lock.unlock();
      idle();
      lock.lock();
    }
    return nullptr;
  }

  void leave(SharedNode& node) {
    const std::lock_guard lock(guard_);
    assert(node.helpers > 0);
    --node.helpers;
    changed_.notify_all();
  }

  // Waits until no thread helps with `node`.
  void wait_for_helpers(const SharedNode& node) {
    std::unique_lock lock(guard_);
    changed_.wait(lock, [&] { return node.helpers == 0; });
  }

  // Applies `change` to what done() depends on, and wakes the waiting threads.
  template <class Change>
  void update(const Change& change) {
    const std::lock_guard lock(guard_);
    change();
    changed_.notify_all();
  }

 private:
  static constexpr std::chrono::milliseconds wait_time{20};

  SharedNode* nearest_to_root(std::size_t level) const {
    SharedNode* nearest = nullptr;
    for (SharedNode* node : nodes_) {
      if (node->level > level && (!nearest || node->level < nearest->level)) nearest = node;
    }
    return nearest;
  }

  std::mutex guard_;
  std::condition_variable changed_;
  std::vector<SharedNode*> nodes_;
  std::atomic<int> idle_{0};
};

}  // namespace bestguess::exact
