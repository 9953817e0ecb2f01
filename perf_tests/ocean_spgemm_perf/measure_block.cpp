#include <Ocean_BlockSpGEMM.hpp>
#include <Ocean_KernelHandle.hpp>

#include "block_calls.hpp"

namespace Ocean::Perf {

Measurement measure_ocean_block(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan) {
  using handle_type = KernelHandle<int, int, double, execution_space, memory_space, memory_space>;
  return measure_blocks<handle_type>(
      a, b, plan, [](auto&&... arguments) { block_spgemm_symbolic(std::forward<decltype(arguments)>(arguments)...); },
      [](auto&&... arguments) { block_spgemm_numeric(std::forward<decltype(arguments)>(arguments)...); });
}

}  // namespace Ocean::Perf
