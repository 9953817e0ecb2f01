#ifndef OCEAN_BACKEND_TOOL_ALLOCATIONS_HPP
#define OCEAN_BACKEND_TOOL_ALLOCATIONS_HPP
/// \file
/// \brief Reports memory that Kokkos does not allocate itself to Kokkos Tools.

#include <Kokkos_Core.hpp>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>

namespace Ocean::Impl {

/// \brief Blocks that were reported to a tool: each is reported as freed with the same space, label and bytes.
class ToolAllocations {
 public:
  /// \brief Tells a loaded tool, if there is one, that \p data was allocated.
  /// \throws std::bad_alloc; nothing is then reported
  static void tell_allocated(const char* space, const char* label, void* data, std::size_t bytes) {
    if (!Kokkos::Tools::profileLibraryLoaded()) return;
    {
      const std::lock_guard<std::mutex> lock(s_mutex);
      blocks()[data] = {space, label, bytes};
      s_num_blocks.store(blocks().size(), std::memory_order_release);
    }
    Kokkos::Tools::allocateData(Kokkos::Tools::make_space_handle(space), label, data, bytes);
  }

  /// \brief Reports that \p data is about to be freed, if its allocation was reported; otherwise a single load.
  static void tell_freed(void* data) {
    if (s_num_blocks.load(std::memory_order_acquire) == 0) return;
    Block block;
    {
      const std::lock_guard<std::mutex> lock(s_mutex);
      const auto found = blocks().find(data);
      if (found == blocks().end()) return;
      block = std::move(found->second);
      blocks().erase(found);
      s_num_blocks.store(blocks().size(), std::memory_order_release);
    }
    if (!Kokkos::Tools::profileLibraryLoaded()) return;
    Kokkos::Tools::deallocateData(Kokkos::Tools::make_space_handle(block.space), block.label, data, block.bytes);
  }

 private:
  struct Block {
    const char* space = nullptr;
    std::string label;
    std::size_t bytes = 0;
  };
  /// Never destroyed: what is static elsewhere may free a block later.
  static std::unordered_map<void*, Block>& blocks() {
    static auto* const all = new std::unordered_map<void*, Block>;
    return *all;
  }
  static inline std::mutex s_mutex;
  static inline std::atomic<std::size_t> s_num_blocks{0};
};

}  // namespace Ocean::Impl

#endif
