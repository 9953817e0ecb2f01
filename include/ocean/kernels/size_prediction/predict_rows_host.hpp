#ifndef OCEAN_KERNELS_SIZE_PREDICTION_PREDICT_ROWS_HOST_HPP
#define OCEAN_KERNELS_SIZE_PREDICTION_PREDICT_ROWS_HOST_HPP
/// \file
/// \brief CPU path, hyperloglog workflow: sketches of B's rows, and the staging slots that follow from their unions.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "../../core/problem.hpp"
#include "../../sketch/hyperloglog.hpp"

namespace Ocean::Impl {

/// \brief Sketches every row of B.
/// Shapes  sketches [num_inner * NumRegisters] (out)
/// Launch  RangePolicy over the rows of B; no atomics
/// Cost    one read of B's entries
template <int NumRegisters, class OperandB>
struct SketchBRowsHost {
  OperandB b;
  std::uint8_t* sketches;

  void operator()(const count_type row) const {
    std::array<std::uint8_t, NumRegisters> registers{};
    for (auto entry = b.row_map.data()[row]; entry < b.row_map.data()[row + 1]; ++entry)
      insert_column<NumRegisters>(registers.data(), b.entries.data()[entry]);
    std::copy(registers.begin(), registers.end(), sketches + row * NumRegisters);
  }
};

/// \brief Slots of row i: the estimate times the expansion, within its guaranteed bounds.
/// Shapes  slot_size [num_rows] (out), sketches [num_inner * NumRegisters]
/// Units   entries of C; rows of at most exact_products products get slots for all of them
/// Launch  RangePolicy over the rows of A; no atomics
/// Cost    nnz(A) * NumRegisters byte reads
/// Source  [LG26] section 3.1
template <int NumRegisters, class ProblemType>
struct PredictRowsHost {
  ProblemType problem;
  const std::uint8_t* sketches;
  count_type* slot_size;
  double expansion;
  count_type exact_products;

  void operator()(const count_type row) const {
    std::array<std::uint8_t, NumRegisters> merged{};
    count_type products = 0;
    const auto* row_map_b = problem.b.row_map.data();
    for (auto entry = problem.a.row_map.data()[row]; entry < problem.a.row_map.data()[row + 1]; ++entry) {
      const auto inner = static_cast<count_type>(problem.a.entries.data()[entry]);
      products += static_cast<count_type>(row_map_b[inner + 1]) - static_cast<count_type>(row_map_b[inner]);
      const std::uint8_t* sketch = sketches + inner * NumRegisters;
      for (int index = 0; index < NumRegisters; ++index) merged[index] = std::max(merged[index], sketch[index]);
    }
    const count_type bound = std::min(products, problem.num_cols());
    slot_size[row] = bound;
    if (products <= exact_products) return;
    const double room = std::ceil(expansion * estimate_cardinality<NumRegisters>(merged.data()));
    if (room < static_cast<double>(bound)) slot_size[row] = static_cast<count_type>(room);
  }
};

/// \brief Launches both kernels on \p exec; returns without a fence.
template <int NumRegisters, class ExecutionSpace, class ProblemType>
void predict_rows_host(const ExecutionSpace& exec, const ProblemType& problem, double expansion,
                       count_type exact_products, std::uint8_t* sketches, count_type* slot_size) {
  using policy_type =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>, Kokkos::Schedule<Kokkos::Dynamic>>;
  constexpr int rows_per_task = 64;
  using operand_type = typename ProblemType::operand_b_type;
  Kokkos::parallel_for("Ocean::size_prediction::sketch_b_rows_host",
                       policy_type(exec, 0, problem.num_inner()).set_chunk_size(rows_per_task),
                       SketchBRowsHost<NumRegisters, operand_type>{problem.b, sketches});
  Kokkos::parallel_for(
      "Ocean::size_prediction::predict_rows_host",
      policy_type(exec, 0, problem.num_rows()).set_chunk_size(rows_per_task),
      PredictRowsHost<NumRegisters, ProblemType>{problem, sketches, slot_size, expansion, exact_products});
}

}  // namespace Ocean::Impl

#endif
