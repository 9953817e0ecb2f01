#ifndef OCEAN_ACCUMULATORS_ROW_READER_HOST_HPP
#define OCEAN_ACCUMULATORS_ROW_READER_HOST_HPP
/// \file
/// \brief What a CPU thread reads of A and B before it computes a row of C: its size, its columns' bounds, and the rows
/// that share its columns.

#include <algorithm>
#include <limits>

#include "../backend/host_bits.hpp"
#include "../core/problem.hpp"
#include "../results/host_analysis.hpp"
#include "host_accumulator_choice.hpp"

namespace Ocean::Impl {

/// \brief Rows of A, and the rows of B that they use.
template <class ProblemType>
class RowReaderHost {
 public:
  using column_type = typename ProblemType::column_type;

  struct Row {
    count_type begin = 0;  ///< in A
    count_type end = 0;
    column_type first = 0;
    HostRowShape shape;
    RowValues<typename ProblemType::operand_a_type::scalar_type> values;
  };

  RowReaderHost(const ProblemType& problem, const HostAccumulatorLimits& limits, const HostRowsOfB<column_type>& b_rows)
      : m_problem(problem),
        m_limits(limits),
        m_b_rows(b_rows),
        m_nnz_a(problem.num_rows() > 0 ? begin_a(problem.num_rows()) : 0) {}

  count_type begin_a(count_type row) const { return static_cast<count_type>(m_problem.a.row_map.data()[row]); }
  count_type begin_b(count_type row) const { return static_cast<count_type>(m_problem.b.row_map.data()[row]); }
  count_type inner_of(count_type entry) const { return static_cast<count_type>(m_problem.a.entries.data()[entry]); }
  /// \brief Whether every row of B has one entry.
  bool b_has_single_entries() const { return m_b_rows.kinds.has_single_entries; }
  const column_type* b_columns() const { return m_problem.b.entries.data(); }
  const ProblemType& operands() const { return m_problem; }
  const HostAccumulatorLimits& bounds() const { return m_limits; }

  /// \brief A row of A; nothing is known of its products yet.
  Row read(count_type row) const {
    Row result;
    result.begin = begin_a(row);
    result.end = begin_a(row + 1);
    result.shape.nnz_a = result.end - result.begin;
    result.values = m_problem.a.values_of(row);
    return result;
  }

  /// \brief Reads the bounds of all rows of B that \p measured uses. \param row its number; \param row_end of the chunk
  void measure(Row& measured, count_type row, count_type row_end) const {
    column_type first = std::numeric_limits<column_type>::max();
    column_type last = std::numeric_limits<column_type>::lowest();
    for (count_type entry = measured.begin; entry < measured.end; ++entry) {
      if (m_limits.tuning.prefetch_entries > 0) prefetch_b_rows(entry);
      const count_type inner = inner_of(entry);
      const count_type begin = begin_b(inner);
      const count_type end = begin_b(inner + 1);
      if (begin == end) continue;
      measured.shape.products += end - begin;
      if (repeats_columns(measured, entry)) {
        measured.shape.repeated_products += end - begin;
        continue;
      }
      const bool scanned = m_b_rows.range != nullptr;
      first = std::min(first, scanned ? m_b_rows.range[inner].first : b_columns()[begin]);
      last = std::max(last, scanned ? m_b_rows.range[inner].last : b_columns()[end - 1]);
    }
    if (measured.shape.products == 0) return;
    measured.first = first;
    measured.shape.span = static_cast<count_type>(last) - static_cast<count_type>(first) + 1;
    measured.shape.in_supernode = is_followed(measured, row, row_end);
  }

  /// \brief Whether the next row has the columns of \p row_of_a, and may be done together with it.
  bool is_followed(const Row& row_of_a, count_type row, count_type row_end) const {
    return m_limits.switches.supernodes && row + 1 < row_end && has_columns_of(row_of_a, row + 1);
  }

  /// \brief Rows from \p row on, before \p row_end, that have the columns of \p measured, which is \p row.
  count_type count_supernode(const Row& measured, count_type row, count_type row_end) const {
    count_type rows = 1;
    if (measured.shape.in_supernode)
      for (rows = 2; row + rows < row_end && has_columns_of(measured, row + rows);) ++rows;
    return rows;
  }

  /// \brief Rows from \p row on, before \p row_end, that are points of one stencil: A's columns are those of the row
  /// before plus one, and so are the columns of every row of B that they select. C's columns then are, too.
  /// \param first  row \p row, as read
  count_type count_stencil(const Row& first, count_type row, count_type row_end) const {
    count_type rows = 1;
    if (first.shape.nnz_a > 0)
      while (row + rows < row_end && continues_stencil(first, row + rows)) ++rows;
    return rows;
  }

  /// \brief Whether the row of B of an entry of A has the columns of the row of the entry before it, next to which it
  /// lies.
  bool repeats_columns(const Row& row, count_type entry) const {
    if (entry == row.begin || inner_of(entry) != inner_of(entry - 1) + 1) return false;
    return m_b_rows.relations[inner_of(entry)] == RowRelation::same_columns;
  }

  /// \brief Asks for the rows of B that later entries of A will use: their offsets first, then their first lines.
  void prefetch_b_rows(count_type entry) const {
    const count_type last = m_nnz_a - 1;
    const count_type far = std::min(last, entry + 2 * m_limits.tuning.prefetch_entries);
    const count_type near = std::min(last, entry + m_limits.tuning.prefetch_entries);
    prefetch(m_problem.b.row_map.data() + inner_of(far));
    const count_type begin = begin_b(inner_of(near));
    prefetch(b_columns() + begin);
    prefetch(m_problem.b.values.data() + begin);
  }

 private:
  bool has_columns_of(const Row& row, count_type other) const {
    const count_type begin = begin_a(other);
    const auto* entries = m_problem.a.entries.data();
    return begin_a(other + 1) - begin == row.shape.nnz_a && entries[row.begin] == entries[begin] &&
           std::equal(entries + row.begin, entries + row.end, entries + begin);
  }

  /// Whether row \p other is a point of the stencil of the row before it, which is one of that of \p first.
  bool continues_stencil(const Row& first, count_type other) const {
    const count_type begin = begin_a(other), nnz_a = first.shape.nnz_a;
    if (begin_a(other + 1) - begin != nnz_a || inner_of(begin) != inner_of(begin - nnz_a) + 1) return false;
    bool continues = true;
    for (count_type entry = begin; entry < begin + nnz_a; ++entry) {
      const count_type inner = inner_of(entry);
      continues &= inner == inner_of(entry - nnz_a) + 1 && m_b_rows.relations[inner] == RowRelation::next_columns;
    }
    return continues;
  }

  ProblemType m_problem;
  HostAccumulatorLimits m_limits;
  HostRowsOfB<column_type> m_b_rows;
  count_type m_nnz_a;
};

}  // namespace Ocean::Impl

#endif
