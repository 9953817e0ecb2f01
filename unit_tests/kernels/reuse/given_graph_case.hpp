#ifndef OCEAN_TEST_KERNELS_REUSE_GIVEN_GRAPH_CASE_HPP
#define OCEAN_TEST_KERNELS_REUSE_GIVEN_GRAPH_CASE_HPP
/// \file
/// \brief Products into a given graph of C, with the bits of the serial reference, for the kernels of the CPU path.

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "ocean/kernels/reuse/visit_products.hpp"
#include "support/builders.hpp"
#include "support/transfer.hpp"

namespace Ocean::Testing {

/// \brief Operands, a graph of C, and what its values are to be.
template <class Scalar, class Offset = int, class Ordinal = int>
struct GivenGraphCase {
  using matrix_type = HostCsr<Offset, Ordinal, Scalar>;
  using operand_type = Impl::CsrOperand<test_exec_space, Offset, Ordinal, Scalar>;
  using problem_type = Impl::Problem<operand_type, operand_type>;
  using graph_type = Impl::GraphOfC<Offset, Ordinal>;
  static constexpr count_type none = std::numeric_limits<count_type>::max();

  GivenGraphCase(const matrix_type& a, const matrix_type& b, const matrix_type& graph_of_c)
      : device_a(to_device(a)), device_b(to_device(b)), device_c(to_device(graph_of_c)), c(graph_of_c) {
    const auto product = Impl::multiply_gustavson<Offset, Ordinal, Scalar>(a, b);
    for (count_type row = 0; row < c.num_rows; ++row) {
      count_type num_found = 0;
      const auto begin = product.entries.begin() + product.row_map[row],
                 end = product.entries.begin() + product.row_map[row + 1];
      for (auto entry = c.row_map[row]; entry < c.row_map[row + 1]; ++entry) {
        const auto found = std::lower_bound(begin, end, c.entries[entry]);
        const bool is_there = found != end && *found == c.entries[entry];
        num_found += is_there ? 1 : 0;
        c.values[entry] = is_there ? product.values[found - product.entries.begin()] : Scalar(0);
      }
      if (num_found < end - begin) first_missing = std::min(first_missing, row);
    }
  }

  problem_type problem() const { return {device_a.operand(), device_b.operand()}; }
  graph_type graph() const { return {device_c.row_map.data(), device_c.entries.data()}; }

  DeviceCsr<Offset, Ordinal, Scalar> device_a, device_b, device_c;
  matrix_type c;                    ///< the graph, with the values that are expected
  count_type first_missing = none;  ///< first row with a product that the graph has no entry for
};

/// \brief Every entry of \p matrix with a probability.
template <class Matrix>
Matrix draw_entries(const Matrix& matrix, double share, std::uint64_t seed) {
  RandomNumbers random(seed);
  Matrix drawn{matrix.num_rows, matrix.num_cols, {0}, {}, {}};
  for (count_type row = 0; row < matrix.num_rows; ++row) {
    for (auto entry = matrix.row_map[row]; entry < matrix.row_map[row + 1]; ++entry)
      if (random.unit() < share) {
        drawn.entries.push_back(matrix.entries[entry]);
        drawn.values.push_back(matrix.values[entry]);
      }
    drawn.row_map.push_back(static_cast<typename decltype(drawn.row_map)::value_type>(drawn.entries.size()));
  }
  return drawn;
}

/// \brief Nodes of \p block_a unknowns times nodes of \p block_b in the graph of a share of their product, with values
/// whose sums depend on the order; some rows of B are empty, unsorted or have a column twice.
template <class Scalar, class Offset = int, class Ordinal = int>
GivenGraphCase<Scalar, Offset, Ordinal> make_nodes_case(int block_a, int block_b, double share) {
  using matrix_type = HostCsr<Offset, Ordinal, Scalar>;
  const auto make = [](count_type rows, count_type cols, double mean, std::uint64_t seed) {
    return make_random<Offset, Ordinal, Scalar>(
        {.num_rows = rows, .num_cols = cols, .mean_row_nnz = mean, .seed = seed, .empty_row_ratio = 0.1});
  };
  const auto law = std::is_integral_v<Scalar> ? ValueLaw::small_integers : ValueLaw::reals;
  const matrix_type a = expand_blocks(make(25, 20, 5, 31), block_a, block_b, law, 1);
  matrix_type b = expand_blocks(make(20, 70, 25, 32), block_b, 3, law, 2);
  for (count_type row = 5; row < b.num_rows; row += 11) {
    const auto begin = b.row_map[row], end = b.row_map[row + 1];
    if (end - begin < 2) continue;
    if (row % 2 == 0)
      std::swap(b.entries[begin], b.entries[end - 1]);
    else
      b.entries[begin + 1] = b.entries[begin];
  }
  const auto product = Impl::multiply_gustavson<Offset, Ordinal, Scalar>(a, b);
  return {a, b, draw_entries(static_cast<const matrix_type&>(product), share, 33)};
}

}  // namespace Ocean::Testing

#endif
