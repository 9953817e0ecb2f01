#ifndef OCEAN_OPERATIONS_KEPT_GRAPH_PRODUCT_HPP
#define OCEAN_OPERATIONS_KEPT_GRAPH_PRODUCT_HPP
/// \file
/// \brief Values of C = A B in a graph that the caller has, call after call.

#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "../../Ocean_Error.hpp"
#include "../core/find_first.hpp"
#include "../drivers/fill_values_driver.hpp"
#include "../drivers/graph_product.hpp"
#include "../drivers/kept_sums.hpp"
#include "../kernels/handle/find_unsorted_row.hpp"
#include "../stages/reuse.hpp"
#include "pattern_guard.hpp"

namespace Ocean::Impl {

/// \brief fill_values() for calls that may be repeated with the same patterns: the second prepares, where places are
/// kept while it sums, and later ones only sum.
///
/// Nothing is read or kept for a single call. Later calls read the patterns of A, B and C to find out whether they are
/// those that were prepared for, or those of them whose addresses have changed. Patterns that have changed in between
/// may do so again: they are not prepared for any more. On CPUs, where there is no room for lists or places, what is
/// kept is that the graph has all columns: later calls do not look for those that it lacks.
template <class ExecutionSpace, class ProblemType, class Product>
class KeptGraphProduct {
 public:
  using scalar_type = typename Product::scalar_type;
  using operand_c_type =
      CsrOperand<ExecutionSpace, typename Product::offset_type, typename Product::ordinal_type, scalar_type>;
  using graph_product_type = GraphProduct<ProblemType, operand_c_type, scalar_type>;

  /// \brief How the last call found the values: by kept lists or places, or by a product.
  ValueSource source() const { return m_source; }
  /// \brief Whether a call with the same patterns would sum by what is kept. If that one reads patterns only where an
  /// address has changed, the arrays of this call must live until then.
  bool keeps() const { return m_sums.has_any() || m_knows_graph; }
  /// \brief Work memory that lives between calls.
  std::size_t workspace_bytes() const { return m_workspace ? m_workspace->live_bytes() : 0; }

  /// \brief Values of C.
  /// \param options  those that fill_values() takes; reuse, reuse_memory_factor. Without MissingEntries::error, or with
  ///                 skip_zeros, nothing is kept: C may lack columns then
  /// \param reads    when patterns are read again
  /// \throws as fill_values()
  void numeric(const ExecutionSpace& exec, const graph_product_type& product, const SpGEMMOptions& options,
               PatternReads reads = pattern_reads_default<ExecutionSpace>) {
    const Facts facts = facts_of(product);
    if (keeps()) {
      if (facts == m_facts && has_patterns_of(exec, product, reads))
        return m_knows_graph ? fill_known(exec, product, options) : sum(exec, product);
      m_may_prepare = false;
      forget();
    }
    const bool is_second = std::exchange(m_facts, std::nullopt) == facts;
    const bool has_all_columns =  // of the product, whatever its values
        options.missing_entries == MissingEntries::error && options.skip_zeros == SkipZeros::none;
    const bool prepares = is_second && m_may_prepare && options.reuse && has_all_columns && facts.c.num_entries > 0;
    m_source = ValueSource::product;
    if (prepares)
      prepare(exec, product, facts, options);
    else
      fill_values(exec, product, options);
    m_facts = facts;
  }

 private:
  /// \brief What can be compared without reading an array.
  struct Facts {
    PatternShape a, b, c;
    bool is_scaled = false;  ///< by Jacobi's factors, which only sums at places know
    bool operator==(const Facts&) const = default;
  };
  static Facts facts_of(const graph_product_type& product) {
    const auto& [a, b] = product.problem;
    return {shape_of(a), shape_of(b), shape_of(product.c), a.jacobi.factor != nullptr};
  }
  static auto graph_of(const graph_product_type& product) {
    return typename KeptSums<ExecutionSpace, ProblemType, Product>::graph_type{product.c.row_map.data(),
                                                                               product.c.entries.data()};
  }

  bool has_patterns_of(const ExecutionSpace& exec, const graph_product_type& product, PatternReads reads) {
    const auto& [a, b] = product.problem;
    return m_guards.have_arrays_of(exec, reads, a, b, product.c) == std::array{true, true, true};
  }

