#ifndef OCEAN_PROGRAM_CHECK_PRODUCT_HPP
#define OCEAN_PROGRAM_CHECK_PRODUCT_HPP
/// \file
/// \brief Compares C with the serial reference.

#include <Ocean_Error.hpp>
#include <algorithm>
#include <ocean/reference/gustavson.hpp>
#include <string>

#include "host_csr.hpp"

namespace Ocean::Program {

/// Largest error of a value, relative to the sum of the magnitudes of its products.
inline constexpr double value_tolerance = 1e-12;

/// \brief How C compares with the reference.
struct CheckResult {
  bool passed = false;
  std::string difference;      ///< the first one, empty if the check passed
  double largest_error = 0.0;  ///< of a value, relative to |A| |B|
  bool identical = false;      ///< every value has the bits of the reference
};

/// \brief First row that has not the columns of the reference, in words; empty if all have.
template <class Scalar, class Reference>
std::string compare_structure(const CsrSpan<Scalar>& c, const Reference& reference) {
  if (c.row_map.size() != reference.row_map.size())
    return Impl::concatenate("C has ", c.row_map.size(), " offsets (need ", reference.row_map.size(), ")");
  for (std::size_t row = 0; row + 1 < c.row_map.size(); ++row) {
    const std::size_t begin = reference.row_map[row], end = reference.row_map[row + 1];
    if (c.row_map[row] != begin || c.row_map[row + 1] != end)
      return Impl::concatenate("row ", row, " of C lies in [", c.row_map[row], ", ", c.row_map[row + 1], ") (need [",
                               begin, ", ", end, "))");
    if (end > c.entries.size()) return Impl::concatenate("C has ", c.entries.size(), " entries (need ", end, ")");
    for (std::size_t entry = begin; entry < end; ++entry)
      if (c.entries[entry] != reference.entries[entry])
        return Impl::concatenate("entry ", entry - begin, " of row ", row, " of C is in column ", c.entries[entry],
                                 " (need ", reference.entries[entry], ")");
  }
  return "";
}

/// \brief Compares row map and columns exactly, values to value_tolerance. C's rows must be sorted.
template <class Scalar, class Reference>
CheckResult compare_with_reference(const CsrSpan<Scalar>& c, const Reference& reference) {
  CheckResult result;
  result.difference = compare_structure(c, reference);
  if (!result.difference.empty()) return result;
  result.identical = true;
  for (std::size_t entry = 0; entry < reference.entries.size(); ++entry) {
    if (c.values[entry] == reference.values[entry]) continue;
    result.identical = false;
    const double error = Impl::magnitude_of(Scalar(c.values[entry] - reference.values[entry]));
    const double allowed = value_tolerance * reference.magnitude[entry];
    if (!(error <= allowed)) {
      result.difference =
          Impl::concatenate("value of entry ", entry, " of C differs by ", error, " (need at most ", allowed, ")");
      return result;
    }
    result.largest_error = std::max(result.largest_error, error / reference.magnitude[entry]);
  }
  result.passed = true;
  return result;
}

/// \brief Multiplies serially and compares. Cost: that of a serial product.
template <class Scalar>
CheckResult check_product(const CsrSpan<Scalar>& a, const CsrSpan<Scalar>& b, const CsrSpan<Scalar>& c) {
  return compare_with_reference(c, Impl::multiply_gustavson<offset_type, ordinal_type, Scalar>(a, b));
}

}  // namespace Ocean::Program

#endif
