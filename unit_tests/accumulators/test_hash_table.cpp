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

using Ocean::Impl::HashTable;
using Ocean::Impl::InsertedKeys;
using Ocean::Impl::PortableAtomics;
using Ocean::Impl::product_group_width;
using Ocean::Impl::SlotPacking;
using Ocean::Impl::TeamLanes;
using namespace Ocean::Testing;

constexpr int table_team_size = 128;

/// A table in host memory, used by one caller.
class HostTable {
 public:
  explicit HostTable(std::uint32_t capacity) : m_keys(capacity, HashTable::empty_key) {}
  std::uint32_t insert(std::uint32_t key, bool expect_inserted) {
    bool inserted = !expect_inserted;
    const std::uint32_t slot = table().insert<PortableAtomics>(key, table().capacity, inserted);
    EXPECT_EQ(inserted, expect_inserted) << "key " << key;
    return slot;
  }
  HashTable table() { return HashTable::make(m_keys.data(), static_cast<std::uint32_t>(m_keys.size())); }
  const word_list& keys() const { return m_keys; }

 private:
  word_list m_keys;
};

/// Inserts all keys into a table in scratch, copies it out, then gathers its keys.
struct InsertAndGather {
  static constexpr int max_team_size = table_team_size;
  test_view<std::uint32_t> keys, slot_of_key, table_keys, words, word_slots;
  test_view<unsigned> counts;  // keys inserted, keys without a slot, keys gathered
  std::uint32_t capacity;
  SlotPacking packing;
  bool together;  ///< by all lanes of a group at once

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
      bool inserted = false;
      std::uint32_t slot = HashTable::not_found;
      if (together) {
        InsertedKeys mine;  // a lane without a key may pass anything, also what means an empty slot
        slot = table.insert_together<atomics>(group, has_key, has_key ? keys(key) : HashTable::empty_key,
                                              table.choose_probes_max(false), mine);
        inserted = mine.num_keys > 0;
        if (mine.has_failed && has_key && table.keys[slot] != keys(key)) slot = HashTable::not_found;
      } else if (has_key) {
        slot = table.insert<atomics>(keys(key), capacity, inserted);
      }
      if (inserted) atomics::fetch_add(&counts(0), 1u);
      if (!has_key) continue;
      slot_of_key(key) = slot;
      if (slot_of_key(key) == HashTable::not_found) atomics::fetch_add(&counts(1), 1u);
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

Inserted insert_and_gather(const word_list& keys, std::uint32_t capacity, SlotPacking packing, const auto& launcher,
                           bool together) {
  const InsertAndGather kernel{make_view(keys),
                               make_view(word_list(keys.size(), 7)),
                               make_view(word_list(capacity, 7)),
                               make_view(word_list(capacity, 7)),
                               make_view(word_list(capacity, 7)),
                               make_view<unsigned>({0, 0, 0}),
                               capacity,
                               packing,
                               together};
  launcher.launch({"Testing::insert_and_gather", 1, table_team_size, capacity * sizeof(std::uint32_t)}, kernel);
  return {to_vector(kernel.slot_of_key), to_vector(kernel.table_keys), to_vector(kernel.words),
          to_vector(kernel.word_slots), to_vector(kernel.counts)};
}

/// The slot that a caller of insert() got holds the key; every key of the table was gathered with its slot.
void expect_consistent(const word_list& keys, const Inserted& inserted, SlotPacking packing) {
  for (std::size_t key = 0; key < keys.size(); ++key) {
    const std::uint32_t slot = inserted.slot_of_key[key];
    if (slot == HashTable::not_found) continue;
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
    for (const SlotPacking packing : {SlotPacking{}, SlotPacking::make(largest, capacity - 1)})
      for (const bool together : {false, true}) {
        SCOPED_TRACE(::testing::Message() << to_string(launcher.path) << ", capacity " << capacity << ", slot bits "
                                          << packing.slot_bits << ", together " << together);
        const Inserted inserted = insert_and_gather(keys, capacity, packing, launcher, together);
        EXPECT_EQ(inserted.counts[0], distinct.size());
        EXPECT_EQ(inserted.counts[1], 0u);
        EXPECT_EQ(inserted.counts[2], distinct.size());
        expect_consistent(keys, inserted, packing);
      }
  });
}

