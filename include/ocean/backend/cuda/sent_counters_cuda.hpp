#ifndef OCEAN_BACKEND_CUDA_SENT_COUNTERS_CUDA_HPP
#define OCEAN_BACKEND_CUDA_SENT_COUNTERS_CUDA_HPP
/// \file
/// \brief Counters that the last team to change them writes into the host's memory and clears, so that they are zero
/// for the next product: neither a kernel that copies them nor one that clears them is launched.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC__)

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "../concurrent_launches.hpp"
#include "dependent_launch_cuda.hpp"
#include "ticket_page_cuda.hpp"

namespace Ocean::Impl {

/// \brief Device memory of a thread for counters; it is cleared before it is used, unless its last user has done so.
class CounterPage {
 public:
  /// Bytes of counters, and of the number of teams that have made their last change behind them.
  static constexpr std::size_t bytes = pinned_buffer_bytes;

  /// \brief The page of this thread on \p device, which is the current one.
  static CounterPage& of_thread(int device) {
    thread_local std::array<CounterPage, devices_max> pages;
    CounterPage& page = pages[static_cast<std::size_t>(device)];
    if (page.m_data == nullptr) cuda_check(cudaMalloc(&page.m_data, bytes + sizeof(std::uint64_t)), "cudaMalloc");
    return page;
  }
  CounterPage() = default;
  CounterPage(const CounterPage&) = delete;
  CounterPage& operator=(const CounterPage&) = delete;
  ~CounterPage() {
    if (m_data != nullptr) (void)cudaFree(m_data);
  }

  /// \brief All zero in the order of \p stream; no longer known to be, from now on.
  void use(cudaStream_t stream) {
    if (m_is_cleared)
      cuda_check(cudaStreamWaitEvent(stream, *m_cleared, 0), "cudaStreamWaitEvent");
    else if (!m_is_zero)
      clear(stream);
    m_is_zero = m_is_cleared = false;
    m_stream = stream;
  }
  /// \brief If its last user was on \p stream and has left it as it was: all zero behind the work of the stream so far,
  /// for which the next user's stream waits.
  void clear_behind(cudaStream_t stream) {
    if (m_is_zero || m_is_cleared || m_stream != stream) return;
    if (!m_cleared) m_cleared.emplace();
    clear(stream);
    cuda_check(cudaEventRecord(*m_cleared, stream), "cudaEventRecord");
    m_is_cleared = true;
  }
  /// \brief Whoever used it has cleared it, and nothing on any stream changes it any more.
  void give_back() { m_is_zero = true; }

  void* counters() const { return m_data; }
  unsigned* num_done() const { return reinterpret_cast<unsigned*>(static_cast<char*>(m_data) + bytes); }

 private:
  void clear(cudaStream_t stream) const {
    cuda_check(cudaMemsetAsync(m_data, 0, bytes + sizeof(std::uint64_t), stream), "cudaMemsetAsync");
  }

  void* m_data = nullptr;
  bool m_is_zero = false;
  bool m_is_cleared = false;             ///< zero behind the event
  std::optional<cudaStream_t> m_stream;  ///< of the last user
  std::optional<LaunchEvent> m_cleared;  ///< of the device
};

/// \brief Sends counters to a TicketPage, or does nothing if it has none.
struct CounterSender {
  HostTicket host{};
  std::uint32_t* counters = nullptr;
  unsigned num_words = 0;
  unsigned num_teams = 0;
  unsigned* num_done = nullptr;

  CounterSender of_teams(count_type num_teams_of_kernel) const {
    CounterSender sender = *this;
    sender.num_teams = static_cast<unsigned>(num_teams_of_kernel);
    return sender;
  }

  /// Cost  two barriers, a fence and an atomic per team
  template <class Team>
  __device__ void send(const Team& team) const {
    if (host.ticket == nullptr) return;
    __shared__ bool is_last;
    team.barrier();
    if (team.thread_rank() == 0) {  // its fences are for all that the barriers order
      __threadfence();
      is_last = atomicAdd(num_done, 1u) + 1 == num_teams;
      if (is_last) {
        wait_for_kernels_before();  // a kernel that runs beside this one may change them, too
        __threadfence();
      }
    }
    team.barrier();
    if (!is_last) return;
    for (unsigned place = team.thread_rank(); place < num_words; place += team.num_threads()) {
      host.words[place] = __ldcg(counters + place);
      counters[place] = 0;
    }
    if (team.thread_rank() == 0) *num_done = 0;
    __threadfence_system();
    team.barrier();
    if (team.thread_rank() == 0) host.tear_off();
  }
};

template <class T, std::size_t Count>
class SentCounters<Kokkos::Cuda, T, Count> {
  static_assert(Count * sizeof(T) <= CounterPage::bytes && sizeof(T) % read_back_word_bytes == 0);

 public:
  using sender_type = CounterSender;
  using view_type = typename Workspace<Kokkos::Cuda>::template view_type<T>;

  SentCounters(const Kokkos::Cuda& exec, const char* /*label*/, Workspace<Kokkos::Cuda>& /*workspace*/)
      : m_exec(exec),
        m_counters(CounterPage::of_thread(use_device_of(exec))),
        m_page(TicketPage::of_thread(TicketPage::later)),
        m_view(static_cast<T*>(m_counters.counters()), Count) {
    m_counters.use(exec.cuda_stream());
  }
  SentCounters(const SentCounters&) = delete;
  SentCounters& operator=(const SentCounters&) = delete;
  /// Waits if nobody has: both pages belong to the thread, and their next user must find them free.
  ~SentCounters() {
    if (!m_is_waited_for) (void)cudaStreamSynchronize(m_exec.cuda_stream());
  }

  const view_type& view() const { return m_view; }
  sender_type sender() {
    const HostTicket ticket = m_page.next_ticket();
    m_number = ticket.number;
    m_way = Way::sent;
    return {ticket, static_cast<std::uint32_t*>(m_counters.counters()),
            static_cast<unsigned>(Count * sizeof(T) / read_back_word_bytes), 0, m_counters.num_done()};
  }
  static sender_type silent() { return {}; }
  void read_now() {
    m_number = m_page.launch(m_exec, m_counters.counters(), Count * sizeof(T));
    m_way = Way::copied;
  }

  std::array<T, Count> get() {
    if (m_way == Way::none) read_now();
    m_page.wait(m_exec.cuda_stream(), m_number);
    m_is_waited_for = true;
    if (m_way == Way::sent) m_counters.give_back();
    std::array<T, Count> host;
    std::memcpy(host.data(), m_page.words(), sizeof(host));
    m_pending.end();
    return host;
  }

 private:
  enum class Way { none, copied, sent };

  PendingReadBack m_pending;
  Kokkos::Cuda m_exec;
  CounterPage& m_counters;
  TicketPage& m_page;
  view_type m_view;
  Way m_way = Way::none;
  std::uint64_t m_number = 0;  ///< of the ticket
  bool m_is_waited_for = false;
};

template <>
struct ReadCounters<Kokkos::Cuda> {
  static void clear_behind(const Kokkos::Cuda& exec) {
    CounterPage::of_thread(use_device_of(exec)).clear_behind(exec.cuda_stream());
  }
};

}  // namespace Ocean::Impl

#endif
#endif
