#ifndef OCEAN_ACCUMULATORS_MERGED_RUNS_HPP
#define OCEAN_ACCUMULATORS_MERGED_RUNS_HPP
/// \file
/// \brief Merge of the few sorted rows of B that a short row of A selects, by one thread.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "products.hpp"

namespace Ocean::Impl {

/// \brief The rows of B of one row of A, each a run of columns, without what has been merged already.
///
/// Products of a column are added up in the order of A's entries, so that sums are reproducible.
/// Pre     B's rows strictly increase; A's row has at most Runs entries
/// Cost    Runs comparisons for every entry of C, one read for every product
template <int Runs, class ProblemType, class Scalar, bool WithValues>
class MergedRuns {
 public:
  using column_type = typename ProblemType::column_type;
  /// Larger than every column.
  static constexpr column_type no_column = Kokkos::Experimental::finite_max_v<column_type>;

  /// \brief No entries at all.
  KOKKOS_FUNCTION explicit MergedRuns(const ProblemType& problem) : m_problem(problem) {
    for (Run& run : m_runs) run.column = no_column;
  }

  /// \brief The rows of B that \p row of A selects.
  KOKKOS_FUNCTION void select(const RowOfA& row) {
    for (int number = 0; number < Runs; ++number) {
      if (row.begin + number >= row.end) continue;
      const auto selected = select_row<WithValues>(m_problem, row.begin + number);
      Run& run = m_runs[number];
      run.entry = selected.begin;
      run.length = selected.length;
      run.factor = selected.value;
      if (run.length > 0) run.column = m_problem.b.entries(run.entry);
    }
  }

  /// \brief The next column of C, or no_column after the last.
  KOKKOS_FUNCTION column_type next_column() const {
    column_type column = m_runs[0].column;
    for (int number = 1; number < Runs; ++number) column = Kokkos::min(column, m_runs[number].column);
    return column;
  }

  /// \brief Moves past \p column, the next one, and returns the sum of its products.
  KOKKOS_FUNCTION Scalar take(column_type column) {
    Scalar sum(0);
    [[maybe_unused]] bool has_sum = false;
    for (Run& run : m_runs) {
      if (run.column != column) continue;
      if constexpr (WithValues) {
        const auto product = multiply<Scalar>(run.factor, m_problem.b.values(run.entry));
        sum = has_sum ? sum + product : product;
        has_sum = true;
      }
      ++run.entry;
      --run.length;
      run.column = run.length > 0 ? m_problem.b.entries(run.entry) : no_column;
    }
    return sum;
  }

 private:
  struct Run {
    column_type column;  ///< of the first entry that is left
    typename ProblemType::operand_b_type::offset_type entry = 0;
    std::uint32_t length = 0;
    typename ProblemType::operand_a_type::scalar_type factor = {};  ///< A's value
  };

  const ProblemType& m_problem;
  Run m_runs[Runs];
};

}  // namespace Ocean::Impl

#endif
