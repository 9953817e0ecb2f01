#ifndef OCEAN_KERNELS_NUMERIC_RANKED_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_RANKED_ROWS_HPP
/// \file
/// \brief Dense accumulation packed by rank: a bitmap over the row's columns finds them, its ranks place the values.

#include "../../accumulators/bitmap_words.hpp"
#include "../../accumulators/products.hpp"
#include "../../results/supernodes.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief Where the values are added up.
enum class RankedValues { scratch, output };

/// \brief Marks the columns of a row in a bitmap, ranks them by counting bits, adds values up at their rank.
///
/// Needs no probing, no room for columns that do not occur and no sort: the second walk over B finds its place by
/// one look at the bitmap. Where a group owns the row and the rows of B hold no column twice, the values need no
/// atomics and their sums are reproducible.
/// With RowsMax > 1 every position of the bin is that of several rows of a supernode: their bitmap is one, and every
/// column and value of B that is read serves them all.
/// Pre     AccumulatorTable::ranked_bytes(span, slots, rows at once) <= config.row_bytes
///         (for RankedValues::output, which adds values up at their place in C, without the room for values)
/// Launch  a group of Width lanes per row, or a team for Width == 0; config.row_bytes of scratch per row
/// Cost    two walks over the products (one when counting), span / 32 words cleared and ranked
template <int Width, RankedValues Where, int RowsMax, class PassData>
struct RankedRows {
  static constexpr int max_team_size = Width == 0 ? largest_team_size : multi_row_team_size;
  static constexpr int min_teams_per_unit = Width == 0 ? 1 : group_teams_per_unit<RowsMax>;
  static constexpr bool team_owns_row = Width == 0;
  static constexpr bool in_output = Where == RankedValues::output;
  static_assert(!in_output || (team_owns_row && RowsMax == 1));
  using column_type = typename PassData::column_type;
  using scalar_type = typename PassData::scalar_type;
  using column_c_type = typename decltype(PassData::entries)::non_const_value_type;
  PassData pass;

  /// \brief Scratch of one row, or of rows of a supernode.
  struct Row {
    std::uint32_t* bits;
    std::uint32_t* ranks;  ///< bits set before each word; null when counting
    scalar_type* sums;     ///< of the first row, behind them those of the others
    int words;
    int num_rows;
    count_type first_column;
  };

  template <class Team>
  KOKKOS_FUNCTION Row layout(const Team& team, count_type row, int slot) const {
    const ColumnRange<column_type> range = pass.row_range(row);
    Row scratch;
    scratch.num_rows = RowsMax == 1 ? 1 : pass.rows_at_once(row);
    scratch.first_column = range.first;
    scratch.words = static_cast<int>((range.width() + bitmap_word_columns - 1) / bitmap_word_columns);
    scratch.bits = team.template scratch<std::uint32_t>(static_cast<std::size_t>(slot) * pass.config.row_bytes +
                                                        team_counter_bytes);
    const int even_words = scratch.words + scratch.words % 2;
    scratch.ranks = scratch.bits + even_words;
    scratch.sums = reinterpret_cast<scalar_type*>(scratch.ranks + even_words);
    return scratch;
  }

  template <bool WithValues, class Team, class Lanes, class Body>
  KOKKOS_FUNCTION void walk(const Team& team, const Lanes& lanes, count_type row, const Row& scratch,
                            const Body& body) const {
    const auto rows = rows_of_a<(WithValues ? RowsMax : 1)>(pass.problem, row, scratch.num_rows);
    if constexpr (team_owns_row)
      for_each_product<scalar_type, WithValues>(team, pass.problem, rows, scratch.first_column, pass.lanes_per_b_row,
                                                body);
    else
      for_each_product_of_group<scalar_type, WithValues>(lanes, pass.problem, rows, scratch.first_column,
                                                         pass.lanes_per_b_row, body);
  }

  template <class Team, class Lanes>
  KOKKOS_FUNCTION void mark(const Team& team, const Lanes& lanes, count_type row, const Row& scratch) const {
    for (int word = lanes.rank(); word < scratch.words; word += lanes.size()) scratch.bits[word] = 0;
    lanes.barrier();
    walk<false>(team, lanes, row, scratch, [&](std::uint32_t column, const scalar_type&) {
      const std::uint32_t bit = std::uint32_t(1) << column % bitmap_word_columns;
      std::uint32_t* word = &scratch.bits[column / bitmap_word_columns];
      if (!pass.tests_bits || (*static_cast<volatile std::uint32_t*>(word) & bit) == 0)
        Team::atomics::fetch_or(word, bit);
    });
    lanes.barrier();
  }

  /// \brief Ranks of the words, and entries in all; writes the columns if there is room for them.
  template <class Lanes>
  KOKKOS_FUNCTION int rank_words(const Lanes& lanes, const Row& scratch) const {
    int before = 0;
    for (int base = 0; base < scratch.words; base += lanes.size()) {
      const int word = base + lanes.rank();
      const int bits = word < scratch.words ? Kokkos::Experimental::popcount_builtin(scratch.bits[word]) : 0;
      if constexpr (PassData::with_values) {
        int total = 0;
        const int rank = before + lanes.exclusive_sum(bits, total);
        if (word < scratch.words) scratch.ranks[word] = static_cast<std::uint32_t>(rank);
        before += total;
      } else {
        before += bits;
      }
    }
    return PassData::with_values ? before : lanes.sum(before);
  }

