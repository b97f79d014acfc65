// The only file that has heard of nanobind: convert, release the GIL, delegate.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/greedy.hpp"
#include "core/kernels/kernel.hpp"
#include "core/kernels/pegs.hpp"
#include "core/kernels/twod.hpp"
#include "core/kernels/words.hpp"
#include "core/partition.hpp"
#include "core/search/search.hpp"
#include "core/search/task.hpp"
#include "core/simd.hpp"
#include "core/symmetry.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace bestguess;

namespace {

template <class T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Matrix = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using MatrixOut = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Indices = nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<1>>;
using Counts = nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<2>>;
using Weights = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<2>>;

// Hands *values* over to NumPy without a copy.
template <class Array, class Value>
Array to_numpy(std::vector<Value> values, std::initializer_list<std::size_t> shape) {
  auto* owned = new std::vector<Value>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<Value>*>(p); });
  return Array(owned->data(), shape, owner);
}

Indices to_numpy(std::vector<std::uint32_t> values) {
  const std::size_t size = values.size();
  return to_numpy<Indices>(std::move(values), {size});
}

Candidates checked(const Vector<std::uint32_t>& candidates, std::size_t secrets) {
  const Candidates span{candidates.data(), candidates.shape(0)};
  if (std::any_of(span.begin(), span.end(), [&](std::uint32_t c) { return c >= secrets; })) {
    throw std::out_of_range("a candidate is not the index of a secret");
  }
  return span;
}

template <class Ordinal>
void check_ordinals(const Ordinal* row, Candidates candidates, std::uint32_t parts) {
  if (std::any_of(candidates.begin(), candidates.end(), [&](std::uint32_t c) { return row[c] >= parts; })) {
    throw std::out_of_range("an ordinal is not below the number of parts");
  }
}

int checked_threads(int threads) {
  if (threads < 1) throw std::invalid_argument("threads must be 1 or more");
  return threads;
}

template <class Ordinal>
void fill(const Kernel& kernel, std::uint64_t begin, std::uint64_t end, MatrixOut<Ordinal> out, int threads) {
  checked_threads(threads);
  if (begin > end || out.shape(0) != end - begin || out.shape(1) != kernel.secrets()) {
    throw std::invalid_argument("the array does not have a row for each guess and a column for each secret");
  }
  nb::gil_scoped_release release;
  kernel.fill(begin, end, out.data(), threads);
}

std::pair<std::uint64_t, Indices> scan(const Kernel& kernel,
                                       const std::vector<std::pair<std::uint64_t, std::uint32_t>>& history,
                                       std::uint64_t begin, std::uint64_t end, std::uint64_t limit, int threads) {
  checked_threads(threads);
  std::vector<Row> rows;
  for (const auto& [guess, feedback] : history) rows.push_back({guess, feedback});
  Scan found;
  {
    nb::gil_scoped_release release;
    found = kernel.scan(rows, begin, end, limit, threads);
  }
  return {found.count, to_numpy(std::move(found.first))};
}

