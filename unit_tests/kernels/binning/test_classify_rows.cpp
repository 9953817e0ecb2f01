/// \file
/// \brief Slots and configurations of C's rows on every team path against the rule and the table on the host.
// once: OpenMP

#include "ocean/kernels/binning/classify_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "ocean/results/found_columns.hpp"
#include "ocean/tuning/make_accumulator_table.hpp"
#include "support/checks.hpp"
#include "support/random_numbers.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::AccumulatorKind;
using Ocean::Impl::AccumulatorTable;
using Ocean::Impl::BinCounters;
using Ocean::Impl::ColumnRange;
using Ocean::Impl::count_type;
using Ocean::Impl::max_configs;
using Ocean::Impl::RowAnalysis;
using Ocean::Impl::SlotOrder;
using Ocean::Impl::SlotRule;
using Ocean::Impl::supernode_bytes;
using Ocean::Impl::supernode_rows_max;
using Ocean::Impl::surely_roomy_products;
using Ocean::Testing::for_each_launcher;
using Ocean::Testing::make_view;
using Ocean::Testing::RandomNumbers;
using Ocean::Testing::same_integers;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::test_view;
using Ocean::Testing::to_vector;

/// The most rows that a team takes.
constexpr Ocean::Impl::count_type binning_rows_per_team =
    Ocean::Impl::binning_team_size * Ocean::Impl::binning_rows_per_thread_max;

/// What the analysis and the prediction know of every row.
struct Rows {
  std::vector<count_type> products, spans, predicted;
  std::vector<std::uint8_t> continues;            ///< empty: there are no supernodes
  std::vector<count_type> entries_of_a = {};      ///< empty: none
  std::vector<Ocean::Impl::FoundRow> found = {};  ///< words that the counting pass has found; empty: none are kept
  std::size_t size() const { return products.size(); }
};

/// A large processor: every kind of accumulator is in the table.
AccumulatorTable make_table(int value_bytes = 8) {
  Ocean::Impl::TeamLimits limits;
  limits.team_size_max = 1024;
  limits.scratch_bytes_max = 100000;
  limits.scratch_bytes_unit = 200000;
  limits.threads_unit = 2048;
  limits.num_units = 100;
  return make_accumulator_table(limits, {}, 0, value_bytes, false, {.total_products = 1000000, .compression = 4.0});
}

struct Classified {
  std::vector<int> configs;
  std::vector<int> rows_at_once;
  std::vector<count_type> slots;
  BinCounters counters;
};

Classified classify(const Rows& rows, const AccumulatorTable& table, const SlotRule& rule, const auto& launcher) {
  std::vector<ColumnRange<int>> ranges;
  for (const count_type span : rows.spans) ranges.push_back(ColumnRange<int>{3, static_cast<int>(3 + span - 1)});
  const auto products = make_view(rows.products);
  const auto row_range = make_view(ranges);
  RowAnalysis<test_exec_space::memory_space, int> analysis;
  analysis.row_products = products;
  analysis.row_range = row_range;
  const auto configs = make_view(std::vector<std::uint8_t>(rows.size(), 0xAB));
  const auto slots = make_view(std::vector<count_type>(rows.size() + 1, -7));
  const auto counters = make_view({BinCounters{}});
  const auto predicted = rule.predicted_only ? make_view(rows.predicted) : test_view<count_type>();
  const auto rows_at_once = make_view(std::vector<std::uint8_t>(rows.size(), 0xAB));
  const auto continues = make_view(rows.continues);
  if (!rows.continues.empty()) analysis.continues_supernode = continues;
  std::vector<int> row_map_a(rows.size() + 1, 0);
  for (std::size_t row = 0; row < rows.size(); ++row)
    row_map_a[row + 1] = row_map_a[row] + (rows.entries_of_a.empty() ? 0 : static_cast<int>(rows.entries_of_a[row]));
  const auto found_rows = make_view(rows.found);
  Ocean::Impl::FoundColumns<test_exec_space::memory_space> found;
  if (!rows.found.empty()) found.rows = found_rows;
  classify_rows(launcher, make_view(row_map_a), analysis, predicted, found, configs, rows_at_once, slots, counters,
                table, rule, static_cast<count_type>(rows.size()));
  Classified classified{{}, {}, to_vector(slots), to_vector(counters)[0]};
  for (const std::uint8_t config : to_vector(configs)) classified.configs.push_back(config);
  for (const std::uint8_t count : to_vector(rows_at_once)) classified.rows_at_once.push_back(count);
  return classified;
}

