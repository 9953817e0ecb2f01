#ifndef OCEAN_BACKEND_CUDA_CONCURRENT_LAUNCHES_CUDA_HPP
#define OCEAN_BACKEND_CUDA_CONCURRENT_LAUNCHES_CUDA_HPP
/// \file
/// \brief Independent native launches on streams that fork from the instance's and join it again.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC__)

#include <algorithm>
#include <array>
#include <map>

#include "cuda_check.hpp"
#include "launch_stream_cuda.hpp"

namespace Ocean::Impl {

/// Streams beside the instance's own.
/// measured: perf_tests/results/nvidia_h200_2026-11-21_launch_branches.csv
inline constexpr int launch_branches_max = 7;

/// \brief A thread's branch streams on one device; they live as long as the thread.
class LaunchBranches {
 public:
  static LaunchBranches& of_device(int device) {
    thread_local std::map<int, LaunchBranches> branches;
    return branches[device];
  }
  LaunchBranches() {
    for (Branch& branch : m_branches) {
      cuda_check(cudaStreamCreateWithFlags(&branch.stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
      cuda_check(cudaEventCreateWithFlags(&branch.done, cudaEventDisableTiming), "cudaEventCreateWithFlags");
    }
    cuda_check(cudaEventCreateWithFlags(&m_begin, cudaEventDisableTiming), "cudaEventCreateWithFlags");
  }
  LaunchBranches(const LaunchBranches&) = delete;
  LaunchBranches& operator=(const LaunchBranches&) = delete;
  ~LaunchBranches() {
    for (Branch& branch : m_branches) {
      (void)cudaEventDestroy(branch.done);
      (void)cudaStreamDestroy(branch.stream);
    }
    (void)cudaEventDestroy(m_begin);
  }

  cudaStream_t stream(int branch) const { return m_branches[branch].stream; }
  /// \brief The first \p count branches wait for what \p main has been given so far.
  void fork(cudaStream_t main, int count) const {
    cuda_check(cudaEventRecord(m_begin, main), "cudaEventRecord");
    for (int branch = 0; branch < count; ++branch)
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
    cudaStream_t stream = nullptr;
    cudaEvent_t done = nullptr;
  };
  std::array<Branch, launch_branches_max> m_branches;
  cudaEvent_t m_begin = nullptr;
};

/// \brief Deals launches to branches in turn, the instance's own stream among them.
template <>
class ConcurrentLaunches<Kokkos::Cuda> {
 public:
  ConcurrentLaunches(const Kokkos::Cuda& exec, int num_launches)
      : m_stream(exec.cuda_stream()), m_num_branches(std::clamp(num_launches - 1, 0, launch_branches_max)) {
    if (m_num_branches == 0) return;
    cuda_check(cudaSetDevice(exec.cuda_device()), "cudaSetDevice");
    m_branches = &LaunchBranches::of_device(exec.cuda_device());
    m_branches->fork(m_stream, m_num_branches);
  }
  ConcurrentLaunches(const ConcurrentLaunches&) = delete;
  ConcurrentLaunches& operator=(const ConcurrentLaunches&) = delete;
  ~ConcurrentLaunches() {
    launch_branch() = nullptr;
    if (m_num_branches > 0) (void)m_branches->join(m_stream, m_num_branches);
  }
  void branch() {
    if (m_num_branches == 0) return;
    m_next = (m_next + 1) % (m_num_branches + 1);
    launch_branch() = m_next == m_num_branches ? nullptr : m_branches->stream(m_next);
  }
  void stay() { launch_branch() = nullptr; }

 private:
  cudaStream_t m_stream;
  int m_num_branches;
  int m_next = -1;
  LaunchBranches* m_branches = nullptr;
};

}  // namespace Ocean::Impl

#endif
#endif
