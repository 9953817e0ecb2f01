#ifndef OCEAN_STAGES_MISSING_ENTRIES_HPP
#define OCEAN_STAGES_MISSING_ENTRIES_HPP
/// \file
/// \brief The error for products that a given graph of C has no entry for.

#include "../../Ocean_Error.hpp"
#include "../kernels/reuse/find_missing_entries.hpp"
#include "reuse.hpp"

namespace Ocean::Impl {

/// \brief Throws that \p row of the graph lacks an entry. Waits for \p exec.
/// Pre     the row has such a product
template <class ExecutionSpace, class ProblemType, class Graph>
[[noreturn]] void throw_missing_entry(const ExecutionSpace& exec, const ProblemType& problem, const Graph& graph,
                                      count_type row) {
  throw_invalid_argument("spgemm_numeric", "C has no entry (", row, ", ",
                         find_missing_column(exec, problem, graph, row),
                         "), which the product has (need a graph of C that contains the product's, or "
                         "MissingEntries::drop)");
}

/// \brief Looks for products that the graph has no entry for. Waits for \p exec.
/// Cost    a search in C's row per product
/// \throws std::invalid_argument naming the first row that lacks a column, and its first missing column.
template <class ExecutionSpace, class ProblemType, class Graph>
void check_missing_entries(const ExecutionSpace& exec, const ProblemType& problem, const Graph& graph) {
  if (problem.has_no_products()) return;
  const int lanes = choose_lanes(mean_row_length(problem.b), visit_lanes);
  const count_type row = find_row_with_missing(exec, problem, graph, lanes);
  if (row < problem.num_rows()) throw_missing_entry(exec, problem, graph, row);
}

}  // namespace Ocean::Impl

#endif
