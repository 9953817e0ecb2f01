/// \file
/// \brief The symbolic workflow of the CPU path.
// backends: Serial OpenMP

#include "ocean/kernels/accumulation/place_rows_host.hpp"

#include "support/host_product.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMReport;
using Ocean::Workflow;

TEST(PlaceRowsHost, MatchesTheReference) {
  expect_host_products<HostCsr<std::size_t, int, double>>({.workflow = Workflow::symbolic});
  expect_host_products<HostCsr<int, std::int64_t, std::int64_t>>({.workflow = Workflow::symbolic});
}

TEST(PlaceRowsHost, TakesNoMemoryForUpperBounds) {
  const auto blocks = make_block_diagonal<int, int, double>(30, 60);  // compression ratio 60
  SpGEMMReport symbolic, upper_bound;
  EXPECT_TRUE(host_product_matches(blocks, blocks, {.workflow = Workflow::symbolic}, symbolic));
  EXPECT_TRUE(host_product_matches(blocks, blocks, {.workflow = Workflow::upper_bound}, upper_bound));
  EXPECT_LT(symbolic.peak_bytes, upper_bound.peak_bytes);
}

TEST(PlaceRowsHost, RunsWhereTheOthersDoNotFit) {
  const auto blocks = make_block_diagonal<int, int, double>(30, 60);
  SpGEMMReport symbolic;
  EXPECT_TRUE(host_product_matches(blocks, blocks, {.workflow = Workflow::symbolic}, symbolic));
  for (const Workflow workflow : {Workflow::automatic, Workflow::upper_bound, Workflow::hyperloglog}) {
    SpGEMMReport limited;
    EXPECT_TRUE(host_product_matches(blocks, blocks, {.workflow = workflow, .memory_limit_bytes = symbolic.peak_bytes},
                                     limited));
    EXPECT_EQ(limited.workflow, Workflow::symbolic);
    EXPECT_LE(limited.peak_bytes, symbolic.peak_bytes);
  }
}

}  // namespace
