/// \file
/// \brief Ranked bitmaps of groups and of teams, with values in scratch and in the output.

#include "ocean/kernels/numeric/ranked_rows.hpp"

#include <gtest/gtest.h>

#include "found_words_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::Impl::multi_row_group_width;
using Ocean::Impl::RankedValues;

template <int Width, RankedValues Where = RankedValues::scratch>
struct LaunchRanked {
  template <class Launcher, class PassData, class Workspace>
  void operator()(const Launcher& launcher, const PassData& pass, count_type, Workspace&) const {
    Ocean::Impl::ranked_rows<Width, Where>(launcher, pass);
  }
};
using LaunchGroups = LaunchRanked<multi_row_group_width>;
using LaunchTeams = LaunchRanked<0>;
using LaunchInOutput = LaunchRanked<0, RankedValues::output>;

/// \brief Scratch for rows of \p span columns and \p slots entries and not for one more, aligned for every scalar;
/// teams have no slots where values are added up in the output.
/// \param lists_words  groups have room to list the words of their bitmaps
AccumulatorConfig ranked_config(int group_width, count_type span, count_type slots, std::size_t value_bytes,
                                bool lists_words = false) {
  constexpr count_type alignment = 16;
  Ocean::Impl::AccumulatorTable table;
  table.value_bytes = static_cast<int>(value_bytes);
  table.lists_words = lists_words;
  AccumulatorConfig config;
  config.kind = group_width == 0 ? AccumulatorKind::ranked : AccumulatorKind::multi_row;
  config.team_size = Ocean::Impl::multi_row_team_size;
  config.group_width = group_width;
  const bool in_output = group_width == 0 && slots == 0 && value_bytes > 0;
  const count_type bytes = in_output          ? table.output_ranked_bytes(span)
                           : group_width == 0 ? table.ranked_bytes(span, slots)
                                              : table.grouped_ranked_bytes(span, slots);
  config.row_bytes = (bytes + alignment - 1) / alignment * alignment;
  shrink_team(config);
  return config;
}

/// \brief Every kind of ranked rows on \p pair, in just enough scratch.
template <class Scalar>
void expect_all_kinds(const NamedPair<Scalar>& pair, int lanes_per_b_row = 0, bool assisted = true) {
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(::testing::Message() << pair.name << ", " << to_string(path) << ", lanes " << lanes_per_b_row);
    RowPassProduct<Scalar> product(pair.a, pair.b, path);
    const count_type span = product.max_row_span();
    const auto setup_of = [&](int group_width, count_type slots, std::size_t value_bytes) {
      RowPassSetup setup = product.setup(ranked_config(group_width, span, slots, value_bytes));
      setup.lanes_per_b_row = lanes_per_b_row;
      setup.assisted = assisted;
      return setup;
    };
    expect_accumulated(product, setup_of(multi_row_group_width, span, sizeof(Scalar)), LaunchGroups{});
    expect_counted(product, setup_of(multi_row_group_width, 0, 0), LaunchGroups{});
    for (const bool uneven : {false, true}) {
      const auto shared = [&](RowPassSetup setup) {
        setup.uneven = uneven;
        return setup;
      };
      expect_accumulated(product, shared(setup_of(0, span, sizeof(Scalar))), LaunchTeams{});
      expect_accumulated(product, shared(setup_of(0, 0, sizeof(Scalar))), LaunchInOutput{});
      expect_counted(product, shared(setup_of(0, 0, 0)), LaunchTeams{});
    }
  }
}

TEST(RankedRows, ByHand) {
  const AccumulatorConfig groups = ranked_config(multi_row_group_width, 5, 5, sizeof(double));
  const AccumulatorConfig teams = ranked_config(0, 5, 5, sizeof(double));
  expect_hand_product(groups, LaunchGroups{});
  expect_hand_product(teams, LaunchTeams{});
  expect_hand_product(ranked_config(0, 5, 0, sizeof(double)), LaunchInOutput{});
  expect_hand_sizes(groups, LaunchGroups{});
  expect_hand_sizes(teams, LaunchTeams{});
}

TEST(RankedRows, RandomRowsOfManyColumns) {
  for (const int lanes : {1, 4, 32, 128}) expect_all_kinds(random_pair<double>(), lanes);
  expect_all_kinds(random_pair<double>(), 0, false);
  expect_all_kinds(random_pair<double>(false), 32);
}

template <class Launch>
void expect_found(const NamedPair<double>& pair, int group_width, const Launch& launch) {
  const row_words words = words_of_rows(pair);
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(::testing::Message() << pair.name << ", " << to_string(path) << ", group width " << group_width);
    RowPassProduct<double> product(pair.a, pair.b, path);
    const count_type span = product.max_row_span();
    expect_stored(pair, product, product.setup(ranked_config(group_width, span, 0, 0, true)), launch, {},
                  [](std::size_t, count_type) { return true; });
    for (const std::size_t step : {1, 2})
      expect_accumulated(product, product.setup(ranked_config(group_width, span, span, sizeof(double))),
                         launch_with(FoundMemory::with(words, 0, step), launch));
  }
}

