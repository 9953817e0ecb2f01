#ifndef OCEAN_ACCUMULATORS_UNMEASURED_ROWS_HOST_HPP
#define OCEAN_ACCUMULATORS_UNMEASURED_ROWS_HOST_HPP
/// \file
/// \brief Rows of C in one pass over their rows of B, in a window of all columns: nothing is known of these before.

#include <algorithm>
#include <limits>

#include "../core/problem.hpp"
#include "../results/host_analysis.hpp"
#include "dense_host.hpp"
#include "host_accumulator_choice.hpp"
#include "sort_host.hpp"

namespace Ocean::Impl {

/// \brief A thread's rows whose columns and products are not measured before they are computed, which would be another
/// pass over the same rows of B.
///
/// Its functions are calls of their own: inlined, they cost the other rows of the same loop registers.
/// measured: perf_tests/results/epyc_2cores_2026-11-29_one_pass.csv
template <class ProblemType, class Scalar>
class UnmeasuredRowsHost {
 public:
  using column_type = typename ProblemType::column_type;
  using values_type = RowValues<typename ProblemType::operand_a_type::scalar_type>;

  UnmeasuredRowsHost(const ProblemType& problem, const HostAccumulatorLimits& limits,
                     const HostRowsOfB<column_type>& b_rows)
      : m_problem(problem),
        m_bounds(bounds_of_unmeasured_rows(problem, limits, b_rows)),
        m_insertion_max(limits.tuning.listed_insertion_max),
        m_marked_columns_per_product(limits.tuning.marked_columns_per_product) {}

  /// \brief Which rows may be computed without being measured.
  const UnmeasuredRowBounds& bounds() const { return m_bounds; }

  /// \brief A row of few products as a list.
  /// Shapes  columns, values [end - begin] (out)
  /// Pre     every row of B has one entry; the row's entries of A are [begin, end), at most bounds().listed_max
  /// \return entries of the row
  template <class ColumnOut>
  [[gnu::noinline]] count_type run_singles(count_type begin, count_type end, const values_type& values_a,
                                           DenseHost<Scalar>& dense, KeysHost& list, ColumnOut* columns,
                                           Scalar* values) const {
    dense.prepare(m_problem.num_cols(), 1);
    const int size = dense.add_listed_singles(
        m_problem.a.entries.data() + begin, end - begin, m_problem.b.entries.data(), m_problem.b.values.data(),
        list.keys(), [own = values_a, begin](count_type place) { return static_cast<Scalar>(own.of(begin + place)); });
    dense.take_listed(list.sort(size, m_insertion_max), size, column_type(0), columns, values);
    return size;
  }

  /// \brief A row of any number of products, whose window is searched from the first of its columns to the last.
  /// Shapes  columns, values [min(products, num_cols)] (out)
  /// Pre     the rows of B ascend strictly; the row's entries of A are [begin, end)
  /// \return entries of the row
  template <class ColumnOut>
  count_type run_dense(count_type begin, count_type end, const values_type& values_a, DenseHost<Scalar>& dense,
                       ColumnOut* columns, Scalar* values) {
    dense.prepare(m_problem.num_cols(), 1);
    return m_is_wide ? run_window<true>(begin, end, values_a, dense, columns, values)
                     : run_window<false>(begin, end, values_a, dense, columns, values);
  }

 private:
  template <bool Marks, class ColumnOut>
  [[gnu::noinline]] count_type run_window(count_type begin, count_type end, const values_type& values_a,
                                          DenseHost<Scalar>& dense, ColumnOut* columns, Scalar* values) {
    const auto* const entries_a = m_problem.a.entries.data();
    const auto* const row_map_b = m_problem.b.row_map.data();
    const auto* const columns_b = m_problem.b.entries.data();
    const auto* const values_b = m_problem.b.values.data();
    const values_type own_values = values_a;
    column_type first = std::numeric_limits<column_type>::max(), last = std::numeric_limits<column_type>::lowest();
    count_type products = 0;
    for (count_type entry = begin; entry < end; ++entry) {
      const auto* const offsets = row_map_b + entries_a[entry];
      const auto begin_b = static_cast<count_type>(offsets[0]), end_b = static_cast<count_type>(offsets[1]);
      if (begin_b == end_b) continue;
      products += end_b - begin_b;
      first = std::min(first, columns_b[begin_b]);
      last = std::max(last, columns_b[end_b - 1]);
      dense.template add<Marks>(columns_b + begin_b, values_b + begin_b, end_b - begin_b, column_type(0),
                                static_cast<Scalar>(own_values.of(entry)));
    }
    if (products == 0) return 0;
    const count_type from = static_cast<count_type>(first), to = static_cast<count_type>(last) + 1;
    m_is_wide = to - from > m_marked_columns_per_product * products;
    const count_type count = dense.template take_columns<Marks>(from, to, column_type(0), columns);
    dense.template take_values<1>(columns, count, column_type(0), 1, values);
    return count;
  }

  ProblemType m_problem;
  UnmeasuredRowBounds m_bounds;
  int m_insertion_max;
  count_type m_marked_columns_per_product;
  bool m_is_wide = true;  ///< the row before had many columns for each product: its neighbour is taken to be alike
};

}  // namespace Ocean::Impl

#endif
