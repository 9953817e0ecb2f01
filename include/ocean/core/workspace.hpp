#ifndef OCEAN_CORE_WORKSPACE_HPP
#define OCEAN_CORE_WORKSPACE_HPP
/// \file
/// \brief The work memory of one product: every temporary is allocated here and freed when the product ends.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../backend/device_memory.hpp"
#include "../backend/recorded_work.hpp"
#include "problem.hpp"
#include "workspace_account.hpp"
#include "workspace_too_small.hpp"

namespace Ocean::Impl {

/// Bytes that a product takes without asking whether they are free, because asking can take longer than the product:
/// 256 MiB. measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr std::size_t unasked_bytes = std::size_t(256) << 20;
/// The same as a fraction of what was free when the space was last asked: others may have taken some since. If they
/// have taken all, an allocation fails, and the product is computed in less memory. source: an estimate; other
/// fractions were not compared
inline constexpr std::size_t unasked_fraction = 8;

/// \brief What is free of \p free_bytes, however many, once \p used_then bytes that were taken at the time have become
/// \p used_now.
constexpr std::size_t free_bytes_now(std::size_t free_bytes, std::size_t used_then, std::size_t used_now) {
  if (used_now > used_then) return free_bytes - std::min(free_bytes, used_now - used_then);
  return free_bytes + std::min(used_then - used_now, std::numeric_limits<std::size_t>::max() - free_bytes);
}

/// \brief Hands out typed, uninitialised, unmanaged views and keeps account of their bytes.
///
/// Allocation and release are ordered on the instance of the call. A workspace that is kept between calls has an
/// instance only while there is a WorkspaceCall on it: the next call may use another instance, and the first may be
/// gone by then. Bytes of C are registered with add_output(), so that peak_bytes() is the product's peak and a limit
/// covers both.
template <class ExecutionSpace>
class Workspace {
 public:
  using memory_space = typename ExecutionSpace::memory_space;
  template <class T>
  using view_type = Kokkos::View<T*, memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  /// \param limit_bytes limit on work memory and C together; 0 asks the space what is free.
  explicit Workspace(const ExecutionSpace& exec, std::size_t limit_bytes = 0)
      : Workspace(exec, limit_bytes, limit_bytes > 0 ? WorkspaceSource::blocks : WorkspaceSource::slabs_and_blocks) {}
  /// \brief A workspace with the limit and the memory that the options name.
  Workspace(const ExecutionSpace& exec, const SpGEMMOptions& options) : Workspace(exec, options.memory_limit_bytes) {
    if (options.workspace_data == nullptr) return;
    m_account = WorkspaceAccount(WorkspaceSource::supplied);
    m_is_supplied = true;
    const auto address = reinterpret_cast<std::uintptr_t>(options.workspace_data);
    const std::size_t skipped = MemoryLayout::aligned(address) - address;
    m_supplied = static_cast<char*>(options.workspace_data) + skipped;
    m_skipped_bytes = skipped;
    m_given_bytes = options.workspace_bytes;
    m_supplied_bytes = options.workspace_bytes > skipped ? options.workspace_bytes - skipped : 0;
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace() {
    if (m_is_supplied) return;
    for (const Item& item : m_items)
      if (!item.place.is_small) release_memory(item.data);
    for (void* slab : m_slabs) release_memory(slab);
  }

  /// \brief Puts the work to come on \p exec, after all work that used this memory.
  /// \return whether no call was in
  /// progress. A workspace that was constructed with an instance is in its first call, on that instance.
  bool begin_call(const ExecutionSpace& exec) {
    if (m_is_in_call) return false;
    take_over(exec);
    m_is_in_call = true;
    return true;
  }
  /// \brief Releases the instance.
  void end_call() noexcept {
    m_work.record(*m_exec);
    m_asked.reset();
    m_exec.reset();
    m_is_in_call = false;
  }
  /// \brief Makes \p exec wait for all work that used this memory, which is then freed in the order of its work.
  void take_over(const ExecutionSpace& exec) {
    if (m_exec) return;
    m_work.wait_on(exec);
    m_exec.emplace(exec);
  }
  /// \brief take_over() before this memory is freed and \p exec allocates anew: it may get the same memory. On another
  /// device, the memory is freed after its own work.
  void hand_over(const ExecutionSpace& exec) {
    if (m_work.is_on_device_of(exec)) take_over(exec);
  }

  /// \brief \p count uninitialised elements, alive until release() or the end of the workspace.
  /// \throws WorkspaceTooSmall if the limit or the caller's memory, OutOfMemory if the device does not have the bytes;
  ///         then nothing is allocated.
  template <class T>
  view_type<T> allocate(const char* label, count_type count) {
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T);
    if (bytes == 0) return view_type<T>();
    const WorkspacePlace place = m_account.find(bytes);
    check_room(label, bytes, place.growth);
    make_room(m_items);  // so that nothing fails once there is memory
    m_account.make_room();
    void* const data = memory_of(label, place);
    m_account.take(place);
    m_items.push_back({data, place, m_num_allocated++});
    m_peak_bytes = std::max(m_peak_bytes, live_bytes() + m_output_bytes);
    return view_type<T>(static_cast<T*>(data), static_cast<std::size_t>(count));
  }

