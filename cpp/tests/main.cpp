#include "check.hpp"

int main() {
  int passed = 0;
  for (const Test& test : tests()) {
    const int before = failures;
    test.run();
    if (failures == before) ++passed;
    else std::cerr << test.name << " failed\n";
  }
  const auto failed = static_cast<int>(tests().size()) - passed;
  std::cout << "core: " << passed << " passed, " << failed << " failed\n";
  return failed == 0 && passed > 0 ? 0 : 1;
}
