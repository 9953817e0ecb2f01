#ifndef OCEAN_ACCUMULATORS_HASH_TABLE_HPP
#define OCEAN_ACCUMULATORS_HASH_TABLE_HPP
/// \file
/// \brief Open-addressing set of 32-bit keys in scratch; the slot of a key is where its value lives.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../tuning/accumulator_table.hpp"
#include "sort_slots.hpp"

namespace Ocean::Impl {

/// \brief What a lane knows of the keys that it has inserted.
struct InsertedKeys {
  unsigned num_keys = 0;  ///< that were new
  /// Whether this lane, or one that it inserts together with, has found no slot: a word, because a lane would unpack a
  /// byte in every step.
  std::uint32_t has_failed = 0;
};

/// \brief The slots that a lane looks at together: one read of 16 bytes.
struct alignas(16) HashBucket {
  std::uint32_t key[bucket_slots];
};

/// \brief Buckets of four slots, filled from the front, with linear probing from bucket to bucket; concurrent inserts.
///
/// The lanes of a group look up their keys together, so that all of them wait for the lane that looks at the most
/// buckets: 1 to 1.6 in a step on average, where single slots took 1.7 to 5.7 looks.
/// measured: perf_tests/results/hash_probes_2026-11-24.csv, by simulation on rows of 17 matrices; the multiplier needs
///         the fewest of nine hash functions
/// measured: perf_tests/results/nvidia_h200_2026-11-24_buckets.csv
/// Source: [LG26] section 3.3; buckets: Alcantara, Sharf, Abbasinejad, Sengupta, Mitzenmacher, Owens, Amenta: Real-time
///         parallel hashing on the GPU, SIGGRAPH Asia 2009; the multiplier: a constant of MurmurHash3 and xxHash
struct HashTable {
  static constexpr std::uint32_t empty_key = 0xffffffffu;

  std::uint32_t* keys;        ///< [capacity()], 16-byte aligned, empty_key before the first insert
  std::uint32_t num_buckets;  ///< at least one

  /// \param capacity slots, a multiple of bucket_slots
  KOKKOS_FUNCTION static HashTable make(std::uint32_t* keys, std::uint32_t capacity) {
    return {keys, capacity / bucket_slots};
  }
  KOKKOS_FUNCTION std::uint32_t capacity() const { return num_buckets * bucket_slots; }

