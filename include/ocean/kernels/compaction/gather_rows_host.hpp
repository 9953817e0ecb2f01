#ifndef OCEAN_KERNELS_COMPACTION_GATHER_ROWS_HOST_HPP
#define OCEAN_KERNELS_COMPACTION_GATHER_ROWS_HOST_HPP
/// \file
/// \brief CPU path, hyperloglog workflow: moves staged rows to their positions in C, and recomputes overflowed rows.

#include <algorithm>

#include "../numeric/stage_rows_host.hpp"

namespace Ocean::Impl {

/// \brief Turns row sizes into the row map and copies every staged row to its position; overflowed rows remain gaps.
/// Shapes  row_map [num_rows + 1]: row_map(row + 1) holds the size of the row (in), the end of the row (out);
///         chunk_begin [num_chunks]: entries of C before the chunk; entries, values [nnz(C)] (out)
/// Launch  RangePolicy over the chunks; no atomics
template <class Product>
struct GatherRowsHost {
  using offset_type = typename Product::offset_type;

  StagedRowsHost<typename Product::ordinal_type, typename Product::scalar_type> staged;
  const HostChunk* chunks;
  const count_type* chunk_begin;
  offset_type* row_map;
  typename Product::ordinal_type* entries;
  typename Product::scalar_type* values;

  void operator()(const count_type chunk) const {
    count_type end = chunk_begin[chunk];
    for (count_type row = chunks[chunk].row_begin; row < chunks[chunk].row_end; ++row) {
      const auto row_nnz = static_cast<count_type>(row_map[row + 1]);
      const count_type slot = staged.slot_begin[row];
      if (row_nnz <= staged.slot_begin[row + 1] - slot) {
        std::copy_n(staged.entries + slot, row_nnz, entries + end);
        std::copy_n(staged.values + slot, row_nnz, values + end);
      }
      end += row_nnz;
      row_map[row + 1] = static_cast<offset_type>(end);
    }
  }
};

/// \brief Computes the overflowed rows at their positions, which are known by now.
/// Shapes  overflow_rows [num_overflowed]; row_map [num_rows + 1]; entries, values [nnz(C)] (out)
/// Launch  a worker per thread; the chunk counter counts overflowed rows
template <class ProblemType, class Product>
struct RedoRowsHost {
  HostWork<ProblemType, typename Product::scalar_type> work;
  const count_type* overflow_rows = nullptr;
  count_type num_overflowed = 0;
  const typename Product::offset_type* row_map = nullptr;
  typename Product::ordinal_type* entries = nullptr;
  typename Product::scalar_type* values = nullptr;

  void operator()(const int worker) const {
    auto accumulator = work.make_accumulator(worker);
    for (count_type item = work.take_chunk(); item < num_overflowed; item = work.take_chunk()) {
      const count_type row = overflow_rows[item];
      const auto begin = static_cast<count_type>(row_map[row]);
      accumulator.compute(row, row + 1, entries + begin, values + begin);
    }
  }
};

}  // namespace Ocean::Impl

#endif
