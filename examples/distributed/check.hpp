#ifndef OCEAN_EXAMPLES_DISTRIBUTED_CHECK_HPP
#define OCEAN_EXAMPLES_DISTRIBUTED_CHECK_HPP
/// \file
/// \brief Computes the whole product again on rank 0 with a loop that shares no code with Ocean, and compares all
/// entries.

#include <algorithm>
#include <cmath>
#include <vector>

#include "row_kernels.hpp"

namespace Distributed {

/// \brief A matrix with all rows, on rank 0.
struct WholeMatrix {
  int num_cols = 0;
  std::vector<std::size_t> row_map{0};
  std::vector<int> entries;
  std::vector<double> values;
};

/// \brief The blocks of all ranks, one after the other, on rank 0.
template <class T>
std::vector<T> gather_blocks(MPI_Comm comm, const std::vector<T>& block) {
  const int num_ranks = num_ranks_of(comm), length = message_length(block.size());
  std::vector<int> lengths(num_ranks), begins(num_ranks + 1);
  check_mpi(MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, comm), "MPI_Allgather");
  for (int rank = 0; rank < num_ranks; ++rank)
    begins[rank + 1] = message_length(static_cast<std::size_t>(begins[rank]) + static_cast<std::size_t>(lengths[rank]));
  std::vector<T> all(rank_of(comm) == 0 ? begins.back() : 0);
  check_mpi(MPI_Gatherv(block.data(), length, mpi_type<T>(), all.data(), lengths.data(), begins.data(), mpi_type<T>(),
                        0, comm),
            "MPI_Gatherv");
  return all;
}

inline WholeMatrix gather(MPI_Comm comm, const DistributedMatrix& matrix) {
  const execution_space exec;
  std::vector<std::size_t> lengths = to_host(exec, matrix.local.graph.row_map);
  for (std::size_t row = lengths.size() - 1; row > 0; --row) lengths[row] -= lengths[row - 1];
  lengths.erase(lengths.begin());
  WholeMatrix whole;
  whole.num_cols = matrix.local.numCols();
  for (const std::size_t length : gather_blocks(comm, lengths)) whole.row_map.push_back(whole.row_map.back() + length);
  whole.entries = gather_blocks(comm, to_host(exec, matrix.local.graph.entries));
  whole.values = gather_blocks(comm, to_host(exec, matrix.local.values));
  return whole;
}

/// \brief Compares C with A B on rank 0: the sorted pattern exactly, the values to 1e-12 of |A| |B|.
/// \return the largest error of a value relative to |A| |B|
/// \throws std::runtime_error that names the first row that is wrong.
inline double largest_error(const WholeMatrix& a, const WholeMatrix& b, const WholeMatrix& c) {
  const double tolerance = 1e-12;
  double largest = 0.0;
  std::vector<double> sums(b.num_cols), sizes(b.num_cols);
  std::vector<char> is_there(b.num_cols);
  std::vector<int> columns;
  for (std::size_t row = 0; row + 1 < a.row_map.size(); ++row) {
    columns.clear();
    for (std::size_t i = a.row_map[row]; i < a.row_map[row + 1]; ++i)
      for (std::size_t j = b.row_map[a.entries[i]]; j < b.row_map[a.entries[i] + 1]; ++j) {
        const int column = b.entries[j];
        if (!is_there[column]) columns.push_back(column);
        is_there[column] = 1;
        sums[column] += a.values[i] * b.values[j];
        sizes[column] += std::abs(a.values[i] * b.values[j]);
      }
    std::sort(columns.begin(), columns.end());
    const auto begin = c.entries.begin() + static_cast<std::ptrdiff_t>(c.row_map[row]),
               end = c.entries.begin() + static_cast<std::ptrdiff_t>(c.row_map[row + 1]);
    if (!std::equal(columns.begin(), columns.end(), begin, end))
      throw std::runtime_error("row " + std::to_string(row) + " of C has " + std::to_string(end - begin) +
                               " entries that are not those of A B (need " + std::to_string(columns.size()) + ")");
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const int column = columns[k];
      const double value = c.values[c.row_map[row] + k], difference = std::abs(value - sums[column]);
      const double error = difference == 0.0 ? 0.0 : difference / sizes[column];
      if (!(error <= tolerance))
        throw std::runtime_error("C(" + std::to_string(row) + ", " + std::to_string(column) +
                                 ") = " + std::to_string(value) + " (need " + std::to_string(sums[column]) + ")");
      largest = std::max(largest, error);
      sums[column] = sizes[column] = 0.0;
      is_there[column] = 0;
    }
  }
  return largest;
}

}  // namespace Distributed

#endif
