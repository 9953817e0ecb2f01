/// \file
/// \brief The memory of patterns: what is refused without a read, what by one, and when arrays are read again.
// once: OpenMP

#include "ocean/operations/pattern_guard.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::PatternReads;
using Ocean::Impl::PatternShape;
using Ocean::Impl::PendingFingerprint;
using Ocean::Impl::shape_of;
using guard_type = Ocean::Impl::PatternGuard<test_exec_space, 2>;
constexpr PatternReads reads_default = Ocean::Impl::pattern_reads_default<test_exec_space>;

/// Two operands with 3 columns that differ in one column.
struct Fixture {
  test_exec_space exec;
  DeviceCsr<int, int, double> a = to_device(HostCsr<int, int, double>{2, 3, {0, 2, 3}, {0, 1, 2}, {1, 1, 1}});
  DeviceCsr<int, int, double> b = to_device(HostCsr<int, int, double>{2, 3, {0, 2, 3}, {0, 2, 2}, {1, 1, 1}});

  guard_type remembering() {
    guard_type guard;
    guard.remember({shape_of(a.operand()), shape_of(b.operand(), true)},
                   PendingFingerprint<test_exec_space>(exec, a.operand(), b.operand()).wait());
    return guard;
  }
  void change(const DeviceCsr<int, int, double>& matrix, int column) const {
    Kokkos::deep_copy(exec, Kokkos::subview(matrix.entries, 1), column);
    exec.fence("Testing::fence");
  }
};

TEST(PatternGuard, KnowsShapesOnceItIsSet) {
  Fixture fixture;
  EXPECT_FALSE(guard_type().is_set());
  const guard_type guard = fixture.remembering();
  EXPECT_TRUE(guard.is_set());
  const PatternShape same{2, 3, 3, false}, transposed{2, 3, 3, true};
  EXPECT_EQ(guard.shapes(), (guard_type::shapes_type{same, transposed}));
  for (const PatternShape& other : {PatternShape{1, 3, 3, false}, {2, 4, 3, false}, {2, 3, 2, false}, transposed})
    EXPECT_NE(guard.shapes(), (guard_type::shapes_type{other, transposed}));
}

TEST(PatternGuard, TellsOperandsApartAndCopiesNot) {
  Fixture fixture;
  guard_type guard = fixture.remembering();
  const auto a = fixture.a.operand(), b = fixture.b.operand();
  EXPECT_TRUE(guard.has_arrays_of(fixture.exec, reads_default, a, b));
  EXPECT_FALSE(guard.has_arrays_of(fixture.exec, reads_default, b, a));
  EXPECT_FALSE(guard.has_arrays_of(fixture.exec, reads_default, a, a));
  const Fixture copy;
  EXPECT_TRUE(guard.has_arrays_of(fixture.exec, reads_default, copy.a.operand(), copy.b.operand()));
}

/// Arrays that were compared are read again on demand, which is the default on hosts; elsewhere than before they are
/// read in any case.
TEST(PatternGuard, ArraysWhereTheyWereAreReadAgainOnDemand) {
  Fixture fixture;
  guard_type guard = fixture.remembering();
  const auto a = fixture.a.operand(), b = fixture.b.operand();
  EXPECT_EQ(reads_default == PatternReads::always, Ocean::Impl::is_host_space_v<test_exec_space>);
  EXPECT_TRUE(guard.has_arrays_of(fixture.exec, PatternReads::where_moved, a, b));
  fixture.change(fixture.b, 1);
  EXPECT_TRUE(guard.has_arrays_of(fixture.exec, PatternReads::where_moved, a, b));
  const Fixture copy;
  EXPECT_FALSE(guard.has_arrays_of(fixture.exec, PatternReads::where_moved, copy.a.operand(), b));
  EXPECT_FALSE(guard.has_arrays_of(fixture.exec, PatternReads::always, a, b));
  fixture.change(fixture.b, 2);
  EXPECT_TRUE(guard.has_arrays_of(fixture.exec, PatternReads::always, a, b));
}

/// What was read to be remembered counts as compared.
TEST(PatternGuard, ReadsAndRemembers) {
  Fixture fixture;
  guard_type guard;
  const auto a = fixture.a.operand(), b = fixture.b.operand();
  guard.read(fixture.exec, a, b);
  EXPECT_EQ(guard.shapes(), (guard_type::shapes_type{shape_of(a), shape_of(b)}));
  EXPECT_TRUE(guard.has_arrays_of(fixture.exec, PatternReads::always, a, b));
  guard.read(fixture.exec, a, b);
  fixture.change(fixture.b, 1);
  EXPECT_TRUE(guard.has_arrays_of(fixture.exec, PatternReads::where_moved, a, b));
  EXPECT_FALSE(guard.has_arrays_of(fixture.exec, PatternReads::always, a, b));
}

/// Each answer is of its own operand; where nothing is read, those are equal that are where they were.
TEST(PatternGuards, TellWhichOperandHasChanged) {
  Fixture fixture;
  Ocean::Impl::PatternGuards<test_exec_space, 2> guards;
  const auto a = fixture.a.operand(), b = fixture.b.operand();
  guards.read(fixture.exec, a, b);
  const auto are_equal = [&](PatternReads reads) { return guards.have_arrays_of(fixture.exec, reads, a, b); };
  EXPECT_EQ(are_equal(PatternReads::always), (std::array{true, true}));
  fixture.change(fixture.a, 2);
  EXPECT_EQ(are_equal(PatternReads::where_moved), (std::array{true, true}));
  EXPECT_EQ(are_equal(PatternReads::always), (std::array{false, true}));
  fixture.change(fixture.b, 1);
  EXPECT_EQ(are_equal(PatternReads::always), (std::array{false, false}));
  fixture.change(fixture.a, 1);
  EXPECT_EQ(are_equal(PatternReads::always), (std::array{true, false}));
}

TEST(PatternGuards, RefuseEachOperandByItsName) {
  Fixture fixture;
  Ocean::Impl::PatternGuards<test_exec_space, 2> guards;
  const auto a = fixture.a.operand(), b = fixture.b.operand();
  guards.remember(fixture.exec, a, b);
  EXPECT_NO_THROW(guards.verify(fixture.exec, reads_default, "product", {"A", "B"}, a, b));
  EXPECT_EQ(error_text<std::invalid_argument>([&] {
              guards.verify(fixture.exec, reads_default, "product", {"A", "B"}, a, a);
            }),
            "Ocean::product: B has a different pattern than in the symbolic call (need the same row map and columns)");
  auto shorter = a;
  --shorter.num_rows;
  EXPECT_EQ(error_text<std::invalid_argument>([&] {
              guards.verify(fixture.exec, reads_default, "product", {"A", "B"}, shorter, b);
            }),
            "Ocean::product: A is [1 x 3] with 3 entries (need the pattern of the symbolic call: [2 x 3] with 3 "
            "entries)");
}

}  // namespace
