#ifndef OCEAN_STAGES_AVAILABLE_MEMORY_HPP
#define OCEAN_STAGES_AVAILABLE_MEMORY_HPP
/// \file
/// \brief When the device is asked what memory is free: asking can take as long as a stage.

#include <cstddef>
#include <limits>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../core/workspace.hpp"
#include "../results/row_analysis.hpp"
#include "analysis.hpp"

namespace Ocean::Impl {

/// \brief Bytes of a staging with room for \p entries of \p entry_bytes, and of C beside it.
inline double staged_bytes(double entries, std::size_t entry_bytes) {
  return 2.0 * entries * static_cast<double>(entry_bytes);
}

/// \brief Asks while the rows are analysed, if the product may stage so much that its workflow depends on the answer,
/// as far as is known by then. source: half of what is certain, since the rows of B that A selects may be the longer
/// ones \param entry_bytes of a column and a value of C
template <class ProblemType, class ExecutionSpace>
void ask_early(const ProblemType& problem, std::size_t entry_bytes, Workspace<ExecutionSpace>& workspace) {
  const double products = expected_row_products(problem) * static_cast<double>(problem.num_rows());
  if (staged_bytes(products, entry_bytes) >= static_cast<double>(workspace.certain_bytes() / 2))
    workspace.ask_available();
}

/// \brief What may still be allocated, if that matters: the device is not asked for what is certainly available.
template <class ExecutionSpace>
std::size_t available_for_staging(const AnalysisSummary& summary, const SpGEMMOptions& options, std::size_t entry_bytes,
                                  const Workspace<ExecutionSpace>& workspace) {
  const double staged = staged_bytes(static_cast<double>(summary.capped_products), entry_bytes);
  if (staged < static_cast<double>(workspace.certain_bytes()) || options.workflow != Workflow::automatic)
    return std::numeric_limits<std::size_t>::max();
  return workspace.available_bytes();
}

}  // namespace Ocean::Impl

#endif
