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

TEST(SpgemmFarMemory, EveryLimitIsKeptOrRefused) {
  for (const count_type span : {count_type(1) << 31, count_type(1) << 40, count_type(1) << 62})
    for (const NamedOptions& named : all_team_workflows({.scratch_limit_bytes = tiny_scratch_bytes})) {
      auto product = long_far_product();
      product.spread(span, FarLaw::ends);
      SpGEMMReport whole;
      EXPECT_TRUE(product.is_correct(named.options, &whole));
      std::int64_t most_chunks = 0;
      for (const double share : {0.01, 0.3, 0.5, 0.7, 0.8, 0.9, 0.99, 2.0}) {
        SCOPED_TRACE(Ocean::Impl::concatenate(named.name, ", span ", span, ", share ", share));
        SpGEMMOptions options = named.options;
        options.memory_limit_bytes = static_cast<std::size_t>(share * static_cast<double>(whole.peak_bytes)) + 1;
        SpGEMMReport report;
        try {
          EXPECT_TRUE(product.multiply_and_compare(options, &report));
          EXPECT_LE(report.peak_bytes, options.memory_limit_bytes);
          most_chunks = std::max(most_chunks, report.num_chunks);
        } catch (const std::runtime_error& error) {
          EXPECT_NE(std::string(error.what()).find("need a memory limit of at least "), std::string::npos)
              << error.what();
          EXPECT_LT(share, 1.0);
        }
      }
      EXPECT_GT(most_chunks, 1) << named.name;
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
