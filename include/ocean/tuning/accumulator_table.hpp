#ifndef OCEAN_TUNING_ACCUMULATOR_TABLE_HPP
#define OCEAN_TUNING_ACCUMULATOR_TABLE_HPP
/// \file
/// \brief From device limits to the list of accumulator configurations, and which rows fit which.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../backend/team_launch.hpp"
#include "../pipeline/problem.hpp"

namespace Ocean::Impl {

/// \brief Whether a pass over the products only counts C's entries or also adds them up.
enum class Pass { count, accumulate };

/// \brief What holds the entries of a row of C while it is computed.
enum class AccumulatorKind {
  none,           ///< rows without products
  esc,            ///< expand, sort, compress: a group of lanes per row
  multi_row,      ///< ranked bitmap, a group of lanes per row: several rows share a team
  multi_hash,     ///< hash table, a group of lanes per row: several rows share a team
  dense,          ///< window of values over the row's columns
  ranked,         ///< bitmap over the row's columns, values packed by rank
  hash,           ///< hash table in scratch
  hybrid_hash,    ///< keys in scratch, values in global memory
  hybrid_ranked,  ///< bitmap in scratch, values at their place in the output
  windows         ///< dense windows side by side: rows of any length
};

inline const char* to_string(AccumulatorKind kind) {
  switch (kind) {
    case AccumulatorKind::none: return "empty";
    case AccumulatorKind::esc: return "esc";
    case AccumulatorKind::multi_row: return "multi_row";
    case AccumulatorKind::multi_hash: return "multi_hash";
    case AccumulatorKind::dense: return "dense";
    case AccumulatorKind::ranked: return "ranked";
    case AccumulatorKind::hash: return "hash";
    case AccumulatorKind::hybrid_hash: return "hybrid_hash";
    case AccumulatorKind::hybrid_ranked: return "hybrid_ranked";
    case AccumulatorKind::windows: return "windows";
  }
  return "unknown";
}

/// \brief One compiled-in way to compute rows, with its run-time sizes.
struct AccumulatorConfig {
  AccumulatorKind kind = AccumulatorKind::none;
  int size_class = 0;              ///< 0 is the smallest of its kind
  int team_size = 0;               ///< threads
  int group_width = 0;             ///< lanes that own a row; 0: the team owns it
  std::int64_t row_bytes = 0;      ///< scratch of one row
  std::int64_t hash_capacity = 0;  ///< slots of a table
  std::int64_t products_max = 0;   ///< products of a row: more need more threads
  std::int64_t columns_max = 0;    ///< dense, windows: columns of a window; esc, multi_hash: of a row