template <class Ordinal>
void bind_partition(nb::module_& m) {
  m.def(
      "part_sizes",
      [](const Vector<Ordinal>& row, const Vector<std::uint32_t>& candidates, std::uint32_t parts) {
        const Candidates span = checked(candidates, row.shape(0));
        check_ordinals(row.data(), span, parts);
        std::vector<std::uint32_t> sizes(parts);
        part_sizes(row.data(), span, sizes);
        return to_numpy(std::move(sizes));
      },
      "row"_a.noconvert(), "candidates"_a, "parts"_a);
  m.def(
      "all_part_sizes",
      [](const Matrix<Ordinal>& table, const Vector<std::uint32_t>& candidates, std::uint32_t parts, int threads) {
        checked_threads(threads);
        const Candidates span = checked(candidates, table.shape(1));
        std::vector<std::uint32_t> sizes(table.shape(0) * parts);
        {
          nb::gil_scoped_release release;
          for (std::size_t g = 0; g < table.shape(0); ++g) check_ordinals(&table(g, 0), span, parts);
          all_part_sizes(table.data(), table.shape(0), table.shape(1), span, parts, sizes.data(), threads);
        }
        return to_numpy<Counts>(std::move(sizes), {table.shape(0), parts});
      },
      "table"_a.noconvert(), "candidates"_a, "parts"_a, "threads"_a);
  m.def(
      "list_parts",
      [](const Matrix<Ordinal>& table, const Vector<std::uint32_t>& guesses, const Vector<std::uint32_t>& candidates,
         std::uint32_t parts, std::uint32_t win, const Vector<std::int64_t>& weights, int threads) {
        checked_threads(threads);
        const Candidates span = checked(candidates, table.shape(1));
        const Candidates rows = checked(guesses, table.shape(0));
        const std::span<const std::int64_t> weighed{weights.data(), weights.shape(0)};
        if (!weighed.empty() && weighed.size() != table.shape(1)) throw std::invalid_argument("not as many weights");
        ListedParts found;
        {
          nb::gil_scoped_release release;
          for (const std::uint32_t g : rows) check_ordinals(&table(g, 0), span, parts);
          found = list_parts(table.data(), table.shape(1), rows, span, parts, win, weighed, threads);
        }
        const std::size_t shape[] = {rows.size(), weighed.empty() ? 0 : found.width};
        return std::pair(to_numpy<Counts>(std::move(found.sizes), {rows.size(), found.width}),
                         to_numpy<Weights>(std::move(found.weights), {shape[0], shape[1]}));
      },
      "table"_a.noconvert(), "guesses"_a, "candidates"_a, "parts"_a, "win"_a, "weights"_a, "threads"_a);
  m.def(
      "partition",
      [](const Vector<Ordinal>& row, const Vector<std::uint32_t>& candidates, std::uint32_t parts) {
        const Candidates span = checked(candidates, row.shape(0));
        check_ordinals(row.data(), span, parts);
        std::vector<std::uint32_t> sorted(span.size()), ends(parts);
        partition(row.data(), span, ends, sorted.data());
        return std::pair(to_numpy(std::move(sorted)), to_numpy(std::move(ends)));
      },
      "row"_a.noconvert(), "candidates"_a, "parts"_a);
  m.def(
      "filter",
      [](const Vector<Ordinal>& row, const Vector<std::uint32_t>& candidates, std::uint32_t feedback) {
        const Candidates span = checked(candidates, row.shape(0));
        std::vector<std::uint32_t> kept(span.size());
        kept.resize(filter(row.data(), span, feedback, kept.data()));
        return to_numpy(std::move(kept));
      },
      "row"_a.noconvert(), "candidates"_a, "feedback"_a);
}

// Calls *callback* about ten times a second, and lets Ctrl-C through.
Progress throttled(nb::object callback) {
  using Clock = std::chrono::steady_clock;
  return [callback, last = Clock::now()](std::uint64_t done) mutable {
    if (Clock::now() - last < std::chrono::milliseconds(100)) return;
    last = Clock::now();
    nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!callback.is_none()) callback(done);
  };
}

// A table as strategies see it. Holds on to its arrays.
template <class Ordinal>
struct BoundTable {
  Matrix<Ordinal> by_guess, by_secret;
  Vector<std::uint32_t> winner;
  Vector<std::int64_t> weights;
  TableView<Ordinal> view;

