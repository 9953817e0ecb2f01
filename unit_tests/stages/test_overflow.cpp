/// \file
/// \brief The overflow stage: rows done again equal the reference, alone and at the end of whole products.

#include "ocean/stages/overflow.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "ocean/drivers/spgemm_driver.hpp"
#include "ocean/engine/team_engine.hpp"
#include "ocean/stages/one_bin.hpp"
#include "sketch/sketch_product.hpp"
#include "support/checks.hpp"
#include "support/extreme_options.hpp"
#include "support/team_paths.hpp"

namespace {

using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using Ocean::Workflow;
using Ocean::Impl::AccumulatorKind;
using Ocean::Impl::AccumulatorTable;
using Ocean::Impl::analyze_rows;
using Ocean::Impl::count_type;
using Ocean::Impl::HostCsr;
using Ocean::Impl::make_accumulator_table;
using Ocean::Impl::multiply_gustavson;
using Ocean::Impl::Pass;
using Ocean::Impl::read_num_overflowed;
using Ocean::Impl::rerun_overflowed_rows;
using Ocean::Testing::for_each_launcher;
using Ocean::Testing::make_random;
using Ocean::Testing::make_view;
using Ocean::Testing::matches;
using Ocean::Testing::same_integers;
using Ocean::Testing::team_paths;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::to_device;
using Ocean::Testing::to_host;
using Ocean::Testing::to_vector;

using matrix_type = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using product_type = Ocean::Impl::CsrProduct<test_exec_space, int, int, double>;
using pass_type = Ocean::Impl::RowPass<Pass::accumulate, problem_type, int, int, double>;
using workspace_type = Ocean::Impl::Workspace<test_exec_space>;

matrix_type make_matrix(count_type num_rows, count_type num_cols, double mean_row_nnz, std::uint64_t seed) {
  return make_random<int, int, double>(
      {.num_rows = num_rows, .num_cols = num_cols, .mean_row_nnz = mean_row_nnz, .seed = seed});
}

/// Does \p rows of A B again, as if they had overflowed, and compares them with the reference.
void expect_rerun(const matrix_type& a, const matrix_type& b, const std::vector<int>& rows,
                  std::size_t scratch_limit_bytes, const auto& launcher,
                  count_type counts_max = Ocean::Impl::window_counts_max) {
  SCOPED_TRACE(::testing::Message() << to_string(launcher.path) << ", scratch limit " << scratch_limit_bytes);
  const auto reference = multiply_gustavson<int, int, double>(a, b);
  const auto device_a = to_device(a), device_b = to_device(b);
  const problem_type problem{device_a.operand(), device_b.operand()};
  const test_exec_space exec;
  workspace_type workspace(exec);
  const auto analysis = analyze_rows(launcher, problem, workspace);
  const auto row_nnz = make_view(std::vector<count_type>(static_cast<std::size_t>(a.num_rows), -7));
  const auto overflow_rows = make_view(rows);
  pass_type pass = make_row_pass<pass_type>(exec, problem, analysis, {}, {},
                                            workspace_type::view_type<count_type>(row_nnz), workspace, false);
  EXPECT_EQ(read_num_overflowed(exec, pass), 0) << "a new pass has no overflows";
  pass.overflow_rows = overflow_rows;
  const AccumulatorTable table = make_accumulator_table(launcher.limits(), {}, scratch_limit_bytes, sizeof(double),
                                                        true, {.total_products = 1000});
  const auto num_rows = static_cast<count_type>(rows.size());
  const auto staging =
      rerun_overflowed_rows(launcher, pass, table, num_rows, analysis.summary.max_row_span, workspace, counts_max);
  const auto begin = to_vector(staging.row_begin), sizes = to_vector(row_nnz);
  const auto entries = to_vector(staging.entries);
  const auto values = to_vector(staging.values);
  for (std::size_t place = 0; place < rows.size(); ++place) {
    const auto row = static_cast<std::size_t>(rows[place]);
    SCOPED_TRACE(::testing::Message() << "row " << row);
    const auto first = static_cast<std::size_t>(reference.row_map[row]);
    const auto length = static_cast<std::size_t>(reference.row_map[row + 1]) - first;
    ASSERT_EQ(sizes[row], static_cast<count_type>(length));
    ASSERT_EQ(begin[place + 1] - begin[place], sizes[row]) << "no room is wasted";
    for (std::size_t entry = 0; entry < length; ++entry) {
      const std::size_t slot = static_cast<std::size_t>(begin[place]) + entry;
      ASSERT_EQ(entries[slot], reference.entries[first + entry]);
      ASSERT_EQ(values[slot], reference.values[first + entry]) << "integers: no rounding";
    }
  }
  for (std::size_t row = 0; row < sizes.size(); ++row) {
    const bool is_done_again = std::find(rows.begin(), rows.end(), static_cast<int>(row)) != rows.end();
    EXPECT_EQ(sizes[row] == -7, !is_done_again) << "row " << row;
  }
}

TEST(RerunOverflowedRows, ByHand) {
  const matrix_type a{3, 3, {0, 2, 2, 3}, {0, 2, 1}, {2, 3, 5}};
  const matrix_type b{3, 5, {0, 2, 3, 5}, {1, 4, 0, 1, 2}, {1, -1, 4, 2, 3}};
  for_each_launcher([&](const auto& launcher) {
    expect_rerun(a, b, {0}, 0, launcher);
    expect_rerun(a, b, {2, 0}, 0, launcher);
  });
}

TEST(RerunOverflowedRows, RandomRowsInAnyOrder) {
  const matrix_type a = make_matrix(120, 200, 9.0, 1), b = make_matrix(200, 5000, 12.0, 2);
  for_each_launcher([&](const auto& launcher) {
    for (const std::size_t scratch_limit_bytes : {std::size_t(0), Ocean::Testing::tiny_scratch_bytes})
      expect_rerun(a, b, {77, 3, 119, 0, 50, 51}, scratch_limit_bytes, launcher);
  });
}

TEST(RerunOverflowedRows, SomeRowsAtATime) {
  const matrix_type a = make_matrix(120, 200, 9.0, 1), b = make_matrix(200, 5000, 12.0, 2);
  for_each_launcher([&](const auto& launcher) {
    for (const count_type counts_max : {1, 60})
      expect_rerun(a, b, {77, 3, 119, 0, 50, 51}, Ocean::Testing::tiny_scratch_bytes, launcher, counts_max);
  });
}

TEST(RerunOverflowedRows, AFullRowInManyWindows) {
  const matrix_type a =
      make_random<int, int, double>({.num_rows = 20, .num_cols = 300, .mean_row_nnz = 3.0, .seed = 3, .full_row = 7});
  const matrix_type b = make_random<int, int, double>({.num_rows = 300,
                                                       .num_cols = 20000,
                                                       .mean_row_nnz = 20.0,
                                                       .seed = 4,
                                                       .duplicate_ratio = 0.2,
                                                       .unsorted = true,
                                                       .full_row = 100});
  for_each_launcher([&](const auto& launcher) {
    expect_rerun(a, b, {7, 2}, Ocean::Testing::tiny_scratch_bytes, launcher);
  });
}

/// \brief Bins with a row in the configuration of a kind only.
Ocean::Impl::RowBins<test_exec_space::memory_space, int> bins_with(AccumulatorKind kind) {
  Ocean::Impl::RowBins<test_exec_space::memory_space, int> bins;
  bins.table = make_accumulator_table(Ocean::Testing::test_launcher(test_exec_space{}).limits(), {}, 0, 8, true,
                                      {.total_products = 1000});
  int chosen = 0;
  while (bins.table.config[chosen].kind != kind) ++chosen;
  for (int config = chosen; config < Ocean::Impl::max_configs; ++config)
    bins.bin_begin[static_cast<std::size_t>(config) + 1] = 1;
  return bins;
}

TEST(BinsMayOverflow, OnlyWithRowsInHashTables) {
  EXPECT_TRUE(bins_may_overflow(bins_with(AccumulatorKind::hash)));
  EXPECT_TRUE(bins_may_overflow(bins_with(AccumulatorKind::multi_hash)));
  EXPECT_FALSE(bins_may_overflow(bins_with(AccumulatorKind::none)));
  EXPECT_FALSE(bins_may_overflow(bins_with(AccumulatorKind::esc)));
  EXPECT_FALSE(bins_may_overflow(bins_with(AccumulatorKind::ranked)));
  EXPECT_FALSE(bins_may_overflow(bins_with(AccumulatorKind::dense)));
  EXPECT_FALSE(bins_may_overflow(bins_with(AccumulatorKind::windows)));
}

/// Multiplies by a TeamEngine, compares with the reference and returns how many rows were done again.
std::int64_t overflowed_rows(const matrix_type& a, const matrix_type& b, const SpGEMMOptions& options) {
  const auto device_a = to_device(a), device_b = to_device(b);
  const problem_type problem{device_a.operand(), device_b.operand()};
  SpGEMMReport report;
  Ocean::Impl::Workspace<test_exec_space> workspace(test_exec_space{}, options);
  const Ocean::Impl::RunContext<test_exec_space> context{&workspace, options, &report};
  const auto c = Ocean::Impl::with_launcher(test_exec_space{}, options.path, [&](const auto& launcher) {
    using launcher_type = std::decay_t<decltype(launcher)>;
    Ocean::Impl::TeamEngine<launcher_type, problem_type, product_type> engine(problem, context);
    return Ocean::Impl::multiply_in_one_call(engine, context);
  });
  const auto actual = to_host(a.num_rows, b.num_cols, c.row_map, c.entries, c.values);
  EXPECT_TRUE(matches(actual, multiply_gustavson<int, int, double>(a, b)));
  EXPECT_EQ(report.workflow, options.workflow);
  return report.overflowed_rows;
}

/// \p num_rows, or as many as the tested space needs to sample rows of so few products.
int sampled_num_rows(int num_rows) {
  for (const ExecutionPath path : team_paths())
    Ocean::Impl::with_launcher(test_exec_space{}, path, [&](const auto& launcher) {
      const auto unsampled = Ocean::Impl::unsampled_rows_per_unit * launcher.limits().num_units;
      num_rows = std::max(num_rows, static_cast<int>(unsampled) + 1);
    });
  return num_rows;
}

/// body(options) with all switches on every team path.
void for_each_switch(SpGEMMOptions options, const auto& body) {
  for (const ExecutionPath path : team_paths())
    for (const auto& [name, switches] : Ocean::Testing::all_accumulator_switches()) {
      SCOPED_TRACE(::testing::Message() << to_string(path) << ", " << name);
      options.path = path;
      options.accumulators = switches;
      body(options);
    }
}

TEST(Overflow, SmallExpansionsForceRerunsAndCStaysRight) {
  const matrix_type a = make_matrix(60, 300, 20.0, 5), b = make_matrix(300, 6000, 25.0, 6);
  for_each_switch({.workflow = Workflow::hyperloglog, .expansion = Ocean::Testing::overflowing_expansion},
                  [&](const SpGEMMOptions& options) { EXPECT_GT(overflowed_rows(a, b, options), 30); });
}

/// 2000 rows or more of 200 products in the same ten columns, far apart, and for a hundred of them one row of 3000
/// products in as many columns.
std::pair<matrix_type, matrix_type> make_misleading_pair() {
  constexpr int common = 20, wide = 300, row_length = 10, stride = 101;
  const int num_rows = sampled_num_rows(20 * stride);
  matrix_type a, b;
  a.num_rows = num_rows;
  a.num_cols = b.num_rows = common + wide;
  b.num_cols = row_length * (wide + 1);
  a.row_map = b.row_map = {0};
  for (int row = 0; row < num_rows; ++row) {
    const bool is_wide = row % stride == 50;
    for (int entry = is_wide ? common : 0; entry < (is_wide ? common + wide : common); ++entry) {
      a.entries.push_back(entry);
      a.values.push_back(1 + (row + entry) % 7);
    }
    a.row_map.push_back(static_cast<int>(a.entries.size()));
  }
  for (int row = 0; row < common + wide; ++row) {
    for (int entry = 0; entry < row_length; ++entry) {
      b.entries.push_back(row < common ? entry * (wide + 1) : row_length * (row - common + 1) + entry);
      b.values.push_back(1 + (row + entry) % 5);
    }
    b.row_map.push_back(static_cast<int>(b.entries.size()));
  }
  return {a, b};
}

TEST(Overflow, ClaimsBeyondAMisleadingSampleAreDoneAgain) {
  const std::pair<matrix_type, matrix_type> operands = make_misleading_pair();
  for_each_switch({.workflow = Workflow::upper_bound, .sample_ratio = 1e-3, .sample_rows_min = 4, .sample_rows_max = 4},
                  [&](SpGEMMOptions options) {
                    std::int64_t most = 0;
                    for (options.seed = 1; options.seed <= 3; ++options.seed)
                      most = std::max(most, overflowed_rows(operands.first, operands.second, options));
                    EXPECT_GT(most, 0) << "four rows do not show that one of a hundred is wide";
                  });
}

TEST(Overflow, ClaimedRoomFollowsTheSizeOfC) {
  // Rows of some 1200 products in 200 columns far apart: bounds take several times as much as C.
  const matrix_type a = make_matrix(sampled_num_rows(1000), 60, 20.0, 9);
  matrix_type b = make_matrix(60, 200, 60.0, 10);
  for (int& column : b.entries) column *= 100;
  b.num_cols *= 100;
  const auto c = multiply_gustavson<int, int, double>(a, b);
  const std::size_t bytes_c = c.entries.size() * (sizeof(int) + sizeof(double));
  const auto device_a = to_device(a), device_b = to_device(b);
  for (const ExecutionPath path : team_paths())
    for (const Workflow workflow : {Workflow::upper_bound, Workflow::hyperloglog}) {
      SCOPED_TRACE(::testing::Message() << to_string(path) << ", " << to_string(workflow));
      SpGEMMOptions options;
      options.path = path;
      options.workflow = workflow;
      SpGEMMReport report;
      const auto product = Ocean::Impl::run_spgemm<product_type>(
          test_exec_space{}, problem_type{device_a.operand(), device_b.operand()}, options, report);
      EXPECT_TRUE(matches(to_host(a.num_rows, b.num_cols, product.row_map, product.entries, product.values), c));
      EXPECT_EQ(report.overflowed_rows, 0);
      EXPECT_LT(report.peak_workspace_bytes, 2 * bytes_c);
    }
}

TEST(Overflow, ExactSizesAndUpperBoundsNeverOverflow) {
  const matrix_type a = make_matrix(60, 300, 20.0, 5), b = make_matrix(300, 6000, 25.0, 6);
  for (const ExecutionPath path : team_paths())
    for (const Workflow workflow : {Workflow::symbolic, Workflow::upper_bound}) {
      SCOPED_TRACE(::testing::Message() << to_string(path) << ", " << to_string(workflow));
      SpGEMMOptions options;
      options.path = path;
      options.workflow = workflow;
      options.expansion = Ocean::Testing::overflowing_expansion;
      EXPECT_EQ(overflowed_rows(a, b, options), 0);
      options.scratch_limit_bytes = Ocean::Testing::tiny_scratch_bytes;
      EXPECT_EQ(overflowed_rows(a, b, options), 0);
    }
}

TEST(Overflow, RowsOfFewProductsHaveRoomForAllOfThem) {
  const matrix_type a = make_matrix(200, 300, 4.0, 7), b = make_matrix(300, 6000, 6.0, 8);
  for (const ExecutionPath path : team_paths()) {
    SpGEMMOptions options;
    options.path = path;
    options.workflow = Workflow::hyperloglog;
    options.expansion = Ocean::Testing::overflowing_expansion;
    EXPECT_EQ(overflowed_rows(a, b, options), 0) << to_string(path);
  }
}

}  // namespace
