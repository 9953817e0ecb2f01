/// \file
/// \brief Walks of a team through the products of a row: each is taken once, and the groups have even shares; the lanes
/// are threads of the host.
// backends: Serial OpenMP
// once: OpenMP

#include "ocean/accumulators/shared_products.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <barrier>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

#include "support/products_taken.hpp"
#include "support/threaded_lanes.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;
using Ocean::Impl::even_share_ratio;
using Ocean::Impl::even_share_steps;
using Ocean::Impl::for_each_product;
using Ocean::Impl::row_of_all_groups;
using Ocean::Impl::RowOfA;

constexpr int num_lanes = 4, team_groups = 3;

/// \brief A team of team_groups groups of num_lanes lanes, as a walk sees it; without lanes, groups of one thread.
template <bool WithLanes>
class ThreadedTeam {
  static constexpr int width = WithLanes ? num_lanes : 1;
  using group_type = ThreadedLanes<width>;

 public:
  static constexpr bool has_lanes = WithLanes;
  /// \brief What its threads share.
  struct Meeting {
    std::array<typename group_type::Meeting, team_groups> groups;
    std::barrier<> barrier{team_groups * width};
    std::array<std::uint32_t, team_groups> of_groups{};
  };

  ThreadedTeam(Meeting& meeting, int thread) : m_meeting(&meeting), m_thread(thread) {}
  template <int>
  group_type group() const {
    return {m_meeting->groups[static_cast<std::size_t>(m_thread / width)], m_thread % width};
  }
  template <int>
  int group_rank() const {
    return m_thread / width;
  }
  template <int>
  int num_groups() const {
    return team_groups;
  }
  std::uint32_t of_groups(std::uint32_t value) const {
    if (m_thread % width == 0) m_meeting->of_groups[static_cast<std::size_t>(m_thread / width)] = value;
    m_meeting->barrier.arrive_and_wait();
    const int lane = m_thread % width;
    const std::uint32_t result = lane < team_groups ? m_meeting->of_groups[static_cast<std::size_t>(lane)] : 0;
    m_meeting->barrier.arrive_and_wait();
    return result;
  }

  template <class Body>
  static void run(const Body& body) {
    Meeting meeting;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < team_groups * width; ++thread)
      threads.emplace_back([&, thread] { body(ThreadedTeam(meeting, thread)); });
    for (std::thread& thread : threads) thread.join();
  }

 private:
  Meeting* m_meeting;
  int m_thread;
};

/// \brief One row of A, whose entries select rows of B of these lengths, in order.
struct OneRow {
  HostCsr<int, int, double> a, b;
  explicit OneRow(const std::vector<int>& lengths)
      : b(rows_of(lengths, 3 + *std::max_element(lengths.begin(), lengths.end()))) {
    const int length = static_cast<int>(lengths.size());
    a = {1, length, {0, length}, std::vector<int>(lengths.size()), std::vector<double>(lengths.size(), 2.0)};
    std::iota(a.entries.begin(), a.entries.end(), 0);
  }
};

/// \brief Walks through the row by all bodies. \return products that each group takes alone
template <bool WithLanes>
std::array<std::size_t, team_groups> expect_taken(const OneRow& row, int lanes_per_row, bool uneven = true) {
  const auto a = to_device(row.a), b = to_device(row.b);
  using operand_type = decltype(a.operand());
  const Ocean::Impl::Problem<operand_type, operand_type> problem{a.operand(), b.operand()};
  const RowOfA entries = Ocean::Impl::a_row(problem, 0);
  const count_type first_column = 3;
  const taken_list expected = expected_products(problem, entries, first_column);
  std::array<taken_list, team_groups> alone, located;
  std::array<std::mutex, team_groups> mutexes;
  ThreadedTeam<WithLanes>::run([&](const ThreadedTeam<WithLanes>& team) {
    const auto group = static_cast<std::size_t>(team.template group_rank<0>());
    for_each_product<double, true>(team, problem, entries, first_column, lanes_per_row, uneven,
                                   Collect{&alone[group], &mutexes[group]});
    for_each_product<double, true>(team, problem, entries, first_column, lanes_per_row, uneven,
                                   CollectLocated{&located[group], &mutexes[group]});
  });
  std::array<std::size_t, team_groups> sizes{};
  taken_list all_alone, all_located;
  for (std::size_t group = 0; group < team_groups; ++group) {
    sizes[group] = alone[group].size();
    all_alone.insert(all_alone.end(), alone[group].begin(), alone[group].end());
    all_located.insert(all_located.end(), located[group].begin(), located[group].end());
  }
  std::sort(all_alone.begin(), all_alone.end());
  std::sort(all_located.begin(), all_located.end());
  EXPECT_EQ(all_alone, expected) << "each lane alone";
  EXPECT_EQ(all_located, expected) << "located first";
  return sizes;
}

