/// \file
/// \brief options.deterministic: the same bits on every run, whatever the workflow and the accumulators.

#include <gtest/gtest.h>

#include "product.hpp"
#include "support/team_paths.hpp"

namespace {

using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;
using Ocean::Workflow;
using Ocean::Testing::all_paths;
using Ocean::Testing::Case;
using Ocean::Testing::default_matrix;
using Ocean::Testing::make_default;
using Ocean::Testing::multiply_on_device;
using Ocean::Testing::ValueLaw;

/// Real values: nearly every sum is rounded, so that its order shows. Long, short and dense rows.
default_matrix make_reals(std::uint64_t seed) {
  return make_default({.num_rows = 200,
                       .num_cols = 200,
                       .mean_row_nnz = 14.0,
                       .seed = seed,
                       .row_lengths = Ocean::Testing::RowLengthLaw::power_law,
                       .values = ValueLaw::reals,
                       .duplicate_ratio = 0.1,
                       .unsorted = true,
                       .full_row = 17,
                       .full_column = 5});
}

TEST(SpGEMMDeterministic, EveryWayGivesTheSameBits) {
  const Case<> product("reals", make_reals(1), make_reals(2));
  for (const ExecutionPath path : all_paths()) {
    SpGEMMOptions options;
    options.path = path;
    options.deterministic = true;
    const default_matrix first = multiply_on_device<default_matrix>(product.a, product.b, options);
    EXPECT_TRUE(Ocean::Testing::matches(first, product.c)) << to_string(path);
    for (const Workflow workflow : {Workflow::upper_bound, Workflow::hyperloglog, Workflow::symbolic})
      for (const bool assisted : {true, false}) {
        options.workflow = workflow;
        options.accumulators.hash = options.accumulators.assisted = assisted;
        options.accumulators.esc = !assisted;
        const default_matrix again = multiply_on_device<default_matrix>(product.a, product.b, options);
        EXPECT_EQ(again.entries, first.entries) << to_string(path) << " " << to_string(workflow);
        EXPECT_EQ(again.values, first.values) << to_string(path) << " " << to_string(workflow);
      }
  }
}

/// Ordered sums take work memory of C's size beside that of the product, whatever the columns are.
TEST(SpGEMMDeterministic, WorkMemoryOnTheCpuPathDoesNotFollowTheColumns) {
  if constexpr (Ocean::Impl::is_host_space_v<Ocean::Testing::test_exec_space>) {
    const auto a = make_default({.num_rows = 10, .num_cols = 10, .mean_row_nnz = 4.0, .seed = 5});
    default_matrix b = make_default({.num_rows = 10, .num_cols = 290, .mean_row_nnz = 40.0, .seed = 6});
    const auto dense_columns = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
    for (int& column : b.entries) column *= 1'000'000;
    b.num_cols = 300'000'000;
    SpGEMMOptions options;
    options.path = ExecutionPath::host;
    Ocean::SpGEMMReport plain, ordered;
    (void)multiply_on_device<default_matrix>(a, b, options, &plain);
    options.deterministic = true;
    EXPECT_EQ(multiply_on_device<default_matrix>(a, b, options, &ordered).values, dense_columns.values);
    EXPECT_LE(ordered.peak_workspace_bytes, plain.peak_workspace_bytes + (std::size_t(2) << 20));
  }
}

TEST(SpGEMMDeterministic, RowsAreSortedWhateverTheOptionSays) {
  const Case<> product("reals", make_reals(3), make_reals(4));
  SpGEMMOptions options;
  options.deterministic = true;
  options.sorted_output = false;
  EXPECT_TRUE(Ocean::Testing::matches(multiply_on_device<default_matrix>(product.a, product.b, options), product.c));
}

TEST(SpGEMMDeterministic, TheReportCountsTheLists) {
  const Case<> product("reals", make_reals(5), make_reals(6));
  SpGEMMOptions options;
  options.deterministic = true;
  options.path = Ocean::Testing::team_paths().front();
  Ocean::SpGEMMReport report;
  report.time_stages = true;
  EXPECT_TRUE(product.is_correct(options, &report));
  EXPECT_GE(report.peak_workspace_bytes, 8u * static_cast<std::size_t>(report.total_products));
  EXPECT_EQ(report.stage_times.back().stage, "ordered_sums");
}

}  // namespace
