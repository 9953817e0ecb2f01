#ifndef OCEAN_KERNELS_ANALYSIS_ANALYZE_A_ROWS_HPP
#define OCEAN_KERNELS_ANALYSIS_ANALYZE_A_ROWS_HPP
/// \file
/// \brief Products and column range of every row of C, their totals, and which rows of A have the same columns.

#include <type_traits>

#include "../../backend/team_launch.hpp"
#include "../../results/row_analysis.hpp"
#include "analysis_counters.hpp"
#include "row_groups.hpp"

namespace Ocean::Impl {

/// \brief One group of lanes per row of A; a warp or the whole team for longer rows.
/// Shapes  row_products, row_range, continues_supernode [num_rows] (out), counters [1] (in and out)
/// Pre     b_row_shape is written; a column of A outside B raises counters.defect and is not followed
/// Launch  scratch for the totals of every group; seven atomics per team
/// Cost    nnz(A) reads of a row of B's bounds and range
template <int Width, class ProblemType, class Analysis, class Counters>
struct AnalyzeARows {
  static constexpr int max_team_size = analysis_team_size;
  static constexpr int min_teams_per_unit = analysis_teams_per_unit_of_a;
  using column_type = typename ProblemType::column_type;
  ProblemType problem;
  Analysis analysis;
  Counters counters;
  RowRounds rounds;

  /// \brief The totals: sums, then maxima.
  enum Total { products_sum, capped_sum, shared_sum, near_sum, products_max, entries_max, span_max, num_totals };
  static constexpr int first_max = products_max;

  /// \brief What one thread has for each.
  struct Totals {
    count_type value[num_totals] = {};
    KOKKOS_FUNCTION void add(Total total, count_type term) { value[total] += term; }
    KOKKOS_FUNCTION void raise(Total total, count_type other) { value[total] = Kokkos::max(value[total], other); }
  };

  /// \brief Entries of the row before, which ends at \p begin; 0 where there is none, or where offsets are unsound.
  template <class Offset>
  KOKKOS_FUNCTION Offset entries_before(count_type row, Offset begin) const {
    if (row <= 0) return 0;
    const Offset before = problem.a.row_map(row - 1);
    const bool is_sound = static_cast<count_type>(before) >= problem.a.first_offset && before <= begin;
    return is_sound ? begin - before : Offset(0);
  }

  /// \brief The products of a row of A, counted by the offsets of B, as where a length is too long for a BRowShape.
  template <class Offset, class Lanes>
  KOKKOS_FUNCTION count_type count_by_offsets(Offset begin, Offset end, const Lanes& lanes) const {
    count_type products = 0;
    for (count_type entry = begin + lanes.rank(); entry < static_cast<count_type>(end); entry += lanes.size()) {
      const auto inner = problem.a.entries(entry);
      if (inner >= 0 && inner < problem.b.num_rows) products += problem.products_of(entry);
    }
    return products;
  }

