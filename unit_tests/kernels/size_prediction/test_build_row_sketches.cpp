/// \file
/// \brief Sketches of B's rows by every launcher against the definition of a register.

#include "ocean/kernels/size_prediction/build_row_sketches.hpp"

#include <gtest/gtest.h>

#include "sketch/sketch_product.hpp"
#include "support/checks.hpp"
#include "support/team_paths.hpp"

namespace {

using Ocean::Impl::build_row_sketches;
using Ocean::Impl::HllTuning;
using Ocean::Impl::HostCsr;
using Ocean::Testing::for_each_launcher;
using Ocean::Testing::make_random;
using Ocean::Testing::RandomMatrix;
using Ocean::Testing::RowLengthLaw;
using Ocean::Testing::same_integers;
using Ocean::Testing::sketches_of;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::test_launcher;
using Ocean::Testing::test_view;
using Ocean::Testing::to_device;
using Ocean::Testing::to_vector;

template <class Types>
class BuildRowSketches : public ::testing::Test {};
template <class Offset, class Ordinal>
struct Types {
  using offset_type = Offset;
  using ordinal_type = Ordinal;
};
using AllTypes = ::testing::Types<Types<int, int>, Types<std::size_t, std::int64_t>>;
TYPED_TEST_SUITE(BuildRowSketches, AllTypes);

/// Sketches of \p matrix on \p launcher; the memory is dirty before.
template <class Matrix>
std::vector<std::uint8_t> build(const Matrix& matrix, const auto& launcher, int num_registers,
                                const HllTuning& tuning) {
  const test_view<std::uint8_t> sketches("Testing::sketches", matrix.num_rows * num_registers);
  Kokkos::deep_copy(sketches, 0xAB);
  const auto device = to_device(matrix);
  build_row_sketches(launcher, device.operand(), num_registers, sketches, tuning);
  return to_vector(sketches);
}

template <int NumRegisters, class Matrix>
void expect_sketches(const Matrix& matrix, const HllTuning& tuning) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(::testing::Message() << to_string(launcher.path) << ", " << NumRegisters << " registers");
    EXPECT_TRUE(
        same_integers("registers", build(matrix, launcher, NumRegisters, tuning), sketches_of<NumRegisters>(matrix)));
  });
}
template <class Matrix>
void expect_all_widths(const Matrix& matrix, const HllTuning& tuning) {
  expect_sketches<32>(matrix, tuning);
  expect_sketches<64>(matrix, tuning);
  expect_sketches<128>(matrix, tuning);
}

TYPED_TEST(BuildRowSketches, ByHand) {
  using matrix_type = HostCsr<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>;
  const matrix_type matrix{3, 6, {0, 2, 2, 3}, {5, 1, 4}, {1, 1, 1}};
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    std::vector<std::uint8_t> expected(3 * 32, 0);
    expected[0x6C % 32] = 1;       // hash_column(1) = 0xA4F7896C
    expected[0x36 % 32] = 5;       // hash_column(5) = 0x0F8B8B36
    expected[64 + 0x1D % 32] = 2;  // hash_column(4) = 0x6AFDCF1D
    EXPECT_TRUE(same_integers("registers", build(matrix, launcher, 32, HllTuning{}), expected));
  });
}

TYPED_TEST(BuildRowSketches, RandomRowsInEveryLaunch) {
  const auto matrix = make_random<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(
      {.num_rows = 700, .num_cols = 5000, .mean_row_nnz = 24.0, .seed = 3, .row_lengths = RowLengthLaw::power_law});
  expect_all_widths(matrix, HllTuning{});
  expect_all_widths(matrix, Ocean::Testing::team_per_row_tuning());
  expect_all_widths(matrix, Ocean::Testing::wide_group_tuning());
}

TYPED_TEST(BuildRowSketches, EmptyRowsAFullRowDuplicatesAndAnyOrder) {
  const auto matrix =
      make_random<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>({.num_rows = 90,
                                                                                           .num_cols = 6000,
                                                                                           .mean_row_nnz = 5.0,
                                                                                           .seed = 4,
                                                                                           .empty_row_ratio = 0.4,
                                                                                           .duplicate_ratio = 0.5,
                                                                                           .unsorted = true,
                                                                                           .full_row = 31});
  expect_all_widths(matrix, HllTuning{});
  expect_all_widths(matrix, Ocean::Testing::wide_group_tuning());
}

TYPED_TEST(BuildRowSketches, NoRowsAndNoEntries) {
  using offset_type = typename TypeParam::offset_type;
  using ordinal_type = typename TypeParam::ordinal_type;
  expect_all_widths(Ocean::Testing::make_empty<offset_type, ordinal_type, int>(0, 4), HllTuning{});
  expect_all_widths(Ocean::Testing::make_empty<offset_type, ordinal_type, int>(9, 0), HllTuning{});
}

TEST(BuildRowSketchesErrors, NameTheNumbers) {
  const auto matrix = to_device(HostCsr<int, int, int>{2, 2, {0, 0, 0}, {}, {}});
  const test_view<std::uint8_t> sketches("Testing::sketches", 100);
  const auto text_of = [&](int num_registers) {
    return Ocean::Testing::error_text<std::invalid_argument>(
        [&] { build_row_sketches(test_launcher(test_exec_space{}), matrix.operand(), num_registers, sketches); });
  };
  EXPECT_EQ(text_of(48), "Ocean::build_row_sketches: sketches of 48 registers (need 32, 64 or 128)");
  EXPECT_EQ(text_of(64), "Ocean::build_row_sketches: sketches have 100 bytes (need 128: 2 rows of 64)");
}

}  // namespace