  /// \brief Rows that a team has in scratch at once.
  KOKKOS_FUNCTION int rows_per_team() const {
    return group_width == 0 || team_size < group_width ? 1 : team_size / group_width;
  }
  std::string name() const {
    const std::string kind_name = to_string(kind);
    return kind == AccumulatorKind::none || kind == AccumulatorKind::windows
               ? kind_name
               : kind_name + "_" + std::to_string(size_class);
  }
};

/// \brief Numbers behind the table.
struct AccumulatorTuning {
  /// Share of a processor's scratch that resident teams use; the rest stays cache for B.
  double scratch_share = 0.95;  ///< UNMEASURED: no results file sweeps it
  /// A configuration with all of a team's scratch is worth having where it is so much more than the largest size.
  double whole_scratch_gain = 1.25;  ///< UNMEASURED
  /// Threads that a processor holds at once: bounded by the 64 registers each of them uses, not by its limit.
  std::int64_t resident_threads = 1024;  ///< source: 65536 registers of a processor of compute capability 9.0 / 64
  /// Scratch the device takes for itself per team.
  std::int64_t reserved_bytes = 1024;  ///< source: CUDA C++ programming guide, 1 KB per block
  /// Entries a hash table may hold, as a share of its slots.
  double hash_fill = 0.8;  ///< source: [LG26] section 3.2
  /// Slots of a table for each entry that is expected when sizes are exact.
  double hash_expansion = 1.5;  ///< source: [LG26] section 3.2
  /// A bitmap may have this many 32-column words per product of its row.
  double bitmap_words_per_product = 2.0;  ///< UNMEASURED
  /// A dense window may have this many columns per product of its row.
  double window_columns_per_product = 4.0;  ///< UNMEASURED
  /// A thread that shares a row takes at most so many of its products, but in the largest team: enough for this many
  /// threads of every processor to be busy to the end, within the two bounds.
  std::int64_t busy_threads_per_unit = 2048;   ///< source: threads that a processor of compute capability 9.0 holds
  std::int64_t products_per_thread_min = 32;   ///< UNMEASURED: no results file sweeps it
  std::int64_t products_per_thread_max = 128;  ///< UNMEASURED: no results file sweeps it
};

/// \brief Lanes of an esc row and products that each of them sorts.
struct EscShape {
  int width;
  int items;
  constexpr int products_max() const { return width * items; }
};
/// 16 to 128 products; 256 and 512 were slower than a hash table (cage12 on an H200, 1.56 against 1.4 ms).
inline constexpr EscShape esc_shapes[] = {{8, 2}, {16, 2}, {32, 2}, {32, 4}};
inline constexpr int num_esc_shapes = 4;
/// Teams of few products that a processor should hold at once: bounds their registers. UNMEASURED
inline constexpr int esc_teams_per_unit = 20;
/// Threads of an esc team; source: [LG26] section 4.3
inline constexpr int esc_team_size = 64;
/// Sizes of every normal kind; source: [LG26] section 4.3
inline constexpr int num_size_classes = 5;
/// Threads of the largest team and so of the smallest, halved four times; source: [LG26] section 4.3
inline constexpr int largest_team_size = 1024;
/// Size classes of the kinds whose rows share a team. UNMEASURED
inline constexpr int num_multi_row_classes = 4, num_multi_hash_classes = 3;
/// Lanes of a group that owns a row. UNMEASURED: no results file has another width
inline constexpr int multi_row_group_width = 32;
/// Threads of a team whose groups own rows. UNMEASURED
inline constexpr int multi_row_team_size = 128;
/// Such teams that a processor should hold at once: bounds their registers. UNMEASURED
inline constexpr int multi_row_teams_per_unit = 9;
/// Scratch of the smallest row of these kinds in bytes, doubled for each class. UNMEASURED
inline constexpr std::int64_t multi_row_bytes_min = 2048;
/// Most configurations a table may have.
inline constexpr int max_configs = 40;

/// Bytes of a bitmap word and of the rank before it.
inline constexpr count_type ranked_word_bytes = 8;
/// Columns of a bitmap word.
inline constexpr count_type bitmap_word_columns = 32;
/// Scratch a team kernel keeps for its own counters.
inline constexpr count_type team_counter_bytes = 64;

/// \brief What a configuration is chosen by.
struct RowFacts {
  count_type products;  ///< P_i
  count_type slots;     ///< entries of C to make room for
  count_type span;      ///< columns between first and last
};

/// \brief The configurations in order of preference; a plain array, so that kernels can take it by value.
struct AccumulatorTable {
  AccumulatorConfig config[max_configs];
  int num_configs = 0;
  int value_bytes = 0;  ///< of a value of C; 0 in a count pass
  double bitmap_words_per_product = 0.0;
  double window_columns_per_product = 0.0;
  double hash_expansion = 1.0;

  /// \brief Scratch of a ranked bitmap over \p span columns with room for \p slots values.
  KOKKOS_FUNCTION count_type ranked_bytes(count_type span, count_type slots) const;

