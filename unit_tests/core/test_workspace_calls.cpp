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

TEST(WorkspaceCalls, EnginesTakeTheThreadsOfTheCallsInstance) {
  using operand_type = Impl::CsrOperand<test_exec_space, int, int, double>;
  using problem_type = Impl::Problem<operand_type, operand_type>;
  const test_exec_space one(1), all;  // of one thread, and of all
  if (one.concurrency() == all.concurrency()) GTEST_SKIP() << "one thread in all";
  const auto device = to_device(make_banded<int, int, double>(200, 200, 2, 3));
  const problem_type problem{device.operand(), device.operand()};
  Impl::Workspace<test_exec_space> workspace(one);
  Ocean::SpGEMMReport report;
  std::optional<Impl::HostEngine<test_exec_space, problem_type, HostEngineProduct>> engine;
  {
    const Impl::WorkspaceCall<test_exec_space> call(workspace, one);
    engine.emplace(problem, Impl::RunContext<test_exec_space>{&workspace, {}, &report});
    engine->analyze(Impl::DoNothing());
    EXPECT_EQ(engine->num_workers(), one.concurrency());
  }
  for (const test_exec_space& exec : {all, one, all}) {
    const Impl::WorkspaceCall<test_exec_space> call(workspace, exec);
    engine->rebind(problem, report);
    EXPECT_EQ(engine->num_workers(), exec.concurrency());
  }
}

}  // namespace
