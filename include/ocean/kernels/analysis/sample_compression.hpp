#ifndef OCEAN_KERNELS_ANALYSIS_SAMPLE_COMPRESSION_HPP
#define OCEAN_KERNELS_ANALYSIS_SAMPLE_COMPRESSION_HPP
/// \file
/// \brief Compression ratio of sampled rows of C: iterates over their products and counts their columns.

#include <Kokkos_Core.hpp>

#include "../../accumulators/shared_products.hpp"
#include "../../backend/team_launch.hpp"
#include "../../sketch/linear_counter.hpp"
#include "../../sketch/sampled_rows.hpp"
#include "../../sketch/sketch_rows.hpp"
#include "../../tuning/sample_tuning.hpp"
#include "analysis_counters.hpp"
#include "row_shape_sums.hpp"

namespace Ocean::Impl {

/// \brief A warp counts the columns of a sampled row in its bitmap; the team shares long rows.
///
/// Of a row with more than team_products_max products only that share of A's entries counts, as if the row had
/// no more. The kernel finds the products and columns of its rows by itself, so that AnalyzeARows may run beside it.
/// Shapes  b_row_shape [num_inner], counters [1] (in: defect; in and out: sample)
/// Pre     find_b_row_shapes() is queued before on the instance; if it has found a defect, no row is followed, nor is a
///         row of A with unsound offsets or columns
/// Launch  a bitmap of scratch for each warp, all of it for the team; at most twelve atomic sums a row
/// Cost    products of the sampled rows, one column each
template <class ProblemType, class Analysis, class Counters>
struct SampleCompression {
  static constexpr int max_team_size = sample_team_size_max;
  using column_type = typename ProblemType::column_type;
  /// \brief A sampled row; a negative number stands for none.
  struct Row {
    count_type row = -1, products = 0;
    ColumnRange<column_type> range{0, -1};
  };
  static constexpr std::size_t bitmap_bytes = sample_team_words * sizeof(std::uint32_t);

  ProblemType problem;
  Analysis analysis;
  Counters counters;
  SampledRows sample;
  SketchRows rows;
  count_type team_products_max;
  int lanes_per_b_row;

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

  /// \brief Entries of a row of A, if they are where its entries are, else none.
  KOKKOS_FUNCTION RowOfA entries_of(count_type row) const {
    if (row < 0) return {};
    const RowOfA entries = a_row(problem, row);
    const auto nnz = static_cast<count_type>(problem.a.entries.extent(0));
    const bool is_sound = problem.a.first_offset <= entries.begin && entries.begin <= entries.end && entries.end <= nnz;
    return is_sound ? entries : RowOfA{};
  }

  /// \brief Products and columns of \p row, by some lanes, in all of them; none if a column of A is no row of B.
  template <class Lanes>
  KOKKOS_FUNCTION Row find_row(const Lanes& lanes, count_type row) const {
    const RowOfA entries = entries_of(row);
    const auto sums = sum_row_shapes(lanes, problem, analysis.b_row_shape, entries.begin, entries.end);
    return sums.inside ? Row{row, sums.products, sums.columns} : Row{};
  }

  /// \brief Finds the team's rows; a barrier. \return [rows_per_team]
  template <class Team>
  KOKKOS_FUNCTION const Row* find_rows(const Team& team) const {
    Row* const found = team.template scratch<Row>(bitmap_bytes);
    const count_type first = team.league_rank() * rows.rows_per_team;
    const auto find = [&](const auto& lanes, count_type part) {
      const Row row = find_row(lanes, sampled_row(part));
      if (lanes.rank() == 0) found[part - first] = row;
    };
    const auto group = team.template group<product_group_width>();
    SketchRows{rows.num_rows, rows.rows_per_team, sample_group_entries_max}.template for_each<product_group_width>(
        team,
        [&](count_type part) {
          const RowOfA entries = entries_of(sampled_row(part));
          return entries.end - entries.begin;
        },
        [&](count_type part) { find(group, part); }, [&](count_type part) { find(TeamLanes<Team>(team), part); });
    team.barrier();
    return found;
  }

