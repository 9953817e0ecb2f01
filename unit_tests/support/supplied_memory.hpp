#ifndef OCEAN_TEST_SUPPORT_SUPPLIED_MEMORY_HPP
#define OCEAN_TEST_SUPPORT_SUPPLIED_MEMORY_HPP
/// \file
/// \brief Work memory of the caller's that shows what was written, and where.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "Ocean_SpGEMMOptions.hpp"
#include "transfer.hpp"

namespace Ocean::Testing {

/// \brief Memory of the caller's between guards.
struct SuppliedMemory {
  static constexpr std::size_t guard_bytes = 4096;
  static constexpr char guard = 0x5a;
  std::size_t bytes;
  test_view<char> memory;

  explicit SuppliedMemory(std::size_t size)
      : bytes(size), memory(make_view(std::vector<char>(size + 2 * guard_bytes, guard), "Testing::supplied")) {}
  /// \brief \p options with this memory, \p shift bytes before the alignment.
  SpGEMMOptions in(SpGEMMOptions options, std::size_t shift = 0) const {
    options.workspace_data = memory.data() + guard_bytes - shift;
    options.workspace_bytes = bytes;
    return options;
  }
  bool is_used() const { return to_vector(memory) != std::vector<char>(memory.extent(0), guard); }
  /// \brief Whether nothing was written beside it.
  bool is_kept(std::size_t shift = 0) const {
    const auto host = to_vector(memory);
    const std::vector<char> guards(guard_bytes, guard);
    const std::size_t before = guard_bytes - shift;
    return std::equal(guards.begin(), guards.begin() + static_cast<std::ptrdiff_t>(before), host.begin()) &&
           std::equal(guards.begin(), guards.end(), host.begin() + static_cast<std::ptrdiff_t>(before + bytes));
  }
};

}  // namespace Ocean::Testing

#endif