  /// \brief Frees \p view early; later work on the instance may reuse its bytes. Part of a slab stays allocated.
  template <class T>
  void release(const view_type<T>& view) {
    if (view.data() == nullptr) return;
    for (std::size_t item = m_items.size(); item-- > 0;)
      if (m_items[item].data == view.data()) return release_item(item);
  }

  /// \brief Number of views handed out so far, for release_after().
  std::size_t num_allocated() const { return m_num_allocated; }
  /// \brief Frees all views but the first \p num_allocated that were handed out.
  void release_after(std::size_t num_allocated) {
    while (!m_items.empty() && m_items.back().number >= num_allocated) release_item(m_items.size() - 1);
  }

  /// \brief Frees the views numbered [\p first, \p last) that are still held.
  void release_between(std::size_t first, std::size_t last) {
    for (std::size_t item = m_items.size(); item-- > 0;)
      if (m_items[item].number >= first && m_items[item].number < last) release_item(item);
  }
  /// \brief Whether views numbered from \p first on are held.
  bool holds_since(std::size_t first) const { return !m_items.empty() && m_items.back().number >= first; }

  /// \brief Registers \p bytes of C before they are allocated.
  /// \throws WorkspaceTooSmall if the limit does not have the bytes.
  void add_output(std::size_t bytes) {
    check_limit("C", bytes, bytes);
    m_output_bytes += bytes;
    m_peak_bytes = std::max(m_peak_bytes, live_bytes() + m_output_bytes);
  }

  /// \brief Checks that the peak of a forecast that started from account() fits.
  /// \throws WorkspaceTooSmall if the limit or the caller's memory does not have the bytes.
  void check_forecast(const char* label, const WorkspaceAccount& forecast) const {
    const std::size_t peak = m_is_supplied ? forecast.supplied_bytes() : forecast.peak_bytes();
    const std::size_t bytes = peak - std::min(peak, live_bytes());
    check_room(label, bytes, bytes);
  }

  /// \brief Undoes add_output() for \p bytes: they are free again.
  void remove_output(std::size_t bytes) { m_output_bytes -= bytes; }

  /// \brief Bytes that are available without asking; less than the limit, if there is one.
  std::size_t certain_bytes() const {
    if (m_limit_bytes > 0) return 0;
    return std::max(unasked_bytes, DeviceMemory<ExecutionSpace>::last_available_bytes(*m_exec) / unasked_fraction);
  }

  /// \brief Asks the space what is free, unless there is a limit: while kernels run, this takes no time of the call.
  void ask_available() {
    if (m_limit_bytes == 0)
      m_asked = Asked{DeviceMemory<ExecutionSpace>::available_bytes(*m_exec), live_bytes() + m_output_bytes};
  }

  /// \brief Bytes that may still be allocated under the limit, or in the space: if it was asked in this call, what was
  /// free then, less what the call has taken since.
  std::size_t available_bytes() const {
    const std::size_t used = live_bytes() + m_output_bytes;
    if (m_limit_bytes > 0) return m_limit_bytes > used ? m_limit_bytes - used : 0;
    if (!m_asked) return DeviceMemory<ExecutionSpace>::available_bytes(*m_exec);
    return free_bytes_now(m_asked->free_bytes, m_asked->used_bytes, used);
  }

  /// \brief Bytes of work memory that may still be allocated: available_bytes(), or what is left of the caller's.
  std::size_t available_work_bytes() const {
    if (!m_is_supplied) return available_bytes();
    const std::size_t left = m_supplied_bytes - std::min(m_supplied_bytes, live_bytes());
    return m_limit_bytes > 0 ? std::min(left, available_bytes()) : left;
  }

  /// \brief Whether memory is bounded more tightly than by the space: by a limit, or the caller's memory.
  bool is_bounded() const { return m_is_supplied || m_limit_bytes > 0; }
  /// \brief This workspace's own \p options for a second workspace: with what is left of the limit and of the memory.
  SpGEMMOptions options_beside(SpGEMMOptions options) const {
    const auto left = [](std::size_t all, std::size_t taken) { return all - std::min(all, taken); };
    if (m_limit_bytes > 0)
      options.memory_limit_bytes = std::max<std::size_t>(1, left(m_limit_bytes, live_bytes() + m_output_bytes));
    if (m_is_supplied) {
      options.workspace_data = m_supplied + live_bytes();
      options.workspace_bytes = left(m_supplied_bytes, live_bytes());
    }
    return options;
  }
  std::size_t limit_bytes() const { return m_limit_bytes; }
  std::size_t live_bytes() const { return m_account.live_bytes(); }
  std::size_t output_bytes() const { return m_output_bytes; }
  std::size_t peak_workspace_bytes() const { return m_account.peak_bytes(); }
  std::size_t peak_bytes() const { return m_peak_bytes; }
  const WorkspaceAccount& account() const { return m_account; }
  /// \brief The instance of the call. Pre: there is one
  const ExecutionSpace& execution_space() const { return *m_exec; }

