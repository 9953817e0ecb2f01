#ifndef OCEAN_DROPZEROS_HPP
#define OCEAN_DROPZEROS_HPP
/// \file
/// \brief Removes the entries of a matrix whose value is exactly zero.

#include <Kokkos_Core.hpp>
#include <type_traits>

#include "ocean/stages/drop_zeros.hpp"

namespace Ocean {
namespace Impl {

/// \brief The arrays of a matrix, named like those of a product.
template <class Matrix>
struct ArraysOfMatrix {
  using offset_type = typename Matrix::non_const_size_type;
  using ordinal_type = typename Matrix::non_const_ordinal_type;
  using scalar_type = typename Matrix::non_const_value_type;
  using row_map_type = typename Matrix::row_map_type::non_const_type;
  using entries_type = typename Matrix::index_type::non_const_type;
  using values_type = typename Matrix::values_type::non_const_type;
  typename Matrix::row_map_type row_map;
  entries_type entries;
  values_type values;
};

}  // namespace Impl

/// \brief Returns \p c (a KokkosSparse::CrsMatrix or a type with the same members) without its exact zeros. The other
/// entries keep their order; if there are no zeros, the result shares the arrays of \p c. SpGEMMOptions::drop_zeros
/// does the same to a product.
///
/// Launch  all work is on \p exec, which is waited for once
/// Cost    reads the values twice and writes the remaining entries; work memory of one offset per entry
/// \throws OutOfMemory if memory runs out.
template <class ExecutionSpace, class CMatrix, std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
CMatrix drop_zeros(const ExecutionSpace& exec, const CMatrix& c) {
  return Impl::with_out_of_memory("drop_zeros", [&] {
    Impl::Workspace<ExecutionSpace> workspace(exec);
    using arrays_type = Impl::ArraysOfMatrix<CMatrix>;
    const auto kept = Impl::without_zeros(exec, arrays_type{c.graph.row_map, c.graph.entries, c.values}, workspace);
    return CMatrix("C", c.numRows(), c.numCols(), kept.values.extent(0), kept.values, kept.row_map, kept.entries);
  });
}

/// \brief The same on the default instance of the matrix's execution space.
template <class CMatrix>
CMatrix drop_zeros(const CMatrix& c) {
  return drop_zeros(typename CMatrix::execution_space(), c);
}

}  // namespace Ocean

#endif
