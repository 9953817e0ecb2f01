#ifndef OCEAN_KERNELS_COMPACTION_FIND_ROW_OFFSETS_HPP
#define OCEAN_KERNELS_COMPACTION_FIND_ROW_OFFSETS_HPP
/// \file
/// \brief Offsets of rows from their sizes, and their total for the host, by one kernel where there are few rows.

#include <algorithm>

#include "../../backend/read_back.hpp"
#include "../../backend/team_launch.hpp"
#include "../../core/problem.hpp"
#include "../../core/product_arrays.hpp"

namespace Ocean::Impl {

/// Threads of a team, and rows that each of them finds the offsets of. source: the largest team, as each reads all
/// sizes; two rows, so that 32 teams do
inline constexpr int row_offsets_team_size = 1024, row_offsets_per_thread = 2;
/// Sizes that a thread reads before it adds the first of them. source: four times analysis_entries_in_flight, as
/// nothing depends on a single one
inline constexpr int row_sizes_in_flight = 16;

/// \brief Two totals that the host reads.
template <class ExecutionSpace>
using ReadTotals = ReadBack<ExecutionSpace, count_type, 2>;

/// \brief C's row map [num_rows + 1], or null if it is not wanted, and a bound of its last offset.
template <class Offset>
struct RowMapOfC {
  using offset_type = Offset;
  Offset* offsets = nullptr;
  count_type last_max = Kokkos::Experimental::finite_max_v<count_type>;

  KOKKOS_FUNCTION bool is_wanted() const { return offsets != nullptr; }
  /// \brief Whether its type can count all entries, whatever their number is.
  KOKKOS_FUNCTION bool fits_surely() const { return fits_offsets<Offset>(last_max); }
};

/// \brief The sum of \p sizes [\p last] from \p first on, in all threads of a team.
/// Pre     fewer than 2^30 of them
template <class Team>
KOKKOS_INLINE_FUNCTION count_type sum_sizes(const Team& team, const count_type* sizes, count_type first,
                                            count_type last) {
  if (first >= last) return 0;
  constexpr int in_flight = row_sizes_in_flight;
  const int threads = team.num_threads(), num_sizes = static_cast<int>(last - first);
  sizes += first;
  count_type sum = 0;
  int place = team.thread_rank();
  for (; place + (in_flight - 1) * threads < num_sizes; place += in_flight * threads) {
    count_type size[in_flight];
    for (int ahead = 0; ahead < in_flight; ++ahead) size[ahead] = sizes[place + ahead * threads];
    for (int ahead = 0; ahead < in_flight; ++ahead) sum += size[ahead];
  }
  for (; place < num_sizes; place += threads) sum += sizes[place];
  return team.sum(sum);
}

/// \brief Every team sums up the sizes of the rows before its own, or of all where it has to know the total, and finds
/// the offsets of its own; the last one sends the total and \p other.
/// Shapes  row_nnz [num_rows]; row_begin [num_rows + 1] (out); row_map (out): unchanged if its type cannot count the
///         total; other [1] or null, which is sent as 0
/// Pre     num_rows < 2^30; row_begin is another view than row_nnz
/// Launch  no scratch
/// Cost    a read of row_nnz per team
template <class Sizes, class Begins, class RowMap, class Sender>
struct FindRowOffsets {
  static constexpr int max_team_size = row_offsets_team_size;
  static constexpr count_type rows_per_team = count_type(row_offsets_team_size) * row_offsets_per_thread;
  using offset_type = typename RowMap::offset_type;
  Sizes row_nnz;
  Begins row_begin;
  RowMap row_map;
  count_type num_rows;
  const count_type* other;
  Sender sender;

  KOKKOS_FUNCTION void write(count_type row, count_type begin, bool fits) const {
    row_begin(row) = begin;
    if (fits) row_map.offsets[row] = static_cast<offset_type>(begin);
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const count_type first_row = team.league_rank() * rows_per_team;
    const count_type last_row = Kokkos::min(first_row + rows_per_team, num_rows);
    const count_type* const sizes = row_nnz.data();
    count_type before = sum_sizes(team, sizes, 0, first_row);
    bool fits = row_map.is_wanted();
    if (fits && !row_map.fits_surely())
      fits = fits_offsets<offset_type>(before + sum_sizes(team, sizes, first_row, num_rows));
    for (count_type first = first_row; first < last_row; first += team.num_threads()) {
      const count_type row = first + team.thread_rank();
      count_type of_all = 0;
      const count_type begin = before + team.exclusive_sum(row < last_row ? row_nnz(row) : count_type(0), of_all);
      if (row < last_row) write(row, begin, fits);
      before += of_all;
    }
    if (last_row < num_rows || team.thread_rank() > 0) return;
    write(num_rows, before, fits);
    sender.send(before, other == nullptr ? count_type(0) : *other);
  }
};

/// \brief Sends a total that others have found, and \p other.
/// Launch  one team, no scratch
template <class Begins, class Sender>
struct SendTotals {
  static constexpr int max_team_size = 32;
  Begins row_begin;
  count_type num_rows;
  const count_type* other;
  Sender sender;
  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if (team.thread_rank() == 0) sender.send(row_begin(num_rows), other == nullptr ? count_type(0) : *other);
  }
};

/// \brief Launches FindRowOffsets on \p exec; returns without a fence.
template <TeamLauncher Launcher, class Sizes, class Begins, class RowMap, class Sender>
void find_row_offsets(const Launcher& launcher, const Sizes& row_nnz, const Begins& row_begin, const RowMap& row_map,
                      count_type num_rows, const count_type* other, const Sender& sender) {
  using kernel_type = FindRowOffsets<Sizes, Begins, RowMap, Sender>;
  const count_type num_teams = (num_rows + kernel_type::rows_per_team - 1) / kernel_type::rows_per_team;
  launcher.launch({"Ocean::compaction::find_row_offsets", std::max<count_type>(1, num_teams), row_offsets_team_size, 0},
                  kernel_type{row_nnz, row_begin, row_map, num_rows, other, sender});
}

/// \brief Launches SendTotals on \p exec; returns without a fence.
template <TeamLauncher Launcher, class Begins, class Sender>
void send_totals(const Launcher& launcher, const Begins& row_begin, count_type num_rows, const count_type* other,
                 const Sender& sender) {
  using kernel_type = SendTotals<Begins, Sender>;
  launcher.launch({"Ocean::compaction::send_totals", 1, kernel_type::max_team_size, 0},
                  kernel_type{row_begin, num_rows, other, sender});
}

}  // namespace Ocean::Impl

#endif
