/// \file
/// \brief The one-pass workflow of the CPU path.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/numeric/accumulate_rows_host.hpp"

#include "support/host_product.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using Ocean::Workflow;
using Ocean::Impl::HostTuning;

TEST(AccumulateRowsHost, MatchesTheReference) {
  expect_host_products<HostCsr<int, int, double>>({.workflow = Workflow::upper_bound});
  expect_host_products<HostCsr<int, std::int64_t, Kokkos::complex<float>>>({.workflow = Workflow::upper_bound});
  expect_host_products<HostCsr<std::int64_t, int, int>>({.workflow = Workflow::upper_bound, .sorted_output = false});
}

TEST(AccumulateRowsHost, EverySwitch) {
  using matrix_type = HostCsr<int, int, double>;
  for (int bits = 0; bits < 32; ++bits) {
    const auto is_set = [bits](int bit) { return (bits >> bit & 1) != 0; };
    const Ocean::AccumulatorSwitches switches{
        .hash = is_set(0), .hybrid_hash = is_set(1), .dense = is_set(2), .esc = is_set(3), .supernodes = is_set(4)};
    for (const std::size_t scratch_bytes : {0, 100, 5000})
      for (const auto& product : host_cases<matrix_type>()) {
        SpGEMMReport report;
        EXPECT_TRUE(host_product_matches(
            product.a, product.b,
            {.workflow = Workflow::upper_bound, .accumulators = switches, .scratch_limit_bytes = scratch_bytes},
            report))
            << product.name << ", switches " << bits << ", " << scratch_bytes << " bytes";
      }
  }
}

TEST(AccumulateRowsHost, ManySmallChunksKeepTheirOrder) {
  const auto a = make_random<int, int, double>({.num_rows = 20000, .num_cols = 20000, .mean_row_nnz = 2.0, .seed = 21});
  const HostTuning tuning{.chunk_products = 1, .chunk_rows_min = 1, .pending_entries = 3};
  SpGEMMReport report;
  EXPECT_TRUE(host_product_matches(a, a, {.workflow = Workflow::upper_bound}, report, tuning));
}

TEST(AccumulateRowsHost, MoreEntriesThanTheOffsetsOfCHold) {
  using a_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, int>;
  using problem_type = Ocean::Impl::Problem<a_type, a_type>;
  using product_type = Ocean::Impl::CsrProduct<test_exec_space, std::int8_t, int, int>;
  const auto a = to_device(make_banded<int, int, int>(70, 70, 0, 1));  // two entries a row, C has 3 * 68 + 2 + 1
  const problem_type problem{a.operand(), a.operand()};
  for (const Workflow workflow : {Workflow::upper_bound, Workflow::hyperloglog, Workflow::symbolic}) {
    SpGEMMReport report;
    EXPECT_STREQ(error_text<std::runtime_error>([&] {
                   (void)multiply_on_host<product_type>(problem, {.workflow = workflow}, report);
                 }).c_str(),
                 "Ocean::spgemm: C has 207 entries (need at most 127, the largest number of its offset type)");
  }
}

}  // namespace
