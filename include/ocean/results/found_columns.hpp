#ifndef OCEAN_RESULTS_FOUND_COLUMNS_HPP
#define OCEAN_RESULTS_FOUND_COLUMNS_HPP
/// \file
/// \brief Columns of rows of C that the counting pass has found, for the numeric pass.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../tuning/bitmap_shapes.hpp"

namespace Ocean::Impl {

/// \brief Calls body(column) for the columns of a word of a bitmap that begins at \p first_column, in ascending order.
template <class Body>
KOKKOS_INLINE_FUNCTION void for_each_column_of(const BitmapWord& word, count_type first_column, const Body& body) {
  const count_type first = first_column + static_cast<count_type>(word.position) * bitmap_word_columns;
  for (std::uint32_t bits = word.bits; bits != 0; bits &= bits - 1)
    body(first + Kokkos::Experimental::countr_zero_builtin(bits));
}

/// \brief The words of a row: [begin, begin + num_words). None: the row has to look for its columns itself.
struct alignas(8) FoundRow {
  std::uint32_t begin = 0;
  std::uint32_t num_words = 0;
};

/// Most parts of the room for words, each with a counter of its own, because rows that claim room from one counter wait
/// for each other. source: an estimate; other numbers were not compared
inline constexpr count_type found_words_parts_max = 32;
/// Counters between those of two parts. source: 128 bytes, a line of a GPU's cache
inline constexpr count_type found_words_counters_apart = 16;

/// \brief For rows that were counted in bitmaps, as long as there is room: the words of the bitmap, in ascending order.
/// Shapes  rows [rows of C], of a supernode that of its first row; words [those that there is room for]; num_claimed
///         [found_words_parts_max * found_words_counters_apart] words that rows have claimed of each part, more than it
///         has if some found none. All are empty where no columns are kept
template <class MemorySpace>
struct FoundColumns {
  template <class T>
  using view_type = Kokkos::View<T*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  view_type<FoundRow> rows;
  view_type<BitmapWord> words;
  view_type<count_type> num_claimed;
  count_type num_parts = 1;      ///< of the words, equally long
  int value_bytes = 0;           ///< of a value of C
  count_type row_bytes_max = 0;  ///< scratch that a row may have whose bitmap and values are in it

  KOKKOS_FUNCTION bool are_kept() const { return rows.data() != nullptr; }
  /// \brief Whether a row of \p num_columns may be computed in scratch beside a bitmap of \p bitmap_words, and so is
  /// kept if there is room: others look for their columns themselves.
  KOKKOS_FUNCTION bool is_kept(count_type num_columns, count_type bitmap_words) const {
    return are_kept() && bitmap_words * short_ranked_word_bytes + num_columns * value_bytes <= row_bytes_max;
  }
};

}  // namespace Ocean::Impl

#endif
