#ifndef OCEAN_STAGES_SORT_ENTRIES_HPP
#define OCEAN_STAGES_SORT_ENTRIES_HPP
/// \file
/// \brief A stable sort of an operand's entries by their columns, in work memory.

#include <algorithm>
#include <utility>

#include "../core/prefix_sum.hpp"
#include "../core/workspace.hpp"
#include "../kernels/operations/sort_by_digit.hpp"
#include "../tuning/transpose_tuning.hpp"

namespace Ocean::Impl {

/// \brief Passes needed to cover every digit of columns below \p num_cols; at least one.
inline int num_digit_passes(count_type num_cols, int digit_bits) {
  int num_passes = 1;
  for (count_type rest = (num_cols - 1) >> digit_bits; rest > 0; rest >>= digit_bits) ++num_passes;
  return num_passes;
}

/// \brief Sorts the entries of \p operand by column: a radix sort, least significant digit first.
/// Shapes  positions [nnz] (out): entries in order; rows [nnz] (out): their rows; empty: not written
/// Launch  all work is on \p exec; nothing waits
/// Cost    two reads of the entries per digit of a column; memory for a second array of positions, and digit counters
/// \throws OutOfMemory if the workspace does not have the bytes.
template <class ExecutionSpace, class Operand, class Positions, class Rows>
void sort_entries(const ExecutionSpace& exec, const Operand& operand, count_type nnz, const Positions& positions,
                  const Rows& rows, Workspace<ExecutionSpace>& workspace,
                  const TransposeTuning& tuning = transpose_tuning_default) {
  using offset_type = typename Positions::non_const_value_type;
  using counts_type = typename Workspace<ExecutionSpace>::template view_type<count_type>;
  using pass_type = DigitPass<typename Operand::entries_type, Positions, counts_type>;
  using scatter_type = ScatterDigits<pass_type, typename Operand::row_map_type, Positions, Rows>;
  const count_type num_digits = count_type(1) << tuning.digit_bits;
  const count_type num_chunks =
      std::max<count_type>(1, (nnz + tuning.digit_chunk_entries - 1) / tuning.digit_chunk_entries);
  const int num_passes = num_digit_passes(operand.num_cols, tuning.digit_bits);
  auto target = positions, spare = Positions();
  if (num_passes > 1) spare = workspace.template allocate<offset_type>("Ocean::sort_entries::positions", nnz);
  if (num_passes % 2 == 0) std::swap(target, spare);  // the last pass writes to positions
  const auto counts =
      workspace.template allocate<count_type>("Ocean::sort_entries::digit_begin", num_digits * num_chunks + 1);
  pass_type pass{operand.entries, {}, counts, nnz, num_digits, num_chunks, num_digits - 1, 0, true};
  for (int number = 0; number < num_passes; ++number) {
    pass.shift = number * tuning.digit_bits;
    pass.is_first = number == 0;
    pass.from = spare;
    count_digits(exec, pass);
    prefix_sum(exec, "Ocean::sort_entries::digit_begin", counts, counts, num_digits * num_chunks, workspace);
    const bool writes_rows = number == num_passes - 1 && rows.data() != nullptr;
    scatter_digits(exec, scatter_type{pass, operand.row_map, target, rows, operand.num_rows, writes_rows});
    std::swap(target, spare);
  }
  workspace.release(counts);
  if (num_passes > 1) workspace.release(target);
}

}  // namespace Ocean::Impl

#endif
