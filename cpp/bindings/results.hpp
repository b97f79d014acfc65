// What searches and tree builders return to Python.
#pragma once

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "core/search/request.hpp"
#include "core/tree.hpp"

namespace bestguess::python {

// Returns the columns of a tree: guess, feedback, depth and wins of every node (core/tree.hpp).
inline std::tuple<Indices, Indices, Indices, Indices> columns(Tree tree) {
  return {to_numpy(std::move(tree.guess)), to_numpy(std::move(tree.feedback)), to_numpy(std::move(tree.depth)),
          to_numpy(std::move(tree.wins))};
}

// A search result, and whether Ctrl-C stopped the search.
struct PythonResult : SearchResult {
  bool interrupted = false;
};

}  // namespace bestguess::python
