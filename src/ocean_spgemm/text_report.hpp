#ifndef OCEAN_PROGRAM_TEXT_REPORT_HPP
#define OCEAN_PROGRAM_TEXT_REPORT_HPP
/// \file
/// \brief The report for people, at most report_columns wide.

#include <string>

#include "run_summary.hpp"
#include "text_format.hpp"

namespace Ocean::Program {

/// Columns before the text of a line that begins with a word, and of the bar after a stage.
inline constexpr std::size_t label_columns = 12;
inline constexpr int bar_columns = 40;

/// \brief A line `label       text`, wrapped.
inline std::string labelled(const std::string& label, const std::string& text) {
  return print("%-*s", static_cast<int>(label_columns), label.c_str()) + wrap(text, label_columns) + "\n";
}

/// \brief Mean entries per row.
inline double mean_per_row(std::int64_t entries, std::int64_t rows) {
  return rows > 0 ? static_cast<double>(entries) / static_cast<double>(rows) : 0.0;
}

/// \brief What was multiplied, where, and the sizes of the three matrices.
inline std::string text_of_matrices(const RunSummary& run) {
  const SpGEMMReport& report = run.report;
  const std::string b = run.aat ? "A^T" : run.file_b.empty() ? "A" : "B";
  std::string text = labelled("C = A " + b, run.file_a + (run.file_b.empty() ? "" : "  and  " + run.file_b));
  const std::string threads =
      run.concurrency > 0 ? print("%d thread%s, ", run.concurrency, run.concurrency > 1 ? "s" : "") : "";
  text += labelled("on", run.backend + " (" + threads + to_string(report.path) + " path)" +
                             (run.machine.empty() ? "" : ", " + run.machine));
  text += print("\n%-10s%14s%14s%18s%12s\n", run.scalar.c_str(), "rows", "columns", "entries", "per row");
  const auto line = [&](const std::string& name, std::int64_t rows, std::int64_t cols, std::int64_t nnz) {
    text += print("%-10s%14s%14s%18s%12.1f\n", name.c_str(), with_commas(rows).c_str(), with_commas(cols).c_str(),
                  with_commas(nnz).c_str(), mean_per_row(nnz, rows));
  };
  line("A", report.num_rows, report.num_inner, report.nnz_a);
  if (b != "A") line(b, report.num_inner, report.num_cols, report.nnz_b);
  line("C", report.num_rows, report.num_cols, report.nnz_c);
  return text;
}

/// \brief Products, ratios, and the choice that they led to.
inline std::string text_of_choice(const RunSummary& run) {
  const SpGEMMReport& report = run.report;
  std::string text = "\n";
  text += labelled("products", with_commas(report.total_products) + ", " + with_commas(report.max_row_products) +
                                   " in the longest row; " + short_number(report.expansion_ratio) +
                                   " per entry of A (ER), " + short_number(run.compression_ratio()) +
                                   " per entry of C (CR)");
  if (report.sampled_rows > 0)
    text += labelled("sampled", "CR " + short_number(report.sampled_compression) + " +- " +
                                    format_percent(report.sampled_compression_bound) + " from " +
                                    with_commas(report.sampled_rows) + " rows");
  text += labelled("workflow", std::string(to_string(report.workflow)) +
                                   (report.workflow_reason.empty() ? "" : ": " + report.workflow_reason));
  if (report.num_chunks > 1)
    text += labelled("chunks", with_commas(report.num_chunks) + " of rows, one after the other");
  if (report.sketch_registers > 0)
    text += labelled("sketches", std::to_string(report.sketch_registers) + " registers per row of B, expansion " +
                                     short_number(report.expansion));
  text += labelled("overflowed", with_commas(report.overflowed_rows) + " rows (" +
                                     format_percent(mean_per_row(report.overflowed_rows, report.num_rows)) + ")");
  return text;
}

/// \brief Rows, team size and scratch of every accumulator configuration that got rows.
inline std::string text_of_configurations(const RunSummary& run) {
  if (run.report.configurations.empty()) return "";
  std::string text = print("\n%-20s%16s%10s%10s%12s\n", "accumulator", "rows", "share", "threads", "scratch");
  for (const ConfigurationRows& configuration : run.report.configurations) {
    if (configuration.rows == 0) continue;
    const double scratch_bytes = static_cast<double>(configuration.scratch_bytes);
    text +=
        print("%-20s%16s%10s%10s%12s\n", configuration.configuration.c_str(), with_commas(configuration.rows).c_str(),
              format_percent(mean_per_row(configuration.rows, run.report.num_rows)).c_str(),
              configuration.team_size > 0 ? std::to_string(configuration.team_size).c_str() : "-",
              scratch_bytes > 0.0 ? format_bytes(scratch_bytes).c_str() : "-");
  }
  return text;
}

/// \brief Time and share of every stage.
inline std::string text_of_stages(const RunSummary& run) {
  double sum = 0.0;
  for (const StageTime& stage : run.report.stage_times) sum += stage.seconds;
  if (sum <= 0.0) return "";
  const char* const title = run.seconds.size() > 1 ? "stage (own run)" : "stage";
  std::string text = print("\n%-20s%16s%10s\n", title, "time", "share");
  for (const StageTime& stage : run.report.stage_times) {
    const double share = stage.seconds / sum;
    const std::string bar(static_cast<std::size_t>(share * bar_columns + 0.5), '#');
    text += print("%-20s%16s%10s", stage.stage.c_str(), format_seconds(stage.seconds).c_str(),
                  format_percent(share).c_str());
    text += (bar.empty() ? "" : "  " + bar) + "\n";
  }
  return text;
}

/// \brief The machine's limit, the share of it that was reached, and what sets it.
inline std::string text_of_limit(const RunSummary& run) {
  if (run.limit.seconds <= 0.0) return labelled("limit", "not known: too little memory to measure the bandwidth");
  std::string text = format_percent(run.fraction_of_limit()) + " of the hardware limit, " +
                     format_seconds(run.limit.seconds) + ", set by " + describe_term(run.limit.binding);
  text += " (memory at " + format_bytes(run.rates.memory_bytes_per_s) + "/s";
  for (const LimitTerm& term : run.limit.terms)
    if (run.limit.terms.size() > 1) text += ", " + term.name + " " + format_seconds(term.seconds);
  return labelled("limit", text + ")");
}

/// \brief Time, speed, memory, limit, check and output.
inline std::string text_of_results(const RunSummary& run) {
  const SpGEMMReport& report = run.report;
  std::string time = format_seconds(run.median_seconds());
  if (run.seconds.size() > 1)
    time += ", median of " + std::to_string(run.seconds.size()) + " (" + format_seconds(run.seconds.front()) + " to " +
            format_seconds(run.seconds.back()) + ")";
  std::string text = "\n" + labelled("time", time);
  text += labelled("speed", short_number(run.gflops()) + " GFLOPS (2 x products / time)");
  const double matrix_bytes = static_cast<double>(report.matrix_bytes);
  const double peak_bytes = static_cast<double>(report.peak_bytes);
  text += labelled("memory", "peak " + format_bytes(peak_bytes) + " (work " +
                                 format_bytes(static_cast<double>(report.peak_workspace_bytes)) + ", estimated " +
                                 format_bytes(static_cast<double>(report.estimated_workspace_bytes)) + ", and C), " +
                                 short_number(matrix_bytes > 0.0 ? peak_bytes / matrix_bytes : 0.0) + " x the " +
                                 format_bytes(matrix_bytes) + " of A, B and C");
  text += text_of_limit(run);
  if (run.checked && run.check.passed)
    text += labelled(
        "check", std::string("passed: rows and columns equal the reference, values ") +
                     (run.check.identical ? "too, bit for bit" : print("to %.1e of |A||B|", run.check.largest_error)));
  if (run.checked && !run.check.passed) text += labelled("check", "FAILED: " + run.check.difference);
  if (!run.output.empty()) text += labelled("wrote", run.output);
  return text;
}

/// \brief The whole report.
inline std::string text_report(const RunSummary& run) {
  return text_of_matrices(run) + text_of_choice(run) + text_of_configurations(run) + text_of_stages(run) +
         text_of_results(run);
}

}  // namespace Ocean::Program

#endif
