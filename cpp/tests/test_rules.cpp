#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"
#include "core/greedy.hpp"
#include "core/kernels/words.hpp"
#include "core/rules.hpp"
#include "core/search/search.hpp"
#include "core/simd.hpp"
#include "worlds.hpp"

using namespace bestguess;

namespace {

// A world of words over few letters, so that many are repeated, with its kernels.
struct WordWorld : World<std::uint8_t> {
  int length;
  std::vector<Letter> letters;  // of the guesses

  const Letter* word(std::uint32_t guess) const { return &letters[guess * static_cast<std::size_t>(length)]; }
};

WordWorld word_world(std::mt19937& random, int length, std::uint32_t most, bool weighted) {
  std::vector<std::string> words;
  for (std::uint32_t i = 0; i < most; ++i) {
    std::string word;
    for (int place = 0; place < length; ++place) word += static_cast<char>(random() % 4);
    words.push_back(word);
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  WordWorld world;
  world.length = length;
  std::vector<Letter> secrets;
  for (std::uint32_t g = 0; g < words.size(); ++g) {
    world.letters.insert(world.letters.end(), words[g].begin(), words[g].end());
    if (g > 0 && random() % 3 == 0) continue;
    world.winner.push_back(g);
    secrets.insert(secrets.end(), words[g].begin(), words[g].end());
    if (weighted) world.weights.push_back(random() % 4);
  }
  const WordKernel kernel(length, world.letters, secrets);
  world.guesses = static_cast<std::uint32_t>(kernel.guesses());
  world.secrets = static_cast<std::uint32_t>(kernel.secrets());
  world.feedbacks = kernel.feedbacks();
  world.win = world.feedbacks - 1;
  world.by_guess.resize(std::size_t{world.guesses} * world.secrets);
  kernel.fill(0, world.guesses, world.by_guess.data(), 1);
  world.by_secret.resize(world.by_guess.size());
  for (std::size_t g = 0; g < world.guesses; ++g) {
    for (std::size_t s = 0; s < world.secrets; ++s)
      world.by_secret[s * world.guesses + g] = world.by_guess[g * world.secrets + s];
  }
  return world;
}

std::vector<std::uint32_t> digits(std::uint32_t feedback, int length) {
  std::vector<std::uint32_t> marks(static_cast<std::size_t>(length));
  for (std::size_t place = marks.size(); place-- > 0; feedback /= 3) marks[place] = feedback % 3;
  return marks;
}

// Hard, as people say it: letters in their places stay, and a letter is there as often as it was marked.
bool plain_hard(const Letter* guess, const std::vector<std::uint32_t>& marks, const Letter* other) {
  for (std::size_t place = 0; place < marks.size(); ++place) {
    if (marks[place] == 2 && other[place] != guess[place]) return false;
    std::size_t marked = 0, has = 0;
    for (std::size_t i = 0; i < marks.size(); ++i) {
      marked += guess[i] == guess[place] && marks[i] != 0;
      has += other[i] == guess[place];
    }
    if (marks[place] != 0 && has < marked) return false;
  }
  return true;
}

// What a guess gets from another guess, if that is the secret.
std::vector<std::uint8_t> square_of(const WordWorld& world) {
  const WordKernel kernel(world.length, world.letters, world.letters);
  std::vector<std::uint8_t> square(std::size_t{world.guesses} * world.guesses);
  kernel.fill(0, world.guesses, square.data(), 1);
  return square;
}

using Lists = std::vector<std::uint32_t>;

// The least total of `candidates` when these guesses are allowed, by looking at everything.
Cost plain_total(const WordWorld& world, const Rule& rule, const Lists& candidates, const Lists& allowed) {
  Cost weight = 0, best = infinite;
  for (const std::uint32_t s : candidates) weight += world.weights.empty() ? 1 : world.weights[s];
  for (const std::uint32_t guess : allowed) {
    std::vector<Lists> parts(world.feedbacks);
    for (const std::uint32_t s : candidates) parts[world.by_guess[guess * world.secrets + s]].push_back(s);
    Cost total = weight;
    for (std::uint32_t f = 0; f < world.feedbacks && total < best; ++f) {
      if (parts[f].empty() || f == world.win) continue;
      if (parts[f].size() == candidates.size()) {
        total = infinite;
        break;
      }
      Rule::Scratch scratch;
      Lists left;
      rule.filter(guess, f, allowed, scratch, left);
      total += plain_total(world, rule, parts[f], left);
    }
    best = std::min(best, total);
  }
  return best;
}

}  // namespace

TEST(rules_allow_what_they_say) {
  std::mt19937 random(5);
  for (int round = 0; round < 60; ++round) {
    const WordWorld world = word_world(random, 2 + round % 4, 120, false);
    const std::vector<std::uint8_t> square = square_of(world);
    const WordKernel kernel(world.length, world.letters, world.letters);
    const HardRule hard(world.length, world.letters);
    const StrictRule by_kernel(kernel), given(std::vector<std::uint16_t>(square.begin(), square.end()));
    const StrictRule& strict = round % 2 == 0 ? by_kernel : given;
    Rule::Scratch scratch;
    Lists some;
    for (std::uint32_t g = 0; g < world.guesses; g += 1 + static_cast<std::uint32_t>(random() % 3)) some.push_back(g);
    for (int question = 0; question < 20; ++question) {
      const auto guess = static_cast<std::uint32_t>(random() % world.guesses);
      const std::uint32_t feedback = square[guess * world.guesses + random() % world.guesses];
      const std::vector<std::uint32_t> marks = digits(feedback, world.length);
      for (const bool all : {true, false}) {
        Lists wanted_hard, wanted_strict, found_hard, found_strict;
        for (std::uint32_t other = 0; other < world.guesses; ++other) {
          if (!all && !std::binary_search(some.begin(), some.end(), other)) continue;
          if (plain_hard(world.word(guess), marks, world.word(other))) wanted_hard.push_back(other);
          if (square[guess * world.guesses + other] == feedback) wanted_strict.push_back(other);
        }
        hard.filter(guess, feedback, all ? Guesses() : Guesses(some), scratch, found_hard);
        strict.filter(guess, feedback, all ? Guesses() : Guesses(some), scratch, found_strict);
        CHECK(found_hard == wanted_hard);
        CHECK(found_strict == wanted_strict);
        CHECK(std::includes(found_hard.begin(), found_hard.end(), found_strict.begin(), found_strict.end()));
      }
    }
  }
}

TEST(a_search_keeps_to_the_rule) {
  std::mt19937 random(6);
  for (int round = 0; round < 60; ++round) {
    WordWorld world = word_world(random, 2 + round % 3, round % 3 == 2 ? 18 : 14, round % 2 == 1);
    const WordKernel kernel(world.length, world.letters, world.letters);
    const HardRule hard(world.length, world.letters);
    const StrictRule strict(kernel);
    Lists all(world.guesses);
    for (std::uint32_t g = 0; g < world.guesses; ++g) all[g] = g;
    for (const Rule* rule : {static_cast<const Rule*>(&hard), static_cast<const Rule*>(&strict)}) {
      TableView<std::uint8_t> table = world.view();
      table.rule = rule;
      SearchRequest request;
      request.candidates = world.all();
      request.threads = 1 + round % 2;
      request.memory_limit = 1 << 22;
      const SearchResult found = search(table, request);
      CHECK(found.proven);
      CHECK_EQUAL(found.upper.total, plain_total(world, *rule, world.all(), all));
    }
  }
}

// Whether every guess of `tree` is allowed by the rows above it.
static bool keeps_to(const WordWorld& world, const Rule& rule, const Tree& tree) {
  std::vector<Lists> allowed{Lists()};  // of the nodes on the way
  for (std::uint32_t g = 0; g < world.guesses; ++g) allowed[0].push_back(g);
  std::vector<std::uint32_t> path;
  for (std::size_t node = 0; node < tree.guess.size(); ++node) {
    const std::size_t above = tree.depth[node] - 1;
    path.resize(above);
    allowed.resize(above + (above == 0 ? 1 : 0));
    if (above > 0) {
      Rule::Scratch scratch;
      Lists left;
      rule.filter(path.back(), tree.feedback[node], allowed.back(), scratch, left);
      allowed.push_back(left);
    }
    if (!std::binary_search(allowed.back().begin(), allowed.back().end(), tree.guess[node])) return false;
    path.push_back(tree.guess[node]);
  }
  return true;
}

TEST(trees_keep_to_the_rule) {
  std::mt19937 random(7);
  int freer = 0;
  for (int round = 0; round < 12; ++round) {
    const WordWorld world = word_world(random, 4, 150, round % 2 == 1);
    const WordKernel kernel(world.length, world.letters, world.letters);
    const HardRule hard(world.length, world.letters);
    const StrictRule strict(kernel);
    for (const Choice choice :
         {Choice::first, Choice::minimax, Choice::expected_size, Choice::entropy, Choice::most_parts, Choice::random}) {
      for (const Rule* rule : {static_cast<const Rule*>(&hard), static_cast<const Rule*>(&strict)}) {
        TableView<std::uint8_t> table = world.view();
        const Strategy strategy{choice, false, 3};
        const Start start{world.all(), {}, {}};
        freer += !keeps_to(world, *rule, build_tree(table, strategy, start, std::nullopt, nullptr, 2, {}));
        table.rule = rule;
        const Tree tree = build_tree(table, strategy, start, std::nullopt, nullptr, 2, {});
        CHECK(keeps_to(world, *rule, tree));
        CHECK_EQUAL(std::count(tree.wins.begin(), tree.wins.end(), 1), static_cast<std::ptrdiff_t>(world.secrets));
      }
    }
  }
  CHECK(freer > 0);  // without the rule they do not
}
