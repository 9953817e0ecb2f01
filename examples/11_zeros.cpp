/// \file
/// \brief Example 11: explicit zeros in the operands, and zeros that arise in C.

#include <Ocean_DropZeros.hpp>
#include <Ocean_SpGEMM.hpp>
#include <cstdio>

#include "poisson.hpp"

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const execution_space exec;
  const int side = 100;
  const matrix_type a = make_poisson(side);  // five entries a row; those of neighbours outside the grid are zeros

  // A zero is an entry like any other: it takes a product for every entry of its row of B, and may make entries of C.
  Ocean::SpGEMMReport report;
  Ocean::spgemm<matrix_type>(exec, a, false, a, false, {}, &report);
  const auto products_with_zeros = report.total_products;

  // Zeros of the operands: drop them once, before the products.
  const matrix_type b = Ocean::drop_zeros(exec, a);
  const auto c = Ocean::spgemm<matrix_type>(exec, b, false, b, false, {}, &report);
  std::printf("A: %d entries, %d without zeros; products: %lld, %lld without zeros\n", static_cast<int>(a.nnz()),
              static_cast<int>(b.nnz()), static_cast<long long>(products_with_zeros),
              static_cast<long long>(report.total_products));

  // Zeros of C, where positive and negative products cancel: leave them out. B (B - 4 I) has none on the diagonal.
  const matrix_type shifted = make_poisson(side);
  const values_view values = shifted.values;
  Kokkos::parallel_for(
      "clear_diagonal", Kokkos::RangePolicy<execution_space>(exec, 0, side * side),
      KOKKOS_LAMBDA(int point) { values(5 * point + 2) = 0.0; });
  Ocean::SpGEMMOptions options;
  options.drop_zeros = true;
  const auto kept = Ocean::spgemm<matrix_type>(exec, shifted, false, shifted, false);
  const auto dropped = Ocean::spgemm<matrix_type>(exec, shifted, false, shifted, false, options);
  std::printf("C: %d entries, %d of them not zero\n", static_cast<int>(kept.nnz()), static_cast<int>(dropped.nnz()));
  return b.nnz() == 5 * side * side - 4 * side && c.nnz() > 0 && dropped.nnz() < kept.nnz() ? 0 : 1;
}
