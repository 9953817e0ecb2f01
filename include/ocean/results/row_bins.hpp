#ifndef OCEAN_RESULTS_ROW_BINS_HPP
#define OCEAN_RESULTS_ROW_BINS_HPP
/// \file
/// \brief The rows of every accumulator configuration, and the slots of each row.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstdint>

#include "../core/problem.hpp"
#include "../tuning/accumulator_table.hpp"

namespace Ocean::Impl {

/// \brief Rows by configuration. Written by bin_rows() and bin_together().
/// Shapes  row_order [num_rows]: the rows of configuration c are [bin_begin[c], bin_begin[c + 1]), or empty where one
///         configuration has all rows in their order; rows_at_once [num_rows], or empty; row_begin [num_rows + 1]:
///         first slot of every row in the output of the pass, written by the pass itself where rows claim their slots
/// Units   entries of C
template <class MemorySpace, class RowIndex>
struct RowBins {
  template <class T>
  using view_type = Kokkos::View<T*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using row_index_type = RowIndex;

  AccumulatorTable table;
  view_type<RowIndex> row_order;
  view_type<std::uint8_t> rows_at_once;  ///< rows computed together with a row, itself included
  view_type<count_type> row_begin;
  std::array<count_type, max_configs + 1> bin_begin{};
  count_type total_slots = 0;      ///< of the rows that have their slots before the pass
  count_type expected_claims = 0;  ///< entries of the others, by their estimates or bounds

  count_type num_rows_of(int config) const { return bin_begin[config + 1] - bin_begin[config]; }
  /// \brief Rows that several teams share.
  count_type num_split_rows() const { return table.split < 0 ? 0 : num_rows_of(table.split); }
};

}  // namespace Ocean::Impl

#endif
