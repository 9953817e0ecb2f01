#ifndef OCEAN_TUNING_MAKE_ACCUMULATOR_TABLE_HPP
#define OCEAN_TUNING_MAKE_ACCUMULATOR_TABLE_HPP
/// \file
/// \brief Makes the list of accumulator configurations from device limits.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../backend/team_launch.hpp"
#include "accumulator_table.hpp"
#include "supernode_tuning.hpp"

namespace Ocean::Impl {

/// \brief The facts about the product that the table depends on.
struct TableFacts {
  count_type total_products = 0;  ///< of all rows: limits how many a thread may take without delaying the end
  double mean_b_row = 0.0;        ///< entries of the rows of B that A's entries select
  double slots_per_entry = 1.0;   ///< of upper bounds, as sampled: slots per entry of C
  double compression = 1.0;       ///< products per entry of C, as sampled
  bool counts_words = true;       ///< a count pass has tables of words, not of columns
  bool b_rows_sorted = true;      ///< rows of B strictly increase
  double words_per_entry = 1.0;   ///< of the rows in these, at most
  double pages_per_entry = 1.0;   ///< of the rows that are counted in pages, at most
  bool lists_words = false;       ///< a count pass reads words of B and lists those of bitmaps
};

namespace accumulator_table {

/// \brief Products of a row for each thread of what shares it; more products go to more threads.
struct ProductsPerThread {
  std::int64_t team, next_to_largest_team, group;
};

/// \brief What keeps all threads busy to the end of a product of \p total_products.
inline ProductsPerThread choose_products_per_thread(std::int64_t total_products, bool is_count,
                                                    const TeamLimits& limits, const AccumulatorTuning& tuning) {
  const std::int64_t share = total_products / (limits.num_units * tuning.busy_threads_per_unit);
  const auto part = [&](double of_share) { return static_cast<std::int64_t>(of_share * static_cast<double>(share)); };
  const std::int64_t team = std::clamp(share, tuning.products_per_thread_min, tuning.products_per_thread_max);
  const std::int64_t group = is_count ? 0 : std::min(part(tuning.group_share), tuning.group_products_per_thread_max);
  return {team, std::max(team, part(tuning.next_to_largest_share)), std::max(team, group)};
}

inline constexpr std::int64_t any_products = std::numeric_limits<std::int64_t>::max();
/// Products of a row in parts: what they need of a row of B is counted in a word.
inline constexpr std::int64_t parted_products_max = std::numeric_limits<std::uint32_t>::max();

/// \brief Slots of the largest hash table that fits in \p bytes, a multiple of bucket_slots; 0 if none fits.
inline std::int64_t hash_slots_in(std::int64_t bytes, std::int64_t slot_bytes) {
  return bytes < 0 ? 0 : bytes / slot_bytes / bucket_slots * bucket_slots;
}

/// \brief Adds \p config behind the others. \throws std::length_error if there are max_configs of them
inline void add(AccumulatorTable& table, const AccumulatorConfig& config) {
  if (table.num_configs == max_configs)
    throw std::length_error("Ocean: no room for " + config.name() + " in a table of " + std::to_string(max_configs) +
                            " accumulator configurations");
  const int place = table.num_configs++;
  table.config[place] = config;
  table.next_larger[place] = AccumulatorTable::none_larger;
  for (int before = place - 1; before >= 0; --before) {
    if (table.next_larger[before] != AccumulatorTable::none_larger) continue;
    if (config.products_max <= table.config[before].products_max)
      break;  // those before it that still have none take as many
    table.next_larger[before] = static_cast<std::uint8_t>(place);
  }
}

/// \brief Columns whose index fits in a 32-bit word together with the number of one of \p slots slots.
inline std::int64_t packed_columns(std::int64_t slots) {
  std::int64_t columns = std::int64_t(1) << 32;
  for (std::int64_t rest = slots - 1; rest > 0; rest /= 2) columns /= 2;
  return columns;
}

/// \brief The configuration of an esc shape.
inline AccumulatorConfig esc_config(int size_class, const TeamLimits& limits) {
  AccumulatorConfig config;
  config.kind = AccumulatorKind::esc;
  config.size_class = size_class;
  const EscShape& shape = esc_shapes[size_class];
  config.team_size = std::min(shape.team_size(), limits.team_size_max);
  config.group_width = shape.width;
  config.products_max = shape.products_max();
  config.columns_max = packed_columns(config.products_max);
  return config;
}

/// \brief Adds teams for the rows of supernodes, in all their scratch sizes.
inline void add_supernode(AccumulatorTable& table, const TeamLimits& limits, std::int64_t bytes_max, double mean_b_row,
                          const AccumulatorTuning& tuning) {
  AccumulatorConfig config;
  config.kind = AccumulatorKind::supernode;
  const auto add_size = [&](std::int64_t bytes) {
    config.row_bytes = bytes;
    config.team_size = choose_supernode_team_size(limits, mean_b_row, static_cast<std::size_t>(bytes));
    config.products_max = config.team_size * tuning.supernode_products_per_thread;
    add(table, config);
    ++config.size_class;
  };
  for (const std::int64_t bytes : supernode_bytes)
    if (bytes < bytes_max) add_size(bytes);
  add_size(bytes_max);
}

/// \brief One of the kinds whose rows share a team, in all its sizes.
template <std::size_t NumSizes>
void list_multi_row(AccumulatorKind kind, const std::int64_t (&sizes)[NumSizes], const TeamLimits& limits,
                    std::int64_t bytes_max, std::int64_t products_per_thread, int value_bytes,
                    std::vector<AccumulatorConfig>& configs) {
  AccumulatorConfig config;
  config.kind = kind;
  config.team_size = std::min(multi_row_team_size, limits.team_size_max);
  config.group_width = multi_row_group_width;
  for (const std::int64_t row_bytes : sizes) {
    config.row_bytes = row_bytes;
    if (row_bytes * config.rows_per_team() > bytes_max) break;
    config.products_max = multi_row_group_width * products_per_thread;
    if (kind == AccumulatorKind::multi_hash) {
      config.hash_capacity = hash_slots_in(row_bytes - team_counter_bytes, hash_key_bytes + value_bytes);
      config.columns_max = packed_columns(config.hash_capacity);
    }
    if (kind == AccumulatorKind::multi_words) {
      config.columns_max = hashed_span_end;
      if (value_bytes == 0) {
        config.hash_capacity = hash_slots_in(row_bytes - team_counter_bytes, counted_word_slot_bytes);
        config.columns_max =
            std::min(hashed_span_end, (packed_columns(config.hash_capacity) - 1) * bitmap_word_columns);
      }
    }
    configs.push_back(config);
    ++config.size_class;
  }
}

/// \brief Speed of rows that share a team, relative to that of bitmaps with as many teams as registers allow.
inline double multi_row_speed(const AccumulatorConfig& config, bool is_count, const TeamLimits& limits,
                              const AccumulatorTuning& tuning) {
  const std::int64_t team_bytes = config.row_bytes * config.rows_per_team() + tuning.reserved_bytes;
  const std::int64_t teams = std::min<std::int64_t>(multi_row_teams_per_unit,
                                                    static_cast<std::int64_t>(limits.scratch_bytes_unit) / team_bytes);
  const double share = static_cast<double>(teams) / multi_row_teams_per_unit;
  switch (config.kind) {
    case AccumulatorKind::esc: return is_count ? tuning.counted_sorted_speed : tuning.sorted_speed;
    case AccumulatorKind::multi_hash: return tuning.multi_hash_speed * share;
    case AccumulatorKind::multi_words:
      return (is_count ? tuning.counted_words_speed : tuning.multi_words_speed) * share;
    case AccumulatorKind::multi_pages: return tuning.counted_pages_speed * share;
    default: return share;
  }
}

/// \brief Adds the kinds whose rows share a team, fast sizes before slow ones, so that a row whose bitmap would limit
/// occupancy to a few teams goes to a hash table that allows more, or is sorted.
inline void add_multi_rows(AccumulatorTable& table, const AccumulatorSwitches& allowed, const TeamLimits& limits,
                           std::int64_t bytes_max, std::int64_t products_per_thread, const TableFacts& facts,
                           const AccumulatorTuning& tuning) {
  const bool is_count = table.value_bytes == 0;
  const bool is_sorted = is_allowed(AccumulatorKind::esc, allowed) &&
                         facts.compression <= tuning.sorted_compression_max && !(is_count && facts.lists_words);
  const bool has_words = is_allowed(AccumulatorKind::multi_words, allowed) && (facts.counts_words || !is_count);
  std::vector<AccumulatorConfig> configs;
  configs.reserve(max_configs);
  if (is_allowed(AccumulatorKind::multi_row, allowed))
    list_multi_row(AccumulatorKind::multi_row, multi_row_bytes, limits, bytes_max, products_per_thread,
                   table.value_bytes, configs);
  if (has_words)
    list_multi_row(AccumulatorKind::multi_words, multi_words_bytes, limits, bytes_max, products_per_thread,
                   table.value_bytes, configs);
  if (facts.counts_words && is_count && is_allowed(AccumulatorKind::multi_pages, allowed))
    list_multi_row(AccumulatorKind::multi_pages, multi_pages_bytes, limits, bytes_max, products_per_thread, 0, configs);
  if (is_allowed(AccumulatorKind::multi_hash, allowed) && !(is_count && has_words))
    list_multi_row(AccumulatorKind::multi_hash, multi_hash_bytes, limits, bytes_max, products_per_thread,
                   table.value_bytes, configs);
  const int num_sorted_shapes = is_count ? num_counted_esc_shapes : num_esc_shapes;
  for (int size_class = num_short_esc_shapes; is_sorted && size_class < num_sorted_shapes; ++size_class) {
    AccumulatorConfig config = esc_config(size_class, limits);
    config.row_bytes = static_cast<std::int64_t>(esc_shapes[size_class].row_bytes(table.value_bytes));
    if (config.row_bytes * config.rows_per_team() > bytes_max) break;
    configs.push_back(config);
  }
  std::vector<std::pair<double, std::size_t>> order;  // slowness, place in the list
  order.reserve(configs.size());
  for (const AccumulatorConfig& config : configs)
    order.emplace_back(-multi_row_speed(config, is_count, limits, tuning), order.size());
  std::sort(order.begin(), order.end());
  for (const auto& [slowness, place] : order) add(table, configs[place]);
}

/// \brief The sizes of teams that own a row; everything but the kind is set.
struct TeamSizes {
  AccumulatorConfig size[num_size_classes + 1];  ///< the last, if present, has all the scratch of a team
  int num_sizes = 0;
  std::int64_t shared_bytes_max = 0;  ///< scratch of the largest team that shares its processor
};

inline TeamSizes make_team_sizes(const TeamLimits& limits, bool has_limit, std::int64_t bytes_max,
                                 const ProductsPerThread& products_per_thread, const AccumulatorTuning& tuning) {
  TeamSizes sizes;
  AccumulatorConfig config;
  const double unit_bytes = tuning.scratch_share * static_cast<double>(limits.scratch_bytes_unit);
  for (config.size_class = 0; config.size_class < num_size_classes; ++config.size_class) {
    const int shrink = 1 << (num_size_classes - 1 - config.size_class);
    const int nominal_size = largest_team_size / shrink;
    const double resident = static_cast<double>(
        std::max<std::int64_t>(
            1, std::min<std::int64_t>(limits.threads_unit, tuning.resident_threads) / largest_team_size) *
        shrink);
    config.team_size = std::min(nominal_size, limits.team_size_max);
    config.row_bytes = std::min(bytes_max / (has_limit ? shrink : 1),
                                static_cast<std::int64_t>(unit_bytes / resident) - tuning.reserved_bytes) /
                       16 * 16;
    config.products_max = nominal_size == largest_team_size ? any_products
                          : nominal_size == largest_team_size / 2
                              ? nominal_size * products_per_thread.next_to_largest_team
                              : nominal_size * products_per_thread.team;
    if (config.row_bytes < 2 * team_counter_bytes) continue;
    sizes.size[sizes.num_sizes++] = config;
    sizes.shared_bytes_max = config.row_bytes;
  }
  if (static_cast<double>(bytes_max) > tuning.whole_scratch_gain * static_cast<double>(sizes.shared_bytes_max)) {
    config.team_size = std::min(largest_team_size, limits.team_size_max);
    config.row_bytes = bytes_max;
    config.products_max = any_products;
    sizes.size[sizes.num_sizes++] = config;
  }
  return sizes;
}

/// \brief Adds dense, ranked and hash in all team sizes; no hash where a team has all scratch.
inline void add_team_kinds(AccumulatorTable& table, const AccumulatorSwitches& allowed, const TeamSizes& sizes) {
  for (int size = 0; size < sizes.num_sizes; ++size) {
    AccumulatorConfig config = sizes.size[size];
    if (is_allowed(AccumulatorKind::dense, allowed) && table.value_bytes > 0 &&
        config.row_bytes >= smallest_window_bytes(table.value_bytes)) {
      config.kind = AccumulatorKind::dense;
      config.columns_max = window_columns(config.row_bytes, table.value_bytes);
      add(table, config);
    }
    if (is_allowed(AccumulatorKind::ranked, allowed)) {
      config.kind = AccumulatorKind::ranked;
      add(table, config);
    }
    if (is_allowed(AccumulatorKind::hash, allowed) && config.size_class < num_size_classes) {
      config.kind = AccumulatorKind::hash;
      config.hash_capacity =
          hash_slots_in(config.row_bytes - team_counter_bytes, hash_slot_bytes(table.value_bytes, true));
      add(table, config);
    }
  }
}

/// \brief Adds rows in parts: in one window where values are added up, and in several if rows of B increase.
inline void add_parted(AccumulatorTable& table, int team_size, std::int64_t bytes_max, bool b_rows_sorted) {
  AccumulatorConfig config;
  config.kind = AccumulatorKind::parted_ranked;
  config.team_size = team_size;
  config.row_bytes = bytes_max;
  config.products_max = parted_products_max;
  config.columns_max = parted_columns_max(bytes_max, table.value_bytes > 0);
  if (config.columns_max <= 0) return;
  if (table.value_bytes > 0) add(table, config);
  config.size_class = 1;
  if (b_rows_sorted) add(table, config);
}

/// \brief Adds the kinds for rows that do not fit in scratch; the last of them takes any row.
inline void add_kinds_beyond_scratch(AccumulatorTable& table, const AccumulatorSwitches& allowed, int team_size,
                                     const TeamSizes& sizes, std::int64_t bytes_max, const TableFacts& facts) {
  constexpr int middle_size = num_size_classes / 2;
  const bool with_values = table.value_bytes > 0;
  if (is_allowed(AccumulatorKind::parted_ranked, allowed)) add_parted(table, team_size, bytes_max, facts.b_rows_sorted);
  if (is_allowed(AccumulatorKind::hybrid_hash, allowed) && with_values) {
    AccumulatorConfig config;
    config.kind = AccumulatorKind::hybrid_hash;
    config.team_size = team_size;
    config.row_bytes = std::max(sizes.shared_bytes_max, 2 * team_counter_bytes);
    config.products_max = any_products;
    config.hash_capacity =
        hash_slots_in(config.row_bytes - team_counter_bytes, hash_slot_bytes(table.value_bytes, false));
    add(table, config);
  }
  if (is_allowed(AccumulatorKind::hybrid_ranked, allowed) && with_values) {
    table.adds_in_output = table.num_configs;
    AccumulatorConfig config = sizes.size[std::min(middle_size, sizes.num_sizes - 1)];
    config.kind = AccumulatorKind::hybrid_ranked;
    config.size_class = 0;
    add(table, config);
    config.size_class = 1;
    config.team_size = team_size;
    config.row_bytes = bytes_max;
    config.products_max = any_products;
    add(table, config);
    table.num_adding_in_output = 2;
  }
  if (is_allowed(AccumulatorKind::split_ranked, allowed)) {
    AccumulatorConfig config;
    config.kind = AccumulatorKind::split_ranked;
    config.team_size = team_size;
    config.row_bytes =
        std::min(bytes_max, team_counter_bytes + split_own_words_max * std::int64_t{sizeof(std::uint32_t)});
    config.products_max = any_products;
    config.columns_max = (split_words_max - 1) * bitmap_word_columns;
    table.split = table.num_configs;
    add(table, config);
  }
  AccumulatorConfig windows;
  windows.kind = AccumulatorKind::windows;
  windows.team_size = team_size;
  windows.row_bytes = bytes_max;
  windows.products_max = any_products;
  windows.columns_max = with_values ? window_columns(bytes_max, table.value_bytes)
                                    : (bytes_max - team_counter_bytes) / 4 * bitmap_word_columns;
  add(table, windows);
}

}  // namespace accumulator_table

/// \brief The table of a product all of whose rows are merged by single threads.
/// \param size_class of merge_shapes
inline AccumulatorTable make_merge_table(const TeamLimits& limits, int size_class) {
  AccumulatorConfig config;
  config.kind = AccumulatorKind::merge;
  config.size_class = size_class;
  config.team_size = std::min(merge_team_size, limits.team_size_max);
  config.group_width = 1;
  config.products_max = merge_shapes[size_class].products_max;
  AccumulatorTable table;
  accumulator_table::add(table, config);
  return table;
}

/// \brief Builds the table from what the device offers.
/// \param scratch_limit_bytes scratch of the largest team, 0 for all that is available; smaller teams get their share
/// \param value_bytes size of a value of C, 0 for a count pass
/// \param estimating the sizes are estimates that already include their expansion
/// Source: [LG26] section 4.3
inline AccumulatorTable make_accumulator_table(const TeamLimits& limits, const AccumulatorSwitches& allowed,
                                               std::size_t scratch_limit_bytes, int value_bytes, bool estimating,
                                               const TableFacts& facts,
                                               const AccumulatorTuning& tuning = accumulator_tuning_default) {
  using namespace accumulator_table;
  AccumulatorTable table;
  const ProductsPerThread products_per_thread =
      choose_products_per_thread(facts.total_products, value_bytes == 0, limits, tuning);
  table.value_bytes = value_bytes;
  table.supernode_walk_bytes = static_cast<count_type>(supernode_scratch_bytes(static_cast<std::size_t>(value_bytes)));
  table.words_per_entry = facts.words_per_entry;
  table.pages_per_entry = facts.pages_per_entry;
  table.lists_words = facts.lists_words;
  table.parts_max = facts.b_rows_sorted ? parts_max_of_sorted : parts_max_of_unsorted;
  table.bitmap_words_per_product = tuning.bitmap_words_per_product;
  table.span_pages_per_product = tuning.span_pages_per_product;
  table.split_products = std::max(
      tuning.split_products_min,
      static_cast<std::int64_t>(tuning.split_share * static_cast<double>(facts.total_products) / limits.num_units));
  table.sorted_team_words_per_product = tuning.sorted_team_words_per_product;
  table.window_columns_per_product = tuning.window_columns_per_product;
  // Estimated slots already include their expansion; exact ones get the table's, upper bounds the remaining part of it.
  table.hash_expansion =
      estimating ? 1.0 : std::max(tuning.hash_expansion_min, tuning.hash_expansion / facts.slots_per_entry);
  table.spacious_hash_expansion =
      estimating && value_bytes > 0 ? tuning.estimated_hash_expansion : table.hash_expansion;
  std::int64_t bytes_max = static_cast<std::int64_t>(limits.scratch_bytes_max);
  if (scratch_limit_bytes > 0) bytes_max = std::min(bytes_max, static_cast<std::int64_t>(scratch_limit_bytes));
  bytes_max = std::max(bytes_max, smallest_window_bytes(value_bytes));  // else nothing would take a long row
  const TeamSizes sizes =
      make_team_sizes(limits, scratch_limit_bytes > 0, bytes_max / 16 * 16, products_per_thread, tuning);

  add(table, AccumulatorConfig{});
  AccumulatorConfig follower;
  follower.kind = AccumulatorKind::follower;
  add(table, follower);
  for (int size_class = 0; is_allowed(AccumulatorKind::esc, allowed) && size_class < num_short_esc_shapes; ++size_class)
    add(table, esc_config(size_class, limits));  // whatever the limit: their bins serve two passes
  if (is_allowed(AccumulatorKind::supernode, allowed))
    add_supernode(table, limits, bytes_max / 16 * 16, facts.mean_b_row, tuning);
  add_multi_rows(table, allowed, limits, bytes_max, products_per_thread.group, facts, tuning);
  add_team_kinds(table, allowed, sizes);
  add_kinds_beyond_scratch(table, allowed, std::min(largest_team_size, limits.team_size_max), sizes,
                           bytes_max / 16 * 16, facts);
  return table;
}

}  // namespace Ocean::Impl

#endif
