#ifndef OCEAN_STAGES_WORKSPACE_FORECAST_HPP
#define OCEAN_STAGES_WORKSPACE_FORECAST_HPP
/// \file
/// \brief The work memory of the stages that are still to come, in the order in which they take it.

#include <algorithm>

#include "../core/prefix_sum.hpp"
#include "../core/workspace_account.hpp"
#include "../results/row_bins.hpp"
#include "../results/workflow_plan.hpp"
#include "numeric.hpp"
#include "workflow_choice.hpp"

namespace Ocean::Impl {

/// Share of the other work memory that rows which are done again may take beside it;
/// measured: perf_tests/results/hll_error_2026-11-21.csv (up to 1.1 % of the rows of a matrix overflow)
inline constexpr double overflow_allowance = 0.08;

/// \brief A workspace's account that goes on without memory.
class WorkspaceForecast {
 public:
  explicit WorkspaceForecast(const WorkspaceAccount& account) : m_account(account) {}

  /// \brief What Workspace::allocate<T>(count) would take.
  template <class T>
  WorkspacePlace take(count_type count) {
    if (count == 0) return {};
    const WorkspacePlace place = m_account.find(static_cast<std::size_t>(count) * sizeof(T));
    m_account.take(place);
    return place;
  }
  void give(const WorkspacePlace& place) {
    if (place.bytes > 0) m_account.give(place);
  }
  /// \brief Takes and gives at once.
  template <class T>
  void pass(count_type count) {
    give(take<T>(count));
  }
  /// \brief Has the peaks hold \p bytes more.
  void allow(std::size_t bytes) { m_account.allow(bytes); }
  const WorkspaceAccount& account() const { return m_account; }

 private:
  WorkspaceAccount m_account;
};

/// \brief What a product is expected to take.
struct ProductForecast {
  WorkspaceAccount account;  ///< of its work memory at the end
  count_type nnz_c = 0;      ///< entries of C that are expected, or that C is allocated for
  count_type nnz_c_max = 0;  ///< entries that C may have
  AnalysisSummary summary{};
};

/// \brief What a forecast of the team stages needs to know of a product whose rows are binned.
template <class Bins>
struct BinnedProduct {
  const Bins& bins;
  Certainty certainty;
  count_type num_rows;
  count_type span_max;
};

/// \brief Bytes for the overflowed rows of an estimating plan beside \p peak_bytes: a share of them with its own factor
/// on the estimates or a larger one, any number of rows with a smaller one.
inline std::size_t overflow_bytes(const WorkflowPlan& plan, const AnalysisSummary& summary, count_type num_rows,
                                  std::size_t entry_bytes, std::size_t peak_bytes) {
  if (plan.certainty() != Certainty::estimate) return 0;
  if (plan.expansion < wide_sketch_expansion)
    return static_cast<std::size_t>(summary.capped_products) * entry_bytes +
           static_cast<std::size_t>(num_rows + 1) * sizeof(count_type);
  return static_cast<std::size_t>(overflow_allowance * static_cast<double>(peak_bytes));
}

/// \brief The work memory that run_row_pass() takes.
template <class Scalar, class ExecutionSpace, class Bins>
void forecast_row_pass(const ExecutionSpace& exec, ExecutionPath path, const BinnedProduct<Bins>& product,
                       WorkspaceForecast& forecast) {
  for (int config = product.bins.table.num_configs - 1; config >= 0; --config) {
    const AccumulatorConfig& shape = product.bins.table.config[config];
    const count_type num_rows = product.bins.num_rows_of(config);
    if (num_rows == 0) continue;
    if (shape.kind == AccumulatorKind::hybrid_hash)
      forecast.pass<Scalar>(hybrid_num_teams(team_limits(exec, path), num_rows) * shape.hash_capacity);
    if (shape.kind == AccumulatorKind::windows) {
      const count_type windows_max = num_windows_max(shape.columns_max, product.span_max);
      forecast.pass<count_type>(num_window_rows_at_once(num_rows, windows_max) * windows_max);
    }
  }
}

/// \brief The work memory of the team stages after binning: staging where sizes are not exact, the numeric pass,
/// compaction. Rows that overflow come on top.
template <class Scalar, class ColumnC, class RowIndex, class ExecutionSpace, class Bins>
void forecast_team_stages(const ExecutionSpace& exec, ExecutionPath path, const BinnedProduct<Bins>& product,
                          WorkspaceForecast& forecast) {
  const bool staged = product.certainty != Certainty::exact;
  if (staged) {
    forecast.take<ColumnC>(product.bins.total_slots);
    forecast.take<Scalar>(product.bins.total_slots);
    forecast.take<count_type>(product.num_rows + 1);
  }
  forecast.take<RowIndex>(product.num_rows);  // the list of overflowed rows
  forecast.take<count_type>(1);
  forecast_row_pass<Scalar>(exec, path, product, forecast);
  if (!staged) return;
  forecast.take<count_type>(product.num_rows + 1);
  forecast.pass<unsigned char>(PrefixSum<ExecutionSpace>::scratch_bytes(exec, product.num_rows));
}

}  // namespace Ocean::Impl

#endif
