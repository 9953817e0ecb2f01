#ifndef OCEAN_STAGES_OVERFLOW_HPP
#define OCEAN_STAGES_OVERFLOW_HPP
/// \file
/// \brief The overflow stage: rows whose size was underestimated are recomputed with slots for all their products.

#include "../core/prefix_sum.hpp"
#include "../kernels/numeric/read_overflowed_sizes.hpp"
#include "../results/workflow_plan.hpp"
#include "numeric.hpp"

namespace Ocean::Impl {

/// \brief Type of a view of sizes on a space.
template <class ExecutionSpace>
struct RowAnalysisSizes {
  using view_type = typename Workspace<ExecutionSpace>::template view_type<count_type>;
};

/// \brief The list of rows that outgrow their size, and its length.
template <class Memory, class RowIndex>
struct OverflowList {
  typename Memory::template view_type<RowIndex> rows;
  typename Memory::template view_type<count_type> num_rows;

  /// \param rows_max   of the list; 0 where sizes are exact
  /// \param has_length false: its length is counted elsewhere
  OverflowList(count_type rows_max, bool has_length, Memory& memory)
      : rows(memory.template allocate<RowIndex>("Ocean::numeric::overflow_rows", rows_max)),
        num_rows(memory.template allocate<count_type>("Ocean::numeric::num_overflowed", has_length ? 1 : 0)) {}
};

/// \brief A pass over all rows; its configuration and output are still to be set.
/// \param are_exact the sizes by which rows have their room: none outgrows it
/// \param counters  [num_pass_counters] the caller's, all zero, or empty: the pass has its own, and its rows claim no
///                  slots
template <class PassData, class ExecutionSpace, class ProblemType, class Analysis, class Sizes>
PassData make_row_pass(const ExecutionSpace& exec, const ProblemType& problem, const Analysis& analysis,
                       const WorkflowPlan& plan, const SpGEMMOptions& options, const Sizes& row_nnz,
                       Workspace<ExecutionSpace>& workspace, bool are_exact,
                       const typename RowAnalysisSizes<ExecutionSpace>::view_type& counters = {}) {
  using row_type = typename ProblemType::row_index_type;
  using sizes_type = typename RowAnalysisSizes<ExecutionSpace>::view_type;
  const bool counts_itself = counters.extent(0) == 0;
  PassData pass;
  pass.problem = problem;
  pass.row_range = analysis.row_range;
  pass.row_products = analysis.row_products;
  pass.b_rows_at_once = analysis.b_rows_at_once;
  pass.row_nnz = row_nnz;
  const OverflowList<Workspace<ExecutionSpace>, row_type> overflowed(are_exact ? 0 : problem.num_rows(),
                                                                     counts_itself && !are_exact, workspace);
  pass.overflow_rows = overflowed.rows;
  pass.num_overflowed = counts_itself ? overflowed.num_rows : sizes_type(counters.data(), 1);
  if (plan.rows_claim && !counts_itself) pass.num_claimed = sizes_type(counters.data() + 1, 1);
  pass.lanes_per_b_row = choose_lanes(
      static_cast<double>(analysis.summary.total_products) / static_cast<double>(analysis.summary.nnz_a), walk_lanes);
  pass.b_rows_uneven = selects_uneven_rows(analysis.summary);
  pass.b_rows_sorted = analysis.summary.b_rows_sorted;
  pass.tests_bits = plan.tests_bits;
  pass.sorted_output = options.sorted_output;
  if (counts_itself && !are_exact) DeviceMemory<ExecutionSpace>::clear(exec, pass.num_overflowed.data(), 1);
  return pass;
}

/// \brief Frees the pass's own lists.
/// \param counters that make_row_pass() was given
template <class ExecutionSpace, class PassData>
void release_row_pass(const PassData& pass, const typename RowAnalysisSizes<ExecutionSpace>::view_type& counters,
                      Workspace<ExecutionSpace>& workspace) {
  workspace.release(pass.overflow_rows);
  if (counters.extent(0) == 0) workspace.release(pass.num_overflowed);
}

/// \brief True if some row uses a table that may be too small because its size is an estimate.
template <class Bins>
bool bins_may_overflow(const Bins& bins) {
  for (int config = 0; config < bins.table.num_configs; ++config) {
    if (may_overflow(bins.table.config[config].kind) && bins.num_rows_of(config) > 0) return true;
  }
  return false;
}

/// \brief Waits for the pass and returns how many rows overflowed.
template <class ExecutionSpace, class PassData>
count_type read_num_overflowed(const ExecutionSpace& exec, const PassData& pass) {
  count_type num_overflowed = 0;
  DeviceMemory<ExecutionSpace>::read_back(exec, pass.num_overflowed.data(), &num_overflowed, 1);
  return num_overflowed;
}

/// \brief The pass over the first \p num_rows rows of pass.overflow_rows in dense windows, which take rows of any
/// length.
template <class PassData>
PassData overflow_pass(PassData pass, const AccumulatorTable& table, count_type num_rows) {
  pass.config = table.config[table.num_configs - 1];
  pass.row_order = pass.overflow_rows;
  pass.first_position = 0;
  pass.num_rows = num_rows;
  return pass;
}

/// \brief Computes the first \p num_rows rows of pass.overflow_rows in dense windows.
/// The pass's output views and row_begin must have slots for them; nothing can overflow here.
template <TeamLauncher Launcher, class PassData>
void run_in_windows(const Launcher& launcher, const PassData& pass, const AccumulatorTable& table, count_type num_rows,
                    count_type span_max, Workspace<typename Launcher::execution_space>& workspace) {
  window_rows(launcher, overflow_pass(pass, table, num_rows), span_max, workspace);
}

/// \brief Staging of the recomputed rows: placed after that of the others.
template <class MemorySpace, class ColumnC, class ScalarC>
struct OverflowStaging {
  template <class T>
  using view_type = Kokkos::View<T*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  view_type<count_type> row_begin;  ///< [num_overflowed + 1], by position in the list of overflowed rows
  view_type<ColumnC> entries;
  view_type<ScalarC> values;
};

/// \brief Recomputes the \p num_overflowed rows: counts them, then computes them in slots for all their entries; waits
/// for their total.
/// \param counts_max windows at a time; rows that together have more are counted twice
/// Source: [LG26] section 3.2; counting before staging is our addition, as the counts are needed anyway
template <TeamLauncher Launcher, class PassData>
auto rerun_overflowed_rows(const Launcher& launcher, PassData pass, const AccumulatorTable& table,
                           count_type num_overflowed, count_type span_max,
                           Workspace<typename Launcher::execution_space>& workspace,
                           count_type counts_max = window_counts_max) {
  using execution_space = typename Launcher::execution_space;
  using column_type = typename decltype(pass.entries)::non_const_value_type;
  using scalar_type = typename PassData::scalar_type;
  OverflowStaging<typename Launcher::memory_space, column_type, scalar_type> staging;
  staging.row_begin = workspace.template allocate<count_type>("Ocean::overflow::row_begin", num_overflowed + 1);
  pass = overflow_pass(pass, table, num_overflowed);
  const count_type windows_max = num_windows_max(pass.config.columns_max, span_max);
  const bool at_once = num_window_rows_at_once(num_overflowed, windows_max, counts_max) == num_overflowed;
  decltype(count_window_rows(launcher, pass, span_max, workspace)) counted;
  if (at_once) {
    counted = count_window_rows(launcher, pass, span_max, workspace);
    sum_window_rows(launcher.exec(), counted);
  } else {
    window_rows(launcher, counting_pass(pass), span_max, workspace, counts_max);
  }
  Kokkos::parallel_for(
      "Ocean::overflow::read_sizes",
      Kokkos::RangePolicy<execution_space, Kokkos::IndexType<count_type>>(launcher.exec(), 0, num_overflowed),
      ReadOverflowedSizes<PassData, decltype(staging.row_begin)>{pass, staging.row_begin});
  prefix_sum(launcher.exec(), "Ocean::overflow::row_begin", staging.row_begin, staging.row_begin, num_overflowed,
             workspace);
  count_type total = 0;
  DeviceMemory<execution_space>::read_back(launcher.exec(), staging.row_begin.data() + num_overflowed, &total, 1);
  staging.entries = workspace.template allocate<column_type>("Ocean::overflow::entries", total);
  staging.values = workspace.template allocate<scalar_type>("Ocean::overflow::values", total);
  pass.row_begin = staging.row_begin;
  pass.entries = staging.entries;
  pass.values = staging.values;
  pass.begin_by_position = true;
  pass.num_claimed = {};  // each has its room now
  if (at_once) {
    accumulate_window_rows(launcher, pass, counted);
    workspace.release(counted.window_nnz);
  } else {
    window_rows(launcher, pass, span_max, workspace, counts_max);
  }
  return staging;
}

}  // namespace Ocean::Impl

#endif
