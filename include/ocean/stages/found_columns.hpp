#ifndef OCEAN_STAGES_FOUND_COLUMNS_HPP
#define OCEAN_STAGES_FOUND_COLUMNS_HPP
/// \file
/// \brief Whether the numeric pass gets the columns that the counting pass finds, and the memory for them.

#include <algorithm>
#include <cstddef>
#include <limits>

#include "../core/workspace.hpp"
#include "../results/found_columns.hpp"
#include "../results/row_bins.hpp"
#include "claims.hpp"

namespace Ocean::Impl {

/// Words that there is room for, for each entry that C is expected to have: as many as most matrices need. A word takes
/// 8 bytes, an entry 12. measured: perf_tests/results/words_per_entry_2026-11-26.csv (0.44 or less on 23 of 26)
inline constexpr double found_words_per_entry_min = 0.4;
/// Products from which columns are kept: below, the memory for them may take as long as they save.
/// source: an estimate; other numbers were not compared
inline constexpr count_type found_products_min = count_type(1) << 21;

/// Rows of a part of the words, so that all parts have about the same: rows are dealt to them in their order. source:
/// an estimate; fewer rows do not wait long for one counter
inline constexpr count_type found_rows_per_part_min = 64;

/// Compression ratio, by which tables are sized, from which rows are counted in tables of words instead of columns:
/// below, nearly every product has a column of its own, and a word is no less work than a column. measured:
/// perf_tests/results/nvidia_h200_2026-11-26_counted_words.csv (with 2, u_cage13 takes 0.95 of the time, u_sw20 and
/// v_jmesh 1.08 and 1.09)
inline constexpr double counted_words_compression_min = 1.25;

/// Words that there is room for where rows are counted in tables of words, for each word that B has for an entry.
/// measured: perf_tests/results/nvidia_h200_2026-11-27_paged_counts.csv (0.5 and 0.53 words an entry: the numeric
/// pass of a7_180 and u_cage13 takes 0.89 and 0.90 of the time, with peaks 1.05 and 1.07 times as large)
inline constexpr double found_words_per_b_word = 0.7;
/// The most for an entry that C is expected to have.
/// measured: perf_tests/results/nvidia_h200_2026-11-27_paged_counts.csv (a7_180: no gain from more than 0.5)
inline constexpr double found_words_per_entry_max = 0.55;

/// \brief Words that there is room for, for each entry that C is expected to have.
inline double found_words_per_entry(const AnalysisSummary& summary) {
  if (summary.sampled.ratio < counted_words_compression_min) return found_words_per_entry_min;
  return std::clamp(found_words_per_b_word * summary.words_per_b_entry, found_words_per_entry_min,
                    found_words_per_entry_max);
}

/// \brief Rows of \p bins that are counted in a bitmap in scratch.
template <class Bins>
count_type num_bitmap_rows(const Bins& bins) {
  count_type num_rows = 0;
  for (int config = 0; config < bins.table.num_configs; ++config) {
    const AccumulatorChoices& choices = choices_of(bins.table.config[config].kind);
    const bool is_bitmap = choices.structure == AccumulatorStructure::ranked && choices.values == ValuePlace::scratch;
    if (is_bitmap || choices.structure == AccumulatorStructure::words ||
        choices.structure == AccumulatorStructure::pages)
      num_rows += bins.num_rows_of(config);
  }
  return num_rows;
}

/// \brief Most scratch that a row of \p bins has which is counted in a bitmap; as much has one that is computed in one.
template <class Bins>
count_type bitmap_row_bytes_max(const Bins& bins) {
  count_type bytes = 0;
  for (int config = 0; config < bins.table.num_configs; ++config)
    if (choices_of(bins.table.config[config].kind).structure == AccumulatorStructure::ranked)
      bytes = std::max<count_type>(bytes, bins.table.config[config].row_bytes);
  return bytes;
}

/// \brief Whether columns are kept if there is room: the product is large, and memory is not limited.
template <class ExecutionSpace>
bool may_keep_columns(const AnalysisSummary& summary, const Workspace<ExecutionSpace>& workspace) {
  return summary.sampled.num_rows > 0 && summary.total_products >= found_products_min && !workspace.is_bounded();
}

/// \brief Whether \p bytes are available; the device is not asked for what it certainly has.
template <class ExecutionSpace>
bool has_room_for(double bytes, const Workspace<ExecutionSpace>& workspace) {
  return bytes <= static_cast<double>(workspace.certain_bytes()) ||
         bytes <= static_cast<double>(workspace.available_bytes());
}

/// \brief Words that there is to be room for; 0: no columns are kept.
/// \param bins of the counting pass
/// Pre     may_keep_columns()
template <class Bins>
count_type choose_found_words(const AnalysisSummary& summary, const Bins& bins) {
  const double row_words = 2.0 + static_cast<double>(summary.max_row_span) / bitmap_word_columns;
  const double words = std::min(row_words * static_cast<double>(num_bitmap_rows(bins)),
                                found_words_per_entry(summary) * expected_entries(summary));
  return static_cast<count_type>(std::min<double>(words, std::numeric_limits<std::uint32_t>::max()));
}

/// \brief What columns that are found need whatever the bins are, cleared; the words are not allocated yet.
template <class ExecutionSpace>
FoundColumns<typename ExecutionSpace::memory_space> begin_found_columns(const ExecutionSpace& exec, count_type num_rows,
                                                                        Workspace<ExecutionSpace>& workspace) {
  using rows_type = typename Workspace<ExecutionSpace>::template view_type<FoundRow>;
  using counters_type = typename Workspace<ExecutionSpace>::template view_type<count_type>;
  constexpr count_type num_counters = found_words_parts_max * found_words_counters_apart;
  FoundColumns<typename ExecutionSpace::memory_space> found;
  static_assert(sizeof(FoundRow) == sizeof(count_type));  // one block, which is cleared at once
  const count_type num_words = num_rows + num_counters;
  const auto block = workspace.template allocate<count_type>("Ocean::found_columns::rows", num_words);
  DeviceMemory<ExecutionSpace>::clear(exec, block.data(), static_cast<std::size_t>(num_words));
  found.rows = rows_type(reinterpret_cast<FoundRow*>(block.data()), static_cast<std::size_t>(num_rows));
  found.num_claimed = counters_type(block.data() + num_rows, static_cast<std::size_t>(num_counters));
  return found;
}

/// \brief Frees \p found, and leaves none.
template <class MemorySpace, class ExecutionSpace>
void release_found_columns(FoundColumns<MemorySpace>& found, Workspace<ExecutionSpace>& workspace) {
  workspace.release(found.rows);  // and num_claimed, in the same block
  workspace.release(found.words);
  found = {};
}

/// \brief Memory for the words, if it is left beside a C of \p entry_bytes an entry; else \p found is freed.
/// \param bins        of the counting pass
/// \param value_bytes of a value of C
/// \param found       (in and out) of begin_found_columns(); none: begun if there is to be one
/// Pre     may_keep_columns()
template <class ExecutionSpace, class Bins>
void allocate_found_columns(const ExecutionSpace& exec, const AnalysisSummary& summary, const Bins& bins,
                            count_type num_rows, std::size_t entry_bytes, int value_bytes,
                            FoundColumns<typename ExecutionSpace::memory_space>& found,
                            Workspace<ExecutionSpace>& workspace) {
  const count_type num_words = choose_found_words(summary, bins);
  const double bytes =
      static_cast<double>(num_words) * sizeof(BitmapWord) + expected_room(summary) * static_cast<double>(entry_bytes);
  if (num_words == 0 || !has_room_for(bytes, workspace)) return release_found_columns(found, workspace);
  if (!found.are_kept()) found = begin_found_columns(exec, num_rows, workspace);
  found.words = workspace.template allocate<BitmapWord>("Ocean::found_columns::words", num_words);
  if (num_bitmap_rows(bins) >= found_words_parts_max * found_rows_per_part_min) found.num_parts = found_words_parts_max;
  found.value_bytes = value_bytes;
  found.row_bytes_max = bitmap_row_bytes_max(bins);
}

}  // namespace Ocean::Impl

#endif
