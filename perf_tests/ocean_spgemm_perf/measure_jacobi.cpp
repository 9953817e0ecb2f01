#include <Ocean_KernelHandle.hpp>
#include <Ocean_SpGEMMJacobi.hpp>
#include <Ocean_SpGEMMSymbolic.hpp>

#include "jacobi_calls.hpp"

namespace Ocean::Perf {

Measurement measure_ocean_jacobi(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan) {
  using handle_type = KernelHandle<int, int, double, execution_space, memory_space, memory_space>;
  return measure_jacobi<handle_type>(
      a, b, plan, [&](handle_type& handle) { spgemm_options(handle) = plan.options; },
      [](auto&&... arguments) { spgemm_symbolic(std::forward<decltype(arguments)>(arguments)...); },
      [](auto&&... arguments) { Experimental::spgemm_jacobi(std::forward<decltype(arguments)>(arguments)...); });
}

}  // namespace Ocean::Perf
