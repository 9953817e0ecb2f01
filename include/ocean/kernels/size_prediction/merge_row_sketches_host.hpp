#ifndef OCEAN_KERNELS_SIZE_PREDICTION_MERGE_ROW_SKETCHES_HOST_HPP
#define OCEAN_KERNELS_SIZE_PREDICTION_MERGE_ROW_SKETCHES_HOST_HPP
/// \file
/// \brief Predicted sizes of C's rows from merged sketches by CPU threads.

#include <Kokkos_Core.hpp>

#include "../../sketch/row_estimator.hpp"

namespace Ocean::Impl {

/// \brief A thread merges the sketches of a row of C on its stack.
/// Shapes  predicted_row_nnz [num_rows] (out); the rest as in RowEstimator
/// Units   entries of C, rounded up, within what is certain, NOT inflated
/// Launch  chunks of rows, dealt dynamically; no atomics
/// Cost    nnz(A) * (num_registers + one row map pair) bytes
/// Source  [LG26] section 3.1
template <class Estimator, class RowSizesView>
struct MergeRowSketchesHost {
  HostRowEstimator<Estimator> estimate;
  RowSizesView predicted_row_nnz;

  void operator()(count_type row) const { predicted_row_nnz(row) = estimate(row); }
};

/// \brief Launches MergeRowSketchesHost on \p exec; returns without a fence.
template <class ExecutionSpace, class Estimator, class RowSizesView>
void merge_row_sketches_host(const ExecutionSpace& exec, const Estimator& estimator,
                             const RowSizesView& predicted_row_nnz, const HllTuning& tuning) {
  using policy_type =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Dynamic>, Kokkos::IndexType<count_type>>;
  const auto num_rows = static_cast<count_type>(predicted_row_nnz.extent(0));
  Kokkos::parallel_for("Ocean::size_prediction::merge_row_sketches",
                       policy_type(exec, 0, num_rows, Kokkos::ChunkSize(tuning.host_chunk_rows)),
                       MergeRowSketchesHost<Estimator, RowSizesView>{{estimator}, predicted_row_nnz});
}

}  // namespace Ocean::Impl

#endif
