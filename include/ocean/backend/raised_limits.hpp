#ifndef OCEAN_BACKEND_RAISED_LIMITS_HPP
#define OCEAN_BACKEND_RAISED_LIMITS_HPP
/// \file
/// \brief Limits that may only be raised, although the backend's setter could also lower them.

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>

namespace Ocean::Impl {

/// \brief The largest value that was set on each of \p NumDevices devices, 0 at first.
///
/// A recorded limit is in force on its device, whatever other threads raise it to.
template <int NumDevices>
class RaisedLimits {
 public:
  /// \brief Calls \p set(\p value) if the limit of \p device is below \p value; otherwise this is a single load.
  /// Pre     0 <= device < NumDevices
  /// \throws what \p set throws; the limit is then unchanged
  template <class Set>
  void raise(int device, std::size_t value, const Set& set) {
    std::atomic<std::size_t>& limit = m_limit[static_cast<std::size_t>(device)];
    if (value <= limit.load(std::memory_order_acquire)) return;
    const std::lock_guard<std::mutex> lock(s_mutex);
    if (value <= limit.load(std::memory_order_relaxed)) return;
    set(value);
    limit.store(value, std::memory_order_release);
  }

 private:
  static inline std::mutex s_mutex;  ///< of all limits: they are seldom raised
  std::array<std::atomic<std::size_t>, static_cast<std::size_t>(NumDevices)> m_limit{};
};

}  // namespace Ocean::Impl

#endif
