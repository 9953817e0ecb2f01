/// \file
/// \brief Products, column ranges, supernodes and totals of C's rows on every team path against loops over the entries.
// once: OpenMP

#include "ocean/kernels/analysis/analyze_a_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "sketch/sketch_product.hpp"
#include "support/checks.hpp"
#include "support/team_paths.hpp"

namespace {

using Ocean::Impl::AnalysisCounters;
using Ocean::Impl::ColumnRange;
using namespace Ocean::Testing;

template <class Types>
class AnalyzeARows : public ::testing::Test {};
TYPED_TEST_SUITE(AnalyzeARows, AllIndexTypes);

struct Analyzed {
  std::vector<count_type> products;
  std::vector<count_type> ranges;     ///< first and last column of every row; {1, 0} if it is empty
  std::vector<count_type> continues;  ///< 1: the row has the columns of the row before
  AnalysisCounters totals;
};

template <class Range>
void append_range(std::vector<count_type>& ranges, const Range& range) {
  ranges.push_back(range.width() == 0 ? 1 : static_cast<count_type>(range.first));
  ranges.push_back(range.width() == 0 ? 0 : static_cast<count_type>(range.last));
}

/// \brief What the kernel says of the rows of \p problem, whose B is \p b.
template <class Problem, class Matrix>
Analyzed analyze(const Problem& problem, const Matrix& b, const auto& launcher) {
  using column_type = typename Problem::column_type;
  const auto num_rows = static_cast<std::size_t>(problem.num_rows());
  const auto products = make_view(std::vector<count_type>(num_rows, -7));
  const auto ranges = make_view(std::vector<ColumnRange<column_type>>(num_rows, {7, 7}));
  const auto continues = make_view(std::vector<std::uint8_t>(num_rows, 7));
  const auto shapes = make_view(Ocean::Testing::b_row_shapes(b));
  const auto counters = make_view(std::vector<AnalysisCounters>(3));  // copies, which teams deal themselves out to
  Ocean::Impl::RowAnalysis<test_exec_space::memory_space, column_type> analysis;
  analysis.row_products = products;
  analysis.row_range = ranges;
  analysis.continues_supernode = continues;
  analysis.b_row_shape = shapes;
  const auto pass_counters = make_view<count_type>({7, 7, 7, 7});
  analysis.pass_counters = pass_counters;
  analyze_a_rows(launcher, problem, analysis, counters);
  const count_type cleared = num_rows > 0 ? 0 : 7;
  EXPECT_EQ(to_vector(pass_counters), (std::vector<count_type>{cleared, cleared, 7, 7}));
  AnalysisCounters totals{};
  for (const AnalysisCounters& copy : to_vector(counters)) totals.join(copy);
  Analyzed analyzed{to_vector(products), {}, {}, totals};
  for (const auto& range : to_vector(ranges)) append_range(analyzed.ranges, range);
  for (const std::uint8_t flag : to_vector(continues)) analyzed.continues.push_back(flag);
  return analyzed;
}
template <class Product>
Analyzed analyze(const Product& product, const auto& launcher) {
  return analyze(product.problem(), product.b(), launcher);
}

template <class Product>
void expect_analyzed(const Product& product) {
  std::vector<count_type> ranges;
  for (const auto& range : product.row_range) append_range(ranges, range);
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const Analyzed analyzed = analyze(product, launcher);
    EXPECT_TRUE(same_integers("row_products", analyzed.products, product.row_products));
    EXPECT_TRUE(same_integers("row_range", analyzed.ranges, ranges));
    EXPECT_TRUE(same_integers("continues_supernode", analyzed.continues, continues_of(product.a())));
    EXPECT_EQ(analyzed.totals.defect, 0);
    product.expect_totals(analyzed.totals, false);
  });
}

