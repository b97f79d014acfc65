// Exact search: finds a best tree by branch and bound, for every objective that is a cost of depths.
//
// request.hpp has the terms, bounds.hpp the bounds and their proofs, worker.hpp the recursion, root.hpp the top level.
#pragma once

#include "core/search/request.hpp"
#include "core/table.hpp"

namespace bestguess {

// Finds the value of the candidates of `request`, and a tree that reaches it.
template <class Ordinal>
SearchResult search(const TableView<Ordinal>& table, const SearchRequest& request);

}  // namespace bestguess
