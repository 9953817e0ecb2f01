#ifndef OCEAN_TEST_KERNELS_REUSE_SCALED_ROWS_HPP
#define OCEAN_TEST_KERNELS_REUSE_SCALED_ROWS_HPP
/// \file
/// \brief A matrix whose rows are scaled as Jacobi's step does, for the kernels that scale them as they read them.

#include <vector>

#include "ocean/core/problem.hpp"
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

}  // namespace Ocean::Testing

#endif
