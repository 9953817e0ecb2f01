/// \file
/// \brief Inserts into a table by one caller and by teams, full tables, and the keys gathered from them.

#include "ocean/accumulators/hash_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "ocean/accumulators/products.hpp"
#include "support/checks.hpp"
#include "support/lane_cases.hpp"
#include "support/team_paths.hpp"

namespace {

using Ocean::Impl::HashBucket;
using Ocean::Impl::HashTable;
using Ocean::Impl::InsertedKeys;
using Ocean::Impl::PortableAtomics;
using Ocean::Impl::product_group_width;
using Ocean::Impl::SlotPacking;
using Ocean::Impl::TeamLanes;
using namespace Ocean::Testing;

constexpr int table_team_size = 128;
constexpr std::uint32_t no_slot = 0xffffffffu;

/// A table in host memory, used by one caller.
class HostTable {
 public:
  explicit HostTable(std::uint32_t num_buckets) : m_buckets(num_buckets) {
    for (HashBucket& bucket : m_buckets)
      for (std::uint32_t& key : bucket.key) key = HashTable::empty_key;
  }
  std::uint32_t insert(std::uint32_t key, bool expect_inserted) {
    InsertedKeys inserted;
    const std::uint32_t slot = table().insert_together<PortableAtomics>(Ocean::Impl::SingleLaneGroup(), true, key,
                                                                        table().choose_rounds_max(false), inserted);
    EXPECT_EQ(inserted.num_keys, expect_inserted ? 1u : 0u) << "key " << key;
    return inserted.has_failed != 0 ? no_slot : slot;
  }
  HashTable table() { return {m_buckets.front().key, static_cast<std::uint32_t>(m_buckets.size())}; }
  word_list keys() const {
    word_list keys;
    for (const HashBucket& bucket : m_buckets) keys.insert(keys.end(), std::begin(bucket.key), std::end(bucket.key));
    return keys;
  }

 private:
  std::vector<HashBucket> m_buckets;
};

/// Inserts all keys into a table in scratch, copies it out, then gathers its keys.
struct InsertAndGather {
  static constexpr int max_team_size = table_team_size;
  test_view<std::uint32_t> keys, slot_of_key, table_keys, words, word_slots;
  test_view<unsigned> counts;  // keys inserted, keys without a slot, keys gathered
  std::uint32_t capacity;
  SlotPacking packing;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    using atomics = typename Team::atomics;
    const HashTable table = HashTable::make(team.template scratch<std::uint32_t>(), capacity);
    const auto rank = static_cast<std::uint32_t>(team.thread_rank());
    const auto threads = static_cast<std::uint32_t>(team.num_threads());
    for (std::uint32_t slot = rank; slot < capacity; slot += threads) table.keys[slot] = HashTable::empty_key;
    team.barrier();
    const auto group = team.template group<product_group_width>();
    for (std::uint32_t first = 0; first < keys.extent(0); first += threads) {
      const std::uint32_t key = first + rank;
      const bool has_key = key < keys.extent(0);
      InsertedKeys mine;  // a lane without a key may pass anything, also what means an empty slot
      std::uint32_t slot = table.insert_together<atomics>(group, has_key, has_key ? keys(key) : HashTable::empty_key,
                                                          table.choose_rounds_max(false), mine);
      if (mine.has_failed != 0 && has_key && table.keys[slot] != keys(key)) slot = no_slot;
      if (mine.num_keys > 0) atomics::fetch_add(&counts(0), 1u);
      if (!has_key) continue;
      slot_of_key(key) = slot;
      if (slot == no_slot) atomics::fetch_add(&counts(1), 1u);
    }
    team.barrier();
    for (std::uint32_t slot = rank; slot < capacity; slot += threads) table_keys(slot) = table.keys[slot];
    team.barrier();
    gather_keys<atomics>(TeamLanes<Team>(team), table, word_slots.data(), &counts(2), packing);
    for (std::uint32_t word = rank; word < counts(2); word += threads) words(word) = table.keys[word];
  }
};

struct Inserted {
  word_list slot_of_key, table_keys, words, word_slots;
  std::vector<unsigned> counts;
};

Inserted insert_and_gather(const word_list& keys, std::uint32_t capacity, SlotPacking packing, const auto& launcher) {
  const InsertAndGather kernel{make_view(keys),
                               make_view(word_list(keys.size(), 7)),
                               make_view(word_list(capacity, 7)),
                               make_view(word_list(capacity, 7)),
                               make_view(word_list(capacity, 7)),
                               make_view<unsigned>({0, 0, 0}),
                               capacity,
                               packing};
  launcher.launch({"Testing::insert_and_gather", 1, table_team_size, capacity * sizeof(std::uint32_t)}, kernel);
  return {to_vector(kernel.slot_of_key), to_vector(kernel.table_keys), to_vector(kernel.words),
          to_vector(kernel.word_slots), to_vector(kernel.counts)};
}

