#ifndef OCEAN_PERF_CRS_OPERANDS_HPP
#define OCEAN_PERF_CRS_OPERANDS_HPP
/// \file
/// \brief Operands and results of the operations that take a CrsMatrix.

#include <KokkosSparse_CrsMatrix.hpp>

#include "operation_operands.hpp"

namespace Ocean::Perf {

using crs_matrix_type = KokkosSparse::CrsMatrix<double, int, device_type, void, int>;

inline crs_matrix_type to_crs(const host_matrix_type& matrix) {
  Kokkos::View<int*, device_type> row_map, entries;
  Kokkos::View<double*, device_type> values;
  copy_to_device(matrix.row_map, row_map);
  copy_to_device(matrix.entries, entries);
  copy_to_device(matrix.values, values);
  return crs_matrix_type("Ocean::perf::matrix", static_cast<int>(matrix.num_rows), static_cast<int>(matrix.num_cols),
                         matrix.entries.size(), values, row_map, entries);
}

inline host_matrix_type to_host(const crs_matrix_type& matrix) {
  return to_host(matrix.numRows(), matrix.numCols(), matrix.graph.row_map, matrix.graph.entries, matrix.values);
}

}  // namespace Ocean::Perf

#endif
