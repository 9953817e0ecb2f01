/// \file
/// \brief What kernels over rows of C share: which row is at a position, its room, claims of room, rows that overflow,
/// and the launch that gives every row its lanes.
// once: OpenMP

#include "ocean/kernels/numeric/row_pass.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::AccumulatorConfig;
using Ocean::Impl::count_type;
using Ocean::Impl::no_room;
using Ocean::Impl::Pass;
using Ocean::Impl::TeamLaunch;

using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
template <Pass ThisPass>
using pass_type = Ocean::Impl::RowPass<ThisPass, problem_type, int, int, double>;
using accumulate_type = pass_type<Pass::accumulate>;
using policy_type = Kokkos::RangePolicy<test_exec_space, Kokkos::IndexType<count_type>>;
using count_list = std::vector<count_type>;

constexpr count_type boundless = std::numeric_limits<count_type>::max();
constexpr count_type untouched = -9;

/// \brief Stands for a team where a thread has a row.
struct Claimant {
  using atomics = Ocean::Impl::PortableAtomics;
};

/// \brief What a pass says of its positions.
struct Positions {
  test_view<count_type> row, begin, begin_behind, capacity, claims;
  explicit Positions(std::size_t size)
      : row("Testing::row", size),
        begin("Testing::begin", size),
        begin_behind("Testing::begin_behind", size),
        capacity("Testing::capacity", size),
        claims("Testing::claims", size) {}
};
template <class PassData>
struct AskPositions {
  PassData pass;
  Positions found;
  KOKKOS_FUNCTION void operator()(const count_type position) const {
    found.row(position) = pass.row_at(position);
    found.begin(position) = pass.begin_of(position);
    found.begin_behind(position) = pass.begin_of(position, 1);
    found.capacity(position) = pass.capacity_of(position);
    found.claims(position) = pass.rows_claim() ? 1 : 0;
  }
};
template <class PassData>
Positions ask(const PassData& pass) {
  const Positions found(3);
  Kokkos::parallel_for("Testing::ask", policy_type(0, 3), AskPositions<PassData>{pass, found});
  Kokkos::fence("Testing::ask");
  return found;
}

/// \brief The second of two bins: rows 4, 0 and 2 of five.
class RowPass : public ::testing::Test {
 protected:
  template <Pass ThisPass = Pass::accumulate>
  pass_type<ThisPass> pass() const {
    pass_type<ThisPass> result;
    result.row_order = m_row_order;
    result.first_position = 1;
    result.num_rows = 3;
    result.row_begin = m_row_begin;
    return result;
  }
  const test_view<count_type>& row_begin() const { return m_row_begin; }

 private:
  test_view<int> m_row_order = make_view({3, 4, 0, 2});
  test_view<count_type> m_row_begin = make_view<count_type>({10, 12, 15, 15, 20, 26});
};

TEST_F(RowPass, PositionsAreThoseOfTheBin) {
  const Positions found = ask(pass());
  EXPECT_EQ(to_vector(found.row), (count_list{4, 0, 2}));
  EXPECT_EQ(to_vector(found.begin), (count_list{20, 10, 15}));
  EXPECT_EQ(to_vector(found.begin_behind), (count_list{26, 12, 15})) << "of the row behind in the supernode";
  EXPECT_EQ(to_vector(found.capacity), (count_list{6, 2, 0}));
  EXPECT_EQ(to_vector(found.claims), (count_list{0, 0, 0}));
}

TEST_F(RowPass, WithoutAnOrderRowsAreAtTheirNumbers) {
  accumulate_type all = pass();
  all.row_order = {};
  const Positions found = ask(all);
  EXPECT_EQ(to_vector(found.row), (count_list{0, 1, 2}));
  EXPECT_EQ(to_vector(found.begin), (count_list{10, 12, 15}));
  EXPECT_EQ(to_vector(found.capacity), (count_list{2, 3, 0}));
}

TEST_F(RowPass, ARerunHasItsRoomByPosition) {
  accumulate_type rerun = pass();
  rerun.begin_by_position = true;
  const Positions found = ask(rerun);
  EXPECT_EQ(to_vector(found.row), (count_list{4, 0, 2}));
  EXPECT_EQ(to_vector(found.begin), (count_list{10, 12, 15}));
  EXPECT_EQ(to_vector(found.begin_behind), (count_list{10, 12, 15}));
  EXPECT_EQ(to_vector(found.capacity), (count_list{2, 3, 0}));
}

