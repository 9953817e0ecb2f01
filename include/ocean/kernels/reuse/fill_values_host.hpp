#ifndef OCEAN_KERNELS_REUSE_FILL_VALUES_HOST_HPP
#define OCEAN_KERNELS_REUSE_FILL_VALUES_HOST_HPP
/// \file
/// \brief CPU path: values of C whose graph is known.

#include <algorithm>

#include "list_products_host.hpp"
#include "prefetch_rows_host.hpp"
#include "searched_rows_host.hpp"

namespace Ocean::Impl {

/// \brief Adds the products up at their places in C; what C has no column for is left out. Where C's row has few
/// columns, these are searched in long rows of B.
///
/// Shapes  values [nnz(C)] (out); first_missing [1] (in: the largest count; out: first row with a product that C has no
///         column for), or null; b_flags [num_inner], zero before, or null: no search
/// Pre     one of the two is null
/// Launch  a worker per thread; sums are taken in the order of A's entries
template <class ProblemType, class Graph, class Scalar>
struct FillValuesHost {
  PlacedRowsHost<ProblemType, Graph> rows;
  Scalar* values;
  count_type* first_missing;
  std::uint8_t* b_flags;

  void operator()(const int worker) const {
    const auto report = [&](count_type row) { Kokkos::atomic_min(first_missing, row); };
    const auto visit_empty = [&](count_type row) {
      if (first_missing != nullptr) rows.for_each_product(row, [&](count_type, count_type) { report(row); });
    };
    const auto fill = [&](count_type row, count_type row_begin, count_type row_nnz, const auto& places) {
      std::fill_n(values + row_begin, row_nnz, Scalar(0));
      if (!add_row(row, row_begin, row_nnz, places) && first_missing != nullptr) report(row);
    };
    const RowSearchHost<typename ProblemType::operand_b_type> search(rows.problem.b, b_flags);
    const SearchedRowsHost<ProblemType, Graph, Scalar> searched(rows.problem, rows.graph, search, values);
    const auto take = [&](count_type row, count_type row_end) {
      return searched.is_in_node(row, row_end) ? searched.fill(row, row_end) : row;
    };
    rows.for_each_row(worker, take, fill, visit_empty);
  }

 private:
  /// \brief Adds the products of a row. \return whether C has a column for each that was looked at
  template <class Places>
  bool add_row(count_type row, count_type row_begin, count_type row_nnz, const Places& places) const {
    const auto& a = rows.problem.a;
    const auto& b = rows.problem.b;
    const RowSearchHost<typename ProblemType::operand_b_type> search(b, b_flags);
    const count_type shortest = search.shortest_row(row_nnz);
    Scalar* const sums = values + row_begin;
    bool has_all = true;
    const auto values_a = a.values_of(row);
    const auto begin_a = static_cast<count_type>(a.row_map(row)), end_a = static_cast<count_type>(a.row_map(row + 1));
    prefetch_rows(rows.problem, begin_a, end_a);
    for (count_type entry_a = begin_a; entry_a < end_a; ++entry_a) {
      const auto inner = static_cast<count_type>(a.entries(entry_a));
      const auto begin_b = static_cast<count_type>(b.row_map(inner)),
                 end_b = static_cast<count_type>(b.row_map(inner + 1));
      const auto add = [&](count_type place, count_type entry_b) {
        sums[place] += multiply<Scalar>(values_a.of(entry_a), b.values(entry_b));
      };
      if (end_b - begin_b >= shortest && search.ascends(inner)) {
        search.find(rows.graph.entries + row_begin, row_nnz, begin_b, end_b, add);
        continue;
      }
      for (count_type entry_b = begin_b; entry_b < end_b; ++entry_b) {
        const count_type place = places.find(rows.column_of(entry_b));
        if (place >= 0)
          add(place, entry_b);
        else
          has_all = false;
      }
    }
    return has_all;
  }
};

}  // namespace Ocean::Impl

#endif
