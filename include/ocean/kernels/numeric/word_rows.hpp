#ifndef OCEAN_KERNELS_NUMERIC_WORD_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_WORD_ROWS_HPP
/// \file
/// \brief Rows whose columns lie far apart: those words of their bitmap that are not empty, in a directory.

#include "../../accumulators/directory_builder.hpp"
#include "../../accumulators/placed_addition.hpp"
#include "found_words.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief Adds the values of a row up at the rank of their columns, which a directory of its bitmap's words gives.
///
/// The counting pass has found the words, or this pass looks for them. Where the rows of B hold no column twice, the
/// values need no atomics and their sums are reproducible.
/// \tparam AreFound the words of all rows are found, otherwise those of none: ClassifyRows puts no other rows here
/// Pre     sizes are exact; config.row_bytes >= word_rows_bytes()
/// Launch  a group of lanes per row; config.row_bytes of scratch per row
/// Cost    one walk over the products; four or five more if the words are not found
template <bool AreFound, class PassData>
struct WordRows {
  static constexpr int max_team_size = multi_row_team_size;
  static constexpr int min_teams_per_unit = multi_row_teams_per_unit;
  using scalar_type = typename PassData::scalar_type;
  using column_c_type = typename decltype(PassData::entries)::non_const_value_type;
  PassData pass;

  /// \brief The lanes of a row and what they share.
  template <class Team, class Lanes>
  struct Row {
    using atomics = typename Team::atomics;
    const Lanes& lanes;
    count_type row, begin, first_column;  ///< of A, in C, of the bitmap
    int size;
    scalar_type* sums;        ///< [size]
    RankedWord* directory;    ///< scratch behind the sums,
    int directory_words_max;  ///< and how much there is
  };

  template <class Team, class Lanes>
  KOKKOS_FUNCTION Row<Team, Lanes> layout(const Team& team, const Lanes& lanes, count_type position, int slot) const {
    const count_type row = pass.row_at(position);
    const int size = static_cast<int>(pass.capacity_of(position));
    const std::size_t base = static_cast<std::size_t>(slot) * pass.config.row_bytes;
    const count_type directory_begin = team_counter_bytes + word_sums_bytes(size, sizeof(scalar_type));
    return {lanes,
            row,
            pass.begin_of(position),
            bitmap_begin(pass.row_range(row).first),
            size,
            team.template scratch<scalar_type>(base + team_counter_bytes),
            team.template scratch<RankedWord>(base + directory_begin),
            static_cast<int>((pass.config.row_bytes - directory_begin) / word_slot_bytes)};
  }

  /// \brief Columns and blocks before the words that come next.
  struct Before {
    int columns = 0, blocks = 0;
  };
  /// \brief Word \p number of those that are found, and what it is to the directory. All lanes call it.
  template <bool HasRoots, class RowOfC>
  KOKKOS_FUNCTION RankDirectory::KnownWord know_word(const RowOfC& of, const FoundRow& found, std::uint32_t number,
                                                     Before& before) const {
    RankDirectory::KnownWord own;
    own.number = number;
    if (number < found.num_words) {
      own.word = pass.found.words(found.begin + number);
      const std::uint32_t last = number > 0 ? pass.found.words(found.begin + number - 1).position : ~own.word.position;
      own.begins_block = (last ^ own.word.position) >= RankDirectory::block_words;
      own.begins_root = (last ^ own.word.position) >= RankDirectory::root_words;
    }
    int total = 0;
    if constexpr (HasRoots) {
      const int blocks = of.lanes.exclusive_count(own.begins_block, total);
      own.block = static_cast<std::uint32_t>(before.blocks + blocks - (own.begins_block ? 0 : 1));
      before.blocks += total;
    }
    const auto columns = static_cast<int>(Kokkos::Experimental::popcount_builtin(own.word.bits));
    own.rank = static_cast<std::uint32_t>(before.columns + of.lanes.exclusive_sum(columns, total));
    before.columns += total;
    return own;
  }

