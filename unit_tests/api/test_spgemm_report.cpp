/// \file
/// \brief What the report says is true.

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "gallery.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using Ocean::Workflow;

std::vector<count_type> row_products(const Case<>& product) {
  std::vector<count_type> products(static_cast<std::size_t>(product.a.num_rows), 0);
  for (count_type row = 0; row < product.a.num_rows; ++row)
    for (int entry = product.a.row_map[row]; entry < product.a.row_map[row + 1]; ++entry)
      products[row] += product.b.row_map[product.a.entries[entry] + 1] - product.b.row_map[product.a.entries[entry]];
  return products;
}

std::size_t bytes_of(const default_matrix& matrix) {
  return matrix.row_map.size() * sizeof(int) + matrix.entries.size() * (sizeof(int) + sizeof(double));
}

TEST(SpgemmReport, NumbersOfTheProduct) {
  for (const NamedOptions& named : all_workflows_and_paths())
    for (const auto& product : gallery()) {
      SCOPED_TRACE(named.name + ", " + product.name);
      SpGEMMReport report;
      EXPECT_TRUE(product.is_correct(named.options, &report));
      const auto products = row_products(product);
      const count_type total = std::accumulate(products.begin(), products.end(), count_type(0));
      EXPECT_EQ(report.num_rows, product.a.num_rows);
      EXPECT_EQ(report.num_inner, product.a.num_cols);
      EXPECT_EQ(report.num_cols, product.b.num_cols);
      EXPECT_EQ(report.nnz_a, static_cast<count_type>(product.a.entries.size()));
      EXPECT_EQ(report.nnz_b, static_cast<count_type>(product.b.entries.size()));
      EXPECT_EQ(report.nnz_c, static_cast<count_type>(product.c.entries.size()));
      EXPECT_EQ(report.total_products, total);
      EXPECT_EQ(report.max_row_products, *std::max_element(products.begin(), products.end()));
      EXPECT_DOUBLE_EQ(report.expansion_ratio,
                       static_cast<double>(total) / static_cast<double>(product.a.entries.size()));
      EXPECT_EQ(report.path, named.options.path);
      EXPECT_EQ(report.workflow, named.options.workflow);
      EXPECT_FALSE(report.workflow_reason.empty());
    }
}

TEST(SpgemmReport, AutomaticChoicesAreNamed) {
  SpGEMMReport report;
  EXPECT_TRUE(gallery().front().is_correct({}, &report));
  EXPECT_NE(report.path, ExecutionPath::automatic);
  EXPECT_NE(report.workflow, Workflow::automatic);
  EXPECT_FALSE(report.workflow_reason.empty());
}

TEST(SpgemmReport, Memory) {
  for (const NamedOptions& named : all_workflows_and_paths())
    for (const auto& product : gallery()) {
      SCOPED_TRACE(named.name + ", " + product.name);
      SpGEMMReport report;
      SpGEMMOptions options = named.options;
      options.output_slack = 0.0;
      EXPECT_TRUE(product.is_correct(options, &report));
      const std::size_t c_bytes = (product.c.row_map.size() + product.c.entries.size()) * sizeof(int) +
                                  product.c.values.size() * sizeof(double);
      EXPECT_EQ(report.matrix_bytes, bytes_of(product.a) + bytes_of(product.b) + c_bytes);
      EXPECT_GE(report.peak_bytes, c_bytes);
      EXPECT_GE(report.peak_bytes, report.peak_workspace_bytes);
      EXPECT_LE(report.peak_bytes, report.peak_workspace_bytes + c_bytes);
      EXPECT_GT(report.peak_workspace_bytes, 0u);
    }
}

TEST(SpgemmReport, EveryRowWithProductsHasOneConfiguration) {
  for (const NamedOptions& named : all_workflows_and_paths())
    for (const auto& product : gallery()) {
      SCOPED_TRACE(named.name + ", " + product.name);
      SpGEMMReport report;
      EXPECT_TRUE(product.is_correct(named.options, &report));
      const auto products = row_products(product);
      const count_type rows_with_products =
          std::count_if(products.begin(), products.end(), [](count_type count) { return count > 0; });
      count_type rows = 0;
      for (const auto& configuration : report.configurations) {
        EXPECT_FALSE(configuration.configuration.empty());
        EXPECT_GE(configuration.rows, 0) << configuration.configuration;
        EXPECT_GE(configuration.scratch_bytes, 0) << configuration.configuration;
        if (configuration.configuration == "empty") continue;  // rows without products
        rows += configuration.rows;
        if (configuration.configuration == "follower") continue;  // rows done with the first of their supernode
        EXPECT_GT(configuration.team_size, 0) << configuration.configuration;
      }
      EXPECT_EQ(rows, rows_with_products);
    }
}

TEST(SpgemmReport, StageTimesOnlyWhenAsked) {
  SpGEMMReport untimed;
  EXPECT_TRUE(gallery().front().is_correct({}, &untimed));
  EXPECT_TRUE(untimed.stage_times.empty());
  for (NamedOptions& named : all_workflows_and_paths()) {
    SCOPED_TRACE(named.name);
    SpGEMMReport timed;
    named.options.time_stages = true;
    EXPECT_TRUE(gallery().front().is_correct(named.options, &timed));
    EXPECT_TRUE(timed.time_stages);
    ASSERT_FALSE(timed.stage_times.empty());
    double sum = 0.0;
    for (const auto& stage : timed.stage_times) {
      EXPECT_FALSE(stage.stage.empty());
      EXPECT_GE(stage.seconds, 0.0) << stage.stage;
      sum += stage.seconds;
    }
    EXPECT_GT(timed.seconds, 0.0);
    EXPECT_LE(sum, timed.seconds) << "stages are disjoint parts of the call";
  }
}

TEST(SpgemmReport, AReportMayAskForStageTimesAsWell) {
  SpGEMMReport timed;
  timed.time_stages = true;
  EXPECT_TRUE(gallery().front().is_correct({}, &timed));
  EXPECT_FALSE(timed.stage_times.empty());
}

TEST(SpgemmReport, AReportIsRefilled) {
  SpGEMMReport report, fresh;
  EXPECT_TRUE(gallery()[1].is_correct({.workflow = Workflow::hyperloglog}, &report));
  EXPECT_TRUE(gallery()[0].is_correct({.workflow = Workflow::symbolic}, &report));
  EXPECT_TRUE(gallery()[0].is_correct({.workflow = Workflow::symbolic}, &fresh));
  EXPECT_EQ(report.nnz_c, fresh.nnz_c);
  EXPECT_EQ(report.overflowed_rows, fresh.overflowed_rows);
  EXPECT_EQ(report.sketch_registers, fresh.sketch_registers);
  EXPECT_EQ(report.configurations.size(), fresh.configurations.size());
  EXPECT_EQ(report.workflow_reason, fresh.workflow_reason);
}

}  // namespace
