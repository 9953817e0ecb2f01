#ifndef OCEAN_KERNELS_NUMERIC_PLACE_ROWS_HOST_HPP
#define OCEAN_KERNELS_NUMERIC_PLACE_ROWS_HOST_HPP
/// \file
/// \brief CPU path, symbolic workflow: rows of known size, written straight to their place.

#include "host_worker.hpp"

namespace Ocean::Impl {

/// \brief Computes every row at its place and writes the row map, unless that is null: there already.
/// Shapes  row_map [num_rows + 1]: row_map(row + 1) becomes the end of the row; chunk_begin [num_chunks]: entries of C
///         before the chunk; entries, values [nnz(C)] (out); known_row_map [num_rows + 1]: offsets of C where entries
///         hold its columns as an earlier call wrote them, else null
/// Pre     the sizes are exact
/// Launch  a worker per thread; no atomics but the chunk counter
template <class ProblemType, class Product>
struct PlaceRowsHost {
  using offset_type = typename Product::offset_type;

  HostWork<ProblemType, typename Product::scalar_type> work;
  const count_type* chunk_begin = nullptr;
  offset_type* row_map = nullptr;
  typename Product::ordinal_type* entries = nullptr;
  typename Product::scalar_type* values = nullptr;
  const offset_type* known_row_map = nullptr;

  void operator()(const int worker) const {
    auto accumulator = work.make_accumulator(worker);
    for (count_type chunk = work.take_chunk(); chunk < work.num_chunks; chunk = work.take_chunk()) {
      const count_type row_end = work.chunks[chunk].row_end;
      count_type end = chunk_begin[chunk];
      for (count_type row = work.chunks[chunk].row_begin; row < row_end;) {
        const HostBatch batch =
            known_row_map == nullptr
                ? accumulator.compute(row, row_end, entries + end, values + end)
                : accumulator.compute_again(row, row_end, known_nnz(row), entries + end, values + end);
        for (count_type place = 0; place < batch.num_rows; ++place, ++row) {
          end += accumulator.size_of(batch, place);
          if (row_map != nullptr) row_map[row + 1] = static_cast<offset_type>(end);
        }
      }
    }
    work.report_rows(worker, accumulator);
  }

 private:
  count_type known_nnz(count_type row) const {
    return static_cast<count_type>(known_row_map[row + 1]) - static_cast<count_type>(known_row_map[row]);
  }
};

}  // namespace Ocean::Impl

#endif
