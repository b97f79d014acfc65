// Runs independent tasks on several threads.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace bestguess {

// Calls task(i), or task(i, worker), once for each i below `count`, on up to `threads` threads, in any order.
//
// Workers are numbered from 0; worker 0 is the calling thread. While it waits for the helpers, it calls idle() every 20
// ms. The first exception stops the run. It is rethrown here after all threads have stopped.
template <class Task, class Idle>
void parallel_for(std::uint64_t count, int threads, const Task& task, const Idle& idle) {
  std::atomic<std::uint64_t> next{0};
  std::exception_ptr failure;
  std::size_t running = 0;
  std::mutex guard;
  std::condition_variable done;
  const auto fail = [&] {  // called inside a catch block
    // No thread takes another task.
    next = count;
    const std::lock_guard lock(guard);
    if (!failure) failure = std::current_exception();
  };
  const auto work = [&](std::size_t worker) {
    try {
      for (std::uint64_t i = next++; i < count; i = next++) {
        if constexpr (std::is_invocable_v<Task, std::uint64_t, std::size_t>) task(i, worker);
        else task(i);
      }
    } catch (...) {
      fail();
    }
  };
  std::vector<std::thread> helpers;
  for (std::size_t i = 1; i < static_cast<std::size_t>(threads) && i < count; ++i) {
    {
      const std::lock_guard lock(guard);
      ++running;
    }
    helpers.emplace_back([&, i] {
      work(i);
      const std::lock_guard lock(guard);
      --running;
      done.notify_one();
    });
  }
  work(0);
  std::unique_lock lock(guard);
  while (!done.wait_for(lock, std::chrono::milliseconds(20), [&] { return running == 0; })) {
    lock.unlock();
    try {
      idle();
    } catch (...) {
      fail();
    }
    lock.lock();
  }
  lock.unlock();
  for (std::thread& helper : helpers) helper.join();
  if (failure) std::rethrow_exception(failure);
}

template <class Task>
void parallel_for(std::uint64_t count, int threads, const Task& task) {
  parallel_for(count, threads, task, [] {});
}

}  // namespace bestguess
