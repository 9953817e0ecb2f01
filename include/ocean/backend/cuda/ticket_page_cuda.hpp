#ifndef OCEAN_BACKEND_CUDA_TICKET_PAGE_CUDA_HPP
#define OCEAN_BACKEND_CUDA_TICKET_PAGE_CUDA_HPP
/// \file
/// \brief Small results that a kernel writes into the host's memory, where the host looks until they are there: a copy
/// and a wait for the stream take several microseconds longer.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC__)

#include <cstddef>
#include <cstdint>

#include "dependent_launch_cuda.hpp"
#include "wait_for_host_memory_cuda.hpp"

namespace Ocean::Impl {

/// Largest read-back through pinned memory.
inline constexpr std::size_t pinned_buffer_bytes = 4096;
/// Bytes of a word that is read back.
inline constexpr std::size_t read_back_word_bytes = sizeof(std::uint32_t);

/// \brief Where a kernel writes words for the host, and the ticket by which it knows that they are there.
struct HostTicket {
  std::uint32_t* words = nullptr;
  volatile std::uint64_t* ticket = nullptr;
  std::uint64_t number = 0;

  /// \brief By one thread: all words are there. Pre: their writers have fenced system-wide, and a barrier is behind
  /// them
  __device__ void tear_off() const { *ticket = number; }
};

/// \brief Copies \p count words to the host, then tears off the ticket.
/// Launch  one block; system-wide fences order the words, and all that earlier kernels wrote there, before the ticket
template <class Word>
__global__ void read_back_kernel(const Word* source, unsigned count, HostTicket host) {
  wait_for_kernels_before();
  for (unsigned place = threadIdx.x; place < count; place += blockDim.x) host.words[place] = source[place];
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x == 0) host.tear_off();
}

/// \brief Pinned words of a thread, and the number of the last kernel that wrote them.
class TicketPage {
 public:
  /// \brief The pages of a thread: one for read-backs that are waited for at once, one for those that are not.
  enum Use { at_once, later, num_uses };

  static TicketPage& of_thread(Use use) { return PinnedBuffer<TicketPage, num_uses>::data()[use]; }

  /// \brief Launches the copy of \p bytes on the stream of \p exec, whose device is the current one.
  /// \return the number of its ticket
  /// Pre     at most pinned_buffer_bytes, a multiple of read_back_word_bytes, as is the address
  std::uint64_t launch(const Kokkos::Cuda& exec, const void* device, std::size_t bytes) {
    constexpr unsigned threads = 128;
    const auto* source = static_cast<const std::uint32_t*>(device);
    auto count = static_cast<unsigned>(bytes / read_back_word_bytes);
    HostTicket ticket = next_ticket();
    void* arguments[] = {&source, &count, &ticket};
    // Its own status: the last error may be one of the caller's.
    constexpr auto kernel = &read_back_kernel<std::uint32_t>;
    cuda_check(launch_dependent<kernel>(exec.cuda_device(), dim3(1), dim3(threads), arguments, 0, exec.cuda_stream()),
               "Ocean::workspace::read_back");
    return ticket.number;
  }

  /// \brief For a kernel that writes into the page, in place of launch(). Pre: nobody waits for another ticket
  HostTicket next_ticket() {
    // Where no kernel has written, the ticket is any number: the next one differs from it all the same.
    return {m_words, &m_ticket, __atomic_load_n(&m_ticket, __ATOMIC_ACQUIRE) + 1};
  }

  /// \brief Waits until the kernel with ticket \p number, and all work before it on \p stream, is done.
  /// \throws std::runtime_error if a kernel failed
  void wait(cudaStream_t stream, std::uint64_t number) const {
    wait_for_host_memory(stream, [&] { return __atomic_load_n(&m_ticket, __ATOMIC_ACQUIRE) == number; });
  }

  const void* words() const { return m_words; }

 private:
  alignas(std::uint64_t) std::uint32_t m_words[pinned_buffer_bytes / read_back_word_bytes];
  std::uint64_t m_ticket;
};

}  // namespace Ocean::Impl

#endif
#endif