  /// \brief Size of \p row by a group of lanes, in all of them.
  template <class Team, class Group>
  KOKKOS_FUNCTION count_type count_by_group(const Team& team, const Group& group, const Row& row) const {
    const int my_group = team.template group_rank<product_group_width>();
    const LinearCounter counter(team.template scratch<std::uint32_t>() + my_group * sample_group_words,
                                sample_group_words, row.range.width());
    counter.clear(group);
    group.barrier();
    for_each_product_of_group<char, false>(
        group, problem, a_row(problem, row.row), row.range.first, lanes_per_b_row,
        [&](std::uint32_t key, char) { counter.template insert<typename Team::atomics>(key); });
    group.barrier();
    const count_type size = counter.count(group, Kokkos::min(row.products, row.range.width()));
    group.barrier();
    return size;
  }

  /// \brief Products and size of a long \p row, or of its first entries, by all threads of a team.
  template <class Team>
  KOKKOS_FUNCTION void add_by_team(const Team& team, const Row& row) const {
    const TeamLanes<Team> lanes(team);
    const LinearCounter counter(team.template scratch<std::uint32_t>(), sample_team_words, row.range.width());
    auto entries = a_row(problem, row.row);
    const count_type length = entries.end - entries.begin, products = row.products;
    if (products > team_products_max) {
      const double share = static_cast<double>(team_products_max) / static_cast<double>(products);
      entries.end = entries.begin + Kokkos::max<count_type>(1, static_cast<count_type>(share * length));
    }
    count_type walked = 0;
    counter.clear(lanes);
    team.barrier();
    for_each_product<char, false>(team, problem, entries, row.range.first, lanes_per_b_row, true,
                                  [&](std::uint32_t key, char) {
                                    counter.template insert<typename Team::atomics>(key);
                                    ++walked;
                                  });
    walked = team.sum(walked);
    team.barrier();
    const count_type size = counter.count(lanes, Kokkos::min(walked, row.range.width()));
    if (team.thread_rank() == 0)
      sums(team).template add_row<typename Team::atomics>(products, walked, row.range.width(), size);
    team.barrier();
  }

  template <class Team>
  KOKKOS_FUNCTION void add_rows(const Team& team) const {
    const auto group = team.template group<product_group_width>();
    const Row* const found = find_rows(team);
    const count_type first = team.league_rank() * rows.rows_per_team;
    rows.template for_each<product_group_width>(
        team, [&](count_type part) { return found[part - first].products; },
        [&](count_type part) {
          const Row& row = found[part - first];
          if (row.products == 0) return;
          const count_type size = count_by_group(team, group, row);
          if (group.rank() == 0)
            sums(team).template add_row<typename Team::atomics>(row.products, row.products, row.range.width(), size);
        },
        [&](count_type part) { add_by_team(team, found[part - first]); });
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    team.let_next_begin();
    if (team.max(counters(0).defect) == 0) add_rows(team);  // the next kernel may raise it
  }
};

/// \brief Launches SampleCompression on \p exec; returns without a fence.
/// \param row_products    mean of the rows of C, as far as it is known before the analysis
/// \param lanes_per_b_row lanes that would suit a row of B
template <TeamLauncher Launcher, class ProblemType, class Analysis, class Counters>
void sample_compression(const Launcher& launcher, const ProblemType& problem, const Analysis& analysis,
                        const Counters& counters, const SampledRows& sample, double row_products, int lanes_per_b_row,
                        const SampleTuning& tuning = sample_tuning_default) {
  using kernel_type = SampleCompression<ProblemType, Analysis, Counters>;
  static_assert(sample_short_rows_per_team * sample_group_words <= sample_team_words);
  const SampleShape shape = choose_sample_shape(row_products, sample.num_sampled, launcher.limits(), tuning);
  const count_type num_teams = (sample.num_sampled + shape.rows_per_team - 1) / shape.rows_per_team;
  const std::size_t rows_bytes = static_cast<std::size_t>(shape.rows_per_team) * sizeof(typename kernel_type::Row);
  const TeamLaunch launch{"Ocean::analysis::sample_compression", num_teams, shape.team_size,
                          kernel_type::bitmap_bytes + rows_bytes};
  launcher.launch(
      launch, kernel_type{problem, analysis, counters, sample,
                          SketchRows{num_teams * shape.rows_per_team, shape.rows_per_team, shape.group_products_max},
                          shape.team_products_max, lanes_per_b_row});
}

}  // namespace Ocean::Impl

#endif
