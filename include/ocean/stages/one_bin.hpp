#ifndef OCEAN_STAGES_ONE_BIN_HPP
#define OCEAN_STAGES_ONE_BIN_HPP
/// \file
/// \brief Small products: neither sampled nor binned where the device works on all rows at the same time.

#include <algorithm>
#include <string>

#include "../core/with_commas.hpp"
#include "../core/workspace.hpp"
#include "../tuning/make_accumulator_table.hpp"
#include "analysis.hpp"
#include "binning.hpp"
#include "claims.hpp"

namespace Ocean::Impl {

/// Entries that the bounds of all rows may allow together: they are what the staging takes.
/// source: 24 MiB of int columns and double values, little on a GPU; other bounds were not compared
inline constexpr count_type one_bin_entries_max = count_type(1) << 21;
/// Rows that the device works on one after the other where it works on others at the same time.
/// measured: perf_tests/results/nvidia_h100_2026-11-25_few_rows.csv (1 takes 1.04 times as long)
inline constexpr double one_bin_rounds = 2.0;
/// Rows for each processor, and products as far as they are known before the analysis, up to which no rows are sampled:
/// the sample is for choices between workflows, and takes longer than what it saves.
/// measured: perf_tests/results/nvidia_h100_2026-11-25_few_rows.csv (other numbers of products; of rows, none)
inline constexpr count_type unsampled_rows_per_unit = 64;
inline constexpr double unsampled_products_max = 2.0 * (1 << 20);

/// \brief The rows that are sampled: none of a small product, nor where C has so few rows and columns that one bin
/// takes all rows, unless a few of them are much longer than others (find_one_bin()). measured:
/// perf_tests/results/nvidia_h100_2026-11-26_unsampled.csv (0.81 to 0.84 of the time on three products)
///
/// \param row_products mean of the rows of C, as far as it is known before the analysis
inline SampledRows choose_rows_to_sample(const TeamLimits& limits, count_type num_rows, count_type num_cols,
                                         double row_products, const SpGEMMOptions& options) {
  const auto rows = static_cast<double>(num_rows);
  const bool is_small =
      num_rows <= unsampled_rows_per_unit * limits.num_units && row_products * rows <= unsampled_products_max;
  const double row_entries = std::min(row_products, static_cast<double>(num_cols));
  const bool fits_one_bin = rows <= one_bin_rounds * limits.num_units &&
                            rows * row_entries <= static_cast<double>(one_bin_entries_max) &&
                            row_products <= static_cast<double>(accumulator_tuning_default.split_products_min);
  return is_small || fits_one_bin ? SampledRows{} : choose_sampled_rows(num_rows, row_products, options);
}

template <class ProblemType>
SampledRows choose_rows_to_sample(const TeamLimits& limits, const ProblemType& problem, const SpGEMMOptions& options) {
  return choose_rows_to_sample(limits, problem.num_rows(), problem.num_cols(), expected_row_products(problem), options);
}

/// \brief The configuration of \p table that takes all rows, or -1: one that fits a row with the most products and the
/// widest span, if the device works on nearly all rows at the same time. So few rows take as long as the slowest of
/// them, whatever configurations the others have, and binning them would take as long again.
/// Pre     there are products
inline int find_one_bin(const AccumulatorTable& table, const TeamLimits& limits, const AnalysisSummary& summary,
                        count_type num_rows) {
  if (summary.capped_products > one_bin_entries_max) return AccumulatorTable::no_config;
  const count_type products = summary.max_row_products, span = summary.max_row_span;
  const int config = table.choose({products, std::min(products, span), span});
  const AccumulatorConfig& shape = table.config[config];
  const AccumulatorChoices& choices = choices_of(shape.kind);
  const bool are_values_near = choices.values == ValuePlace::scratch || choices.values == ValuePlace::registers;
  const bool has_one_owner = choices.owner == RowOwner::lanes || choices.owner == RowOwner::team;
  const bool may_claim = shape.kind != AccumulatorKind::esc || shape.size_class >= esc_claims_from;
  const bool are_few =
      static_cast<double>(num_rows) <= one_bin_rounds * static_cast<double>(resident_rows(limits, shape));
  return are_values_near && has_one_owner && may_claim && are_few ? config : AccumulatorTable::no_config;
}

/// \brief \p plan for a product whose rows all are in the bin of \p config.
inline void plan_one_bin(const AccumulatorTable& table, int config, count_type num_rows, WorkflowPlan& plan) {
  plan.workflow = Workflow::upper_bound;
  plan.sketch_registers = 0;
  plan.expansion = 1.0;
  plan.one_bin = config;
  plan.rows_claim = true;
  plan.esc_claims_from = esc_claims_from;
  plan.reason = concatenate(with_commas(num_rows), num_rows == 1 ? " row" : " rows", ", all at once by ",
                            table.config[config].name());
}

/// \brief Changes a plan that was chosen automatically if one bin takes all rows. Within limits of memory it does not:
/// what the bounds allow may be much more than C takes.
/// \param value_bytes of a value of C
template <class Context>
void choose_one_bin(const TeamLimits& limits, const AnalysisSummary& summary, count_type num_rows,
                    const Context& context, int value_bytes, WorkflowPlan& plan) {
  const SpGEMMOptions& options = context.options;
  if (options.workflow != Workflow::automatic || context.workspace->is_bounded()) return;
  if (plan.merge_class >= 0 || summary.total_products == 0) return;
  WorkflowPlan bounds = plan;
  bounds.workflow = Workflow::upper_bound;
  const AccumulatorTable table = make_table(limits, bounds, options, summary, value_bytes);
  const int config = find_one_bin(table, limits, summary, num_rows);
  if (config >= 0) plan_one_bin(table, config, num_rows, plan);
}

/// \brief All rows in their order in the bin of \p config of \p table; they claim their slots. Launches nothing itself.
/// \param while_binned as for bin_rows()
template <class Bins, class Analysis, class ExecutionSpace, class WhileBinned>
Bins bin_all_rows(const Analysis& analysis, const AccumulatorTable& table, int config,
                  Workspace<ExecutionSpace>& workspace, const WhileBinned& while_binned) {
  const auto num_rows = static_cast<count_type>(analysis.row_range.extent(0));
  Bins bins;
  bins.table = table;
  bins.row_begin = workspace.template allocate<count_type>("Ocean::binning::row_begin", num_rows + 1);
  std::fill(bins.bin_begin.begin() + config + 1, bins.bin_begin.end(), num_rows);
  bins.expected_claims = analysis.summary.capped_products;
  while_binned(bins.row_begin);
  return bins;
}

}  // namespace Ocean::Impl

#endif
