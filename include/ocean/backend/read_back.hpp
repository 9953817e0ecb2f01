#ifndef OCEAN_BACKEND_READ_BACK_HPP
#define OCEAN_BACKEND_READ_BACK_HPP
/// \file
/// \brief Results of kernels that the host reads while later kernels run.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>

#include "../../Ocean_Error.hpp"
#include "device_memory.hpp"

namespace Ocean::Impl {

/// \brief Refuses a second read-back while one of the thread is pending: on some spaces they share memory.
class PendingReadBack {
 public:
  /// \throws std::runtime_error if one is pending.
  PendingReadBack() {
    if (is_pending()) throw_runtime_error("workspace", "a read-back of this thread is pending (need its get() first)");
    is_pending() = true;
  }
  PendingReadBack(const PendingReadBack&) = delete;
  PendingReadBack& operator=(const PendingReadBack&) = delete;
  ~PendingReadBack() { end(); }
  /// \brief The elements have been read.
  void end() {
    if (m_is_pending) is_pending() = m_is_pending = false;
  }

 private:
  static bool& is_pending() {
    thread_local bool pending = false;
    return pending;
  }
  bool m_is_pending = true;
};

/// \brief Says that a kernel which is yet to be launched sends the elements itself.
struct SentByKernel {};

/// \brief What such a kernel has: one of its threads calls send() once. Nothing is sent if it is default-constructed.
/// Generic version: into the device's memory.
template <class T>
struct ValueSender {
  T* device = nullptr;
  template <class... Values>
  KOKKOS_FUNCTION void send(const Values&... values) const {
    if (device == nullptr) return;
    std::size_t place = 0;
    ((device[place++] = values), ...);
  }
};

/// \brief The read-back of \p Count elements as the work launched so far leaves them; what is launched after it runs
/// at the same time, and must not change them. Generic version: get() copies.
/// Pre  the thread has no other that is pending: get() of it has been called, or it has been destroyed
template <class ExecutionSpace, class T, std::size_t Count = 1>
class ReadBack {
 public:
  using sender_type = ValueSender<T>;

  /// \throws std::runtime_error if the thread has a pending one.
  ReadBack(const ExecutionSpace& exec, const T* device) : m_exec(exec), m_device(device) {}
  /// \brief The same for elements that a kernel with sender() sends: launched before get().
  /// \param device [Count] for them, where they take the way through the device's memory
  ReadBack(const ExecutionSpace& exec, T* device, SentByKernel) : m_exec(exec), m_device(device), m_sender{device} {}
  ReadBack(const ReadBack&) = delete;
  ReadBack& operator=(const ReadBack&) = delete;

  const sender_type& sender() const { return m_sender; }

  /// \brief Waits for the elements. To be called once, by the thread that made this.
  /// \throws std::runtime_error if a kernel failed
  std::array<T, Count> get() {
    std::array<T, Count> host;
    DeviceMemory<ExecutionSpace>::read_back(m_exec, m_device, host.data(), Count);
    m_pending.end();
    return host;
  }

 private:
  PendingReadBack m_pending;
  ExecutionSpace m_exec;
  const T* m_device;
  sender_type m_sender;
};

}  // namespace Ocean::Impl

#include "cuda/read_back_cuda.hpp"

#endif
