#ifndef OCEAN_PROGRAM_JSON_REPORT_HPP
#define OCEAN_PROGRAM_JSON_REPORT_HPP
/// \file
/// \brief The report for programs: one JSON object, times in seconds, sizes in bytes. Numbers that are not finite are
/// null, and what is not UTF-8 in a file's name is replaced.

#include <nlohmann/json.hpp>
#include <string>

#include "run_summary.hpp"

namespace Ocean::Program {

using Json = nlohmann::ordered_json;

/// \brief What was multiplied and what the analysis found.
inline void add_problem(Json& json, const RunSummary& run) {
  const SpGEMMReport& report = run.report;
  json.update({{"file_a", run.file_a}, {"file_b", run.file_b}, {"aat", run.aat}, {"scalar", run.scalar}});
  json.update({{"backend", run.backend}, {"path", to_string(report.path)}, {"threads", run.concurrency}});
  json.update({{"machine", run.machine}});
  json.update({{"num_rows", report.num_rows}, {"num_inner", report.num_inner}, {"num_cols", report.num_cols}});
  json.update({{"nnz_a", report.nnz_a}, {"nnz_b", report.nnz_b}, {"nnz_c", report.nnz_c}});
  json.update({{"skip_zeros", to_string(run.skip_zeros)}, {"skipped_zeros", report.skipped_zeros}});
  json.update({{"products", report.total_products}, {"max_row_products", report.max_row_products}});
  json.update({{"expansion_ratio", report.expansion_ratio}, {"compression_ratio", run.compression_ratio()}});
  json.update({{"sampled_compression_ratio", report.sampled_compression},
               {"sampled_compression_bound", report.sampled_compression_bound},
               {"sampled_rows", report.sampled_rows}});
}

/// \brief What was chosen.
inline void add_choice(Json& json, const RunSummary& run) {
  const SpGEMMReport& report = run.report;
  json.update({{"workflow", to_string(report.workflow)}, {"workflow_reason", report.workflow_reason}});
  json.update({{"sketch_registers", report.sketch_registers}, {"expansion", report.expansion}});
  json.update({{"overflowed_rows", report.overflowed_rows}});
  Json& configurations = json["configurations"] = Json::array();
  for (const ConfigurationRows& configuration : report.configurations)
    configurations.push_back({{"configuration", configuration.configuration},
                              {"rows", configuration.rows},
                              {"scratch_bytes", configuration.scratch_bytes},
                              {"team_size", configuration.team_size}});
}

/// \brief Times, memory and the limit. The stages and what lies between them make up `stage_run_seconds`, the time of
/// the product that timed them.
inline void add_performance(Json& json, const RunSummary& run) {
  const SpGEMMReport& report = run.report;
  const double between = run.seconds_between_stages(), whole = run.stage_seconds() + between;
  Json& stages = json["stages"] = Json::array();
  for (const StageTime& stage : report.stage_times)
    stages.push_back(
        {{"stage", stage.stage}, {"seconds", stage.seconds}, {"share", whole > 0.0 ? stage.seconds / whole : 0.0}});
  json.update({{"between_stages_seconds", between},
               {"stage_run_seconds", report.seconds},
               {"stages_timed_apart", run.stages_timed_apart}});
  json.update({{"seconds", run.median_seconds()}, {"all_seconds", run.seconds}, {"gflops", run.gflops()}});
  json.update({{"peak_bytes", report.peak_bytes},
               {"peak_workspace_bytes", report.peak_workspace_bytes},
               {"estimated_workspace_bytes", report.estimated_workspace_bytes},
               {"num_chunks", report.num_chunks},
               {"matrix_bytes", report.matrix_bytes}});
  json["memory_bytes_per_second"] = run.rates.memory_bytes_per_s;
  Json& terms = json["limit_terms"] = Json::object();
  for (const LimitTerm& term : run.limit.terms) terms[term.name] = term.seconds;
  json.update({{"limit_seconds", run.limit.seconds},
               {"hard_limit_seconds", run.limit.hard_seconds},
               {"limit_binding", run.limit.binding},
               {"fraction_of_limit", run.fraction_of_limit()}});
}

/// \brief How a C compares with the reference.
inline Json json_of_check(const CheckResult& check) {
  return {{"passed", check.passed},
          {"identical", check.identical},
          {"largest_error", check.largest_error},
          {"difference", check.difference}};
}

/// \brief The other libraries, if there were any.
inline void add_compared(Json& json, const RunSummary& run) {
  for (const ComparedLibrary& other : run.compared) {
    Json library = {{"library", other.library}, {"failure", other.failure}};
    if (other.failure.empty())
      library.update({{"seconds", median_of(other.seconds)},
                      {"all_seconds", other.seconds},
                      {"ratio", median_of(other.ratios)},
                      {"all_ratios", other.ratios},
                      {"check", json_of_check(other.check)}});
    json["compared"].push_back(library);
  }
}

/// \brief \p json and the end of the line.
inline std::string one_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// \brief The whole report.
inline Json report_as_json(const RunSummary& run) {
  Json json = Json::object();
  add_problem(json, run);
  add_choice(json, run);
  add_performance(json, run);
  add_compared(json, run);
  if (run.checked) json["check"] = json_of_check(run.check);
  if (!run.output.empty()) json["output"] = run.output;
  return json;
}

/// \brief The whole report, one line.
inline std::string json_report(const RunSummary& run) { return one_line(report_as_json(run)); }

}  // namespace Ocean::Program

#endif
