/// \file
/// \brief New matrices op(R) A P, call after call: what is kept, for whom, and when patterns or options change.
// once: OpenMP

#include "Ocean_KeptTripleProduct.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/crs_matrix.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ValueSource;

using host_type = HostCsr<int, int, double>;
using matrix_type = crs_matrix<int, int, double>;
using kept_type = Ocean::KeptTripleProduct<matrix_type>;

host_type make(count_type num_rows, count_type num_cols, std::uint64_t seed, bool dirty) {
  return make_random<int, int, double>({.num_rows = num_rows,
                                        .num_cols = num_cols,
                                        .mean_row_nnz = 4.0,
                                        .seed = seed,
                                        .row_lengths = RowLengthLaw::constant,
                                        .duplicate_ratio = dirty ? 0.3 : 0.0,
                                        .unsorted = dirty});
}

/// op(R) [60 x 80], A [80 x 90], P [90 x 25] of small integers: every sum is exact.
struct Operands {
  explicit Operands(bool dirty = false)
      : r(make(60, 80, 1, dirty)), a(make(80, 90, 2, dirty)), p(make(90, 25, 3, dirty)) {}
  host_type r, a, p;
  bool transpose_r = false;

  void change_values() {
    for (double& value : r.values) value += 1.0;
    for (double& value : a.values) value -= 2.0;
    for (double& value : p.values) value *= -1.0;
  }
  /// \brief The product, compared with the reference. \return where its values come from
  ValueSource multiply(kept_type& kept) const {
    const matrix_type c = kept.multiply(test_exec_space{}, to_crs_matrix(transpose_r ? transpose_on_host(r) : r),
                                        transpose_r, to_crs_matrix(a), to_crs_matrix(p));
    expect_same(to_host(c), multiply_gustavson(r, multiply_gustavson(a, p)));
    return kept.source();
  }
  static host_type multiply_gustavson(const host_type& left, const host_type& right) {
    return Ocean::Impl::multiply_gustavson<int, int, double>(left, right);
  }
};

TEST(KeptTripleProduct, CallsWithOtherValuesAreSummed) {
  for (const bool transpose_r : {false, true})
    for (const bool dirty : {false, true}) {
      Operands operands(dirty);
      operands.transpose_r = transpose_r;
      kept_type kept;
      for (int call = 0; call < 5; ++call) {
        EXPECT_EQ(operands.multiply(kept) != ValueSource::product, call >= 2) << "call " << call;
        EXPECT_EQ(kept.kept_bytes() > 0, call >= 1) << "call " << call;
        operands.change_values();
      }
    }
}

TEST(KeptTripleProduct, MatricesBelongToTheCaller) {
  const Operands operands;
  const auto r = to_crs_matrix(operands.r), a = to_crs_matrix(operands.a), p = to_crs_matrix(operands.p);
  kept_type kept;
  const test_exec_space exec;
  matrix_type before = kept.multiply(exec, r, false, a, p);
  for (int call = 0; call < 4; ++call) {
    const matrix_type c = kept.multiply(exec, r, false, a, p);
    EXPECT_NE(c.graph.row_map.data(), before.graph.row_map.data());
    EXPECT_NE(c.graph.entries.data(), before.graph.entries.data());
    EXPECT_NE(c.values.data(), before.values.data());
    expect_same(to_host(c), to_host(before));
    Kokkos::deep_copy(c.graph.entries, 0);  // what callers do to theirs changes nothing
    before = kept.multiply(exec, r, false, a, p);
  }
}

/// Owners who count the copies of their arrays, as Tpetra does on devices, find none between calls.
TEST(KeptTripleProduct, NoArrayOfTheCallerIsHeld) {
  const Operands operands;
  const auto r = to_crs_matrix(operands.r), a = to_crs_matrix(operands.a), p = to_crs_matrix(operands.p);
  const auto expect_one_copy = [](const matrix_type& matrix) {
    EXPECT_EQ(matrix.graph.row_map.use_count(), 1);
    EXPECT_EQ(matrix.graph.entries.use_count(), 1);
  };
  kept_type kept;
  for (int call = 0; call < 4; ++call) {
    SCOPED_TRACE(call);
    const matrix_type c = kept.multiply(test_exec_space{}, r, false, a, p);
    for (const matrix_type* matrix : {&r, &a, &p}) expect_one_copy(*matrix);
    if (call > 0) expect_one_copy(c);  // the arrays of a single product may be taken again once they are dropped
  }
}

