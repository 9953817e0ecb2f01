#ifndef OCEAN_BACKEND_CUDA_LATE_SUM_CUDA_HPP
#define OCEAN_BACKEND_CUDA_LATE_SUM_CUDA_HPP
/// \file
/// \brief Sums whose blocks write their shares into the host's memory, which adds them up.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC__)

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>

#include "dependent_launch_cuda.hpp"
#include "device_cuda.hpp"
#include "wait_for_host_memory_cuda.hpp"

namespace Ocean::Impl {

/// Threads of a block, and most blocks: so many that the device is full, so few that the host adds their shares in no
/// time. source: an H200 holds 528 such blocks of 512 threads
inline constexpr int late_sum_block_size = 512, late_sum_blocks_max = 512;

/// \brief Each block writes the sum of its share of the indices, and adds it to \p on_device unless that is null.
/// Launch  a word of static scratch per warp
template <class Functor>
__global__ void __launch_bounds__(late_sum_block_size)
    late_sum_kernel(const Functor functor, std::int64_t count, volatile std::uint64_t* shares,
                    std::uint64_t* on_device) {
  wait_for_kernels_before();
  constexpr int warp_size = 32, num_warps = late_sum_block_size / warp_size;
  constexpr unsigned all_lanes = 0xFFFFFFFFu;
  __shared__ std::uint64_t of_warps[num_warps];
  std::uint64_t sum = 0;
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * late_sum_block_size;
#pragma unroll 4
  for (std::int64_t index = static_cast<std::int64_t>(blockIdx.x) * late_sum_block_size + threadIdx.x; index < count;
       index += step)
    functor(index, sum);
  for (int distance = warp_size / 2; distance > 0; distance /= 2) sum += __shfl_down_sync(all_lanes, sum, distance);
  if (threadIdx.x % warp_size == 0) of_warps[threadIdx.x / warp_size] = sum;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (int warp = 1; warp < num_warps; ++warp) sum += of_warps[warp];
  shares[blockIdx.x] = sum;
  if (on_device != nullptr) Kokkos::atomic_add(on_device, sum);
}

template <>
class LateSum<Kokkos::Cuda> {
 public:
  template <class Functor>
  LateSum(const Kokkos::Cuda& exec, const char* label, std::int64_t count, const Functor& functor,
          std::uint64_t* on_device = nullptr)
      : m_exec(exec) {
    if (count == 0) return;
    use_device_of(exec);
    m_num_blocks = static_cast<int>(
        std::min<std::int64_t>((count + late_sum_block_size - 1) / late_sum_block_size, late_sum_blocks_max));
    m_page = &borrow_page();
    std::fill_n(m_page->shares.begin(), m_num_blocks, no_share);
    const bool profiled = Kokkos::Tools::profileLibraryLoaded();
    std::uint64_t kernel_id = 0;
    if (profiled) Kokkos::Tools::beginParallelReduce(label, Kokkos::Tools::Experimental::device_id(exec), &kernel_id);
    volatile std::uint64_t* shares = m_page->shares.data();
    void* arguments[] = {const_cast<Functor*>(&functor), &count, &shares, &on_device};
    constexpr auto kernel = &late_sum_kernel<Functor>;
    const cudaError_t status = launch_dependent<kernel>(exec.cuda_device(), dim3(static_cast<unsigned>(m_num_blocks)),
                                                        dim3(late_sum_block_size), arguments, 0, exec.cuda_stream());
    if (profiled) Kokkos::Tools::endParallelReduce(kernel_id);
    if (status == cudaSuccess) return;
    m_page->is_lent = false;
    cuda_check(status, label);
  }
  LateSum(const LateSum&) = delete;
  LateSum& operator=(const LateSum&) = delete;
  /// Waits if nobody has: the page belongs to the thread, and its next user must find it free.
  ~LateSum() {
    if (m_page == nullptr) return;
    (void)cudaStreamSynchronize(m_exec.cuda_stream());
    m_page->is_lent = false;
  }

  std::uint64_t get() {
    if (m_page == nullptr) return m_sum;
    for (int block = 0; block < m_num_blocks; ++block) m_sum += m_page->shares[static_cast<std::size_t>(block)];
    m_page->is_lent = false;
    m_page = nullptr;
    return m_sum;
  }
  std::uint64_t wait() {
    int num_there = 0;
    const auto is_there = [&] {
      while (num_there < m_num_blocks &&
             __atomic_load_n(&m_page->shares[static_cast<std::size_t>(num_there)], __ATOMIC_ACQUIRE) != no_share)
        ++num_there;
      return num_there == m_num_blocks;
    };
    if (m_page != nullptr) wait_for_host_memory(m_exec.cuda_stream(), is_there);
    return get();
  }

 private:
  /// What a share is before its block has written it. A share may happen to be the same: then the stream is waited for.
  static constexpr std::uint64_t no_share = 0x9E3779B97F4A7C15u;

  struct Page {
    std::array<std::uint64_t, late_sum_blocks_max> shares;
    bool is_lent;
  };

  static Page& borrow_page() {
    thread_local bool is_new = true;
    Page* const pages = PinnedBuffer<Page, late_sums_max>::data();
    if (is_new)
      for (int page = 0; page < late_sums_max; ++page) pages[page].is_lent = false;
    is_new = false;
    for (int page = 0; page < late_sums_max; ++page) {
      if (pages[page].is_lent) continue;
      pages[page].is_lent = true;
      return pages[page];
    }
    throw std::logic_error("Ocean::Impl::LateSum: more than late_sums_max sums are under way");
  }

  Kokkos::Cuda m_exec;
  Page* m_page = nullptr;  ///< until the sum is known
  int m_num_blocks = 0;
  std::uint64_t m_sum = 0;
};

}  // namespace Ocean::Impl

#endif
#endif
