#ifndef OCEAN_KERNELS_BINNING_CLASSIFY_ROWS_HPP
#define OCEAN_KERNELS_BINNING_CLASSIFY_ROWS_HPP
/// \file
/// \brief Chooses a configuration for every row and counts the rows of each.

#include <algorithm>

#include "../../backend/team_launch.hpp"
#include "../../core/supernodes.hpp"
#include "../../results/row_analysis.hpp"
#include "../../tuning/accumulator_table.hpp"
#include "slot_rule.hpp"

namespace Ocean::Impl {

/// Threads of a binning team.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int binning_team_size = 256;
/// Most rows that a binning thread takes.
/// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
inline constexpr count_type binning_rows_per_thread_max = 4;

/// Teams that a processor should hold at once where no rows are in supernodes, which take more registers; one fewer
/// where some are. measured: perf_tests/results/nvidia_h200_2026-12-01_timelines.csv (of the time with 100 registers,
/// ClassifyRows takes 0.5 to 0.7 where not all teams ran at the same time, and 1.0 where they did)
inline constexpr int binning_teams_per_unit = 4;

/// \brief Rows of a binning team: one per thread until every processor has its teams.
inline count_type choose_binning_rows_per_team(const TeamLimits& limits, count_type num_rows) {
  const count_type threads = static_cast<count_type>(limits.num_units) * limits.threads_unit;
  return binning_team_size *
         std::clamp<count_type>(num_rows / std::max<count_type>(1, threads), 1, binning_rows_per_thread_max);
}

/// \brief Row counts and cursors of the configurations.
struct BinCounters {
  unsigned long long rows[max_configs];    ///< rows of each configuration
  unsigned long long cursor[max_configs];  ///< rows placed so far
  count_type total_slots;                  ///< entries of C that all rows with slots of their own may take
  count_type expected_claims;              ///< entries that the others are expected to have
};

/// \brief Number of rows of every bin that a team has met, counted in its scratch.
template <class Team>
class BinTally {
 public:
  KOKKOS_FUNCTION BinTally(const Team& team, int num_bins)
      : m_team(team), m_rows(team.template scratch<unsigned>()), m_num_bins(num_bins) {
    for (int bin = team.thread_rank(); bin < num_bins; bin += team.num_threads()) m_rows[bin] = 0;
    team.barrier();
  }
  KOKKOS_FUNCTION void add(int bin) const { Team::atomics::fetch_add(&m_rows[bin], 1u); }
  /// \brief Adds them to those of all teams: one atomic per bin that has rows.
  KOKKOS_FUNCTION void flush(unsigned long long* rows) const {
    m_team.barrier();
    for (int bin = m_team.thread_rank(); bin < m_num_bins; bin += m_team.num_threads())
      if (m_rows[bin] > 0) Team::atomics::fetch_add(&rows[bin], static_cast<unsigned long long>(m_rows[bin]));
  }

 private:
  const Team& m_team;
  unsigned* m_rows;
  int m_num_bins;
};

/// \brief One thread per row, counts of a team gathered in scratch.
/// Shapes  row_map_a [num_rows + 1], row_nnz [num_rows] (read if rule.predicted_only), found.rows [num_rows] or none,
/// row_config and rows_at_once [num_rows] (out),
///         row_slots [num_rows + 1] (out): how many slots, or the first of them if they are in any order; counters [1]
///         (in and out)
/// \tparam HasSupernodes whether the table has configurations for them
/// Pre     rows of a supernode have the same row_nnz
/// Launch  scratch_bytes of scratch; one atomic per team and configuration, and one or two for the slots
template <bool HasSupernodes, class RowMapA, class Analysis, class Sizes, class Found, class Bytes, class Slots,
          class Counters>
struct ClassifyRows {
  static constexpr int max_team_size = binning_team_size;
  static constexpr int min_teams_per_unit = HasSupernodes ? binning_teams_per_unit - 1 : binning_teams_per_unit;
  static constexpr std::size_t tally_bytes = max_configs * sizeof(unsigned);
  static constexpr std::size_t scratch_bytes = tally_bytes + sizeof(count_type);
  RowMapA row_map_a;
  Analysis analysis;
  Sizes row_nnz;
  Found found;
  Bytes row_config;
  Bytes rows_at_once;
  Slots row_slots;
  Counters counters;
  AccumulatorTable table;
  SlotRule rule;
  count_type num_rows;
  count_type rows_per_team;

  struct Choice {
    int config, rows_at_once;
  };

