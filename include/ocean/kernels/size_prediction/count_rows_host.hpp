#ifndef OCEAN_KERNELS_SIZE_PREDICTION_COUNT_ROWS_HOST_HPP
#define OCEAN_KERNELS_SIZE_PREDICTION_COUNT_ROWS_HOST_HPP
/// \file
/// \brief CPU path, symbolic workflow: exact sizes of the rows of C.

#include "../numeric/host_worker.hpp"

namespace Ocean::Impl {

/// \brief Counts the entries of every row and of every chunk.
/// Shapes  row_nnz [num_rows], chunk_nnz [num_chunks] (out)
/// Launch  a worker per thread; no atomics except the chunk counter
template <class ProblemType, class Product>
struct CountRowsHost {
  using offset_type = typename Product::offset_type;

  HostWork<ProblemType, typename Product::scalar_type> work;
  offset_type* row_nnz = nullptr;

  void operator()(const int worker) const {
    auto accumulator = work.make_accumulator(worker);
    for (count_type chunk = work.take_chunk(); chunk < work.num_chunks; chunk = work.take_chunk()) {
      const count_type row_end = work.chunks[chunk].row_end;
      count_type chunk_nnz = 0;
      for (count_type row = work.chunks[chunk].row_begin; row < row_end;) {
        const HostBatch batch = accumulator.count(row, row_end);
        chunk_nnz += batch.num_rows * batch.row_nnz;
        for (const count_type batch_end = row + batch.num_rows; row < batch_end; ++row)
          row_nnz[row] = static_cast<offset_type>(batch.row_nnz);
      }
      work.chunk_nnz[chunk] = chunk_nnz;
    }
  }
};

/// \brief Turns the row sizes of a chunk, in row_map(row + 1), into the ends of its rows.
/// Shapes  chunks, chunk_begin [num_chunks]; row_map [num_rows + 1]
/// Launch  RangePolicy over the chunks
template <class Offset>
struct SumChunkRows {
  const HostChunk* chunks;
  const count_type* chunk_begin;
  Offset* row_map;

  void operator()(const count_type chunk) const {
    count_type end = chunk_begin[chunk];
    for (count_type row = chunks[chunk].row_begin; row < chunks[chunk].row_end; ++row) {
      end += static_cast<count_type>(row_map[row + 1]);
      row_map[row + 1] = static_cast<Offset>(end);
    }
  }
};

}  // namespace Ocean::Impl

#endif
