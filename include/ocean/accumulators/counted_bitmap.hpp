#ifndef OCEAN_ACCUMULATORS_COUNTED_BITMAP_HPP
#define OCEAN_ACCUMULATORS_COUNTED_BITMAP_HPP
/// \file
/// \brief The columns of a row of C as bits, while they are only found.

#include "products.hpp"
#include "ranked_bitmap.hpp"

namespace Ocean::Impl {

/// \brief A bitmap over the columns that a row of C may have, in scratch, and a bit for each of its words that is not
/// empty: few of them are where columns lie in clusters, and the others are cleared but not looked at.
struct CountedBitmap {
  using listed_type = std::uint16_t;
  std::uint32_t* bits;
  std::uint32_t* used;  ///< a bit for each word
  listed_type* list;    ///< [list_room()] the words that are not empty
  int words;
  count_type first_column;

  /// \brief Bitmap in \p scratch, aligned to 16 bytes, over the columns of \p range.
  template <class Range>
  KOKKOS_FUNCTION static CountedBitmap make(std::uint32_t* scratch, const Range& range) {
    const auto columns = RankedBitmap<std::uint32_t>::make(scratch, range);
    const CountedBitmapShape shape(columns.words);
    return {scratch, scratch + shape.bit_words, reinterpret_cast<listed_type*>(scratch + shape.cleared_words()),
            columns.words, columns.first_column};
  }

  template <class Lanes>
  KOKKOS_FUNCTION void clear(const Lanes& lanes) const {
    auto* const quads = reinterpret_cast<BitmapQuad*>(bits);
    const auto num_quads = static_cast<int>(CountedBitmapShape(words).cleared_words()) / BitmapQuad::num_words;
    for (int at = lanes.rank(); at < num_quads; at += lanes.size()) quads[at] = {};
  }

  /// \param marked from first_column on
  /// \param tests  look at the bits before setting them
  template <class Atomics>
  KOKKOS_FUNCTION void mark(const BitmapWord& marked, bool tests) const {
    std::uint32_t* const word = &bits[marked.position];
    std::uint32_t seen = 0;
    if (tests) {
      seen = *static_cast<volatile std::uint32_t*>(word);
      if ((~seen & marked.bits) != 0) Atomics::fetch_or(word, marked.bits);
    } else {
      seen = Atomics::fetch_or(word, marked.bits);
    }
    constexpr auto bits_of_word = static_cast<std::uint32_t>(bits_per_word);
    if (seen == 0)
      Atomics::fetch_or(&used[marked.position / bits_of_word], std::uint32_t(1) << marked.position % bits_of_word);
  }

  /// \brief Lists the words that are not empty, as far as there is room. \return how many there are, for all lanes
  template <class Lanes>
  KOKKOS_FUNCTION int list_words(const Lanes& lanes) const {
    const int room = list_room();
    int num_words = 0;
    for (int base = 0; base * bits_per_word < words; base += lanes.size()) {
      const int at = base + lanes.rank();
      std::uint32_t own = at * bits_per_word < words ? used[at] : 0;
      int total = 0;
      int place = num_words + lanes.exclusive_sum(static_cast<int>(Kokkos::Experimental::popcount_builtin(own)), total);
      for (; own != 0 && place < room; own &= own - 1)
        list[place++] = static_cast<listed_type>(at * bits_per_word + Kokkos::Experimental::countr_zero_builtin(own));
      num_words += total;
    }
    return num_words;
  }

  /// \brief Calls body(number, word) for each of the \p num_words words that are not empty, numbered in their order.
  /// Pre  list_words() is visible to all lanes
  template <class Lanes, class Body>
  KOKKOS_FUNCTION void for_each_word(const Lanes& lanes, int num_words, const Body& body) const {
    if (num_words <= list_room()) {
      for (int number = lanes.rank(); number < num_words; number += lanes.size())
        body(number, BitmapWord{list[number], bits[list[number]]});
      return;
    }
    int before = 0;
    for (int base = 0; base < words; base += lanes.size()) {
      const int at = base + lanes.rank();
      const std::uint32_t own = at < words ? bits[at] : 0;
      int total = 0;
      const int number = before + lanes.exclusive_count(own != 0, total);
      if (own != 0) body(number, BitmapWord{static_cast<std::uint32_t>(at), own});
      before += total;
    }
  }

 private:
  /// \brief Words that can be listed.
  KOKKOS_FUNCTION int list_room() const {
    constexpr int listed_end = 1 << 16;
    return words <= listed_end ? static_cast<int>(CountedBitmapShape(words).list_words) * 2 : 0;
  }
};

}  // namespace Ocean::Impl

#endif
