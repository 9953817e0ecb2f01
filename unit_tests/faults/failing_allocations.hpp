#ifndef OCEAN_TEST_FAULTS_FAILING_ALLOCATIONS_HPP
#define OCEAN_TEST_FAULTS_FAILING_ALLOCATIONS_HPP
/// \file
/// \brief Allocations that fail on order: which, how many, and what is held.

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

}  // namespace Ocean::Testing

#endif