  BoundTable(Matrix<Ordinal> guesses, Matrix<Ordinal> secrets, std::uint32_t feedbacks, std::uint32_t win,
             Vector<std::uint32_t> winners, Vector<std::int64_t> secret_weights)
      : by_guess(guesses),
        by_secret(secrets),
        winner(winners),
        weights(secret_weights),
        view{static_cast<std::uint32_t>(guesses.shape(0)),
             static_cast<std::uint32_t>(guesses.shape(1)),
             feedbacks,
             win,
             guesses.data(),
             secrets.data(),
             {winners.data(), winners.shape(0)},
             {secret_weights.data(), secret_weights.shape(0)}} {
    const bool fits = secrets.shape(0) == view.secrets && secrets.shape(1) == view.guesses && win < feedbacks &&
                      view.winner.size() == view.secrets &&
                      (view.weights.empty() || view.weights.size() == view.secrets) && view.secrets > 0;
    if (!fits) throw std::invalid_argument("the arrays of the table do not fit each other");
    for (std::uint32_t s = 0; s < view.secrets; ++s) {
      if (view.winner[s] >= view.guesses || view.row(view.winner[s])[s] != win) {
        throw std::invalid_argument("a secret is not won by its winner");
      }
    }
    if (feedbacks > std::uint64_t{1} << (8 * sizeof(Ordinal))) throw std::invalid_argument("too many feedbacks");
  }
};

std::vector<std::uint32_t> to_vector(const Vector<std::uint32_t>& values) {
  return {values.data(), values.data() + values.size()};
}

template <class Ordinal>
void check_position(const BoundTable<Ordinal>& table, const std::vector<std::uint32_t>& candidates,
                    const std::vector<std::uint32_t>& history, std::optional<std::uint32_t> first_guess) {
  if (candidates.empty()) throw std::invalid_argument("no candidates are left");
  if (std::any_of(candidates.begin(), candidates.end(), [&](auto c) { return c >= table.view.secrets; })) {
    throw std::out_of_range("a candidate is not the index of a secret");
  }
  if (std::any_of(history.begin(), history.end(), [&](auto g) { return g >= table.view.guesses; })) {
    throw std::out_of_range("a guess of the history is not the index of a guess");
  }
  if (first_guess && *first_guess >= table.view.guesses) {
    throw std::out_of_range("the first guess is not the index of a guess");
  }
}

// Guess, feedback, depth and whether it wins, of every node.
std::tuple<Indices, Indices, Indices, Indices> columns(Tree tree) {
  std::vector<std::uint32_t> wins(tree.wins.begin(), tree.wins.end());
  return {to_numpy(std::move(tree.guess)), to_numpy(std::move(tree.feedback)), to_numpy(std::move(tree.depth)),
          to_numpy(std::move(wins))};
}

// A result, and whether Ctrl-C ended the search.
struct PythonResult : SearchResult {
  bool interrupted = false;
};

template <class Ordinal>
PythonResult search_table(const BoundTable<Ordinal>& table, const SearchRequest& asked) {
  check_position(table, asked.candidates, asked.history, asked.first_guess);
  SearchRequest request = asked;
  bool interrupted = false;
  request.progress = [&](const SearchStatus& status) {
    nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) {
      PyErr_Clear();
      interrupted = true;
      return false;
    }
    return !asked.progress || asked.progress(status);
  };
  SearchResult found;
  {
    nb::gil_scoped_release release;
    found = search(table.view, request);
  }
  return {std::move(found), interrupted};
}

