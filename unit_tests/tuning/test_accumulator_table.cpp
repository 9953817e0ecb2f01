// backends: Serial
/// \file
/// \brief The table of accumulators from several devices and switches, and which rows it sends where.

#include "ocean/tuning/make_accumulator_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "device_limits.hpp"
#include "support/random_numbers.hpp"

namespace {

using Ocean::AccumulatorSwitches;
using Ocean::Impl::AccumulatorConfig;
using Ocean::Impl::AccumulatorKind;
using Ocean::Impl::AccumulatorTable;
using Ocean::Impl::count_type;
using Ocean::Impl::make_accumulator_table;
using Ocean::Impl::max_configs;
using Ocean::Impl::RowFacts;
using Ocean::Impl::supernode_bytes;
using Ocean::Impl::supernode_scratch_bytes;
using Ocean::Impl::TableFacts;
using Ocean::Impl::TeamLimits;
using Ocean::Testing::large_gpu;
using Ocean::Testing::make_limits;
using Ocean::Testing::RandomNumbers;

constexpr int double_bytes = 8;
/// Rows of B of 40 entries on the mean.
constexpr TableFacts some_facts{.total_products = 1000000, .mean_b_row = 40.0, .compression = 4.0};  // few are sorted

/// A small processor, a CPU core, and a space with next to no scratch.
TeamLimits small_gpu() { return make_limits(1024, 49152, 65536, 1536, 20); }
TeamLimits cpu() { return make_limits(2, 524288, 524288, 2, 8); }
TeamLimits tiny() { return make_limits(1, 1024, 1024, 1, 1); }
std::vector<TeamLimits> all_limits() { return {large_gpu(), small_gpu(), cpu(), tiny()}; }

/// The ablation switches of the paper, V1 to V4: V1 and V2 differ in the workflow only.
AccumulatorSwitches v1() { return {.hybrid_hash = false, .esc = false, .assisted = false, .supernodes = false}; }
AccumulatorSwitches v3() { return {.hybrid_hash = false, .esc = false, .supernodes = false}; }
AccumulatorSwitches v4() { return {}; }
std::vector<AccumulatorSwitches> all_switches() {
  std::vector<AccumulatorSwitches> all;
  for (int bits = 0; bits < 128; ++bits)
    all.push_back({.hash = (bits & 1) != 0,
                   .hybrid_hash = (bits & 2) != 0,
                   .dense = (bits & 4) != 0,
                   .ranked = (bits & 8) != 0,
                   .esc = (bits & 16) != 0,
                   .multi_row = (bits & 32) != 0,
                   .supernodes = (bits & 64) != 0});
  return all;
}

std::set<std::string> kinds_of(const AccumulatorTable& table) {
  std::set<std::string> kinds;
  for (int config = 0; config < table.num_configs; ++config) kinds.insert(to_string(table.config[config].kind));
  return kinds;
}
using kind_set = std::set<std::string>;

/// Calls body(table, limits, scratch_limit_bytes, switches) for every combination that there is.
template <class Body>
void for_each_table(const Body& body) {
  for (const TeamLimits& limits : all_limits())
    for (const AccumulatorSwitches& switches : all_switches())
      for (const std::size_t scratch_limit_bytes : {0, 1024, 2048, 20000})
        for (const int value_bytes : {0, 4, 16})
          body(make_accumulator_table(limits, switches, scratch_limit_bytes, value_bytes, false, some_facts), limits,
               scratch_limit_bytes, switches);
}

TEST(AccumulatorTable, TheLastConfigurationTakesEveryRowAndTheFirstTheEmptyOnes) {
  for_each_table([](const AccumulatorTable& table, const TeamLimits&, std::size_t, const AccumulatorSwitches&) {
    ASSERT_GE(table.num_configs, 2);
    ASSERT_LE(table.num_configs, max_configs);
    EXPECT_EQ(table.config[AccumulatorTable::none].kind, AccumulatorKind::none);
    EXPECT_EQ(table.config[AccumulatorTable::follower].kind, AccumulatorKind::follower);
    EXPECT_EQ(table.choose({0, 0, 0}), 0);
    const AccumulatorConfig& last = table.config[table.num_configs - 1];
    EXPECT_EQ(last.kind, AccumulatorKind::windows);
    EXPECT_GE(last.columns_max, 1);
    EXPECT_TRUE(table.fits(last, {count_type(1) << 50, count_type(1) << 45, count_type(1) << 45}));
    EXPECT_NE(table.choose({1, 1, 1}), 0);
  });
}

TEST(AccumulatorTable, NothingIsBeyondTheLimits) {
  for_each_table([](const AccumulatorTable& table, const TeamLimits& limits, std::size_t scratch_limit_bytes,
                    const AccumulatorSwitches&) {
    for (int index = AccumulatorTable::follower + 1; index < table.num_configs; ++index) {
      const AccumulatorConfig& config = table.config[index];
      SCOPED_TRACE(config.name());
      EXPECT_GE(config.team_size, 1);
      EXPECT_LE(config.team_size, limits.team_size_max);
      const auto team_bytes = static_cast<std::size_t>(config.row_bytes * config.rows_per_team());
      EXPECT_LE(team_bytes, limits.scratch_bytes_max);
      if (scratch_limit_bytes > 0) {
        EXPECT_LE(team_bytes, scratch_limit_bytes);
      }
      const bool is_window = config.kind == AccumulatorKind::dense || config.kind == AccumulatorKind::windows;
      if (is_window) {
        EXPECT_LE(Ocean::Impl::team_counter_bytes + config.columns_max / 32 * (32 * table.value_bytes + 4),
                  config.row_bytes);
      }
      if (config.hash_capacity > 0) {
        const bool numbers_slots = config.kind != AccumulatorKind::multi_hash;
        const bool holds_values = config.kind != AccumulatorKind::hybrid_hash;
        const std::int64_t slot_bytes = 4 + (numbers_slots ? 4 : 0) + (holds_values ? table.value_bytes : 0);
        EXPECT_LE(config.hash_capacity * (table.value_bytes > 0 ? slot_bytes : 4), config.row_bytes);
        EXPECT_EQ(config.hash_capacity % Ocean::Impl::bucket_slots, 0) << "a part of a bucket";
      }
      EXPECT_EQ(config.row_bytes % 16, 0) << "scratch that breaks the alignment of the next row";
    }
  });
}

TEST(AccumulatorTable, OnlyAllowedKindsAreThere) {
  for_each_table([](const AccumulatorTable& table, const TeamLimits& limits, std::size_t scratch_limit_bytes,
                    const AccumulatorSwitches& allowed) {
    const kind_set kinds = kinds_of(table);
    const bool with_values = table.value_bytes > 0;
    const std::size_t bytes_max =
        scratch_limit_bytes > 0 ? std::min(scratch_limit_bytes, limits.scratch_bytes_max) : limits.scratch_bytes_max;
    const bool has_parts = Ocean::Impl::parted_columns_max(static_cast<count_type>(bytes_max), with_values) > 0;
    EXPECT_EQ(kinds.count("esc"), allowed.esc ? 1u : 0u);
    EXPECT_EQ(kinds.count("hybrid_hash"), allowed.hybrid_hash && with_values ? 1u : 0u);
    EXPECT_EQ(kinds.count("split_ranked"), allowed.hybrid_hash && allowed.ranked ? 1u : 0u);
    EXPECT_EQ(kinds.count("hybrid_ranked"), allowed.hybrid_hash && allowed.ranked && with_values ? 1u : 0u);
    const auto count = [&](const char* kind) { return static_cast<int>(kinds.count(kind)); };
    EXPECT_LE(count("hash") + count("multi_hash") + count("multi_words"), allowed.hash ? 3 : 0);
    EXPECT_LE(count("dense"), allowed.dense && with_values ? 1 : 0) << "a count pass has no values";
    EXPECT_LE(count("ranked") + count("multi_row") + count("multi_pages"), allowed.ranked ? 3 - with_values : 0);
    EXPECT_EQ(count("parted_ranked"), allowed.ranked && has_parts ? 1 : 0);
    EXPECT_LE(count("multi_row") + count("multi_hash") + count("multi_words"), allowed.multi_row ? 3 : 0);
    EXPECT_EQ(count("supernode"), allowed.supernodes && allowed.ranked ? 1 : 0);
  });
}

TEST(AccumulatorTable, AblationVersions) {
  const auto kinds = [](const AccumulatorSwitches& switches, int value_bytes) {
    return kinds_of(make_accumulator_table(large_gpu(), switches, 0, value_bytes, false, some_facts));
  };
  const kind_set without_new = {"empty", "follower", "multi_row", "multi_hash",    "multi_words",
                                "dense", "ranked",   "hash",      "parted_ranked", "windows"};
  EXPECT_EQ(kinds(v1(), double_bytes), without_new);
  EXPECT_EQ(kinds(v3(), double_bytes), without_new) << "assisted changes sizes, not kinds";
  kind_set everything = without_new;
  everything.insert({"esc", "hybrid_hash", "hybrid_ranked", "split_ranked", "supernode"});
  EXPECT_EQ(kinds(v4(), double_bytes), everything);
  EXPECT_EQ(kinds(v1(), 0), (kind_set{"empty", "follower", "multi_row", "multi_words", "multi_pages", "ranked", "hash",
                                      "parted_ranked", "windows"}));
  TableFacts columns = some_facts;
  columns.counts_words = false;
  EXPECT_EQ(kinds_of(make_accumulator_table(large_gpu(), v1(), 0, 0, false, columns)),
            (kind_set{"empty", "follower", "multi_row", "multi_hash", "ranked", "hash", "parted_ranked", "windows"}));
  EXPECT_EQ(kinds({.hash = false, .hybrid_hash = false, .dense = false, .ranked = false, .esc = false}, double_bytes),
            (kind_set{"empty", "follower", "windows"}));
}

TEST(AccumulatorTable, LargeProcessorByHand) {
  const AccumulatorTable table = make_accumulator_table(large_gpu(), v4(), 0, double_bytes, false, some_facts);
  std::vector<std::string> names;
  for (int config = 0; config < table.num_configs; ++config) names.push_back(table.config[config].name());
  std::vector<std::string> expected = {"empty", "follower", "esc_0", "esc_1", "esc_2", "esc_3"};
  for (std::size_t size_class = 0; size_class <= std::size(supernode_bytes); ++size_class)
    expected.push_back("supernode_" + std::to_string(size_class));
  // Teams of four rows and 1024 bytes share 233472: 9 (as registers allow), 9, 9, 9, 8, 7, 5 and 3 of bitmaps; 9, 9, 9
  // and 6 of directories of words, which count 0.90 each; 9, 9, 9, 8 and 6 of hash tables, which count 0.80.
  for (const char* const name :
       {"multi_row_0", "multi_row_1", "multi_row_2", "multi_row_3", "multi_words_0", "multi_words_1", "multi_words_2",
        "multi_row_4", "multi_hash_0", "multi_hash_1", "multi_hash_2", "multi_row_5", "multi_hash_3", "multi_words_3",
        "multi_row_6", "multi_hash_4", "multi_row_7"})
    expected.push_back(name);
  for (const char* const name :
       {"dense_0",         "ranked_0",        "hash_0",         "dense_1",         "ranked_1",        "hash_1",
        "dense_2",         "ranked_2",        "hash_2",         "dense_3",         "ranked_3",        "hash_3",
        "dense_4",         "ranked_4",        "hash_4",         "parted_ranked_0", "parted_ranked_1", "hybrid_hash_0",
        "hybrid_ranked_0", "hybrid_ranked_1", "split_ranked_0", "windows"})
    expected.push_back(name);
  EXPECT_EQ(names, expected);
  // 0.95 * 233472 = 221798 bytes among 16, 8, 4, 2 and 1 teams less 1024 each, in steps of 16; then all of a team's.
  const std::vector<std::int64_t> bytes = {12832, 26688, 54416, 109872, 220768, 230400};
  const std::vector<int> threads = {64, 128, 256, 512, 1024, 1024};
  for (int config = 0; config < table.num_configs; ++config) {
    if (table.config[config].kind != AccumulatorKind::ranked) continue;
    const auto size_class = static_cast<std::size_t>(table.config[config].size_class);
    EXPECT_EQ(table.config[config].row_bytes, bytes[size_class]);
    EXPECT_EQ(table.config[config].team_size, threads[size_class]);
  }
}

TEST(AccumulatorTable, AScratchLimitIsSharedOutAmongTheSizes) {
  const AccumulatorTable table = make_accumulator_table(large_gpu(), v4(), 32000, double_bytes, false, some_facts);
  std::vector<std::int64_t> bytes;
  for (int config = 0; config < table.num_configs; ++config)
    if (table.config[config].kind == AccumulatorKind::hash) bytes.push_back(table.config[config].row_bytes);
  EXPECT_EQ(bytes, (std::vector<std::int64_t>{2000, 4000, 8000, 16000, 32000}));
  EXPECT_EQ(table.config[table.num_configs - 1].row_bytes, 32000);
  const AccumulatorTable unlimited =
      make_accumulator_table(small_gpu(), v4(), 1000000, double_bytes, false, some_facts);
  EXPECT_EQ(unlimited.config[unlimited.num_configs - 1].row_bytes, 49152) << "no more than the device has";
}

TEST(AccumulatorTable, TheSmallestLimitLeavesOneWindow) {
  const AccumulatorTable table = make_accumulator_table(small_gpu(), v4(), 1, double_bytes, false, some_facts);
  const AccumulatorConfig& last = table.config[table.num_configs - 1];
  EXPECT_EQ(last.columns_max, 32);
  EXPECT_EQ(last.row_bytes, 336) << "64 for counters, 32 values, a word of the bitmap, rounded up to 16";
}

TEST(AccumulatorTable, ChooseTakesTheFirstThatFits) {
  RandomNumbers random(1);
  for (const TeamLimits& limits : all_limits())
    for (const bool estimating : {false, true}) {
      const AccumulatorTable table = make_accumulator_table(limits, v4(), 0, double_bytes, estimating, some_facts);
      EXPECT_EQ(table.hash_expansion, estimating ? 1.0 : 1.5);
      EXPECT_EQ(table.spacious_hash_expansion, estimating ? 2.0 : 1.5);
      for (int repetition = 0; repetition < 2000; ++repetition) {
        const count_type products = random.below(count_type(1) << (1 + random.below(30)));
        const count_type span = products == 0 ? 0 : 1 + random.below(count_type(1) << (1 + random.below(34)));
        const RowFacts row{products, std::min(products, span), span,
                           1 + static_cast<int>(random.below(Ocean::Impl::supernode_rows_max))};
        const int chosen = table.choose(row);
        if (table.preferred(row) >= 0) {
          ASSERT_EQ(chosen, table.preferred(row));
          continue;
        }
        ASSERT_TRUE(table.fits(table.config[chosen], row));
        for (int config = 0; config < chosen; ++config) ASSERT_FALSE(table.fits(table.config[config], row));
      }
    }
}

TEST(AccumulatorTable, RowsByHand) {
  const AccumulatorTable table = make_accumulator_table(large_gpu(), v4(), 0, double_bytes, false, some_facts);
  const auto name = [&](count_type products, count_type slots, count_type span) {
    return table.config[table.choose({products, slots, span})].name();
  };
  EXPECT_EQ(name(0, 0, 0), "empty");
  EXPECT_EQ(name(16, 16, 100000), "esc_0");
  EXPECT_EQ(name(17, 17, 100000), "esc_1");
  EXPECT_EQ(name(128, 128, 100000), "esc_3");
  EXPECT_EQ(name(129, 100, 1000), "multi_row_0")
      << "1000 columns have up to 33 words, and take 64 + 240 + 1200 bytes with 100 entries";
  EXPECT_EQ(name(1025, 1000, 1500), "dense_0") << "a group of 32 lanes takes at most 1024 products";
  EXPECT_EQ(name(1025, 1000, 2000), "ranked_0") << "a window of 12832 bytes has 1568 columns";
  EXPECT_EQ(name(1500, 1000, 100000), "hash_1") << "a bitmap of 100000 columns takes 18768 bytes";
  EXPECT_EQ(name(1000, 200, 24033), "multi_row_4") << "at most 752 words and 200 entries take 64 + 4512 + 2400 bytes";
  EXPECT_EQ(name(1000, 200, 24034), "multi_hash_1") << "beyond 6976, where 300 slots take 3600 and more teams fit";
  EXPECT_EQ(name(1000, 400, 15000), "multi_row_5") << "64 + 2832 + 4800 bytes; 600 slots do not fit 6000";
  EXPECT_EQ(name(1000, 600, 10000), "multi_row_6") << "64 + 1920 + 7200 bytes; 900 slots do not fit 8192";
  EXPECT_EQ(name(1000, 900, 10000), "multi_row_7") << "64 + 1920 + 10800 bytes";
  EXPECT_EQ(name(300, 300, 1000000), "multi_hash_2") << "450 slots of 12 bytes fit 6000, not 4096";
  EXPECT_EQ(name(450, 450, 1000000), "multi_hash_4") << "675 slots fit 8192, not 6976";
  EXPECT_EQ(name(450, 450, 1 << 22), "multi_hash_4") << "4194304 columns and 677 slots take 22 and 10 bits";
  EXPECT_EQ(name(450, 450, (1 << 22) + 1), "hash_0") << "and one column more 23 bits";
  EXPECT_EQ(name(2000, 2000, 10000000), "hash_2") << "3000 slots of 16 bytes fit 54416, not 26688";
  EXPECT_EQ(name(15000, 15000, 10000000), "hybrid_hash_0") << "22500 slots of 8 bytes fit 220768, of 16 do not";
  EXPECT_EQ(name(30000, 29000, 900000), "parted_ranked_0") << "the bitmap fits, and 10188 values beside it";
  // 0.9 * 230400 bytes less 8192 and 64 have room for 9955 quads of 20 bytes, less what pads them
  EXPECT_EQ(name(32768, 29000, 1272192), "parted_ranked_0");
  EXPECT_EQ(name(32768, 29000, 1272193), "parted_ranked_1") << "in windows";
  EXPECT_EQ(name(32767, 29000, 8388353), "windows") << "more than 8 words for each product";
  EXPECT_EQ(name(32769, 29000, 900000), "split_ranked_0") << "no row has more than 32768 for itself";
  EXPECT_EQ(name(1 << 20, 1 << 20, count_type(1) << 33), "windows");
}

TEST(AccumulatorTable, RanksOfSixteenBitsNumberSoManyEntries) {
  const auto limits = make_limits(1024, std::size_t(1) << 23, std::size_t(1) << 24, 2048, 132);
  for (const int value_bytes : {0, 4}) {
    const AccumulatorTable table = make_accumulator_table(limits, v4(), 0, value_bytes, false, some_facts);
    bool has_kind = false;
    for (int config = 0; config < table.num_configs; ++config) {
      const AccumulatorConfig& candidate = table.config[config];
      if (candidate.kind != AccumulatorKind::ranked || candidate.size_class < 4) continue;
      has_kind = true;
      EXPECT_TRUE(table.fits(candidate, {1 << 20, 65536, 1 << 20}));
      EXPECT_TRUE(table.fits(candidate, {1 << 20, 70000, 65536}));
      EXPECT_EQ(table.fits(candidate, {1 << 20, 65537, 1 << 20}), value_bytes == 0) << "a count has no ranks";
    }
    EXPECT_TRUE(has_kind);
  }
}

TEST(AccumulatorTable, EstimatedRowsHaveSpaciousHashTables) {
  const auto name = [](bool estimating, count_type products, count_type slots, count_type span) {
    const AccumulatorTable table = make_accumulator_table(large_gpu(), v4(), 0, double_bytes, estimating, some_facts);
    return table.config[table.choose({products, slots, span})].name();
  };
  EXPECT_EQ(name(false, 1000, 200, 1000000), "multi_hash_1") << "300 slots of 12 bytes fit 4096";
  EXPECT_EQ(name(true, 1000, 200, 1000000), "multi_hash_2") << "400 do not";
  EXPECT_EQ(name(true, 1000000, 10000, 300000000), "hash_4") << "the largest has 13793 slots and need not have 20000";
}

TEST(AccumulatorTable, UpperBoundsLeaveSlotsEmptyThemselves) {
  const auto expansion = [](double slots_per_entry, bool estimating = false) {
    return make_accumulator_table(large_gpu(), v4(), 0, double_bytes, estimating,
                                  {.total_products = 1000, .slots_per_entry = slots_per_entry})
        .hash_expansion;
  };
  EXPECT_EQ(expansion(1.0), 1.5);
  EXPECT_EQ(expansion(1.2), 1.5 / 1.2);
  EXPECT_EQ(expansion(2.0), 1.1) << "the least";
  EXPECT_EQ(expansion(2.0, true), 1.0) << "of an estimate";
}

/// \brief Name of the smallest supernode that has \p bytes behind what the walk takes for doubles.
std::string smallest_supernode(std::int64_t bytes) {
  bytes += static_cast<std::int64_t>(supernode_scratch_bytes(sizeof(double)));
  int size_class = 0;
  for (const std::int64_t step : supernode_bytes) size_class += step < bytes;
  return "supernode_" + std::to_string(size_class);
}

TEST(AccumulatorTable, RowsOfSupernodesByHand) {
  const AccumulatorTable table = make_accumulator_table(large_gpu(), v4(), 0, double_bytes, false, some_facts);
  const auto name = [&](count_type products, count_type slots, int num_rows, count_type span = 1000) {
    return table.config[table.choose({products, slots, span, num_rows})].name();
  };
  EXPECT_EQ(name(128, 100, 3), "esc_3");
  EXPECT_EQ(name(129, 100, 1), "multi_row_0");
  EXPECT_EQ(name(129, 100, 2), smallest_supernode(64 + 240 + 1600)) << "1000 columns and 200 values";
  EXPECT_EQ(name(129, 100, 3), smallest_supernode(64 + 240 + 2400));
  EXPECT_EQ(name(1000, 1000, 4), smallest_supernode(64 + 240 + 32000));
  EXPECT_EQ(name(129, 100, 2, 33024), smallest_supernode(64 + 6240 + 1600)) << "1040 words of the bitmap";
  EXPECT_EQ(name(129, 100, 2, 33025), "multi_hash_0") << "more than eight words of the bitmap for a product";
  EXPECT_EQ(name(30000, 1000, 1), "dense_4");
}

TEST(AccumulatorTable, SupernodesOfManyProductsNeedLargeTeams) {
  const AccumulatorTable table = make_accumulator_table(large_gpu(), v4(), 0, double_bytes, false, some_facts);
  int num_supernodes = 0;
  for (int config = 0; config < table.num_configs; ++config) {
    const AccumulatorConfig& supernode = table.config[config];
    if (supernode.kind != AccumulatorKind::supernode) continue;
    SCOPED_TRACE(supernode.name());
    const bool is_last = supernode.size_class == static_cast<int>(std::size(supernode_bytes));
    EXPECT_EQ(supernode.row_bytes, is_last ? 230400 : supernode_bytes[supernode.size_class]);
    EXPECT_EQ(supernode.rows_per_team(), 1);
    EXPECT_EQ(supernode.team_size,
              choose_supernode_team_size(large_gpu(), 40.0, static_cast<std::size_t>(supernode.row_bytes)));
    const std::int64_t most = supernode.team_size * Ocean::Impl::AccumulatorTuning{}.supernode_products_per_thread;
    EXPECT_EQ(supernode.products_max, most);
    const count_type slots = (supernode.row_bytes - table.supernode_walk_bytes - 64 - 240) / 16;
    if (slots < 1) continue;
    EXPECT_TRUE(table.fits(supernode, {most, slots, 1000, 2}));
    EXPECT_FALSE(table.fits(supernode, {most + 1, slots, 1000, 2}));
    EXPECT_FALSE(table.fits(supernode, {most, slots, 1000, 1})) << "a row by itself";
    if (slots < 1000) {
      EXPECT_FALSE(table.fits(supernode, {most, slots + 2, 1000, 2})) << "no room for the values";
    }
    ++num_supernodes;
  }
  EXPECT_GE(num_supernodes, 3);
}

TEST(AccumulatorTable, RowsOfBDecideTheTeamsOfSupernodes) {
  const auto smallest_team = [](double mean_b_row) {
    const AccumulatorTable table = make_accumulator_table(large_gpu(), v4(), 0, double_bytes, false,
                                                          {.total_products = 1000000, .mean_b_row = mean_b_row});
    for (const AccumulatorConfig& config : table.config)
      if (config.kind == AccumulatorKind::supernode) return config.team_size;
    return 0;
  };
  EXPECT_LT(smallest_team(20.0), smallest_team(100.0));
}

TEST(AccumulatorTable, ACountPassNeedsNoRoomForValues) {
  const AccumulatorTable table = make_accumulator_table(large_gpu(), v4(), 0, 0, false, some_facts);
  EXPECT_EQ(table.supernode_walk_bytes, static_cast<count_type>(supernode_scratch_bytes(0)));
  const AccumulatorConfig& smallest = table.config[table.choose({1000, 1000, 1000, 4})];
  EXPECT_EQ(smallest.name(), "supernode_0") << "1000 columns take up to 160 bytes beside the rows of B";
}

TEST(AccumulatorTable, EscTakesNoRowWhoseColumnsAndPlacesOverflowAWord) {
  const AccumulatorTable table = make_accumulator_table(large_gpu(), v4(), 0, double_bytes, false, some_facts);
  const AccumulatorConfig& smallest = table.config[AccumulatorTable::follower + 1];
  ASSERT_EQ(smallest.kind, AccumulatorKind::esc);
  EXPECT_TRUE(table.fits(smallest, {16, 16, (count_type(1) << 28) - 1}));
  EXPECT_FALSE(table.fits(smallest, {16, 16, count_type(1) << 28})) << "16 places take 4 of 32 bits";
}

TEST(AccumulatorTable, NamesAreUnique) {
  for_each_table([](const AccumulatorTable& table, const TeamLimits&, std::size_t, const AccumulatorSwitches&) {
    std::set<std::string> names;
    for (int config = 0; config < table.num_configs; ++config) names.insert(table.config[config].name());
    EXPECT_EQ(names.size(), static_cast<std::size_t>(table.num_configs));
  });
}

}  // namespace
