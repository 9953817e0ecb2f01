#ifndef OCEAN_TUNING_ACCUMULATOR_TABLE_HPP
#define OCEAN_TUNING_ACCUMULATOR_TABLE_HPP
/// \file
/// \brief The list of the accumulators' configurations, and which rows fit which.
///
/// A row gets the first configuration of the table that can hold it. The table lists configurations for short rows
/// before those for long ones, small teams before large ones, and dense before ranked before hash; of those whose rows
/// share a team, fast ones before slow.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <iterator>
#include <string>

#include "accumulator_kinds.hpp"
#include "bitmap_shapes.hpp"
#include "esc_shapes.hpp"

namespace Ocean::Impl {

/// \brief Whether a pass over the products only counts C's entries or also adds them up.
enum class Pass { count, accumulate };

/// \brief One way to compute rows, as compiled in, with its run-time sizes.
struct AccumulatorConfig {
  AccumulatorKind kind = AccumulatorKind::none;
  int size_class = 0;              ///< 0 is the smallest of its kind
  int team_size = 0;               ///< threads
  int group_width = 0;             ///< lanes that own a row; 0: the team owns it
  std::int64_t row_bytes = 0;      ///< scratch of one row, or of the rows of a supernode that are computed together
  std::int64_t hash_capacity = 0;  ///< slots of a table
  std::int64_t products_max = 0;   ///< products of a row: more need more threads
  std::int64_t columns_max = 0;    ///< dense, windows: columns of a window; esc, multi_hash: of a row

