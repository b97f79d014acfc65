// The best tree there is: exact search by branch and bound, for every objective that is a cost of depths.
#pragma once

#include "core/search/request.hpp"
#include "core/table.hpp"

namespace bestguess {

// Finds the value of the candidates of `request`, and a tree that reaches it.
template <class Ordinal>
SearchResult search(const TableView<Ordinal>& table, const SearchRequest& request);

}  // namespace bestguess
