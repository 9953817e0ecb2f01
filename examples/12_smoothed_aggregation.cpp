/// \file
/// \brief Example 12: the set-up of smoothed-aggregation multigrid for a 2D Poisson problem.
///
/// On every level, points are grouped into squares of 3 x 3 (P0), P0 is smoothed by a step of damped Jacobi, P = (I -
/// omega D^-1 A) P0, and the next level's matrix is the Galerkin product P^T A P.

#include <Ocean_DropZeros.hpp>
#include <Ocean_SpGEMMJacobi.hpp>
#include <Ocean_TripleProduct.hpp>
#include <cmath>
#include <cstdio>

#include "poisson.hpp"

/// \brief P0 [side^2 x coarse_side^2]: a one in every row, in the column of the row's square.
matrix_type make_aggregates(const execution_space& exec, int side) {
  const int num_points = side * side, coarse_side = (side + 2) / 3;
  const offsets_view row_map("row_map", num_points + 1);
  const columns_view entries("entries", num_points);
  const values_view values("values", num_points);
  Kokkos::parallel_for(
      "fill_aggregates", Kokkos::RangePolicy<execution_space>(exec, 0, num_points), KOKKOS_LAMBDA(int point) {
        row_map(point + 1) = point + 1;
        entries(point) = point / side / 3 * coarse_side + point % side / 3;
        values(point) = 1.0;
      });
  return matrix_type("P0", num_points, coarse_side * coarse_side, num_points, values, row_map, entries);
}

/// \brief The inverse of A's diagonal.
values_view invert_diagonal(const execution_space& exec, const matrix_type& a) {
  const values_view inverse("inverse_diagonal", a.numRows());
  Kokkos::parallel_for(
      "invert_diagonal", Kokkos::RangePolicy<execution_space>(exec, 0, a.numRows()), KOKKOS_LAMBDA(int row) {
        double diagonal = 0.0;
        for (int entry = a.graph.row_map(row); entry < a.graph.row_map(row + 1); ++entry)
          if (a.graph.entries(entry) == row) diagonal += a.values(entry);
        inverse(row) = 1.0 / diagonal;
      });
  return inverse;
}

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const execution_space exec;
  const double omega = 2.0 / 3.0;
  int side = 243;
  matrix_type a = Ocean::drop_zeros(exec, make_poisson(side));
  const auto fine_entries = static_cast<double>(a.nnz());
  double all_entries = fine_entries;
  std::printf("level 0: %6d rows, %7d entries\n", a.numRows(), static_cast<int>(a.nnz()));

  for (int level = 1; a.numRows() > 100; ++level) {
    const matrix_type p0 = make_aggregates(exec, side);
    const matrix_type p = Ocean::spgemm_jacobi<matrix_type>(exec, a, p0, omega, invert_diagonal(exec, a));
    a = Ocean::triple_product<matrix_type>(exec, p, true, a, p);  // op(R) A P with R = P, transposed
    side = (side + 2) / 3;
    all_entries += static_cast<double>(a.nnz());
    std::printf("level %d: %6d rows, %7d entries, P has %d\n", level, a.numRows(), static_cast<int>(a.nnz()),
                static_cast<int>(p.nnz()));
    if (a.numRows() != side * side || a.nnz() > 9 * a.numRows()) return 1;  // at most nine entries per row
  }
  exec.fence();
  const double complexity = all_entries / fine_entries;
  std::printf("operator complexity: %.3f\n", complexity);
  return complexity > 1.0 && complexity < 1.5 ? 0 : 1;
}
