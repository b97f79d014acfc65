// Runs independent tasks on several threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace bestguess {

// Calls task(i) once for each i below count, on up to `threads` threads (this one among them), in no set order. The first
// exception ends the run and is thrown here, when all threads have stopped.
template <class Task>
void parallel_for(std::uint64_t count, int threads, const Task& task) {
  std::atomic<std::uint64_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_guard;
  const auto work = [&] {
    try {
      for (std::uint64_t i = next++; i < count; i = next++) task(i);
    } catch (...) {
      next = count;
      const std::lock_guard lock(failure_guard);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::uint64_t i = 1; i < static_cast<std::uint64_t>(threads) && i < count; ++i) others.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace bestguess
