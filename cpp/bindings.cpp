// The only file that has heard of nanobind: convert, release the GIL, delegate.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/kernel.hpp"
#include "core/partition.hpp"
#include "core/pegs.hpp"
#include "core/simd.hpp"
#include "core/twod.hpp"

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
      .def_prop_ro("scan_blocks", &Kernel::scan_blocks)
      .def("fill", &fill, "begin"_a, "end"_a, "out"_a.noconvert(), "threads"_a)
      .def("scan", &scan, "history"_a, "begin"_a, "end"_a, "limit"_a, "threads"_a);
  nb::class_<PegKernel, Kernel>(m, "PegKernel")
      .def(nb::init<int, int, bool, bool>(), "pegs"_a, "symbols"_a, "distinct_guesses"_a, "distinct_secrets"_a);
  nb::class_<TwodKernel, Kernel>(m, "TwodKernel").def(nb::init<int>(), "size"_a);

  bind_partition<std::uint8_t>(m);
  bind_partition<std::uint16_t>(m);
}
