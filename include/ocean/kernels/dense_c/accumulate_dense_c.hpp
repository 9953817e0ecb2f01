#ifndef OCEAN_KERNELS_DENSE_C_ACCUMULATE_DENSE_C_HPP
#define OCEAN_KERNELS_DENSE_C_ACCUMULATE_DENSE_C_HPP
/// \file
/// \brief Teams take even shares of A's entries, whatever rows they are in, and add their products up in a dense C.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "../../accumulators/dense_window.hpp"
#include "../../accumulators/shared_products.hpp"
#include "../../backend/team_launch.hpp"
#include "../../results/dense_c.hpp"
#include "../../tuning/accumulator_table.hpp"
#include "dense_c_checks.hpp"
#include "row_parts.hpp"

namespace Ocean::Impl {

/// Threads of a team. measured: perf_tests/results/nvidia_h200_2026-11-29_dense_c_variants.csv
inline constexpr int dense_c_team_size = 128;
/// Such teams that a processor should hold at once: bounds their registers.
/// measured: perf_tests/results/nvidia_h200_2026-11-29_dense_handle_variants.csv
inline constexpr int dense_c_resident_teams = 8;

/// \brief What a dense window over a row of C is for.
template <class Scalar, bool WithValues = true>
struct DenseCPass {
  using scalar_type = Scalar;
  static constexpr bool with_values = WithValues;
};

/// \brief A team adds up each row that it has entries of in a dense window, and writes the row or, if it shares it with
/// other teams, adds it to theirs. Without values, it only finds which entries C has, and whether B's rows ascend.
/// Indices are checked as dense_c_checks.hpp says.
/// Shapes  c is zero before
/// Pre     columns of 32 bits; fewer than 2^16 teams
/// Launch  a value and a bit per column in scratch; two atomics per row, and one per entry of C where teams share a row
/// Cost    two reads of A's entries, one of B's beside those of the products, one of A's offsets for each team
template <class ProblemType, class Scalar, bool WithValues = true>
struct AccumulateDenseC {
  static_assert(sizeof(typename ProblemType::column_type) <= sizeof(std::uint32_t));
  static constexpr int max_team_size = dense_c_team_size;
  static constexpr int min_teams_per_unit = dense_c_resident_teams;
  static constexpr int teams_bits = 16;  ///< of a row's progress; its products are above
  using window_type = DenseWindow<DenseCPass<Scalar, WithValues>>;
  ProblemType problem;
  DenseC<Scalar> c;
  count_type share_entries;  ///< of A, for each team
  count_type num_teams;
  int lanes_per_b_row;

  /// \brief Scratch bytes of a team.
  static std::size_t scratch_bytes(const DenseC<Scalar>& c) {
    const std::size_t sums_bytes = WithValues ? static_cast<std::size_t>(c.num_cols) * sizeof(Scalar) : 0;
    return static_cast<std::size_t>(team_counter_bytes) + sums_bytes +
           static_cast<std::size_t>(c.words_per_row) * sizeof(std::uint32_t);
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if (!is_share_of_b_sound(team, problem.b, num_teams)) note_defect();
    if constexpr (!WithValues) note_descents(team);
    const count_type first_row = count_rows_before(team, problem.a, team.league_rank() * share_entries);
    if (first_row < 0) return note_defect();
    if (c.first_row != nullptr && team.thread_rank() == 0) c.first_row[team.league_rank()] = first_row;
    for_each_row_part(problem, team.league_rank(), share_entries, first_row,
                      [&](const DenseRowPart& part) { add_part(team, part); });
  }

 private:
  KOKKOS_FUNCTION void note_defect() const { c.counters[dense_defect] = 1; }
  template <class Team>
  KOKKOS_FUNCTION void note_descents(const Team& team) const {
    const count_type descents = count_descents(team, problem.b, num_teams);
    if (team.thread_rank() == 0 && descents != 0) Team::atomics::fetch_add(&c.counters[dense_descents], descents);
  }

