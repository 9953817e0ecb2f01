#ifndef OCEAN_ACCUMULATORS_GRAPH_WINDOW_HOST_HPP
#define OCEAN_ACCUMULATORS_GRAPH_WINDOW_HOST_HPP
/// \file
/// \brief A CPU thread's values over all columns of C, for rows of C whose columns are known.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "../core/problem.hpp"
#include "graph_places_host.hpp"

namespace Ocean::Impl {

/// \brief Whether sums that nobody reads may grow from row to row: an integer would overflow.
template <class Scalar>
inline constexpr bool may_sum_unread = std::is_floating_point_v<Scalar>;
template <class Scalar>
inline constexpr bool may_sum_unread<Kokkos::complex<Scalar>> = true;

/// Consecutive rows of B with the same columns that are added in one pass, at most: one node of three unknowns.
inline constexpr int graph_b_rows_at_once = 3;

/// \brief A value for every column of up to Lanes rows of C side by side: lane l of column j is values[j * Lanes + l].
///
/// Only the columns that a row of C has are zeroed before it and read after it. What products add elsewhere stays, and
/// is never read: no product needs to ask whether C has its column.
/// Shapes  values [>= num_cols * Lanes], not initialised
template <class Scalar>
class GraphWindowHost {
 public:
  GraphWindowHost(Scalar* values, count_type num_cols) : m_values(values), m_num_cols(num_cols) {}

  /// \brief Readies all columns of \p lanes rows.
  void prepare(int lanes) {
    const count_type num_values = m_num_cols * lanes;
    if (num_values <= m_num_clean) return;
    std::fill(m_values + m_num_clean, m_values + num_values, Scalar(0));
    m_num_clean = num_values;
  }

  /// \brief Zeroes the columns of a row.
  template <int Lanes, class Column>
  void clear(const Column* columns, count_type count, int lane) {
    for (count_type entry = 0; entry < count; ++entry)
      m_values[static_cast<std::size_t>(columns[entry]) * Lanes + static_cast<std::size_t>(lane)] = Scalar(0);
  }
  /// \brief Writes the values of a row.
  template <int Lanes, class Column>
  void read(const Column* columns, count_type count, int lane, Scalar* out) const {
    for (count_type entry = 0; entry < count; ++entry)
      out[entry] = m_values[static_cast<std::size_t>(columns[entry]) * Lanes + static_cast<std::size_t>(lane)];
  }

  /// \brief Adds factor * what a row of B has in the columns of a row of C to the only lane.
  /// Shapes  columns [count]: C's; the row of B is [begin, end) of values_b
  template <class Search, class Column, class ScalarB>
  void add_found(const Search& search, const Column* columns, count_type count, count_type begin, count_type end,
                 const ScalarB* values_b, const Scalar& factor) {
    search.find(columns, count, begin, end, [&](count_type place, count_type entry_b) {
      m_values[static_cast<std::size_t>(columns[place])] += factor * static_cast<Scalar>(values_b[entry_b]);
    });
  }
  /// \brief Adds factor * row to the only lane.
  template <class Column, class ScalarB>
  void add_row(const Column* columns, const ScalarB* row_values, const Column* end, const Scalar& factor) {
    Scalar* const values = m_values;
    const Scalar local_factor = factor;
    for (; columns != end; ++columns, ++row_values) {
      const auto slot = static_cast<std::size_t>(*columns);
      values[slot] = static_cast<Scalar>(values[slot] + local_factor * static_cast<Scalar>(*row_values));
    }
  }

  /// \brief Adds factors[r * Lanes + l] * row r to lane l for Rows rows of the same columns.
  /// Shapes  columns [count], row_values [Rows * count], factors [Rows * Lanes]
  /// \param places  Checks: the columns that C has
  /// \return Checks: whether C has all columns, otherwise true
  template <int Lanes, int Rows, bool Checks, class Column, class ScalarB>
  bool add_rows(const Column* columns, const ScalarB* row_values, count_type count, const Scalar* factors,
                [[maybe_unused]] const GraphPlacesHost& places) {
    Scalar* const values = m_values;
    bool has_all = true;
    Scalar local_factors[Rows * Lanes];
    for (int index = 0; index < Rows * Lanes; ++index) local_factors[index] = factors[index];
    for (count_type entry = 0; entry < count; ++entry) {
      const auto slot = static_cast<std::size_t>(columns[entry]);
      if constexpr (Checks) has_all &= places.find(slot) < places.size();
      Scalar sums[Lanes];
      for (int lane = 0; lane < Lanes; ++lane) sums[lane] = values[slot * Lanes + lane];
      for (int row = 0; row < Rows; ++row) {
        const auto value = static_cast<Scalar>(row_values[row * count + entry]);
        for (int lane = 0; lane < Lanes; ++lane)
          sums[lane] = static_cast<Scalar>(sums[lane] + local_factors[row * Lanes + lane] * value);
      }
      for (int lane = 0; lane < Lanes; ++lane) values[slot * Lanes + lane] = sums[lane];
    }
    return has_all;
  }

  /// \brief add_rows() with \p num_rows rows, at most graph_b_rows_at_once.
  template <int Lanes, bool Checks, class Column, class ScalarB>
  bool add_some_rows(count_type num_rows, const Column* columns, const ScalarB* row_values, count_type count,
                     const Scalar* factors, const GraphPlacesHost& places) {
    switch (num_rows) {
      case graph_b_rows_at_once:
        return add_rows<Lanes, graph_b_rows_at_once, Checks>(columns, row_values, count, factors, places);
      case 2: return add_rows<Lanes, 2, Checks>(columns, row_values, count, factors, places);
      default: return add_rows<Lanes, 1, Checks>(columns, row_values, count, factors, places);
    }
  }

 private:
  Scalar* m_values;
  count_type m_num_cols;
  count_type m_num_clean = 0;
};

}  // namespace Ocean::Impl

#endif
