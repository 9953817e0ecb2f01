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
  return smaller ? Kokkos::min(mine, other) : Kokkos::max(mine, other);
}

/// \brief Puts the smaller of two words first.
KOKKOS_INLINE_FUNCTION void order(std::uint32_t& first, std::uint32_t& second) {
  const std::uint32_t smaller = Kokkos::min(first, second);
  second = Kokkos::max(first, second);
  first = smaller;
}

/// \brief First comparison of a block of the bitonic network: word i with the one as far from the block's end.
template <int Items, int Block, class Lanes>
KOKKOS_INLINE_FUNCTION void compare_mirrored(const Lanes& lanes, std::uint32_t (&words)[Items]) {
  if constexpr (Block <= Items) {
    for (int item = 0; item < Items; ++item)
      if (item < (item ^ (Block - 1))) order(words[item], words[item ^ (Block - 1)]);
  } else {
    constexpr int lane_block = Block / Items;
    const bool keeps_smaller = (lanes.rank() & (lane_block / 2)) == 0;
    for (int item = 0; item < (Items + 1) / 2; ++item) {
      const int mirrored = Items - 1 - item;
      const std::uint32_t other = lanes.exchange(words[mirrored], lane_block - 1);
      if (mirrored > item)
        words[mirrored] = keep(keeps_smaller, words[mirrored], lanes.exchange(words[item], lane_block - 1));
      words[item] = keep(keeps_smaller, words[item], other);
    }
  }
}

/// \brief The later comparisons of a block: word i with word i ^ Step, and so on with half of it.
template <int Items, int Step, class Lanes>
KOKKOS_INLINE_FUNCTION void compare_apart(const Lanes& lanes, std::uint32_t (&words)[Items]) {
  if constexpr (Step > 0) {
    if constexpr (Step < Items) {
      for (int item = 0; item < Items; ++item)
        if ((item & Step) == 0) order(words[item], words[item ^ Step]);
    } else {
      const bool keeps_smaller = (lanes.rank() & (Step / Items)) == 0;
      for (int item = 0; item < Items; ++item)
        words[item] = keep(keeps_smaller, words[item], lanes.exchange(words[item], Step / Items));
    }
    compare_apart<Items, Step / 2>(lanes, words);
  }
}

/// \brief Sorts the words of all lanes, ascending: word rank * Items + item of them is then with lane rank.
///
/// Bitonic network in the form whose comparisons all point the same way, so that a lane's directions do not depend on
/// the block. A lane has words that follow each other, because comparisons of close words are the most frequent, and
/// those within a lane need no exchange. Blocks and steps are constants, so that the words stay in registers.
/// Pre     blocks below \p Block are sorted
template <int Items, int Block = 2, class Lanes>
KOKKOS_INLINE_FUNCTION void sort_registers(const Lanes& lanes, std::uint32_t (&words)[Items]) {
  if constexpr (Block <= Items * Lanes::max_size) {
    compare_mirrored<Items, Block>(lanes, words);
    compare_apart<Items, Block / 4>(lanes, words);
    sort_registers<Items, 2 * Block>(lanes, words);
  }
}

/// \brief Some of the words of a lane, stored at once.
template <int Items>
struct alignas(Items * sizeof(std::uint32_t)) WordPack {
  std::uint32_t word[Items];
};
/// Words that a lane stores at once. source: 16 bytes
inline constexpr int stored_words = 4;
/// \brief The same for lanes of fewer words.
template <int Items>
inline constexpr int words_of_pack = Items < stored_words ? Items : stored_words;

/// \brief Stores the sorted words of a lane, in whole packs: those behind the words are written, too.
/// Pre     \p words is aligned to a pack, with room for num_words rounded up to whole packs
template <int Items, class Lanes>
KOKKOS_INLINE_FUNCTION void store_sorted(const Lanes& lanes, const std::uint32_t (&mine)[Items], std::uint32_t* words,
                                         int num_words) {
  using pack_type = WordPack<words_of_pack<Items>>;
  for (int item = 0; item < Items; item += words_of_pack<Items>) {
    const int index = lanes.rank() * Items + item;
    if (index >= num_words) break;
    pack_type pack;
    for (int word = 0; word < words_of_pack<Items>; ++word) pack.word[word] = mine[item + word];
    *reinterpret_cast<pack_type*>(words + index) = pack;
  }
}

/// \brief Sorts words[0, num_words) in scratch, ascending, by a group of lanes; num_words <= Items * Width.
///
/// Groups of several lanes sort in registers with shuffles, padding with the largest word; a single lane sorts in
/// place. Pre and post: the words are visible to all lanes; \p words as store_sorted() asks.
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
    store_sorted<Items>(lanes, mine, words, num_words);
    lanes.barrier();
  }
}

/// Words per lane that a group sorts in registers; more were not tried. measured:
/// perf_tests/results/nvidia_h100_2026-11-25_short_ranks.csv (16 against 8, with more words sorted in scratch)
inline constexpr int register_sort_words_max = 16;

/// \brief Sorts in registers by the least power of two of words per lane that is enough, from \p Items on.
/// \return false if it would be more than register_sort_words_max
template <int Width, int Items, class Lanes>
KOKKOS_INLINE_FUNCTION bool sort_in_registers(const Lanes& lanes, const WordsToSort& row) {
  if constexpr (Items > register_sort_words_max) {
    return false;
  } else {
    if (row.num_words > Items * Width) return sort_in_registers<Width, 2 * Items>(lanes, row);
    sort_words<Width, Items>(lanes, row.words, row.num_words);
    return true;
  }
}

/// \brief Sorts gathered words: a group of \p Width lanes its few in registers, a team (Width == 0) as its space does,
/// the rest in place.
template <int Width, class Lanes>
KOKKOS_INLINE_FUNCTION void sort_gathered(const Lanes& lanes, const WordsToSort& row) {
  if constexpr (Width > 0) {
    if (row.slots == nullptr && sort_in_registers<Width, 1>(lanes, row)) return;
  } else {
    if (TeamSort<Lanes>::run(lanes, row)) return;
  }
  sort_slots(lanes, row.words, row.slots, row.num_words);
}

}  // namespace Ocean::Impl

#endif
