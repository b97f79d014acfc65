// Candidates split by feedback.
#include <nanobind/stl/pair.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "core/partition.hpp"

namespace bestguess::python {

using namespace nb::literals;

namespace {

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

}  // namespace

void bind_partitions(nb::module_& m) {
  bind_partition<std::uint8_t>(m);
  bind_partition<std::uint16_t>(m);
}

}  // namespace bestguess::python
