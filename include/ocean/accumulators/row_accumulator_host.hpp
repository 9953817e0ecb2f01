#ifndef OCEAN_ACCUMULATORS_ROW_ACCUMULATOR_HOST_HPP
#define OCEAN_ACCUMULATORS_ROW_ACCUMULATOR_HOST_HPP
/// \file
/// \brief A thread's accumulators of all kinds, and the computation of a row of C (or of twins) by the fittest of them.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "../pipeline/problem.hpp"
#include "../results/row_analysis.hpp"
#include "../stages/host_accumulator_choice.hpp"
#include "dense_host.hpp"
#include "hash_host.hpp"
#include "sort_host.hpp"

namespace Ocean::Impl {

/// \brief Rows that were computed together; all have the same number of entries.
struct HostBatch {
  count_type num_rows = 1;
  count_type row_nnz = 0;
};

/// \brief Computes rows of C one batch at a time; private to a thread, no atomics.
template <class ProblemType, class Scalar>
class RowAccumulatorHost {
 public:
  using column_type = typename ProblemType::column_type;
  using dense_type = DenseHost<Scalar>;
  using hash_type = HashHost<Scalar, column_type>;

  /// \param b_row_range column range of every row of B, null where the rows of B are sorted
  RowAccumulatorHost(const ProblemType& problem, const HostAccumulatorLimits& limits,
                     const ColumnRange<column_type>* b_row_range, const dense_type& dense, const hash_type& hash,
                     bool sorted_output)
      : m_problem(problem),
        m_limits(limits),
        m_b_row_range(b_row_range),
        m_dense(dense),
        m_hash(hash),
        m_nnz_a(problem.num_rows() > 0 ? begin_a(problem.num_rows()) : 0),
        m_sorted_output(sorted_output) {}

  /// \brief Computes row \p row and those of its twins before \p row_end that share its window.
  /// Shapes  columns, values [sum over the rows of min(products, num_cols)] (out), row after row
  template <class ColumnOut>
  HostBatch compute(count_type row, count_type row_end, ColumnOut* columns, Scalar* values) {
    return run<true>(row, row_end, columns, values);
  }

  /// \brief Only counts the entries.
  HostBatch count(count_type row, count_type row_end) {
    return run<false>(row, row_end, static_cast<column_type*>(nullptr), static_cast<Scalar*>(nullptr));
  }

  /// \brief Upper bound of the entries of a row.
  count_type row_bound(count_type row) const {
    count_type products = 0;
    for (count_type entry = begin_a(row); entry < begin_a(row + 1); ++entry) {
      const count_type inner = inner_of(entry);
      products += begin_b(inner + 1) - begin_b(inner);
    }
    return std::min(products, m_problem.num_cols());
  }

  /// \brief Rows that every kind of accumulator got so far.
  const std::array<count_type, num_host_accumulators>& rows_of_kind() const { return m_rows_of_kind; }

 private:
  struct Row {
    count_type begin = 0;  ///< in A
    count_type end = 0;
    column_type first = 0;
    HostRowShape shape;
  };

  count_type begin_a(count_type row) const { return static_cast<count_type>(m_problem.a.row_map.data()[row]); }
  count_type begin_b(count_type row) const { return static_cast<count_type>(m_problem.b.row_map.data()[row]); }
  count_type inner_of(count_type entry) const { return static_cast<count_type>(m_problem.a.entries.data()[entry]); }
  const column_type* columns_b() const { return m_problem.b.entries.data(); }
  /// The value of an entry of A; 0 where rows are only counted, since A may then have no values.
  template <bool WithValues>
  Scalar factor_of([[maybe_unused]] count_type entry) const {
    if constexpr (WithValues)
      return static_cast<Scalar>(m_problem.a.values.data()[entry]);
    else
      return Scalar(0);
  }

  /// Asks for the rows of B that later entries of A will use: their offsets first, then their first lines.
  void prefetch_b_rows(count_type entry) const {
    const count_type last = m_nnz_a - 1;
    const count_type far = std::min(last, entry + 2 * m_limits.tuning.prefetch_entries);
    const count_type near = std::min(last, entry + m_limits.tuning.prefetch_entries);
    prefetch(m_problem.b.row_map.data() + inner_of(far));
    const count_type begin = begin_b(inner_of(near));
    prefetch(columns_b() + begin);
    prefetch(m_problem.b.values.data() + begin);
  }

