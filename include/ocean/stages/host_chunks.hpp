#ifndef OCEAN_STAGES_HOST_CHUNKS_HPP
#define OCEAN_STAGES_HOST_CHUNKS_HPP
/// \file
/// \brief Product-balanced chunks of rows for the threads of the CPU path.

#include <Kokkos_Core.hpp>
#include <algorithm>

#include "../core/workspace.hpp"
#include "../kernels/analysis/join_row_blocks_host.hpp"
#include "../results/host_analysis.hpp"
#include "../tuning/host_tuning.hpp"

namespace Ocean::Impl {

/// \brief The chunk size for a product.
inline HostChunkSize choose_host_chunk_size(count_type total_work, int num_workers, const HostTuning& tuning) {
  const auto work_of = [&](count_type chunks_per_thread) { return total_work / (chunks_per_thread * num_workers) + 1; };
  const count_type balanced = std::max(work_of(tuning.chunks_per_thread_min),
                                       std::min(tuning.small_chunk_products, work_of(tuning.small_chunks_per_thread)));
  const count_type work = std::min(tuning.chunk_products, balanced);
  return {work, tuning.chunk_rows_min, std::max(work, std::min(tuning.chunk_products_max, balanced))};
}

/// \brief Makes the chunks of a product, on as many threads as have enough blocks.
template <class ExecutionSpace, class Analysis>
auto make_host_chunks(Workspace<ExecutionSpace>& workspace, const Analysis& analysis, count_type num_rows,
                      int num_workers, const HostTuning& tuning) {
  HostChunks<typename ExecutionSpace::memory_space> result;
  const count_type num_blocks = analysis.num_blocks;
  const auto num_parts =
      std::clamp<count_type>(num_blocks / std::max<count_type>(1, tuning.joined_blocks_min), 1, num_workers);
  result.chunks = workspace.template allocate<HostChunk>("Ocean::numeric::chunks", num_blocks);
  const auto chunks_of_part = workspace.template allocate<count_type>("Ocean::numeric::chunks_of_part", num_parts);
  const count_type total_work = analysis.summary.total_products + num_rows * tuning.products_per_row;
  const JoinRowBlocksHost join{.blocks = analysis.blocks.data(),
                               .num_blocks = num_blocks,
                               .num_rows = num_rows,
                               .rows_per_block = analysis.rows_per_block,
                               .blocks_per_part = (num_blocks + num_parts - 1) / num_parts,
                               .size = choose_host_chunk_size(total_work, num_workers, tuning),
                               .products_per_row = tuning.products_per_row,
                               .chunks = result.chunks.data(),
                               .chunks_of_part = chunks_of_part.data()};
  if (num_parts == 1) {
    join(0);
  } else {
    const ExecutionSpace& exec = workspace.execution_space();
    Kokkos::parallel_for("Ocean::analysis::join_row_blocks_host",
                         Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<int>>(exec, 0, num_parts), join);
    exec.fence("Ocean::analysis::join_row_blocks_host");
  }
  for (count_type part = 0; part < num_parts; ++part) {
    const HostChunk* const chunks = join.chunks + part * join.blocks_per_part;
    for (count_type chunk = 0; chunk < join.chunks_of_part[part]; ++chunk) {
      result.chunks.data()[result.num_chunks++] = chunks[chunk];
      result.max_capped = std::max(result.max_capped, chunks[chunk].capped);
    }
  }
  workspace.release(chunks_of_part);
  return result;
}

}  // namespace Ocean::Impl

#endif
