/// \file
/// \brief The bitonic sort of keys and slots by teams and by groups of lanes against std::sort; packing by hand.

#include "ocean/accumulators/sort_slots.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "support/checks.hpp"
#include "support/lane_cases.hpp"
#include "support/team_paths.hpp"

namespace {

using Ocean::Impl::SlotPacking;
using Ocean::Impl::sort_slots;
using Ocean::Impl::TeamLanes;
using namespace Ocean::Testing;

constexpr int sort_team_size = 64;
constexpr int sort_group_width = 8;

/// Sorts all lists in one team: each by the whole team, or each by one of its groups.
struct SortLists {
  static constexpr int max_team_size = sort_team_size;
  test_view<std::uint32_t> words, slots;  // without slots: only the words
  test_view<int> begin;
  bool by_groups;

  template <class Lanes>
  KOKKOS_FUNCTION void sort(const Lanes& lanes, int list) const {
    std::uint32_t* with = slots.extent(0) > 0 ? slots.data() + begin(list) : nullptr;
    sort_slots(lanes, words.data() + begin(list), with, begin(list + 1) - begin(list));
  }
  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int num_lists = static_cast<int>(begin.extent(0)) - 1;
    const int first = by_groups ? team.template group_rank<sort_group_width>() : 0;
    const int step = by_groups ? team.template num_groups<sort_group_width>() : 1;
    for (int list = first; list < num_lists; list += step)
      if (by_groups)
        sort(team.template group<sort_group_width>(), list);
      else
        sort(TeamLanes<Team>(team), list);
  }
};

struct Sorted {
  WordLists words, slots;
};

Sorted sort(const WordLists& lists, bool with_slots, bool by_groups, const auto& launcher) {
  word_list places(with_slots ? lists.words.size() : 0);
  std::iota(places.begin(), places.end(), 0u);
  const auto words = make_view(lists.words), slots = make_view(places);
  launcher.launch({"Testing::sort_slots", 1, sort_team_size},
                  SortLists{words, slots, make_view(lists.begin), by_groups});
  return {{to_vector(words), lists.begin}, {to_vector(slots), lists.begin}};
}

void expect_sorted(const WordLists& lists) {
  for_each_launcher([&](const auto& launcher) {
    for (const bool with_slots : {false, true})
      for (const bool by_groups : {false, true}) {
        SCOPED_TRACE(::testing::Message()
                     << to_string(launcher.path) << ", slots " << with_slots << ", groups " << by_groups);
        const Sorted sorted = sort(lists, with_slots, by_groups, launcher);
        for (int list = 0; list < lists.size(); ++list) {
          word_list expected = lists.list(list);
          std::sort(expected.begin(), expected.end());
          EXPECT_TRUE(same_integers("words", sorted.words.list(list), expected)) << "list " << list;
          if (!with_slots) continue;
          word_list slots = sorted.slots.list(list), found;
          for (const std::uint32_t slot : slots) found.push_back(lists.words[slot]);
          EXPECT_TRUE(same_integers("words at the slots", found, expected)) << "list " << list;
          std::sort(slots.begin(), slots.end());
          EXPECT_EQ(std::adjacent_find(slots.begin(), slots.end()), slots.end()) << "a slot came twice";
        }
      }
  });
}

TEST(SlotPacking, ByHand) {
  EXPECT_EQ(SlotPacking::bits_of(0), 0);
  EXPECT_EQ(SlotPacking::bits_of(1), 1);
  EXPECT_EQ(SlotPacking::bits_of(255), 8);
  EXPECT_EQ(SlotPacking::bits_of(256), 9);
  EXPECT_EQ(SlotPacking::bits_of(~std::uint64_t(0)), 64);
  EXPECT_EQ(SlotPacking::make(1000, 100).slot_bits, 7);
  EXPECT_TRUE(SlotPacking::make(1000, 100).packed());
  EXPECT_EQ(SlotPacking::make((1u << 25) - 1, 127).slot_bits, 7) << "25 and 7 bits fit 32";
  EXPECT_FALSE(SlotPacking::make(1u << 25, 127).packed()) << "26 and 7 bits do not";
  EXPECT_FALSE(SlotPacking::make(std::uint64_t(1) << 40, 1).packed());
  EXPECT_FALSE(SlotPacking::make(5, 0).packed()) << "no bits to hold a slot in";
}

TEST(SortSlots, ByHand) {
  WordLists lists;
  lists.add({3, 1, 4, 1, 5});
  lists.add({2, 1});
  for_each_launcher([&](const auto& launcher) {
    const Sorted sorted = sort(lists, true, false, launcher);
    EXPECT_TRUE(same_integers("words", sorted.words.words, std::vector{1, 1, 3, 4, 5, 1, 2}))
        << to_string(launcher.path);
    EXPECT_TRUE(same_integers("slots", sorted.slots.list(1), std::vector{6, 5})) << to_string(launcher.path);
  });
  expect_sorted(lists);
}

TEST(SortSlots, RandomWordsOfManyLengths) {
  RandomNumbers random(1);
  WordLists lists;
  for (int length = 0; length < 70; ++length) lists.add(make_words(random, length, std::int64_t(1) << 32));
  for (const int length : {100, 127, 128, 129, 200}) lists.add(make_words(random, length, 1000));
  expect_sorted(lists);
}

TEST(SortSlots, EmptyListsEqualWordsAndTheLargestWord) {
  RandomNumbers random(2);
  WordLists lists;
  lists.add({});
  lists.add({7});
  lists.add(word_list(33, 5));
  lists.add(make_words(random, 90, 2));
  lists.add({0xffffffffu, 0, 0xffffffffu, 1, 0xfffffffeu});
  word_list falling(77);
  std::iota(falling.rbegin(), falling.rend(), 100u);
  lists.add(falling);
  expect_sorted(lists);
}

TEST(SortSlots, MoreWordsThanManyRoundsOfLanes) {
  RandomNumbers random(3);
  WordLists lists;
  for (const int length : {1023, 1025, 5000}) lists.add(make_words(random, length, std::int64_t(1) << 32));
  expect_sorted(lists);
}

}  // namespace
