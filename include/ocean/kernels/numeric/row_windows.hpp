#ifndef OCEAN_KERNELS_NUMERIC_ROW_WINDOWS_HPP
#define OCEAN_KERNELS_NUMERIC_ROW_WINDOWS_HPP
/// \file
/// \brief Windows of the columns of a row of C, whose bitmaps fit in scratch, one after the other.

#include "../../accumulators/row_parts.hpp"
#include "../../accumulators/shared_products.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief Marks the columns of a row in the bitmap of a window, and counts them.
///
/// With HasWindows, a row that spans more columns than config.columns_max has several windows of as many columns each,
/// and of a row of B a window reads only the entries that it needs; rows of one window take longer then.
///
/// Pre     config.row_bytes has room for part_reads_bytes and the bitmap of a window; rows of B have less than 2^32
///         entries, and increase with HasWindows
/// Cost    a walk over the products; with HasWindows, two searches in every row of B for each window
template <bool HasWindows, class PassData>
struct RowWindows {
  using scalar_type = typename PassData::scalar_type;
  using problem_type = typename PassData::problem_type;
  using needed_type = typename PartProblem<problem_type>::needed_type;
  using row_in_parts_type = RowInParts<typename problem_type::operand_b_type>;
  static constexpr auto entries_at_once_max = static_cast<count_type>(part_reads_bytes / sizeof(needed_type));
  PassData pass;

  /// \brief A row, and what its team has of it in scratch: needed, the bitmap of a window and its sums.
  struct Row {
    RowOfA entries;                       ///< of A,
    count_type entries_at_once;           ///< and those of a step
    count_type begin_column, end_column;  ///< of the row,
    count_type window_columns;            ///< of which the bitmap holds so many
    PartedBitmap bitmap;
    int distinct = 0;     ///< columns of the window,
    int slots = 0;        ///< and how many values a part may have
    scalar_type* sums;    ///< [slots]
    needed_type* needed;  ///< of the rows of B of a step

    KOKKOS_FUNCTION bool is_first_window() const { return !HasWindows || bitmap.first_column == begin_column; }
    KOKKOS_FUNCTION bool is_last_window() const {
      return !HasWindows || bitmap.first_column + window_columns >= end_column;
    }
  };

  /// \brief The row before its first window is open.
  template <class Team>
  KOKKOS_FUNCTION Row layout(const Team& team, count_type row) const {
    Row of;
    const auto range = pass.row_range(row);
    of.entries = a_row(pass.problem, row);
    of.entries_at_once = Kokkos::min<count_type>(team.num_threads(), count_type{entries_at_once_max});
    of.begin_column = bitmap_begin(range.first);
    of.end_column = range.width() == 0 ? of.begin_column : static_cast<count_type>(range.last) + 1;
    of.window_columns = of.end_column - of.begin_column;
    if constexpr (HasWindows) {
      const count_type num_windows =
          Kokkos::max<count_type>(1, (of.window_columns + pass.config.columns_max - 1) / pass.config.columns_max);
      constexpr count_type quad = RowPart::quad_columns;
      of.window_columns = (of.window_columns + num_windows * quad - 1) / (num_windows * quad) * quad;
    }
    of.needed = team.template scratch<needed_type>(team_counter_bytes);
    return of;
  }

  /// \brief Marks the columns of the window that begins at column \p first; a barrier behind that.
  template <class Team>
  KOKKOS_FUNCTION void open_window(const Team& team, Row& of, count_type first) const {
    const count_type end = Kokkos::min(first + of.window_columns, of.end_column);
    of.bitmap = PartedBitmap::make(team.template scratch<std::uint32_t>(team_counter_bytes + part_reads_bytes),
                                   ColumnRange<count_type>{first, end - 1});
    if constexpr (PassData::with_values) {
      const count_type bytes = pass.config.row_bytes - team_counter_bytes - part_reads_bytes - of.bitmap.bytes();
      of.slots = static_cast<int>(bytes / static_cast<count_type>(sizeof(scalar_type)));
      of.sums = static_cast<scalar_type*>(of.bitmap.end());
    }
    if constexpr (HasWindows) team.barrier();  // the window before is done with its bitmap
    of.bitmap.clear(TeamLanes<Team>(team));
    team.barrier();
    const auto mark = [&](std::uint32_t column, const scalar_type&) {
      of.bitmap.template mark<typename Team::atomics>(word_of_column(column), pass.tests_bits);
    };
    if constexpr (HasWindows) {
      const NeededColumns window{first, end, of.is_first_window(), of.is_last_window()};
      for (count_type step = of.entries.begin; step < of.entries.end; step += of.entries_at_once) {
        const count_type entry = step + team.thread_rank();
        const RowOfA entries{step, Kokkos::min(step + of.entries_at_once, of.entries.end)};
        if (entry < entries.end)
          of.needed[team.thread_rank()] =
              row_in_parts_type::of(pass.problem.b, pass.problem.a.entries(entry), window, true).needed();
        team.barrier();
        for_each_product<scalar_type, false>(team, PartProblem<problem_type>{pass.problem, of.needed, step}, entries,
                                             first, pass.lanes_per_b_row, pass.b_rows_uneven, mark);
        team.barrier();
      }
    } else {
      for_each_product<scalar_type, false>(team, pass.problem, of.entries, first, pass.lanes_per_b_row,
                                           pass.b_rows_uneven, mark);
      team.barrier();
    }
  }

  /// \brief Calls body() for each window, whose columns are marked.
  template <class Team, class Body>
  KOKKOS_FUNCTION void for_each_window(const Team& team, Row& of, const Body& body) const {
    if constexpr (HasWindows) {
      for (count_type first = of.begin_column; first < of.end_column; first += of.window_columns) {
        open_window(team, of, first);
        body();
      }
    } else {
      open_window(team, of, of.begin_column);
      body();
    }
  }

  /// \brief Columns of the row, for all threads.
  template <class Team>
  KOKKOS_FUNCTION count_type count(const Team& team, Row& of) const {
    count_type distinct = 0;
    for_each_window(team, of, [&] { distinct += of.bitmap.count(TeamLanes<Team>(team)); });
    return distinct;
  }
};

}  // namespace Ocean::Impl

#endif
