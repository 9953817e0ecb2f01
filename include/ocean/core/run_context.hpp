#ifndef OCEAN_CORE_RUN_CONTEXT_HPP
#define OCEAN_CORE_RUN_CONTEXT_HPP
/// \file
/// \brief What every stage of a product gets in addition to its operands.

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "workspace.hpp"

namespace Ocean::Impl {

/// \brief The instance and memory that a product uses, its options and its report. Owns only the options.
template <class ExecutionSpace>
struct RunContext {
  Workspace<ExecutionSpace>* workspace;  ///< in a call, whose instance runs all work
  SpGEMMOptions options;
  SpGEMMReport* report;
  bool needs_sizes = false;  ///< sizes come first, whatever the options: C's entries are another call's

  const ExecutionSpace& exec() const { return workspace->execution_space(); }
};

}  // namespace Ocean::Impl

#endif
