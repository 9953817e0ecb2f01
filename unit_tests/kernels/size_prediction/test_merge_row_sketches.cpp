/// \file
/// \brief Predicted row sizes by every launcher against the definition, and against the exact sizes within their
/// bounds.

#include "ocean/kernels/size_prediction/merge_row_sketches.hpp"

#include <gtest/gtest.h>

#include "sketch/sketch_product.hpp"
#include "support/checks.hpp"
#include "support/team_paths.hpp"

namespace {

using Ocean::Impl::count_type;
using Ocean::Impl::HllTuning;
using Ocean::Impl::HostCsr;
using Ocean::Impl::merge_row_sketches;
using Ocean::Testing::for_each_launcher;
using Ocean::Testing::make_empty;
using Ocean::Testing::make_random;
using Ocean::Testing::make_view;
using Ocean::Testing::RowLengthLaw;
using Ocean::Testing::same_integers;
using Ocean::Testing::sketches_of;
using Ocean::Testing::SketchProduct;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::test_launcher;
using Ocean::Testing::test_view;
using Ocean::Testing::to_vector;

template <class Types>
class MergeRowSketches : public ::testing::Test {};
template <class Offset, class Ordinal>
struct Types {
  using offset_type = Offset;
  using ordinal_type = Ordinal;
};
using AllTypes = ::testing::Types<Types<int, int>, Types<std::size_t, std::int64_t>>;
TYPED_TEST_SUITE(MergeRowSketches, AllTypes);

template <class Product>
std::vector<count_type> merge(const Product& product, const std::vector<std::uint8_t>& sketches, int num_registers,
                              const auto& launcher, const HllTuning& tuning) {
  const test_view<count_type> predicted("Testing::predicted_row_nnz", product.a().num_rows);
  Kokkos::deep_copy(predicted, -1);
  merge_row_sketches(launcher, product.problem(), product.analysis(), make_view(sketches), num_registers, predicted,
                     tuning);
  return to_vector(predicted);
}

template <int NumRegisters, class Product>
void expect_predictions(const Product& product, const HllTuning& tuning) {
  const auto sketches = sketches_of<NumRegisters>(product.b());
  std::vector<count_type> expected;
  for (count_type row = 0; row < product.a().num_rows; ++row)
    expected.push_back(product.template predicted<NumRegisters>(sketches, row, tuning.exact_products_max));
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(::testing::Message() << to_string(launcher.path) << ", " << NumRegisters << " registers");
    EXPECT_TRUE(same_integers("predicted", merge(product, sketches, NumRegisters, launcher, tuning), expected));
  });
}
template <class Product>
void expect_all_widths(const Product& product, const HllTuning& tuning = {}) {
  expect_predictions<32>(product, tuning);
  expect_predictions<64>(product, tuning);
  expect_predictions<128>(product, tuning);
}

TYPED_TEST(MergeRowSketches, ByHand) {
  using matrix_type = HostCsr<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>;
  // Two rows of B with 40 entries each; A selects {0, 0, 1}, {}, {1} and {0, 1}.
  matrix_type b{2, 700, {0, 40, 80}, {}, {}};
  for (int column = 0; column < 80; ++column)
    b.entries.push_back(static_cast<typename matrix_type::ordinal_type>(8 * column));
  b.values.assign(b.entries.size(), 1);
  const matrix_type a{4, 2, {0, 3, 3, 4, 6}, {0, 0, 1, 1, 0, 1}, {1, 1, 1, 1, 1, 1}};
  const SketchProduct<typename TypeParam::offset_type, typename TypeParam::ordinal_type> product(a, b);
  // Sketches by hand: B(0,:) fills the first half of 32 registers with rank 2, B(1,:) the second half.
  std::vector<std::uint8_t> sketches(64, 0);
  std::fill_n(sketches.begin(), 16, 2);
  std::fill_n(sketches.begin() + 48, 16, 2);
  // ceil(0.697 * 32 * 2^2) = ceil(89.2) = 90 is below the 120 products of row 0 and above the 80 of row 3.
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    HllTuning tuning;
    tuning.exact_products_max = 0;
    EXPECT_TRUE(same_integers("predicted", merge(product, sketches, 32, launcher, tuning), std::vector{90, 0, 40, 80}));
    tuning.exact_products_max = 120;
    EXPECT_TRUE(
        same_integers("predicted", merge(product, sketches, 32, launcher, tuning), std::vector{120, 0, 40, 80}));
  });
}

TYPED_TEST(MergeRowSketches, NoRowOfCIsShorterThanTheLongestRowOfB) {
  using matrix_type = HostCsr<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>;
  matrix_type b{3, 900, {0, 200, 300, 400}, {}, {}};
  for (int column = 0; column < 400; ++column)
    b.entries.push_back(static_cast<typename matrix_type::ordinal_type>(2 * (column % 200)));
  b.values.assign(b.entries.size(), 1);
  const matrix_type a{1, 3, {0, 3}, {1, 0, 2}, {1, 1, 1}};
  const std::vector<std::uint8_t> empty_sketches(3 * 64, 0);  // estimate 0
  using product_type = SketchProduct<typename TypeParam::offset_type, typename TypeParam::ordinal_type>;
  const product_type sorted(a, b);
  std::swap(b.entries[0], b.entries[1]);
  const product_type unsorted(a, b);
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    EXPECT_TRUE(same_integers("predicted", merge(sorted, empty_sketches, 64, launcher, {}), std::vector{200}));
    EXPECT_TRUE(same_integers("predicted", merge(unsorted, empty_sketches, 64, launcher, {}), std::vector{0}))
        << "an unsorted row of B may hold duplicates";
  });
}

