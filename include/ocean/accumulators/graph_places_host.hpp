#ifndef OCEAN_ACCUMULATORS_GRAPH_PLACES_HOST_HPP
#define OCEAN_ACCUMULATORS_GRAPH_PLACES_HOST_HPP
/// \file
/// \brief A CPU thread's index of the row of C that it computes, over all columns: where the row has a column, or that
/// the row lacks it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "../core/problem.hpp"

namespace Ocean::Impl {

/// \brief For every column, the number of the entry of C that last had it. Entries are numbered in the order of C,
/// so a small number shows that an earlier row has left it behind: nothing is cleared between rows.
/// Shapes  numbers [num_cols], not initialised; null: no row is set
class GraphPlacesHost {
 public:
  static constexpr count_type numbers_max = std::numeric_limits<std::uint32_t>::max();

  /// \param largest  number of an entry; behind it, all columns are cleared and numbers begin anew. Tests give few
  GraphPlacesHost(std::uint32_t* numbers, count_type num_cols, count_type largest = numbers_max)
      : m_numbers(numbers), m_num_cols(num_cols), m_largest(largest) {}

  /// \brief Notes the row of C whose entries begin at \p begin.
  /// Shapes  columns [size], each once, in any order
  /// Pre     rows come in the order of C; size is at most the largest number
  template <class Column>
  void set_row(const Column* columns, count_type begin, count_type size) {
    set_row(columns, begin, size, [](std::size_t) {});
  }
  /// \brief The same, and visit(place) for every place: a second loop over a short row costs as much as the row.
  template <class Column, class Visit>
  void set_row(const Column* columns, count_type begin, count_type size, const Visit& visit) {
    if (begin + size > m_end) restart(begin);
    std::uint32_t* const numbers = m_numbers;
    const auto first = static_cast<std::uint32_t>(begin - m_origin);
    for (std::size_t place = 0; place < static_cast<std::size_t>(size); ++place) {
      numbers[static_cast<std::size_t>(columns[place])] = first + static_cast<std::uint32_t>(place);
      visit(place);
    }
    m_first = first;
    m_size = static_cast<std::uint32_t>(size);
  }

  /// \brief The place of a column in the row, or a number of at least size() if the row lacks it.
  std::uint32_t find(std::size_t column) const { return m_numbers[column] - m_first; }
  std::uint32_t size() const { return m_size; }

  /// \brief Adds factor * row of B to the row's values; what the row has no column for is left out.
  /// Shapes  columns, row_values: up to \p end; sums [size()]
  /// \return whether the row has all columns
  template <class Column, class ScalarB, class Scalar>
  bool add_row(const Column* columns, const ScalarB* row_values, const Column* end, const Scalar& factor,
               Scalar* sums) const {
    const std::uint32_t* const numbers = m_numbers;
    const std::uint32_t first = m_first, size = m_size;
    const Scalar local_factor = factor;
    bool has_all = true;
    for (; columns != end; ++columns, ++row_values) {
      const std::uint32_t place = numbers[static_cast<std::size_t>(*columns)] - first;
      if (place < size)
        sums[place] = static_cast<Scalar>(sums[place] + local_factor * static_cast<Scalar>(*row_values));
      else
        has_all = false;
    }
    return has_all;
  }

 private:
  /// Forgets all rows; the entry at \p begin gets number 1.
  void restart(count_type begin) {
    std::fill_n(m_numbers, m_num_cols, 0u);
    m_origin = begin - 1;
    m_end = m_origin + m_largest + 1;
  }

  std::uint32_t* m_numbers;
  count_type m_num_cols, m_largest;
  count_type m_origin = 0, m_end = -1;  ///< entries between them have numbers
  std::uint32_t m_first = 0, m_size = 0;
};

}  // namespace Ocean::Impl

#endif
