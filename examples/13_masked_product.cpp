/// \file
/// \brief Example 13: a product in the pattern of a mask: the triangles of a graph, C<L> = L L.

#include <KokkosSparse_CrsMatrix.hpp>
#include <Kokkos_Core.hpp>
#include <Ocean_SpGEMMMasked.hpp>
#include <cstdio>

using execution_space = Kokkos::DefaultExecutionSpace;
using device_type = Kokkos::Device<execution_space, execution_space::memory_space>;
using matrix_type = KokkosSparse::CrsMatrix<double, int, device_type, void, int>;

/// \brief L of a grid of \p side x \p side nodes whose squares have one diagonal each: a 1 for every edge to a node
/// with a lower number.
matrix_type make_lower_triangle(int side) {
  const int num_nodes = side * side, num_edges = (side - 1) * (3 * side - 1);
  const Kokkos::View<int*, device_type> row_map("row_map", num_nodes + 1), entries("entries", num_edges);
  const Kokkos::View<double*, device_type> ones("ones", num_edges);
  const auto host_map = Kokkos::create_mirror_view(row_map), host_entries = Kokkos::create_mirror_view(entries);
  int edge = 0;
  for (int node = 0; node < num_nodes; ++node) {
    const bool has_left = node % side > 0, has_below = node >= side;
    if (has_left && has_below) host_entries(edge++) = node - side - 1;
    if (has_below) host_entries(edge++) = node - side;
    if (has_left) host_entries(edge++) = node - 1;
    host_map(node + 1) = edge;
  }
  Kokkos::deep_copy(row_map, host_map);
  Kokkos::deep_copy(entries, host_entries);
  Kokkos::deep_copy(ones, 1.0);
  return matrix_type("L", num_nodes, num_nodes, num_edges, ones, row_map, entries);
}

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const execution_space exec;
  const int side = 200;
  const matrix_type l = make_lower_triangle(side);

  // Paths of two edges from i down to k, at those (i, k) that are edges themselves: every triangle once.
  const auto c = Ocean::spgemm_masked<matrix_type>(exec, l, l, l);

  double triangles = 0.0;
  const auto values = c.values;
  Kokkos::parallel_reduce(
      "count", Kokkos::RangePolicy<execution_space>(exec, 0, static_cast<int>(c.nnz())),
      KOKKOS_LAMBDA(int entry, double& sum) { sum += values(entry); }, triangles);
  std::printf("%d edges, %.0f triangles\n", static_cast<int>(c.nnz()), triangles);
  return triangles == 2.0 * (side - 1) * (side - 1) ? 0 : 1;
}
