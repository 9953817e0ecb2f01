#ifndef OCEAN_ACCUMULATORS_WORD_TABLE_HPP
#define OCEAN_ACCUMULATORS_WORD_TABLE_HPP
/// \file
/// \brief The words of a row's bitmap that are not empty, in an open-addressing table in scratch.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <cstring>

#include "sort_slots.hpp"
#include "word_insertion.hpp"

namespace Ocean::Impl {

/// Position that no word has: the slot is empty.
inline constexpr std::uint32_t no_word = 0xffffffffu;

/// \brief Slot at which the search for a word begins, of \p num_slots.
KOKKOS_INLINE_FUNCTION std::uint32_t first_word_slot(std::uint32_t position, std::uint32_t num_slots) {
  constexpr int word_bits = 32;
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(position * hash_factor) * num_slots) >> word_bits);
}
KOKKOS_INLINE_FUNCTION std::uint32_t next_word_slot(std::uint32_t slot, std::uint32_t num_slots) {
  return slot + 1 == num_slots ? 0 : slot + 1;
}

/// \brief A set of columns: a slot for every word of 32 columns that has some. Concurrent inserts, linear probing.
struct WordSet {
  /// \brief Two slots, which a lane reads or writes at once.
  struct alignas(16) SlotPair {
    BitmapWord word[2];
  };

  BitmapWord* slots;        ///< [num_slots], aligned to 16 bytes, {no_word, 0} before the first insert
  std::uint32_t num_slots;  ///< even

  template <class Lanes>
  KOKKOS_FUNCTION void clear(const Lanes& lanes) const {
    const BitmapWord empty{no_word, 0};
    for (std::uint32_t pair = lanes.rank(); pair < num_slots / 2; pair += lanes.size()) pairs()[pair] = {empty, empty};
  }

  /// \brief Where a word is, and some of its bits that are set.
  struct Place {
    std::uint32_t slot = 0, bits = 0;
  };

  /// \brief Slot of the word of each lane that has one, inserting it if it is new. All lanes of a group call it at
  /// once and stay together: those that are done wait for the others, as in HashTable::insert_together().
  /// \param has_failed set for all lanes if one finds no slot: all have other words
  template <class Atomics, class Group>
  KOKKOS_FUNCTION Place find_together(const Group& group, bool has_word, std::uint32_t position,
                                      std::uint32_t& has_failed) const {
    Place place{first_word_slot(position, num_slots), 0};
    bool is_found = !has_word;
    for (std::uint32_t looks = 0;; ++looks) {
      if (!is_found) {
        const BitmapWord seen = look(place.slot);
        std::uint32_t found = seen.position;
        if (found == no_word) found = Atomics::compare_exchange(&slots[place.slot].position, no_word, position);
        is_found = found == position || found == no_word;
        place.bits = seen.bits;
        if (!is_found) place.slot = next_word_slot(place.slot, num_slots);
      }
      if (!group.any(!is_found)) return place;
      if (looks == num_slots) {
        has_failed = 1;
        return place;
      }
    }
  }

  /// \brief Marks columns of a word that is found.
  template <class Atomics>
  KOKKOS_FUNCTION void mark(const Place& place, std::uint32_t marked) const {
    if ((~place.bits & marked) != 0) Atomics::fetch_or(&slots[place.slot].bits, marked);
  }

  /// \brief Lists the words' positions, each with its slot in the same word, in no order; those beyond \p room are
  /// only counted.
  template <class Lanes>
  KOKKOS_FUNCTION WordCounts gather(const Lanes& lanes, const SlotPacking& packing, std::uint32_t* list,
                                    int room) const {
    WordCounts counts;
    for (std::uint32_t base = 0; base < num_slots / 2; base += lanes.size()) {
      const std::uint32_t pair = base + lanes.rank();
      const SlotPair own = pair < num_slots / 2 ? pairs()[pair] : SlotPair{{{no_word, 0}, {no_word, 0}}};
      for (std::uint32_t of = 0; of < 2; ++of) {
        const BitmapWord word = own.word[of];
        int taken = 0;
        const int place = counts.words + lanes.exclusive_count(word.position != no_word, taken);
        counts.words += taken;
        counts.columns += Kokkos::Experimental::popcount_builtin(word.bits);
        if (word.position != no_word && place < room)
          list[place] = word.position << packing.slot_bits | (2 * pair + of);
      }
    }
    counts.columns = lanes.sum(counts.columns);
    return counts;
  }

 private:
  KOKKOS_FUNCTION SlotPair* pairs() const { return reinterpret_cast<SlotPair*>(slots); }
  /// \brief A slot as other lanes change it: position and bits in one read.
  KOKKOS_FUNCTION BitmapWord look(std::uint32_t slot) const {
    const std::uint64_t both = reinterpret_cast<const volatile std::uint64_t*>(slots)[slot];
    BitmapWord word;
    static_assert(sizeof(word) == sizeof(both));
    memcpy(&word, &both, sizeof(both));
    return word;
  }
};

}  // namespace Ocean::Impl

#endif