TEST(RankedRows, ColumnsThatTheCountingPassStores) {
  for (const auto& pair : {hand_pair(), random_pair<double>(), random_pair<double>(false), degenerate_pairs().back()}) {
    expect_found(pair, multi_row_group_width, LaunchGroups{});
    expect_found(pair, 0, LaunchTeams{});
  }
}

TEST(RankedRows, ColumnsOfRowsBeyondScratchAreNotStored) {
  const auto pair = random_pair<double>();
  const row_words words = words_of_rows(pair);
  RowPassProduct<double> product(pair.a, pair.b, team_paths().front());
  FoundMemory memory(words.size(), 10000 * FoundMemory::num_parts, 8);
  memory.row_bytes_max = 10 * 6 + 50 * 8;
  expect_counted(product, product.setup(ranked_config(0, product.max_row_span(), 0, 0)),
                 launch_with(memory, LaunchTeams{}));
  const row_words stored = memory.stored();
  int num_left_out = 0;
  for (std::size_t row = 0; row < words.size(); ++row) {
    if (words[row].empty()) continue;
    const auto bitmap_words = static_cast<count_type>(words[row].back().position) + 1;
    const bool fits = bitmap_words * 6 + product.row_nnz[row] * 8 <= memory.row_bytes_max;
    EXPECT_TRUE(stored[row] == (fits ? words[row] : std::vector<HostWord>())) << "row " << row;
    num_left_out += fits ? 0 : 1;
  }
  EXPECT_GT(num_left_out, 0);
  EXPECT_LT(num_left_out, static_cast<int>(words.size()) / 2);
}

TEST(RankedRows, StoredColumnsAreNotLookedFor) {
  // a column that no product has, 4 of row 1, gets an entry of 0 because it is stored; teams write what they have
  const auto pair = hand_pair();
  row_words words = words_of_rows(pair);
  ASSERT_EQ(words[1], (std::vector<HostWord>{{0, 0b10}}));
  words[1][0].bits = 0b10010;
  const FoundMemory memory = FoundMemory::with(words, 0, 1);
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    RowPassProduct<double> product(pair.a, pair.b, path);
    const auto outcome = product.run<Pass::accumulate>(product.setup(ranked_config(0, 5, 5, sizeof(double)), 100, 1),
                                                       launch_with(memory, LaunchTeams{}));
    EXPECT_EQ(outcome.row_nnz, (std::vector<count_type>{3, 2, 0, 3}));
    EXPECT_EQ(outcome.c.entries, (std::vector{0, 3, 4, 1, 4, 0, 1, 3}));
    EXPECT_EQ(outcome.c.values, (std::vector{5.0, 20.0, 16.0, 27.0, 0.0, 20.0, 45.0, 24.0}));
  }
}

TEST(RankedRows, ComplexValues) { expect_all_kinds(random_pair<Kokkos::complex<double>>()); }

TEST(RankedRows, DegenerateRows) {
  for (const auto& pair : degenerate_pairs()) expect_all_kinds(pair);
}

TEST(RankedRows, GroupsThatShareARowOfBAddInTheOrderOfA) {
  // 1e16 + 1 - 1e16 is 0 in double from left to right, 1 in the other order
  const HostCsr<int, int, double> a{2, 3, {0, 3, 6}, {0, 1, 2, 0, 2, 1}, {1e16, 1, -1e16, 1e16, -1e16, 1}};
  const HostCsr<int, int, double> ones{3, 2, {0, 2, 4, 6}, {0, 1, 0, 1, 0, 1}, {1, 1, 1, 1, 1, 1}};
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(to_string(path));
    RowPassProduct<double> product(a, ones, path);
    RowPassSetup setup = product.setup(ranked_config(multi_row_group_width, 2, 2, sizeof(double)));
    setup.lanes_per_b_row = multi_row_group_width;
    const auto outcome = product.run<Pass::accumulate>(setup, LaunchGroups{});
    EXPECT_EQ(outcome.c.values, (std::vector{0.0, 0.0, 1.0, 1.0}));
  }
}

template <class Launch>
void expect_overflow(int group_width, const Launch& launch) {
  const auto pair = random_pair<double>();
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(::testing::Message() << to_string(path) << ", group width " << group_width);
    RowPassProduct<double> product(pair.a, pair.b, path);
    const count_type span = product.max_row_span();
    RowPassSetup setup = product.setup(ranked_config(group_width, span, span, sizeof(double)));
    expect_overflow_without_room(product, setup, launch);
  }
}

TEST(RankedRows, RowsWithoutRoomOverflow) {
  expect_overflow(multi_row_group_width, LaunchGroups{});
  expect_overflow(0, LaunchTeams{});
  expect_overflow(0, LaunchInOutput{});
}

}  // namespace
