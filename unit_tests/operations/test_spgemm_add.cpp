/// \file
/// \brief C = alpha A B + beta D against the definition, in one call and in repeated ones, and its errors.
// once: OpenMP

#include "Ocean_SpGEMMAdd.hpp"

#include <gtest/gtest.h>

#include <map>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/crs_matrix.hpp"
#include "support/extreme_options.hpp"
#include "support/tested_types.hpp"

namespace {

using namespace Ocean::Testing;

template <class Matrix>
using scalar_of = typename Matrix::scalar_type;
template <class Matrix>
using crs_of = crs_matrix<typename Matrix::offset_type, typename Matrix::ordinal_type, typename Matrix::scalar_type>;

/// C by its definition, row by row; every value is exact.
template <class Matrix>
Matrix add_on_host(scalar_of<Matrix> alpha, const Matrix& a, const Matrix& b, scalar_of<Matrix> beta, const Matrix& d) {
  Matrix c{a.num_rows, b.num_cols, {0}, {}, {}};
  for (count_type row = 0; row < a.num_rows; ++row) {
    std::map<count_type, scalar_of<Matrix>> values;
    for (auto entry_a = a.row_map[row]; entry_a < a.row_map[row + 1]; ++entry_a) {
      const auto inner = static_cast<std::size_t>(a.entries[entry_a]);
      for (auto entry_b = b.row_map[inner]; entry_b < b.row_map[inner + 1]; ++entry_b)
        values[static_cast<count_type>(b.entries[entry_b])] += alpha * a.values[entry_a] * b.values[entry_b];
    }
    for (auto entry = d.row_map[row]; entry < d.row_map[row + 1]; ++entry)
      values[static_cast<count_type>(d.entries[entry])] += beta * d.values[entry];
    for (const auto& [column, value] : values) {
      c.entries.push_back(static_cast<typename Matrix::ordinal_type>(column));
      c.values.push_back(value);
    }
    c.row_map.push_back(static_cast<typename Matrix::offset_type>(c.entries.size()));
  }
  return c;
}

/// Operands with small integers: [60 x 40], [40 x 70], [60 x 70].
template <class Offset, class Ordinal, class Scalar>
struct Operands {
  using matrix_type = HostCsr<Offset, Ordinal, Scalar>;
  matrix_type a, b, d;
  explicit Operands(bool dirty) {
    const auto make = [&](count_type num_rows, count_type num_cols, std::uint64_t seed) {
      return make_random<Offset, Ordinal, Scalar>({.num_rows = num_rows,
                                                   .num_cols = num_cols,
                                                   .mean_row_nnz = 5.0,
                                                   .seed = seed,
                                                   .empty_row_ratio = dirty ? 0.4 : 0.0,
                                                   .duplicate_ratio = dirty ? 0.3 : 0.0,
                                                   .unsorted = dirty});
    };
    a = make(60, 40, 1);
    b = make(40, 70, 2);
    d = make(60, 70, 3);
  }
};

template <class Matrix>
void expect_one_call(const Matrix& a, const Matrix& b, const Matrix& d, const Ocean::SpGEMMOptions& options = {}) {
  const scalar_of<Matrix> alpha(3), beta(-2);
  const auto c = Ocean::spgemm_add<crs_of<Matrix>>(test_exec_space{}, alpha, to_crs_matrix(a), to_crs_matrix(b), beta,
                                                   to_crs_matrix(d), options);
  expect_same(to_host(c), add_on_host(alpha, a, b, beta, d));
}

TEST(SpgemmAdd, ByHand) {  // 2 [1 2] [3; 4] + 10 [5]
  const HostCsr<int, int, double> a{1, 2, {0, 2}, {0, 1}, {1, 2}}, b{2, 1, {0, 1, 2}, {0, 0}, {3, 4}},
      d{1, 1, {0, 1}, {0}, {5}};
  const auto c = Ocean::spgemm_add<crs_matrix<int, int, double>>(test_exec_space{}, 2.0, to_crs_matrix(a),
                                                                 to_crs_matrix(b), 10.0, to_crs_matrix(d));
  EXPECT_EQ(to_host(c).values, std::vector{72.0});
}

TEST(SpgemmAdd, InOneCallOnEveryPath) {
  for (const NamedOptions& named : all_workflows_and_paths()) {
    SCOPED_TRACE(named.name);
    const Operands<int, int, double> operands(false);
    expect_one_call(operands.a, operands.b, operands.d, named.options);
  }
}

TEST(SpgemmAdd, UnsortedRowsWithDuplicates) {
  const Operands<int, int, double> real(true);
  expect_one_call(real.a, real.b, real.d);
  const Operands<std::size_t, std::int64_t, Kokkos::complex<double>> complex(true);
  expect_one_call(complex.a, complex.b, complex.d);
}

TEST(SpgemmAdd, ThePatternIsTheUnionWhateverTheFactors) {
  const Operands<int, int, double> operands(false);
  const auto c = Ocean::spgemm_add<crs_matrix<int, int, double>>(
      test_exec_space{}, 0.0, to_crs_matrix(operands.a), to_crs_matrix(operands.b), 0.0, to_crs_matrix(operands.d));
  expect_same(to_host(c), add_on_host(0.0, operands.a, operands.b, 0.0, operands.d));
}

TEST(SpgemmAdd, InTheCallersMemory) {
  const Operands<int, int, double> operands(true);
  const test_view<char> memory("Testing::memory", 4 << 20);
  const Ocean::SpGEMMOptions options{.workspace_data = memory.data(), .workspace_bytes = memory.size()};
  for (const NamedOptions& named : all_workflows_and_paths(options)) {
    SCOPED_TRACE(named.name);
    expect_one_call(operands.a, operands.b, operands.d, named.options);
  }
  expect_one_call(make_empty<int, int, double>(4, 0), make_empty<int, int, double>(0, 5),
                  make_empty<int, int, double>(4, 5), options);
}

TEST(SpgemmAdd, NothingToAddOrMultiply) {
  for (const count_type num_rows : {0, 4})
    for (const count_type num_inner : {0, 5})
      for (const count_type num_cols : {0, 6})
        expect_one_call(make_empty<int, int, double>(num_rows, num_inner),
                        make_empty<int, int, double>(num_inner, num_cols),
                        make_empty<int, int, double>(num_rows, num_cols));
  expect_one_call(make_empty<int, int, double>(8, 0), make_empty<int, int, double>(0, 8),
                  make_identity<int, int, double>(8));
}

TEST(SpgemmAdd, RepeatedWithNewValuesArraysAndFactors) {
  Operands<int, int, double> operands(true);
  auto &a = operands.a, &b = operands.b, &d = operands.d;
  const test_exec_space exec;
  Ocean::SpGEMMAdd<crs_matrix<int, int, double>> addition;
  Ocean::SpGEMMReport report;
  const auto c = addition.symbolic(exec, to_crs_matrix(a), to_crs_matrix(b), to_crs_matrix(d), {}, &report);
  const auto other_c = to_crs_matrix(to_host(c));
  for (const double factor : {1.0, 2.0, -3.0, 5.0}) {
    for (double& value : a.values) value += factor;
    for (double& value : d.values) value -= factor;
    const auto& target = factor == 2.0 ? other_c : c;  // and back again
    addition.numeric(exec, factor, to_crs_matrix(a), to_crs_matrix(b), factor + 1, to_crs_matrix(d), target);
    expect_same(to_host(target), add_on_host(factor, a, b, factor + 1, d));
  }
  EXPECT_GT(addition.workspace_bytes(), 0u);
  EXPECT_EQ(report.nnz_c, static_cast<std::int64_t>(c.nnz()));
}

TEST(SpgemmAdd, RepeatedWithoutRows) {
  const auto a = to_crs_matrix(make_empty<int, int, double>(0, 3)),
             b = to_crs_matrix(make_empty<int, int, double>(3, 2)),
             d = to_crs_matrix(make_empty<int, int, double>(0, 2));
  Ocean::SpGEMMAdd<crs_matrix<int, int, double>> addition;
  const auto c = addition.symbolic(test_exec_space{}, a, b, d);
  addition.numeric(test_exec_space{}, 1.0, a, b, 1.0, d, c);
  EXPECT_EQ(c.nnz(), 0u);
}

TEST(SpgemmAdd, ErrorsOfRepeatedCallsLeaveC) {
  const test_exec_space exec;
  const Operands<int, int, double> operands(false);
  const auto a = to_crs_matrix(operands.a), b = to_crs_matrix(operands.b), d = to_crs_matrix(operands.d);
  Ocean::SpGEMMAdd<crs_matrix<int, int, double>> addition;
  auto c = to_crs_matrix(operands.d);
  EXPECT_EQ(error_text<std::runtime_error>([&] { addition.numeric(exec, 1.0, a, b, 1.0, d, c); }),
            "Ocean::spgemm_add: numeric before symbolic (need the sizes of C first)");
  c = addition.symbolic(exec, a, b, d);
  Kokkos::deep_copy(c.values, -7.0);
  auto changed = operands.d;
  changed.entries[3] = (changed.entries[3] + 1) % 70;
  EXPECT_EQ(
      error_text<std::invalid_argument>([&] { addition.numeric(exec, 1.0, a, b, 1.0, to_crs_matrix(changed), c); }),
      "Ocean::spgemm_add: D has a different pattern than in the symbolic call (need the same row map and columns)");
  EXPECT_EQ(
      error_text<std::invalid_argument>(
          [&] { addition.numeric(exec, 1.0, to_crs_matrix(make_empty<int, int, double>(60, 40)), b, 1.0, d, c); }),
      Ocean::Impl::concatenate("Ocean::spgemm_add: A is [60 x 40] with 0 entries (need the pattern of the symbolic "
                               "call: [60 x 40] with ",
                               operands.a.entries.size(), " entries)"));
  EXPECT_EQ(error_text<std::invalid_argument>([&] {
              addition.numeric(exec, 1.0, a, b, 1.0, d, to_crs_matrix(make_empty<int, int, double>(60, 70)));
            }),
            Ocean::Impl::concatenate("Ocean::spgemm_add: C has 0 entries and 0 values (need ", c.nnz(), ")"));
  EXPECT_EQ(to_host(c).values, std::vector<double>(c.nnz(), -7.0));
}

TEST(SpgemmAdd, WhatDoesNotFitIsNamed) {
  using matrix_type = HostCsr<int, int, double>;
  const auto text = [](const matrix_type& a, const matrix_type& b, const matrix_type& d) {
    return error_text<std::invalid_argument>([&] {
      (void)Ocean::spgemm_add<crs_of<matrix_type>>(test_exec_space{}, 1.0, to_crs_matrix(a), to_crs_matrix(b), 1.0,
                                                   to_crs_matrix(d));
    });
  };
  const auto empty = [](count_type num_rows, count_type num_cols) {
    return make_empty<int, int, double>(num_rows, num_cols);
  };
  EXPECT_EQ(text(empty(2, 3), empty(4, 5), empty(2, 5)),
            "Ocean::spgemm_add: A [2 x 3] and B [4 x 5] (need as many columns of A as rows of B)");
  EXPECT_EQ(text(empty(2, 3), empty(3, 5), empty(2, 4)),
            "Ocean::spgemm_add: D is [2 x 4] and A B [2 x 5] (need equal dimensions)");
  EXPECT_EQ(text({1, 2, {0, 1}, {2}, {1}}, empty(2, 2), empty(1, 2)),
            "Ocean::spgemm: A: entries(0) = 2 in row 0 (need a column below 2)");
  EXPECT_EQ(text(empty(1, 1), empty(1, 1), {1, 1, {0, 1}, {-4}, {1}}),
            "Ocean::spgemm: D: entries(0) = -4 in row 0 (need a column of at least 0)");
}

TEST(SpgemmAdd, TooManyRowsForTheTypesAreNamed) {
  using Ocean::Impl::require_number;
  EXPECT_NO_THROW(require_number<std::int8_t>(127, "rows: "));
  EXPECT_EQ(error_text<std::invalid_argument>([] { require_number<std::int8_t>(128, "rows: "); }),
            "Ocean::spgemm_add: rows: 128 (need at most 127, the largest number of their type)");
}

}  // namespace