/// \brief Every product is taken once, whatever the lanes for a row of B.
void expect_taken_always(const std::vector<int>& lengths) {
  const OneRow row(lengths);
  for (const int lanes_per_row : {1, 2, num_lanes, 64}) {
    SCOPED_TRACE(::testing::Message() << lengths.size() << " rows of B, " << lanes_per_row << " lanes for each");
    expect_taken<true>(row, lanes_per_row, true);
    expect_taken<true>(row, lanes_per_row, false);
    expect_taken<false>(row, lanes_per_row);
  }
}

TEST(SharedProducts, EachIsTakenOnce) {
  expect_taken_always({0, 0, 0, 0, 0, 0});
  expect_taken_always({1});
  expect_taken_always({200});
  expect_taken_always({3, 0, 90, 1});
  expect_taken_always({2, 0, 5, 3, 0, 0, 7, 1, 1, 4, 0, 2, 3});
  expect_taken_always({0, 0, 0, 0, 0, 0, 0, 0, 0, 400, 0, 0, 0, 0, 1});
  std::vector<int> lengths(70, 3);
  lengths[5] = 300, lengths[6] = 17, lengths[69] = 41;
  expect_taken_always(lengths);
  lengths[40] = 2 * Ocean::Impl::handed_on_max * team_groups + 5;
  expect_taken_always(lengths);
}

TEST(SharedProducts, AllGroupsReadTheLongestRows) {
  constexpr int longest = static_cast<int>(row_of_all_groups);
  for (const int length : {longest, longest + 1, longest + 9}) {
    expect_taken_always({3, length, 1});
    std::vector<int> lengths(14, 2);
    lengths[6] = lengths[13] = length;
    expect_taken_always(lengths);
  }
  const auto few = expect_taken<true>(OneRow({longest + 2, 1}), num_lanes);
  const auto many = expect_taken<true>(OneRow({1, 1, 1, 1, 1, longest + 2}), num_lanes);
  for (const auto& sizes : {few, many})
    for (const std::size_t size : sizes) EXPECT_NEAR(static_cast<double>(size), longest / team_groups, 2 * num_lanes);
}

TEST(SharedProducts, SharesOfFewEntriesAreEven) {
  for (const bool uneven : {false, true}) {
    // 96 products are 32 for each of 3 groups: whole steps of 4 terms.
    EXPECT_EQ(expect_taken<true>(OneRow({90, 1, 5}), 1, uneven), (std::array<std::size_t, 3>{32, 32, 32}));
    EXPECT_EQ(expect_taken<true>(OneRow({2, 92, 2}), 1, uneven), (std::array<std::size_t, 3>{32, 32, 32}));
    // Row by row, 1, 23 and 1 steps are 9 for each of the first two groups and the rest for the last.
    EXPECT_EQ(expect_taken<true>(OneRow({2, 92, 2}), num_lanes, uneven), (std::array<std::size_t, 3>{34, 36, 26}));
  }
}

TEST(SharedProducts, GroupsTakeManyEvenEntriesInTurn) {
  // Of 30 entries of A, groups take batches of 4 in turn, and the second group takes the last 2.
  EXPECT_EQ(expect_taken<true>(OneRow(std::vector<int>(30, num_lanes)), num_lanes, false),
            (std::array<std::size_t, 3>{12 * num_lanes, 10 * num_lanes, 8 * num_lanes}));
}

TEST(SharedProducts, SharesOfManyEntriesAreEvenWhereThoseOfTheGroupsDiffer) {
  // 30 entries of A are 10 for each group. Row by row, each entry is one step, and all groups keep theirs.
  std::vector<int> lengths(30, num_lanes);
  EXPECT_EQ(expect_taken<true>(OneRow(lengths), num_lanes), (std::array<std::size_t, 3>{40, 40, 40}));
  // Of 30 steps the first group has as many as a group may keep, the second one the fewer: nobody changes.
  constexpr int most = static_cast<int>(even_share_ratio * 10) + static_cast<int>(even_share_steps);
  lengths[0] = num_lanes * (most - 9);
  std::fill(lengths.begin() + 10, lengths.begin() + 20, 0);
  lengths[10] = num_lanes * (20 - most);
  EXPECT_EQ(expect_taken<true>(OneRow(lengths), num_lanes),
            (std::array<std::size_t, 3>{num_lanes * most, num_lanes * (20 - most), 40}));
  // One step more for the first and one fewer for the last: all take 10.
  lengths[0] += num_lanes;
  lengths[29] = 0;
  EXPECT_EQ(expect_taken<true>(OneRow(lengths), num_lanes), (std::array<std::size_t, 3>{40, 40, 40}));
}

TEST(SharedProducts, MoreEntriesThanAreSharedAtOnce) {
  std::vector<int> lengths(static_cast<std::size_t>(Ocean::Impl::shared_entries_max) + 7, 0);
  lengths[3] = 50, lengths[static_cast<std::size_t>(Ocean::Impl::shared_entries_max) - 1] = 9, lengths.back() = 30;
  expect_taken<true>(OneRow(lengths), num_lanes);
}

}  // namespace
