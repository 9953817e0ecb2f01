/// \file
/// \brief ocean_spgemm_perf: times whole products of many matrices with several methods, checks every result, writes
/// a table. The rules of timing stand at Measurement.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "../src/ocean_spgemm/measure_triad.hpp"
#include "ocean_spgemm_perf/amg_operands.hpp"
#include "ocean_spgemm_perf/device_copies.hpp"
#include "ocean_spgemm_perf/machine_header.hpp"
#include "ocean_spgemm_perf/parallel_reference.hpp"
#include "ocean_spgemm_perf/perf_method.hpp"
#include "ocean_spgemm_perf/perf_options.hpp"
#include "ocean_spgemm_perf/result_table.hpp"

namespace Ocean::Perf {
namespace {

/// \brief One product of the list, ready to be measured.
struct LoadedProblem {
  host_matrix_type host_a, host_b;
  DeviceMatrix a, b;
  bool b_is_a = false, b_is_transpose = false;
  std::unique_ptr<ParallelReference> reference;  ///< null without checks

  const host_matrix_type& right() const { return b_is_a ? host_a : host_b; }
  std::int64_t products() const {
    std::int64_t sum = 0;
    for (const int column : host_a.entries)
      sum += static_cast<std::int64_t>(right().row_map[column + 1] - right().row_map[column]);
    return sum;
  }
  /// Bytes of the distinct matrices among A, B and C.
  std::size_t matrix_bytes(std::size_t nnz_c) const {
    const auto bytes = [](std::size_t rows, std::size_t nnz) {
      return sizeof(int) * (rows + 1) + (sizeof(int) + sizeof(double)) * nnz;
    };
    const auto rows = static_cast<std::size_t>(host_a.num_rows);
    std::size_t sum = bytes(rows, host_a.entries.size()) + bytes(rows, nnz_c);
    if (!b_is_a) sum += bytes(static_cast<std::size_t>(host_b.num_rows), host_b.entries.size());
    return sum;
  }
};

/// \brief Reads A and forms B on the host. \throws std::runtime_error if the file is wrong or complex.
LoadedProblem load(const PerfOptions& options, const PerfProblem& problem) {
  LoadedProblem loaded;
  loaded.host_a = read_real_matrix("perf", options.folder, problem.name);
  loaded.b_is_a = problem.op == "aa";
  loaded.b_is_transpose = problem.op == "aat";
  if (loaded.b_is_transpose)
    loaded.host_b = Program::transpose(loaded.host_a);
  else if (!loaded.b_is_a)
    form_amg_operands(problem.op, loaded.host_a, loaded.host_b);
  return loaded;
}

/// \brief "bitwise", the largest error, or what is wrong.
std::string check(const LoadedProblem& loaded, const DeviceProduct& c) {
  if (!loaded.reference) return "unchecked";
  const Kokkos::HostSpace host;
  const HostProduct copy{Kokkos::create_mirror_view_and_copy(host, c.row_map),
                         Kokkos::create_mirror_view_and_copy(host, c.entries),
                         Kokkos::create_mirror_view_and_copy(host, c.values)};
  const Program::CheckResult result = loaded.reference->compare(copy);
  if (!result.passed) return "wrong: " + result.difference;
  return result.identical ? "bitwise" : Program::print("error %.1e", result.largest_error);
}

/// \brief The function that measures \p method.
auto measurement_of(const std::string& method) {
  if (method == "kk") return measure_kokkos_kernels;
  if (method.starts_with("cusparse")) return measure_cusparse;
  if (method.starts_with("ocean-reuse")) return measure_ocean_reuse;
  if (method.starts_with("ocean-masked") || method == "ocean-triangles") return measure_ocean_masked;
  if (method.starts_with("ocean-fill")) return measure_ocean_fill;
  if (method.starts_with("ocean-graph")) return measure_ocean_graph;
  if (method.ends_with("-kk"))
    return method.starts_with("jacobi") ? measure_kokkos_kernels_jacobi : measure_kokkos_kernels_block;
  if (method.starts_with("ocean-jacobi")) return measure_ocean_jacobi;
  if (method.starts_with("ocean-block")) return measure_ocean_block;
  if (method.starts_with("ocean-add")) return measure_ocean_add;
  if (method.starts_with("ocean-triple")) return measure_ocean_triple;
  return method.starts_with("ocean-handle") ? measure_ocean_handle : measure_ocean;
}

/// \brief Whether a workflow can be forced on \p method.
bool takes_workflow(const std::string& method) {
  return method == "ocean" || method == "ocean-team" || method == "ocean-deterministic";
}

/// \brief Whether \p method needs a square A.
bool needs_square(const std::string& method) {
  return method.find("jacobi") != std::string::npos || method.find("triple") != std::string::npos ||
         method.ends_with("triangles");
}

/// Memory for what a method forces, in sizes of A, B and C.
constexpr double forced_memory_factor = 100.0;

/// \brief What \p method asks for.
MeasurementPlan make_plan(const PerfOptions& options, const std::string& method, Workflow workflow) {
  MeasurementPlan plan;
  plan.repeat = options.repeat;
  plan.stages = options.stages;
  plan.options.workflow = workflow;
  plan.options.check_indices = false;
  plan.options.sketch_registers = options.registers;
  plan.options.accumulators = options.accumulators;
  if (method.starts_with("cusparse-alg")) plan.cusparse_algorithm = method.back() - '0';
  if (method == "ocean-team") plan.options.path = ExecutionPath::team;
  plan.options.deterministic = method == "ocean-deterministic" || method.starts_with("ocean-fill-deterministic");
  plan.options.reuse = method != "ocean-handle" && method != "ocean-jacobi";
  plan.repeated = method.find("-reuse") != std::string::npos;
  constexpr int later = 4;  // by the third at the latest, what it sums from has been kept and read once
  if (method == "ocean-graph-second") plan.graph_call = 2;
  if (method == "ocean-graph-later") plan.graph_call = later;
  plan.repeated = plan.repeated || method == "ocean-graph-later";
  plan.check = options.check;
  plan.mask = method.substr(method.rfind('-') + 1);
  plan.is_masked = method.starts_with("ocean-masked");
  if (method.ends_with("-places")) plan.reuse_tuning.sums = Impl::ReuseSums::places;
  if (method.ends_with("-lists") || method.ends_with("-atomics")) plan.reuse_tuning.sums = Impl::ReuseSums::lists;
  if (options.entries_per_lane > 0) plan.reuse_tuning.entries_per_lane_min = options.entries_per_lane;
  if (plan.reuse_tuning.sums != Impl::ReuseSums::automatic) plan.options.reuse_memory_factor = forced_memory_factor;
  return plan;
}

/// \brief What the program would report of \p measurement; its times are ascending.
Program::RunSummary summarize(const PerfOptions& options, const LoadedProblem& loaded, const Measurement& measurement) {
  Program::RunSummary run;
  run.backend = Impl::backend_name<execution_space>();
  run.machine = Impl::device_name(execution_space());
  if (Kokkos::SpaceAccessibility<Kokkos::HostSpace, memory_space>::accessible)
    run.concurrency = execution_space().concurrency();
  run.aat = loaded.b_is_transpose;
  run.scalar = "real";
  run.report = measurement.report;
  run.report.num_rows = loaded.host_a.num_rows;
  run.report.num_inner = loaded.host_a.num_cols;
  run.report.num_cols = loaded.right().num_cols;
  run.report.nnz_a = loaded.host_a.nnz();
  run.report.nnz_b = loaded.right().nnz();
  run.report.nnz_c = static_cast<std::int64_t>(measurement.c.entries.extent(0));
  run.report.total_products = loaded.products();
  run.report.peak_bytes = measurement.peak_bytes;
  run.report.matrix_bytes = loaded.matrix_bytes(measurement.c.entries.extent(0));
  run.report.stage_times = measurement.stages;
  run.seconds = measurement.seconds;
  std::sort(run.seconds.begin(), run.seconds.end());
  const Program::ProductCounts counts{run.report.num_rows, run.report.num_inner, run.report.nnz_a,
                                      run.report.nnz_b,    run.report.nnz_c,     run.report.total_products,
                                      loaded.b_is_a,       sizeof(int)};
  run.rates = Program::rates_of(run.machine, options.memory_rate, counts);
  run.limit = Program::hardware_limit(counts, run.rates);
  return run;
}

/// \brief Measures one method and adds its row, or the row of its failure.
void measure(const PerfOptions& options, const PerfProblem& problem, const LoadedProblem& loaded,
             const std::string& method, Workflow workflow, ResultTable& table) {
  std::int64_t products = loaded.products();
  const MeasurementPlan plan = make_plan(options, method, workflow);
  std::string shown = takes_workflow(method) ? to_string(workflow) : "";
  try {
    const DeviceMatrix& b = loaded.b_is_a ? loaded.a : loaded.b;
    Measurement measurement = measurement_of(method)(loaded.a, b, plan);
    if (workflow == Workflow::automatic && !measurement.workflow.empty())
      shown += (shown.empty() ? "" : ":") + measurement.workflow;
    const bool is_product = measurement.products == 0;
    if (!is_product) products = measurement.products;
    const std::string correct = is_product                    ? check(loaded, measurement.c)
                                : measurement.correct.empty() ? "unchecked"
                                                              : measurement.correct;
    const double seconds = median(measurement.seconds);
    const bool wrong = correct.starts_with("wrong");
    const double gflops = wrong || seconds <= 0.0 ? 0.0 : 2e-9 * static_cast<double>(products) / seconds;
    const std::size_t nnz_c = std::max(measurement.nnz_c, measurement.c.entries.extent(0));
    const std::string time = wrong ? "," : Program::print("%.4f,%.4f", 1e3 * seconds, gflops);
    table.add(problem, method, shown,
              time + Program::print(",%lld,%zu,%zu,%zu", static_cast<long long>(products), nnz_c,
                                    measurement.peak_bytes, is_product ? loaded.matrix_bytes(nnz_c) : std::size_t(0)),
              gflops, correct);
    if (!wrong && is_product)
      table.add_details(problem, method, shown, correct, summarize(options, loaded, measurement));
    if (!measurement.stages.empty()) table.add_stages(problem, method, shown, measurement.stages);
    table.add_memory(problem, method, shown, measurement);
  } catch (const std::exception& error) {
    table.add(problem, method, shown, Program::print(",,%lld,,,", static_cast<long long>(products)), 0.0,
              std::string("failed: ") + error.what());
  }
}

/// \brief Measures all methods on one product.
void measure_all(const PerfOptions& options, const PerfProblem& problem, ResultTable& table) {
  LoadedProblem loaded;
  try {
    loaded = load(options, problem);
    if (loaded.products() > options.max_products) return;
    loaded.a = to_device(loaded.host_a);
    if (!loaded.b_is_a) loaded.b = to_device(loaded.host_b);
    if (options.check) loaded.reference = std::make_unique<ParallelReference>(loaded.host_a, loaded.right());
  } catch (const std::exception& error) {
    std::string reason = error.what();
    const std::size_t folder = reason.find(options.folder + "/");
    if (folder != std::string::npos) reason.erase(folder, options.folder.size() + 1);
    for (const std::string& method : options.methods) table.add(problem, method, "", ",,,,,", 0.0, "failed: " + reason);
    return;
  }
  for (const std::string& method : options.methods)
    for (const Workflow workflow : options.workflows) {
      if (!takes_workflow(method) && workflow != options.workflows.front()) continue;
      if (needs_square(method) && loaded.host_a.num_rows != loaded.host_a.num_cols) continue;
      measure(options, problem, loaded, method, workflow, table);
    }
}

int run(int argc, char** argv) {
  PerfOptions options = parse_perf_options({argv + 1, argv + argc});
  if (options.help) {
    std::fputs(perf_help_text().c_str(), stdout);
    return 0;
  }
  const std::vector<PerfProblem> problems =
      options.measure_memory ? std::vector<PerfProblem>() : read_problems(options);
  Kokkos::InitializationSettings settings;
  if (options.threads > 0) settings.set_num_threads(options.threads);
  const Kokkos::ScopeGuard kokkos(settings);
  const std::string device = Impl::device_name(execution_space());
  if (options.output.empty()) options.output = "perf_tests/results/" + as_file_name(device) + "_" + today() + ".csv";
  if (options.measure_memory) {
    std::fputs(
        machine_json<execution_space>(device, kokkos_kernels_version(), Program::measure_triad(execution_space()))
            .c_str(),
        stdout);
    return 0;
  }
  if (!options.details.empty() && options.memory_rate <= 0.0)
    options.memory_rate = Program::measure_triad(execution_space());
  ResultTable table(
      options.output,
      machine_header<execution_space>(device, kokkos_kernels_version(), options.commit, {argv, argv + argc}),
      options.stages, options.details);
  for (const PerfProblem& problem : problems) measure_all(options, problem, table);
  table.add_means();
  return table.num_failures() > 0 ? 1 : 0;
}

}  // namespace
}  // namespace Ocean::Perf

int main(int argc, char** argv) {
  try {
    return Ocean::Perf::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ocean_spgemm_perf: %s\n", error.what());
    return 2;
  }
}
