#ifndef OCEAN_ACCUMULATORS_UNMEASURED_ROWS_HOST_HPP
#define OCEAN_ACCUMULATORS_UNMEASURED_ROWS_HOST_HPP
/// \file
/// \brief Rows of C in one pass over their rows of B: what is known of these is what the row before was like.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "../core/problem.hpp"
#include "dense_host.hpp"
#include "host_accumulator_choice.hpp"
#include "host_batch.hpp"
#include "keys_host.hpp"
#include "ranked_rows_host.hpp"
#include "row_reader_host.hpp"

namespace Ocean::Impl {

/// Columns between the first and the last of a row whose window is searched without marks, at most, for each of its
/// products: two products for a mask of flags. measured: perf_tests/results/epyc_2cores_2026-11-29_one_pass.csv (what =
/// bound of 4; other values were not compared)
inline constexpr count_type searched_columns_per_product = flags_per_mask / 2;

/// Products of a row for each of its entries, at least, where the next one is listed if it may be: many products share
/// a column then, which costs no time there. measured: perf_tests/results/epyc_2cores_2026-11-29_stencils.csv (what =
/// always ranked, ranked or listed)
inline constexpr count_type listed_products_per_entry = 2;

/// Rows that are ranked together, at most: their sizes are noted until all are done. source: a bound; 64 sizes are one
/// line of the cache
inline constexpr count_type ranked_rows_max = 64;

/// \brief A thread's rows whose columns and products are not measured before they are computed, which would be another
/// pass over the same rows of B.
///
/// Its functions but that for lists are calls of their own: inlined, they cost the other rows of the same loop
/// registers. measured: perf_tests/results/epyc_2cores_2026-11-29_one_pass.csv (what = inlined)
/// Each holds the arrays that it reads in pointers of its own.
/// measured: perf_tests/results/epyc_2cores_2026-11-29_ranks_marks.csv (what = shared pointers)
template <class ProblemType, class Scalar>
class UnmeasuredRowsHost {
 public:
  using reader_type = RowReaderHost<ProblemType>;
  using row_type = typename reader_type::Row;
  using column_type = typename ProblemType::column_type;
  static constexpr count_type unknown_nnz = -1;

  explicit UnmeasuredRowsHost(const UnmeasuredRowBounds& bounds) : m_bounds(bounds) {}

  /// \brief How a row is computed: by rank or as a list if it has few entries in A, else in a window, with or without
  /// marks, as the row before suggests, to which it is likely to be similar.
  /// \return sort, listed, dense, or none if it is to be measured
  HostAccumulator choose(const row_type& row) const {
    const count_type nnz_a = row.shape.nnz_a;
    if (nnz_a > 1) {
      const bool is_ranked = nnz_a <= m_bounds.ranked_max;
      if (nnz_a <= m_bounds.listed_max && (m_was_compressed || !is_ranked)) return HostAccumulator::listed;
      if (is_ranked) return HostAccumulator::sort;
    }
    return nnz_a >= (m_was_narrow ? m_bounds.dense_min : m_bounds.marked_min) ? HostAccumulator::dense
                                                                              : HostAccumulator::none;
  }

  /// \brief Takes note of the products and the span of a row, for the next one.
  void note(const HostRowShape& shape) { m_was_narrow = shape.span <= searched_columns_per_product * shape.products; }

  /// \brief Computes a row as choose() has returned, listed or dense.
  /// Shapes  columns, values [min(products, num_cols)] (out)
  /// \return its entries, or unknown_nnz if it has more products than may be listed: then it is to be measured, and
  ///         nothing is left of it
  template <class ColumnOut>
  count_type run(HostAccumulator kind, const reader_type& reader, const row_type& row, DenseHost<Scalar>& dense,
                 KeysHost& list, ColumnOut* columns, Scalar* values) {
    if (kind == HostAccumulator::dense)
      return m_was_narrow ? run_dense<false>(reader, row, dense, columns, values)
                          : run_dense<true>(reader, row, dense, columns, values);
    return reader.b_has_single_entries() ? run_singles(reader, row, dense, list, columns, values)
                                         : run_listed(reader, row, dense, list, columns, values);
  }

