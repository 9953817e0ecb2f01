#ifndef OCEAN_KERNELS_NUMERIC_WINDOW_PARTS_HPP
#define OCEAN_KERNELS_NUMERIC_WINDOW_PARTS_HPP
/// \file
/// \brief How many windowed rows are under way at once, and the passes over them.

#include <algorithm>

#include "../../core/problem.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// Counts of windows that are held at once: 128 MiB, and teams that a launch can have. source: a bound of
/// memory, a thousandth of a large device's; as many windows fill a device many times over
inline constexpr count_type window_counts_max = count_type(1) << 24;

/// \brief Windows of \p columns_max columns of a row that spans \p span_max; one at least.
inline count_type num_windows_max(count_type columns_max, count_type span_max) {
  return std::max<count_type>(1, (span_max + columns_max - 1) / columns_max);
}

/// \brief Rows of \p windows_max windows that are under way at once; one at least.
inline count_type num_window_rows_at_once(count_type num_rows, count_type windows_max,
                                          count_type counts_max = window_counts_max) {
  return std::min(num_rows, std::max<count_type>(1, counts_max / windows_max));
}

/// \brief The sizes of \p windows_max windows of each of \p num_rows rows.
template <class Memory>
auto allocate_window_sizes(count_type num_rows, count_type windows_max, Memory& memory) {
  return memory.template allocate<count_type>("Ocean::numeric::window_nnz", num_rows * windows_max);
}

/// \brief Some rows of a pass, as a pass.
template <class PassData>
PassData part_of_pass(PassData pass, count_type first, count_type num_rows) {
  pass.first_position += first;
  pass.num_rows = num_rows;
  if (pass.begin_by_position)
    pass.row_begin = decltype(pass.row_begin)(pass.row_begin.data() + first, static_cast<std::size_t>(num_rows) + 1);
  return pass;
}

/// \brief The same rows and configuration for a counting pass.
template <class PassData>
auto counting_pass(const PassData& pass) {
  RowPass<Pass::count, typename PassData::problem_type, typename PassData::row_index_type,
          typename PassData::column_type, char>
      counting;
  counting.problem = pass.problem;
  counting.lanes_per_b_row = pass.lanes_per_b_row;
  copy_rows(pass, counting);
  return counting;
}

}  // namespace Ocean::Impl

#endif
