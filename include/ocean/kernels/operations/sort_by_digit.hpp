#ifndef OCEAN_KERNELS_OPERATIONS_SORT_BY_DIGIT_HPP
#define OCEAN_KERNELS_OPERATIONS_SORT_BY_DIGIT_HPP
/// \file
/// \brief One stable pass of a sort of entries by their columns: a thread owns a chunk of entries, no atomics.

#include "row_cursor.hpp"

namespace Ocean::Impl {

/// \brief A pass of the sort: which bits of a column it uses, and the chunks.
/// Shapes  entries [nnz], from [nnz]: entries in the order of the passes before; counts [num_digits * num_chunks + 1]:
///         per digit, then per chunk
template <class Entries, class Offsets, class Counts>
struct DigitPass {
  Entries entries;
  Offsets from;
  Counts counts;
  count_type nnz;
  count_type num_digits;
  count_type num_chunks;
  count_type digit_mask;  ///< of a column, after the shift
  int shift;
  bool is_first;  ///< from is empty: the entries are taken in storage order

  KOKKOS_FUNCTION count_type entry_at(count_type place) const {
    return is_first ? place : static_cast<count_type>(from(place));
  }
  KOKKOS_FUNCTION count_type digit_of(count_type entry) const {
    return (static_cast<count_type>(entries(entry)) >> shift) & digit_mask;
  }
  KOKKOS_FUNCTION count_type chunk_begin(count_type chunk) const {
    const count_type length = nnz / num_chunks, longer = nnz % num_chunks;
    return chunk * length + Kokkos::min(chunk, longer);
  }
};

/// \brief Counts the digits of one chunk.
/// Launch  RangePolicy over the chunks
template <class Pass>
struct CountDigits {
  Pass pass;
  KOKKOS_FUNCTION void operator()(count_type chunk) const {
    for (count_type digit = 0; digit < pass.num_digits; ++digit) pass.counts(digit * pass.num_chunks + chunk) = 0;
    const count_type end = pass.chunk_begin(chunk + 1);
    for (count_type place = pass.chunk_begin(chunk); place < end; ++place)
      ++pass.counts(pass.digit_of(pass.entry_at(place)) * pass.num_chunks + chunk);
  }
};

/// \brief Moves the entries of one chunk after those of the preceding chunks.
/// Shapes  to [nnz] (out); rows [nnz] (out, if writes_rows)
/// Pre     pass.counts holds exclusive sums
/// Launch  RangePolicy over the chunks
template <class Pass, class RowMap, class Offsets, class Rows>
struct ScatterDigits {
  Pass pass;
  RowMap row_map;
  Offsets to;
  Rows rows;
  count_type num_rows;
  bool writes_rows;

  KOKKOS_FUNCTION void operator()(count_type chunk) const {
    RowCursor<RowMap> cursor(row_map, num_rows);
    const count_type end = pass.chunk_begin(chunk + 1);
    for (count_type place = pass.chunk_begin(chunk); place < end; ++place) {
      const count_type entry = pass.entry_at(place);
      const count_type target = pass.counts(pass.digit_of(entry) * pass.num_chunks + chunk)++;
      to(target) = static_cast<typename Offsets::non_const_value_type>(entry);
      if (writes_rows) rows(target) = static_cast<typename Rows::non_const_value_type>(cursor.row_of(entry));
    }
  }
};

/// \brief Extracts the column begins from the sums of a pass over whole columns.
template <class Counts, class Offsets>
struct ReadColumnBegins {
  Counts sums;
  Offsets column_begin;
  count_type num_chunks;
  KOKKOS_FUNCTION void operator()(count_type column) const {
    column_begin(column) = static_cast<typename Offsets::non_const_value_type>(sums(column * num_chunks));
  }
};

/// \brief Launches CountDigits on \p exec; returns without a fence.
template <class ExecutionSpace, class Pass>
void count_digits(const ExecutionSpace& exec, const Pass& pass) {
  Kokkos::parallel_for("Ocean::sort_entries::count_digits",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, pass.num_chunks),
                       CountDigits<Pass>{pass});
}

/// \brief Launches \p scatter on \p exec; returns without a fence.
template <class ExecutionSpace, class Pass, class RowMap, class Offsets, class Rows>
void scatter_digits(const ExecutionSpace& exec, const ScatterDigits<Pass, RowMap, Offsets, Rows>& scatter) {
  Kokkos::parallel_for(
      "Ocean::sort_entries::scatter_digits",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, scatter.pass.num_chunks), scatter);
}

/// \brief Launches ReadColumnBegins on \p exec; returns without a fence.
template <class ExecutionSpace, class Counts, class Offsets>
void read_column_begins(const ExecutionSpace& exec, const Counts& sums, const Offsets& column_begin,
                        count_type num_chunks, count_type num_cols) {
  Kokkos::parallel_for("Ocean::transpose::read_column_begins",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, num_cols + 1),
                       ReadColumnBegins<Counts, Offsets>{sums, column_begin, num_chunks});
}

}  // namespace Ocean::Impl

#endif