  void sum(const ExecutionSpace& exec, const graph_product_type& product) {
    const WorkspaceCall<ExecutionSpace> in_use(*m_workspace, exec);
    m_sums.sum(exec, product.problem, graph_of(product), product.values_c, *m_workspace);
    m_source = m_sums.source();
  }

  /// \brief The values by a product: the graph has all columns.
  void fill_known(const ExecutionSpace& exec, const graph_product_type& product, SpGEMMOptions options) {
    options.missing_entries = MissingEntries::drop;
    fill_values(exec, product, options);
    m_source = ValueSource::product;
  }

  /// \brief The values, and lists or places are kept if C's rows ascend and there is memory for them.
  void prepare(const ExecutionSpace& exec, const graph_product_type& product, const Facts& facts,
               const SpGEMMOptions& options) {
    const auto& [problem, c, values] = product;
    if (find_unsorted_row(exec, c.row_map, c.entries, c.num_rows) < c.num_rows)
      return fill_values(exec, product, options);
    m_workspace = std::make_unique<Workspace<ExecutionSpace>>(exec, options);
    try {
      fill_and_keep(exec, product, facts, options);
    } catch (...) {
      forget();
      throw;
    }
    if (!m_sums.has_any()) m_workspace.reset();
    m_knows_graph = !m_sums.has_any() && resolve_path<ExecutionSpace>(options.path) == ExecutionPath::host;
    if (keeps()) m_guards.read(exec, problem.a, problem.b, c);
  }

  /// \brief The first sum at places finds these; lists are made before. Both find columns that the graph lacks.
  void fill_and_keep(const ExecutionSpace& exec, const graph_product_type& product, const Facts& facts,
                     const SpGEMMOptions& options) {
    const auto graph = graph_of(product);
    keep(exec, [&] {
      const RepeatedSumsFacts sums = sums_facts(exec, product, facts, options);
      const bool calls_for_places = m_sums.prepare_places(exec, product.problem, graph, sums, *m_workspace);
      if (!calls_for_places && !facts.is_scaled)  // lists know no factors of rows
        m_sums.prepare_lists(exec, product.problem, graph, sums, MissingEntries::error, *m_workspace);
    });
    if (!m_sums.has_any()) return fill_values(exec, product, options);
    const WorkspaceCall<ExecutionSpace> in_use(*m_workspace, exec);
    if (m_sums.has_places())
      m_sums.sum_first_or_throw(exec, product.problem, graph, product.values_c, *m_workspace);
    else
      m_sums.sum(exec, product.problem, graph, product.values_c, *m_workspace);
    m_source = m_sums.source();
  }

  /// \brief action() in the workspace; nothing is kept if that has no memory for it.
  template <class Action>
  void keep(const ExecutionSpace& exec, const Action& action) {
    const WorkspaceCall<ExecutionSpace> in_use(*m_workspace, exec);
    try {
      with_out_of_memory("reuse", action);
    } catch (const OutOfMemory&) {
      m_sums.forget("no memory for places or lists of products");
      m_workspace->release_after(0);
    }
  }

  RepeatedSumsFacts sums_facts(const ExecutionSpace& exec, const graph_product_type& product, const Facts& facts,
                               const SpGEMMOptions& options) {
    RepeatedSumsFacts sums;
    sums.options = options;
    sums.path = resolve_path<ExecutionSpace>(options.path);
    sums.nnz_c = facts.c.num_entries;
    sums.summary.nnz_a = facts.a.num_entries;
    sums.summary.nnz_b = facts.b.num_entries;
    sums.summary.b_rows_sorted = true;  // what needs it looks for itself
    sums.summary.total_products = count_products(exec, product.problem);
    if (facts.is_scaled) sums.tuning.sums = ReuseSums::places;
    return sums;
  }

  void forget() {
    m_sums.forget("other patterns");
    m_knows_graph = false;
    m_workspace.reset();
  }

  std::optional<Facts> m_facts;  ///< of the last call, if it succeeded
  bool m_may_prepare = true;
  bool m_knows_graph = false;  ///< neither lists nor places are kept, but the graph has all columns
  ValueSource m_source = ValueSource::none;
  PatternGuards<ExecutionSpace, 3> m_guards;  ///< of A, B and C
  std::unique_ptr<Workspace<ExecutionSpace>> m_workspace;
  KeptSums<ExecutionSpace, ProblemType, Product> m_sums;
};

}  // namespace Ocean::Impl

#endif