 private:
  struct Item {
    void* data;
    WorkspacePlace place;
    std::size_t number;  ///< views handed out before this one
  };

  /// \brief What the space had free, and the call had taken, when it was asked.
  struct Asked {
    std::size_t free_bytes, used_bytes;
  };

  Workspace(const ExecutionSpace& exec, std::size_t limit_bytes, WorkspaceSource source)
      : m_exec(exec), m_limit_bytes(limit_bytes), m_account(source) {}

  void* memory_of(const char* label, const WorkspacePlace& place) {
    if (m_is_supplied) return m_supplied + place.layout_begin;
    if (!place.is_small) return DeviceMemory<ExecutionSpace>::allocate(*m_exec, label, place.bytes);
    if (place.opens_slab) {
      make_room(m_slabs);
      m_slabs.push_back(
          DeviceMemory<ExecutionSpace>::allocate(*m_exec, "Ocean::workspace::slab", WorkspaceAccount::slab_bytes));
      return m_slabs.back();
    }
    return static_cast<char*>(m_slabs.back()) + (WorkspaceAccount::slab_bytes - m_account.slab_left());
  }

  void release_memory(void* data) noexcept {
    if (m_exec)
      DeviceMemory<ExecutionSpace>::release(*m_exec, data);
    else
      m_work.release(data);
  }

  void release_item(std::size_t index) noexcept {
    const Item item = m_items[index];
    if (!m_is_supplied && !item.place.is_small) release_memory(item.data);
    m_account.give(item.place);
    m_items.erase(m_items.begin() + static_cast<std::ptrdiff_t>(index));
  }

  void check_room(const char* label, std::size_t bytes, std::size_t growth) const {
    check_limit(label, bytes, growth);
    const std::size_t needed = live_bytes() + growth;
    if (!m_is_supplied || needed <= m_supplied_bytes) return;
    throw WorkspaceTooSmall({.bound = MemoryBound::workspace,
                             .label = label,
                             .bytes = bytes,
                             .used_bytes = live_bytes(),
                             .needed_bytes = needed + m_skipped_bytes,
                             .given_bytes = m_given_bytes});
  }

  void check_limit(const char* label, std::size_t bytes, std::size_t growth) const {
    const std::size_t used = live_bytes() + m_output_bytes;
    if (m_limit_bytes == 0 || used + growth <= m_limit_bytes) return;
    throw WorkspaceTooSmall({.bound = MemoryBound::limit,
                             .label = label,
                             .bytes = bytes,
                             .used_bytes = used,
                             .needed_bytes = used + growth,
                             .given_bytes = m_limit_bytes});
  }

  std::optional<ExecutionSpace> m_exec;
  bool m_is_in_call = false;
  RecordedWork<ExecutionSpace> m_work;  ///< of earlier calls
  std::size_t m_limit_bytes = 0;
  std::optional<Asked> m_asked;  ///< in this call
  WorkspaceAccount m_account;
  bool m_is_supplied = false;
  char* m_supplied = nullptr;
  std::size_t m_supplied_bytes = 0, m_skipped_bytes = 0, m_given_bytes = 0;
  std::vector<Item> m_items;  ///< in the order of their numbers
  std::size_t m_num_allocated = 0;
  std::vector<void*> m_slabs;
  std::size_t m_output_bytes = 0;
  std::size_t m_peak_bytes = 0;
};

/// \brief A call on a workspace that is kept: all its work is on \p exec. Inside another call, it is part of that.
template <class ExecutionSpace>
class WorkspaceCall {
 public:
  /// \throws std::invalid_argument if \p exec is on another device than the calls before.
  WorkspaceCall(Workspace<ExecutionSpace>& workspace, const ExecutionSpace& exec)
      : m_workspace(workspace), m_is_outermost(workspace.begin_call(exec)) {}
  WorkspaceCall(const WorkspaceCall&) = delete;
  WorkspaceCall& operator=(const WorkspaceCall&) = delete;
  ~WorkspaceCall() {
    if (m_is_outermost) m_workspace.end_call();
  }

 private:
  Workspace<ExecutionSpace>& m_workspace;
  bool m_is_outermost;
};

/// \brief On destruction, frees what was allocated since construction.
template <class ExecutionSpace>
class WorkspaceScope {
 public:
  explicit WorkspaceScope(Workspace<ExecutionSpace>& workspace)
      : m_workspace(workspace), m_num_allocated(workspace.num_allocated()) {}
  WorkspaceScope(const WorkspaceScope&) = delete;
  WorkspaceScope& operator=(const WorkspaceScope&) = delete;
  ~WorkspaceScope() { m_workspace.release_after(m_num_allocated); }

 private:
  Workspace<ExecutionSpace>& m_workspace;
  std::size_t m_num_allocated;
};

}  // namespace Ocean::Impl

#endif
