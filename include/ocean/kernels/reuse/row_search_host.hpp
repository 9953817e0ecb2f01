#ifndef OCEAN_KERNELS_REUSE_ROW_SEARCH_HOST_HPP
#define OCEAN_KERNELS_REUSE_ROW_SEARCH_HOST_HPP
/// \file
/// \brief CPU path: a few columns of C searched in long rows of B, instead of adding up all of these rows.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>

#include "../../core/problem.hpp"
#include "../../tuning/host_tuning.hpp"

namespace Ocean::Impl {

/// \brief Shortest row of B in which \p num_columns columns are searched: that many searches take as long as to add
/// all of its entries.
/// Cost  a few steps
inline count_type shortest_searched_row(count_type num_columns, const HostTuning& tuning) {
  count_type length = 1;
  for (int halvings = 0; halvings < std::numeric_limits<count_type>::digits; ++halvings) {
    length = num_columns * (tuning.search_entries + halvings * tuning.halving_entries);
    if ((length >> halvings) <= 1) break;
  }
  return length;
}

/// \brief Most columns that are searched in rows of B of \p length entries.
inline count_type most_searched_columns(count_type length, const HostTuning& tuning) {
  int halvings = 0;
  while ((length >> halvings) > 1) ++halvings;
  return length / (tuning.search_entries + halvings * tuning.halving_entries);
}

/// \brief Rows of B in which columns can be searched: those that ascend strictly, found when they are first asked for.
/// Shapes  flags [num_rows of B], zero before; null: nothing is searched
template <class OperandB>
class RowSearchHost {
 public:
  RowSearchHost(const OperandB& b, std::uint8_t* flags) : m_b(b), m_flags(flags) {}

  /// \brief Shortest row of B in which \p num_columns columns are searched.
  count_type shortest_row(count_type num_columns) const {
    if (m_flags == nullptr) return std::numeric_limits<count_type>::max();
    return shortest_searched_row(num_columns, host_tuning_default);
  }
  /// \brief Most columns that are searched in a row of B of mean length.
  count_type most_columns() const {
    if (m_flags == nullptr) return 0;
    const auto num_entries = static_cast<count_type>(m_b.entries.extent(0));
    return most_searched_columns(num_entries / std::max<count_type>(1, m_b.num_rows), host_tuning_default);
  }

  /// \brief Whether the columns of a row ascend strictly. Pre: there are flags
  /// Cost  one read of the row, the first time; any number of threads may ask
  bool ascends(count_type row) const {
    const std::atomic_ref<std::uint8_t> flag(m_flags[row]);
    std::uint8_t known = flag.load(std::memory_order_relaxed);
    if (known == unknown) {
      known = reads_ascending(row) ? ascending : other;
      flag.store(known, std::memory_order_relaxed);
    }
    return known == ascending;
  }

  /// \brief Calls found(place, entry of B) for each of the \p columns that a row of B has, in their order.
  /// Shapes  columns [count], ascending
  /// Pre     the row is [begin, end), and ascends strictly
  /// Cost    log2(end - begin) reads per column
  template <class Column, class Found>
  void find(const Column* columns, count_type count, count_type begin, count_type end, const Found& found) const {
    const auto* const entries = m_b.entries.data();
    for (count_type place = 0; place < count && begin < end; ++place) {
      const auto column = static_cast<count_type>(columns[place]);
      for (count_type length = end - begin; length > 0;) {  // the first entry not below the column, without branches
        const count_type half = (length + 1) / 2;
        begin += static_cast<count_type>(entries[begin + half - 1]) < column ? half : 0;
        length -= half;
      }
      if (begin < end && static_cast<count_type>(entries[begin]) == column) found(place, begin++);
    }
  }

 private:
  static constexpr std::uint8_t unknown = 0, ascending = 1, other = 2;

  bool reads_ascending(count_type row) const {
    const auto* const entries = m_b.entries.data();
    const auto begin = static_cast<count_type>(m_b.row_map.data()[row]);
    const auto end = static_cast<count_type>(m_b.row_map.data()[row + 1]);
    bool is_other = false;  // of all entries, so that several are compared at once
    for (count_type entry = begin + 1; entry < end; ++entry) is_other |= !(entries[entry - 1] < entries[entry]);
    return !is_other;
  }

  const OperandB& m_b;
  std::uint8_t* m_flags;
};

}  // namespace Ocean::Impl

#endif
