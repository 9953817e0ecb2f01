#ifndef OCEAN_KERNELS_NUMERIC_ESC_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_ESC_ROWS_HPP
/// \file
/// \brief Expand, sort, compress: rows of up to 4096 products, a group of lanes each, or a team for the longest.

#include <utility>

#include "../../accumulators/sorted_alone.hpp"
#include "../../accumulators/sorted_products.hpp"
#include "../../accumulators/sorted_row.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief Writes out all products of a row, sorts them by column and product number, adds up each column's run.
///
/// Sums are taken in an order that depends on the pattern alone, so that they are reproducible.
/// Pre     row_products <= products_max, and the span of the row leaves room for the product number in 32 bits
/// Launch  a group of lanes per row, or a team of 64 or 128 threads; config.row_bytes of scratch per row; no atomics
/// Cost    one walk over the products and a sort of products_max words
/// Source  [LG26] section 3.3 (ESC)
template <int SizeClass, class PassData>
struct EscRows {
  static constexpr EscShape shape = esc_shapes[SizeClass];
  static constexpr int width = shape.width, products_max = shape.products_max();
  static constexpr int group_width = width < product_group_width ? width : product_group_width;
  static constexpr int num_warps = width / group_width;  ///< that own a row
  static constexpr int max_team_size = shape.team_size();
  static constexpr int min_teams_per_unit = shape.teams_per_unit;
  using scalar_type = typename PassData::scalar_type;
  using column_c_type = typename decltype(PassData::entries)::non_const_value_type;
  static constexpr std::size_t row_bytes = shape.row_bytes(PassData::with_values ? sizeof(scalar_type) : 0);
  static_assert(!PassData::with_values || row_bytes % alignof(scalar_type) == 0);
  PassData pass;

  KOKKOS_FUNCTION bool rows_claim() const {
    return pass.rows_claim() && pass.config.size_class >= pass.esc_claims_from;
  }

  /// \brief First slot of the row at \p position with \p size entries, or no_room, for all lanes.
  /// \param shared [1] in scratch, where several warps own the row
  template <class Team, class Lanes>
  KOKKOS_FUNCTION count_type find_place(const Team& team, const Lanes& lanes, count_type position, int size,
                                        [[maybe_unused]] count_type* shared) const {
    if constexpr (Lanes::max_size == 1 || width >= product_group_width) {  // other groups come here without each other
      if (rows_claim()) {
        if constexpr (Lanes::max_size > 1 && num_warps > 1) {
          return find_room(team, TeamLanes<Team>(team), pass, position, size, shared);
        } else {
          count_type place = 0;
          if (lanes.rank() == 0) place = pass.claim(team, position, size);
          return lanes.broadcast(place, 0);
        }
      }
    }
    return size <= pass.capacity_of(position) ? pass.begin_of(position) : no_room;
  }

  /// \brief The row at \p position, in registers where lanes are known. All groups of a warp come here together; \p
  /// has_row is false where there are fewer rows than groups.
  template <class Team, class Lanes>
  KOKKOS_FUNCTION void compute(const Team& team, const Lanes& lanes, count_type position, bool has_row,
                               const SortedScratch<scalar_type>& scratch) const {
    constexpr bool with_values = PassData::with_values;
    using problem_type = typename PassData::problem_type;
    if constexpr (Lanes::max_size < group_width) {
      if (!has_row) return;
      SortedAlone<products_max, with_values, Lanes, problem_type, scalar_type> products(lanes, scratch);
      compute_sorted(team, lanes, lanes.rank(), position, true, products, scratch);
    } else if constexpr (width >= product_group_width) {
      if (!has_row) return;
      using owners_type = RowWarps<num_warps, Team, Lanes>;
      const owners_type owners(team, lanes);
      SortedRow<shape.items, with_values, owners_type, problem_type, scalar_type> products(owners, scratch);
      compute_sorted(team, lanes, owners.rank(), position, true, products, scratch);
    } else {
      SortedProducts<shape.items, with_values, Lanes, problem_type, scalar_type> products(lanes, scratch);
      compute_sorted(team, lanes, lanes.rank(), position, has_row, products, scratch);
    }
  }