  KOKKOS_FUNCTION std::uint32_t first_bucket(std::uint32_t key) const {
    constexpr int word_bits = 32;
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(key * hash_factor) * num_buckets) >> word_bits);
  }
  KOKKOS_FUNCTION std::uint32_t next_bucket(std::uint32_t bucket) const {
    return bucket + 1 == num_buckets ? 0 : bucket + 1;
  }

  /// \brief Rounds of insert_together() after which keys are given up: where a row may have outgrown its table, well
  /// before all buckets; else more than any key needs, each slot of which may be looked at and lost to another lane.
  KOKKOS_FUNCTION std::uint32_t choose_rounds_max(bool may_overflow) const {
    // measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv, as looks at single slots; these reach further
    constexpr std::uint32_t rounds_at_least = 64, slots_per_late_round = 8;
    return may_overflow ? Kokkos::min(capacity(), rounds_at_least + capacity() / slots_per_late_round)
                        : 2 * capacity() + 1;
  }

  /// \brief Slot of the key of each lane that has one, inserting it if it is new. All lanes of a group call it at once
  /// and stay together: those that are done wait for the others.
  /// \param has_key  of this lane; a lane without may pass any key
  /// \param inserted counts a new key of this lane; has_failed for all lanes if one has not found a slot in
  ///        \p rounds_max rounds: the table is of no use then
  template <class Atomics, class Group>
  KOKKOS_FUNCTION std::uint32_t insert_together(const Group& group, bool has_key, std::uint32_t key,
                                                std::uint32_t rounds_max, InsertedKeys& inserted) const {
    std::uint32_t bucket = first_bucket(key), slot = 0;
    std::uint32_t found = has_key ? ~key : key;  // not yet the key
    for (std::uint32_t round = 0;; ++round) {
      if (found != key) found = look<Atomics>(bucket, key, slot, inserted.num_keys);
      if (!group.any(found != key)) return slot;
      if (round == rounds_max) {
        inserted.has_failed = 1;
        return slot;
      }
    }
  }

 private:
  /// \brief Place of \p key in a bucket, bucket_slots if it is not there; of empty_key the first.
  KOKKOS_FUNCTION static int find(const HashBucket& bucket, std::uint32_t key) {
    int place = bucket_slots;
    for (int candidate = bucket_slots - 1; candidate >= 0; --candidate)
      place = bucket.key[candidate] == key ? candidate : place;
    return place;
  }

  /// \brief Looks for \p key in a bucket, inserts it into an empty slot, or goes on to the next bucket.
  /// \return the key if \p slot is its slot now, else another
  template <class Atomics>
  KOKKOS_FUNCTION std::uint32_t look(std::uint32_t& bucket, std::uint32_t key, std::uint32_t& slot,
                                     unsigned& num_keys) const {
    const HashBucket read = reinterpret_cast<const HashBucket*>(keys)[bucket];
    int place = find(read, key);
    std::uint32_t found = key;
    if (place == bucket_slots) {
      place = find(read, empty_key);
      if (place == bucket_slots) {
        bucket = next_bucket(bucket);
        return ~key;
      }
      found = Atomics::compare_exchange(&keys[bucket * bucket_slots + place], empty_key, key);
      if (found == empty_key) {
        ++num_keys;
        found = key;
      }
    }
    slot = bucket * bucket_slots + place;
    return found;  // of another lane that was first: the bucket is looked at again
  }
};

/// Slots that a lane of a group reads before it writes what it has found.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int slots_in_flight = 4;

/// \brief Moves the taken keys to the front of the table, each with its slot in the same word or beside it in slots.
/// Pre     num_words is zero; the table is visible to all lanes. Post: likewise; num_words counts the keys
template <class Atomics, class Lanes>
KOKKOS_INLINE_FUNCTION void gather_keys(const Lanes& lanes, const HashTable& table, std::uint32_t* slots,
                                        unsigned* num_words, const SlotPacking& packing) {
  constexpr bool is_group = requires { Lanes::max_size; };
  constexpr int in_flight = is_group ? slots_in_flight : 1;
  [[maybe_unused]] unsigned gathered = 0;
  for (std::uint32_t base = 0; base < table.capacity(); base += in_flight * lanes.size()) {
    std::uint32_t keys[in_flight];
    for (int ahead = 0; ahead < in_flight; ++ahead) {
      const std::uint32_t slot = base + ahead * lanes.size() + lanes.rank();
      keys[ahead] = slot < table.capacity() ? table.keys[slot] : HashTable::empty_key;
    }
    lanes.barrier();  // words written below lie at or before the slots read so far
    for (int ahead = 0; ahead < in_flight; ++ahead) {
      const std::uint32_t key = keys[ahead], slot = base + ahead * lanes.size() + lanes.rank();
      unsigned word = 0;
      if constexpr (is_group) {
        int taken = 0;
        word = gathered + lanes.exclusive_count(key != HashTable::empty_key, taken);
        gathered += taken;
      }
      if (key == HashTable::empty_key) continue;
      if constexpr (!is_group) word = Atomics::fetch_add(num_words, 1u);
      table.keys[word] = packing.packed() ? key << packing.slot_bits | slot : key;
      if (!packing.packed()) slots[word] = slot;
    }
  }
  if constexpr (is_group)
    if (lanes.rank() == 0) *num_words = gathered;
  lanes.barrier();
}

}  // namespace Ocean::Impl

#endif
