#ifndef OCEAN_KERNELS_COMPACTION_ROW_COPY_HPP
#define OCEAN_KERNELS_COMPACTION_ROW_COPY_HPP
/// \file
/// \brief Staged rows, and how a group of lanes copies them.

#include "../../core/binary_search.hpp"
#include "../../core/problem.hpp"

namespace Ocean::Impl {

/// Entries that a lane reads before it writes the first of them.
/// measured: perf_tests/results/nvidia_h200_2026-11-24_constants.csv
inline constexpr int compaction_entries_in_flight = 4;

/// \brief Rows of C where the accumulators left them, with gaps; recomputed rows are in a second staging.
template <class Begins, class Entries, class Values>
struct StagedRows {
  Begins begin;  ///< [num_rows] first slot; slots from num_slots on are in the rerun views
  Entries entries;
  Values values;
  Entries rerun_entries;
  Values rerun_values;
  count_type num_slots = 0;

  KOKKOS_FUNCTION auto entry_at(count_type slot) const {
    return slot < num_slots ? entries(slot) : rerun_entries(slot - num_slots);
  }
  KOKKOS_FUNCTION auto value_at(count_type slot) const {
    return slot < num_slots ? values(slot) : rerun_values(slot - num_slots);
  }
};

/// \brief Copies staged entries to their positions in C.
template <class Begins, class Entries, class Values>
struct RowCopy {
  StagedRows<Begins, Entries, Values> staged;
  Entries entries;
  Values values;

  /// \brief Where a lane's row goes: its entries are numbered from \p place on among those of the group.
  struct Piece {
    int place = 0;
    count_type from = 0, to = 0;  ///< slot and entry of number 0, as if the row began there
  };

  /// \brief Copies the \p total entries of the group's rows.
  template <class Lanes>
  KOKKOS_FUNCTION void copy_pieces(const Lanes& lanes, const Piece& mine, int total) const {
    constexpr int in_flight = Lanes::max_size == 1 ? 1 : compaction_entries_in_flight;
    for (int first = 0; first < total; first += in_flight * lanes.size()) {
      count_type to[in_flight];
      typename Entries::non_const_value_type column[in_flight];
      typename Values::non_const_value_type value[in_flight];
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        const int number = first + ahead * lanes.size() + lanes.rank();
        const int owner = find_lane(lanes, Lanes::max_size, mine.place, number);
        const count_type from = lanes.broadcast(mine.from, owner) + number;
        to[ahead] = lanes.broadcast(mine.to, owner) + number;
        if (number >= total) continue;
        column[ahead] = staged.entry_at(from);
        value[ahead] = staged.value_at(from);
      }
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        if (first + ahead * lanes.size() + lanes.rank() >= total) continue;
        entries(to[ahead]) = column[ahead];
        values(to[ahead]) = value[ahead];
      }
    }
  }

  /// \brief Copies the entries [\p begin, \p end) of C, which start at \p slot.
  template <class Lanes>
  KOKKOS_FUNCTION void copy_entries(const Lanes& lanes, count_type begin, count_type end, count_type slot) const {
    constexpr int in_flight = Lanes::max_size == 1 ? 1 : compaction_entries_in_flight;
    const count_type shift = slot - begin;
    for (count_type first = begin + lanes.rank(); first < end; first += in_flight * lanes.size()) {
      typename Entries::non_const_value_type column[in_flight];
      typename Values::non_const_value_type value[in_flight];
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        const count_type entry = first + ahead * lanes.size();
        if (entry >= end) continue;
        column[ahead] = staged.entry_at(entry + shift);
        value[ahead] = staged.value_at(entry + shift);
      }
      for (int ahead = 0; ahead < in_flight; ++ahead) {
        const count_type entry = first + ahead * lanes.size();
        if (entry >= end) continue;
        entries(entry) = column[ahead];
        values(entry) = value[ahead];
      }
    }
  }
};

}  // namespace Ocean::Impl

#endif
