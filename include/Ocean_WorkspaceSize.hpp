#ifndef OCEAN_WORKSPACE_SIZE_HPP
#define OCEAN_WORKSPACE_SIZE_HPP
/// \file
/// \brief The memory that a product will take, computed in advance.

#include "Ocean_SpGEMM.hpp"
#include "ocean/drivers/product_memory.hpp"

namespace Ocean {

/// \brief Bytes of work memory that spgemm() takes for C = A B with these options, and of C; on raw views.
///
/// If the caller supplies workspace_bytes of work memory (SpGEMMOptions::workspace_data), the product fits. The number
/// is exact where the sizes of C's rows are exact; with the hyperloglog workflow it allows for some rows that outgrow
/// their estimate, and if more of them do, the product continues in chunks of rows within the caller's memory. A
/// transpose that spgemm() has to form takes extra bytes. options.memory_limit_bytes is ignored: a product under a
/// limit takes what the limit leaves after C. product_bytes is exact with the symbolic workflow and estimated with
/// hyperloglog; with upper_bound it is the bound that C is allocated for.
/// Shapes  A [num_rows x num_inner], B [num_inner x num_cols]; values are not read; only the types of C matter
/// Cost    the stages before the numeric one with their work memory: analysis, choice of the workflow and prediction of
///         the sizes, which is a complete symbolic pass in the symbolic workflow. Waits for \p exec
/// \throws as spgemm(), for operands that cannot be multiplied, invalid options (also skip_zeros: values are not read)
///         and a lack of memory
template <class ExecutionSpace, class RowMapA, class EntriesA, class ValuesA, class RowMapB, class EntriesB,
          class ValuesB, class RowMapC, class EntriesC, class ValuesC,
          std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
WorkspaceSize get_workspace_size(const ExecutionSpace& exec, std::int64_t num_rows, std::int64_t num_inner,
                                 std::int64_t num_cols, const RowMapA& row_map_a, const EntriesA& entries_a,
                                 const ValuesA& values_a, const RowMapB& row_map_b, const EntriesB& entries_b,
                                 const ValuesB& values_b, const RowMapC&, const EntriesC&, const ValuesC&,
                                 const SpGEMMOptions& options = {}) {
  return Impl::with_out_of_memory("get_workspace_size", [&] {
    const auto a = Impl::make_operand<ExecutionSpace>(num_rows, num_inner, row_map_a, entries_a, values_a);
    const auto b = Impl::make_operand<ExecutionSpace>(num_inner, num_cols, row_map_b, entries_b, values_b);
    using problem_type = Impl::Problem<std::decay_t<decltype(a)>, std::decay_t<decltype(b)>>;
    using product_type =
        Impl::CsrProduct<ExecutionSpace, typename RowMapC::non_const_value_type,
                         typename EntriesC::non_const_value_type, typename ValuesC::non_const_value_type>;
    static_assert(Impl::require_compiled<problem_type, product_type>());
    return Impl::workspace_size<product_type>(exec, problem_type{a, b}, options);
  });
}

/// \brief The same for KokkosSparse::CrsMatrix (or a type with the same members) and a C of type \p CMatrix.
/// \throws as the form on views
template <class CMatrix, class ExecutionSpace, class AMatrix, class BMatrix,
          std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
WorkspaceSize get_workspace_size(const ExecutionSpace& exec, const AMatrix& a, const BMatrix& b,
                                 const SpGEMMOptions& options = {}) {
  Impl::require(a.numCols() == b.numRows(), "spgemm", "A [", a.numRows(), " x ", a.numCols(), "] and B [", b.numRows(),
                " x ", b.numCols(), "] (need as many columns of A as rows of B)");
  return get_workspace_size(exec, a.numRows(), a.numCols(), b.numCols(), a.graph.row_map, a.graph.entries, a.values,
                            b.graph.row_map, b.graph.entries, b.values, typename CMatrix::row_map_type(),
                            typename CMatrix::index_type(), typename CMatrix::values_type(), options);
}

/// \brief The same where C is of A's type.
template <class ExecutionSpace, class AMatrix, class BMatrix,
          std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
WorkspaceSize get_workspace_size(const ExecutionSpace& exec, const AMatrix& a, const BMatrix& b,
                                 const SpGEMMOptions& options = {}) {
  return get_workspace_size<AMatrix>(exec, a, b, options);
}

}  // namespace Ocean

#endif
