#ifndef OCEAN_BACKEND_CONCURRENT_LAUNCHES_HPP
#define OCEAN_BACKEND_CONCURRENT_LAUNCHES_HPP
/// \file
/// \brief Launches that do not depend on each other; they run concurrently where the backend can do so.

#include <Kokkos_Core.hpp>

namespace Ocean::Impl {

/// Minimum number of launches from which they run concurrently. measured:
/// perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
inline constexpr int concurrent_launches_min = 3;

/// \brief Generic version: one launch after the other.
///
/// Between construction and destruction, every native launch of this thread on \p exec may run concurrently with the
/// others; work before and after is ordered with all of them. A launch that shares memory with others of these, work
/// memory included, must be announced with stay().
template <class ExecutionSpace>
class ConcurrentLaunches {
 public:
  /// \param num_launches independent launches to come
  ConcurrentLaunches(const ExecutionSpace&, int /*num_launches*/) {}
  ConcurrentLaunches(const ConcurrentLaunches&) = delete;
  ConcurrentLaunches& operator=(const ConcurrentLaunches&) = delete;
  /// \brief The next launch may run concurrently with the others.
  void branch() {}
  /// \brief The next launch is put on the instance itself.
  void stay() {}
};

}  // namespace Ocean::Impl

#include "cuda/concurrent_launches_cuda.hpp"

#endif
