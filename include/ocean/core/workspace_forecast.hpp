#ifndef OCEAN_CORE_WORKSPACE_FORECAST_HPP
#define OCEAN_CORE_WORKSPACE_FORECAST_HPP
/// \file
/// \brief Work memory that is counted, not allocated.

#include "problem.hpp"
#include "workspace_account.hpp"

namespace Ocean::Impl {

/// \brief A workspace's account that continues without allocating. What a stage allocates is written as one function of
/// a `Memory`, which is a Workspace when the stage runs and a WorkspaceForecast before: both have allocate() and
/// release().
class WorkspaceForecast {
 public:
  template <class T>
  using view_type = WorkspacePlace;

  explicit WorkspaceForecast(const WorkspaceAccount& account) : m_account(account) {}

  /// \brief What Workspace::allocate<T>() would take.
  template <class T>
  WorkspacePlace allocate(const char*, count_type count) {
    if (count == 0) return {};
    const WorkspacePlace place = m_account.find(static_cast<std::size_t>(count) * sizeof(T));
    m_account.take(place);
    return place;
  }
  void release(const WorkspacePlace& place) {
    if (place.bytes > 0) m_account.give(place);
  }
  /// \brief Adds \p bytes to the peaks.
  void allow(std::size_t bytes) { m_account.allow(bytes); }
  const WorkspaceAccount& account() const { return m_account; }

 private:
  WorkspaceAccount m_account;
};

}  // namespace Ocean::Impl

#endif
