#ifndef OCEAN_ACCUMULATORS_UNMEASURED_ROWS_HOST_HPP
#define OCEAN_ACCUMULATORS_UNMEASURED_ROWS_HOST_HPP
/// \file
/// \brief Rows of C in one pass over their rows of B, in a window of all columns: nothing is known of these before.

#include <algorithm>
#include <limits>

#include "../core/problem.hpp"
#include "dense_host.hpp"
#include "host_accumulator_choice.hpp"
#include "row_reader_host.hpp"
#include "sort_host.hpp"

namespace Ocean::Impl {

/// Columns between the first and the last of a row that is searched for them, at most, for each of its products: two
/// products for a mask of flags. measured: perf_tests/results/epyc_2cores_2026-11-29_one_pass.csv (what = bound of 4;
/// other values were not compared)
inline constexpr count_type searched_columns_per_product = flags_per_mask / 2;

/// \brief A thread's rows whose columns and products are not measured before they are computed, which would be another
/// pass over the same rows of B.
///
/// Its functions are calls of their own: inlined, they cost the other rows of the same loop registers.
/// measured: perf_tests/results/epyc_2cores_2026-11-29_one_pass.csv (what = inlined)
template <class ProblemType, class Scalar>
class UnmeasuredRowsHost {
 public:
  using reader_type = RowReaderHost<ProblemType>;
  using row_type = typename reader_type::Row;
  using column_type = typename ProblemType::column_type;

  explicit UnmeasuredRowsHost(const UnmeasuredRowBounds& bounds) : m_bounds(bounds) {}

  /// \brief Which rows may be computed without being measured.
  const UnmeasuredRowBounds& bounds() const { return m_bounds; }

  /// \brief A row of few products as a list.
  /// Shapes  columns, values [nnz_a of the row] (out)
  /// Pre     every row of B has one entry; the row has at most bounds().listed_max entries of A
  /// \return entries of the row
  template <class ColumnOut>
  [[gnu::noinline]] count_type run_singles(const reader_type& reader, const row_type& row, DenseHost<Scalar>& dense,
                                           KeysHost& list, ColumnOut* columns, Scalar* values) const {
    const ProblemType& problem = reader.operands();
    dense.prepare(problem.num_cols(), 1);
    const int size = dense.add_listed_singles(problem.a.entries.data() + row.begin, row.shape.nnz_a,
                                              problem.b.entries.data(), problem.b.values.data(), list.keys(),
                                              [values_a = row.values, begin = row.begin](count_type place) {
                                                return static_cast<Scalar>(values_a.of(begin + place));
                                              });
    dense.take_listed(list.sort(size, reader.bounds().tuning.listed_insertion_max), size, column_type(0), columns,
                      values);
    return size;
  }

  /// \brief Whether a row is taken for one of many products whose columns are close to each other: if it has the
  /// entries of A, and the row before, to which it is likely to be similar, had such columns.
  bool is_likely_dense(const row_type& row) const { return m_was_narrow && row.shape.nnz_a >= m_bounds.dense_min; }
  /// \brief Takes note of the products and the span of a row, for the next one.
  void note(const HostRowShape& shape) { m_was_narrow = shape.span <= searched_columns_per_product * shape.products; }

  /// \brief A row of any number of products, whose window is searched from the first of its columns to the last.
  /// Shapes  columns, values [min(products, num_cols)] (out)
  /// Pre     the rows of B ascend strictly
  /// \return entries of the row
  template <class ColumnOut>
  [[gnu::noinline]] count_type run_dense(const reader_type& reader, const row_type& row, DenseHost<Scalar>& dense,
                                         ColumnOut* columns, Scalar* values) {
    dense.prepare(reader.operands().num_cols(), 1);
    const auto* const entries_a = reader.operands().a.entries.data();
    const auto* const row_map_b = reader.operands().b.row_map.data();
    const auto* const columns_b = reader.operands().b.entries.data();
    const auto* const values_b = reader.operands().b.values.data();
    const auto values_a = row.values;
    const bool prefetches = reader.bounds().tuning.prefetch_entries > 0;
    column_type first = std::numeric_limits<column_type>::max(), last = std::numeric_limits<column_type>::lowest();
    HostRowShape shape;
    for (count_type entry = row.begin; entry < row.end; ++entry) {
      if (prefetches) reader.prefetch_b_rows(entry);
      const auto* const offsets = row_map_b + entries_a[entry];
      const auto begin = static_cast<count_type>(offsets[0]), end = static_cast<count_type>(offsets[1]);
      if (begin == end) continue;
      shape.products += end - begin;
      first = std::min(first, columns_b[begin]);
      last = std::max(last, columns_b[end - 1]);
      dense.template add<false>(columns_b + begin, values_b + begin, end - begin, column_type(0),
                                static_cast<Scalar>(values_a.of(entry)));
    }
    if (shape.products == 0) return 0;
    const count_type from = static_cast<count_type>(first), to = static_cast<count_type>(last) + 1;
    shape.span = to - from;
    note(shape);
    const count_type count = dense.template take_columns<false>(from, to, column_type(0), columns);
    dense.template take_values<1>(columns, count, column_type(0), 1, values);
    return count;
  }

 private:
  UnmeasuredRowBounds m_bounds;
  bool m_was_narrow = false;  ///< the row before had few columns for each product
};

}  // namespace Ocean::Impl

#endif
