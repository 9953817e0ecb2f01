#ifndef OCEAN_HANDLE_HANDLE_CALLS_HPP
#define OCEAN_HANDLE_HANDLE_CALLS_HPP
/// \file
/// \brief What every call through a handle does before and after its own work: types, operands, sizes, state, flags.

#include <Kokkos_Core.hpp>
#include <stdexcept>
#include <type_traits>

#include "../../Ocean_Error.hpp"
#include "../../Ocean_SPGEMMAlgorithm.hpp"
#include "../backend/managed_view.hpp"
#include "../core/make_operand.hpp"
#include "../core/stage_timer.hpp"
#include "state_of.hpp"

namespace Ocean::Impl {

/// \brief The arguments that all calls through a handle share: op(A) [num_rows x num_inner] and op(B) [num_inner x
/// num_cols] as they lie in memory. Values may be null where only the patterns are used.
template <class KernelHandle>
struct HandleArguments {
  using operand_type = typename HandleTypes<KernelHandle>::operand_type;

  operand_type a, b;
  bool transpose_a = false, transpose_b = false;

  count_type num_rows() const { return transpose_a ? a.num_cols : a.num_rows; }
};

/// \brief Rejects at compile time views whose types are not the handle's, as KokkosKernels does.
template <class KernelHandle, class RowMap, class Entries>
constexpr void check_graph_types() {
  using types = HandleTypes<KernelHandle>;
  static_assert(std::is_same_v<typename types::offset_type, typename RowMap::non_const_value_type>,
                "Ocean::spgemm_symbolic, spgemm_numeric: the row maps must hold the handle's size_type");
  static_assert(std::is_same_v<typename types::ordinal_type, typename Entries::non_const_value_type>,
                "Ocean::spgemm_symbolic, spgemm_numeric: the entries must hold the handle's nnz_lno_t");
}
template <class KernelHandle, class Values>
constexpr void check_value_types() {
  static_assert(std::is_same_v<typename HandleTypes<KernelHandle>::scalar_type, typename Values::non_const_value_type>,
                "Ocean::spgemm_numeric: the values must be of the handle's nnz_scalar_t");
}
template <class View>
constexpr void check_writable() {
  static_assert(std::is_same_v<typename View::value_type, typename View::non_const_value_type>,
                "Ocean::spgemm_symbolic, spgemm_numeric: the views of C must not be const");
}

/// \brief One operand over the caller's views; those of another space that \p ExecutionSpace can read are fine.
template <class KernelHandle, class RowMap, class Entries, class Values>
auto make_handle_operand(count_type num_rows, count_type num_cols, const RowMap& row_map, const Entries& entries,
                         const Values& values) {
  check_graph_types<KernelHandle, RowMap, Entries>();
  check_value_types<KernelHandle, Values>();
  using execution_space = typename HandleTypes<KernelHandle>::operand_type::execution_space;
  return make_operand<execution_space>(num_rows, num_cols, row_map, entries, values);
}

/// \brief A view of no values, for calls that use only patterns.
template <class KernelHandle>
using no_values_type = typename HandleTypes<KernelHandle>::operand_type::values_type;

/// \brief The arguments from dimensions of the product: op(A) [m x n], op(B) [n x k].
template <class KernelHandle, class RowMapA, class EntriesA, class ValuesA, class RowMapB, class EntriesB,
          class ValuesB>
HandleArguments<KernelHandle> make_arguments(count_type m, count_type n, count_type k, const RowMapA& row_map_a,
                                             const EntriesA& entries_a, const ValuesA& values_a, bool transpose_a,
                                             const RowMapB& row_map_b, const EntriesB& entries_b,
                                             const ValuesB& values_b, bool transpose_b) {
  return {make_handle_operand<KernelHandle>(transpose_a ? n : m, transpose_a ? m : n, row_map_a, entries_a, values_a),
          make_handle_operand<KernelHandle>(transpose_b ? k : n, transpose_b ? n : k, row_map_b, entries_b, values_b),
          transpose_a, transpose_b};
}

/// \brief Checks dimensions, extents and null pointers of both graphs.
/// \throws std::invalid_argument naming the operand and the numbers.
template <class KernelHandle>
void check_graphs(const HandleArguments<KernelHandle>& arguments) {
  check_graph_shape(arguments.a, "A");
  check_graph_shape(arguments.b, "B");
}

/// \brief Checks that the caller's \p count elements are at least \p needed.
inline void require_extent(const char* where, const char* name, std::size_t count, std::size_t needed, bool is_null) {
  require(count >= needed, where, name, " has ", count, " elements (need at least ", needed, ")");
  require(needed == 0 || !is_null, where, name, " is null (need ", needed, " elements)");
}

/// \brief Checks that C's row map has one offset more than rows; without rows, it may be empty.
template <class RowMap>
void check_row_map_c(const char* where, const RowMap& row_map_c, count_type num_rows) {
  const std::size_t count = row_map_c.extent(0);
  require(count == static_cast<std::size_t>(num_rows) + 1 || (num_rows == 0 && count == 0), where, "C: row_map has ",
          count, " offsets for ", num_rows, " rows (need ", num_rows + 1, ")");
  require(count == 0 || row_map_c.data() != nullptr, where, "C: row_map is null (need ", count, " offsets)");
}

/// \brief Checks that op(A) and op(B) agree in the inner dimension.
template <class AMatrix, class BMatrix>
void require_inner(const char* where, const AMatrix& a, bool transpose_a, const BMatrix& b, bool transpose_b) {
  const auto rows_a = transpose_a ? a.numCols() : a.numRows(), cols_a = transpose_a ? a.numRows() : a.numCols();
  const auto rows_b = transpose_b ? b.numCols() : b.numRows(), cols_b = transpose_b ? b.numRows() : b.numCols();
  require(cols_a == rows_b, where, "op(A) [", rows_a, " x ", cols_a, "] and op(B) [", rows_b, " x ", cols_b,
          "] (need as many columns of op(A) as rows of op(B))");
}

/// \brief The algorithm of a sub-handle. KokkosKernels up to 5.0 turns DEFAULT into SERIAL on host spaces; there,
/// SERIAL in one of its handles is treated as DEFAULT.
template <class SubHandle>
SPGEMMAlgorithm algorithm_of(const SubHandle& sub_handle) {
  const SPGEMMAlgorithm algorithm = sub_handle.get_algorithm_type();
  const bool is_default = !holds_state<SubHandle> && is_host_space_v<typename SubHandle::HandleExecSpace> &&
                          algorithm == KokkosSparse::SPGEMM_SERIAL;
  return is_default ? KokkosSparse::SPGEMM_DEFAULT : algorithm;
}

/// \brief The handle's options with its algorithm applied. Rows are sorted, whatever the caller says, because positions
/// in C are found by search.
template <class SubHandle>
SpGEMMOptions effective_options(const SubHandle& sub_handle, const SpGEMMOptions& options) {
  SpGEMMOptions effective = apply_algorithm(algorithm_of(sub_handle), options);
  effective.sorted_output = true;
  return effective;
}

/// \brief Symbolic phase: C's row map, the number of its entries, and the handle's flags.
/// \throws std::invalid_argument without a sub-handle, for operands or a row map of the wrong size, and for a pattern
///         that is not the handle's; std::runtime_error for an algorithm that Ocean does not have, or if memory runs
///         out.
template <class ExecutionSpace, class KernelHandle, class RowMapC>
void symbolic_through_handle(const ExecutionSpace& exec, KernelHandle& handle,
                             const HandleArguments<KernelHandle>& arguments, const RowMapC& row_map_c) {
  using types = HandleTypes<KernelHandle>;
  static_assert(std::is_same_v<ExecutionSpace, typename types::execution_space>,
                "Ocean::spgemm_symbolic: the instance must be of the handle's execution space");
  static_assert(std::is_same_v<typename types::offset_type, typename RowMapC::non_const_value_type>,
                "Ocean::spgemm_symbolic: C's row map must hold the handle's size_type");
  check_writable<RowMapC>();
  auto& sub_handle = spgemm_handle_of(handle, "spgemm_symbolic");
  const auto state = state_of(handle, "spgemm_symbolic");
  const CallTimer timer(state->report);
  const SpGEMMOptions options = effective_options(sub_handle, state->options);
  check_graphs(arguments);
  check_row_map_c("spgemm_symbolic", row_map_c, arguments.num_rows());
  typename HandleTypes<KernelHandle>::offset_type* row_map = row_map_c.data();
  Kokkos::View<typename types::offset_type*, typename ExecutionSpace::memory_space> no_rows;
  if (row_map_c.extent(0) == 0) {
    no_rows = allocate_view<decltype(no_rows)>(exec, "Ocean::no_rows", 1);
    row_map = no_rows.data();
  }
  const count_type nnz_c =
      state->symbolic(exec, arguments.a, arguments.transpose_a, arguments.b, arguments.transpose_b, row_map, options);
  sub_handle.set_c_nnz(static_cast<typename types::offset_type>(nnz_c));
  sub_handle.set_call_symbolic();
  sub_handle.set_computed_rowptrs();
}

/// \brief When the operands' arrays are compared with those of the symbolic call.
enum class PatternCheck {
  now,   ///< before anything else is done
  later  ///< by the caller: HandleState::compare_pattern()
};

/// \brief Checks what must hold before C's columns are written: sub-handle, symbolic call, pattern, sizes of C's graph.
/// \return the state
/// \throws std::invalid_argument or std::runtime_error with KokkosKernels' text where it has one; nothing is written.
template <class ExecutionSpace, class KernelHandle, class RowMapC, class EntriesC>
auto begin_entries(const ExecutionSpace& exec, KernelHandle& handle, const HandleArguments<KernelHandle>& arguments,
                   const RowMapC& row_map_c, const EntriesC& entries_c,
                   PatternCheck pattern_check = PatternCheck::now) {
  static_assert(std::is_same_v<ExecutionSpace, typename HandleTypes<KernelHandle>::execution_space>,
                "Ocean::spgemm_numeric: the instance must be of the handle's execution space");
  check_graph_types<KernelHandle, RowMapC, EntriesC>();
  check_writable<EntriesC>();
  const char* where = "spgemm_numeric";
  const auto state = state_of(handle, where);
  if (!state->is_symbolic_done()) throw std::runtime_error("Call spgemm symbolic before calling SpGEMM numeric");
  check_graphs(arguments);
  if (pattern_check == PatternCheck::now)
    state->verify_pattern(exec, arguments.a, arguments.transpose_a, arguments.b, arguments.transpose_b);
  check_row_map_c(where, row_map_c, arguments.num_rows());
  require_extent(where, "C: entries", entries_c.extent(0), static_cast<std::size_t>(state->nnz_c()),
                 entries_c.data() == nullptr);
  return state;
}

/// \brief Columns of C.
template <class ExecutionSpace, class KernelHandle, class RowMapC, class EntriesC>
void entries_through_handle(const ExecutionSpace& exec, KernelHandle& handle,
                            const HandleArguments<KernelHandle>& arguments, const RowMapC& row_map_c,
                            const EntriesC& entries_c) {
  const auto state = begin_entries(exec, handle, arguments, row_map_c, entries_c);
  const auto call = state->begin_call(exec);
  if (state->nnz_c() > 0)
    state->fill_columns(exec, state->problem(exec, arguments.a, arguments.b), row_map_c.data(), entries_c);
  spgemm_handle_of(handle, "spgemm_numeric").set_computed_entries();
}

/// \brief Checks everything that must hold before C is written: as begin_entries(), and the sizes of the values.
/// \param values_per_entry  of A, B and C: 1, or the elements of a block
/// \return the state
/// \throws std::invalid_argument or std::runtime_error with KokkosKernels' text where it has one; nothing is written.
template <class ExecutionSpace, class KernelHandle, class RowMapC, class EntriesC, class ValuesC>
auto begin_numeric(const ExecutionSpace& exec, KernelHandle& handle, const HandleArguments<KernelHandle>& arguments,
                   const RowMapC& row_map_c, const EntriesC& entries_c, const ValuesC& values_c,
                   count_type values_per_entry = 1, PatternCheck pattern_check = PatternCheck::now) {
  check_value_types<KernelHandle, ValuesC>();
  check_writable<ValuesC>();
  const char* where = "spgemm_numeric";
  const auto state = begin_entries(exec, handle, arguments, row_map_c, entries_c, pattern_check);
  const auto nnz_c = static_cast<std::size_t>(state->nnz_c());
  const auto num_values = static_cast<std::size_t>(values_per_entry);
  require_extent(where, "A: values", arguments.a.values.extent(0), arguments.a.entries.extent(0) * num_values,
                 arguments.a.values.data() == nullptr);
  require_extent(where, "B: values", arguments.b.values.extent(0), arguments.b.entries.extent(0) * num_values,
                 arguments.b.values.data() == nullptr);
  require_extent(where, "C: values", values_c.extent(0), nnz_c * num_values, values_c.data() == nullptr);
  return state;
}

/// \brief Sets the handle's flags after C has been written.
template <class KernelHandle>
void finish_numeric(KernelHandle& handle) {
  auto& sub_handle = spgemm_handle_of(handle, "spgemm_numeric");
  sub_handle.set_computed_entries();
  sub_handle.set_call_numeric();
}

/// \brief Numeric phase: C's columns and values, and the handle's flags.
/// \throws as begin_numeric(), and OutOfMemory if memory runs out.
template <class ExecutionSpace, class KernelHandle, class RowMapC, class EntriesC, class ValuesC>
void numeric_through_handle(const ExecutionSpace& exec, KernelHandle& handle,
                            const HandleArguments<KernelHandle>& arguments, const RowMapC& row_map_c,
                            const EntriesC& entries_c, const ValuesC& values_c) {
  const auto timed = state_of(handle, "spgemm_numeric");  // outlives the timer, which writes its report
  const CallTimer timer(timed->report);
  const auto state = begin_numeric(exec, handle, arguments, row_map_c, entries_c, values_c, 1, PatternCheck::later);
  const auto call = state->begin_call(exec);
  auto comparison =
      state->compare_pattern(exec, arguments.a, arguments.transpose_a, arguments.b, arguments.transpose_b);
  const auto verify = [&] { state->require_equal(comparison); };
  if (!comparison.is_gated() || state->nnz_c() == 0) verify();
  if (state->nnz_c() > 0)
    state->fill(exec, state->problem(exec, arguments.a, arguments.b), row_map_c.data(), entries_c, values_c.data(),
                verify);
  finish_numeric(handle);
}

}  // namespace Ocean::Impl

#endif
