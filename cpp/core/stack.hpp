// How much stack a thread has left. The search recurses as deep as the tree, so it checks before every level.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__linux__) || defined(__APPLE__)
#include <pthread.h>
#endif

namespace bestguess {

// Returns the address of the caller's frame. The address of a local variable would not do: sanitizers may move it.
inline std::uintptr_t stack_address() {
#if defined(__GNUC__)
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
#else
  volatile char here = 0;
  return reinterpret_cast<std::uintptr_t>(&here);
#endif
}

// Returns the lowest stack address that recursion of the calling thread may reach. Below it remain 64 KB and an eighth
// of the stack, reserved for the calls that the deepest level makes.
inline std::uintptr_t lowest_stack_address() {
  constexpr std::size_t kilobyte = 1024;
  std::uintptr_t begin = 0;
  std::size_t size = 0;
#if defined(__APPLE__)
  size = pthread_get_stacksize_np(pthread_self());
  begin = reinterpret_cast<std::uintptr_t>(pthread_get_stackaddr_np(pthread_self())) - size;
#elif defined(__linux__)
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void* address = nullptr;
    if (pthread_attr_getstack(&attributes, &address, &size) == 0) begin = reinterpret_cast<std::uintptr_t>(address);
    pthread_attr_destroy(&attributes);
  }
#endif
  constexpr std::size_t min_size = 384 * kilobyte, usual_size = 8 * 1024 * kilobyte, max_size = 1024 * 1024 * kilobyte;
  if (begin == 0) return stack_address() - min_size;         // size unknown: assume what every thread has
  if (size > max_size) return stack_address() - usual_size;  // reported as unlimited
  return begin + size / 8 + 64 * kilobyte;
}

// Whether the calling thread must not recurse any deeper.
inline bool stack_is_low() {
  static thread_local const std::uintptr_t lowest = lowest_stack_address();
  return stack_address() < lowest;
}

}  // namespace bestguess
