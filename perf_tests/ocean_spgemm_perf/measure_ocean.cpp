#include <Ocean_SpGEMM.hpp>
#include <algorithm>

#include "perf_method.hpp"

namespace Ocean::Perf {
namespace {

/// \brief One call; \p report tells how it went.
double time_call(const execution_space& exec, const DeviceMatrix& a, const DeviceMatrix& b,
                 const SpGEMMOptions& options, DeviceProduct& c, SpGEMMReport& report) {
  c = {};
  exec.fence("Ocean::perf::begin");
  const Kokkos::Timer timer;
  spgemm(exec, a.num_rows, a.num_cols, b.num_cols, a.row_map, a.entries, a.values, false, b.row_map, b.entries,
         b.values, false, c.row_map, c.entries, c.values, options, &report);
  exec.fence("Ocean::perf::end");
  return timer.seconds();
}

/// \brief Median of every stage over plan.repeat calls with fences between the stages.
std::vector<StageTime> time_stages(const execution_space& exec, const DeviceMatrix& a, const DeviceMatrix& b,
                                   const MeasurementPlan& plan) {
  std::vector<StageTime> stages;
  std::vector<std::vector<double>> seconds;
  for (int call = 0; call < plan.repeat; ++call) {
    SpGEMMReport report;
    SpGEMMOptions options = plan.options;
    options.time_stages = true;
    DeviceProduct c;
    time_call(exec, a, b, options, c, report);
    for (const StageTime& stage : report.stage_times) {
      const auto known = std::find_if(stages.begin(), stages.end(),
                                      [&](const StageTime& candidate) { return candidate.stage == stage.stage; });
      const auto place = static_cast<std::size_t>(known - stages.begin());
      if (known == stages.end()) {
        stages.push_back({stage.stage, 0.0});
        seconds.emplace_back();
      }
      seconds[place].push_back(stage.seconds);
    }
  }
  for (std::size_t stage = 0; stage < stages.size(); ++stage) stages[stage].seconds = median(seconds[stage]);
  return stages;
}

}  // namespace

double median(std::vector<double> seconds) {
  if (seconds.empty()) return 0.0;
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

Measurement measure_ocean(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan) {
  const execution_space exec;
  Measurement measurement;
  SpGEMMReport warm_up;
  time_call(exec, a, b, plan.options, measurement.c, warm_up);
  measurement.peak_bytes = warm_up.peak_bytes;
  measurement.estimated_workspace_bytes = warm_up.estimated_workspace_bytes;
  measurement.peak_workspace_bytes = warm_up.peak_workspace_bytes;
  measurement.workflow = to_string(warm_up.workflow);
  measurement.report = warm_up;
  for (int call = 0; call < plan.repeat; ++call) {
    SpGEMMReport report;
    measurement.seconds.push_back(time_call(exec, a, b, plan.options, measurement.c, report));
  }
  if (plan.stages) measurement.stages = time_stages(exec, a, b, plan);
  return measurement;
}

}  // namespace Ocean::Perf
