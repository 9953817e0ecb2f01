#ifndef OCEAN_KERNELS_DENSE_C_FILL_DENSE_C_HPP
#define OCEAN_KERNELS_DENSE_C_FILL_DENSE_C_HPP
/// \file
/// \brief Values of a small C whose graph is known: teams take even shares of A's entries, as in AccumulateDenseC.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "accumulate_dense_c.hpp"

namespace Ocean::Impl {

/// Values that a team clears. source: one for each thread
inline constexpr count_type cleared_values = dense_c_team_size;

/// \brief Zeros for FillDenseC to add to.
/// Shapes  values [num_values] (out)
/// Launch  no scratch
template <class Scalar>
struct ClearValues {
  static constexpr int max_team_size = dense_c_team_size;
  Scalar* values;
  count_type num_values;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const count_type begin = team.league_rank() * cleared_values, end = Kokkos::min(begin + cleared_values, num_values);
    for (count_type at = begin + team.thread_rank(); at < end; at += team.num_threads()) values[at] = Scalar(0);
  }
};

/// \brief A team adds up each row that it has entries of in scratch, and writes its values to C or, if it shares the
/// row with other teams, adds them to those there.
/// Shapes  c with places; entries [nnz(C)] (out), or null where C has its columns; values [nnz(C)] (in and out), zero
///         where teams share a row
/// Pre     columns of 32 bits; AccumulateDenseC found c, with shares as large, and nothing that leads outside
/// Launch  a value per column in scratch; an atomic per entry of C where teams share a row
/// Cost    a read of A's entries, and of C's bits for each part of a row
template <class ProblemType, class Scalar, class Ordinal>
struct FillDenseC {
  static constexpr int max_team_size = dense_c_team_size;
  static constexpr int min_teams_per_unit = dense_c_resident_teams;
  ProblemType problem;
  DenseC<Scalar> c;
  count_type share_entries;  ///< of A, for each team
  int lanes_per_b_row;
  Ordinal* entries;
  Scalar* values;

  /// \brief Scratch bytes of a team.
  static std::size_t scratch_bytes(const DenseC<Scalar>& c) {
    return static_cast<std::size_t>(team_counter_bytes) + static_cast<std::size_t>(c.num_cols) * sizeof(Scalar);
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    Scalar* const sums = team.template scratch<Scalar>(team_counter_bytes);
    for_each_row_part(problem, team.league_rank(), share_entries, c.first_row[team.league_rank()],
                      [&](const DenseRowPart& part) {
                        add_up(team, part, sums);
                        write(team, part, sums);
                        team.barrier();  // the next row clears the sums
                      });
  }

 private:
  template <class Team>
  KOKKOS_FUNCTION void add_up(const Team& team, const DenseRowPart& part, Scalar* sums) const {
    for (count_type column = team.thread_rank(); column < c.num_cols; column += team.num_threads())
      sums[column] = Scalar(0);
    team.barrier();
    for_each_product<Scalar, true>(
        team, problem, part.entries, 0, lanes_per_b_row, true,
        [&](std::uint32_t column, const Scalar& product) { Team::atomics::add(&sums[column], product); });
    team.barrier();
  }

  template <class Team>
  KOKKOS_FUNCTION void write(const Team& team, const DenseRowPart& part, const Scalar* sums) const {
    const std::uint32_t* const bits = c.bits_of(part.row);
    const std::uint32_t* const word_begin = c.word_begins_of(part.row);
    const bool is_alone = part.num_teams == 1, writes_columns = entries != nullptr && part.is_first;
    for (count_type column = team.thread_rank(); column < c.num_cols; column += team.num_threads()) {
      const std::uint32_t word = bits[column / bitmap_word_columns];
      const std::uint32_t bit = std::uint32_t(1) << column % bitmap_word_columns;
      if ((word & bit) == 0) continue;
      const count_type at =
          word_begin[column / bitmap_word_columns] + Kokkos::Experimental::popcount_builtin(word & (bit - 1));
      if (writes_columns) entries[at] = static_cast<Ordinal>(column);
      if (is_alone)
        values[at] = sums[column];
      else if (sums[column] != Scalar(0))
        Team::atomics::add(&values[at], sums[column]);
    }
  }
};

/// \brief Launches FillDenseC, and ClearValues before it where teams share rows; returns without a fence.
/// \param nnz of C
template <TeamLauncher Launcher, class ProblemType, class Scalar, class Ordinal>
void fill_dense_c(const Launcher& launcher, const ProblemType& problem, const DenseC<Scalar>& c,
                  count_type share_entries, int lanes_per_b_row, bool teams_share_rows, count_type nnz,
                  Ordinal* entries, Scalar* values) {
  using kernel_type = FillDenseC<ProblemType, Scalar, Ordinal>;
  if (teams_share_rows)
    launcher.launch({"Ocean::dense_c::clear_values", (nnz + cleared_values - 1) / cleared_values, dense_c_team_size, 0},
                    ClearValues<Scalar>{values, nnz});
  launcher.launch({"Ocean::dense_c::fill_dense_c", num_shares(problem, share_entries), dense_c_team_size,
                   kernel_type::scratch_bytes(c)},
                  kernel_type{problem, c, share_entries, lanes_per_b_row, entries, values});
}

}  // namespace Ocean::Impl

#endif