void bind_search_request(nb::module_& m) {
  nb::class_<Objective>(m, "Objective")
      .def(
          "__init__",
          [](Objective* self, bool linear, std::vector<Cost> cost, bool weighted, bool may_lose) {
            if (!std::is_sorted(cost.begin(), cost.end())) throw std::invalid_argument("costs must not decrease");
            if (linear && !cost.empty()) throw std::invalid_argument("linear costs are not listed");
            if (may_lose && cost.empty()) throw std::invalid_argument("secrets are lost only after the last cost");
            new (self) Objective{linear, std::move(cost), weighted, may_lose};
          },
          nb::kw_only(), "linear"_a = true, "cost"_a = std::vector<Cost>(), "weighted"_a = true, "may_lose"_a = false)
      .def_ro("linear", &Objective::linear)
      .def_ro("cost", &Objective::cost)
      .def_ro("weighted", &Objective::weighted)
      .def_ro("may_lose", &Objective::may_lose);
  nb::class_<Savings>(m, "Savings")
      .def(
          "__init__",
          [](Savings* self, bool classes, bool bound_by_winners, bool bound_by_all_guesses, bool memory) {
            new (self) Savings{classes, bound_by_winners, bound_by_all_guesses, memory};
          },
          nb::kw_only(), "classes"_a = true, "bound_by_winners"_a = true, "bound_by_all_guesses"_a = true,
          "memory"_a = true)
      .def_ro("classes", &Savings::classes)
      .def_ro("bound_by_winners", &Savings::bound_by_winners)
      .def_ro("bound_by_all_guesses", &Savings::bound_by_all_guesses)
      .def_ro("memory", &Savings::memory);
  nb::class_<SearchStatus>(m, "SearchStatus")
      .def_prop_ro("lower", [](const SearchStatus& self) { return self.lower.total; })
      .def_prop_ro("upper", [](const SearchStatus& self) { return self.upper.total; })
      .def_prop_ro("lost_lower", [](const SearchStatus& self) { return self.lower.lost; })
      .def_prop_ro("lost_upper", [](const SearchStatus& self) { return self.upper.lost; })
      .def_ro("nodes", &SearchStatus::nodes);
  nb::class_<SearchCheckpoint>(m, "SearchCheckpoint")
      .def(
          "__init__",
          [](SearchCheckpoint* self, const nb::bytes& remembered, std::function<void(nb::bytes)> save, double every) {
            std::vector<std::byte> before(remembered.size());
            if (!before.empty()) std::memcpy(before.data(), remembered.data(), before.size());
            const auto save_bytes = [save = std::move(save)](std::span<const std::byte> solved) {
              nb::gil_scoped_acquire acquire;
              save(nb::bytes(solved.data(), solved.size()));
            };
            new (self) SearchCheckpoint{std::move(before), save_bytes, every};
          },
          nb::kw_only(), "remembered"_a, "save"_a, "every"_a)
      .def_ro("every", &SearchCheckpoint::every);
  nb::class_<SearchRequest>(m, "SearchRequest")
      .def(
          "__init__",
          [](SearchRequest* self, const Objective& objective, const Vector<std::uint32_t>& candidates,
             std::vector<std::uint32_t> history, bool consistent, std::optional<std::uint32_t> first_guess,
             bool all_first_guesses, std::optional<Cost> upper_bound, Cost lost_upper_bound,
             const Symmetries* symmetries, int threads, std::uint64_t memory_limit,
             std::optional<std::uint64_t> node_limit, bool whole_tree, bool certify, const Savings& savings,
             SearchProgress progress, std::optional<SearchCheckpoint> checkpoint,
             std::shared_ptr<SearchMemory> memory) {
            if (memory && memory->may_lose() != objective.may_lose)
              throw std::invalid_argument("a memory of other costs");
            std::optional<LossCost> bound;
            if (upper_bound) bound = {lost_upper_bound, *upper_bound};
            new (self) SearchRequest{objective,
                                     to_vector(candidates),
                                     std::move(history),
                                     consistent,
                                     first_guess,
                                     all_first_guesses,
                                     bound,
                                     symmetries,
                                     checked_threads(threads),
                                     memory_limit,
                                     node_limit,
                                     whole_tree,
                                     certify,
                                     savings,
                                     std::move(progress),
                                     std::move(checkpoint),
                                     std::move(memory)};
          },
          nb::kw_only(), "objective"_a, "candidates"_a, "history"_a = std::vector<std::uint32_t>(),
          "consistent"_a = false, "first_guess"_a = nb::none(), "all_first_guesses"_a = false,
          "upper_bound"_a = nb::none(), "lost_upper_bound"_a = 0, "symmetries"_a = nb::none(), "threads"_a = 1,
          "memory_limit"_a, "node_limit"_a = nb::none(), "whole_tree"_a = true, "certify"_a = false,
          "savings"_a = Savings(), "progress"_a = nb::none(), "checkpoint"_a = nb::none(), "memory"_a = nb::none(),
          nb::keep_alive<1, 10>())  // the symmetries
      .def_ro("objective", &SearchRequest::objective)
      .def_ro("candidates", &SearchRequest::candidates)
      .def_ro("history", &SearchRequest::history)
      .def_ro("consistent", &SearchRequest::consistent)
      .def_ro("first_guess", &SearchRequest::first_guess)
      .def_ro("all_first_guesses", &SearchRequest::all_first_guesses)
      .def_prop_ro("upper_bound",
                   [](const SearchRequest& self) {
                     return self.upper_bound ? std::optional(self.upper_bound->total) : std::nullopt;
                   })
      .def_prop_ro("lost_upper_bound",
                   [](const SearchRequest& self) { return self.upper_bound ? self.upper_bound->lost : 0; })
      .def_ro("threads", &SearchRequest::threads)
      .def_ro("memory_limit", &SearchRequest::memory_limit)
      .def_ro("node_limit", &SearchRequest::node_limit)
      .def_ro("whole_tree", &SearchRequest::whole_tree)
      .def_ro("certify", &SearchRequest::certify)
      .def_ro("savings", &SearchRequest::savings);
}

