// Bindings of partitions.
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
        const Candidates span = check_indices(candidates, row.shape(0));
        check_ordinals(row.data(), span, parts);
        std::vector<std::uint32_t> sizes(parts);
        part_sizes(row.data(), span, sizes);
        return to_numpy(std::move(sizes));
      },
      "row"_a.noconvert(), "candidates"_a, "parts"_a);
  m.def(
      "all_part_sizes",
      [](const Matrix<Ordinal>& table, const Vector<std::uint32_t>& candidates, std::uint32_t parts, int threads) {
        check_threads(threads);
        const Candidates span = check_indices(candidates, table.shape(1));
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
        check_threads(threads);
        const Candidates span = check_indices(candidates, table.shape(1));
        const Candidates rows = check_indices(guesses, table.shape(0));
        const std::span<const std::int64_t> secret_weights{weights.data(), weights.shape(0)};
        if (!secret_weights.empty() && secret_weights.size() != table.shape(1))
          throw std::invalid_argument("expected a weight for each secret, or none");
        PartLists lists;
        {
          nb::gil_scoped_release release;
          for (const std::uint32_t g : rows) check_ordinals(&table(g, 0), span, parts);
          lists = list_parts(table.data(), table.shape(1), rows, span, parts, win, secret_weights, threads);
        }
        const std::size_t shape[] = {rows.size(), secret_weights.empty() ? 0 : lists.width};
        return std::pair(to_numpy<Counts>(std::move(lists.sizes), {rows.size(), lists.width}),
                         to_numpy<Weights>(std::move(lists.weights), {shape[0], shape[1]}));
      },
      "table"_a.noconvert(), "guesses"_a, "candidates"_a, "parts"_a, "win"_a, "weights"_a, "threads"_a);
  m.def(
      "partition",
      [](const Vector<Ordinal>& row, const Vector<std::uint32_t>& candidates, std::uint32_t parts) {
        const Candidates span = check_indices(candidates, row.shape(0));
        check_ordinals(row.data(), span, parts);
        std::vector<std::uint32_t> sorted(span.size()), ends(parts);
        partition(row.data(), span, ends, sorted.data());
        return std::pair(to_numpy(std::move(sorted)), to_numpy(std::move(ends)));
      },
      "row"_a.noconvert(), "candidates"_a, "parts"_a);
  m.def(
      "filter",
      [](const Vector<Ordinal>& row, const Vector<std::uint32_t>& candidates, std::uint32_t feedback) {
        const Candidates span = check_indices(candidates, row.shape(0));
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
