#ifndef OCEAN_HANDLE_HANDLE_STATE_HPP
#define OCEAN_HANDLE_HANDLE_STATE_HPP
/// \file
/// \brief What persists between the symbolic and the numeric calls of one handle.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "../drivers/enough_memory.hpp"
#include "../operations/filled_entries.hpp"
#include "../operations/instantiations.hpp"
#include "../operations/pattern_guard.hpp"
#include "../operations/transpose.hpp"

namespace Ocean::Impl {

/// \brief The part of a handle's state that does not depend on types.
class HandleStateBase {
 public:
  virtual ~HandleStateBase() = default;
  SpGEMMOptions options;  ///< of the next symbolic call; the handle's algorithm is applied on top
  SpGEMMReport report;    ///< of the last call
};

/// \brief Throws KokkosKernels' error for a pattern that is not the handle's.
/// \param where  "spgemm_symbolic" or "spgemm_numeric"
[[noreturn]] inline void throw_pattern_changed(const std::string& where) {
  const char* calls =
      where == "spgemm_symbolic" ? "first spgemm_symbolic call." : "first spgemm_symbolic and spgemm_numeric calls.";
  throw std::invalid_argument(
      concatenate("KokkosSparse::", where,
                  ": once used, an spgemm handle cannot be reused for a product with a different sparsity pattern.\n"
                  "The rowptrs and entries of A and B must be identical to those passed to the ",
                  calls));
}

/// \brief One product C = op(A) op(B): its pattern, its plan, and the transposes it needs.
///
/// Calls on one state must be made one after the other, as with a KokkosKernels handle, from any thread and on any
/// instances of one device; different states may be used by different threads at the same time. Operands are passed as
/// they lie in memory, together with whether each is transposed.
template <class ExecutionSpace, class Offset, class Ordinal, class Scalar>
class HandleState : public HandleStateBase {
 public:
  using execution_space = ExecutionSpace;
  using offset_type = Offset;
  using ordinal_type = Ordinal;
  using scalar_type = Scalar;
  using operand_type = CsrOperand<ExecutionSpace, Offset, Ordinal, Scalar>;
  using problem_type = Problem<operand_type, operand_type>;
  using product_type = CsrProduct<ExecutionSpace, Offset, Ordinal, Scalar>;
  using reusable_type = ReusableProduct<ExecutionSpace, problem_type, product_type>;
  using pending_type = PendingFingerprint<ExecutionSpace>;
  using guard_type = PatternGuard<ExecutionSpace, 2>;
  using comparison_type = typename guard_type::Comparison;

  /// \brief Sizes of C; writes all of \p row_map_c [rows of op(A) + 1]. Values of \p a and \p b are not read.
  /// \param effective the options with the handle's algorithm applied
  /// \throws std::invalid_argument if the state has the pattern of another product, and as ReusableProduct.
  count_type symbolic(const ExecutionSpace& exec, const operand_type& a, bool transpose_a, const operand_type& b,
                      bool transpose_b, Offset* row_map_c, const SpGEMMOptions& effective) {
    const bool is_known = m_guard.is_set();
    const auto shapes = shapes_of(a, transpose_a, b, transpose_b);
    if (is_known && shapes != m_guard.shapes()) throw_pattern_changed("spgemm_symbolic");
    std::optional<pending_type> fingerprint;
    const auto start_fingerprint = [&] {
      if (!fingerprint) fingerprint.emplace(exec, a, b);
    };
    if (is_known) {
      start_fingerprint();
      if (!m_guard.has_fingerprint(fingerprint->wait())) throw_pattern_changed("spgemm_symbolic");
    }
    m_is_ready = false;
    m_guard.use_gate(nullptr);
    if (m_workspace) m_workspace->hand_over(exec);
    m_product.release();  // its memory goes to the next product
    m_workspace = std::make_shared<Workspace<ExecutionSpace>>(exec, effective);
    const auto call = begin_call(exec);
    const auto form = [&](Workspace<ExecutionSpace>& workspace) {
      form_transposes(exec, a, transpose_a, b, transpose_b, effective.deterministic, workspace);
      return graphs(a, b);
    };
    const auto run = [&] {
      form(*m_workspace);
      const auto gate_word = allocate_gate_word();
      return m_product.symbolic(exec, problem(exec, a, b), row_map_c, effective, report, m_workspace, [&] {
        start_fingerprint();
        open_gate(exec, gate_word);
      });
    };
    const count_type nnz_c =
        with_enough_named(effective, run, [&] { return enough_for_formed_calls<product_type>(exec, effective, form); });
    const bool is_waited_for = fingerprint.has_value();  // the analysis began it, and symbolic() has waited
    start_fingerprint();
    m_guard.remember(shapes, is_waited_for ? fingerprint->get() : fingerprint->wait());
    m_filled.reset();
    m_used_options = effective;
    m_is_ready = true;
    return nnz_c;
  }