TYPED_TEST(AnalyzeARows, ByHand) {
  const auto product = SketchProduct<typename TypeParam::offset_type, typename TypeParam::ordinal_type>::by_hand();
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const Analyzed analyzed = analyze(product, launcher);
    EXPECT_TRUE(same_integers("row_products", analyzed.products, std::vector{5, 0, 0, 4}));
    EXPECT_TRUE(same_integers("row_range", analyzed.ranges, std::vector{0, 4, 1, 0, 1, 0, 1, 4}));
    EXPECT_EQ(analyzed.totals.total_products, 9);
    EXPECT_EQ(analyzed.totals.max_row_products, 5);
    EXPECT_EQ(analyzed.totals.max_row_span, 5);
    EXPECT_EQ(analyzed.totals.capped_products, 5 + 4);
    EXPECT_EQ(analyzed.totals.nnz_a, 5);
    EXPECT_EQ(analyzed.totals.nnz_b, 5);
    EXPECT_EQ(analyzed.totals.max_row_entries, 2);
    EXPECT_EQ(analyzed.totals.near_rows, 1) << "the last: the one before it is the only one that is not empty";
  });
  expect_analyzed(product);
}

TYPED_TEST(AnalyzeARows, RowsAreNearUpToSomeColumnsApart) {
  using product_type = SketchProduct<typename TypeParam::offset_type, typename TypeParam::ordinal_type>;
  constexpr int near = static_cast<int>(Ocean::Impl::near_columns);
  // First columns: 0, near, 2 near + 1, near, 0
  const product_type product(
      {5, 3 * near, {0, 1, 2, 4, 5, 6}, {0, near, 2 * near + 1, 0, near, 0}, {1, 1, 1, 1, 1, 1}},
      make_banded<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(3 * near, 3 * near, 0, 0));
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    EXPECT_EQ(analyze(product, launcher).totals.near_rows, 2);
  });
  expect_analyzed(product);
}

TYPED_TEST(AnalyzeARows, RandomProductsInNarrowAndWideGroups) {
  using product_type = SketchProduct<typename TypeParam::offset_type, typename TypeParam::ordinal_type>;
  const auto random = [](const RandomMatrix& matrix) {
    return make_random<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(matrix);
  };
  const auto b = random({.num_rows = 300, .num_cols = 900, .mean_row_nnz = 6.0, .seed = 2});
  for (const double mean_row_nnz : {3.0, 25.0}) {
    SCOPED_TRACE(::testing::Message() << mean_row_nnz << " entries per row");
    expect_analyzed(
        product_type(random({.num_rows = 500, .num_cols = 300, .mean_row_nnz = mean_row_nnz, .seed = 1}), b));
  }
}

TYPED_TEST(AnalyzeARows, NoRowsEmptyRowsAFullRowAndDuplicates) {
  using product_type = SketchProduct<typename TypeParam::offset_type, typename TypeParam::ordinal_type>;
  const auto random = [](const RandomMatrix& matrix) {
    return make_random<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(matrix);
  };
  const auto empty = [](count_type num_rows, count_type num_cols) {
    return make_empty<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(num_rows, num_cols);
  };
  const auto dirty = random({.num_rows = 90,
                             .num_cols = 90,
                             .mean_row_nnz = 5.0,
                             .seed = 3,
                             .empty_row_ratio = 0.4,
                             .duplicate_ratio = 0.4,
                             .unsorted = true,
                             .full_row = 50});
  expect_analyzed(product_type(empty(0, 90), dirty));
  expect_analyzed(product_type(empty(200, 90), dirty));
  expect_analyzed(product_type(dirty, empty(90, 7)));
  expect_analyzed(product_type(empty(3, 0), empty(0, 7)));
  expect_analyzed(product_type(dirty, dirty));
}

