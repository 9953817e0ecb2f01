/// \file
/// \brief Products of operands whose entries of value zero are treated as not there.

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "Ocean_BlockSpGEMM.hpp"
#include "Ocean_SpGEMMAdd.hpp"
#include "Ocean_SpGEMMJacobi.hpp"
#include "Ocean_TripleProduct.hpp"
#include "Ocean_WorkspaceSize.hpp"
#include "api/product.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SkipZeros;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;

constexpr SkipZeros all_choices[] = {SkipZeros::none, SkipZeros::of_a, SkipZeros::of_b, SkipZeros::of_both};

bool is_of_a(SkipZeros choice) { return choice == SkipZeros::of_a || choice == SkipZeros::of_both; }
bool is_of_b(SkipZeros choice) { return choice == SkipZeros::of_b || choice == SkipZeros::of_both; }

/// \param keep_diagonal entries (i, i) stay whatever their value
default_matrix without_zeros(const default_matrix& matrix, bool keep_diagonal = false) {
  default_matrix result{matrix.num_rows, matrix.num_cols, {0}, {}, {}};
  for (int row = 0; row < matrix.num_rows; ++row) {
    for (int entry = matrix.row_map[row]; entry < matrix.row_map[row + 1]; ++entry) {
      if (matrix.values[entry] == 0.0 && !(keep_diagonal && matrix.entries[entry] == row)) continue;
      result.entries.push_back(matrix.entries[entry]);
      result.values.push_back(matrix.values[entry]);
    }
    result.row_map.push_back(static_cast<int>(result.entries.size()));
  }
  return result;
}
default_matrix without_zeros_if(bool skips, const default_matrix& matrix) {
  return skips ? without_zeros(matrix) : matrix;
}
std::int64_t num_zeros(const default_matrix& matrix) {
  return std::count(matrix.values.begin(), matrix.values.end(), 0.0);
}

default_matrix transpose_of(const default_matrix& matrix) {
  default_matrix result{matrix.num_cols, matrix.num_rows, {0}, {}, {}};
  for (int column = 0; column < matrix.num_cols; ++column) {
    for (int row = 0; row < matrix.num_rows; ++row)
      for (int entry = matrix.row_map[row]; entry < matrix.row_map[row + 1]; ++entry)
        if (matrix.entries[entry] == column) {
          result.entries.push_back(row);
          result.values.push_back(matrix.values[entry]);
        }
    result.row_map.push_back(static_cast<int>(result.entries.size()));
  }
  return result;
}

default_matrix product_of(const default_matrix& a, const default_matrix& b) {
  return Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
}

/// A seventh of the values is zero.
class SkipZerosOf : public ::testing::Test {
 protected:
  const default_matrix m_a = make_default({.num_rows = 90, .num_cols = 60, .mean_row_nnz = 3.0, .seed = 1}),
                       m_b = make_default({.num_rows = 60, .num_cols = 80, .mean_row_nnz = 3.0, .seed = 2});
};

TEST_F(SkipZerosOf, AProductOnEveryPath) {
  ASSERT_GT(product_of(m_a, m_b).entries.size(), product_of(without_zeros(m_a), without_zeros(m_b)).entries.size());
  for (const SkipZeros choice : all_choices) {
    const auto expected = product_of(without_zeros_if(is_of_a(choice), m_a), without_zeros_if(is_of_b(choice), m_b));
    for (const NamedOptions& named : all_workflows_and_paths({.skip_zeros = choice})) {
      SCOPED_TRACE(Ocean::Impl::concatenate(named.name, ", ", to_string(choice)));
      SpGEMMReport report;
      expect_same(multiply_on_device<default_matrix>(m_a, m_b, named.options, &report), expected);
      const std::int64_t of_a = is_of_a(choice) ? num_zeros(m_a) : 0, of_b = is_of_b(choice) ? num_zeros(m_b) : 0;
      EXPECT_EQ(report.skipped_zeros, of_a + of_b);
      EXPECT_EQ(report.nnz_a, static_cast<std::int64_t>(m_a.entries.size()) - of_a);
      EXPECT_EQ(report.nnz_b, static_cast<std::int64_t>(m_b.entries.size()) - of_b);
    }
  }
}

