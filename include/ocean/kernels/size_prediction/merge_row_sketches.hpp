#ifndef OCEAN_KERNELS_SIZE_PREDICTION_MERGE_ROW_SKETCHES_HPP
#define OCEAN_KERNELS_SIZE_PREDICTION_MERGE_ROW_SKETCHES_HPP
/// \file
/// \brief Predicted sizes of all rows of C from the sketches of B's rows, by team kernels.

#include "../../../Ocean_Error.hpp"
#include "merge_row_sketches_team.hpp"

namespace Ocean::Impl {

/// \brief Predicts the size of every row of C; returns without a fence.
/// Shapes  sketches [num_inner * num_registers] bytes, predicted_row_nnz [num_rows] (out)
/// Units   entries of C, rounded up, at least the longest row of B used (where B's rows have no duplicates), at most
///         min(products, span), NOT inflated; rows of few products get that upper bound
/// \throws std::invalid_argument if num_registers is not 32, 64 or 128, or a view has another length.
template <TeamLauncher Launcher, class ProblemType, class Analysis, class Sketches, class RowSizesView>
void merge_row_sketches(const Launcher& launcher, const ProblemType& problem, const Analysis& analysis,
                        const Sketches& sketches, int num_registers, const RowSizesView& predicted_row_nnz,
                        const HllTuning& tuning = hll_tuning_default) {
  const char* const where = "merge_row_sketches";
  require(static_cast<count_type>(predicted_row_nnz.extent(0)) == problem.num_rows(), where,
          "predicted_row_nnz has length ", predicted_row_nnz.extent(0), " (need ", problem.num_rows(), ")");
  dispatch_sketch_width(where, num_registers, [&](auto width) {
    constexpr int registers = decltype(width)::num_registers;
    require_sketch_extent(where, sketches, problem.num_inner(), registers);
    const auto estimator = make_row_estimator<registers>(problem, analysis, sketches, tuning);
    if (mean_row_length(problem.a) <= tuning.narrow_group_mean_row_nnz)
      merge_row_sketches_team<narrow_group_lanes>(launcher, estimator, analysis.continues_supernode, predicted_row_nnz,
                                                  tuning);
    else
      merge_row_sketches_team<wide_group_lanes>(launcher, estimator, analysis.continues_supernode, predicted_row_nnz,
                                                tuning);
  });
}

}  // namespace Ocean::Impl

#endif
