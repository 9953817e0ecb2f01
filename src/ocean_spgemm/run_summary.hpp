#ifndef OCEAN_PROGRAM_RUN_SUMMARY_HPP
#define OCEAN_PROGRAM_RUN_SUMMARY_HPP
/// \file
/// \brief Everything that a report of a run shows, gathered before it is printed.

#include <Ocean_SpGEMMReport.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "check_product.hpp"
#include "hardware_limit.hpp"

namespace Ocean::Program {

/// \brief One run of the program.
struct RunSummary {
  std::string file_a;
  std::string file_b;  ///< empty: A
  bool aat = false;
  std::string scalar;  ///< real or complex
  std::string backend;
  std::string machine;
  int concurrency = 0;  ///< threads of a host space, 0 on a device
  SpGEMMReport report;
  std::vector<double> seconds;  ///< of every timed product, ascending
  HardwareLimit limit;
  MachineRates rates;
  bool checked = false;
  CheckResult check;
  std::string output;  ///< empty: C was not written

  double median_seconds() const { return seconds.empty() ? 0.0 : seconds[seconds.size() / 2]; }
  double gflops() const {
    const double time = median_seconds();
    return time > 0.0 ? 2e-9 * static_cast<double>(report.total_products) / time : 0.0;
  }
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
