#ifndef OCEAN_ACCUMULATORS_STENCIL_ROWS_HOST_HPP
#define OCEAN_ACCUMULATORS_STENCIL_ROWS_HOST_HPP
/// \file
/// \brief Rows of C at the points of a stencil: the places of the first one's products are those of all.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "../core/problem.hpp"
#include "row_reader_host.hpp"

namespace Ocean::Impl {

/// Rows of a stencil that are computed together, at least: finding the places takes as long as some rows.
/// measured: perf_tests/results/epyc_2cores_2026-11-29_stencils.csv (what = stencils of 4 rows, of 16 rows)
inline constexpr count_type stencil_rows_min = 4;

/// \brief A thread's places of the products of a row of C, and the rows of B that they take their values from.
///
/// The columns of A and B are read for the first row alone: row i + 1 of C has the columns of row i plus one, selects
/// the next row of B wherever row i selects one, and these have as many entries.
template <class ProblemType, class Scalar>
class StencilRowsHost {
 public:
  using reader_type = RowReaderHost<ProblemType>;
  using row_type = typename reader_type::Row;

  /// Products and entries of A of a row, at most. source: 20 kB of places and rows of B, which stay in the first cache
  static constexpr std::size_t products_max = 8192, entries_max = 256;

  /// \brief Finds the places of the products of \p first among its columns.
  /// Shapes  columns [row_nnz]
  /// \return whether there is room for them and \p columns ascend
  template <class Column>
  bool find_places(const reader_type& reader, const row_type& first, const Column* columns, count_type row_nnz) {
    if (first.shape.nnz_a > static_cast<count_type>(entries_max)) return false;
    if (!std::is_sorted(columns, columns + row_nnz)) return false;
    std::size_t size = 0;
    for (count_type entry = first.begin; entry < first.end; ++entry) {
      const count_type begin = reader.begin_b(reader.inner_of(entry)), end = reader.begin_b(reader.inner_of(entry) + 1);
      if (size + static_cast<std::size_t>(end - begin) > products_max) return false;
      m_b_rows[static_cast<std::size_t>(entry - first.begin)] = {begin, end - begin};
      count_type place = 0;
      for (count_type entry_b = begin; entry_b < end; ++entry_b, ++place) {
        const auto column = static_cast<Column>(reader.b_columns()[entry_b]);
        if (columns[place] != column) place = std::lower_bound(columns + place, columns + row_nnz, column) - columns;
        m_places[size++] = static_cast<std::uint16_t>(place);
      }
    }
    return true;
  }

  /// \brief Writes the columns of the rows after the first.
  /// Shapes  columns [num_rows * row_nnz], those of the first row (in), the others (out)
  template <class Column>
  void write_columns(count_type row_nnz, count_type num_rows, Column* columns) const {
    for (count_type entry = row_nnz; entry < num_rows * row_nnz; ++entry)
      columns[entry] = static_cast<Column>(columns[entry - row_nnz] + 1);
  }

  /// \brief Computes the values of the rows after \p first, which is \p row.
  /// Shapes  values [num_rows * row_nnz], all but those of the first row (out)
  /// Pre     find_places() found them
  void add(const reader_type& reader, const row_type& first, count_type row, count_type num_rows, count_type row_nnz,
           Scalar* values) const {
    const auto* const values_b = reader.operands().b.values.data();
    const auto nnz_a = static_cast<std::size_t>(first.shape.nnz_a);
    for (count_type point = 1; point < num_rows; ++point) {
      Scalar* const sums = values + point * row_nnz;
      std::fill_n(sums, row_nnz, Scalar(0));
      const auto values_a = reader.operands().a.values_of(row + point);
      const count_type begin_a = first.begin + point * first.shape.nnz_a;
      const std::uint16_t* places = m_places.data();
      for (std::size_t entry = 0; entry < nnz_a; ++entry) {
        const auto factor = static_cast<Scalar>(values_a.of(begin_a + static_cast<count_type>(entry)));
        const count_type length = m_b_rows[entry].length;
        const auto* const row_b = values_b + m_b_rows[entry].begin + point * length;
        for (count_type place = 0; place < length; ++place)
          sums[places[place]] = static_cast<Scalar>(sums[places[place]] + factor * static_cast<Scalar>(row_b[place]));
        places += length;
      }
    }
  }

 private:
  struct RowOfB {
    count_type begin, length;
  };
  std::array<RowOfB, entries_max> m_b_rows;
  std::array<std::uint16_t, products_max> m_places;
};

}  // namespace Ocean::Impl

#endif
