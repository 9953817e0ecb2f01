#ifndef OCEAN_PERF_RESULT_TABLE_HPP
#define OCEAN_PERF_RESULT_TABLE_HPP
/// \file
/// \brief The tables that ocean_spgemm_perf writes.

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ocean_spgemm/json_report.hpp"
#include "perf_method.hpp"
#include "perf_options.hpp"

namespace Ocean::Perf {

/// \brief The tables that grow row by row, and the means at their end.
class ResultTable {
 public:
  /// \param details file that add_details() and failures append to; empty: none
  ResultTable(const std::string& path, const std::string& header, bool stages, const std::string& details)
      : m_file(open(path)) {
    if (!details.empty()) m_details = open(details, std::ios::app);
    *m_file << header << "matrix,op,method,workflow,ms,gflops,products,nnz_c,peak_bytes,a_b_c_bytes,correct\n";
    if (!stages) return;
    m_stage_file = open(beside(path, "_stages"));
    *m_stage_file << header << "matrix,op,method,workflow,stage,ms,share\n";
    m_memory_file = open(beside(path, "_memory"));
    *m_memory_file << header << "matrix,op,method,workflow,estimated_workspace_bytes,peak_workspace_bytes,ratio\n";
  }

  /// \brief Adds a row; \p gflops 0 marks a failure, whose reason is in \p correct.
  void add(const PerfProblem& problem, const std::string& method, const std::string& workflow,
           const std::string& numbers, double gflops, std::string correct) {
    for (char& character : correct)
      if (character == ',' || character == '\n') character = ';';
    *m_file << problem.name << ',' << problem.op << ',' << method << ',' << workflow << ',' << numbers << ',' << correct
            << std::endl;
    std::fprintf(stderr, "%-22s %-10s %-18s %10.2f GFLOPS  %s\n", problem.name.c_str(), method.c_str(),
                 workflow.c_str(), gflops, correct.c_str());
    const std::string forced = workflow.substr(0, workflow.find(':'));
    Means& means = m_means[method + (forced.empty() ? "" : " " + forced)];
    if (gflops > 0.0) {
      means.sum_of_logarithms += std::log(gflops);
      ++means.successes;
    } else {
      add_detail_line(problem, method, workflow, correct, Program::Json());
      ++means.failures;
      ++m_num_failures;
    }
  }

  int num_failures() const { return m_num_failures; }

  void add_stages(const PerfProblem& problem, const std::string& method, const std::string& workflow,
                  const std::vector<StageTime>& stages) {
    double sum = 0.0;
    for (const StageTime& stage : stages) sum += stage.seconds;
    for (const StageTime& stage : stages)
      *m_stage_file << problem.name << ',' << problem.op << ',' << method << ',' << workflow << ',' << stage.stage
                    << ',' << Program::print("%.4f,%.4f", 1e3 * stage.seconds, sum > 0.0 ? stage.seconds / sum : 0.0)
                    << std::endl;
  }

  /// \brief Adds the forecast of the work memory and what it took.
  void add_memory(const PerfProblem& problem, const std::string& method, const std::string& workflow,
                  const Measurement& measurement) {
    if (!m_memory_file || measurement.estimated_workspace_bytes == 0 || measurement.peak_workspace_bytes == 0) return;
    const auto estimated = static_cast<double>(measurement.estimated_workspace_bytes);
    *m_memory_file << problem.name << ',' << problem.op << ',' << method << ',' << workflow << ','
                   << measurement.estimated_workspace_bytes << ',' << measurement.peak_workspace_bytes << ','
                   << Program::print("%.4f", estimated / static_cast<double>(measurement.peak_workspace_bytes))
                   << std::endl;
  }

  /// \brief Appends the line of --details of a row that is right.
  void add_details(const PerfProblem& problem, const std::string& method, const std::string& workflow,
                   const std::string& correct, const Program::RunSummary& run) {
    add_detail_line(problem, method, workflow, correct, Program::report_as_json(run));
  }

  /// \brief Writes the geometric mean of every method as comments.
  void add_means() {
    for (const auto& [name, means] : m_means) {
      const double mean = means.successes > 0 ? std::exp(means.sum_of_logarithms / means.successes) : 0.0;
      const std::string line = Program::print("# geometric mean of %s: %.2f GFLOPS over %d products, %d failures\n",
                                              name.c_str(), mean, means.successes, means.failures);
      *m_file << line << std::flush;
      std::fputs(line.c_str(), stderr);
    }
  }

 private:
  struct Means {
    double sum_of_logarithms = 0.0;
    int successes = 0, failures = 0;
  };

  void add_detail_line(const PerfProblem& problem, const std::string& method, const std::string& workflow,
                       const std::string& correct, const Program::Json& report) {
    if (!m_details) return;
    const Program::Json line = {{"matrix", problem.name}, {"op", problem.op},   {"method", method},
                                {"workflow", workflow},   {"correct", correct}, {"report", report}};
    *m_details << Program::one_line(line) << std::flush;
  }

  /// The file of the same name with \p suffix before its extension.
  static std::filesystem::path beside(const std::filesystem::path& path, const std::string& suffix) {
    std::filesystem::path other(path);
    return other.replace_filename(path.stem().string() + suffix + path.extension().string());
  }

  static std::unique_ptr<std::ofstream> open(const std::filesystem::path& path,
                                             std::ios::openmode mode = std::ios::trunc) {
    std::error_code ignored;
    if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), ignored);
    auto file = std::make_unique<std::ofstream>(path, std::ios::out | mode);
    if (!*file) Impl::throw_runtime_error("perf", path.string(), ": cannot be written (need a folder that can be)");
    return file;
  }

  std::unique_ptr<std::ofstream> m_file, m_stage_file, m_memory_file, m_details;
  std::map<std::string, Means> m_means;
  int m_num_failures = 0;
};

}  // namespace Ocean::Perf

#endif
