/// \file
/// \brief Products of so few rows that one bin takes them all, by every accumulator that may: right, with empty rows
/// among them.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "product.hpp"
#include "support/team_paths.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::AccumulatorSwitches;
using Ocean::ExecutionPath;
using Ocean::SpGEMMReport;
using Ocean::Workflow;

/// So few that even a core works on them one after the other: two, the first of which is empty.
Case<> make_case(const char* name, double row_a, double row_b, count_type num_cols) {
  auto a = make_default({.num_rows = 2, .num_cols = 300, .mean_row_nnz = row_a, .seed = 71});
  const int length = a.row_map[1];
  a.entries.erase(a.entries.begin(), a.entries.begin() + length);
  a.values.erase(a.values.begin(), a.values.begin() + length);
  a.row_map = {0, 0, a.row_map[2] - length};
  return {
      name, a,
      make_default({.num_rows = 300, .num_cols = num_cols, .mean_row_nnz = row_b, .seed = 72, .empty_row_ratio = 0.1})};
}

/// \brief Its configuration, if one took all rows; else what the report says.
std::string one_bin_of(const SpGEMMReport& report) {
  for (const auto& configuration : report.configurations)
    if (configuration.rows == report.num_rows)
      return configuration.configuration.substr(0, configuration.configuration.rfind('_'));
  std::string all = "none: " + report.workflow_reason;
  for (const auto& configuration : report.configurations)
    if (configuration.rows > 0) all += ", " + configuration.configuration + ": " + std::to_string(configuration.rows);
  return all;
}

struct OneBinCase {
  const char* accumulator;
  double row_a, row_b;
  count_type num_cols;
  AccumulatorSwitches accumulators;
};

TEST(SpGEMMFewRows, EveryAccumulatorTakesAllRows) {
  const std::vector<OneBinCase> cases = {
      {"esc", 10.0, 8.0, 100000, {}},
      {"multi_row", 20.0, 15.0, 500, {.dense = false}},
      {"multi_hash", 20.0, 12.0, 1000000, {.esc = false}},
      {"dense", 60.0, 30.0, 200, {.esc = false, .multi_row = false}},
      {"ranked", 60.0, 30.0, 2000, {.dense = false, .esc = false, .multi_row = false}},
      {"hash", 20.0, 15.0, 100000, {.dense = false, .ranked = false, .esc = false, .multi_row = false}},
  };
  for (const OneBinCase& one : cases) {
    const Case<> product = make_case(one.accumulator, one.row_a, one.row_b, one.num_cols);
    for (const ExecutionPath path : team_paths())
      for (const bool sorted : {true, false}) {
        SCOPED_TRACE(::testing::Message() << one.accumulator << ", " << to_string(path) << ", sorted " << sorted);
        SpGEMMReport report;
        EXPECT_TRUE(product.is_correct({.path = path,
                                        .thresholds = {.dense_c_entries_max = 0},
                                        .accumulators = one.accumulators,
                                        .sorted_output = sorted},
                                       &report));
        EXPECT_EQ(one_bin_of(report), one.accumulator);
        EXPECT_EQ(report.workflow, Workflow::upper_bound);
        EXPECT_TRUE(report.workflow_reason.starts_with("2 rows, all at once by ")) << report.workflow_reason;
        EXPECT_EQ(report.overflowed_rows, 0);
      }
  }
}

/// Workflows that are asked for bin the rows, and so do memory limits, within which no bound of all rows may fit.
TEST(SpGEMMFewRows, AreBinnedOnDemandAndWithinLimits) {
  const Case<> product = make_case("hash", 20.0, 12.0, 1000000);
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    SpGEMMReport report;
    EXPECT_TRUE(product.is_correct({.workflow = Workflow::upper_bound, .path = path}, &report));
    EXPECT_EQ(report.workflow_reason, "forced by the options");
    EXPECT_TRUE(product.is_correct({.path = path, .memory_limit_bytes = 10000000}, &report));
    EXPECT_FALSE(report.workflow_reason.starts_with("2 rows")) << report.workflow_reason;
  }
}

/// Bounds of more than a page: C is allocated once its size is known.
TEST(SpGEMMFewRows, WithLargeBounds) {
  const Case<> product("large bounds",
                       make_default({.num_rows = 3, .num_cols = 3000, .mean_row_nnz = 2900.0, .seed = 73}),
                       make_default({.num_rows = 3000, .num_cols = 150000, .mean_row_nnz = 60.0, .seed = 74}));
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    SpGEMMReport report;
    EXPECT_TRUE(product.is_correct({.path = path}, &report));
  }
}

}  // namespace