  /// \brief Rows that a team has in scratch at the same time.
  KOKKOS_FUNCTION int rows_per_team() const {
    return group_width == 0 || team_size < group_width ? 1 : team_size / group_width;
  }
  std::string name() const {
    std::string text = to_string(kind);
    if (kind == AccumulatorKind::none || kind == AccumulatorKind::follower || kind == AccumulatorKind::windows)
      return text;
    return text.append("_").append(std::to_string(size_class));
  }
};

/// \brief The tuning parameters of the table.
struct AccumulatorTuning {
  /// Share of a processor's scratch that resident teams use; the rest stays cache for B.
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
  double scratch_share = 0.95;
  /// A configuration with all of a team's scratch is added if that is this many times the largest size or more.
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
  double whole_scratch_gain = 1.25;
  /// Threads that a processor holds at once: bounded by the 64 registers each of them uses, not by its limit.
  std::int64_t resident_threads = 1024;  ///< source: 65536 registers of a processor of compute capability 9.0 / 64
  /// Scratch the device takes for itself per team.
  std::int64_t reserved_bytes = 1024;  ///< source: CUDA C++ programming guide, 1 KB per block
  /// Maximum share of a hash table's slots that may be filled.
  double hash_fill = 0.8;  ///< source: [LG26] section 3.2
  /// Slots of a table for each expected entry when sizes are exact.
  double hash_expansion = 1.5;  ///< source: [LG26] section 3.2
  /// The minimum of this factor for upper bounds, which leave slots empty by themselves. measured:
  /// perf_tests/results/nvidia_h200_2026-11-23_short_rows.csv (0.82 on x_smallworld, 0.87 on cage12)
  double hash_expansion_min = 1.1;
  /// The same factor for estimates: they are made where the compression ratio is high, and rows then have so many
  /// products that fewer probes gain more than more teams would. measured:
  /// perf_tests/results/nvidia_h200_2026-11-23_rows.csv, slots_2
  double estimated_hash_expansion = 2.0;
  /// A bitmap may have this many 32-column words per product of its row. measured:
  /// perf_tests/results/nvidia_h200_2026-11-27_paged_counts.csv (against 2, sizes of v_grid19_90 take 0.83 of
  /// the time, the numeric pass of x_prefatt 0.87; 4 gains less, 16 and 32 no more)
  double bitmap_words_per_product = 8.0;
  /// A dense window may have this many columns per product of its row.
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
  double window_columns_per_product = 4.0;
  /// A thread that shares a row takes at most this many of its products, except in the largest team; the number keeps
  /// this many threads of every processor busy to the end, within the two bounds.
  std::int64_t busy_threads_per_unit = 2048;  ///< source: threads that a processor of compute capability 9.0 holds
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
  std::int64_t products_per_thread_min = 32;
  /// measured: perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
  std::int64_t products_per_thread_max = 128;
  /// The next to largest teams take more where there are more products: such a part of a thread's share of all of them.
  /// Rows beyond go to teams that have a processor to themselves, whose threads all wait for the slowest one in every
  /// step of a row. measured: perf_tests/results/nvidia_h200_2026-11-28_long_rows_variants.csv (numeric pass with 0,
  /// 1/16 and 1/4: 1.00, 0.89 and 0.89 of the time before on tw_GaAs, 0.98, 0.98 and 1.05 on e_rgg3b)
  double next_to_largest_share = 1.0 / 16;
  /// So do groups of lanes that own a row and add it up, to a bound. measured:
  /// perf_tests/results/nvidia_h200_2026-11-28_long_rows_variants.csv (numeric pass with 0 and 1/4: 1.00 and 0.88 of
  /// the time before on tw_copapers, 1.00 and 0.76 on e_cop; 1/2 and 1 gain no more; where rows are counted,
  /// tw_copapers would take 1.31 times as long)
  double group_share = 1.0 / 4;
  /// measured: perf_tests/results/nvidia_h200_2026-11-28_long_rows_variants.csv (with 1024, the numeric pass of tw_nd6k
  /// takes 1.03 of the time)
  std::int64_t group_products_per_thread_max = 512;
  /// The same for teams that compute supernodes, where few of the products access a sum. measured:
  /// perf_tests/results/nvidia_h200_2026-11-23_tuning.csv
  std::int64_t supernode_products_per_thread = 4096;
  /// Speed of a multi_hash row relative to that of a multi_row row where equally many teams share a processor.
  /// measured: perf_tests/results/nvidia_h200_2026-11-24_occupancy.csv (0.72), and
  /// perf_tests/results/nvidia_h100_2026-11-25_short_ranks.csv (0.80 against 0.72 and 0.92)
  double multi_hash_speed = 0.80;
  /// The same for a multi_words row. measured:
  /// perf_tests/results/nvidia_h100_2026-11-26_rank_directory.csv (with 1.05, which prefers words to bitmaps, the
  /// numeric pass takes 0.98 to 1.12 of the time where rows have both)
  double multi_words_speed = 0.9;
  /// The same for rows of esc that are too long for the first shapes. measured:
  /// perf_tests/results/nvidia_h100_2026-11-27_sorted_rows.csv (numeric pass of cage12 and cit-HepPh 0.6 of the time,
  /// where they were hash rows; bitmaps of more speed come first; other values were not compared)
  double sorted_speed = 0.85;
  /// The same where such rows are counted and no words of B are read. measured:
  /// perf_tests/results/nvidia_h100_2026-11-27_sorted_rows.csv (u_cage13 is counted in 0.6 of the time, instead of in
  /// hash tables of words; other values were not compared)
  double counted_sorted_speed = 0.7;
  /// Words of its bitmap, for each of its products, from which a team sorts a row. measured:
  /// perf_tests/results/nvidia_h100_2026-11-28_sorted_teams_variants.csv (numeric pass with 0: c-62 and email-Enron,
  /// whose bitmaps are small, take 1.12 and 1.06 times as long as with 0.75; with 1.25, sparsine takes 1.03 times)
  double sorted_team_words_per_product = 0.75;
  /// Compression ratio up to which such rows are sorted: a sort takes as long however few columns there are. measured:
  /// perf_tests/results/nvidia_h200_2026-11-27_sorted_rows_variants.csv (gains at up to 2.9; at 3.5, 5.1 and 5.6
  /// x_smallworld, x_nlpkkt60 and a7_180 take 1.25, 2.2 and 1.16 times as long)
  double sorted_compression_max = 3.0;
  /// The same where such a row is counted, in a hash table of words. measured:
  /// perf_tests/results/nvidia_h100_2026-11-26_rank_directory.csv (0.6 against 0.9: an AMG operator of 6.8e8 products,
  /// half of whose rows then have bitmaps, is counted in 0.89 of the time; others as before)
  double counted_words_speed = 0.6;
  /// The same where it is counted in pages of a bitmap. measured:
  /// perf_tests/results/nvidia_h200_2026-11-27_paged_counts.csv (0.65, which prefers bitmaps of 8000 bytes; with
  /// 0.85 and 1.05, sizes of a7_180 and a7_130 take up to 1.05 and 1.38 of the time)
  double counted_pages_speed = 0.65;
  /// Pages that the span of such a row may have for each of its products: the directory has an entry for each.
  /// measured: perf_tests/results/nvidia_h200_2026-11-27_paged_counts.csv (sizes of a7_250 take 0.75 of the time, with
  /// 1 0.85; x_smallworld, which has 3.7, would take 1.16)
  double span_pages_per_product = 3.0;
  /// Several teams share a row with more products than this many processors' shares of all products. measured:
  /// perf_tests/results/nvidia_h200_2026-11-23_skew.csv (1 is 1.8 times as slow on bibd_16_8)
  double split_share = 1.5;
  /// Minimum number of products of such a row. measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
  std::int64_t split_products_min = 32768;
};

inline constexpr AccumulatorTuning accumulator_tuning_default{};

/// \brief Rows of B that a thread merges, and products that they may have together: threads that finish late hold up
/// the others of their warp.
struct MergeShape {
  int runs;
  int products_max;
};
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr MergeShape merge_shapes[] = {{4, 32}, {8, 64}, {16, 128}};
inline constexpr int num_merge_shapes = 3;
/// Threads of a team that merges.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int merge_team_size = 128;
/// Number of such teams that a processor should hold: bounds their registers, 64 per thread up to 8 runs and 128
/// beyond. measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
constexpr int merge_teams_per_unit(int runs) { return runs <= 8 ? 8 : 4; }

/// Sizes of every normal kind; source: [LG26] section 4.3
inline constexpr int num_size_classes = 5;
/// Threads of the largest team and so of the smallest, halved four times; source: [LG26] section 4.3
inline constexpr int largest_team_size = 1024;
/// Lanes of a group that owns a row. source: a warp, whose lanes need no barrier
inline constexpr int multi_row_group_width = 32;
/// Threads of a team whose groups own rows.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int multi_row_team_size = 128;
/// Such teams that a processor should hold at once: bounds their registers.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int multi_row_teams_per_unit = 9;
/// The same where rows are counted.
/// measured: perf_tests/results/nvidia_h200_2026-11-26_column_words.csv (ncu: with 9, 10 and 12, the counting kernel of
/// u_grid27_90 takes 1.32, 1.26 and 1.36 ms)
inline constexpr int counted_row_teams_per_unit = 10;
/// Scratch of a multi_row row in bytes: up to 6 KB, as many teams as registers allow share a processor of 227 KB, then
/// 8, 7, 5 and 3. If sizes only doubled, a third of its threads would idle from 4 KB on. measured:
/// perf_tests/results/nvidia_h200_2026-11-23_rows.csv
inline constexpr std::int64_t multi_row_bytes[] = {2048, 4096, 5120, 6144, 6976, 8000, 11264, 16384};
/// The same for a multi_hash row: 6000 bytes are the most at which all the teams that registers allow fit.
inline constexpr std::int64_t multi_hash_bytes[] = {2048, 4096, 6000, 6976, 8192};
/// The same for a multi_words row.
/// source: the sizes of multi_hash; others were not compared
inline constexpr std::int64_t multi_words_bytes[] = {2048, 4096, 6000, 8192};
inline constexpr std::int64_t multi_words_bytes_max = multi_words_bytes[std::size(multi_words_bytes) - 1];
/// The same for a row that is counted in pages.
/// source: the sizes of multi_hash; others were not compared
inline constexpr std::int64_t multi_pages_bytes[] = {2048, 4096, 6000, 8192};
/// Scratch of a team that computes rows of a supernode, in steps as fine as its occupancy; the last step is all the
/// scratch of a team. measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr std::int64_t supernode_bytes[] = {4096,  6144,  8192,  10240, 12288, 16384,
                                                   20480, 24576, 32768, 49152, 65536, 98304};
