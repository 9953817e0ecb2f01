#ifndef OCEAN_KERNELS_SIZE_PREDICTION_MERGE_ROW_SKETCHES_TEAM_HPP
#define OCEAN_KERNELS_SIZE_PREDICTION_MERGE_ROW_SKETCHES_TEAM_HPP
/// \file
/// \brief Predicted sizes of C's rows from merged sketches by lane groups.

#include <Kokkos_Core.hpp>

#include "../../core/supernodes.hpp"
#include "../../sketch/team_row_estimator.hpp"

namespace Ocean::Impl {

/// \brief A group of up to \p Width lanes merges the sketches of a row of C; the team shares long rows. Rows of a
/// supernode that are computed together get the size of the first of them.
/// Shapes  continues_supernode [num_rows], or empty; predicted_row_nnz [num_rows] (out); the rest as in RowEstimator
/// Units   entries of C, rounded up, within the guaranteed bounds, NOT inflated
/// Launch  a sketch of scratch for each group; no atomics
/// Cost    nnz(A) * (NumRegisters + one row map pair) bytes, mostly from the level-2 cache
/// Source  [LG26] section 3.1
template <class ExecutionSpace, int Width, class Estimator, class Flags, class RowSizesView>
struct MergeRowSketches {
  static constexpr int max_team_size = HllTuning{}.lanes_team_size;
  using estimator_type = TeamRowEstimator<ExecutionSpace, Width, Estimator>;
  estimator_type rows_of_c;
  Flags continues_supernode;
  RowSizesView predicted_row_nnz;
  SketchRows rows;

  /// \brief Writes estimate() for \p row and those computed together with it, if it is the first of them.
  template <class Lanes, class Estimate>
  KOKKOS_FUNCTION void predict(const Lanes& lanes, count_type row, const Estimate& estimate) const {
    const SupernodePlace supernode = find_supernode(continues_supernode, row, predicted_row_nnz.extent(0));
    if (supernode.place > 0) return;
    const count_type size = estimate();
    if (lanes.rank() > 0) return;  // the first lane alone knows it
    for (int of = 0; of < supernode.num_rows; ++of) predicted_row_nnz(row + of) = size;
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto group = team.template group<Width>();
    rows.template for_each<Width>(
        team, [&](count_type row) { return rows_of_c.estimator.num_entries(row); },
        [&](count_type row) { predict(group, row, [&] { return rows_of_c.estimate(group, row); }); },
        [&](count_type row) {
          predict(TeamLanes<Team>(team), row, [&] { return rows_of_c.estimate_by_team(team, row); });
        });
  }
};

/// \brief Launches MergeRowSketches with groups of \p Width lanes on \p exec; returns without a fence.
template <int Width, TeamLauncher Launcher, class Estimator, class Flags, class RowSizesView>
void merge_row_sketches_team(const Launcher& launcher, const Estimator& estimator, const Flags& continues_supernode,
                             const RowSizesView& predicted_row_nnz, const HllTuning& tuning) {
  using functor_type = MergeRowSketches<typename Launcher::execution_space, Width, Estimator, Flags, RowSizesView>;
  const SketchLaunch plan = make_sketch_launch<Width>(
      launcher, "Ocean::size_prediction::merge_row_sketches", static_cast<count_type>(predicted_row_nnz.extent(0)),
      tuning.long_a_row_entries, functor_type::estimator_type::group_scratch_bytes, 0, tuning);
  launcher.launch(plan.launch, functor_type{{estimator}, continues_supernode, predicted_row_nnz, plan.rows});
}

}  // namespace Ocean::Impl

#endif
