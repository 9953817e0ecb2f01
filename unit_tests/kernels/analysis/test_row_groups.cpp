/// \file
/// \brief Rows dealt to groups, warps and teams: each row once, each of its entries by one lane, on every team path.
// once: OpenMP

#include "ocean/kernels/analysis/row_groups.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/checks.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::analysis_team_size;
using Ocean::Impl::analysis_warp_width;
using Ocean::Impl::count_type;
using Ocean::Impl::RowGroups;
using Ocean::Impl::RowRounds;
using Ocean::Impl::TeamLimits;

using count_list = std::vector<count_type>;

/// \brief Notes who visits what.
template <int Width>
struct VisitRows {
  static constexpr int max_team_size = analysis_team_size;
  test_view<int> row_map;
  count_type num_rows, nnz, first_offset;
  RowRounds rounds;
  test_view<int> row_visits, team_visits;  ///< [num_rows] visits, and those by a whole team
  test_view<int> entry_visits;             ///< [nnz]
  test_view<count_type> lengths;           ///< [num_rows] as they were passed on
  test_view<int> defect;                   ///< [1]

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const RowGroups<Width, Team> groups(team, num_rows, rounds);
    groups.for_each_row(
        row_map, nnz, &defect(0),
        [&](count_type row, count_type begin, count_type end, const auto& lanes) {
          constexpr bool is_group = requires { lanes.max_size; };
          for (count_type entry = begin + lanes.rank(); entry < end; entry += lanes.size())
            Kokkos::atomic_inc(&entry_visits(entry));
          if (row < 0 || lanes.rank() != 0) return;
          Kokkos::atomic_inc(&row_visits(row));
          if (!is_group) Kokkos::atomic_inc(&team_visits(row));
          lengths(row) = end - begin;
        },
        first_offset);
  }
};

/// \brief What was visited, and whether a defect was found.
struct Visited {
  std::vector<int> row_visits, team_visits, entry_visits;
  count_list lengths;
  int defect;
};

template <int Width>
Visited visit(const auto& launcher, const std::vector<int>& row_map, count_type nnz, const RowRounds& rounds,
              count_type first_offset = 0) {
  const std::size_t num_rows = row_map.size() - 1;
  const VisitRows<Width> kernel{make_view(row_map),
                                static_cast<count_type>(num_rows),
                                nnz,
                                first_offset,
                                rounds,
                                make_view(std::vector<int>(num_rows, 0)),
                                make_view(std::vector<int>(num_rows, 0)),
                                make_view(std::vector<int>(static_cast<std::size_t>(nnz), 0)),
                                make_view(count_list(num_rows, -1)),
                                make_view({0})};
  launcher.launch(row_groups_launch("Testing::visit_rows", rounds), kernel);
  return {to_vector(kernel.row_visits), to_vector(kernel.team_visits), to_vector(kernel.entry_visits),
          to_vector(kernel.lengths), to_vector(kernel.defect)[0]};
}

/// \brief Rows of \p row_lengths, of which a team takes those of more than \p longest_of_warp entries.
template <int Width>
void expect_visited(const count_list& row_lengths, const RowRounds& rounds, count_type longest_of_warp) {
  SCOPED_TRACE(testing::Message() << row_lengths.size() << " rows, groups of " << Width << ", " << rounds.rows_per_round
                                  << " rows in each of " << rounds.num_rounds << " rounds");
  std::vector<int> row_map{0}, by_teams;
  for (const count_type length : row_lengths) {
    row_map.push_back(row_map.back() + static_cast<int>(length));
    by_teams.push_back(length > longest_of_warp ? 1 : 0);
  }
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const Visited visited = visit<Width>(launcher, row_map, row_map.back(), rounds);
    EXPECT_TRUE(same_integers("row_visits", visited.row_visits, std::vector<int>(row_lengths.size(), 1)));
    EXPECT_TRUE(same_integers("team_visits", visited.team_visits, by_teams));
    EXPECT_TRUE(same_integers("lengths", visited.lengths, row_lengths));
    EXPECT_TRUE(same_integers("entry_visits", visited.entry_visits,
                              std::vector<int>(static_cast<std::size_t>(row_map.back()), 1)));
    EXPECT_EQ(visited.defect, 0);
  });
}

/// \brief Rounds as choose_row_rounds() makes them.
RowRounds make_rounds(count_type num_rows, int rows_per_round, int num_rounds) {
  RowRounds rounds{rows_per_round, num_rounds};
  rounds.num_teams = (num_rows + rows_per_round * num_rounds - 1) / (rows_per_round * num_rounds);
  rounds.stride = rounds.num_teams * rows_per_round;
  return rounds;
}

/// \brief Short rows but for some at the limits of groups and warps, both where a team has many rows and where it has
/// few.
template <int Width>
void expect_all_visited() {
  using Ocean::Impl::analysis_long_row_entries_per_lane, Ocean::Impl::analysis_shared_row_entries_per_lane;
  const count_type of_group = Width == 1 ? 64 : Width * analysis_long_row_entries_per_lane;
  const count_type of_warp = analysis_warp_width * analysis_long_row_entries_per_lane;
  const count_type of_few = analysis_warp_width * analysis_shared_row_entries_per_lane;
  const int num_warps = analysis_team_size / analysis_warp_width;
  for (const count_type num_rows : {0, 1, 2, 7, 65, 300}) {
    count_list lengths;
    for (count_type row = 0; row < num_rows; ++row) lengths.push_back(row % 7 == 3 ? 0 : row % 5);
    count_type row = 0;
    for (const count_type limit : {of_warp, of_few, of_group})
      for (const count_type length : {limit + 1, limit}) {
        if (num_rows > 0) lengths[static_cast<std::size_t>(row % num_rows)] = length;
        row += 13;
      }
    for (const auto& [rows_per_round, num_rounds] : {std::pair{1, 1}, {3, 2}, {num_warps, 1}, {32, 3}, {300, 1}})
      expect_visited<Width>(lengths, make_rounds(num_rows, rows_per_round, num_rounds),
                            rows_per_round * num_rounds < num_warps ? of_few : of_warp);
    std::fill(lengths.begin(), lengths.end(), of_few + 1);  // neighbours that a whole team has
    expect_visited<Width>(lengths, make_rounds(num_rows, 5, 1), of_few);
  }
}

