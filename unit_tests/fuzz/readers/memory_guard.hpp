#ifndef OCEAN_UNIT_TESTS_FUZZ_MEMORY_GUARD_HPP
#define OCEAN_UNIT_TESTS_FUZZ_MEMORY_GUARD_HPP
/// \file
/// \brief Ends the process at the allocation that takes more memory than the input may cost.

#include <cstddef>

namespace Ocean::Testing {

/// \brief While it lives, what this thread has from operator new stays below a limit, or the process is aborted.
/// One at a time
class MemoryGuard {
 public:
  explicit MemoryGuard(std::size_t limit_bytes);
  MemoryGuard(const MemoryGuard&) = delete;
  MemoryGuard& operator=(const MemoryGuard&) = delete;
  ~MemoryGuard();
};

}  // namespace Ocean::Testing

#endif
