#ifndef OCEAN_TEST_KERNELS_REUSE_SCALED_ROWS_HPP
#define OCEAN_TEST_KERNELS_REUSE_SCALED_ROWS_HPP
/// \file
/// \brief A matrix whose rows are scaled as Jacobi's step does, for the kernels that scale them as they read them.

#include <gtest/gtest.h>

#include <vector>

#include "given_graph_case.hpp"
#include "ocean/core/supernodes.hpp"
#include "ocean/kernels/reuse/scale_rows_host.hpp"
#include "support/builders.hpp"

namespace Ocean::Testing {

/// \brief Factors and diagonals of rows, every third of which has no diagonal, and the scaled matrix.
struct ScaledRows {
  std::vector<double> factor;
  std::vector<Impl::count_type> diagonal;
  HostCsr<int, int, double> scaled;

  Impl::JacobiRows<double> jacobi() const { return {factor.data(), diagonal.data()}; }
};

inline ScaledRows scale_rows(const HostCsr<int, int, double>& a) {
  ScaledRows rows{{}, {}, a};
  for (int row = 0; row < a.num_rows; ++row) {
    const int begin = a.row_map[static_cast<std::size_t>(row)], end = a.row_map[static_cast<std::size_t>(row) + 1];
    rows.factor.push_back(-0.7 / (1.0 + row));
    rows.diagonal.push_back(row % 3 == 0 || begin == end ? Impl::JacobiRows<double>::no_diagonal
                                                         : begin + row % (end - begin));
    for (int entry = begin; entry < end; ++entry) {
      double& value = rows.scaled.values[static_cast<std::size_t>(entry)];
      value = rows.factor.back() * value + (entry == rows.diagonal.back() ? 1.0 : 0.0);
    }
  }
  return rows;
}

/// \brief Expects the bits of a scaled matrix times B, in windows of more entries of A than are scaled together, and in
/// one that has fewer.
/// \tparam Summed  constructed of a case and Jacobi's factors; find() and sum() write its values
template <class Summed>
void expect_sums_of_scaled_rows(const HostCsr<int, int, double>& b) {
  using Impl::scaled_entries_max, Impl::supernode_window;
  const auto a = make_random<int, int, double>({.num_rows = supernode_window + 3,
                                                .num_cols = b.num_rows,
                                                .mean_row_nnz = 100,
                                                .seed = 3,
                                                .values = ValueLaw::reals,
                                                .empty_row_ratio = 0.1});
  ASSERT_GT(a.row_map[supernode_window], 2 * scaled_entries_max);
  ASSERT_LT(a.row_map.back() - a.row_map[supernode_window], scaled_entries_max);
  const ScaledRows rows = scale_rows(a);
  const auto graph = Impl::multiply_gustavson<int, int, double>(a, b);
  const GivenGraphCase<double> expected(rows.scaled, b, graph), given(a, b, graph);
  Summed summed(given, rows.jacobi());
  summed.find(false);
  EXPECT_EQ(summed.values, expected.c.values);
  EXPECT_EQ(summed.sum(), expected.c.values);
}

}  // namespace Ocean::Testing

#endif