TEST(RowGroups, EveryRowOnce) {
  expect_all_visited<1>();
  expect_all_visited<4>();
  expect_all_visited<32>();
}

/// Rows that are unsound are passed on as empty, and nothing of them is visited.
TEST(RowGroups, UnsoundRowsAreADefect) {
  const auto lengths_of = [](const std::vector<int>& row_map, count_type nnz, int defect, count_type first_offset = 0) {
    count_list lengths;
    for_each_launcher([&](const auto& launcher) {
      const auto num_rows = static_cast<count_type>(row_map.size()) - 1;
      const Visited visited = visit<8>(launcher, row_map, nnz, make_rounds(num_rows, 2, 2), first_offset);
      lengths = visited.lengths;
      EXPECT_EQ(visited.defect, defect);
      EXPECT_TRUE(same_integers("row_visits", visited.row_visits, std::vector<int>(row_map.size() - 1, 1)));
    });
    return lengths;
  };
  EXPECT_EQ(lengths_of({0, 2, 2, 5}, 5, 0), (count_list{2, 0, 3}));
  EXPECT_EQ(lengths_of({0, 4, 3, 5}, 5, 1), (count_list{4, 0, 2})) << "decreases";
  EXPECT_EQ(lengths_of({0, 2, 3, 6}, 5, 1), (count_list{2, 1, 0})) << "ends behind the entries";
  EXPECT_EQ(lengths_of({0, 2, 2000000000, 2000000001}, 5, 1), (count_list{2, 0, 0}));
  EXPECT_EQ(lengths_of({0, -2, 3, 3}, 5, 1), (count_list{0, 0, 0})) << "a negative offset: two rows";
  EXPECT_EQ(lengths_of({1, 2, 3}, 5, 1), (count_list{0, 1})) << "does not begin at 0";
  EXPECT_EQ(lengths_of({3, 4, 5}, 5, 0, 3), (count_list{1, 1})) << "rows of a larger matrix";
  EXPECT_EQ(lengths_of({0, 4, 5}, 5, 1, 3), (count_list{0, 1}));
}

/// A device of 4 processors that hold 4 teams each.
TEST(RowGroups, Rounds) {
  TeamLimits limits;
  limits.num_units = 4;
  limits.threads_unit = 4 * analysis_team_size;
  double mean_length = 129.0;
  const auto expect_rounds = [&](int width, count_type num_rows, int rows_per_round, int num_rounds,
                                 count_type num_teams) {
    SCOPED_TRACE(testing::Message() << num_rows << " rows, groups of " << width);
    const RowRounds rounds = Ocean::Impl::choose_row_rounds(limits, width, mean_length, num_rows);
    EXPECT_EQ(rounds.rows_per_round, rows_per_round);
    EXPECT_EQ(rounds.num_rounds, num_rounds);
    EXPECT_EQ(rounds.rows_per_team(), rows_per_round * num_rounds);
    EXPECT_EQ(rounds.num_teams, num_teams);
    EXPECT_EQ(rounds.stride, num_teams * rows_per_round);
  };
  expect_rounds(32, 0, 1, 1, 0);
  expect_rounds(32, 10, 1, 1, 10);
  expect_rounds(32, 40, 3, 1, 14);
  expect_rounds(32, 63, 4, 1, 16);
  expect_rounds(32, 64, 8, 1, 8);
  expect_rounds(32, 1000, 8, 8, 16);
  expect_rounds(32, 1000000, 8, 32, 3907);
  expect_rounds(8, 10, 32, 1, 1);
  mean_length = 128.0;  // no faster by a team than by a warp
  expect_rounds(32, 10, 8, 1, 2);
  expect_rounds(32, 40, 8, 1, 5);
  expect_rounds(2, 4096, 128, 2, 16);
  expect_rounds(2, count_type(1) << 40, 128, 32, count_type(1) << 28);
}

/// A device of 4 processors that hold 256 threads each: a warp for each of 32 rows.
TEST(RowGroups, WidthsByTheMeanLengthAndTheNumberOfRows) {
  TeamLimits limits;
  limits.num_units = 4;
  limits.threads_unit = 256;
  const auto width_of = [&](double mean_length, count_type num_rows) {
    int chosen = 0;
    Ocean::Impl::dispatch_row_width(limits, mean_length, num_rows,
                                    [&](auto width) { chosen = decltype(width)::value; });
    return chosen;
  };
  EXPECT_EQ(width_of(0.0, 1), 1);
  EXPECT_EQ(width_of(8.0, 1000), 1);
  EXPECT_EQ(width_of(8.1, 1000), 4);
  EXPECT_EQ(width_of(96.0, 33), 4);
  EXPECT_EQ(width_of(96.0, 32), 32) << "few rows";
  EXPECT_EQ(width_of(96.1, 1000), 32);
}

}  // namespace