/// Neither has row_begin, which is null where rows are counted.
TEST_F(RowPass, RoomIsWithoutBoundWhereRowsAreCountedOrClaim) {
  const auto num_claimed = make_view(count_list{0});
  auto counting = pass<Pass::count>();
  counting.row_begin = {};
  counting.num_claimed = num_claimed;
  const Positions counted = ask(counting);
  EXPECT_EQ(to_vector(counted.row), (count_list{4, 0, 2}));
  EXPECT_EQ(to_vector(counted.begin), (count_list{0, 0, 0}));
  EXPECT_EQ(to_vector(counted.capacity), count_list(3, boundless));
  EXPECT_EQ(to_vector(counted.claims), (count_list{0, 0, 0})) << "nothing is written when counting";
  accumulate_type claiming = pass();
  claiming.num_claimed = num_claimed;
  const Positions claimed = ask(claiming);
  EXPECT_EQ(to_vector(claimed.capacity), count_list(3, boundless));
  EXPECT_EQ(to_vector(claimed.claims), (count_list{1, 1, 1}));
}

/// \brief Some rows of a number of entries each, one or those of a supernode.
struct Claim {
  count_type size;
  int at_once;
};
/// \brief The claims one after the other, those of every position.
struct ClaimInTurn {
  accumulate_type pass;
  test_view<Claim> claims;
  test_view<count_type> claimed;
  KOKKOS_FUNCTION void operator()(const count_type) const {
    for (count_type position = 0; position < static_cast<count_type>(claims.extent(0)); ++position)
      claimed(position) = pass.claim(Claimant(), position, claims(position).size, claims(position).at_once);
  }
};
/// \brief What claims have left behind.
struct Claimed {
  count_list slots, row_begin;
  count_type num_claimed;
};
/// \brief Rows 7, 0, 4 and 3 claim some of 20 slots from 100 on, of which 5 are claimed before.
Claimed claim_in_turn(accumulate_type pass, const std::vector<Claim>& claims) {
  const auto order = make_view({9, 7, 0, 4, 3});
  const auto begin = make_view(count_list(9, untouched)), num_claimed = make_view(count_list{5});
  pass.row_order = order;
  pass.row_begin = begin;
  pass.num_claimed = num_claimed;
  pass.first_claim = 100;
  pass.claims_max = 20;
  const test_view<count_type> claimed("Testing::claimed", claims.size());
  Kokkos::parallel_for("Testing::claim", policy_type(0, 1), ClaimInTurn{pass, make_view(claims), claimed});
  Kokkos::fence("Testing::claim");
  return {to_vector(claimed), to_vector(begin), to_vector(num_claimed)[0]};
}

TEST_F(RowPass, ClaimsFollowEachOtherUntilNoRoomIsLeft) {
  const Claimed all = claim_in_turn(pass(), {{6, 1}, {3, 3}, {1, 1}});
  EXPECT_EQ(all.slots, (count_list{105, 111, no_room})) << "up to the last slot";
  EXPECT_EQ(all.row_begin, (count_list{111, 114, 117, untouched, no_room, untouched, untouched, 105, untouched}));
  EXPECT_EQ(all.num_claimed, 21);
}

TEST_F(RowPass, ASupernodeHasRoomForAllItsRowsOrForNone) {
  const Claimed claimed = claim_in_turn(pass(), {{6, 1}, {5, 2}, {1, 1}});
  EXPECT_EQ(claimed.slots, (count_list{105, no_room, no_room}));
  EXPECT_EQ(claimed.row_begin,
            (count_list{no_room, no_room, untouched, untouched, no_room, untouched, untouched, 105, untouched}));
  EXPECT_EQ(claimed.num_claimed, 22) << "claims in vain count too";
}

struct NoteOverflows {
  accumulate_type pass;
  KOKKOS_FUNCTION void operator()(const count_type row) const {
    if (row % 3 == 1) pass.note_overflow(Claimant(), row);
  }
};

TEST_F(RowPass, EveryRowThatOverflowsIsNotedOnce) {
  constexpr int num_rows = 3000;
  const auto num_overflowed = make_view(count_list{2});
  const auto rows = make_view(std::vector<int>(num_rows, -1));
  const auto row_nnz = make_view(count_list(num_rows, untouched));
  accumulate_type overflowing = pass();
  overflowing.num_overflowed = num_overflowed;
  overflowing.overflow_rows = rows;
  overflowing.row_nnz = row_nnz;
  Kokkos::parallel_for("Testing::note_overflows", policy_type(0, num_rows), NoteOverflows{overflowing});
  Kokkos::fence("Testing::note_overflows");
  EXPECT_EQ(to_vector(num_overflowed), (count_list{2 + num_rows / 3}));
  std::vector<int> noted = to_vector(rows), expected;
  count_list sizes(num_rows, untouched);
  for (int row = 1; row < num_rows; row += 3) {
    expected.push_back(row);
    sizes[static_cast<std::size_t>(row)] = 0;
  }
  EXPECT_EQ(noted[1], -1) << "rows that overflowed before";
  noted = {noted.begin() + 2, noted.begin() + 2 + num_rows / 3};
  std::sort(noted.begin(), noted.end());
  EXPECT_EQ(noted, expected);
  EXPECT_EQ(to_vector(row_nnz), sizes);
}

