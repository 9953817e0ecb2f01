#ifndef OCEAN_STAGES_CLAIMS_HPP
#define OCEAN_STAGES_CLAIMS_HPP
/// \file
/// \brief The slots that staged rows claim once they are computed: whether rows claim, and how many slots there are.
/// Pure host functions.

#include <algorithm>

#include "../results/row_analysis.hpp"
#include "../tuning/accumulator_table.hpp"
#include "../tuning/sample_tuning.hpp"

namespace Ocean::Impl {

/// Slots beyond the expected entries: a multiple of the sample's relative error bound, and a share for what the sampled
/// rows do not show. measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr double room_deviations = 3.0, room_share = 0.02;
/// Rows claim their slots if C is expected to take less than this share of what their bounds or estimates do: larger
/// shares take as long, but more rows find no slots (lp_nug20: nvidia_h200_2026-11-24_memory.csv). measured:
/// perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr double claimed_share_max = 0.65;
/// Sampled compression ratio from which ESC rows that a whole warp works on claim; narrower groups would have to wait
/// for each other. measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr double esc_claims_compression_min = 1.5;
inline constexpr int esc_claims_from = 2;
static_assert(esc_shapes[esc_claims_from].width == 32 && esc_shapes[esc_claims_from - 1].width < 32);
static_assert(esc_shapes[esc_claims_from - 1].products_max() == sample_short_products);
/// Slots for estimated rows beyond the sum of their estimates, whose errors cancel out in the sum. source: [LG26]
/// section 5.3 for the error of one estimate; measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr double estimated_room_share = 0.06;

/// \brief Entries that C is expected to have according to the sample. Pre: there is a sample
inline double expected_entries(const AnalysisSummary& summary) {
  return static_cast<double>(summary.total_products) / summary.sampled.ratio;
}

/// \brief The same, or what all bounds allow where there is no sample.
inline double expected_or_most_entries(const AnalysisSummary& summary) {
  return summary.sampled.num_rows > 0 ? expected_entries(summary) : static_cast<double>(summary.capped_products);
}

/// \brief \p entries plus a margin for a number with the error \p relative_bound.
inline double with_margin(double entries, double relative_bound) {
  return entries * (1.0 + room_deviations * relative_bound + room_share);
}

/// \brief Slots for all entries that C is expected to have. Pre: there is a sample
inline double expected_room(const AnalysisSummary& summary) {
  return with_margin(expected_entries(summary), summary.sampled.relative_bound);
}

/// \brief Whether the rows of C claim their slots once they are computed: their total is known better than the size of
/// each. Of a long sampled row only a part is counted, which hides compression, so the expected size of C errs on the
/// large side.
/// \param expansion of estimates: if it is smaller than claims need, rows have the slots that were asked for; 0: bounds
inline bool choose_claims(const AnalysisSummary& summary, double expansion) {
  if (summary.total_products == 0) return false;
  if (expansion > 0.0) return expansion > 1.0 + estimated_room_share;
  return summary.sampled.num_rows > 0 &&
         expected_room(summary) < claimed_share_max * static_cast<double>(summary.capped_products);
}

/// \brief Number of slots for the rows that claim, in entries of C. A row that finds none left overflows.
/// \param is_estimated    whether rows have estimates, or bounds
/// \param expected_claims sum of these over the rows that claim, which the sample treats as long rows
inline count_type claimed_slots(const AnalysisSummary& summary, bool is_estimated, count_type expected_claims) {
  const auto sum = static_cast<double>(expected_claims);
  const auto longest = static_cast<double>(std::min(summary.max_row_products, summary.max_row_span));  // may be off
  if (is_estimated) return static_cast<count_type>((1.0 + estimated_room_share) * sum + longest);
  const double room = with_margin(sum * summary.sampled.long_share, summary.sampled.long_relative_bound);
  return std::min(static_cast<count_type>(room + longest), expected_claims);
}

}  // namespace Ocean::Impl

#endif