std::pair<Cost, Cost> as_pair(const LossCost& cost) { return {cost.lost, cost.total}; }

template <class Ordinal>
TaskResult run_table_task(const BoundTable<Ordinal>& table, const SearchRequest& request, std::size_t moves,
                          std::vector<std::uint32_t> guesses, double seconds) {
  check_position(table, request.candidates, request.history, std::nullopt);
  if (moves > request.history.size()) throw std::out_of_range("a history has fewer guesses than the search has made");
  if (std::any_of(guesses.begin(), guesses.end(), [&](auto g) { return g >= table.view.guesses; })) {
    throw std::out_of_range("a guess of a task is not the index of a guess");
  }
  const SearchTask task{request, moves, std::move(guesses), seconds};
  nb::gil_scoped_release release;
  return run_task(table.view, task);
}

void bind_tasks(nb::module_& m) {
  nb::class_<SearchMemory>(m, "SearchMemory")
      .def(nb::init<std::uint64_t, bool>(), nb::kw_only(), "memory_limit"_a, "may_lose"_a)
      .def(
          "learn",
          [](SearchMemory& self, const nb::bytes& solved) {
            self.learn(std::as_bytes(std::span(solved.c_str(), solved.size())));
          },
          "solved"_a)
      .def("__len__", &SearchMemory::size);
  nb::class_<TaskResult>(m, "TaskResult")
      .def_ro("finished", &TaskResult::finished)
      .def_prop_ro("best", [](const TaskResult& self) { return as_pair(self.best); })
      .def_ro("found", &TaskResult::found)
      .def_prop_ro("least_refuted", [](const TaskResult& self) { return as_pair(self.least_refuted); })
      .def_ro("open_guesses", &TaskResult::open_guesses)
      .def_ro("opened", &TaskResult::opened)
      .def_prop_ro("open_parts",
                   [](const TaskResult& self) {
                     using Pair = std::pair<Cost, Cost>;
                     std::vector<std::tuple<std::uint32_t, std::uint32_t, Pair, Pair, bool>> parts;
                     for (const TaskPart& part : self.open_parts) {
                       parts.emplace_back(part.feedback, part.size, as_pair(part.bound), as_pair(part.shift),
                                          part.exact);
                     }
                     return parts;
                   })
      .def_prop_ro("won", [](const TaskResult& self) { return as_pair(self.won); })
      .def_prop_ro("key", [](const TaskResult& self) { return nb::bytes(&self.key, sizeof self.key); })
      .def_prop_ro("bound", [](const TaskResult& self) { return as_pair(self.bound); })
      .def_ro("nodes", &TaskResult::nodes)
      .def_prop_ro("solved", [](const TaskResult& self) { return nb::bytes(self.solved.data(), self.solved.size()); });
}

