/// \file
/// \brief C = op(R) A P against two products of the reference, in one call and in repeated ones, and its errors.
// once: OpenMP

#include "Ocean_SpGEMM.hpp"
#include "Ocean_TripleProduct.hpp"

#include <gtest/gtest.h>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/crs_matrix.hpp"
#include "support/extreme_options.hpp"
#include "support/team_paths.hpp"
#include "support/tested_types.hpp"

namespace {

using namespace Ocean::Testing;

template <class Matrix>
using crs_of = crs_matrix<typename Matrix::offset_type, typename Matrix::ordinal_type, typename Matrix::scalar_type>;

/// Values are small integers: every sum is exact.
template <class Matrix>
Matrix multiply_on_host(const Matrix& r, const Matrix& a, const Matrix& p) {
  const auto multiply = [](const auto& left, const auto& right) {
    return Ocean::Impl::multiply_gustavson<typename Matrix::offset_type, typename Matrix::ordinal_type,
                                           typename Matrix::scalar_type>(left, right);
  };
  return multiply(r, multiply(a, p));
}

/// op(R) [30 x 80], A [80 x 90], P [90 x 25] of small integers.
template <class Offset, class Ordinal, class Scalar>
struct Operands {
  using matrix_type = HostCsr<Offset, Ordinal, Scalar>;
  matrix_type r, a, p;
  explicit Operands(bool dirty) {
    const auto make = [&](count_type num_rows, count_type num_cols, std::uint64_t seed) {
      return make_random<Offset, Ordinal, Scalar>({.num_rows = num_rows,
                                                   .num_cols = num_cols,
                                                   .mean_row_nnz = 4.0,
                                                   .seed = seed,
                                                   .empty_row_ratio = dirty ? 0.3 : 0.0,
                                                   .duplicate_ratio = dirty ? 0.3 : 0.0,
                                                   .unsorted = dirty});
    };
    r = make(30, 80, 1);
    a = make(80, 90, 2);
    p = make(90, 25, 3);
  }
};

template <class Matrix>
void expect_one_call(const Matrix& r, const Matrix& a, const Matrix& p, const Ocean::SpGEMMOptions& options = {}) {
  for (const bool transpose_r : {false, true}) {
    const auto stored_r = to_crs_matrix(transpose_r ? transpose_on_host(r) : r);
    const auto c = Ocean::triple_product<crs_of<Matrix>>(test_exec_space{}, stored_r, transpose_r, to_crs_matrix(a),
                                                         to_crs_matrix(p), options);
    expect_same(to_host(c), multiply_on_host(r, a, p));
  }
}

TEST(TripleProduct, InOneCallOnEveryPath) {
  for (const NamedOptions& named : all_workflows_and_paths()) {
    SCOPED_TRACE(named.name);
    const Operands<int, int, double> operands(false);
    expect_one_call(operands.r, operands.a, operands.p, named.options);
  }
}

TEST(TripleProduct, UnsortedRowsWithDuplicates) {
  const Operands<int, int, double> real(true);
  expect_one_call(real.r, real.a, real.p);
  const Operands<std::size_t, std::int64_t, Kokkos::complex<double>> complex(true);
  expect_one_call(complex.r, complex.a, complex.p);
}

TEST(TripleProduct, NothingToMultiply) {
  for (const count_type size : {0, 4})
    for (const count_type inner : {0, 5})
      expect_one_call(make_empty<int, int, double>(size, inner), make_empty<int, int, double>(inner, inner),
                      make_empty<int, int, double>(inner, size));
}

TEST(TripleProduct, TheReportCoversBothProducts) {
  const auto one = to_crs_matrix(make_identity<int, int, double>(100000));
  Ocean::SpGEMMReport single, triple;
  triple.time_stages = true;
  using matrix_type = crs_matrix<int, int, double>;
  (void)Ocean::spgemm<matrix_type>(test_exec_space{}, one, false, one, false, {}, &single);
  (void)Ocean::triple_product<matrix_type>(test_exec_space{}, one, false, one, one, {}, &triple);
  EXPECT_EQ(triple.total_products, 2 * single.total_products);
  const std::size_t bytes = 100001 * sizeof(int) + 100000 * (sizeof(int) + sizeof(double));
  EXPECT_EQ(triple.peak_bytes, single.peak_bytes + bytes);
  EXPECT_EQ(triple.nnz_c, 100000);
  double seconds = 0;
  for (const auto& stage : triple.stage_times) seconds += stage.seconds;
  EXPECT_LE(seconds, triple.seconds);
}

TEST(TripleProduct, TheMemoryLimitHoldsForTheWhole) {
  const auto one = to_crs_matrix(make_identity<int, int, double>(100000));
  using matrix_type = crs_matrix<int, int, double>;
  Ocean::SpGEMMReport report;
  (void)Ocean::triple_product<matrix_type>(test_exec_space{}, one, false, one, one, {}, &report);
  for (const std::size_t below_peak : {0, 1000, 1000000, 1500000, 2000000}) {
    const std::size_t limit = report.peak_bytes - below_peak;
    Ocean::SpGEMMReport limited;
    try {
      (void)Ocean::triple_product<matrix_type>(test_exec_space{}, one, false, one, one, {.memory_limit_bytes = limit},
                                               &limited);
      EXPECT_LE(limited.peak_bytes, limit);
    } catch (const std::runtime_error&) {
      EXPECT_GT(below_peak, 0u);
    }
  }
}

void expect_repeated(bool transpose_r, const Ocean::SpGEMMOptions& options) {
  Operands<int, int, double> operands(true);
  const test_exec_space exec;
  const auto stored_r = [&] { return to_crs_matrix(transpose_r ? transpose_on_host(operands.r) : operands.r); };
  Ocean::TripleProduct<crs_matrix<int, int, double>> triple;
  Ocean::SpGEMMReport report;
  const auto c = triple.symbolic(exec, stored_r(), transpose_r, to_crs_matrix(operands.a), to_crs_matrix(operands.p),
                                 options, &report);
  const auto other_c = to_crs_matrix(to_host(c));
  for (const double change : {0.0, 1.0, -4.0, 2.0}) {
    for (double& value : operands.r.values) value += change;
    for (double& value : operands.a.values) value -= change;
    for (double& value : operands.p.values) value *= -1.0;
    const auto& target = change == 1.0 ? other_c : c;  // and back again
    triple.numeric(exec, stored_r(), to_crs_matrix(operands.a), to_crs_matrix(operands.p), target);
    expect_same(to_host(target), multiply_on_host(operands.r, operands.a, operands.p));
  }
  EXPECT_GT(triple.workspace_bytes(), 0u);
  EXPECT_EQ(report.nnz_c, static_cast<std::int64_t>(c.nnz()));
}

TEST(TripleProduct, RepeatedWithNewValuesAndArrays) {
  for (const auto path : available_paths()) {
    SCOPED_TRACE(to_string(path));
    expect_repeated(false, {.path = path});
    expect_repeated(true, {.path = path});
    expect_repeated(true, {.path = path, .deterministic = true});
    expect_repeated(false, {.path = path, .reuse = false});
  }
}

/// Unsorted rows come in an order that hash tables and threads make; what the second product keeps of A P must not.
TEST(TripleProduct, RepeatedWithFarColumnsAndUnsortedRows) {
  using matrix_type = HostCsr<std::size_t, std::int64_t, Kokkos::complex<double>>;
  const auto make = [](count_type num_rows, count_type num_cols, std::uint64_t seed) {
    return make_random<std::size_t, std::int64_t, Kokkos::complex<double>>(
        {.num_rows = num_rows, .num_cols = num_cols, .mean_row_nnz = 8.0, .seed = seed});
  };
  const matrix_type near_r = make(30, 80, 1), near_a = make(80, 90, 2), near_p = make(90, 16, 3);
  const auto far = [](matrix_type matrix) {
    for (auto& column : matrix.entries) column *= std::int64_t(1) << 40;
    matrix.num_cols *= std::int64_t(1) << 40;
    return matrix;
  };
  const auto p = far(near_p), expected = far(multiply_on_host(near_r, near_a, near_p));
  const auto r = to_crs_matrix(near_r), a = to_crs_matrix(near_a), stored_p = to_crs_matrix(p);
  for (const auto path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    for (int round = 0; round < 200; ++round) {
      Ocean::TripleProduct<crs_of<matrix_type>> product;
      auto c = product.symbolic(
          test_exec_space{}, r, false, a, stored_p,
          {.path = path,
           .accumulators =
               {.hybrid_hash = false, .dense = false, .ranked = false, .merge = false, .esc = false, .assisted = false},
           .sorted_output = false,
           .reuse = false,
           .scratch_limit_bytes = 1024});
      for (int call = 0; call < 3; ++call) {
        product.numeric(test_exec_space{}, r, a, stored_p, c);
        expect_same(sort_rows(to_host(c)), expected);
      }
    }
  }
}

TEST(TripleProduct, RepeatedGalerkinProduct) {
  const test_exec_space exec;
  const Operands<int, int, double> operands(false);
  const auto a = make_banded<int, int, double>(90, 90, 1, 1);
  const auto p = to_crs_matrix(operands.p);
  Ocean::TripleProduct<crs_matrix<int, int, double>> triple;
  const auto c = triple.symbolic(exec, p, true, to_crs_matrix(a), p);
  triple.numeric(exec, p, to_crs_matrix(a), p, c);
  expect_same(to_host(c), multiply_on_host(transpose_on_host(operands.p), a, operands.p));
}

TEST(TripleProduct, ErrorsLeaveC) {
  const test_exec_space exec;
  const Operands<int, int, double> operands(false);
  const auto r = to_crs_matrix(operands.r), a = to_crs_matrix(operands.a), p = to_crs_matrix(operands.p);
  using matrix_type = crs_matrix<int, int, double>;
  Ocean::TripleProduct<matrix_type> triple;
  EXPECT_EQ(
      error_text<std::invalid_argument>([&] { (void)Ocean::triple_product<matrix_type>(exec, r, true, a, p); }),
      "Ocean::triple_product: op(R) [80 x 30], A [80 x 90] and P [90 x 25] (need as many columns of each as rows of "
      "the next)");
  EXPECT_EQ(
      error_text<std::invalid_argument>([&] { (void)triple.symbolic(exec, r, false, p, a); }),
      "Ocean::triple_product: op(R) [30 x 80], A [90 x 25] and P [80 x 90] (need as many columns of each as rows of "
      "the next)");
  auto c = p;
  EXPECT_EQ(error_text<std::runtime_error>([&] { triple.numeric(exec, r, a, p, c); }),
            "Ocean::triple_product: numeric before symbolic (need the sizes of C first)");
  c = triple.symbolic(exec, r, false, a, p);
  Kokkos::deep_copy(c.values, -7.0);
  auto changed = operands.a;
  changed.entries[3] = (changed.entries[3] + 1) % 90;
  EXPECT_EQ(
      error_text<std::invalid_argument>([&] { triple.numeric(exec, r, to_crs_matrix(changed), p, c); }),
      "Ocean::triple_product: A has a different pattern than in the symbolic call (need the same row map and columns)");
  const auto empty = to_crs_matrix(make_empty<int, int, double>(30, 25));
  EXPECT_EQ(error_text<std::invalid_argument>([&] { triple.numeric(exec, r, a, p, empty); }),
            Ocean::Impl::concatenate("Ocean::triple_product: C has 0 entries and 0 values (need ", c.nnz(), ")"));
  EXPECT_EQ(to_host(c).values, std::vector<double>(c.nnz(), -7.0));
}

/// Also in a matrix that is where it was, and after a symbolic call that is not the first.
TEST(TripleProduct, PatternsAreComparedWhenTheCallerSays) {
  using Ocean::Impl::PatternReads;
  using matrix_type = crs_matrix<int, int, double>;
  const test_exec_space exec;
  const Operands<int, int, double> operands(false);
  for (const PatternReads reads : {PatternReads::always, PatternReads::where_moved}) {
    const auto r = to_crs_matrix(operands.r), a = to_crs_matrix(operands.a), p = to_crs_matrix(operands.p);
    Ocean::TripleProduct<matrix_type> triple(reads);
    (void)triple.symbolic(exec, r, false, a, p);
    const matrix_type c = triple.symbolic(exec, r, false, a, p);
    triple.numeric(exec, r, a, p, c);
    auto swapped = operands.a;  // two entries of row 0: the same columns in another order
    std::swap(swapped.entries[0], swapped.entries[1]);
    Kokkos::deep_copy(a.graph.entries, to_crs_matrix(swapped).graph.entries);
    const auto compute = [&] { triple.numeric(exec, r, a, p, c); };
    if (reads == PatternReads::always) {
      EXPECT_THROW(compute(), std::invalid_argument);
    } else {
      EXPECT_NO_THROW(compute());
    }
  }
}

}  // namespace
