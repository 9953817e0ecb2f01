#ifndef OCEAN_KERNELS_ANALYSIS_SAMPLE_COMPRESSION_HPP
#define OCEAN_KERNELS_ANALYSIS_SAMPLE_COMPRESSION_HPP
/// \file
/// \brief Compression ratio of sampled rows of C: iterates over their products and counts their columns.

#include <Kokkos_Core.hpp>

#include "../../accumulators/shared_products.hpp"
#include "../../backend/team_launch.hpp"
#include "../../core/sent_counters.hpp"
#include "../../sketch/linear_counter.hpp"
#include "../../sketch/sampled_rows.hpp"
#include "../../sketch/sketch_rows.hpp"
#include "../../tuning/sample_tuning.hpp"
#include "analysis_counters.hpp"

namespace Ocean::Impl {

/// \brief A warp counts the columns of a sampled row in its bitmap; the team shares long rows.
///
/// Of a row with more than team_products_max products only that share of A's entries counts, as if the row had
/// no more.
/// Shapes  row_products, row_range [num_rows], counters [1] (in: defect; in and out: sample)
/// Pre     analyze_a_rows() is queued before on the instance; if it has found a defect, no row is followed
/// Launch  a bitmap of scratch for each warp, all of it for the team; at most twelve atomic sums a row
/// Cost    products of the sampled rows, one column each
template <class ProblemType, class Analysis, class Counters, class Sender>
struct SampleCompression {
  static constexpr int max_team_size = sample_team_size_max;
  ProblemType problem;
  Analysis analysis;
  Counters counters;
  SampledRows sample;
  SketchRows rows;
  count_type team_products_max;
  int lanes_per_b_row;
  Sender sender;  ///< of the counters

  /// \brief Row number \p part, or -1 after the last: those of a team are far from each other, as long rows are often
  /// neighbours.
  KOKKOS_FUNCTION count_type sampled_row(count_type part) const {
    const count_type num_teams = rows.num_rows / rows.rows_per_team;
    const count_type number = part % rows.rows_per_team * num_teams + part / rows.rows_per_team;
    return number < sample.num_sampled ? sample.row(number) : -1;
  }

  template <class Team>
  KOKKOS_FUNCTION CompressionSums& sums(const Team& team) const {
    return counters_of_team(counters, team.league_rank()).sample;
  }

  /// \brief Size of \p row by a group of lanes, in all of them.
  template <class Team, class Group>
  KOKKOS_FUNCTION count_type count_by_group(const Team& team, const Group& group, count_type row) const {
    const auto range = analysis.row_range(row);
    const int my_group = team.template group_rank<product_group_width>();
    const LinearCounter counter(team.template scratch<std::uint32_t>() + my_group * sample_group_words,
                                sample_group_words, range.width());
    counter.clear(group);
    group.barrier();
    for_each_product_of_group<char, false>(
        group, problem, a_row(problem, row), range.first, lanes_per_b_row,
        [&](std::uint32_t key, char) { counter.template insert<typename Team::atomics>(key); });
    group.barrier();
    const count_type size = counter.count(group, Kokkos::min(analysis.row_products(row), range.width()));
    group.barrier();
    return size;
  }

  /// \brief Products and size of a long \p row, or of its first entries, by all threads of a team.
  template <class Team>
  KOKKOS_FUNCTION void add_by_team(const Team& team, count_type row) const {
    const auto range = analysis.row_range(row);
    const TeamLanes<Team> lanes(team);
    const LinearCounter counter(team.template scratch<std::uint32_t>(), sample_team_words, range.width());
    auto entries = a_row(problem, row);
    const count_type length = entries.end - entries.begin, products = analysis.row_products(row);
    if (products > team_products_max) {
      const double share = static_cast<double>(team_products_max) / static_cast<double>(products);
      entries.end = entries.begin + Kokkos::max<count_type>(1, static_cast<count_type>(share * length));
    }
    count_type walked = 0;
    counter.clear(lanes);
    team.barrier();
    for_each_product<char, false>(team, problem, entries, range.first, lanes_per_b_row, true,
                                  [&](std::uint32_t key, char) {
                                    counter.template insert<typename Team::atomics>(key);
                                    ++walked;
                                  });
    walked = team.sum(walked);
    team.barrier();
    const count_type size = counter.count(lanes, Kokkos::min(walked, range.width()));
    if (team.thread_rank() == 0)
      sums(team).template add_row<typename Team::atomics>(products, walked, range.width(), size);
    team.barrier();
  }

  template <class Team>
  KOKKOS_FUNCTION void add_rows(const Team& team) const {
    const auto group = team.template group<product_group_width>();
    rows.template for_each<product_group_width>(
        team,
        [&](count_type part) {
          const count_type row = sampled_row(part);
          return row < 0 ? 0 : analysis.row_products(row);
        },
        [&](count_type part) {
          const count_type row = sampled_row(part);
          if (row < 0) return;
          const count_type products = analysis.row_products(row);
          const count_type size = products > 0 ? count_by_group(team, group, row) : 0;
          if (group.rank() == 0)
            sums(team).template add_row<typename Team::atomics>(products, products, analysis.row_range(row).width(),
                                                                size);
        },
        [&](count_type part) { add_by_team(team, sampled_row(part)); });
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if (counters(0).defect == 0) add_rows(team);
    sender.send(team);
  }
};

/// \brief Launches SampleCompression on \p exec; returns without a fence.
/// \param row_products    mean of the rows of C, as far as it is known before the analysis
/// \param lanes_per_b_row lanes that would suit a row of B
/// \param sender          of the counters, if rows are sampled and no later kernel changes them
template <TeamLauncher Launcher, class ProblemType, class Analysis, class Counters, class Sender = SilentSender>
void sample_compression(const Launcher& launcher, const ProblemType& problem, const Analysis& analysis,
                        const Counters& counters, const SampledRows& sample, double row_products, int lanes_per_b_row,
                        const SampleTuning& tuning = sample_tuning_default, const Sender& sender = {}) {
  static_assert(sample_short_rows_per_team * sample_group_words <= sample_team_words);
  const SampleShape shape = choose_sample_shape(row_products, sample.num_sampled, launcher.limits(), tuning);
  const count_type num_teams = (sample.num_sampled + shape.rows_per_team - 1) / shape.rows_per_team;
  const TeamLaunch launch{"Ocean::analysis::sample_compression", num_teams, shape.team_size,
                          sample_team_words * sizeof(std::uint32_t)};
  launcher.launch(launch,
                  SampleCompression<ProblemType, Analysis, Counters, Sender>{
                      problem, analysis, counters, sample,
                      SketchRows{num_teams * shape.rows_per_team, shape.rows_per_team, shape.group_products_max},
                      shape.team_products_max, lanes_per_b_row, sender.of_teams(num_teams)});
}

}  // namespace Ocean::Impl

#endif
