#ifndef OCEAN_TEST_SUPPORT_SUPPLIED_MEMORY_HPP
#define OCEAN_TEST_SUPPORT_SUPPLIED_MEMORY_HPP
/// \file
/// \brief Work memory of the caller's that shows what was written, and where.

#include <algorithm>
#include <cstddef>

#include "Ocean_SpGEMMOptions.hpp"
#include "transfer.hpp"

namespace Ocean::Testing {

/// \brief Memory of the caller's between guards.
struct SuppliedMemory {
  static constexpr std::size_t guard_bytes = 4096;
  static constexpr char guard = 0x5a;
  std::size_t bytes;
  test_view<char> memory;

  explicit SuppliedMemory(std::size_t size) : bytes(size), memory("Testing::supplied", size + 2 * guard_bytes) {
    Kokkos::deep_copy(memory, guard);
  }
  /// \brief \p options with this memory, \p shift bytes before the alignment.
  SpGEMMOptions in(SpGEMMOptions options, std::size_t shift = 0) const {
    options.workspace_data = memory.data() + guard_bytes - shift;
    options.workspace_bytes = bytes;
    return options;
  }
  bool is_used() const {
    const auto host = to_vector(memory);
    return std::any_of(host.begin(), host.end(), [](char byte) { return byte != guard; });
  }
  /// \brief Whether nothing was written beside it.
  bool is_kept(std::size_t shift = 0) const {
    const auto host = to_vector(memory);
    for (std::size_t byte = 0; byte < guard_bytes; ++byte)
      if ((byte < guard_bytes - shift && host[byte] != guard) || host[guard_bytes - shift + bytes + byte] != guard)
        return false;
    return true;
  }
};

}  // namespace Ocean::Testing

#endif
