#ifndef OCEAN_ACCUMULATORS_SORT_WORDS_HPP
#define OCEAN_ACCUMULATORS_SORT_WORDS_HPP
/// \file
/// \brief Sorts a few words that a group of lanes holds, each lane the same number of them.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "sort_slots.hpp"

namespace Ocean::Impl {

/// \brief Keeps the smaller of two words, or the larger.
KOKKOS_INLINE_FUNCTION std::uint32_t keep(bool smaller, std::uint32_t mine, std::uint32_t other) {
  const std::uint32_t low = mine < other ? mine : other, high = mine < other ? other : mine;
  return smaller ? low : high;
}

/// \brief First comparison of a block of the bitonic network: word i with the one as far from the block's end.
template <int Items, class Lanes>
KOKKOS_INLINE_FUNCTION void compare_mirrored(const Lanes& lanes, std::uint32_t (&words)[Items], int block) {
  constexpr int size = Lanes::max_size;
  if (block <= size) {
    const bool keeps_smaller = (lanes.rank() & (block / 2)) == 0;
    for (int item = 0; item < Items; ++item)
      words[item] = keep(keeps_smaller, words[item], lanes.exchange(words[item], block - 1));
    return;
  }
  const int mirror = block / size - 1;
  std::uint32_t other[Items];
  for (int item = 0; item < Items; ++item) other[item] = lanes.exchange(words[item ^ mirror], size - 1);
  for (int item = 0; item < Items; ++item)
    words[item] = (item & (block / size / 2)) == 0 ? Kokkos::min(words[item], other[item])
                                                   : Kokkos::max(words[item], other[item]);
}

/// \brief A later comparison of a block: word i with word i ^ step.
template <int Items, class Lanes>
KOKKOS_INLINE_FUNCTION void compare_apart(const Lanes& lanes, std::uint32_t (&words)[Items], int step) {
  constexpr int size = Lanes::max_size;
  if (step < size) {
    const bool keeps_smaller = (lanes.rank() & step) == 0;
    for (int item = 0; item < Items; ++item)
      words[item] = keep(keeps_smaller, words[item], lanes.exchange(words[item], step));
    return;
  }
  for (int item = 0; item < Items; ++item) {
    const int partner = item ^ (step / size);
    if (partner < item) continue;
    const std::uint32_t smaller = Kokkos::min(words[item], words[partner]);
    words[partner] = Kokkos::max(words[item], words[partner]);
    words[item] = smaller;
  }
}

/// \brief Sorts the words of all lanes, ascending: word item * size + rank of them is then with lane rank.
///
/// Bitonic network in the form whose comparisons all point the same way, so that a lane's directions do not depend on
/// the block.
template <int Items, class Lanes>
KOKKOS_INLINE_FUNCTION void sort_registers(const Lanes& lanes, std::uint32_t (&words)[Items]) {
  for (int block = 2; block <= Items * Lanes::max_size; block *= 2) {
    compare_mirrored<Items>(lanes, words, block);
    for (int step = block / 4; step > 0; step /= 2) compare_apart<Items>(lanes, words, step);
  }
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

/// Words per lane that a group sorts in registers, or twice as many; more would spill. source: ncu, registers per
/// thread
inline constexpr int register_sort_words = 4;

/// \brief Sorts gathered words: a group of \p Width lanes its few in registers, a team (Width == 0) as its space does,
/// the rest in place.
template <int Width, class Lanes>
KOKKOS_INLINE_FUNCTION void sort_gathered(const Lanes& lanes, const WordsToSort& row) {
  if constexpr (Width > 0) {
    constexpr int few = register_sort_words, more = 2 * register_sort_words;
    if (row.slots == nullptr && row.num_words <= few * Width)
      return sort_words<Width, few>(lanes, row.words, row.num_words);
    if (row.slots == nullptr && row.num_words <= more * Width)
      return sort_words<Width, more>(lanes, row.words, row.num_words);
  } else {
    if (TeamSort<Lanes>::run(lanes, row)) return;
  }
  sort_slots(lanes, row.words, row.slots, row.num_words);
}

}  // namespace Ocean::Impl

#endif
