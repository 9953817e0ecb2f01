/// \file
/// \brief The size prediction stage: exact sizes by every way to count, estimates, and bounds, on every team path.
// once: OpenMP

#include "ocean/stages/size_prediction.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <type_traits>

#include "ocean/stages/analysis.hpp"
#include "sketch/sketch_product.hpp"
#include "support/checks.hpp"
#include "support/team_paths.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;
using Ocean::Workflow;
using Ocean::Impl::AccumulatorKind;
using Ocean::Impl::Certainty;
using Ocean::Impl::WorkflowPlan;

using matrix_type = HostCsr<int, int, int>;
using product_type = SketchProduct<int, int>;
using workspace_type = Ocean::Impl::Workspace<test_exec_space>;

matrix_type make_matrix(const RandomMatrix& matrix) { return make_random<int, int, int>(matrix); }

template <class Bins>
std::size_t bytes_of(const Bins& bins) {
  return bins.row_order.extent(0) * sizeof(typename Bins::row_index_type) + bins.rows_at_once.extent(0) +
         bins.row_begin.extent(0) * sizeof(count_type);
}

/// \brief Bins are kept only if all rows are so short that their sizes do not matter.
template <class Bins>
void expect_short_rows(const Bins& bins) {
  count_type num_rows = 0;
  for (int config = 0; config < bins.table.num_configs; ++config) {
    const AccumulatorKind kind = bins.table.config[config].kind;
    if (kind == AccumulatorKind::none || kind == AccumulatorKind::esc) num_rows += bins.num_rows_of(config);
  }
  EXPECT_EQ(num_rows, static_cast<count_type>(bins.row_order.extent(0)));
}

/// \brief The sizes that \p plan predicts; nothing but them, the analysis and bins that are kept stays in work memory.
std::vector<count_type> predict(const auto& launcher, const product_type& product, const WorkflowPlan& plan,
                                const SpGEMMOptions& options = {}) {
  workspace_type workspace(test_exec_space{}, std::size_t(1) << 30);  // whose blocks are not shared
  const auto analysis = analyze_rows(launcher, product.problem(), workspace);
  const std::size_t live_before = workspace.live_bytes();
  using launcher_type = std::decay_t<decltype(launcher)>;
  std::optional<Ocean::Impl::BinsOf<launcher_type, std::decay_t<decltype(product.problem())>>> kept;
  const auto sizes = predict_row_sizes(launcher, product.problem(), analysis, plan, options, 0, workspace, kept);
  EXPECT_EQ(sizes.certainty, plan.certainty());
  EXPECT_EQ(workspace.live_bytes() - live_before,
            sizes.row_nnz.extent(0) * sizeof(count_type) + (kept ? bytes_of(*kept) : 0));
  if (kept) expect_short_rows(*kept);
  auto row_nnz = to_vector(sizes.row_nnz);
  if (!row_nnz.empty()) row_nnz.resize(static_cast<std::size_t>(product.a().num_rows));  // and room for their sum
  return row_nnz;
}

WorkflowPlan make_plan(Workflow workflow) {
  WorkflowPlan plan;
  plan.workflow = workflow;
  return plan;
}

/// \brief Counted with tables for all products, and for a part of them, which rows outgrow; with little scratch, too.
void expect_counted(const product_type& product) {
  for_each_launcher([&](const auto& launcher) {
    for (const double compression : {1.0, 1.5, 40.0})
      for (const std::size_t scratch_limit : {std::size_t(0), std::size_t(2048)}) {
        SCOPED_TRACE(testing::Message() << to_string(launcher.path) << ", compression " << compression
                                        << ", scratch limit " << scratch_limit);
        WorkflowPlan plan = make_plan(Workflow::symbolic);
        plan.symbolic_compression = compression;
        SpGEMMOptions options;
        options.scratch_limit_bytes = scratch_limit;
        EXPECT_TRUE(same_integers("row_nnz", predict(launcher, product, plan, options), product.row_nnz));
      }
  });
}

