#ifndef OCEAN_CORE_SENT_COUNTERS_HPP
#define OCEAN_CORE_SENT_COUNTERS_HPP
/// \file
/// \brief Counters that kernels add up for the host.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>

#include "../backend/read_back.hpp"
#include "workspace.hpp"

namespace Ocean::Impl {

/// \brief Of a kernel whose counters nobody sends.
struct SilentSender {
  SilentSender of_teams(count_type) const { return {}; }
  template <class Team>
  KOKKOS_FUNCTION void send(const Team&) const {}
};

/// \brief \p Count counters, zero before the first kernel, which the host reads when the last kernel that changes them
/// has done so. Generic version: work memory that is cleared before and copied after.
///
/// A kernel sends them if it has their sender: all threads of every team call sender.send(team) once, after their last
/// change; the last team to do so waits for the kernels before, if any still run, and sends.
/// Pre  the thread has no other counters and no read-back that are pending
template <class ExecutionSpace, class T, std::size_t Count = 1>
class SentCounters {
 public:
  using sender_type = SilentSender;
  using view_type = typename Workspace<ExecutionSpace>::template view_type<T>;

  /// \throws std::runtime_error if others of the thread are pending
  SentCounters(const ExecutionSpace& exec, const char* label, Workspace<ExecutionSpace>& workspace)
      : m_exec(exec), m_workspace(workspace), m_counters(workspace.template allocate<T>(label, Count)) {
    DeviceMemory<ExecutionSpace>::clear(exec, m_counters.data(), Count);
  }
  SentCounters(const SentCounters&) = delete;
  SentCounters& operator=(const SentCounters&) = delete;

  const view_type& view() const { return m_counters; }
  /// \brief For the kernel that is to send them, which has at least one team: launched before get().
  sender_type sender() { return {}; }
  /// \brief For a kernel that does not.
  static sender_type silent() { return {}; }
  /// \brief Instead of a kernel: they are read while later kernels run, whose changes come too late or not.
  void read_now() {}

  /// \brief Waits for them; to be called once, by the thread that made this. Kernels may not use them any more.
  /// \throws std::runtime_error if a kernel failed
  std::array<T, Count> get() {
    std::array<T, Count> host;
    DeviceMemory<ExecutionSpace>::read_back(m_exec, m_counters.data(), host.data(), Count);
    m_workspace.release(m_counters);
    m_pending.end();
    return host;
  }

 private:
  PendingReadBack m_pending;
  ExecutionSpace m_exec;
  Workspace<ExecutionSpace>& m_workspace;
  view_type m_counters;
};

/// \brief The thread's counters that were read instead of sent. Generic version: the next ones clear their own.
template <class ExecutionSpace>
struct ReadCounters {
  /// \brief Clears them behind the work of \p exec so far, if they were used there: the next product of the thread need
  /// not do so then.
  static void clear_behind(const ExecutionSpace& /*exec*/) {}
};

}  // namespace Ocean::Impl

#include "../backend/cuda/sent_counters_cuda.hpp"

#endif
