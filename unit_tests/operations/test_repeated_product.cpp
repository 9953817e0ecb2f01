/// \file
/// \brief Repeated products into arrays that come and go: the columns are there whenever C is used.

#include "ocean/operations/repeated_product.hpp"

#include <gtest/gtest.h>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;

using host_matrix = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using product_type = Ocean::Impl::CsrProduct<test_exec_space, int, int, double>;
using columns_type = product_type::entries_type;
using values_type = product_type::values_type;

/// A product whose symbolic call is done.
struct Fixture {
  test_exec_space exec;
  host_matrix host_a = make_random<int, int, double>({.num_rows = 200, .num_cols = 150, .seed = 1, .unsorted = true});
  host_matrix host_b = make_random<int, int, double>({.num_rows = 150, .num_cols = 90, .seed = 2});
  DeviceCsr<int, int, double> a = to_device(host_a), b = to_device(host_b);
  problem_type problem{a.operand(), b.operand()};
  Ocean::Impl::ReferenceProduct<int, int, double> expected =
      Ocean::Impl::multiply_gustavson<int, int, double>(host_a, host_b);
  Ocean::Impl::RepeatedProduct<test_exec_space, problem_type, product_type> repeated;
  Ocean::SpGEMMReport report;
  product_type c = repeated.symbolic(exec, problem, {}, report);

  void spoil(const columns_type& entries, const values_type& values) const {
    Kokkos::deep_copy(exec, entries, -7);
    Kokkos::deep_copy(exec, values, -7.0);
  }
  template <class Entries>
  void expect_numeric(const Entries& entries, const values_type& values) {
    repeated.numeric(exec, problem, entries, values, report);
    exec.fence("Testing::fence");
    EXPECT_TRUE(matches(to_host(200, 90, c.row_map, entries, values), expected));
  }
};

TEST(RepeatedProduct, IntoTheArraysOfTheSymbolicCall) {
  Fixture fixture;
  for (int call = 0; call < 3; ++call) fixture.expect_numeric(fixture.c.entries, fixture.c.values);
}

TEST(RepeatedProduct, IntoNewArraysWhereOldOnesLay) {
  Fixture fixture;
  const auto count = static_cast<std::size_t>(fixture.repeated.nnz_c());
  for (int call = 0; call < 6; ++call) {
    const columns_type entries("Testing::entries", count);
    const values_type values("Testing::values", count);
    fixture.spoil(entries, values);
    fixture.expect_numeric(entries, values);
    if (call % 2 == 1) fixture.expect_numeric(entries, values);
  }
}

TEST(RepeatedProduct, IntoAnUnmanagedArrayThatWasOverwritten) {
  Fixture fixture;
  using unmanaged_type = Kokkos::View<int*, test_exec_space::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  const unmanaged_type entries(fixture.c.entries.data(), fixture.c.entries.extent(0));
  fixture.expect_numeric(entries, fixture.c.values);
  fixture.spoil(fixture.c.entries, fixture.c.values);
  fixture.expect_numeric(entries, fixture.c.values);
}

TEST(RepeatedProduct, ColumnsWithoutValues) {
  Fixture fixture;
  fixture.problem.a.values = {};
  fixture.problem.b.values = {};
  fixture.repeated.fill_columns(fixture.exec, fixture.problem, fixture.c.entries);
  EXPECT_TRUE(same_integers("entries", to_vector(fixture.c.entries), fixture.expected.entries));
  fixture.problem = {fixture.a.operand(), fixture.b.operand()};
  fixture.expect_numeric(fixture.c.entries, fixture.c.values);
}

}  // namespace