  /// \brief Computes a row of few products by rank, and the rows behind it before \p row_end for which choose()
  /// returns the same. The products of a row are expanded before the row before it is summed, so that the processor
  /// need not wait for the one or the other; what suggests its accumulator, then, is the row before that one.
  /// measured: perf_tests/results/epyc_2cores_2026-12-01_ranked_runs.csv
  /// Shapes  columns, values [sum over the rows of min(products, num_cols)] (out), row after row
  /// \param first   row \p number, as read
  /// \return the rows, whose sizes are size_of(); none if the first has more products than may be ranked: then it is to
  /// be measured
  template <class ColumnOut>
  [[gnu::noinline]] HostBatch run_ranked(const reader_type& reader, const row_type& first, count_type number,
                                         count_type row_end, RankedRowsHost<Scalar>& ranked, ColumnOut* columns,
                                         Scalar* values) {
    HostBatch batch{0, HostBatch::sizes_differ};
    if (number == m_unranked) return batch;
    m_num_empty = 0;
    RankedProducts<Scalar>* current = &m_expanded[0];
    RankedProducts<Scalar>* behind = &m_expanded[1];
    const count_type end = std::min(row_end, number + ranked_rows_max);
    for (bool is_expanded = expand(reader, first, *current); is_expanded; std::swap(current, behind)) {
      is_expanded = false;
      if (++number < end) {
        const row_type next = reader.read(number);
        if (choose(next) == HostAccumulator::sort) {
          is_expanded = expand(reader, next, *behind);
          if (!is_expanded) m_unranked = number;
        }
      }
      const count_type size = ranked.take(*current, column_type(0), columns, values);
      note_compression(current->size(), size);
      columns += size;
      values += size;
      m_sizes[static_cast<std::size_t>(batch.num_rows++)] = static_cast<std::uint8_t>(size);
      m_num_empty += size == 0;
    }
    return batch;
  }

  /// \brief Entries of a row that run_ranked() has computed. \param place  the row's, from 0 on
  count_type size_of(count_type place) const { return m_sizes[static_cast<std::size_t>(place)]; }
  /// \brief Rows of no entries among them.
  count_type num_empty() const { return m_num_empty; }

 private:
  void note_compression(count_type products, count_type size) {
    m_was_compressed = products >= listed_products_per_entry * size;
  }

  /// The products of a row and their ranks. They are counted first where they may be too many, which would be expanded
  /// in vain: where A's row has more than half of the entries that are tried, or the row before had too many.
  /// \return false if there are too many
  [[gnu::always_inline]] bool expand(const reader_type& reader, const row_type& row, RankedProducts<Scalar>& expanded) {
    const auto* const entries_a = reader.operands().a.entries.data();
    const auto* const row_map_b = reader.operands().b.row_map.data();
    const auto* const columns_b = reader.operands().b.entries.data();
    const auto* const values_b = reader.operands().b.values.data();
    const HostTuning& tuning = reader.bounds().tuning;
    const count_type products_max = std::min(tuning.sort_products_max, ranked_products_max);
    const auto room_b = std::min(reader.operands().b.entries.extent(0), reader.operands().b.values.extent(0));
    const count_type last_step = static_cast<count_type>(room_b) - (ranked_step - 1);
    const bool counts = m_was_long || 2 * row.shape.nnz_a > m_bounds.ranked_max,
               prefetches = tuning.prefetch_entries > 0;
    if (counts) {
      count_type products = 0;
      for (count_type entry = row.begin; entry < row.end; ++entry) {
        if (prefetches) reader.prefetch_b_rows(entry);
        const auto* const offsets = row_map_b + entries_a[entry];
        products += static_cast<count_type>(offsets[1]) - static_cast<count_type>(offsets[0]);
      }
      m_was_long = products > products_max;
      if (m_was_long) return false;
    }
    const auto values_a = row.values;
    count_type size = 0;
    for (count_type entry = row.begin; entry < row.end; ++entry) {
      if (prefetches && !counts) reader.prefetch_b_rows(entry);
      const auto* const offsets = row_map_b + entries_a[entry];
      const auto begin = static_cast<count_type>(offsets[0]), end = static_cast<count_type>(offsets[1]);
      if (size + (end - begin) > products_max) {
        m_was_long = true;
        return false;
      }
      const auto factor = static_cast<Scalar>(values_a.of(entry));
      if (!std::is_integral_v<Scalar> && end <= last_step)  // products of other rows might overflow
        size = expanded.add_steps(columns_b + begin, values_b + begin, end - begin, factor, size);
      else
        size =
            expanded.template add<true>(columns_b + begin, values_b + begin, end - begin, column_type(0), factor, size);
    }
    expanded.rank(size);
    return true;
  }