  /// \brief The same with \p products: SortedAlone, SortedRow or SortedProducts of the lanes that own the row.
  /// \param rank of this lane among them
  template <class Team, class Lanes, class Products>
  KOKKOS_FUNCTION void compute_sorted(const Team& team, const Lanes& lanes, int rank, count_type position, bool has_row,
                                      Products& products, const SortedScratch<scalar_type>& scratch) const {
    count_type row = 0, first_column = 0;
    RowOfA row_of_a;
    if (has_row) {
      row = pass.row_at(position);
      row_of_a = a_row(pass.problem, row);
      first_column = pass.row_range(row).first;
    }
    products.expand(pass.problem, row_of_a, static_cast<std::uint32_t>(first_column));
    products.sort();
    const int distinct = products.find_columns();
    bool fits = true;
    if constexpr (PassData::with_values) {
      count_type* const shared = num_warps > 1 ? &scratch.exchange->place : nullptr;
      const count_type place = has_row ? find_place(team, lanes, position, distinct, shared) : no_room;
      fits = place != no_room;
      products.write_sums([&](int column_rank, std::uint32_t column, const scalar_type& sum) {
        if (!fits) return;
        pass.entries(place + column_rank) = static_cast<column_c_type>(first_column + column);
        pass.values(place + column_rank) = sum;
      });
      lanes.barrier();
    }
    if (!has_row || rank != 0) return;
    if (fits)
      pass.row_nnz(row) = distinct;
    else
      pass.note_overflow(team, row);
  }

  /// \brief Scratch of the row in \p slot.
  template <class Team>
  KOKKOS_FUNCTION SortedScratch<scalar_type> layout(const Team& team, int slot) const {
    constexpr std::size_t value_bytes = PassData::with_values ? sizeof(scalar_type) : 0;
    std::size_t place = slot * row_bytes;
    SortedScratch<scalar_type> scratch;
    scratch.terms = team.template scratch<scalar_type>(place);
    place += (products_max + width) * value_bytes;
    scratch.words = team.template scratch<std::uint32_t>(place);
    if constexpr (num_warps > 1) {
      place += products_max * sizeof(std::uint32_t);
      scratch.marks = team.template scratch<std::uint8_t>(place);
      scratch.exchange = team.template scratch<WarpExchange>(place + products_max);
      static_assert(sizeof(WarpExchange) <= esc_exchange_bytes && num_warps <= WarpExchange::warps_max);
    }
    return scratch;
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto lanes = team.template lockstep_group<group_width>();
    if constexpr (decltype(lanes)::max_size == group_width && num_warps > 1) {
      compute(team, lanes, team.league_rank(), true, layout(team, 0));
    } else {
      // A constant where groups have lanes; fewer where the space gives a team fewer threads.
      const int rows_per_team = Team::has_lanes ? max_team_size / width : pass.config.rows_per_team();
      for (int slot = team.template group_rank<group_width>(); slot < rows_per_team;
           slot += team.template num_groups<group_width>()) {
        const count_type position = team.league_rank() * rows_per_team + slot;
        compute(team, lanes, position, position < pass.num_rows, layout(team, slot));
      }
    }
  }
};

/// \brief Launches EscRows on \p exec; returns without a fence. Bins of a counting pass may be used, whose rows take
/// less scratch.
template <TeamLauncher Launcher, class PassData>
void esc_rows(const Launcher& launcher, PassData pass) {
  const auto launch_if = [&]<int SizeClass>(std::integral_constant<int, SizeClass>) {
    if constexpr (PassData::with_values || SizeClass < num_counted_esc_shapes) {
      if (SizeClass != pass.config.size_class) return;
      pass.config.row_bytes = EscRows<SizeClass, PassData>::row_bytes;
      launch_row_pass<EscRows<SizeClass, PassData>>(launcher, "Ocean::numeric::esc_rows", pass);
    }
  };
  const auto launch = [&]<int... SizeClass>(std::integer_sequence<int, SizeClass...>) {
    (launch_if(std::integral_constant<int, SizeClass>()), ...);
  };
  launch(std::make_integer_sequence<int, num_esc_shapes>());
}

}  // namespace Ocean::Impl

#endif