  /// \brief A call on \p exec: as long as the result lives, the state's memory is used on that instance.
  /// \throws std::invalid_argument if \p exec is on another device than the symbolic call.
  WorkspaceCall<ExecutionSpace> begin_call(const ExecutionSpace& exec) { return {*m_workspace, exec}; }

  /// \brief Whether the last symbolic() succeeded.
  bool is_symbolic_done() const { return m_is_ready; }
  count_type nnz_c() const { return m_product.nnz_c(); }
  /// \brief The options of the last symbolic call.
  const SpGEMMOptions& used_options() const { return m_used_options; }
  /// \brief Work memory that stays alive between calls.
  std::size_t workspace_bytes() const { return m_workspace == nullptr ? 0 : m_workspace->live_bytes(); }
  reusable_type& product() { return m_product; }
  /// \brief The work memory of all calls. Pre: symbolic() was called
  Workspace<ExecutionSpace>& workspace() { return *m_workspace; }

  /// \brief Refuses patterns other than symbolic()'s. Dimensions and lengths are always compared; the arrays are read
  /// on the first call after symbolic(), when the address of one has changed since the last comparison, on host spaces,
  /// and with check_indices. Waits for \p exec if it reads.
  /// \throws std::invalid_argument with KokkosKernels' text.
  void verify_pattern(const ExecutionSpace& exec, const operand_type& a, bool transpose_a, const operand_type& b,
                      bool transpose_b) {
    if (shapes_of(a, transpose_a, b, transpose_b) != m_guard.shapes() ||
        !m_guard.has_arrays_of(exec, pattern_reads(), a, b))
      throw_pattern_changed("spgemm_numeric");
  }
  /// \brief verify_pattern() in two steps: compares dimensions and lengths, and begins to read the arrays, behind a
  /// gate where there is one.
  /// Pre     begin_call(): kernels of earlier calls, which may be on other instances, still look at the gate
  comparison_type compare_pattern(const ExecutionSpace& exec, const operand_type& a, bool transpose_a,
                                  const operand_type& b, bool transpose_b) {
    if (shapes_of(a, transpose_a, b, transpose_b) != m_guard.shapes()) throw_pattern_changed("spgemm_numeric");
    return m_guard.begin_comparison(exec, pattern_reads(), a, b);
  }
  /// \brief The second step, which may be repeated.
  static void require_equal(comparison_type& comparison) {
    if (!comparison.is_equal()) throw_pattern_changed("spgemm_numeric");
  }

  /// \brief op(A) and op(B): the operands themselves, or the kept transposes with values gathered from the operands'.
  /// Pre     the patterns are those of symbolic()
  problem_type problem(const ExecutionSpace& exec, const operand_type& a, const operand_type& b) const {
    if (m_transpose_a) refill_transpose(exec, a, m_transposed_a);
    if (m_transpose_b) refill_transpose(exec, b, m_transposed_b);
    return {m_transpose_a ? m_transposed_a.operand : a, m_transpose_b ? m_transposed_b.operand : b};
  }

