/// \file
/// \brief What the lanes of a warp do together, by lanes that are threads of the host: sorts in registers, and inserts
/// into a hash table.
// backends: Serial OpenMP
// once: OpenMP

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "ocean/accumulators/hash_table.hpp"
#include "ocean/accumulators/sort_words.hpp"
#include "support/checks.hpp"
#include "support/lane_cases.hpp"
#include "support/threaded_lanes.hpp"

namespace {

using Ocean::Impl::HashBucket;
using Ocean::Impl::HashTable;
using Ocean::Impl::InsertedKeys;
using Ocean::Impl::sort_words;
using namespace Ocean::Testing;

constexpr std::uint32_t no_slot = 0xffffffffu;

/// \brief Sorts every list by \p Width lanes that are threads of the host.
template <int Width, int Items>
void expect_sorted_by_threads(const WordLists& lists) {
  for (int list = 0; list < lists.size(); ++list) {
    word_list words = lists.list(list), expected = words;
    std::sort(expected.begin(), expected.end());
    const auto num_words = static_cast<int>(words.size());
    alignas(16) std::uint32_t scratch[Width * Items];
    std::copy(words.begin(), words.end(), scratch);
    run_in_lanes<Width>(
        [&](const ThreadedLanes<Width>& lanes) { sort_words<Width, Items>(lanes, scratch, num_words); });
    EXPECT_TRUE(same_integers("words", word_list(scratch, scratch + num_words), expected))
        << Width << " lanes of " << Items << " words, list " << list;
  }
}

TEST(HostLanes, SortWordsAsThoseOfAWarp) {
  RandomNumbers random(4);
  const auto lists_up_to = [&](int words_max) {
    WordLists lists;
    for (const int length : {1, 2, 3, words_max / 2 + 1, words_max - 1, words_max})
      lists.add(make_words(random, length, std::int64_t(1) << 32));
    word_list falling;
    for (int word = words_max; word > 0; --word) falling.push_back(static_cast<std::uint32_t>(word % 7));
    lists.add(falling);
    return lists;
  };
  expect_sorted_by_threads<8, 1>(lists_up_to(8));
  expect_sorted_by_threads<8, 2>(lists_up_to(16));
  expect_sorted_by_threads<8, 4>(lists_up_to(32));
  expect_sorted_by_threads<4, 8>(lists_up_to(32));
  expect_sorted_by_threads<4, 16>(lists_up_to(64));
}

/// Before a key gets its slot, another lane takes it for \p rival.
struct RivalAtomics {
  static inline std::uint32_t rival = HashTable::empty_key;
  template <class T>
  static T compare_exchange(T* target, T expected, T desired) {
    if (rival != HashTable::empty_key) *target = std::exchange(rival, HashTable::empty_key);
    const T seen = *target;
    if (seen == expected) *target = desired;
    return seen;
  }
};

TEST(HostLanes, AnotherLaneTookTheSlotFirst) {
  HashBucket buckets[2];
  for (HashBucket& bucket : buckets)
    for (std::uint32_t& key : bucket.key) key = HashTable::empty_key;
  const HashTable table{buckets[0].key, 2};
  const auto insert = [&](std::uint32_t key, std::uint32_t rival, InsertedKeys& inserted) {
    RivalAtomics::rival = rival;
    return table.insert_together<RivalAtomics>(Ocean::Impl::SingleLaneGroup(), true, key,
                                               table.choose_rounds_max(false), inserted);
  };
  InsertedKeys inserted;
  EXPECT_EQ(insert(3, 7, inserted), 1u) << "key 7 has slot 0";
  EXPECT_EQ(inserted.num_keys, 1u);
  EXPECT_EQ(insert(4, 4, inserted), 2u) << "the other lane had the same key";
  EXPECT_EQ(inserted.num_keys, 1u) << "it has counted the key";
  EXPECT_TRUE(
      same_integers("bucket", word_list(buckets[0].key, buckets[0].key + 4), word_list{7, 3, 4, HashTable::empty_key}));
}

TEST(HostLanes, RaceForSlotsOfAHashTable) {
  // All lanes come with the same few keys at once, in another order each: a key has one slot, which all of them get.
  constexpr int num_lanes = 8;
  RandomNumbers random(3);
  for (const std::uint32_t num_buckets : {2u, 3u, 5u}) {
    SCOPED_TRACE(::testing::Message() << num_buckets << " buckets");
    word_list keys = make_words(random, static_cast<int>(num_buckets) * 4 - 1, std::int64_t(1) << 20);
    std::vector<word_list> keys_of(num_lanes), slots_of(num_lanes);
    for (word_list& of_lane : keys_of) {
      random.shuffle(keys);
      of_lane = keys;
    }
    std::vector<HashBucket> buckets(num_buckets);
    for (HashBucket& bucket : buckets)
      for (std::uint32_t& key : bucket.key) key = HashTable::empty_key;
    const HashTable table{buckets.front().key, num_buckets};
    std::vector<InsertedKeys> inserted(num_lanes);
    run_in_lanes<num_lanes>([&](const ThreadedLanes<num_lanes>& lanes) {
      const auto lane = static_cast<std::size_t>(lanes.rank());
      for (std::size_t step = 0; step < keys.size(); ++step) {
        const bool has_key = (step + lane) % 5 != 0;
        const std::uint32_t slot = table.insert_together<ThreadAtomics>(lanes, has_key, keys_of[lane][step],
                                                                        table.choose_rounds_max(false), inserted[lane]);
        slots_of[lane].push_back(has_key ? slot : no_slot);
      }
    });
    unsigned num_keys = 0;
    for (const InsertedKeys& of_lane : inserted) {
      num_keys += of_lane.num_keys;
      EXPECT_EQ(of_lane.has_failed, 0u);
    }
    std::set<std::uint32_t> wanted;
    for (std::size_t lane = 0; lane < num_lanes; ++lane)
      for (std::size_t step = 0; step < keys.size(); ++step) {
        if (slots_of[lane][step] == no_slot) continue;
        wanted.insert(keys_of[lane][step]);
        ASSERT_EQ(table.keys[slots_of[lane][step]], keys_of[lane][step]) << "lane " << lane << ", step " << step;
      }
    EXPECT_EQ(num_keys, wanted.size()) << "a key is in the table twice, or was not counted";
  }
}

}  // namespace
