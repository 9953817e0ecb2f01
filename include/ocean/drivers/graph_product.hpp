#ifndef OCEAN_DRIVERS_GRAPH_PRODUCT_HPP
#define OCEAN_DRIVERS_GRAPH_PRODUCT_HPP
/// \file
/// \brief What public calls with a given graph of C have in common: their operands, checks, and the values.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "../../Ocean_Error.hpp"
#include "../core/make_operand.hpp"
#include "../core/problem.hpp"
#include "../kernels/handle/find_unsorted_row.hpp"
#include "../stages/check_operands.hpp"
#include "compiled_products.hpp"
#include "fill_values.hpp"

namespace Ocean::Impl {

/// \brief A and B, and the graph of C with the values to be written.
template <class ProblemType, class OperandC, class Scalar>
struct GraphProduct {
  ProblemType problem;
  OperandC c;
  Scalar* values_c;  ///< those of c, which only reads them
};

/// \brief From the views of a call: A [num_rows x num_inner], B [num_inner x num_cols], C [num_rows x num_cols].
template <class ExecutionSpace, class RowMapA, class EntriesA, class ValuesA, class RowMapB, class EntriesB,
          class ValuesB, class RowMapC, class EntriesC, class ValuesC>
auto make_graph_product(std::int64_t num_rows, std::int64_t num_inner, std::int64_t num_cols, const RowMapA& row_map_a,
                        const EntriesA& entries_a, const ValuesA& values_a, const RowMapB& row_map_b,
                        const EntriesB& entries_b, const ValuesB& values_b, const RowMapC& row_map_c,
                        const EntriesC& entries_c, const ValuesC& values_c) {
  static_assert(std::is_same_v<typename ValuesC::value_type, typename ValuesC::non_const_value_type>,
                "Ocean::spgemm_numeric, Ocean::spgemm_masked: the values of C must not be const");
  const auto a = make_operand<ExecutionSpace>(num_rows, num_inner, row_map_a, entries_a, values_a);
  const auto b = make_operand<ExecutionSpace>(num_inner, num_cols, row_map_b, entries_b, values_b);
  const auto c = make_operand<ExecutionSpace>(num_rows, num_cols, row_map_c, entries_c, values_c);
  using problem_type = Problem<std::decay_t<decltype(a)>, std::decay_t<decltype(b)>>;
  using product_type = CsrProduct<ExecutionSpace, typename RowMapC::non_const_value_type,
                                  typename EntriesC::non_const_value_type, typename ValuesC::non_const_value_type>;
  static_assert(require_compiled<problem_type, product_type>());
  return GraphProduct<problem_type, std::decay_t<decltype(c)>, typename ValuesC::value_type>{
      {a, b}, c, values_c.data()};
}

/// \brief The values of C, of which the call's checks have passed; as the form on pointers.
template <class ExecutionSpace, class ProblemType, class OperandC, class Scalar>
void fill_values(const ExecutionSpace& exec, const GraphProduct<ProblemType, OperandC, Scalar>& product,
                 const SpGEMMOptions& options) {
  const OperandC& c = product.c;
  fill_values(exec, product.problem, static_cast<count_type>(c.entries.extent(0)), c.row_map.data(), c.entries.data(),
              product.values_c, options);
}

/// \brief Reads the graph that \p name has given. Cost: one read of its columns; waits for \p exec.
/// \throws std::invalid_argument naming the first row whose columns do not ascend.
template <class ExecutionSpace, class Operand>
void check_ascending_rows(const ExecutionSpace& exec, const char* where, const Operand& graph, const char* name) {
  const count_type row = find_unsorted_row(exec, graph.row_map, graph.entries, graph.num_rows);
  require(row == std::numeric_limits<count_type>::max(), where, name, ": the columns of row ", row,
          " do not ascend (need sorted rows that hold each column once)");
}

/// \brief Checks dimensions and extents of A, B and C's three arrays; with \p check_contents also reads C's graph.
/// \throws std::invalid_argument naming the operand and the numbers; nothing is written.
template <class ExecutionSpace, class Product>
void check_into_graph(const ExecutionSpace& exec, const Product& product, bool check_contents) {
  check_shapes(product.problem);
  check_operand_shape(product.c, "C");
  if (!check_contents) return;
  check_operand(exec, product.problem.a, "A", true);
  check_operand(exec, product.problem.b, "B", true);
  check_operand(exec, product.c, "C", true);
  check_ascending_rows(exec, "spgemm_numeric", product.c, "C");
}

/// \brief Checks that A B has the dimensions of the matrix \p c, which the error calls \p name.
/// \throws std::invalid_argument with the three.
template <class AMatrix, class BMatrix, class CMatrix>
void check_dimensions(const char* where, const AMatrix& a, const BMatrix& b, const CMatrix& c, const char* name) {
  require(a.numRows() == c.numRows() && a.numCols() == b.numRows() && b.numCols() == c.numCols(), where, "A [",
          a.numRows(), " x ", a.numCols(), "], B [", b.numRows(), " x ", b.numCols(), "] and ", name, " [", c.numRows(),
          " x ", c.numCols(), "] (need matching dimensions)");
}

}  // namespace Ocean::Impl

#endif
