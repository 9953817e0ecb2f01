#ifndef OCEAN_ACCUMULATORS_ROW_PARTS_HPP
#define OCEAN_ACCUMULATORS_ROW_PARTS_HPP
/// \file
/// \brief Parts of a row of C whose values are added up one part after the other, and what they need of B.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../core/binary_search.hpp"
#include "operand_reads.hpp"
#include "ranked_bitmap.hpp"

namespace Ocean::Impl {

/// \brief The bitmap of a row in parts: ranks of quads leave more scratch for values.
using PartedBitmap = RankedBitmap<std::uint32_t, BitmapQuad::num_words>;

/// \brief Quads of a row's bitmap, and the entries of the row whose columns they hold.
struct RowPart {
  int begin_quad = 0, end_quad = 0;
  int first = 0, size = 0;  ///< entries
  int rest = 0;             ///< entries from the first on

  /// \brief The part behind \p last: as many quads as \p slots values have room for; of no size behind the last one.
  /// Pre  the quads are ranked; slots is at least the columns of a quad
  /// Cost log2(quads) reads of the ranks
  KOKKOS_FUNCTION static RowPart behind(const RowPart& last, const PartedBitmap& bitmap, int distinct, int slots) {
    const int first = last.first + last.size;
    RowPart part{last.end_quad, bitmap.num_quads(), first, distinct - first, distinct - first};
    if (part.size <= slots) return part;
    const auto rank_of_next = static_cast<std::uint32_t>(first + slots + 1);  // at least, of a quad too far
    part.end_quad = static_cast<int>(find_place(bitmap.ranks, part.begin_quad, part.end_quad, rank_of_next)) - 1;
    part.size = static_cast<int>(bitmap.ranks[part.end_quad]) - first;
    return part;
  }

  static constexpr count_type quad_columns = BitmapQuad::num_words * bitmap_word_columns;
};

/// \brief Columns that a walk needs of the rows of B.
struct NeededColumns {
  count_type begin = 0, end = 0;
  bool from_first = true, to_last = true;  ///< rows of B have none before, and none behind
  float share = 1.0f;                      ///< of what a row of B has from the first on, as expected

  /// \brief Those of \p part of a bitmap. \param is_first, is_last  the row of C has none before it, and none behind
  KOKKOS_FUNCTION static NeededColumns of(const RowPart& part, const PartedBitmap& bitmap, bool is_first = true,
                                          bool is_last = true) {
    return {bitmap.first_column + part.begin_quad * RowPart::quad_columns,
            bitmap.first_column + part.end_quad * RowPart::quad_columns, is_first && part.begin_quad == 0,
            is_last && part.end_quad == bitmap.num_quads(),
            static_cast<float>(part.size) / static_cast<float>(part.rest)};
  }
};

/// \brief Body of a walk over products that adds those of a part up at the rank of their columns.
template <class Atomics, class Scalar>
struct PartAddition {
  static constexpr bool group_owns_row = false;
  PartedBitmap bitmap;
  Scalar* sums;  ///< [part.size]
  RowPart part;

  KOKKOS_FUNCTION int locate(std::uint32_t column) const { return bitmap.place(column) - part.first; }
  /// \brief Products of other parts are left out: walks through rows of B that do not increase meet them.
  template <bool OneRow>
  KOKKOS_FUNCTION void add(int place, const Scalar& product, bool has_product) const {
    if (has_product && 0 <= place && place < part.size) Atomics::add(&sums[place], product);
  }
};

/// \brief Entries of a row of B that a part needs.
template <class Offset>
struct NeededEntries {
  Offset begin = 0;
  std::uint32_t length = 0;
};

/// \brief A problem as a walk for a part of a row of C sees it.
template <class ProblemType>
struct PartProblem : ProblemType {
  using needed_type = NeededEntries<typename ProblemType::operand_b_type::offset_type>;
  const needed_type* needed;  ///< of the rows of B that entries of A select,
  count_type first_entry;     ///< from this one on
};

template <bool WithValues, class ProblemType>
KOKKOS_INLINE_FUNCTION auto select_row(const PartProblem<ProblemType>& problem, count_type entry) {
  const auto needed = problem.needed[entry - problem.first_entry];
  SelectedRowOf<ProblemType> row{needed.begin, needed.length, {}};
  if constexpr (WithValues) row.value = problem.a.values(entry);
  return row;
}

template <bool WithValues, class ProblemType>
KOKKOS_INLINE_FUNCTION auto select_whole_row(const PartProblem<ProblemType>& problem, count_type entry) {
  const auto selected = select_row<WithValues>(problem, entry);
  return SelectedRow<count_type, count_type, typename ProblemType::operand_a_type::scalar_type>{
      static_cast<count_type>(selected.begin), static_cast<count_type>(selected.length), selected.value};
}

/// \brief How far a thread has come in a row of B, part after part.
template <class OperandB>
struct RowInParts {
  using offset_type = typename OperandB::offset_type;
  offset_type begin = 0;     ///< of what the part needs
  offset_type part_end = 0;  ///< and its end
  offset_type end = 0;       ///< of the row

  /// \brief Finds what is needed of row \p row.
  /// \param increases the rows of B do; otherwise all of them is needed
  /// Cost two searches in the row
  template <class Ordinal>
  KOKKOS_FUNCTION static RowInParts of(const OperandB& b, Ordinal row, const NeededColumns& columns, bool increases) {
    RowInParts found{b.row_map(row), b.row_map(row), b.row_map(row + 1)};
    if (increases && !columns.from_first)
      found.part_end = static_cast<offset_type>(find_place(b.entries, found.begin, found.end, columns.begin));
    found.go_on(b, columns, increases);
    return found;
  }

  /// \brief Finds what is needed behind the part that was found.
  /// Cost a search near the place where it would end if the row had its columns as the row of C has
  KOKKOS_FUNCTION void go_on(const OperandB& b, const NeededColumns& columns, bool increases) {
    if (increases) begin = part_end;
    part_end = end;
    if (!increases || columns.to_last) return;
    const auto guess =
        static_cast<count_type>(begin) + static_cast<count_type>(columns.share * static_cast<float>(end - begin));
    part_end = static_cast<offset_type>(
        find_place_near(b.entries, begin, end, Kokkos::min<count_type>(guess, end), columns.end));
  }

  KOKKOS_FUNCTION NeededEntries<offset_type> needed() const {
    return {begin, static_cast<std::uint32_t>(part_end - begin)};
  }
};

}  // namespace Ocean::Impl

#endif
