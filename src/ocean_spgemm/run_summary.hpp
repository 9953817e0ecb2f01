#ifndef OCEAN_PROGRAM_RUN_SUMMARY_HPP
#define OCEAN_PROGRAM_RUN_SUMMARY_HPP
/// \file
/// \brief Everything that a report of a run shows, gathered before it is printed.

#include <Ocean_SpGEMMOptions.hpp>
#include <Ocean_SpGEMMReport.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "check_product.hpp"
#include "hardware_limit.hpp"

namespace Ocean::Program {

/// \brief Element in the middle of ascending numbers; 0 if there is none.
inline double median_of(const std::vector<double>& ascending) {
  return ascending.empty() ? 0.0 : ascending[ascending.size() / 2];
}

/// \brief The same product by another library.
struct ComparedLibrary {
  std::string library;          ///< name and version
  std::string failure;          ///< why it has no C; empty if it has one
  std::vector<double> seconds;  ///< of every timed product, ascending
  std::vector<double> ratios;   ///< its time by Ocean's in the same turn, ascending: above 1, Ocean was faster
  CheckResult check;
};

/// \brief One run of the program.
struct RunSummary {
  std::string file_a;
  std::string file_b;  ///< empty: A
  bool aat = false;
  std::string scalar;                      ///< real or complex
  SkipZeros skip_zeros = SkipZeros::none;  ///< as requested; the report has the count
  std::string backend;
  std::string machine;
  int concurrency = 0;  ///< threads of a host space, 0 on a device
  SpGEMMReport report;
  std::vector<double> seconds;      ///< of every timed product, ascending
  bool stages_timed_apart = false;  ///< the report is of a further product, which timed its stages
  HardwareLimit limit;
  MachineRates rates;
  bool checked = false;
  CheckResult check;
  std::vector<ComparedLibrary> compared;
  std::string output;  ///< empty: C was not written

  double median_seconds() const { return median_of(seconds); }
  double gflops() const {
    const double time = median_seconds();
    return time > 0.0 ? 2e-9 * static_cast<double>(report.total_products) / time : 0.0;
  }
  /// \brief Sum of the stages' times; 0 if they were not timed.
  double stage_seconds() const {
    double sum = 0.0;
    for (const StageTime& stage : report.stage_times) sum += stage.seconds;
    return sum;
  }
  /// \brief What the product that timed its stages took outside of them: checks, allocation of C, waits.
  double seconds_between_stages() const { return std::max(0.0, report.seconds - stage_seconds()); }
  /// \brief Products per entry of C.
  double compression_ratio() const {
    return report.nnz_c > 0 ? static_cast<double>(report.total_products) / static_cast<double>(report.nnz_c) : 0.0;
  }
  double fraction_of_limit() const {
    const double time = median_seconds();
    return time > 0.0 ? limit.seconds / time : 0.0;
  }
};

}  // namespace Ocean::Program

#endif