/// A row whose entries may have this many products, and this share of all its products, is summed in the output:
/// additions to the same sum in scratch are serialised, some 60 cycles each. measured:
/// perf_tests/results/nvidia_h200_2026-11-23_skew.csv, nvidia_h200_2026-11-24_constants.csv
inline constexpr count_type meeting_terms_min = 1024;
inline constexpr count_type meeting_products_per_term_max = 16;
/// Words of the bitmaps of rows that several teams share, and of their ranks, held at the same time: 32 MiB of each.
/// measured: perf_tests/results/nvidia_h100_2026-11-25_constants.csv
inline constexpr count_type split_words_max = count_type(1) << 23;
/// Most words of a bitmap of its own in which a team marks what it has of such a row: more take longer to clear and to
/// look through than its products. measured: perf_tests/results/nvidia_h100_2026-11-26_long_rows.csv (ncu: rows of
/// 515 words, of retail_items, are marked in 32 instead of 98 us, of 15,625, of tw_denserc, in 69 instead of 53 us)
inline constexpr count_type split_own_words_max = 2048;
/// Most configurations a table may have. source: GPUs have 68 of them where values are added up; add() refuses more
inline constexpr int max_configs = 72;

/// What a key is multiplied by; the upper bits of the product tell its bucket.
/// measured: perf_tests/results/hash_probes_2026-11-24.csv
inline constexpr std::uint32_t hash_factor = 0xC2B2AE3D;
/// Slots of a bucket. source: what a lane reads at once
inline constexpr int bucket_slots = 4;
/// Span of a row from which no hash table takes it: keys have 32 bits, and one of them means an empty slot.
inline constexpr count_type hashed_span_end = 0xffffffff;

