#ifndef OCEAN_KERNELS_RENUMBERING_MEASURE_ROWS_HPP
#define OCEAN_KERNELS_RENUMBERING_MEASURE_ROWS_HPP
/// \file
/// \brief The maximum number of products and the widest span of any row of C, without memory per row.

#include <Kokkos_Core.hpp>

#include "../../results/row_analysis.hpp"

namespace Ocean::Impl {

/// \brief The maximum number of products, and the widest span, of any row of C.
struct RowExtremes {
  count_type products = 0, span = 0;
};

/// \brief One thread per row of A.
/// Shapes  b_row_shape [num_inner], as FindBRowShapes writes it
/// Pre     A need not be valid: what is out of bounds is not followed, since the analysis will report it
/// Launch  RangePolicy over the rows, two maxima
/// Cost    nnz(A) reads of a row of B's bounds and range
template <class ProblemType, class Shapes>
struct MeasureRows {
  using value_type = RowExtremes;
  using column_type = typename ProblemType::column_type;
  ProblemType problem;
  Shapes b_row_shape;

  KOKKOS_FUNCTION void operator()(const count_type row, RowExtremes& most) const {
    const auto begin = static_cast<count_type>(problem.a.row_map(row));
    const auto end = static_cast<count_type>(problem.a.row_map(row + 1));
    if (begin < 0 || end > static_cast<count_type>(problem.a.entries.extent(0))) return;
    RowExtremes mine;
    ColumnRange<column_type> range{Kokkos::Experimental::finite_max_v<column_type>, column_type(-1)};
    for (count_type entry = begin; entry < end; ++entry) {
      const auto inner = problem.a.entries(entry);
      if (inner < 0 || inner >= problem.b.num_rows) continue;
      const BRowShape<column_type> shape = b_row_shape(inner);
      mine.products += static_cast<count_type>(shape.length);  // enough of a row that is longer
      range.first = Kokkos::min(range.first, shape.columns.first);
      range.last = Kokkos::max(range.last, shape.columns.last);
    }
    mine.span = range.width();
    join(most, mine);
  }
  KOKKOS_FUNCTION void init(RowExtremes& most) const { most = {}; }
  KOKKOS_FUNCTION void join(RowExtremes& most, const RowExtremes& other) const {
    most.products = Kokkos::max(most.products, other.products);
    most.span = Kokkos::max(most.span, other.span);
  }
};

/// \brief Launches MeasureRows on \p exec and waits for it.
template <class ExecutionSpace, class ProblemType, class Shapes>
RowExtremes measure_rows(const ExecutionSpace& exec, const ProblemType& problem, const Shapes& b_row_shape) {
  RowExtremes most;
  Kokkos::parallel_reduce(
      "Ocean::renumbering::measure_rows",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, problem.num_rows()),
      MeasureRows<ProblemType, Shapes>{problem, b_row_shape}, most);
  return most;
}

}  // namespace Ocean::Impl

#endif
