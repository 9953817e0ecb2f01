#ifndef OCEAN_KERNELS_NUMERIC_COUNT_PAGED_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_COUNT_PAGED_ROWS_HPP
/// \file
/// \brief Counts rows whose columns lie apart, but not so far that a directory of the pages between them is long.

#include "../../accumulators/paged_bitmap.hpp"
#include "found_words.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief Counts the columns of a row in pages of its bitmap, and stores the words in their order.
///
/// A row overflows if its pages do not fit. Words are stored only if the accumulating pass has scratch for them.
/// Pre     config.row_bytes has room for the directory of any row and a page
/// Launch  a group of lanes per row; config.row_bytes of scratch per row
/// Cost    one walk over the columns of B, and one over the directory
template <class PassData>
struct CountPagedRows {
  static constexpr int max_team_size = multi_row_team_size;
  static constexpr int min_teams_per_unit = counted_row_teams_per_unit;
  PassData pass;

  template <class Team, class Lanes>
  KOKKOS_FUNCTION void compute(const Team& team, const Lanes& lanes, count_type position, int slot) const {
    const count_type row = pass.row_at(position);
    const std::size_t base = static_cast<std::size_t>(slot) * pass.config.row_bytes;
    const auto range = pass.row_range(row);
    auto bitmap = PagedBitmap::make(team.template scratch<char>(base + team_counter_bytes),
                                    pass.config.row_bytes - team_counter_bytes, range.width());
    bitmap.clear(lanes);
    lanes.barrier();
    std::uint32_t failures = 0;
    for_each_product_of_group<typename PassData::scalar_type, false>(
        lanes, pass.problem, a_row(pass.problem, row), bitmap_begin(range.first), pass.lanes_per_b_row,
        WordInsertion<PagedBitmap, typename PassData::problem_type, typename Team::atomics>{bitmap, failures});
    lanes.barrier();
    const WordCounts counts = bitmap.count(lanes);
    const bool has_failed = lanes.any(failures != 0);
    if (lanes.rank() == 0) {
      if (has_failed)
        pass.note_overflow(team, row);
      else
        pass.row_nnz(row) = counts.columns;
    }
    if (!has_failed && are_words_kept(pass.found, counts, range.width()))
      store(team, lanes, row, bitmap, counts.words, team.template scratch<count_type>(base));
    lanes.barrier();
  }

  /// \param shared as for claim_words()
  template <class Team, class Lanes>
  KOKKOS_FUNCTION void store(const Team& team, const Lanes& lanes, count_type row, const PagedBitmap& bitmap,
                             int num_words, count_type* shared) const {
    bitmap.list_pages(lanes);
    const count_type begin = claim_words(team, lanes, pass.found, row, num_words, shared);
    if (begin < 0) return;
    bitmap.for_each_word(lanes, [&](int number, const BitmapWord& word) { pass.found.words(begin + number) = word; });
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto lanes = row_lanes<multi_row_group_width>(team);
    for_each_row_of_team<multi_row_group_width>(
        team, pass, [&](count_type position, int slot) { compute(team, lanes, position, slot); });
  }
};

/// \brief Launches CountPagedRows on \p exec; returns without a fence.
template <TeamLauncher Launcher, class PassData>
void count_paged_rows(const Launcher& launcher, const PassData& pass) {
  launch_row_pass<CountPagedRows<PassData>>(launcher, "Ocean::numeric::count_paged_rows", pass);
}

}  // namespace Ocean::Impl

#endif
