#ifndef OCEAN_EXAMPLES_DISTRIBUTED_ROW_KERNELS_HPP
#define OCEAN_EXAMPLES_DISTRIBUTED_ROW_KERNELS_HPP
/// \file
/// \brief Numbers, selects and copies rows of sparse matrices on the device.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "distributed_matrix.hpp"

namespace Distributed {

/// \brief An array with uninitialised entries.
template <class T>
view_of<T> new_view(const char* label, std::size_t length) {
  return view_of<T>(Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(label)), length);
}

template <class T>
view_of<T> to_device(const execution_space& exec, const char* label, const std::vector<T>& values) {
  const view_of<T> view = new_view<T>(label, values.size());
  Kokkos::deep_copy(exec, view, Kokkos::View<const T*, Kokkos::HostSpace>(values.data(), values.size()));
  exec.fence();
  return view;
}
template <class View>
std::vector<typename View::non_const_value_type> to_host(const execution_space& exec, const View& view) {
  std::vector<typename View::non_const_value_type> values(view.extent(0));
  Kokkos::deep_copy(
      exec, Kokkos::View<typename View::non_const_value_type*, Kokkos::HostSpace>(values.data(), values.size()), view);
  exec.fence();
  return values;
}

/// \brief Turns the lengths in row_map(1), row_map(2), ... into the ends of rows, and returns the last one.
inline std::size_t lengths_to_ends(const execution_space& exec, const view_of<std::size_t>& row_map) {
  std::size_t total = 0;
  Kokkos::parallel_scan(
      "lengths_to_ends", range_type(exec, 0, row_map.extent(0)),
      KOKKOS_LAMBDA(std::size_t row, std::size_t & sum, bool is_final) {
        sum += row_map(row);
        if (is_final) row_map(row) = sum;
      },
      total);
  return total;
}

/// \brief Lengths of the selected \p rows.
inline view_of<std::size_t> lengths_of_rows(const execution_space& exec, const matrix_type& matrix,
                                            const view_of<int>& rows) {
  const view_of<std::size_t> lengths = new_view<std::size_t>("lengths", rows.extent(0));
  const auto row_map = matrix.graph.row_map;
  Kokkos::parallel_for(
      "lengths_of_rows", range_type(exec, 0, rows.extent(0)),
      KOKKOS_LAMBDA(std::size_t i) { lengths(i) = row_map(rows(i) + 1) - row_map(rows(i)); });
  return lengths;
}

/// \brief Copies row from_row(i) of \p from to the positions from to_begin(i) on, for i in [\p first, \p last). On a
/// GPU several lanes copy a row together.
template <class FromRow, class ToBegin>
void copy_rows(const char* label, const execution_space& exec, const matrix_type& from, std::size_t first,
               std::size_t last, const FromRow& from_row, const ToBegin& to_begin, const view_of<int>& to_entries,
               const view_of<double>& to_values) {
  using team_policy = Kokkos::TeamPolicy<execution_space>;
  const std::size_t rows_of_team = 32;
  const int lanes_of_row = 32;
  const auto row_map = from.graph.row_map;
  const auto entries = from.graph.entries;
  const auto values = from.values;
  Kokkos::parallel_for(
      label,
      team_policy(exec, static_cast<int>((last - first + rows_of_team - 1) / rows_of_team), Kokkos::AUTO, lanes_of_row),
      KOKKOS_LAMBDA(const typename team_policy::member_type& team) {
        const std::size_t begin = first + team.league_rank() * rows_of_team;
        Kokkos::parallel_for(
            Kokkos::TeamThreadRange(team, begin, Kokkos::min(begin + rows_of_team, last)), [&](std::size_t i) {
              const std::size_t row = from_row(i), from_begin = row_map(row), place = to_begin(i);
              Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, row_map(row + 1) - from_begin), [&](std::size_t k) {
                to_entries(place + k) = entries(from_begin + k);
                to_values(place + k) = values(from_begin + k);
              });
            });
      });
}

/// \brief The number of multiply-adds of A B.
inline std::int64_t count_products(const execution_space& exec, const matrix_type& a, const matrix_type& b) {
  const auto entries = a.graph.entries;
  const auto row_map = b.graph.row_map;
  std::int64_t num_products = 0;
  Kokkos::parallel_reduce(
      "count_products", range_type(exec, 0, a.nnz()),
      KOKKOS_LAMBDA(std::size_t entry, std::int64_t & sum) {
        sum += static_cast<std::int64_t>(row_map(entries(entry) + 1) - row_map(entries(entry)));
      },
      num_products);
  return num_products;
}

/// \brief Some rows of a product, and which they are.
struct RowsOfProduct {
  view_of<int> rows;  ///< their numbers, ascending
  matrix_type c;      ///< [rows.extent(0) x columns]
};
struct SameRow {
  KOKKOS_FUNCTION std::size_t operator()(std::size_t row) const { return row; }
};
/// \brief Where the i-th of \p rows begins.
struct BeginOfRow {
  view_of<std::size_t> row_map;
  view_of<int> rows;
  KOKKOS_FUNCTION std::size_t operator()(std::size_t i) const { return row_map(rows(i)); }
};

/// \brief Assembles the matrix of all rows, each of which is in one of \p parts.
inline matrix_type assemble_rows(const execution_space& exec, int num_rows, int num_cols,
                                 const std::vector<RowsOfProduct>& parts) {
  const view_of<std::size_t> row_map("row_map", static_cast<std::size_t>(num_rows) + 1);
  for (const RowsOfProduct& part : parts) {
    const auto rows = part.rows;
    const auto row_map_c = part.c.graph.row_map;
    Kokkos::parallel_for(
        "lengths_of_parts", range_type(exec, 0, rows.extent(0)),
        KOKKOS_LAMBDA(std::size_t i) { row_map(rows(i) + 1) = row_map_c(i + 1) - row_map_c(i); });
  }
  const std::size_t num_entries = lengths_to_ends(exec, row_map);
  const view_of<int> entries = new_view<int>("entries", num_entries);
  const view_of<double> values = new_view<double>("values", num_entries);
  for (const RowsOfProduct& part : parts)
    copy_rows("scatter_rows", exec, part.c, 0, part.rows.extent(0), SameRow{}, BeginOfRow{row_map, part.rows}, entries,
              values);
  exec.fence();
  return matrix_type("C", num_rows, num_cols, num_entries, values, row_map, entries);
}

}  // namespace Distributed

#endif