TYPED_TEST(AnalyzeARows, SupernodesOfEveryLengthAndWhatOnlyLooksLikeThem) {
  using product_type = SketchProduct<typename TypeParam::offset_type, typename TypeParam::ordinal_type>;
  using matrix_type = HostCsr<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>;
  const auto random = [](const RandomMatrix& matrix) {
    return make_random<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(matrix);
  };
  const auto b = random({.num_rows = 900, .num_cols = 700, .mean_row_nnz = 2.0, .seed = 6});
  for (const double mean_row_nnz : {2.0, 12.0, 60.0})
    expect_analyzed(product_type(repeat_rows(random({.num_rows = 60,
                                                     .num_cols = 900,
                                                     .mean_row_nnz = mean_row_nnz,
                                                     .seed = 7,
                                                     .empty_row_ratio = 0.1,
                                                     .unsorted = true,
                                                     .full_row = 20}),
                                             [](count_type row) { return row % 9; }),
                                 b));
  // as long as the row before, the same but for the last, the first, and the order of the columns; an empty row between
  const matrix_type alike{7,
                          900,
                          {0, 3, 6, 9, 12, 15, 15, 18},
                          {1, 2, 3, 1, 2, 4, 0, 2, 4, 0, 2, 4, 2, 0, 4, 2, 0, 4},
                          std::vector<int>(18, 1)};
  EXPECT_EQ(continues_of(alike), (std::vector<count_type>{0, 0, 0, 1, 0, 0, 0}));
  expect_analyzed(product_type(alike, b));
}

TYPED_TEST(AnalyzeARows, LongRowsAreSharedByTheTeam) {
  using product_type = SketchProduct<typename TypeParam::offset_type, typename TypeParam::ordinal_type>;
  const auto random = [](const RandomMatrix& matrix) {
    return make_random<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(matrix);
  };
  // Rows of more than 64 entries in groups of 4 lanes, of more than 512 in groups of 32.
  const auto b = random({.num_rows = 2000, .num_cols = 700, .mean_row_nnz = 2.0, .seed = 4, .empty_row_ratio = 0.1});
  for (const double mean_row_nnz : {2.0, 12.0}) {
    SCOPED_TRACE(::testing::Message() << mean_row_nnz << " entries per row");
    expect_analyzed(product_type(random({.num_rows = 400,
                                         .num_cols = 2000,
                                         .mean_row_nnz = mean_row_nnz,
                                         .seed = 5,
                                         .unsorted = true,
                                         .full_row = 260}),
                                 b));
  }
}

TYPED_TEST(AnalyzeARows, DefectsAreRaisedAndNotFollowed) {
  using matrix_type = HostCsr<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>;
  using operand_type =
      typename SketchProduct<typename TypeParam::offset_type, typename TypeParam::ordinal_type>::operand_type;
  const matrix_type b{3, 5, {0, 2, 2, 5}, {1, 4, 0, 2, 3}, {1, 1, 1, 1, 1}};
  const auto device_b = to_device(b);
  const auto products_of = [&](const matrix_type& a, const auto& launcher, bool expect_defect) {
    const auto device_a = to_device(a);
    const Ocean::Impl::Problem<operand_type, operand_type> problem{device_a.operand(), device_b.operand()};
    const Analyzed analyzed = analyze(problem, b, launcher);
    EXPECT_EQ(analyzed.totals.defect, expect_defect ? 1 : 0);
    return analyzed.products;
  };
  const matrix_type sound{3, 3, {0, 2, 3, 4}, {0, 2, 1, 2}, {1, 1, 1, 1}};
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    EXPECT_TRUE(same_integers("row_products", products_of(sound, launcher, false), std::vector{5, 0, 3}));
    auto broken = sound;
    broken.entries[0] = 3;
    EXPECT_TRUE(same_integers("row_products", products_of(broken, launcher, true), std::vector{3, 0, 3}));
    broken.entries[0] = -1;
    EXPECT_TRUE(same_integers("row_products", products_of(broken, launcher, true), std::vector{3, 0, 3}));
    broken = sound;
    broken.row_map[1] = 4;
    EXPECT_TRUE(same_integers("row_products", products_of(broken, launcher, true), std::vector{8, 0, 3}));
    broken.row_map[1] = 5;
    EXPECT_TRUE(same_integers("row_products", products_of(broken, launcher, true), std::vector{0, 0, 3}));
  });
}

}  // namespace
