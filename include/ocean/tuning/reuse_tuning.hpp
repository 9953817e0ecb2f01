#ifndef OCEAN_TUNING_REUSE_TUNING_HPP
#define OCEAN_TUNING_REUSE_TUNING_HPP
/// \file
/// \brief How the values of a known graph are summed: tuning parameters, and the choice between lists and places.

#include <array>

#include "../backend/team_launch.hpp"
#include "../core/problem.hpp"
#include "lane_choice.hpp"

namespace Ocean::Impl {

/// \brief How the products of A B find their entries of C once C's graph is known.
enum class ReuseSums {
  automatic,  ///< chosen from the patterns: choose_places()
  lists,      ///< every entry of C has a list of its products
  places      ///< every product has its place in its row of C
};

/// \brief How often values are summed with the same preparation.
enum class SumCalls { one, repeated };

/// \brief When places pay off, and which rows of C a group or a team sums in scratch.
struct ReuseTuning {
  ReuseSums sums = ReuseSums::automatic;
  /// For one call, where lists are not worth making: A's longest row may have this many entries, plus one for every
  /// one_call_products_per_entry products of C; measured: perf_tests/results/nvidia_h200_2026-11-25_one_call_sums.csv,
  /// the first, and perf_tests/results/nvidia_h100_2026-11-25_constants.csv, the second
  count_type one_call_row_a = 6000, one_call_products_per_entry = 3000;
  /// Places need rows of B with this many entries, averaged over A's entries: lanes add neighbouring entries at the
  /// same time; measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
  double mean_b_row_min = 4.0;
  /// Places need this many products per entry of C on average: below that, lists are used;
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
  double products_per_entry_min = 4.0;
  /// Places need no number of products per entry of C where the longest row of A has at most even_row_a_max times as
  /// many entries as its mean, rows of B have even_b_row_min entries on average, and the lanes occupy even_filled_share
  /// of the resident threads; measured: perf_tests/results/nvidia_h100_2026-11-27_even_rows.csv
  double even_row_a_max = 2.5, even_b_row_min = 11.0, even_filled_share = 0.5;
  /// Places need rows of C whose lanes occupy this share of the device's resident threads;
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
  double filled_share_min = 0.125;
  /// Places need rows of A of at most this many entries, or of as many as balanced_share_max allows;
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
  count_type row_a_always = 512;
  /// A's longest row may have this many times as many entries as a resident thread has products on average;
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
  double balanced_share_max = 4.0;
  /// Most entries of C's rows that groups of lanes sum; multiples of 4;
  /// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
  std::array<int, 3> group_capacity = {64, 256, 1024};
  /// Minimum number of lanes of these groups, so that few enough groups share a processor's scratch; 8, 16 or 32;
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv, the first, and
  /// perf_tests/results/nvidia_h200_2026-11-24_constants.csv, the others
  std::array<int, 3> group_lanes_min = {8, 16, 32};
  /// Fewest entries of a row of B per lane of its group, on average; threads of a team have one.
  /// measured: on an H200 against 1, 5 to 11 % faster on conf5, Dubcova2, ccx, s3dkt3m2, pwtk, tet15, 5 to 8 % slower
  /// on xenon1, tri_nsjac, lp_maros_r7; where teams sum, GaAs was 1.7 times as slow
  double entries_per_lane_min = 2.0;
  /// Threads in a team of such groups;
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
  int group_team_size = 128;
  /// Most entries of C's rows summed by teams that share a processor with several others;
  /// measured: perf_tests/results/nvidia_h200_2026-11-25_sums.csv
  std::array<int, 3> shared_team_capacity = {2048, 4096, 8192};
  /// Most entries of C's rows that a team alone on its processor sums in scratch; the space may have less. source:
  /// beyond the scratch of any device, so that its own limit holds
  int team_capacity = 1 << 20;
  /// Fewest and most threads of a team that owns a row;
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv, the fewest, and
  /// perf_tests/results/nvidia_h100_2026-11-25_constants.csv, the most
  int team_size_min = 64, team_size_max = 256;
  /// Supernodes are summed together from this many products per place of their first rows;
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
  double supernode_rows_min = 2.0;
  /// Scratch of teams that sum supernodes, in steps as fine as their occupancy; larger teams have what the largest
  /// needs. measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
  std::array<count_type, 10> supernode_bytes = {2048, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152, 65536};
  /// Most entries of C's rows whose places are kept; source: 16 bits
  count_type kept_row_max = count_type(1) << 16;
};

inline constexpr ReuseTuning reuse_tuning_default{};

/// \brief What the choice between lists and places depends on: only patterns.
struct SumFacts {
  count_type num_rows = 0;
  count_type nnz_a = 0;
  count_type nnz_c = 0;
  count_type num_products = 0;
  count_type longest_row_a = 0, longest_row_c = 0;  ///< entries
  bool b_rows_sorted = false;                       ///< columns strictly increase in every row of B

  /// \brief Mean length of the rows of B that A's entries select.
  double mean_b_row() const {
    return nnz_a == 0 ? 0.0 : static_cast<double>(num_products) / static_cast<double>(nnz_a);
  }
  double products_per_entry() const {
    return nnz_c == 0 ? 0.0 : static_cast<double>(num_products) / static_cast<double>(nnz_c);
  }
};

/// Lanes of the widest group that owns a row.
inline constexpr int sum_lanes_max = 32;

/// \brief Whether sums are formed at places, not from lists or by atomics.
inline bool choose_places(const SumFacts& facts, SumCalls calls, const TeamLimits& limits, const ReuseTuning& tuning) {
  if (!facts.b_rows_sorted || facts.num_products == 0 || tuning.sums == ReuseSums::lists) return false;
  if (tuning.sums == ReuseSums::places) return true;
  if (calls == SumCalls::one)
    return facts.longest_row_a <= tuning.one_call_row_a + facts.num_products / tuning.one_call_products_per_entry;
  const auto products = static_cast<double>(facts.num_products);
  const double resident = static_cast<double>(limits.num_units) * limits.threads_unit;
  const double lanes = choose_lanes(
      facts.mean_b_row(), {tuning.group_lanes_min.front(), tuning.team_size_max, tuning.entries_per_lane_min});
  const double filled_share = static_cast<double>(facts.num_rows) * lanes / resident;
  const bool is_balanced = facts.longest_row_a <= tuning.row_a_always ||
                           static_cast<double>(facts.longest_row_a) <= tuning.balanced_share_max * products / resident;
  const bool has_even_rows = static_cast<double>(facts.longest_row_a) * static_cast<double>(facts.num_rows) <=
                             tuning.even_row_a_max * static_cast<double>(facts.nnz_a);
  if (has_even_rows && facts.mean_b_row() >= tuning.even_b_row_min && filled_share >= tuning.even_filled_share)
    return is_balanced;
  return is_balanced && facts.mean_b_row() >= tuning.mean_b_row_min &&
         facts.products_per_entry() >= tuning.products_per_entry_min && filled_share >= tuning.filled_share_min;
}

/// \brief Whether, with places, supernodes are summed together: their rows of C share places.
/// \param num_places  products of the first rows of all supernodes
inline bool choose_supernode_sums(const SumFacts& facts, count_type num_places, const ReuseTuning& tuning) {
  return static_cast<double>(facts.num_products) >= tuning.supernode_rows_min * static_cast<double>(num_places);
}

}  // namespace Ocean::Impl

#endif
