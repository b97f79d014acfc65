// The smallest test harness that does: TEST registers, CHECK and CHECK_EQUAL count and say where.
#pragma once

#include <functional>
#include <iostream>
#include <string>
#include <vector>

struct Test {
  std::string name;
  std::function<void()> run;
};

inline std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

inline int failures = 0;

#define TEST(name)                                                                \
  static void name();                                                             \
  static const bool name##_registered = (tests().push_back({#name, name}), true); \
  static void name()

#define CHECK(condition)                                                              \
  do {                                                                                \
    if (!(condition)) {                                                               \
      ++failures;                                                                     \
      std::cerr << __FILE__ << ':' << __LINE__ << ": " #condition " does not hold\n"; \
    }                                                                                 \
  } while (false)

#define CHECK_EQUAL(got, wanted)                                                                                       \
  do {                                                                                                                 \
    const auto got_value = (got);                                                                                      \
    const auto wanted_value = (wanted);                                                                                \
    if (!(got_value == wanted_value)) {                                                                                \
      ++failures;                                                                                                      \
      std::cerr << __FILE__ << ':' << __LINE__ << ": " #got " is " << +got_value << ", not " << +wanted_value << '\n'; \
    }                                                                                                                  \
  } while (false)

#define CHECK_THROWS(expression)                                                        \
  do {                                                                                  \
    bool thrown = false;                                                                \
    try {                                                                               \
      (void)(expression);                                                               \
    } catch (const std::exception&) {                                                   \
      thrown = true;                                                                    \
    }                                                                                   \
    if (!thrown) {                                                                      \
      ++failures;                                                                       \
      std::cerr << __FILE__ << ':' << __LINE__ << ": " #expression " does not throw\n"; \
    }                                                                                   \
  } while (false)
