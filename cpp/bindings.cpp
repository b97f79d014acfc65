// The only file that has heard of nanobind: convert, release the GIL, delegate.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/greedy.hpp"
#include "core/kernels/kernel.hpp"
#include "core/partition.hpp"
#include "core/kernels/pegs.hpp"
#include "core/search/search.hpp"
#include "core/simd.hpp"
#include "core/symmetry.hpp"
#include "core/kernels/twod.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace bestguess;

namespace {

template <class T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Matrix = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using MatrixOut = nb::ndarray<std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Indices = nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<1>>;
using Counts = nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<2>>;

// Hands *values* over to NumPy without a copy.
template <class Array>
Array to_numpy(std::vector<std::uint32_t> values, std::initializer_list<std::size_t> shape) {
  auto* owned = new std::vector<std::uint32_t>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<std::uint32_t>*>(p); });
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

void fill(const Kernel& kernel, std::uint64_t begin, std::uint64_t end, MatrixOut out, int threads) {
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
  m.def("part_sizes",
        [](const Vector<Ordinal>& row, const Vector<std::uint32_t>& candidates, std::uint32_t parts) {
          const Candidates span = checked(candidates, row.shape(0));
          check_ordinals(row.data(), span, parts);
          std::vector<std::uint32_t> sizes(parts);
          part_sizes(row.data(), span, sizes);
          return to_numpy(std::move(sizes));
        },
        "row"_a.noconvert(), "candidates"_a, "parts"_a);
  m.def("all_part_sizes",
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
  m.def("partition",
        [](const Vector<Ordinal>& row, const Vector<std::uint32_t>& candidates, std::uint32_t parts) {
          const Candidates span = checked(candidates, row.shape(0));
          check_ordinals(row.data(), span, parts);
          std::vector<std::uint32_t> sorted(span.size()), ends(parts);
          partition(row.data(), span, ends, sorted.data());
          return std::pair(to_numpy(std::move(sorted)), to_numpy(std::move(ends)));
        },
        "row"_a.noconvert(), "candidates"_a, "parts"_a);
  m.def("filter",
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
      : by_guess(guesses), by_secret(secrets), winner(winners), weights(secret_weights),
        view{static_cast<std::uint32_t>(guesses.shape(0)), static_cast<std::uint32_t>(guesses.shape(1)), feedbacks, win,
             guesses.data(), secrets.data(), {winners.data(), winners.shape(0)},
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

template <class Ordinal>
Start checked_start(const BoundTable<Ordinal>& table, const Vector<std::uint32_t>& candidates,
                    std::vector<std::uint32_t> history) {
  const Candidates here = checked(candidates, table.view.secrets);
  if (here.empty()) throw std::invalid_argument("no candidates are left");
  if (std::any_of(history.begin(), history.end(), [&](auto g) { return g >= table.view.guesses; })) {
    throw std::out_of_range("a guess of the history is not the index of a guess");
  }
  return {{here.begin(), here.end()}, std::move(history)};
}

// Guess, feedback, depth and whether it wins, of every node.
std::tuple<Indices, Indices, Indices, Indices> columns(Tree tree) {
  std::vector<std::uint32_t> wins(tree.wins.begin(), tree.wins.end());
  return {to_numpy(std::move(tree.guess)), to_numpy(std::move(tree.feedback)), to_numpy(std::move(tree.depth)),
          to_numpy(std::move(wins))};
}

template <class Ordinal>
void bind_table(nb::module_& m, const char* name) {
  using Bound = BoundTable<Ordinal>;
  nb::class_<Bound>(m, name)
      .def(nb::init<Matrix<Ordinal>, Matrix<Ordinal>, std::uint32_t, std::uint32_t, Vector<std::uint32_t>,
                    Vector<std::int64_t>>(),
           "by_guess"_a.noconvert(), "by_secret"_a.noconvert(), "feedbacks"_a, "win"_a, "winner"_a, "weights"_a)
      .def("choose",
           [](const Bound& table, Choice choice, bool consistent, const Vector<std::uint32_t>& candidates,
              std::uint64_t state, const Vector<std::uint32_t>& allowed) {
             const Candidates here = checked(candidates, table.view.secrets);
             const Candidates among = checked(allowed, table.view.guesses);
             if (here.empty()) throw std::invalid_argument("no candidates are left");
             nb::gil_scoped_release release;
             return choose(table.view, {choice, consistent}, {here, state}, among);
           },
           "choice"_a, "consistent"_a, "candidates"_a, "state"_a, "allowed"_a)
      .def("build_tree",
           [](const Bound& table, Choice choice, bool consistent, std::uint64_t seed,
              const Vector<std::uint32_t>& candidates, std::vector<std::uint32_t> history, std::int64_t first_guess,
              const Symmetries* symmetries, int threads, nb::object progress) {
             checked_threads(threads);
             const Start start = checked_start(table, candidates, std::move(history));
             if (first_guess >= static_cast<std::int64_t>(table.view.guesses)) {
               throw std::out_of_range("the first guess is not the index of a guess");
             }
             Tree tree;
             {
               const Progress report = throttled(progress);
               nb::gil_scoped_release release;
               tree = build_tree(table.view, {choice, consistent, seed}, start, first_guess, symmetries, threads, report);
             }
             return columns(std::move(tree));
           },
           "choice"_a, "consistent"_a, "seed"_a, "candidates"_a, "history"_a, "first_guess"_a, "symmetries"_a.none(),
           "threads"_a, "progress"_a.none())
      .def("search",
           [](const Bound& table, bool linear, std::vector<Cost> cost, bool weighted, bool consistent,
              const Vector<std::uint32_t>& candidates, std::vector<std::uint32_t> history, Cost known,
              std::int64_t first_guess, bool first_guesses, const Symmetries* symmetries, int threads,
              std::uint64_t memory_limit, std::uint64_t node_limit, bool certify, nb::object progress, nb::bytes remembered,
              nb::object keep, double keep_every, std::uint32_t without, bool whole_tree) {
             checked_threads(threads);
             const Start start = checked_start(table, candidates, std::move(history));
             if (first_guess >= static_cast<std::int64_t>(table.view.guesses)) {
               throw std::out_of_range("the first guess is not the index of a guess");
             }
             if (!std::is_sorted(cost.begin(), cost.end())) throw std::invalid_argument("costs must not decrease");
             const Objective objective{linear, std::move(cost), weighted};
             const SearchOptions options{consistent, threads, memory_limit, start.history, certify, without, node_limit,
                                         whole_tree};
             bool interrupted = false;
             const SearchProgress report = [&](const Bounds& bounds) {
               nb::gil_scoped_acquire acquire;
               if (PyErr_CheckSignals() != 0) {
                 PyErr_Clear();
                 interrupted = true;
                 return false;
               }
               return progress.is_none() || nb::cast<bool>(progress(bounds.lower, bounds.upper, bounds.nodes));
             };
             Checkpoint checkpoint;
             std::vector<Remembered> before(remembered.size() / sizeof(Remembered));
             if (!before.empty()) std::memcpy(before.data(), remembered.data(), before.size() * sizeof(Remembered));
             checkpoint.remembered = before;
             checkpoint.every = keep_every;
             if (!keep.is_none()) {
               checkpoint.keep = [&](std::span<const Remembered> solved) {
                 nb::gil_scoped_acquire acquire;
                 keep(nb::bytes(solved.data(), solved.size_bytes()));
               };
             }
             SearchResult found;
             {
               nb::gil_scoped_release release;
               found = search(table.view, objective, options, symmetries, start.candidates, known, first_guess,
                              first_guesses, report, checkpoint);
             }
             std::vector<std::tuple<std::uint32_t, Cost, bool>> values;
             for (const FirstGuess& one : found.first_guesses) values.emplace_back(one.guess, one.value, one.proven);
             std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, Cost>> claims;
             for (const Claim& one : found.claims) claims.emplace_back(one.parent, one.guess, one.feedback, one.bound);
             return std::tuple(found.lower, found.upper, found.proven, found.nodes, columns(std::move(found.tree)), values,
                               claims, interrupted);
           },
           "linear"_a, "cost"_a, "weighted"_a, "consistent"_a, "candidates"_a, "history"_a, "known"_a, "first_guess"_a,
           "first_guesses"_a, "symmetries"_a.none(), "threads"_a, "memory_limit"_a,
           "node_limit"_a = ~std::uint64_t{0}, "certify"_a = false, "progress"_a = nb::none(),
           "remembered"_a = nb::bytes("", 0), "keep"_a = nb::none(), "keep_every"_a = 5.0, "without"_a = 0,
           "whole_tree"_a = true);
}

void bind_symmetries(nb::module_& m) {
  nb::class_<Symmetries>(m, "Symmetries").def("representatives", [](const Symmetries& self, std::vector<std::uint32_t> history) {
    return to_numpy(self.representatives(history));
  }, "history"_a);
  nb::class_<CodeSymmetries, Symmetries>(m, "CodeSymmetries")
      .def("__init__",
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
      .def("fill", &fill, "begin"_a, "end"_a, "out"_a.noconvert(), "threads"_a)
      .def("scan", &scan, "history"_a, "begin"_a, "end"_a, "limit"_a, "threads"_a);
  nb::class_<PegKernel, Kernel>(m, "PegKernel")
      .def(nb::init<int, int, bool, bool>(), "pegs"_a, "symbols"_a, "distinct_guesses"_a, "distinct_secrets"_a);
  nb::class_<TwodKernel, Kernel>(m, "TwodKernel").def(nb::init<int>(), "size"_a);

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
  bind_table<std::uint8_t>(m, "Table8");
  bind_table<std::uint16_t>(m, "Table16");
  m.attr("infinite") = infinite;
  m.def("random_state", nb::overload_cast<std::uint64_t>(&random_state), "seed"_a);
  m.def("next_random_state", nb::overload_cast<std::uint64_t, std::uint32_t, std::uint32_t>(&random_state), "state"_a,
        "guess"_a, "feedback"_a);
}