  /// \brief The configuration of a row: that of its supernode, split into the largest parts that fit a configuration,
  /// or its own. All rows of a supernode arrive at the same parts.
  KOKKOS_FUNCTION Choice choose([[maybe_unused]] count_type row, RowFacts facts) const {
    if constexpr (HasSupernodes) {
      for (int rows_max = supernode_rows_max; rows_max > 1; rows_max /= 2) {
        const SupernodePlace supernode = find_supernode(analysis.continues_supernode, row, num_rows, rows_max);
        if (supernode.rows_of_largest == 1) break;
        facts.num_rows = supernode.rows_of_largest;
        if (table.config[table.choose(facts)].kind != AccumulatorKind::supernode) continue;
        if (supernode.place > 0) return {AccumulatorTable::follower, supernode.num_rows};
        facts.num_rows = supernode.num_rows;
        return {table.choose(facts), supernode.num_rows};
      }
    }
    facts.num_rows = 1;
    return {table.choose(facts), 1};
  }

  /// \brief Counts the slots of the rows [\p first, \p last), and replaces their numbers by first slots if these are in
  /// any order.
  /// \param of_mine of the thread's rows
  template <class Team>
  KOKKOS_FUNCTION void give_slots(const Team& team, count_type first, count_type last, count_type of_mine) const {
    count_type of_team = 0;
    if (rule.order != SlotOrder::any) {
      of_team = team.sum(of_mine);
      if (team.thread_rank() == 0 && of_team > 0) Team::atomics::fetch_add(&counters(0).total_slots, of_team);
      return;
    }
    const count_type before_mine = team.exclusive_sum(of_mine, of_team);
    if (of_team == 0) return;
    auto* const first_of_team = team.template scratch<count_type>(tally_bytes);
    if (team.thread_rank() == 0) *first_of_team = Team::atomics::fetch_add(&counters(0).total_slots, of_team);
    team.barrier();
    count_type begin = *first_of_team + before_mine;
    for (count_type row = first + team.thread_rank(); row < last; row += team.num_threads()) {
      const count_type slots = row_slots(row);
      row_slots(row) = begin;
      begin += slots;
    }
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const BinTally<Team> tally(team, max_configs);
    const count_type first = team.league_rank() * rows_per_team;
    const count_type last = Kokkos::min(first + rows_per_team, num_rows);
    count_type total_slots = 0, expected_claims = 0;
    for (count_type row = first + team.thread_rank(); row < last; row += team.num_threads()) {
      const count_type products = analysis.row_products(row), span = analysis.row_range(row).width();
      const count_type predicted = rule.predicted_only ? row_nnz(row) : 0;
      const count_type slots = rule.slots(predicted, products, span);
      RowFacts facts{products, slots, span};
      if (products >= meeting_terms_min)
        facts.terms = static_cast<count_type>(row_map_a(row + 1)) - static_cast<count_type>(row_map_a(row));
      if (found.are_kept()) facts.words = found.rows(row).num_words;
      const Choice choice = choose(row, facts);
      row_config(row) = static_cast<std::uint8_t>(choice.config);
      rows_at_once(row) = static_cast<std::uint8_t>(choice.rows_at_once);
      const bool claims = rule.claims(table.config[choice.config]);
      row_slots(row) = claims ? 0 : slots;
      if (!claims) total_slots += slots;
      if (claims) expected_claims += rule.expected(predicted, products, span);
      tally.add(choice.config);
    }
    tally.flush(counters(0).rows);
    give_slots(team, first, last, total_slots);
    if (!rule.rows_claim) return;
    expected_claims = team.sum(expected_claims);
    if (team.thread_rank() == 0) Team::atomics::fetch_add(&counters(0).expected_claims, expected_claims);
  }
};

/// \brief Launches ClassifyRows on \p exec; returns without a fence.
template <TeamLauncher Launcher, class RowMapA, class Analysis, class Sizes, class Found, class Bytes, class Slots,
          class Counters>
void classify_rows(const Launcher& launcher, const RowMapA& row_map_a, const Analysis& analysis, const Sizes& row_nnz,
                   const Found& found, const Bytes& row_config, const Bytes& rows_at_once, const Slots& row_slots,
                   const Counters& counters, const AccumulatorTable& table, const SlotRule& rule, count_type num_rows) {
  const count_type rows_per_team = choose_binning_rows_per_team(launcher.limits(), num_rows);
  const auto launch = [&]<bool HasSupernodes>() {
    using functor_type = ClassifyRows<HasSupernodes, RowMapA, Analysis, Sizes, Found, Bytes, Slots, Counters>;
    launcher.launch({"Ocean::binning::classify_rows", (num_rows + rows_per_team - 1) / rows_per_team, binning_team_size,
                     functor_type::scratch_bytes},
                    functor_type{row_map_a, analysis, row_nnz, found, row_config, rows_at_once, row_slots, counters,
                                 table, rule, num_rows, rows_per_team});
  };
  const bool has_supernodes =
      std::any_of(table.config, table.config + table.num_configs,
                  [](const AccumulatorConfig& config) { return config.kind == AccumulatorKind::supernode; });
  if (has_supernodes)
    launch.template operator()<true>();
  else
    launch.template operator()<false>();
}

}  // namespace Ocean::Impl

#endif
