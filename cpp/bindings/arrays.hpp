// What all bindings share: NumPy arrays, and checks of arguments.
//
// The core trusts its callers. So every index that comes from Python is checked here before the core sees it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/partition.hpp"

namespace bestguess::python {

namespace nb = nanobind;

template <class T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Matrix = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using MatrixOut = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Indices = nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<1>>;
using Counts = nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<2>>;
using Weights = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<2>>;

// Returns `values` as a NumPy array without a copy. The array owns them.
template <class Array, class Value>
Array to_numpy(std::vector<Value> values, std::initializer_list<std::size_t> shape) {
  auto* owned = new std::vector<Value>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<Value>*>(p); });
  return Array(owned->data(), shape, owner);
}

inline Indices to_numpy(std::vector<std::uint32_t> values) {
  const std::size_t size = values.size();
  return to_numpy<Indices>(std::move(values), {size});
}

// Returns `indices` as a span. Throws unless all are below `count`.
inline Candidates check_indices(const Vector<std::uint32_t>& indices, std::size_t count) {
  const Candidates span{indices.data(), indices.shape(0)};
  if (std::any_of(span.begin(), span.end(), [&](std::uint32_t i) { return i >= count; })) {
    throw std::out_of_range("expected indices below the number of guesses or secrets of the game");
  }
  return span;
}

template <class Ordinal>
void check_ordinals(const Ordinal* row, Candidates candidates, std::uint32_t parts) {
  if (std::any_of(candidates.begin(), candidates.end(), [&](std::uint32_t c) { return row[c] >= parts; })) {
    throw std::out_of_range("expected ordinals below the number of parts");
  }
}

inline int check_threads(int threads) {
  if (threads < 1) throw std::invalid_argument("threads must be 1 or more");
  return threads;
}

inline std::vector<std::uint32_t> to_vector(const Vector<std::uint32_t>& values) {
  return {values.data(), values.data() + values.size()};
}

// Each of these adds a part of the module. It is defined in the file of that name.
void bind_games(nb::module_& m);
void bind_partitions(nb::module_& m);
void bind_searches(nb::module_& m);
void bind_tables(nb::module_& m);

}  // namespace bestguess::python
