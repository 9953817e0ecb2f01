#ifndef OCEAN_SPGEMM_HPP
#define OCEAN_SPGEMM_HPP
/// \file
/// \brief Sparse matrix-matrix multiplication in one call: the header that most programs include.

#include <Kokkos_Core.hpp>
#include <type_traits>

#include "Ocean_SpGEMMOptions.hpp"
#include "Ocean_SpGEMMReport.hpp"
#include "ocean/core/make_operand.hpp"
#include "ocean/operations/instantiations.hpp"

/// \brief Everything that Ocean offers.
namespace Ocean {

/// \brief C = op(A) op(B) on raw views. Allocates C's views; leaves them unchanged if it throws.
///
/// Shapes  op(A) [num_rows x num_inner], op(B) [num_inner x num_cols], C [num_rows x num_cols]; A itself is
///         [num_inner x num_rows] if \p transpose_a is true, and B likewise; row maps [rows + 1]
/// Units   entries; A and B may be unsorted and have duplicate columns. C is sorted (unless options.sorted_output is
///         false), holds each column once and keeps entries whose value is zero; its row map is always filled
/// Launch  all work is on \p exec; nothing waits for other instances
/// Cost    a transpose (not conjugated) is formed before the product, in work memory of the size of its operand
/// \param options the defaults suit every matrix
/// \param report  filled if not null: what was chosen and why, times and memory
/// \throws std::invalid_argument for operands that cannot be multiplied; OutOfMemory if memory runs out;
///         std::runtime_error if C has more entries than its offset type can count.
/// Source  [LG26] Li & Guidi, Ocean: Fast Estimation-Based SpGEMM on GPU, ICS 2026
template <class ExecutionSpace, class RowMapA, class EntriesA, class ValuesA, class RowMapB, class EntriesB,
          class ValuesB, class RowMapC, class EntriesC, class ValuesC,
          std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
void spgemm(const ExecutionSpace& exec, std::int64_t num_rows, std::int64_t num_inner, std::int64_t num_cols,
            const RowMapA& row_map_a, const EntriesA& entries_a, const ValuesA& values_a, bool transpose_a,
            const RowMapB& row_map_b, const EntriesB& entries_b, const ValuesB& values_b, bool transpose_b,
            RowMapC& row_map_c, EntriesC& entries_c, ValuesC& values_c, const SpGEMMOptions& options = {},
            SpGEMMReport* report = nullptr) {
  Impl::with_out_of_memory("spgemm", [&] {
    const auto a = Impl::make_operand<ExecutionSpace>(
        transpose_a ? num_inner : num_rows, transpose_a ? num_rows : num_inner, row_map_a, entries_a, values_a);
    const auto b = Impl::make_operand<ExecutionSpace>(
        transpose_b ? num_cols : num_inner, transpose_b ? num_inner : num_cols, row_map_b, entries_b, values_b);
    using product_type =
        Impl::CsrProduct<ExecutionSpace, typename RowMapC::non_const_value_type,
                         typename EntriesC::non_const_value_type, typename ValuesC::non_const_value_type>;
    static_assert(
        Impl::require_compiled<Impl::Problem<std::decay_t<decltype(a)>, std::decay_t<decltype(b)>>, product_type>());
    SpGEMMReport own_report;
    const auto product = Impl::run_transposed_spgemm<product_type>(exec, a, transpose_a, b, transpose_b, options,
                                                                   report == nullptr ? own_report : *report);
    row_map_c = product.row_map;
    entries_c = product.entries;
    values_c = product.values;
  });
}

/// \brief C = op(A) op(B) for KokkosSparse::CrsMatrix (or a type with the same members).
/// \throws as the form on views; also std::invalid_argument if op(A) does not have as many columns as op(B) has rows.
template <class CMatrix, class ExecutionSpace, class AMatrix, class BMatrix,
          std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
CMatrix spgemm(const ExecutionSpace& exec, const AMatrix& a, bool transpose_a, const BMatrix& b, bool transpose_b,
               const SpGEMMOptions& options = {}, SpGEMMReport* report = nullptr) {
  return Impl::with_out_of_memory("spgemm", [&] {
    const auto num_rows = transpose_a ? a.numCols() : a.numRows(), num_inner = transpose_a ? a.numRows() : a.numCols();
    const auto num_inner_b = transpose_b ? b.numCols() : b.numRows(),
               num_cols = transpose_b ? b.numRows() : b.numCols();
    Impl::require(num_inner == num_inner_b, "spgemm", transpose_a ? "op(A) [" : "A [", num_rows, " x ", num_inner,
                  transpose_b ? "] and op(B) [" : "] and B [", num_inner_b, " x ", num_cols,
                  "] (need as many columns of ", transpose_a ? "op(A)" : "A", " as rows of ",
                  transpose_b ? "op(B)" : "B", ")");
    typename CMatrix::row_map_type::non_const_type row_map;
    typename CMatrix::index_type entries;
    typename CMatrix::values_type values;
    spgemm(exec, num_rows, num_inner, num_cols, a.graph.row_map, a.graph.entries, a.values, transpose_a,
           b.graph.row_map, b.graph.entries, b.values, transpose_b, row_map, entries, values, options, report);
    return CMatrix("C", num_rows, num_cols, values.extent(0), values, row_map, entries);
  });
}

/// \brief C = op(A) op(B) on the default instance of C's execution space.
template <class CMatrix, class AMatrix, class BMatrix>
CMatrix spgemm(const AMatrix& a, bool transpose_a, const BMatrix& b, bool transpose_b,
               const SpGEMMOptions& options = {}, SpGEMMReport* report = nullptr) {
  return spgemm<CMatrix>(typename CMatrix::execution_space(), a, transpose_a, b, transpose_b, options, report);
}

}  // namespace Ocean

#endif
