/// \file
/// \brief Lists of rows by configuration on every team path: complete, in their places, near rows staying near.
// once: OpenMP

#include "ocean/kernels/binning/order_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "support/checks.hpp"
#include "support/random_numbers.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::BinCounters;
using Ocean::Impl::count_type;
using Ocean::Impl::max_configs;
using Ocean::Testing::for_each_launcher;
using Ocean::Testing::make_view;
using Ocean::Testing::RandomNumbers;
using Ocean::Testing::same_integers;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::to_vector;

/// The most rows that a team takes.
constexpr Ocean::Impl::count_type binning_rows_per_team =
    Ocean::Impl::binning_team_size * Ocean::Impl::binning_rows_per_thread_max;

using config_list = std::vector<std::uint8_t>;

template <class RowIndex>
struct Ordered {
  std::vector<RowIndex> order;
  BinCounters counters;
};

constexpr count_type some_total = (count_type(1) << 40) + 17;

/// \param has_begins false: the total is known before
template <class RowIndex>
Ordered<RowIndex> order(const config_list& configs, const auto& launcher, bool has_begins = true) {
  const auto num_rows = configs.size();
  BinCounters counts{};
  for (const std::uint8_t config : configs) ++counts.rows[config];
  const auto row_order = make_view(std::vector<RowIndex>(num_rows, -7));
  std::vector<count_type> begins(num_rows + 1, 0);
  begins.back() = some_total;
  if (!has_begins) counts.total_slots = some_total - 1;
  const auto counters = make_view({counts});
  const auto device_begins = make_view(begins);
  const Ocean::Testing::test_view<count_type> no_begins;
  order_rows(launcher, make_view(configs), row_order, has_begins ? device_begins : no_begins, counters,
             static_cast<count_type>(num_rows));
  return {to_vector(row_order), to_vector(counters)[0]};
}

template <class RowIndex>
void expect_ordered(const config_list& configs) {
  std::vector<RowIndex> expected(configs.size());
  std::iota(expected.begin(), expected.end(), RowIndex(0));
  std::stable_sort(expected.begin(), expected.end(), [&](RowIndex left, RowIndex right) {
    return configs[static_cast<std::size_t>(left)] < configs[static_cast<std::size_t>(right)];
  });
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    auto ordered = order<RowIndex>(configs, launcher);
    EXPECT_EQ(ordered.counters.total_slots, configs.empty() ? 0 : some_total);
    std::ptrdiff_t begin = 0;
    for (int config = 0; config < max_configs; ++config) {
      EXPECT_EQ(ordered.counters.cursor[config], ordered.counters.rows[config]);
      const auto end = begin + static_cast<std::ptrdiff_t>(ordered.counters.rows[config]);
      const count_type rows_per_team =
          Ocean::Impl::choose_binning_rows_per_team(launcher.limits(), static_cast<count_type>(configs.size()));
      std::vector<count_type> teams;  // that listed the rows, each of them once
      for (auto place = begin; place < end; ++place) {
        const count_type team = ordered.order[static_cast<std::size_t>(place)] / rows_per_team;
        if (teams.empty() || teams.back() != team) teams.push_back(team);
      }
      std::sort(teams.begin(), teams.end());
      EXPECT_EQ(std::adjacent_find(teams.begin(), teams.end()), teams.end()) << "rows of a team are torn apart";
      std::sort(ordered.order.begin() + begin, ordered.order.begin() + end);
      begin = end;
    }
    EXPECT_TRUE(same_integers("row_order", ordered.order, expected));
  });
}

template <class RowIndex>
class OrderRows : public ::testing::Test {};
using AllRowIndices = ::testing::Types<int, std::int64_t>;
TYPED_TEST_SUITE(OrderRows, AllRowIndices);

TYPED_TEST(OrderRows, ByHand) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const auto ordered = order<TypeParam>({3, 0, 31, 1}, launcher);
    EXPECT_TRUE(same_integers("row_order", ordered.order, std::vector{1, 3, 0, 2}));
    EXPECT_EQ(ordered.counters.total_slots, some_total);
  });
}

TYPED_TEST(OrderRows, RandomConfigurationsOfSeveralTeams) {
  RandomNumbers random(5);
  for (const int num_configs : {2, 13, 32}) {
    config_list configs(3 * binning_rows_per_team + 100);
    for (std::uint8_t& config : configs) config = static_cast<std::uint8_t>(random.below(num_configs));
    expect_ordered<TypeParam>(configs);
  }
}

TYPED_TEST(OrderRows, NoRowsOneRowAndOneConfigurationForAll) {
  expect_ordered<TypeParam>({});
  expect_ordered<TypeParam>({5});
  expect_ordered<TypeParam>(config_list(binning_rows_per_team, 0));
  expect_ordered<TypeParam>(config_list(4 * binning_rows_per_team + 1, max_configs - 1));
}

TYPED_TEST(OrderRows, OneRowAmongManyOfAnotherConfiguration) {
  config_list configs(5 * binning_rows_per_team, 4);
  configs[2 * binning_rows_per_team + 3] = 0;
  configs[4 * binning_rows_per_team] = 31;
  expect_ordered<TypeParam>(configs);
}

TEST(OrderRows, ATotalThatIsKnownStays) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    EXPECT_EQ(order<int>({3, 1, 2}, launcher, false).counters.total_slots, some_total - 1);
  });
}

}  // namespace
