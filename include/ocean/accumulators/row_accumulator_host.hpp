#ifndef OCEAN_ACCUMULATORS_ROW_ACCUMULATOR_HOST_HPP
#define OCEAN_ACCUMULATORS_ROW_ACCUMULATOR_HOST_HPP
/// \file
/// \brief A thread's accumulators of all kinds, and the computation of a row of C (or of a supernode) by the most
/// suitable one.

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "../core/problem.hpp"
#include "../results/host_analysis.hpp"
#include "dense_host.hpp"
#include "hash_host.hpp"
#include "host_accumulator_choice.hpp"
#include "host_batch.hpp"
#include "keys_host.hpp"
#include "ranked_rows_host.hpp"
#include "row_reader_host.hpp"
#include "stencil_rows_host.hpp"
#include "unmeasured_rows_host.hpp"

namespace Ocean::Impl {

/// \brief Computes rows of C one batch at a time; private to a thread, no atomics.
template <class ProblemType, class Scalar>
class RowAccumulatorHost : private RowReaderHost<ProblemType> {
  using reader_type = RowReaderHost<ProblemType>;
  using typename reader_type::Row;

 public:
  using column_type = typename ProblemType::column_type;
  using dense_type = DenseHost<Scalar>;
  using hash_type = HashHost<Scalar, column_type>;
  /// Maximum number of rows of a supernode of B that are added in one pass through the window; measured:
  /// perf_tests/results/epyc_2026-11-21_supernodes.csv
  static constexpr count_type b_rows_at_once = 3;
  static constexpr count_type unknown_nnz = UnmeasuredRowsHost<ProblemType, Scalar>::unknown_nnz;

  RowAccumulatorHost(const ProblemType& problem, const HostAccumulatorLimits& limits,
                     const HostRowsOfB<column_type>& b_rows, const dense_type& dense, const hash_type& hash,
                     bool sorted_output)
      : reader_type(problem, limits, b_rows),
        m_dense(dense),
        m_hash(hash),
        m_unmeasured(bounds_of_unmeasured_rows(problem, limits, b_rows.kinds)),
        m_may_be_stencil(limits.switches.supernodes && b_rows.kinds.mostly_stencil),
        m_sorted_output(sorted_output) {}

  /// \brief Computes row \p row and, where they share a window, the rows of its supernode before \p row_end.
  /// Shapes  columns, values [sum over the rows of min(products, num_cols)] (out), row after row
  template <class ColumnOut>
  HostBatch compute(count_type row, count_type row_end, ColumnOut* columns, Scalar* values) {
    return run<true>(row, row_end, columns, values);
  }

  /// \brief The same if the columns that compute() found are still there: each of the rows has \p row_nnz of them.
  /// Shapes  columns, values as for compute(); columns (in, out)
  template <class ColumnOut>
  HostBatch compute_again(count_type row, count_type row_end, count_type row_nnz, ColumnOut* columns, Scalar* values) {
    return run<true>(row, row_end, columns, values, row_nnz);
  }

  /// \brief Entries of a row of the last batch. \param place  the row's, from 0 on
  count_type size_of(const HostBatch& batch, count_type place) const {
    return batch.row_nnz == HostBatch::sizes_differ ? m_unmeasured.size_of(place) : batch.row_nnz;
  }

  /// \brief Only counts the entries.
  HostBatch count(count_type row, count_type row_end) {
    return run<false>(row, row_end, static_cast<column_type*>(nullptr), static_cast<Scalar*>(nullptr));
  }

  /// \brief Rows that every kind of accumulator got so far.
  const std::array<count_type, num_host_accumulators>& rows_of_kind() const { return m_rows_of_kind; }

 private:
  using reader_type::b_columns;
  using reader_type::begin_b;
  using reader_type::bounds;
  using reader_type::inner_of;
  using reader_type::operands;
  using reader_type::repeats_columns;

  /// Rows with the columns of \p first.
  struct Supernode {
    const Row& first;
    count_type row;  ///< its number
    count_type num_rows;
    int lanes;  ///< rows that share the window, at most
  };

  /// The value of an entry of A; 0 where rows are only counted, since A may then have no values.
  template <bool WithValues>
  static Scalar factor_of([[maybe_unused]] const Row& row, [[maybe_unused]] count_type entry) {
    if constexpr (WithValues)
      return static_cast<Scalar>(row.values.of(entry));
    else
      return Scalar(0);
  }

