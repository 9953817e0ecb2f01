#ifndef OCEAN_KERNELS_REUSE_FIND_MISSING_ENTRIES_HPP
#define OCEAN_KERNELS_REUSE_FIND_MISSING_ENTRIES_HPP
/// \file
/// \brief Products whose column a given graph of C does not have.

#include <Kokkos_Core.hpp>

#include "../../core/binary_search.hpp"
#include "../../core/find_first.hpp"

namespace Ocean::Impl {

/// \brief Whether a row of the graph has a column. Pre  the row ascends
template <class Graph>
KOKKOS_INLINE_FUNCTION bool has_entry(const Graph& graph, count_type row, count_type column) {
  const auto begin = static_cast<count_type>(graph.row_map[row]), end = static_cast<count_type>(graph.row_map[row + 1]);
  const count_type place = find_place(graph.entries, begin, end, column);
  return place < end && static_cast<count_type>(graph.entries[place]) == column;
}

/// \brief First row with a product that the graph has no entry for.
/// Launch  RangePolicy over lanes * entries of A, minimum over the row; \p lanes lanes share a row of B
/// Cost    a search in A's row map per lane and in the row of C per product
template <class ProblemType, class Graph>
struct FindRowWithMissing {
  ProblemType problem;
  Graph graph;
  int lanes;

  KOKKOS_FUNCTION void operator()(const count_type item, count_type& first) const {
    const count_type entry_a = item / lanes;
    const count_type row = find_row(problem.a.row_map, problem.a.num_rows, entry_a);
    if (row >= first || entry_a >= static_cast<count_type>(problem.a.row_map(row + 1))) return;
    const auto inner = problem.a.entries(entry_a);
    const auto end_b = static_cast<count_type>(problem.b.row_map(inner + 1));
    for (count_type entry_b = static_cast<count_type>(problem.b.row_map(inner)) + item % lanes; entry_b < end_b;
         entry_b += lanes)
      if (!has_entry(graph, row, static_cast<count_type>(problem.b.entries(entry_b)))) {
        first = row;
        return;
      }
  }
};

/// \brief First column of a row's products that the graph has no entry for.
/// Launch  RangePolicy over the entries of A's row, minimum over the column
template <class ProblemType, class Graph>
struct FindMissingColumn {
  ProblemType problem;
  Graph graph;
  count_type row;

  KOKKOS_FUNCTION void operator()(const count_type place, count_type& first) const {
    const auto inner = problem.a.entries(static_cast<count_type>(problem.a.row_map(row)) + place);
    const auto end_b = static_cast<count_type>(problem.b.row_map(inner + 1));
    for (auto entry_b = static_cast<count_type>(problem.b.row_map(inner)); entry_b < end_b; ++entry_b) {
      const auto column = static_cast<count_type>(problem.b.entries(entry_b));
      if (column < first && !has_entry(graph, row, column)) first = column;
    }
  }
};

/// \brief The first row with a product that \p graph has no entry for, or the largest count_type. Waits for \p exec.
template <class ExecutionSpace, class ProblemType, class Graph>
count_type find_row_with_missing(const ExecutionSpace& exec, const ProblemType& problem, const Graph& graph,
                                 int lanes) {
  return find_first(exec, "Ocean::reuse::find_row_with_missing",
                    lanes * static_cast<count_type>(problem.a.entries.extent(0)),
                    FindRowWithMissing<ProblemType, Graph>{problem, graph, lanes});
}

/// \brief The first column of the products of \p row that \p graph has no entry for, or the largest count_type. Waits
/// for \p exec.
template <class ExecutionSpace, class ProblemType, class Graph>
count_type find_missing_column(const ExecutionSpace& exec, const ProblemType& problem, const Graph& graph,
                               count_type row) {
  const auto nnz = static_cast<count_type>(read_element(exec, problem.a.row_map, row + 1)) -
                   static_cast<count_type>(read_element(exec, problem.a.row_map, row));
  return find_first(exec, "Ocean::reuse::find_missing_column", nnz,
                    FindMissingColumn<ProblemType, Graph>{problem, graph, row});
}

}  // namespace Ocean::Impl

#endif
