/// \file
/// \brief When columns are renumbered, and that the numbers are those of the columns in their order.

#include "ocean/stages/column_renumbering.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "ocean/stages/analysis.hpp"
#include "support/checks.hpp"
#include "support/far_columns.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;
using Ocean::Workflow;
using Ocean::Impl::AnalysisSummary;
using Ocean::Impl::choose_renumbering;
using Ocean::Impl::hashed_span_end;
using Ocean::Impl::TeamLimits;
using workspace_type = Ocean::Impl::Workspace<test_exec_space>;

/// A device of 132 processors that gives a team 227 KB.
constexpr TeamLimits limits{1024, 227 * 1024, 228 * 1024, 2048, 132};
constexpr int value_bytes = 8;

AnalysisSummary summary_of(count_type row_products, count_type span, count_type nnz_b) {
  AnalysisSummary summary;
  summary.nnz_a = summary.nnz_b = nnz_b;
  summary.total_products = 100 * row_products;
  summary.max_row_products = row_products;
  summary.max_row_span = span;
  return summary;
}

TEST(ChooseRenumbering, SpansThatNoHashTableTakes) {
  constexpr count_type many_entries = count_type(1) << 33;
  for (const count_type products : {1, 100, 1000000}) {
    EXPECT_TRUE(choose_renumbering(summary_of(products, hashed_span_end, many_entries), limits, {}, value_bytes));
    EXPECT_TRUE(choose_renumbering(summary_of(products, count_type(1) << 62, 1000), limits, {}, value_bytes));
    EXPECT_FALSE(choose_renumbering(summary_of(products, hashed_span_end - 1, many_entries), limits, {}, value_bytes));
  }
}

TEST(ChooseRenumbering, RowsThatNeedManyMoreWindowsThanBHasEntries) {
  constexpr count_type span = 2000000000, nnz_b = 1000000, too_many_products = 100000;
  EXPECT_TRUE(choose_renumbering(summary_of(too_many_products, span, nnz_b), limits, {}, value_bytes));
  EXPECT_FALSE(choose_renumbering(summary_of(too_many_products, span, span / 4), limits, {}, value_bytes));
  EXPECT_TRUE(choose_renumbering(summary_of(too_many_products, span, span / 5), limits, {}, value_bytes));
  const SpGEMMOptions assisted{.workflow = Workflow::symbolic}, estimates{.workflow = Workflow::hyperloglog};
  const SpGEMMOptions counts{.workflow = Workflow::symbolic, .accumulators = {.assisted = false}};
  EXPECT_FALSE(choose_renumbering(summary_of(1000, span, nnz_b), limits, counts, value_bytes)) << "hash tables do";
  EXPECT_TRUE(choose_renumbering(summary_of(1000, span, nnz_b), limits, assisted, value_bytes))
      << "a sample sizes them";
  SpGEMMOptions keys_alone = counts;
  keys_alone.accumulators.hash = false;  // and hybrid tables hold values
  EXPECT_TRUE(choose_renumbering(summary_of(1000, span, nnz_b), limits, keys_alone, value_bytes)) << "the count pass";
  for (const int products : {400, 1000, 20000}) {
    EXPECT_TRUE(choose_renumbering(summary_of(products, span, nnz_b), limits, estimates, value_bytes)) << "overflow";
    EXPECT_TRUE(
        choose_renumbering(summary_of(products, span, nnz_b), limits, {.workflow = Workflow::upper_bound}, value_bytes))
        << "a sample tells sizes";
    EXPECT_TRUE(choose_renumbering(summary_of(products, span, nnz_b), limits, {}, value_bytes)) << "may estimate";
  }
  EXPECT_FALSE(choose_renumbering(summary_of(10, 100000, 1000), limits, estimates, value_bytes)) << "rows that sort";
  const SpGEMMOptions no_hash{.accumulators = {.hash = false, .hybrid_hash = false, .esc = false}};
  EXPECT_TRUE(choose_renumbering(summary_of(1000, span, nnz_b), limits, no_hash, value_bytes));
  EXPECT_TRUE(choose_renumbering(summary_of(1000, span, nnz_b), limits, {.scratch_limit_bytes = 2048}, value_bytes));
}

TEST(ChooseRenumbering, ColumnsOf32BitsAreNeverFar) {
  EXPECT_FALSE(Ocean::Impl::may_be_far_v<int>);
  EXPECT_TRUE(Ocean::Impl::may_be_far_v<std::int64_t>);
}

