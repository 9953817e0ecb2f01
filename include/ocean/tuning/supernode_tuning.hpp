#ifndef OCEAN_TUNING_SUPERNODE_TUNING_HPP
#define OCEAN_TUNING_SUPERNODE_TUNING_HPP
/// \file
/// \brief Sizes of the teams that compute the rows of a supernode together.

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "../backend/team_launch.hpp"
#include "../core/supernodes.hpp"

namespace Ocean::Impl {

/// Threads of a team for a supernode: whole warps; with each, a processor holds about as many in all.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int supernode_team_sizes[] = {32, 64, 96, 128, 160, 192, 256, 320, 512};
inline constexpr int supernode_team_size_max = supernode_team_sizes[std::size(supernode_team_sizes) - 1];
/// Threads of such teams that a processor should hold, which bounds the registers of each.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int supernode_resident_threads = 1024;
/// Maximum number of threads that rows of B call for, one for each of their entries. measured:
/// perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
inline constexpr double supernode_threads_of_b_row_max = 256.0;
/// Minimum number of threads that a processor should have where scratch allows few teams. measured:
/// perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
inline constexpr int supernode_busy_threads = 768;
/// Entries of A's rows that a team reads at a time.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int supernode_batch = 64;
/// Columns that a thread loads before the first is used, where their order does not matter.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int supernode_columns_in_flight = 4;
/// Share of all products in rows of A with the same columns as the row before, from which supernodes are used.
/// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
inline constexpr double supernode_share_min = 0.25;
/// Mean entries of the rows of B that A's entries select, from which supernodes are used: a team works on one row of B
/// at a time. measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
inline constexpr double supernode_mean_b_row_min = 12.0;

/// \brief Threads of a team with \p team_bytes of scratch for rows of B of \p mean_b_row entries.
inline int choose_supernode_team_size(const TeamLimits& limits, double mean_b_row, std::size_t team_bytes) {
  const auto resident_teams = static_cast<int>(limits.scratch_bytes_unit / std::max<std::size_t>(1, team_bytes));
  const double busy = supernode_busy_threads / std::max(1, resident_teams);
  const double wanted = std::max(busy, std::min(mean_b_row, supernode_threads_of_b_row_max));
  const auto* const found =
      std::lower_bound(std::begin(supernode_team_sizes), std::end(supernode_team_sizes) - 1, wanted);
  return std::min(*found, limits.team_size_max);
}

/// \brief Scratch for the walk through a supernode, with scalars of \p value_bytes, a multiple of the alignment; 0: for
/// columns alone. Holds values of A, rows of B.
constexpr std::size_t supernode_scratch_bytes(std::size_t value_bytes) {
  constexpr std::size_t alignment = 16, factor_bytes = 32;
  constexpr int num_values = (supernode_batch + joined_b_rows_max - 1) * supernode_rows_max;
  const std::size_t bytes = num_values * value_bytes + supernode_batch * factor_bytes;
  return (bytes + alignment - 1) / alignment * alignment;
}

}  // namespace Ocean::Impl

#endif