  template <class Team>
  KOKKOS_FUNCTION void add_part(const Team& team, const DenseRowPart& part) const {
    const count_type products = count_checked_products(team, problem, part.entries);
    if (products < 0) return note_defect();
    const auto window = window_type::make(team, 0, c.num_cols, c.num_cols);
    window.clear(team);
    constexpr bool tests_bits = true;  // many products have an entry in common
    for_each_product<Scalar, WithValues>(team, problem, part.entries, 0, lanes_per_b_row, true,
                                         [&](std::uint32_t column, const Scalar& product) {
                                           if (is_index(column, c.num_cols))
                                             window.template add<Team>(column, product, tests_bits);
                                         });
    team.barrier();
    if (part.num_teams == 1)
      write_row(team, part.row, products, window);
    else
      share_row(team, part, products, window);
    team.barrier();  // the next row clears the window
  }

  /// \brief Writes a row that the team has alone.
  template <class Team>
  KOKKOS_FUNCTION void write_row(const Team& team, count_type row, count_type products,
                                 const window_type& window) const {
    const int rank = team.thread_rank(), threads = team.num_threads();
    if constexpr (WithValues)
      for (count_type column = rank; column < c.num_cols; column += threads)
        c.sums_of(row)[column] = window.sums[column];
    for (int word = rank; word < window.words; word += threads) c.bits_of(row)[word] = window.bits[word];
    finish_row(team, row, products, window.count(team));
  }

  /// \brief Adds a part of a row to those of other teams; the last of them finishes the row.
  template <class Team>
  KOKKOS_FUNCTION void share_row(const Team& team, const DenseRowPart& part, count_type products,
                                 const window_type& window) const {
    const int rank = team.thread_rank(), threads = team.num_threads();
    const std::uint32_t* const bits = window.bits;
    if constexpr (WithValues) {
      const Scalar* const sums = window.sums;
      for (count_type column = rank; column < c.num_cols; column += threads)
        if ((bits[column / bitmap_word_columns] >> column % bitmap_word_columns & 1u) != 0)
          Team::atomics::add(&c.sums_of(part.row)[column], sums[column]);
    }
    std::uint32_t* const row_bits = c.bits_of(part.row);
    for (count_type word = rank; word < c.words_per_row; word += threads)
      if (bits[word] != 0) Team::atomics::fetch_or(&row_bits[word], bits[word]);
    Kokkos::memory_fence();
    team.barrier();
    const std::uint64_t mine = static_cast<std::uint64_t>(products) << teams_bits | 1u;
    std::uint64_t before = 0;
    if (rank == 0) {
      before = Team::atomics::fetch_add(&c.progress[part.row], mine);
      c.counters[dense_shared_rows] = 1;
    }
    const std::uint64_t after = team.sum(before) + mine;
    constexpr std::uint64_t teams_mask = (std::uint64_t(1) << teams_bits) - 1;
    if ((after & teams_mask) != static_cast<std::uint64_t>(part.num_teams)) return;
    Kokkos::memory_fence();
    count_type nnz = 0;
    for (count_type word = rank; word < c.words_per_row; word += threads)
      nnz += Kokkos::Experimental::popcount_builtin(*static_cast<volatile std::uint32_t*>(&row_bits[word]));
    finish_row(team, part.row, static_cast<count_type>(after >> teams_bits), team.sum(nnz));
  }

  template <class Team>
  KOKKOS_FUNCTION void finish_row(const Team& team, count_type row, count_type products, count_type nnz) const {
    if (team.thread_rank() != 0) return;
    c.row_nnz[row] = nnz;
    Team::atomics::fetch_add(&c.counters[dense_products], products);
    Team::atomics::max(&c.counters[dense_longest_row], products);
  }
};

/// \brief Launches AccumulateDenseC; returns without a fence.
template <bool WithValues = true, TeamLauncher Launcher, class ProblemType, class Scalar>
void accumulate_dense_c(const Launcher& launcher, const ProblemType& problem, const DenseC<Scalar>& c,
                        count_type share_entries, int lanes_per_b_row) {
  using kernel_type = AccumulateDenseC<ProblemType, Scalar, WithValues>;
  const char* const label = WithValues ? "Ocean::dense_c::accumulate_dense_c" : "Ocean::dense_c::mark_dense_c";
  const count_type num_teams = num_shares(problem, share_entries);
  launcher.launch({label, num_teams, dense_c_team_size, kernel_type::scratch_bytes(c)},
                  kernel_type{problem, c, share_entries, num_teams, lanes_per_b_row});
}

}  // namespace Ocean::Impl

#endif
