#ifndef OCEAN_KERNELS_ANALYSIS_JOIN_ROW_BLOCKS_HOST_HPP
#define OCEAN_KERNELS_ANALYSIS_JOIN_ROW_BLOCKS_HOST_HPP
/// \file
/// \brief CPU path: consecutive blocks of rows become chunks of about equal work.

#include <algorithm>

#include "../../core/problem.hpp"
#include "../../results/host_analysis.hpp"

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

/// \brief Joins the blocks of a part until a chunk has its work. A part's chunks begin where its blocks do.
/// Shapes  blocks [num_blocks]; chunks [num_blocks], chunks_of_part [number of parts] (out)
/// Launch  RangePolicy over the parts, or called for a single one
struct JoinRowBlocksHost {
  const RowBlockWork* blocks;
  count_type num_blocks;
  count_type num_rows;
  count_type rows_per_block;
  count_type blocks_per_part;
  HostChunkSize size;
  count_type products_per_row;
  HostChunk* chunks;
  count_type* chunks_of_part;

  void operator()(const int part) const {
    const count_type first = part * blocks_per_part, last = std::min(num_blocks, first + blocks_per_part);
    const count_type row_begin = std::min(num_rows, first * rows_per_block);
    HostChunk chunk{row_begin, row_begin, 0};
    count_type work = 0, size_of_part = 0;
    for (count_type block = first; block < last; ++block) {
      const RowBlockWork& added = blocks[block];
      const count_type row_end = std::min(num_rows, (block + 1) * rows_per_block);
      work += added.products + (row_end - chunk.row_end) * products_per_row;
      chunk.capped += added.capped;
      chunk.row_end = row_end;
      if (!size.is_reached(work, row_end - chunk.row_begin) && block + 1 < last) continue;
      chunks[first + size_of_part++] = chunk;
      chunk = {row_end, row_end, 0};
      work = 0;
    }
    chunks_of_part[part] = size_of_part;
  }
};

}  // namespace Ocean::Impl

#endif