TEST_F(SkipZerosOf, TransposedOperands) {
  const auto a = to_crs_matrix(transpose_of(m_a)), b = to_crs_matrix(transpose_of(m_b));
  for (const SkipZeros choice : all_choices) {
    SCOPED_TRACE(to_string(choice));
    SpGEMMReport report;
    const auto c = Ocean::spgemm<crs_matrix<int, int, double>>(a, true, b, true, {.skip_zeros = choice}, &report);
    expect_same(to_host(c), product_of(without_zeros_if(is_of_a(choice), m_a), without_zeros_if(is_of_b(choice), m_b)));
    EXPECT_EQ(report.skipped_zeros, (is_of_a(choice) ? num_zeros(m_a) : 0) + (is_of_b(choice) ? num_zeros(m_b) : 0));
  }
}

TEST_F(SkipZerosOf, NothingIsComputedWithThem) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const default_matrix a{1, 2, {0, 2}, {0, 1}, {0.0, 2.0}}, b{2, 2, {0, 2, 3}, {0, 1, 1}, {infinity, infinity, 3.0}};
  expect_same(multiply_on_device<default_matrix>(a, b, {.skip_zeros = SkipZeros::of_a}),
              default_matrix{1, 2, {0, 1}, {1}, {6.0}});
}

TEST_F(SkipZerosOf, OperandsOfZerosOnly) {
  default_matrix zeros = m_a;
  std::fill(zeros.values.begin(), zeros.values.end(), 0.0);
  SpGEMMReport report;
  const auto c = multiply_on_device<default_matrix>(zeros, m_b, {.skip_zeros = SkipZeros::of_both}, &report);
  EXPECT_EQ(c.row_map, std::vector<int>(91, 0));
  EXPECT_EQ(report.skipped_zeros, num_zeros(zeros) + num_zeros(m_b));
}

TEST_F(SkipZerosOf, WithoutZerosNoMemoryIsTaken) {
  const default_matrix a = without_zeros(m_a), b = without_zeros(m_b);
  SpGEMMReport plain, skipping, with_zeros;
  (void)multiply_on_device<default_matrix>(a, b, {}, &plain);
  (void)multiply_on_device<default_matrix>(a, b, {.skip_zeros = SkipZeros::of_both}, &skipping);
  EXPECT_EQ(skipping.peak_workspace_bytes, plain.peak_workspace_bytes);
  EXPECT_EQ(skipping.skipped_zeros, 0);
  (void)multiply_on_device<default_matrix>(m_a, m_b, {.skip_zeros = SkipZeros::of_both}, &with_zeros);
  const std::size_t copy_bytes = (a.entries.size() + b.entries.size()) * (sizeof(int) + sizeof(double));
  EXPECT_GE(with_zeros.peak_workspace_bytes, plain.peak_workspace_bytes + copy_bytes);
}

/// The copies count against the limit, and the error names what is enough.
TEST_F(SkipZerosOf, MemoryLimits) {
  const auto expected = product_of(without_zeros(m_a), without_zeros(m_b));
  SpGEMMOptions options{.skip_zeros = SkipZeros::of_both, .memory_limit_bytes = 1};
  const std::string text =
      error_text<Ocean::OutOfMemory>([&] { (void)multiply_on_device<default_matrix>(m_a, m_b, options); });
  EXPECT_NE(text.find("need a memory limit of at least"), std::string::npos) << text;
  std::size_t enough = 0;
  for (std::size_t bytes = 1 << 10; enough == 0 && bytes < (std::size_t(1) << 26); bytes *= 2) try {
      options.memory_limit_bytes = bytes;
      expect_same(multiply_on_device<default_matrix>(m_a, m_b, options), expected);
      enough = bytes;
    } catch (const Ocean::OutOfMemory&) {
    }
  EXPECT_GT(enough, expected.entries.size() * (sizeof(int) + sizeof(double)));
}

/// The 1 of I is where A has a diagonal entry, be it zero.
TEST_F(SkipZerosOf, AJacobiProductKeepsTheDiagonal) {
  const default_matrix a{2, 2, {0, 2, 4}, {0, 1, 0, 1}, {0.0, 0.0, 5.0, 6.0}}, b{2, 2, {0, 1, 2}, {0, 1}, {3.0, 7.0}};
  const auto dinv = make_view({1.0, 1.0});
  SpGEMMReport report;
  const auto c = Ocean::spgemm_jacobi<crs_matrix<int, int, double>>(
      to_crs_matrix(a), to_crs_matrix(b), 2.0, dinv, {.skip_zeros = SkipZeros::of_a, .check_indices = true}, &report);
  expect_same(to_host(c), default_matrix{2, 2, {0, 1, 3}, {0, 0, 1}, {3.0, -30.0, 7.0 - 84.0}});
  EXPECT_EQ(report.skipped_zeros, 1);
}

