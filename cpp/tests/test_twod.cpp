#include <cstdint>
#include <vector>

#include "check.hpp"
#include "core/kernels/twod.hpp"

using namespace bestguess;

TEST(twod_compares_both_numbers) {
  const auto pair = [](std::uint64_t a, std::uint64_t b) { return a * 5 + b; };
  CHECK_EQUAL(TwodKernel::feedback(pair(1, 2), pair(1, 2), 5), TwodKernel::equal);
  CHECK_EQUAL(TwodKernel::feedback(pair(1, 2), pair(1, 3), 5), TwodKernel::low);
  CHECK_EQUAL(TwodKernel::feedback(pair(1, 2), pair(0, 2), 5), TwodKernel::high);
  CHECK_EQUAL(TwodKernel::feedback(pair(1, 2), pair(2, 1), 5), TwodKernel::mixed);
}

TEST(twod_fills_and_scans_alike) {
  const TwodKernel kernel(5);
  std::vector<std::uint8_t> ordinals(kernel.guesses() * kernel.secrets());
  kernel.fill(0, kernel.guesses(), ordinals.data(), 2);
  for (std::uint64_t g = 0; g < kernel.guesses(); ++g) {
    for (std::uint32_t f = 0; f < kernel.feedbacks(); ++f) {
      const std::vector<Row> history{{g, f}};
      const Scan found = kernel.scan(history, 0, 1, 100, 1);
      std::vector<std::uint32_t> wanted;
      for (std::uint32_t s = 0; s < kernel.secrets(); ++s) {
        if (ordinals[g * kernel.secrets() + s] == f) wanted.push_back(s);
      }
      CHECK(found.first == wanted);
    }
  }
}