void bind_search_result(nb::module_& m) {
  nb::class_<FirstGuess>(m, "FirstGuess")
      .def_ro("guess", &FirstGuess::guess)
      .def_prop_ro("value", [](const FirstGuess& self) { return self.value.total; })
      .def_prop_ro("lost", [](const FirstGuess& self) { return self.value.lost; });
  nb::class_<Claim>(m, "Claim")
      .def_ro("parent", &Claim::parent)
      .def_ro("guess", &Claim::guess)
      .def_ro("feedback", &Claim::feedback)
      .def_prop_ro("bound", [](const Claim& self) { return self.bound.total; })
      .def_prop_ro("lost", [](const Claim& self) { return self.bound.lost; });
  nb::class_<PythonResult>(m, "SearchResult")
      .def_prop_ro("lower", [](const PythonResult& self) { return self.lower.total; })
      .def_prop_ro("upper", [](const PythonResult& self) { return self.upper.total; })
      .def_prop_ro("lost_lower", [](const PythonResult& self) { return self.lower.lost; })
      .def_prop_ro("lost_upper", [](const PythonResult& self) { return self.upper.lost; })
      .def_ro("proven", &PythonResult::proven)
      .def_ro("nodes", &PythonResult::nodes)
      .def_prop_ro(
          "tree", [](const PythonResult& self) { return columns(self.tree); }, nb::rv_policy::automatic)
      .def_prop_ro("lost", [](const PythonResult& self) { return std::tuple(self.tree.lost, self.tree.lost_weight); })
      .def_ro("first_guesses", &PythonResult::first_guesses)
      .def_ro("claims", &PythonResult::claims)
      .def_ro("interrupted", &PythonResult::interrupted);
}

template <class Ordinal>
void bind_table(nb::module_& m, const char* name) {
  using Bound = BoundTable<Ordinal>;
  nb::class_<Bound>(m, name)
      .def(nb::init<Matrix<Ordinal>, Matrix<Ordinal>, std::uint32_t, std::uint32_t, Vector<std::uint32_t>,
                    Vector<std::int64_t>>(),
           "by_guess"_a.noconvert(), "by_secret"_a.noconvert(), "feedbacks"_a, "win"_a, "winner"_a, "weights"_a)
      .def(
          "choose",
          [](const Bound& table, Choice choice, bool consistent, const Vector<std::uint32_t>& candidates,
             std::uint64_t state, const Vector<std::uint32_t>& allowed) {
            const Candidates here = checked(candidates, table.view.secrets);
            const Candidates among = checked(allowed, table.view.guesses);
            if (here.empty()) throw std::invalid_argument("no candidates are left");
            nb::gil_scoped_release release;
            return choose(table.view, {choice, consistent}, {here, state}, among);
          },
          "choice"_a, "consistent"_a, "candidates"_a, "state"_a, "allowed"_a)
      .def(
          "build_tree",
          [](const Bound& table, Choice choice, bool consistent, std::uint64_t seed,
             const Vector<std::uint32_t>& candidates, std::vector<std::uint32_t> history,
             std::optional<std::uint32_t> first_guess, const Symmetries* symmetries, int threads, nb::object progress) {
            checked_threads(threads);
            const Start start{to_vector(candidates), std::move(history)};
            check_position(table, start.candidates, start.history, first_guess);
            Tree tree;
            {
              const Progress report = throttled(progress);
              nb::gil_scoped_release release;
              tree =
                  build_tree(table.view, {choice, consistent, seed}, start, first_guess, symmetries, threads, report);
            }
            return columns(std::move(tree));
          },
          "choice"_a, "consistent"_a, "seed"_a, "candidates"_a, "history"_a, "first_guess"_a.none(),
          "symmetries"_a.none(), "threads"_a, "progress"_a.none())
      .def("search", &search_table<Ordinal>, "request"_a)
      .def("run_task", &run_table_task<Ordinal>, "request"_a, nb::kw_only(), "moves"_a, "guesses"_a, "seconds"_a);
}

