#ifndef OCEAN_STAGES_CLAIMS_HPP
#define OCEAN_STAGES_CLAIMS_HPP
/// \file
/// \brief Room that staged rows claim as they are done: whether they do, and how much there is. Pure host functions.

#include <algorithm>

#include "../results/row_analysis.hpp"
#include "../tuning/accumulator_table.hpp"

namespace Ocean::Impl {

/// Room beyond the expected size of C: relative bounds of the sampled compression ratio, and a share for what its rows
/// do not show. UNMEASURED: in nvidia_h200_2026-11-23_tuning.csv another size of C costs an allocation
inline constexpr double room_deviations = 3.0, room_share = 0.02;
/// Rows claim their room where C is expected to take less than this share of what their bounds or estimates do.
/// UNMEASURED
inline constexpr double claimed_share_max = 0.65;
/// Sampled compression from which those rows of esc claim that a whole warp works on; narrower groups would have to
/// wait for each other. UNMEASURED
inline constexpr double esc_claims_compression_min = 2.0;
inline constexpr int esc_claims_from = 2;
static_assert(esc_shapes[esc_claims_from].width == 32 && esc_shapes[esc_claims_from - 1].width < 32);
/// Room beyond their share of expected_room() for rows that claim beside others that do not, at least: the others may
/// compress more. UNMEASURED
inline constexpr double other_rows_share_min = 0.25;
/// Room for estimated rows beyond the sum of their estimates, whose errors cancel out in the sum.
/// source: [LG26] section 5.3 for the error of one estimate; UNMEASURED as a sum
inline constexpr double estimated_room_share = 0.06;

/// \brief Entries that C is expected to have by its sample. Pre: there is one
inline double expected_entries(const AnalysisSummary& summary) {
  return static_cast<double>(summary.total_products) / summary.sampled.ratio;
}

/// \brief The same with a margin. Pre: likewise
inline double expected_room(const AnalysisSummary& summary) {
  return expected_entries(summary) * (1.0 + room_deviations * summary.sampled.relative_bound + room_share);
}

/// \brief Whether the rows of C claim their room as they are done: what all of them take together is known better than
/// what each takes. Part of a long row that is sampled hides compression, so that C is rather expected too large.
/// \param expansion of estimates: with a smaller one than claims need, rows have the room that was asked for; 0: bounds
inline bool choose_claims(const AnalysisSummary& summary, double expansion) {
  if (summary.total_products == 0) return false;
  if (expansion > 0.0) return expansion > 1.0 + estimated_room_share;
  return summary.sampled.num_rows > 0 &&
         expected_room(summary) < claimed_share_max * static_cast<double>(summary.capped_products);
}

/// \brief Slots for the rows that claim, in entries of C. What finds no room there overflows.
/// \param is_estimated    whether rows have estimates, or bounds
/// \param expected_claims sum of these over the rows that claim; as large a share of C as of all bounds is theirs
inline count_type claimed_slots(const AnalysisSummary& summary, bool is_estimated, count_type expected_claims) {
  const auto sum = static_cast<double>(expected_claims);
  const auto longest = static_cast<double>(std::min(summary.max_row_products, summary.max_row_span));  // may be off
  if (is_estimated) return static_cast<count_type>((1.0 + estimated_room_share) * sum + longest);
  const double share = sum / static_cast<double>(summary.capped_products);
  const double margin = 1.0 + std::max(other_rows_share_min, summary.sampled.relative_deviation);
  const double room = std::min(1.0, margin * share) * expected_room(summary);  // all of C is enough
  return std::min(static_cast<count_type>(room + longest), expected_claims);
}

}  // namespace Ocean::Impl

#endif