/// Exact sizes: rows have room, whatever a row that is not as it was counted turns out to be.
TEST_F(RowPass, WithoutAListNobodyIsToldOfAnOverflow) {
  const auto row_nnz = make_view(count_list(3, untouched));
  accumulate_type exact = pass();
  exact.row_nnz = row_nnz;
  Kokkos::parallel_for("Testing::note_overflows", policy_type(0, 3), NoteOverflows{exact});
  Kokkos::fence("Testing::note_overflows");
  EXPECT_EQ(to_vector(row_nnz), count_list(3, untouched));
}

/// \brief All threads of a team ask for the room of its row, of position + 1 entries.
struct FindRoom {
  static constexpr int max_team_size = 64;
  accumulate_type pass;
  test_view<count_type> least, most;
  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const count_type position = team.league_rank();
    const count_type room = Ocean::Impl::find_room(team, Ocean::Impl::TeamLanes<Team>(team), pass, position,
                                                   position + 1, team.template scratch<count_type>());
    Kokkos::atomic_min(&least(position), room);
    Kokkos::atomic_max(&most(position), room);
  }
};

/// \brief What the threads of three teams found: all of a team the same.
count_list find_room(const auto& launcher, const accumulate_type& pass) {
  const auto least = make_view(count_list(3, boundless)), most = make_view(count_list(3, -boundless));
  launcher.launch({"Testing::find_room", 3, 64, sizeof(count_type)}, FindRoom{pass, least, most});
  Kokkos::fence("Testing::find_room");
  EXPECT_EQ(to_vector(least), to_vector(most));
  return to_vector(least);
}

TEST_F(RowPass, AllLanesOfARowGetTheRoomThatOneClaims) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    EXPECT_EQ(find_room(launcher, pass()), (count_list{20, 10, 15}));
    for (const count_type claims_max : {6, 5, 0}) {
      const auto begin = make_view(count_list(6, untouched)), num_claimed = make_view(count_list{0});
      accumulate_type claiming = pass();
      claiming.row_begin = begin;
      claiming.num_claimed = num_claimed;
      claiming.claims_max = claims_max;
      count_list found = find_room(launcher, claiming);
      EXPECT_EQ(to_vector(num_claimed), (count_list{6})) << "one claim a row";
      const count_list written = to_vector(begin);
      EXPECT_EQ(written, (count_list{found[1], untouched, found[2], untouched, found[0], untouched}));
      std::sort(found.begin(), found.end());
      EXPECT_EQ(found.front() == no_room, claims_max < 6);
      EXPECT_EQ(found.back() == no_room, claims_max == 0);
    }
  });
}

/// \brief Notes who has which row.
template <int Width>
struct VisitRows {
  static constexpr int max_team_size = 64;
  accumulate_type pass;
  test_view<int> first_lanes, all_lanes, sizes;  ///< [slots]: visits by the first lane and by all, lanes of the row
  test_view<count_type> places;                  ///< [slots] place of the row among those of all teams
  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    Ocean::Impl::for_each_row_of_team<Width>(team, pass, [&](count_type position, int slot) {
      const auto lanes = Ocean::Impl::row_lanes<Width>(team);
      Kokkos::atomic_inc(&all_lanes(position));
      if (lanes.rank() != 0) return;
      Kokkos::atomic_inc(&first_lanes(position));
      sizes(position) = lanes.size();
      places(position) = team.league_rank() * pass.config.rows_per_team() + slot;
    });
  }
};

