#ifndef OCEAN_CORE_PROBLEM_HPP
#define OCEAN_CORE_PROBLEM_HPP
/// \file
/// \brief One product C = A B as the stages see it: unmanaged views and three dimensions.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

namespace Ocean::Impl {

/// Counts of products, entries and staging slots inside the library: wide enough for every offset type.
using count_type = std::int64_t;

/// \brief Makes the rows of A those of I - omega D^-1 A where they are read, without a copy of A's values.
/// Shapes  factor, diagonal [num_rows], or both null: A as it is
template <class Scalar>
struct JacobiRows {
  static constexpr count_type no_diagonal = -1;
  const Scalar* factor = nullptr;        ///< -omega / d_i
  const count_type* diagonal = nullptr;  ///< the entry that the 1 of I is added to, or no_diagonal
  /// \brief Those of the rows from \p first on.
  JacobiRows from(count_type first) const {
    return factor == nullptr ? *this : JacobiRows{factor + first, diagonal + first};
  }
};

/// \brief The values of one row of A as they are multiplied, for the CPU path.
template <class Scalar>
struct RowValues {
  const Scalar* values = nullptr;
  bool is_scaled = false;
  Scalar factor = Scalar(1);
  count_type diagonal = JacobiRows<Scalar>::no_diagonal;
  Scalar of(count_type entry) const {
    if (!is_scaled) return values[entry];
    const auto scaled = static_cast<Scalar>(factor * values[entry]);
    return entry == diagonal ? static_cast<Scalar>(scaled + Scalar(1)) : scaled;
  }
};

/// \brief A CSR operand, not owned; possibly some rows of a larger one, whose offsets and entries it shares.
/// Shapes  row_map [num_rows + 1], entries and values [>= row_map(num_rows)]
template <class ExecutionSpace, class Offset, class Ordinal, class Scalar>
struct CsrOperand {
  using execution_space = ExecutionSpace;
  using memory_space = typename ExecutionSpace::memory_space;
  using offset_type = Offset;
  using ordinal_type = Ordinal;
  using scalar_type = Scalar;
  using row_map_type = Kokkos::View<const Offset*, memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using entries_type = Kokkos::View<const Ordinal*, memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using values_type = Kokkos::View<const Scalar*, memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  count_type num_rows = 0;
  count_type num_cols = 0;
  row_map_type row_map;
  entries_type entries;
  values_type values;
  count_type first_offset = 0;  ///< row_map(0); above 0 only for rows of a larger operand
  JacobiRows<Scalar> jacobi{};  ///< of A alone, and on the CPU path alone: all else reads the values as they are

  /// \brief The values of \p row on the CPU path.
  RowValues<Scalar> values_of(count_type row) const {
    if (jacobi.factor == nullptr) return {values.data()};
    return {values.data(), true, jacobi.factor[row], jacobi.diagonal[row]};
  }
};

/// \brief C as the caller will own it; run_spgemm() allocates all three.
/// Shapes  row_map [num_rows + 1], entries and values [nnz(C)]
template <class ExecutionSpace, class Offset, class Ordinal, class Scalar>
struct CsrProduct {
  using execution_space = ExecutionSpace;
  using device_type = Kokkos::Device<ExecutionSpace, typename ExecutionSpace::memory_space>;
  using offset_type = Offset;
  using ordinal_type = Ordinal;
  using scalar_type = Scalar;
  using row_map_type = Kokkos::View<Offset*, device_type>;
  using entries_type = Kokkos::View<Ordinal*, device_type>;
  using values_type = Kokkos::View<Scalar*, device_type>;

  row_map_type row_map;
  entries_type entries;
  values_type values;
};

/// \brief The operands of one product: A [num_rows x num_inner], B [num_inner x num_cols].
template <class OperandA, class OperandB>
struct Problem {
  using execution_space = typename OperandA::execution_space;
  using memory_space = typename OperandA::memory_space;
  using operand_a_type = OperandA;
  using operand_b_type = OperandB;
  /// Row numbers of A and C on the device.
  using row_index_type = typename OperandA::ordinal_type;
  /// Column numbers of B and C on the device.
  using column_type = typename OperandB::ordinal_type;

  OperandA a;
  OperandB b;

  count_type num_rows() const { return a.num_rows; }
  count_type num_inner() const { return b.num_rows; }
  count_type num_cols() const { return b.num_cols; }
  /// \brief Products of \p entry of A: the entries of the row of B that it selects.
  KOKKOS_FUNCTION count_type products_of(count_type entry) const {
    const auto inner = a.entries(entry);
    return static_cast<count_type>(b.row_map(inner + 1)) - static_cast<count_type>(b.row_map(inner));
  }
  /// \brief Whether C trivially has no entries.
  bool has_no_products() const {
    return num_rows() == 0 || num_inner() == 0 || num_cols() == 0 || a.entries.extent(0) == 0 ||
           b.entries.extent(0) == 0;
  }
};

/// \brief The product of an entry of A and one of B in the scalar type of C.
template <class ScalarC, class ScalarA, class ScalarB>
KOKKOS_INLINE_FUNCTION ScalarC multiply(const ScalarA& a, const ScalarB& b) {
  return static_cast<ScalarC>(a) * static_cast<ScalarC>(b);
}

/// \brief Bytes of a CSR matrix in memory.
template <class Product>
std::size_t csr_bytes(const Product& matrix) {
  return matrix.row_map.span() * sizeof(*matrix.row_map.data()) +
         matrix.entries.span() * sizeof(*matrix.entries.data()) + matrix.values.span() * sizeof(*matrix.values.data());
}

/// \brief Bytes of A and B in memory.
template <class ProblemType>
std::size_t operand_bytes(const ProblemType& problem) {
  return csr_bytes(problem.a) + csr_bytes(problem.b);
}

/// \brief Mean entries per row, from the extents.
template <class Operand>
double mean_row_length(const Operand& operand) {
  return operand.num_rows == 0
             ? 0.0
             : static_cast<double>(static_cast<count_type>(operand.entries.extent(0)) - operand.first_offset) /
                   static_cast<double>(operand.num_rows);
}

}  // namespace Ocean::Impl

#endif
