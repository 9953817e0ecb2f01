/// \file
/// \brief Example 1: C = A A for the 2D Laplacian on a grid, in one call.
///
/// A row of A couples a grid point to itself and its neighbours; a row of C couples it to the points up to two steps
/// away. The program checks an inner row of C against the stencil computed by hand and fails if they differ.

#include <KokkosSparse_CrsMatrix.hpp>
#include <Kokkos_Core.hpp>
#include <Ocean_SpGEMM.hpp>
#include <cstdio>
#include <string>
#include <vector>

using execution_space = Kokkos::DefaultExecutionSpace;
using device_type = Kokkos::Device<execution_space, execution_space::memory_space>;
using matrix_type = KokkosSparse::CrsMatrix<double, int, device_type, void, int>;

/// \brief Copies a host vector into a new device view.
template <class T>
Kokkos::View<T*, device_type> to_device(const std::vector<T>& host, const std::string& label) {
  Kokkos::View<T*, device_type> device(label, host.size());
  Kokkos::deep_copy(device, Kokkos::View<const T*, Kokkos::HostSpace>(host.data(), host.size()));
  return device;
}

/// \brief Five-point Laplacian on a grid of \p side x \p side points.
matrix_type make_laplacian(int side) {
  std::vector<int> row_map{0}, entries;
  std::vector<double> values;
  const auto couple = [&](int x, int y, double weight) {
    if (x < 0 || y < 0 || x >= side || y >= side) return;
    entries.push_back(y * side + x);
    values.push_back(weight);
  };
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      couple(x, y - 1, -1.0);
      couple(x - 1, y, -1.0);
      couple(x, y, 4.0);
      couple(x + 1, y, -1.0);
      couple(x, y + 1, -1.0);
      row_map.push_back(static_cast<int>(entries.size()));
    }
  const int num_points = side * side;
  return matrix_type("A", num_points, num_points, static_cast<int>(entries.size()), to_device(values, "values"),
                     to_device(row_map, "row_map"), to_device(entries, "entries"));
}

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const int side = 100;
  const matrix_type a = make_laplacian(side);

  const auto c = Ocean::spgemm<matrix_type>(a, false, a, false);

  Kokkos::fence();
  std::printf("A: %d x %d, %d entries\nC: %d x %d, %d entries\n", a.numRows(), a.numCols(), static_cast<int>(a.nnz()),
              c.numRows(), c.numCols(), static_cast<int>(c.nnz()));
  const auto row_map = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, c.graph.row_map);
  const auto values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, c.values);
  const int inner_point = side / 2 * side + side / 2;
  // two steps up, diagonals, one step, the point itself: the stencil applied twice, columns in ascending order
  const std::vector<double> expected{1, 2, -8, 2, 1, -8, 20, -8, 1, 2, -8, 2, 1};
  bool is_right = row_map(inner_point + 1) - row_map(inner_point) == static_cast<int>(expected.size());
  for (std::size_t entry = 0; is_right && entry < expected.size(); ++entry)
    is_right = values(row_map(inner_point) + entry) == expected[entry];
  std::printf("row %d of C %s the stencil applied twice\n", inner_point, is_right ? "is" : "IS NOT");
  return is_right ? 0 : 1;
}