/// A matrix of many short rows and few long ones.
template <class Types>
auto make_skewed(count_type num_rows, count_type num_cols, double mean, std::uint64_t seed) {
  return make_random<typename Types::offset_type, typename Types::ordinal_type, int>(
      {.num_rows = num_rows,
       .num_cols = num_cols,
       .mean_row_nnz = mean,
       .seed = seed,
       .row_lengths = RowLengthLaw::power_law});
}

TYPED_TEST(MergeRowSketches, RandomProductsInEveryLaunch) {
  const SketchProduct<typename TypeParam::offset_type, typename TypeParam::ordinal_type> product(
      make_skewed<TypeParam>(600, 400, 13.0, 5), make_skewed<TypeParam>(400, 3000, 9.0, 6));
  expect_all_widths(product);
  expect_all_widths(product, Ocean::Testing::wide_group_tuning());
  expect_all_widths(product, Ocean::Testing::team_per_row_tuning());
  HllTuning everything_estimated;
  everything_estimated.exact_products_max = 0;
  expect_all_widths(product, everything_estimated);
}

TYPED_TEST(MergeRowSketches, SupernodesOfEveryLength) {
  const auto nodes = make_skewed<TypeParam>(90, 400, 13.0, 7);
  const SketchProduct<typename TypeParam::offset_type, typename TypeParam::ordinal_type> product(
      Ocean::Testing::repeat_rows(nodes, [](count_type row) { return 1 + row % 9; }),
      make_skewed<TypeParam>(400, 3000, 9.0, 8));
  expect_all_widths(product);
  expect_all_widths(product, Ocean::Testing::team_per_row_tuning());
}

TYPED_TEST(MergeRowSketches, EmptyRowsAFullRowDuplicatesAndAnyOrder) {
  const auto a =
      make_random<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>({.num_rows = 70,
                                                                                           .num_cols = 2000,
                                                                                           .mean_row_nnz = 6.0,
                                                                                           .seed = 7,
                                                                                           .empty_row_ratio = 0.3,
                                                                                           .duplicate_ratio = 0.3,
                                                                                           .unsorted = true,
                                                                                           .full_row = 11});
  const auto b =
      make_random<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>({.num_rows = 2000,
                                                                                           .num_cols = 800,
                                                                                           .mean_row_nnz = 12.0,
                                                                                           .seed = 8,
                                                                                           .empty_row_ratio = 0.3,
                                                                                           .duplicate_ratio = 0.3,
                                                                                           .unsorted = true,
                                                                                           .full_row = 13});
  const SketchProduct<typename TypeParam::offset_type, typename TypeParam::ordinal_type> product(a, b);
  expect_all_widths(product);
  expect_all_widths(product, Ocean::Testing::wide_group_tuning());
}

TYPED_TEST(MergeRowSketches, NoRowsNoInnerDimensionNoColumns) {
  using product_type = SketchProduct<typename TypeParam::offset_type, typename TypeParam::ordinal_type>;
  const auto empty = [](count_type num_rows, count_type num_cols) {
    return make_empty<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(num_rows, num_cols);
  };
  expect_all_widths(product_type(empty(0, 5), empty(5, 3)));
  expect_all_widths(product_type(empty(4, 0), empty(0, 3)));
  expect_all_widths(product_type(empty(4, 5), empty(5, 0)));
}

TEST(MergeRowSketchesErrors, NameTheNumbers) {
  const SketchProduct<int, int> product(make_empty<int, int, int>(3, 2), make_empty<int, int, int>(2, 4));
  const auto text_of = [&](int num_registers, std::size_t num_bytes, std::size_t num_sizes) {
    return Ocean::Testing::error_text<std::invalid_argument>([&] {
      merge_row_sketches(test_launcher(test_exec_space{}), product.problem(), product.analysis(),
                         test_view<std::uint8_t>("Testing::sketches", num_bytes), num_registers,
                         test_view<count_type>("Testing::predicted_row_nnz", num_sizes));
    });
  };
  EXPECT_EQ(text_of(16, 32, 3), "Ocean::merge_row_sketches: sketches of 16 registers (need 32, 64 or 128)");
  EXPECT_EQ(text_of(32, 60, 3), "Ocean::merge_row_sketches: sketches have 60 bytes (need 64: 2 rows of 32)");
  EXPECT_EQ(text_of(32, 64, 2), "Ocean::merge_row_sketches: predicted_row_nnz has length 2 (need 3)");
}

}  // namespace
