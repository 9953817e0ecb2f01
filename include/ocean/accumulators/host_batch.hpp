#ifndef OCEAN_ACCUMULATORS_HOST_BATCH_HPP
#define OCEAN_ACCUMULATORS_HOST_BATCH_HPP
/// \file
/// \brief What a CPU thread computes at a time.

#include "../core/problem.hpp"

namespace Ocean::Impl {

/// \brief Rows that were computed together, whose entries follow each other. It fits in two registers.
struct HostBatch {
  static constexpr count_type sizes_differ = -1;
  count_type num_rows = 1;
  count_type row_nnz = 0;  ///< entries of each of them, or sizes_differ
};

}  // namespace Ocean::Impl

#endif
