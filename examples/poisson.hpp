#ifndef OCEAN_EXAMPLES_POISSON_HPP
#define OCEAN_EXAMPLES_POISSON_HPP
/// \file
/// \brief The matrix that most examples multiply: the five-point Laplacian on a square grid.

#include <KokkosSparse_CrsMatrix.hpp>
#include <Kokkos_Core.hpp>

using execution_space = Kokkos::DefaultExecutionSpace;
using memory_space = execution_space::memory_space;
using device_type = Kokkos::Device<execution_space, memory_space>;
using matrix_type = KokkosSparse::CrsMatrix<double, int, device_type, void, int>;
using offsets_view = Kokkos::View<int*, device_type>;
using columns_view = Kokkos::View<int*, device_type>;
using values_view = Kokkos::View<double*, device_type>;

/// \brief Five entries for every point of a grid of \p side x \p side points. A neighbour outside the grid becomes an
/// explicit zero on the diagonal: Ocean accepts unsorted rows and duplicate columns.
struct FillPoisson {
  offsets_view row_map;
  columns_view entries;
  values_view values;
  int side;

  KOKKOS_FUNCTION void operator()(int point) const {
    const int x = point % side, y = point / side;
    const int dx[] = {0, -1, 0, 1, 0}, dy[] = {-1, 0, 0, 0, 1};
    for (int k = 0; k < 5; ++k) {
      const int column_x = x + dx[k], column_y = y + dy[k];
      const bool is_inside = column_x >= 0 && column_x < side && column_y >= 0 && column_y < side;
      entries(5 * point + k) = is_inside ? column_y * side + column_x : point;
      values(5 * point + k) = k == 2 ? 4.0 : is_inside ? -1.0 : 0.0;
    }
    row_map(point + 1) = 5 * (point + 1);
  }
};

inline matrix_type make_poisson(int side) {
  const int num_points = side * side;
  const FillPoisson fill{offsets_view("row_map", num_points + 1), columns_view("entries", 5 * num_points),
                         values_view("values", 5 * num_points), side};
  Kokkos::parallel_for("fill_poisson", Kokkos::RangePolicy<execution_space>(0, num_points), fill);
  Kokkos::fence();
  return matrix_type("A", num_points, num_points, 5 * num_points, fill.values, fill.row_map, fill.entries);
}

/// \brief Multiplies the values of \p matrix on \p exec, as the next time step might.
inline void scale(const execution_space& exec, const matrix_type& matrix, double factor) {
  const values_view values = matrix.values;
  Kokkos::parallel_for(
      "scale", Kokkos::RangePolicy<execution_space>(exec, 0, static_cast<int>(values.extent(0))),
      KOKKOS_LAMBDA(int entry) { values(entry) *= factor; });
}

#endif
