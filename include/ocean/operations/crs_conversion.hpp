#ifndef OCEAN_OPERATIONS_CRS_CONVERSION_HPP
#define OCEAN_OPERATIONS_CRS_CONVERSION_HPP
/// \file
/// \brief Conversions between KokkosSparse::CrsMatrix (or a type with the same members) and operands and products.

#include "../core/make_operand.hpp"

namespace Ocean::Impl {

/// \brief Unmanaged operand over a matrix.
template <class ExecutionSpace, class Matrix>
auto operand_of(const Matrix& matrix) {
  return make_operand<ExecutionSpace>(matrix.numRows(), matrix.numCols(), matrix.graph.row_map, matrix.graph.entries,
                                      matrix.values);
}

template <class ExecutionSpace, class Matrix>
using operand_of_type = decltype(operand_of<ExecutionSpace>(std::declval<const Matrix&>()));

/// \brief The product that becomes a matrix.
template <class ExecutionSpace, class Matrix>
using product_of_type = CsrProduct<ExecutionSpace, typename Matrix::non_const_size_type,
                                   typename Matrix::non_const_ordinal_type, typename Matrix::non_const_value_type>;

/// \brief A matrix that shares the arrays of \p product.
template <class Matrix, class Product>
Matrix to_matrix(count_type num_rows, count_type num_cols, const Product& product) {
  using ordinal_type = typename Matrix::non_const_ordinal_type;
  return Matrix("C", static_cast<ordinal_type>(num_rows), static_cast<ordinal_type>(num_cols), product.values.extent(0),
                product.values, product.row_map, product.entries);
}

}  // namespace Ocean::Impl

#endif
