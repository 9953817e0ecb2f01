#ifndef OCEAN_KERNELS_NUMERIC_DENSE_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_DENSE_ROWS_HPP
/// \file
/// \brief Dense accumulation: a window of values over the row's columns, as many windows as the row needs.

#include "../../accumulators/products.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief A team per row; one window for the kind dense, any number for the kind windows.
///
/// Rows of any length and any size of C: the last resort of every bin and the kernel that redoes overflowed rows.
/// Launch  one team per row; a value (when accumulating) and a bit per column of the window in scratch, and a rank per
///         word of bits
/// Cost    one walk over the products per window (sorted rows of B are entered by binary search)
/// Source  [LG26] section 3.4 (dense accumulator, global fallback); assisted: section 3.5
template <class PassData>
struct DenseRows {
  static constexpr int max_team_size = largest_team_size;
  using column_type = typename PassData::column_type;
  using scalar_type = typename PassData::scalar_type;
  PassData pass;

  /// \brief One window of a row.
  struct Window {
    scalar_type* sums;
    std::uint32_t* bits;
    count_type first;  ///< column
    count_type last;   ///< one past
    int words;
  };

  template <class Team>
  KOKKOS_FUNCTION void clear(const Team& team, const Window& window) const {
    const int columns = static_cast<int>(window.last - window.first);
    for (int word = team.thread_rank(); word < window.words; word += team.num_threads()) window.bits[word] = 0;
    if constexpr (PassData::with_values)
      for (int column = team.thread_rank(); column < columns; column += team.num_threads())
        window.sums[column] = scalar_type(0);
    team.barrier();
  }

  template <class Team>
  KOKKOS_FUNCTION void add(const Window& window, std::uint32_t inside, const scalar_type& product) const {
    const std::uint32_t bit = std::uint32_t(1) << inside % bitmap_word_columns;
    std::uint32_t* word = &window.bits[inside / bitmap_word_columns];
    if (!pass.assisted || (*static_cast<volatile std::uint32_t*>(word) & bit) == 0) Team::atomics::fetch_or(word, bit);
    if constexpr (PassData::with_values) Team::atomics::add(&window.sums[inside], product);
  }

  /// \brief First entry of [begin, end) whose column is at least \p column; the range is sorted.
  KOKKOS_FUNCTION count_type lower_bound(count_type begin, count_type end, count_type column) const {
    while (begin < end) {
      const count_type middle = begin + (end - begin) / 2;
      if (static_cast<count_type>(pass.problem.b.entries(middle)) < column)
        begin = middle + 1;
      else
        end = middle;
    }
    return begin;
  }

  /// \brief All products of the row in a window that covers its span.
  template <class Team>
  KOKKOS_FUNCTION void accumulate_whole(const Team& team, count_type row, const Window& window) const {
    for_each_product<scalar_type, PassData::with_values>(
        team, pass.problem, row, window.first, pass.lanes_per_b_row,
        [&](std::uint32_t inside, const scalar_type& product) { add<Team>(window, inside, product); });
  }

  /// \brief The products of the row that fall into the window, a group of lanes per row of B.
  template <class Team>
  KOKKOS_FUNCTION void accumulate_part(const Team& team, count_type row, const Window& window) const {
    const auto group = team.template group<product_group_width>();
    const int num_groups = team.template num_groups<product_group_width>();
    const count_type end = static_cast<count_type>(pass.problem.a.row_map(row + 1));
    for (count_type entry = static_cast<count_type>(pass.problem.a.row_map(row)) +
                            team.template group_rank<product_group_width>();
         entry < end; entry += num_groups) {
      const auto selected = select_row<PassData::with_values>(pass.problem, entry);
      count_type b_entry = selected.begin;
      const count_type b_end = selected.begin + selected.length;
      if (pass.b_rows_sorted) b_entry = lower_bound(b_entry, b_end, window.first);
      for (b_entry += group.rank(); b_entry < b_end; b_entry += group.size()) {
        const column_type column = pass.problem.b.entries(b_entry);
        if (column >= window.first && column < window.last) {
          const auto term = read_term<scalar_type, PassData::with_values>(pass.problem, window.first, selected,
                                                                          b_entry - selected.begin);
          add<Team>(window, term.key, term.value);
        } else if (pass.b_rows_sorted) {
          break;
        }
      }
    }
  }

  /// \brief Writes the window's entries from \p place on, as far as there is room; returns how many there are.
  template <class Team>
  KOKKOS_FUNCTION count_type write(const Team& team, const Window& window, count_type place, count_type room) const {
    using column_c_type = typename decltype(pass.entries)::non_const_value_type;
    count_type before = 0;
    for (int base = 0; base < window.words; base += team.num_threads()) {
      const int word = base + team.thread_rank();
      std::uint32_t rest = word < window.words ? window.bits[word] : 0;
      if constexpr (!PassData::with_values) {
        before += Kokkos::popcount(rest);
        continue;
      }
      int total = 0;
      count_type offset = before + team.exclusive_sum(static_cast<int>(Kokkos::popcount(rest)), total);
      before += total;
      if (before > room) continue;
      for (; rest != 0; rest &= rest - 1, ++offset) {
        const int inside = word * static_cast<int>(bitmap_word_columns) + Kokkos::countr_zero(rest);
        pass.entries(place + offset) = static_cast<column_c_type>(window.first + inside);
        pass.values(place + offset) = window.sums[inside];
      }
    }
    return PassData::with_values ? before : team.sum(before);
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const count_type position = team.league_rank(), row = pass.row_at(position);
    const ColumnRange<column_type> range = pass.row_range(row);
    const count_type begin = pass.begin_of(position), capacity = pass.capacity_of(position);
    const count_type last_column = static_cast<count_type>(range.first) + range.width();
    count_type distinct = 0;
    Window window;
    window.sums = team.template scratch<scalar_type>(team_counter_bytes);
    for (window.first = range.first; window.first < last_column; window.first = window.last) {
      window.last = Kokkos::min(window.first + static_cast<count_type>(pass.config.columns_max), last_column);
      const int columns = static_cast<int>(window.last - window.first);
      window.words = (columns + static_cast<int>(bitmap_word_columns) - 1) / static_cast<int>(bitmap_word_columns);
      window.bits = PassData::with_values ? reinterpret_cast<std::uint32_t*>(window.sums + columns)
                                          : team.template scratch<std::uint32_t>(team_counter_bytes);
      clear(team, window);
      if (columns == range.width())
        accumulate_whole(team, row, window);
      else
        accumulate_part(team, row, window);
      team.barrier();
      distinct += write(team, window, begin + distinct, capacity - distinct);
      team.barrier();
      if (distinct > capacity) break;
    }
    if (team.thread_rank() != 0) return;
    if (distinct > capacity)
      pass.note_overflow(team, row);
    else
      pass.row_nnz(row) = distinct;
  }
};

/// \brief Launches DenseRows on \p exec; returns without a fence.
template <class ExecutionSpace, class PassData>
void dense_rows(const ExecutionSpace& exec, ExecutionPath path, const PassData& pass) {
  launch_row_pass<DenseRows<PassData>>(exec, path, "Ocean::numeric::dense_rows", pass);
}

}  // namespace Ocean::Impl

#endif
