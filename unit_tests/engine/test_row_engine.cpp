/// \file
/// \brief Both engines behind the drivers: one vocabulary of stages and reasons, and forecasts that hold.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "Ocean_SpGEMM.hpp"
#include "ocean/operations/instantiations.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using Ocean::Workflow;

using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using product_type = Ocean::Impl::CsrProduct<test_exec_space, int, int, double>;
using name_set = std::set<std::string>;

SpGEMMReport report_of(const SpGEMMOptions& options) {
  const auto a = make_rows_of_many_kinds();
  const auto device = to_device(a);
  SpGEMMReport report;
  report.time_stages = true;
  const auto c = Ocean::Impl::run_spgemm<product_type>(
      test_exec_space{}, problem_type{device.operand(), device.operand()}, options, report);
  EXPECT_TRUE(matches(to_host(a.num_rows, a.num_cols, c.row_map, c.entries, c.values),
                      Ocean::Impl::multiply_gustavson<int, int, double>(a, a)));
  return report;
}

name_set stages_of(const SpGEMMReport& report) {
  name_set stages;
  for (const auto& stage : report.stage_times) stages.insert(stage.stage);
  return stages;
}

TEST(RowEngine, StagesHaveTheSameNamesOnEveryPath) {
  const name_set vocabulary = {"analysis", "renumbering", "workflow_choice", "supernodes", "size_prediction",
                               "binning",  "allocation",  "numeric",         "overflow",   "compaction"};
  const name_set common = {"analysis", "workflow_choice", "size_prediction", "numeric"};
  for (const auto path : all_paths())
    for (const Workflow workflow : {Workflow::symbolic, Workflow::upper_bound, Workflow::hyperloglog}) {
      SCOPED_TRACE(std::string(to_string(path)) + ", " + to_string(workflow));
      const SpGEMMReport report = report_of({.workflow = workflow, .path = path});
      const name_set stages = stages_of(report);
      for (const std::string& stage : stages) EXPECT_EQ(vocabulary.count(stage), 1u) << stage;
      for (const std::string& stage : common) EXPECT_EQ(stages.count(stage), 1u) << stage;
      EXPECT_EQ(stages.count("compaction"), workflow == Workflow::symbolic ? 0u : 1u);
      EXPECT_EQ(stages.count("overflow"), workflow == Workflow::hyperloglog ? 1u : 0u);
      EXPECT_EQ(report.workflow_reason, "forced by the options");
      EXPECT_EQ(report.expansion > 0.0, workflow == Workflow::hyperloglog);
      EXPECT_EQ(report.sketch_registers > 0, workflow == Workflow::hyperloglog);
    }
}

TEST(RowEngine, ForecastsAreWhatExactSizesTake) {
  for (const auto path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    const SpGEMMReport report =
        report_of({.workflow = Workflow::symbolic, .path = path, .memory_limit_bytes = std::size_t(1) << 40});
    EXPECT_EQ(report.estimated_workspace_bytes, report.peak_workspace_bytes);
  }
}

}  // namespace
