/// \file
/// \brief The sort of a hash row's words by a team of every size: packed or not, few bits or all, with and without
/// room.

#include <gtest/gtest.h>

#include <algorithm>

#include "ocean/accumulators/sort_words.hpp"
#include "ocean/tuning/accumulator_table.hpp"
#include "support/checks.hpp"
#include "support/lane_cases.hpp"
#include "support/team_paths.hpp"

namespace {

using Ocean::Impl::largest_team_size;
using Ocean::Impl::num_size_classes;
using Ocean::Impl::SlotPacking;
using Ocean::Impl::sort_gathered;
using Ocean::Impl::TeamLanes;
using Ocean::Impl::TeamSort;
using Ocean::Impl::WordsToSort;
using namespace Ocean::Testing;

/// Words in front of those of a team, so that they start anywhere in scratch.
constexpr int shift_max = 3;

/// \brief A team per list sorts it in scratch, as a hash row with tables of \p capacity slots.
struct SortRows {
  static constexpr int max_team_size = largest_team_size;
  test_view<std::uint32_t> words, slots;
  test_view<int> begin;
  test_view<int> has_own_sort;  // by list: the space's sort took it; empty: whichever sort is chosen
  SlotPacking packing;
  int capacity;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int list = static_cast<int>(team.league_rank()), first = begin(list), length = begin(list + 1) - first;
    const TeamLanes<Team> lanes(team);
    auto* in_scratch = team.template scratch<std::uint32_t>() + list % (shift_max + 1);
    for (int word = lanes.rank(); word < length; word += lanes.size()) {
      in_scratch[word] = words(first + word);
      in_scratch[capacity + word] = slots(first + word);
    }
    lanes.barrier();
    const WordsToSort row = packing.words_to_sort(in_scratch, in_scratch + capacity, in_scratch + 2 * capacity, length);
    if (has_own_sort.extent(0) == 0)
      sort_gathered<0>(lanes, row);
    else
      has_own_sort(list) = TeamSort<TeamLanes<Team>>::run(lanes, row);
    for (int word = lanes.rank(); word < length; word += lanes.size()) {
      words(first + word) = in_scratch[word];
      if (!packing.packed()) slots(first + word) = in_scratch[capacity + word];
    }
  }
};

std::size_t scratch_bytes(int capacity) {
  return (2 * static_cast<std::size_t>(capacity) + shift_max) * sizeof(std::uint32_t);
}
bool fits_scratch(const auto& launcher, int capacity) {
  return scratch_bytes(capacity) <= launcher.limits().scratch_bytes_max;
}
int longest(const WordLists& keys) {
  int length = 1;
  for (int list = 0; list < keys.size(); ++list) length = std::max(length, static_cast<int>(keys.list(list).size()));
  return length;
}

/// \brief \p length different keys of \p bits bits in random order, the largest one among them.
word_list make_keys(RandomNumbers& random, int length, int bits) {
  const std::uint64_t bound = std::uint64_t(1) << bits;
  const std::uint64_t step = bound / static_cast<std::uint64_t>(std::max(length, 1));
  word_list keys;
  for (int key = 0; key < length; ++key)
    keys.push_back(static_cast<std::uint32_t>(bound - 1 - static_cast<std::uint64_t>(key) * step));
  random.shuffle(keys);
  return keys;
}

/// \brief Whether each list's slots came along with its keys, and the keys in order; \p keys[i] came with slot i %
/// capacity.
void expect_rows_sorted(const WordLists& keys, int bits, int team_size, int capacity, const auto& launcher) {
  const auto packing = SlotPacking::make((std::uint64_t(1) << bits) - 1, static_cast<std::uint64_t>(capacity - 1));
  SCOPED_TRACE(::testing::Message() << to_string(launcher.path) << ", team of " << team_size << ", " << bits
                                    << " bits, " << (packing.packed() ? "packed" : "apart") << ", capacity "
                                    << capacity);
  word_list words, slots;
  for (int list = 0; list < keys.size(); ++list)
    for (const std::uint32_t key : keys.list(list)) {
      const auto slot = static_cast<std::uint32_t>(words.size() % static_cast<std::size_t>(capacity));
      words.push_back(packing.packed() ? key << packing.slot_bits | slot : key);
      slots.push_back(slot);
    }
  const auto word_view = make_view(words), slot_view = make_view(slots);
  launcher.launch({"Testing::sort_team", keys.size(), team_size, scratch_bytes(capacity)},
                  SortRows{word_view, slot_view, make_view(keys.begin), {}, packing, capacity});
  const WordLists sorted{to_vector(word_view), keys.begin}, moved{to_vector(slot_view), keys.begin};
  for (int list = 0; list < keys.size(); ++list) {
    word_list order = WordLists{words, keys.begin}.list(list);
    const word_list before = order, slots_before = WordLists{slots, keys.begin}.list(list);
    std::sort(order.begin(), order.end());
    ASSERT_TRUE(same_integers("words", sorted.list(list), order)) << "list " << list;
    if (packing.packed()) continue;
    word_list expected;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::size_t word = 0; word < before.size(); ++word) pairs.emplace_back(before[word], slots_before[word]);
    std::sort(pairs.begin(), pairs.end());
    for (const auto& pair : pairs) expected.push_back(pair.second);
    ASSERT_TRUE(same_integers("slots", moved.list(list), expected)) << "list " << list;
  }
}

