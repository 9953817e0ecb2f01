#ifndef OCEAN_TEST_SUPPORT_CHECKS_HPP
#define OCEAN_TEST_SUPPORT_CHECKS_HPP
/// \file
/// \brief Is this C? Row map and columns exactly, values to rounding; failures name the first difference.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include "ocean/reference/gustavson.hpp"

namespace Ocean::Testing {

template <class Scalar>
struct RealPart {
  using type = Scalar;
};
template <class Real>
struct RealPart<Kokkos::complex<Real>> {
  using type = Real;
};

/// \brief Error allowed in an entry of C relative to the sum of its products' magnitudes: 0 for integers, 1e-12 for
/// double, and as many units in the last place for float.
template <class Scalar>
double relative_tolerance() {
  using real_type = typename RealPart<Scalar>::type;
  if constexpr (std::is_integral_v<real_type>) {
    return 0.0;
  } else {
    const double double_tolerance_ulps = 1e-12 / std::numeric_limits<double>::epsilon();
    return double_tolerance_ulps * static_cast<double>(std::numeric_limits<real_type>::epsilon());
  }
}

/// \brief First position at which two vectors differ, or the size of the shorter one.
template <class First, class Second>
std::size_t first_difference(const First& first, const Second& second) {
  std::size_t position = 0;
  while (position < std::min(first.size(), second.size()) &&
         static_cast<Impl::count_type>(first[position]) == static_cast<Impl::count_type>(second[position]))
    ++position;
  return position;
}

/// \brief Integer sequences: same length, same elements, whatever their types.
template <class Actual, class Expected>
::testing::AssertionResult same_integers(const char* what, const Actual& actual, const Expected& expected) {
  const std::size_t position = first_difference(actual, expected);
  if (position == expected.size() && position == actual.size()) return ::testing::AssertionSuccess();
  auto result = ::testing::AssertionFailure()
                << what << ": " << actual.size() << " elements, expected " << expected.size();
  if (position < std::min(actual.size(), expected.size()))
    result << "; element " << position << " is " << +actual[position] << ", expected " << +expected[position];
  return result;
}

/// \brief Values of C against the reference, to relative_tolerance() of the magnitudes; the tolerance 0 means equal.
template <class Actual, class Reference>
::testing::AssertionResult same_values(const Actual& actual, const Reference& reference, double tolerance) {
  if (actual.values.size() != reference.values.size())
    return ::testing::AssertionFailure() << actual.values.size() << " values, expected " << reference.values.size();
  for (std::size_t entry = 0; entry < reference.values.size(); ++entry) {
    const double error = Impl::magnitude_of(actual.values[entry] - reference.values[entry]);
    if (!(error <= tolerance * reference.magnitude[entry]))
      return ::testing::AssertionFailure()
             << "value " << entry << " (column " << +reference.entries[entry] << ") is " << actual.values[entry]
             << ", expected " << reference.values[entry] << "; off by " << error << " where " << tolerance << " * "
             << reference.magnitude[entry] << " is allowed";
  }
  return ::testing::AssertionSuccess();
}

/// \brief C equals the reference: row map and columns exactly, values to \p tolerance.
template <class Actual, class Reference>
::testing::AssertionResult matches(const Actual& actual, const Reference& reference, double tolerance) {
  if (actual.num_rows != reference.num_rows || actual.num_cols != reference.num_cols)
    return ::testing::AssertionFailure() << "C is " << actual.num_rows << " x " << actual.num_cols << ", expected "
                                         << reference.num_rows << " x " << reference.num_cols;
  if (auto rows = same_integers("row_map", actual.row_map, reference.row_map); !rows) return rows;
  if (auto columns = same_integers("entries", actual.entries, reference.entries); !columns) return columns;
  return same_values(actual, reference, tolerance);
}
template <class Actual, class Reference>
::testing::AssertionResult matches(const Actual& actual, const Reference& reference) {
  return matches(actual, reference, relative_tolerance<typename Reference::scalar_type>());
}

/// \brief Fails where a matrix is not \p expected to the bit.
template <class Matrix>
void expect_same(const Matrix& actual, const Matrix& expected) {
  EXPECT_EQ(actual.num_rows, expected.num_rows);
  EXPECT_EQ(actual.num_cols, expected.num_cols);
  EXPECT_TRUE(same_integers("row_map", actual.row_map, expected.row_map));
  EXPECT_TRUE(same_integers("entries", actual.entries, expected.entries));
  EXPECT_EQ(actual.values, expected.values);
}

/// \brief The same matrix with the columns of every row ascending; duplicates stay.
template <class Matrix>
Matrix sort_rows(const Matrix& matrix) {
  Matrix sorted = matrix;
  std::vector<std::size_t> order(matrix.entries.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  for (Impl::count_type row = 0; row < matrix.num_rows; ++row)
    std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(matrix.row_map[row]),
                     order.begin() + static_cast<std::ptrdiff_t>(matrix.row_map[row + 1]),
                     [&](std::size_t left, std::size_t right) { return matrix.entries[left] < matrix.entries[right]; });
  for (std::size_t entry = 0; entry < order.size(); ++entry) {
    sorted.entries[entry] = matrix.entries[order[entry]];
    sorted.values[entry] = matrix.values[order[entry]];
  }
  return sorted;
}

/// \brief what() of the \p Exception that \p action throws, or a sentence that no error text equals.
template <class Exception, class Action>
std::string error_text(const Action& action) {
  try {
    action();
  } catch (const Exception& error) {
    return error.what();
  } catch (const std::exception& error) {
    return std::string("another exception was thrown: ") + error.what();
  }
  return "nothing was thrown";
}

}  // namespace Ocean::Testing

#endif