  /// \param known_nnz  entries of the row whose columns are there, or unknown_nnz
  template <bool WithValues, class ColumnOut>
  HostBatch run(count_type row, count_type row_end, ColumnOut* columns, Scalar* values,
                count_type known_nnz = unknown_nnz) {
    Row measured = reader_type::read(row);
    if (m_may_be_stencil && row >= m_stencil_end) {
      const count_type num_rows = reader_type::count_stencil(measured, row, row_end);
      m_stencil_end = row + num_rows;
      if (num_rows >= stencil_rows_min)
        return run_stencil<WithValues>(measured, row, num_rows, columns, values, known_nnz);
    }
    if constexpr (WithValues) {
      const HostAccumulator kind = known_nnz == unknown_nnz ? m_unmeasured.choose(measured) : HostAccumulator::none;
      if (kind == HostAccumulator::sort) {
        const count_type end = m_may_be_stencil ? m_stencil_end : row_end;
        const HostBatch batch = m_unmeasured.run_ranked(*this, measured, row, end, m_ranked, columns, values);
        if (batch.num_rows > 0) {
          m_rows_of_kind[static_cast<int>(kind)] += batch.num_rows - m_unmeasured.num_empty();
          m_rows_of_kind[static_cast<int>(HostAccumulator::none)] += m_unmeasured.num_empty();
          return batch;
        }
      } else if (kind != HostAccumulator::none && !reader_type::is_followed(measured, row, row_end)) {
        const count_type row_nnz = m_unmeasured.run(kind, *this, measured, m_dense, m_list, columns, values);
        if (row_nnz != unknown_nnz) {
          ++m_rows_of_kind[static_cast<int>(row_nnz > 0 ? kind : HostAccumulator::none)];
          return {1, row_nnz};
        }
      }
    }
    return run_measured<WithValues>(measured, row, row_end, columns, values, known_nnz);
  }

  /// A row whose rows of B are measured before its accumulator is chosen, and those of its supernode.
  template <bool WithValues, class ColumnOut>
  HostBatch run_measured(Row& measured, count_type row, count_type row_end, ColumnOut* columns, Scalar* values,
                         count_type known_nnz) {
    reader_type::measure(measured, row, row_end);
    m_unmeasured.note(measured.shape);
    const HostRowPlan plan = choose_host_accumulator(bounds(), measured.shape);
    const bool is_supernode = plan.kind == HostAccumulator::supernode;
    HostBatch batch;
    if (!WithValues || is_supernode) batch.num_rows = reader_type::count_supernode(measured, row, row_end);
    m_rows_of_kind[static_cast<int>(plan.kind)] += batch.num_rows;
    const Supernode supernode{measured, row, batch.num_rows, plan.lanes};
    if (known_nnz == unknown_nnz || !(is_supernode || plan.kind == HostAccumulator::dense)) {
      batch.row_nnz = run_kind<WithValues>(supernode, plan, columns, values);
    } else {
      batch.row_nnz = known_nnz;
      add_supernode(supernode, columns, known_nnz, values);
    }
    return batch;
  }

  /// The first row of a stencil like any other, the others after its pattern.
  template <bool WithValues, class ColumnOut>
  [[gnu::noinline]] HostBatch run_stencil(Row& first, count_type row, count_type num_rows, ColumnOut* columns,
                                          Scalar* values, count_type known_nnz) {
    HostBatch batch = run_measured<WithValues>(first, row, row + 1, columns, values, known_nnz);
    if constexpr (WithValues) {
      if (!m_stencil.find_places(*this, first, columns, batch.row_nnz)) return batch;
      if (known_nnz == unknown_nnz) m_stencil.write_columns(batch.row_nnz, num_rows, columns);
      m_stencil.add(*this, first, row, num_rows, batch.row_nnz, values);
    }
    batch.num_rows = num_rows;
    m_rows_of_kind[static_cast<int>(HostAccumulator::stencil)] += num_rows - 1;
    return batch;
  }

  /// \return entries of each row
  template <bool WithValues, class ColumnOut>
  count_type run_kind(const Supernode& supernode, const HostRowPlan& plan, ColumnOut* columns, Scalar* values) {
    const Row& row = supernode.first;
    switch (plan.kind) {
      case HostAccumulator::none: return 0;
      case HostAccumulator::scaled_copy:
        if constexpr (WithValues) copy_scaled(row, columns, values);
        return row.shape.products;
      case HostAccumulator::sort: return run_sort<WithValues>(row, columns, values);
      case HostAccumulator::listed: return run_listed<WithValues>(row, columns, values);
      case HostAccumulator::hash: return run_hash<WithValues>(row, columns, values);
      case HostAccumulator::dense_windows: return run_windows<WithValues>(row, columns, values);
      default:
        return plan.marks ? run_dense<WithValues, true>(supernode, plan.kind, columns, values)
                          : run_dense<WithValues, false>(supernode, plan.kind, columns, values);
    }
  }

