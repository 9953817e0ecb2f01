#ifndef OCEAN_BACKEND_KEPT_VIEWS_HPP
#define OCEAN_BACKEND_KEPT_VIEWS_HPP
/// \file
/// \brief Views of C that their owners have released, kept for the next C.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "at_finalize.hpp"

namespace Ocean::Impl {

/// Kept views take at most this share of a device's memory. The allocation of an array takes 35 us and more from 1 MiB
/// on, which is a third of a small product, and some 0.05 of the time of products whose C has a gigabyte. measured:
/// perf_tests/results/nvidia_h200_2026-11-23_short_rows.csv, nvidia_h200_2026-11-24_occupancy.csv
inline constexpr double kept_views_share = 1.0 / 32.0;
/// Bytes per entry of C with which all views are judged, so that columns are kept whenever values are: tw_kron15 took
/// 1.12 times as long when only its columns were kept. source: columns and values of 64 bits
inline constexpr std::size_t kept_entry_bytes = 16;
/// Maximum number of views that are kept; measured: perf_tests/results/nvidia_h100_2026-11-25_constants.csv
inline constexpr std::size_t kept_views_max = 24;

/// \brief Whether views of a memory space are kept: yes if allocations are slow.
template <class MemorySpace>
inline constexpr bool keeps_views_v = false;
#if defined(KOKKOS_ENABLE_CUDA)
template <>
inline constexpr bool keeps_views_v<Kokkos::CudaSpace> = true;
#endif

/// \brief A copy of each view that was handed out lately. A view counts as released once no other copy exists, and as
/// idle once all work queued until then is done; idle views are handed out again.
class KeptViews {
 public:
  /// \brief If views on the device of \p exec were released since the last time, waits for all work that may still use
  /// them.
  template <class Memory, class ExecutionSpace>
  static void settle(const ExecutionSpace& exec) {
    const std::uint64_t wait = note_dropped(Memory::device_of(exec));
    if (wait == no_wait) return;
    Memory::wait_for_device(exec);  // others may use the list meanwhile
    const std::lock_guard<std::mutex> lock(s_mutex);
    for (const auto& kept : s_kept)
      if (kept->state == State::dropped && kept->wait == wait) kept->state = State::idle;
  }

  /// \brief An idle view of that name with exactly \p count elements, or an empty view.
  template <class View>
  static View take(int device, const char* label, std::size_t count) {
    const std::lock_guard<std::mutex> lock(s_mutex);
    for (const auto& kept : s_kept) {
      const std::size_t bytes = count * sizeof(typename View::value_type);
      if (kept->state != State::idle || kept->device != device || kept->bytes != bytes) continue;
      auto* const found = dynamic_cast<KeptView<View>*>(kept.get());
      if (found == nullptr || found->view.label() != label) continue;
      found->state = State::in_use;
      return found->view;
    }
    return View();
  }

  /// \brief Keeps a copy of \p view, and drops the oldest copies if there are too many.
  /// \param bytes_max of all views that are kept
  template <class View>
  static void keep(int device, const View& view, std::size_t bytes_max) {
    const std::size_t bytes = view.span() * sizeof(typename View::value_type);
    if (bytes == 0 || std::max(bytes, view.span() * kept_entry_bytes) > bytes_max) return;
    auto kept = std::make_unique<KeptView<View>>();
    kept->view = view;
    kept->device = device;
    kept->bytes = bytes;
    list_type released;  // behind the lock: the space may wait for its work
    const std::lock_guard<std::mutex> lock(s_mutex);
    if (!s_is_hooked) at_finalize([] { forget_all(); });
    s_is_hooked = true;
    std::size_t total = bytes, first = s_kept.size();
    while (first > 0 && s_kept.size() - first + 2 <= kept_views_max && total + s_kept[first - 1]->bytes <= bytes_max)
      total += s_kept[--first]->bytes;
    const auto end = s_kept.begin() + static_cast<std::ptrdiff_t>(first);
    released.assign(std::make_move_iterator(s_kept.begin()), std::make_move_iterator(end));
    s_kept.erase(s_kept.begin(), end);
    s_kept.push_back(std::move(kept));
  }

  /// \brief Frees the views that nobody else holds; returns whether there were any.
  static bool trim() {
    list_type released;  // behind the lock
    const std::lock_guard<std::mutex> lock(s_mutex);
    list_type used;  // in the order in which they were kept
    used.reserve(s_kept.size());
    released.reserve(s_kept.size());
    for (auto& kept : s_kept) (kept->num_copies() > 1 ? used : released).push_back(std::move(kept));
    s_kept = std::move(used);
    return !released.empty();
  }

  /// \brief Bytes on \p device of views that nobody else holds.
  static std::size_t unused_bytes(int device) {
    const std::lock_guard<std::mutex> lock(s_mutex);
    std::size_t bytes = 0;
    for (const auto& kept : s_kept)
      if (kept->device == device && kept->num_copies() == 1) bytes += kept->bytes;
    return bytes;
  }

 private:
  enum class State { in_use, dropped, idle };
  static constexpr std::uint64_t no_wait = 0;

  struct AnyKeptView {
    virtual ~AnyKeptView() = default;
    virtual int num_copies() const = 0;
    State state = State::in_use;
    int device = 0;
    std::size_t bytes = 0;
    std::uint64_t wait = no_wait;  ///< behind which it is idle once it is dropped
  };
  using list_type = std::vector<std::unique_ptr<AnyKeptView>>;
  template <class View>
  struct KeptView : AnyKeptView {
    int num_copies() const override { return view.use_count(); }
    View view;
  };

  /// \brief Notes which views on \p device were dropped since the last time.
  /// \return the number of the wait that they are idle behind; no_wait if there are none
  static std::uint64_t note_dropped(int device) {
    const std::lock_guard<std::mutex> lock(s_mutex);
    bool were_dropped = false;
    for (const auto& kept : s_kept) {
      if (kept->device != device || kept->state != State::in_use || kept->num_copies() > 1) continue;
      kept->state = State::dropped;
      kept->wait = s_num_waits + 1;
      were_dropped = true;
    }
    return were_dropped ? ++s_num_waits : no_wait;
  }

  static void forget_all() {
    const std::lock_guard<std::mutex> lock(s_mutex);
    s_kept.clear();
  }

  static inline list_type s_kept;
  static inline std::uint64_t s_num_waits = no_wait;
  static inline std::mutex s_mutex;
  static inline bool s_is_hooked = false;
};

}  // namespace Ocean::Impl

#endif
