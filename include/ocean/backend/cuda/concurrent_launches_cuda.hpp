#ifndef OCEAN_BACKEND_CUDA_CONCURRENT_LAUNCHES_CUDA_HPP
#define OCEAN_BACKEND_CUDA_CONCURRENT_LAUNCHES_CUDA_HPP
/// \file
/// \brief Independent native launches on streams that fork from the instance's and join it again.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC__)

#include <algorithm>
#include <array>
#include <cstddef>

#include "../at_finalize.hpp"
#include "../lent_sets.hpp"
#include "device_cuda.hpp"
#include "launch_stream_cuda.hpp"

namespace Ocean::Impl {

/// Streams in addition to the instance's own. measured: perf_tests/results/nvidia_h200_2026-11-21_launch_branches.csv
inline constexpr int launch_branches_max = 7;
/// Products of one device whose launches branch at the same time; further ones have the instance's stream.
/// source: CUDA C++ programming guide, 128 kernels run at once on a device; these have 16 times 7 streams
inline constexpr int branch_sets_max = 16;

/// \brief An event of the device that is current; it takes no time.
class LaunchEvent {
 public:
  LaunchEvent() { cuda_check(cudaEventCreateWithFlags(&m_event, cudaEventDisableTiming), "cudaEventCreateWithFlags"); }
  LaunchEvent(const LaunchEvent&) = delete;
  LaunchEvent& operator=(const LaunchEvent&) = delete;
  ~LaunchEvent() { (void)cudaEventDestroy(m_event); }
  operator cudaEvent_t() const { return m_event; }

 private:
  cudaEvent_t m_event = nullptr;
};

/// \brief A stream of the device that is current; it waits for no other.
class LaunchStream {
 public:
  LaunchStream() {
    cuda_check(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  }
  LaunchStream(const LaunchStream&) = delete;
  LaunchStream& operator=(const LaunchStream&) = delete;
  ~LaunchStream() { (void)cudaStreamDestroy(m_stream); }
  operator cudaStream_t() const { return m_stream; }

 private:
  cudaStream_t m_stream = nullptr;
};

/// \brief The branch streams of one product.
class LaunchBranches {
 public:
  cudaStream_t stream(int branch) const { return m_branches[branch].stream; }
  /// \brief Whether all branches have done what they were given.
  bool is_idle() const {
    const bool is_done = std::all_of(m_branches.begin(), m_branches.end(), [](const Branch& branch) {
      return cudaStreamQuery(branch.stream) == cudaSuccess;
    });
    if (!is_done) (void)cudaGetLastError();  // unfinished work counts as an error
    return is_done;
  }
  /// \brief Branches that are forked from now on wait for what \p main has been given so far.
  void begin(cudaStream_t main) const { cuda_check(cudaEventRecord(m_begin, main), "cudaEventRecord"); }
  /// \brief The next launches of \p branch wait for begin().
  void fork(int branch) const {
    cuda_check(cudaStreamWaitEvent(m_branches[branch].stream, m_begin, 0), "cudaStreamWaitEvent");
  }
  /// \brief \p main waits for the first \p count branches. Returns the first error.
  cudaError_t join(cudaStream_t main, int count) const {
    cudaError_t first = cudaSuccess;
    for (int branch = 0; branch < count; ++branch)
      for (const cudaError_t status : {cudaEventRecord(m_branches[branch].done, m_branches[branch].stream),
                                       cudaStreamWaitEvent(main, m_branches[branch].done, 0)})
        if (first == cudaSuccess) first = status;
    return first;
  }

 private:
  struct Branch {
    LaunchStream stream;
    LaunchEvent done;
  };
  std::array<Branch, launch_branches_max> m_branches;
  LaunchEvent m_begin;
};

/// The branches of one device, by the instance's stream: products on different instances share none whose kernels run.
using BranchSets = LentSets<LaunchBranches, cudaStream_t, branch_sets_max>;

/// \brief The branches of \p device; destroyed with Kokkos, so that no thread has to end before.
inline BranchSets& branch_sets(int device) {
  using sets_type = std::array<BranchSets, devices_max>;
  static sets_type& sets = [&]() -> sets_type& {
    auto* const all = new sets_type;  // never destroyed: CUDA may be gone by then
    at_finalize([all] {
      for (BranchSets& of_device : *all) of_device.clear();
    });
    return *all;
  }();
  return sets[static_cast<std::size_t>(device)];
}

/// \brief Deals launches to the instance's own stream, which need not fork, and then to branches in turn.
template <>
class ConcurrentLaunches<Kokkos::Cuda> {
 public:
  ConcurrentLaunches(const Kokkos::Cuda& exec, int num_launches) : m_stream(exec.cuda_stream()) {
    const int num_branches = std::clamp(num_launches - 1, 0, launch_branches_max);
    if (num_branches == 0) return;
    m_branches = branch_sets(use_device_of(exec)).borrow(m_stream);
    if (!m_branches) return;
    m_branches->begin(m_stream);
    m_num_branches = num_branches;
  }
  ConcurrentLaunches(const ConcurrentLaunches&) = delete;
  ConcurrentLaunches& operator=(const ConcurrentLaunches&) = delete;
  ~ConcurrentLaunches() {
    launch_branch() = nullptr;
    if (m_num_forked > 0) (void)m_branches->join(m_stream, m_num_forked);
  }
  void branch() {
    if (m_num_branches == 0) return;
    m_next = (m_next + 1) % (m_num_branches + 1);
    const int branch = m_next - 1;
    launch_branch() = nullptr;
    if (branch < 0) return;
    if (branch >= m_num_forked) {
      m_branches->fork(branch);
      m_num_forked = branch + 1;
    }
    launch_branch() = m_branches->stream(branch);
  }
  void stay() { launch_branch() = nullptr; }

 private:
  cudaStream_t m_stream;
  int m_num_branches = 0;
  int m_num_forked = 0;
  int m_next = -1;
  BranchSets::Loan m_branches;
};

}  // namespace Ocean::Impl

#endif
#endif
