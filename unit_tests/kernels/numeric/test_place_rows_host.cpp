/// \file
/// \brief The symbolic workflow of the CPU path.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/numeric/place_rows_host.hpp"

#include <limits>

#include "support/host_product.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMReport;
using Ocean::Workflow;

TEST(PlaceRowsHost, MatchesTheReference) {
  expect_host_products<HostCsr<int, int, double>>({.workflow = Workflow::symbolic});
  expect_host_products<HostCsr<int, std::int64_t, std::int64_t>>({.workflow = Workflow::symbolic});
}

using matrix_type = HostCsr<int, int, double>;

/// C of which the columns are computed once and the values twice, the second time into NaN.
matrix_type place_twice(const matrix_type& a, const matrix_type& b, const Ocean::Impl::HostTuning& tuning) {
  HostEngineProduct c;
  c.row_map = HostEngineProduct::row_map_type("Testing::row_map", static_cast<std::size_t>(a.num_rows) + 1);
  return with_counted_rows(a, b, tuning, c.row_map, [&](auto& engine) {
    const auto nnz = static_cast<std::size_t>(engine.nnz_c());
    engine.bin();
    c.entries = HostEngineProduct::entries_type("Testing::entries", nnz);
    c.values = HostEngineProduct::values_type("Testing::values", nnz);
    engine.place(c.entries.data(), c.values.data(), nullptr);
    Kokkos::deep_copy(c.values, std::numeric_limits<double>::quiet_NaN());
    engine.place(c.entries.data(), c.values.data(), c.row_map.data());
    return to_host(a.num_rows, b.num_cols, c.row_map, c.entries, c.values);
  });
}

TEST(PlaceRowsHost, ValuesAgainWhereTheColumnsAreKnown) {
  auto cases = host_cases<matrix_type>();
  const auto large_blocks = make_block_diagonal<int, int, double>(9, 13);
  cases.push_back({"large supernodes", large_blocks, large_blocks});
  for (const auto& product : cases) {
    const auto reference = Ocean::Impl::multiply_gustavson<int, int, double>(product.a, product.b);
    int number = 0;
    for (const auto& tuning : extreme_host_tunings())
      EXPECT_TRUE(matches(place_twice(product.a, product.b, tuning), reference, 0.0))
          << product.name << ", tuning " << number++;
  }
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
