#ifndef OCEAN_PROGRAM_CHECK_PRODUCT_HPP
#define OCEAN_PROGRAM_CHECK_PRODUCT_HPP
/// \file
/// \brief Compares C with the serial reference.

#include <Ocean_Error.hpp>
#include <Ocean_SpGEMMOptions.hpp>
#include <algorithm>
#include <cmath>
#include <ocean/reference/gustavson.hpp>
#include <string>
#include <type_traits>

#include "host_csr.hpp"

namespace Ocean::Program {

/// Largest error of a value, relative to the sum of the magnitudes of its products.
inline constexpr double value_tolerance = 1e-12;

/// \brief How C compares with the reference.
struct CheckResult {
  bool passed = false;
  std::string difference;      ///< the first one, empty if the check passed
  double largest_error = 0.0;  ///< of a value, relative to |A| |B|
  bool identical = false;      ///< every value has the bits of the reference, or both are NaN
};

/// \brief First row whose columns are not the reference's, in words; empty if all match.
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

/// \brief How far a value is from its reference: 0 if both are NaN or the same infinity, not finite if only one
/// is. The parts of complex numbers are compared separately.
template <class Scalar>
double value_error(const Scalar& value, const Scalar& reference) {
  if constexpr (std::is_floating_point_v<Scalar>) {
    const bool same = value == reference || (std::isnan(value) && std::isnan(reference));
    return same ? 0.0 : std::abs(value - reference);
  } else {
    return std::hypot(value_error(value.real(), reference.real()), value_error(value.imag(), reference.imag()));
  }
}

/// \brief Where an entry of a CSR matrix is, in words.
template <class Reference>
std::string place_of_entry(const Reference& reference, std::size_t entry) {
  const auto& row_map = reference.row_map;
  const auto row = std::upper_bound(row_map.begin(), row_map.end(), entry) - row_map.begin() - 1;
  return Impl::concatenate("row ", row, ", column ", reference.entries[entry]);
}

/// \brief Compares row map and columns exactly, values to value_tolerance. C's rows must be sorted. A value that is NaN
/// or infinite in the reference must be so in C, and no other: sums that overflow in one order of their products
/// but not in another differ.
template <class Scalar, class Reference>
CheckResult compare_with_reference(const CsrSpan<Scalar>& c, const Reference& reference) {
  CheckResult result;
  result.difference = compare_structure(c, reference);
  if (!result.difference.empty()) return result;
  result.identical = true;
  for (std::size_t entry = 0; entry < reference.entries.size(); ++entry) {
    const double error = value_error<Scalar>(c.values[entry], reference.values[entry]);
    if (error == 0.0) continue;
    result.identical = false;
    const double allowed = value_tolerance * reference.magnitude[entry];
    if (!std::isfinite(error) || !(error <= allowed)) {
      const std::string value = "the value in " + place_of_entry(reference, entry) + " of C ";
      result.difference =
          std::isfinite(error)
              ? Impl::concatenate(value, "differs by ", error, " (need at most ", allowed, ")")
              : Impl::concatenate(value, "is ", c.values[entry], " (need ", reference.values[entry], ")");
      return result;
    }
    result.largest_error = std::max(result.largest_error, error / reference.magnitude[entry]);
  }
  result.passed = true;
  return result;
}

/// \brief Multiplies serially, without the zeros that are to be skipped, and compares. Cost: that of a serial product.
template <class Scalar>
CheckResult check_product(const CsrSpan<Scalar>& a, const CsrSpan<Scalar>& b, const CsrSpan<Scalar>& c,
                          SkipZeros skip_zeros = SkipZeros::none) {
  const bool of_a = skip_zeros == SkipZeros::of_a || skip_zeros == SkipZeros::of_both;
  const bool of_b = skip_zeros == SkipZeros::of_b || skip_zeros == SkipZeros::of_both;
  const HostCsr<Scalar> kept_a = of_a ? without_zeros(a) : HostCsr<Scalar>(),
                        kept_b = of_b ? without_zeros(b) : HostCsr<Scalar>();
  return compare_with_reference(c, Impl::multiply_gustavson<offset_type, ordinal_type, Scalar>(
                                       of_a ? kept_a.span() : a, of_b ? kept_b.span() : b));
}

}  // namespace Ocean::Program

#endif