TEST(KeptTripleProduct, OtherPatternsAreMultipliedAndEndTheKeeping) {
  for (const int changed : {0, 1, 2}) {
    Operands operands;
    kept_type kept;
    for (int call = 0; call < 3; ++call) (void)operands.multiply(kept);
    EXPECT_NE(kept.source(), ValueSource::product);
    host_type& matrix = changed == 0 ? operands.r : changed == 1 ? operands.a : operands.p;
    const std::uint64_t other_seed = 17;
    matrix = make(matrix.num_rows, matrix.num_cols, other_seed, false);
    for (int call = 0; call < 4; ++call) {
      EXPECT_EQ(operands.multiply(kept), ValueSource::product);
      EXPECT_EQ(kept.kept_bytes(), 0u);
    }
  }
}

TEST(KeptTripleProduct, OtherShapesEndTheKeeping) {
  Operands operands;
  kept_type kept;
  for (int call = 0; call < 3; ++call) (void)operands.multiply(kept);
  operands.r = make(50, 80, 5, false);
  for (int call = 0; call < 4; ++call) EXPECT_EQ(operands.multiply(kept), ValueSource::product);
  EXPECT_EQ(kept.kept_bytes(), 0u);
}

TEST(KeptTripleProduct, CallsInTurnKeepNothing) {
  const Operands one;
  Operands other;
  other.a = make(80, 90, 7, false);
  other.r = make(50, 80, 5, false);
  kept_type kept;
  for (int call = 0; call < 3; ++call) {
    EXPECT_EQ(one.multiply(kept), ValueSource::product);
    EXPECT_EQ(other.multiply(kept), ValueSource::product);
    EXPECT_EQ(kept.kept_bytes(), 0u);
  }
}

TEST(KeptTripleProduct, NothingIsKeptWithoutReuseOrWhereColumnsDependOnValues) {
  for (const Ocean::SpGEMMOptions& options :
       {Ocean::SpGEMMOptions{.reuse = false}, Ocean::SpGEMMOptions{.skip_zeros = Ocean::SkipZeros::of_a},
        Ocean::SpGEMMOptions{.drop_zeros = true}}) {
    kept_type kept;
    const test_exec_space exec;
    Operands operands;
    for (int call = 0; call < 4; ++call) {
      const auto r = to_crs_matrix(operands.r), a = to_crs_matrix(operands.a), p = to_crs_matrix(operands.p);
      expect_same(to_host(kept.multiply(exec, r, false, a, p, options)),
                  to_host(Ocean::triple_product<matrix_type>(exec, r, false, a, p, options)));
      EXPECT_EQ(kept.source(), ValueSource::product);
      operands.a.values[call] = 0.0;
    }
    EXPECT_EQ(kept.kept_bytes(), 0u);
  }
}

TEST(KeptTripleProduct, WhatIsKeptStaysWithinTheMemoryLimit) {
  const auto one = to_crs_matrix(make_identity<int, int, double>(100000));
  const test_exec_space exec;
  Ocean::SpGEMMReport report;
  const matrix_type expected = Ocean::triple_product<matrix_type>(exec, one, false, one, one, {}, &report);
  const std::size_t csr_bytes = 100001 * sizeof(int) + 100000 * (sizeof(int) + sizeof(double));  // of C
  kept_type kept;
  for (int call = 0; call < 4; ++call) {
    const matrix_type c = kept.multiply(exec, one, false, one, one, {.memory_limit_bytes = report.peak_bytes});
    expect_same(to_host(c), to_host(expected));
    EXPECT_EQ(kept.source(), ValueSource::product);  // there is no room for lists or places beside A P
    EXPECT_LE(kept.kept_bytes(), report.peak_bytes + csr_bytes);
  }
}

TEST(KeptTripleProduct, NothingToMultiply) {
  kept_type kept;
  const auto r = to_crs_matrix(make_empty<int, int, double>(4, 5)),
             a = to_crs_matrix(make_empty<int, int, double>(5, 5)),
             p = to_crs_matrix(make_empty<int, int, double>(5, 4));
  for (int call = 0; call < 4; ++call)
    expect_same(to_host(kept.multiply(test_exec_space{}, r, false, a, p)), make_empty<int, int, double>(4, 4));
}

TEST(KeptTripleProduct, ErrorsAreThoseOfTheTripleProduct) {
  const Operands operands;
  const auto r = to_crs_matrix(operands.r), a = to_crs_matrix(operands.a), p = to_crs_matrix(operands.p);
  kept_type kept;
  for (int call = 0; call < 3; ++call)
    EXPECT_NE(error_text<std::invalid_argument>([&] {
                (void)kept.multiply(test_exec_space{}, r, false, a, a);
              }).find("op(R) [60 x 80], A [80 x 90] and P [80 x 90] (need"),
              std::string::npos);
  EXPECT_EQ(operands.multiply(kept), ValueSource::product);
}

}  // namespace