/// \brief What a configuration is chosen from.
struct RowFacts {
  count_type products;  ///< P_i
  count_type slots;     ///< entries of C that must fit
  count_type span;      ///< columns between first and last
  int num_rows = 1;     ///< rows that are computed together
  /// Products that an entry of C may have: the entries of the row of A, where it is known to be long. The diagonal
  /// entry of A A^T has that many, and so has that of A A if the pattern of A is symmetric.
  count_type terms = 0;
  count_type words = 0;  ///< of its bitmap, if the counting pass has found them
};

/// \brief The configurations in order of preference; a plain array, so that kernels can take it by value.
struct AccumulatorTable {
  /// Where the configurations of these kinds are; where none of them is; in next_larger, that there is none.
  static constexpr int none = 0, follower = 1, no_config = -1, none_larger = max_configs;
  AccumulatorConfig config[max_configs];
  /// Of each configuration, the first behind it for rows with more products: none between them takes a row that has too
  /// many for it. source: the order of the table
  std::uint8_t next_larger[max_configs] = {};
  int num_configs = 0;
  int split = -1;                 ///< configuration for rows that several teams share, if there is one
  count_type split_products = 0;  ///< products of a row beyond which they do
  int adds_in_output = 0;         ///< first configuration for rows whose products meet
  int num_adding_in_output = 0;   ///< how many of these there are
  int parts_max = 1;              ///< of a row whose values are added up in parts
  int value_bytes = 0;            ///< of a value of C; 0 in a count pass
  double bitmap_words_per_product = 0.0;
  double window_columns_per_product = 0.0;
  double sorted_team_words_per_product = 0.0;                  ///< at least, of a row that a team sorts
  double hash_expansion = 1.0, spacious_hash_expansion = 1.0;  ///< slots for an entry: of the largest tables, of others
  double words_per_entry = 1.0;         ///< at most, of a row that is counted in a table of words
  double span_pages_per_product = 0.0;  ///< at most, of a row that is counted in pages
  double pages_per_entry = 1.0;         ///< the same of a row that is counted in pages
  bool lists_words = false;             ///< a count pass reads words of B and lists those of bitmaps
  count_type supernode_walk_bytes = 0;  ///< scratch of a supernode in addition to its bitmap

