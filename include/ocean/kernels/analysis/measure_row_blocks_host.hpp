#ifndef OCEAN_KERNELS_ANALYSIS_MEASURE_ROW_BLOCKS_HOST_HPP
#define OCEAN_KERNELS_ANALYSIS_MEASURE_ROW_BLOCKS_HOST_HPP
/// \file
/// \brief CPU path: the products of blocks of rows of A.

#include <Kokkos_Core.hpp>
#include <algorithm>

#include "../../core/problem.hpp"
#include "../../results/host_analysis.hpp"

namespace Ocean::Impl {

/// \brief Totals over all blocks, and rows of A that cannot be used.
struct RowBlockTotals {
  count_type faults = 0;
  count_type products = 0;
  count_type max_row_products = 0;
  count_type capped = 0;
  count_type max_block_capped = 0;
};

/// \brief Adds up min(products, num_cols) and the products of the rows of every block.
/// Shapes  blocks [num_blocks] (out)
/// Pre     the row map of B never decreases
/// Launch  RangePolicy over the blocks, dynamic; a reduction
/// Cost    one read of A's row map and entries and nnz(A) reads of B's row map
template <class ProblemType, class Blocks>
struct MeasureRowBlocksHost {
  ProblemType problem;
  Blocks blocks;
  count_type rows_per_block;

  void operator()(const count_type block, count_type& faults, count_type& products, count_type& max_row_products,
                  count_type& capped, count_type& max_block_capped) const {
    RowBlockWork work;
    const count_type row_end = std::min(problem.num_rows(), (block + 1) * rows_per_block);
    for (count_type row = block * rows_per_block; row < row_end; ++row) {
      const count_type row_products = products_of(row, faults);
      work.products += row_products;
      work.capped += std::min(row_products, problem.num_cols());
      max_row_products = std::max(max_row_products, row_products);
    }
    blocks.data()[block] = work;
    products += work.products;
    capped += work.capped;
    max_block_capped = std::max(max_block_capped, work.capped);
  }

 private:
  count_type products_of(count_type row, count_type& faults) const {
    const auto begin = static_cast<count_type>(problem.a.row_map.data()[row]);
    const auto end = static_cast<count_type>(problem.a.row_map.data()[row + 1]);
    if (begin < 0 || end < begin || end > static_cast<count_type>(problem.a.entries.extent(0))) {
      ++faults;
      return 0;
    }
    const auto* entries = problem.a.entries.data();
    count_type products = 0;
    for (count_type entry = begin; entry < end; ++entry) {
      const auto inner = static_cast<count_type>(entries[entry]);
      if (inner < 0 || inner >= problem.num_inner()) {
        ++faults;
        return 0;
      }
      products += problem.products_of(entry);
    }
    return products;
  }
};

/// \brief Measures all blocks; waits for the totals.
template <class ExecutionSpace, class ProblemType, class Blocks>
RowBlockTotals measure_row_blocks_host(const ExecutionSpace& exec, const ProblemType& problem,
                                       count_type rows_per_block, count_type num_blocks, const Blocks& blocks) {
  using policy_type =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>, Kokkos::Schedule<Kokkos::Dynamic>>;
  RowBlockTotals totals;
  Kokkos::parallel_reduce("Ocean::analysis::measure_row_blocks_host", policy_type(exec, 0, num_blocks),
                          MeasureRowBlocksHost<ProblemType, Blocks>{problem, blocks, rows_per_block}, totals.faults,
                          totals.products, Kokkos::Max<count_type>(totals.max_row_products), totals.capped,
                          Kokkos::Max<count_type>(totals.max_block_capped));
  exec.fence("Ocean::analysis::measure_row_blocks_host");
  return totals;
}

}  // namespace Ocean::Impl

#endif
