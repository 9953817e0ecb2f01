#ifndef OCEAN_BACKEND_CUDA_READ_BACK_CUDA_HPP
#define OCEAN_BACKEND_CUDA_READ_BACK_CUDA_HPP
/// \file
/// \brief Read-backs by a kernel that writes into the host's memory, while later kernels run.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC__)

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "ticket_page_cuda.hpp"

namespace Ocean::Impl {

/// \brief ValueSender into the host's memory.
template <class T>
struct HostValueSender {
  HostTicket host{};
  template <class... Values>
  __device__ void send(const Values&... values) const {
    if (host.ticket == nullptr) return;
    auto* place = reinterpret_cast<volatile T*>(host.words);
    ((*place++ = values), ...);
    __threadfence_system();
    host.tear_off();
  }
};

template <class T, std::size_t Count>
class ReadBack<Kokkos::Cuda, T, Count> {
  static_assert(Count * sizeof(T) <= pinned_buffer_bytes && sizeof(T) % read_back_word_bytes == 0);

 public:
  using sender_type = HostValueSender<T>;

  ReadBack(const Kokkos::Cuda& exec, const T* device) : m_exec(exec), m_page(TicketPage::of_thread(TicketPage::later)) {
    use_device_of(exec);
    m_number = m_page.launch(exec, device, Count * sizeof(T));
  }
  ReadBack(const Kokkos::Cuda& exec, T* /*device*/, SentByKernel)
      : m_exec(exec), m_page(TicketPage::of_thread(TicketPage::later)), m_sender{m_page.next_ticket()} {
    m_number = m_sender.host.number;
  }
  ReadBack(const ReadBack&) = delete;
  ReadBack& operator=(const ReadBack&) = delete;
  /// Waits if nobody has: the page belongs to the thread, and its next user must find it free.
  ~ReadBack() {
    if (!m_is_waited_for) (void)cudaStreamSynchronize(m_exec.cuda_stream());
  }

  const sender_type& sender() const { return m_sender; }

  std::array<T, Count> get() {
    m_page.wait(m_exec.cuda_stream(), m_number);
    m_is_waited_for = true;
    std::array<T, Count> host;
    std::memcpy(host.data(), m_page.words(), sizeof(host));
    m_pending.end();
    return host;
  }

 private:
  PendingReadBack m_pending;
  Kokkos::Cuda m_exec;
  TicketPage& m_page;
  sender_type m_sender{};
  std::uint64_t m_number = 0;
  bool m_is_waited_for = false;
};

}  // namespace Ocean::Impl

#endif
#endif