  /// \brief Columns of a row in their order: full words by all lanes of a warp together, others by a lane each.
  template <class Team>
  KOKKOS_FUNCTION void write_columns(const Team& team, const Row& scratch, count_type begin) const {
    const auto lanes = team.template group<product_group_width>();
    const int first_group = team_owns_row ? team.template group_rank<product_group_width>() : 0;
    const int num_groups = team_owns_row ? team.template num_groups<product_group_width>() : 1;
    for (int base = first_group * lanes.size(); base < scratch.words; base += num_groups * lanes.size()) {
      const int word = base + lanes.rank();
      const std::uint32_t bits = word < scratch.words ? scratch.bits[word] : 0;
      const std::uint32_t rank = word < scratch.words ? scratch.ranks[word] : 0;
      const count_type first_column = scratch.first_column + static_cast<count_type>(base) * bitmap_word_columns;
      write_words(lanes, bits, rank, [&](std::uint32_t inside, std::uint32_t place) {
        pass.entries(begin + place) = static_cast<column_c_type>(first_column + inside);
      });
    }
  }

  /// \brief Adds the products of all rows up; their sums lie \p distinct apart.
  template <class Team, class Lanes>
  KOKKOS_FUNCTION void add_up(const Team& team, const Lanes& lanes, count_type row, const Row& scratch,
                              int distinct) const {
    const bool exclusive =
        !team_owns_row && (lanes.size() == 1 || (pass.b_rows_sorted && pass.lanes_per_b_row >= lanes.size()));
    const auto add = [&](scalar_type* sum, const scalar_type& product) {
      if (exclusive)
        *sum += product;
      else
        Team::atomics::add(sum, product);
    };
    walk<true>(team, lanes, row, scratch, [&](std::uint32_t column, const auto& products) {
      const std::uint32_t word = column / bitmap_word_columns;
      const std::uint32_t below = (std::uint32_t(1) << column % bitmap_word_columns) - 1;
      scalar_type* sum =
          &scratch.sums[scratch.ranks[word] + Kokkos::Experimental::popcount_builtin(scratch.bits[word] & below)];
      if constexpr (RowsMax == 1)
        add(sum, products);
      else
        for (int of = 0; of < RowsMax; ++of)
          if (of < scratch.num_rows) add(sum + of * distinct, products[of]);
    });
  }

  template <class Lanes>
  KOKKOS_FUNCTION void write_sums(const Lanes& lanes, count_type position, const Row& scratch, int distinct) const {
    for (int of = 0; of < scratch.num_rows; ++of) {
      const count_type begin = pass.begin_of(position, of);
      for (int entry = lanes.rank(); entry < distinct; entry += lanes.size())
        pass.values(begin + entry) = scratch.sums[of * distinct + entry];
    }
  }

  template <class Team, class Lanes>
  KOKKOS_FUNCTION void compute(const Team& team, const Lanes& lanes, count_type position, int slot) const {
    const count_type row = pass.row_at(position);
    Row scratch = layout(team, row, slot);
    mark(team, lanes, row, scratch);
    const int distinct = rank_words(lanes, scratch);
    if constexpr (PassData::with_values) {
      if (distinct > pass.capacity_of(position)) {
        for (int of = lanes.rank(); of < scratch.num_rows; of += lanes.size()) pass.note_overflow(team, row + of);
        lanes.barrier();
        return;
      }
      if constexpr (in_output) scratch.sums = pass.values.data() + pass.begin_of(position);
      const int num_sums = scratch.num_rows * distinct;
      for (int entry = lanes.rank(); entry < num_sums; entry += lanes.size()) scratch.sums[entry] = scalar_type(0);
      lanes.barrier();
      for (int of = 0; of < scratch.num_rows; ++of) write_columns(team, scratch, pass.begin_of(position, of));
      add_up(team, lanes, row, scratch, distinct);
      lanes.barrier();
      if constexpr (!in_output) write_sums(lanes, position, scratch, distinct);
    }
    for (int of = lanes.rank(); of < scratch.num_rows; of += lanes.size()) pass.row_nnz(row + of) = distinct;
    lanes.barrier();
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto lanes = row_lanes<Width>(team);
    for_each_row_of_team<Width>(team, pass,
                                [&](count_type position, int slot) { compute(team, lanes, position, slot); });
  }
};

/// \brief Launches RankedRows on \p exec; returns without a fence.
template <int Width, RankedValues Where = RankedValues::scratch, int RowsMax = 1, class ExecutionSpace, class PassData>
void ranked_rows(const ExecutionSpace& exec, ExecutionPath path, const PassData& pass) {
  launch_row_pass<RankedRows<Width, Where, RowsMax, PassData>>(exec, path, "Ocean::numeric::ranked_rows", pass);
}

}  // namespace Ocean::Impl

#endif
