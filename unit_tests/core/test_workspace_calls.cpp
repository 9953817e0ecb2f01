// backends: OpenMP
/// \file
/// \brief What is kept between calls takes the threads of each call's instance.

#include <gtest/gtest.h>

#include <optional>

#include "ocean/operations/instantiations.hpp"
#include "support/host_product.hpp"

namespace {

using namespace Ocean::Testing;
namespace Impl = Ocean::Impl;

TEST(WorkspaceCalls, StagesTakeTheThreadsOfTheCallsInstance) {
  using operand_type = Impl::CsrOperand<test_exec_space, int, int, double>;
  using problem_type = Impl::Problem<operand_type, operand_type>;
  const test_exec_space one(1), all;  // of one thread, and of all
  if (one.concurrency() == all.concurrency()) GTEST_SKIP() << "one thread in all";
  const auto device = to_device(make_banded<int, int, double>(200, 200, 2, 3));
  const problem_type problem{device.operand(), device.operand()};
  const Impl::HostTuning& tuning = Impl::host_tuning_default;
  Impl::Workspace<test_exec_space> workspace(one);
  std::optional<Impl::HostStages<test_exec_space, problem_type, HostStagesProduct>> stages;
  {
    const Impl::WorkspaceCall<test_exec_space> call(workspace, one);
    const auto analysis = Impl::analyze_host(one, problem, workspace, tuning);
    stages.emplace(problem, analysis, Ocean::SpGEMMOptions{}, tuning, workspace);
    EXPECT_EQ(stages->num_workers(), one.concurrency());
  }
  for (const test_exec_space& exec : {all, one, all}) {
    const Impl::WorkspaceCall<test_exec_space> call(workspace, exec);
    stages->rebind(problem);
    EXPECT_EQ(stages->num_workers(), exec.concurrency());
  }
}

}  // namespace
