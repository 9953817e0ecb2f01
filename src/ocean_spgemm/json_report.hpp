#ifndef OCEAN_PROGRAM_JSON_REPORT_HPP
#define OCEAN_PROGRAM_JSON_REPORT_HPP
/// \file
/// \brief The report for programs: one JSON object, times in seconds, sizes in bytes.

#include <charconv>
#include <cmath>
#include <concepts>
#include <string>
#include <string_view>

#include "run_summary.hpp"
#include "text_format.hpp"

namespace Ocean::Program {

inline std::string json_value(std::string_view text) {
  std::string quoted = "\"";
  for (const char character : text) {
    if (character == '"' || character == '\\') {
      quoted += '\\';
      quoted += character;
    } else if (static_cast<unsigned char>(character) < ' ') {
      quoted += print("\\u%04x", static_cast<unsigned>(character));
    } else {
      quoted += character;
    }
  }
  return quoted + "\"";
}
inline std::string json_value(const char* text) { return json_value(std::string_view(text)); }
inline std::string json_value(const std::string& text) { return json_value(std::string_view(text)); }
inline std::string json_value(bool truth) { return truth ? "true" : "false"; }
inline std::string json_value(std::integral auto number) { return std::to_string(number); }
inline std::string json_value(double number) {
  if (!std::isfinite(number)) return "null";
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

/// \brief Builds an object or a list, one member at a time.
class JsonWriter {
 public:
  explicit JsonWriter(char close) : m_close(close) {}

  template <class Value>
  JsonWriter& member(const char* name, const Value& value) {
    return raw_member(name, json_value(value));
  }
  JsonWriter& raw_member(const char* name, const std::string& json) { return element(json_value(name) + ": " + json); }
  JsonWriter& element(const std::string& json) {
    m_text += (m_text.empty() ? "" : ", ") + json;
    return *this;
  }
  std::string text() const { return (m_close == '}' ? "{" : "[") + m_text + m_close; }

 private:
  char m_close;
  std::string m_text;
};

/// \brief What was multiplied and what the analysis found.
inline void add_problem(JsonWriter& json, const RunSummary& run) {
  const SpGEMMReport& report = run.report;
  json.member("file_a", run.file_a).member("file_b", run.file_b).member("aat", run.aat).member("scalar", run.scalar);
  json.member("backend", run.backend).member("path", to_string(report.path)).member("threads", run.concurrency);
  json.member("machine", run.machine);
  json.member("num_rows", report.num_rows).member("num_inner", report.num_inner).member("num_cols", report.num_cols);
  json.member("nnz_a", report.nnz_a).member("nnz_b", report.nnz_b).member("nnz_c", report.nnz_c);
  json.member("products", report.total_products).member("max_row_products", report.max_row_products);
  json.member("expansion_ratio", report.expansion_ratio).member("compression_ratio", run.compression_ratio());
  json.member("sampled_compression_ratio", report.sampled_compression);
  json.member("sampled_compression_bound", report.sampled_compression_bound);
  json.member("sampled_rows", report.sampled_rows);
}

/// \brief What was chosen.
inline void add_choice(JsonWriter& json, const RunSummary& run) {
  const SpGEMMReport& report = run.report;
  json.member("workflow", to_string(report.workflow)).member("workflow_reason", report.workflow_reason);
  json.member("sketch_registers", report.sketch_registers).member("expansion", report.expansion);
  json.member("overflowed_rows", report.overflowed_rows);
  JsonWriter configurations(']');
  for (const ConfigurationRows& configuration : report.configurations)
    configurations.element(JsonWriter('}')
                               .member("configuration", configuration.configuration)
                               .member("rows", configuration.rows)
                               .member("scratch_bytes", configuration.scratch_bytes)
                               .member("team_size", configuration.team_size)
                               .text());
  json.raw_member("configurations", configurations.text());
}

/// \brief Times, memory and the limit.
inline void add_performance(JsonWriter& json, const RunSummary& run) {
  const SpGEMMReport& report = run.report;
  double stage_sum = 0.0;
  for (const StageTime& stage : report.stage_times) stage_sum += stage.seconds;
  JsonWriter stages(']');
  for (const StageTime& stage : report.stage_times)
    stages.element(JsonWriter('}')
                       .member("stage", stage.stage)
                       .member("seconds", stage.seconds)
                       .member("share", stage_sum > 0.0 ? stage.seconds / stage_sum : 0.0)
                       .text());
  JsonWriter all_seconds(']');
  for (const double seconds : run.seconds) all_seconds.element(json_value(seconds));
  json.raw_member("stages", stages.text()).member("seconds", run.median_seconds());
  json.raw_member("all_seconds", all_seconds.text()).member("gflops", run.gflops());
  json.member("peak_bytes", report.peak_bytes).member("peak_workspace_bytes", report.peak_workspace_bytes);
  json.member("estimated_workspace_bytes", report.estimated_workspace_bytes).member("num_chunks", report.num_chunks);
  json.member("matrix_bytes", report.matrix_bytes);
  JsonWriter terms('}');
  for (const LimitTerm& term : run.limit.terms) terms.member(term.name.c_str(), term.seconds);
  json.member("memory_bytes_per_second", run.rates.memory_bytes_per_s).raw_member("limit_terms", terms.text());
  json.member("limit_seconds", run.limit.seconds).member("hard_limit_seconds", run.limit.hard_seconds);
  json.member("limit_binding", run.limit.binding).member("fraction_of_limit", run.fraction_of_limit());
}

/// \brief The whole report, one line.
inline std::string json_report(const RunSummary& run) {
  JsonWriter json('}');
  add_problem(json, run);
  add_choice(json, run);
  add_performance(json, run);
  if (run.checked)
    json.raw_member("check", JsonWriter('}')
                                 .member("passed", run.check.passed)
                                 .member("identical", run.check.identical)
                                 .member("largest_error", run.check.largest_error)
                                 .member("difference", run.check.difference)
                                 .text());
  if (!run.output.empty()) json.member("output", run.output);
  return json.text() + "\n";
}

}  // namespace Ocean::Program

#endif
