#ifndef OCEAN_STAGES_ONE_BIN_HPP
#define OCEAN_STAGES_ONE_BIN_HPP
/// \file
/// \brief Small products: neither sampled nor binned where the device works on all rows at the same time.

#include <algorithm>
#include <optional>
#include <string>

#include "../core/with_commas.hpp"
#include "../core/workspace.hpp"
#include "../tuning/make_accumulator_table.hpp"
#include "analysis.hpp"
#include "binning.hpp"
#include "claims.hpp"
#include "workflow_choice.hpp"

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
inline constexpr double unsampled_rows_per_unit = 64.0;
inline constexpr double unsampled_products_max = 2.0 * (1 << 20);
/// Products up to which rows of supernodes are computed one by one if one bin takes them all: for so few, finding the
/// supernodes and binning them takes longer than what they save. measured:
/// perf_tests/results/nvidia_h200_2026-11-28_small_products_variants.csv (one_bin_first: 0.54 and 0.56 of the time on
/// z_el24 with 1.06e6 products, 1.05 and 1.10 on y_amge2 with 3.8e6)
inline constexpr count_type one_bin_supernode_products_max = 1'500'000;

/// Products that all rows would have if each had as many as the configuration of the longest takes, as a multiple of
/// those that they have, up to which they share it where rows that are counted are sorted in registers. measured:
/// perf_tests/results/nvidia_h200_2026-11-29_handle_bins_variants.csv (alike_2: 0.77 and 0.83 of the time on mdual and
/// y_honey, 0.82, 0.82 and 0.79 through a handle on these and y_se; alike_4: no gain on others)
inline constexpr double alike_rows_ratio_max = 2.0;

/// \brief The rows that are sampled: none of a small product, nor where C has so few rows and columns that staging all
/// that bounds allow is cheap, unless rows are so long that teams share them. Rows that neither are in supernodes nor
/// share one bin are counted then, without a compression ratio. measured:
/// perf_tests/results/nvidia_h200_2026-11-28_small_products_variants.csv (unsampled_entries: 0.80 to 0.91 of the time
/// on y_amge2, z_el44, el30, el12A1 and el16A1, which have supernodes, 0.97 on z_myc10, which has none); where rows are
/// not to be staged, one bin has to take them: perf_tests/results/nvidia_h100_2026-11-26_unsampled.csv
///
/// \param row_products mean of the rows of C, as far as it is known before the analysis
inline SampledRows choose_rows_to_sample(const TeamLimits& limits, count_type num_rows, count_type num_cols,
                                         double row_products, const SpGEMMOptions& options) {
  const auto rows = static_cast<double>(num_rows);
  const double row_entries = std::min(row_products, static_cast<double>(num_cols));
  const bool has_few_products = rows * row_products <= unsampled_products_max;
  const bool has_few_entries = rows * row_entries <= static_cast<double>(one_bin_entries_max) &&
                               row_products <= static_cast<double>(accumulator_tuning_default.split_products_min);
  const bool may_stage = options.workflow == Workflow::automatic && options.thresholds.upper_bound_staging_ratio > 0.0;
  const double rows_per_unit = rows / limits.num_units;
  const double rows_max = has_few_products || may_stage ? unsampled_rows_per_unit : one_bin_rounds;
  const bool is_small = rows_per_unit <= rows_max && (has_few_products || has_few_entries);
  return is_small ? SampledRows{} : choose_sampled_rows(num_rows, row_products, options);
}

template <class ProblemType>
SampledRows choose_rows_to_sample(const TeamLimits& limits, const ProblemType& problem, const SpGEMMOptions& options) {
  return choose_rows_to_sample(limits, problem.num_rows(), problem.num_cols(), expected_row_products(problem), options);
}

/// \brief Whether all rows are so short and alike that \p shape suits all of them.
inline bool are_rows_alike(const AccumulatorConfig& shape, const AnalysisSummary& summary, count_type num_rows) {
  return shape.kind == AccumulatorKind::esc && shape.size_class < num_short_esc_shapes &&
         static_cast<double>(num_rows) * static_cast<double>(shape.products_max) <=
             alike_rows_ratio_max * static_cast<double>(summary.total_products);
}

/// \brief Whether the device works on nearly all rows at the same time if they have the configuration \p shape.
inline bool are_rows_few(const AccumulatorConfig& shape, const TeamLimits& limits, count_type num_rows) {
  return static_cast<double>(num_rows) <= one_bin_rounds * static_cast<double>(resident_rows(limits, shape));
}

/// \brief The configuration of \p table that takes all rows, or -1: one that fits a row with the most products and the
/// widest span, if the device works on nearly all rows at the same time. So few rows take as long as the slowest of
/// them, whatever configurations the others have, and binning them would take as long again. Rows that are counted
/// share one if they are alike, or few and not sampled: tables are sized by the sample.
/// \param claims  whether rows claim their slots, which not all configurations can do; else they are counted
/// Pre     there are products
inline int find_one_bin(const AccumulatorTable& table, const TeamLimits& limits, const AnalysisSummary& summary,
                        count_type num_rows, bool claims) {
  const count_type products = summary.max_row_products, span = summary.max_row_span;
  const int config = table.choose({products, std::min(products, span), span});
  const AccumulatorConfig& shape = table.config[config];
  const AccumulatorChoices& choices = choices_of(shape.kind);
  const bool are_values_near = choices.values == ValuePlace::scratch || choices.values == ValuePlace::registers;
  const bool has_one_owner = choices.owner == RowOwner::lanes || choices.owner == RowOwner::team;
  const bool may_claim = shape.kind != AccumulatorKind::esc || shape.size_class >= esc_claims_from;
  const bool are_few = are_rows_few(shape, limits, num_rows);
  const bool may_be = claims ? may_claim && are_few
                             : (are_few && summary.sampled.num_rows == 0) || are_rows_alike(shape, summary, num_rows);
  return are_values_near && has_one_owner && may_be ? config : AccumulatorTable::no_config;
}

