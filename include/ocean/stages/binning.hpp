#ifndef OCEAN_STAGES_BINNING_HPP
#define OCEAN_STAGES_BINNING_HPP
/// \file
/// \brief The binning stage: every row gets the accumulator configuration that needs the fewest resources.

#include <algorithm>
#include <type_traits>
#include <vector>

#include "../../Ocean_SpGEMMReport.hpp"
#include "../core/sent_counters.hpp"
#include "../core/workspace.hpp"
#include "../kernels/binning/classify_rows.hpp"
#include "../kernels/binning/order_rows.hpp"
#include "../results/row_bins.hpp"
#include "../tuning/make_accumulator_table.hpp"
#include "row_offsets.hpp"
#include "workflow_choice.hpp"

namespace Ocean::Impl {

/// \brief What the accumulator table is built from.
/// \param certainty of the sizes that the rows get slots for
inline TableFacts table_facts(const AnalysisSummary& summary, Certainty certainty) {
  TableFacts facts{summary.total_products, expansion_ratio(summary)};
  facts.b_rows_sorted = summary.b_rows_sorted;
  if (summary.sampled.num_rows > 0) facts.compression = summary.sampled.ratio;
  if (certainty == Certainty::upper_bound && summary.sampled.num_rows > 0)
    facts.slots_per_entry = std::max(1.0, bound_ratio(summary));
  return facts;
}

/// \brief The configurations for the rows of a product, by what \p plan knows of their sizes.
/// \param value_bytes of a value of C
inline AccumulatorTable make_table(const TeamLimits& limits, const WorkflowPlan& plan, const SpGEMMOptions& options,
                                   const AnalysisSummary& summary, int value_bytes) {
  const Certainty certainty = plan.certainty();
  return make_accumulator_table(limits, plan.accumulators, options.scratch_limit_bytes, value_bytes,
                                certainty == Certainty::estimate, table_facts(summary, certainty));
}

/// \brief Rows of \p config that the device works on at the same time.
inline count_type resident_rows(const TeamLimits& limits, const AccumulatorConfig& config,
                                const AccumulatorTuning& tuning = accumulator_tuning_default) {
  const std::int64_t rows_per_team = config.rows_per_team();
  const std::int64_t bytes = config.row_bytes * rows_per_team + tuning.reserved_bytes;
  const std::int64_t teams =
      std::min(std::min<std::int64_t>(limits.threads_unit, tuning.resident_threads) / std::max(1, config.team_size),
               static_cast<std::int64_t>(limits.scratch_bytes_unit) / bytes);
  return limits.num_units * std::max<std::int64_t>(1, teams) * rows_per_team;
}

/// \brief Merges a bin into that of a larger size of its kind if the device works on the rows of both at the same time:
/// so few rows take as long as the slowest of them, and a launch is saved.
/// \param span_max largest span of the rows: a
/// larger size may take fewer columns
template <class Bins>
void join_small_bins(Bins& bins, const TeamLimits& limits, const SlotRule& rule, count_type span_max) {
  const auto& configs = bins.table.config;
  int smaller = -1;  // the last bin with rows
  for (int config = 0; config < bins.table.num_configs; ++config) {
    if (bins.num_rows_of(config) == 0) continue;
    if (smaller >= 0 && configs[smaller].kind == configs[config].kind &&
        rule.claims(configs[smaller]) == rule.claims(configs[config]) &&
        (configs[config].columns_max == 0 || span_max < configs[config].columns_max) &&
        bins.num_rows_of(smaller) + bins.num_rows_of(config) <= resident_rows(limits, configs[config]))
      std::fill(bins.bin_begin.begin() + smaller + 1, bins.bin_begin.begin() + config + 1, bins.bin_begin[smaller]);
    smaller = config;
  }
}

/// \brief Has the values of rows that would be added up in parts added up in C if the device works on all these rows at
/// the same time: so few sums stay in the cache, and parts would make the last row later. measured:
/// perf_tests/results/nvidia_h200_2026-11-30_parted_rows.csv (tw_zipfrow, of at most 111 such rows)
/// \param span_max largest span of the rows
template <class Bins>
void add_few_rows_in_output(Bins& bins, const TeamLimits& limits, count_type span_max) {
  AccumulatorTable& table = bins.table;
  if (table.num_adding_in_output == 0) return;
  for (int index = 0; index < table.num_configs; ++index) {
    AccumulatorConfig& config = table.config[index];
    if (config.kind == AccumulatorKind::parted_ranked && bins.num_rows_of(index) <= resident_rows(limits, config) &&
        AccumulatorTable::output_ranked_bytes(span_max) <= config.row_bytes)
      config = table.config[table.adds_in_output + table.num_adding_in_output - 1];
  }
}

/// Rows whose bins are sent by the kernel that lists them: so it takes longer, and of more rows the host reads the bins
/// while they are listed. measured: perf_tests/results/nvidia_h200_2026-11-28_sent_totals_variants.csv (all_sent: 1.05
/// to 1.07 of the time on mdual, x_delaunay, tw_denserc and NotreDame_www)
inline constexpr count_type sent_bins_rows_max = count_type(1) << 16;

/// \brief In place of a row map where slots need no order.
struct NoRowMap {};

/// \brief Bins the rows by \p table; waits once, for the counts and the total of the slots.
/// \param row_map_a    of the rows of A [num_rows + 1]
/// \param sizes        predicted; row_nnz [num_rows] is not read unless rule.predicted_only
/// \param row_map_c    a RowMapOfC (out) if rule.order is SlotOrder::of_rows, else that or NoRowMap
/// \param while_binned called before the wait, once all is launched
/// Source: [LG26] sections 3.3 and 4.3
template <class RowIndex, TeamLauncher Launcher, class RowMapA, class Analysis, class Sizes, class RowMapC,
          class WhileBinned>
RowBins<typename Launcher::memory_space, RowIndex> bin_rows(const Launcher& launcher, const RowMapA& row_map_a,
                                                            const Analysis& analysis, const Sizes& sizes,
                                                            const AccumulatorTable& table, const SlotRule& rule,
                                                            const RowMapC& row_map_c,
                                                            Workspace<typename Launcher::execution_space>& workspace,
                                                            const WhileBinned& while_binned) {
  using execution_space = typename Launcher::execution_space;
  using slots_type = typename Workspace<execution_space>::template view_type<count_type>;
  const count_type num_rows = static_cast<count_type>(analysis.row_products.extent(0));
  RowBins<typename Launcher::memory_space, RowIndex> bins;
  bins.table = table;
  bins.row_order = workspace.template allocate<RowIndex>("Ocean::binning::row_order", num_rows);
  bins.row_begin = workspace.template allocate<count_type>("Ocean::binning::row_begin", num_rows + 1);
  bins.rows_at_once = workspace.template allocate<std::uint8_t>("Ocean::binning::rows_at_once", num_rows);
  const auto row_config = workspace.template allocate<std::uint8_t>("Ocean::binning::row_config", num_rows);

  SentCounters<execution_space, BinCounters> counters(launcher.exec(), "Ocean::binning::counters", workspace);
  const bool in_order = rule.order == SlotOrder::of_rows;
  const bool are_slots_apart = in_order && choose_offsets_at_once(Launcher::is_native, num_rows);
  const slots_type row_slots = are_slots_apart
                                   ? workspace.template allocate<count_type>("Ocean::binning::row_slots", num_rows + 1)
                                   : bins.row_begin;
  classify_rows(launcher, row_map_a, analysis, sizes.row_nnz, sizes.found, row_config, bins.rows_at_once, row_slots,
                counters.view(), table, rule, num_rows);
  const bool is_sent = num_rows > 0 && num_rows <= sent_bins_rows_max;
  if (!is_sent) counters.read_now();
  order_rows(launcher, row_config, bins.row_order, slots_type(), counters.view(), num_rows,
             is_sent ? counters.sender() : counters.silent());
  if constexpr (!std::is_same_v<RowMapC, NoRowMap>)
    if (in_order)
      launch_row_offsets(launcher, "Ocean::binning::row_begin", row_slots, bins.row_begin, row_map_c, num_rows,
                         workspace);
  while_binned();

  const BinCounters totals = counters.get()[0];  // second wait: they give the sizes of the launches and of the staging
  for (int config = 0; config < max_configs; ++config)
    bins.bin_begin[config + 1] = bins.bin_begin[config] + static_cast<count_type>(totals.rows[config]);
  bins.total_slots = totals.total_slots;
  bins.expected_claims = totals.expected_claims;
  join_small_bins(bins, launcher.limits(), rule, analysis.summary.max_row_span);
  add_few_rows_in_output(bins, launcher.limits(), analysis.summary.max_row_span);
  workspace.release(row_config);
  if (are_slots_apart) workspace.release(row_slots);
  return bins;
}

/// \brief How many rows each configuration of \p bins has.
template <class Bins>
std::vector<ConfigurationRows> count_configurations(const Bins& bins) {
  std::vector<ConfigurationRows> rows;
  rows.reserve(static_cast<std::size_t>(bins.table.num_configs));
  for (int config = 0; config < bins.table.num_configs; ++config) {
    const AccumulatorConfig& shape = bins.table.config[config];
    rows.push_back({shape.name(), bins.num_rows_of(config), shape.row_bytes * shape.rows_per_team(), shape.team_size});
  }
  return rows;
}

/// \brief Whether all rows of \p bins have configurations for which only products and span matter, not the sizes: no
/// products, or so few that they are sorted whatever else there is.
template <class Bins>
bool are_sizes_irrelevant(const Bins& bins) {
  for (int index = 0; index < bins.table.num_configs; ++index) {
    const AccumulatorConfig& config = bins.table.config[index];
    const bool is_short = config.kind == AccumulatorKind::esc && config.size_class < num_short_esc_shapes;
    if (bins.num_rows_of(index) > 0 && config.kind != AccumulatorKind::none && !is_short) return false;
  }
  return true;
}

/// \brief Gives the binned rows slots for their exact sizes; waits once, for the sum of these.
/// \param bins         row_begin [num_rows + 1] (out), total_slots (out)
/// \param row_nnz      [num_rows + 1]
/// \param row_map_c, while_binned  as for bin_rows()
template <class Bins, TeamLauncher Launcher, class Sizes, class RowMapC, class WhileBinned>
void give_slots(const Launcher& launcher, count_type num_rows, const Sizes& row_nnz, const RowMapC& row_map_c,
                Bins& bins, Workspace<typename Launcher::execution_space>& workspace, const WhileBinned& while_binned) {
  const auto totals = workspace.template allocate<count_type>("Ocean::binning::totals", 2);
  RowOffsets<Launcher> offsets(launcher, "Ocean::binning::row_begin", row_nnz, bins.row_begin, row_map_c, num_rows,
                               nullptr, totals.data(), workspace);
  while_binned();
  bins.total_slots = offsets.get()[0];
  workspace.release(totals);
}

/// \brief The bins of a counting pass, for rows of the exact sizes \p row_nnz [num_rows + 1]; waits for their sum.
/// \param row_map_c, while_binned  as for bin_rows()
/// Pre     are_sizes_irrelevant(counted); \p table has the short esc where the table of \p counted has it
template <class Bins, TeamLauncher Launcher, class Sizes, class RowMapC, class WhileBinned>
Bins keep_bins(const Launcher& launcher, const Bins& counted, const AccumulatorTable& table, const Sizes& row_nnz,
               const RowMapC& row_map_c, Workspace<typename Launcher::execution_space>& workspace,
               const WhileBinned& while_binned) {
  Bins bins = counted;
  bins.table = table;
  give_slots(launcher, static_cast<count_type>(bins.row_order.extent(0)), row_nnz, row_map_c, bins, workspace,
             while_binned);
  return bins;
}

/// \brief All rows in one bin, that of \p config of \p table, in their order; nothing is allocated.
template <class Bins>
Bins bin_together(const AccumulatorTable& table, int config, count_type num_rows) {
  Bins bins;
  bins.table = table;
  std::fill(bins.bin_begin.begin() + config + 1, bins.bin_begin.end(), num_rows);
  return bins;
}

/// \brief The same with slots for rows of the exact sizes \p row_nnz [num_rows + 1]; waits once, for their sum.
/// \param row_map_c, while_binned  as for bin_rows()
template <class Bins, TeamLauncher Launcher, class Sizes, class RowMapC, class WhileBinned>
Bins bin_together(const Launcher& launcher, const AccumulatorTable& table, int config, count_type num_rows,
                  const Sizes& row_nnz, const RowMapC& row_map_c,
                  Workspace<typename Launcher::execution_space>& workspace, const WhileBinned& while_binned) {
  Bins bins = bin_together<Bins>(table, config, num_rows);
  bins.row_begin = workspace.template allocate<count_type>("Ocean::binning::row_begin", num_rows + 1);
  give_slots(launcher, num_rows, row_nnz, row_map_c, bins, workspace, while_binned);
  return bins;
}

}  // namespace Ocean::Impl

#endif
