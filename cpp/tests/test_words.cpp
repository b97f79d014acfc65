#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "check.hpp"
#include "core/kernels/words.hpp"
#include "core/random.hpp"
#include "core/simd.hpp"

using namespace bestguess;

// The rules, letter by letter: what the kernel must agree with.
static std::uint32_t plain_feedback(const std::string& guess, std::string secret) {
  std::vector<std::uint32_t> marks(guess.size(), 0);
  for (std::size_t i = 0; i < guess.size(); ++i) {
    if (guess[i] == secret[i]) {
      marks[i] = 2;
      secret[i] = '.';
    }
  }
  for (std::size_t i = 0; i < guess.size(); ++i) {
    const std::size_t there = secret.find(guess[i]);
    if (marks[i] == 2 || there == std::string::npos) continue;
    marks[i] = 1;
    secret[there] = '.';
  }
  std::uint32_t ordinal = 0;
  for (const std::uint32_t mark : marks) ordinal = 3 * ordinal + mark;
  return ordinal;
}

static std::vector<Letter> letters(const std::vector<std::string>& words) {
  std::vector<Letter> found;
  for (const std::string& word : words) {
    for (const char letter : word) found.push_back(static_cast<Letter>(letter - 'a'));
  }
  return found;
}

// Words of few letters, so that many repeat one.
static std::vector<std::string> random_words(std::size_t count, std::size_t length, std::uint64_t seed) {
  Random random{seed};
  std::vector<std::string> words;
  for (std::size_t i = 0; i < count; ++i) {
    std::string word;
    for (std::size_t p = 0; p < length; ++p) word += static_cast<char>('a' + random() % 4);
    words.push_back(word);
  }
  return words;
}

static std::vector<std::uint32_t> table(const WordKernel& kernel) {
  const std::size_t cells = kernel.guesses() * kernel.secrets();
  if (kernel.feedbacks() <= 256) {
    std::vector<std::uint8_t> ordinals(cells);
    kernel.fill(0, kernel.guesses(), ordinals.data(), 2);
    return {ordinals.begin(), ordinals.end()};
  }
  std::vector<std::uint16_t> ordinals(cells);
  kernel.fill(0, kernel.guesses(), ordinals.data(), 2);
  return {ordinals.begin(), ordinals.end()};
}

static std::vector<Simd> versions() {
  return best_simd() == Simd::portable ? std::vector{Simd::portable} : std::vector{Simd::portable, best_simd()};
}

TEST(repeated_letters_are_marked_as_often_as_the_secret_has_them) {
  CHECK_EQUAL(plain_feedback("eerie", "there"), 81u + 9 + 2);
  CHECK_EQUAL(plain_feedback("speed", "abide"), 9u + 1);
  const WordKernel kernel(5, letters({"eerie", "speed", "abide"}), letters({"there", "abide"}));
  const std::vector<std::uint32_t> ordinals = table(kernel);
  CHECK_EQUAL(ordinals[0], plain_feedback("eerie", "there"));
  CHECK_EQUAL(ordinals[3], plain_feedback("speed", "abide"));
  CHECK_EQUAL(ordinals[5], kernel.feedbacks() - 1);
}

TEST(every_version_marks_words_of_every_length_by_the_rules) {
  for (const Simd version : versions()) {
    set_simd(version);
    for (std::size_t length = 2; length <= 10; ++length) {
      const auto guesses = random_words(70, length, length), secrets = random_words(101, length, 100 + length);
      const WordKernel kernel(static_cast<int>(length), letters(guesses), letters(secrets));
      const std::vector<std::uint32_t> ordinals = table(kernel);
      bool agrees = true;
      for (std::size_t g = 0; g < guesses.size(); ++g) {
        for (std::size_t s = 0; s < secrets.size(); ++s) {
          agrees &= ordinals[g * secrets.size() + s] == plain_feedback(guesses[g], secrets[s]);
        }
      }
      CHECK(agrees);
      const std::vector<Row> history{{3, ordinals[3 * secrets.size() + 7]}, {9, ordinals[9 * secrets.size() + 7]}};
      const Scan found = kernel.scan(history, 0, 1, 100, 1);
      std::vector<std::uint32_t> wanted;
      for (std::uint32_t s = 0; s < secrets.size(); ++s) {
        const bool fits = ordinals[3 * secrets.size() + s] == history[0].feedback &&
                          ordinals[9 * secrets.size() + s] == history[1].feedback;
        if (fits) wanted.push_back(s);
      }
      CHECK(found.first == wanted);
      CHECK_EQUAL(found.count, wanted.size());
    }
  }
}

TEST(bad_words_and_indices_are_refused) {
  CHECK_THROWS(WordKernel(1, letters({"a"}), letters({"a"})));
  CHECK_THROWS(WordKernel(11, letters({"abcdefghijk"}), letters({"abcdefghijk"})));
  CHECK_THROWS(WordKernel(3, letters({"abcd"}), letters({"abc"})));
  const std::vector<Letter> word = letters({"abc"});
  const WordKernel kernel(3, word, word);
  std::vector<std::uint16_t> wide(1);
  CHECK_THROWS(kernel.fill(0, 2, static_cast<std::uint8_t*>(nullptr), 1));
  CHECK_THROWS(kernel.fill(0, 1, wide.data(), 1));
  const std::vector<Row> no_guess{{1, 0}}, no_feedback{{0, 27}};
  CHECK_THROWS(kernel.scan(no_guess, 0, 1, 0, 1));
  CHECK_THROWS(kernel.scan(no_feedback, 0, 1, 0, 1));
}
