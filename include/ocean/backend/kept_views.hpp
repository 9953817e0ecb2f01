#ifndef OCEAN_BACKEND_KEPT_VIEWS_HPP
#define OCEAN_BACKEND_KEPT_VIEWS_HPP
/// \file
/// \brief Views of C that their owners have released, kept for the next C.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "at_finalize.hpp"
#include "execution_spaces.hpp"
#include "kept_blocks.hpp"

namespace Ocean::Impl {

/// Kept views take at most this share of a device's memory, and of what a process may take on the host. The allocation
/// of an array takes 35 us and more from 1 MiB on, which is a third of a small product, and some 0.05 of the time of
/// products whose C has a gigabyte. measured: perf_tests/results/nvidia_h200_2026-11-23_short_rows.csv,
/// nvidia_h200_2026-11-24_occupancy.csv
inline constexpr double kept_views_share = 1.0 / 32.0;
/// Bytes per entry of C with which all views are judged, so that columns are kept whenever values are: tw_kron15 took
/// 1.12 times as long when only its columns were kept. source: columns and values of 64 bits
inline constexpr std::size_t kept_entry_bytes = 16;
/// Maximum number of views that are kept; measured: perf_tests/results/nvidia_h100_2026-11-25_constants.csv
inline constexpr std::size_t kept_views_max = 24;

/// The device of views in host memory: none of CUDA's.
inline constexpr int host_memory = -1;

/// \brief Whether views in host memory are kept: where no work may be pending on them when a call returns, because the
/// build has no devices; where Kokkos counts the owners of views atomically, because those of kept views may be on two
/// threads; and where no sanitizer is to see the end of each array.
inline constexpr bool keeps_host_views = std::is_same_v<device_spaces, SpaceList<>> && !has_address_sanitizer
#if defined(KOKKOS_ENABLE_ATOMICS_BYPASS) || defined(KOKKOS_ENABLE_HPX)
                                         && false
#endif
    ;

/// \brief Whether views of a memory space are kept: yes if allocations are slow, or the first writes to new memory.
template <class MemorySpace>
inline constexpr bool keeps_views_v = std::is_same_v<MemorySpace, Kokkos::HostSpace>&& keeps_host_views;
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

  /// \brief Keeps a copy of \p view, and drops the oldest copies if there are too many. Keeps nothing if there is no
  /// memory for the list.
  /// \param bytes_max of all views that are kept
  /// \param used_count  elements that are in use, if those behind them are never touched; may be told later
  template <class View>
  static void keep(int device, const View& view, std::size_t bytes_max, std::size_t used_count) {
    constexpr std::size_t value_bytes = sizeof(typename View::value_type);
    if (used_count == 0 || used_count * std::max(value_bytes, kept_entry_bytes) > bytes_max) return;
    try {
      auto kept = std::make_unique<KeptView<View>>();
      kept->view = view;
      kept->device = device;
      kept->bytes = view.span() * value_bytes;
      kept->used_bytes = used_count * value_bytes;
      list_type released;  // behind the lock: the space may wait for its work
      const std::lock_guard<std::mutex> lock(s_mutex);
      if (!s_is_hooked) at_finalize([] { forget_all(); });
      s_is_hooked = true;
      const auto has_it = [&](const auto& other) { return other->data() == view.data(); };
      const auto known = std::find_if(s_kept.begin(), s_kept.end(), has_it);
      if (known == s_kept.end())
        add(std::move(kept), bytes_max, released);
      else
        (*known)->used_bytes = kept->used_bytes;
    } catch (const std::bad_alloc&) {
    }
  }
  template <class View>
  static void keep(int device, const View& view, std::size_t bytes_max) {
    keep(device, view, bytes_max, view.span());
  }

  /// \brief Drops the copy of the view at \p data, if there is one.
  static void forget(const void* data) {
    list_type forgotten;  // behind the lock
    const std::lock_guard<std::mutex> lock(s_mutex);
    const auto has_it = [&](const auto& kept) { return kept->data() == data; };
    const auto known = std::find_if(s_kept.begin(), s_kept.end(), has_it);
    if (known == s_kept.end()) return;
    forgotten.push_back(std::move(*known));
    s_kept.erase(known);
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
      if (kept->device == device && kept->num_copies() == 1) bytes += kept->used_bytes;
    return bytes;
  }

 private:
  enum class State { in_use, dropped, idle };
  static constexpr std::uint64_t no_wait = 0;

  struct AnyKeptView {
    virtual ~AnyKeptView() = default;
    virtual int num_copies() const = 0;
    virtual const void* data() const = 0;
    State state = State::in_use;
    int device = 0;
    std::size_t bytes = 0, used_bytes = 0;
    std::uint64_t wait = no_wait;  ///< behind which it is idle once it is dropped
  };
  using list_type = std::vector<std::unique_ptr<AnyKeptView>>;
  template <class View>
  struct KeptView : AnyKeptView {
    int num_copies() const override { return view.use_count(); }
    const void* data() const override { return view.data(); }
    View view;
  };

  /// \brief Adds \p kept to the list; the oldest that there is no room for beside it go to \p released. Pre: the lock
  /// is held
  static void add(std::unique_ptr<AnyKeptView> kept, std::size_t bytes_max, list_type& released) {
    std::size_t total = kept->used_bytes, first = s_kept.size();
    while (first > 0 && s_kept.size() - first + 2 <= kept_views_max &&
           total + s_kept[first - 1]->used_bytes <= bytes_max)
      total += s_kept[--first]->used_bytes;
    const auto end = s_kept.begin() + static_cast<std::ptrdiff_t>(first);
    released.assign(std::make_move_iterator(s_kept.begin()), std::make_move_iterator(end));
    s_kept.erase(s_kept.begin(), end);
    s_kept.push_back(std::move(kept));
  }

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
    std::atomic_thread_fence(std::memory_order_acquire);  // what their owners did with them on the host is done
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
