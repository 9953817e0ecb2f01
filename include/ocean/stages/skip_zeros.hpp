#ifndef OCEAN_STAGES_SKIP_ZEROS_HPP
#define OCEAN_STAGES_SKIP_ZEROS_HPP
/// \file
/// \brief Operands without their stored zeros.

#include "../core/find_first.hpp"
#include "../core/prefix_sum.hpp"
#include "../core/workspace.hpp"
#include "../kernels/operations/compact_nonzeros.hpp"
#include "check_operands.hpp"

namespace Ocean::Impl {

inline bool skips_zeros_of_a(SkipZeros skip_zeros) {
  return skip_zeros == SkipZeros::of_a || skip_zeros == SkipZeros::of_both;
}
inline bool skips_zeros_of_b(SkipZeros skip_zeros) {
  return skip_zeros == SkipZeros::of_b || skip_zeros == SkipZeros::of_both;
}

/// \brief Which entries are kept whatever their value.
enum class KeptZeros {
  none,
  diagonal  ///< entries (i, i): an identity will be added to them
};

/// \brief Number of an operand's entries, whose arrays may be longer. Waits for \p exec.
template <class ExecutionSpace, class Operand>
count_type count_entries(const ExecutionSpace& exec, const Operand& operand) {
  if (operand.row_map.extent(0) == 0) return 0;
  return static_cast<count_type>(read_element(exec, operand.row_map, operand.num_rows));
}

/// \brief Whether an operand has entries of value zero: one read of the values, no work memory. Waits for \p exec.
/// \throws std::invalid_argument for an invalid row map.
template <class ExecutionSpace, class Operand>
bool has_zeros(const ExecutionSpace& exec, const Operand& operand, const char* name) {
  check_operand(exec, operand, name, false);
  const count_type nnz = count_entries(exec, operand);
  return nnz > 0 && count_zeros(exec, operand.values, nnz) > 0;
}

/// \brief Marks the entries that stay: 1, the others 0.
template <class ExecutionSpace, class Operand, class Kept>
void mark_kept(const ExecutionSpace& exec, const Operand& operand, KeptZeros zeros, const Kept& kept, count_type nnz) {
  using values_type = typename Operand::values_type;
  using entries_type = typename Operand::entries_type;
  if (zeros == KeptZeros::none) return mark_nonzeros(exec, operand.values, kept, nnz);
  visit_entries(exec, "Ocean::skip_zeros::mark_nonzeros_and_diagonal", operand.row_map, operand.num_rows, nnz,
                MarkNonzerosAndDiagonal<entries_type, values_type, Kept>{{operand.values, kept}, operand.entries});
}

/// \brief \p operand without its stored zeros, the other entries in order; valid while \p workspace lives.
///
/// \param num_skipped  incremented by the number of entries that are left out
/// Pre     has_zeros() is true
/// Cost    reads the values twice and writes what is kept; also one offset per entry of work memory; waits once
/// \throws OutOfMemory if the workspace does not have the bytes.
template <class ExecutionSpace, class Operand>
Operand nonzero_operand(const ExecutionSpace& exec, const Operand& operand, KeptZeros zeros,
                        Workspace<ExecutionSpace>& workspace, std::int64_t& num_skipped) {
  using offset_type = typename Operand::offset_type;
  using ordinal_type = typename Operand::ordinal_type;
  using scalar_type = typename Operand::scalar_type;
  const count_type nnz = count_entries(exec, operand);
  const auto kept = workspace.template allocate<offset_type>("Ocean::skip_zeros::kept", nnz + 1);
  mark_kept(exec, operand, zeros, kept, nnz);
  prefix_sum(exec, "Ocean::skip_zeros::kept", kept, kept, nnz, workspace);
  const auto num_kept = static_cast<count_type>(read_element(exec, kept, nnz));
  const auto row_map = workspace.template allocate<offset_type>("Ocean::skip_zeros::row_map", operand.num_rows + 1);
  const auto entries = workspace.template allocate<ordinal_type>("Ocean::skip_zeros::entries", num_kept);
  const auto values = workspace.template allocate<scalar_type>("Ocean::skip_zeros::values", num_kept);
  read_kept_offsets(exec, operand.row_map, kept, row_map);
  using kept_type = std::decay_t<decltype(kept)>;
  move_nonzeros(exec,
                MoveNonzeros<typename Operand::entries_type, typename Operand::values_type, kept_type,
                             std::decay_t<decltype(entries)>, std::decay_t<decltype(values)>>{
                    operand.entries, operand.values, kept, entries, values},
                nnz);
  workspace.release(kept);
  num_skipped += nnz - num_kept;
  return {operand.num_rows, operand.num_cols, row_map, entries, values};
}

/// \brief The operands of a product that have zeros to be skipped.
struct OperandsWithZeros {
  bool a = false, b = false;
  bool any() const { return a || b; }
};

/// \brief Looks for the zeros that \p skip_zeros names. Waits for \p exec if it names any.
/// \throws as has_zeros()
template <class ExecutionSpace, class OperandA, class OperandB>
OperandsWithZeros find_zeros(const ExecutionSpace& exec, const OperandA& a, const OperandB& b, SkipZeros skip_zeros) {
  return {skips_zeros_of_a(skip_zeros) && has_zeros(exec, a, "A"),
          skips_zeros_of_b(skip_zeros) && has_zeros(exec, b, "B")};
}

/// \brief A and B, with the zeros to be skipped removed; valid while \p workspace lives.
/// \param num_skipped  the entries that are left out (out)
/// \throws as nonzero_operand()
template <class ExecutionSpace, class OperandA, class OperandB>
Problem<OperandA, OperandB> nonzero_problem(const ExecutionSpace& exec, const OperandA& a, const OperandB& b,
                                            const OperandsWithZeros& zeros, Workspace<ExecutionSpace>& workspace,
                                            std::int64_t& num_skipped) {
  num_skipped = 0;
  return {zeros.a ? nonzero_operand(exec, a, KeptZeros::none, workspace, num_skipped) : a,
          zeros.b ? nonzero_operand(exec, b, KeptZeros::none, workspace, num_skipped) : b};
}

}  // namespace Ocean::Impl

#endif
