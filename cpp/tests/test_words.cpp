#include <array>
#include <cstdint>

#include "check.hpp"
#include "core/words.hpp"

using namespace bestguess;

// The word at `index` as a number in base 16, first symbol highest: ordered as the words are.
static std::uint64_t packed(const Words& words, std::uint64_t index) {
  std::array<Symbol, max_pegs> word{};
  words.unrank(index, word.data());
  std::uint64_t value = 0;
  for (int i = 0; i < words.pegs; ++i) value = value * 16 + word[static_cast<std::size_t>(i)];
  return value;
}

TEST(words_are_counted_in_64_bits) {
  CHECK_EQUAL((Words{8, 16, false}.size()), std::uint64_t{1} << 32);
  CHECK_EQUAL((Words{8, 16, true}.size()), std::uint64_t{518918400});
  CHECK_EQUAL((Words{0, 6, false}.size()), std::uint64_t{1});
}

TEST(words_come_in_order_and_distinct_ones_repeat_no_symbol) {
  for (const bool distinct : {false, true}) {
    const Words words{4, 6, distinct};
    for (std::uint64_t i = 1; i < words.size(); ++i) CHECK(packed(words, i - 1) < packed(words, i));
  }
  CHECK_EQUAL(packed(Words{4, 10, true}, 0), std::uint64_t{0x0123});
  CHECK_EQUAL(packed(Words{4, 10, true}, 5039), std::uint64_t{0x9876});
  CHECK_EQUAL(packed(Words{8, 16, false}, 0xFFFFFFFF), std::uint64_t{0xFFFFFFFF});
}