TEST(SizePrediction, RowsAreCounted) {
  expect_counted(product_type::by_hand());
  const auto b = make_matrix({.num_rows = 120, .num_cols = 3000, .mean_row_nnz = 25.0, .seed = 1, .full_row = 5});
  expect_counted({make_matrix({.num_rows = 90,
                               .num_cols = 120,
                               .mean_row_nnz = 6.0,
                               .seed = 2,
                               .row_lengths = RowLengthLaw::power_law,
                               .empty_row_ratio = 0.2,
                               .full_row = 70}),
                  b});
  const auto far = [](matrix_type matrix) {  // columns that no bitmap spans
    for (int& column : matrix.entries) column *= 2000;
    matrix.num_cols *= 2000;
    return matrix;
  };
  expect_counted(
      {make_matrix(
           {.num_rows = 40, .num_cols = 120, .mean_row_nnz = 9.0, .seed = 3, .duplicate_ratio = 0.2, .unsorted = true}),
       far(b)});
}

/// \brief Sizes of a product whose analysis says that it is large; \p num_allocated views of work memory (out).
std::vector<count_type> predict_large(const auto& launcher, const product_type& product, double words_per_b_entry,
                                      double compression, std::size_t& num_allocated) {
  workspace_type workspace(test_exec_space{});
  auto analysis = analyze_rows(launcher, product.problem(), workspace);
  analysis.summary.total_products = Ocean::Impl::column_words_products_min;
  analysis.summary.words_per_b_entry = words_per_b_entry;
  analysis.summary.sampled.num_rows = 10;
  analysis.summary.sampled.ratio = 2.0;
  WorkflowPlan plan = make_plan(Workflow::symbolic);
  plan.accumulators.supernodes = false;
  plan.symbolic_compression = compression;
  using launcher_type = std::decay_t<decltype(launcher)>;
  std::optional<Ocean::Impl::BinsOf<launcher_type, std::decay_t<decltype(product.problem())>>> kept;
  const auto sizes =
      predict_row_sizes(launcher, product.problem(), analysis, plan, {}, sizeof(double), workspace, kept);
  num_allocated = workspace.num_allocated();
  auto row_nnz = to_vector(sizes.row_nnz);
  row_nnz.resize(static_cast<std::size_t>(product.a().num_rows));
  return row_nnz;
}

TEST(SizePrediction, LargeProductsAreCountedByTheWordsOfB) {
  const product_type product(make_matrix({.num_rows = 300, .num_cols = 400, .mean_row_nnz = 12, .seed = 7}),
                             make_matrix({.num_rows = 400, .num_cols = 3000, .mean_row_nnz = 30, .seed = 8}));
  for_each_launcher([&](const auto& launcher) {
    for (const double compression : {1.0, 40.0}) {  // rows outgrow their tables
      SCOPED_TRACE(testing::Message() << to_string(launcher.path) << ", compression " << compression);
      std::size_t by_columns = 0, by_words = 0;
      EXPECT_TRUE(
          same_integers("row_nnz", predict_large(launcher, product, 1.0, compression, by_columns), product.row_nnz));
      EXPECT_TRUE(
          same_integers("row_nnz", predict_large(launcher, product, 0.1, compression, by_words), product.row_nnz));
      EXPECT_EQ(by_words - by_columns, 2u) << "the words, and how many a row has";
    }
  });
}

TEST(SizePrediction, RowsAreMerged) {
  const product_type product(make_matrix({.num_rows = 300, .num_cols = 80, .mean_row_nnz = 2.0, .seed = 4}),
                             make_matrix({.num_rows = 80, .num_cols = 60, .mean_row_nnz = 3.0, .seed = 5}));
  for_each_launcher([&](const auto& launcher) {
    for (int size_class = 0; size_class < Ocean::Impl::num_merge_shapes; ++size_class) {
      WorkflowPlan plan = make_plan(Workflow::symbolic);
      plan.merge_class = size_class;
      plan.symbolic_compression = 3.0;  // tables might be too small, but there are none
      EXPECT_TRUE(same_integers("row_nnz", predict(launcher, product, plan), product.row_nnz)) << size_class;
    }
  });
}

