#ifndef OCEAN_TEST_SUPPORT_HOST_PRODUCT_HPP
#define OCEAN_TEST_SUPPORT_HOST_PRODUCT_HPP
/// \file
/// \brief Products on the CPU path with injected tunings, and the matrices that reach its corners.

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "builders.hpp"
#include "checks.hpp"
#include "ocean/drivers/spgemm_driver.hpp"
#include "ocean/engine/host_engine.hpp"
#include "transfer.hpp"

namespace Ocean::Testing {

/// \brief Operands of a product and its name for the trace of a failure.
template <class Matrix>
struct HostCase {
  std::string name;
  Matrix a, b;
};

/// \brief C of a HostEngine of \p tuning.
template <class Product, class ProblemType>
Product multiply_on_host(const ProblemType& problem, const SpGEMMOptions& options, SpGEMMReport& report,
                         const Impl::HostTuning& tuning = Impl::host_tuning_default) {
  Impl::Workspace<test_exec_space> workspace(test_exec_space{}, options);
  const Impl::RunContext<test_exec_space> context{&workspace, options, &report};
  Impl::HostEngine<test_exec_space, ProblemType, Product> engine(problem, context, tuning);
  return Impl::multiply_in_one_call(engine, context);
}

/// \brief Runs multiply_on_host() and compares C with the reference, values to \p tolerance.
template <class Offset, class Ordinal, class Scalar>
::testing::AssertionResult host_product_matches(const HostCsr<Offset, Ordinal, Scalar>& a,
                                                const HostCsr<Offset, Ordinal, Scalar>& b, const SpGEMMOptions& options,
                                                SpGEMMReport& report,
                                                const Impl::HostTuning& tuning = Impl::host_tuning_default,
                                                double tolerance = relative_tolerance<Scalar>()) {
  using operand_type = Impl::CsrOperand<test_exec_space, Offset, Ordinal, Scalar>;
  using problem_type = Impl::Problem<operand_type, operand_type>;
  using product_type = Impl::CsrProduct<test_exec_space, Offset, Ordinal, Scalar>;
  const auto device_a = to_device(a);
  const auto device_b = to_device(b);
  const problem_type problem{device_a.operand(), device_b.operand()};
  product_type c;
  try {
    c = multiply_on_host<product_type>(problem, options, report, tuning);
  } catch (const std::exception& error) {
    return ::testing::AssertionFailure() << error.what();
  }
  const auto reference = Impl::multiply_gustavson<Offset, Ordinal, Scalar>(a, b);
  auto actual = to_host(a.num_rows, b.num_cols, c.row_map, c.entries, c.values);
  return matches(options.sorted_output ? actual : sort_rows(actual), reference, tolerance);
}

/// \brief Rows that every kind of accumulator computes of a * b, which is the serial product to the bit.
inline std::map<std::string, std::int64_t> rows_by_kind(const HostCsr<int, int, double>& a,
                                                        const HostCsr<int, int, double>& b,
                                                        const Impl::HostTuning& tuning = Impl::host_tuning_default,
                                                        const SpGEMMOptions& options = {
                                                            .workflow = Workflow::upper_bound}) {
  SpGEMMReport report;
  EXPECT_TRUE(host_product_matches(a, b, options, report, tuning, 0.0));
  std::map<std::string, std::int64_t> rows;
  for (const auto& configuration : report.configurations) rows[configuration.configuration] += configuration.rows;
  return rows;
}

/// \brief C of a product of defaults on the CPU path.
using HostEngineProduct = Impl::CsrProduct<test_exec_space, int, int, double>;

/// \brief body(engine) with the engine of \p a times \p b that has counted C's rows in \p row_map.
template <class Body>
auto with_counted_rows(const HostCsr<int, int, double>& a, const HostCsr<int, int, double>& b,
                       const Impl::HostTuning& tuning, const HostEngineProduct::row_map_type& row_map,
                       const Body& body) {
  using operand_type = Impl::CsrOperand<test_exec_space, int, int, double>;
  using problem_type = Impl::Problem<operand_type, operand_type>;
  const auto device_a = to_device(a), device_b = to_device(b);
  const problem_type problem{device_a.operand(), device_b.operand()};
  Impl::Workspace<test_exec_space> workspace(test_exec_space{});
  SpGEMMReport report;
  Impl::HostEngine<test_exec_space, problem_type, HostEngineProduct> engine(
      problem, {&workspace, {.workflow = Workflow::symbolic}, &report}, tuning);
  engine.use_row_map(row_map.data());
  engine.analyze(Impl::DoNothing());
  engine.choose();
  engine.predict();
  return body(engine);
}

/// \brief Shapes and contents that every workflow must survive.
template <class Matrix>
std::vector<HostCase<Matrix>> host_cases() {
  using offset_type = typename Matrix::offset_type;
  using ordinal_type = typename Matrix::ordinal_type;
  using scalar_type = typename Matrix::scalar_type;
  const auto random = [](const RandomMatrix& matrix) {
    return make_random<offset_type, ordinal_type, scalar_type>(matrix);
  };
  const auto banded = make_banded<offset_type, ordinal_type, scalar_type>(150, 150, 2, 3);
  const auto blocks = make_block_diagonal<offset_type, ordinal_type, scalar_type>(7, 9);
  const auto wide = random({.num_rows = 90, .num_cols = 3000, .mean_row_nnz = 12.0, .seed = 5});
  const auto dirty = random({.num_rows = 120,
                             .num_cols = 90,
                             .mean_row_nnz = 6.0,
                             .seed = 6,
                             .empty_row_ratio = 0.2,
                             .duplicate_ratio = 0.3,
                             .unsorted = true});
  return {
      {"by hand", {3, 3, {0, 2, 2, 3}, {0, 2, 1}, {2, 3, 5}}, {3, 5, {0, 2, 3, 5}, {1, 4, 0, 1, 2}, {1, -1, 4, 2, 3}}},
      {"banded", banded, banded},
      {"supernodes", blocks, blocks},
      {"wide rows", dirty, wide},
      {"unsorted with duplicates", random({.num_rows = 70, .num_cols = 120, .mean_row_nnz = 9.0, .seed = 7}), dirty},
      {"full row and column",
       random({.num_rows = 80, .num_cols = 80, .mean_row_nnz = 3.0, .seed = 8, .full_row = 3, .full_column = 70}),
       random({.num_rows = 80, .num_cols = 80, .mean_row_nnz = 3.0, .seed = 9, .full_row = 70, .full_column = 3})},
      {"power law",
       random(
           {.num_rows = 300, .num_cols = 300, .mean_row_nnz = 7.0, .seed = 10, .row_lengths = RowLengthLaw::power_law}),
       random({.num_rows = 300,
               .num_cols = 70000,
               .mean_row_nnz = 9.0,
               .seed = 11,
               .row_lengths = RowLengthLaw::power_law})},
      {"empty rows of B", banded, random({.num_rows = 150, .num_cols = 100, .seed = 12, .empty_row_ratio = 1.0})},
      {"no rows", {0, 3, {0}, {}, {}}, {3, 5, {0, 2, 3, 5}, {1, 4, 0, 1, 2}, {1, -1, 4, 2, 3}}}};
}

/// \brief Tunings that split, share and overflow everything.
inline std::vector<Impl::HostTuning> extreme_host_tunings() {
  using Impl::HostTuning;
  return {
      HostTuning{},
      HostTuning{
          .row_blocks_max = 3, .joined_blocks_min = 0, .chunk_products = 1, .chunk_rows_min = 1, .pending_entries = 0},
      HostTuning{.chunk_products = 1,
                 .chunk_rows_min = 1,
                 .pending_entries = 0,
                 .window_bytes = 200,
                 .lanes_max = 1,
                 .hash_bytes = 64},
      HostTuning{.lanes_max = 4, .sort_products_max = 0, .listed_products_max = 0, .marked_columns_per_product = 0},
      HostTuning{.lanes_max = 1, .sort_products_max = 0},
      HostTuning{.sort_columns_per_product = 0, .few_sorted_columns_per_product = 0},
      HostTuning{
          .sort_products_max = 0, .listed_products_max = 0, .dense_columns_per_product = 0, .prefetch_entries = 0},
      HostTuning{.window_bytes = 900, .sort_products_max = 0, .hash_bytes = 0, .windows_max = 1000000}};
}

/// \brief Runs all cases with all tunings in one workflow.
template <class Matrix>
void expect_host_products(const SpGEMMOptions& options) {
  for (const auto& product : host_cases<Matrix>()) {
    int number = 0;
    for (const Impl::HostTuning& tuning : extreme_host_tunings()) {
      SpGEMMReport report;
      EXPECT_TRUE(host_product_matches(product.a, product.b, options, report, tuning))
          << product.name << ", tuning " << number;
      EXPECT_EQ(report.workflow, options.workflow);
      ++number;
    }
  }
}

}  // namespace Ocean::Testing

#endif