/// Slots from their definition, without SlotRule::slots().
count_type slots_of(const Rows& rows, std::size_t row, const SlotRule& rule) {
  const count_type bound = std::min(rows.products[row], rows.spans[row]);
  if (rule.estimated && rows.products[row] <= 128) return bound;
  const double wanted = rule.predicted_only ? rule.factor * static_cast<double>(rows.predicted[row])
                                            : static_cast<double>(rows.products[row]) / rule.compression;
  return std::min(bound, static_cast<count_type>(std::ceil(wanted)));
}

void expect_classified(const Rows& rows, const AccumulatorTable& table, const SlotRule& rule) {
  std::vector<int> configs;
  std::vector<count_type> slots, counts(max_configs, 0);
  count_type expected_claims = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    slots.push_back(slots_of(rows, row, rule));
    configs.push_back(table.choose({rows.products[row], slots.back(), rows.spans[row]}));
    ++counts[static_cast<std::size_t>(configs.back())];
    const auto& config = table.config[configs.back()];
    const bool is_short = config.kind == AccumulatorKind::esc && config.size_class < rule.esc_claims_from;
    if (!rule.rows_claim || is_short) continue;
    slots.back() = 0;
    const count_type bound = std::min(rows.products[row], rows.spans[row]);
    expected_claims += rule.predicted_only ? std::min(bound, rows.predicted[row]) : bound;
  }
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    auto classified = classify(rows, table, rule, launcher);
    classified.slots.pop_back();  // the prefix sum does not read the last one
    EXPECT_TRUE(same_integers("row_slots", classified.slots, slots));
    EXPECT_TRUE(same_integers("row_config", classified.configs, configs));
    EXPECT_TRUE(same_integers("rows_at_once", classified.rows_at_once, std::vector(rows.size(), 1)));
    EXPECT_EQ(classified.counters.expected_claims, expected_claims);
    EXPECT_EQ(classified.counters.total_slots, std::accumulate(slots.begin(), slots.end(), count_type(0)));
    EXPECT_TRUE(
        same_integers("rows", std::vector(classified.counters.rows, classified.counters.rows + max_configs), counts));
    EXPECT_TRUE(same_integers("cursor",
                              std::vector(classified.counters.cursor, classified.counters.cursor + max_configs),
                              std::vector(max_configs, 0)));
  });
}

/// That rows whose slots need no order get as many as in order, each its own, without gaps.
void expect_slots_in_any_order(const Rows& rows, const AccumulatorTable& table, SlotRule rule) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    rule.order = SlotOrder::of_rows;
    const Classified counted = classify(rows, table, rule, launcher);
    rule.order = SlotOrder::any;
    const Classified given = classify(rows, table, rule, launcher);
    EXPECT_EQ(given.configs, counted.configs);
    EXPECT_EQ(given.counters.total_slots, counted.counters.total_slots);
    EXPECT_EQ(given.counters.expected_claims, counted.counters.expected_claims);
    std::map<count_type, count_type> pieces;  // of slots: the first, and how many
    for (std::size_t row = 0; row < rows.size(); ++row)
      if (counted.slots[row] > 0) pieces[given.slots[row]] = counted.slots[row];
    count_type end = 0;
    for (const auto& [begin, size] : pieces) {
      ASSERT_EQ(begin, end);
      end += size;
    }
    EXPECT_EQ(end, given.counters.total_slots);
    rule.order = SlotOrder::none;
    EXPECT_EQ(classify(rows, table, rule, launcher).counters.total_slots, end);
  });
}

