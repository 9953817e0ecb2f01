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

/// \brief The largest power of two below \p count, at least 1.
KOKKOS_INLINE_FUNCTION constexpr int power_below(int count) {
  int power = 1;
  while (2 * power < count) power *= 2;
  return power;
}

/// \brief Sorts the words of a lane, ascending; any number of them.
///
/// Template arguments behind Items are the state of the algorithm, so that the words stay in registers.
/// Source  Knuth, The Art of Computer Programming 3, algorithm 5.2.2M (Batcher's merge exchange)
template <int Items, int P = power_below(Items), int Q = power_below(Items), int R = 0, int Distance = P>
KOKKOS_INLINE_FUNCTION void sort_lane(std::uint32_t (&words)[Items]) {
  for (int item = 0; item < Items - Distance; ++item)
    if ((item & P) == R) order(words[item], words[item + Distance]);
  if constexpr (Q != P)
    sort_lane<Items, P, Q / 2, P, Q - P>(words);
  else if constexpr (P > 1)
    sort_lane<Items, P / 2, power_below(Items), 0, P / 2>(words);
}

/// \brief Sorts \p Count words of a lane from \p First on, ascending. Pre: they are bitonic; Count is a power of two,
/// or three times one
template <int First, int Count, int Items>
KOKKOS_INLINE_FUNCTION void merge_lane(std::uint32_t (&words)[Items]) {
  if constexpr (Count == 3) {
    order(words[First], words[First + 2]);
    order(words[First], words[First + 1]);
    order(words[First + 1], words[First + 2]);
  } else if constexpr (Count > 1) {
    constexpr int half = Count / 2;
    for (int item = First; item < First + half; ++item) order(words[item], words[item + half]);
    merge_lane<First, half>(words);
    merge_lane<First + half, half>(words);
  }
}

/// \brief First comparison of the sorted halves of a \p block of lanes: each word with the one as far from the block's
/// end.
template <int Items, class Lanes>
KOKKOS_INLINE_FUNCTION void compare_mirrored(const Lanes& lanes, int block, std::uint32_t (&words)[Items]) {
  const bool keeps_smaller = (lanes.rank() & (block / 2)) == 0;
  for (int item = 0; item < (Items + 1) / 2; ++item) {
    const int mirrored = Items - 1 - item;
    const std::uint32_t other = lanes.exchange(words[mirrored], block - 1);
    if (mirrored > item) words[mirrored] = keep(keeps_smaller, words[mirrored], lanes.exchange(words[item], block - 1));
    words[item] = keep(keeps_smaller, words[item], other);
  }
}

/// \brief A later comparison of a block: each word with that of the lane rank ^ \p step.
template <int Items, class Lanes>
KOKKOS_INLINE_FUNCTION void compare_apart(const Lanes& lanes, int step, std::uint32_t (&words)[Items]) {
  const bool keeps_smaller = (lanes.rank() & step) == 0;
  for (int item = 0; item < Items; ++item)
    words[item] = keep(keeps_smaller, words[item], lanes.exchange(words[item], step));
}

/// \brief The comparisons from \p first_step on, each with half the step of the one before, down to those of a lane's
/// own words. Pre: the words of 2 * first_step lanes are bitonic
template <int Items, class Lanes>
KOKKOS_INLINE_FUNCTION void merge_bitonic(const Lanes& lanes, int first_step, std::uint32_t (&words)[Items]) {
  for (int step = first_step; step > 0; step /= 2) compare_apart(lanes, step, words);
  merge_lane<0, Items>(words);
}

/// \brief The same, unrolled. \tparam Step of the first comparison
template <int Step, int Items, class Lanes>
KOKKOS_INLINE_FUNCTION void merge_bitonic_unrolled(const Lanes& lanes, std::uint32_t (&words)[Items]) {
  if constexpr (Step > 0) {
    compare_apart(lanes, Step, words);
    merge_bitonic_unrolled<Step / 2>(lanes, words);
  } else {
    merge_lane<0, Items>(words);
  }
}

/// \brief Merges the words of blocks of lanes, from \p Block lanes on. Pre: those of half as many are sorted
template <int Block, int Items, class Lanes>
KOKKOS_INLINE_FUNCTION void merge_blocks_unrolled(const Lanes& lanes, std::uint32_t (&words)[Items]) {
  if constexpr (Block <= Lanes::max_size) {
    compare_mirrored(lanes, Block, words);
    merge_bitonic_unrolled<Block / 4>(lanes, words);
    merge_blocks_unrolled<2 * Block>(lanes, words);
  }
}

/// Words of a lane up to which merges are unrolled: with more, warps wait for instructions. measured:
/// perf_tests/results/nvidia_h100_2026-11-28_sorted_teams_variants.csv
inline constexpr int unrolled_merge_words_max = 16;

/// \brief Sorts the words of all lanes, ascending: word rank * Items + item of them is then with lane rank.
///
/// Each lane sorts its own; then blocks of lanes are merged by the bitonic network in the form whose comparisons all
/// point the same way, so that a lane's directions do not depend on the block. A lane has words that follow each other,
/// because comparisons of close words are the most frequent, and those within a lane need no exchange.
/// Pre     Items is a power of two, or three times one
template <int Items, class Lanes>
KOKKOS_INLINE_FUNCTION void sort_registers(const Lanes& lanes, std::uint32_t (&words)[Items]) {
  if constexpr (Items > 1) sort_lane(words);
  if constexpr (Items <= unrolled_merge_words_max) {
    merge_blocks_unrolled<2>(lanes, words);
  } else {
    for (int block = 2; block <= Lanes::max_size; block *= 2) {
      compare_mirrored(lanes, block, words);
      merge_bitonic(lanes, block / 4, words);
    }
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
  static_assert(Items % words_of_pack<Items> == 0, "packs of a lane follow each other");
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
