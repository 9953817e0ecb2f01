#ifndef OCEAN_KERNELS_NUMERIC_ACCUMULATE_ROWS_HOST_HPP
#define OCEAN_KERNELS_NUMERIC_ACCUMULATE_ROWS_HOST_HPP
/// \file
/// \brief CPU path, upper-bound workflow: rows of C in one pass, moved to their place while they are in the cache.

#include <algorithm>
#include <array>
#include <atomic>

#include "host_worker.hpp"

namespace Ocean::Impl {

/// Finished chunks that a worker keeps while a chunk before them is not counted.
inline constexpr int host_pending_chunks_max = 16;

/// \brief Computes chunks into a private buffer, publishes their sizes, and copies them behind all chunks before.
///
/// Chunks are taken in ascending order, so the lowest unfinished one never waits and the others wait for it only when
/// their buffer is full.
/// A worker that is alone needs no buffer: what is before its chunk is there.
/// Shapes  row_map [num_rows + 1], entries and values [>= nnz(C), without buffers the bound of nnz(C)] (out);
///         buffers [num_workers * buffer_capacity]
/// Pre     chunk_nnz is host_chunk_pending everywhere; buffer_capacity >= the largest bound of a chunk, or 0 for a
///         worker that is alone
/// Launch  a worker per thread; acquire and release on chunk_nnz
template <class ProblemType, class Product>
struct AccumulateRowsHost {
  using offset_type = typename Product::offset_type;
  using ordinal_type = typename Product::ordinal_type;
  using scalar_type = typename Product::scalar_type;
  using memory_space = typename ProblemType::memory_space;

  HostWork<ProblemType, scalar_type> work;
  WorkerArrays<memory_space, ordinal_type> buffer_entries;
  WorkerArrays<memory_space, scalar_type> buffer_values;
  count_type buffer_capacity = 0;
  offset_type* row_map = nullptr;
  ordinal_type* entries = nullptr;
  scalar_type* values = nullptr;

  /// \brief A worker's finished chunks that are not at their place yet, oldest first.
  struct Pending {
    struct Item {
      count_type chunk, buffer_begin;
    };
    std::array<Item, host_pending_chunks_max> items;
    int size = 0;
    count_type buffer_end = 0;
    count_type known_chunk = 0;  ///< known_nnz entries come before this chunk
    count_type known_nnz = 0;
  };

  void operator()(const int worker) const {
    auto accumulator = work.make_accumulator(worker);
    if (buffer_capacity == 0)
      accumulate_in_place(accumulator);
    else
      accumulate_in_buffer(worker, accumulator);
    work.report_rows(worker, accumulator);
  }

 private:
  template <class Accumulator>
  void accumulate_in_place(Accumulator& accumulator) const {
    count_type nnz = 0;
    for (count_type chunk = work.take_chunk(); chunk < work.num_chunks; chunk = work.take_chunk()) {
      work.chunk_nnz[chunk] = compute_chunk(accumulator, work.chunks[chunk], entries + nnz, values + nnz, nnz);
      nnz += work.chunk_nnz[chunk];
    }
  }

  template <class Accumulator>
  void accumulate_in_buffer(int worker, Accumulator& accumulator) const {
    Pending pending;
    for (count_type chunk = work.take_chunk(); chunk < work.num_chunks; chunk = work.take_chunk()) {
      if (pending.size == host_pending_chunks_max || pending.buffer_end + work.chunks[chunk].capped > buffer_capacity)
        flush(worker, pending, true);
      const count_type begin = pending.buffer_end;
      const count_type chunk_nnz = compute_chunk(accumulator, work.chunks[chunk], buffer_entries.of(worker) + begin,
                                                 buffer_values.of(worker) + begin, 0);
      std::atomic_ref<count_type>(work.chunk_nnz[chunk]).store(chunk_nnz, std::memory_order_release);
      pending.items[pending.size++] = {chunk, begin};
      pending.buffer_end += chunk_nnz;
      flush(worker, pending, false);
    }
    flush(worker, pending, true);
  }

  /// \param nnz_before  what the offsets of the chunk's rows begin with
  template <class Accumulator>
  count_type compute_chunk(Accumulator& accumulator, const HostChunk& chunk, ordinal_type* chunk_entries,
                           scalar_type* chunk_values, count_type nnz_before) const {
    count_type chunk_nnz = 0;
    for (count_type row = chunk.row_begin; row < chunk.row_end;) {
      const HostBatch batch =
          accumulator.compute(row, chunk.row_end, chunk_entries + chunk_nnz, chunk_values + chunk_nnz);
      for (count_type place = 0; place < batch.num_rows; ++place, ++row) {
        chunk_nnz += accumulator.size_of(batch, place);
        row_map[row + 1] = static_cast<offset_type>(nnz_before + chunk_nnz);
      }
    }
    return chunk_nnz;
  }

  /// Adds up the chunks before \p chunk; false if one is not counted yet and \p wait is not set.
  bool count_before(count_type chunk, bool wait, Pending& pending) const {
    for (; pending.known_chunk < chunk; ++pending.known_chunk) {
      const std::atomic_ref<count_type> state(work.chunk_nnz[pending.known_chunk]);
      count_type chunk_nnz = state.load(std::memory_order_acquire);
      if (chunk_nnz == host_chunk_pending) {
        if (!wait) return false;
        spin_until([&] { return (chunk_nnz = state.load(std::memory_order_acquire)) != host_chunk_pending; });
      }
      pending.known_nnz += chunk_nnz;
    }
    return true;
  }

  void flush(int worker, Pending& pending, bool wait) const {
    int done = 0;
    while (done < pending.size && count_before(pending.items[done].chunk, wait, pending)) {
      place_chunk(worker, pending.items[done], pending.known_nnz);
      ++done;
    }
    std::copy(pending.items.begin() + done, pending.items.begin() + pending.size, pending.items.begin());
    pending.size -= done;
    if (pending.size == 0) pending.buffer_end = 0;
  }

  /// Offsets beyond the type wrap here; whoever sums up the chunks throws.
  void place_chunk(int worker, const typename Pending::Item& item, count_type nnz_before) const {
    const HostChunk& chunk = work.chunks[item.chunk];
    const count_type chunk_nnz = work.chunk_nnz[item.chunk];
    for (count_type row = chunk.row_begin; row < chunk.row_end; ++row)
      row_map[row + 1] = static_cast<offset_type>(row_map[row + 1] + nnz_before);
    std::copy_n(buffer_entries.of(worker) + item.buffer_begin, chunk_nnz, entries + nnz_before);
    std::copy_n(buffer_values.of(worker) + item.buffer_begin, chunk_nnz, values + nnz_before);
  }
};

}  // namespace Ocean::Impl

#endif
