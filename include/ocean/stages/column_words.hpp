#ifndef OCEAN_STAGES_COLUMN_WORDS_HPP
#define OCEAN_STAGES_COLUMN_WORDS_HPP
/// \file
/// \brief Whether the counting pass reads the columns of B in words of bitmaps, and the memory for these.

#include "../core/workspace.hpp"
#include "../kernels/numeric/count_paged_rows.hpp"
#include "../kernels/numeric/count_word_rows.hpp"
#include "../kernels/numeric/ranked_rows.hpp"
#include "../kernels/size_prediction/gather_column_words.hpp"
#include "../results/row_analysis.hpp"
#include "found_columns.hpp"
#include "word_choice.hpp"
#include "workflow_choice.hpp"

namespace Ocean::Impl {

/// Words for an entry of C by which tables are sized where rows are counted by words: more than C has where B has at
/// most column_words_per_entry_max. measured:
/// perf_tests/results/nvidia_h200_2026-11-26_column_words.csv (0.53 or less with that)
inline constexpr double counted_words_per_entry_max = 0.75;

/// \brief A product whose rows are counted by the words of B.
template <class ProblemType>
using WordProblemOf = Problem<typename ProblemType::operand_a_type, WordOperand<typename ProblemType::operand_b_type>>;

/// \brief Whether rows are counted by the words of B; not where they are merged, or supernodes read little of B.
template <class ProblemType, class ExecutionSpace>
bool choose_column_words(const AnalysisSummary& summary, const WorkflowPlan& plan, const ProblemType& problem,
                         const Workspace<ExecutionSpace>& workspace) {
  constexpr auto positions_end = count_type(1) << 32;
  const double bytes = static_cast<double>(summary.nnz_b) * sizeof(BitmapWord) +
                       static_cast<double>(problem.num_inner()) * sizeof(std::uint32_t);
  return plan.merge_class < 0 && !plan.accumulators.supernodes && may_keep_columns(summary, workspace) &&
         choose_words(summary, plan.accumulators) && problem.num_cols() / bitmap_word_columns < positions_end &&
         has_room_for(bytes, workspace);
}

/// \brief Whether the rows of a kind are counted by words: those that have a bitmap in scratch, whole, in a table or
/// in pages.
constexpr bool is_counted_by_words(AccumulatorKind kind) {
  return kind == AccumulatorKind::multi_row || kind == AccumulatorKind::ranked ||
         kind == AccumulatorKind::multi_words || kind == AccumulatorKind::multi_pages;
}

/// \brief The words of B; returns without a fence. Pre: choose_column_words()
template <TeamLauncher Launcher, class OperandB>
WordOperand<OperandB> make_column_words(const Launcher& launcher, const OperandB& b, const AnalysisSummary& summary,
                                        Workspace<typename Launcher::execution_space>& workspace) {
  WordOperand<OperandB> words;
  words.num_rows = b.num_rows;
  words.num_cols = b.num_cols;
  words.row_map = b.row_map;
  words.entries = workspace.template allocate<BitmapWord>("Ocean::column_words::words", summary.nnz_b);
  words.num_words = workspace.template allocate<std::uint32_t>("Ocean::column_words::num_words", b.num_rows);
  gather_column_words(launcher, b, words);
  return words;
}

template <class OperandB, class ExecutionSpace>
void release_column_words(const WordOperand<OperandB>& words, Workspace<ExecutionSpace>& workspace) {
  workspace.release(words.entries);
  workspace.release(words.num_words);
}

/// \brief The counting pass \p pass over the words of B.
template <class PassData, class OperandB>
auto pass_over_words(const PassData& pass, const WordOperand<OperandB>& words, const AnalysisSummary& summary) {
  using problem_type = WordProblemOf<typename PassData::problem_type>;
  RowPass<Pass::count, problem_type, typename PassData::row_index_type, typename PassData::column_type, std::uint32_t>
      over_words;
  over_words.problem = problem_type{pass.problem.a, words};
  copy_rows(pass, over_words);
  over_words.row_products = pass.row_products;
  over_words.rows_at_once = pass.rows_at_once;
  over_words.b_rows_at_once = pass.b_rows_at_once;
  over_words.overflow_rows = pass.overflow_rows;
  over_words.num_overflowed = pass.num_overflowed;
  over_words.found = pass.found;
  over_words.may_overflow = pass.may_overflow;
  over_words.lanes_per_b_row = choose_lanes(summary.words_per_b_entry * expansion_ratio(summary), walk_lanes);
  return over_words;
}

/// \brief Launches the kernel of pass.config over its rows. Pre: is_counted_by_words()
template <TeamLauncher Launcher, class WordPass>
void count_by_words(const Launcher& launcher, const WordPass& pass) {
  switch (pass.config.kind) {
    case AccumulatorKind::multi_row: return ranked_rows<multi_row_group_width>(launcher, pass);
    case AccumulatorKind::ranked: return ranked_rows<0>(launcher, pass);
    case AccumulatorKind::multi_pages: return count_paged_rows(launcher, pass);
    default: return count_word_rows(launcher, pass);
  }
}

}  // namespace Ocean::Impl

#endif