/// Products and spans of every magnitude, predictions anywhere below both.
Rows make_random_rows(std::size_t num_rows, std::uint64_t seed) {
  RandomNumbers random(seed);
  Rows rows;
  for (std::size_t row = 0; row < num_rows; ++row) {
    const count_type products = random.below(count_type(1) << random.below(22));
    const count_type span = products == 0 ? 0 : 1 + random.below(count_type(1) << random.below(22));
    rows.products.push_back(products);
    rows.spans.push_back(span);
    rows.predicted.push_back(products == 0 ? 0 : 1 + random.below(std::min(products, span)));
  }
  return rows;
}

std::vector<SlotRule> all_rules() {
  SlotRule exact, estimate, upper_bound, assisted;
  estimate.estimated = true;
  estimate.factor = 1.5;
  upper_bound.predicted_only = false;
  assisted.predicted_only = false;
  assisted.compression = 3.7;
  SlotRule claimed_estimate = estimate, claimed_bound = upper_bound, claimed_beyond_esc = upper_bound;
  claimed_estimate.rows_claim = claimed_bound.rows_claim = claimed_beyond_esc.rows_claim = true;
  claimed_bound.esc_claims_from = 2;
  claimed_beyond_esc.esc_claims_from = Ocean::Impl::num_esc_shapes;
  return {exact, estimate, upper_bound, assisted, claimed_estimate, claimed_bound, claimed_beyond_esc};
}

TEST(SlotRules, ByHand) {
  SlotRule rule;
  EXPECT_EQ(rule.slots(7, 100, 50), 7);
  EXPECT_EQ(rule.slots(70, 100, 50), 50) << "no more than the columns of the row";
  EXPECT_EQ(rule.slots(70, 20, 50), 20) << "no more than its products";
  rule.factor = 1.5;
  EXPECT_EQ(rule.slots(7, 100, 50), 11) << "10.5 rounded up";
  rule.estimated = true;
  EXPECT_EQ(surely_roomy_products, 128);
  EXPECT_EQ(rule.slots(7, 128, 1000), 128);
  EXPECT_EQ(rule.slots(7, 129, 1000), 11);
  rule = SlotRule{};
  rule.predicted_only = false;
  EXPECT_EQ(rule.slots(0, 100, 500), 100);
  EXPECT_EQ(rule.slots(0, 100, 50), 50);
  rule.compression = 3.0;
  EXPECT_EQ(rule.slots(0, 100, 500), 34) << "33.3 rounded up";
}

TEST(ClassifyRows, RowsByTheWordsThatTheCountingPassHasFound) {
  const AccumulatorTable table = make_table();
  const Rows rows{{700, 700, 700}, {40000, 40000, 40000}, {125, 125, 125}, {}, {}, {{0, 30}, {0, 0}, {30, 84}}};
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const std::vector<int> configs = classify(rows, table, SlotRule{}, launcher).configs;
    EXPECT_EQ(table.config[configs[0]].name(), "multi_words_0");
    EXPECT_EQ(table.config[configs[1]].name(), "multi_hash_1");
    EXPECT_EQ(table.config[configs[2]].name(), "multi_words_1");
  });
}

TEST(ClassifyRows, RowsWhoseProductsMeetByTheEntriesOfA) {
  const AccumulatorTable table = make_table();
  const Rows rows{{2000, 2000, 2000, 1023}, {300, 300, 300, 300}, {200, 200, 200, 200}, {}, {1024, 1023, 2000, 1023}};
  SlotRule upper_bound;
  upper_bound.predicted_only = false;
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const std::vector<int> configs = classify(rows, table, upper_bound, launcher).configs;
    EXPECT_EQ(table.config[configs[0]].name(), "hybrid_ranked_0");
    EXPECT_EQ(table.config[configs[1]].name(), "dense_0");
    EXPECT_EQ(table.config[configs[2]].name(), "hybrid_ranked_0");
    EXPECT_EQ(table.config[configs[3]].name(), "multi_row_1");
  });
}

