#ifndef OCEAN_KERNELS_OPERATIONS_VISIT_ENTRIES_HPP
#define OCEAN_KERNELS_OPERATIONS_VISIT_ENTRIES_HPP
/// \file
/// \brief Visits every entry with its row, balanced for rows of any length.

#include "../../backend/team_launch.hpp"
#include "row_cursor.hpp"

namespace Ocean::Impl {

/// Entries that a host thread visits after one search for the row. source: a search takes 31 steps at most, 3
/// % of the visits
inline constexpr count_type host_entries_per_visit = 1024;

/// \brief Calls body(entry, row) for a range of entries.
/// Shapes  row_map [num_rows + 1]
/// Launch  RangePolicy over ranges of entries_per_visit entries
/// Cost    log2(num_rows) reads of row_map per range, and where a row is empty
template <class RowMap, class Body>
struct VisitEntries {
  RowMap row_map;
  Body body;
  count_type num_rows, nnz, entries_per_visit;

  KOKKOS_FUNCTION void operator()(count_type visit) const {
    RowCursor<RowMap> cursor(row_map, num_rows);
    const count_type end = Kokkos::min(nnz, (visit + 1) * entries_per_visit);
    for (count_type entry = visit * entries_per_visit; entry < end; ++entry) body(entry, cursor.row_of(entry));
  }
};

/// \brief Calls body(entry, row) for the first \p nnz entries on \p exec: one thread per entry on a device, ranges on a
/// host space. Returns without a fence.
/// Pre     num_rows > 0; entries after the last row are visited with some row
template <class ExecutionSpace, class RowMap, class Body>
void visit_entries(const ExecutionSpace& exec, const char* label, const RowMap& row_map, count_type num_rows,
                   count_type nnz, const Body& body) {
  const count_type entries_per_visit = is_host_space_v<ExecutionSpace> ? host_entries_per_visit : 1;
  const count_type num_visits = (nnz + entries_per_visit - 1) / entries_per_visit;
  Kokkos::parallel_for(label, Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(exec, 0, num_visits),
                       VisitEntries<RowMap, Body>{row_map, body, num_rows, nnz, entries_per_visit});
}

}  // namespace Ocean::Impl

#endif
