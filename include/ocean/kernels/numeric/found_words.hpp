#ifndef OCEAN_KERNELS_NUMERIC_FOUND_WORDS_HPP
#define OCEAN_KERNELS_NUMERIC_FOUND_WORDS_HPP
/// \file
/// \brief The columns of a row on their way from the counting pass to the numeric one.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../../accumulators/ranked_bitmap.hpp"
#include "../../results/found_columns.hpp"

namespace Ocean::Impl {

/// \brief Claims room for the words of a row, for all lanes that own it. A barrier of the lanes.
/// \param shared [1] in scratch, not written before the lanes' next barrier
/// \return where the words begin; negative if there is no room
template <class Team, class Lanes, class MemorySpace>
KOKKOS_INLINE_FUNCTION count_type claim_words(const Team&, const Lanes& lanes, const FoundColumns<MemorySpace>& found,
                                              count_type row, int num_words, count_type* shared) {
  if (lanes.rank() == 0) {
    const count_type begin = Team::atomics::fetch_add(&found.num_claimed(0), static_cast<count_type>(num_words));
    const bool has_room = begin + num_words <= static_cast<count_type>(found.words.extent(0));
    if (has_room) found.rows(row) = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(num_words)};
    *shared = has_room ? begin : -1;
  }
  lanes.barrier();
  return *shared;
}

/// \brief Stores the words of a bitmap that are not empty, if there is room for all of them. A barrier of the lanes.
/// \param own_words as bitmap.count_own() gives them
/// \param shared    as for claim_words()
template <class Team, class Lanes, class MemorySpace, class Bitmap>
KOKKOS_INLINE_FUNCTION void store_columns(const Team& team, const Lanes& lanes, const FoundColumns<MemorySpace>& found,
                                          count_type row, const Bitmap& bitmap, int own_words, count_type* shared) {
  int num_words = 0;
  const int before = lanes.exclusive_sum(own_words, num_words);
  const count_type begin = claim_words(team, lanes, found, row, num_words, shared);
  if (begin < 0) return;
  count_type place = begin + before;
  bitmap.for_each_own_word(lanes, [&](int position, std::uint32_t bits) {
    found.words(place++) = {static_cast<std::uint32_t>(position), bits};
  });
}

/// \brief Writes the words of a row to its bitmap, which the lanes have cleared.
template <class Lanes, class MemorySpace>
KOKKOS_INLINE_FUNCTION void load_columns(const Lanes& lanes, const FoundColumns<MemorySpace>& found,
                                         const FoundRow& row, std::uint32_t* bits) {
  for (std::uint32_t word = lanes.rank(); word < row.num_words; word += lanes.size()) {
    const FoundWord own = found.words(row.begin + word);
    bits[own.position] = own.bits;
  }
}

}  // namespace Ocean::Impl

#endif
