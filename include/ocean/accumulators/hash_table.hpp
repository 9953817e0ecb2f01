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
  unsigned num_keys = 0;    ///< that were new
  bool has_failed = false;  ///< this lane, or one that it inserts together with, has found no slot
};

/// \brief Linear probing over any number of slots, best one that odd_slots() gives; concurrent inserts.
///
/// The slot is the remainder of key * hash_factor: of the stencil of a grid, whose rows are what solvers multiply, the
/// lanes of a group need 1.1 to 2 probes, not the 4 of multiplicative hashing by the golden ratio.
/// measured: perf_tests/results/hash_probes_2026-11-23.csv
/// Source: [LG26] section 3.3; the function: Nagasaka, Nukada, Matsuoka: High-performance and memory-saving sparse
///         general matrix-matrix multiplication for NVIDIA Pascal GPU, ICPP 2017
struct HashTable {
  static constexpr std::uint32_t empty_key = 0xffffffffu;
  static constexpr std::uint32_t not_found = 0xffffffffu;

  std::uint32_t* keys;       ///< [capacity], empty_key before the first insert
  std::uint32_t capacity;    ///< slots
  std::uint32_t reciprocal;  ///< 2^32 / capacity, rounded down

  KOKKOS_FUNCTION static HashTable make(std::uint32_t* keys, std::uint32_t capacity) {
    return {keys, capacity, 0xffffffffu / capacity};
  }

  KOKKOS_FUNCTION std::uint32_t first_slot(std::uint32_t key) const {
    constexpr int word_bits = 32;
    const std::uint32_t spread = key * hash_factor;
    const auto quotient =  // or one less
        static_cast<std::uint32_t>((static_cast<std::uint64_t>(spread) * reciprocal) >> word_bits);
    const std::uint32_t remainder = spread - quotient * capacity;
    return remainder >= capacity ? remainder - capacity : remainder;
  }
  KOKKOS_FUNCTION std::uint32_t next_slot(std::uint32_t slot) const { return slot + 1 == capacity ? 0 : slot + 1; }

  /// \brief Probes after which a key is given up: where a row may have outgrown its table, well before all slots; else
  /// more than any key needs, each slot of which may be looked at and lost to another lane.
  KOKKOS_FUNCTION std::uint32_t choose_probes_max(bool may_overflow) const {
    // measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
    constexpr std::uint32_t probes_at_least = 64, slots_per_late_probe = 8;
    return may_overflow ? Kokkos::min(capacity, probes_at_least + capacity / slots_per_late_probe) : 2 * capacity + 1;
  }

  /// \brief Key of \p slot now, which is \p key if the slot was empty; \p inserted tells.
  template <class Atomics>
  KOKKOS_FUNCTION std::uint32_t take(std::uint32_t slot, std::uint32_t key, bool& inserted) const {
    std::uint32_t found = keys[slot];
    if (found == empty_key) {
      found = Atomics::compare_exchange(&keys[slot], empty_key, key);
      inserted = found == empty_key;
      found = inserted ? key : found;
    }
    return found;
  }

  /// \brief Slot of \p key, inserting it if it is new; \p inserted tells. not_found if \p probes_max slots are taken.
  template <class Atomics>
  KOKKOS_FUNCTION std::uint32_t insert(std::uint32_t key, std::uint32_t probes_max, bool& inserted) const {
    inserted = false;
    std::uint32_t slot = first_slot(key);
    for (std::uint32_t probe = 0; probe < probes_max; ++probe) {
      if (take<Atomics>(slot, key, inserted) == key) return slot;
      slot = next_slot(slot);
    }
    return not_found;
  }

  /// \brief insert() by all lanes of a group at once, which stay together: lanes that are done wait for the others, and
  /// none goes on alone.
  /// \param has_key  of this lane
  /// \param inserted counts a new key of this lane; has_failed for all lanes if one has not found a slot in
  ///        \p probes_max rounds: the table is of no use then
  template <class Atomics, class Group>
  KOKKOS_FUNCTION std::uint32_t insert_together(const Group& group, bool has_key, std::uint32_t key,
                                                std::uint32_t probes_max, InsertedKeys& inserted) const {
    std::uint32_t slot = first_slot(key), found = key;
    if (has_key) found = keys[slot];
    for (std::uint32_t round = 0; group.any(found != key); ++round) {
      if (round == probes_max) {
        inserted.has_failed = true;
        return slot;
      }
      if (found == key) continue;  // also of a lane without one, whose key may be anything
      if (found == empty_key) {
        found = Atomics::compare_exchange(&keys[slot], empty_key, key);
        if (found == empty_key) {
          found = key;
          ++inserted.num_keys;
        }
      } else {
        slot = next_slot(slot);
        found = keys[slot];
      }
    }
    return slot;
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
  for (std::uint32_t base = 0; base < table.capacity; base += in_flight * lanes.size()) {
    std::uint32_t keys[in_flight];
    for (int ahead = 0; ahead < in_flight; ++ahead) {
      const std::uint32_t slot = base + ahead * lanes.size() + lanes.rank();
      keys[ahead] = slot < table.capacity ? table.keys[slot] : HashTable::empty_key;
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
