#ifndef OCEAN_RESULTS_RENUMBERED_COLUMNS_HPP
#define OCEAN_RESULTS_RENUMBERED_COLUMNS_HPP
/// \file
/// \brief B's columns renumbered in order without gaps, for products whose columns are far apart.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../core/problem.hpp"

namespace Ocean::Impl {

/// \brief Whether columns of this type may be too far apart for the accumulators; for other types, nothing is compiled.
template <class Column>
inline constexpr bool may_be_far_v = sizeof(Column) > sizeof(std::uint32_t);

/// \brief The columns that B has, and B's entries as numbers of these. Written by renumber_columns().
/// Shapes  ranks [nnz(B)], columns [columns of B that have entries], strictly ascending; both empty: B is as it is
template <class MemorySpace, class Column>
struct RenumberedColumns {
  using view_type = Kokkos::View<Column*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  view_type ranks;
  view_type columns;

  bool is_used() const { return ranks.data() != nullptr; }

  /// \brief \p problem with the ranks in place of B's columns, if there are any.
  template <class ProblemType>
  ProblemType renumbered(ProblemType problem) const {
    if (!is_used()) return problem;
    problem.b.entries = ranks;
    problem.b.num_cols = static_cast<count_type>(columns.extent(0));
    return problem;
  }
};

}  // namespace Ocean::Impl

#endif