  /// \brief Scratch of a ranked bitmap over \p span columns with \p slots values for each of \p num_rows rows.
  KOKKOS_FUNCTION count_type ranked_bytes(count_type span, count_type slots, int num_rows = 1) const;
  /// \brief Scratch of a ranked bitmap over \p span columns with values in the output.
  KOKKOS_FUNCTION static count_type output_ranked_bytes(count_type span) {
    return team_counter_bytes + bitmap_words(span) * ranked_word_bytes;
  }
  /// \brief Values that a part of a row has room for, or 0.
  KOKKOS_FUNCTION count_type slots_of_part(count_type span, const AccumulatorConfig& candidate) const {
    const count_type words = bitmap_words(span < candidate.columns_max ? span : candidate.columns_max);
    return part_slots(words, candidate.row_bytes, value_bytes);
  }
  /// \brief Words of a bitmap over \p span columns from any column on, with those that pad it.
  KOKKOS_FUNCTION static count_type bitmap_words(count_type span) {
    return pad_bitmap((span + 2 * (bitmap_word_columns - 1)) / bitmap_word_columns);
  }
  /// \brief The same for a row that a group of lanes owns: it also stores its columns, or may list words as it counts.
  KOKKOS_FUNCTION count_type grouped_ranked_bytes(count_type span, count_type slots) const {
    if (lists_words) return team_counter_bytes + CountedBitmapShape(bitmap_words(span)).bytes();
    if (value_bytes == 0) return ranked_bytes(span, slots);
    const count_type column_slots = slots < span ? slots : span;
    return ranked_bytes(span, slots) + column_slots * static_cast<count_type>(sizeof(std::uint32_t));
  }

  /// \brief Slots that a hash table should have for \p row; the largest table takes what there is.
  KOKKOS_FUNCTION double hash_slots(const AccumulatorConfig& candidate, const RowFacts& row) const {
    const bool has_larger = candidate.kind == AccumulatorKind::multi_hash ||
                            candidate.kind == AccumulatorKind::multi_words ||
                            (candidate.kind == AccumulatorKind::hash && candidate.size_class + 1 < num_size_classes);
    const double keys = candidate.kind == AccumulatorKind::multi_words ? words_per_entry : 1.0;
    return (has_larger ? spacious_hash_expansion : hash_expansion) * keys * static_cast<double>(row.slots);
  }

  /// \brief Pages that a row may have which is counted in them.
  KOKKOS_FUNCTION count_type pages_of(const RowFacts& row) const {
    const count_type of_span = PagedBitmapShape::num_pages(row.span);
    const auto of_slots = static_cast<count_type>(pages_per_entry * static_cast<double>(row.slots)) + 1;
    return of_slots < of_span ? of_slots : of_span;
  }

  /// \brief True if \p row fits \p candidate and is not wasteful there.
  KOKKOS_FUNCTION bool fits(const AccumulatorConfig& candidate, const RowFacts& row) const {
    if (row.products > candidate.products_max) return false;
    const double products = static_cast<double>(row.products);
    switch (candidate.kind) {
      case AccumulatorKind::none: return true;
      case AccumulatorKind::follower: return false;  // ClassifyRows knows
      case AccumulatorKind::merge: return false;     // all rows or none
      case AccumulatorKind::esc:
        return row.span < candidate.columns_max &&
               (candidate.group_width < esc_team_size ||
                static_cast<double>(row.span) >= bitmap_word_columns * sorted_team_words_per_product * products);
      case AccumulatorKind::supernode:
        return row.num_rows > 1 && has_short_ranks(row) &&
               supernode_walk_bytes + ranked_bytes(row.span, row.slots, row.num_rows) <= candidate.row_bytes &&
               static_cast<double>(row.span) <= bitmap_word_columns * bitmap_words_per_product * products;
      case AccumulatorKind::multi_row:
      case AccumulatorKind::ranked: {
        const count_type bytes = candidate.kind == AccumulatorKind::multi_row
                                     ? grouped_ranked_bytes(row.span, row.slots)
                                     : ranked_bytes(row.span, row.slots);
        return bytes <= candidate.row_bytes && has_short_ranks(row) &&
               static_cast<double>(row.span) <= bitmap_word_columns * bitmap_words_per_product * products;
      }
      case AccumulatorKind::parted_ranked:
        return (candidate.size_class > 0 || row.span <= candidate.columns_max) &&
               (value_bytes == 0 || row.slots <= parts_max * slots_of_part(row.span, candidate)) &&
               static_cast<double>(row.span) <= bitmap_word_columns * bitmap_words_per_product * products;
      case AccumulatorKind::hybrid_ranked:
        return output_ranked_bytes(row.span) <= candidate.row_bytes &&
               static_cast<double>(row.span) <= bitmap_word_columns * bitmap_words_per_product * products;
      case AccumulatorKind::split_ranked:
        return row.span <= candidate.columns_max &&
               static_cast<double>(row.span) <= bitmap_word_columns * bitmap_words_per_product * products;
      case AccumulatorKind::multi_pages:
        return static_cast<double>(PagedBitmapShape::num_pages(row.span)) <= span_pages_per_product * products &&
               pages_of(row) <= PagedBitmapShape::of(row.span).pages_in(candidate.row_bytes - team_counter_bytes);
      case AccumulatorKind::multi_words:
      case AccumulatorKind::multi_hash:
        if (row.span > candidate.columns_max) return false;
        if (candidate.kind == AccumulatorKind::multi_words && value_bytes > 0)
          return row.words > 0 && word_rows_bytes(row.slots, value_bytes, row.words, row.span) <= candidate.row_bytes;
        [[fallthrough]];
      case AccumulatorKind::hash:
      case AccumulatorKind::hybrid_hash:
        return hash_slots(candidate, row) <= static_cast<double>(candidate.hash_capacity) && row.span < hashed_span_end;
      case AccumulatorKind::dense:
        return row.span + bitmap_word_columns - 1 <= candidate.columns_max &&  // wherever a word begins
               static_cast<double>(row.span) <= window_columns_per_product * products;
      case AccumulatorKind::windows: return true;
    }
    return false;
  }

