/// \file
/// \brief C = op(A) op(B) through the public API against products of matrices transposed on the host.
// once: OpenMP

#include <gtest/gtest.h>

#include "api/product.hpp"
#include "support/enough_memory.hpp"

namespace {

using namespace Ocean::Testing;

/// All four products of plain and transposed operands; \p a and \p b are op(A) and op(B).
template <class Matrix>
void expect_products(const Matrix& a, const Matrix& b, const Ocean::SpGEMMOptions& options = {}) {
  using matrix_type =
      crs_matrix<typename Matrix::offset_type, typename Matrix::ordinal_type, typename Matrix::scalar_type>;
  const auto c = Ocean::Impl::multiply_gustavson<typename Matrix::offset_type, typename Matrix::ordinal_type,
                                                 typename Matrix::scalar_type>(a, b);
  for (const bool transpose_a : {false, true})
    for (const bool transpose_b : {false, true}) {
      SCOPED_TRACE(std::string(transpose_a ? "A transposed, " : "A, ") + (transpose_b ? "B transposed" : "B"));
      const auto stored_a = to_crs_matrix(transpose_a ? transpose_on_host(a) : a);
      const auto stored_b = to_crs_matrix(transpose_b ? transpose_on_host(b) : b);
      const auto actual =
          Ocean::spgemm<matrix_type>(test_exec_space{}, stored_a, transpose_a, stored_b, transpose_b, options);
      EXPECT_TRUE(matches(to_host(actual), c));
    }
}

TEST(TransposedProduct, EveryWorkflowAndPath) {
  const auto a = make_default({.num_rows = 70, .num_cols = 110, .seed = 1, .duplicate_ratio = 0.2, .unsorted = true});
  const auto b = make_default({.num_rows = 110, .num_cols = 90, .mean_row_nnz = 7.0, .seed = 2, .unsorted = true});
  for (const NamedOptions& named : all_workflows_and_paths()) {
    SCOPED_TRACE(named.name);
    expect_products(a, b, named.options);
  }
}

TEST(TransposedProduct, ComplexIsNotConjugated) {
  using complex = Kokkos::complex<double>;
  const RandomMatrix random{.num_rows = 40, .num_cols = 30, .seed = 3, .empty_row_ratio = 0.3};
  RandomMatrix other = random;
  std::swap(other.num_rows, other.num_cols);
  expect_products(make_random<std::size_t, std::int64_t, complex>(random),
                  make_random<std::size_t, std::int64_t, complex>(other));
}

TEST(TransposedProduct, NoRowsNoColumnsNoEntries) {
  for (const count_type num_rows : {0, 4})
    for (const count_type num_inner : {0, 5})
      for (const count_type num_cols : {0, 6})
        expect_products(make_empty<int, int, double>(num_rows, num_inner),
                        make_empty<int, int, double>(num_inner, num_cols));
}

TEST(TransposedProduct, TheReportCountsTheTranspose) {
  using matrix_type = crs_matrix<int, int, double>;
  const auto a = to_crs_matrix(make_identity<int, int, double>(200000));
  const std::size_t transpose_bytes = 200001 * sizeof(int) + 200000 * (sizeof(int) + sizeof(double));
  Ocean::SpGEMMReport plain, transposed;
  transposed.time_stages = true;
  (void)Ocean::spgemm<matrix_type>(test_exec_space{}, a, false, a, false, {}, &plain);
  (void)Ocean::spgemm<matrix_type>(test_exec_space{}, a, true, a, false, {}, &transposed);
  EXPECT_GE(transposed.peak_bytes, plain.peak_bytes + transpose_bytes);
  EXPECT_LE(transposed.peak_bytes, plain.peak_bytes + 2 * transpose_bytes);
  EXPECT_GE(transposed.peak_workspace_bytes, plain.peak_workspace_bytes + transpose_bytes);
  EXPECT_EQ(transposed.stage_times.front().stage, "transpose");
  EXPECT_EQ(transposed.nnz_c, 200000);
  EXPECT_GT(transposed.seconds, transposed.stage_times.front().seconds);
}

TEST(TransposedProduct, TheMemoryLimitHoldsForTransposeAndProductTogether) {
  using matrix_type = crs_matrix<int, int, double>;
  const auto a = to_crs_matrix(make_identity<int, int, double>(200000));
  Ocean::SpGEMMReport report;
  (void)Ocean::spgemm<matrix_type>(test_exec_space{}, a, true, a, false, {}, &report);
  Ocean::SpGEMMOptions options;
  for (const std::size_t below_peak : {0, 1000, 1000000}) {
    options.memory_limit_bytes = report.peak_bytes - below_peak;
    Ocean::SpGEMMReport limited;
    try {
      (void)Ocean::spgemm<matrix_type>(test_exec_space{}, a, true, a, false, options, &limited);
      EXPECT_LE(limited.peak_bytes, options.memory_limit_bytes);
    } catch (const std::runtime_error&) {
      EXPECT_GT(below_peak, 0u);
    }
  }
  options.memory_limit_bytes = 1000;
  const std::string text = error_text<std::runtime_error>(
      [&] { (void)Ocean::spgemm<matrix_type>(test_exec_space{}, a, true, a, false, options); });
  EXPECT_EQ(text,
            "Ocean::workspace: Ocean::transpose::row_map takes 800004 bytes with 0 in use (need a memory limit of at "
            "least 800004 bytes, it is 1000; " +
                std::to_string(enough_bytes_of(text, "memory limit")) + " are enough)");
}

TEST(TransposedProduct, TransposeAndProductShareTheCallersMemory) {
  const auto a = make_default({.num_rows = 500, .num_cols = 400, .mean_row_nnz = 9.0, .seed = 4});
  const test_view<char> memory("Testing::memory", 4 << 20);
  const Ocean::SpGEMMOptions options{.workspace_data = memory.data(), .workspace_bytes = memory.size()};
  for (const NamedOptions& named : all_workflows_and_paths(options)) {
    SCOPED_TRACE(named.name);
    expect_products(a, transpose_on_host(a), named.options);
  }
}

TEST(TransposedProduct, FaultsOfAMatrixThatIsTransposedAreNamed) {
  const test_exec_space exec;
  auto a = to_device(default_matrix{2, 3, {0, 2, 3}, {0, 2, 1}, {1, 2, 3}});
  const auto b = to_device(default_matrix{2, 2, {0, 1, 2}, {1, 0}, {4, 5}});
  DeviceCsr<int, int, double> c;
  const auto text = [&] {
    return error_text<std::invalid_argument>([&] {
      Ocean::spgemm(exec, 3, 2, 2, a.row_map, a.entries, a.values, true, b.row_map, b.entries, b.values, false,
                    c.row_map, c.entries, c.values, {.check_indices = false});
    });
  };
  EXPECT_EQ(text(), "nothing was thrown");
  EXPECT_EQ(to_vector(c.entries), (std::vector{1, 0, 1}));
  a.entries = make_view({0, 3, 1});
  EXPECT_STREQ(text().c_str(), "Ocean::spgemm: A: entries(1) = 3 in row 0 (need a column below 3)");
  a.row_map = make_view({0, 4, 3});
  EXPECT_STREQ(text().c_str(),
               "Ocean::spgemm: A: row_map(2) = 3 after row_map(1) = 4 (need offsets that never decrease)");
}

}  // namespace
