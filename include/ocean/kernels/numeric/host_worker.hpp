#ifndef OCEAN_KERNELS_NUMERIC_HOST_WORKER_HPP
#define OCEAN_KERNELS_NUMERIC_HOST_WORKER_HPP
/// \file
/// \brief What the row kernels of the CPU path share: workers that fetch chunks in order, and their accumulators.

#include <Kokkos_Core.hpp>
#include <atomic>

#include "../../accumulators/row_accumulator_host.hpp"
#include "../../accumulators/storage_host.hpp"
#include "../../results/host_analysis.hpp"

namespace Ocean::Impl {

/// A chunk whose entries are not counted yet.
inline constexpr count_type host_chunk_pending = -1;

/// \brief Inputs of every row kernel. One worker per thread; workers take the chunks in ascending order.
/// Shapes  chunks, chunk_nnz [num_chunks]; rows_of_kind [num_workers * num_host_accumulators] (out); next_chunk [1]
template <class ProblemType, class Scalar>
struct HostWork {
  using column_type = typename ProblemType::column_type;
  using accumulator_type = RowAccumulatorHost<ProblemType, Scalar>;

  ProblemType problem;
  HostAccumulatorLimits limits;
  AccumulatorStorageHost<typename ProblemType::memory_space, Scalar, column_type> storage;
  HostRowsOfB<column_type> b_rows;
  const HostChunk* chunks = nullptr;
  count_type num_chunks = 0;
  count_type* chunk_nnz = nullptr;
  count_type* next_chunk = nullptr;
  count_type* rows_of_kind = nullptr;
  bool sorted_output = true;

  accumulator_type make_accumulator(int worker) const {
    return accumulator_type(problem, limits, b_rows, storage.dense(worker), storage.hash(worker), sorted_output);
  }

  /// \brief The next chunk that nobody has taken; num_chunks or more at the end.
  count_type take_chunk() const { return std::atomic_ref<count_type>(*next_chunk).fetch_add(1); }

  /// \brief Adds the rows per kind of one worker to its own counts.
  void report_rows(int worker, const accumulator_type& accumulator) const {
    for (int kind = 0; kind < num_host_accumulators; ++kind)
      rows_of_kind[worker * num_host_accumulators + kind] += accumulator.rows_of_kind()[kind];
  }
};

/// \brief Runs \p functor(worker) once for every worker of \p exec.
template <class ExecutionSpace, class Functor>
void launch_workers(const ExecutionSpace& exec, const char* label, int num_workers, const Functor& functor) {
  Kokkos::parallel_for(label, Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<int>>(exec, 0, num_workers),
                       functor);
}

}  // namespace Ocean::Impl

#endif
