/// \file
/// \brief When a product asks what memory is free: only if its workflow may depend on the answer.
// once: OpenMP

#include "ocean/stages/available_memory.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>

#include "support/test_exec_space.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;
using Ocean::Workflow;
using Ocean::Impl::AnalysisSummary;
using Ocean::Impl::available_for_staging;
using Ocean::Impl::count_type;
using Ocean::Impl::unasked_bytes;
using workspace_type = Ocean::Impl::Workspace<test_exec_space>;

constexpr std::size_t entry_bytes = 16;
/// So many are staged, with C beside them, in half of what is certain.
constexpr count_type half_certain = static_cast<count_type>(unasked_bytes / 4 / entry_bytes);

struct Entries {
  std::size_t count;
  std::size_t extent(int) const { return count; }
};

struct Operand {
  count_type num_rows;
  Entries entries;
  count_type first_offset = 0;
};

/// A has an entry in each of its rows, and B so many in all of its four.
struct ProblemOfProducts {
  Operand a, b;
  count_type num_rows() const { return a.num_rows; }
};

ProblemOfProducts make_problem(count_type products) { return {{4, {4}}, {4, {static_cast<std::size_t>(products)}}}; }

/// Whether the workspace was asked: then what the call takes is subtracted from the answer, else it asks for every
/// look.
bool was_asked(workspace_type& workspace) {
  const std::size_t all = std::numeric_limits<std::size_t>::max() / 2;
  workspace.add_output(all);
  const bool has_answer = workspace.available_bytes() == 0;
  workspace.remove_output(all);
  return has_answer;
}

bool asks_early(count_type products, std::size_t limit_bytes = 0) {
  workspace_type workspace(test_exec_space{}, limit_bytes);
  ask_early(make_problem(products), entry_bytes, workspace);
  return was_asked(workspace);
}

AnalysisSummary make_summary(count_type capped_products) {
  AnalysisSummary summary;
  summary.total_products = 100 * capped_products;
  summary.capped_products = capped_products;
  return summary;
}

constexpr std::size_t any_bytes = std::numeric_limits<std::size_t>::max();

TEST(AvailableMemory, IsAskedForEarlyIfTheProductsMayTakeHalfOfWhatIsCertain) {
  EXPECT_FALSE(asks_early(half_certain - 1));
  EXPECT_TRUE(asks_early(half_certain));
}

TEST(AvailableMemory, OfAStagingThatIsCertainlyFreeIsNotAskedFor) {
  const workspace_type workspace(test_exec_space{});
  const SpGEMMOptions options;
  EXPECT_EQ(available_for_staging(make_summary(2 * half_certain - 1), options, entry_bytes, workspace), any_bytes);
  EXPECT_LT(available_for_staging(make_summary(2 * half_certain), options, entry_bytes, workspace), any_bytes);
}

TEST(AvailableMemory, IsNotAskedForIfTheWorkflowIsGiven) {
  const workspace_type workspace(test_exec_space{});
  SpGEMMOptions options;
  options.workflow = Workflow::symbolic;
  EXPECT_EQ(available_for_staging(make_summary(2 * half_certain), options, entry_bytes, workspace), any_bytes);
}

TEST(AvailableMemory, UnderALimitIsWhatIsLeftOfIt) {
  workspace_type workspace(test_exec_space{}, 1000000);
  ask_early(make_problem(1), entry_bytes, workspace);
  workspace.add_output(1000);
  EXPECT_EQ(available_for_staging(make_summary(1), SpGEMMOptions{}, entry_bytes, workspace), 999000u);
}

}  // namespace
