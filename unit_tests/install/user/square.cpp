#include <KokkosSparse_CrsMatrix.hpp>
#include <Kokkos_Core.hpp>
#include <Ocean_SpGEMM.hpp>
#include <Ocean_Version.hpp>
#include <cstdio>

using matrix_type = KokkosSparse::CrsMatrix<double, int, Kokkos::DefaultHostExecutionSpace, void, int>;

/// The 2 x 2 matrix {{0, 2}, {3, 0}}; its square is {{6, 0}, {0, 6}}.
matrix_type make_swap() {
  matrix_type::row_map_type::non_const_type row_map("Testing::row_map", 3);
  matrix_type::index_type::non_const_type entries("Testing::entries", 2);
  matrix_type::values_type::non_const_type values("Testing::values", 2);
  row_map(1) = 1;
  row_map(2) = 2;
  entries(0) = 1;
  values(0) = 2.0;
  values(1) = 3.0;
  return matrix_type("Testing::swap", 2, 2, 2, values, row_map, entries);
}

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const matrix_type a = make_swap();
  const matrix_type c = Ocean::spgemm<matrix_type>(a, false, a, false);
  const bool right =
      c.nnz() == 2 && c.graph.entries(0) == 0 && c.graph.entries(1) == 1 && c.values(0) == 6.0 && c.values(1) == 6.0;
  std::printf("Ocean %s: the square of a swap is %s\n", Ocean::version, right ? "right" : "wrong");
  return right ? 0 : 1;
}
