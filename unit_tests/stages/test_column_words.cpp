/// \file
/// \brief Counting passes over the words of B: sizes and stored columns as over its columns, by every kernel that has a
/// bitmap.

#include "ocean/stages/column_words.hpp"

#include <gtest/gtest.h>

#include "kernels/numeric/found_words_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::Impl::AnalysisSummary;
using Ocean::Impl::CountedBitmapShape;
using Ocean::Impl::multi_row_group_width;

/// \brief Makes the words of B, counts by them, and frees them; \p lanes would suit a row of words.
struct CountByWords {
  double words_per_b_entry = 0.5;

  template <class Launcher, class PassData, class Workspace>
  void operator()(const Launcher& launcher, const PassData& pass, count_type, Workspace& workspace) const {
    if constexpr (!PassData::with_values) {
      AnalysisSummary summary;
      summary.nnz_b = static_cast<count_type>(pass.problem.b.entries.extent(0));
      summary.nnz_a = 1;
      summary.total_products = 16;
      summary.words_per_b_entry = words_per_b_entry;
      const auto words = make_column_words(launcher, pass.problem.b, summary, workspace);
      count_by_words(launcher, pass_over_words(pass, words, summary));
      release_column_words(words, workspace);
    }
  }
};

AccumulatorConfig make_config(AccumulatorKind kind, count_type row_bytes) {
  AccumulatorConfig config;
  config.kind = kind;
  config.team_size = Ocean::Impl::multi_row_team_size;
  config.group_width = kind == AccumulatorKind::ranked ? 0 : multi_row_group_width;
  config.row_bytes = row_bytes;
  if (kind == AccumulatorKind::multi_words)
    config.hash_capacity = (row_bytes - Ocean::Impl::team_counter_bytes) / Ocean::Impl::counted_word_slot_bytes / 4 * 4;
  shrink_team(config);
  return config;
}

template <class Scalar>
void expect_words(const NamedPair<Scalar>& pair, const AccumulatorConfig& config, int column_stride = 1) {
  const row_words words = words_of_rows(pair, column_stride);
  for (const ExecutionPath path : team_paths())
    for (const double words_per_b_entry : {0.05, 0.5, 4.0}) {  // 1, 16 and 32 lanes for a row of words
      SCOPED_TRACE(::testing::Message() << pair.name << ", " << to_string(path) << ", " << to_string(config.kind)
                                        << ", stride " << column_stride << ", " << words_per_b_entry << " words");
      RowPassProduct<Scalar> product(pair.a, pair.b, path, column_stride);
      const CountByWords launch{words_per_b_entry};
      const RowPassSetup setup = product.setup(config);
      expect_counted(product, setup, launch);
      expect_stored(
          pair, product, setup, launch, {}, [](std::size_t, count_type) { return true; }, column_stride);
    }
}

constexpr AccumulatorKind counted_kinds[] = {AccumulatorKind::multi_row, AccumulatorKind::ranked,
                                             AccumulatorKind::multi_words, AccumulatorKind::multi_pages};

TEST(ColumnWords, RowsOfEveryKind) {
  for (const AccumulatorKind kind : counted_kinds) {
    EXPECT_TRUE(Ocean::Impl::is_counted_by_words(kind));
    for (const auto& pair : {hand_pair(), random_pair<double>(), random_pair<double>(false)})
      expect_words(pair, make_config(kind, 4096));
    for (const auto& pair : degenerate_pairs()) expect_words(pair, make_config(kind, 4096));
  }
  EXPECT_FALSE(Ocean::Impl::is_counted_by_words(AccumulatorKind::supernode));
  EXPECT_FALSE(Ocean::Impl::is_counted_by_words(AccumulatorKind::multi_hash));
  EXPECT_FALSE(Ocean::Impl::is_counted_by_words(AccumulatorKind::windows));
}

TEST(ColumnWords, RowsOfFewWordsInLongBitmaps) {
  const auto pair = random_pair<double>();
  const count_type span_max = 7 * pair.b.num_cols;
  const count_type bytes = Ocean::Impl::team_counter_bytes +
                           CountedBitmapShape(Ocean::Impl::AccumulatorTable::bitmap_words(span_max)).bytes();
  for (const AccumulatorKind kind : {AccumulatorKind::multi_row, AccumulatorKind::ranked})
    expect_words(pair, make_config(kind, bytes), 7);
}

Ocean::Impl::WorkflowPlan plan_without_supernodes() {
  Ocean::Impl::WorkflowPlan plan;
  plan.accumulators.supernodes = false;
  return plan;
}

TEST(ColumnWords, AreMadeOfLargeProductsWhoseWordsSaveReads) {
  using workspace_type = Ocean::Impl::Workspace<test_exec_space>;
  const workspace_type workspace(test_exec_space{}), limited(test_exec_space{}, std::size_t(1) << 30);
  const RowPassProduct<double> product(hand_pair().a, hand_pair().b, team_paths().front());
  const Ocean::Impl::WorkflowPlan words = plan_without_supernodes();
  Ocean::Impl::WorkflowPlan plan = words;
  AnalysisSummary summary;
  summary.total_products = Ocean::Impl::column_words_products_min;
  summary.sampled.num_rows = 10;
  summary.nnz_b = summary.total_products / 20;
  summary.words_per_b_entry = 0.5;
  EXPECT_TRUE(choose_column_words(summary, plan, product.problem(), workspace));
  EXPECT_FALSE(choose_column_words(summary, plan, product.problem(), limited));
  summary.words_per_b_entry = 0.7;
  EXPECT_FALSE(choose_column_words(summary, plan, product.problem(), workspace));
  summary.words_per_b_entry = 0.5;
  plan.accumulators.supernodes = true;
  EXPECT_FALSE(choose_column_words(summary, plan, product.problem(), workspace));
  plan = words;
  plan.merge_class = 1;
  EXPECT_FALSE(choose_column_words(summary, plan, product.problem(), workspace));
  plan = words;
  --summary.total_products;
  EXPECT_FALSE(choose_column_words(summary, plan, product.problem(), workspace));
}

TEST(ColumnWords, NoneWithoutEnoughMemory) {
  const Ocean::Impl::Workspace<test_exec_space> workspace(test_exec_space{});
  const RowPassProduct<double> product(hand_pair().a, hand_pair().b, team_paths().front());
  AnalysisSummary summary;
  summary.total_products = count_type(1) << 60;
  summary.sampled.num_rows = 10;
  summary.nnz_b = count_type(1) << 50;  // words of petabytes
  summary.words_per_b_entry = 0.1;
  EXPECT_FALSE(choose_column_words(summary, plan_without_supernodes(), product.problem(), workspace));
  summary.nnz_b = 1000000;
  EXPECT_TRUE(choose_column_words(summary, plan_without_supernodes(), product.problem(), workspace));
}

TEST(ColumnWords, PositionsHave32Bits) {
  using problem_type = RowPassProduct<double, int, std::int64_t>::problem_type;
  const Ocean::Impl::Workspace<test_exec_space> workspace(test_exec_space{});
  AnalysisSummary summary;
  summary.total_products = 100000000;
  summary.sampled.num_rows = 10;
  summary.nnz_b = 1000000;
  summary.words_per_b_entry = 0.1;
  problem_type problem;
  problem.b.num_cols = (count_type(1) << 37) - 1;
  EXPECT_TRUE(choose_column_words(summary, plan_without_supernodes(), problem, workspace));
  ++problem.b.num_cols;
  EXPECT_FALSE(choose_column_words(summary, plan_without_supernodes(), problem, workspace));
}

}  // namespace
