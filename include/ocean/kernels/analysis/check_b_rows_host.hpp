#ifndef OCEAN_KERNELS_ANALYSIS_CHECK_B_ROWS_HOST_HPP
#define OCEAN_KERNELS_ANALYSIS_CHECK_B_ROWS_HOST_HPP
/// \file
/// \brief CPU path: checks that the rows of B are inside B and strictly ascending, and finds those with the columns of
/// the row before, or with each of these plus one.

#include <Kokkos_Core.hpp>
#include <algorithm>

#include "../../core/find_first.hpp"
#include "../../core/problem.hpp"
#include "../../results/host_analysis.hpp"

namespace Ocean::Impl {

/// \brief What a pass over the rows of B found.
struct CheckedRows {
  count_type faults = 0;        ///< rows whose offsets or columns are out of bounds
  count_type unsorted = 0;      ///< rows that do not strictly increase
  count_type same_columns = 0;  ///< rows of this relation to the row before ...
  count_type next_columns = 0;  ///< ... and of this
};

/// \brief Counts the rows of B that cannot be used, and those that are not strictly ascending; finds its supernodes and
/// stencils.
/// Shapes  row_map [num_rows + 1], entries [>= row_map(num_rows)]; relations [num_rows] (out), none where a row
///         is empty or does not strictly ascend
/// Launch  RangePolicy over the rows, four sums
/// Cost    one read of row_map and entries
template <class OperandB, class Relations>
struct CheckBRowsHost {
  OperandB b;
  Relations relations;

  void operator()(const count_type row, count_type& faults, count_type& unsorted, count_type& same_columns,
                  count_type& next_columns) const {
    const auto begin = static_cast<count_type>(b.row_map.data()[row]);
    const auto end = static_cast<count_type>(b.row_map.data()[row + 1]);
    relations.data()[row] = RowRelation::none;
    if (begin < 0 || end < begin || end > static_cast<count_type>(b.entries.extent(0))) {
      ++faults;
      return;
    }
    if (begin == end) return;
    const auto* entries = b.entries.data();
    count_type descents = 0;
    for (count_type entry = begin + 1; entry < end; ++entry) descents += !(entries[entry - 1] < entries[entry]);
    auto first = static_cast<count_type>(entries[begin]);
    auto last = static_cast<count_type>(entries[end - 1]);
    if (descents > 0) {
      ++unsorted;
      const auto [least, greatest] = std::minmax_element(entries + begin, entries + end);
      first = static_cast<count_type>(*least);
      last = static_cast<count_type>(*greatest);
    } else if (row > 0) {
      const RowRelation relation = relation_to(static_cast<count_type>(b.row_map.data()[row - 1]), begin, end);
      relations.data()[row] = relation;
      same_columns += relation == RowRelation::same_columns;
      next_columns += relation == RowRelation::next_columns;
    }
    if (first < 0 || last >= b.num_cols) ++faults;
  }

 private:
  /// What the row [begin, end) has to do with the one that begins at \p before, which may be an invalid offset.
  RowRelation relation_to(count_type before, count_type begin, count_type end) const {
    if (before < 0 || begin - before != end - begin) return RowRelation::none;
    const auto* entries = b.entries.data();
    if (entries[begin] < entries[before]) return RowRelation::none;
    // columns may still be invalid: nothing is subtracted but from columns above the least
    const typename OperandB::ordinal_type step = entries[begin] == entries[before] ? 0 : 1;
    const bool is_related =
        std::equal(entries + begin, entries + end, entries + before,
                   [step](auto column, auto column_before) { return column - step == column_before; });
    if (!is_related) return RowRelation::none;
    return step == 0 ? RowRelation::same_columns : RowRelation::next_columns;
  }
};

/// \brief Checks the rows of B; waits for the sums.
/// Shapes  relations [num_rows] (out)
template <class ExecutionSpace, class OperandB, class Relations>
CheckedRows check_b_rows_host(const ExecutionSpace& exec, const OperandB& b, const Relations& relations) {
  using policy_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>;
  CheckedRows found;
  Kokkos::parallel_reduce("Ocean::analysis::check_b_rows_host", policy_type(exec, 0, b.num_rows),
                          CheckBRowsHost<OperandB, Relations>{b, relations}, found.faults, found.unsorted,
                          found.same_columns, found.next_columns);
  exec.fence("Ocean::analysis::check_b_rows_host");
  return found;
}

/// \brief First row of B with no entry or several.
/// Shapes  row_map [num_rows + 1]
/// Launch  RangePolicy over the rows, minimum over the row
template <class OperandB>
struct FindRowNotSingleHost {
  OperandB b;
  void operator()(const count_type row, count_type& first) const {
    if (b.row_map.data()[row + 1] - b.row_map.data()[row] != 1) first = std::min(first, row);
  }
};

/// \brief Whether every row of B has one entry; waits for the answer.
/// Cost    a read of the row map, if there are as many entries as rows
template <class ExecutionSpace, class OperandB>
bool has_single_entries_host(const ExecutionSpace& exec, const OperandB& b, count_type nnz_b) {
  return nnz_b == b.num_rows && find_first(exec, "Ocean::analysis::find_row_not_single_host", b.num_rows,
                                           FindRowNotSingleHost<OperandB>{b}) >= b.num_rows;
}

/// \brief First and last column of every row of B, found by reading all of the row: for rows that are not sorted.
/// Shapes  b_row_range [num_rows] (out)
/// Launch  RangePolicy over the rows
template <class OperandB, class Ranges>
struct ScanBRowRangesHost {
  OperandB b;
  Ranges b_row_range;

  void operator()(const count_type row) const {
    using column_type = typename OperandB::ordinal_type;
    const auto* entries = b.entries.data();
    const auto* begin = entries + b.row_map.data()[row];
    const auto* end = entries + b.row_map.data()[row + 1];
    ColumnRange<column_type> range{column_type(1), column_type(0)};
    if (begin != end) {
      const auto [least, greatest] = std::minmax_element(begin, end);
      range = {*least, *greatest};
    }
    b_row_range.data()[row] = range;
  }
};

/// \brief Launches ScanBRowRangesHost on \p exec. Pre: check_b_rows_host() found no fault
template <class ExecutionSpace, class OperandB, class Ranges>
void scan_b_row_ranges_host(const ExecutionSpace& exec, const OperandB& b, const Ranges& b_row_range) {
  using policy_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>;
  Kokkos::parallel_for("Ocean::analysis::scan_b_row_ranges_host", policy_type(exec, 0, b.num_rows),
                       ScanBRowRangesHost<OperandB, Ranges>{b, b_row_range});
}

}  // namespace Ocean::Impl

#endif
