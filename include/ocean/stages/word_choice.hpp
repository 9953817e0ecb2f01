#ifndef OCEAN_STAGES_WORD_CHOICE_HPP
#define OCEAN_STAGES_WORD_CHOICE_HPP
/// \file
/// \brief Whether a counting pass should read the columns of B in words of bitmaps. Pure host functions of a few
/// numbers.

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../results/row_analysis.hpp"

namespace Ocean::Impl {

/// Words for each entry of B up to which rows are counted by words. measured:
/// perf_tests/results/nvidia_h200_2026-11-26_column_words.csv (u_amgp7b_A1 has 0.65: with words, its counting pass
/// takes 1.10 of the time)
inline constexpr double column_words_per_entry_max = 0.6;
/// Reads of columns that words must save for each entry of B: making them takes as long as some. measured:
/// perf_tests/results/nvidia_h200_2026-11-26_column_words.csv (v_grid19_90 saves 8.6 and gains, v_web20 and tw_zipfrow
/// save 7.7 and 5.8 and lose)
inline constexpr double column_words_saved_min = 8.0;
/// Products from which they are: memory for words and a kernel that makes them take as long as they save below.
/// measured: perf_tests/results/nvidia_h100_2026-11-26_column_words.csv (0.91 of the time on 22 matrices of 1e8
/// products and more, 0.97 on 8 of 4e7; 1.03, 0.99 and 1.10 on 11 from 1.6e7, 8e6 and 2e6)
inline constexpr count_type column_words_products_min = 40'000'000;

/// \brief Whether the words of B save enough reads, and bitmaps are allowed.
inline bool choose_words(const AnalysisSummary& summary, const AccumulatorSwitches& allowed) {
  const double reads_saved = (1.0 - summary.words_per_b_entry) * static_cast<double>(summary.total_products);
  return allowed.ranked && summary.total_products >= column_words_products_min &&
         summary.words_per_b_entry <= column_words_per_entry_max &&
         reads_saved >= column_words_saved_min * static_cast<double>(summary.nnz_b);
}

}  // namespace Ocean::Impl

#endif
