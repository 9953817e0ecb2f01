#ifndef OCEAN_ACCUMULATORS_SORT_SLOTS_HPP
#define OCEAN_ACCUMULATORS_SORT_SLOTS_HPP
/// \file
/// \brief Indirect sort of a row: keys move with the slot of their value, values stay where they are.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../backend/team_sort.hpp"

namespace Ocean::Impl {

/// \brief How a key and its slot share one 32-bit word; slot_bits == 0 when they do not fit and are kept apart.
/// Source: [LG26] section 4.2
struct SlotPacking {
  int slot_bits = 0;
  int key_bits = 0;

  KOKKOS_FUNCTION static int bits_of(std::uint64_t largest) {
    constexpr int word_bits = 64;
    return word_bits - Kokkos::Experimental::countl_zero_builtin(largest);
  }
  /// \brief Packs if the bits of \p largest_key and \p largest_slot fit one word.
  KOKKOS_FUNCTION static SlotPacking make(std::uint64_t largest_key, std::uint64_t largest_slot) {
    constexpr int word_bits = 32;
    const int slot_bits = bits_of(largest_slot), key_bits = bits_of(largest_key);
    return {key_bits + slot_bits <= word_bits && slot_bits > 0 ? slot_bits : 0, key_bits};
  }
  KOKKOS_FUNCTION bool packed() const { return slot_bits > 0; }
  /// \brief The sort of \p num_words distinct keys, each with its slot in the same word or in a second array; scratch
  /// from \p words to \p room_end holds nothing else that is needed.
  KOKKOS_FUNCTION WordsToSort words_to_sort(std::uint32_t* words, std::uint32_t* slots, std::uint32_t* room_end,
                                            int num_words) const {
    return {words, packed() ? nullptr : slots, room_end, num_words, slot_bits, slot_bits + key_bits};
  }
};

/// \brief Sorts words[0, num_words) in place, ascending; slots move along unless they are null.
///
/// Bitonic network in the form whose comparisons all point the same way, so that any length works: what lies
/// beyond the end counts as infinite. Pre: the words are visible to all lanes. Post: likewise (ends in a barrier).
/// Cost: num_words * log2(num_words)^2 / 4 comparisons over all lanes.
template <class Lanes, class Word>
KOKKOS_INLINE_FUNCTION void sort_slots(const Lanes& lanes, Word* words, std::uint32_t* slots, int num_words) {
  int padded = 1;
  while (padded < num_words) padded *= 2;
  const auto compare = [&](int low, int high) {
    if (high >= num_words || words[low] <= words[high]) return;
    const Word word = words[low];
    words[low] = words[high];
    words[high] = word;
    if (slots == nullptr) return;
    const std::uint32_t slot = slots[low];
    slots[low] = slots[high];
    slots[high] = slot;
  };
  for (int block = 2; block <= padded; block *= 2) {
    for (int pair = lanes.rank(); pair < padded / 2; pair += lanes.size()) {
      const int half = block / 2, base = pair / half * block, inside = pair % half;
      compare(base + inside, base + block - 1 - inside);
    }
    lanes.barrier();
    for (int step = block / 4; step > 0; step /= 2) {
      for (int pair = lanes.rank(); pair < padded / 2; pair += lanes.size()) {
        const int base = pair / step * 2 * step, inside = pair % step;
        compare(base + inside, base + inside + step);
      }
      lanes.barrier();
    }
  }
}

}  // namespace Ocean::Impl

#endif
