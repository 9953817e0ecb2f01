#ifndef OCEAN_KERNELS_NUMERIC_SUPERNODE_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_SUPERNODE_ROWS_HPP
/// \file
/// \brief Rows of a supernode in one: their columns are found once in a bitmap, whose ranks place the values.

#include "../../accumulators/supernode_products.hpp"
#include "found_words.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief Columns of C that a bitmap finds the places of.
template <class OperandB, class Bitmap>
struct RankedPlaces {
  using loaded_type = std::uint32_t;
  OperandB b;
  Bitmap bitmap;
  template <class Offset>
  KOKKOS_FUNCTION std::uint32_t load(Offset entry, count_type) const {
    return static_cast<std::uint32_t>(b.entries(entry)) - static_cast<std::uint32_t>(bitmap.first_column);
  }
  KOKKOS_FUNCTION int find(std::uint32_t column, count_type) const { return bitmap.place(column); }
};

/// \brief Marks the columns of the rows of a supernode in a bitmap, ranks them, adds values up at their rank.
///
/// Pre     rows of B strictly increase; config.row_bytes >= supernode_scratch_bytes() and, behind that,
///         AccumulatorTable::ranked_bytes(span, slots, rows at once)
/// Launch  a team per supernode; config.row_bytes of scratch
/// Cost    two walks over the columns of the rows of B that are not taken together with one before (one when
///         counting); a value of B for all rows of the supernode
template <class PassData>
struct SupernodeRows {
  static constexpr int max_team_size = supernode_team_size_max;
  static constexpr int min_teams_per_unit = supernode_resident_threads / max_team_size;
  using scalar_type = typename PassData::scalar_type;
  using problem_type = typename PassData::problem_type;
  using bitmap_type = RankedBitmap<std::uint16_t>;
  using products_type = SupernodeProducts<problem_type, scalar_type>;
  static constexpr std::size_t bitmap_offset = supernode_scratch_bytes(PassData::with_values ? sizeof(scalar_type) : 0);
  PassData pass;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const count_type position = team.league_rank(), row = pass.row_at(position);
    const int num_rows = pass.rows_at_once(row);
    const TeamLanes<Team> lanes(team);
    const auto bitmap = bitmap_type::make(team.template scratch<std::uint32_t>(bitmap_offset), pass.row_range(row));
    const products_type products(pass.problem, pass.b_rows_at_once.data(), row, num_rows,
                                 team.template scratch<char>());
    bitmap.clear(lanes);
    team.barrier();
    int size = 0;
    if constexpr (PassData::with_values) {
      size = rank(team, lanes, row, bitmap, products);
      bool fits = size <= capacity_of(position, num_rows, bitmap);
      if (fits && pass.rows_claim()) {
        if (team.thread_rank() == 0) pass.claim(team, position, size, num_rows);
        team.barrier();
        fits = pass.begin_of(position) != no_room;
      }
      if (!fits) {
        for (int of = team.thread_rank(); of < num_rows; of += team.num_threads()) pass.note_overflow(team, row + of);
        return;
      }
      accumulate(team, position, num_rows, size, bitmap, products);
    } else {
      mark(team, bitmap, products);
      size = count_columns(team, lanes, pass.found, row, bitmap, team.template scratch<count_type>());
    }
    for (int of = team.thread_rank(); of < num_rows; of += team.num_threads()) pass.row_nnz(row + of) = size;
  }

 private:
  template <class Team>
  KOKKOS_FUNCTION void mark(const Team& team, const bitmap_type& bitmap, const products_type& products) const {
    products.for_each_column(team, [&](typename PassData::column_type column) {
      const auto key = static_cast<std::uint32_t>(column) - static_cast<std::uint32_t>(bitmap.first_column);
      bitmap.template mark<typename Team::atomics>(marked_word<problem_type>(key, char()), pass.tests_bits);
    });
    team.barrier();
  }

  /// \brief Finds the columns of the rows and ranks them; \return how many, for all threads.
  template <class Team, class Lanes>
  KOKKOS_FUNCTION int rank(const Team& team, const Lanes& lanes, count_type row, const bitmap_type& bitmap,
                           const products_type& products) const {
    const FoundRow found = pass.found_row(row);
    if (found.num_words > 0) return load_ranks(lanes, pass.found, found, bitmap);
    mark(team, bitmap, products);
    return bitmap.rank_words_in_parts(lanes);
  }

  /// \brief Entries that each row may have: its room in the output and, for the values of all of them, in scratch.
  KOKKOS_FUNCTION count_type capacity_of(count_type position, int num_rows, const bitmap_type& bitmap) const {
    const count_type capacity = pass.capacity_of(position);
    if (!pass.may_overflow) return capacity;
    const count_type left = pass.config.row_bytes - static_cast<count_type>(bitmap_offset) - bitmap.bytes();
    const count_type slots = left / static_cast<count_type>(num_rows * sizeof(scalar_type));
    return Kokkos::min(capacity, Kokkos::min(slots, count_type{short_ranks_max}));
  }

  template <class Team>
  KOKKOS_FUNCTION void accumulate(const Team& team, count_type position, int num_rows, int size,
                                  const bitmap_type& bitmap, const products_type& products) const {
    auto* const sums = static_cast<scalar_type*>(bitmap.end());
    const int rank = team.thread_rank(), threads = team.num_threads();
    for (int entry = rank; entry < num_rows * size; entry += threads) sums[entry] = scalar_type(0);
    const auto warp = team.template group<product_group_width>();
    team.barrier();
    for (int of = 0; of < num_rows; ++of)
      bitmap.write_columns(warp, team.template group_rank<product_group_width>(),
                           team.template num_groups<product_group_width>(),
                           pass.entries.data() + pass.begin_of(position, of));
    products.template add_products<Rounding::any>(
        team, sums, RankedPlaces<typename problem_type::operand_b_type, bitmap_type>{pass.problem.b, bitmap});
    team.barrier();
    for (int of = 0; of < num_rows; ++of) {
      const count_type begin = pass.begin_of(position, of);
      for (int entry = rank; entry < size; entry += threads) pass.values(begin + entry) = sums[entry * num_rows + of];
    }
  }
};

/// \brief Launches SupernodeRows on \p exec; returns without a fence.
template <TeamLauncher Launcher, class PassData>
void supernode_rows(const Launcher& launcher, const PassData& pass) {
  launch_row_pass<SupernodeRows<PassData>>(launcher, "Ocean::numeric::supernode_rows", pass);
}

}  // namespace Ocean::Impl

#endif
