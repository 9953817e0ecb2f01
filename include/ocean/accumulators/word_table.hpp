#ifndef OCEAN_ACCUMULATORS_WORD_TABLE_HPP
#define OCEAN_ACCUMULATORS_WORD_TABLE_HPP
/// \file
/// \brief The words of a row's bitmap that are not empty, in open-addressing tables in scratch.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../tuning/accumulator_table.hpp"

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
  std::uint32_t* positions;  ///< [num_slots], no_word before the first insert
  std::uint32_t* bits;       ///< [num_slots], 0 before the first insert
  std::uint32_t num_slots;

  template <class Lanes>
  KOKKOS_FUNCTION void clear(const Lanes& lanes) const {
    for (std::uint32_t slot = lanes.rank(); slot < num_slots; slot += lanes.size()) {
      positions[slot] = no_word;
      bits[slot] = 0;
    }
  }

  /// \brief Slot of the word of each lane that has a column, inserting it if it is new. All lanes of a group call it at
  /// once and stay together: those that are done wait for the others, as in HashTable::insert_together().
  /// \param has_failed set for all lanes if one finds no slot: all have other words
  template <class Atomics, class Group>
  KOKKOS_FUNCTION std::uint32_t find_together(const Group& group, bool has_column, std::uint32_t column,
                                              std::uint32_t& has_failed) const {
    const auto position = static_cast<std::uint32_t>(column / bitmap_word_columns);
    std::uint32_t slot = first_word_slot(position, num_slots);
    std::uint32_t found = has_column ? ~position : position;  // not yet the word
    for (std::uint32_t looks = 0;; ++looks) {
      if (found != position) {
        found = static_cast<volatile std::uint32_t*>(positions)[slot];
        if (found == no_word) {
          found = Atomics::compare_exchange(&positions[slot], no_word, position);
          if (found == no_word) found = position;
        }
        if (found != position) slot = next_word_slot(slot, num_slots);
      }
      if (!group.any(found != position)) return slot;
      if (looks == num_slots) {
        has_failed = 1;
        return slot;
      }
    }
  }

  /// \brief Marks \p column in the slot of its word.
  template <class Atomics>
  KOKKOS_FUNCTION void mark(std::uint32_t slot, std::uint32_t column) const {
    const std::uint32_t bit = std::uint32_t(1) << column % bitmap_word_columns;
    if ((static_cast<volatile std::uint32_t*>(bits)[slot] & bit) == 0) Atomics::fetch_or(&bits[slot], bit);
  }

  /// \brief Columns in it, for all lanes.
  template <class Lanes>
  KOKKOS_FUNCTION int count(const Lanes& lanes) const {
    int columns = 0;
    for (std::uint32_t slot = lanes.rank(); slot < num_slots; slot += lanes.size())
      columns += Kokkos::Experimental::popcount_builtin(bits[slot]);
    return lanes.sum(columns);
  }
};

/// \brief Body of a walk over columns: the lanes of a group insert them together.
template <class Atomics>
struct WordInsertion {
  /// \brief Where a lane marks its column.
  struct Found {
    std::uint32_t slot, column;
  };
  WordSet set;
  std::uint32_t& has_failed;  ///< of all lanes: the row is given up

  template <class Group>
  KOKKOS_FUNCTION Found find_together(const Group& group, bool has_column, std::uint32_t column) const {
    if (has_failed != 0) return {0, 0};
    return {set.template find_together<Atomics>(group, has_column, column, has_failed), column};
  }
  template <class Scalar>
  KOKKOS_FUNCTION void add(const Found& found, const Scalar&) const {
    set.template mark<Atomics>(found.slot, found.column);
  }
};

/// \brief A word with the columns of the row before it: both numbers in one word, so that a lane reads all in one step.
struct alignas(8) RankedWord {
  static constexpr int rank_bits = 10;
  std::uint32_t tag;  ///< position, then the rank
  std::uint32_t bits;
};
static_assert((1 << RankedWord::rank_bits) == ranked_words_entries_end);

/// \brief Places of the columns of a row whose words are known.
struct RankedWords {
  RankedWord* slots;
  std::uint32_t num_slots;  ///< more than there are words

  template <class Lanes>
  KOKKOS_FUNCTION void clear(const Lanes& lanes) const {
    for (std::uint32_t slot = lanes.rank(); slot < num_slots; slot += lanes.size()) slots[slot] = {no_word, 0};
  }

  /// \brief Inserts a word that is not there yet, whose first column has place \p rank.
  template <class Atomics>
  KOKKOS_FUNCTION void insert(std::uint32_t position, std::uint32_t bits, int rank) const {
    const std::uint32_t tag = position << RankedWord::rank_bits | static_cast<std::uint32_t>(rank);
    std::uint32_t slot = first_word_slot(position, num_slots);
    while (Atomics::compare_exchange(&slots[slot].tag, no_word, tag) != no_word) slot = next_word_slot(slot, num_slots);
    slots[slot].bits = bits;
  }

  /// \brief Marks \p column in its word, which is inserted with rank 0 if it is not there.
  /// \return false if all slots have other words
  template <class Atomics>
  KOKKOS_FUNCTION bool mark(std::uint32_t column) const {
    const auto position = static_cast<std::uint32_t>(column / bitmap_word_columns);
    const std::uint32_t bit = std::uint32_t(1) << column % bitmap_word_columns;
    const std::uint32_t tag = position << RankedWord::rank_bits;
    std::uint32_t slot = first_word_slot(position, num_slots);
    for (std::uint32_t looks = 0; looks < num_slots; ++looks) {
      const std::uint32_t found = Atomics::compare_exchange(&slots[slot].tag, no_word, tag);
      if (found == no_word || found == tag) {
        Atomics::fetch_or(&slots[slot].bits, bit);
        return true;
      }
      slot = next_word_slot(slot, num_slots);
    }
    return false;
  }

  /// \brief Place of a column that the row has.
  KOKKOS_FUNCTION int place(std::uint32_t column) const {
    const auto position = static_cast<std::uint32_t>(column / bitmap_word_columns);
    const std::uint32_t below = (std::uint32_t(1) << column % bitmap_word_columns) - 1;
    std::uint32_t slot = first_word_slot(position, num_slots);
    RankedWord word = slots[slot];
    while (word.tag >> RankedWord::rank_bits != position && word.tag != no_word) {
      slot = next_word_slot(slot, num_slots);
      word = slots[slot];
    }
    return static_cast<int>(word.tag % (1u << RankedWord::rank_bits)) +
           Kokkos::Experimental::popcount_builtin(word.bits & below);
  }
};

}  // namespace Ocean::Impl

#endif