/// Renumbers \p matrix and compares with a set of its columns.
void expect_renumbered(const far_matrix& matrix) {
  const test_exec_space exec;
  const auto device = to_device(matrix);
  auto b = device.operand();
  workspace_type workspace(exec);
  const auto renumbered = Ocean::Impl::renumber_columns(exec, b, workspace);
  const std::set<std::int64_t> in_use(matrix.entries.begin(), matrix.entries.end());
  const std::vector<std::int64_t> columns(in_use.begin(), in_use.end());
  std::vector<std::int64_t> ranks;
  for (const std::int64_t column : matrix.entries)
    ranks.push_back(std::lower_bound(columns.begin(), columns.end(), column) - columns.begin());
  EXPECT_TRUE(same_integers("columns", to_vector(renumbered.columns), columns));
  EXPECT_TRUE(same_integers("ranks", to_vector(renumbered.ranks), ranks));
  ASSERT_TRUE(renumbered.is_used());
  const auto problem = renumbered.renumbered(Ocean::Impl::Problem<decltype(b), decltype(b)>{b, b});
  EXPECT_EQ(problem.b.entries.data(), renumbered.ranks.data());
  EXPECT_EQ(problem.b.num_cols, static_cast<count_type>(columns.size()));
  EXPECT_EQ(problem.a.entries.data(), b.entries.data());
  Ocean::Impl::restore_columns(exec, renumbered.ranks, renumbered.columns);
  EXPECT_TRUE(same_integers("restored", to_vector(renumbered.ranks), matrix.entries));
  const std::size_t nnz = matrix.entries.size(), bytes_per_entry = 40;
  EXPECT_LE(workspace.peak_workspace_bytes(), nnz * bytes_per_entry + 4 * Ocean::Impl::WorkspaceAccount::slab_bytes);
}

TEST(RenumberColumns, EverySpan) {
  const far_matrix near = make_far(
      {.num_rows = 300, .num_cols = 2000, .mean_row_nnz = 9, .seed = 92, .duplicate_ratio = 0.2, .unsorted = true});
  for (const count_type span : far_spans)
    for (const FarLaw law : {FarLaw::even, FarLaw::ends}) {
      SCOPED_TRACE(span);
      expect_renumbered(spread_columns(near, span, law));
    }
}

TEST(RenumberColumns, OneColumnAndEntriesBehindTheLastRow) {
  expect_renumbered({3, 10, {0, 1, 1, 3}, {7, 7, 7}, {1, 2, 3}});
  const test_exec_space exec;
  const auto device = to_device(far_matrix{2, 100, {0, 1, 2}, {50, 7, 3, 99}, {1, 2, 3, 4}});
  workspace_type workspace(exec);
  const auto renumbered = Ocean::Impl::renumber_columns(exec, device.operand(), workspace);
  EXPECT_EQ(to_vector(renumbered.ranks), (std::vector<std::int64_t>{1, 0}));
  EXPECT_EQ(to_vector(renumbered.columns), (std::vector<std::int64_t>{7, 50}));
}

TEST(MeasureRenumbering, IsWhatTheAnalysisWouldChoose) {
  const test_exec_space exec;
  const far_matrix a =
      make_far({.num_rows = 200, .num_cols = 90, .mean_row_nnz = 5, .seed = 93, .empty_row_ratio = 0.2});
  const far_matrix near = make_far({.num_rows = 90, .num_cols = 400, .mean_row_nnz = 20, .seed = 94, .full_row = 7});
  for_each_launcher([&](const auto& launcher) {
    for (const count_type span : far_spans)
      for (const std::size_t scratch_limit_bytes : {0, 2048}) {
        SCOPED_TRACE(::testing::Message()
                     << to_string(launcher.path) << ", span " << span << ", " << scratch_limit_bytes);
        const auto device_a = to_device(a), device_b = to_device(spread_columns(near, span, FarLaw::even));
        const Ocean::Impl::Problem<decltype(device_a.operand()), decltype(device_b.operand())> problem{
            device_a.operand(), device_b.operand()};
        workspace_type workspace(exec);
        const auto analysis = Ocean::Impl::analyze_rows(launcher, problem, workspace);
        const auto most = Ocean::Impl::measure_rows(exec, problem, analysis.b_row_shape);
        EXPECT_EQ(most.products, analysis.summary.max_row_products);
        EXPECT_EQ(most.span, analysis.summary.max_row_span);
        const SpGEMMOptions options{.scratch_limit_bytes = scratch_limit_bytes};
        EXPECT_EQ(Ocean::Impl::measure_renumbering(launcher, problem, analysis.b_row_shape, options, value_bytes),
                  choose_renumbering(analysis.summary, launcher.limits(), options, value_bytes));
      }
  });
}

}  // namespace
