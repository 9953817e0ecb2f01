#ifndef OCEAN_TUNING_HLL_TUNING_HPP
#define OCEAN_TUNING_HLL_TUNING_HPP
/// \file
/// \brief Tuning parameters of the HyperLogLog sketches: estimator, sampling, launch geometry.

#include <cstdint>

namespace Ocean::Impl {

/// \brief Thresholds of the estimates; passed by value, so that tests can inject extreme ones.
struct HllTuning {
  /// A row of C with at most this many products is not estimated: its size is min(products, span);
  /// source: [LG26] section 4.3, below 64 products a row the paper does not estimate either
  std::int64_t exact_products_max = 64;
  /// A row of B with more entries than this is sketched by the whole team;
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
  std::int64_t long_b_row_entries = 2048;
  /// A row of A with more entries than this is merged by the whole team;
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
  std::int64_t long_a_row_entries = 1024;
  /// Eight lanes per row up to this mean row length, a warp of 32 beyond;
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
  double narrow_group_mean_row_nnz = 32.0;
  /// Threads of a team whose groups have lanes;
  /// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
  int lanes_team_size = 256;
  /// Threads of any other team, each of which keeps a sketch in scratch; source: a wavefront of
  /// AMD's GPUs, on which it has never run
  int single_team_size = 64;
  /// Maximum number of rows that a lane group takes, one after another, in one launch; measured:
  /// perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
  int rows_per_group_max = 4;
  /// Teams per processor up to which a group takes only one row;
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
  int teams_per_unit = 32;
};

inline constexpr HllTuning hll_tuning_default{};

/// Linear counting while the raw estimate is at most this times the registers and one is zero; source: [FFGM07] Fig. 3
inline constexpr double linear_counting_ratio = 2.5;

/// Lanes of the two group widths that the kernels are compiled for.
inline constexpr int narrow_group_lanes = 8;
inline constexpr int wide_group_lanes = 32;

}  // namespace Ocean::Impl

#endif
