#ifndef OCEAN_KERNELS_NUMERIC_ESC_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_ESC_ROWS_HPP
/// \file
/// \brief Expand, sort, compress: rows of few products, a group of lanes each.

#include "../../accumulators/products.hpp"
#include "../../accumulators/sort_words.hpp"
#include "../../accumulators/sorted_products.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief Writes out all products of a row, sorts them by column and product number, adds up each column's run.
///
/// A word of the sort is (column - first column) * products_max + product number: sums are taken in the order of the
/// products, so that they are reproducible.
/// Pre     row_products <= Width * Items, and the span of the row leaves room for the product number in 32 bits
/// Launch  a group of Width lanes per row; a word and a value of scratch per product; no atomics
/// Cost    one walk over the products and a sort of Width * Items words
/// Source  [LG26] section 3.3 (ESC)
template <int Width, int Items, class PassData>
struct EscRows {
  static constexpr int max_team_size = esc_team_size;
  static constexpr int min_teams_per_unit = esc_teams_per_unit;
  static constexpr int products_max = Width * Items;
  using scalar_type = typename PassData::scalar_type;
  using column_c_type = typename decltype(PassData::entries)::non_const_value_type;
  /// Scratch of a product: its word, and its value as far apart as the widest scalar's alignment asks.
  static constexpr std::size_t value_bytes = PassData::with_values ? (sizeof(scalar_type) + alignof(scalar_type) - 1) /
                                                                         alignof(scalar_type) * alignof(scalar_type)
                                                                   : 0;
  /// Scratch of a row in bytes.
  static constexpr std::size_t row_bytes = products_max * (sizeof(std::uint32_t) + value_bytes);
  PassData pass;

  /// \brief Scratch of one row.
  struct Row {
    std::uint32_t* words;  ///< [products_max]
    scalar_type* terms;    ///< [products_max] products as they come
    count_type first_column;
  };

  /// \brief Expands the products of \p row into scratch; returns how many there are.
  KOKKOS_FUNCTION int expand(count_type row, const Row& scratch) const {
    int expanded = 0;
    const RowOfA row_of_a = a_row(pass.problem, row);
    for (count_type entry = row_of_a.begin; entry < row_of_a.end; ++entry) {
      const auto selected = select_row<PassData::with_values>(pass.problem, entry);
      for (std::uint32_t offset = 0; offset < selected.length; ++offset, ++expanded) {
        const auto loaded = LoadedEntry<typename PassData::problem_type, PassData::with_values>::at(
            pass.problem, selected.begin + offset);
        scratch.words[expanded] = loaded.key(scratch.first_column) * products_max + expanded;
        if constexpr (PassData::with_values)
          scratch.terms[expanded] = loaded.template product<scalar_type>(selected.value);
      }
    }
    return expanded;
  }

  KOKKOS_FUNCTION bool rows_claim() const {
    return pass.rows_claim() && pass.config.size_class >= pass.esc_claims_from;
  }

  /// \brief First slot of the row at \p position with \p size entries, or no_room, for all lanes.
  /// \param size not looked at unless rows_claim()
  template <class Team, class Lanes>
  KOKKOS_FUNCTION count_type find_place(const Team& team, const Lanes& lanes, count_type position, int size) const {
    if constexpr (Lanes::max_size == 1 || Width == product_group_width) {  // other groups come here without each other
      if (rows_claim()) {
        count_type place = 0;
        if (lanes.rank() == 0) place = pass.claim(team, position, size);
        return lanes.broadcast(place, 0);
      }
    }
    return pass.begin_of(position);
  }

  /// \brief Columns of sorted words.
  KOKKOS_FUNCTION static int count_columns(const std::uint32_t* words, int num_words) {
    int columns = num_words > 0 ? 1 : 0;
    for (int word = 1; word < num_words; ++word)
      columns += words[word - 1] / products_max != words[word] / products_max ? 1 : 0;
    return columns;
  }

