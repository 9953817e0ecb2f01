/// \file
/// \brief Example 5: the setup of a multigrid level: a smoothed prolongator by a Jacobi step, the Galerkin product with
/// reuse, and a sum that cancels, whose zeros are then dropped.

#include <KokkosSparse_CrsMatrix.hpp>
#include <Kokkos_Core.hpp>
#include <Ocean_DropZeros.hpp>
#include <Ocean_SpGEMMAdd.hpp>
#include <Ocean_SpGEMMJacobi.hpp>
#include <Ocean_TripleProduct.hpp>
#include <cmath>
#include <cstdio>

using execution_space = Kokkos::DefaultExecutionSpace;
using device_type = Kokkos::Device<execution_space, execution_space::memory_space>;
using matrix_type = KokkosSparse::CrsMatrix<double, int, device_type, void, int>;
using offsets_type = Kokkos::View<int*, device_type>;
using values_type = Kokkos::View<double*, device_type>;

/// \brief The Laplacian of a line with free ends: every row sums to zero. Three entries per row; at the ends, one of
/// them is 0.
struct FillLaplacian {
  offsets_type row_map, entries;
  values_type values;
  int num_rows;

  KOKKOS_FUNCTION void operator()(int row) const {
    row_map(row + 1) = 3 * (row + 1);
    for (int neighbour = -1; neighbour <= 1; ++neighbour) {
      const bool is_inside = row + neighbour >= 0 && row + neighbour < num_rows;
      entries(3 * row + neighbour + 1) = is_inside ? row + neighbour : row;
      values(3 * row + neighbour + 1) = neighbour == 0 ? 2.0 : -1.0;  // at an end, two entries in one column: 2 - 1
    }
  }
};

/// \brief Ones: three rows of the fine level for each of the coarse one.
struct FillAggregates {
  offsets_type row_map, entries;
  values_type values;

  KOKKOS_FUNCTION void operator()(int row) const {
    row_map(row + 1) = row + 1;
    entries(row) = row / 3;
    values(row) = 1.0;
  }
};

matrix_type make_laplacian(int num_rows) {
  const FillLaplacian fill{offsets_type("row_map", num_rows + 1), offsets_type("entries", 3 * num_rows),
                           values_type("values", 3 * num_rows), num_rows};
  Kokkos::parallel_for("fill_laplacian", Kokkos::RangePolicy<execution_space>(0, num_rows), fill);
  return matrix_type("A", num_rows, num_rows, 3 * num_rows, fill.values, fill.row_map, fill.entries);
}

matrix_type make_aggregates(int num_rows) {
  const FillAggregates fill{offsets_type("row_map", num_rows + 1), offsets_type("entries", num_rows),
                            values_type("values", num_rows)};
  Kokkos::parallel_for("fill_aggregates", Kokkos::RangePolicy<execution_space>(0, num_rows), fill);
  return matrix_type("P0", num_rows, num_rows / 3, num_rows, fill.values, fill.row_map, fill.entries);
}

/// \brief Largest sum of a row in magnitude, and the largest entry.
void measure(const matrix_type& matrix, double& row_sum, double& entry_max) {
  const auto row_map = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), matrix.graph.row_map);
  const auto values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), matrix.values);
  row_sum = entry_max = 0.0;
  for (int row = 0; row < matrix.numRows(); ++row) {
    double sum = 0.0;
    for (int entry = row_map(row); entry < row_map(row + 1); ++entry) {
      sum += values(entry);
      entry_max = std::fmax(entry_max, std::fabs(values(entry)));
    }
    row_sum = std::fmax(row_sum, std::fabs(sum));
  }
}

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const execution_space exec;
  const int num_rows = 3000;
  const matrix_type a = make_laplacian(num_rows), p0 = make_aggregates(num_rows);
  const values_type dinv("dinv", num_rows);
  Kokkos::deep_copy(exec, dinv, 0.5);

  const auto p = Ocean::spgemm_jacobi<matrix_type>(exec, a, p0, 2.0 / 3.0, dinv);  // (I - 2/3 D^-1 A) P0

  Ocean::TripleProduct<matrix_type> galerkin;
  const matrix_type coarse = galerkin.symbolic(exec, p, true, a, p);  // P^T A P
  double row_sum = 0.0, entry_max = 0.0, entry_max_before = 0.0;
  for (int step = 0; step < 2; ++step) {
    galerkin.numeric(exec, p, a, p, coarse);
    measure(coarse, row_sum, entry_max);
    std::printf("coarse level: %d rows, %d entries, largest %g, largest row sum %g\n", coarse.numRows(),
                static_cast<int>(coarse.nnz()), entry_max, row_sum);
    if (row_sum > 1e-12) return 1;  // A maps constants to zero, and so must the coarse level
    if (step == 1 && std::fabs(entry_max - 4.0 * entry_max_before) > 1e-12) return 1;
    entry_max_before = entry_max;
    const values_type values = a.values;  // the next time step: the same pattern, four times the values
    Kokkos::parallel_for(
        "scale", Kokkos::RangePolicy<execution_space>(exec, 0, 3 * num_rows),
        KOKKOS_LAMBDA(int entry) { values(entry) *= 4.0; });
  }

  const auto product = Ocean::spgemm<matrix_type>(exec, a, false, p0, false);
  const auto zero = Ocean::spgemm_add<matrix_type>(exec, 2.0, a, p0, -2.0, product);  // 2 A P0 - 2 (A P0)
  const auto nothing = Ocean::drop_zeros(exec, zero);
  std::printf("2 A P0 - 2 (A P0): %d entries, %d of them not zero\n", static_cast<int>(zero.nnz()),
              static_cast<int>(nothing.nnz()));
  return nothing.nnz() == 0 && zero.nnz() == product.nnz() ? 0 : 1;
}
