#ifndef OCEAN_BACKEND_READ_BACK_HPP
#define OCEAN_BACKEND_READ_BACK_HPP
/// \file
/// \brief Results of kernels that the host reads while later kernels run.

#include <array>
#include <cstddef>

#include "device_memory.hpp"

namespace Ocean::Impl {

/// \brief The read-back of \p Count elements as the work launched so far leaves them; what is launched after it runs
/// meanwhile, and must not change them. A thread has one such read-back at a time. Generic version: get() copies.
template <class ExecutionSpace, class T, std::size_t Count = 1>
class ReadBack {
 public:
  ReadBack(const ExecutionSpace& exec, const T* device) : m_exec(exec), m_device(device) {}
  ReadBack(const ReadBack&) = delete;
  ReadBack& operator=(const ReadBack&) = delete;

  /// \brief Waits for the elements, once.
  /// \throws std::runtime_error if a kernel failed
  std::array<T, Count> get() {
    std::array<T, Count> host;
    DeviceMemory<ExecutionSpace>::read_back(m_exec, m_device, host.data(), Count);
    return host;
  }

 private:
  ExecutionSpace m_exec;
  const T* m_device;
};

}  // namespace Ocean::Impl

#include "cuda/read_back_cuda.hpp"

#endif