  /// \brief True if \p row fits \p candidate and is not wasteful there.
  KOKKOS_FUNCTION bool fits(const AccumulatorConfig& candidate, const RowFacts& row) const {
    const double products = static_cast<double>(row.products);
    switch (candidate.kind) {
      case AccumulatorKind::none: return row.products == 0;
      case AccumulatorKind::esc: return row.products <= candidate.products_max && row.span < candidate.columns_max;
      case AccumulatorKind::multi_row:
      case AccumulatorKind::ranked:
        return row.products <= candidate.products_max && ranked_bytes(row.span, row.slots) <= candidate.row_bytes &&
               static_cast<double>(row.span) <= bitmap_word_columns * bitmap_words_per_product * products;
      case AccumulatorKind::hybrid_ranked:
        return ranked_bytes(row.span, 0) <= candidate.row_bytes &&
               static_cast<double>(row.span) <= bitmap_word_columns * bitmap_words_per_product * products;
      case AccumulatorKind::multi_hash:
        if (row.span > candidate.columns_max) return false;
        [[fallthrough]];
      case AccumulatorKind::hash:
      case AccumulatorKind::hybrid_hash:
        return row.products <= candidate.products_max &&
               hash_expansion * static_cast<double>(row.slots) <= static_cast<double>(candidate.hash_capacity) &&
               row.span < static_cast<count_type>(0xffffffffu);
      case AccumulatorKind::dense:
        return row.products <= candidate.products_max && row.span <= candidate.columns_max &&
               static_cast<double>(row.span) <= window_columns_per_product * products;
      case AccumulatorKind::windows: return true;
    }
    return false;
  }

