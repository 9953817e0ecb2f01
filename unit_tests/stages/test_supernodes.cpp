/// \file
/// \brief The supernodes stage: rows of B that are added together lie in work memory of the stage's own.
// once: OpenMP

#include "ocean/stages/supernodes.hpp"

#include <gtest/gtest.h>

#include "ocean/results/row_analysis.hpp"
#include "support/supernodes.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;

using matrix_type = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using workspace_type = Ocean::Impl::Workspace<test_exec_space>;

/// \brief What the stage says of every entry of A, and the bytes that it holds.
void expect_joined(const matrix_type& a, const matrix_type& b, const std::vector<std::uint8_t>& expected) {
  const auto device_a = to_device(a), device_b = to_device(b);
  const auto flags = continues_of(b);
  const auto b_continues = make_view(std::vector<std::uint8_t>(flags.begin(), flags.end()));
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    workspace_type workspace(test_exec_space{}, std::size_t(1) << 30);  // whose blocks are not shared
    Ocean::Impl::RowAnalysis<test_exec_space::memory_space, int> analysis;
    analysis.b_continues_supernode = b_continues;
    analysis.summary.nnz_a = static_cast<count_type>(a.entries.size());
    join_supernodes(launcher, problem_type{device_a.operand(), device_b.operand()}, analysis, workspace);
    EXPECT_EQ(to_vector(analysis.b_rows_at_once), expected);
    EXPECT_EQ(workspace.live_bytes(), expected.size()) << "for later stages";
    workspace.release(analysis.b_rows_at_once);
    EXPECT_EQ(workspace.live_bytes(), 0u);
  });
}

/// Rows 0 to 2 of B have the same columns, and rows 3 and 4 have.
TEST(Supernodes, RowsOfBAreJoined) {
  const matrix_type b{5, 4, {0, 2, 4, 6, 7, 8}, {1, 3, 1, 3, 1, 3, 2, 2}, std::vector<double>(8, 1.0)};
  const matrix_type a{4, 5, {0, 5, 5, 7, 9}, {0, 1, 2, 3, 4, 2, 0, 1, 2}, std::vector<double>(9, 1.0)};
  expect_joined(a, b, {3, 0, 0, 2, 0, 1, 1, 2, 0});
}

TEST(Supernodes, NothingToJoin) {
  const auto identity = make_identity<int, int, double>(3);
  expect_joined(identity, identity, {1, 1, 1});
  expect_joined(make_empty<int, int, double>(4, 3), identity, {});
}

}  // namespace
