#ifndef OCEAN_OPERATIONS_BLOCK_PRODUCT_HPP
#define OCEAN_OPERATIONS_BLOCK_PRODUCT_HPP
/// \file
/// \brief C = A B for matrices of dense blocks: the graph of the blocks is a product of its own, the values follow it.

#include <Kokkos_Core.hpp>

#include "../backend/team_launch.hpp"
#include "../core/product_arrays.hpp"
#include "../kernels/operations/multiply_block_rows.hpp"
#include "../stages/check_operands.hpp"
#include "instantiations.hpp"

namespace Ocean::Impl {

/// \brief Values of C for the graph of C's blocks.
///
/// Shapes  problem: graphs in blocks, values [entries * block]; row_map_c [num_rows + 1]; entries_c [nnz_c]; values_c
///         [nnz_c * shape.size_c()] (out)
/// Pre     the columns of a row of C are sorted and occur once; products in columns that C does not have are left out
/// Launch  on \p exec, without a wait. On a host space a thread owns a block row, elsewhere an element of its blocks.
template <class ExecutionSpace, class ProblemType, class Offset, class Ordinal, class Scalar>
void fill_block_values(const ExecutionSpace& exec, const ProblemType& problem, const BlockShape& shape,
                       count_type nnz_c, const Offset* row_map_c, const Ordinal* entries_c, Scalar* values_c) {
  using memory_space = typename ExecutionSpace::memory_space;
  using unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  using row_map_type = Kokkos::View<const Offset*, memory_space, unmanaged>;
  using entries_type = Kokkos::View<const Ordinal*, memory_space, unmanaged>;
  using values_type = Kokkos::View<Scalar*, memory_space, unmanaged>;
  if (problem.num_rows() == 0 || nnz_c == 0) return;
  const count_type num_parts = is_host_space_v<ExecutionSpace> ? 1 : shape.size_c();
  const auto extent = static_cast<std::size_t>(nnz_c);
  multiply_block_rows(
      exec,
      MultiplyBlockRows<ProblemType, row_map_type, entries_type, values_type>{
          problem, row_map_type(row_map_c, static_cast<std::size_t>(problem.num_rows()) + 1),
          entries_type(entries_c, extent), values_type(values_c, extent * static_cast<std::size_t>(shape.size_c())),
          shape, num_parts, shape.size_c() / num_parts},
      problem.num_rows());
}

/// \brief The operand's graph alone.
template <class Operand>
Operand without_values(Operand operand) {
  operand.values = {};
  return operand;
}

/// \brief Checks that an operand has the values of its blocks.
/// \throws std::invalid_argument naming \p name and the numbers.
template <class Operand>
void check_block_values(const Operand& operand, const char* name, count_type block_size) {
  const std::size_t needed = operand.entries.extent(0) * static_cast<std::size_t>(block_size);
  require(operand.values.extent(0) >= needed, "block_spgemm", name, " has ", operand.values.extent(0), " values for ",
          operand.entries.extent(0), " blocks (need ", needed, ")");
}

/// \brief C = A B in one call; C's values are those of its blocks.
/// \throws as ReusableProduct::symbolic(); std::invalid_argument if blocks have no elements or an operand has too few
///         values.
template <class Product, class ExecutionSpace, class ProblemType>
Product run_block_spgemm(const ExecutionSpace& exec, const ProblemType& problem, const BlockShape& shape,
                         SpGEMMOptions options, SpGEMMReport& report) {
  require(shape.rows > 0 && shape.inner > 0 && shape.cols > 0, "block_spgemm", "blocks are [", shape.rows, " x ",
          shape.inner, "] and [", shape.inner, " x ", shape.cols, "] (need at least 1 of each)");
  check_graph_shape(problem.a, "A");
  check_graph_shape(problem.b, "B");
  check_block_values(problem.a, "A", shape.size_a());
  check_block_values(problem.b, "B", shape.size_b());
  options.reuse = false;
  options.sorted_output = true;
  const ProblemType graphs{without_values(problem.a), without_values(problem.b)};
  Product product;
  product.row_map = allocate_row_map<typename Product::row_map_type>(exec, problem.num_rows());
  ReusableProduct<ExecutionSpace, ProblemType, Product> reusable;
  const count_type nnz_c = reusable.symbolic(exec, graphs, product.row_map.data(), options, report);
  product.entries = allocate_columns<typename Product::entries_type>(exec, nnz_c);
  product.values = allocate_values<typename Product::values_type>(exec, nnz_c * shape.size_c());
  reusable.fill_entries(exec, graphs, product.row_map.data(), product.entries.data(), false);
  fill_block_values(exec, problem, shape, nnz_c, product.row_map.data(), product.entries.data(), product.values.data());
  return product;
}

}  // namespace Ocean::Impl

#endif
