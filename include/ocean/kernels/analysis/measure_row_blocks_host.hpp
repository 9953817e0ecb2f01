#ifndef OCEAN_KERNELS_ANALYSIS_MEASURE_ROW_BLOCKS_HOST_HPP
#define OCEAN_KERNELS_ANALYSIS_MEASURE_ROW_BLOCKS_HOST_HPP
/// \file
/// \brief CPU path: the products of blocks of rows of A.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <type_traits>

#include "../../core/problem.hpp"
#include "../../results/host_analysis.hpp"

namespace Ocean::Impl {

/// \brief Totals over all blocks, and blocks with rows of A that cannot be used.
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
    const count_type row_begin = block * rows_per_block;
    const count_type row_end = std::min(problem.num_rows(), row_begin + rows_per_block);
    RowBlockWork work;
    const bool is_faulty = has_faults(row_begin, row_end);
    if (!is_faulty) {
      for (count_type row = row_begin; row < row_end; ++row) {
        const count_type row_products = products_of(row);
        work.products += row_products;
        work.capped += std::min(row_products, problem.num_cols());
        max_row_products = std::max(max_row_products, row_products);
      }
    }
    faults += is_faulty;
    blocks.data()[block] = work;
    products += work.products;
    capped += work.capped;
    max_block_capped = std::max(max_block_capped, work.capped);
  }

 private:
  /// Whether offsets decrease or lie outside of the entries, or entries outside of B's rows: loops without branches.
  bool has_faults(count_type row_begin, count_type row_end) const {
    const auto* const row_map = problem.a.row_map.data();
    count_type descents = 0;
    for (count_type row = row_begin; row < row_end; ++row) descents += row_map[row + 1] < row_map[row];
    const auto begin = static_cast<count_type>(row_map[row_begin]), end = static_cast<count_type>(row_map[row_end]);
    if (descents > 0 || begin < 0 || end > static_cast<count_type>(problem.a.entries.extent(0))) return true;
    const auto* const entries = problem.a.entries.data();
    using ordinal_type = typename ProblemType::operand_a_type::ordinal_type;
    using signed_type = std::conditional_t<std::is_signed_v<ordinal_type>, ordinal_type, count_type>;
    using inner_type = std::make_unsigned_t<signed_type>;
    const auto last = static_cast<inner_type>(problem.num_inner() - 1);
    inner_type outside = 0;  // its sign, if one of the numbers or of their distances from the last is negative
    for (count_type entry = begin; entry < end; ++entry) {
      const auto inner = static_cast<inner_type>(entries[entry]);
      outside |= inner | (last - inner);
    }
    return static_cast<signed_type>(outside) < 0;
  }

  /// Problem::products_of() of all entries of a row, without its views.
  /// measured: perf_tests/results/epyc_2cores_2026-11-29_ranks_marks.csv (what = views)
  count_type products_of(count_type row) const {
    const auto* const row_map_a = problem.a.row_map.data();
    const auto* const row_map_b = problem.b.row_map.data();
    const auto* const entries = problem.a.entries.data();
    count_type products = 0;
    const auto end = static_cast<count_type>(row_map_a[row + 1]);
    for (auto entry = static_cast<count_type>(row_map_a[row]); entry < end; ++entry)
      products += static_cast<count_type>(row_map_b[entries[entry] + 1] - row_map_b[entries[entry]]);
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
