#ifndef OCEAN_STAGES_BINNING_HPP
#define OCEAN_STAGES_BINNING_HPP
/// \file
/// \brief The binning stage: every row goes to the accumulator configuration that needs the fewest resources.

#include <algorithm>

#include "../core/prefix_sum.hpp"
#include "../core/workspace.hpp"
#include "../kernels/binning/classify_rows.hpp"
#include "../kernels/binning/order_rows.hpp"
#include "../results/row_bins.hpp"
#include "../tuning/make_accumulator_table.hpp"
#include "workflow_choice.hpp"

namespace Ocean::Impl {

/// \brief What the accumulator table is built from.
/// \param certainty of the sizes that the rows get room for
inline TableFacts table_facts(const AnalysisSummary& summary, Certainty certainty) {
  TableFacts facts{summary.total_products, expansion_ratio(summary)};
  if (certainty == Certainty::upper_bound && summary.sampled.num_rows > 0)
    facts.slots_per_entry = std::max(1.0, bound_ratio(summary));
  return facts;
}

/// \brief Bins the rows by \p table; waits once, for the counts and the total of the slots.
/// \param row_nnz predicted sizes [num_rows]; not read unless rule.predicted_only
/// Source: [LG26] sections 3.3 and 4.3
template <class RowIndex, TeamLauncher Launcher, class Analysis, class Sizes>
RowBins<typename Launcher::memory_space, RowIndex> bin_rows(const Launcher& launcher, const Analysis& analysis,
                                                            const Sizes& row_nnz, const AccumulatorTable& table,
                                                            const SlotRule& rule,
                                                            Workspace<typename Launcher::execution_space>& workspace) {
  using execution_space = typename Launcher::execution_space;
  const count_type num_rows = static_cast<count_type>(analysis.row_products.extent(0));
  RowBins<typename Launcher::memory_space, RowIndex> bins;
  bins.table = table;
  bins.row_order = workspace.template allocate<RowIndex>("Ocean::binning::row_order", num_rows);
  bins.row_begin = workspace.template allocate<count_type>("Ocean::binning::row_begin", num_rows + 1);
  bins.rows_at_once = workspace.template allocate<std::uint8_t>("Ocean::binning::rows_at_once", num_rows);
  const auto row_config = workspace.template allocate<std::uint8_t>("Ocean::binning::row_config", num_rows);
  const auto counters = workspace.template allocate<BinCounters>("Ocean::binning::counters", 1);

  DeviceMemory<execution_space>::clear(launcher.exec(), counters.data(), 1);
  classify_rows(launcher, analysis, row_nnz, row_config, bins.rows_at_once, bins.row_begin, counters, table, rule,
                num_rows);
  prefix_sum(launcher.exec(), "Ocean::binning::row_begin", bins.row_begin, bins.row_begin, num_rows, workspace);
  order_rows(launcher, row_config, bins.row_order, bins.row_begin, counters, num_rows);

  BinCounters totals;  // second wait: these give the sizes of the launches and of the staging
  DeviceMemory<execution_space>::read_back(launcher.exec(), counters.data(), &totals, 1);
  for (int config = 0; config < max_configs; ++config)
    bins.bin_begin[config + 1] = bins.bin_begin[config] + static_cast<count_type>(totals.rows[config]);
  bins.total_slots = totals.total_slots;
  bins.expected_claims = totals.expected_claims;
  workspace.release(row_config);
  workspace.release(counters);
  return bins;
}

/// \brief All rows in one bin, in their order, for threads that merge them; nothing is allocated.
template <class Bins>
Bins bin_merged_rows(const TeamLimits& limits, int size_class, count_type num_rows) {
  Bins bins;
  bins.table = make_merge_table(limits, size_class);
  std::fill(bins.bin_begin.begin() + 1, bins.bin_begin.end(), num_rows);
  return bins;
}

/// \brief The same with room for rows of the exact sizes \p row_nnz [num_rows + 1]; waits once, for their sum.
template <class Bins, TeamLauncher Launcher, class Sizes>
Bins bin_merged_rows(const Launcher& launcher, int size_class, count_type num_rows, const Sizes& row_nnz,
                     Workspace<typename Launcher::execution_space>& workspace) {
  using memory = DeviceMemory<typename Launcher::execution_space>;
  Bins bins = bin_merged_rows<Bins>(launcher.limits(), size_class, num_rows);
  bins.row_begin = workspace.template allocate<count_type>("Ocean::binning::row_begin", num_rows + 1);
  prefix_sum(launcher.exec(), "Ocean::binning::row_begin", row_nnz, bins.row_begin, num_rows, workspace);
  memory::read_back(launcher.exec(), bins.row_begin.data() + num_rows, &bins.total_slots, 1);
  return bins;
}

}  // namespace Ocean::Impl

#endif