/// \brief False only if find_one_bin() would find none. It takes no table, for which the device would wait: making one
/// takes 1.2 us. measured: perf_tests/results/nvidia_h200_2026-12-01_host_work.csv, the head
inline bool may_find_one_bin(const TeamLimits& limits, const AnalysisSummary& summary, count_type num_rows,
                             bool claims) {
  // Rows of a warp each: narrower ones do not claim, and are short.
  const bool may_be_few = are_rows_few(accumulator_table::esc_config(esc_claims_from, limits), limits, num_rows);
  if (claims) return may_be_few;
  return (may_be_few && summary.sampled.num_rows == 0) ||
         summary.max_row_products <= esc_shapes[num_short_esc_shapes - 1].products_max();
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

/// \brief Whether all that the bounds of the rows allow may be staged. Within limits of memory it may not: that may be
/// much more than C takes.
template <class Context>
bool may_stage_bounds(const AnalysisSummary& summary, const Context& context) {
  return context.options.workflow == Workflow::automatic && !context.workspace->is_bounded() &&
         summary.capped_products <= one_bin_entries_max;
}

/// \brief Changes \p plan if one bin takes all rows: they claim their slots, or are counted first where sizes are
/// needed, or where they are alike and the plan counts them anyway. measured:
/// perf_tests/results/nvidia_h200_2026-11-28_handles_variants.csv (one_bin, and one_bin_sampled, where sampled rows
/// share one, too)
/// \param value_bytes of a value of C
/// \return the table of the bin, if there is one
template <class Context>
std::optional<AccumulatorTable> choose_one_bin(const TeamLimits& limits, const AnalysisSummary& summary,
                                               count_type num_rows, const Context& context, int value_bytes,
                                               WorkflowPlan& plan) {
  if (plan.merge_class >= 0 || summary.total_products == 0) return std::nullopt;
  const bool claims = !context.needs_sizes && may_stage_bounds(summary, context);
  const bool counts_anyway = context.options.workflow == Workflow::automatic && plan.workflow == Workflow::symbolic;
  if (!claims && !context.needs_sizes && !counts_anyway) return std::nullopt;
  if (!may_find_one_bin(limits, summary, num_rows, claims)) return std::nullopt;
  WorkflowPlan trial;
  trial.workflow = claims ? Workflow::upper_bound : Workflow::symbolic;
  trial.accumulators = plan.accumulators;
  std::optional<AccumulatorTable> table = make_table(limits, trial, context.options, summary, value_bytes);
  const int config = find_one_bin(*table, limits, summary, num_rows, claims);
  if (config < 0) return std::nullopt;
  if (claims) {
    plan_one_bin(*table, config, num_rows, plan);
  } else {
    if (!context.needs_sizes && !are_rows_alike(table->config[config], summary, num_rows)) return std::nullopt;
    plan.one_bin = config;
  }
  return table;
}

/// \brief Decides in \p plan whether rows of supernodes are computed together, and otherwise whether one bin takes all
/// rows, which comes first where there are few products. Rows that threads merge have one.
/// \return the table of the bin, if there is one
template <class Context>
std::optional<AccumulatorTable> choose_supernodes_or_one_bin(const TeamLimits& limits, const AnalysisSummary& summary,
                                                             count_type num_rows, const Context& context,
                                                             int value_bytes, WorkflowPlan& plan) {
  const bool has_supernodes = plan.merge_class < 0 && choose_supernodes(summary, plan.accumulators);
  plan.accumulators.supernodes = false;
  std::optional<AccumulatorTable> table;
  if (!has_supernodes || summary.total_products <= one_bin_supernode_products_max)
    table = choose_one_bin(limits, summary, num_rows, context, value_bytes, plan);
  plan.accumulators.supernodes = has_supernodes && !table;
  if (plan.merge_class >= 0) {
    table = make_merge_table(limits, plan.merge_class);
    plan.one_bin = 0;
  }
  return table;
}

/// \brief All rows in their order in the bin of \p config of \p table; they claim their slots. Launches nothing itself.
/// \param while_binned as for bin_rows()
template <class Bins, class Analysis, class ExecutionSpace, class WhileBinned>
Bins bin_all_rows(const Analysis& analysis, const AccumulatorTable& table, int config,
                  Workspace<ExecutionSpace>& workspace, const WhileBinned& while_binned) {
  const auto num_rows = static_cast<count_type>(analysis.row_range.extent(0));
  Bins bins = bin_together<Bins>(table, config, num_rows);
  bins.row_begin = workspace.template allocate<count_type>("Ocean::binning::row_begin", num_rows + 1);
  bins.expected_claims = analysis.summary.capped_products;
  while_binned();
  return bins;
}

}  // namespace Ocean::Impl

#endif
