/// \file
/// \brief A limit is kept: the product fits it, takes another way that fits, or throws and leaves C alone.

#include <gtest/gtest.h>

#include <regex>

#include "gallery.hpp"
#include "ocean/core/with_commas.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;

/// True if the product ran under \p limit_bytes; it is then right and within the limit. Otherwise the error says so.
bool runs_within(const Case<>& product, SpGEMMOptions options, std::size_t limit_bytes) {
  options.memory_limit_bytes = limit_bytes;
  SpGEMMReport report;
  try {
    EXPECT_TRUE(product.multiply_and_compare(options, &report)) << limit_bytes << " bytes";
    EXPECT_LE(report.peak_bytes, limit_bytes);
    return true;
  } catch (const std::runtime_error& error) {
    const std::regex pattern("Ocean::[a-z_]+: .*[0-9]+ bytes.*\\(need .*[0-9]+ bytes.*\\)");
    EXPECT_TRUE(std::regex_match(error.what(), pattern)) << error.what();
    return false;
  }
}

TEST(SpgemmMemoryLimit, OneByteIsNotEnough) {
  for (const NamedOptions& named : all_workflows_and_paths())
    EXPECT_FALSE(runs_within(gallery().front(), named.options, 1)) << named.name;
}

TEST(SpgemmMemoryLimit, ThePeakOfAnUnlimitedRunIsEnough) {
  for (const NamedOptions& named : all_workflows_and_paths())
    for (const auto& product : gallery()) {
      SCOPED_TRACE(named.name);
      SpGEMMReport report;
      EXPECT_TRUE(product.is_correct(named.options, &report));
      EXPECT_TRUE(runs_within(product, named.options, report.peak_bytes)) << product.name;
    }
}

TEST(SpgemmMemoryLimit, EveryLimitIsKeptOrRefused) {
  for (const NamedOptions& named : all_workflows_and_paths())
    for (const auto& product : gallery()) {
      SCOPED_TRACE(named.name);
      SpGEMMReport report;
      EXPECT_TRUE(product.is_correct(named.options, &report));
      bool ran = false;
      for (const double share : {0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 2.0})
        ran = runs_within(product, named.options, static_cast<std::size_t>(share * report.peak_bytes) + 1);
      EXPECT_TRUE(ran) << product.name;
    }
}

TEST(SpgemmMemoryLimit, AnEstimatingWorkflowFallsBackToSymbolic) {
  // 100 products per entry of C: staging for all products takes far more than the exact sizes
  const Case<> product("compression ratio 100", make_block_diagonal<int, int, double>(10, 100, 41),
                       make_block_diagonal<int, int, double>(10, 100, 42));
  for (const Ocean::ExecutionPath path : available_paths()) {
    SCOPED_TRACE(Ocean::to_string(path));
    SpGEMMReport symbolic, upper_bound;
    EXPECT_TRUE(product.is_correct({.workflow = Ocean::Workflow::symbolic, .path = path}, &symbolic));
    EXPECT_TRUE(product.is_correct({.workflow = Ocean::Workflow::upper_bound, .path = path}, &upper_bound));
    if (upper_bound.peak_bytes <= symbolic.peak_bytes) continue;  // nothing to fall back from
    SpGEMMReport limited;
    const SpGEMMOptions options{.workflow = Ocean::Workflow::automatic,
                                .path = path,
                                .thresholds = {.upper_bound_products_per_row = 1e9},
                                .memory_limit_bytes = symbolic.peak_bytes};
    EXPECT_TRUE(product.is_correct(options, &limited));
    EXPECT_EQ(limited.workflow, Ocean::Workflow::symbolic);
    EXPECT_LE(limited.peak_bytes, symbolic.peak_bytes);
  }
}

TEST(SpgemmMemoryLimit, ALittleMoreThanCIsEnoughForChunksOfRows) {
  const Case<> product("power law",
                       make_default({.num_rows = 4000,
                                     .num_cols = 3000,
                                     .mean_row_nnz = 8,
                                     .seed = 44,
                                     .row_lengths = RowLengthLaw::power_law,
                                     .full_row = 17}),
                       make_default({.num_rows = 3000, .num_cols = 20000, .mean_row_nnz = 10, .seed = 45}));
  const std::size_t c_bytes = 4 * product.c.row_map.size() + 12 * product.c.entries.size();
  for (const NamedOptions& named : all_workflows_and_paths()) {
    SCOPED_TRACE(named.name);
    const bool is_host = named.options.path == Ocean::ExecutionPath::host;
    SpGEMMOptions options = named.options;
    options.memory_limit_bytes = c_bytes + (is_host ? 400000 : 100000);
    SpGEMMReport report;
    EXPECT_TRUE(product.is_correct(options, &report));
    EXPECT_LE(report.peak_bytes, options.memory_limit_bytes);
    EXPECT_EQ(report.workflow, Ocean::Workflow::symbolic);
    EXPECT_EQ(report.nnz_c, static_cast<std::int64_t>(product.c.entries.size()));
    EXPECT_EQ(report.workflow_reason,
              "in " + std::to_string(report.num_chunks) + (report.num_chunks == 1 ? " chunk" : " chunks") +
                  " of rows to keep the limit of " + Ocean::Impl::with_commas(options.memory_limit_bytes) + " bytes");
    if (!is_host) {
      EXPECT_GT(report.num_chunks, 1);
    }
  }
}

TEST(SpgemmMemoryLimit, CIsUnchangedWhenTheLimitIsTooSmall) {
  const auto matrix = to_device(make_default({.num_rows = 100, .num_cols = 100, .seed = 43}));
  for (const NamedOptions& named : all_workflows_and_paths({.memory_limit_bytes = 100})) {
    SCOPED_TRACE(named.name);
    auto c = to_device(default_matrix{1, 1, {0, 1}, {0}, {42}});
    EXPECT_THROW(Ocean::spgemm(test_exec_space{}, 100, 100, 100, matrix.row_map, matrix.entries, matrix.values, false,
                               matrix.row_map, matrix.entries, matrix.values, false, c.row_map, c.entries, c.values,
                               named.options),
                 std::runtime_error);
    EXPECT_EQ(to_vector(c.row_map), (std::vector{0, 1}));
    EXPECT_EQ(to_vector(c.entries), (std::vector{0}));
    EXPECT_EQ(to_vector(c.values), (std::vector{42.0}));
  }
}

}  // namespace
