#ifndef OCEAN_KERNELS_NUMERIC_RANKED_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_RANKED_ROWS_HPP
/// \file
/// \brief Dense accumulation packed by rank: a bitmap over the row's columns finds them, its ranks place the values.

#include <type_traits>

#include "../../accumulators/placed_addition.hpp"
#include "../../accumulators/shared_products.hpp"
#include "found_words.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief Where the values are added up.
enum class RankedValues { scratch, output };

/// \brief Marks the columns of a row in a bitmap, ranks them by counting bits, adds values up at their rank.
///
/// Needs no probing, no room for columns that do not occur and no sort: the second walk over B finds its place by
/// one look at the bitmap. Where a group owns the row and the rows of B hold no column twice, the values need no
/// atomics and their sums are reproducible.
/// Pre     config.row_bytes is at least what AccumulatorTable says: ranked_bytes(span, slots), where a group owns the
///         row grouped_ranked_bytes(), for RankedValues::output, which adds values up at their place in C,
///         output_ranked_bytes(span)
/// Launch  a group of Width lanes per row, or a team for Width == 0; config.row_bytes of scratch per row
/// Cost    two walks over the products (one when counting), span / 32 words cleared and ranked
template <int Width, RankedValues Where, class PassData>
struct RankedRows {
  static constexpr int max_team_size = Width == 0 ? largest_team_size : multi_row_team_size;
  static constexpr int min_teams_per_unit = Width == 0              ? 1
                                            : PassData::with_values ? multi_row_teams_per_unit
                                                                    : counted_row_teams_per_unit;
  static constexpr bool team_owns_row = Width == 0;
  static constexpr bool in_output = Where == RankedValues::output;
  static_assert(!in_output || team_owns_row);
  /// Locating several products before the first is added pays for additions in scratch by a team. measured:
  /// perf_tests/results/nvidia_h100_2026-11-26_rank_directory.csv (tw_GaAs: 0.97 of the numeric time; where a group
  /// owns the row 1.00 to 1.03, additions in the output 1.06 on u_bipart)
  static constexpr bool locates_first = team_owns_row && !in_output;
  using problem_type = typename PassData::problem_type;
  using scalar_type = typename PassData::scalar_type;
  using column_c_type = typename decltype(PassData::entries)::non_const_value_type;
  /// Words of B leave few marks for a group of lanes, which would then mostly look at empty words.
  static constexpr bool lists_words = !team_owns_row && has_words_v<typename problem_type::operand_b_type>;
  using bitmap_type = std::conditional_t<lists_words, CountedBitmap,
                                         RankedBitmap<std::conditional_t<in_output, std::uint32_t, std::uint16_t>>>;
  PassData pass;

  template <bool WithValues, class Team, class Lanes, class Body>
  KOKKOS_FUNCTION void walk(const Team& team, const Lanes& lanes, count_type row, const bitmap_type& bitmap,
                            const Body& body) const {
    const RowOfA row_of_a = a_row(pass.problem, row);
    if constexpr (team_owns_row)
      for_each_product<scalar_type, WithValues>(team, pass.problem, row_of_a, bitmap.first_column, pass.lanes_per_b_row,
                                                pass.b_rows_uneven, body);
    else
      for_each_product_of_group<scalar_type, WithValues>(lanes, pass.problem, row_of_a, bitmap.first_column,
                                                         pass.lanes_per_b_row, body);
  }

  template <class Team, class Lanes>
  KOKKOS_FUNCTION void mark(const Team& team, const Lanes& lanes, count_type row, const bitmap_type& bitmap) const {
    walk<false>(team, lanes, row, bitmap, [&](std::uint32_t key, const scalar_type& product) {
      bitmap.template mark<typename Team::atomics>(marked_word<problem_type>(key, product), pass.tests_bits);
    });
    lanes.barrier();
  }

  /// \brief Finds the columns of a row and ranks them; \return how many, for all lanes.
  template <class Team, class Lanes>
  KOKKOS_FUNCTION int rank(const Team& team, const Lanes& lanes, count_type row, const bitmap_type& bitmap) const {
    const FoundRow found = in_output ? FoundRow{} : pass.found_row(row);
    if (found.num_words > 0) return load_ranks(lanes, pass.found, found, bitmap);
    mark(team, lanes, row, bitmap);
    if constexpr (team_owns_row)
      return bitmap.rank_words_in_parts(lanes);
    else
      return bitmap.rank_words(lanes);
  }