TEST(SlotRules, FactorsOfAnySizeStayWithinTheBound) {
  SlotRule rule;
  for (const double factor : {1e18, std::numeric_limits<double>::max(), std::numeric_limits<double>::infinity()}) {
    rule.factor = factor;
    EXPECT_EQ(rule.slots(70, 1000, 500), 500) << factor;
    rule.estimated = true;
    EXPECT_EQ(rule.slots(70, 1000, 2000), 1000) << factor;
  }
  EXPECT_EQ(rule.slots(0, 1000, 500), 500) << "0 times infinity";
  constexpr count_type most = std::numeric_limits<count_type>::max();
  rule = SlotRule{};
  EXPECT_EQ(rule.slots(most, most, most), most) << "no double has this value";
  EXPECT_EQ(rule.slots(7, most, most), 7);
}

TEST(ClassifyRows, SlotsThatNeedNoOrder) {
  for (const std::size_t num_rows : {1, 255, 3000}) {
    const Rows rows = make_random_rows(num_rows, 11);
    for (const SlotRule& rule : all_rules()) expect_slots_in_any_order(rows, make_table(), rule);
  }
}

TEST(ClassifyRows, ByHand) {
  // The first two configurations are for empty rows and followers, the next four for up to 16, 32, 64 and 128 products.
  const Rows rows{{0, 1, 16, 17, 128}, {0, 1, 9, 17, 64}, {0, 1, 5, 17, 40}, {}};
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const Classified classified = classify(rows, make_table(), {}, launcher);
    EXPECT_TRUE(same_integers("row_config", classified.configs, std::vector{0, 2, 2, 3, 5}));
    EXPECT_TRUE(same_integers("row_slots", classified.slots, std::vector{0, 1, 5, 17, 40, -7}));
    EXPECT_TRUE(same_integers("rows", std::vector(classified.counters.rows, classified.counters.rows + 6),
                              std::vector{1, 0, 2, 1, 0, 1}));
  });
}

TEST(ClassifyRows, RowsOfASupernodeFollowTheFirstOfTheirPartWhereTheyAreDoneTogether) {
  const AccumulatorTable table = make_table();
  // Rows of 1000 products: three alike, two, two of few products, two of many entries, one; a run of several parts.
  Rows rows;
  const auto add_supernode = [&rows](int length, count_type products, count_type predicted) {
    for (int row = 0; row < length; ++row) {
      rows.products.push_back(products);
      rows.spans.push_back(600);
      rows.predicted.push_back(predicted);
      rows.continues.push_back(row == 0 ? 0 : 1);
    }
  };
  add_supernode(3, 1000, 200);
  add_supernode(2, 1000, 200);
  add_supernode(2, 20, 20);
  add_supernode(2, 1000, 500);
  add_supernode(1, 1000, 200);
  const std::size_t long_run = rows.size();
  add_supernode(supernode_rows_max + 1, 1000, 200);
  // 600 columns are 19 words, 20 with their ranks.
  const auto fitting = [&](count_type num_values) {
    const count_type bytes = table.supernode_walk_bytes + 64 + 20 * 8 + num_values * 8;
    int size_class = 0;
    while (supernode_bytes[size_class] < bytes) ++size_class;
    return "supernode_" + std::to_string(size_class);
  };
  // A row of its own takes 64 + 20 * 8 bytes, and 12 for each of its 200 entries.
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const Classified classified = classify(rows, table, {}, launcher);
    std::vector<std::string> names;
    for (const int config : classified.configs) names.push_back(table.config[config].name());
    EXPECT_EQ(std::vector(names.begin(), names.begin() + long_run),
              (std::vector<std::string>{fitting(600), "follower", "follower", fitting(400), "follower", "esc_1",
                                        "esc_1", fitting(1000), "follower", "multi_row_1"}));
    EXPECT_EQ(
        std::vector(classified.rows_at_once.begin(), classified.rows_at_once.begin() + static_cast<long>(long_run)),
        (std::vector{3, 3, 3, 2, 2, 1, 1, 2, 2, 1}));
    constexpr int half = supernode_rows_max / 2 + 1, other_half = supernode_rows_max + 1 - half;
    for (int row = 0; row <= supernode_rows_max; ++row) {
      const int part = row < half ? half : other_half;
      EXPECT_EQ(classified.rows_at_once[long_run + row], part) << row;
      EXPECT_EQ(names[long_run + row], row == 0 || row == half ? fitting(200 * part) : "follower") << row;
    }
  });
}

