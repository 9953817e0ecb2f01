#ifndef OCEAN_KERNELS_SIZE_PREDICTION_BUILD_ROW_SKETCHES_HPP
#define OCEAN_KERNELS_SIZE_PREDICTION_BUILD_ROW_SKETCHES_HPP
/// \file
/// \brief HyperLogLog sketches of all rows of B by team kernels.

#include "../../../Ocean_Error.hpp"
#include "build_row_sketches_team.hpp"

namespace Ocean::Impl {

/// \brief Sketches every row of B; returns without a fence.
/// Shapes  sketches [num_rows(B) * num_registers] bytes (out), row after row, 16-byte aligned
/// Cost    one read of B's columns, num_registers bytes written per row
/// \throws std::invalid_argument if num_registers is not 32, 64 or 128, or the sketches have another length.
template <TeamLauncher Launcher, class OperandB, class Sketches>
void build_row_sketches(const Launcher& launcher, const OperandB& b, int num_registers, const Sketches& sketches,
                        const HllTuning& tuning = hll_tuning_default) {
  const char* const where = "build_row_sketches";
  dispatch_sketch_width(where, num_registers, [&](auto width) {
    constexpr int registers = decltype(width)::num_registers;
    require_sketch_extent(where, sketches, b.num_rows, registers);
    if (mean_row_length(b) <= tuning.narrow_group_mean_row_nnz)
      build_row_sketches_team<registers, narrow_group_lanes>(launcher, b, sketches, tuning);
    else
      build_row_sketches_team<registers, wide_group_lanes>(launcher, b, sketches, tuning);
  });
}

}  // namespace Ocean::Impl

#endif