  /// A row of few products as a list. Pre: every row of B has one entry
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
    dense.take_listed(list.sort(size), size, column_type(0), columns, values);
    return size;
  }

  /// A row of few products as a list in a window of all columns.
  template <class ColumnOut>
  count_type run_listed(const reader_type& reader, const row_type& row, DenseHost<Scalar>& dense, KeysHost& keys,
                        ColumnOut* columns, Scalar* values) {
    dense.prepare(reader.operands().num_cols(), 1);
    const auto* const entries_a = reader.operands().a.entries.data();
    const auto* const row_map_b = reader.operands().b.row_map.data();
    const auto* const columns_b = reader.operands().b.entries.data();
    const auto* const values_b = reader.operands().b.values.data();
    const auto values_a = row.values;
    const count_type products_max = reader.bounds().tuning.listed_products_max;
    std::int32_t* const list = keys.keys();
    count_type products = 0;
    int size = 0;
    for (count_type entry = row.begin; entry < row.end; ++entry) {
      const auto* const offsets = row_map_b + entries_a[entry];
      const auto begin = static_cast<count_type>(offsets[0]), length = static_cast<count_type>(offsets[1]) - begin;
      products += length;
      if (products > products_max) {
        dense.drop_listed(list, size);
        return unknown_nnz;
      }
      size = dense.template add_listed<true>(columns_b + begin, values_b + begin, length, column_type(0),
                                             static_cast<Scalar>(values_a.of(entry)), list, size);
    }
    dense.take_listed(keys.sort(size), size, column_type(0), columns, values);
    note_compression(products, size);
    return size;
  }

  /// A row of any number of products, whose window is searched from the first of its columns to the last; with Marks
  /// where these are marked. Pre: the rows of B ascend strictly
  template <bool Marks, class ColumnOut>
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
      dense.template add<Marks>(columns_b + begin, values_b + begin, end - begin, column_type(0),
                                static_cast<Scalar>(values_a.of(entry)));
    }
    if (shape.products == 0) return 0;
    const count_type from = static_cast<count_type>(first), to = static_cast<count_type>(last) + 1;
    shape.span = to - from;
    note(shape);
    const count_type count = dense.template take_columns<Marks>(from, to, column_type(0), columns);
    dense.template take_values<1>(columns, count, column_type(0), 1, values);
    return count;
  }

  UnmeasuredRowBounds m_bounds;
  std::array<RankedProducts<Scalar>, 2> m_expanded;
  std::array<std::uint8_t, static_cast<std::size_t>(ranked_rows_max)> m_sizes;
  count_type m_num_empty = 0;
  count_type m_unranked = -1;     ///< the last row that was found to have too many products
  bool m_was_long = false;        ///< the row before had too many products to be ranked
  bool m_was_narrow = false;      ///< the row before had few columns for each product
  bool m_was_compressed = false;  ///< the short row before had many products for each of its columns
};

}  // namespace Ocean::Impl

#endif
