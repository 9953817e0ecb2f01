#ifndef OCEAN_PERF_BLOCK_CALLS_HPP
#define OCEAN_PERF_BLOCK_CALLS_HPP
/// \file
/// \brief Products of BsrMatrix through a handle, Ocean's or KokkosKernels'.

#include <KokkosSparse_BsrMatrix.hpp>
#include <KokkosSparse_spgemm_handle.hpp>
#include <memory>
#include <string>
#include <utility>

#include "operation_operands.hpp"

namespace Ocean::Perf {

using block_matrix_type = KokkosSparse::Experimental::BsrMatrix<double, int, device_type, void, int>;

inline block_matrix_type to_blocks(const host_matrix_type& blocks, int block_dim) {
  Kokkos::View<int*, device_type> row_map, entries;
  Kokkos::View<double*, device_type> values;
  copy_to_device(blocks.row_map, row_map);
  copy_to_device(blocks.entries, entries);
  copy_to_device(blocks.values, values);
  return block_matrix_type("Ocean::perf::blocks", static_cast<int>(blocks.num_rows), static_cast<int>(blocks.num_cols),
                           blocks.entries.size(), values, row_map, entries, block_dim);
}

/// \brief Times handle, symbolic (which allocates C) and numeric, or the numeric call alone.
/// \param symbolic, numeric  the library's functions
template <class Handle, class Symbolic, class Numeric>
Measurement measure_blocks(const DeviceMatrix& matrix_a, const DeviceMatrix& matrix_b, const MeasurementPlan& plan,
                           const Symbolic& symbolic, const Numeric& numeric) {
  const BlockOperands operands(matrix_a, matrix_b);
  const block_matrix_type a = to_blocks(operands.a, operands.block_dim), b = to_blocks(operands.b, operands.block_dim);
  block_matrix_type c;
  std::unique_ptr<Handle> handle;
  const auto repeated = [&] { numeric(*handle, a, false, b, false, c); };
  const auto first = [&] {
    handle = std::make_unique<Handle>();
    handle->create_spgemm_handle(KokkosSparse::SPGEMM_KK);
    symbolic(*handle, a, false, b, false, c);
    repeated();
  };
  const auto reset = [&] {
    handle.reset();
    c = {};
  };
  Measurement measurement;
  measurement.seconds = time_calls(plan, reset, first, repeated);
  measurement.workflow = "blocks of " + std::to_string(operands.block_dim);
  measurement.products = operands.products();
  measurement.nnz_c = c.values.extent(0);
  if (plan.check) {
    const host_matrix_type blocks =
        to_host(operands.a.num_rows, operands.b.num_cols, c.graph.row_map, c.graph.entries, c.values);
    measurement.correct = compare(BlockOperands::expand(blocks, operands.block_dim), operands.expected());
  }
  return measurement;
}

}  // namespace Ocean::Perf

#endif
