#ifndef OCEAN_KERNELS_OPERATIONS_GATHER_TRANSPOSED_BLOCKS_HPP
#define OCEAN_KERNELS_OPERATIONS_GATHER_TRANSPOSED_BLOCKS_HPP
/// \file
/// \brief The values of a transpose of square blocks.

#include <Kokkos_Core.hpp>

#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// \brief Block i of \p target is block positions(i) of \p source, transposed.
/// Shapes  positions [num_blocks]; source and target [num_blocks * block_dim^2], row by row within a block
/// Launch  RangePolicy over the elements of \p target
template <class Source, class Positions, class Target>
struct GatherTransposedBlocks {
  Source source;
  Positions positions;
  Target target;
  count_type block_dim;

  KOKKOS_FUNCTION void operator()(count_type place) const {
    const count_type block_size = block_dim * block_dim;
    const count_type element = place % block_size;
    const count_type begin = static_cast<count_type>(positions(place / block_size)) * block_size;
    target(place) = source(begin + element % block_dim * block_dim + element / block_dim);
  }
};

/// \brief Launches GatherTransposedBlocks on \p exec; returns without a fence.
template <class ExecutionSpace, class Source, class Positions, class Target>
void gather_transposed_blocks(const ExecutionSpace& exec, const Source& source, const Positions& positions,
                              const Target& target, count_type num_blocks, count_type block_dim) {
  Kokkos::parallel_for(
      "Ocean::block_product::gather_transposed_blocks",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, num_blocks * block_dim * block_dim),
      GatherTransposedBlocks<Source, Positions, Target>{source, positions, target, block_dim});
}

}  // namespace Ocean::Impl

#endif
