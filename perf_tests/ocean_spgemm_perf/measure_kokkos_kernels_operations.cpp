#include <KokkosKernels_Handle.hpp>
#include <KokkosSparse_spgemm.hpp>
#include <KokkosSparse_spgemm_jacobi.hpp>

#include "block_calls.hpp"
#include "jacobi_calls.hpp"

namespace Ocean::Perf {
namespace {

using handle_type =
    KokkosKernels::Experimental::KokkosKernelsHandle<int, int, double, execution_space, memory_space, memory_space>;

}  // namespace

Measurement measure_kokkos_kernels_jacobi(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan) {
  return measure_jacobi<handle_type>(
      a, b, plan, [](handle_type&) {},
      [](auto&&... arguments) { KokkosSparse::spgemm_symbolic(std::forward<decltype(arguments)>(arguments)...); },
      [](auto&&... arguments) {
        KokkosSparse::Experimental::spgemm_jacobi(std::forward<decltype(arguments)>(arguments)...);
      });
}

Measurement measure_kokkos_kernels_block(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan) {
  return measure_blocks<handle_type>(
      a, b, plan,
      [](auto&&... arguments) { KokkosSparse::block_spgemm_symbolic(std::forward<decltype(arguments)>(arguments)...); },
      [](auto&&... arguments) { KokkosSparse::block_spgemm_numeric(std::forward<decltype(arguments)>(arguments)...); });
}

}  // namespace Ocean::Perf
