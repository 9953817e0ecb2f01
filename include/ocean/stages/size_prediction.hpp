#ifndef OCEAN_STAGES_SIZE_PREDICTION_HPP
#define OCEAN_STAGES_SIZE_PREDICTION_HPP
/// \file
/// \brief The size prediction stage: how many entries every row of C will have, and how certain that is.

#include <optional>

#include "../kernels/size_prediction/build_row_sketches.hpp"
#include "../kernels/size_prediction/merge_row_sketches.hpp"
#include "../results/row_sizes.hpp"
#include "../tuning/make_accumulator_table.hpp"
#include "binning.hpp"
#include "column_words.hpp"
#include "found_columns.hpp"
#include "numeric.hpp"
#include "one_bin.hpp"
#include "overflow.hpp"
#include "workflow_choice.hpp"

namespace Ocean::Impl {

/// \brief The bins of the rows of a product.
template <TeamLauncher Launcher, class ProblemType>
using BinsOf = RowBins<typename Launcher::memory_space, typename ProblemType::row_index_type>;

/// Pages for an entry of C by which scratch is sized where rows are counted in pages, at least, and as many as B has
/// words for an entry. source: an estimate; on a CPU, 0.1 to 0.4 were counted where rows are counted in pages, and
/// other numbers were not compared
inline constexpr double counted_pages_per_entry_min = 0.6;

/// \brief What the table of a counting pass depends on.
/// \param by_words     whether B's columns are read in words
/// \param finds_words  whether words that are found serve the next pass
/// \param estimating   whether sizes are estimates, and rows may overflow; else each product may have a page of its own
inline TableFacts count_table_facts(const AnalysisSummary& summary, bool by_words, bool finds_words, bool estimating) {
  TableFacts facts = table_facts(summary, Certainty::exact);
  facts.counts_words = by_words || finds_words;
  facts.lists_words = by_words;
  if (by_words) facts.words_per_entry = counted_words_per_entry_max;
  if (estimating) facts.pages_per_entry = std::max(summary.words_per_b_entry, counted_pages_per_entry_min);
  return facts;
}

/// \brief The bins of a counting pass by \p table: one if all rows are merged or share one, else by their products;
/// waits for them then.
/// \param while_binned called once, before the wait
template <TeamLauncher Launcher, class ProblemType, class Analysis, class WhileBinned>
BinsOf<Launcher, ProblemType> bin_rows_to_count(const Launcher& launcher, const ProblemType& problem,
                                                const Analysis& analysis, const WorkflowPlan& plan,
                                                const AccumulatorTable& table,
                                                Workspace<typename Launcher::execution_space>& workspace,
                                                const WhileBinned& while_binned) {
  using row_type = typename ProblemType::row_index_type;
  using bins_type = BinsOf<Launcher, ProblemType>;
  int one_bin = AccumulatorTable::no_config;
  if (plan.merge_class >= 0)
    one_bin = 0;
  else if (plan.one_bin >= 0)
    one_bin = find_one_bin(table, launcher.limits(), analysis.summary, problem.num_rows(), false);
  if (one_bin >= 0) {
    while_binned();
    return bin_together<bins_type>(table, one_bin, problem.num_rows());
  }
  SlotRule rule;
  rule.predicted_only = false;
  rule.compression = plan.symbolic_compression;
  rule.order = SlotOrder::none;
  return bin_rows<row_type>(launcher, problem.a.row_map, analysis, RowSizes<typename Launcher::memory_space>(), table,
                            rule, NoRowMap(), workspace, while_binned);
}

/// \brief Exact sizes by a counting pass, binned by the sampled compression ratio where that is allowed. A row that
/// outgrows its table is counted again in windows. Waits for the bins, and for overflows if any can occur. To be called
/// once for an analysis, which clears the counters of the pass.
/// \param kept  the bins, if those by exact sizes would be the same
/// \param value_bytes  of C, if it is computed next and columns that are found serve for that; else 0
/// Source: [LG26] section 4.1 (assisted symbolic)
template <TeamLauncher Launcher, class ProblemType, class Analysis>
RowSizes<typename Launcher::memory_space> count_rows(const Launcher& launcher, const ProblemType& problem,
                                                     const Analysis& analysis, const WorkflowPlan& plan,
                                                     const SpGEMMOptions& options, int value_bytes,
                                                     Workspace<typename Launcher::execution_space>& workspace,
                                                     std::optional<BinsOf<Launcher, ProblemType>>& kept) {
  using row_type = typename ProblemType::row_index_type;
  using pass_type = RowPass<Pass::count, ProblemType, row_type, typename ProblemType::column_type, char>;
  using bins_type = BinsOf<Launcher, ProblemType>;
  const bool keeps_columns = value_bytes > 0 && may_keep_columns(analysis.summary, workspace);
  const bool is_merged = plan.merge_class >= 0, has_one_bin = is_merged || plan.one_bin >= 0;
  const bool estimating = !is_merged && plan.symbolic_compression > 1.0;
  const bool by_words = choose_column_words(analysis.summary, plan, problem, workspace);
  const bool finds_words = keeps_columns && plan.symbolic_compression >= counted_words_compression_min;
  const AccumulatorTable table =
      is_merged
          ? make_merge_table(launcher.limits(), plan.merge_class)
          : make_accumulator_table(launcher.limits(), plan.accumulators, options.scratch_limit_bytes, 0, estimating,
                                   count_table_facts(analysis.summary, by_words, finds_words, estimating));
  RowSizes<typename Launcher::memory_space> sizes;
  sizes.certainty = Certainty::exact;
  pass_type pass;
  WordOperand<typename ProblemType::operand_b_type> words;
  const auto while_binned = [&] {  // what does not depend on the bins
    if (by_words) words = make_column_words(launcher, problem.b, analysis.summary, workspace);
    sizes.row_nnz = workspace.template allocate<count_type>("Ocean::size_prediction::row_nnz", problem.num_rows() + 1);
    pass = make_row_pass<pass_type>(launcher.exec(), problem, analysis, plan, options, sizes.row_nnz, workspace,
                                    !estimating, analysis.pass_counters);
    pass.may_overflow = estimating;
    if (keeps_columns && !has_one_bin)
      sizes.found = begin_found_columns(launcher.exec(), problem.num_rows(), workspace);
  };
  const bins_type bins = bin_rows_to_count(launcher, problem, analysis, plan, table, workspace, while_binned);
  if (keeps_columns)
    allocate_found_columns(launcher.exec(), analysis.summary, bins, problem.num_rows(),
                           sizeof(typename ProblemType::column_type) + value_bytes, value_bytes, sizes.found,
                           workspace);
  pass.found = sizes.found;
  run_row_pass(launcher, pass, bins, analysis.summary, workspace, [&](const pass_type& of_bin) {
    if (!by_words || !is_counted_by_words(of_bin.config.kind)) return false;
    count_by_words(launcher, pass_over_words(of_bin, words, analysis.summary));
    return true;
  });
  if (by_words) release_column_words(words, workspace);
  if (estimating && bins_may_overflow(bins)) {
    const count_type num_overflowed = read_num_overflowed(launcher.exec(), pass);
    if (num_overflowed > 0)
      run_in_windows(launcher, pass, bins.table, num_overflowed, analysis.summary.max_row_span, workspace);
  }
  release_row_pass(pass, analysis.pass_counters, workspace);
  if (plan.one_bin < 0 && are_sizes_irrelevant(bins)) {
    kept = bins;
    return sizes;
  }
  workspace.release(bins.row_order);
  workspace.release(bins.rows_at_once);
  workspace.release(bins.row_begin);
  return sizes;
}

/// \brief Estimated sizes from sketches of the rows of B.
/// Source: [LG26] section 3.2
template <TeamLauncher Launcher, class ProblemType, class Analysis>
RowSizes<typename Launcher::memory_space> estimate_rows(const Launcher& launcher, const ProblemType& problem,
                                                        const Analysis& analysis, int num_registers,
                                                        Workspace<typename Launcher::execution_space>& workspace) {
  RowSizes<typename Launcher::memory_space> sizes;
  sizes.certainty = Certainty::estimate;
  sizes.row_nnz = workspace.template allocate<count_type>("Ocean::size_prediction::row_nnz", problem.num_rows());
  const auto sketches = workspace.template allocate<std::uint8_t>("Ocean::size_prediction::sketches",
                                                                  problem.num_inner() * num_registers);
  build_row_sketches(launcher, problem.b, num_registers, sketches);
  merge_row_sketches(launcher, problem, analysis, sketches, num_registers, sizes.row_nnz);
  workspace.release(sketches);
  return sizes;
}

/// \brief Sizes of the rows of C by the plan's predictor; the upper bound needs no kernel and returns no view.
/// \param value_bytes, kept  the latter (out), as for count_rows()
template <TeamLauncher Launcher, class ProblemType, class Analysis>
RowSizes<typename Launcher::memory_space> predict_row_sizes(const Launcher& launcher, const ProblemType& problem,
                                                            const Analysis& analysis, const WorkflowPlan& plan,
                                                            const SpGEMMOptions& options, int value_bytes,
                                                            Workspace<typename Launcher::execution_space>& workspace,
                                                            std::optional<BinsOf<Launcher, ProblemType>>& kept) {
  kept.reset();
  if (plan.workflow == Workflow::symbolic)
    return count_rows(launcher, problem, analysis, plan, options, value_bytes, workspace, kept);
  if (plan.workflow == Workflow::hyperloglog)
    return estimate_rows(launcher, problem, analysis, plan.sketch_registers, workspace);
  RowSizes<typename Launcher::memory_space> sizes;
  sizes.certainty = plan.certainty();
  return sizes;
}

/// \brief How the slots of a row follow from sizes of the plan's certainty (exact, estimate or bound).
inline SlotRule slot_rule(const WorkflowPlan& plan) {
  SlotRule rule;
  rule.predicted_only = plan.workflow != Workflow::upper_bound;
  rule.estimated = plan.workflow == Workflow::hyperloglog;
  rule.factor = plan.workflow == Workflow::hyperloglog ? plan.expansion : 1.0;
  rule.rows_claim = plan.rows_claim;
  rule.order = plan.rows_claim ? SlotOrder::any : SlotOrder::of_rows;
  rule.esc_claims_from = plan.esc_claims_from;
  return rule;
}

}  // namespace Ocean::Impl

#endif
