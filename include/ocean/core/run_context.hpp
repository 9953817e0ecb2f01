#ifndef OCEAN_CORE_RUN_CONTEXT_HPP
#define OCEAN_CORE_RUN_CONTEXT_HPP
/// \file
/// \brief What every stage of a product is given besides its operands.

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "workspace.hpp"

namespace Ocean::Impl {

/// \brief Where a product runs, in what memory, how, and where it reports what was done. Owns only the options.
template <class ExecutionSpace>
struct RunContext {
  Workspace<ExecutionSpace>* workspace;  ///< in a call, whose instance runs all work
  SpGEMMOptions options;
  SpGEMMReport* report;

  const ExecutionSpace& exec() const { return workspace->execution_space(); }
};

}  // namespace Ocean::Impl

#endif