void bind_symmetries(nb::module_& m) {
  nb::class_<Symmetries>(m, "Symmetries")
      .def(
          "representatives",
          [](const Symmetries& self, std::vector<std::uint32_t> history) {
            return to_numpy(self.representatives(history));
          },
          "history"_a);
  nb::class_<CodeSymmetries, Symmetries>(m, "CodeSymmetries")
      .def(
          "__init__",
          [](CodeSymmetries* self, const Matrix<std::uint8_t>& codes, std::vector<std::uint8_t> position_class,
             std::vector<std::uint8_t> symbol_class) {
            if (codes.shape(1) != position_class.size()) throw std::invalid_argument("codes and classes do not fit");
            new (self) CodeSymmetries({codes.data(), codes.data() + codes.size()}, std::move(position_class),
                                      std::move(symbol_class));
          },
          "codes"_a, "position_class"_a, "symbol_class"_a);
  nb::class_<GeneratorSymmetries, Symmetries>(m, "GeneratorSymmetries")
      .def(nb::init<std::uint32_t, std::vector<std::vector<std::uint32_t>>>(), "guesses"_a, "generators"_a);
}

}  // namespace

NB_MODULE(_core, m) {
  m.attr("version") = BESTGUESS_VERSION;

  nb::enum_<Simd>(m, "Simd").value("portable", Simd::portable).value("avx2", Simd::avx2);
  m.def("best_simd", &best_simd);
  m.def("simd", &simd);
  m.def("set_simd", &set_simd, "version"_a);

  nb::class_<Kernel>(m, "Kernel")
      .def_prop_ro("guesses", &Kernel::guesses)
      .def_prop_ro("secrets", &Kernel::secrets)
      .def_prop_ro("feedbacks", &Kernel::feedbacks)
      .def_prop_ro("symmetric", &Kernel::symmetric)
      .def_prop_ro("scan_blocks", &Kernel::scan_blocks)
      .def("fill", &fill<std::uint8_t>, "begin"_a, "end"_a, "out"_a.noconvert(), "threads"_a)
      .def("fill", &fill<std::uint16_t>, "begin"_a, "end"_a, "out"_a.noconvert(), "threads"_a)
      .def("scan", &scan, "history"_a, "begin"_a, "end"_a, "limit"_a, "threads"_a);
  nb::class_<PegKernel, Kernel>(m, "PegKernel")
      .def(nb::init<int, int, bool, bool>(), "pegs"_a, "symbols"_a, "distinct_guesses"_a, "distinct_secrets"_a);
  nb::class_<TwodKernel, Kernel>(m, "TwodKernel").def(nb::init<int>(), "size"_a);
  nb::class_<WordKernel, Kernel>(m, "WordKernel")
      .def(
          "__init__",
          [](WordKernel* self, const Matrix<std::uint8_t>& guesses, const Matrix<std::uint8_t>& secrets) {
            if (guesses.shape(1) != secrets.shape(1)) throw std::invalid_argument("words of different lengths");
            new (self) WordKernel(static_cast<int>(guesses.shape(1)), {guesses.data(), guesses.data() + guesses.size()},
                                  {secrets.data(), secrets.size()});
          },
          "guesses"_a, "secrets"_a);

  bind_partition<std::uint8_t>(m);
  bind_partition<std::uint16_t>(m);

  nb::enum_<Choice>(m, "Choice")
      .value("first", Choice::first)
      .value("random", Choice::random)
      .value("minimax", Choice::minimax)
      .value("expected_size", Choice::expected_size)
      .value("entropy", Choice::entropy)
      .value("most_parts", Choice::most_parts);
  bind_symmetries(m);
  bind_tasks(m);
  bind_search_request(m);
  bind_search_result(m);
  bind_table<std::uint8_t>(m, "Table8");
  bind_table<std::uint16_t>(m, "Table16");
  m.attr("infinite") = infinite;
  m.def("random_state", nb::overload_cast<std::uint64_t>(&random_state), "seed"_a);
  m.def("next_random_state", nb::overload_cast<std::uint64_t, std::uint32_t, std::uint32_t>(&random_state), "state"_a,
        "guess"_a, "feedback"_a);
}
