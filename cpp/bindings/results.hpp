// What searches and builders of trees hand back to Python.
#pragma once

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "core/search/request.hpp"
#include "core/tree.hpp"

namespace bestguess::python {

// Guess, feedback, depth and how many candidates end there, of every node.
inline std::tuple<Indices, Indices, Indices, Indices> columns(Tree tree) {
  return {to_numpy(std::move(tree.guess)), to_numpy(std::move(tree.feedback)), to_numpy(std::move(tree.depth)),
          to_numpy(std::move(tree.wins))};
}

// A result, and whether Ctrl-C ended the search.
struct PythonResult : SearchResult {
  bool interrupted = false;
};

}  // namespace bestguess::python