  /// \param columns  where a group owns the row: columns are noted at their rank, too, by every product. That is less
  ///        work than to look for them in a bitmap of mostly empty words, or than to write them from words that are
  ///        found, also by way of scratch
  template <class Team, class Lanes>
  KOKKOS_FUNCTION void add_up(const Team& team, const Lanes& lanes, count_type row, const bitmap_type& bitmap,
                              scalar_type* sums, [[maybe_unused]] std::uint32_t* columns) const {
    using atomics = typename Team::atomics;
    if constexpr (locates_first) {
      walk<true>(team, lanes, row, bitmap,
                 PlacedAddition<atomics, bitmap_type, scalar_type, false>{bitmap, sums, false});
    } else {
      const bool exclusive = !team_owns_row && columns_differ(lanes.size(), pass.lanes_per_b_row, pass.b_rows_sorted);
      walk<true>(team, lanes, row, bitmap, [&](std::uint32_t column, const scalar_type& product) {
        const int place = bitmap.place(column);
        if constexpr (!team_owns_row) columns[place] = column;
        if (exclusive)
          sums[place] += product;
        else
          atomics::add(&sums[place], product);
      });
    }
  }

  /// \brief Copies the sums to C, and the columns that are noted beside them.
  template <class Lanes>
  KOKKOS_FUNCTION void write(const Lanes& lanes, const bitmap_type& bitmap, count_type begin, int distinct,
                             const scalar_type* sums, [[maybe_unused]] const std::uint32_t* columns) const {
    for (int entry = lanes.rank(); entry < distinct; entry += lanes.size()) {
      if constexpr (!team_owns_row) {
        pass.entries(begin + entry) = static_cast<column_c_type>(bitmap.first_column + columns[entry]);
      }
      pass.values(begin + entry) = sums[entry];
    }
  }

  /// \param begin first slot of the row in the output
  template <class Team, class Lanes>
  KOKKOS_FUNCTION void accumulate(const Team& team, const Lanes& lanes, count_type position, const bitmap_type& bitmap,
                                  int distinct, count_type begin) const {
    scalar_type* const sums = in_output ? pass.values.data() + begin : static_cast<scalar_type*>(bitmap.end());
    for (int entry = lanes.rank(); entry < distinct; entry += lanes.size()) sums[entry] = scalar_type(0);
    lanes.barrier();
    if constexpr (team_owns_row)
      bitmap.write_columns(team.template group<product_group_width>(), team.template group_rank<product_group_width>(),
                           team.template num_groups<product_group_width>(), pass.entries.data() + begin);
    auto* const columns = team_owns_row ? nullptr : reinterpret_cast<std::uint32_t*>(sums + distinct);
    add_up(team, lanes, pass.row_at(position), bitmap, sums, columns);
    lanes.barrier();
    if constexpr (!in_output) write(lanes, bitmap, begin, distinct, sums, columns);
  }

  template <class Team, class Lanes>
  KOKKOS_FUNCTION void compute(const Team& team, const Lanes& lanes, count_type position, int slot) const {
    const count_type row = pass.row_at(position);
    const std::size_t base = static_cast<std::size_t>(slot) * pass.config.row_bytes;
    const auto bitmap =
        bitmap_type::make(team.template scratch<std::uint32_t>(base + team_counter_bytes), pass.row_range(row));
    bitmap.clear(lanes);
    lanes.barrier();
    int distinct = 0;
    if constexpr (PassData::with_values) {
      distinct = rank(team, lanes, row, bitmap);
      count_type begin = no_room;
      if (distinct <= capacity_of(position, bitmap))
        begin = find_room(team, lanes, pass, position, distinct, team.template scratch<count_type>(base));
      if (begin == no_room) {
        if (lanes.rank() == 0) pass.note_overflow(team, row);
        lanes.barrier();
        return;
      }
      accumulate(team, lanes, position, bitmap, distinct, begin);
    } else {
      mark(team, lanes, row, bitmap);
      distinct = count_columns(team, lanes, pass.found, row, bitmap, team.template scratch<count_type>(base));
    }
    if (lanes.rank() == 0) pass.row_nnz(row) = distinct;
    lanes.barrier();
  }

  /// \brief Entries that the row may have: its room in the output and, for the values, in scratch.
  KOKKOS_FUNCTION count_type capacity_of(count_type position, const bitmap_type& bitmap) const {
    const count_type capacity = pass.capacity_of(position);
    if (in_output || !pass.may_overflow) return capacity;
    const auto value_bytes = static_cast<count_type>(sizeof(scalar_type) + (team_owns_row ? 0 : sizeof(std::uint32_t)));
    const count_type slots = (pass.config.row_bytes - team_counter_bytes - bitmap.bytes()) / value_bytes;
    return Kokkos::min(capacity, Kokkos::min(slots, count_type{short_ranks_max}));
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto lanes = row_lanes<Width>(team);
    for_each_row_of_team<Width>(team, pass,
                                [&](count_type position, int slot) { compute(team, lanes, position, slot); });
  }
};

/// \brief Launches RankedRows on \p exec; returns without a fence.
template <int Width, RankedValues Where = RankedValues::scratch, TeamLauncher Launcher, class PassData>
void ranked_rows(const Launcher& launcher, const PassData& pass) {
  launch_row_pass<RankedRows<Width, Where, PassData>>(launcher, "Ocean::numeric::ranked_rows", pass);
}

}  // namespace Ocean::Impl

#endif
