#ifndef OCEAN_TUNING_SAMPLE_TUNING_HPP
#define OCEAN_TUNING_SAMPLE_TUNING_HPP
/// \file
/// \brief Numbers behind the sampled compression ratio.

#include <array>
#include <cstdint>

namespace Ocean::Impl {

/// Words of the bitmap of a warp, and of a team: 8192 and 32768 bits.
inline constexpr int sample_group_words = 256, sample_team_words = 1024;
/// Rows of a team where they are short, a warp each, whose bitmaps are the team's for a long one.
inline constexpr int sample_short_rows_per_team = 4;
/// Threads of a native team, at the most.
inline constexpr int sample_team_size_max = 512;
/// Rows that are sampled whatever their products. UNMEASURED
inline constexpr std::int64_t sample_rows_always = 64;

/// \brief Thresholds of the sample; given by value, so that tests can inject extreme ones.
struct SampleTuning {
  /// Mean products of a row from which a row has a team, and from which it is a large one; UNMEASURED
  double team_row_products = 256.0, large_team_row_products = 8192.0;
  /// Threads of the teams for short rows, for rows, and for long ones; UNMEASURED
  std::array<int, 3> team_size = {128, 256, sample_team_size_max};
  /// Products of a row that a warp walks through at most, where rows are short and where they have teams; a warp's
  /// bitmap counts four times as many with an error of 1 % (source: LinearCounter). UNMEASURED
  std::int64_t short_products_max = 2048, group_products_max = 256;
  /// Products of a row that are walked through at most, for each thread of the team; a team's bitmap counts two times
  /// as many as the largest has with an error of 1 % (source: likewise). measured: with 512 the longest rows of kron15
  /// took 0.4 ms on an H200
  std::int64_t products_per_thread_max = 128;
  /// Conservative 1/ratio = mean + this * standard deviation of the sampled rows' 1/ratio; at most 1 / (1 + k^2) of the
  /// rows lie above (Cantelli), in practice hardly any. measured: with 2 on an H200 12 rows of cage12 overflowed, which
  /// cost 70 us
  double conservative_deviations = 3.0;
};

inline constexpr SampleTuning sample_tuning_default{};

/// \brief How rows are shared among the teams of a sample.
struct SampleShape {
  int team_size = 0, rows_per_team = 0;
  std::int64_t group_products_max = 0;  ///< rows of more products are the team's
  std::int64_t team_products_max = 0;   ///< products of a row that are walked through at most
};

/// \brief The shape for rows of so many products on the mean.
inline SampleShape choose_sample_shape(double row_products, const SampleTuning& tuning) {
  const bool are_short = row_products < tuning.team_row_products;
  const bool are_long = row_products >= tuning.large_team_row_products;
  SampleShape shape;
  shape.team_size = tuning.team_size[are_short ? 0 : are_long ? 2 : 1];
  shape.rows_per_team = are_short ? sample_short_rows_per_team : 1;
  shape.group_products_max = are_short ? tuning.short_products_max : tuning.group_products_max;
  shape.team_products_max = tuning.products_per_thread_max * shape.team_size;
  return shape;
}

/// Fraction bits of the sampled 1/ratio: sums of integers do not depend on their order, so a sample is reproducible.
/// A billion sampled rows of 1/ratio 1 still fit 63 bits.
inline constexpr int sample_fraction_bits = 32;

}  // namespace Ocean::Impl

#endif