TEST(SizePrediction, RowsAreEstimated) {
  const product_type product(
      make_matrix({.num_rows = 60, .num_cols = 90, .mean_row_nnz = 7.0, .seed = 6, .empty_row_ratio = 0.2}),
      make_matrix({.num_rows = 90, .num_cols = 800, .mean_row_nnz = 40.0, .seed = 7, .full_row = 3}));
  const count_type exact_products_max = Ocean::Impl::HllTuning().exact_products_max;
  const auto expected = [&]<int NumRegisters>(std::integral_constant<int, NumRegisters>) {
    const auto sketches = sketches_of<NumRegisters>(product.b());
    std::vector<count_type> sizes;
    for (count_type row = 0; row < product.a().num_rows; ++row)
      sizes.push_back(product.predicted<NumRegisters>(sketches, row, exact_products_max));
    return sizes;
  };
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    WorkflowPlan plan = make_plan(Workflow::hyperloglog);
    plan.sketch_registers = 32;
    EXPECT_TRUE(
        same_integers("32 registers", predict(launcher, product, plan), expected(std::integral_constant<int, 32>())));
    plan.sketch_registers = 64;
    EXPECT_TRUE(
        same_integers("64 registers", predict(launcher, product, plan), expected(std::integral_constant<int, 64>())));
  });
}

TEST(SizePrediction, BoundsNeedNoKernel) {
  const auto product = product_type::by_hand();
  for_each_launcher([&](const auto& launcher) {
    EXPECT_EQ(predict(launcher, product, make_plan(Workflow::upper_bound)), std::vector<count_type>());
  });
}

TEST(SizePrediction, SlotsFollowFromTheCertainty) {
  const auto rule_of = [](Workflow workflow) {
    WorkflowPlan plan = make_plan(workflow);
    plan.expansion = 1.75;
    plan.rows_claim = workflow != Workflow::symbolic;
    plan.esc_claims_from = 2;
    return slot_rule(plan);
  };
  const auto exact = rule_of(Workflow::symbolic), estimate = rule_of(Workflow::hyperloglog),
             bound = rule_of(Workflow::upper_bound);
  EXPECT_TRUE(exact.predicted_only);
  EXPECT_FALSE(exact.estimated);
  EXPECT_EQ(exact.factor, 1.0);
  EXPECT_FALSE(exact.rows_claim);
  EXPECT_TRUE(estimate.predicted_only);
  EXPECT_TRUE(estimate.estimated);
  EXPECT_EQ(estimate.factor, 1.75);
  EXPECT_TRUE(estimate.rows_claim);
  EXPECT_EQ(estimate.esc_claims_from, 2);
  EXPECT_FALSE(bound.predicted_only) << "nothing is predicted";
  EXPECT_FALSE(bound.estimated);
  EXPECT_EQ(bound.factor, 1.0);
  EXPECT_TRUE(bound.rows_claim);
}

TEST(CountTableFacts, HaveRoomForListsOfWordsWhereBIsReadInWords) {
  const Ocean::Impl::AnalysisSummary summary;
  for (const bool finds_words : {false, true}) {
    const Ocean::Impl::TableFacts columns = Ocean::Impl::count_table_facts(summary, false, finds_words, true),
                                  words = Ocean::Impl::count_table_facts(summary, true, finds_words, true);
    EXPECT_EQ(columns.counts_words, finds_words);
    EXPECT_FALSE(columns.lists_words);
    EXPECT_EQ(columns.words_per_entry, 1.0);
    EXPECT_TRUE(words.counts_words);
    EXPECT_TRUE(words.lists_words);
    EXPECT_EQ(words.words_per_entry, Ocean::Impl::counted_words_per_entry_max);
  }
}

TEST(CountTableFacts, HaveTheSampledCompressionRatio) {
  Ocean::Impl::AnalysisSummary summary;
  summary.sampled.ratio = 2.5;
  EXPECT_EQ(Ocean::Impl::count_table_facts(summary, true, true, true).compression, 1.0) << "no row was sampled";
  summary.sampled.num_rows = 3;
  EXPECT_EQ(Ocean::Impl::count_table_facts(summary, true, true, true).compression, 2.5);
}

/// Rows that have more pages are counted again, but only where sizes are estimates.
TEST(CountTableFacts, EveryProductMayHaveAPageUnlessRowsMayOverflow) {
  const auto pages = [](double words_per_b_entry, bool estimating) {
    Ocean::Impl::AnalysisSummary summary;
    summary.words_per_b_entry = words_per_b_entry;
    return Ocean::Impl::count_table_facts(summary, true, true, estimating).pages_per_entry;
  };
  EXPECT_EQ(pages(0.2, true), Ocean::Impl::counted_pages_per_entry_min);
  EXPECT_EQ(pages(0.7, true), 0.7);
  EXPECT_EQ(pages(0.2, false), 1.0);
}

}  // namespace