  /// \brief Writes the columns of words that are found to C, and the words to the directory.
  template <bool HasRoots, class RowOfC>
  KOKKOS_FUNCTION void rank_found(const RowOfC& of, const FoundRow& found, const RankDirectory& words) const {
    Before before;
    for (std::uint32_t base = 0; base < found.num_words; base += of.lanes.size()) {
      const auto own = know_word<HasRoots>(of, found, base + of.lanes.rank(), before);
      if (own.word.bits == 0) continue;
      words.template insert<HasRoots, typename RowOfC::atomics>(own);
      count_type place = of.begin + own.rank;
      for_each_column_of(own.word, of.first_column,
                         [&](count_type column) { pass.entries(place++) = static_cast<column_c_type>(column); });
    }
  }

  /// \brief Finds the words, numbers their columns and writes these. \return false if they are not as many as were
  /// counted
  template <class RowOfC>
  KOKKOS_FUNCTION bool find_and_rank(const RowOfC& of, RankDirectory& words) const {
    DirectoryBuilder<RowOfC> builder(of.lanes, words, of.directory_words_max);
    do {
      walk<false>(of, [&](std::uint32_t column, const scalar_type&) { builder.note(column); });
      of.lanes.barrier();
    } while (builder.next_level());
    if (builder.num_columns() != of.size) return false;
    walk<false>(of, [&](std::uint32_t column, const scalar_type&) {
      pass.entries(of.begin + words.place(column)) = static_cast<column_c_type>(of.first_column + column);
    });
    return true;
  }

  template <bool WithValues, class RowOfC, class Body>
  KOKKOS_FUNCTION void walk(const RowOfC& of, const Body& body) const {
    for_each_product_of_group<scalar_type, WithValues>(of.lanes, pass.problem, a_row(pass.problem, of.row),
                                                       of.first_column, pass.lanes_per_b_row, body);
  }

  /// \brief Ranks the columns if they are found, and adds the products up.
  template <bool HasRoots, class RowOfC>
  KOKKOS_FUNCTION void add_up(const RowOfC& of, const FoundRow& found, const RankDirectory& words) const {
    if constexpr (AreFound) rank_found<HasRoots>(of, found, words);
    for (int entry = of.lanes.rank(); entry < of.size; entry += of.lanes.size()) of.sums[entry] = scalar_type(0);
    of.lanes.barrier();
    const bool exclusive = columns_differ(of.lanes.size(), pass.lanes_per_b_row, pass.b_rows_sorted);
    walk<true>(of, PlacedAddition<typename RowOfC::atomics, PlacesInDirectory<HasRoots>, scalar_type, true>{
                       {words}, of.sums, exclusive});
  }

  template <class Team, class Lanes>
  KOKKOS_FUNCTION void compute(const Team& team, const Lanes& lanes, count_type position, int slot) const {
    const auto of = layout(team, lanes, position, slot);
    const FoundRow found = pass.found_row(of.row);
    const auto shape = RankDirectoryShape::of(pass.row_range(of.row).width(), found.num_words);
    auto words = RankDirectory::make(of.directory, shape);
    words.clear(lanes);
    lanes.barrier();
    if constexpr (!AreFound) {
      if (!find_and_rank(of, words)) {
        if (lanes.rank() == 0) pass.note_overflow(team, of.row);
        lanes.barrier();
        return;
      }
    }
    if (words.has_roots())
      add_up<true>(of, found, words);
    else
      add_up<false>(of, found, words);
    lanes.barrier();
    for (int entry = lanes.rank(); entry < of.size; entry += lanes.size())
      pass.values(of.begin + entry) = of.sums[entry];
    if (lanes.rank() == 0) pass.row_nnz(of.row) = of.size;
    lanes.barrier();
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto lanes = row_lanes<multi_row_group_width>(team);
    for_each_row_of_team<multi_row_group_width>(
        team, pass, [&](count_type position, int slot) { compute(team, lanes, position, slot); });
  }
};

/// \brief Launches WordRows on \p exec; returns without a fence.
template <TeamLauncher Launcher, class PassData>
void word_rows(const Launcher& launcher, const PassData& pass) {
  if (pass.found.are_kept())
    launch_row_pass<WordRows<true, PassData>>(launcher, "Ocean::numeric::word_rows", pass);
  else
    launch_row_pass<WordRows<false, PassData>>(launcher, "Ocean::numeric::word_rows", pass);
}

}  // namespace Ocean::Impl

#endif
