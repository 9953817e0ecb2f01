#ifndef OCEAN_SPGEMM_INTO_GRAPH_HPP
#define OCEAN_SPGEMM_INTO_GRAPH_HPP
/// \file
/// \brief Computes the values of C = A B for an existing graph of C: no handle, nothing kept between calls.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>

#include "Ocean_SpGEMM.hpp"
#include "ocean/core/check_options.hpp"
#include "ocean/drivers/graph_product.hpp"

namespace Ocean {
/// \brief Computes the values of C for C's existing graph. Products in columns that the row of C does not have are left
/// out or are an error, as options.missing_entries says.
///
/// Shapes  A [num_rows x num_inner], B [num_inner x num_cols], C [num_rows x num_cols]; row maps [rows + 1];
///         values_c [entries of C] (out)
/// Pre     the rows of C are sorted and hold each column once; a graph that contains the product's pattern loses
///         nothing
/// Launch  all work is on \p exec; on a device the call waits for it, because the patterns decide how values are summed
/// \param options only these have an effect: path, deterministic, check_indices, skip_zeros, missing_entries,
///        memory_limit_bytes (not counting C's arrays), workspace_data and workspace_bytes
/// \throws std::invalid_argument for arrays of the wrong lengths (and with check_indices for invalid contents);
///         OutOfMemory if memory runs out; C is then unchanged. With MissingEntries::error,
///         std::invalid_argument naming the first row of C that lacks a column of the product, and the first such
///         column (whatever the value of the product); the values of C are then unspecified.
template <class ExecutionSpace, class RowMapA, class EntriesA, class ValuesA, class RowMapB, class EntriesB,
          class ValuesB, class RowMapC, class EntriesC, class ValuesC,
          std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
void spgemm_numeric(const ExecutionSpace& exec, std::int64_t num_rows, std::int64_t num_inner, std::int64_t num_cols,
                    const RowMapA& row_map_a, const EntriesA& entries_a, const ValuesA& values_a,
                    const RowMapB& row_map_b, const EntriesB& entries_b, const ValuesB& values_b,
                    const RowMapC& row_map_c, const EntriesC& entries_c, const ValuesC& values_c,
                    const SpGEMMOptions& options = {}) {
  Impl::with_out_of_memory("spgemm_numeric", [&] {
    const auto product =
        Impl::make_graph_product<ExecutionSpace>(num_rows, num_inner, num_cols, row_map_a, entries_a, values_a,
                                                 row_map_b, entries_b, values_b, row_map_c, entries_c, values_c);
    Impl::check_options(options);
    Impl::check_into_graph(exec, product, options.check_indices);
    Impl::fill_values(exec, product, options);
  });
}

/// \brief The same for matrices; C keeps its arrays, and its values are overwritten.
template <class ExecutionSpace, class AMatrix, class BMatrix, class CMatrix,
          std::enable_if_t<Kokkos::is_execution_space_v<ExecutionSpace>, int> = 0>
void spgemm_numeric(const ExecutionSpace& exec, const AMatrix& a, const BMatrix& b, const CMatrix& c,
                    const SpGEMMOptions& options = {}) {
  Impl::check_dimensions("spgemm_numeric", a, b, c, "C");
  spgemm_numeric(exec, a.numRows(), a.numCols(), b.numCols(), a.graph.row_map, a.graph.entries, a.values,
                 b.graph.row_map, b.graph.entries, b.values, c.graph.row_map, c.graph.entries, c.values, options);
}

/// \brief The same on the default instance of C's execution space.
template <class AMatrix, class BMatrix, class CMatrix,
          std::enable_if_t<!Kokkos::is_execution_space_v<AMatrix>, int> = 0>
void spgemm_numeric(const AMatrix& a, const BMatrix& b, const CMatrix& c, const SpGEMMOptions& options = {}) {
  spgemm_numeric(typename CMatrix::execution_space(), a, b, c, options);
}

}  // namespace Ocean

#endif
