#ifndef OCEAN_PERF_COMPOSITION_HPP
#define OCEAN_PERF_COMPOSITION_HPP
/// \file
/// \brief What operations around a product must give: compositions of plain products and sums, on the host.

#include <Ocean_SpGEMM.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "../../src/ocean_spgemm/check_product.hpp"
#include "../../src/ocean_spgemm/text_format.hpp"
#include "device_copies.hpp"

namespace Ocean::Perf {

/// \brief A matrix, and for every value the sum of the magnitudes of what it was summed from.
struct Composition {
  host_matrix_type matrix;
  std::vector<double> magnitude;
};

/// \brief A matrix that is given.
inline Composition compose(const host_matrix_type& matrix) {
  Composition result{matrix, matrix.values};
  for (double& value : result.magnitude) value = std::abs(value);
  return result;
}

inline host_matrix_type multiply_plainly(const host_matrix_type& a, const host_matrix_type& b) {
  const DeviceMatrix left = to_device(a), right = to_device(b);
  DeviceProduct c;
  spgemm(execution_space(), left.num_rows, left.num_cols, right.num_cols, left.row_map, left.entries, left.values,
         false, right.row_map, right.entries, right.values, false, c.row_map, c.entries, c.values);
  return to_host(a.num_rows, b.num_cols, c.row_map, c.entries, c.values);
}

/// \brief X Y
inline Composition multiply(const Composition& x, const Composition& y) {
  Composition result{multiply_plainly(x.matrix, y.matrix), {}};
  host_matrix_type magnitude_x = x.matrix, magnitude_y = y.matrix;
  magnitude_x.values = x.magnitude;
  magnitude_y.values = y.magnitude;
  result.magnitude = multiply_plainly(magnitude_x, magnitude_y).values;  // the pattern is the same
  return result;
}

/// \brief Row i of the result is \p scale_x[i] times X's and \p scale_y times Y's. Pre: sorted rows
inline Composition add(const std::vector<double>& scale_x, const Composition& x, double scale_y, const Composition& y) {
  Composition sum;
  host_matrix_type& matrix = sum.matrix;
  matrix.num_rows = x.matrix.num_rows;
  matrix.num_cols = x.matrix.num_cols;
  for (std::size_t row = 0; row < scale_x.size(); ++row) {
    std::size_t in_x = x.matrix.row_map[row], in_y = y.matrix.row_map[row];
    const std::size_t end_x = x.matrix.row_map[row + 1], end_y = y.matrix.row_map[row + 1];
    while (in_x < end_x || in_y < end_y) {
      const bool takes_x = in_x < end_x && (in_y == end_y || x.matrix.entries[in_x] <= y.matrix.entries[in_y]);
      const bool takes_y = in_y < end_y && (in_x == end_x || y.matrix.entries[in_y] <= x.matrix.entries[in_x]);
      matrix.entries.push_back(takes_x ? x.matrix.entries[in_x] : y.matrix.entries[in_y]);
      matrix.values.push_back((takes_x ? scale_x[row] * x.matrix.values[in_x] : 0.0) +
                              (takes_y ? scale_y * y.matrix.values[in_y] : 0.0));
      sum.magnitude.push_back((takes_x ? std::abs(scale_x[row]) * x.magnitude[in_x] : 0.0) +
                              (takes_y ? std::abs(scale_y) * y.magnitude[in_y] : 0.0));
      in_x += takes_x;
      in_y += takes_y;
    }
    matrix.row_map.push_back(matrix.entries.size());
  }
  return sum;
}

/// \brief "bitwise", the largest error, or what is wrong.
inline std::string compare(const host_matrix_type& c, const Composition& expected) {
  struct Reference {
    const std::vector<std::size_t>& row_map;
    const std::vector<int>& entries;
    const std::vector<double>&values, &magnitude;
  };
  const Program::CheckResult result = Program::compare_with_reference(
      c.span(),
      Reference{expected.matrix.row_map, expected.matrix.entries, expected.matrix.values, expected.magnitude});
  if (!result.passed) return "wrong: " + result.difference;
  return result.identical ? "bitwise" : Program::print("error %.1e", result.largest_error);
}

/// \brief Multiply-adds of X Y.
inline std::int64_t count_products(const host_matrix_type& x, const host_matrix_type& y) {
  std::int64_t sum = 0;
  for (const int column : x.entries) {
    const auto row = static_cast<std::size_t>(column);
    sum += static_cast<std::int64_t>(y.row_map[row + 1] - y.row_map[row]);
  }
  return sum;
}

}  // namespace Ocean::Perf

#endif
