/// \file
/// \brief Which engine a path gets, and what becomes of its work memory.

#include "ocean/engine/choose_engine.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <variant>

#include "ocean/core/product_arrays.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::SpGEMMReport;
using Ocean::Impl::RunContext;
using Ocean::Impl::Workspace;

using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using product_type = Ocean::Impl::CsrProduct<test_exec_space, int, int, double>;

/// \brief The path whose engine this is.
template <class Launcher>
ExecutionPath path_of(const Ocean::Impl::TeamEngine<Launcher, problem_type, product_type>&) {
  return Launcher::is_native ? ExecutionPath::native : ExecutionPath::team;
}
[[maybe_unused]] ExecutionPath path_of(const Ocean::Impl::HostEngine<test_exec_space, problem_type, product_type>&) {
  return ExecutionPath::host;
}

/// \brief A product of empty matrices in a workspace of its own.
class ChooseEngine : public ::testing::Test {
 protected:
  RunContext<test_exec_space> context() { return {&m_workspace, {}, &m_report}; }
  const Workspace<test_exec_space>& workspace() const { return m_workspace; }
  problem_type problem() const { return {}; }

 private:
  /// Of a limit, every byte is counted.
  Workspace<test_exec_space> m_workspace{test_exec_space{}, {.memory_limit_bytes = 1 << 20}};
  SpGEMMReport m_report;
};

TEST_F(ChooseEngine, EveryPathHasItsOwn) {
  ASSERT_FALSE(all_paths().empty());
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    const auto kept = Ocean::Impl::make_engine<product_type>(path, problem(), context());
    EXPECT_EQ(std::visit([](const auto& engine) { return path_of(engine); }, *kept), path);
    EXPECT_EQ(Ocean::Impl::with_engine<product_type>(path, problem(), context(),
                                                     [](const auto& engine) { return path_of(engine); }),
              path);
  }
}

TEST_F(ChooseEngine, CallsThroughAHandleHaveAnotherForASmallCOnGPUs) {
  using row_engines = Ocean::Impl::AnyEngine<test_exec_space, problem_type, product_type>;
  const bool is_on_gpu = !Ocean::Impl::is_host_space_v<test_exec_space>;
  const auto is_dense = [&](ExecutionPath path, const RunContext<test_exec_space>& with, bool may_be_dense) {
    const auto kept = Ocean::Impl::make_handle_engine<product_type>(path, problem(), with, may_be_dense);
    return kept->index() >= std::variant_size_v<row_engines>;
  };
  Workspace<test_exec_space> unbounded{test_exec_space{}, {}};
  SpGEMMReport report;
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    EXPECT_EQ(is_dense(path, {&unbounded, {}, &report}, true), is_on_gpu);
    EXPECT_FALSE(is_dense(path, {&unbounded, {}, &report}, false));
    EXPECT_FALSE(is_dense(path, {&unbounded, {.thresholds = {.dense_c_entries_max = -1}}, &report}, true));
    EXPECT_FALSE(is_dense(path, context(), true)) << "memory is bounded";
  }
}

/// Memory from before stays; that of the engine is freed, also by an exception.
TEST_F(ChooseEngine, FreesTheWorkMemoryOfTheAction) {
  const auto before = context().workspace->allocate<char>("Testing::before", 1000);
  const std::size_t bytes = workspace().live_bytes();
  for (const ExecutionPath path : all_paths()) {
    SCOPED_TRACE(to_string(path));
    const auto take = [&](const auto&) {
      context().workspace->allocate<char>("Testing::taken", 5000);
      EXPECT_GT(workspace().live_bytes(), bytes);
    };
    Ocean::Impl::with_engine<product_type>(path, problem(), context(), take);
    EXPECT_EQ(workspace().live_bytes(), bytes);
    const auto fail = [&](const auto& engine) {
      take(engine);
      throw std::logic_error("the action's own");
    };
    EXPECT_THROW(Ocean::Impl::with_engine<product_type>(path, problem(), context(), fail), std::logic_error);
    EXPECT_EQ(workspace().live_bytes(), bytes);
  }
  context().workspace->release(before);
}

}  // namespace
