#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "check.hpp"
#include "core/kernels/pegs.hpp"
#include "core/search/search.hpp"
#include "core/search/task.hpp"

using namespace bestguess;

namespace {

// Mastermind (3,4), whose value is 206, without symmetries.
struct SmallGame {
  PegKernel kernel{3, 4, false, false};
  std::uint32_t size = static_cast<std::uint32_t>(kernel.guesses());
  std::vector<std::uint8_t> ordinals = std::vector<std::uint8_t>(std::size_t{size} * size);
  std::vector<std::uint32_t> all = std::vector<std::uint32_t>(size);
  TableView<std::uint8_t> table;

  SmallGame() {
    kernel.fill(0, size, ordinals.data(), 1);
    std::iota(all.begin(), all.end(), 0u);
    table = {size, size, kernel.feedbacks(), kernel.feedbacks() - 1, ordinals.data(), ordinals.data(), all, {}};
  }

  SearchTask task(Cost budget, double seconds, std::vector<std::uint32_t> guesses = {}) const {
    SearchTask task;
    task.request.candidates = all;
    task.request.memory_limit = 1 << 24;
    task.request.upper_bound = LossCost{0, budget};
    task.guesses = std::move(guesses);
    task.seconds = seconds;
    return task;
  }
};

constexpr double long_enough = 1e6;

}  // namespace

TEST(a_task_finds_the_value_below_its_budget_and_a_bound_otherwise) {
  const SmallGame game;
  const TaskResult found = run_task(game.table, game.task(300, long_enough));
  CHECK(found.finished);
  CHECK(found.found);
  CHECK_EQUAL(found.best.total, Cost{206});
  CHECK(!found.solved.empty());
  const TaskResult refuted = run_task(game.table, game.task(206, long_enough));
  CHECK(refuted.finished);
  CHECK(!refuted.found);
  CHECK(refuted.least_refuted.total >= Cost{206});
}

TEST(a_task_without_time_lists_its_guesses) {
  const SmallGame game;
  const TaskResult listed = run_task(game.table, game.task(207, 0));
  CHECK(!listed.finished);
  CHECK(!listed.open_guesses.empty());
  const TaskResult tried = run_task(game.table, game.task(207, long_enough, listed.open_guesses));
  CHECK(tried.finished);
  CHECK(tried.found);
  CHECK_EQUAL(tried.best.total, Cost{206});
}

TEST(a_guess_without_time_lists_its_parts) {
  const SmallGame game;
  const TaskResult opened = run_task(game.table, game.task(300, 0, {6, 7, 8}));
  CHECK(!opened.finished);
  CHECK(!opened.found);
  CHECK(opened.opened == 6u);
  CHECK(opened.open_guesses == std::vector<std::uint32_t>({7, 8}));
  std::uint32_t secrets = 1;  // which the guess wins against
  Cost sum = opened.won.total;
  for (const TaskPart& part : opened.open_parts) {
    secrets += part.size;
    sum += part.bound.total + part.shift.total;
  }
  CHECK_EQUAL(secrets, game.size);
  CHECK(sum <= run_task(game.table, game.task(300, long_enough, {6})).best.total);
}

TEST(a_task_that_is_stopped_inside_a_guess_opens_it) {
  const SmallGame game;
  const TaskResult opened = run_task(game.table, game.task(300, 1e-9, {6, 7, 8}));
  CHECK(!opened.finished);
  CHECK(opened.opened == 6u);
  CHECK(!opened.open_parts.empty());
  CHECK(opened.open_guesses == std::vector<std::uint32_t>({7, 8}));
  const TaskResult listed = run_task(game.table, game.task(300, 1e-9));
  CHECK(!listed.finished);
  CHECK(listed.opened);
  CHECK(!listed.open_guesses.empty());
}

TEST(what_a_task_has_learnt_serves_others) {
  const SmallGame game;
  const TaskResult first = run_task(game.table, game.task(300, long_enough));
  SearchTask again = game.task(300, long_enough);
  again.request.memory = std::make_shared<SearchMemory>(1 << 20, false);
  again.request.memory->learn(first.solved);
  CHECK(again.request.memory->size() > 0);
  const TaskResult second = run_task(game.table, again);
  CHECK_EQUAL(second.best.total, Cost{206});
  CHECK_EQUAL(second.nodes, std::uint64_t{0});
}