  template <class Offset, class Lanes>
  KOKKOS_FUNCTION void analyze(count_type row, Offset begin, Offset end, const Lanes& lanes, Totals& totals) const {
    using inner_type = typename ProblemType::operand_a_type::ordinal_type;
    using shape_type = BRowShape<column_type>;
    constexpr int in_flight = analysis_entries_in_flight;
    count_type products = 0;
    column_type first = Kokkos::Experimental::finite_max_v<column_type>, last = -1;
    bool inside = true, has_longest = false;
    using length_type = std::make_unsigned_t<Offset>;  // a step beyond the last offset fits
    const auto length = static_cast<length_type>(end - begin);
    const auto length_before = static_cast<length_type>(entries_before(row, begin));
    const inner_type* const columns = problem.a.entries.data() + begin;
    const inner_type* const before = columns - length_before;
    bool continues = false, is_near = false;
    if (length > 0 && length_before > 0) {  // most rows differ in their first columns, which all lanes read
      const count_type distance = static_cast<count_type>(columns[0]) - static_cast<count_type>(before[0]);
      is_near = distance <= near_columns && -distance <= near_columns;
      continues = length == length_before && distance == 0;
    }
    const length_type size = lanes.size();
    for (length_type chunk = lanes.rank(); chunk < length; chunk += in_flight * size) {
      inner_type inner[in_flight];
      shape_type shape[in_flight];
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        const length_type entry = chunk + ahead * size;
        inner[ahead] = entry < length ? columns[entry] : inner_type(0);
      }
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        const bool is_inside = inner[ahead] >= 0 && inner[ahead] < problem.b.num_rows;
        if (!is_inside) inside = false;
        shape[ahead] = {{first, last}, 0};
        if (is_inside && chunk + ahead * size < length) shape[ahead] = analysis.b_row_shape(inner[ahead]);
      }
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        products += static_cast<count_type>(shape[ahead].length);
        has_longest = has_longest || shape[ahead].length == shape_type::longest;
        first = Kokkos::min(first, shape[ahead].columns.first);
        last = Kokkos::max(last, shape[ahead].columns.last);
      }
      if (!continues) continue;
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        const length_type entry = chunk + ahead * size;
        if (entry < length && before[entry] != inner[ahead]) continues = false;
      }
    }
    if (has_longest) products = count_by_offsets(begin, end, lanes);
    products = lanes.sum(products);
    first = lanes.min(first);
    last = lanes.max(last);
    const bool outside = lanes.any(!inside);
    continues = !lanes.any(!continues);
    if (lanes.rank() != 0 || row < 0) return;
    const ColumnRange<column_type> range{first, last};
    analysis.row_products(row) = products;
    analysis.row_range(row) = range;
    analysis.continues_supernode(row) = continues ? 1 : 0;
    if (outside) counters(0).defect = 1;
    totals.add(products_sum, products);
    totals.add(capped_sum, Kokkos::min(products, range.width()));
    if (continues) totals.add(shared_sum, products);
    if (is_near) totals.add(near_sum, 1);
    totals.raise(products_max, products);
    totals.raise(entries_max, static_cast<count_type>(length));
    totals.raise(span_max, range.width());
  }

  KOKKOS_FUNCTION static count_type* find_total(AnalysisCounters& all, int total) {
    switch (total) {
      case products_sum: return &all.total_products;
      case capped_sum: return &all.capped_products;
      case shared_sum: return &all.shared_products;
      case near_sum: return &all.near_rows;
      case products_max: return &all.max_row_products;
      case entries_max: return &all.max_row_entries;
      default: return &all.max_row_span;
    }
  }

  /// \brief Adds the totals of all threads to the counters: groups leave theirs in scratch, a thread a total joins
  /// them.
  template <class Team>
  KOKKOS_FUNCTION void flush(const Team& team, const Totals& totals) const {
    const auto warp = team.template group<analysis_warp_width>();
    auto* const of_groups = team.template scratch<count_type>();
    const int group = team.template group_rank<analysis_warp_width>();
    for (int total = 0; total < num_totals; ++total) {
      const count_type value = totals.value[total];
      const count_type joined = total < first_max ? warp.sum(value) : warp.max(value);
      if (warp.rank() == 0) of_groups[group * num_totals + total] = joined;
    }
    team.barrier();
    AnalysisCounters& all = counters_of_team(counters, team.league_rank());
    for (int total = team.thread_rank(); total < num_totals; total += team.num_threads()) {
      count_type joined = 0;
      for (int other = 0; other < team.template num_groups<analysis_warp_width>(); ++other) {
        const count_type value = of_groups[other * num_totals + total];
        joined = total < first_max ? joined + value : Kokkos::max(joined, value);
      }
      if (joined == 0) continue;
      if (total < first_max)
        Team::atomics::fetch_add(find_total(all, total), joined);
      else
        Team::atomics::max(find_total(all, total), joined);
    }
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    Totals totals;
    const RowGroups<Width, Team> groups(team, problem.a.num_rows, rounds);
    groups.for_each_row(
        problem.a.row_map, static_cast<count_type>(problem.a.entries.extent(0)), &counters(0).defect,
        [&](count_type row, auto begin, auto end, const auto& lanes) { analyze(row, begin, end, lanes, totals); },
        problem.a.first_offset);
    flush(team, totals);
    if (team.thread_rank() != 0 || team.league_rank() > 0) return;
    AnalysisCounters& all = counters(0);
    all.nnz_a = static_cast<count_type>(problem.a.row_map(problem.a.num_rows)) - problem.a.first_offset;
    all.nnz_b = static_cast<count_type>(problem.b.row_map(problem.b.num_rows));
  }
};

/// \brief Launches AnalyzeARows on \p exec; returns without a fence.
template <TeamLauncher Launcher, class ProblemType, class Analysis, class Counters>
void analyze_a_rows(const Launcher& launcher, const ProblemType& problem, const Analysis& analysis,
                    const Counters& counters) {
  dispatch_row_width(launcher.limits(), mean_row_length(problem.a), problem.num_rows(), [&](auto width) {
    constexpr int lanes = decltype(width)::value;
    const RowRounds rounds = choose_row_rounds(launcher.limits(), lanes, problem.num_rows());
    using kernel_type = AnalyzeARows<lanes, ProblemType, Analysis, Counters>;
    TeamLaunch launch = row_groups_launch("Ocean::analysis::analyze_a_rows", rounds);
    constexpr int groups = Launcher::has_lanes ? analysis_team_size / analysis_warp_width : analysis_team_size;
    launch.scratch_bytes = groups * kernel_type::num_totals * sizeof(count_type);
    launcher.launch(launch, kernel_type{problem, analysis, counters, rounds});
  });
}

}  // namespace Ocean::Impl

#endif