/// \brief For every team and path: make_lists(team_size) in a table of just their size and in one with room.
template <class MakeLists>
void expect_all_teams_sort(int bits, const MakeLists& make_lists) {
  constexpr int room_factor = 3;
  for (int size_class = 0; size_class < num_size_classes; ++size_class) {
    const int team_size = largest_team_size >> size_class;
    const WordLists keys = make_lists(team_size);
    for_each_launcher([&](const auto& launcher) {
      for (const int capacity : {longest(keys), room_factor * longest(keys)})
        if (fits_scratch(launcher, capacity)) expect_rows_sorted(keys, bits, team_size, capacity, launcher);
    });
  }
}

/// \brief Lengths around whole numbers of words per thread.
std::vector<int> lengths_around(int team_size, int words_per_thread) {
  const int whole = team_size * words_per_thread;
  return {whole - 1, whole, whole + 1};
}

TEST(SortTeam, ByHand) {
  WordLists keys;
  keys.add({3, 1, 4, 0, 7});
  keys.add({2, 1});
  keys.add({});
  keys.add({7});
  constexpr int bits = 3;
  expect_all_teams_sort(bits, [&](int) { return keys; });
}

TEST(SortTeam, AllKeysOfFewBits) {
  for (const int bits : {0, 1, 2, 4, 5, 8, 11})
    expect_all_teams_sort(bits, [&](int) {
      RandomNumbers random(4);
      WordLists keys;
      for (const int missing : {0, 1}) keys.add(make_keys(random, (1 << bits) - missing, bits));
      return keys;
    });
}

class SortTeamBits : public ::testing::TestWithParam<int> {};

TEST_P(SortTeamBits, ManyWordsOfEachThread) {
  const int bits = GetParam();
  for (const int words_per_thread : {1, 2, 3, 5, 7, 8, 11, 12, 15, 16})
    expect_all_teams_sort(bits, [&](int team_size) {
      RandomNumbers random(5);
      WordLists keys;
      for (const int length : lengths_around(team_size, words_per_thread)) keys.add(make_keys(random, length, bits));
      return keys;
    });
}

INSTANTIATE_TEST_SUITE_P(Bits, SortTeamBits, ::testing::Values(15, 16, 17, 21, 25, 29, 31, 32));

/// \brief By list, whether the space's own sort takes it from a team; keys of \p bits bits.
std::vector<int> own_sorts(const auto& launcher, int team_size, int bits, int capacity,
                           const std::vector<int>& lengths) {
  RandomNumbers random(6);
  WordLists keys;
  for (const int length : lengths) keys.add(make_keys(random, length, bits));
  const test_view<int> has_own_sort("Testing::has_own_sort", lengths.size());
  const auto largest_key = static_cast<std::uint64_t>((std::uint64_t(1) << bits) - 1);
  launcher.launch({"Testing::sort_team", keys.size(), team_size, scratch_bytes(capacity)},
                  SortRows{make_view(keys.words), make_view(keys.words), make_view(keys.begin), has_own_sort,
                           SlotPacking::make(largest_key, static_cast<std::uint64_t>(capacity - 1)), capacity});
  return to_vector(has_own_sort);
}

TEST(SortTeam, TeamsWithLanesSortWhatTheirThreadsHold) {
  constexpr int team_size = 256, bits = 12, capacity = 4096;
  constexpr int most = 11 * team_size;
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    if (!fits_scratch(launcher, capacity)) return;
    const int own = launcher.has_lanes ? 1 : 0;
    EXPECT_TRUE(same_integers("own sorts",
                              own_sorts(launcher, team_size, bits, capacity, {2 * team_size, most, most + 1}),
                              std::vector{own, own, 0}))
        << "the last list has more words than the threads hold";
  });
}

TEST(SortTeam, TeamsWithLanesLeaveFewWordsToTheNetwork) {
  constexpr int team_size = 128, capacity = 1024;
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const int own = launcher.has_lanes ? 1 : 0;
    const auto expect_fewest = [&](int bits, int fewest) {
      EXPECT_TRUE(same_integers("own sorts", own_sorts(launcher, team_size, bits, capacity, {fewest - 1, fewest}),
                                std::vector{0, own}))
          << bits << " bits, " << fewest << " words";
    };
    expect_fewest(10, 77);         // 3 digits of 4 bits: 3 x 128 / 5
    expect_fewest(20, team_size);  // 5 digits
    expect_fewest(32, 205);        // 8 digits, slots apart
  });
}

TEST(SortTeam, TeamsWithLanesNeedRoomForTheSort) {
  constexpr int team_size = 256, bits = 12, capacity = 256;
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    EXPECT_TRUE(same_integers("own sorts", own_sorts(launcher, team_size, bits, capacity, {capacity}), std::vector{0}));
  });
}

}  // namespace