  template <class ColumnOut>
  void copy_scaled(const Row& row, ColumnOut* columns, Scalar* values) const {
    const Scalar factor = factor_of<true>(row, row.begin);
    const count_type begin = begin_b(inner_of(row.begin));
    for (count_type entry = 0; entry < row.shape.products; ++entry) {
      columns[entry] = static_cast<ColumnOut>(b_columns()[begin + entry]);
      values[entry] = factor * static_cast<Scalar>(operands().b.values.data()[begin + entry]);
    }
  }

  /// Calls visit(entry of A, columns, values, length) for the rows of B that the row uses; without values those that
  /// repeat the columns of the one before are left out.
  template <bool WithValues, class Visit>
  void for_each_b_row(const Row& row, const Visit& visit) const {
    const auto* values_b = operands().b.values.data();
    for (count_type entry = row.begin; entry < row.end; ++entry) {
      if constexpr (!WithValues)
        if (repeats_columns(row, entry)) continue;
      const count_type inner = inner_of(entry);
      const count_type begin = begin_b(inner);
      visit(entry, b_columns() + begin, values_b + begin, begin_b(inner + 1) - begin);
    }
  }

  template <bool WithValues, class ColumnOut>
  count_type run_sort(const Row& row, ColumnOut* columns, Scalar* values) {
    count_type products = 0;
    for_each_b_row<WithValues>(
        row, [&](count_type entry, const auto* columns_b, const auto* values_b, count_type length) {
          products = m_products.template add<WithValues>(columns_b, values_b, length, row.first,
                                                         factor_of<WithValues>(row, entry), products);
        });
    m_products.rank(products);
    if constexpr (!WithValues) return m_ranked.count(m_products);
    return m_ranked.take(m_products, row.first, columns, values);
  }

  template <bool WithValues, class ColumnOut>
  count_type run_listed(const Row& row, ColumnOut* columns, Scalar* values) {
    m_dense.prepare(row.shape.span, 1);
    int size = 0;
    for_each_b_row<WithValues>(
        row, [&](count_type entry, const auto* columns_b, const auto* values_b, count_type length) {
          size = m_dense.template add_listed<WithValues>(columns_b, values_b, length, row.first,
                                                         factor_of<WithValues>(row, entry), m_list.keys(), size);
        });
    if constexpr (WithValues)
      m_dense.take_listed(m_list.sort(size), size, row.first, columns, values);
    else
      m_dense.clear_listed(m_list.keys(), size);
    return size;
  }

  template <bool WithValues, class ColumnOut>
  count_type run_hash(const Row& row, ColumnOut* columns, Scalar* values) {
    m_hash.prepare(std::min(row.shape.products, row.shape.span));
    for_each_b_row<WithValues>(
        row, [&](count_type entry, const auto* columns_b, const auto* values_b, count_type length) {
          m_hash.template add<WithValues>(columns_b, values_b, length, factor_of<WithValues>(row, entry));
        });
    if constexpr (WithValues) return m_hash.take(row.first, row.shape.span, m_sorted_output, columns, values);
    const count_type size = m_hash.size();
    m_hash.clear();
    return size;
  }

  template <bool WithValues, bool Marks, class ColumnOut>
  count_type run_dense(const Supernode& supernode, HostAccumulator kind, ColumnOut* columns, Scalar* values) {
    const Row& row = supernode.first;
    m_dense.prepare(row.shape.span, 1);
    if constexpr (!WithValues) {
      note_columns<Marks>(row);
      return m_dense.template take_count<Marks>(row.shape.span);
    } else if (kind == HostAccumulator::supernode) {
      note_columns<Marks>(row);
      const count_type count = m_dense.template take_columns<Marks>(0, row.shape.span, row.first, columns);
      for (count_type place = 1; place < supernode.num_rows; ++place)
        std::copy_n(columns, count, columns + place * count);
      add_supernode(supernode, columns, count, values);
      return count;
    } else {
      for_each_b_row<true>(row, [&](count_type entry, const auto* columns_b, const auto* values_b, count_type length) {
        m_dense.template add<Marks>(columns_b, values_b, length, row.first, factor_of<true>(row, entry));
      });
      const count_type count = m_dense.template take_columns<Marks>(0, row.shape.span, row.first, columns);
      m_dense.template take_values<1>(columns, count, row.first, 1, values);
      return count;
    }
  }

  template <bool Marks>
  void note_columns(const Row& row) {
    for_each_b_row<false>(row, [&](count_type, const auto* columns_b, const auto*, count_type length) {
      m_dense.template add_columns<Marks>(columns_b, length, row.first);
    });
  }