  /// \brief Index of the first configuration that fits; the last one takes every row.
  KOKKOS_FUNCTION int choose(const RowFacts& row) const {
    for (int candidate = 0; candidate + 1 < num_configs; ++candidate)
      if (fits(config[candidate], row)) return candidate;
    return num_configs - 1;
  }
};

KOKKOS_INLINE_FUNCTION count_type AccumulatorTable::ranked_bytes(count_type span, count_type slots) const {
  const count_type words = (span + bitmap_word_columns - 1) / bitmap_word_columns;
  const count_type value_slots = slots < span ? slots : span;
  return team_counter_bytes + (words + words % 2) * (value_bytes == 0 ? ranked_word_bytes / 2 : ranked_word_bytes) +
         value_slots * value_bytes;
}

/// Bytes of a key in scratch, and of the number of its slot.
inline constexpr int hash_key_bytes = 4, slot_number_bytes = 4;

/// Bytes of a hash slot: a key and, in an accumulate pass, a value and a slot number for wide sorts.
inline std::int64_t hash_slot_bytes(int value_bytes, bool values_in_scratch) {
  if (value_bytes == 0) return hash_key_bytes;
  return hash_key_bytes + slot_number_bytes + (values_in_scratch ? value_bytes : 0);
}

namespace accumulator_table {

/// \brief Largest odd number of slots that \p bytes hold.
inline std::int64_t odd_slots(std::int64_t bytes, std::int64_t slot_bytes) {
  const std::int64_t slots = bytes > slot_bytes ? bytes / slot_bytes : 1;
  return slots % 2 == 0 ? slots - 1 : slots;
}

inline void add(AccumulatorTable& table, const AccumulatorConfig& config) {
  table.config[table.num_configs++] = config;
}

/// \brief Columns of a dense window in \p bytes: a value and a bit each.
inline std::int64_t window_columns(std::int64_t bytes, int value_bytes) {
  const std::int64_t room = bytes - team_counter_bytes;
  const std::int64_t words = room / (bitmap_word_columns * value_bytes + 4);
  return std::max<std::int64_t>(1, words) * bitmap_word_columns;
}

/// \brief Scratch of the narrowest window: one word of the bitmap and its values.
inline std::int64_t smallest_window_bytes(int value_bytes) {
  constexpr std::int64_t word_bytes = 4, alignment = 16;
  const std::int64_t bytes = team_counter_bytes + bitmap_word_columns * value_bytes + word_bytes;
  return (bytes + alignment - 1) / alignment * alignment;
}

/// \brief Columns that share a 32-bit word with the number of one of \p slots slots.
inline std::int64_t packed_columns(std::int64_t slots) {
  std::int64_t columns = std::int64_t(1) << 32;
  for (std::int64_t rest = slots - 1; rest > 0; rest /= 2) columns /= 2;
  return columns;
}

/// \brief Adds the esc shapes.
inline void add_esc(AccumulatorTable& table, const TeamLimits& limits) {
  for (int size_class = 0; size_class < num_esc_shapes; ++size_class) {
    AccumulatorConfig config;
    config.kind = AccumulatorKind::esc;
    config.size_class = size_class;
    config.team_size = std::min(esc_team_size, limits.team_size_max);
    config.group_width = esc_shapes[size_class].width;
    config.products_max = esc_shapes[size_class].products_max();
    config.columns_max = (std::int64_t(1) << 32) / config.products_max;
    add(table, config);
  }
}

/// \brief Adds one of the kinds whose rows share a team, in all its sizes.
inline void add_multi_row(AccumulatorTable& table, AccumulatorKind kind, const TeamLimits& limits,
                          std::int64_t bytes_max, std::int64_t products_per_thread) {
  const int team_size = std::min(multi_row_team_size, limits.team_size_max);
  const int groups = std::max(1, team_size / multi_row_group_width);
  const int num_classes = kind == AccumulatorKind::multi_row ? num_multi_row_classes : num_multi_hash_classes;
  for (int size_class = 0; size_class < num_classes; ++size_class) {
    const std::int64_t row_bytes = multi_row_bytes_min << size_class;
    if (row_bytes * groups > bytes_max) break;
    AccumulatorConfig config;
    config.kind = kind;
    config.size_class = size_class;
    config.team_size = team_size;
    config.group_width = multi_row_group_width;
    config.row_bytes = row_bytes;
    config.products_max = multi_row_group_width * products_per_thread;
    if (kind == AccumulatorKind::multi_hash) {
      config.hash_capacity = odd_slots(row_bytes - team_counter_bytes, hash_key_bytes + table.value_bytes);
      config.columns_max = packed_columns(config.hash_capacity);
    }
    add(table, config);
  }
}

/// \brief Adds dense, ranked and hash of one size.
inline void add_team_kinds(AccumulatorTable& table, const AccumulatorSwitches& allowed, int size_class, int team_size,
                           std::int64_t bytes, std::int64_t products_max) {
  AccumulatorConfig config;
  config.size_class = size_class;
  config.team_size = team_size;
  config.row_bytes = bytes;
  config.products_max = products_max;
  if (allowed.dense) {
    if (table.value_bytes > 0 && bytes >= smallest_window_bytes(table.value_bytes)) {
      config.kind = AccumulatorKind::dense;
      config.columns_max = window_columns(bytes, table.value_bytes);
      add(table, config);
    }
    config.kind = AccumulatorKind::ranked;
    add(table, config);
  }
  if (allowed.hash) {
    config.kind = AccumulatorKind::hash;
    config.hash_capacity = odd_slots(bytes - team_counter_bytes, hash_slot_bytes(table.value_bytes, true));
    add(table, config);
  }
}

}  // namespace accumulator_table

/// \brief Builds the table from what the device offers.
/// \param scratch_limit_bytes scratch of the largest team, 0 for all of it; smaller teams get their share
/// \param value_bytes size of a value of C, 0 for a count pass
/// \param total_products of all rows: how many a thread may take without delaying the end
/// \param estimating the sizes are estimates that carry their expansion
/// Source: [LG26] section 4.3
inline AccumulatorTable make_accumulator_table(const TeamLimits& limits, const AccumulatorSwitches& allowed,
                                               std::size_t scratch_limit_bytes, int value_bytes, bool estimating,
                                               count_type total_products, const AccumulatorTuning& tuning = {}) {
  using namespace accumulator_table;
  AccumulatorTable table;
  const std::int64_t products_per_thread =
      std::clamp(total_products / (limits.num_units * tuning.busy_threads_per_unit), tuning.products_per_thread_min,
                 tuning.products_per_thread_max);
  table.value_bytes = value_bytes;
  table.bitmap_words_per_product = tuning.bitmap_words_per_product;
  table.window_columns_per_product = tuning.window_columns_per_product;
  // Estimated slots carry their expansion already; exact ones and upper bounds get the table's.
  table.hash_expansion = estimating ? 1.0 : tuning.hash_expansion;
  std::int64_t bytes_max = static_cast<std::int64_t>(limits.scratch_bytes_max);
  if (scratch_limit_bytes > 0) bytes_max = std::min(bytes_max, static_cast<std::int64_t>(scratch_limit_bytes));
  bytes_max = std::max(bytes_max, smallest_window_bytes(value_bytes));  // or nothing would take a long row

  add(table, AccumulatorConfig{});
  if (allowed.esc) add_esc(table, limits);
  constexpr std::int64_t any_products = std::numeric_limits<std::int64_t>::max();
  if (allowed.multi_row && allowed.dense)
    add_multi_row(table, AccumulatorKind::multi_row, limits, bytes_max, products_per_thread);
  if (allowed.multi_row && allowed.hash)
    add_multi_row(table, AccumulatorKind::multi_hash, limits, bytes_max, products_per_thread);
  const double unit_bytes = tuning.scratch_share * static_cast<double>(limits.scratch_bytes_unit);
  std::int64_t largest = 0;
  for (int size_class = 0; size_class < num_size_classes; ++size_class) {
    const int nominal_size = largest_team_size >> (num_size_classes - 1 - size_class);
    const int team_size = std::min(nominal_size, limits.team_size_max);
    const int shrink = 1 << (num_size_classes - 1 - size_class);
    const double resident = static_cast<double>(
        std::max<std::int64_t>(
            1, std::min<std::int64_t>(limits.threads_unit, tuning.resident_threads) / largest_team_size) *
        shrink);
    const std::int64_t bytes = std::min(bytes_max / (scratch_limit_bytes > 0 ? shrink : 1),
                                        static_cast<std::int64_t>(unit_bytes / resident) - tuning.reserved_bytes) /
                               16 * 16;
    if (bytes < 2 * team_counter_bytes) continue;
    add_team_kinds(table, allowed, size_class, team_size, bytes,
                   size_class + 1 < num_size_classes ? nominal_size * products_per_thread : any_products);
    largest = bytes;
  }
  const int team_size = std::min(largest_team_size, limits.team_size_max);
  bytes_max = bytes_max / 16 * 16;
  if (static_cast<double>(bytes_max) > tuning.whole_scratch_gain * static_cast<double>(largest) && allowed.dense) {
    AccumulatorSwitches dense_only = allowed;
    dense_only.hash = false;
    add_team_kinds(table, dense_only, num_size_classes, team_size, bytes_max, any_products);
  }
  if (allowed.hybrid_hash && value_bytes > 0) {
    AccumulatorConfig config;
    config.kind = AccumulatorKind::hybrid_hash;
    config.team_size = team_size;
    config.row_bytes = std::max(largest, 2 * team_counter_bytes);
    config.products_max = any_products;
    config.hash_capacity = odd_slots(config.row_bytes - team_counter_bytes, hash_slot_bytes(value_bytes, false));
    add(table, config);
  }
  if (allowed.hybrid_hash && allowed.dense && value_bytes > 0) {
    AccumulatorConfig config;
    config.kind = AccumulatorKind::hybrid_ranked;
    config.team_size = team_size;
    config.row_bytes = bytes_max;
    add(table, config);
  }
  AccumulatorConfig windows;
  windows.kind = AccumulatorKind::windows;
  windows.team_size = team_size;
  windows.row_bytes = bytes_max;
  windows.columns_max = value_bytes > 0 ? window_columns(bytes_max, value_bytes)
                                        : (bytes_max - team_counter_bytes) / 4 * bitmap_word_columns;
  add(table, windows);
  return table;
}

}  // namespace Ocean::Impl

#endif
