#ifndef OCEAN_EXAMPLES_TPETRA_OCEAN_REGIONS_HPP
#define OCEAN_EXAMPLES_TPETRA_OCEAN_REGIONS_HPP
/// \file
/// \brief Shows which library multiplied: counts the profiling regions that Ocean opens in Tpetra's products.

#include <Kokkos_Core.hpp>
#include <cstdlib>
#include <map>
#include <string>

/// \brief Regions named `Ocean::tpetra::...` since start(). Tpetra's and Ocean's regions are opened if the environment
/// has TPETRA_USE_KOKKOS_PROFILING=1, which start() sets; call it before anything in Tpetra.
struct OceanRegions {
  static void start() { setenv("TPETRA_USE_KOKKOS_PROFILING", "1", 0); }
  static void listen() { Kokkos::Tools::Experimental::set_push_region_callback(count); }
  static std::map<std::string, int>& counts() {
    static std::map<std::string, int> regions;
    return regions;
  }
  static void count(const char* name) {
    const std::string prefix = std::string("Ocean::tpetra") + "::", region(name);
    if (region.rfind(prefix, 0) == 0) ++counts()[region.substr(prefix.size())];
  }
  /// \brief One line: which of Ocean's kernels ran, and how often.
  static std::string summary() {
    std::string line;
    for (const auto& [name, number] : counts())
      if (name != "merge_rows_of_b" && name != "without_zeros")
        line += (line.empty() ? "" : ", ") + name + " " + std::to_string(number);
    return line.empty() ? "Tpetra's own kernels multiplied" : "Ocean multiplied: " + line;
  }
};

#endif
