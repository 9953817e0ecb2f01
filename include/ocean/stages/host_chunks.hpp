#ifndef OCEAN_STAGES_HOST_CHUNKS_HPP
#define OCEAN_STAGES_HOST_CHUNKS_HPP
/// \file
/// \brief Product-balanced chunks of rows for the threads of the CPU path.

#include <algorithm>

#include "../core/workspace.hpp"
#include "../results/host_analysis.hpp"
#include "../tuning/host_tuning.hpp"

namespace Ocean::Impl {

/// \brief Tells when a chunk is complete.
struct HostChunkSize {
  count_type work = 0;      ///< products plus a share for every row: at least this, ...
  count_type rows = 0;      ///< ... and this many rows, so that supernodes stay together, ...
  count_type work_max = 0;  ///< ... but at this work in any case

  bool is_reached(count_type chunk_work, count_type chunk_rows) const {
    return chunk_work >= work && (chunk_rows >= rows || chunk_work >= work_max);
  }
};

/// \brief The chunk size for a product.
inline HostChunkSize choose_host_chunk_size(count_type total_work, int num_workers, const HostTuning& tuning) {
  const count_type balanced = total_work / (tuning.chunks_per_thread_min * num_workers) + 1;
  const count_type work = std::min(tuning.chunk_products, balanced);
  return {work, tuning.chunk_rows_min, std::max(work, std::min(tuning.chunk_products_max, balanced))};
}

/// \brief Joins consecutive blocks until a chunk has its work. Runs on the calling thread.
template <class ExecutionSpace, class Analysis>
auto make_host_chunks(Workspace<ExecutionSpace>& workspace, const Analysis& analysis, count_type num_rows,
                      int num_workers, const HostTuning& tuning) {
  HostChunks<typename ExecutionSpace::memory_space> result;
  result.chunks = workspace.template allocate<HostChunk>("Ocean::numeric::chunks", analysis.num_blocks);
  const count_type total_work = analysis.summary.total_products + num_rows * tuning.products_per_row;
  const HostChunkSize size = choose_host_chunk_size(total_work, num_workers, tuning);
  HostChunk chunk;
  count_type work = 0;
  for (count_type block = 0; block < analysis.num_blocks; ++block) {
    const RowBlockWork& added = analysis.blocks.data()[block];
    const count_type row_end = std::min(num_rows, (block + 1) * analysis.rows_per_block);
    work += added.products + (row_end - chunk.row_end) * tuning.products_per_row;
    chunk.capped += added.capped;
    chunk.row_end = row_end;
    if (!size.is_reached(work, row_end - chunk.row_begin) && block + 1 < analysis.num_blocks) continue;
    result.chunks.data()[result.num_chunks++] = chunk;
    result.max_capped = std::max(result.max_capped, chunk.capped);
    chunk = {row_end, row_end, 0};
    work = 0;
  }
  return result;
}

}  // namespace Ocean::Impl

#endif
