#ifndef OCEAN_BACKEND_KEPT_HOST_MEMORY_HPP
#define OCEAN_BACKEND_KEPT_HOST_MEMORY_HPP
/// \file
/// \brief How much host memory stays allocated between products.

#include <algorithm>
#include <cstddef>
#include <new>

#include "at_finalize.hpp"
#include "host_memory_limits.hpp"
#include "kept_blocks.hpp"
#include "kept_views.hpp"

namespace Ocean::Impl {

/// Bytes of work memory that are kept for each thread of an instance: 32 MiB, a window of 3.7 million columns. What
/// keeping brings was measured: perf_tests/results/xeon_16cores_2026-11-30_kept_memory.csv (only_work_ms)
inline constexpr std::size_t kept_work_bytes_per_thread = std::size_t(32) << 20;
/// Bytes of released arrays of C that are kept for each thread: 128 MiB, 11 million entries. What keeping brings was
/// measured: perf_tests/results/xeon_16cores_2026-11-30_kept_memory.csv (only_c_ms)
inline constexpr std::size_t kept_views_bytes_per_thread = std::size_t(128) << 20;

/// \brief Bytes to keep: so many for each of \p num_threads, at most kept_views_share of what the process may take.
inline std::size_t kept_host_bytes(int num_threads, std::size_t bytes_per_thread) {
  static const auto bytes_max = static_cast<std::size_t>(kept_views_share * static_cast<double>(total_host_bytes()));
  return std::min(bytes_max, bytes_per_thread * static_cast<std::size_t>(std::max(1, num_threads)));
}

/// \brief Makes Kokkos::finalize() give kept blocks back, once; without memory for the hook they stay until the end.
inline void hook_kept_blocks() noexcept {
  static const bool is_hooked = [] {
    try {
      at_finalize([] { KeptBlocks::trim(); });
    } catch (const std::bad_alloc&) {
      return false;
    }
    return true;
  }();
  (void)is_hooked;
}

/// \brief Work memory for an instance of \p num_threads threads; nullptr if the system has none.
inline void* allocate_host_work(std::size_t bytes, int num_threads) noexcept {
  hook_kept_blocks();
  return KeptBlocks::allocate(bytes, kept_host_bytes(num_threads, kept_work_bytes_per_thread));
}

/// \brief Bytes on the host that are kept and unused.
inline std::size_t kept_unused_host_bytes() { return KeptBlocks::idle_bytes() + KeptViews::unused_bytes(host_memory); }

/// \brief Gives them back to the system; returns whether there were any.
inline bool release_kept_host_memory() {
  const bool had_views = KeptViews::trim();
  return KeptBlocks::trim() || had_views;
}

}  // namespace Ocean::Impl

#endif