  Row measure(count_type row, count_type row_end) const {
    Row measured;
    measured.begin = begin_a(row);
    measured.end = begin_a(row + 1);
    measured.shape.nnz_a = measured.end - measured.begin;
    column_type first = std::numeric_limits<column_type>::max();
    column_type last = std::numeric_limits<column_type>::lowest();
    for (count_type entry = measured.begin; entry < measured.end; ++entry) {
      if (m_limits.tuning.prefetch_entries > 0) prefetch_b_rows(entry);
      const count_type inner = inner_of(entry);
      const count_type begin = begin_b(inner);
      const count_type end = begin_b(inner + 1);
      if (begin == end) continue;
      measured.shape.products += end - begin;
      const bool scanned = m_b_row_range != nullptr;
      first = std::min(first, scanned ? m_b_row_range[inner].first : columns_b()[begin]);
      last = std::max(last, scanned ? m_b_row_range[inner].last : columns_b()[end - 1]);
    }
    if (measured.shape.products == 0) return measured;
    measured.first = first;
    measured.shape.span = static_cast<count_type>(last) - static_cast<count_type>(first) + 1;
    const count_type twin_end = std::min(row_end, row + m_limits.tuning.lanes_max);
    while (row + measured.shape.twins < twin_end && has_columns_of(measured, row + measured.shape.twins))
      ++measured.shape.twins;
    return measured;
  }

  bool has_columns_of(const Row& row, count_type other) const {
    const count_type begin = begin_a(other);
    const auto* entries = m_problem.a.entries.data();
    return begin_a(other + 1) - begin == row.shape.nnz_a && entries[row.begin] == entries[begin] &&
           std::equal(entries + row.begin, entries + row.end, entries + begin);
  }

  template <bool WithValues, class ColumnOut>
  HostBatch run(count_type row, count_type row_end, ColumnOut* columns, Scalar* values) {
    const Row measured = measure(row, row_end);
    const HostRowPlan plan = choose_host_accumulator(m_limits, measured.shape);
    HostBatch batch;
    switch (plan.kind) {
      case HostAccumulator::none: break;
      case HostAccumulator::scaled_copy:
        if constexpr (WithValues) copy_scaled(measured, columns, values);
        batch.row_nnz = measured.shape.products;
        break;
      case HostAccumulator::sort: batch.row_nnz = run_sort<WithValues>(measured, columns, values); break;
      case HostAccumulator::listed: batch.row_nnz = run_listed<WithValues>(measured, columns, values); break;
      case HostAccumulator::hash: batch.row_nnz = run_hash<WithValues>(measured, columns, values); break;
      case HostAccumulator::dense_windows: batch.row_nnz = run_windows<WithValues>(measured, columns, values); break;
      case HostAccumulator::dense:
      case HostAccumulator::dense_lanes:
        batch.num_rows = WithValues ? std::min(plan.lanes, measured.shape.twins) : measured.shape.twins;
        batch.row_nnz = run_dense<WithValues>(measured, plan, static_cast<int>(batch.num_rows), columns, values);
        break;
    }
    m_rows_of_kind[static_cast<int>(plan.kind)] += batch.num_rows;
    return batch;
  }

  template <class ColumnOut>
  void copy_scaled(const Row& row, ColumnOut* columns, Scalar* values) const {
    const Scalar factor = factor_of<true>(row.begin);
    const count_type begin = begin_b(inner_of(row.begin));
    for (count_type entry = 0; entry < row.shape.products; ++entry) {
      columns[entry] = static_cast<ColumnOut>(columns_b()[begin + entry]);
      values[entry] = factor * static_cast<Scalar>(m_problem.b.values.data()[begin + entry]);
    }
  }

  /// Calls visit(entry of A, columns, values, length) for the rows of B that the row uses.
  template <class Visit>
  void for_each_b_row(const Row& row, const Visit& visit) const {
    const auto* values_b = m_problem.b.values.data();
    for (count_type entry = row.begin; entry < row.end; ++entry) {
      const count_type inner = inner_of(entry);
      const count_type begin = begin_b(inner);
      visit(entry, columns_b() + begin, values_b + begin, begin_b(inner + 1) - begin);
    }
  }

  template <bool WithValues, class ColumnOut>
  count_type run_sort(const Row& row, ColumnOut* columns, Scalar* values) {
    m_sort.clear();
    for_each_b_row(row, [&](count_type entry, const auto* columns_b, const auto* values_b, count_type length) {
      m_sort.template add<WithValues>(columns_b, values_b, length, row.first, factor_of<WithValues>(entry));
    });
    m_sort.sort(m_limits.tuning.insertion_products_max);
    if constexpr (!WithValues) return m_sort.count();
    return m_sort.take(row.first, columns, values);
  }

  template <bool WithValues, class ColumnOut>
  count_type run_listed(const Row& row, ColumnOut* columns, Scalar* values) {
    m_dense.prepare(row.shape.span, 1);
    int size = 0;
    for_each_b_row(row, [&](count_type entry, const auto* columns_b, const auto* values_b, count_type length) {
      size = m_dense.template add_listed<WithValues>(columns_b, values_b, length, row.first,
                                                     factor_of<WithValues>(entry), m_list.keys(), size);
    });
    if constexpr (WithValues)
      m_dense.take_listed(m_list.sort(size, m_limits.tuning.listed_insertion_max), size, row.first, columns, values);
    else
      m_dense.clear_listed(m_list.keys(), size);
    return size;
  }

