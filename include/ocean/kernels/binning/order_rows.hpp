#ifndef OCEAN_KERNELS_BINNING_ORDER_ROWS_HPP
#define OCEAN_KERNELS_BINNING_ORDER_ROWS_HPP
/// \file
/// \brief Lists the rows of every configuration, so that neighbouring rows stay close.

#include "../../core/sent_counters.hpp"
#include "classify_rows.hpp"

namespace Ocean::Impl {

/// \brief One thread per row; a team reserves its places in each list with one atomic.
/// Shapes  row_config [num_rows], row_order [num_rows] (out), row_begin [num_rows + 1] or empty, counters [1] (in and
///         out): the last of row_begin becomes total_slots
/// Pre     counters.rows is complete, counters.cursor is zero
/// Launch  5 * max_configs counters of scratch
template <class Configs, class Order, class Begins, class Counters, class Sender>
struct OrderRows {
  static constexpr int max_team_size = binning_team_size;
  Configs row_config;
  Order row_order;
  Begins row_begin;
  Counters counters;
  count_type num_rows;
  count_type rows_per_team;
  Sender sender;  ///< of the counters

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    using row_type = typename Order::non_const_value_type;
    unsigned* taken = team.template scratch<unsigned>();
    auto* place = team.template scratch<unsigned long long>(max_configs * sizeof(unsigned));
    auto* rows = place + max_configs;
    const count_type first = team.league_rank() * rows_per_team;
    const count_type last = Kokkos::min(first + rows_per_team, num_rows);
    const int rank = team.thread_rank(), threads = team.num_threads();
    for (int config = rank; config < max_configs; config += threads) {
      taken[config] = 0;
      rows[config] = counters(0).rows[config];
    }
    team.barrier();
    for (count_type row = first + rank; row < last; row += threads)
      Team::atomics::fetch_add(&taken[row_config(row)], 1u);
    team.barrier();
    for (int config = rank; config < max_configs; config += threads) {
      if (taken[config] == 0) continue;
      unsigned long long before =
          Team::atomics::fetch_add(&counters(0).cursor[config], static_cast<unsigned long long>(taken[config]));
      for (int other = 0; other < config; ++other) before += rows[other];
      place[config] = before;
      taken[config] = 0;
    }
    team.barrier();
    for (count_type row = first + rank; row < last; row += threads) {
      const int config = row_config(row);
      const unsigned mine = Team::atomics::fetch_add(&taken[config], 1u);
      row_order(static_cast<count_type>(place[config] + mine)) = static_cast<row_type>(row);
    }
    if (team.league_rank() == 0 && rank == 0 && row_begin.data() != nullptr)
      counters(0).total_slots = row_begin(num_rows);
    sender.send(team);
  }
};

/// \brief Launches OrderRows on \p exec; returns without a fence.
/// \param sender of the counters, if there are rows and no later kernel changes them
template <TeamLauncher Launcher, class Configs, class Order, class Begins, class Counters, class Sender = SilentSender>
void order_rows(const Launcher& launcher, const Configs& row_config, const Order& row_order, const Begins& row_begin,
                const Counters& counters, count_type num_rows, const Sender& sender = {}) {
  const count_type rows_per_team = choose_binning_rows_per_team(launcher.limits(), num_rows);
  const count_type num_teams = (num_rows + rows_per_team - 1) / rows_per_team;
  launcher.launch({"Ocean::binning::order_rows", num_teams, binning_team_size,
                   max_configs * (sizeof(unsigned) + 2 * sizeof(unsigned long long))},
                  OrderRows<Configs, Order, Begins, Counters, Sender>{
                      row_config, row_order, row_begin, counters, num_rows, rows_per_team, sender.of_teams(num_teams)});
}

}  // namespace Ocean::Impl

#endif
