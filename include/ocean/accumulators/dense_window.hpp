#ifndef OCEAN_ACCUMULATORS_DENSE_WINDOW_HPP
#define OCEAN_ACCUMULATORS_DENSE_WINDOW_HPP
/// \file
/// \brief A window of values and an occupancy bitmap over some columns of a row, filled and written by a team.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../core/binary_search.hpp"
#include "../tuning/accumulator_table.hpp"
#include "bitmap_words.hpp"
#include "shared_products.hpp"

namespace Ocean::Impl {

/// \brief Dense accumulator over the columns [first, last); when counting, only the bitmap.
/// Source  [LG26] section 3.3 (dense accumulator); assisted: section 4.1
template <class PassData>
struct DenseWindow {
  using scalar_type = typename PassData::scalar_type;

  scalar_type* sums;    ///< [last - first]
  std::uint32_t* bits;  ///< [words]
  count_type first;
  count_type last;
  int words;
  bool marks = true;  ///< false: the bits of all columns that occur are set already

  /// \brief The window of \p columns_max columns from \p first on, cut at \p last_column, in the team's scratch.
  template <class Team>
  KOKKOS_FUNCTION static DenseWindow make(const Team& team, count_type first, count_type columns_max,
                                          count_type last_column) {
    DenseWindow window;
    window.first = first;
    window.last = Kokkos::min(first + columns_max, last_column);
    window.sums = team.template scratch<scalar_type>(team_counter_bytes);
    window.bits = PassData::with_values ? reinterpret_cast<std::uint32_t*>(window.sums + window.columns())
                                        : team.template scratch<std::uint32_t>(team_counter_bytes);
    window.words = static_cast<int>((window.columns() + bitmap_word_columns - 1) / bitmap_word_columns);
    return window;
  }

  KOKKOS_FUNCTION count_type columns() const { return last - first; }

  template <class Team>
  KOKKOS_FUNCTION void clear(const Team& team) const {
    for (int word = team.thread_rank(); word < words; word += team.num_threads()) bits[word] = 0;
    if constexpr (PassData::with_values)
      for (int column = team.thread_rank(); column < columns(); column += team.num_threads())
        sums[column] = scalar_type(0);
    team.barrier();
  }

  /// \brief Adds \p product to the column \p inside, counted from first.
  template <class Team>
  KOKKOS_FUNCTION void add(std::uint32_t inside, const scalar_type& product, bool tests_bits) const {
    const std::uint32_t bit = std::uint32_t(1) << inside % bitmap_word_columns;
    std::uint32_t* word = &bits[inside / bitmap_word_columns];
    if (marks && (!tests_bits || (*static_cast<volatile std::uint32_t*>(word) & bit) == 0))
      Team::atomics::fetch_or(word, bit);
    if constexpr (PassData::with_values) Team::atomics::add(&sums[inside], product);
  }

  /// \brief Adds the products of a row whose columns all lie in the window.
  template <class Team>
  KOKKOS_FUNCTION void accumulate_whole(const Team& team, const PassData& pass, count_type row) const {
    for_each_product<scalar_type, PassData::with_values>(
        team, pass.problem, a_row(pass.problem, row), first, pass.lanes_per_b_row, pass.b_rows_uneven,
        [&](std::uint32_t inside, const scalar_type& product) { add<Team>(inside, product, pass.tests_bits); });
  }

  /// \brief Adds the products of a row that fall into the window, with \p lanes threads per row of B.
  template <class Team>
  KOKKOS_FUNCTION void accumulate_part(const Team& team, const PassData& pass, count_type row, int lanes) const {
    const auto& b = pass.problem.b;
    const int rank = team.thread_rank() % lanes, rows_at_once = team.num_threads() / lanes;
    const RowOfA row_of_a = a_row(pass.problem, row);
    for (count_type entry = row_of_a.begin + team.thread_rank() / lanes; entry < row_of_a.end; entry += rows_at_once) {
      const auto selected = select_whole_row<PassData::with_values>(pass.problem, entry);
      const count_type b_end = selected.begin + selected.length;
      count_type b_entry = pass.b_rows_sorted ? find_place(b.entries, selected.begin, b_end, first) : selected.begin;
      for (b_entry += rank; b_entry < b_end; b_entry += lanes) {
        const count_type column = b.entries(b_entry);
        if (column >= first && column < last) {
          const auto loaded =
              LoadedEntry<typename PassData::problem_type, PassData::with_values>::at(pass.problem, b_entry);
          add<Team>(loaded.key(first), loaded.template product<scalar_type>(selected.value), pass.tests_bits);
        } else if (pass.b_rows_sorted) {
          break;
        }
      }
    }
  }

  /// \brief Number of columns that occur.
  template <class Team>
  KOKKOS_FUNCTION count_type count(const Team& team) const {
    count_type mine = 0;
    for (int word = team.thread_rank(); word < words; word += team.num_threads())
      mine += Kokkos::Experimental::popcount_builtin(bits[word]);
    return team.sum(mine);
  }

  /// \brief Writes the entries from \p place on, at most a word of columns per thread at a time, as long as such a step
  /// fits in \p room; returns how many there are. The warps get equal shares of the words.
  template <class Team>
  KOKKOS_FUNCTION count_type write(const Team& team, const PassData& pass, count_type place, count_type room) const {
    using column_c_type = typename decltype(pass.entries)::non_const_value_type;
    const auto group = team.template group<product_group_width>();
    const int group_rank = team.template group_rank<product_group_width>();
    const int num_groups = team.template num_groups<product_group_width>();
    const int share = Kokkos::min<int>(group.size(), (words + num_groups - 1) / num_groups);
    count_type before = 0;
    for (int base = 0; base < words; base += num_groups * share) {
      const int first_word = base + group_rank * share, word = first_word + group.rank();
      const std::uint32_t mine = group.rank() < share && word < words ? bits[word] : 0;
      int total = 0;
      const int rank = team.exclusive_sum(static_cast<int>(Kokkos::Experimental::popcount_builtin(mine)), total);
      const count_type begin = place + before;
      before += total;
      if (before > room) continue;
      write_words(group, mine, static_cast<std::uint32_t>(rank), [&](std::uint32_t bit, std::uint32_t at) {
        const int inside = first_word * bits_per_word + static_cast<int>(bit);
        pass.entries(begin + at) = static_cast<column_c_type>(first + inside);
        pass.values(begin + at) = sums[inside];
      });
    }
    return before;
  }
};

}  // namespace Ocean::Impl

#endif
