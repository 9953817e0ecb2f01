/// \file
/// \brief Example 9: a C with more than 2^31 entries needs 64-bit offsets; its size is known before it is computed.

#include <KokkosSparse_CrsMatrix.hpp>
#include <Kokkos_Core.hpp>
#include <Ocean_SpGEMM.hpp>
#include <Ocean_WorkspaceSize.hpp>
#include <cstddef>
#include <cstdio>
#include <limits>

using execution_space = Kokkos::DefaultExecutionSpace;
using device_type = Kokkos::Device<execution_space, execution_space::memory_space>;
template <class Offset>
using matrix_of = KokkosSparse::CrsMatrix<double, int, device_type, void, Offset>;

/// \brief A column of ones, [size x 1], or a row of ones, [1 x size].
template <class Offset>
matrix_of<Offset> make_ones(int size, bool is_column) {
  const int num_rows = is_column ? size : 1, num_cols = is_column ? 1 : size;
  const Kokkos::View<Offset*, device_type> row_map("row_map", num_rows + 1);
  const Kokkos::View<int*, device_type> entries("entries", size);
  const Kokkos::View<double*, device_type> values("values", size);
  Kokkos::parallel_for(
      "fill_ones", Kokkos::RangePolicy<execution_space>(0, size), KOKKOS_LAMBDA(int entry) {
        entries(entry) = is_column ? 0 : entry;
        values(entry) = 1.0;
        if (is_column) row_map(entry + 1) = static_cast<Offset>(entry + 1);
        if (!is_column && entry == 0) row_map(1) = static_cast<Offset>(size);
      });
  return matrix_of<Offset>("ones", num_rows, num_cols, static_cast<Offset>(size), values, row_map, entries);
}

/// \brief Entries of C = column times row, [size x size] and full, before it is computed. The bound given by the
/// products is exact here, and finding it needs no pass over the products.
std::size_t entries_of_full_matrix(int size) {
  Ocean::SpGEMMOptions options;
  options.workflow = Ocean::Workflow::upper_bound;
  const Ocean::WorkspaceSize bytes = Ocean::get_workspace_size(execution_space(), make_ones<std::size_t>(size, true),
                                                               make_ones<std::size_t>(size, false), options);
  const std::size_t row_map_bytes = (static_cast<std::size_t>(size) + 1) * sizeof(std::size_t);
  return (bytes.product_bytes - row_map_bytes) / (sizeof(int) + sizeof(double));
}

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const int large = 50'000, small = 500;
  const std::size_t most = std::numeric_limits<int>::max();

  const std::size_t entries = entries_of_full_matrix(large);
  std::printf("C [%d x %d]: %zu entries, %s\n", large, large, entries,
              entries > most ? "more than offsets of int can count" : "offsets of int are enough");
  if (entries != std::size_t(large) * large) return 1;

  // Offsets of size_t: a type that the library holds.
  const auto column = make_ones<std::size_t>(small, true), row = make_ones<std::size_t>(small, false);
  const auto c = Ocean::spgemm<matrix_of<std::size_t>>(execution_space(), column, false, row, false);
  std::printf("C [%d x %d]: %zu entries\n", c.numRows(), c.numCols(), static_cast<std::size_t>(c.nnz()));
  return c.nnz() == std::size_t(small) * small ? 0 : 1;
}
