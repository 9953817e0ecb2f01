#ifndef OCEAN_ACCUMULATORS_STORAGE_HOST_HPP
#define OCEAN_ACCUMULATORS_STORAGE_HOST_HPP
/// \file
/// \brief The memory of all threads' private accumulators.

#include <algorithm>
#include <cstdint>

#include "../core/workspace.hpp"
#include "dense_host.hpp"
#include "hash_host.hpp"
#include "host_accumulator_choice.hpp"

namespace Ocean::Impl {

/// Slices of two threads never share a page of this many bytes.
inline constexpr count_type host_slice_bytes = 4096;

/// \brief Elements that arrays of \p count elements take, one per worker.
constexpr count_type worker_array_elements(int num_workers, count_type count) {
  return (count + host_slice_bytes - 1) / host_slice_bytes * host_slice_bytes * num_workers;
}

/// \brief One array per worker, of at least \p count elements each.
template <class MemorySpace, class T>
class WorkerArrays {
 public:
  WorkerArrays() = default;
  template <class WorkspaceType>
  WorkerArrays(WorkspaceType& workspace, const char* label, int num_workers, count_type count)
      : m_stride(worker_array_elements(1, count)),
        m_data(workspace.template allocate<T>(label, m_stride * num_workers)) {}

  /// \param data worker_array_elements(number of workers, count) elements
  WorkerArrays(const Kokkos::View<T*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>& data, count_type count)
      : m_stride(worker_array_elements(1, count)), m_data(data) {}

  T* of(int worker) const { return m_data.data() + m_stride * worker; }

 private:
  count_type m_stride = 0;
  Kokkos::View<T*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> m_data;
};

/// \brief Windows and hash tables of all workers, not initialised: a worker clears what it uses.
template <class MemorySpace, class Scalar, class Column>
struct AccumulatorStorageHost {
  count_type window_capacity = 0;
  count_type hash_capacity = 0;
  WorkerArrays<MemorySpace, Scalar> window_values;
  WorkerArrays<MemorySpace, std::uint8_t> flags, marks;
  WorkerArrays<MemorySpace, Column> hash_keys;
  WorkerArrays<MemorySpace, Scalar> hash_values;
  WorkerArrays<MemorySpace, std::uint64_t> hash_order;

  DenseHost<Scalar> dense(int worker) const {
    return {window_values.of(worker), flags.of(worker), marks.of(worker), window_capacity};
  }
  HashHost<Scalar, Column> hash(int worker) const {
    return {hash_keys.of(worker), hash_values.of(worker), hash_order.of(worker), hash_capacity};
  }
};

/// \brief Slots that the hash tables must have: none if every row fits in windows that it may use.
inline count_type host_hash_slots(const HostAccumulatorLimits& limits, count_type max_row_bound, count_type num_cols) {
  const bool may_hash = limits.switches.hash || limits.switches.hybrid_hash || !limits.switches.dense;
  const count_type windows = num_cols / std::max<count_type>(limits.window_capacity, 1);
  if (may_hash) return host_hash_capacity(max_row_bound);
  if (windows < limits.tuning.windows_max) return 0;
  // of sorted rows, those with fewer products than windows
  return host_hash_capacity(limits.b_rows_sorted ? std::min(max_row_bound, windows + 1) : max_row_bound);
}

/// \brief Allocates the memory of \p num_workers accumulators for rows of at most \p max_row_bound entries.
template <class Scalar, class Column, class ExecutionSpace>
auto allocate_accumulators(Workspace<ExecutionSpace>& workspace, int num_workers, const HostAccumulatorLimits& limits,
                           count_type max_row_bound, count_type num_cols) {
  AccumulatorStorageHost<typename ExecutionSpace::memory_space, Scalar, Column> storage;
  const count_type window = limits.window_capacity;
  const count_type slots = host_hash_slots(limits, max_row_bound, num_cols);
  storage.window_capacity = window;
  storage.hash_capacity = slots;
  storage.window_values = {workspace, "Ocean::numeric::window_values", num_workers, window};
  storage.flags = {workspace, "Ocean::numeric::flags", num_workers, DenseHost<Scalar>::num_flags(window)};
  storage.marks = {workspace, "Ocean::numeric::marks", num_workers, DenseHost<Scalar>::num_marks(window)};
  storage.hash_keys = {workspace, "Ocean::numeric::hash_keys", num_workers, slots};
  storage.hash_values = {workspace, "Ocean::numeric::hash_values", num_workers, slots};
  storage.hash_order = {workspace, "Ocean::numeric::hash_order", num_workers, slots / 2};
  return storage;
}

}  // namespace Ocean::Impl

#endif