  template <bool WithValues, class ColumnOut>
  count_type run_hash(const Row& row, ColumnOut* columns, Scalar* values) {
    m_hash.prepare(std::min(row.shape.products, row.shape.span));
    for_each_b_row(row, [&](count_type entry, const auto* columns_b, const auto* values_b, count_type length) {
      m_hash.template add<WithValues>(columns_b, values_b, length, factor_of<WithValues>(entry));
    });
    if constexpr (WithValues) return m_hash.take(row.first, row.shape.span, m_sorted_output, columns, values);
    const count_type size = m_hash.size();
    m_hash.clear();
    return size;
  }

  template <bool WithValues, class ColumnOut>
  count_type run_dense(const Row& row, const HostRowPlan& plan, int num_rows, ColumnOut* columns, Scalar* values) {
    if constexpr (!WithValues) {
      return plan.marks ? count_dense<true>(row) : count_dense<false>(row);
    } else {
      if (plan.lanes == 1)
        return plan.marks ? compute_dense<1, true>(row, num_rows, columns, values)
                          : compute_dense<1, false>(row, num_rows, columns, values);
      if (plan.lanes == 2)
        return plan.marks ? compute_dense<2, true>(row, num_rows, columns, values)
                          : compute_dense<2, false>(row, num_rows, columns, values);
      return plan.marks ? compute_dense<4, true>(row, num_rows, columns, values)
                        : compute_dense<4, false>(row, num_rows, columns, values);
    }
  }

  template <int Lanes, bool Marks, class ColumnOut>
  count_type compute_dense(const Row& row, int num_rows, ColumnOut* columns, Scalar* values) {
    m_dense.prepare(row.shape.span, Lanes);
    Scalar factors[Lanes] = {};
    for_each_b_row(row, [&](count_type entry, const auto* columns_b, const auto* values_b, count_type length) {
      for (int lane = 0; lane < num_rows; ++lane) factors[lane] = factor_of<true>(entry + lane * row.shape.nnz_a);
      m_dense.template add<Lanes, Marks>(columns_b, values_b, length, row.first, factors);
    });
    const count_type count = m_dense.template take_columns<Marks>(row.shape.span, row.first, columns);
    m_dense.template take_values<Lanes>(columns, count, row.first, num_rows, values);
    for (int lane = 1; lane < num_rows; ++lane) std::copy_n(columns, count, columns + lane * count);
    return count;
  }

  template <bool Marks>
  count_type count_dense(const Row& row) {
    m_dense.prepare(row.shape.span, 1);
    for_each_b_row(row, [&](count_type, const auto* columns_b, const auto*, count_type length) {
      m_dense.template add_columns<Marks>(columns_b, length, row.first);
    });
    return m_dense.template take_count<Marks>(row.shape.span);
  }

  template <bool WithValues, class ColumnOut>
  count_type run_windows(const Row& row, ColumnOut* columns, Scalar* values) {
    const count_type capacity = m_dense.capacity();
    m_dense.prepare(capacity, 1);
    count_type count = 0;
    for (count_type begin = 0; begin < row.shape.span; begin += capacity) {
      const count_type width = std::min(capacity, row.shape.span - begin);
      const auto first = static_cast<column_type>(static_cast<count_type>(row.first) + begin);
      for_each_b_row(row, [&](count_type entry, const auto* columns_b, const auto* values_b, count_type length) {
        add_window<WithValues>(columns_b, values_b, length, first, width, factor_of<WithValues>(entry));
      });
      if constexpr (WithValues) {
        const count_type found = m_dense.template take_columns<false>(width, first, columns + count);
        m_dense.template take_values<1>(columns + count, found, first, 1, values + count);
        count += found;
      } else {
        count += m_dense.template take_count<false>(width);
      }
    }
    return count;
  }

  /// The part of a row of B inside a window: found by bisection if the row is sorted.
  template <bool WithValues, class ScalarB>
  void add_window(const column_type* columns, const ScalarB* values, count_type length, column_type first,
                  count_type width, const Scalar& factor) {
    if (!m_limits.b_rows_sorted) {
      m_dense.template add_inside<WithValues>(columns, values, length, first, width, factor);
      return;
    }
    const auto last = static_cast<column_type>(static_cast<count_type>(first) + width - 1);
    const column_type* begin = std::lower_bound(columns, columns + length, first);
    const column_type* end = std::upper_bound(begin, columns + length, last);
    if constexpr (WithValues)
      m_dense.template add<1, false>(begin, values + (begin - columns), end - begin, first, &factor);
    else
      m_dense.template add_columns<false>(begin, end - begin, first);
  }

  ProblemType m_problem;
  HostAccumulatorLimits m_limits;
  const ColumnRange<column_type>* m_b_row_range;
  dense_type m_dense;
  hash_type m_hash;
  SortHost<Scalar> m_sort;
  KeysHost m_list;
  count_type m_nnz_a;
  bool m_sorted_output;
  std::array<count_type, num_host_accumulators> m_rows_of_kind{};
};

}  // namespace Ocean::Impl

#endif
