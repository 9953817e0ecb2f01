#include <Ocean_Memory.hpp>
#include <Ocean_SpGEMM.hpp>
#include <memory>
#include <ocean/operations/kept_graph_product.hpp>
#include <type_traits>

#include "device_copies.hpp"
#include "perf_method.hpp"

namespace Ocean::Perf {

Measurement measure_ocean_graph(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan) {
  const execution_space exec;
  Measurement measurement;
  DeviceProduct& c = measurement.c;
  spgemm(exec, a.num_rows, a.num_cols, b.num_cols, a.row_map, a.entries, a.values, false, b.row_map, b.entries,
         b.values, false, c.row_map, c.entries, c.values);
  const auto product =
      Impl::make_graph_product<execution_space>(a.num_rows, a.num_cols, b.num_cols, a.row_map, a.entries, a.values,
                                                b.row_map, b.entries, b.values, c.row_map, c.entries, c.values);
  using problem_type = std::decay_t<decltype(product.problem)>;
  using kept_type =
      Impl::KeptGraphProduct<execution_space, problem_type, Impl::CsrProduct<execution_space, int, int, double>>;
  SpGEMMOptions options = plan.options;
  options.missing_entries = MissingEntries::error;
  std::unique_ptr<kept_type> kept;
  for (int repetition = 0; repetition <= plan.repeat; ++repetition) {
    if (kept == nullptr || !plan.repeated) {
      kept = std::make_unique<kept_type>();
      release_cached_memory();  // of what the object before has kept
      for (int call = 1; call < plan.graph_call; ++call) kept->numeric(exec, product, options);
    }
    Kokkos::deep_copy(exec, c.values, 0.0);  // so that the check sees what the call writes
    exec.fence("Ocean::perf::begin");
    const Kokkos::Timer timer;
    kept->numeric(exec, product, options);
    exec.fence("Ocean::perf::end");
    if (repetition > 0) measurement.seconds.push_back(timer.seconds());
  }
  measurement.workflow = to_string(kept->source());
  measurement.peak_bytes = kept->workspace_bytes();
  return measurement;
}

}  // namespace Ocean::Perf
