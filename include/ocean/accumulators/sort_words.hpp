#ifndef OCEAN_ACCUMULATORS_SORT_WORDS_HPP
#define OCEAN_ACCUMULATORS_SORT_WORDS_HPP
/// \file
/// \brief Sorts a few words that a group of lanes holds, each lane the same number of them.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "sort_slots.hpp"

namespace Ocean::Impl {

/// \brief One comparison of the bitonic network between the words of index i and i ^ step, in registers.
template <int Items, class Lanes>
KOKKOS_INLINE_FUNCTION void compare_words(const Lanes& lanes, std::uint32_t (&words)[Items], int block, int step) {
  for (int item = 0; item < Items; ++item) {
    const int index = item * lanes.size() + lanes.rank();
    const bool ascending = (index & block) == 0;
    if (step >= lanes.size()) {  // the partner is in the same lane
      const int partner = item ^ (step / lanes.size());
      if (partner < item) continue;
      const std::uint32_t low = words[item] < words[partner] ? words[item] : words[partner];
      const std::uint32_t high = words[item] < words[partner] ? words[partner] : words[item];
      words[item] = ascending ? low : high;
      words[partner] = ascending ? high : low;
    } else {
      const std::uint32_t other = lanes.exchange(words[item], step);
      const bool keeps_low = ((index & step) == 0) == ascending;
      const std::uint32_t low = words[item] < other ? words[item] : other;
      const std::uint32_t high = words[item] < other ? other : words[item];
      words[item] = keeps_low ? low : high;
    }
  }
}

/// \brief Sorts the words of all lanes, ascending: word item * size + rank of them is then with lane rank.
template <int Items, class Lanes>
KOKKOS_INLINE_FUNCTION void sort_registers(const Lanes& lanes, std::uint32_t (&words)[Items]) {
  for (int block = 2; block <= Items * Lanes::max_size; block *= 2)
    for (int step = block / 2; step > 0; step /= 2) compare_words<Items>(lanes, words, block, step);
}

/// \brief Sorts words[0, num_words) in scratch, ascending, by a group of lanes; num_words <= Items * Width.
///
/// Groups of several lanes sort in registers with shuffles, padding with the largest word; a single lane sorts in
/// place. Pre and post: the words are visible to all lanes.
/// Cost log2(Items * Width)^2 / 2 steps of Items comparisons per lane
template <int Width, int Items, class Lanes>
KOKKOS_INLINE_FUNCTION void sort_words(const Lanes& lanes, std::uint32_t* words, int num_words) {
  if constexpr (Lanes::max_size == 1) {
    sort_slots(lanes, words, nullptr, num_words);
  } else {
    std::uint32_t mine[Items];
    for (int item = 0; item < Items; ++item) {
      const int index = item * Width + lanes.rank();
      mine[item] = index < num_words ? words[index] : 0xffffffffu;
    }
    sort_registers<Items>(lanes, mine);
    lanes.barrier();
    for (int item = 0; item < Items; ++item) {
      const int index = item * Width + lanes.rank();
      if (index < num_words) words[index] = mine[item];
    }
    lanes.barrier();
  }
}

}  // namespace Ocean::Impl

#endif
