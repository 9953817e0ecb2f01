/// \file
/// \brief Every workflow on every path under every switch: the options change the way, never C.

#include <gtest/gtest.h>

#include <vector>

#include "gallery.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using Ocean::Workflow;

/// Every product of \p cases under \p base in every workflow on every path.
void expect_gallery(const SpGEMMOptions& base, const std::vector<Case<>>& cases = gallery()) {
  for (const NamedOptions& named : all_workflows_and_paths(base)) {
    SCOPED_TRACE(named.name);
    for (const auto& product : cases) EXPECT_TRUE(product.is_correct(named.options));
  }
}

TEST(SpgemmOptions, DefaultsOnTheWholeGallery) {
  for (const auto& product : gallery()) EXPECT_TRUE(product.is_correct());
}

TEST(SpgemmOptions, EveryWorkflowOnEveryPath) { expect_gallery({}); }

TEST(SpgemmOptions, EveryAccumulatorSwitch) {
  for (const NamedSwitches& named : all_accumulator_switches()) {
    SCOPED_TRACE(named.name);
    expect_gallery({.accumulators = named.switches});
  }
}

TEST(SpgemmOptions, TinyScratchOnTheWholeGallery) { expect_gallery({.scratch_limit_bytes = tiny_scratch_bytes}); }

/// Tiny windows visit a few hundred columns at a time, so the wide products have fewer columns here.
TEST(SpgemmOptions, EveryAccumulatorSwitchInTinyScratch) {
  const std::vector<Case<>> cases = make_gallery({.wide_cols = 20000, .long_row_cols = 5000});
  for (const NamedSwitches& named : all_accumulator_switches()) {
    SCOPED_TRACE(named.name);
    expect_gallery({.accumulators = named.switches, .scratch_limit_bytes = tiny_scratch_bytes}, cases);
  }
}

TEST(SpgemmOptions, AutomaticWorkflowOnEveryPath) {
  for (const ExecutionPath path : available_paths()) {
    SCOPED_TRACE(Ocean::to_string(path));
    for (const auto& product : gallery()) {
      EXPECT_TRUE(product.is_correct({.path = path}));
      EXPECT_TRUE(product.is_correct({.path = path, .thresholds = {.dense_c_entries_max = 0}}));
    }
  }
}

TEST(SpgemmOptions, EverySketchWidth) {
  for (const ExecutionPath path : available_paths())
    for (const int registers : {32, 64, 128}) {
      SCOPED_TRACE(::testing::Message() << Ocean::to_string(path) << ", " << registers << " registers");
      SpGEMMReport report;
      for (const auto& product : gallery()) {
        EXPECT_TRUE(product.is_correct({.workflow = Workflow::hyperloglog, .path = path, .sketch_registers = registers},
                                       &report));
        EXPECT_EQ(report.sketch_registers, registers);
      }
    }
}

TEST(SpgemmOptions, RoomForCOfAnySizeChangesNothing) {
  for (const NamedOptions& named : all_workflows_and_paths())
    for (const double output_slack : {0.0, 0.5}) {
      SCOPED_TRACE(::testing::Message() << named.name << ", output slack " << output_slack);
      SpGEMMOptions options = named.options;
      options.output_slack = output_slack;
      for (const auto& product : gallery()) EXPECT_TRUE(product.is_correct(options));
    }
}

TEST(SpgemmOptions, OverflowingEstimatesAreRedone) {
  for (const ExecutionPath path : available_paths()) {
    SCOPED_TRACE(Ocean::to_string(path));
    SpGEMMReport report;
    std::int64_t overflowed_rows = 0;
    for (const auto& product : gallery()) {
      EXPECT_TRUE(product.is_correct(
          {.workflow = Workflow::hyperloglog, .path = path, .expansion = overflowing_expansion}, &report));
      overflowed_rows += report.overflowed_rows;
    }
    if (path != ExecutionPath::host) {
      EXPECT_GT(overflowed_rows, 0);
    }
  }
}

TEST(SpgemmOptions, ExactAndUpperBoundWorkflowsNeverOverflow) {
  for (const ExecutionPath path : available_paths())
    for (const Workflow workflow : {Workflow::symbolic, Workflow::upper_bound}) {
      SCOPED_TRACE(::testing::Message() << Ocean::to_string(path) << ", " << Ocean::to_string(workflow));
      SpGEMMReport report;
      for (const auto& product : gallery()) {
        EXPECT_TRUE(product.is_correct({.workflow = workflow, .path = path}, &report));
        EXPECT_EQ(report.overflowed_rows, 0);
      }
    }
}

TEST(SpgemmOptions, UnsortedOutputHoldsTheSameEntries) { expect_gallery({.sorted_output = false}); }

TEST(SpgemmOptions, SampleOfOneRowAndOfAllRows) {
  for (const double ratio : {1e-6, 1.0}) {
    SCOPED_TRACE(ratio);
    expect_gallery({.sample_ratio = ratio, .sample_rows_min = 1, .sample_rows_max = 100000});
  }
}

TEST(SpgemmOptions, SameSeedSameReport) {
  for (const ExecutionPath path : available_paths()) {
    SCOPED_TRACE(Ocean::to_string(path));
    for (const auto& product : gallery()) {
      SpGEMMReport first, second;
      const SpGEMMOptions options{.workflow = Workflow::hyperloglog, .path = path, .sample_rows_min = 20, .seed = 5};
      EXPECT_TRUE(product.is_correct(options, &first));
      EXPECT_TRUE(product.is_correct(options, &second));
      EXPECT_EQ(first.sampled_rows, second.sampled_rows);
      EXPECT_EQ(first.sampled_compression, second.sampled_compression);
      EXPECT_EQ(first.overflowed_rows, second.overflowed_rows);
      EXPECT_EQ(first.workflow_reason, second.workflow_reason);
    }
  }
}

}  // namespace
