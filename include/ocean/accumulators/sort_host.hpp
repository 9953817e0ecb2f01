#ifndef OCEAN_ACCUMULATORS_SORT_HOST_HPP
#define OCEAN_ACCUMULATORS_SORT_HOST_HPP
/// \file
/// \brief Expand, sort, compress for a row of a few products, in a thread's own arrays.

#include <array>
#include <cstdint>

#include "../pipeline/problem.hpp"

namespace Ocean::Impl {

/// Products that SortHost holds at most.
inline constexpr int sort_host_products_max = 64;

/// \brief The products of a row by insertion: key = column and position, so equal columns stay in order.
/// Pre     the columns of the row span less than 2^57
template <class Scalar>
class SortHost {
 public:
  void clear() { m_size = 0; }

  /// \brief Appends factor * row, keeping the keys ascending.
  template <class Column, class ScalarB>
  void add(const Column* columns, const ScalarB* row_values, count_type count, Column first, const Scalar& factor) {
    for (count_type entry = 0; entry < count; ++entry) {
      const std::uint64_t key = static_cast<std::uint64_t>(columns[entry] - first) << position_bits | m_size;
      m_values[m_size] = factor * static_cast<Scalar>(row_values[entry]);
      int place = static_cast<int>(m_size++);
      for (; place > 0 && m_keys[place - 1] > key; --place) m_keys[place] = m_keys[place - 1];
      m_keys[place] = key;
    }
  }

  /// \brief Writes the entries, ascending, equal columns added up.
  /// \return their number
  template <class Column, class ColumnOut>
  count_type take(Column first, ColumnOut* columns, Scalar* out) {
    count_type count = 0;
    std::uint64_t last_slot = ~std::uint64_t(0);
    for (std::uint64_t place = 0; place < m_size; ++place) {
      const std::uint64_t slot = m_keys[place] >> position_bits;
      const Scalar& value = m_values[m_keys[place] & position_mask];
      if (slot == last_slot) {
        out[count - 1] += value;
        continue;
      }
      columns[count] = static_cast<ColumnOut>(static_cast<Column>(slot) + first);
      out[count++] = value;
      last_slot = slot;
    }
    return count;
  }

  /// \brief Number of distinct columns.
  count_type count() const {
    count_type distinct = m_size > 0 ? 1 : 0;
    for (std::uint64_t place = 1; place < m_size; ++place)
      distinct += (m_keys[place] >> position_bits) != (m_keys[place - 1] >> position_bits);
    return distinct;
  }

 private:
  static constexpr int position_bits = 6;
  static constexpr std::uint64_t position_mask = (std::uint64_t(1) << position_bits) - 1;
  static_assert(sort_host_products_max == 1 << position_bits);
  std::array<std::uint64_t, sort_host_products_max> m_keys;
  std::array<Scalar, sort_host_products_max> m_values;
  std::uint64_t m_size = 0;
};

}  // namespace Ocean::Impl

#endif
