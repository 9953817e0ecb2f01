/// \file
/// \brief An error about memory names a number that is enough when it is given: operations around a product.
// once: OpenMP

#include <gtest/gtest.h>

#include "Ocean_SpGEMMAdd.hpp"
#include "Ocean_SpGEMMJacobi.hpp"
#include "Ocean_TripleProduct.hpp"
#include "support/builders.hpp"
#include "support/crs_matrix.hpp"
#include "support/enough_memory.hpp"
#include "support/extreme_options.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;
using Ocean::SpGEMMReport;
using matrix_type = crs_matrix<int, int, double>;

matrix_type make(count_type num_rows, count_type num_cols, std::uint64_t seed) {
  return to_crs_matrix(
      make_random<int, int, double>({.num_rows = num_rows, .num_cols = num_cols, .mean_row_nnz = 5.0, .seed = seed}));
}

/// \p multiply(options, report) returns C.
template <class Multiply>
void expect_enough(const Multiply& multiply) {
  for (const Ocean::ExecutionPath path : available_paths()) {
    SCOPED_TRACE(to_string(path));
    expect_named_bytes_are_enough({.path = path}, [&](const SpGEMMOptions& options, SpGEMMReport& report) {
      return to_host(multiply(options, report));
    });
  }
}

TEST(EnoughMemory, OfJacobi) {
  const auto a = make(600, 700, 1), b = make(700, 500, 2);
  const auto dinv = make_view(std::vector<double>(600, 2.0));
  expect_enough([&](SpGEMMOptions options, SpGEMMReport& report) {
    options.check_indices = false;  // not all diagonals are there
    return Ocean::spgemm_jacobi<matrix_type>(test_exec_space{}, a, b, 3.0, dinv, options, &report);
  });
}

TEST(EnoughMemory, OfAnAddition) {
  const auto a = make(500, 400, 1), b = make(400, 500, 2), d = make(500, 500, 3);
  expect_enough([&](const SpGEMMOptions& options, SpGEMMReport& report) {
    return Ocean::spgemm_add<matrix_type>(test_exec_space{}, 3.0, a, b, 2.0, d, options, &report);
  });
}

TEST(EnoughMemory, OfARepeatedAddition) {
  const auto a = make(500, 400, 1), b = make(400, 500, 2), d = make(500, 500, 3);
  expect_enough([&](const SpGEMMOptions& options, SpGEMMReport& report) {
    Ocean::SpGEMMAdd<matrix_type> addition;
    const auto c = addition.symbolic(test_exec_space{}, a, b, d, options, &report);
    for (const double alpha : {1.0, 3.0, 2.0}) addition.numeric(test_exec_space{}, alpha, a, b, -alpha, d, c, &report);
    return c;
  });
}

TEST(EnoughMemory, OfATripleProduct) {
  const auto a = make(500, 500, 4), p = make(500, 200, 5), r = make(200, 500, 6);
  for (const bool transpose_r : {false, true})
    expect_enough([&](const SpGEMMOptions& options, SpGEMMReport& report) {
      return Ocean::triple_product<matrix_type>(test_exec_space{}, transpose_r ? p : r, transpose_r, a, p, options,
                                                &report);
    });
}

TEST(EnoughMemory, OfARepeatedTripleProduct) {
  const auto a = make(500, 500, 4), p = make(500, 200, 5), r = make(200, 500, 6);
  for (const bool transpose_r : {false, true})
    expect_enough([&](const SpGEMMOptions& options, SpGEMMReport& report) {
      const auto& left = transpose_r ? p : r;
      Ocean::TripleProduct<matrix_type> triple;
      const auto c = triple.symbolic(test_exec_space{}, left, transpose_r, a, p, options, &report);
      for (int call = 0; call < 3; ++call) triple.numeric(test_exec_space{}, left, a, p, c, &report);
      return c;
    });
}

}  // namespace
