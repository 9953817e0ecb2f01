#ifndef OCEAN_CORE_CALL_WORKSPACE_HPP
#define OCEAN_CORE_CALL_WORKSPACE_HPP
/// \file
/// \brief Work memory that is freed when a call returns, separate from what is kept for the next one.

#include <limits>
#include <optional>

#include "workspace.hpp"

namespace Ocean::Impl {

/// \brief Uses \p kept if that has a limit or is the caller's memory; otherwise a workspace of its own, so that small
/// views do not fill slabs that are kept.
template <class ExecutionSpace>
class CallWorkspace {
 public:
  explicit CallWorkspace(Workspace<ExecutionSpace>& kept) : m_kept(kept), m_first(kept.num_allocated()) {
    if (!kept.is_bounded()) m_own.emplace(kept.execution_space());
  }
  CallWorkspace(const CallWorkspace&) = delete;
  CallWorkspace& operator=(const CallWorkspace&) = delete;
  ~CallWorkspace() { m_kept.release_between(m_first, m_own ? m_first : m_last); }

  Workspace<ExecutionSpace>& get() { return m_own ? *m_own : m_kept; }
  /// \brief Declares that the call has allocated all its views: those that \p kept hands out from now on are kept.
  void close() { m_last = m_kept.num_allocated(); }

 private:
  Workspace<ExecutionSpace>& m_kept;
  std::size_t m_first;
  std::size_t m_last = std::numeric_limits<std::size_t>::max();
  std::optional<Workspace<ExecutionSpace>> m_own;
};

}  // namespace Ocean::Impl

#endif
