#ifndef OCEAN_PROGRAM_TEXT_REPORT_HPP
#define OCEAN_PROGRAM_TEXT_REPORT_HPP
/// \file
/// \brief The report for people, at most report_columns wide.

#include <string>

#include "accumulator_words.hpp"
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

/// \brief How many entries of value zero were skipped, and of what; the entries of A and B are counted without them.
inline std::string describe_skipped_zeros(const RunSummary& run) {
  const char* const of = run.skip_zeros == SkipZeros::of_a   ? "the left operand"
                         : run.skip_zeros == SkipZeros::of_b ? "the right operand"
                                                             : "both operands";
  return with_commas(run.report.skipped_zeros) + " skipped, of " + of;
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
  if (run.skip_zeros != SkipZeros::none) text += labelled("zeros", describe_skipped_zeros(run));
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
  if (report.num_chunks > 1) text += labelled("chunks", with_commas(report.num_chunks) + ", one after the other");
  if (report.sketch_registers > 0)
    text += labelled("sketches", std::to_string(report.sketch_registers) + " registers per row of B, expansion " +
                                     short_number(report.expansion));
  text += labelled("overflowed", with_commas(report.overflowed_rows) + " rows (" +
                                     format_percent(mean_per_row(report.overflowed_rows, report.num_rows)) + ")");
  return text;
}

/// \brief Rows, team size and scratch of every accumulator configuration that got rows, and what it does.
inline std::string text_of_configurations(const RunSummary& run) {
  if (run.report.configurations.empty()) return "";
  std::string text = print("\n%-17s%14s%9s%9s%11s\n", "accumulator", "rows", "share", "threads", "scratch");
  for (const ConfigurationRows& configuration : run.report.configurations) {
    if (configuration.rows == 0) continue;
    const double scratch_bytes = static_cast<double>(configuration.scratch_bytes);
    const std::string words(explain_accumulator(configuration.configuration));
    text += print("%-17s%14s%9s%9s%11s", configuration.configuration.c_str(), with_commas(configuration.rows).c_str(),
                  format_percent(mean_per_row(configuration.rows, run.report.num_rows)).c_str(),
                  configuration.team_size > 0 ? std::to_string(configuration.team_size).c_str() : "-",
                  scratch_bytes > 0.0 ? format_bytes(scratch_bytes).c_str() : "-");
    text += (words.empty() ? "" : "  " + words) + "\n";
  }
  return text;
}

/// \brief Time and share of every stage, and what lies between them.
inline std::string text_of_stages(const RunSummary& run) {
  const double between = run.seconds_between_stages(), sum = run.stage_seconds() + between;
  if (run.stage_seconds() <= 0.0) return "";
  const char* const title = run.stages_timed_apart ? "stage (own run)" : "stage";
  std::string text = print("\n%-20s%16s%10s\n", title, "time", "share");
  const auto line = [&](const std::string& name, double seconds) {
    const double share = seconds / sum;
    const std::string bar(static_cast<std::size_t>(share * bar_columns + 0.5), '#');
    text += print("%-20s%16s%10s", name.c_str(), format_seconds(seconds).c_str(), format_percent(share).c_str());
    text += (bar.empty() ? "" : "  " + bar) + "\n";
  };
  for (const StageTime& stage : run.report.stage_times) line(stage.stage, stage.seconds);
  if (run.report.seconds > 0.0) line("(between stages)", between);
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

/// \brief A median, and between which times it lies if there are several.
inline std::string format_times(const std::vector<double>& ascending) {
  if (ascending.empty()) return "no time";
  if (ascending.size() == 1) return format_seconds(ascending.front());
  return format_seconds(median_of(ascending)) + ", median of " + std::to_string(ascending.size()) + " (" +
         format_seconds(ascending.front()) + " to " + format_seconds(ascending.back()) + ")";
}

/// \brief Whether a C is right.
inline std::string describe_check(const CheckResult& check) {
  if (!check.passed) return "FAILED: " + check.difference;
  return std::string("passed: rows and columns equal the reference, values ") +
         (check.identical ? "too, bit for bit" : print("to %.1e of |A||B|", check.largest_error));
}

/// \brief How many times as fast Ocean was, and between which numbers that lies in the single turns.
inline std::string describe_ratio(const ComparedLibrary& other) {
  if (other.ratios.empty()) return "no ratio";
  std::string text = "Ocean " + short_number(median_of(other.ratios)) + " x as fast";
  if (other.ratios.size() > 1)
    text += " (" + short_number(other.ratios.front()) + " to " + short_number(other.ratios.back()) + ")";
  return text;
}

/// \brief Times and checks of the other libraries.
inline std::string text_of_compared(const RunSummary& run) {
  std::string text;
  for (const ComparedLibrary& other : run.compared)
    text +=
        labelled("compared", other.library + ": " +
                                 (other.failure.empty() ? format_times(other.seconds) + "; " + describe_ratio(other) +
                                                              "; check " + describe_check(other.check)
                                                        : "failed: " + other.failure));
  return text;
}

/// \brief Time, speed, memory, limit, check, comparison and output.
inline std::string text_of_results(const RunSummary& run) {
  const SpGEMMReport& report = run.report;
  std::string text = "\n" + labelled("time", format_times(run.seconds));
  text += labelled("speed", short_number(run.gflops()) + " GFLOPS (2 x products / time)");
  const double matrix_bytes = static_cast<double>(report.matrix_bytes);
  const double peak_bytes = static_cast<double>(report.peak_bytes);
  text += labelled("memory", "peak " + format_bytes(peak_bytes) + " (work " +
                                 format_bytes(static_cast<double>(report.peak_workspace_bytes)) + ", estimated " +
                                 format_bytes(static_cast<double>(report.estimated_workspace_bytes)) + ", and C), " +
                                 short_number(matrix_bytes > 0.0 ? peak_bytes / matrix_bytes : 0.0) + " x the " +
                                 format_bytes(matrix_bytes) + " of A, B and C");
  text += text_of_limit(run);
  if (run.checked) text += labelled("check", describe_check(run.check));
  text += text_of_compared(run);
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
