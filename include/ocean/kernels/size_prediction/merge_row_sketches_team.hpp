#ifndef OCEAN_KERNELS_SIZE_PREDICTION_MERGE_ROW_SKETCHES_TEAM_HPP
#define OCEAN_KERNELS_SIZE_PREDICTION_MERGE_ROW_SKETCHES_TEAM_HPP
/// \file
/// \brief Predicted sizes of C's rows from merged sketches by lane groups.

#include <Kokkos_Core.hpp>

#include "../../sketch/team_row_estimator.hpp"

namespace Ocean::Impl {

/// \brief A group of up to \p Width lanes merges the sketches of a row of C; the team shares long rows.
/// Shapes  predicted_row_nnz [num_rows] (out); the rest as in RowEstimator
/// Units   entries of C, rounded up, within what is certain, NOT inflated
/// Launch  a sketch of scratch for each group; no atomics
/// Cost    nnz(A) * (NumRegisters + one row map pair) bytes, mostly from the level-2 cache
/// Source  [LG26] section 3.1
template <class ExecutionSpace, int Width, class Estimator, class RowSizesView>
struct MergeRowSketches {
  static constexpr int max_team_size = hll_tuning_default.native_team_size;
  using estimator_type = TeamRowEstimator<ExecutionSpace, Width, Estimator>;
  estimator_type rows_of_c;
  RowSizesView predicted_row_nnz;
  SketchRows rows;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto group = team.template group<Width>();
    rows.template for_each<Width>(
        team, [&](count_type row) { return rows_of_c.estimator.num_entries(row); },
        [&](count_type row) {
          const count_type size = rows_of_c.estimate(group, row);
          if (group.rank() == 0) predicted_row_nnz(row) = size;
        },
        [&](count_type row) {
          const count_type size = rows_of_c.estimate_by_team(team, row);
          if (team.thread_rank() == 0) predicted_row_nnz(row) = size;
        });
  }
};

/// \brief Launches MergeRowSketches with groups of \p Width lanes on \p exec; returns without a fence.
template <int Width, class ExecutionSpace, class Estimator, class RowSizesView>
void merge_row_sketches_team(const ExecutionSpace& exec, ExecutionPath path, const Estimator& estimator,
                             const RowSizesView& predicted_row_nnz, const HllTuning& tuning) {
  using functor_type = MergeRowSketches<ExecutionSpace, Width, Estimator, RowSizesView>;
  const SketchLaunch plan = make_sketch_launch<Width>(
      exec, path, "Ocean::size_prediction::merge_row_sketches", static_cast<count_type>(predicted_row_nnz.extent(0)),
      tuning.long_a_row_entries, functor_type::estimator_type::group_scratch_bytes, 0, tuning);
  launch_teams(exec, path, plan.launch, functor_type{{estimator}, predicted_row_nnz, plan.rows});
}

}  // namespace Ocean::Impl

#endif
