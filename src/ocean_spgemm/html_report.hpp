#ifndef OCEAN_PROGRAM_HTML_REPORT_HPP
#define OCEAN_PROGRAM_HTML_REPORT_HPP
/// \file
/// \brief The report as one page for a browser: no other file, no script, light or dark as the reader's system is.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "accumulator_words.hpp"
#include "text_report.hpp"

namespace Ocean::Program {

/// Colours are those of the page; a table that is wider than the window scrolls by itself.
inline constexpr std::string_view html_style = R"(
:root { color-scheme: light dark; --ink: #1b2733; --paper: #ffffff; --line: #d5dde5; --bar: #1769aa; --quiet: #5a6b7b; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4ebf1; --paper: #12181e; --line: #33404d; --bar: #5aa9e6; --quiet: #9fb0bf; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1rem; }
.facts div { border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .8rem; }
.facts b { display: block; font-size: 1.3rem; } .facts span, caption, .quiet { color: var(--quiet); }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child, .words { text-align: left; }
td.words { white-space: normal; min-width: 9rem; }
.bar { display: block; height: .8rem; background: var(--bar); border-radius: .2rem; }
td.share { width: 40%; min-width: 6rem; }
)";

/// \brief \p text with the characters that HTML gives a meaning replaced.
inline std::string escape_html(std::string_view text) {
  std::string escaped;
  for (const char character : text) switch (character) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      default: escaped += character;
    }
  return escaped;
}

/// \brief A table of \p head and \p rows, whose cells are HTML already.
inline std::string html_table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows) {
  std::string html = "<div class=\"wide\"><table><tr>";
  for (const std::string& cell : head) html += cell.starts_with("<th") ? cell : "<th>" + cell + "</th>";
  html += "</tr>\n";
  for (const auto& row : rows) {
    html += "<tr>";
    for (const std::string& cell : row) html += cell.starts_with("<td") ? cell : "<td>" + cell + "</td>";
    html += "</tr>\n";
  }
  return html + "</table></div>\n";
}

/// \brief A line of words and numbers below a heading.
inline std::string html_paragraph(const std::string& label, const std::string& text) {
  return "<p><b>" + label + "</b> " + escape_html(text) + "</p>\n";
}

/// \brief Time, speed, memory and share of the limit, as boxes.
inline std::string html_of_facts(const RunSummary& run) {
  std::vector<std::pair<std::string, std::string>> facts = {
      {format_seconds(run.median_seconds()), "time"},
      {short_number(run.gflops()), "GFLOPS"},
      {format_bytes(static_cast<double>(run.report.peak_bytes)), "peak memory"},
      {short_number(run.compression_ratio()), "products per entry of C"}};
  if (run.limit.seconds > 0.0) facts.emplace_back(format_percent(run.fraction_of_limit()), "of the hardware limit");
  for (const ComparedLibrary& other : run.compared)
    if (!other.ratios.empty())
      facts.emplace_back(short_number(median_of(other.ratios)) + " x", "as fast as " + other.library);
  if (run.checked) facts.emplace_back(run.check.passed ? "passed" : "FAILED", "check");
  std::string html = "<div class=\"facts\">";
  for (const auto& [value, what] : facts)
    html += "<div><b>" + escape_html(value) + "</b><span>" + escape_html(what) + "</span></div>";
  return html + "</div>\n";
}

/// \brief Sizes of the matrices.
inline std::string html_of_matrices(const RunSummary& run) {
  const SpGEMMReport& report = run.report;
  const auto row = [](const std::string& name, std::int64_t rows, std::int64_t cols, std::int64_t nnz) {
    return std::vector<std::string>{escape_html(name), with_commas(rows), with_commas(cols), with_commas(nnz),
                                    print("%.1f", mean_per_row(nnz, rows))};
  };
  std::vector<std::vector<std::string>> rows = {row("A", report.num_rows, report.num_inner, report.nnz_a)};
  if (run.aat || !run.file_b.empty())
    rows.push_back(row(run.aat ? "A transposed" : "B", report.num_inner, report.num_cols, report.nnz_b));
  rows.push_back(row("C", report.num_rows, report.num_cols, report.nnz_c));
  return "<h2>Matrices</h2>\n" + html_table({run.scalar, "rows", "columns", "entries", "per row"}, rows);
}