TEST(HashTable, FirstSlotsByHand) {
  HostTable table(101);
  EXPECT_EQ(table.table().first_slot(0), 0u);
  EXPECT_EQ(table.table().first_slot(1), 6u) << "107 modulo 101";
  EXPECT_EQ(table.table().first_slot(2), 12u);
  EXPECT_EQ(table.table().first_slot(17), 1u) << "102 modulo 101";
  EXPECT_EQ(HostTable(1).table().first_slot(12345), 0u);
  for (const std::uint32_t capacity : {1u, 2u, 97u, 1000u, 0x7fffffffu})
    for (std::uint32_t step = 0; step < 2000; ++step) {
      const std::uint32_t key = step * 2147483u;
      ASSERT_EQ((HashTable::make(nullptr, capacity).first_slot(key)), key * 107u % capacity) << key;
    }
}

TEST(HashTable, OneCallerByHand) {
  HostTable table(3);
  // First slots of 3, key * 107 modulo 3: key 0 at 0, keys 2 and 5 at 1, key 1 at 2.
  EXPECT_EQ(table.insert(5, true), 1u);
  EXPECT_EQ(table.insert(5, false), 1u);
  EXPECT_EQ(table.insert(2, true), 2u) << "the slot after the taken one";
  EXPECT_EQ(table.insert(1, true), 0u);
  EXPECT_TRUE(same_integers("keys", table.keys(), std::vector{1, 5, 2}));
  EXPECT_EQ(table.insert(0, false), HashTable::not_found) << "every slot is taken";
  EXPECT_EQ(table.insert(2, false), 2u) << "what is there is found in a full table";
  EXPECT_TRUE(same_integers("keys", table.keys(), std::vector{1, 5, 2}));
}

TEST(HashTable, TheProbeWrapsAround) {
  HostTable table(3);
  EXPECT_EQ(table.insert(5, true), 1u);
  EXPECT_EQ(table.insert(1, true), 2u);
  // Key 8: 856 modulo 3 is 1; slots 1 and 2 are taken.
  EXPECT_EQ(table.insert(8, true), 0u);
}

TEST(HashTable, TeamsInsertRandomKeys) {
  RandomNumbers random(1);
  expect_all_inserted(make_words(random, 500, 1000), 701);
  expect_all_inserted(make_words(random, 2000, 300), 401);
  expect_all_inserted(make_words(random, 700, std::int64_t(1) << 20), 1001);
  expect_all_inserted(make_words(random, 700, (std::int64_t(1) << 32) - 1), 1001);
}

TEST(HashTable, NoKeysOneKeyAndOneSlot) {
  expect_all_inserted({}, 5);
  expect_all_inserted(word_list(300, 0), 3);
  expect_all_inserted(word_list(300, 17), 1);
  expect_all_inserted({0, 1, 2, 3, 4, 5, 6}, 999);
}

TEST(HashTable, FullTablesTurnKeysAway) {
  RandomNumbers random(2);
  word_list keys;
  for (std::uint32_t key = 0; key < 600; ++key) keys.push_back(3 * key);
  random.shuffle(keys);
  expect_all_inserted(keys, 600);
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const SlotPacking packing = SlotPacking::make(1800, 498);
    for (const bool together : {false, true}) {
      const Inserted inserted = insert_and_gather(keys, 499, packing, launcher, together);
      EXPECT_TRUE(same_integers("counts", inserted.counts, std::vector{499, 101, 499}));
      expect_consistent(keys, inserted, packing);
    }
  });
}

}  // namespace
