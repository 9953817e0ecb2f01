#ifndef OCEAN_KERNELS_NUMERIC_WORD_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_WORD_ROWS_HPP
/// \file
/// \brief Rows whose columns lie far apart: those words of their bitmap that are not empty, in a hash table.

#include "../../accumulators/sort_slots.hpp"
#include "../../accumulators/word_table.hpp"
#include "found_words.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief Adds the values of a row up at the rank of their columns, which the words of its bitmap give.
///
/// The counting pass has found the words, or this pass looks for them. Where the rows of B hold no column twice, the
/// values need no atomics and their sums are reproducible.
/// Pre     sizes are exact; config.row_bytes >= AccumulatorTable::word_rows_bytes()
/// Launch  a group of lanes per row; config.row_bytes of scratch per row
/// Cost    one walk over the products, and a walk and a sort more if the words are not found
template <class PassData>
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
    scalar_type* sums;  ///< [size]
    RankedWords words;
  };

  template <class Team, class Lanes>
  KOKKOS_FUNCTION Row<Team, Lanes> layout(const Team& team, const Lanes& lanes, count_type position, int slot) const {
    const count_type row = pass.row_at(position);
    const int size = static_cast<int>(pass.capacity_of(position));
    const std::size_t base = static_cast<std::size_t>(slot) * pass.config.row_bytes;
    const count_type words_begin = team_counter_bytes + word_sums_bytes(size, sizeof(scalar_type));
    const auto num_slots = static_cast<std::uint32_t>((pass.config.row_bytes - words_begin) / word_slot_bytes);
    return {lanes,
            row,
            pass.begin_of(position),
            bitmap_begin(pass.row_range(row).first),
            size,
            team.template scratch<scalar_type>(base + team_counter_bytes),
            {team.template scratch<RankedWord>(base + words_begin), num_slots}};
  }

  /// \brief Writes the columns of a word of this lane to C; \return columns up to the last lane.
  template <class RowOfC>
  KOKKOS_FUNCTION int write_columns(const RowOfC& of, int before, const BitmapWord& word, int& rank) const {
    int total = 0;
    rank = before + of.lanes.exclusive_sum(static_cast<int>(Kokkos::Experimental::popcount_builtin(word.bits)), total);
    count_type place = of.begin + rank;
    for_each_column_of(word, of.first_column,
                       [&](count_type column) { pass.entries(place++) = static_cast<column_c_type>(column); });
    return before + total;
  }

  /// \brief Numbers the columns of words that are found.
  template <class RowOfC>
  KOKKOS_FUNCTION void rank_found(const RowOfC& of, const FoundRow& found) const {
    int before = 0;
    for (std::uint32_t base = 0; base < found.num_words; base += of.lanes.size()) {
      const std::uint32_t word = base + of.lanes.rank();
      BitmapWord own{0, 0};
      if (word < found.num_words) own = pass.found.words(found.begin + word);
      int rank = 0;
      before = write_columns(of, before, own, rank);
      if (own.bits != 0) of.words.template insert<typename RowOfC::atomics>(own.position, own.bits, rank);
    }
  }

  /// \brief Finds the words and numbers their columns. \return false if they are not as many as were counted
  /// \param num_gathered [1] in scratch
  template <class RowOfC>
  KOKKOS_FUNCTION bool find_and_rank(const RowOfC& of, unsigned* num_gathered) const {
    bool all_fit = true;
    walk<false>(of, [&](std::uint32_t column, const scalar_type&) {
      if (!of.words.template mark<typename RowOfC::atomics>(column)) all_fit = false;
    });
    if (of.lanes.rank() == 0) *num_gathered = 0;
    of.lanes.barrier();
    int columns = 0;
    for (std::uint32_t slot = of.lanes.rank(); slot < of.words.num_slots; slot += of.lanes.size())
      columns += Kokkos::Experimental::popcount_builtin(of.words.slots[slot].bits);
    if (of.lanes.any(!all_fit) || of.lanes.sum(columns) != of.size) return false;
    auto* const list = reinterpret_cast<std::uint32_t*>(of.sums);  // positions with their slots, no more than columns
    for (std::uint32_t slot = of.lanes.rank(); slot < of.words.num_slots; slot += of.lanes.size()) {
      const std::uint32_t tag = of.words.slots[slot].tag;
      if (tag != no_word) list[RowOfC::atomics::fetch_add(num_gathered, 1u)] = tag | slot;
    }
    of.lanes.barrier();
    const int num_words = static_cast<int>(*num_gathered);
    sort_slots(of.lanes, list, nullptr, num_words);
    int before = 0;
    for (int base = 0; base < num_words; base += of.lanes.size()) {
      const int word = base + of.lanes.rank();
      RankedWord* own = nullptr;
      if (word < num_words) own = &of.words.slots[list[word] % (1u << RankedWord::rank_bits)];
      int rank = 0;
      BitmapWord found{0, 0};
      if (own != nullptr) found = {own->tag >> RankedWord::rank_bits, own->bits};
      before = write_columns(of, before, found, rank);
      if (own != nullptr) own->tag |= static_cast<std::uint32_t>(rank);
    }
    of.lanes.barrier();
    return true;
  }

  template <bool WithValues, class RowOfC, class Body>
  KOKKOS_FUNCTION void walk(const RowOfC& of, const Body& body) const {
    for_each_product_of_group<scalar_type, WithValues>(of.lanes, pass.problem, a_row(pass.problem, of.row),
                                                       of.first_column, pass.lanes_per_b_row, body);
  }

  template <class Team, class Lanes>
  KOKKOS_FUNCTION void compute(const Team& team, const Lanes& lanes, count_type position, int slot) const {
    const auto of = layout(team, lanes, position, slot);
    const FoundRow found = pass.found_row(of.row);
    of.words.clear(lanes);
    lanes.barrier();
    if (found.num_words > 0) {
      rank_found(of, found);
    } else if (!find_and_rank(
                   of, team.template scratch<unsigned>(static_cast<std::size_t>(slot) * pass.config.row_bytes))) {
      if (lanes.rank() == 0) pass.note_overflow(team, of.row);
      lanes.barrier();
      return;
    }
    for (int entry = lanes.rank(); entry < of.size; entry += lanes.size()) of.sums[entry] = scalar_type(0);
    lanes.barrier();
    const bool exclusive = columns_differ(lanes.size(), pass.lanes_per_b_row, pass.b_rows_sorted);
    walk<true>(of, [&](std::uint32_t column, const scalar_type& product) {
      scalar_type* const sum = &of.sums[of.words.place(column)];
      if (exclusive)
        *sum += product;
      else
        Team::atomics::add(sum, product);
    });
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
  launch_row_pass<WordRows<PassData>>(launcher, "Ocean::numeric::word_rows", pass);
}

}  // namespace Ocean::Impl

#endif