/// The slot that a caller of insert_together() got holds the key; every key of the table was gathered with its slot.
void expect_consistent(const word_list& keys, const Inserted& inserted, SlotPacking packing) {
  for (std::size_t key = 0; key < keys.size(); ++key) {
    const std::uint32_t slot = inserted.slot_of_key[key];
    if (slot == no_slot) continue;
    ASSERT_LT(slot, inserted.table_keys.size());
    EXPECT_EQ(inserted.table_keys[slot], keys[key]);
  }
  std::set<std::uint32_t> gathered, slots;
  for (unsigned word = 0; word < inserted.counts[2]; ++word) {
    const std::uint32_t mask = (1u << packing.slot_bits) - 1;
    const std::uint32_t key = packing.packed() ? inserted.words[word] >> packing.slot_bits : inserted.words[word];
    const std::uint32_t slot = packing.packed() ? inserted.words[word] & mask : inserted.word_slots[word];
    ASSERT_LT(slot, inserted.table_keys.size());
    EXPECT_EQ(inserted.table_keys[slot], key);
    gathered.insert(key);
    slots.insert(slot);
  }
  EXPECT_EQ(gathered.size(), inserted.counts[2]) << "a key is in the table twice";
  EXPECT_EQ(slots.size(), inserted.counts[2]);
}

/// Keys are below 2^20 when they are packed.
void expect_all_inserted(const word_list& keys, std::uint32_t capacity) {
  const std::set<std::uint32_t> distinct(keys.begin(), keys.end());
  const std::uint32_t largest = distinct.empty() ? 0 : *distinct.rbegin();
  for_each_launcher([&](const auto& launcher) {
    for (const SlotPacking packing : {SlotPacking{}, SlotPacking::make(largest, capacity - 1)}) {
      SCOPED_TRACE(::testing::Message() << to_string(launcher.path) << ", capacity " << capacity << ", slot bits "
                                        << packing.slot_bits);
      const Inserted inserted = insert_and_gather(keys, capacity, packing, launcher);
      EXPECT_EQ(inserted.counts[0], distinct.size());
      EXPECT_EQ(inserted.counts[1], 0u);
      EXPECT_EQ(inserted.counts[2], distinct.size());
      expect_consistent(keys, inserted, packing);
    }
  });
}

TEST(HashTable, FirstBucketsByHand) {
  const HashTable table{nullptr, 101};
  EXPECT_EQ(table.first_bucket(0), 0u);
  EXPECT_EQ(table.first_bucket(1), 76u) << "0xC2B2AE3D / 2^32 of 101";
  EXPECT_EQ(table.first_bucket(2), 52u) << "twice that, without the whole part";
  EXPECT_EQ((HashTable{nullptr, 1}.first_bucket(12345)), 0u);
  for (const std::uint32_t num_buckets : {1u, 2u, 97u, 1000u, 0x1fffffffu})
    for (std::uint32_t step = 0; step < 2000; ++step)
      ASSERT_LT((HashTable{nullptr, num_buckets}.first_bucket(step * 2147483u)), num_buckets) << step;
}

TEST(HashTable, OneCallerByHand) {
  HostTable table(2);
  // First buckets of two: 0 for the keys 0, 3, 4, 7, 8, and 1 for 5, 6, 9, 10.
  EXPECT_EQ(table.insert(3, true), 0u);
  EXPECT_EQ(table.insert(3, false), 0u);
  EXPECT_EQ(table.insert(7, true), 1u) << "the next slot of the bucket";
  EXPECT_EQ(table.insert(0, true), 2u);
  EXPECT_EQ(table.insert(4, true), 3u);
  EXPECT_EQ(table.insert(8, true), 4u) << "the bucket after the full one";
  EXPECT_EQ(table.insert(8, false), 4u);
  EXPECT_EQ(table.insert(10, true), 5u);
  EXPECT_TRUE(
      same_integers("keys", table.keys(), word_list{3, 7, 0, 4, 8, 10, HashTable::empty_key, HashTable::empty_key}));
  EXPECT_EQ(table.insert(5, true), 6u);
  EXPECT_EQ(table.insert(9, true), 7u);
  EXPECT_EQ(table.insert(6, false), no_slot) << "every slot is taken";
  EXPECT_EQ(table.insert(9, false), 7u) << "what is there is found in a full table";
  EXPECT_TRUE(same_integers("keys", table.keys(), word_list{3, 7, 0, 4, 8, 10, 5, 9}));
}

TEST(HashTable, TheLastBucketIsFollowedByTheFirst) {
  HostTable table(2);
  for (const std::uint32_t key : {5u, 6u, 9u, 10u}) table.insert(key, true);
  EXPECT_EQ(table.insert(1, true), 0u) << "bucket 1 is full";
}

TEST(HashTable, TeamsInsertRandomKeys) {
  RandomNumbers random(1);
  expect_all_inserted(make_words(random, 500, 1000), 704);
  expect_all_inserted(make_words(random, 2000, 300), 404);
  expect_all_inserted(make_words(random, 700, std::int64_t(1) << 20), 1004);
  expect_all_inserted(make_words(random, 700, (std::int64_t(1) << 32) - 1), 1004);
}

TEST(HashTable, NoKeysOneKeyAndOneBucket) {
  expect_all_inserted({}, 8);
  expect_all_inserted(word_list(300, 0), 4);
  expect_all_inserted(word_list(300, 17), 4);
  expect_all_inserted({0, 1, 2, 3, 4, 5, 6}, 1000);
}

TEST(HashTable, FullTablesTurnKeysAway) {
  RandomNumbers random(2);
  word_list keys;
  for (std::uint32_t key = 0; key < 600; ++key) keys.push_back(3 * key);
  random.shuffle(keys);
  expect_all_inserted(keys, 600);
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const SlotPacking packing = SlotPacking::make(1800, 495);
    const Inserted inserted = insert_and_gather(keys, 496, packing, launcher);
    EXPECT_TRUE(same_integers("counts", inserted.counts, std::vector{496, 104, 496}));
    expect_consistent(keys, inserted, packing);
  });
}

}  // namespace
