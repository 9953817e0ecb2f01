#ifndef OCEAN_EXAMPLES_DISTRIBUTED_DISTRIBUTED_MATRIX_HPP
#define OCEAN_EXAMPLES_DISTRIBUTED_DISTRIBUTED_MATRIX_HPP
/// \file
/// \brief A sparse matrix whose rows are distributed in contiguous blocks over the ranks, and the test matrices.

#include <KokkosSparse_CrsMatrix.hpp>
#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mpi_calls.hpp"

namespace Distributed {

using execution_space = Kokkos::DefaultExecutionSpace;
using device_type = Kokkos::Device<execution_space, execution_space::memory_space>;
using matrix_type = KokkosSparse::CrsMatrix<double, int, device_type, void, std::size_t>;
template <class T>
using view_of = Kokkos::View<T*, device_type>;
using range_type = Kokkos::RangePolicy<execution_space, Kokkos::IndexType<std::size_t>>;

/// \brief The first \p length entries of \p kept, which is kept between products and grows if it is too short:
/// allocating device memory and pinned host memory takes longer than filling it.
template <class View>
View grown(View& kept, std::size_t length) {
  if (kept.extent(0) < length) Kokkos::realloc(Kokkos::WithoutInitializing, kept, length);
  return Kokkos::subview(kept, std::pair<std::size_t, std::size_t>(0, length));
}

/// \brief Rank r has the rows row_begin[r] to row_begin[r + 1] - 1.
struct DistributedMatrix {
  std::vector<int> row_begin;  ///< [ranks + 1], the same on all ranks
  matrix_type local;           ///< [own rows x all columns], with global column numbers

  int num_rows() const { return row_begin.back(); }
};

/// \brief Blocks whose numbers of rows differ by at most one.
inline std::vector<int> equal_blocks(int num_rows, int num_ranks) {
  std::vector<int> row_begin;
  for (std::int64_t rank = 0; rank <= num_ranks; ++rank)
    row_begin.push_back(static_cast<int>(rank * num_rows / num_ranks));
  return row_begin;
}

/// \brief The matrix that the program multiplies.
struct MatrixKind {
  std::string name = "grid27";  ///< grid7, grid27: a grid of side^3 points and their 7 or 27 neighbours; random
  int size = 40;                ///< points on a side of the grid; rows of a random matrix
  int degree = 16;              ///< entries in a row of a random matrix
};

/// \brief Fills row \p row; every rank can compute every row.
struct RowRule {
  int num_rows, side, reach, degree;  ///< side 0: random; reach: largest |dx| + |dy| + |dz|, 1 or 3
  std::uint64_t seed;

  /// \brief A value in [-1, 1) that depends only on row and column.
  KOKKOS_FUNCTION static double unit(std::uint64_t key) {
    key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9ull;  // splitmix64
    key = (key ^ (key >> 27)) * 0x94d049bb133111ebull;
    return static_cast<double>((key ^ (key >> 31)) >> 11) * 0x1p-52 - 1.0;
  }
  KOKKOS_FUNCTION std::uint64_t key(int row, int column) const {
    return (seed << 62) ^ ((static_cast<std::uint64_t>(row) << 31) | static_cast<std::uint64_t>(column));
  }

  /// \brief Calls \p emit(column) for the entries, in ascending order.
  template <class Emit>
  KOKKOS_FUNCTION void for_each_column(int row, const Emit& emit) const {
    if (side == 0) {  // one column in each of `degree` equal intervals of columns
      for (std::int64_t k = 0; k < degree; ++k) {
        const std::int64_t begin = k * num_rows / degree, end = (k + 1) * num_rows / degree;
        const double drawn = (unit(key(row, static_cast<int>(k))) + 1.0) / 2.0;
        if (begin < end) emit(static_cast<int>(begin + static_cast<std::int64_t>(drawn * double(end - begin))));
      }
      return;
    }
    const int x = row % side, y = row / side % side, z = row / side / side;
    for (int k = 0; k < 27; ++k) {
      const int dx = k % 3 - 1, dy = k / 3 % 3 - 1, dz = k / 9 - 1;
      const bool is_inside =
          x + dx >= 0 && x + dx < side && y + dy >= 0 && y + dy < side && z + dz >= 0 && z + dz < side;
      if (is_inside && dx * dx + dy * dy + dz * dz <= reach) emit(row + (dz * side + dy) * side + dx);
    }
  }
};

/// \brief This rank's rows of the matrix; \p seed changes the values.
/// \throws std::invalid_argument for unknown names and sizes that do not fit in int.
inline DistributedMatrix make_matrix(MPI_Comm comm, const MatrixKind& kind, std::uint64_t seed) {
  const bool is_random = kind.name == "random";
  require(is_random || kind.name == "grid7" || kind.name == "grid27", "matrix ", kind.name,
          " (need grid7, grid27 or random)");
  require(kind.size > 0 && (is_random || kind.size <= 1290), "n = ", kind.size,
          " (need 1 to 1290 points on a side of the grid, at least 1 row of a random matrix)");
  const int num_rows = is_random ? kind.size : kind.size * kind.size * kind.size, rank = rank_of(comm);
  const RowRule rule{num_rows, is_random ? 0 : kind.size, kind.name == "grid7" ? 1 : 3, kind.degree, seed};
  DistributedMatrix matrix{equal_blocks(num_rows, num_ranks_of(comm)), {}};
  const int first = matrix.row_begin[rank], num_own = matrix.row_begin[rank + 1] - first;

  const view_of<std::size_t> row_map("row_map", num_own + 1);
  Kokkos::parallel_scan(
      "count_entries", Kokkos::RangePolicy<execution_space>(0, num_own),
      KOKKOS_LAMBDA(int row, std::size_t& sum, bool is_final) {
        rule.for_each_column(first + row, [&](int) { ++sum; });
        if (is_final) row_map(row + 1) = sum;
      });
  std::size_t num_entries = 0;
  Kokkos::deep_copy(num_entries, Kokkos::subview(row_map, num_own));
  const view_of<int> entries("entries", num_entries);
  const view_of<double> values("values", num_entries);
  Kokkos::parallel_for(
      "fill_rows", Kokkos::RangePolicy<execution_space>(0, num_own), KOKKOS_LAMBDA(int row) {
        std::size_t entry = row_map(row);
        rule.for_each_column(first + row, [&](int column) {
          entries(entry) = column;
          values(entry++) = RowRule::unit(rule.key(first + row, column) * 0x9e3779b97f4a7c15ull);
        });
      });
  Kokkos::fence();
  matrix.local = matrix_type("A", num_own, num_rows, num_entries, values, row_map, entries);
  return matrix;
}

}  // namespace Distributed

#endif
