#ifndef OCEAN_ACCUMULATORS_HASH_TABLE_HPP
#define OCEAN_ACCUMULATORS_HASH_TABLE_HPP
/// \file
/// \brief Open-addressing set of 32-bit keys in scratch; the slot of a key is where its value lives.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "sort_slots.hpp"

namespace Ocean::Impl {

/// \brief Linear probing over any number of slots, concurrent inserts.
/// Source: [LG26] section 3.3; the multiplicative hash onto [0, capacity) is ours, UNMEASURED against others
struct HashTable {
  static constexpr std::uint32_t empty_key = 0xffffffffu;
  static constexpr std::uint32_t not_found = 0xffffffffu;

  std::uint32_t* keys;     ///< [capacity], empty_key before the first insert
  std::uint32_t capacity;  ///< slots

  KOKKOS_FUNCTION std::uint32_t first_slot(std::uint32_t key) const {
    constexpr std::uint32_t golden_ratio = 0x9E3779B1u;  // 2^32 / golden ratio: spreads runs of columns evenly
    constexpr int word_bits = 32;
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(key * golden_ratio) * capacity) >> word_bits);
  }

  /// \brief Probes after which a key is given up: where a row may have outgrown its table, well before all slots.
  KOKKOS_FUNCTION std::uint32_t choose_probes_max(bool may_overflow) const {
    constexpr std::uint32_t probes_at_least = 64, slots_per_late_probe = 8;  // UNMEASURED
    return may_overflow ? Kokkos::min(capacity, probes_at_least + capacity / slots_per_late_probe) : capacity;
  }

  /// \brief Slot of \p key, inserting it if it is new; \p inserted tells. not_found if \p probes_max slots are taken.
  template <class Atomics>
  KOKKOS_FUNCTION std::uint32_t insert(std::uint32_t key, std::uint32_t probes_max, bool& inserted) const {
    inserted = false;
    std::uint32_t slot = first_slot(key), found = empty_key;
    // One way out of the loop: lanes that have their slot wait there for the others, and go on together.
    for (std::uint32_t probe = 0; probe < probes_max; ++probe) {
      found = keys[slot];
      if (found == empty_key) {
        found = Atomics::compare_exchange(&keys[slot], empty_key, key);
        inserted = found == empty_key;
        found = inserted ? key : found;
      }
      if (found == key) break;
      slot = slot + 1 == capacity ? 0 : slot + 1;
    }
    return found == key ? slot : not_found;
  }
};

/// \brief Moves the taken keys to the front of the table, each with its slot in the same word or beside it in slots.
/// Pre     num_words is zero; the table is visible to all lanes. Post: likewise; num_words counts the keys
template <class Atomics, class Lanes>
KOKKOS_INLINE_FUNCTION void gather_keys(const Lanes& lanes, const HashTable& table, std::uint32_t* slots,
                                        unsigned* num_words, const SlotPacking& packing) {
  [[maybe_unused]] unsigned gathered = 0;
  for (std::uint32_t base = 0; base < table.capacity; base += lanes.size()) {
    const std::uint32_t slot = base + lanes.rank();
    const std::uint32_t key = slot < table.capacity ? table.keys[slot] : HashTable::empty_key;
    lanes.barrier();  // words written below lie at or before the slots read so far
    unsigned word = 0;
    if constexpr (requires { Lanes::max_size; }) {
      int taken = 0;
      word = gathered + lanes.exclusive_count(key != HashTable::empty_key, taken);
      gathered += taken;
      if (key == HashTable::empty_key) continue;
    } else {
      if (key == HashTable::empty_key) continue;
      word = Atomics::fetch_add(num_words, 1u);
    }
    table.keys[word] = packing.packed() ? key << packing.slot_bits | slot : key;
    if (!packing.packed()) slots[word] = slot;
  }
  if constexpr (requires { Lanes::max_size; })
    if (lanes.rank() == 0) *num_words = gathered;
  lanes.barrier();
}

}  // namespace Ocean::Impl

#endif
