#ifndef OCEAN_SPGEMM_MASKED_HPP
#define OCEAN_SPGEMM_MASKED_HPP
/// \file
/// \brief Masked products: C = A B in a given pattern, the mask M; in GraphBLAS' words, C<M, struct> = A B.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "Ocean_SpGEMM.hpp"
#include "ocean/core/check_options.hpp"
#include "ocean/core/product_arrays.hpp"
#include "ocean/drivers/graph_product.hpp"
#include "ocean/stages/check_operands.hpp"

namespace Ocean {
namespace Impl {

/// \brief Checks the dimensions and extents of A, B and the mask, and reads the mask: its offsets, and the order of its
/// columns. With \p check_contents also reads the offsets and columns of all three.
/// \throws std::invalid_argument naming the operand and the numbers; nothing is written.
template <class ExecutionSpace, class Product>
void check_masked(const ExecutionSpace& exec, const Product& product, bool check_contents) {
  const auto& mask = product.c;
  const std::size_t num_values = mask.values.extent(0);
  check_shapes(product.problem);
  check_graph_shape(mask, "M");
  require(mask.entries.extent(0) == num_values, "spgemm_masked", "M has ", mask.entries.extent(0),
          " entries and C has ", num_values, " values (need the same number of both)");
  require(num_values == 0 || mask.values.data() != nullptr, "spgemm_masked", "C: values is null (need ", num_values,
          " values)");
  if (check_contents) {
    check_operand(exec, product.problem.a, "A", true);
    check_operand(exec, product.problem.b, "B", true);
  }
  check_operand(exec, mask, "M", check_contents);
  check_ascending_rows(exec, "spgemm_masked", mask, "M");
}

}  // namespace Impl

/// \brief The values of C = A B at the entries of a mask M, whose pattern is that of C. Products in other columns are
/// left out; entries of M that no product reaches are 0.
///
/// Shapes  A [num_rows x num_inner], B [num_inner x num_cols], M and C [num_rows x num_cols]; row maps [rows + 1];
///         entries_m and values_c (out) [entries of M]
/// Pre     A and B may be unsorted and have duplicate columns; the rows of M are sorted and hold each column once
/// Launch  all work is on \p exec; on a device the call waits for it, because the patterns decide how values are summed
/// Cost    one read of M before anything else. On the CPU path, a row of A is not read if M's row is empty; if M's row
///         has few entries, these are searched for in the rows of B that ascend instead of adding up all of these rows,
///         for consecutive rows of A with the same columns together. What has been found out about a row of B is kept
///         in a byte of work memory. On a device, a search in M's row per product
/// \param options these have an effect: path, deterministic, check_indices, skip_zeros, memory_limit_bytes (not
///        counting C's values), workspace_data and workspace_bytes
/// \throws std::invalid_argument for arrays of the wrong lengths, for a row of M that does not ascend, and with
///         check_indices for columns that are out of bounds; OutOfMemory if memory runs out. C is then unchanged.
/// Source  GraphBLAS C API 2.0: GrB_mxm with a structural mask
template <class ExecutionSpace, class RowMapA, class EntriesA, class ValuesA, class RowMapB, class EntriesB,
          class ValuesB, class RowMapM, class EntriesM, class ValuesC,
          std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
void spgemm_masked(const ExecutionSpace& exec, std::int64_t num_rows, std::int64_t num_inner, std::int64_t num_cols,
                   const RowMapA& row_map_a, const EntriesA& entries_a, const ValuesA& values_a,
                   const RowMapB& row_map_b, const EntriesB& entries_b, const ValuesB& values_b,
                   const RowMapM& row_map_m, const EntriesM& entries_m, const ValuesC& values_c,
                   const SpGEMMOptions& options = {}) {
  Impl::with_out_of_memory("spgemm_masked", [&] {
    const auto product =
        Impl::make_graph_product<ExecutionSpace>(num_rows, num_inner, num_cols, row_map_a, entries_a, values_a,
                                                 row_map_b, entries_b, values_b, row_map_m, entries_m, values_c);
    Impl::check_options(options);
    Impl::check_masked(exec, product, options.check_indices);
    SpGEMMOptions dropping = options;
    dropping.missing_entries = MissingEntries::drop;
    Impl::fill_values(exec, product, dropping);
  });
}

/// \brief The same for matrices: C has the row map and columns of \p m, not copies of them; the values of \p m are not
/// read.
/// \throws as the form on views; also std::invalid_argument if the dimensions do not match.
template <class CMatrix, class ExecutionSpace, class AMatrix, class BMatrix, class MMatrix,
          std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
CMatrix spgemm_masked(const ExecutionSpace& exec, const AMatrix& a, const BMatrix& b, const MMatrix& m,
                      const SpGEMMOptions& options = {}) {
  return Impl::with_out_of_memory("spgemm_masked", [&] {
    Impl::check_dimensions("spgemm_masked", a, b, m, "M");
    const typename CMatrix::row_map_type row_map = m.graph.row_map;
    const typename CMatrix::index_type entries = m.graph.entries;
    Impl::settle_kept_views(exec);
    const auto values =
        Impl::allocate_values<typename CMatrix::values_type>(exec, static_cast<Impl::count_type>(entries.extent(0)));
    spgemm_masked(exec, a.numRows(), a.numCols(), b.numCols(), a.graph.row_map, a.graph.entries, a.values,
                  b.graph.row_map, b.graph.entries, b.values, row_map, entries, values, options);
    return CMatrix("C", m.numRows(), m.numCols(), values.extent(0), values, row_map, entries);
  });
}

/// \brief The same on the default instance of C's execution space.
template <class CMatrix, class AMatrix, class BMatrix, class MMatrix,
          std::enable_if_t<!Kokkos::is_execution_space_v<AMatrix>, int> = 0>
CMatrix spgemm_masked(const AMatrix& a, const BMatrix& b, const MMatrix& m, const SpGEMMOptions& options = {}) {
  return spgemm_masked<CMatrix>(typename CMatrix::execution_space(), a, b, m, options);
}

}  // namespace Ocean

#endif