  /// \brief The row at \p position by a single thread, in scratch.
  template <class Team, class Lanes>
  KOKKOS_FUNCTION void compute_alone(const Team& team, const Lanes& lane, count_type position,
                                     const Row& scratch) const {
    const count_type row = pass.row_at(position);
    const int expanded = expand(row, scratch);
    sort_words<Width, Items>(lane, scratch.words, expanded);
    count_type begin = 0;
    if constexpr (PassData::with_values) {
      begin = find_place(team, lane, position, rows_claim() ? count_columns(scratch.words, expanded) : 0);
      if (begin == no_room) return pass.note_overflow(team, row);
    }
    int distinct = 0;
    for (int word = 0; word < expanded; ++distinct) {
      const std::uint32_t column = scratch.words[word] / products_max;
      [[maybe_unused]] scalar_type sum(0);
      for (; word < expanded && scratch.words[word] / products_max == column; ++word)
        if constexpr (PassData::with_values) sum += scratch.terms[scratch.words[word] % products_max];
      if constexpr (PassData::with_values) {
        pass.entries(begin + distinct) = static_cast<column_c_type>(scratch.first_column + column);
        pass.values(begin + distinct) = sum;
      }
    }
    pass.row_nnz(row) = distinct;
  }

  /// \brief The same in registers. All groups of a warp come here together; \p has_row is false where there are fewer
  /// rows than groups.
  template <class Team, class Lanes>
  KOKKOS_FUNCTION void compute_in_lockstep(const Team& team, const Lanes& lanes, count_type position, bool has_row,
                                           const Row& scratch) const {
    using problem_type = typename PassData::problem_type;
    SortedProducts<Items, PassData::with_values, Lanes, problem_type, scalar_type> products(lanes);
    count_type row = 0, first_column = 0;
    RowOfA row_of_a;
    if (has_row) {
      row = pass.row_at(position);
      row_of_a = a_row(pass.problem, row);
      first_column = pass.row_range(row).first;
    }
    products.expand(pass.problem, row_of_a, static_cast<std::uint32_t>(first_column), scratch.terms);
    products.sort(scratch.words);
    const int distinct = products.find_columns();
    bool fits = has_row;
    if constexpr (PassData::with_values) {
      const count_type place = has_row ? find_place(team, lanes, position, distinct) : 0;
      fits = has_row && place != no_room;
      products.write_sums(scratch.terms, scratch.words, [&](int rank, std::uint32_t column, const scalar_type& sum) {
        if (place == no_room) return;
        pass.entries(place + rank) = static_cast<column_c_type>(first_column + column);
        pass.values(place + rank) = sum;
      });
      lanes.barrier();
    }
    if (!has_row || lanes.rank() != 0) return;
    if (fits)
      pass.row_nnz(row) = distinct;
    else
      pass.note_overflow(team, row);
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto lanes = team.template lockstep_group<Width>();
    // A constant where groups have lanes; fewer where the space gives a team fewer threads.
    const int rows_per_team = Team::has_lanes ? esc_team_size / Width : pass.config.rows_per_team();
    for (int slot = team.template group_rank<Width>(); slot < rows_per_team;
         slot += team.template num_groups<Width>()) {
      const count_type position = team.league_rank() * rows_per_team + slot;
      Row scratch;
      scratch.terms = team.template scratch<scalar_type>(slot * row_bytes);
      scratch.words = team.template scratch<std::uint32_t>(
          slot * row_bytes + (PassData::with_values ? products_max * sizeof(scalar_type) : 0));
      if constexpr (decltype(lanes)::max_size == Width) {
        compute_in_lockstep(team, lanes, position, position < pass.num_rows, scratch);
      } else if (position < pass.num_rows) {
        scratch.first_column = pass.row_range(pass.row_at(position)).first;
        compute_alone(team, lanes, position, scratch);
      }
    }
  }
};

/// \brief Launches EscRows on \p exec; returns without a fence.
template <TeamLauncher Launcher, class PassData>
void esc_rows(const Launcher& launcher, PassData pass) {
  const auto launch = [&](auto size_class) {
    constexpr EscShape shape = esc_shapes[decltype(size_class)::value];
    using kernel_type = EscRows<shape.width, shape.items, PassData>;
    pass.config.row_bytes = kernel_type::row_bytes;
    launch_row_pass<kernel_type>(launcher, "Ocean::numeric::esc_rows", pass);
  };
  switch (pass.config.size_class) {
    case 0: return launch(std::integral_constant<int, 0>());
    case 1: return launch(std::integral_constant<int, 1>());
    case 2: return launch(std::integral_constant<int, 2>());
    default: return launch(std::integral_constant<int, num_esc_shapes - 1>());
  }
}

}  // namespace Ocean::Impl

#endif
