/// \file
/// \brief Staged rows of C: their views, what rows that overflow may take, and the forecast of all stages after
/// binning.
// once: OpenMP

#include "ocean/stages/staging.hpp"

#include <gtest/gtest.h>

#include "ocean/core/prefix_sum.hpp"
#include "support/test_exec_space.hpp"

namespace {

using Ocean::Workflow;
using Ocean::Impl::AnalysisSummary;
using Ocean::Impl::count_type;
using Ocean::Impl::TeamLimits;
using Ocean::Impl::WorkflowPlan;
using Ocean::Impl::WorkspaceAccount;
using Ocean::Impl::WorkspaceForecast;
using Ocean::Impl::WorkspaceSource;
using Ocean::Testing::test_exec_space;

using workspace_type = Ocean::Impl::Workspace<test_exec_space>;

WorkflowPlan make_plan(Workflow workflow, double expansion = 1.0) {
  WorkflowPlan plan;
  plan.workflow = workflow;
  plan.expansion = expansion;
  return plan;
}

TEST(Staging, ViewsInAWorkspace) {
  workspace_type workspace(test_exec_space{}, std::size_t(1) << 30);  // whose blocks are not shared
  const Ocean::Impl::Staging<workspace_type, int, double> staging(100, workspace);
  EXPECT_EQ(staging.entries().extent(0), 100u);
  EXPECT_EQ(staging.values().extent(0), 100u);
  EXPECT_EQ(static_cast<const void*>(staging.entries().data()), staging.values().data() + 100) << "behind all values";
  EXPECT_EQ(workspace.live_bytes(), 100 * 12u);
  const Ocean::Impl::StagedSizes<workspace_type> sizes(7, workspace);
  EXPECT_EQ(sizes.row_nnz.extent(0), 8u);
  EXPECT_EQ(sizes.row_begin.extent(0), 8u);
  EXPECT_EQ(workspace.live_bytes(), 100 * 12u + 2 * 8 * 8u);
}

TEST(Staging, BytesForRowsThatOverflow) {
  using Ocean::Impl::overflow_bytes, Ocean::Impl::wide_sketch_expansion;
  AnalysisSummary summary;
  summary.capped_products = 1000;
  WorkflowPlan bound = make_plan(Workflow::upper_bound);
  EXPECT_EQ(overflow_bytes(make_plan(Workflow::symbolic), summary, 10, 12, 50000), 0u);
  EXPECT_EQ(overflow_bytes(bound, summary, 10, 12, 50000), 0u);
  bound.rows_claim = true;
  EXPECT_EQ(overflow_bytes(bound, summary, 10, 12, 50000), 4000u) << "0.08 of the other memory";
  const auto estimate = [&](double expansion) {
    return overflow_bytes(make_plan(Workflow::hyperloglog, expansion), summary, 10, 12, 50000);
  };
  EXPECT_EQ(estimate(wide_sketch_expansion), 4000u);
  EXPECT_EQ(estimate(2 * wide_sketch_expansion), 4000u);
  EXPECT_EQ(estimate(wide_sketch_expansion - 0.01), 1000 * 12u + 11 * 8u) << "any number of rows";
}

/// \brief Peak bytes of the stages after binning, beside what staged rows have by then: rows of one kind, \p kind, and
/// \p num_empty rows without products.
std::size_t forecast(const WorkflowPlan& plan, Ocean::Impl::AccumulatorKind kind, count_type num_empty = 0,
                     bool at_once = false) {
  Ocean::Impl::RowBins<test_exec_space::memory_space, int> bins;
  bins.table.num_configs = 3;
  bins.table.config[2].kind = kind;
  bins.table.config[2].hash_capacity = 50;
  bins.bin_begin = {0, num_empty, num_empty, 10};
  bins.total_slots = 100;
  TeamLimits limits;
  limits.num_units = 3;
  AnalysisSummary summary;
  summary.capped_products = 1000;
  WorkspaceForecast memory{WorkspaceAccount(WorkspaceSource::blocks)};
  Ocean::Impl::forecast_team_stages<double, int>(test_exec_space(), limits, bins, plan, summary, 10, at_once, memory);
  return memory.account().peak_bytes();
}

/// The scratch of a prefix sum, which only some spaces have, and that of a pass are not live at the same time.
TEST(Staging, TheForecastByHand) {
  using Ocean::Impl::AccumulatorKind;
  const auto scan = static_cast<std::size_t>(Ocean::Impl::PrefixSum<test_exec_space>::scratch_bytes({}, 10));
  const std::size_t tables = 6 * 50 * 8;  // two teams on each of 3 processors
  EXPECT_EQ(forecast(make_plan(Workflow::symbolic), AccumulatorKind::hash), 0u) << "no row overflows";
  EXPECT_EQ(forecast(make_plan(Workflow::symbolic), AccumulatorKind::hybrid_hash), tables);
  EXPECT_EQ(forecast(make_plan(Workflow::symbolic), AccumulatorKind::hybrid_hash, 6), 4 * 50 * 8u)
      << "a table per row where there are few";
  EXPECT_EQ(forecast(make_plan(Workflow::symbolic), AccumulatorKind::hybrid_hash, 10), 0u) << "no rows";

  WorkflowPlan bound = make_plan(Workflow::upper_bound);
  EXPECT_EQ(forecast(bound, AccumulatorKind::hash), 100 * 12 + scan);
  EXPECT_EQ(forecast(bound, AccumulatorKind::hash, 0, true), 100 * 12u) << "offsets found at once take none";
  EXPECT_EQ(forecast(bound, AccumulatorKind::hybrid_hash), 100 * 12 + std::max(scan, tables));
  bound.rows_claim = true;
  bound.claimed_slots = 30;
  const std::size_t claimed = 130 * 12 + scan;
  EXPECT_EQ(forecast(bound, AccumulatorKind::hash),
            claimed + static_cast<std::size_t>(0.08 * static_cast<double>(claimed)));
  EXPECT_EQ(forecast(make_plan(Workflow::hyperloglog), AccumulatorKind::hash), 100 * 12 + scan + 1000 * 12 + 11 * 8);
}

}  // namespace
