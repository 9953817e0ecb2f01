#ifndef OCEAN_KERNELS_REUSE_SELECTED_FACTORS_HPP
#define OCEAN_KERNELS_REUSE_SELECTED_FACTORS_HPP
/// \file
/// \brief What a row of A selects of B, in order: rows, or nodes of rows with the same columns.

#include "placed_sums.hpp"

namespace Ocean::Impl {

/// \brief A row of B, or up to \p RowsMax that lie one behind the other with the same columns, and the values of the
/// entries of A that select them.
template <class ProblemType, int RowsMax>
struct PlacedFactor {
  using length_type = typename ProblemType::column_type;
  typename ProblemType::operand_b_type::offset_type begin = 0;
  length_type length = 0;  ///< of a row; its columns differ, so that there are no more of them
  int last_row = 0;        ///< rows but the first
  typename ProblemType::operand_a_type::scalar_type value[RowsMax] = {};

  KOKKOS_FUNCTION bool has_row(int row) const { return row == 0 || (RowsMax > 1 && row <= last_row); }
  /// \brief Entries of A that select them.
  KOKKOS_FUNCTION int num_entries() const { return RowsMax == 1 ? 1 : last_row + 1; }
  KOKKOS_FUNCTION count_type num_products() const { return static_cast<count_type>(length) * num_entries(); }
};

/// \brief The factors of a row of A; the lanes of a group read some of them together.
template <bool IsShared, int RowsMax, class Lanes, class Sums>
class SelectedFactors {
 public:
  using problem_type = typename Sums::problem_type;
  using factor_type = PlacedFactor<problem_type, RowsMax>;
  KOKKOS_FUNCTION SelectedFactors(const Lanes& lanes, const Sums& sums, count_type begin, count_type end)
      : m_lanes(lanes), m_sums(sums), m_first(begin - lanes.size()), m_end(end) {}

  /// \brief The factor that begins with the \p entry of A, an empty one beyond the end. Called by all lanes, with
  /// entries that ascend and begin a factor.
  KOKKOS_FUNCTION factor_type at(count_type entry) {
    if constexpr (!IsShared) {
      return read(entry);
    } else {
      if (entry >= m_first + m_lanes.size()) {
        m_first = entry;
        m_mine = read(entry + m_lanes.rank());
      }
      const int source = static_cast<int>(entry - m_first);
      factor_type factor;
      factor.begin = m_lanes.broadcast(m_mine.begin, source);
      factor.length = m_lanes.broadcast(m_mine.length, source);
      if constexpr (RowsMax > 1) factor.last_row = m_lanes.broadcast(m_mine.last_row, source);
      for (int row = 0; row < RowsMax; ++row) factor.value[row] = m_lanes.broadcast(m_mine.value[row], source);
      return factor;
    }
  }

 private:
  KOKKOS_FUNCTION factor_type read(count_type entry) const {
    factor_type factor;
    if (entry >= m_end) return factor;
    const auto& problem = m_sums.problem;
    const auto inner = problem.a.entries(entry);
    factor.begin = problem.b.row_map(inner);
    factor.length = static_cast<typename factor_type::length_type>(problem.b.row_map(inner + 1) - factor.begin);
    factor.value[0] = problem.a.values(entry);
    if constexpr (RowsMax > 1) {
      const int place = m_sums.node_place[inner];
      for (int row = 1; row < RowsMax; ++row) {
        const bool follows = factor.last_row == row - 1 && entry + row < m_end &&
                             problem.a.entries(entry + row) == inner + row &&
                             m_sums.node_place[inner + row] == place + row;
        if (!follows) continue;
        factor.last_row = row;
        factor.value[row] = problem.a.values(entry + row);
      }
    }
    return factor;
  }

  const Lanes& m_lanes;
  const Sums& m_sums;
  count_type m_first, m_end;
  factor_type m_mine;
};

}  // namespace Ocean::Impl

#endif
