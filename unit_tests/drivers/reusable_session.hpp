#ifndef OCEAN_TEST_PIPELINE_REUSABLE_SESSION_HPP
#define OCEAN_TEST_PIPELINE_REUSABLE_SESSION_HPP
/// \file
/// \brief A product between its calls: operands, arrays of C, and the reference.

#include <gtest/gtest.h>

#include "ocean/operations/instantiations.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/transfer.hpp"

namespace Ocean::Testing {

using session_matrix = HostCsr<int, int, double>;
using session_device_matrix = DeviceCsr<int, int, double>;
using session_operand = Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Impl::Problem<session_operand, session_operand>;
using product_type = Impl::CsrProduct<test_exec_space, int, int, double>;
using reusable_type = Impl::ReusableProduct<test_exec_space, problem_type, product_type>;

inline session_matrix random_matrix(count_type num_rows, count_type num_cols, std::uint64_t seed) {
  return make_random<int, int, double>({.num_rows = num_rows,
                                        .num_cols = num_cols,
                                        .mean_row_nnz = 6.0,
                                        .seed = seed,
                                        .empty_row_ratio = 0.2,
                                        .duplicate_ratio = 0.2,
                                        .unsorted = true});
}

/// C between its calls on \p Reusable.
template <class Reusable>
struct SessionOf {
  SessionOf(const session_matrix& a, const session_matrix& b, const SpGEMMOptions& session_options)
      : options(session_options),
        num_rows(a.num_rows),
        num_cols(b.num_cols),
        row_map("Testing::row_map", static_cast<std::size_t>(a.num_rows) + 1) {
    Kokkos::deep_copy(row_map, 123);
    bind(a, b);
  }
  void bind(const session_matrix& a, const session_matrix& b) {
    device_a = to_device(a);
    device_b = to_device(b);
    expected = Impl::multiply_gustavson<int, int, double>(a, b);
  }
  problem_type problem() const { return {device_a.operand(), device_b.operand()}; }
  void symbolic() {
    const auto nnz =
        static_cast<std::size_t>(reusable.symbolic(test_exec_space{}, problem(), row_map.data(), options, report));
    entries = test_view<int>("Testing::entries", nnz);
    values = test_view<double>("Testing::values", nnz);
    Kokkos::deep_copy(entries, -1);
  }
  void numeric() {
    Kokkos::deep_copy(values, -77.0);
    reusable.numeric(test_exec_space{}, problem(), row_map.data(), entries.data(), values.data(), report);
    Kokkos::fence("Testing::numeric");
  }
  testing::AssertionResult is_correct() const {
    return matches(to_host(num_rows, num_cols, row_map, entries, values), expected);
  }

  SpGEMMOptions options;
  count_type num_rows, num_cols;
  session_device_matrix device_a, device_b;
  Impl::ReferenceProduct<int, int, double> expected;
  test_view<int> row_map, entries;
  test_view<double> values;
  Ocean::SpGEMMReport report;
  Reusable reusable;
};
using Session = SessionOf<reusable_type>;

inline session_matrix with_other_values(session_matrix matrix) {
  for (double& value : matrix.values) value = 2.0 * value + 1.0;
  return matrix;
}

}  // namespace Ocean::Testing

#endif
