// Bindings of kernels, symmetries and rules.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "core/kernels/kernel.hpp"
#include "core/kernels/pegs.hpp"
#include "core/kernels/twod.hpp"
#include "core/kernels/words.hpp"
#include "core/rules.hpp"
#include "core/symmetry.hpp"

namespace bestguess::python {

using namespace nb::literals;

namespace {

template <class Ordinal>
void fill(const Kernel& kernel, std::uint64_t begin, std::uint64_t end, MatrixOut<Ordinal> out, int threads) {
  check_threads(threads);
  if (begin > end || out.shape(0) != end - begin || out.shape(1) != kernel.secrets()) {
    throw std::invalid_argument("expected an array with a row for each guess and a column for each secret");
  }
  nb::gil_scoped_release release;
  kernel.fill(begin, end, out.data(), threads);
}

std::pair<std::uint64_t, Indices> scan(const Kernel& kernel,
                                       const std::vector<std::pair<std::uint64_t, std::uint32_t>>& history,
                                       std::uint64_t begin, std::uint64_t end, std::uint64_t limit, int threads) {
  check_threads(threads);
  std::vector<Row> rows;
  for (const auto& [guess, feedback] : history) rows.push_back({guess, feedback});
  Scan result;
  {
    nb::gil_scoped_release release;
    result = kernel.scan(rows, begin, end, limit, threads);
  }
  return {result.count, to_numpy(std::move(result.first))};
}

void bind_kernels(nb::module_& m) {
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
            if (guesses.shape(1) != secrets.shape(1))
              throw std::invalid_argument("expected guesses and secrets of the same length");
            new (self) WordKernel(static_cast<int>(guesses.shape(1)), {guesses.data(), guesses.data() + guesses.size()},
                                  {secrets.data(), secrets.size()});
          },
          "guesses"_a, "secrets"_a);
}

template <class Item>
std::vector<std::vector<Item>> rows_of(const Matrix<Item>& matrix) {
  std::vector<std::vector<Item>> rows;
  rows.reserve(matrix.shape(0));
  for (std::size_t i = 0; i < matrix.shape(0); ++i) {
    const Item* row = matrix.data() + i * matrix.shape(1);
    rows.emplace_back(row, row + matrix.shape(1));
  }
  return rows;
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
             std::vector<std::uint8_t> symbol_class, bool symbols_by_position) {
            if (codes.shape(1) != position_class.size())
              throw std::invalid_argument("expected a class for each position of the codes");
            new (self) CodeSymmetries({codes.data(), codes.data() + codes.size()}, std::move(position_class),
                                      std::move(symbol_class), symbols_by_position);
          },
          "codes"_a, "position_class"_a, "symbol_class"_a, "symbols_by_position"_a = false);
  nb::class_<GeneratorSymmetries, Symmetries>(m, "GeneratorSymmetries")
      .def(
          "__init__",
          [](GeneratorSymmetries* self, const Matrix<std::uint32_t>& generators, const Matrix<std::uint8_t>& renames) {
            new (self) GeneratorSymmetries(static_cast<std::uint32_t>(generators.shape(1)), rows_of(generators),
                                           rows_of(renames));
          },
          "generators"_a, "renames"_a);
}

// Returns the guesses of `among` that a history of these guesses and feedbacks allows.
Indices allowed(const Rule& rule, const std::vector<std::uint32_t>& guesses,
                const std::vector<std::uint32_t>& feedbacks, const Vector<std::uint32_t>& among) {
  if (guesses.size() != feedbacks.size()) throw std::invalid_argument("expected a feedback for each guess");
  const Candidates start = check_indices(among, rule.guesses());
  if (std::any_of(guesses.begin(), guesses.end(), [&](auto g) { return g >= rule.guesses(); })) {
    throw std::out_of_range("expected guesses below the number of guesses of the game");
  }
  std::vector<std::uint32_t> left(start.begin(), start.end()), next;
  Rule::Scratch scratch;
  for (std::size_t i = 0; i < guesses.size() && !left.empty(); ++i) {
    next.clear();
    rule.filter(guesses[i], feedbacks[i], left, scratch, next);
    std::swap(left, next);
  }
  return to_numpy(std::move(left));
}

void bind_rules(nb::module_& m) {
  nb::class_<Rule>(m, "Rule").def("allowed", &allowed, "guesses"_a, "feedbacks"_a, "among"_a);
  nb::class_<HardRule, Rule>(m, "HardRule")
      .def(
          "__init__",
          [](HardRule* self, const Matrix<std::uint8_t>& guesses) {
            new (self) HardRule(static_cast<int>(guesses.shape(1)), {guesses.data(), guesses.data() + guesses.size()});
          },
          "guesses"_a);
  nb::class_<StrictRule, Rule>(m, "StrictRule")
      .def(nb::init<const Kernel&>(), "kernel"_a, nb::keep_alive<1, 2>())
      .def(
          "__init__",
          [](StrictRule* self, const Matrix<std::uint16_t>& ordinals) {
            new (self) StrictRule(std::vector<std::uint16_t>(ordinals.data(), ordinals.data() + ordinals.size()));
          },
          "ordinals"_a.noconvert());
}

}  // namespace

void bind_games(nb::module_& m) {
  bind_kernels(m);
  bind_symmetries(m);
  bind_rules(m);
}

}  // namespace bestguess::python
