#ifndef OCEAN_PROGRAM_HOST_CSR_HPP
#define OCEAN_PROGRAM_HOST_CSR_HPP
/// \file
/// \brief Matrices as the program reads, transposes and writes them: CSR in host memory.

#include <Kokkos_Complex.hpp>
#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace Ocean::Program {

using offset_type = std::size_t;
using ordinal_type = std::int32_t;
using complex_type = Kokkos::complex<double>;

/// Rows and columns that an ordinal can number.
inline constexpr std::int64_t largest_dimension = std::numeric_limits<ordinal_type>::max();

/// \brief CSR owned by someone else.
/// Shapes  row_map [num_rows + 1], entries and values [row_map[num_rows]]
template <class Scalar>
struct CsrSpan {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::span<const offset_type> row_map;
  std::span<const ordinal_type> entries;
  std::span<const Scalar> values;

  std::int64_t nnz() const { return static_cast<std::int64_t>(entries.size()); }
};

/// \brief CSR that owns its memory.
template <class Scalar>
struct HostCsr {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::vector<offset_type> row_map = {0};
  std::vector<ordinal_type> entries;
  std::vector<Scalar> values;

  std::int64_t nnz() const { return static_cast<std::int64_t>(entries.size()); }
  CsrSpan<Scalar> span() const { return {num_rows, num_cols, row_map, entries, values}; }
};

/// \brief Contents of a file: real, integer and pattern files become double.
using AnyCsr = std::variant<HostCsr<double>, HostCsr<complex_type>>;

/// \brief The transpose, rows sorted; values are not conjugated.
/// Cost  two passes over the entries
template <class Scalar>
HostCsr<Scalar> transpose(const HostCsr<Scalar>& matrix) {
  HostCsr<Scalar> result;
  result.num_rows = matrix.num_cols;
  result.num_cols = matrix.num_rows;
  result.row_map.assign(static_cast<std::size_t>(matrix.num_cols) + 1, 0);
  result.entries.resize(matrix.entries.size());
  result.values.resize(matrix.values.size());
  for (const ordinal_type column : matrix.entries) ++result.row_map[static_cast<std::size_t>(column) + 1];
  for (std::size_t row = 1; row < result.row_map.size(); ++row) result.row_map[row] += result.row_map[row - 1];
  std::vector<offset_type> next(result.row_map.begin(), result.row_map.end() - 1);
  for (std::int64_t row = 0; row < matrix.num_rows; ++row)
    for (offset_type entry = matrix.row_map[row]; entry < matrix.row_map[row + 1]; ++entry) {
      const offset_type place = next[matrix.entries[entry]]++;
      result.entries[place] = static_cast<ordinal_type>(row);
      result.values[place] = matrix.values[entry];
    }
  return result;
}

/// \brief The matrix without its entries of value zero, the rest in order.
template <class Scalar>
HostCsr<Scalar> without_zeros(const CsrSpan<Scalar>& matrix) {
  HostCsr<Scalar> result;
  result.num_rows = matrix.num_rows;
  result.num_cols = matrix.num_cols;
  for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
    for (offset_type entry = matrix.row_map[row]; entry < matrix.row_map[row + 1]; ++entry) {
      if (matrix.values[entry] == Scalar(0)) continue;
      result.entries.push_back(matrix.entries[entry]);
      result.values.push_back(matrix.values[entry]);
    }
    result.row_map.push_back(result.entries.size());
  }
  return result;
}

/// \brief The same matrix with complex values.
inline HostCsr<complex_type> to_complex(HostCsr<double>&& matrix) {
  HostCsr<complex_type> result;
  result.num_rows = matrix.num_rows;
  result.num_cols = matrix.num_cols;
  result.row_map = std::move(matrix.row_map);
  result.entries = std::move(matrix.entries);
  result.values.assign(matrix.values.begin(), matrix.values.end());
  return result;
}

}  // namespace Ocean::Program

#endif