  /// \brief The graphs of op(A) and op(B), without values.
  problem_type graphs(operand_type a, operand_type b) const {
    a.values = b.values = {};
    if (m_transpose_a) a = without_values(m_transposed_a);
    if (m_transpose_b) b = without_values(m_transposed_b);
    return {a, b};
  }
  /// \brief The transposes that are kept; empty for an operand that is not transposed.
  const TransposedOperand<operand_type>& transposed_a() const { return m_transposed_a; }
  const TransposedOperand<operand_type>& transposed_b() const { return m_transposed_b; }

  /// \brief Columns of C, unless \p entries_c [nnz_c()] holds them already.
  template <class Entries>
  void fill_columns(const ExecutionSpace& exec, const problem_type& operands, const Offset* row_map_c,
                    const Entries& entries_c, bool prepare = true) {
    if (m_filled.holds(exec, entries_c, nnz_c())) return;
    m_product.fill_entries(exec, operands, row_map_c, entries_c.data(), prepare);
    m_filled.remember(exec, entries_c, nnz_c());
  }

  /// \brief Computes columns and values of C; only values if the columns are already there.
  /// \param verify  as for ReusableProduct::numeric(); nothing has been written if it throws
  /// Pre     \p operands from problem(), perhaps with other values
  template <class Entries>
  void fill(
      const ExecutionSpace& exec, const problem_type& operands, const Offset* row_map_c, const Entries& entries_c,
      Scalar* values_c, const std::function<void()>& verify = [] {}) {
    const bool is_known_place = m_filled.lies_at(entries_c);  // elsewhere, the product fills columns by itself
    if (is_known_place) {
      verify();
      fill_columns(exec, operands, row_map_c, entries_c);
    }
    m_product.numeric(exec, operands, row_map_c, entries_c.data(), values_c, report, verify);
    if (!is_known_place) m_filled.remember(exec, entries_c, nnz_c());
  }

 private:
  PatternReads pattern_reads() const {
    return m_used_options.check_indices ? PatternReads::always : pattern_reads_default<ExecutionSpace>;
  }

  using gate_word_type = typename Workspace<ExecutionSpace>::template view_type<std::uint64_t>;

  /// \brief What kernels look at that are launched before the patterns have been compared. None within bounds of
  /// memory, which are for the product alone.
  gate_word_type allocate_gate_word() {
    if (!LaunchGate<ExecutionSpace>::available || m_workspace->is_bounded()) return {};
    return m_workspace->template allocate<std::uint64_t>("Ocean::handle::gate_word", 1);
  }
  void open_gate(const ExecutionSpace& exec, const gate_word_type& word) {
    if (word.extent(0) == 0) return;
    DeviceMemory<ExecutionSpace>::clear(exec, word.data(), 1);
    m_guard.use_gate(word.data());
  }

  /// \brief Transposes of the graphs with values allocated, kept until the next symbolic call.
  void form_transposes(const ExecutionSpace& exec, const operand_type& a, bool transpose_a, const operand_type& b,
                       bool transpose_b, bool deterministic, Workspace<ExecutionSpace>& workspace) {
    m_transpose_a = transpose_a;
    m_transpose_b = transpose_b;
    m_transposed_a = {};
    m_transposed_b = {};
    if (transpose_a) m_transposed_a = transpose_graph(exec, a, "A", deterministic, workspace);
    if (transpose_b) m_transposed_b = transpose_graph(exec, b, "B", deterministic, workspace);
  }

  static typename guard_type::shapes_type shapes_of(const operand_type& a, bool transpose_a, const operand_type& b,
                                                    bool transpose_b) {
    return {shape_of(a, transpose_a), shape_of(b, transpose_b)};
  }
  static operand_type without_values(const TransposedOperand<operand_type>& transposed) {
    operand_type graph = transposed.operand;
    graph.values = {};
    return graph;
  }

  SpGEMMOptions m_used_options;
  guard_type m_guard;
  bool m_is_ready = false;
  bool m_transpose_a = false, m_transpose_b = false;
  FilledEntries<ExecutionSpace> m_filled;
  std::shared_ptr<Workspace<ExecutionSpace>> m_workspace;
  TransposedOperand<operand_type> m_transposed_a, m_transposed_b;
  reusable_type m_product;
};

}  // namespace Ocean::Impl

#endif
