#ifndef OCEAN_KERNELS_REUSE_SUM_SUPERNODES_HPP
#define OCEAN_KERNELS_REUSE_SUM_SUPERNODES_HPP
/// \file
/// \brief The values of C by supernodes: rows of C that have their places in common, times rows of B that have their
/// columns in common.

#include "../../accumulators/supernode_products.hpp"
#include "../../backend/team_launch.hpp"
#include "place_search.hpp"
#include "placed_sums.hpp"

namespace Ocean::Impl {

/// \brief Places that were kept.
struct KnownPlaces {
  using loaded_type = place_type;
  const place_type* places;  ///< of the row's first product
  template <class Offset>
  KOKKOS_FUNCTION place_type load(Offset, count_type number) const {
    return places[number];
  }
  KOKKOS_FUNCTION int find(place_type place, count_type) const { return place; }
};

/// \brief Places that are searched in C's columns, and kept where there is room for them.
template <class OperandB, class Column>
struct SearchedPlaces {
  using loaded_type = Column;
  OperandB b;
  PlaceSearch<Column, int> search;
  place_type* kept;  ///< of the row's first product; null: not kept
  template <class Offset>
  KOKKOS_FUNCTION Column load(Offset entry, count_type) const {
    return static_cast<Column>(b.entries(entry));
  }
  KOKKOS_FUNCTION int find(Column column, count_type number) const {
    int place = search.first_place(column);
    search.template find<1>(&column, &place);
    if (kept != nullptr && place >= 0) kept[number] = static_cast<place_type>(place);
    return place;
  }
};

/// \brief A team adds the products of a supernode of C up, in the order of A's entries, each product rounded before.
///
/// Pre     rows of C are sorted, rows of B strictly increase; known places are written, and nothing is left out there
/// Launch  a team per supernode of C; supernode_scratch_bytes(), then SupernodeBytes: a sum for every entry of its rows
///         and a column for every entry of one; shape.capacity is in bytes
/// Cost    a value of B for all rows of C; a place and a look at the sums for all rows of B that are taken together
template <PlaceSource Source, class Sums>
struct SumSupernodes {
  static constexpr int max_team_size = supernode_team_size_max;
  static constexpr int min_teams_per_unit = supernode_resident_threads / max_team_size;
  static constexpr bool is_searched = Source == PlaceSource::searched;
  using problem_type = typename Sums::problem_type;
  using scalar_type = typename Sums::scalar_type;
  using column_type = std::remove_const_t<std::remove_pointer_t<decltype(Sums::graph_type::entries)>>;
  using products_type = SupernodeProducts<problem_type, scalar_type>;
  static constexpr std::size_t sums_begin = supernode_scratch_bytes(sizeof(scalar_type));
  Sums sums;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const count_type row = sums.row_at(team.league_rank());
    const int num_rows = sums.rows_at_once[row];
    const auto begin = static_cast<count_type>(sums.graph.row_map[row]);
    const auto size = static_cast<int>(static_cast<count_type>(sums.graph.row_map[row + 1]) - begin);
    auto* const sum = team.template scratch<scalar_type>(sums_begin);
    const int rank = team.thread_rank(), threads = team.num_threads();
    for (int place = rank; place < num_rows * size; place += threads) sum[place] = scalar_type(0);
    const products_type products(sums.problem, sums.b_rows_at_once, row, num_rows, team.template scratch<char>());
    const count_type first = sums.first_product[row];
    const bool shares = first < 0;
    if constexpr (is_searched) {
      const SupernodeBytes bytes{num_rows, sizeof(scalar_type), sizeof(column_type)};
      auto* const columns = team.template scratch<column_type>(sums_begin + bytes.columns_begin(size, num_rows));
      for (int place = rank; place < size; place += threads) columns[place] = sums.graph.entries[begin + place];
      team.barrier();
      const SearchedPlaces<typename problem_type::operand_b_type, column_type> places{
          sums.problem.b, PlaceSearch<column_type, int>(columns, size),
          shares || sums.places == nullptr ? nullptr : sums.places + first};
      products.template add_products<Rounding::products>(team, sum, places);
    } else {
      const KnownPlaces places{sums.places + (shares ? shared_places(first) : first)};
      products.template add_products<Rounding::products>(team, sum, places);
    }
    team.barrier();
    for (int of = 0; of < num_rows; ++of)
      for (int place = rank; place < size; place += threads)
        sums.values[begin + of * static_cast<count_type>(size) + place] = sum[place * num_rows + of];
  }
};

/// \brief Launches SumSupernodes over the supernodes of sums.shape; returns without a fence.
template <PlaceSource Source, TeamLauncher Launcher, class Sums>
void sum_supernodes(const Launcher& launcher, const Sums& sums) {
  using kernel_type = SumSupernodes<Source, Sums>;
  constexpr const char* label =
      Source == PlaceSource::known ? "Ocean::reuse::sum_known_supernodes" : "Ocean::reuse::sum_searched_supernodes";
  launcher.launch({label, sums.num_rows, sums.shape.team_size,
                   kernel_type::sums_begin + static_cast<std::size_t>(sums.shape.capacity)},
                  kernel_type{sums});
}

}  // namespace Ocean::Impl

#endif