  /// Values of all rows whose \p count columns are known, those of as many rows at a time as there are lanes.
  template <class ColumnOut>
  void add_supernode(const Supernode& supernode, const ColumnOut* columns, count_type count, Scalar* values) {
    m_dense.prepare(supernode.first.shape.span, lanes_of_rows(supernode.num_rows, supernode.lanes));
    for (count_type done = 0; done < supernode.num_rows;) {
      Scalar* const out = values + done * count;
      switch (lanes_of_rows(supernode.num_rows - done, supernode.lanes)) {
        case 6: done += add_lanes<6>(supernode, done, columns, count, out); break;
        case 4: done += add_lanes<4>(supernode, done, columns, count, out); break;
        default: done += add_lanes<1>(supernode, done, columns, count, out);
      }
    }
  }

  /// Values of the rows of the supernode from the \p done -th on: Lanes of them, or all that are left.
  /// \return their number
  template <int Lanes, class ColumnOut>
  count_type add_lanes(const Supernode& supernode, count_type done, const ColumnOut* columns, count_type count,
                       Scalar* values) {
    const Row& row = supernode.first;
    const count_type num_rows = std::min<count_type>(Lanes, supernode.num_rows - done);
    for (count_type entry = row.begin, next = entry; entry < row.end; entry = next) {
      for (++next; next < std::min(entry + b_rows_at_once, row.end) && repeats_columns(row, next);) ++next;
      Scalar factors[b_rows_at_once * Lanes] = {};
      for (count_type lane = 0; lane < num_rows; ++lane) {
        const auto values_a = operands().a.values_of(supernode.row + done + lane);
        const count_type first = entry + (done + lane) * row.shape.nnz_a;
        for (count_type place = 0; place < next - entry; ++place)
          factors[place * Lanes + lane] = static_cast<Scalar>(values_a.of(first + place));
      }
      add_b_rows<Lanes>(inner_of(entry), next - entry, row.first, factors);
    }
    m_dense.template take_values<Lanes>(columns, count, row.first, static_cast<int>(num_rows), values);
    return num_rows;
  }

  /// Adds \p num_rows rows of a supernode of B from \p inner on, each times its factors.
  template <int Lanes>
  void add_b_rows(count_type inner, count_type num_rows, column_type first, const Scalar* factors) {
    const count_type begin = begin_b(inner);
    const count_type length = begin_b(inner + 1) - begin;
    const auto* columns = b_columns() + begin;
    const auto* values = operands().b.values.data() + begin;
    switch (num_rows) {
      case 3: return m_dense.template add_rows<Lanes, 3>(columns, values, length, first, factors);
      case 2: return m_dense.template add_rows<Lanes, 2>(columns, values, length, first, factors);
      default: return m_dense.template add_rows<Lanes, 1>(columns, values, length, first, factors);
    }
  }

  template <bool WithValues, class ColumnOut>
  count_type run_windows(const Row& row, ColumnOut* columns, Scalar* values) {
    const count_type capacity = m_dense.capacity();
    m_dense.prepare(capacity, 1);
    count_type count = 0;
    for (count_type begin = 0; begin < row.shape.span; begin += capacity) {
      const count_type width = std::min(capacity, row.shape.span - begin);
      const auto first = static_cast<column_type>(static_cast<count_type>(row.first) + begin);
      for_each_b_row<WithValues>(
          row, [&](count_type entry, const auto* columns_b, const auto* values_b, count_type length) {
            add_window<WithValues>(columns_b, values_b, length, first, width, factor_of<WithValues>(row, entry));
          });
      if constexpr (WithValues) {
        const count_type found = m_dense.template take_columns<false>(0, width, first, columns + count);
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
    if (!bounds().b_rows_sorted) {
      m_dense.template add_inside<WithValues>(columns, values, length, first, width, factor);
      return;
    }
    const auto last = static_cast<column_type>(static_cast<count_type>(first) + width - 1);
    const column_type* begin = std::lower_bound(columns, columns + length, first);
    const column_type* end = std::upper_bound(begin, columns + length, last);
    if constexpr (WithValues)
      m_dense.template add<false>(begin, values + (begin - columns), end - begin, first, factor);
    else
      m_dense.template add_columns<false>(begin, end - begin, first);
  }

  dense_type m_dense;
  hash_type m_hash;
  RankedRowsHost<Scalar> m_ranked;
  RankedProducts<Scalar> m_products;  ///< of a measured row
  KeysHost m_list;
  UnmeasuredRowsHost<ProblemType, Scalar> m_unmeasured;
  StencilRowsHost<ProblemType, Scalar> m_stencil;
  bool m_may_be_stencil;
  count_type m_stencil_end = 0;  ///< no stencil begins between the row that was looked at last and this one
  bool m_sorted_output;
  std::array<count_type, num_host_accumulators> m_rows_of_kind{};
};

}  // namespace Ocean::Impl

#endif
