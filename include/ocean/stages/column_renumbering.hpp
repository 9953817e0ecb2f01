#ifndef OCEAN_STAGES_COLUMN_RENUMBERING_HPP
#define OCEAN_STAGES_COLUMN_RENUMBERING_HPP
/// \file
/// \brief The renumbering stage: columns that are too far apart for the accumulators are renumbered, without gaps.
///
/// The order of the columns is kept, so every other stage works on the numbers as on columns; those of C are replaced
/// at the end. Time and memory depend on the entries of B, whatever lies between its columns.

#include <algorithm>
#include <limits>
#include <type_traits>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../kernels/renumbering/measure_rows.hpp"
#include "../kernels/renumbering/rank_columns.hpp"
#include "../kernels/renumbering/restore_columns.hpp"
#include "../results/renumbered_columns.hpp"
#include "../tuning/make_accumulator_table.hpp"
#include "../tuning/renumbering_tuning.hpp"
#include "binning.hpp"
#include "check_operands.hpp"
#include "sort_entries.hpp"

namespace Ocean::Impl {

/// \brief Whether a pass over \p row, or over rows of fewer products, may take windows: from the start or, if it \p
/// is_estimated, because a table turns out to be too small.
inline bool may_take_windows(const AccumulatorTable& table, const RowFacts& row, bool is_estimated) {
  const int chosen = table.choose(row);
  if (table.config[chosen].kind == AccumulatorKind::windows) return true;
  return is_estimated && std::any_of(table.config, table.config + chosen + 1, [](const AccumulatorConfig& config) {
           return may_overflow(config.kind) || config.kind == AccumulatorKind::hybrid_hash;
         });
}

/// \brief Whether some row of C may need so many windows, in the numeric pass or a counting pass, that B's columns
/// should be renumbered.
/// \param summary  of the analysis, or bounds on what it would find
/// \param value_bytes  size of a
/// value of C
inline bool choose_renumbering(const AnalysisSummary& summary, const TeamLimits& limits, const SpGEMMOptions& options,
                               int value_bytes, const RenumberingTuning& tuning = renumbering_tuning_default) {
  const count_type products = summary.max_row_products, span = summary.max_row_span;
  if (span >= hashed_span_end) return true;
  if (static_cast<double>(span) <= tuning.columns_per_b_entry * static_cast<double>(summary.nnz_b)) return false;
  const RowFacts row{products, std::min(products, span), span};
  const auto table_of = [&](int bytes) {
    return make_accumulator_table(limits, options.accumulators, options.scratch_limit_bytes, bytes, false,
                                  table_facts(summary, Certainty::exact));
  };
  const bool may_count = options.workflow == Workflow::automatic || options.workflow == Workflow::symbolic;
  if (may_count && may_take_windows(table_of(0), row, options.accumulators.assisted)) return true;
  return may_take_windows(table_of(value_bytes), row, options.workflow != Workflow::symbolic);
}

/// \brief choose_renumbering() before A's rows are analysed: if B's shape does not decide, reads A's rows, without
/// storing anything per row, and waits.
/// \param b_row_shape  [num_inner], of the analysis of B's rows
template <TeamLauncher Launcher, class ProblemType, class Shapes>
bool measure_renumbering(const Launcher& launcher, const ProblemType& problem, const Shapes& b_row_shape,
                         const SpGEMMOptions& options, int value_bytes) {
  const TeamLimits limits = launcher.limits();
  AnalysisSummary summary;
  summary.nnz_b = static_cast<count_type>(problem.b.entries.extent(0));
  summary.max_row_products = std::numeric_limits<count_type>::max();
  summary.max_row_span = problem.num_cols();
  if (!choose_renumbering(summary, limits, options, value_bytes)) return false;
  const RowExtremes most = measure_rows(launcher.exec(), problem, b_row_shape);
  summary.max_row_products = most.products;
  summary.max_row_span = most.span;
  return choose_renumbering(summary, limits, options, value_bytes);
}

/// \brief Numbers the columns of \p b; waits twice, for the numbers of its entries and of its columns.
/// Pre     offsets and columns of B are in bounds
/// Cost    a sort of B's entries; memory in addition to the result: positions twice (once for columns of one digit) and
///         digit counters
/// \throws OutOfMemory if the workspace does not have the bytes.
template <class ExecutionSpace, class OperandB>
auto renumber_columns(const ExecutionSpace& exec, const OperandB& b, Workspace<ExecutionSpace>& workspace) {
  using column_type = typename OperandB::ordinal_type;
  RenumberedColumns<typename ExecutionSpace::memory_space, column_type> renumbered;
  const auto nnz = static_cast<count_type>(read_element(exec, b.row_map, b.num_rows));
  renumbered.ranks = workspace.template allocate<column_type>("Ocean::renumbering::ranks", nnz);
  const auto positions =
      workspace.template allocate<typename OperandB::offset_type>("Ocean::renumbering::positions", nnz);
  sort_entries(exec, b, nnz, positions, decltype(renumbered.ranks)(), workspace);
  const SortedEntries<typename OperandB::entries_type, std::decay_t<decltype(positions)>> sorted{b.entries, positions};
  renumbered.columns =
      workspace.template allocate<column_type>("Ocean::renumbering::columns", count_columns_in_use(exec, sorted, nnz));
  rank_columns(exec, sorted, nnz, renumbered.ranks, renumbered.columns);
  workspace.release(positions);
  return renumbered;
}

}  // namespace Ocean::Impl

#endif
