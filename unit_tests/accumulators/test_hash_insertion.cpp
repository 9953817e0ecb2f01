/// \file
/// \brief Sums of a row in a hash table by lanes that share keys, and a table that is given up; the lanes are threads
/// of the host.
// backends: Serial OpenMP
// once: OpenMP

#include "ocean/accumulators/hash_insertion.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <vector>

#include "support/threaded_lanes.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::bucket_slots;
using Ocean::Impl::HashBucket;
using Ocean::Impl::HashInsertion;
using Ocean::Impl::HashTable;
using Ocean::Impl::InsertedKeys;

constexpr int num_lanes = 8;

/// \brief Atomics that count the sums.
struct CountedAtomics : ThreadAtomics {
  static inline std::atomic<int> num_sums = 0;
  static void add(double* target, const double& value) {
    ++num_sums;
    ThreadAtomics::add(target, value);
  }
};

/// \brief A table of \p num_buckets buckets with sums, and what every lane has inserted.
struct Row {
  explicit Row(std::uint32_t num_buckets) : buckets(num_buckets), sums(num_buckets * bucket_slots) {
    for (HashBucket& bucket : buckets)
      for (std::uint32_t& key : bucket.key) key = HashTable::empty_key;
  }
  HashTable table() { return {buckets.front().key, static_cast<std::uint32_t>(buckets.size())}; }
  std::vector<HashBucket> buckets;
  std::vector<double> sums;
  std::array<InsertedKeys, num_lanes> inserted{};

  /// \brief Every lane adds \p num_steps products of 1 to the keys key_of(lane, step).
  /// \return atomic sums
  template <bool WithValues, class KeyOf>
  int add(int num_steps, bool exclusive, const KeyOf& key_of) {
    CountedAtomics::num_sums = 0;
    run_in_lanes<num_lanes>([&](const ThreadedLanes<num_lanes>& lanes) {
      auto& mine = inserted[static_cast<std::size_t>(lanes.rank())];
      const HashInsertion<CountedAtomics, double, WithValues> insertion{
          table(), sums.data(), table().choose_rounds_max(false), exclusive, mine};
      for (int step = 0; step < num_steps; ++step)
        insertion.add(insertion.find_together(lanes, true, key_of(lanes.rank(), step)), 1.0);
    });
    return CountedAtomics::num_sums;
  }
  unsigned num_keys() const {
    unsigned keys = 0;
    for (const InsertedKeys& of_lane : inserted) keys += of_lane.num_keys;
    return keys;
  }
  double sum_of(std::uint32_t key) {
    for (std::size_t slot = 0; slot < sums.size(); ++slot)
      if (table().keys[slot] == key) return sums[slot];
    return -1.0;
  }
};

TEST(HashInsertion, LanesWithTheSameKeysAddUpAllProducts) {
  constexpr int steps = 60;
  Row row(2);
  const auto key_of = [](int lane, int step) { return static_cast<std::uint32_t>((lane + step) % 2); };
  EXPECT_EQ(row.add<true>(steps, false, key_of), num_lanes * steps);
  EXPECT_EQ(row.num_keys(), 2u);
  EXPECT_EQ(row.sum_of(0), num_lanes * steps / 2);
  EXPECT_EQ(row.sum_of(1), num_lanes * steps / 2);
}

TEST(HashInsertion, LanesWithDifferentKeysNeedNoAtomics) {
  Row row(4);
  const auto key_of = [](int lane, int step) { return static_cast<std::uint32_t>((lane + step) % num_lanes); };
  EXPECT_EQ(row.add<true>(10, true, key_of), 0);
  EXPECT_EQ(row.num_keys(), static_cast<unsigned>(num_lanes));
  for (std::uint32_t key = 0; key < num_lanes; ++key) EXPECT_EQ(row.sum_of(key), 10.0) << key;
}

TEST(HashInsertion, CountsKeysWithoutValues) {
  Row row(4);
  const auto key_of = [](int lane, int step) { return static_cast<std::uint32_t>(lane % 4 + 4 * step); };
  EXPECT_EQ(row.add<false>(3, false, key_of), 0);
  EXPECT_EQ(row.num_keys(), 12u);
  EXPECT_EQ(row.sums, std::vector<double>(16, 0.0));
}

/// 8 keys for 4 slots.
TEST(HashInsertion, AFullTableFails) {
  Row row(1);
  row.add<false>(1, false, [](int lane, int) { return static_cast<std::uint32_t>(lane); });
  for (const InsertedKeys& of_lane : row.inserted) EXPECT_EQ(of_lane.has_failed, 1u);
  EXPECT_EQ(row.num_keys(), static_cast<unsigned>(bucket_slots));
}

TEST(HashInsertion, ARowThatIsGivenUpIsNotLookedUpAnyMore) {
  Row row(4);
  for (InsertedKeys& of_lane : row.inserted) of_lane.has_failed = 1;
  row.add<false>(2, false, [](int lane, int) { return static_cast<std::uint32_t>(lane); });
  EXPECT_EQ(row.num_keys(), 0u);
  for (const std::uint32_t key : row.buckets.front().key) EXPECT_EQ(key, HashTable::empty_key);
}

/// Lanes that add without atomics do not meet there either.
TEST(HashInsertion, LanesOfARowThatIsGivenUpHaveSlotsOfTheirOwn) {
  Row row(num_lanes / bucket_slots);
  for (InsertedKeys& of_lane : row.inserted) of_lane.has_failed = 1;
  row.add<true>(3, true, [](int, int) { return 7u; });
  EXPECT_EQ(row.sums, std::vector<double>(num_lanes, 3.0));
}

}  // namespace
