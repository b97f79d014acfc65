// How much of the stack of a thread is left: recursion as deep as a tree asks before it goes on.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__linux__) || defined(__APPLE__)
#include <pthread.h>
#endif

namespace bestguess {

// The address of the caller's frame. Not that of a local variable, which a sanitizer may put elsewhere.
inline std::uintptr_t stack_address() {
#if defined(__GNUC__)
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
#else
  volatile char here = 0;
  return reinterpret_cast<std::uintptr_t>(&here);
#endif
}

// The lowest address of the calling thread's stack that recursion may reach. What lies below, an eighth of the stack and
// 64 KB, is for what the deepest call does.
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
  constexpr std::size_t least = 384 * kilobyte, usual = 8 * 1024 * kilobyte, most = 1024 * 1024 * kilobyte;
  if (begin == 0) return stack_address() - least;   // the system does not say: what every thread has
  if (size > most) return stack_address() - usual;  // it says that there is no limit
  return begin + size / 8 + 64 * kilobyte;
}

// Whether the calling thread must go no deeper.
inline bool stack_is_low() {
  static thread_local const std::uintptr_t lowest = lowest_stack_address();
  return stack_address() < lowest;
}

}  // namespace bestguess
