#ifndef OCEAN_BACKEND_HOST_PAGES_HPP
#define OCEAN_BACKEND_HOST_PAGES_HPP
/// \file
/// \brief Page sizes of large host allocations.

#include <cstddef>
#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace Ocean::Impl {

/// \brief Asks the operating system for large pages under [data, data + bytes); a hint that changes no content.
/// Units   bytes
/// Pre     nothing of the range was written yet: pages that exist stay as they are
inline void prefer_large_pages(void* data, std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t large_page_bytes = std::uintptr_t(2) << 20;
  const auto begin = (reinterpret_cast<std::uintptr_t>(data) + large_page_bytes - 1) & ~(large_page_bytes - 1);
  const auto end = (reinterpret_cast<std::uintptr_t>(data) + bytes) & ~(large_page_bytes - 1);
  if (begin < end) (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#else
  (void)data;
  (void)bytes;
#endif
}

}  // namespace Ocean::Impl

#endif
