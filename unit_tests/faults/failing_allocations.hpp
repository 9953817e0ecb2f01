#ifndef OCEAN_TEST_FAULTS_FAILING_ALLOCATIONS_HPP
#define OCEAN_TEST_FAULTS_FAILING_ALLOCATIONS_HPP
/// \file
/// \brief Allocations that fail on order. Replaces the global operator new, from which the library's lists, work memory
/// on hosts and Kokkos' views come; on a device the test is linked so that its allocations come here, too. To be
/// included by one source of a program.

#include <dlfcn.h>
#include <execinfo.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>
#include <string_view>

namespace Ocean::Testing {

/// \brief Whether Kokkos is giving memory back: it makes a text for its tools then, in a destructor, so that nobody
/// could catch what that throws.
inline bool is_kokkos_giving_back() {
  std::array<void*, 16> frames;
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  return std::any_of(frames.begin(), frames.begin() + count, [](void* frame) {
    Dl_info info;
    if (dladdr(frame, &info) == 0 || info.dli_sname == nullptr) return false;
    const std::string_view name = info.dli_sname;
    return name.find("Kokkos") != name.npos && name.find("10deallocate") != name.npos;
  });
}

/// \brief Which allocations fail, and how many there were.
class Allocations {
 public:
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  /// \brief From now on the allocation number \p first (from 0) fails, and all after it if \p and_all_later.
  static void fail(std::int64_t first, bool and_all_later) {
    s_and_all_later = and_all_later;
    s_num_failed = 0;
    s_num_asked = 0;
    s_first_to_fail = first;
  }
  static void succeed() { s_first_to_fail = never; }
  /// \brief Allocations that failed since fail().
  static std::int64_t num_failed() { return s_num_failed; }
  /// \brief Allocations that were asked for since fail().
  static std::int64_t num_asked() { return s_num_asked; }
  /// \brief Blocks that are held now.
  static std::int64_t num_held() { return s_num_held; }

  /// \brief Whether the allocation that asks has to fail.
  static bool must_fail() {
    const std::int64_t first = s_first_to_fail;
    if (first == never) return false;
    const std::int64_t number = s_num_asked++;
    if (number < first || (number > first && !s_and_all_later) || is_kokkos_giving_back()) return false;
    ++s_num_failed;
    return true;
  }
  static void note_taken() { ++s_num_held; }
  static void note_given() { --s_num_held; }

 private:
  static inline std::atomic<std::int64_t> s_first_to_fail = never, s_num_asked = 0, s_num_failed = 0, s_num_held = 0;
  static inline std::atomic<bool> s_and_all_later = false;
};

inline void* take_block(std::size_t bytes, std::size_t alignment) noexcept {
  if (Allocations::must_fail()) return nullptr;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* const block = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
  if (block != nullptr) Allocations::note_taken();
  return block;
}
inline void* take_block_or_throw(std::size_t bytes, std::size_t alignment) {
  void* const block = take_block(bytes, alignment);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}
inline void give_block(void* block) noexcept {
  if (block == nullptr) return;
  Allocations::note_given();
  std::free(block);
}

}  // namespace Ocean::Testing

using Ocean::Testing::give_block;
using Ocean::Testing::take_block;
using Ocean::Testing::take_block_or_throw;

void* operator new(std::size_t bytes) { return take_block_or_throw(bytes, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new[](std::size_t bytes) { return take_block_or_throw(bytes, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return take_block(bytes, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return take_block(bytes, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return take_block_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return take_block_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return take_block(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return take_block(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* block) noexcept { give_block(block); }
void operator delete[](void* block) noexcept { give_block(block); }
void operator delete(void* block, std::size_t) noexcept { give_block(block); }
void operator delete[](void* block, std::size_t) noexcept { give_block(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { give_block(block); }
void operator delete[](void* block, const std::nothrow_t&) noexcept { give_block(block); }
void operator delete(void* block, std::align_val_t) noexcept { give_block(block); }
void operator delete[](void* block, std::align_val_t) noexcept { give_block(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { give_block(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { give_block(block); }
void operator delete(void* block, std::align_val_t, const std::nothrow_t&) noexcept { give_block(block); }
void operator delete[](void* block, std::align_val_t, const std::nothrow_t&) noexcept { give_block(block); }

#endif
