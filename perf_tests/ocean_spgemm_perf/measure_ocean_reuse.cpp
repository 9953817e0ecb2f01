#include <Ocean_SpGEMM.hpp>
#include <ocean/operations/instantiations.hpp>

#include "perf_method.hpp"

namespace Ocean::Perf {
namespace {

using operand_type = Impl::CsrOperand<execution_space, int, int, double>;
using problem_type = Impl::Problem<operand_type, operand_type>;
using product_type = Impl::CsrProduct<execution_space, int, int, double>;
using reusable_type = Impl::ReusableProduct<execution_space, problem_type, product_type>;

problem_type make_problem(const DeviceMatrix& a, const DeviceMatrix& b) {
  return {Impl::make_operand<execution_space>(a.num_rows, a.num_cols, a.row_map, a.entries, a.values),
          Impl::make_operand<execution_space>(b.num_rows, b.num_cols, b.row_map, b.entries, b.values)};
}

/// \brief Symbolic, allocation of C, numeric.
void compute(const execution_space& exec, const problem_type& problem, const SpGEMMOptions& options,
             reusable_type& reusable, DeviceProduct& c, SpGEMMReport& report) {
  const auto allocate = [&exec](auto& view, const char* label, std::int64_t count) {
    view = std::decay_t<decltype(view)>(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, std::string(label)),
                                        static_cast<std::size_t>(count));
  };
  allocate(c.row_map, "Ocean::perf::row_map", problem.num_rows() + 1);
  const auto nnz = reusable.symbolic(exec, problem, c.row_map.data(), options, report);
  allocate(c.entries, "Ocean::perf::entries", nnz);
  allocate(c.values, "Ocean::perf::values", nnz);
  reusable.numeric(exec, problem, c.row_map.data(), c.entries.data(), c.values.data(), report);
}

/// \brief Runs \p call between fences. \return its seconds
template <class Call>
double time_between_fences(const execution_space& exec, const Call& call) {
  exec.fence("Ocean::perf::begin");
  const Kokkos::Timer timer;
  call();
  exec.fence("Ocean::perf::end");
  return timer.seconds();
}

}  // namespace

Measurement measure_ocean_handle(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan) {
  const execution_space exec;
  const problem_type problem = make_problem(a, b);
  Measurement measurement;
  for (int call = 0; call <= plan.repeat; ++call) {
    reusable_type reusable;
    SpGEMMReport report;
    measurement.c = {};
    const double seconds =
        time_between_fences(exec, [&] { compute(exec, problem, plan.options, reusable, measurement.c, report); });
    if (call > 0) measurement.seconds.push_back(seconds);
    measurement.peak_bytes = report.peak_bytes;
  }
  return measurement;
}

Measurement measure_ocean_reuse(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan) {
  const execution_space exec;
  const problem_type problem = make_problem(a, b);
  Measurement measurement;
  reusable_type reusable;
  SpGEMMReport report;
  DeviceProduct& c = measurement.c;
  reusable.set_reuse_tuning(plan.reuse_tuning);
  compute(exec, problem, plan.options, reusable, c, report);
  Kokkos::deep_copy(exec, c.values, 0.0);  // so that the check sees what the repeated calls write
  for (int call = 0; call <= plan.repeat; ++call) {
    const double seconds = time_between_fences(
        exec, [&] { reusable.numeric(exec, problem, c.row_map.data(), c.entries.data(), c.values.data(), report); });
    if (call > 0) measurement.seconds.push_back(seconds);
  }
  measurement.workflow = reusable.has_places() ? "places" : reusable.has_lists() ? "lists" : "again";
  measurement.peak_bytes = reusable.workspace_bytes() + c.row_map.span() * sizeof(int) +
                           c.entries.span() * sizeof(int) + c.values.span() * sizeof(double);
  return measurement;
}

Measurement measure_ocean_fill(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan) {
  const execution_space exec;
  const problem_type problem = make_problem(a, b);
  Measurement measurement;
  reusable_type reusable;
  SpGEMMReport report;
  DeviceProduct& c = measurement.c;
  SpGEMMOptions once = plan.options;
  once.reuse = false;
  once.deterministic = false;
  compute(exec, problem, once, reusable, c, report);
  reusable = {};
  Kokkos::deep_copy(exec, c.values, 0.0);
  const auto nnz_c = static_cast<Impl::count_type>(c.entries.extent(0));
  for (int call = 0; call <= plan.repeat; ++call) {
    const double seconds = time_between_fences(exec, [&] {
      Impl::fill_values(exec, problem, nnz_c, c.row_map.data(), c.entries.data(), c.values.data(), plan.options,
                        plan.reuse_tuning);
    });
    if (call > 0) measurement.seconds.push_back(seconds);
  }
  return measurement;
}

}  // namespace Ocean::Perf
