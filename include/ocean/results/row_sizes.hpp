#ifndef OCEAN_RESULTS_ROW_SIZES_HPP
#define OCEAN_RESULTS_ROW_SIZES_HPP
/// \file
/// \brief Predicted sizes of C's rows.

#include <Kokkos_Core.hpp>

#include "../core/problem.hpp"
#include "found_columns.hpp"
#include "workflow_plan.hpp"

namespace Ocean::Impl {

/// \brief Predicted size of every row of C, without any safety factor.
/// Shapes  row_nnz [num_rows]; Units entries of C
template <class MemorySpace>
struct RowSizes {
  Kokkos::View<count_type*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> row_nnz;
  Certainty certainty = Certainty::upper_bound;
  FoundColumns<MemorySpace> found;  ///< if they were asked for
};

}  // namespace Ocean::Impl

#endif
