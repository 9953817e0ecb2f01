#ifndef OCEAN_PERF_JACOBI_CALLS_HPP
#define OCEAN_PERF_JACOBI_CALLS_HPP
/// \file
/// \brief C = (I - omega D^-1 A) B through a handle, Ocean's or KokkosKernels'.

#include <KokkosSparse_spgemm_handle.hpp>
#include <memory>
#include <utility>

#include "operation_operands.hpp"

namespace Ocean::Perf {

/// \brief Times handle, symbolic, allocation of C and numeric, or the numeric call alone.
/// \param configure  called with every new handle; \param symbolic, numeric  the library's functions
template <class Handle, class Configure, class Symbolic, class Numeric>
Measurement measure_jacobi(const DeviceMatrix& matrix_a, const DeviceMatrix& matrix_b, const MeasurementPlan& plan,
                           const Configure& configure, const Symbolic& symbolic, const Numeric& numeric) {
  const JacobiOperands operands(matrix_a, matrix_b);
  const DeviceMatrix a = to_device(operands.a), b = to_device(operands.b);
  const int num_rows = static_cast<int>(a.num_rows), num_cols = static_cast<int>(b.num_cols);
  const Kokkos::View<double**, Kokkos::LayoutLeft, device_type> dinv("Ocean::perf::dinv", operands.dinv.size(), 1);
  Kokkos::View<const double*, device_type> dinv_column;
  copy_to_device(operands.dinv, dinv_column);
  Kokkos::deep_copy(Kokkos::subview(dinv, Kokkos::ALL, 0), dinv_column);
  Measurement measurement;
  DeviceProduct& c = measurement.c;
  std::unique_ptr<Handle> handle;
  const auto repeated = [&] {
    numeric(handle.get(), num_rows, num_rows, num_cols, a.row_map, a.entries, a.values, false, b.row_map, b.entries,
            b.values, false, c.row_map, c.entries, c.values, JacobiOperands::omega, dinv);
  };
  const auto first = [&] {
    const auto allocate = [](auto& view, const char* label, std::size_t count) {
      view = std::decay_t<decltype(view)>(Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(label)), count);
    };
    handle = std::make_unique<Handle>();
    handle->create_spgemm_handle(KokkosSparse::SPGEMM_KK);
    configure(*handle);
    allocate(c.row_map, "Ocean::perf::row_map", static_cast<std::size_t>(num_rows) + 1);
    symbolic(handle.get(), num_rows, num_rows, num_cols, a.row_map, a.entries, false, b.row_map, b.entries, false,
             c.row_map);
    const std::size_t nnz = handle->get_spgemm_handle()->get_c_nnz();
    allocate(c.entries, "Ocean::perf::entries", nnz);
    allocate(c.values, "Ocean::perf::values", nnz);
    repeated();
  };
  const auto reset = [&] {
    handle.reset();
    c = {};
  };
  measurement.seconds = time_calls(plan, reset, first, repeated);
  measurement.products = count_products(operands.a, operands.b);
  if (plan.check)
    measurement.correct = compare(to_host(num_rows, num_cols, c.row_map, c.entries, c.values), operands.expected());
  return measurement;
}

}  // namespace Ocean::Perf

#endif
