// Bindings of tables: choose a guess, build a tree, search, run a task.
#include "bindings/tables.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/results.hpp"
#include "core/greedy.hpp"
#include "core/search/search.hpp"
#include "core/search/task.hpp"
#include "core/symmetry.hpp"

namespace bestguess::python {

using namespace nb::literals;

namespace {

// Wraps `callback` so that it is called at most ten times a second. On Ctrl-C the wrapper throws.
Progress throttle(nb::object callback) {
  using Clock = std::chrono::steady_clock;
  return [callback, last = Clock::now()](std::uint64_t done) mutable {
    if (Clock::now() - last < std::chrono::milliseconds(100)) return;
    last = Clock::now();
    nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!callback.is_none()) callback(done);
  };
}

template <class Ordinal>
PythonResult search_table(const PythonTable<Ordinal>& table, const SearchRequest& python_request) {
  check_position(table, python_request.candidates, python_request.history, python_request.allowed,
                 python_request.first_guess);
  SearchRequest request = python_request;
  bool interrupted = false;
  request.progress = [&](const SearchStatus& status) {
    nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) {
      PyErr_Clear();
      interrupted = true;
      return false;
    }
    return !python_request.progress || python_request.progress(status);
  };
  SearchResult result;
  {
    nb::gil_scoped_release release;
    result = search(table.view, request);
  }
  return {std::move(result), interrupted};
}

template <class Ordinal>
TaskResult run_table_task(const PythonTable<Ordinal>& table, const SearchRequest& request, std::size_t moves,
                          std::vector<std::uint32_t> guesses, double seconds) {
  check_position(table, request.candidates, request.history, request.allowed, std::nullopt);
  if (moves > request.history.size()) throw std::out_of_range("expected moves of at most the length of the history");
  if (std::any_of(guesses.begin(), guesses.end(), [&](auto g) { return g >= table.view.guesses; })) {
    throw std::out_of_range("expected guesses below the number of guesses of the game");
  }
  const SearchTask task{request, moves, std::move(guesses), seconds};
  nb::gil_scoped_release release;
  return run_task(table.view, task);
}

template <class Ordinal>
void bind_table(nb::module_& m, const char* name) {
  using Table = PythonTable<Ordinal>;
  nb::class_<Table>(m, name)
      .def(nb::init<Matrix<Ordinal>, Matrix<Ordinal>, std::uint32_t, std::uint32_t, Vector<std::uint32_t>,
                    Vector<std::int64_t>, const Rule*, Vector<std::uint32_t>, Vector<std::int64_t>,
                    Vector<std::uint32_t>, Vector<std::uint32_t>>(),
           "by_guess"_a.noconvert(), "by_secret"_a.noconvert(), "feedbacks"_a, "win"_a, "winner"_a, "weights"_a,
           "rule"_a.none(), "labels"_a, "costs"_a, "winner_ends"_a, "winners"_a, nb::keep_alive<1, 8>())
      .def(
          "choose",
          [](const Table& table, Choice choice, bool consistent, const Vector<std::uint32_t>& candidates,
             std::uint64_t state, const Vector<std::uint32_t>& allowed) {
            const Candidates span = check_indices(candidates, table.view.secrets);
            const Candidates among = check_indices(allowed, table.view.guesses);
            if (span.empty()) throw std::invalid_argument("no candidates are left");
            nb::gil_scoped_release release;
            return choose(table.view, {choice, consistent}, {span, state}, among);
          },
          "choice"_a, "consistent"_a, "candidates"_a, "state"_a, "allowed"_a)
      .def(
          "build_tree",
          [](const Table& table, Choice choice, bool consistent, std::uint64_t seed,
             const Vector<std::uint32_t>& candidates, std::vector<std::uint32_t> history,
             const std::optional<Vector<std::uint32_t>>& allowed, std::optional<std::uint32_t> first_guess,
             const Symmetries* symmetries, int threads, nb::object progress) {
            check_threads(threads);
            const Start start{to_vector(candidates), std::move(history),
                              allowed ? to_vector(*allowed) : std::vector<std::uint32_t>()};
            check_position(table, start.candidates, start.history, start.allowed, first_guess);
            Tree tree;
            {
              const Progress report = throttle(progress);
              nb::gil_scoped_release release;
              tree =
                  build_tree(table.view, {choice, consistent, seed}, start, first_guess, symmetries, threads, report);
            }
            return columns(std::move(tree));
          },
          "choice"_a, "consistent"_a, "seed"_a, "candidates"_a, "history"_a, "allowed"_a.none(), "first_guess"_a.none(),
          "symmetries"_a.none(), "threads"_a, "progress"_a.none())
      .def("search", &search_table<Ordinal>, "request"_a)
      .def("run_task", &run_table_task<Ordinal>, "request"_a, nb::kw_only(), "moves"_a, "guesses"_a, "seconds"_a);
}

}  // namespace

void bind_tables(nb::module_& m) {
  nb::enum_<Choice>(m, "Choice")
      .value("first", Choice::first)
      .value("random", Choice::random)
      .value("minimax", Choice::minimax)
      .value("expected_size", Choice::expected_size)
      .value("entropy", Choice::entropy)
      .value("most_parts", Choice::most_parts);
  bind_table<std::uint8_t>(m, "Table8");
  bind_table<std::uint16_t>(m, "Table16");
}

}  // namespace bestguess::python
