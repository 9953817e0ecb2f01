#ifndef OCEAN_STAGES_CHECK_OPERANDS_HPP
#define OCEAN_STAGES_CHECK_OPERANDS_HPP
/// \file
/// \brief Checks the operands of a product and says in words what is wrong: shapes in O(1), contents in one read.

#include <cstddef>
#include <limits>

#include "../../Ocean_Error.hpp"
#include "../core/find_first.hpp"
#include "../core/problem.hpp"
#include "../kernels/checks/find_defects.hpp"

namespace Ocean::Impl {

/// \brief Checks the shape of an operand's pattern: dimensions, extents, null pointers. Reads nothing on the device.
/// \param name "A" or "B"
/// \throws std::invalid_argument naming \p name and the numbers that do not fit.
template <class Operand>
void check_graph_shape(const Operand& operand, const char* name) {
  using ordinal_type = typename Operand::ordinal_type;
  const auto ordinal_max = std::numeric_limits<ordinal_type>::max();
  const auto check_dimension = [&](count_type dimension, const char* what) {
    require(dimension >= 0, "spgemm", name, " has ", dimension, what, " (need at least 0)");
    require(static_cast<std::size_t>(dimension) <= static_cast<std::size_t>(ordinal_max), "spgemm", name, " has ",
            dimension, what, " (need at most ", +ordinal_max, ", the largest number of its ordinal type)");
  };
  check_dimension(operand.num_rows, " rows");
  check_dimension(operand.num_cols, " columns");
  const std::size_t num_offsets = operand.row_map.extent(0);
  require(num_offsets == static_cast<std::size_t>(operand.num_rows) + 1 || (operand.num_rows == 0 && num_offsets == 0),
          "spgemm", name, ": row_map has ", num_offsets, " offsets for ", operand.num_rows, " rows (need ",
          operand.num_rows + 1, ")");
  require(num_offsets == 0 || operand.row_map.data() != nullptr, "spgemm", name, ": row_map is null (need ",
          num_offsets, " offsets)");
  require(operand.entries.extent(0) == 0 || operand.entries.data() != nullptr, "spgemm", name,
          ": entries is null (need ", operand.entries.extent(0), " columns)");
}

/// \brief Checks the shape of an operand: that of its pattern, and of its values.
/// \param name "A" or "B"
/// \throws std::invalid_argument naming \p name and the numbers that do not fit.
template <class Operand>
void check_operand_shape(const Operand& operand, const char* name) {
  check_graph_shape(operand, name);
  require(operand.entries.extent(0) == operand.values.extent(0), "spgemm", name, " has ", operand.entries.extent(0),
          " entries and ", operand.values.extent(0), " values (need the same number of both)");
  require(operand.values.extent(0) == 0 || operand.values.data() != nullptr, "spgemm", name, ": values is null (need ",
          operand.values.extent(0), " values)");
}

/// \brief Checks that A has as many columns as B has rows.
/// \param where  the public function
/// \throws std::invalid_argument with the dimensions.
template <class OperandA, class OperandB>
void check_inner_dimension(const char* where, const OperandA& a, const OperandB& b) {
  require(a.num_cols == b.num_rows, where, "A [", a.num_rows, " x ", a.num_cols, "] and B [", b.num_rows, " x ",
          b.num_cols, "] (need as many columns of A as rows of B)");
}

/// \brief Checks that A and B can be multiplied, judging by their shapes. Reads nothing on the device.
/// \throws std::invalid_argument with the numbers that do not fit.
template <class OperandA, class OperandB>
void check_shapes(const Problem<OperandA, OperandB>& problem) {
  check_operand_shape(problem.a, "A");
  check_operand_shape(problem.b, "B");
  check_inner_dimension("spgemm", problem.a, problem.b);
}

/// \brief Reads the row map (and the columns) of an operand and throws at the first fault.
/// \param name "A" or "B"
/// Pre     check_operand_shape() accepted the operand
/// Cost    one read of row_map, and of entries if \p check_columns; waits for \p exec
/// \throws std::invalid_argument naming the place and the numbers.
template <class ExecutionSpace, class Operand>
void check_operand(const ExecutionSpace& exec, const Operand& operand, const char* name, bool check_columns) {
  if (operand.row_map.extent(0) == 0) return;
  const count_type num_rows = operand.num_rows;
  const auto begin = read_element(exec, operand.row_map, 0);
  require(begin == 0, "spgemm", name, ": row_map(0) = ", +begin, " (need 0)");
  const count_type decrease = find_first(exec, "Ocean::check_operand::find_decreasing_offset", num_rows,
                                         FindDecreasingOffset<typename Operand::row_map_type>{operand.row_map});
  if (decrease <= num_rows)
    throw_invalid_argument("spgemm", name, ": row_map(", decrease,
                           ") = ", +read_element(exec, operand.row_map, decrease), " after row_map(", decrease - 1,
                           ") = ", +read_element(exec, operand.row_map, decrease - 1),
                           " (need offsets that never decrease)");
  const auto end = read_element(exec, operand.row_map, num_rows);
  require(static_cast<std::size_t>(end) <= operand.entries.extent(0), "spgemm", name, ": row_map(", num_rows,
          ") = ", +end, " (need at most ", operand.entries.extent(0), ", the number of entries)");
  if (!check_columns) return;
  const count_type outside =
      find_first(exec, "Ocean::check_operand::find_column_outside", static_cast<count_type>(end),
                 FindColumnOutside<typename Operand::entries_type>{operand.entries, operand.num_cols});
  if (outside == std::numeric_limits<count_type>::max()) return;
  const count_type row = find_first(exec, "Ocean::check_operand::find_row_of_entry", num_rows,
                                    FindRowOfEntry<typename Operand::row_map_type>{operand.row_map, outside});
  const auto column = read_element(exec, operand.entries, outside);
  require(!(column < 0), "spgemm", name, ": entries(", outside, ") = ", +column, " in row ", row,
          " (need a column of at least 0)");
  throw_invalid_argument("spgemm", name, ": entries(", outside, ") = ", +column, " in row ", row,
                         " (need a column below ", operand.num_cols, ")");
}

}  // namespace Ocean::Impl

#endif