TEST_F(SkipZerosOf, JacobiProducts) {
  default_matrix a = make_default({.num_rows = 60, .num_cols = 60, .mean_row_nnz = 4.0, .seed = 5});
  const std::vector<double> dinv(60, 1.0);
  for (const SkipZeros choice : all_choices) {
    SCOPED_TRACE(to_string(choice));
    const auto kept_a = is_of_a(choice) ? without_zeros(a, true) : a, kept_b = without_zeros_if(is_of_b(choice), m_b);
    using matrix_type = crs_matrix<int, int, double>;
    const auto c = Ocean::spgemm_jacobi<matrix_type>(to_crs_matrix(a), to_crs_matrix(m_b), 2.0, make_view(dinv),
                                                     {.skip_zeros = choice});
    const auto expected =
        Ocean::spgemm_jacobi<matrix_type>(to_crs_matrix(kept_a), to_crs_matrix(kept_b), 2.0, make_view(dinv));
    expect_same(to_host(c), to_host(expected));
  }
}

TEST_F(SkipZerosOf, SumsKeepTheEntriesOfD) {
  default_matrix d = make_default({.num_rows = 90, .num_cols = 80, .mean_row_nnz = 3.0, .seed = 4});
  using matrix_type = crs_matrix<int, int, double>;
  for (const SkipZeros choice : all_choices) {
    SCOPED_TRACE(to_string(choice));
    SpGEMMReport report;
    const auto c = Ocean::spgemm_add<matrix_type>(test_exec_space{}, 2.0, to_crs_matrix(m_a), to_crs_matrix(m_b), 3.0,
                                                  to_crs_matrix(d), {.skip_zeros = choice}, &report);
    const auto expected =
        Ocean::spgemm_add<matrix_type>(test_exec_space{}, 2.0, to_crs_matrix(without_zeros_if(is_of_a(choice), m_a)),
                                       to_crs_matrix(without_zeros_if(is_of_b(choice), m_b)), 3.0, to_crs_matrix(d));
    expect_same(to_host(c), to_host(expected));
    EXPECT_EQ(report.skipped_zeros, (is_of_a(choice) ? num_zeros(m_a) : 0) + (is_of_b(choice) ? num_zeros(m_b) : 0));
  }
}

TEST_F(SkipZerosOf, TripleProductsTakeRAndAForLeftOperands) {
  const default_matrix r = make_default({.num_rows = 40, .num_cols = 90, .mean_row_nnz = 3.0, .seed = 6});
  using matrix_type = crs_matrix<int, int, double>;
  for (const bool transposed : {false, true})
    for (const SkipZeros choice : all_choices) {
      SCOPED_TRACE(Ocean::Impl::concatenate(to_string(choice), transposed ? ", transposed" : ""));
      SpGEMMReport report;
      const auto c = Ocean::triple_product<matrix_type>(
          test_exec_space{}, to_crs_matrix(transposed ? transpose_of(r) : r), transposed, to_crs_matrix(m_a),
          to_crs_matrix(m_b), {.skip_zeros = choice}, &report);
      const auto ap = product_of(without_zeros_if(is_of_a(choice), m_a), without_zeros_if(is_of_b(choice), m_b));
      expect_same(to_host(c), product_of(without_zeros_if(is_of_a(choice), r), ap));
      EXPECT_EQ(report.skipped_zeros,
                (is_of_a(choice) ? num_zeros(m_a) + num_zeros(r) : 0) + (is_of_b(choice) ? num_zeros(m_b) : 0));
    }
}

TEST_F(SkipZerosOf, CallsWithoutValuesRefuse) {
  using matrix_type = crs_matrix<int, int, double>;
  const auto a = to_crs_matrix(m_a), b = to_crs_matrix(m_b);
  const SpGEMMOptions options{.skip_zeros = SkipZeros::of_both};
  const auto identity = to_crs_matrix(make_identity<int, int, double>(90));
  Ocean::TripleProduct<matrix_type> product;
  EXPECT_EQ(error_text<std::invalid_argument>(
                [&] { (void)product.symbolic(test_exec_space{}, identity, false, a, b, options); }),
            "Ocean::spgemm_symbolic: skip_zeros is both (need none: the sizes of C are found without values of A and "
            "B)");
  EXPECT_EQ(
      error_text<std::invalid_argument>([&] { (void)Ocean::get_workspace_size(test_exec_space{}, a, b, options); }),
      "Ocean::get_workspace_size: skip_zeros is both (need none: values of A and B are not read)");
}

}  // namespace