TEST(ClassifyRows, SupernodesWithoutRoomAreDealtInSmallerParts) {
  // As many values as fit for half of the rows of the largest node, for no more than two, and for one.
  const AccumulatorTable table = make_table();
  Rows rows;
  const auto add_node = [&](int num_rows, count_type slots) {
    for (int row = 0; row < num_rows; ++row) {
      rows.products.push_back(3 * slots);
      rows.spans.push_back(2 * slots);
      rows.predicted.push_back(slots);
      rows.continues.push_back(row == 0 ? 0 : 1);
    }
  };
  const count_type largest = 100000 - table.supernode_walk_bytes;
  const auto slots_for = [&](count_type num_rows) {
    return largest / (8 * num_rows + 1);
  };  // half a byte of the bitmap
  constexpr int half = supernode_rows_max / 2;
  add_node(supernode_rows_max, slots_for(half));
  add_node(3, slots_for(2));
  add_node(2, slots_for(1));
  std::vector<int> rows_at_once, followers;
  for (const int part : {half, supernode_rows_max - half}) {
    rows_at_once.insert(rows_at_once.end(), static_cast<std::size_t>(part), part);
    for (int row = 0; row < part; ++row) followers.push_back(row > 0);
  }
  rows_at_once.insert(rows_at_once.end(), {1, 1, 1, 1, 1});
  followers.insert(followers.end(), {0, 0, 0, 0, 0});
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const Classified classified = classify(rows, table, {}, launcher);
    EXPECT_TRUE(same_integers("rows_at_once", classified.rows_at_once, rows_at_once));
    for (std::size_t row = 0; row < rows.size(); ++row) {
      EXPECT_EQ(classified.configs[row] == AccumulatorTable::follower, followers[row] == 1) << row;
      EXPECT_EQ(table.config[classified.configs[row]].kind == AccumulatorKind::supernode,
                followers[row] == 0 && rows_at_once[row] > 1)
          << row;
    }
  });
}

TEST(ClassifyRows, RandomRowsOfSeveralTeams) {
  const Rows rows = make_random_rows(2 * binning_rows_per_team + 77, 11);
  for (const SlotRule& rule : all_rules()) {
    SCOPED_TRACE(::testing::Message() << "factor " << rule.factor << ", compression " << rule.compression
                                      << ", predicted only " << rule.predicted_only);
    expect_classified(rows, make_table(), rule);
    expect_classified(rows, make_table(0), rule);
  }
}

TEST(ClassifyRows, NoRowsEmptyRowsAndFullTeams) {
  for (const SlotRule& rule : all_rules()) {
    expect_classified(Rows{}, make_table(), rule);
    const std::vector<count_type> zeros(3000, 0);
    expect_classified({zeros, zeros, zeros, {}}, make_table(), rule);
    expect_classified(make_random_rows(binning_rows_per_team, 12), make_table(), rule);
    expect_classified(make_random_rows(binning_rows_per_team + 1, 13), make_table(), rule);
  }
}

TEST(ClassifyRows, HugeRowsGoToTheLastConfiguration) {
  const AccumulatorTable table = make_table();
  const count_type huge = count_type(1) << 40;
  const Rows rows{{huge, 1, huge}, {2000000000, 1, 1000000000}, {1500000000, 1, 1000000000}, {}};
  const int last = table.num_configs - 1;
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const Classified classified = classify(rows, table, {}, launcher);
    EXPECT_TRUE(same_integers("row_config", classified.configs, std::vector{last, 2, last}));
    EXPECT_TRUE(same_integers("row_slots", classified.slots, std::vector{1500000000, 1, 1000000000, -7}));
  });
  for (const SlotRule& rule : all_rules()) expect_classified(rows, table, rule);
}

}  // namespace
