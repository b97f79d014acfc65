// Runs independent tasks on several threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace bestguess {

// Calls task(i), or task(i, worker), once for each i below count, on up to `threads` threads, in no set order. Workers are
// numbered from 0, which is the calling thread. The first exception ends the run and is thrown here, when all threads have
// stopped.
template <class Task>
void parallel_for(std::uint64_t count, int threads, const Task& task) {
  std::atomic<std::uint64_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_guard;
  const auto work = [&](std::size_t worker) {
    try {
      for (std::uint64_t i = next++; i < count; i = next++) {
        if constexpr (std::is_invocable_v<Task, std::uint64_t, std::size_t>) task(i, worker);
        else task(i);
      }
    } catch (...) {
      next = count;
      const std::lock_guard lock(failure_guard);
      if (!failure) failure = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < static_cast<std::size_t>(threads) && i < count; ++i) others.emplace_back(work, i);
  work(0);
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace bestguess
