#ifndef OCEAN_STAGES_NUMERIC_HPP
#define OCEAN_STAGES_NUMERIC_HPP
/// \file
/// \brief A pass over the rows of C, configuration by configuration: counting (symbolic) or accumulating (numeric).

#include "../backend/concurrent_launches.hpp"
#include "../core/workspace.hpp"
#include "../core/workspace_forecast.hpp"
#include "../kernels/numeric/count_paged_rows.hpp"
#include "../kernels/numeric/count_word_rows.hpp"
#include "../kernels/numeric/dense_rows.hpp"
#include "../kernels/numeric/empty_rows.hpp"
#include "../kernels/numeric/esc_rows.hpp"
#include "../kernels/numeric/hash_rows.hpp"
#include "../kernels/numeric/hybrid_hash_rows.hpp"
#include "../kernels/numeric/merge_rows.hpp"
#include "../kernels/numeric/parted_rows.hpp"
#include "../kernels/numeric/ranked_rows.hpp"
#include "../kernels/numeric/split_rows.hpp"
#include "../kernels/numeric/supernode_rows.hpp"
#include "../kernels/numeric/window_rows.hpp"
#include "../kernels/numeric/word_rows.hpp"
#include "../results/row_bins.hpp"

namespace Ocean::Impl {

/// \brief Rows of a hybrid pass that are in progress at the same time: two teams per multiprocessor. source: 1024
/// threads per team, 2048 per multiprocessor of compute capability 9.0
inline count_type hybrid_num_teams(const TeamLimits& limits, count_type num_rows) {
  return std::min<count_type>(num_rows, 2 * static_cast<count_type>(limits.num_units));
}

/// \brief Values of the hash tables of the rows of a hybrid pass that are in progress at the same time.
template <class Scalar, class Memory>
auto allocate_hybrid_tables(const TeamLimits& limits, count_type num_rows, std::int64_t capacity, Memory& memory) {
  return memory.template allocate<Scalar>("Ocean::numeric::hybrid_values",
                                          hybrid_num_teams(limits, num_rows) * capacity);
}

/// \brief Launches the kernel of pass.config over its rows.
/// \param summary of all rows of C
template <TeamLauncher Launcher, class PassData>
void run_configuration(const Launcher& launcher, const PassData& pass, double hash_fill, const AnalysisSummary& summary,
                       Workspace<typename Launcher::execution_space>& workspace) {
  using scalar_type = typename PassData::scalar_type;
  switch (pass.config.kind) {
    case AccumulatorKind::none: return empty_rows(launcher.exec(), pass);
    case AccumulatorKind::follower: return;
    case AccumulatorKind::merge: return merge_rows(launcher, pass);
    case AccumulatorKind::esc: return esc_rows(launcher, pass);
    case AccumulatorKind::supernode: return supernode_rows(launcher, pass);
    case AccumulatorKind::multi_row: return ranked_rows<multi_row_group_width>(launcher, pass);
    case AccumulatorKind::multi_hash: return hash_rows<multi_row_group_width>(launcher, pass, hash_fill);
    case AccumulatorKind::multi_words:
      if constexpr (PassData::with_values)
        return word_rows(launcher, pass);
      else
        return count_word_rows(launcher, pass);
    case AccumulatorKind::multi_pages:
      if constexpr (!PassData::with_values) count_paged_rows(launcher, pass);
      return;
    case AccumulatorKind::ranked: return ranked_rows<0>(launcher, pass);
    case AccumulatorKind::hybrid_ranked:
      if constexpr (PassData::with_values) ranked_rows<0, RankedValues::output>(launcher, pass);
      return;
    case AccumulatorKind::hash: return hash_rows<0>(launcher, pass, hash_fill);
    case AccumulatorKind::parted_ranked:
      if (pass.config.size_class > 0) return parted_rows<true>(launcher, pass);
      if constexpr (PassData::with_values) parted_rows<false>(launcher, pass);
      return;
    case AccumulatorKind::hybrid_hash:
      if constexpr (PassData::with_values) {
        const auto tables =
            allocate_hybrid_tables<scalar_type>(launcher.limits(), pass.num_rows, pass.config.hash_capacity, workspace);
        hybrid_hash_rows(launcher, pass, hash_fill, tables);
        workspace.release(tables);
      }
      return;
    case AccumulatorKind::dense: return dense_rows(launcher, pass);
    case AccumulatorKind::split_ranked:
      return split_rows(launcher, pass, summary.max_row_span, summary.max_row_products, workspace);
    case AccumulatorKind::windows: return window_rows(launcher, pass, summary.max_row_span, workspace);
  }
}

/// \brief Whether a kind is one native launch without work memory of its own.
constexpr bool runs_beside_others(AccumulatorKind kind) {
  const AccumulatorChoices& choices = choices_of(kind);
  return choices.structure != AccumulatorStructure::none && choices.values != ValuePlace::global &&
         choices.owner != RowOwner::window_team && choices.owner != RowOwner::part_teams;
}

/// \brief Whether the kernels of all configurations of \p bins are native launches without work memory of their own,
/// which a LaunchGate holds; those of rows without products read no operand.
template <class Bins>
bool run_behind_gates(const Bins& bins) {
  for (int config = 0; config < bins.table.num_configs; ++config) {
    const AccumulatorKind kind = bins.table.config[config].kind;
    const bool is_held = runs_beside_others(kind) || kind == AccumulatorKind::none || kind == AccumulatorKind::follower;
    if (bins.num_rows_of(config) > 0 && !is_held) return false;
  }
  return true;
}

/// \brief Calls action(configuration) for those that have rows, the one with the largest rows first.
template <class Bins, class Action>
void for_each_filled_bin(const Bins& bins, const Action& action) {
  for (int config = bins.table.num_configs - 1; config >= 0; --config)
    if (bins.num_rows_of(config) > 0) action(config);
}

/// \brief Runs the kernels of all configurations of \p bins, those of the largest rows first.
/// \param pass everything but the configuration and its rows
/// \param summary of all rows of C
/// \param run_elsewhere called with the pass of a configuration: whether that has launched a kernel of its own
template <TeamLauncher Launcher, class PassData, class Bins, class RunElsewhere>
void run_row_pass(const Launcher& launcher, PassData pass, const Bins& bins, const AnalysisSummary& summary,
                  Workspace<typename Launcher::execution_space>& workspace, const RunElsewhere& run_elsewhere) {
  // Tables that have a slot for every entry may fill up completely.
  const double hash_fill = pass.may_overflow ? accumulator_tuning_default.hash_fill : 1.0;
  pass.row_order = bins.row_order;
  pass.rows_at_once = bins.rows_at_once;
  int num_launches = 0;
  for (int config = 0; config < bins.table.num_configs; ++config)
    num_launches += bins.num_rows_of(config) > 0 && runs_beside_others(bins.table.config[config].kind);
  const bool side_by_side = num_launches >= concurrent_launches_min && Launcher::is_native;
  ConcurrentLaunches<typename Launcher::execution_space> launches(launcher.exec(), side_by_side ? num_launches : 1);
  for_each_filled_bin(bins, [&](int config) {
    pass.config = bins.table.config[config];
    pass.first_position = bins.bin_begin[config];
    pass.num_rows = bins.num_rows_of(config);
    if (runs_beside_others(pass.config.kind))
      launches.branch();
    else
      launches.stay();
    if (!run_elsewhere(pass)) run_configuration(launcher, pass, hash_fill, summary, workspace);
  });
}
template <TeamLauncher Launcher, class PassData, class Bins>
void run_row_pass(const Launcher& launcher, const PassData& pass, const Bins& bins, const AnalysisSummary& summary,
                  Workspace<typename Launcher::execution_space>& workspace) {
  run_row_pass(launcher, pass, bins, summary, workspace, [](const PassData&) { return false; });
}

/// \brief The work memory that run_row_pass() takes while it runs.
template <class Scalar, class Bins>
void forecast_row_pass(const TeamLimits& limits, const Bins& bins, const AnalysisSummary& summary,
                       WorkspaceForecast& forecast) {
  for_each_filled_bin(bins, [&](int config) {
    const AccumulatorConfig& shape = bins.table.config[config];
    const count_type num_rows = bins.num_rows_of(config);
    if (shape.kind == AccumulatorKind::hybrid_hash)
      forecast.release(allocate_hybrid_tables<Scalar>(limits, num_rows, shape.hash_capacity, forecast));
    if (shape.kind == AccumulatorKind::split_ranked)
      release_split_bitmaps(allocate_split_bitmaps<true>(num_split_rows_at_once(num_rows, summary.max_row_span),
                                                         summary.max_row_span, forecast),
                            forecast);
    if (shape.kind == AccumulatorKind::windows) {
      const count_type windows_max = num_windows_max(shape.columns_max, summary.max_row_span);
      forecast.release(allocate_window_sizes(num_window_rows_at_once(num_rows, windows_max), windows_max, forecast));
    }
  });
}

}  // namespace Ocean::Impl

#endif
