#ifndef OCEAN_RESULTS_FOUND_COLUMNS_HPP
#define OCEAN_RESULTS_FOUND_COLUMNS_HPP
/// \file
/// \brief Columns of rows of C that the counting pass has found, for the numeric pass.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../core/problem.hpp"

namespace Ocean::Impl {

/// \brief A word of a row's bitmap that is not empty: its bits stand for 32 columns, the first of which is \p position
/// times 32 columns from the first of the row's range.
struct alignas(8) FoundWord {
  std::uint32_t position;
  std::uint32_t bits;
};

/// \brief Calls body(column) for the columns of a word of a row that begins at \p first_column, in ascending order.
template <class Body>
KOKKOS_INLINE_FUNCTION void for_each_column_of(const FoundWord& word, count_type first_column, const Body& body) {
  constexpr count_type word_columns = 32;
  const count_type first = first_column + static_cast<count_type>(word.position) * word_columns;
  for (std::uint32_t bits = word.bits; bits != 0; bits &= bits - 1)
    body(first + Kokkos::Experimental::countr_zero_builtin(bits));
}

/// \brief The words of a row: [begin, begin + num_words). None: the row has to look for its columns itself.
struct alignas(8) FoundRow {
  std::uint32_t begin = 0;
  std::uint32_t num_words = 0;
};

/// \brief For rows that were counted in bitmaps, as long as there is room: the words of the bitmap, in ascending order.
/// Shapes  rows [rows of C], of a supernode that of its first row; words [those that there is room for]; num_claimed
///         [1] words that rows have claimed, more than there is room for if some found none. All are empty where no
///         columns are kept
template <class MemorySpace>
struct FoundColumns {
  template <class T>
  using view_type = Kokkos::View<T*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  view_type<FoundRow> rows;
  view_type<FoundWord> words;
  view_type<count_type> num_claimed;
  int value_bytes = 0;  ///< of a value of C

  KOKKOS_FUNCTION bool are_kept() const { return rows.data() != nullptr; }
};

}  // namespace Ocean::Impl

#endif
