#ifndef OCEAN_KERNELS_REUSE_SUM_SUPERNODES_HPP
#define OCEAN_KERNELS_REUSE_SUM_SUPERNODES_HPP
/// \file
/// \brief The values of C by supernodes: rows of C that have their places in common, times rows of B that have their
/// columns in common.

#include "../../backend/lane_ops.hpp"
#include "../../backend/team_launch.hpp"
#include "place_search.hpp"
#include "placed_sums.hpp"

namespace Ocean::Impl {

/// Threads of a team, at the most.
inline constexpr int supernode_team_size_max = 256;
/// Threads that a processor is to hold, which bounds the registers of a thread; UNMEASURED
inline constexpr int supernode_resident_threads = 1024;
/// Entries of A's rows that a team reads at a time. UNMEASURED
inline constexpr int supernode_batch = 64;

/// \brief Scratch of a team that sums a supernode of C, in bytes.
template <class Scalar, class Column, class Offset>
struct SupernodeScratch {
  /// Rows of B that an entry of A and those behind it take together.
  struct Factor {
    Offset begin;   ///< of the first of the rows
    Column length;  ///< of every one of them
    int num_rows;   ///< 0: the rows belong to an entry before
  };
  static constexpr std::size_t alignment = 16;
  static constexpr std::size_t aligned(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }
  static constexpr int batch_values = (supernode_batch + joined_b_rows_max - 1) * joined_rows_max;
  static constexpr std::size_t values_begin = 0;
  static constexpr std::size_t factors_begin = aligned(batch_values * sizeof(Scalar));
  static constexpr std::size_t sums_begin = factors_begin + aligned(supernode_batch * sizeof(Factor));
  /// An entry of the supernode: a sum for each row, and a column where places are searched.
  static constexpr std::size_t entry_bytes = joined_rows_max * sizeof(Scalar) + sizeof(Column);
};

/// \brief A team adds the products of up to joined_rows_max rows of C up, in the order of A's entries, each product
/// rounded before. A thread has the place of a column of B for all products of the rows of C and of B at once.
///
/// Pre     rows of C are sorted, rows of B strictly increase; known places are written, and nothing is left out there
/// Launch  a team per supernode of C; SupernodeScratch
/// Cost    a value of B for all rows of C; a place and a look at the sums for all rows of B
template <PlaceSource Source, class Sums>
struct SumSupernodes {
  static constexpr int max_team_size = supernode_team_size_max;
  static constexpr int min_teams_per_unit = supernode_resident_threads / max_team_size;
  static constexpr bool is_searched = Source == PlaceSource::searched;
  using problem_type = typename Sums::problem_type;
  using scalar_type = typename Sums::scalar_type;
  using column_type = std::remove_const_t<std::remove_pointer_t<decltype(Sums::graph_type::entries)>>;
  using offset_type = typename problem_type::operand_b_type::offset_type;
  using scratch_type = SupernodeScratch<scalar_type, column_type, offset_type>;
  using factor_type = typename scratch_type::Factor;
  using search_type = PlaceSearch<column_type, int>;
  Sums sums;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const count_type row = sums.row_at(team.league_rank());
    const int num_rows = sums.rows_at_once[row];
    const auto begin = static_cast<count_type>(sums.graph.row_map[row]);
    const auto size = static_cast<int>(static_cast<count_type>(sums.graph.row_map[row + 1]) - begin);
    auto* const sum = team.template scratch<scalar_type>(scratch_type::sums_begin);
    const int rank = team.thread_rank(), threads = team.num_threads();
    for (int place = rank; place < size; place += threads)
      for (int own = 0; own < joined_rows_max; ++own) sum[own * size + place] = scalar_type(0);
    search_type search;
    if constexpr (is_searched) {
      auto* const columns = reinterpret_cast<column_type*>(sum + joined_rows_max * size);
      for (int place = rank; place < size; place += threads) columns[place] = sums.graph.entries[begin + place];
      team.barrier();
      search = search_type(columns, size);
    }
    add_products(team, row, num_rows, size, search);
    team.barrier();
    for (int own = 0; own < num_rows; ++own)
      for (int place = rank; place < size; place += threads)
        sums.values[begin + own * static_cast<count_type>(size) + place] = sum[own * size + place];
  }

 private:
  /// \brief Where a team is among the rows of B: a factor of the batch, and a column of it for every thread.
  struct Step {
    int entry;           ///< of the batch
    column_type column;  ///< of the first thread, from the begin of the row
    count_type product;  ///< place of the first column of the factor
  };

  /// \brief What a thread has loaded for a step: a column of all rows of the factor.
  struct Term {
    scalar_type value[joined_b_rows_max];
    column_type column;
    int place;  ///< negative: none
  };

  /// \brief Reads the \p count entries of A from \p first on, and the rows of B that they select.
  template <class Team>
  KOKKOS_FUNCTION void read_batch(const Team& team, count_type row, int num_rows, count_type first, int count,
                                  count_type length) const {
    const auto& a = sums.problem.a;
    const auto& b = sums.problem.b;
    auto* const values = team.template scratch<scalar_type>(scratch_type::values_begin);
    auto* const factors = team.template scratch<factor_type>(scratch_type::factors_begin);
    const auto begin = static_cast<count_type>(a.row_map(row));
    const int num_values = static_cast<int>(Kokkos::min<count_type>(count + joined_b_rows_max - 1, length - first));
    for (int entry = team.thread_rank(); entry < num_values; entry += team.num_threads()) {
      const count_type place = begin + first + entry;
      for (int own = 0; own < joined_rows_max; ++own)
        values[entry * joined_rows_max + own] =
            static_cast<scalar_type>(a.values(place + Kokkos::min(own, num_rows - 1) * length));
      if (entry >= count) continue;
      const auto inner = a.entries(place);
      factors[entry].begin = b.row_map(inner);
      factors[entry].length = static_cast<column_type>(b.row_map(inner + 1) - factors[entry].begin);
      factors[entry].num_rows = sums.b_rows_at_once[place - a.first_offset];
    }
  }

