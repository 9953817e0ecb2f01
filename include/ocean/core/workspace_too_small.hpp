#ifndef OCEAN_CORE_WORKSPACE_TOO_SMALL_HPP
#define OCEAN_CORE_WORKSPACE_TOO_SMALL_HPP
/// \file
/// \brief The exception of a workspace that may not take more memory, and its numbers.

#include <cstddef>
#include <string>

#include "../../Ocean_Error.hpp"

namespace Ocean::Impl {

/// \brief What bounds a workspace.
enum class MemoryBound {
  limit,     ///< SpGEMMOptions::memory_limit_bytes, for work memory and C
  workspace  ///< SpGEMMOptions::workspace_bytes, the caller's work memory
};

/// \brief What was requested, and what the bound allows.
struct MemoryShortage {
  MemoryBound bound = MemoryBound::limit;
  const char* label = "";        ///< of the request; a literal
  std::size_t bytes = 0;         ///< requested
  std::size_t used_bytes = 0;    ///< already in use
  std::size_t needed_bytes = 0;  ///< the minimum the bound would have to be; more may be requested later
  std::size_t given_bytes = 0;   ///< in the bound
  std::size_t enough_bytes = 0;  ///< for the bound to cover all requests; 0: not known

  std::string text() const {
    const bool is_limit = bound == MemoryBound::limit;
    std::string result = concatenate("Ocean::workspace: ", label, " takes ", bytes, " bytes with ", used_bytes,
                                     " in use (need a ", is_limit ? "memory limit" : "workspace", " of at least ",
                                     needed_bytes, " bytes, it ", is_limit ? "is " : "has ", given_bytes);
    if (enough_bytes > 0) result += concatenate("; ", enough_bytes, " are enough");
    return result + ")";
  }
};

/// \brief What a workspace throws when its limit, or the caller's memory, does not have the bytes: fewer rows at once
/// may fit.
class WorkspaceTooSmall : public OutOfMemory {
 public:
  explicit WorkspaceTooSmall(const MemoryShortage& shortage) : OutOfMemory(shortage.text()), m_shortage(shortage) {}
  const MemoryShortage& shortage() const { return m_shortage; }

 private:
  MemoryShortage m_shortage;
};

}  // namespace Ocean::Impl

#endif
