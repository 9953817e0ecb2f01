/// \file
/// \brief Which products the public API computes as a dense array, and that others do not change.

#include <gtest/gtest.h>

#include "product.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;

/// \brief Whether a product with a C of 200 x 250 was computed so; it has to be right either way.
bool is_dense(const SpGEMMOptions& options) {
  const auto a = make_default({.num_rows = 200, .num_cols = 900, .mean_row_nnz = 30, .seed = 1});
  const Case<> product{"wide", a, make_default({.num_rows = 900, .num_cols = 250, .mean_row_nnz = 4, .seed = 2})};
  SpGEMMReport report;
  EXPECT_TRUE(product.is_correct(options, &report));
  return report.workflow_reason == "C of 200 x 250 as a dense array";
}

TEST(SpgemmDenseC, IsForGPUsAndForOptionsThatLeaveTheChoice) {
  const bool is_on_gpu = !Ocean::Impl::is_host_space_v<test_exec_space>;
  for (const auto path : available_paths()) {
    SCOPED_TRACE(Ocean::to_string(path));
    EXPECT_EQ(is_dense({.path = path}), is_on_gpu);
    EXPECT_EQ(is_dense({.path = path, .deterministic = true}), is_on_gpu);
    EXPECT_FALSE(is_dense({.path = path, .thresholds = {.dense_c_entries_max = 0}}));
    EXPECT_FALSE(is_dense({.path = path, .accumulators = {.esc = false}}));
    EXPECT_FALSE(is_dense({.workflow = Ocean::Workflow::hyperloglog, .path = path}));
    EXPECT_FALSE(is_dense({.path = path, .memory_limit_bytes = std::size_t(1) << 30}));
  }
}

}  // namespace