/// \brief Accumulators, in words.
inline std::string html_of_configurations(const RunSummary& run) {
  std::vector<std::vector<std::string>> rows;
  for (const ConfigurationRows& configuration : run.report.configurations)
    if (configuration.rows > 0)
      rows.push_back(
          {escape_html(configuration.configuration), with_commas(configuration.rows),
           format_percent(mean_per_row(configuration.rows, run.report.num_rows)),
           configuration.team_size > 0 ? std::to_string(configuration.team_size) : "&ndash;",
           configuration.scratch_bytes > 0 ? format_bytes(static_cast<double>(configuration.scratch_bytes)) : "&ndash;",
           "<td class=\"words\">" + escape_html(explain_accumulator(configuration.configuration)) + "</td>"});
  if (rows.empty()) return "";
  return "<h2>Accumulators</h2>\n" +
         html_table({"accumulator", "rows", "share", "threads", "scratch", "<th class=\"words\">what it does</th>"},
                    rows);
}

/// \brief Stages with bars.
inline std::string html_of_stages(const RunSummary& run) {
  const double sum = run.stage_seconds() + run.seconds_between_stages();
  if (run.stage_seconds() <= 0.0) return "";
  std::vector<std::vector<std::string>> rows;
  const auto add = [&](const std::string& name, double seconds) {
    rows.push_back(
        {escape_html(name), format_seconds(seconds), format_percent(seconds / sum),
         print("<td class=\"share\"><span class=\"bar\" style=\"width:%.1f%%\"></span></td>", 100.0 * seconds / sum)});
  };
  for (const StageTime& stage : run.report.stage_times) add(stage.stage, stage.seconds);
  if (run.report.seconds > 0.0) add("(between stages)", run.seconds_between_stages());
  return "<h2>Stages</h2>\n" +
         std::string(run.stages_timed_apart ? "<p class=\"quiet\">Timed in a separate product.</p>\n" : "") +
         html_table({"stage", "time", "share", ""}, rows);
}

/// \brief Times of Ocean and the others, and their checks.
inline std::string html_of_comparison(const RunSummary& run) {
  if (run.compared.empty()) return "";
  const auto cells = [](const std::string& name, const std::string& times, const std::string& ratio,
                        const std::string& check) {
    return std::vector<std::string>{escape_html(name), "<td class=\"words\">" + escape_html(times) + "</td>",
                                    "<td class=\"words\">" + escape_html(ratio) + "</td>",
                                    "<td class=\"words\">" + escape_html(check) + "</td>"};
  };
  std::vector<std::vector<std::string>> rows = {
      cells("Ocean", format_times(run.seconds), "", run.checked ? describe_check(run.check) : "")};
  for (const ComparedLibrary& other : run.compared)
    rows.push_back(other.failure.empty() ? cells(other.library, format_times(other.seconds), describe_ratio(other),
                                                 describe_check(other.check))
                                         : cells(other.library, "failed: " + other.failure, "", ""));
  return "<h2>Comparison</h2>\n<p class=\"quiet\">Timed alternately, from the operands to a complete C.</p>\n" +
         html_table({"library", "<th class=\"words\">time</th>", "<th class=\"words\">ratio</th>",
                     "<th class=\"words\">check</th>"},
                    rows);
}

/// \brief The whole page.
inline std::string html_report(const RunSummary& run) {
  const SpGEMMReport& report = run.report;
  const std::string b = run.aat ? "A^T" : run.file_b.empty() ? "A" : "B";
  const std::string title = "C = A " + b + ": " + run.file_a + (run.file_b.empty() ? "" : " and " + run.file_b);
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
      escape_html(title) + "</title>\n<style>" + std::string(html_style) + "</style></head>\n<body>\n<h1>" +
      escape_html(title) + "</h1>\n";
  const std::string threads =
      run.concurrency > 0 ? print("%d thread%s, ", run.concurrency, run.concurrency > 1 ? "s" : "") : "";
  html += "<p class=\"quiet\">" +
          escape_html(run.backend + " (" + threads + to_string(report.path) + " path)" +
                      (run.machine.empty() ? "" : ", " + run.machine)) +
          "</p>\n";
  html += html_of_facts(run) + html_of_matrices(run);
  html += "<h2>What was chosen</h2>\n";
  if (run.skip_zeros != SkipZeros::none) html += html_paragraph("Zeros", describe_skipped_zeros(run));
  html += html_paragraph("Products", with_commas(report.total_products) + ", at most " +
                                         with_commas(report.max_row_products) + " in a row of C");
  html += html_paragraph("Workflow", std::string(to_string(report.workflow)) +
                                         (report.workflow_reason.empty() ? "" : ": " + report.workflow_reason));
  if (report.num_chunks > 1) html += html_paragraph("Chunks", with_commas(report.num_chunks) + " of rows");
  if (report.overflowed_rows > 0)
    html += html_paragraph("Overflowed", with_commas(report.overflowed_rows) + " rows outgrew their estimate");
  html += html_of_configurations(run) + html_of_stages(run) + html_of_comparison(run);
  if (run.checked) html += "<h2>Check</h2>\n" + html_paragraph("", describe_check(run.check));
  return html + "</body></html>\n";
}

}  // namespace Ocean::Program

#endif
