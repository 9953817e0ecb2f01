/// \file
/// \brief The analysis stage against loops over the entries, its account of work memory, and its errors.

#include "ocean/stages/analysis.hpp"

#include <gtest/gtest.h>

#include "sketch/sketch_product.hpp"
#include "support/checks.hpp"
#include "support/team_paths.hpp"

namespace {

using Ocean::Impl::analyze_rows;
using namespace Ocean::Testing;

using workspace_type = Ocean::Impl::Workspace<test_exec_space>;

template <class Types>
class Analysis : public ::testing::Test {};
TYPED_TEST_SUITE(Analysis, AllIndexTypes);

template <class Product>
void expect_analysis(const Product& product) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const test_exec_space exec;
    workspace_type workspace(exec);
    const auto problem = product.problem();
    const auto analysis = analyze_rows(launcher, problem, workspace);
    EXPECT_TRUE(same_integers("row_products", to_vector(analysis.row_products), product.row_products));
    std::vector<count_type> spans, expected_spans, firsts, expected_firsts;
    for (const auto& range : to_vector(analysis.row_range)) {
      spans.push_back(range.width());
      firsts.push_back(range.width() == 0 ? 0 : static_cast<count_type>(range.first));
    }
    for (std::size_t row = 0; row < product.row_products.size(); ++row) {
      const auto& range = product.row_range[row];
      expected_spans.push_back(range.width());
      expected_firsts.push_back(range.width() == 0 ? 0 : static_cast<count_type>(range.first));
    }
    EXPECT_TRUE(same_integers("spans", spans, expected_spans));
    EXPECT_TRUE(same_integers("first columns", firsts, expected_firsts));
    EXPECT_EQ(analysis.b_row_shape.extent(0), product.b().row_map.size() - 1);
    EXPECT_TRUE(
        same_integers("continues_supernode", to_vector(analysis.continues_supernode), continues_of(product.a())));
    EXPECT_TRUE(
        same_integers("b_continues_supernode", to_vector(analysis.b_continues_supernode), continues_of(product.b())));
    EXPECT_EQ(analysis.b_rows_at_once.extent(0), 0u);
    EXPECT_EQ(analysis.summary.b_rows_sorted, product.b_rows_sorted);
    product.expect_totals(analysis.summary);
  });
}

TYPED_TEST(Analysis, ByHand) {
  const auto product = SketchProduct<typename TypeParam::offset_type, typename TypeParam::ordinal_type>::by_hand();
  for_each_launcher([&](const auto& launcher) {
    const test_exec_space exec;
    workspace_type workspace(exec);
    const auto analysis = analyze_rows(launcher, product.problem(), workspace);
    EXPECT_TRUE(same_integers("row_products", to_vector(analysis.row_products), std::vector{5, 0, 0, 4}));
    EXPECT_EQ(analysis.summary.total_products, 9);
    EXPECT_EQ(analysis.summary.capped_products, 9);
    EXPECT_TRUE(analysis.summary.b_rows_sorted);
  });
  expect_analysis(product);
}

TYPED_TEST(Analysis, RandomDegenerateAndLongRows) {
  using product_type = SketchProduct<typename TypeParam::offset_type, typename TypeParam::ordinal_type>;
  const auto random = [](const RandomMatrix& matrix) {
    return make_random<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(matrix);
  };
  const auto empty = [](count_type num_rows, count_type num_cols) {
    return make_empty<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(num_rows, num_cols);
  };
  const auto sorted = random({.num_rows = 700, .num_cols = 900, .mean_row_nnz = 5.0, .seed = 1, .full_row = 30});
  const auto dirty = random({.num_rows = 200,
                             .num_cols = 700,
                             .mean_row_nnz = 12.0,
                             .seed = 2,
                             .empty_row_ratio = 0.2,
                             .duplicate_ratio = 0.2,
                             .unsorted = true,
                             .full_row = 150});
  expect_analysis(product_type(dirty, sorted));
  expect_analysis(product_type(random({.num_rows = 300, .num_cols = 200, .seed = 3}), dirty));
  expect_analysis(product_type(empty(0, 200), dirty));
  expect_analysis(product_type(dirty, empty(700, 4)));
  expect_analysis(product_type(empty(3, 0), empty(0, 0)));
  const auto repeat = [](const auto& matrix) { return repeat_rows(matrix, [](count_type row) { return row % 4; }); };
  const auto b = repeat(random({.num_rows = 300, .num_cols = 200, .mean_row_nnz = 6.0, .seed = 4}));
  expect_analysis(product_type(repeat(random({.num_rows = 200, .num_cols = b.num_rows, .seed = 5})), b));
}

