#ifndef OCEAN_EXAMPLES_DISTRIBUTED_SPLIT_COLUMNS_HPP
#define OCEAN_EXAMPLES_DISTRIBUTED_SPLIT_COLUMNS_HPP
/// \file
/// \brief Which rows of B the columns of A need, and when each part of A can be multiplied.

#include <algorithm>
#include <utility>
#include <vector>

#include "row_kernels.hpp"

namespace Distributed {

/// \brief Whether and how A is split into a part for the own rows of B and one for every batch of rows that arrives.
enum class Split {
  none,  ///< one product, when all rows of B have arrived
  rows,  ///< a row of A is multiplied when the last row of B that it needs has arrived: rows of C are complete at once
  columns  ///< every batch is multiplied by the columns of A that belong to it; the result is added to C
};

/// \brief A with its columns numbered like the rows of B on this rank: own rows first, then those wanted from others.
struct LocalColumns {
  std::vector<int> wanted;  ///< global numbers, ascending
  matrix_type a;            ///< [own rows x (own rows of B + wanted)]
};

/// \brief The arrays that number the columns, kept between products.
struct ColumnBuffers {
  view_of<int> place{"place", 0}, wanted{"wanted", 0}, columns{"columns", 0};
};

/// \brief The stage in which a row of B is available: 0 for own rows, k for those of the k-th batch.
struct RowStage {
  std::int64_t num_own, num_wanted, num_batches;
  KOKKOS_FUNCTION int operator()(int column) const {
    if (column < num_own) return 0;
    return 1 + static_cast<int>(((column - num_own + 1) * num_batches - 1) / num_wanted);
  }
};

/// \brief Finds the rows needed from other ranks and renumbers the columns; their numbers are in \p buffers.
/// Cost  4 bytes for every row of B, on every rank
inline LocalColumns number_columns(const execution_space& exec, ColumnBuffers& buffers, const matrix_type& a,
                                   int num_rows_b, int first_own, int end_own) {
  const auto entries = a.graph.entries;
  const view_of<int> place = grown(buffers.place, num_rows_b);
  Kokkos::deep_copy(exec, place, 0);
  Kokkos::parallel_for(
      "mark_wanted", range_type(exec, 0, a.nnz()), KOKKOS_LAMBDA(std::size_t entry) {
        const int column = entries(entry);
        if (column < first_own || column >= end_own) place(column) = 1;
      });
  int num_wanted = 0;
  const view_of<int> wanted = grown(buffers.wanted, std::min<std::size_t>(a.nnz(), num_rows_b));
  Kokkos::parallel_scan(
      "number_wanted", range_type(exec, 0, place.extent(0)),
      KOKKOS_LAMBDA(std::size_t row, int& sum, bool is_final) {
        const int is_wanted = place(row);
        if (is_final) {
          place(row) = sum;
          if (is_wanted != 0) wanted(sum) = static_cast<int>(row);
        }
        sum += is_wanted;
      },
      num_wanted);
  const view_of<int> columns = grown(buffers.columns, a.nnz());
  Kokkos::parallel_for(
      "number_columns", range_type(exec, 0, a.nnz()), KOKKOS_LAMBDA(std::size_t entry) {
        const int column = entries(entry);
        const bool is_own = column >= first_own && column < end_own;
        columns(entry) = is_own ? column - first_own : end_own - first_own + place(column);
      });
  return {to_host(exec, Kokkos::subview(wanted, std::pair<int, int>(0, num_wanted))),
          matrix_type("A", a.numRows(), end_own - first_own + num_wanted, a.nnz(), a.values, a.graph.row_map, columns)};
}

/// \brief For each row of A, the latest stage of its columns.
inline view_of<int> stages_of_rows(const execution_space& exec, const matrix_type& a, const RowStage& stage_of) {
  const auto row_map = a.graph.row_map;
  const auto entries = a.graph.entries;
  const view_of<int> stages = new_view<int>("stages", a.numRows());
  Kokkos::parallel_for(
      "stages_of_rows", range_type(exec, 0, a.numRows()), KOKKOS_LAMBDA(std::size_t row) {
        int last = 0;
        for (std::size_t entry = row_map(row); entry < row_map(row + 1); ++entry)
          last = Kokkos::max(last, stage_of(entries(entry)));
        stages(row) = last;
      });
  return stages;
}

/// \brief The rows of \p stage.
inline view_of<int> rows_of_stage(const execution_space& exec, const view_of<int>& stages, int stage) {
  const view_of<int> rows = new_view<int>("rows", stages.extent(0));
  int num_rows = 0;
  Kokkos::parallel_scan(
      "rows_of_stage", range_type(exec, 0, stages.extent(0)),
      KOKKOS_LAMBDA(std::size_t row, int& sum, bool is_final) {
        if (stages(row) != stage) return;
        if (is_final) rows(sum) = static_cast<int>(row);
        ++sum;
      },
      num_rows);
  return Kokkos::subview(rows, std::pair<int, int>(0, num_rows));
}

/// \brief The entries of A in the columns of \p stage, as a matrix with \p num_cols columns.
inline matrix_type columns_of_stage(const execution_space& exec, const matrix_type& a, const RowStage& stage_of,
                                    int stage, int num_cols) {
  const std::size_t num_rows = a.numRows();
  const auto row_map = a.graph.row_map;
  const auto entries = a.graph.entries;
  const auto values = a.values;
  const view_of<std::size_t> part_map("row_map", num_rows + 1);
  Kokkos::parallel_for(
      "count_columns", range_type(exec, 0, num_rows), KOKKOS_LAMBDA(std::size_t row) {
        for (std::size_t entry = row_map(row); entry < row_map(row + 1); ++entry)
          part_map(row + 1) += stage_of(entries(entry)) == stage;
      });
  const std::size_t num_entries = lengths_to_ends(exec, part_map);
  const view_of<int> part_entries = new_view<int>("entries", num_entries);
  const view_of<double> part_values = new_view<double>("values", num_entries);
  Kokkos::parallel_for(
      "copy_columns", range_type(exec, 0, num_rows), KOKKOS_LAMBDA(std::size_t row) {
        std::size_t place = part_map(row);
        for (std::size_t entry = row_map(row); entry < row_map(row + 1); ++entry)
          if (stage_of(entries(entry)) == stage) {
            part_entries(place) = entries(entry);
            part_values(place++) = values(entry);
          }
      });
  return matrix_type("A", a.numRows(), num_cols, num_entries, part_values, part_map, part_entries);
}

/// \brief The selected \p rows of A, as a matrix with \p num_cols columns.
inline matrix_type rows_of(const execution_space& exec, const matrix_type& a, const view_of<int>& rows, int num_cols) {
  const view_of<std::size_t> row_map("row_map", rows.extent(0) + 1);
  Kokkos::deep_copy(exec, Kokkos::subview(row_map, std::pair<std::size_t, std::size_t>(1, row_map.extent(0))),
                    lengths_of_rows(exec, a, rows));
  const std::size_t num_entries = lengths_to_ends(exec, row_map);
  const view_of<int> entries = new_view<int>("entries", num_entries);
  const view_of<double> values = new_view<double>("values", num_entries);
  copy_rows("rows_of", exec, a, 0, rows.extent(0), rows, row_map, entries, values);
  return matrix_type("A", static_cast<int>(rows.extent(0)), num_cols, num_entries, values, row_map, entries);
}

}  // namespace Distributed

#endif
