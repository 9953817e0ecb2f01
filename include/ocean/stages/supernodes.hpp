#ifndef OCEAN_STAGES_SUPERNODES_HPP
#define OCEAN_STAGES_SUPERNODES_HPP
/// \file
/// \brief The supernodes stage: rows of A with the same columns are done together, by rows of B with the same columns.

#include "../core/workspace.hpp"
#include "../kernels/analysis/join_b_rows.hpp"

namespace Ocean::Impl {

/// \brief Finds the rows of B that are added together. Pre: choose_supernodes()
template <class ExecutionSpace, class ProblemType, class Analysis>
void join_supernodes(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem, Analysis& analysis,
                     Workspace<ExecutionSpace>& workspace) {
  analysis.b_rows_at_once =
      workspace.template allocate<std::uint8_t>("Ocean::analysis::b_rows_at_once", analysis.summary.nnz_a);
  join_b_rows(exec, path, problem, analysis.b_continues_supernode, analysis.b_rows_at_once,
              typename Workspace<ExecutionSpace>::template view_type<count_type>(), nullptr);
}

}  // namespace Ocean::Impl

#endif
