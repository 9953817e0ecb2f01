/// \file
/// \brief With and without an execution space instance, several at once, and chained without a fence.

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "gallery.hpp"

namespace {

using namespace Ocean::Testing;
using matrix_type = crs_matrix<int, int, double>;

TEST(SpgemmInstances, WithoutAnInstance) {
  for (const auto& product : gallery()) {
    const auto c = Ocean::spgemm<matrix_type>(to_crs_matrix(product.a), false, to_crs_matrix(product.b), false);
    EXPECT_TRUE(matches(to_host(c), product.c)) << product.name;
  }
}

TEST(SpgemmInstances, WithoutAnInstanceWithOptionsAndReport) {
  const auto& product = gallery().front();
  Ocean::SpGEMMReport report;
  const auto c = Ocean::spgemm<matrix_type>(to_crs_matrix(product.a), false, to_crs_matrix(product.b), false,
                                            {.workflow = Ocean::Workflow::symbolic}, &report);
  EXPECT_TRUE(matches(to_host(c), product.c));
  EXPECT_EQ(report.workflow, Ocean::Workflow::symbolic);
}

TEST(SpgemmInstances, ChainedWithoutAFence) {
  const auto instances = Kokkos::Experimental::partition_space(test_exec_space{}, 1);
  const auto host = make_default({.num_rows = 300, .num_cols = 300, .mean_row_nnz = 3, .seed = 61});
  const Case<> square("square", host, host);
  const Case<> fourth("fourth power", convert<int, int, double>(square.c), convert<int, int, double>(square.c));
  const auto a = to_crs_matrix(host);
  for (const NamedOptions& named : all_workflows_and_paths()) {
    const auto c = Ocean::spgemm<matrix_type>(instances[0], a, false, a, false, named.options);
    const auto d = Ocean::spgemm<matrix_type>(instances[0], c, false, c, false, named.options);
    instances[0].fence();
    EXPECT_TRUE(matches(to_host(d), fourth.c)) << named.name;
  }
}

TEST(SpgemmInstances, InputsWrittenOnTheInstanceJustBefore) {
  const auto instances = Kokkos::Experimental::partition_space(test_exec_space{}, 1);
  const auto& product = gallery().front();
  const auto late = to_crs_matrix(product.a);
  for (const NamedOptions& named : all_workflows_and_paths()) {
    const test_view<double> values("Testing::values", late.values.extent(0));
    const matrix_type a("Testing::matrix", late.numRows(), late.numCols(), late.nnz(), values, late.graph.row_map,
                        late.graph.entries);
    Kokkos::fence();
    Kokkos::deep_copy(instances[0], values, late.values);  // not waited for
    const auto c = Ocean::spgemm<matrix_type>(instances[0], a, false, to_crs_matrix(product.b), false, named.options);
    instances[0].fence();
    EXPECT_TRUE(matches(to_host(c), product.c)) << named.name;
  }
}

TEST(SpgemmInstances, TwoThreadsOnTwoInstances) {
  if (!any_thread_may_launch()) GTEST_SKIP() << "Kokkos takes kernels from one thread only";
  const auto instances = Kokkos::Experimental::partition_space(test_exec_space{}, 1, 1);
  const std::vector<matrix_type> a = {to_crs_matrix(gallery()[0].a), to_crs_matrix(gallery()[1].a)};
  const std::vector<matrix_type> b = {to_crs_matrix(gallery()[0].b), to_crs_matrix(gallery()[1].b)};
  for (const NamedOptions& named : all_workflows_and_paths()) {
    SCOPED_TRACE(named.name);
    std::vector<matrix_type> c(2);
    std::vector<std::string> errors(2, "none");
    std::vector<std::thread> threads;
    for (std::size_t side = 0; side < 2; ++side)
      threads.emplace_back([&, side] {
        try {
          for (int round = 0; round < 5; ++round)
            c[side] = Ocean::spgemm<matrix_type>(instances[side], a[side], false, b[side], false, named.options);
          instances[side].fence();
        } catch (const std::exception& error) {
          errors[side] = error.what();
        }
      });
    for (std::thread& thread : threads) thread.join();
    ASSERT_EQ(errors, (std::vector<std::string>{"none", "none"}));
    EXPECT_TRUE(matches(to_host(c[0]), gallery()[0].c));
    EXPECT_TRUE(matches(to_host(c[1]), gallery()[1].c));
  }
}

}  // namespace
