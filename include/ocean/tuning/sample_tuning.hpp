#ifndef OCEAN_TUNING_SAMPLE_TUNING_HPP
#define OCEAN_TUNING_SAMPLE_TUNING_HPP
/// \file
/// \brief Tuning parameters of the sampled compression ratio.

#include <array>
#include <cstddef>
#include <cstdint>

#include "../backend/team_launch.hpp"

namespace Ocean::Impl {

/// Words in the bitmap of a warp, and of a team: 8192 and 32768 bits.
inline constexpr int sample_group_words = 256, sample_team_words = 1024;
/// Rows per team where they are short, one per warp; together, the warps' bitmaps form the team's for a long row.
inline constexpr int sample_short_rows_per_team = 4;
/// Most entries of a row of A for which a warp reads the shapes of the rows of B that they select; for more, the team
/// does. source: four times as many as a warp has in flight; other numbers were not compared
inline constexpr int sample_group_entries_max = 512;
/// Most threads of a native team.
inline constexpr int sample_team_size_max = 1024;
/// Rows that are always sampled, whatever their products.
/// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
inline constexpr std::int64_t sample_rows_always = 64;

/// Maximum number of products of a short row: short rows have slots for all their products even where others claim
/// theirs. source: the size of esc rows from which they claim (esc_claims_from)
inline constexpr std::int64_t sample_short_products = 32;

/// \brief Thresholds of the sample; passed by value, so that tests can inject extreme ones.
struct SampleTuning {
  /// Mean products per row from which a row gets a team, and from which it gets a large one;
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
  double team_row_products = 256.0, large_team_row_products = 8192.0;
  /// Fewest threads of the teams for short rows, for rows, and for long ones;
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv, the first two, and
  /// perf_tests/results/nvidia_h200_2026-11-24_constants.csv, the last
  std::array<int, 3> team_size = {256, 256, 512};
  /// Most products of a row that a warp walks through, in these teams; a warp's bitmap counts many more with an
  /// error of 1 % (source: LinearCounter).
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv, the first two, and
  /// perf_tests/results/nvidia_h200_2026-11-24_constants.csv, the last
  std::array<std::int64_t, 3> group_products_max = {512, 256, 256};
  /// Most products of a row that a team walks through; its bitmap counts four times as many as the last with an error
  /// of 1 % (source: likewise). measured: on an H200, rows of 16384 products took 0.1 ms where most are short
  /// (email-Enron), and with 16384 for the second, the sample of GaAs hid half of its compression; with 32768 instead
  /// of 65536, no workflow of 188 products changes but for rules of their own
  /// (perf_tests/results/nvidia_h100_2026-11-26_long_rows.csv)
  std::array<std::int64_t, 3> team_products_max = {8192, 32768, 32768};
  /// Conservative 1/ratio = mean + this * standard deviation of the sampled rows' 1/ratio; at most 1 / (1 + k^2) of the
  /// rows lie above (Cantelli), in practice hardly any. measured: with 2 on an H200, 12 rows of cage12 overflowed,
  /// which cost 70 us
  double conservative_deviations = 3.0;
};

inline constexpr SampleTuning sample_tuning_default{};

/// \brief How rows are shared among the teams of a sample.
struct SampleShape {
  int team_size = 0, rows_per_team = 0;
  std::int64_t group_products_max = 0;  ///< rows of more products go to the team
  std::int64_t team_products_max = 0;   ///< most products of a row that are walked through
};

/// \brief The shape for \p num_sampled rows of that many products on average. Where they are few, teams that have a row
/// are as large as the device holds at the same time, since the longest row takes longest.
/// measured: perf_tests/results/nvidia_h100_2026-11-26_long_rows.csv
inline SampleShape choose_sample_shape(double row_products, std::int64_t num_sampled, const TeamLimits& limits,
                                       const SampleTuning& tuning) {
  const bool are_short = row_products < tuning.team_row_products;
  const bool are_long = row_products >= tuning.large_team_row_products;
  SampleShape shape;
  const std::size_t kind = are_short ? 0 : are_long ? 2 : 1;
  shape.team_size = tuning.team_size[kind];
  const std::int64_t resident_threads = std::int64_t{limits.num_units} * limits.threads_unit;
  while (!are_short && 2 * shape.team_size <= sample_team_size_max &&
         2 * shape.team_size * num_sampled <= resident_threads)
    shape.team_size *= 2;
  shape.rows_per_team = are_short ? sample_short_rows_per_team : 1;
  shape.group_products_max = tuning.group_products_max[kind];
  shape.team_products_max = tuning.team_products_max[kind];
  return shape;
}

/// Fraction bits of the sampled 1/ratio: integer sums do not depend on their order, so a sample is reproducible.
/// A billion sampled rows of 1/ratio 1 still fit in 63 bits.
inline constexpr int sample_fraction_bits = 32;

}  // namespace Ocean::Impl

#endif
