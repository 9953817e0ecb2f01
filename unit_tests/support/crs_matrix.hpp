#ifndef OCEAN_TEST_SUPPORT_CRS_MATRIX_HPP
#define OCEAN_TEST_SUPPORT_CRS_MATRIX_HPP
/// \file
/// \brief Between host matrices and KokkosSparse::CrsMatrix on the tested space.

#include <KokkosSparse_CrsMatrix.hpp>

#include "transfer.hpp"

namespace Ocean::Testing {

template <class Offset, class Ordinal, class Scalar, class ExecutionSpace = test_exec_space>
using crs_matrix =
    KokkosSparse::CrsMatrix<Scalar, Ordinal, Kokkos::Device<ExecutionSpace, typename ExecutionSpace::memory_space>,
                            void, Offset>;

template <class Offset, class Ordinal, class Scalar>
crs_matrix<Offset, Ordinal, Scalar> to_crs_matrix(const Impl::HostCsr<Offset, Ordinal, Scalar>& matrix) {
  const auto device = to_device(matrix);
  return crs_matrix<Offset, Ordinal, Scalar>("Testing::matrix", static_cast<Ordinal>(matrix.num_rows),
                                             static_cast<Ordinal>(matrix.num_cols), device.entries.extent(0),
                                             device.values, device.row_map, device.entries);
}

template <class Matrix>
auto to_host(const Matrix& matrix) {
  return to_host(matrix.numRows(), matrix.numCols(), matrix.graph.row_map, matrix.graph.entries, matrix.values);
}

}  // namespace Ocean::Testing

#endif
