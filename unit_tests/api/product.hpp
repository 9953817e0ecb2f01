#ifndef OCEAN_TEST_API_PRODUCT_HPP
#define OCEAN_TEST_API_PRODUCT_HPP
/// \file
/// \brief A product of host matrices through the public API, checked against the reference.

#include <gtest/gtest.h>

#include <exception>
#include <utility>

#include "Ocean_SpGEMM.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/crs_matrix.hpp"
#include "support/extreme_options.hpp"
#include "support/tested_types.hpp"

namespace Ocean::Testing {

/// The types of tests that are not about types; the library compiles them ahead.
using default_matrix = HostCsr<int, int, double>;

inline default_matrix make_default(const RandomMatrix& matrix) { return make_random<int, int, double>(matrix); }

/// \brief C = A B on the tested space; C's types are the template arguments of \p CHost.
template <class CHost, class AHost, class BHost>
CHost multiply_on_device(const AHost& a, const BHost& b, const SpGEMMOptions& options = {},
                         SpGEMMReport* report = nullptr) {
  using c_type = crs_matrix<typename CHost::offset_type, typename CHost::ordinal_type, typename CHost::scalar_type>;
  return to_host(
      Ocean::spgemm<c_type>(test_exec_space{}, to_crs_matrix(a), false, to_crs_matrix(b), false, options, report));
}

/// \brief A named pair of operands and its reference.
template <class AHost = default_matrix, class BHost = AHost, class CHost = AHost>
struct Case {
  const char* name;
  AHost a;
  BHost b;
  Impl::ReferenceProduct<typename CHost::offset_type, typename CHost::ordinal_type, typename CHost::scalar_type> c;

  Case(const char* case_name, AHost case_a, BHost case_b)
      : name(case_name),
        a(std::move(case_a)),
        b(std::move(case_b)),
        c(Impl::multiply_gustavson<typename CHost::offset_type, typename CHost::ordinal_type,
                                   typename CHost::scalar_type>(a, b)) {}

  /// \brief Is the product of the device the reference's? Exceptions leave.
  ::testing::AssertionResult multiply_and_compare(const SpGEMMOptions& options, SpGEMMReport* report) const {
    CHost actual = multiply_on_device<CHost>(a, b, options, report);
    if (!options.sorted_output) actual = sort_rows(actual);
    auto result = matches(actual, c);
    return result ? result : result << "\n  case: " << name;
  }

  /// \brief The same; an exception is a failure.
  ::testing::AssertionResult is_correct(const SpGEMMOptions& options = {}, SpGEMMReport* report = nullptr) const {
    try {
      return multiply_and_compare(options, report);
    } catch (const std::exception& error) {
      return ::testing::AssertionFailure() << error.what() << "\n  case: " << name;
    }
  }
};

}  // namespace Ocean::Testing

#endif
