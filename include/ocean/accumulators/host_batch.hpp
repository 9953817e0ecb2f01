#ifndef OCEAN_ACCUMULATORS_HOST_BATCH_HPP
#define OCEAN_ACCUMULATORS_HOST_BATCH_HPP
/// \file
/// \brief What a CPU thread computes at a time.

#include <cstdint>

#include "../core/problem.hpp"

namespace Ocean::Impl {

/// \brief Rows that were computed together, whose entries follow each other.
/// Shapes  sizes [num_rows], until the next batch is computed; null where all rows have row_nnz entries
struct HostBatch {
  count_type num_rows = 1;
  count_type row_nnz = 0;
  const std::uint8_t* sizes = nullptr;
  count_type num_empty = 0;  ///< rows of no entries, where sizes are given

  /// \brief Entries of a row. \param place  the row's, from 0 on
  count_type size_of(count_type place) const { return sizes == nullptr ? row_nnz : sizes[place]; }
};

}  // namespace Ocean::Impl

#endif