  /// \brief Whether ranks of 16 bits, which bitmaps in scratch have, number the entries of \p row.
  KOKKOS_FUNCTION bool has_short_ranks(const RowFacts& row) const {
    return value_bytes == 0 || row.slots <= short_ranks_max || row.span <= short_ranks_max;
  }

  /// \brief Whether many products of \p row may meet in an entry.
  KOKKOS_FUNCTION static bool products_meet(const RowFacts& row) {
    return row.terms >= meeting_terms_min && row.products <= meeting_products_per_term_max * row.terms;
  }

  /// \brief Index of a configuration that \p row should have although others fit, or -1.
  KOKKOS_FUNCTION int preferred(const RowFacts& row) const {
    if (row.num_rows > 1) return -1;
    if (split >= 0 && row.products > split_products && fits(config[split], row)) return split;
    if (products_meet(row))
      for (int candidate = adds_in_output; candidate < adds_in_output + num_adding_in_output; ++candidate)
        if (fits(config[candidate], row)) return candidate;
    return -1;
  }

  /// \brief Index of the preferred configuration, or of the first that fits; the last one takes every row.
  KOKKOS_FUNCTION int choose(const RowFacts& row) const {
    const int best = preferred(row);
    if (best >= 0) return best;
    int candidate = 0;
    while (candidate + 1 < num_configs) {
      const bool has_too_many = row.products > config[candidate].products_max;
      if (!has_too_many && fits(config[candidate], row)) return candidate;
      candidate = has_too_many ? next_larger[candidate] : candidate + 1;
    }
    return num_configs - 1;
  }
};

KOKKOS_INLINE_FUNCTION count_type AccumulatorTable::ranked_bytes(count_type span, count_type slots,
                                                                 int num_rows) const {
  constexpr auto bits_bytes = static_cast<count_type>(sizeof(std::uint32_t));
  const count_type value_slots = slots < span ? slots : span;
  return team_counter_bytes + bitmap_words(span) * (value_bytes == 0 ? bits_bytes : short_ranked_word_bytes) +
         value_slots * num_rows * value_bytes;
}

/// Bytes of a key in scratch, and of the number of its slot.
inline constexpr int hash_key_bytes = 4, slot_number_bytes = 4;

/// Bytes of a hash slot: a key and, in an accumulate pass, a value and a slot number for wide sorts.
inline std::int64_t hash_slot_bytes(int value_bytes, bool values_in_scratch) {
  if (value_bytes == 0) return hash_key_bytes;
  return hash_key_bytes + slot_number_bytes + (values_in_scratch ? value_bytes : 0);
}

}  // namespace Ocean::Impl

#endif
