#ifndef OCEAN_STAGES_WORKFLOW_CHOICE_HPP
#define OCEAN_STAGES_WORKFLOW_CHOICE_HPP
/// \file
/// \brief Which workflow a product uses. Pure host functions of a few numbers.

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>

#include "../../Ocean_Error.hpp"
#include "../../Ocean_SpGEMMOptions.hpp"
#include "../core/check_options.hpp"
#include "../core/with_commas.hpp"
#include "../results/row_analysis.hpp"
#include "../results/workflow_plan.hpp"
#include "../tuning/accumulator_table.hpp"
#include "../tuning/supernode_tuning.hpp"
#include "claims.hpp"
#include "word_choice.hpp"

namespace Ocean::Impl {

/// Sampled compression ratio up to which bits are set without a test: most of them are new. source: [LG26] section 4.1
inline constexpr double unseen_bits_compression_max = 2.0;

/// \brief Products per entry of A; 0 if there are none.
inline double expansion_ratio(const AnalysisSummary& summary) {
  return summary.nnz_a == 0 ? 0.0 : static_cast<double>(summary.total_products) / static_cast<double>(summary.nnz_a);
}

/// \brief Products per row of C; 0 if there are none.
inline double mean_row_products(const AnalysisSummary& summary, count_type num_rows) {
  return num_rows == 0 ? 0.0 : static_cast<double>(summary.total_products) / static_cast<double>(num_rows);
}

/// \brief Registers of the sketches that a product would use; source: [LG26] section 4.3
inline int choose_sketch_registers(const AnalysisSummary& summary, const SpGEMMOptions& options) {
  if (options.sketch_registers > 0) return options.sketch_registers;
  return expansion_ratio(summary) < options.thresholds.wide_sketch_expansion_ratio ? narrow_sketch_registers
                                                                                   : wide_sketch_registers;
}

/// \brief Factor on the estimates of sketches of \p num_registers; source: [LG26] section 5.3
inline double choose_expansion(int num_registers, const SpGEMMOptions& options) {
  if (options.expansion > 0.0) return options.expansion;
  return num_registers <= narrow_sketch_registers ? narrow_sketch_expansion : wide_sketch_expansion;
}

/// Most characters of a number in a reason. source: the largest double has 309 digits before its decimals
inline constexpr std::size_t number_text_max = 320;
/// Significant digits of a threshold in a reason. source: what output streams print
inline constexpr int threshold_digits = 6;

/// \brief \p value in \p format with \p digits. Without a stream: the device waits meanwhile.
inline std::string format_number(double value, std::chars_format format, int digits) {
  std::array<char, number_text_max> text;
  char* const end = std::to_chars(text.data(), text.data() + text.size(), value, format, digits).ptr;
  return std::string(text.data(), end);
}

/// \brief Formats a number in the reason for human readers: one decimal.
inline std::string format_ratio(double value) { return with_commas(format_number(value, std::chars_format::fixed, 1)); }

/// \brief Formats a threshold in the reason, without needless decimals.
inline std::string format_threshold(double value) {
  return format_number(value, std::chars_format::general, threshold_digits);
}

/// \brief \p value with its words, compared with \p threshold: "12.3 products per row < 64".
inline std::string compare_text(const char* before, double value, const char* after, double threshold) {
  const char* const relation = value < threshold ? " < " : " >= ";
  return concatenate(before, format_ratio(value), after, relation, format_threshold(threshold));
}

/// \brief The paper's table, regardless of memory. Source: [LG26] section 4.3
inline Workflow apply_selection_table(const AnalysisSummary& summary, count_type num_rows,
                                      const WorkflowThresholds& thresholds, std::string& reason) {
  const double row_products = mean_row_products(summary, num_rows);
  const auto products_text = [&] {
    return compare_text("", row_products, " products per row", thresholds.upper_bound_products_per_row);
  };
  if (row_products < thresholds.upper_bound_products_per_row) {
    reason = products_text();
    return Workflow::upper_bound;
  }
  const double expansion = expansion_ratio(summary);
  const auto expansion_text = [&] {
    return compare_text("expansion ratio ", expansion, "", thresholds.hyperloglog_expansion_ratio);
  };
  if (expansion < thresholds.hyperloglog_expansion_ratio) {
    reason = expansion_text();
    return Workflow::symbolic;
  }
  if (summary.sampled.num_rows == 0) {
    reason = "compression ratio not sampled";
    return Workflow::symbolic;
  }
  const double compression = summary.sampled.ratio;
  const std::string compression_text =
      compare_text("sampled compression ratio ", compression, "", thresholds.hyperloglog_compression_ratio);
  if (compression < thresholds.hyperloglog_compression_ratio) {
    reason = compression_text;
    return Workflow::symbolic;
  }
  reason = concatenate(products_text(), ", ", expansion_text(), ", ", compression_text);
  return Workflow::hyperloglog;
}

/// \brief Bytes of the staged rows of C plus C itself, which an estimating workflow holds at the same time.
/// Source  [LG26] section 5.2: the expansion and the sampled compression ratio give the footprint
inline double staged_footprint_bytes(const AnalysisSummary& summary, Workflow workflow, double expansion,
                                     std::size_t bytes_per_entry) {
  const auto capped_entries = static_cast<double>(summary.capped_products);
  double entries_c = capped_entries, staged_entries = capped_entries;
  const bool is_estimated = workflow == Workflow::hyperloglog;
  const bool claims = choose_claims(summary, is_estimated ? expansion : 0.0);
  if (summary.sampled.num_rows > 0 && (is_estimated || claims)) {
    const double estimated = expected_entries(summary);
    const double room =
        is_estimated ? (claims ? 1.0 + estimated_room_share : expansion) * estimated : expected_room(summary);
    entries_c = std::min(estimated, capped_entries);
    staged_entries = std::min(room, capped_entries);
  }
  return (entries_c + staged_entries) * static_cast<double>(bytes_per_entry);
}

/// \brief Share of the products in rows of A with the same columns as the row before. Pre: there are products
inline double shared_share(const AnalysisSummary& summary) {
  return static_cast<double>(summary.shared_products) / static_cast<double>(summary.total_products);
}

/// Rows of B that threads have registers to merge, as a multiple of the mean of A's rows, up to which all rows are
/// merged.
/// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
inline constexpr double merged_runs_ratio_max = 4.0;

/// Share of A's rows that are near the one before, from which single threads read B at the speed of its cache:
/// elsewhere groups of lanes read a row of B together. measured:
/// perf_tests/results/nvidia_h200_2026-11-23_short_rows.csv (grids, meshes and roads have 0.59 and more; where rows are
/// in random order, 0.08, merging takes 1.02 to 1.25 times as long)
inline constexpr double near_rows_share_min = 0.5;

/// Columns of the longest row of C that a thread merges in the time that other ways take to stage and move all rows,
/// and rows of C from which there are threads enough for longer ones to make no difference. measured:
/// perf_tests/results/nvidia_h200_2026-11-28_small_products_variants.csv (unmerged: 0.5 to 0.93 of the time on grids
/// and triangulations with 4,225 to 15,000 rows and 49 and more columns, as far as is known; 1.0 to 2.3 on others)
inline constexpr double merged_columns_max = 32.0;
inline constexpr count_type merged_rows_min = 16384;

/// \brief Whether a thread would merge its row long after rows could be staged: they are few, and the longest, as far
/// as the sample tells, has many columns, one after the other.
inline bool is_merging_slow(const AnalysisSummary& summary, count_type num_rows) {
  const double columns = static_cast<double>(summary.max_row_products) / std::max(1.0, summary.sampled.ratio);
  return num_rows < merged_rows_min && columns > merged_columns_max;
}

/// \brief The class of merge_shapes that suits all rows of A, or -1. If all rows are short and near each other,
/// counting and merging takes less time than sorting, staging and moving their entries.
inline int choose_merge_class(const AnalysisSummary& summary, count_type num_rows, const AccumulatorSwitches& allowed) {
  if (!allowed.merge || !summary.b_rows_sorted || summary.max_row_entries == 0) return -1;
  if (static_cast<double>(summary.near_rows) < near_rows_share_min * static_cast<double>(num_rows)) return -1;
  for (int size_class = 0; size_class < num_merge_shapes; ++size_class) {
    const MergeShape& shape = merge_shapes[size_class];
    if (summary.max_row_entries > shape.runs || summary.max_row_products > shape.products_max) continue;
    const double runs = static_cast<double>(shape.runs) * static_cast<double>(num_rows);
    return runs <= merged_runs_ratio_max * static_cast<double>(summary.nnz_a) ? size_class : -1;
  }
  return -1;
}

/// \brief The same under \p options: where the workflow is not forced, rows may be staged or sorted instead.
/// measured: perf_tests/results/nvidia_h200_2026-11-29_handle_bins_variants.csv (unmerged, the latter, through a
/// handle)
inline int choose_merging(const AnalysisSummary& summary, count_type num_rows, const SpGEMMOptions& options,
                          bool needs_sizes) {
  const bool is_forced = options.workflow != Workflow::automatic && !needs_sizes;
  if (!is_forced && is_merging_slow(summary, num_rows)) return -1;
  return choose_merge_class(summary, num_rows, options.accumulators);
}

/// \brief Whether supernodes are allowed and worthwhile: much is shared, and rows of B are long enough for a team.
inline bool choose_supernodes(const AnalysisSummary& summary, const AccumulatorSwitches& allowed) {
  return allowed.supernodes && allowed.ranked && summary.b_rows_sorted && summary.total_products > 0 &&
         shared_share(summary) >= supernode_share_min && expansion_ratio(summary) >= supernode_mean_b_row_min;
}

/// Most entries to stage when all products are staged, per row on average and in all; the latter fit in what
/// the pool of a CUDA device keeps (pool_kept_bytes).
/// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv, the mean, and
/// perf_tests/results/nvidia_h200_2026-11-24_constants.csv, the other
inline constexpr double staged_entries_per_row_max = 2048.0;
inline constexpr count_type staged_entries_max = count_type(1) << 27;
/// Products up to which saving a stage and a wait matters so much that all are staged even if rows differ a lot.
/// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
inline constexpr count_type few_products = 16'000'000;
/// Products of the longest row, as a multiple of the mean, up to which rows count as alike;
/// measured: perf_tests/results/nvidia_h200_2026-11-22_workflows.csv (staging takes 1.2 times as long on c-62 and
/// tw_zipfrow, 1.4 times on tw_kron17, whose longest rows have 148 times the mean or more)
inline constexpr double longest_row_ratio_max = 8.0;

/// Products of a row, on average, from which staging has to compete with a counting pass whose columns the numeric pass
/// need not find again, where products are not few, and the most that the bounds may exceed C's entries by then.
/// measured: perf_tests/results/nvidia_h200_2026-11-26_staging.csv (0.76 and 0.90 of the time on v_nlp20 and u_grid19;
/// 1.00 to 1.25 on nine whose rows are shorter, or whose products are few)
inline constexpr double word_row_products = 300.0;
inline constexpr double word_rows_staging_ratio = 3.6;

/// Where words of B make counting cheap, rows are counted instead of estimated up to so many products of a row, on
/// average, and beyond that where they nearly fill their bounds. measured:
/// perf_tests/results/nvidia_h100_2026-11-26_column_words_workflows.csv (0.80 of the time on v_rgg3_150 and 0.99 on
/// mycielskian13; 1.13 and 1.28 on two with rows of 150,000 products)
inline constexpr double counted_words_row_products_max = 32768.0, counted_words_full_ratio = 1.25;

/// \brief Entries that the bounds of all rows allow, per entry of C. Pre: there are products, and a sample
inline double bound_ratio(const AnalysisSummary& summary) {
  return static_cast<double>(summary.capped_products) / expected_entries(summary);
}

/// \brief Entries that the bounds may allow per entry of C where all products are staged.
inline double staging_ratio_max(const AnalysisSummary& summary, count_type num_rows, const SpGEMMOptions& options) {
  const double ratio = options.thresholds.upper_bound_staging_ratio;
  const bool are_long =
      summary.total_products > few_products && mean_row_products(summary, num_rows) >= word_row_products;
  return are_long ? std::min(ratio, word_rows_staging_ratio) : ratio;
}

/// \brief Whether staging all products is faster than finding the sizes first, although rows have more of them than
/// the paper's table allows; not where words of B make counting cheap. measured:
/// perf_tests/results/nvidia_h100_2026-11-26_workflows.csv (counted, u_hamming, u_keller and v_johnson take 0.90, 0.94
/// and 1.01 of the time, in half of the memory). Pre: there are products
inline bool choose_staging(const AnalysisSummary& summary, count_type num_rows, const SpGEMMOptions& options) {
  if (summary.sampled.num_rows == 0 || choose_words(summary, options.accumulators)) return false;
  const auto rows = static_cast<double>(num_rows);
  const bool are_alike = static_cast<double>(summary.max_row_products) * rows <=
                         longest_row_ratio_max * static_cast<double>(summary.total_products);
  return bound_ratio(summary) < staging_ratio_max(summary, num_rows, options) &&
         summary.capped_products <= staged_entries_max &&
         static_cast<double>(summary.capped_products) <= staged_entries_per_row_max * rows &&
         (summary.total_products <= few_products || are_alike);
}

/// Rows of at most this many products, of this many on average, and products of all of them together, from which
/// counting rows is faster than staging them: they are sorted in registers in both passes, and their bins are kept.
/// measured: perf_tests/results/nvidia_h100_2026-11-26_workflows.csv (0.85, 0.90 and 0.98 of the time on mdual, v_se18
/// and u_honey, in 0.54 to 0.62 of the memory; 1.04 on u_se, which has fewer products, and 1.17 on u_perm, whose rows
/// have one)
inline constexpr count_type counted_short_row_products_max = 32, counted_short_products_min = 2'000'000;
inline constexpr double counted_short_row_products_mean = 8.0;

/// \brief Whether all rows are so short that they are counted instead of staged.
inline bool choose_counted_short_rows(const AnalysisSummary& summary, count_type num_rows,
                                      const AccumulatorSwitches& allowed) {
  return allowed.esc && summary.max_row_products <= counted_short_row_products_max &&
         summary.total_products >= counted_short_products_min &&
         mean_row_products(summary, num_rows) >= counted_short_row_products_mean;
}

/// Entries that the bounds of all rows may allow together for rows of supernodes to be staged: counting them first
/// launches more kernels. measured: perf_tests/results/nvidia_h200_2026-11-28_small_products_variants.csv
/// (staged_supernodes: no gain beyond)
inline constexpr count_type staged_supernode_entries_max = count_type(1) << 21;

/// \brief Refines the choice of the paper's table where another workflow is faster.
/// \param reason (in and out)
/// Pre     there are products
inline Workflow refine_choice(Workflow workflow, const AnalysisSummary& summary, count_type num_rows,
                              const SpGEMMOptions& options, std::string& reason) {
  const bool has_supernodes = choose_supernodes(summary, options.accumulators);
  if (choose_merging(summary, num_rows, options, false) >= 0) {
    reason = concatenate("rows of A with at most ", summary.max_row_entries, " entries, of C with at most ",
                         summary.max_row_products, " products");
    return Workflow::symbolic;
  }
  if (choose_counted_short_rows(summary, num_rows, options.accumulators)) {
    reason = concatenate("rows of C with at most ", summary.max_row_products, " products");
    return Workflow::symbolic;
  }
  if (workflow != Workflow::upper_bound && has_supernodes && options.thresholds.upper_bound_staging_ratio > 0.0 &&
      summary.capped_products <= staged_supernode_entries_max) {
    reason = concatenate("bounds of ", with_commas(summary.capped_products), " entries in all");
    return Workflow::upper_bound;
  }
  if (workflow != Workflow::upper_bound && !has_supernodes && choose_staging(summary, num_rows, options)) {
    reason = compare_text("bounds of ", bound_ratio(summary), " entries per entry of C",
                          staging_ratio_max(summary, num_rows, options));
    return Workflow::upper_bound;
  }
  if (workflow == Workflow::hyperloglog && has_supernodes) {
    reason = compare_text("share of products in rows with the columns of the row before ", shared_share(summary), "",
                          supernode_share_min);
    return Workflow::symbolic;
  }
  const bool counts_words = choose_words(summary, options.accumulators) &&
                            (mean_row_products(summary, num_rows) < counted_words_row_products_max ||
                             bound_ratio(summary) < counted_words_full_ratio);
  if (workflow == Workflow::hyperloglog && counts_words) {
    reason = compare_text("words of bitmaps for each entry of B ", summary.words_per_b_entry, "",
                          column_words_per_entry_max);
    return Workflow::symbolic;
  }
  return workflow;
}

/// \brief Chooses the workflow and its parameters.
///
/// A workflow that the options force is used as it is. Otherwise the paper's table decides, except that all products
/// are staged where that is faster, and rows are counted instead of estimated or staged where they are short, where
/// words of B make that cheap, and in supernodes, which was faster on all of the nine matrices that have them. If the
/// staging of a workflow would not fit in \p available_bytes, the symbolic workflow is used.
///
/// \param available_bytes what may still be allocated
/// \param bytes_per_entry of one column and one value of C
/// \param needs_sizes     the symbolic workflow was not chosen by the caller, but needed by calls through a handle
///
/// Pre     check_options(options) has passed
///
/// Source  [LG26] section 4.3; section 5.2 for the fall-back
inline WorkflowPlan choose_workflow(const AnalysisSummary& summary, count_type num_rows, const SpGEMMOptions& options,
                                    std::size_t available_bytes, std::size_t bytes_per_entry,
                                    bool needs_sizes = false) {
  WorkflowPlan plan;
  plan.workflow = options.workflow;
  plan.accumulators = options.accumulators;
  const int registers = choose_sketch_registers(summary, options);
  if (summary.total_products == 0) {
    if (options.workflow != Workflow::symbolic) plan.workflow = Workflow::upper_bound;
    plan.reason = "no products";
  } else if (options.workflow != Workflow::automatic) {
    plan.reason = "forced by the options";
  } else {
    plan.workflow = apply_selection_table(summary, num_rows, options.thresholds, plan.reason);
    plan.workflow = refine_choice(plan.workflow, summary, num_rows, options, plan.reason);
    const double footprint =
        staged_footprint_bytes(summary, plan.workflow, choose_expansion(registers, options), bytes_per_entry);
    if (plan.workflow != Workflow::symbolic && footprint > static_cast<double>(available_bytes)) {
      plan.reason =
          concatenate(to_string(plan.workflow), " would take ", with_commas(static_cast<std::int64_t>(footprint)),
                      " bytes of ", with_commas(available_bytes), " available (", plan.reason, ")");
      plan.workflow = Workflow::symbolic;
    }
  }
  const SampledCompression& sampled = summary.sampled;
  plan.tests_bits =
      plan.accumulators.assisted && (sampled.num_rows == 0 || sampled.ratio > unseen_bits_compression_max);
  if (plan.workflow == Workflow::hyperloglog) {
    plan.sketch_registers = registers;
    plan.expansion = choose_expansion(registers, options);
  }
  plan.rows_claim = plan.certainty() != Certainty::exact &&
                    choose_claims(summary, plan.certainty() == Certainty::estimate ? plan.expansion : 0.0);
  plan.esc_claims_from = sampled.ratio >= esc_claims_compression_min ? esc_claims_from : num_short_esc_shapes;
  if (plan.workflow == Workflow::symbolic) plan.merge_class = choose_merging(summary, num_rows, options, needs_sizes);
  if (plan.workflow == Workflow::symbolic && plan.accumulators.assisted)
    plan.symbolic_compression = std::max(1.0, sampled.conservative_ratio);
  return plan;
}

}  // namespace Ocean::Impl

#endif
