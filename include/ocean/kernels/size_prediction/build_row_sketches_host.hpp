#ifndef OCEAN_KERNELS_SIZE_PREDICTION_BUILD_ROW_SKETCHES_HOST_HPP
#define OCEAN_KERNELS_SIZE_PREDICTION_BUILD_ROW_SKETCHES_HOST_HPP
/// \file
/// \brief HyperLogLog sketches of B's rows by CPU threads.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>

#include "../../core/problem.hpp"
#include "../../sketch/hyperloglog.hpp"

namespace Ocean::Impl {

/// \brief A thread sketches a row of B in its place.
/// Shapes  row_map_b [num_rows + 1], entries_b [nnz(B)], sketches [num_rows * NumRegisters] (out)
/// Pre     the row map is sound; sketches need not be cleared
/// Launch  chunks of rows, dealt dynamically; no atomics
/// Cost    one read of B's columns, NumRegisters bytes written per row
/// Source  [FFGM07]
template <int NumRegisters, class RowMap, class Entries, class Sketches>
struct BuildRowSketchesHost {
  RowMap row_map_b;
  Entries entries_b;
  Sketches sketches;

  void operator()(count_type row) const {
    std::uint8_t* const registers = sketches.data() + row * NumRegisters;
    std::fill_n(registers, NumRegisters, std::uint8_t(0));
    const auto end = row_map_b(row + 1);
    for (auto entry = row_map_b(row); entry < end; ++entry) insert_column<NumRegisters>(registers, entries_b(entry));
  }
};

/// \brief Launches BuildRowSketchesHost on \p exec; returns without a fence.
template <int NumRegisters, class ExecutionSpace, class OperandB, class Sketches>
void build_row_sketches_host(const ExecutionSpace& exec, const OperandB& b, const Sketches& sketches,
                             const HllTuning& tuning) {
  using functor_type =
      BuildRowSketchesHost<NumRegisters, typename OperandB::row_map_type, typename OperandB::entries_type, Sketches>;
  using policy_type =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Dynamic>, Kokkos::IndexType<count_type>>;
  Kokkos::parallel_for("Ocean::size_prediction::build_row_sketches",
                       policy_type(exec, 0, b.num_rows, Kokkos::ChunkSize(tuning.host_chunk_rows)),
                       functor_type{b.row_map, b.entries, sketches});
}

}  // namespace Ocean::Impl

#endif
