// How threads share work: a thread offers a set whose guesses it is trying, and others take some of the guesses.
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

// A set whose guesses are tried by one thread or several: a task is (set, guess, budget) -> (value or bound).
template <class Value>
struct SharedNode {
  SharedNode(const Set& candidates, std::size_t d, std::size_t scratch_level, GuessQueue<Value>& guesses, Value budget,
             const std::vector<std::uint32_t>& guesses_made)
      : set(candidates), depth(d), level(scratch_level), queue(guesses), best(budget), history(guesses_made) {}

  const Set& set;
  const std::size_t depth, level;
  GuessQueue<Value>& queue;                  // this and the next two under `guard`
  Value best;                                // the budget, then the least value found below it
  bool found = false;                        // whether any was found
  const std::vector<std::uint32_t> history;  // for those who help
  std::mutex guard;
  int helpers = 0;  // under the guard of the work queue, as is the next
  bool offered = false;
};

// Where threads without work find nodes that others have offered.
template <class Value>
class WorkQueue {
 public:
  using SharedNode = exact::SharedNode<Value>;

  // Whether a thread waits for work.
  bool has_idle_threads() const { return idle_.load(std::memory_order_relaxed) > 0; }

  void offer(SharedNode& node) {
    const std::lock_guard lock(guard_);
    assert(!node.offered);
    node.offered = true;
    nodes_.push_back(&node);
    changed_.notify_all();
  }

  // No one joins `node` any more.
  void withdraw(SharedNode& node) {
    const std::lock_guard lock(guard_);
    if (std::exchange(node.offered, false)) std::erase(nodes_, &node);
  }

  // Joins the node nearest to the root below `level`, waiting for one; null as soon as done() holds. Calls idle() now and
  // then.
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

  // Waits until no one helps with `node`.
  void wait_for_helpers(const SharedNode& node) {
    std::unique_lock lock(guard_);
    changed_.wait(lock, [&] { return node.helpers == 0; });
  }

  // Changes what done() of a join depends on, and wakes the threads that wait.
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
