#ifndef OCEAN_OPERATIONS_KEPT_GRAPH_PRODUCT_HPP
#define OCEAN_OPERATIONS_KEPT_GRAPH_PRODUCT_HPP
/// \file
/// \brief Values of C = A B in a graph that the caller has, call after call.

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

/// \brief fill_values() for calls that may be repeated with the same patterns: the second prepares, later ones only
/// sum.
///
/// Nothing is read or kept for a single call. Later calls read the patterns of A, B and C to find out whether they are
/// those that were prepared for (on a device only where an address has changed). Patterns that have changed in between
/// may do so again: they are not prepared for any more.
template <class ExecutionSpace, class ProblemType, class Product>
class KeptGraphProduct {
 public:
  using scalar_type = typename Product::scalar_type;
  using operand_c_type =
      CsrOperand<ExecutionSpace, typename Product::offset_type, typename Product::ordinal_type, scalar_type>;
  using graph_product_type = GraphProduct<ProblemType, operand_c_type, scalar_type>;

  /// \brief How the last call found the values: by kept lists or places, or by a product.
  ValueSource source() const { return m_source; }
  /// \brief Work memory that lives between calls.
  std::size_t workspace_bytes() const { return m_workspace ? m_workspace->live_bytes() : 0; }

  /// \brief Values of C.
  /// \param options  those that fill_values() takes; reuse, reuse_memory_factor. Without MissingEntries::error, or with
  ///                 skip_zeros, nothing is kept: C may lack columns then
  /// \throws as fill_values()
  void numeric(const ExecutionSpace& exec, const graph_product_type& product, const SpGEMMOptions& options) {
    const Facts facts = facts_of(product);
    if (m_sums.has_any()) {
      if (facts == m_facts && has_patterns_of(exec, product)) return sum(exec, product);
      m_may_prepare = false;
      forget();
    }
    const bool is_second = std::exchange(m_facts, std::nullopt) == facts;
    m_source = ValueSource::product;
    fill_values(exec, product, options);
    m_facts = facts;
    const bool has_all_columns =  // of the product, whatever its values
        options.missing_entries == MissingEntries::error && options.skip_zeros == SkipZeros::none;
    if (is_second && m_may_prepare && options.reuse && has_all_columns && facts.c.num_entries > 0)
      prepare(exec, product, options);
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

  bool has_patterns_of(const ExecutionSpace& exec, const graph_product_type& product) {
    return m_operands.has_arrays_of(exec, false, product.problem.a, product.problem.b) &&
           m_graph.has_arrays_of(exec, false, product.c);
  }

  void sum(const ExecutionSpace& exec, const graph_product_type& product) {
    const WorkspaceCall<ExecutionSpace> in_use(*m_workspace, exec);
    m_sums.sum(exec, product.problem, graph_of(product), product.values_c);
    m_source = m_sums.source();
  }

  /// \brief Keeps lists or places, if C's rows ascend and there is memory for them.
  void prepare(const ExecutionSpace& exec, const graph_product_type& product, const SpGEMMOptions& options) {
    const auto& [problem, c, values] = product;
    if (find_unsorted_row(exec, c.row_map, c.entries, c.num_rows) < c.num_rows) return;
    m_workspace = std::make_unique<Workspace<ExecutionSpace>>(exec, options);
    try {
      with_out_of_memory("reuse", [&] { keep_sums(exec, product, options); });
    } catch (const OutOfMemory&) {
      m_sums.forget("no memory for places or lists of products");
    }
    if (!m_sums.has_any()) return m_workspace.reset();
    m_operands.remember({shape_of(problem.a), shape_of(problem.b)},
                        PendingFingerprint<ExecutionSpace>(exec, problem.a, problem.b).wait());
    m_graph.remember({shape_of(c)}, PendingFingerprint<ExecutionSpace>(exec, c).wait());
  }

  void keep_sums(const ExecutionSpace& exec, const graph_product_type& product, const SpGEMMOptions& options) {
    const WorkspaceCall<ExecutionSpace> in_use(*m_workspace, exec);
    RepeatedSumsFacts facts;
    facts.options = options;
    facts.path = resolve_path<ExecutionSpace>(options.path);
    facts.nnz_c = m_facts->c.num_entries;
    facts.summary.nnz_a = m_facts->a.num_entries;
    facts.summary.nnz_b = m_facts->b.num_entries;
    facts.summary.b_rows_sorted = true;  // what needs it looks for itself
    const auto row_products = count_row_products(exec, product.problem, *m_workspace);
    facts.summary.total_products = read_element(exec, row_products, m_facts->a.num_rows);
    m_workspace->release(row_products);
    if (m_facts->is_scaled) facts.tuning.sums = ReuseSums::places;
    m_sums.prepare(exec, product.problem, graph_of(product), facts, *m_workspace);
    if (m_facts->is_scaled && m_sums.has_lists()) m_sums.forget("lists know no factors of rows");
  }

  void forget() {
    m_sums.forget("other patterns");
    m_workspace.reset();
  }

  std::optional<Facts> m_facts;  ///< of the last call, if it succeeded
  bool m_may_prepare = true;
  ValueSource m_source = ValueSource::none;
  PatternGuard<ExecutionSpace, 2> m_operands;
  PatternGuard<ExecutionSpace, 1> m_graph;
  std::unique_ptr<Workspace<ExecutionSpace>> m_workspace;
  KeptSums<ExecutionSpace, ProblemType, Product> m_sums;
};

}  // namespace Ocean::Impl

#endif
