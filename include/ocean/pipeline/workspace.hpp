#ifndef OCEAN_PIPELINE_WORKSPACE_HPP
#define OCEAN_PIPELINE_WORKSPACE_HPP
/// \file
/// \brief The work memory of one product: every temporary comes from here and goes back when the product ends.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "../../Ocean_Error.hpp"
#include "../backend/device_memory.hpp"
#include "problem.hpp"

namespace Ocean::Impl {

/// \brief Hands out typed, uninitialised, unmanaged views and keeps account of their bytes.
///
/// Allocation and release are ordered on the instance. Bytes of C are registered with add_output(), so that
/// peak_bytes() is the most that the product held at once and a limit covers both.
template <class ExecutionSpace>
class Workspace {
 public:
  using memory_space = typename ExecutionSpace::memory_space;
  template <class T>
  using view_type = Kokkos::View<T*, memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  /// \param limit_bytes work memory and C together may take this much; 0 asks the space what is free.
  explicit Workspace(const ExecutionSpace& exec, std::size_t limit_bytes = 0)
      : m_exec(exec), m_limit_bytes(limit_bytes) {}
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace() {
    for (const Block& block : m_blocks) DeviceMemory<ExecutionSpace>::release(m_exec, block.data);
  }

  /// \brief \p count uninitialised elements, alive until release() or the end of the workspace.
  /// \throws std::runtime_error if the limit or the device has not the bytes; nothing is allocated then.
  template <class T>
  view_type<T> allocate(const char* label, count_type count) {
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T);
    if (bytes == 0) return view_type<T>();
    void* data = bytes <= small_bytes_max ? allocate_small(bytes) : allocate_block(label, bytes);
    return view_type<T>(static_cast<T*>(data), static_cast<std::size_t>(count));
  }

  /// \brief Gives \p view back early, unless it is part of a chunk; later work on the instance may reuse its bytes.
  template <class T>
  void release(const view_type<T>& view) {
    if (view.extent(0) * sizeof(T) <= small_bytes_max) return;
    const auto block = std::find_if(m_blocks.begin(), m_blocks.end(),
                                    [&](const Block& candidate) { return candidate.data == view.data(); });
    if (view.data() == nullptr || block == m_blocks.end()) return;
    DeviceMemory<ExecutionSpace>::release(m_exec, block->data);
    m_live_bytes -= block->bytes;
    m_blocks.erase(block);
  }

  /// \brief Registers \p bytes of C before they are allocated.
  /// \throws std::runtime_error if the limit has not the bytes.
  void add_output(std::size_t bytes) {
    check_room("C", bytes);
    m_output_bytes += bytes;
    m_peak_bytes = std::max(m_peak_bytes, m_live_bytes + m_output_bytes);
  }

  /// \brief Bytes that may still be allocated under the limit.
  std::size_t available_bytes() const {
    const std::size_t used = m_live_bytes + m_output_bytes;
    if (m_limit_bytes > 0) return m_limit_bytes > used ? m_limit_bytes - used : 0;
    return DeviceMemory<ExecutionSpace>::available_bytes(m_exec);
  }

  std::size_t limit_bytes() const { return m_limit_bytes; }
  std::size_t live_bytes() const { return m_live_bytes; }
  std::size_t peak_workspace_bytes() const { return m_peak_workspace_bytes; }
  std::size_t peak_bytes() const { return m_peak_bytes; }
  const ExecutionSpace& execution_space() const { return m_exec; }

 private:
  struct Block {
    void* data;
    std::size_t bytes;
  };

  /// Views up to this many bytes share chunks: an allocation of its own takes longer than the work on it.
  static constexpr std::size_t small_bytes_max = std::size_t(1) << 18;  // UNMEASURED
  static constexpr std::size_t chunk_bytes = std::size_t(1) << 20;      // UNMEASURED
  /// Alignment of the views in a chunk: a cache line of a GPU.
  static constexpr std::size_t small_alignment = 256;

  void* allocate_block(const char* label, std::size_t bytes) {
    check_room(label, bytes);
    void* data = DeviceMemory<ExecutionSpace>::allocate(m_exec, label, bytes);
    m_blocks.push_back({data, bytes});
    m_live_bytes += bytes;
    m_peak_workspace_bytes = std::max(m_peak_workspace_bytes, m_live_bytes);
    m_peak_bytes = std::max(m_peak_bytes, m_live_bytes + m_output_bytes);
    return data;
  }

  /// \brief Part of a chunk; given back with the chunk, when the workspace ends.
  void* allocate_small(std::size_t bytes) {
    const std::size_t aligned = (bytes + small_alignment - 1) / small_alignment * small_alignment;
    if (m_chunk_left < aligned) {
      m_chunk = static_cast<char*>(allocate_block("Ocean::workspace::chunk", chunk_bytes));
      m_chunk_left = chunk_bytes;
    }
    char* data = m_chunk;
    m_chunk += aligned;
    m_chunk_left -= aligned;
    return data;
  }

  void check_room(const char* label, std::size_t bytes) const {
    if (m_limit_bytes == 0) return;
    const std::size_t used = m_live_bytes + m_output_bytes;
    if (used + bytes > m_limit_bytes)
      throw_runtime_error("workspace", label, " takes ", bytes, " bytes beside ", used,
                          " in use (need a memory limit of at least ", used + bytes, " bytes, it is ", m_limit_bytes,
                          ")");
  }

  ExecutionSpace m_exec;
  std::size_t m_limit_bytes = 0;
  std::vector<Block> m_blocks;
  char* m_chunk = nullptr;
  std::size_t m_chunk_left = 0;
  std::size_t m_live_bytes = 0;
  std::size_t m_output_bytes = 0;
  std::size_t m_peak_workspace_bytes = 0;
  std::size_t m_peak_bytes = 0;
};

}  // namespace Ocean::Impl

#endif
