#include <array>
#include <cstdint>

#include "check.hpp"
#include "core/kernels/codes.hpp"

using namespace bestguess;

// The code at `index` as a number in base 16, first symbol highest: ordered as the codes are.
static std::uint64_t packed(const CodeSpace& codes, std::uint64_t index) {
  std::array<Symbol, max_pegs> code{};
  codes.unrank(index, code.data());
  std::uint64_t value = 0;
  for (int i = 0; i < codes.pegs; ++i) value = value * 16 + code[static_cast<std::size_t>(i)];
  return value;
}

TEST(codes_are_counted_in_64_bits) {
  CHECK_EQUAL((CodeSpace{8, 16, false}.size()), std::uint64_t{1} << 32);
  CHECK_EQUAL((CodeSpace{8, 16, true}.size()), std::uint64_t{518918400});
  CHECK_EQUAL((CodeSpace{0, 6, false}.size()), std::uint64_t{1});
}

TEST(codes_come_in_order_and_distinct_ones_repeat_no_symbol) {
  for (const bool distinct : {false, true}) {
    const CodeSpace codes{4, 6, distinct};
    for (std::uint64_t i = 1; i < codes.size(); ++i) CHECK(packed(codes, i - 1) < packed(codes, i));
  }
  CHECK_EQUAL(packed(CodeSpace{4, 10, true}, 0), std::uint64_t{0x0123});
  CHECK_EQUAL(packed(CodeSpace{4, 10, true}, 5039), std::uint64_t{0x9876});
  CHECK_EQUAL(packed(CodeSpace{8, 16, false}, 0xFFFFFFFF), std::uint64_t{0xFFFFFFFF});
}
