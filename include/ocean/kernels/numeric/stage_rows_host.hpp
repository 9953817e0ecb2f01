#ifndef OCEAN_KERNELS_NUMERIC_STAGE_ROWS_HOST_HPP
#define OCEAN_KERNELS_NUMERIC_STAGE_ROWS_HOST_HPP
/// \file
/// \brief CPU path, hyperloglog workflow: rows into slots of estimated size, and the rows that outgrew theirs.

#include <algorithm>
#include <atomic>

#include "host_worker.hpp"

namespace Ocean::Impl {

/// \brief Rows of C between accumulation and compaction.
/// Shapes  slot_begin [num_rows + 1], entries and values [slot_begin(num_rows)], overflow_rows [num_rows]
template <class Ordinal, class Scalar>
struct StagedRowsHost {
  const count_type* slot_begin = nullptr;
  Ordinal* entries = nullptr;
  Scalar* values = nullptr;
  count_type* overflow_rows = nullptr;
  count_type* num_overflowed = nullptr;
};

/// \brief Computes every row; keeps it if its slot has room, else notes the row.
/// Shapes  row_nnz [num_rows], chunk_nnz [num_chunks], staged (out); buffers [num_workers * buffer_capacity]
/// Pre     num_overflowed is 0; buffer_capacity >= the largest bound of a chunk
/// Launch  a worker per thread; one atomic for every row that overflows
template <class ProblemType, class Product>
struct StageRowsHost {
  using offset_type = typename Product::offset_type;
  using ordinal_type = typename Product::ordinal_type;
  using scalar_type = typename Product::scalar_type;
  using memory_space = typename ProblemType::memory_space;

  HostWork<ProblemType, scalar_type> work;
  WorkerArrays<memory_space, ordinal_type> buffer_entries;
  WorkerArrays<memory_space, scalar_type> buffer_values;
  StagedRowsHost<ordinal_type, scalar_type> staged;
  offset_type* row_nnz = nullptr;

  void operator()(const int worker) const {
    auto accumulator = work.make_accumulator(worker);
    ordinal_type* const entries = buffer_entries.of(worker);
    scalar_type* const values = buffer_values.of(worker);
    for (count_type chunk = work.take_chunk(); chunk < work.num_chunks; chunk = work.take_chunk()) {
      const count_type row_end = work.chunks[chunk].row_end;
      count_type chunk_nnz = 0;
      for (count_type row = work.chunks[chunk].row_begin; row < row_end;) {
        const HostBatch batch = accumulator.compute(row, row_end, entries, values);
        count_type batch_nnz = 0;
        for (count_type place = 0; place < batch.num_rows; ++place, ++row) {
          const count_type size = accumulator.size_of(batch, place);
          row_nnz[row] = static_cast<offset_type>(size);
          keep_row(row, size, entries + batch_nnz, values + batch_nnz);
          batch_nnz += size;
        }
        chunk_nnz += batch_nnz;
      }
      work.chunk_nnz[chunk] = chunk_nnz;
    }
    work.report_rows(worker, accumulator);
  }

 private:
  void keep_row(count_type row, count_type nnz, const ordinal_type* entries, const scalar_type* values) const {
    const count_type begin = staged.slot_begin[row];
    if (nnz > staged.slot_begin[row + 1] - begin) {
      staged.overflow_rows[std::atomic_ref<count_type>(*staged.num_overflowed).fetch_add(1)] = row;
      return;
    }
    std::copy_n(entries, nnz, staged.entries + begin);
    std::copy_n(values, nnz, staged.values + begin);
  }
};

}  // namespace Ocean::Impl

#endif
