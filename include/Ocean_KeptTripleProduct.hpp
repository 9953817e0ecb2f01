#ifndef OCEAN_KEPTTRIPLEPRODUCT_HPP
#define OCEAN_KEPTTRIPLEPRODUCT_HPP
/// \file
/// \brief C = op(R) A P as a new matrix, call after call with operands whose patterns stay.

#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "Ocean_TripleProduct.hpp"
#include "ocean/operations/pattern_guard.hpp"

namespace Ocean {

/// \brief triple_product() for code that asks for a new matrix each time although only values have changed, as MueLu
/// does. TripleProduct needs less memory and time where the caller can say so.
///
/// A single call keeps nothing. The second one in a row with operands of the same shapes keeps the graphs of A P and C,
/// and R's transpose; the third prepares sums of R (A P), and later ones only sum, or multiply again where there is no
/// room for lists or places. Patterns that have changed in between may do so again: nothing is kept from then on. The
/// patterns are read in every call to find that out; no array of R, A, P or C is held between calls.
/// Movable, not copyable. Make calls one after the other, each on any instance of one device.
/// \tparam Matrix  KokkosSparse::CrsMatrix, of R, A, P and C
template <class Matrix>
class KeptTripleProduct {
 public:
  /// \brief The execution space of C, whose instances the calls take.
  using execution_space = typename Matrix::execution_space;

  /// \brief How the last call found the values of R (A P): by kept lists or places, or by a product.
  ValueSource source() const { return m_source; }
  /// \brief Bytes that live between calls.
  std::size_t kept_bytes() const {
    if (!m_graph.has_value()) return 0;
    return m_product.workspace_bytes() + m_graph->row_map.span() * sizeof(typename graph_type::size_type) +
           m_graph->entries.span() * sizeof(typename graph_type::data_type);
  }

  /// \brief Returns C, all arrays of which belong to the caller.
  ///
  /// Shapes  op(R) [m x n], A [n x k], P [k x l], C [m x l]
  /// Launch  all work is on \p exec, which calls wait for where something is kept
  /// \param options  as for triple_product(); reuse: whether anything may be kept. Nothing is kept in workspace_data
  ///                 or with skip_zeros or drop_zeros, by which C's columns depend on values. Calls that sum follow
  ///                 the options of the second call; its memory_limit_bytes holds for what is kept, C apart
  /// \throws as triple_product()
  Matrix multiply(const execution_space& exec, const Matrix& r, bool transpose_r, const Matrix& a, const Matrix& p,
                  const SpGEMMOptions& options = {}) {
    const Operands operands{r, a, p, transpose_r};
    const shapes_type shapes{shape_of(r, transpose_r), shape_of(a), shape_of(p)};
    const bool keeps = std::exchange(m_shapes, std::nullopt) == shapes && m_may_keep && may_keep(options);
    if (keeps) {
      try {
        return remembered(shapes, Impl::with_out_of_memory("triple_product", [&] {
                            return m_graph.has_value() ? sum(exec, operands) : prepare(exec, operands, options);
                          }));
      } catch (const std::invalid_argument&) {  // other patterns of the same shapes, or operands that do not match
      } catch (const OutOfMemory&) {            // for what is kept, perhaps
      }
    }
    if (keeps || m_graph.has_value()) stop_keeping();
    m_source = ValueSource::product;
    return remembered(shapes, triple_product<Matrix>(exec, r, transpose_r, a, p, options));
  }

 private:
  using graph_type = typename Matrix::staticcrsgraph_type;
  using shapes_type = std::array<Impl::PatternShape, 3>;
  struct Operands {
    const Matrix &r, &a, &p;
    bool transpose_r;
  };

  static bool may_keep(const SpGEMMOptions& options) {
    return options.reuse && options.workspace_data == nullptr && options.skip_zeros == SkipZeros::none &&
           !options.drop_zeros;
  }
  static Impl::PatternShape shape_of(const Matrix& matrix, bool is_transposed = false) {
    return Impl::shape_of(Impl::operand_of<execution_space>(matrix), is_transposed);
  }
  Matrix remembered(const shapes_type& shapes, const Matrix& c) {
    m_shapes = shapes;
    return c;
  }

  Matrix prepare(const execution_space& exec, const Operands& operands, SpGEMMOptions options) {
    options.sorted_output = true;  // what is kept depends on the positions in C
    const auto& [r, a, p, transpose_r] = operands;
    const Matrix c = m_product.symbolic(exec, r, transpose_r, a, p, options);
    return numeric(exec, operands, c);
  }
  Matrix sum(const execution_space& exec, const Operands& operands) {
    const auto& [r, a, p, transpose_r] = operands;
    const auto num_entries = m_graph->entries.extent(0);
    const typename Matrix::values_type::non_const_type values(
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "Ocean::values"), num_entries);
    return numeric(exec, operands,
                   Matrix("Ocean::c", transpose_r ? r.numCols() : r.numRows(), p.numCols(), num_entries, values,
                          m_graph->row_map, m_graph->entries));
  }
  /// \brief C with a graph of its own: the one of \p c is kept, and callers may do with theirs what they like.
  /// \throws std::invalid_argument for other patterns
  Matrix numeric(const execution_space& exec, const Operands& operands, const Matrix& c) {
    SpGEMMReport report;
    m_product.numeric(exec, operands.r, operands.a, operands.p, c, &report);
    m_source = report.value_source;
    m_graph = c.graph;
    const auto row_map = copy(exec, c.graph.row_map, "Ocean::row_map");
    const auto entries = copy(exec, c.graph.entries, "Ocean::entries");
    exec.fence("Ocean::kept_triple_product");
    return Matrix("Ocean::c", c.numRows(), c.numCols(), c.nnz(), c.values, row_map, entries);
  }
  template <class View>
  static typename View::non_const_type copy(const execution_space& exec, const View& from, const std::string& label) {
    const typename View::non_const_type to(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label),
                                           from.extent(0));
    Kokkos::deep_copy(exec, to, from);
    return to;
  }
  void stop_keeping() {
    m_may_keep = false;
    m_product = {};
    m_graph.reset();
  }

  std::optional<shapes_type> m_shapes;  ///< of the last call, if it succeeded
  bool m_may_keep = true;
  ValueSource m_source = ValueSource::none;
  TripleProduct<Matrix> m_product{Impl::PatternReads::always};  // no array of R, A and P is held
  std::optional<graph_type> m_graph;                            ///< of C
};

}  // namespace Ocean

#endif