  KOKKOS_FUNCTION static int skip_joined(const factor_type* factors, int entry, int count) {
    while (entry < count && factors[entry].num_rows == 0) ++entry;
    return entry;
  }

  template <class Team>
  KOKKOS_FUNCTION Term load(const Team& team, const factor_type* factors, const Step& step, int count) const {
    Term term;
    term.place = -1;
    term.column = 0;
    if (step.entry >= count) return term;
    const factor_type factor = factors[step.entry];
    const auto& b = sums.problem.b;
    const column_type column = step.column + static_cast<column_type>(team.thread_rank());
    if (column >= factor.length) return term;
    const offset_type entry = factor.begin + static_cast<offset_type>(column);
    if constexpr (is_searched) {
      term.column = static_cast<column_type>(b.entries(entry));
      term.place = 0;
    } else {
      term.place = sums.places[step.product + column];
    }
    for (int other = 0; other < joined_b_rows_max; ++other)
      if (other < factor.num_rows)
        term.value[other] =
            static_cast<scalar_type>(b.values(entry + static_cast<offset_type>(other) * factor.length));
    return term;
  }

  /// \brief Adds all products of a thread's column to the sums of its place.
  KOKKOS_FUNCTION static void add(const Term& term, const scalar_type* factor, int num_b_rows, scalar_type* sum,
                                  int size) {
    scalar_type total[joined_rows_max];
    for (int own = 0; own < joined_rows_max; ++own) total[own] = sum[own * size + term.place];
    for (int other = 0; other < joined_b_rows_max; ++other)
      if (other < num_b_rows)
        for (int own = 0; own < joined_rows_max; ++own)
          total[own] += LaneOps<typename problem_type::execution_space>::rounded_product(
              factor[other * joined_rows_max + own], term.value[other]);
    for (int own = 0; own < joined_rows_max; ++own) sum[own * size + term.place] = total[own];
  }

  template <class Team>
  KOKKOS_FUNCTION void add_products(const Team& team, count_type row, int num_rows, int size,
                                    const search_type& search) const {
    const auto* const values = team.template scratch<scalar_type>(scratch_type::values_begin);
    const auto* const factors = team.template scratch<factor_type>(scratch_type::factors_begin);
    auto* const sum = team.template scratch<scalar_type>(scratch_type::sums_begin);
    const auto& row_map = sums.problem.a.row_map;
    const count_type length = static_cast<count_type>(row_map(row + 1)) - static_cast<count_type>(row_map(row));
    const count_type first_product = sums.first_product[row];
    const bool keeps = is_searched && sums.places != nullptr && first_product >= 0;
    Step step{0, 0, first_product < 0 ? shared_places(first_product) : first_product};
    for (count_type first = 0; first < length; first += supernode_batch) {
      const int count = static_cast<int>(Kokkos::min<count_type>(supernode_batch, length - first));
      team.barrier();
      read_batch(team, row, num_rows, first, count, length);
      team.barrier();
      step.entry = skip_joined(factors, 0, count);
      step.column = 0;
      Term term = load(team, factors, step, count);
      while (step.entry < count) {
        const factor_type factor = factors[step.entry];
        Step next = step;
        next.column += static_cast<column_type>(team.num_threads());
        if (next.column >= factor.length)
          next = {skip_joined(factors, step.entry + 1, count), 0, step.product + factor.length};
        const Term ahead = load(team, factors, next, count);
        if (term.place >= 0) {
          if constexpr (is_searched) {
            term.place = search.first_place(term.column);
            search.template find<1>(&term.column, &term.place);
            if (keeps && term.place >= 0)
              sums.places[step.product + step.column + team.thread_rank()] = static_cast<place_type>(term.place);
          }
          if (term.place >= 0) add(term, values + step.entry * joined_rows_max, factor.num_rows, sum, size);
        }
        if (next.entry != step.entry) team.barrier();
        term = ahead;
        step = next;
      }
    }
  }
};

/// \brief Launches SumSupernodes over the supernodes of sums.shape; returns without a fence.
template <PlaceSource Source, class ExecutionSpace, class Sums>
void sum_supernodes(const ExecutionSpace& exec, ExecutionPath path, const Sums& sums) {
  using kernel_type = SumSupernodes<Source, Sums>;
  using scratch_type = typename kernel_type::scratch_type;
  constexpr const char* label =
      Source == PlaceSource::known ? "Ocean::reuse::sum_known_supernodes" : "Ocean::reuse::sum_searched_supernodes";
  launch_teams(
      exec, path,
      {label, sums.num_rows, sums.shape.team_size,
       scratch_type::sums_begin + static_cast<std::size_t>(sums.shape.capacity) * scratch_type::entry_bytes},
      kernel_type{sums});
}

}  // namespace Ocean::Impl

#endif
