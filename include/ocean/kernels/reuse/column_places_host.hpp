#ifndef OCEAN_KERNELS_REUSE_COLUMN_PLACES_HOST_HPP
#define OCEAN_KERNELS_REUSE_COLUMN_PLACES_HOST_HPP
/// \file
/// \brief A CPU thread's index of one sorted row of C: at which place of the row a column is.

#include <algorithm>
#include <cstdint>

#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// \brief A row whose columns span no more than the slots: the place of every column, and leftovers of other rows.
/// Shapes  columns [size]: the row; slots [span]
template <class Ordinal>
struct DirectPlaces {
  const Ordinal* columns;
  count_type size, first, span;
  const std::uint32_t* slots;

  /// \brief The place of a column that the row has.
  count_type of(count_type column) const { return slots[column - first]; }
  /// \brief The place of a column, negative where the row lacks it.
  count_type find(count_type column) const {
    if (static_cast<std::uint64_t>(column - first) >= static_cast<std::uint64_t>(span)) return -1;
    const count_type place = slots[column - first];
    return place < size && static_cast<count_type>(columns[place]) == column ? place : -1;
  }
};

/// \brief A row of columns farther apart: the first place of every 2^shift columns, and a search behind it.
/// Shapes  columns [size]: the row; slots [((span - 1) >> shift) + 2]
template <class Ordinal>
struct SlottedPlaces {
  const Ordinal* columns;
  count_type size, first, span;
  const std::uint32_t* slots;
  int shift;

  /// \brief The place of a column that the row has.
  count_type of(count_type column) const {
    const count_type slot = (column - first) >> shift;
    const Ordinal* const begin = columns + slots[slot];
    const Ordinal* const end = columns + slots[slot + 1];
    return std::lower_bound(begin, end, static_cast<Ordinal>(column)) - columns;
  }
  /// \brief The place of a column, negative where the row lacks it.
  count_type find(count_type column) const {
    if (static_cast<std::uint64_t>(column - first) >= static_cast<std::uint64_t>(span)) return -1;
    const count_type place = of(column);
    return place < size && static_cast<count_type>(columns[place]) == column ? place : -1;
  }
};

/// \brief The slots of one worker, which one row after the other uses.
/// Shapes  slots [num_slots], not initialised; num_slots >= 3
/// Cost    of a row: its entries; the slots that no row before has used are cleared once
class ColumnPlacesHost {
 public:
  ColumnPlacesHost(std::uint32_t* slots, count_type num_slots) : m_slots(slots), m_num_slots(num_slots) {}

  /// \brief Calls body(places) with the DirectPlaces or SlottedPlaces of a row.
  /// Shapes  columns [size], ascending, each once
  /// Pre     0 < size < 2^32
  template <class Ordinal, class Body>
  void with_row(const Ordinal* columns, count_type size, const Body& body) {
    const auto first = static_cast<count_type>(columns[0]);
    const count_type span = static_cast<count_type>(columns[size - 1]) - first + 1;
    if (span <= m_num_slots) {
      if (span > m_num_clear) std::fill(m_slots + m_num_clear, m_slots + span, 0u);
      m_num_clear = std::max(m_num_clear, span);
      for (count_type place = 0; place < size; ++place)
        m_slots[static_cast<count_type>(columns[place]) - first] = static_cast<std::uint32_t>(place);
      return body(DirectPlaces<Ordinal>{columns, size, first, span, m_slots});
    }
    const int shift = choose_shift(size, span);
    fill_slots(columns, size, (span - 1) >> shift, shift);
    body(SlottedPlaces<Ordinal>{columns, size, first, span, m_slots, shift});
  }

 private:
  /// The least that leaves the slots with about an entry each, and within what there are.
  int choose_shift(count_type size, count_type span) const {
    const count_type slots_max = std::min(m_num_slots - 1, 2 * size);
    int shift = 0;
    while ((span - 1) >> shift >= slots_max) ++shift;
    return shift;
  }

  /// Slots [0, last_slot] and the end of the last one.
  template <class Ordinal>
  void fill_slots(const Ordinal* columns, count_type size, count_type last_slot, int shift) {
    const auto first = static_cast<count_type>(columns[0]);
    count_type next = 0;
    for (count_type place = 0; place < size; ++place) {
      const count_type slot = (static_cast<count_type>(columns[place]) - first) >> shift;
      while (next <= slot) m_slots[next++] = static_cast<std::uint32_t>(place);
    }
    m_slots[last_slot + 1] = static_cast<std::uint32_t>(size);
    m_num_clear = std::max(m_num_clear, last_slot + 2);
  }

  std::uint32_t* m_slots;
  count_type m_num_slots;
  count_type m_num_clear = 0;  ///< slots that hold the place of some row
};

}  // namespace Ocean::Impl

#endif
