#ifndef OCEAN_STAGES_ROW_OFFSETS_HPP
#define OCEAN_STAGES_ROW_OFFSETS_HPP
/// \file
/// \brief Offsets of rows from their sizes, and their total for the host.

#include <array>

#include "../core/prefix_sum.hpp"
#include "../kernels/compaction/find_row_offsets.hpp"
#include "../kernels/compaction/write_row_map.hpp"

namespace Ocean::Impl {

/// Rows whose offsets one kernel finds, though every team of it reads all sizes: more launches take longer than that.
/// measured: perf_tests/results/nvidia_h200_2026-11-28_sent_totals_variants.csv (offsets, offsets_4096, scans: 0.95,
/// 0.97 and 0.98 of the time on 37 products)
inline constexpr count_type offsets_at_once_rows_max = count_type(1) << 16;

/// \brief Whether one kernel finds all offsets.
inline bool choose_offsets_at_once(bool is_native, count_type num_rows) {
  return is_native && num_rows <= offsets_at_once_rows_max;
}

/// \brief Launches what finds the offsets of rows of the sizes \p row_nnz; returns without a fence.
/// Shapes  row_nnz [num_rows + 1]; row_begin [num_rows + 1] (out), another view where offsets are found at once;
///         row_map (out) is a RowMapOfC
/// \param label  of their sums
/// \param other  [1] for the host, or null
/// \param sender of their total and \p other
template <TeamLauncher Launcher, class Sizes, class Begins, class RowMap,
          class Sender = typename ReadTotals<typename Launcher::execution_space>::sender_type>
void launch_row_offsets(const Launcher& launcher, const char* label, const Sizes& row_nnz, const Begins& row_begin,
                        const RowMap& row_map, count_type num_rows,
                        Workspace<typename Launcher::execution_space>& workspace, const count_type* other = nullptr,
                        const Sender* sender = nullptr) {
  if (choose_offsets_at_once(Launcher::is_native, num_rows))
    return find_row_offsets(launcher, row_nnz, row_begin, row_map, num_rows, other,
                            sender != nullptr ? *sender : Sender());
  prefix_sum(launcher.exec(), label, row_nnz, row_begin, num_rows, workspace);
  if (sender != nullptr) send_totals(launcher, row_begin, num_rows, other, *sender);
  using map_type =
      typename Workspace<typename Launcher::execution_space>::template view_type<typename RowMap::offset_type>;
  if (row_map.is_wanted())
    write_row_map(launcher.exec(), row_begin, map_type(row_map.offsets, static_cast<std::size_t>(num_rows) + 1),
                  num_rows);
}

/// \brief Offsets on their way: launched when this is made, with what the host is to know of them.
template <TeamLauncher Launcher>
class RowOffsets {
 public:
  using execution_space = typename Launcher::execution_space;

  /// Shapes  totals [2], where they take the way through the device's memory; the others as for launch_row_offsets()
  template <class Sizes, class Begins, class RowMap>
  RowOffsets(const Launcher& launcher, const char* label, const Sizes& row_nnz, const Begins& row_begin,
             const RowMap& row_map, count_type num_rows, const count_type* other, count_type* totals,
             Workspace<execution_space>& workspace)
      : m_read(launcher.exec(), totals, SentByKernel()) {
    launch_row_offsets(launcher, label, row_nnz, row_begin, row_map, num_rows, workspace, other, &m_read.sender());
  }

  /// \brief Waits for their total, and for what was sent along: to be called once.
  std::array<count_type, 2> get() { return m_read.get(); }

 private:
  ReadTotals<execution_space> m_read;
};

}  // namespace Ocean::Impl

#endif