/// \brief \p num_rows rows by teams of 64 threads, \p Width lanes for each, or a team if it is 0; the last team may
/// have places for more. Every row whose number is one less than a multiple of \p empty_every has no products.
template <int Width>
void expect_visited(count_type num_rows, count_type empty_every = boundless) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(testing::Message() << to_string(launcher.path) << ", " << num_rows << " rows, width " << Width);
    const auto size = static_cast<std::size_t>(num_rows), slots = size + 64;
    const auto none = [&] { return make_view(std::vector<int>(slots, 0)); };
    VisitRows<Width> kernel{{}, none(), none(), none(), make_view(count_list(slots, untouched))};
    kernel.pass.config.team_size = 64;
    kernel.pass.config.group_width = Width;
    kernel.pass.config.row_bytes = 16;
    kernel.pass.num_rows = num_rows;
    std::vector<int> visits(slots, 0);
    count_list places(slots, untouched), row_nnz(size, untouched);
    std::vector<Ocean::Impl::ColumnRange<int>> ranges(size, {7, 7});
    for (std::size_t row = 0; row < size; ++row) {
      const bool is_empty = (static_cast<count_type>(row) + 1) % empty_every == 0;
      if (is_empty) ranges[row] = {7, 6};
      if (is_empty) row_nnz[row] = 0;
      if (!is_empty) places[row] = static_cast<count_type>(row);
      visits[row] = is_empty ? 0 : 1;
    }
    const auto row_range = make_view(ranges);
    const auto nnz_found = make_view(count_list(size, untouched));
    kernel.pass.row_range = row_range;
    kernel.pass.row_nnz = nnz_found;
    Ocean::Impl::launch_over_rows(launcher, "Testing::visit_rows", kernel);
    Kokkos::fence("Testing::visit_rows");
    std::vector<int> lanes = to_vector(kernel.sizes);
    EXPECT_EQ(to_vector(kernel.first_lanes), visits);
    EXPECT_EQ(to_vector(kernel.all_lanes), lanes);
    EXPECT_EQ(to_vector(kernel.places), places);
    EXPECT_EQ(to_vector(nnz_found), row_nnz);
    if (Width > 0) {
      for (int& visit : visits) visit *= launcher.has_lanes ? Width : 1;
      EXPECT_EQ(lanes, visits);
    }
  });
}

TEST_F(RowPass, EveryRowHasItsLanes) {
  for (const count_type num_rows : {0, 1, 3, 4, 5, 33, 100}) {
    expect_visited<0>(num_rows);
    expect_visited<4>(num_rows);
    expect_visited<16>(num_rows);
    expect_visited<32>(num_rows);
  }
}

TEST_F(RowPass, EmptyRowsOfTheOnlyBinHaveTheirSizeAndNoLanes) {
  for (const count_type num_rows : {1, 5, 33}) {
    expect_visited<0>(num_rows, 1);
    expect_visited<0>(num_rows, 3);
    expect_visited<32>(num_rows, 3);
    expect_visited<4>(num_rows, 2);
  }
}

/// \brief A launcher that notes what it is asked for.
struct NotedLaunches : Ocean::Impl::LauncherOnInstance<test_exec_space, Ocean::ExecutionPath::team> {
  explicit NotedLaunches(std::vector<TeamLaunch>& launches) : LauncherOnInstance({}), noted(&launches) {}
  Ocean::Impl::TeamLimits limits() const { return {}; }
  template <class Functor>
  void launch(const TeamLaunch& launch, const Functor&) const {
    noted->push_back(launch);
  }
  std::vector<TeamLaunch>* noted;
};

/// \brief A kernel as launch_row_pass() makes it of a pass.
struct KernelOfPass {
  accumulate_type pass;
};

TEST_F(RowPass, LaunchesTeamsForAllRowsWithScratchForTheirs) {
  const auto launch_of = [&](count_type num_rows, int group_width) {
    accumulate_type of = pass();
    of.num_rows = num_rows;
    of.config.team_size = 64;
    of.config.group_width = group_width;
    of.config.row_bytes = 48;
    std::vector<TeamLaunch> launches;
    Ocean::Impl::launch_row_pass<KernelOfPass>(NotedLaunches(launches), "Testing::rows", of);
    EXPECT_EQ(launches.size(), 1u);
    return launches.front();
  };
  const auto expect_launch = [&](count_type num_rows, int group_width, count_type num_teams, std::size_t bytes) {
    SCOPED_TRACE(testing::Message() << num_rows << " rows, groups of " << group_width);
    const TeamLaunch launch = launch_of(num_rows, group_width);
    EXPECT_STREQ(launch.label, "Testing::rows");
    EXPECT_EQ(launch.league_size, num_teams);
    EXPECT_EQ(launch.team_size, 64);
    EXPECT_EQ(launch.scratch_bytes, bytes);
  };
  expect_launch(10, 0, 10, 48);
  expect_launch(10, 16, 3, 4 * 48);
  expect_launch(12, 16, 3, 4 * 48);
  expect_launch(1, 1, 1, 64 * 48);
  expect_launch(10, 128, 10, 48);
  expect_launch(0, 16, 0, 4 * 48);
  expect_launch(count_type(1) << 40, 32, count_type(1) << 39, 2 * 48);
}

}  // namespace
