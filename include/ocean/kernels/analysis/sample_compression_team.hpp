#ifndef OCEAN_KERNELS_ANALYSIS_SAMPLE_COMPRESSION_TEAM_HPP
#define OCEAN_KERNELS_ANALYSIS_SAMPLE_COMPRESSION_TEAM_HPP
/// \file
/// \brief Compression of sampled rows by lane groups.

#include <Kokkos_Core.hpp>

#include "../../backend/device_memory.hpp"
#include "../../sketch/sampled_rows.hpp"
#include "../../sketch/team_row_estimator.hpp"

namespace Ocean::Impl {

/// \brief A group of up to \p Width lanes estimates a sampled row; the team adds up and shares long rows.
/// Shapes  sums [1] (in and out)
/// Launch  a sketch of scratch for each group; five atomic sums per team
/// Cost    entries of the sampled rows * (registers + one row map pair) bytes
/// Source  [LG26] section 3.2
template <class ExecutionSpace, int Width, class Estimator, class Sums>
struct SampleCompression {
  static constexpr int max_team_size = hll_tuning_default.native_team_size;
  using estimator_type = TeamRowEstimator<ExecutionSpace, Width, Estimator>;
  estimator_type rows_of_c;
  SampledRows sample;
  Sums sums;
  SketchRows rows;

  template <class Team>
  KOKKOS_FUNCTION static void add_over_team(const Team& team, std::int64_t value, std::int64_t* total) {
    value = team.sum(value);
    if (team.thread_rank() == 0) Team::atomics::add(total, value);
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto group = team.template group<Width>();
    CompressionSums mine;
    rows.template for_each<Width>(
        team, [&](count_type part) { return rows_of_c.estimator.num_entries(sample.row(part)); },
        [&](count_type part) {
          const count_type row = sample.row(part);
          const count_type size = rows_of_c.estimate(group, row);
          if (group.rank() == 0) mine.add_row(rows_of_c.estimator.row_products(row), size);
        },
        [&](count_type part) {
          const count_type row = sample.row(part);
          const count_type size = rows_of_c.estimate_by_team(team, row);
          if (team.thread_rank() == 0) mine.add_row(rows_of_c.estimator.row_products(row), size);
        });
    CompressionSums& total = sums(0);
    add_over_team(team, mine.num_rows, &total.num_rows);
    add_over_team(team, mine.products, &total.products);
    add_over_team(team, mine.entries, &total.entries);
    add_over_team(team, mine.inverse_ratios, &total.inverse_ratios);
    add_over_team(team, mine.inverse_ratio_squares, &total.inverse_ratio_squares);
  }
};

/// \brief Launches SampleCompression on \p exec; returns without a fence.
template <class ExecutionSpace, class Estimator, class Sums>
void sample_compression_team(const ExecutionSpace& exec, ExecutionPath path, const Estimator& estimator,
                             const SampledRows& sample, const Sums& sums, const HllTuning& tuning) {
  using functor_type = SampleCompression<ExecutionSpace, wide_group_lanes, Estimator, Sums>;
  DeviceMemory<ExecutionSpace>::clear(exec, sums.data(), 1);
  const SketchLaunch plan = make_sketch_launch<wide_group_lanes>(
      exec, path, "Ocean::analysis::sample_compression", sample.num_sampled, tuning.long_a_row_entries,
      functor_type::estimator_type::group_scratch_bytes, 0, tuning);
  launch_teams(exec, path, plan.launch, functor_type{{estimator}, sample, sums, plan.rows});
}

}  // namespace Ocean::Impl

#endif
