#ifndef OCEAN_CORE_WORD_OPERAND_HPP
#define OCEAN_CORE_WORD_OPERAND_HPP
/// \file
/// \brief The pattern of B in words of bitmaps, for passes that need columns only.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "problem.hpp"

namespace Ocean::Impl {

/// Columns of a word of a bitmap.
inline constexpr count_type bitmap_word_columns = 32;

/// \brief A word of a bitmap that is not empty: its bits stand for 32 columns, the first of which is \p position
/// times 32 columns from where the bitmap begins.
struct alignas(8) BitmapWord {
  std::uint32_t position;
  std::uint32_t bits;
};

/// \brief The word, and the bit in it, of \p column from where a bitmap begins.
/// \tparam Column unsigned
template <class Column>
KOKKOS_INLINE_FUNCTION constexpr BitmapWord word_of_column(Column column) {
  constexpr auto columns = static_cast<Column>(bitmap_word_columns);
  return {static_cast<std::uint32_t>(column / columns), std::uint32_t(1)
                                                            << static_cast<std::uint32_t>(column % columns)};
}

/// \brief The column at which the bitmap of a row of C begins whose first column is \p first: where a word of B does.
template <class Ordinal>
KOKKOS_INLINE_FUNCTION constexpr count_type bitmap_begin(Ordinal first) {
  return static_cast<count_type>(first) / bitmap_word_columns * bitmap_word_columns;
}

/// \brief B without values, its columns as words of bitmaps that begin at column 0: a row of k neighbouring columns
/// has about k / 32 of them. Takes the place of a CsrOperand in a Problem.
/// Shapes  row_map [num_rows + 1] that of B; entries [nnz(B)], the words of a row from row_map(row) on; num_words
///         [num_rows]
/// Source  Deveci, Trott, Rajamanickam: Multithreaded sparse matrix-matrix multiplication for many-core and GPU
///         architectures, Parallel Computing 78, 2018 (compression of B for the symbolic pass)
template <class OperandB>
struct WordOperand {
  using execution_space = typename OperandB::execution_space;
  using memory_space = typename OperandB::memory_space;
  using offset_type = typename OperandB::offset_type;
  using ordinal_type = typename OperandB::ordinal_type;  ///< of B's columns
  using scalar_type = std::uint32_t;                     ///< bits of a word
  using row_map_type = typename OperandB::row_map_type;
  template <class T>
  using view_type = Kokkos::View<T*, memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  count_type num_rows = 0;
  count_type num_cols = 0;
  row_map_type row_map;
  view_type<BitmapWord> entries;
  view_type<std::uint32_t> num_words;
};

template <class OperandB>
inline constexpr bool has_words_v = false;
template <class OperandB>
inline constexpr bool has_words_v<WordOperand<OperandB>> = true;

/// \brief What a walk over the products of a row reads of row \p row of B: its entries, or its words.
template <class OperandB, class Ordinal>
KOKKOS_INLINE_FUNCTION auto length_of_row(const OperandB& b, Ordinal row) {
  if constexpr (has_words_v<OperandB>)
    return b.num_words(row);
  else
    return b.row_map(row + 1) - b.row_map(row);
}

}  // namespace Ocean::Impl

#endif
