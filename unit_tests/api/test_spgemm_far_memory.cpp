/// \file
/// \brief Columns that are far apart within a memory limit and in the caller's memory.

#include "Ocean_WorkspaceSize.hpp"
#include "far_product.hpp"
#include "support/supplied_memory.hpp"
#include "support/team_paths.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;

std::vector<NamedOptions> all_team_workflows(const SpGEMMOptions& base = {}) {
  auto all = all_workflows_and_paths(base);
  std::erase_if(all, [](const NamedOptions& named) { return named.options.path == ExecutionPath::host; });
  return all;
}

std::size_t told_bytes(const FarProduct& product, const SpGEMMOptions& options) {
  return Ocean::get_workspace_size(test_exec_space{}, to_crs_matrix(product.a), to_crs_matrix(product.b), options)
      .workspace_bytes;
}

/// Runs \p product under a limit of \p limit_bytes; returns the number of chunks, 0 if the limit was refused.
std::int64_t num_chunks_within(const FarProduct& product, SpGEMMOptions options, std::size_t limit_bytes) {
  options.memory_limit_bytes = limit_bytes;
  SpGEMMReport report;
  try {
    EXPECT_TRUE(product.multiply_and_compare(options, &report));
    EXPECT_LE(report.peak_bytes, limit_bytes);
    return report.num_chunks;
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("need a memory limit of at least "), std::string::npos) << error.what();
    return 0;
  }
}

TEST(SpgemmFarMemory, ALimitIsKeptInChunksOfRows) {
  auto product = dirty_far_product(4000);
  const std::size_t c_bytes = 8 * product.c.row_map.size() + 16 * product.c.entries.size();
  for (const count_type span : {count_type(1) << 31, count_type(1) << 40, count_type(1) << 62}) {
    product.spread(span, FarLaw::ends);
    for (const NamedOptions& named : all_team_workflows()) {
      SCOPED_TRACE(Ocean::Impl::concatenate(named.name, ", span ", span));
      EXPECT_EQ(num_chunks_within(product, named.options, c_bytes), 0);
      EXPECT_GT(num_chunks_within(product, named.options, c_bytes + 60000), 1);
      EXPECT_EQ(num_chunks_within(product, named.options, std::size_t(1) << 40), 1);
    }
  }
}

TEST(SpgemmFarMemory, EveryLimitIsKeptOrRefused) {
  auto product = long_far_product();
  for (const count_type span : {count_type(1) << 31, count_type(1) << 62}) {
    product.spread(span, FarLaw::even);
    for (const NamedOptions& named : all_team_workflows({.scratch_limit_bytes = tiny_scratch_bytes})) {
      SCOPED_TRACE(Ocean::Impl::concatenate(named.name, ", span ", span));
      SpGEMMReport whole;
      EXPECT_TRUE(product.is_correct(named.options, &whole));
      for (const double share : {0.01, 0.3, 0.6, 0.9, 1.0})
        (void)num_chunks_within(product, named.options,
                                static_cast<std::size_t>(share * static_cast<double>(whole.peak_bytes)));
    }
  }
}

TEST(SpgemmFarMemory, TheCallersMemoryOfTheToldSizeIsEnough) {
  for (const NamedOptions& named : all_team_workflows())
    for (auto product : {dirty_far_product(), long_far_product(), supernode_far_product()}) {
      SCOPED_TRACE(named.name);
      product.spread(count_type(1) << 62, FarLaw::even);
      const SuppliedMemory supplied(told_bytes(product, named.options));
      SpGEMMReport report;
      EXPECT_TRUE(product.is_correct(supplied.in(named.options), &report));
      EXPECT_EQ(report.num_chunks, 1) << report.workflow_reason;
      EXPECT_LE(report.peak_workspace_bytes, supplied.bytes);
      EXPECT_TRUE(supplied.is_used());
      EXPECT_TRUE(supplied.is_kept());
    }
}

TEST(SpgemmFarMemory, ExactSizesAreForecastToTheByte) {
  for (const NamedOptions& named : all_team_workflows({.memory_limit_bytes = std::size_t(1) << 40})) {
    if (named.options.workflow == Ocean::Workflow::hyperloglog) continue;
    auto product = long_far_product();
    product.spread(count_type(1) << 62, FarLaw::even);
    SpGEMMReport report;
    EXPECT_TRUE(product.is_correct(named.options, &report)) << named.name;
    EXPECT_EQ(report.estimated_workspace_bytes, report.peak_workspace_bytes) << named.name;
  }
}

TEST(SpgemmFarMemory, DeterministicSumsInTheCallersMemory) {
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    auto product = dirty_far_product();
    product.spread(count_type(1) << 62, FarLaw::ends);
    const SpGEMMOptions options{.path = path, .deterministic = true};
    const SuppliedMemory supplied(told_bytes(product, options));
    EXPECT_TRUE(product.is_correct(supplied.in(options)));
    EXPECT_TRUE(supplied.is_kept());
  }
}

}  // namespace
