/// \file
/// \brief Example 11: stored zeros in the operands, and zeros that arise in C.

#include <Ocean_DropZeros.hpp>
#include <Ocean_SpGEMM.hpp>
#include <cstdio>

#include "poisson.hpp"

/// \brief A column of \p size ones.
matrix_type make_column_of_ones(const execution_space& exec, int size) {
  const offsets_view row_map("row_map", size + 1);
  const columns_view entries("entries", size);
  const values_view values("values", size);
  Kokkos::parallel_for(
      "fill_ones", Kokkos::RangePolicy<execution_space>(exec, 0, size), KOKKOS_LAMBDA(int row) {
        row_map(row + 1) = row + 1;
        values(row) = 1.0;
      });
  return matrix_type("1", size, 1, size, values, row_map, entries);
}

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const execution_space exec;
  const int side = 100;
  const matrix_type a = make_poisson(side);  // five entries per row; those of neighbours outside the grid are zeros

  // A stored zero is multiplied like any other value, and may create entries of C.
  Ocean::SpGEMMReport report;
  Ocean::spgemm<matrix_type>(exec, a, false, a, false, {}, &report);
  const auto products_with_zeros = report.total_products;

  // Zeros of the operands: drop them once, before the products.
  const matrix_type b = Ocean::drop_zeros(exec, a);
  const auto c = Ocean::spgemm<matrix_type>(exec, b, false, b, false, {}, &report);
  std::printf("A: %d entries, %d without zeros; products: %lld, %lld without zeros\n", static_cast<int>(a.nnz()),
              static_cast<int>(b.nnz()), static_cast<long long>(products_with_zeros),
              static_cast<long long>(report.total_products));

  // Zeros of C, where products cancel: inner rows of A sum to zero, so C = A 1 has nonzero values only at the boundary.
  const matrix_type ones = make_column_of_ones(exec, side * side);
  Ocean::SpGEMMOptions options;
  options.drop_zeros = true;
  const auto kept = Ocean::spgemm<matrix_type>(exec, b, false, ones, false);
  const auto dropped = Ocean::spgemm<matrix_type>(exec, b, false, ones, false, options);
  std::printf("A 1: %d entries, %d of them not zero\n", static_cast<int>(kept.nnz()), static_cast<int>(dropped.nnz()));
  return b.nnz() == 5 * side * side - 4 * side && c.nnz() > 0 && dropped.nnz() == 4 * side - 4 ? 0 : 1;
}
