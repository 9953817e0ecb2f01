/// \file
/// \brief Repeated products into arrays that come and go: the columns are there whenever C is used.
// once: OpenMP

#include "ocean/operations/repeated_product.hpp"

#include <gtest/gtest.h>

#include <memory>

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
  product_type c =
      repeated.symbolic(exec, problem, {}, report, std::make_shared<Ocean::Impl::Workspace<test_exec_space>>(exec));

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

/// What a matrix of C looks like.
struct ArraysOfC {
  struct {
    columns_type entries;
  } graph;
  values_type values;
};

TEST(RepeatedProduct, ArraysThatAreTooShortAreNamed) {
  const Fixture fixture;
  const auto count = static_cast<std::size_t>(fixture.repeated.nnz_c());
  const auto text = [&](std::size_t num_entries, std::size_t num_values) {
    const ArraysOfC c{{columns_type("Testing::entries", num_entries)}, values_type("Testing::values", num_values)};
    return error_text<std::invalid_argument>([&] { fixture.repeated.check_arrays(c, "here"); });
  };
  const auto expected = [&](std::size_t num_entries, std::size_t num_values) {
    return Ocean::Impl::concatenate("Ocean::here: C has ", num_entries, " entries and ", num_values, " values (need ",
                                    count, ")");
  };
  EXPECT_EQ(text(count, count), "nothing was thrown");
  EXPECT_EQ(text(count - 1, count), expected(count - 1, count));
  EXPECT_EQ(text(count, count - 1), expected(count, count - 1));
}

}  // namespace
