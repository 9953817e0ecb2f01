#ifndef OCEAN_CORE_BINARY_SEARCH_HPP
#define OCEAN_CORE_BINARY_SEARCH_HPP
/// \file
/// \brief Binary searches in ascending sequences: for the position of a column, for the row of an entry, for
/// the lane that holds a row.

#include <Kokkos_Core.hpp>

#include "problem.hpp"

namespace Ocean::Impl {

/// \brief First position in [begin, end) whose element of ascending \p items is not below \p item; \p end if none is.
/// Cost log2(end - begin) reads
template <class Items, class Item>
KOKKOS_INLINE_FUNCTION count_type find_place(const Items& items, count_type begin, count_type end, const Item& item) {
  while (begin < end) {
    const count_type middle = begin + (end - begin) / 2;
    if (static_cast<Item>(items[middle]) < item)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

/// \brief The same for a position that is expected near \p guess.
/// Pre  begin <= guess <= end
/// Cost 2 log2(distance from guess) reads
template <class Items, class Item>
KOKKOS_INLINE_FUNCTION count_type find_place_near(const Items& items, count_type begin, count_type end,
                                                  count_type guess, const Item& item) {
  constexpr count_type first_step = 8;  // source: what a read of 32 bytes has of columns
  if (guess < end && static_cast<Item>(items[guess]) < item) {
    begin = guess + 1;
    for (count_type step = first_step; begin + step < end; step *= 2) {
      if (static_cast<Item>(items[begin + step]) >= item) {
        end = begin + step;
        break;
      }
      begin += step + 1;
    }
  } else {
    end = guess;
    for (count_type step = first_step; end - step > begin; step *= 2) {
      if (static_cast<Item>(items[end - step]) < item) {
        begin = end - step + 1;
        break;
      }
      end -= step;
    }
  }
  return find_place(items, begin, end, item);
}

/// \brief The row that holds \p entry.
/// Pre  row_map(0) <= entry < row_map(num_rows)
/// Cost log2(num_rows) reads
template <class RowMap>
KOKKOS_INLINE_FUNCTION count_type find_row(const RowMap& row_map, count_type num_rows, count_type entry) {
  return find_place(row_map, 1, num_rows, entry + 1) - 1;
}

/// \brief The same by all lanes of a group together.
/// Cost log(num_rows) / log(lanes) reads of a lane, one after the other
template <class Lanes, class RowMap>
KOKKOS_INLINE_FUNCTION count_type find_row_together(const Lanes& lanes, const RowMap& row_map, count_type num_rows,
                                                    count_type entry) {
  if constexpr (Lanes::max_size == 1) {
    return find_row(row_map, num_rows, entry);
  } else {
    count_type begin = 0, length = num_rows;  // the row is one of these
    while (length > 1) {
      const count_type step = (length + lanes.size() - 1) / lanes.size();
      const count_type offset = lanes.rank() * step;
      const bool begins_before = offset < length && static_cast<count_type>(row_map[begin + offset]) <= entry;
      const count_type found = Kokkos::Experimental::popcount_builtin(lanes.ballot(begins_before)) - 1;
      begin += found * step;
      length = Kokkos::min(step, length - found * step);
    }
    return begin;
  }
}

/// \brief The last of \p num_lanes lanes whose \p first is not above \p number, or lane 0. Each lane may search for a
/// number of its own.
/// Pre  num_lanes is a power of two; \p first never decreases from lane to lane
/// Cost log2(num_lanes) exchanges between the lanes
template <class Lanes, class Number>
KOKKOS_INLINE_FUNCTION int find_lane(const Lanes& lanes, int num_lanes, const Number& first, const Number& number) {
  int lane = 0;
  for (int step = num_lanes / 2; step > 0; step /= 2)
    if (lanes.broadcast(first, lane + step) <= number) lane += step;
  return lane;
}

}  // namespace Ocean::Impl

#endif