TYPED_TEST(Analysis, LongRowsOfAAreUnevenByTheLongestRowOfBThatTheySelect) {
  using offset_type = typename TypeParam::offset_type;
  using ordinal_type = typename TypeParam::ordinal_type;
  // Rows 0 to 2 of B have 3, 4 and 40 entries, 32 others 1 each. Of the rows of A, the first three select all others
  // and row 0, 1 or 2, which is more than 3 times as long as their mean from 4 entries on; the last is too short to
  // count.
  Ocean::Impl::HostCsr<offset_type, ordinal_type, int> a{4, 35, {0}, {}, {}}, b{35, 40, {0}, {}, {}};
  for (int row = 0; row < 35; ++row) {
    for (int entry = 0; entry < (row == 0 ? 3 : row == 1 ? 4 : row == 2 ? 40 : 1); ++entry) b.entries.push_back(entry);
    b.row_map.push_back(static_cast<offset_type>(b.entries.size()));
  }
  for (int row = 0; row < 4; ++row) {
    a.entries.push_back(std::min(row, 2));
    for (int inner = 3; inner < (row < 3 ? 35 : 34); ++inner) a.entries.push_back(inner);
    a.row_map.push_back(static_cast<offset_type>(a.entries.size()));
  }
  a.values.assign(a.entries.size(), 1);
  b.values.assign(b.entries.size(), 1);
  const SketchProduct<offset_type, ordinal_type> product(a, b);
  for_each_launcher([&](const auto& launcher) {
    const test_exec_space exec;
    workspace_type workspace(exec);
    const auto analysis = analyze_rows(launcher, product.problem(), workspace);
    EXPECT_EQ(analysis.summary.long_products, 35 + 36 + 72);
    EXPECT_EQ(analysis.summary.uneven_products, 36 + 72);
  });
}

TEST(AnalysisSummary, SelectsUnevenRowsFromAShareOfTheLongRowsOn) {
  Ocean::Impl::AnalysisSummary summary;
  EXPECT_FALSE(selects_uneven_rows(summary)) << "no long rows";
  summary.long_products = 1000;
  EXPECT_FALSE(selects_uneven_rows(summary));
  summary.uneven_products = static_cast<Ocean::Impl::count_type>(Ocean::Impl::uneven_share * 1000);
  EXPECT_TRUE(selects_uneven_rows(summary));
  --summary.uneven_products;
  EXPECT_FALSE(selects_uneven_rows(summary));
}

TEST(AnalysisMemory, ResultsStayAndCountersGo) {
  // 40000 rows: products of 8 bytes and ranges of 8 are blocks of their own; the ranges of B's 10 rows and the counters
  // share a chunk.
  const SketchProduct<int, int> product(make_empty<int, int, int>(40000, 10), make_empty<int, int, int>(10, 10));
  const test_exec_space exec;
  workspace_type workspace(exec);
  (void)analyze_rows(Ocean::Testing::test_launcher(exec), product.problem(), workspace);
  EXPECT_EQ(workspace.live_bytes(), 2u * 320000u + (1u << 20));
}

TEST(AnalysisErrors, NameTheOperandThePlaceAndTheNumbers) {
  using matrix_type = HostCsr<int, int, int>;
  using operand_type = SketchProduct<int, int>::operand_type;
  const matrix_type sound{3, 3, {0, 2, 3, 4}, {0, 2, 1, 2}, {1, 1, 1, 1}};
  const auto text_of = [](const matrix_type& a, const matrix_type& b, const auto& launcher) {
    const auto device_a = to_device(a), device_b = to_device(b);
    const Ocean::Impl::Problem<operand_type, operand_type> problem{device_a.operand(), device_b.operand()};
    return error_text<std::invalid_argument>([&] {
      const test_exec_space exec;
      workspace_type workspace(exec);
      (void)analyze_rows(launcher, problem, workspace);
    });
  };
  auto column = sound, negative = sound, offset = sound, decreasing = sound;
  column.entries[2] = 3;
  negative.entries[3] = -4;
  offset.row_map[3] = 5;
  decreasing.row_map[1] = 4;
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    EXPECT_EQ(text_of(sound, sound, launcher), "nothing was thrown");
    EXPECT_EQ(text_of(column, sound, launcher), "Ocean::spgemm: A: entries(2) = 3 in row 1 (need a column below 3)");
    EXPECT_EQ(text_of(sound, column, launcher), "Ocean::spgemm: B: entries(2) = 3 in row 1 (need a column below 3)");
    EXPECT_EQ(text_of(negative, sound, launcher),
              "Ocean::spgemm: A: entries(3) = -4 in row 2 (need a column of at least 0)");
    EXPECT_EQ(text_of(sound, negative, launcher),
              "Ocean::spgemm: B: entries(3) = -4 in row 2 (need a column of at least 0)");
    EXPECT_EQ(text_of(offset, sound, launcher),
              "Ocean::spgemm: A: row_map(3) = 5 (need at most 4, the number of entries)");
    EXPECT_EQ(text_of(sound, decreasing, launcher),
              "Ocean::spgemm: B: row_map(2) = 3 after row_map(1) = 4 (need offsets that never decrease)");
  });
}

}  // namespace
