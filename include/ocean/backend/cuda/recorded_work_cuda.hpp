#ifndef OCEAN_BACKEND_CUDA_RECORDED_WORK_CUDA_HPP
#define OCEAN_BACKEND_CUDA_RECORDED_WORK_CUDA_HPP
/// \file
/// \brief Recorded work as an event of the stream.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)

#include <array>
#include <mutex>

#include "../at_finalize.hpp"
#include "device_cuda.hpp"

namespace Ocean::Impl {

/// \brief The library's own stream on each device, on which memory is freed whose instance may no longer exist; null
/// where there is none, and after Kokkos has ended.
inline cudaStream_t release_stream(int device) {
  static std::mutex mutex;
  static std::array<cudaStream_t, devices_max> streams{};
  const std::lock_guard<std::mutex> lock(mutex);
  cudaStream_t& stream = streams[static_cast<std::size_t>(device)];
  if (stream != nullptr || Kokkos::is_finalized()) return stream;
  if (set_device(device) != cudaSuccess || cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess)
    return stream = nullptr;
  at_finalize([&of_device = stream] {
    const std::lock_guard<std::mutex> hook_lock(mutex);
    (void)cudaStreamDestroy(of_device);
    of_device = nullptr;
  });
  return stream;
}

template <>
class RecordedWork<Kokkos::Cuda> {
 public:
  RecordedWork() = default;
  RecordedWork(const RecordedWork&) = delete;
  RecordedWork& operator=(const RecordedWork&) = delete;
  ~RecordedWork() {
    if (m_done != nullptr) (void)cudaEventDestroy(m_done);
  }

  void record(const Kokkos::Cuda& exec) noexcept {
    m_device = exec.cuda_device();
    m_release_waits = false;
    m_default_stream = exec.cuda_stream() == Kokkos::Cuda().cuda_stream() ? exec.cuda_stream() : nullptr;
    (void)set_device(m_device);
    if (m_done == nullptr && cudaEventCreateWithFlags(&m_done, cudaEventDisableTiming) != cudaSuccess) {
      (void)cudaGetLastError();
      (void)cudaStreamSynchronize(exec.cuda_stream());  // without an event, nobody has to wait
      m_done = nullptr;
      return;
    }
    (void)cudaEventRecord(m_done, exec.cuda_stream());
    (void)cudaStreamGetId(exec.cuda_stream(), &m_stream_id);
  }

  bool is_on_device_of(const Kokkos::Cuda& exec) const {
    return m_device == no_device || m_device == exec.cuda_device();
  }

  void wait_on(const Kokkos::Cuda& exec) const {
    require(is_on_device_of(exec), "reuse", "this call is on device ", exec.cuda_device(),
            " (need an instance on device ", m_device, ", where the symbolic call was)");
    if (m_done == nullptr) return;
    unsigned long long stream_id = 0;
    cuda_check(cudaStreamGetId(exec.cuda_stream(), &stream_id), "cudaStreamGetId");
    if (stream_id == m_stream_id) return;  // ids are never used twice
    cuda_check(set_device(m_device), "cudaSetDevice");
    cuda_check(cudaStreamWaitEvent(exec.cuda_stream(), m_done, 0), "cudaStreamWaitEvent");
  }

  /// \brief Frees \p data after the recorded work. On the default instance's stream, which is there until Kokkos ends,
  /// if the work was there: memory that another stream has freed takes several times as long to allocate.
  void release(void* data) noexcept {
    if (m_default_stream != nullptr && !Kokkos::is_finalized())
      return DeviceMemory<Kokkos::Cuda>::release(m_default_stream, m_device, data);
    const cudaStream_t stream = release_stream(m_device);
    if (m_done != nullptr && !m_release_waits) {
      (void)(stream == nullptr ? cudaEventSynchronize(m_done) : cudaStreamWaitEvent(stream, m_done, 0));
      m_release_waits = true;
    }
    DeviceMemory<Kokkos::Cuda>::release(stream, m_device, data);
  }

 private:
  static constexpr int no_device = -1;
  int m_device = no_device;
  cudaEvent_t m_done = nullptr;
  bool m_release_waits = false;  ///< what is released now comes after the recorded work
  unsigned long long m_stream_id = 0;
  cudaStream_t m_default_stream = nullptr;  ///< of the recorded work, if it was on the default instance
};

}  // namespace Ocean::Impl

#endif
#endif
