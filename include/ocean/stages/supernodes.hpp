#ifndef OCEAN_STAGES_SUPERNODES_HPP
#define OCEAN_STAGES_SUPERNODES_HPP
/// \file
/// \brief The supernodes stage: rows of A with equal columns are computed together, and rows of B with equal columns
/// are added together.

#include "../core/workspace.hpp"
#include "../kernels/analysis/join_b_rows.hpp"

namespace Ocean::Impl {

/// \brief Finds the rows of B that are added together. Pre: choose_supernodes()
template <TeamLauncher Launcher, class ProblemType, class Analysis>
void join_supernodes(const Launcher& launcher, const ProblemType& problem, Analysis& analysis,
                     Workspace<typename Launcher::execution_space>& workspace) {
  analysis.b_rows_at_once =
      workspace.template allocate<std::uint8_t>("Ocean::analysis::b_rows_at_once", analysis.summary.nnz_a);
  const auto b_place = workspace.template allocate<std::uint8_t>("Ocean::analysis::b_place", problem.num_inner());
  join_b_rows(launcher, problem, analysis.b_continues_supernode, b_place, analysis.b_rows_at_once,
              typename Workspace<typename Launcher::execution_space>::template view_type<count_type>(), nullptr);
  workspace.release(b_place);
}

}  // namespace Ocean::Impl

#endif
