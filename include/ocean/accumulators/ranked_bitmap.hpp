#ifndef OCEAN_ACCUMULATORS_RANKED_BITMAP_HPP
#define OCEAN_ACCUMULATORS_RANKED_BITMAP_HPP
/// \file
/// \brief The columns of a row of C as bits, and the rank of each among them.

#include "bitmap_words.hpp"
#include "products.hpp"

namespace Ocean::Impl {

/// \brief A bitmap over the columns that a row of C may have, in scratch.
///
/// First all columns are marked, then rank_words() numbers them; place() then finds one by looking at its word.
struct RankedBitmap {
  std::uint32_t* bits;
  std::uint32_t* ranks;  ///< bits set before each word; absent when counting
  int words;
  count_type first_column;

  /// \brief Bitmap in \p scratch, aligned to 16 bytes, over the columns of \p range.
  template <class Range>
  KOKKOS_FUNCTION static RankedBitmap make(std::uint32_t* scratch, const Range& range) {
    RankedBitmap bitmap;
    bitmap.words = static_cast<int>((range.width() + bitmap_word_columns - 1) / bitmap_word_columns);
    bitmap.first_column = range.first;
    bitmap.bits = scratch;
    bitmap.ranks = scratch + bitmap.even_words();
    return bitmap;
  }

  /// \brief Scratch of the bits and their ranks.
  KOKKOS_FUNCTION count_type bytes() const { return even_words() * ranked_word_bytes; }
  /// \brief What is behind the ranks, aligned as the scratch.
  KOKKOS_FUNCTION std::uint32_t* end() const { return ranks + even_words(); }

  template <class Lanes>
  KOKKOS_FUNCTION void clear(const Lanes& lanes) const {
    for (int word = lanes.rank(); word < words; word += lanes.size()) bits[word] = 0;
  }

  /// \param column from first_column on
  /// \param tests  look at the bit before setting it
  template <class Atomics>
  KOKKOS_FUNCTION void mark(std::uint32_t column, bool tests) const {
    const std::uint32_t bit = std::uint32_t(1) << column % bitmap_word_columns;
    std::uint32_t* word = &bits[column / bitmap_word_columns];
    if (!tests || (*static_cast<volatile std::uint32_t*>(word) & bit) == 0) Atomics::fetch_or(word, bit);
  }

  /// \brief Columns that are marked, for all lanes.
  template <class Lanes>
  KOKKOS_FUNCTION int count(const Lanes& lanes) const {
    int marked = 0;
    for (int word = lanes.rank(); word < words; word += lanes.size())
      marked += Kokkos::Experimental::popcount_builtin(bits[word]);
    return lanes.sum(marked);
  }

  /// \brief Ranks of the words; columns that are marked, for all lanes.
  template <class Lanes>
  KOKKOS_FUNCTION int rank_words(const Lanes& lanes) const {
    int before = 0;
    for (int base = 0; base < words; base += lanes.size()) {
      const int word = base + lanes.rank();
      int total = 0;
      const int rank =
          before + lanes.exclusive_sum(word < words ? Kokkos::Experimental::popcount_builtin(bits[word]) : 0, total);
      if (word < words) ranks[word] = static_cast<std::uint32_t>(rank);
      before += total;
    }
    return before;
  }

  /// \brief Place of a marked column among them. \param column from first_column on
  KOKKOS_FUNCTION int place(std::uint32_t column) const {
    const std::uint32_t word = column / bitmap_word_columns;
    const std::uint32_t below = (std::uint32_t(1) << column % bitmap_word_columns) - 1;
    return static_cast<int>(ranks[word]) + Kokkos::Experimental::popcount_builtin(bits[word] & below);
  }

  /// \brief Writes the columns in their order: full words by all lanes of a warp together, others by a lane each.
  /// \param group_rank, num_groups  of the warps that write
  template <class Lanes, class Column>
  KOKKOS_FUNCTION void write_columns(const Lanes& lanes, int group_rank, int num_groups, Column* columns) const {
    for (int base = group_rank * lanes.size(); base < words; base += num_groups * lanes.size()) {
      const int word = base + lanes.rank();
      const std::uint32_t own_bits = word < words ? bits[word] : 0;
      const std::uint32_t rank = word < words ? ranks[word] : 0;
      const count_type first = first_column + static_cast<count_type>(base) * bitmap_word_columns;
      write_words(lanes, own_bits, rank,
                  [&](std::uint32_t inside, std::uint32_t at) { columns[at] = static_cast<Column>(first + inside); });
    }
  }

 private:
  KOKKOS_FUNCTION int even_words() const { return words + words % 2; }
};

}  // namespace Ocean::Impl

#endif
