#ifndef OCEAN_KERNELS_NUMERIC_FOUND_WORDS_HPP
#define OCEAN_KERNELS_NUMERIC_FOUND_WORDS_HPP
/// \file
/// \brief The columns of a row on their way from the counting pass to the numeric one.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../../accumulators/counted_bitmap.hpp"
#include "../../accumulators/word_insertion.hpp"
#include "../../results/found_columns.hpp"

namespace Ocean::Impl {

/// \brief Claims room for the words of a row, for all lanes that own it. A barrier of the lanes.
/// \param shared [1] in scratch, not written before the lanes' next barrier
/// \return where the words begin; negative if there is no room
template <class Team, class Lanes, class MemorySpace>
KOKKOS_INLINE_FUNCTION count_type claim_words(const Team& team, const Lanes& lanes,
                                              const FoundColumns<MemorySpace>& found, count_type row, int num_words,
                                              count_type* shared) {
  if (lanes.rank() == 0) {
    const count_type part = static_cast<count_type>(team.league_rank()) % found.num_parts;
    const count_type part_words = static_cast<count_type>(found.words.extent(0)) / found.num_parts;
    const count_type claimed = Team::atomics::fetch_add(&found.num_claimed(part * found_words_counters_apart),
                                                        static_cast<count_type>(num_words));
    const bool has_room = claimed + num_words <= part_words;
    const count_type begin = part * part_words + claimed;
    if (has_room) found.rows(row) = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(num_words)};
    *shared = has_room ? begin : -1;
  }
  lanes.barrier();
  return *shared;
}

/// \brief Whether the words of a row are to be stored: columns are kept, and the accumulating pass has scratch for
/// them.
template <class MemorySpace>
KOKKOS_INLINE_FUNCTION bool are_words_kept(const FoundColumns<MemorySpace>& found, const WordCounts& counts,
                                           count_type span) {
  return found.are_kept() &&
         word_rows_bytes(counts.columns, found.value_bytes, counts.words, span) <= multi_words_bytes_max;
}

/// \brief Counts the columns of a bitmap for all lanes, and stores its words that are not empty if columns are kept and
/// there is room for all of them. Barriers of the lanes.
/// \param shared as for claim_words()
template <class Team, class Lanes, class MemorySpace>
KOKKOS_INLINE_FUNCTION int count_columns(const Team& team, const Lanes& lanes, const FoundColumns<MemorySpace>& found,
                                         count_type row, const CountedBitmap& bitmap, count_type* shared) {
  const int num_words = bitmap.list_words(lanes);
  count_type begin = -1;
  if (found.are_kept())
    begin = claim_words(team, lanes, found, row, num_words, shared);
  else
    lanes.barrier();
  int columns = 0;
  bitmap.for_each_word(lanes, num_words, [&](int number, const BitmapWord& word) {
    columns += static_cast<int>(Kokkos::Experimental::popcount_builtin(word.bits));
    if (begin >= 0) found.words(begin + number) = word;
  });
  return lanes.sum(columns);
}

/// \brief The same for a bitmap that does not know which of its words are not empty; those of a row that will not be
/// computed in scratch are not stored.
template <class Team, class Lanes, class MemorySpace, class Rank>
KOKKOS_INLINE_FUNCTION int count_columns(const Team& team, const Lanes& lanes, const FoundColumns<MemorySpace>& found,
                                         count_type row, const RankedBitmap<Rank>& bitmap, count_type* shared) {
  const auto own = bitmap.count_own(lanes);
  const int columns = lanes.sum(own.columns);
  if (!found.is_kept(columns, bitmap.words)) return columns;
  int num_words = 0;
  const int before = lanes.exclusive_sum(own.words, num_words);
  const count_type begin = claim_words(team, lanes, found, row, num_words, shared);
  if (begin < 0) return columns;
  count_type place = begin + before;
  bitmap.for_each_own_word(lanes, [&](int position, std::uint32_t bits) {
    found.words(place++) = {static_cast<std::uint32_t>(position), bits};
  });
  return columns;
}

/// \brief Writes the words of a row to its bitmap, which the lanes have cleared, and their ranks.
/// \return columns of the row, for all lanes
template <class Lanes, class MemorySpace, class Rank>
KOKKOS_INLINE_FUNCTION int load_ranks(const Lanes& lanes, const FoundColumns<MemorySpace>& found, const FoundRow& row,
                                      const RankedBitmap<Rank>& bitmap) {
  int before = 0;
  for (std::uint32_t base = 0; base < row.num_words; base += lanes.size()) {
    const std::uint32_t word = base + lanes.rank();
    BitmapWord own{0, 0};
    if (word < row.num_words) own = found.words(row.begin + word);
    int total = 0;
    const int rank =
        before + lanes.exclusive_sum(static_cast<int>(Kokkos::Experimental::popcount_builtin(own.bits)), total);
    if (own.bits != 0) {
      bitmap.bits[own.position] = own.bits;
      bitmap.ranks[own.position] = static_cast<Rank>(rank);
    }
    before += total;
  }
  return before;
}

/// \brief Writes the words of a row to its bitmap, which the lanes have cleared.
template <class Lanes, class MemorySpace>
KOKKOS_INLINE_FUNCTION void load_columns(const Lanes& lanes, const FoundColumns<MemorySpace>& found,
                                         const FoundRow& row, std::uint32_t* bits) {
  for (std::uint32_t word = lanes.rank(); word < row.num_words; word += lanes.size()) {
    const BitmapWord own = found.words(row.begin + word);
    bits[own.position] = own.bits;
  }
}

}  // namespace Ocean::Impl

#endif
