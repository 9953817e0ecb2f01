#ifndef OCEAN_EXAMPLES_TPETRA_OCEAN_REGIONS_HPP
#define OCEAN_EXAMPLES_TPETRA_OCEAN_REGIONS_HPP
/// \file
/// \brief Who multiplied: counts the profiling regions that Ocean opens under Tpetra's products.

#include <Kokkos_Core.hpp>
#include <cstdlib>
#include <map>
#include <string>

/// \brief Regions named `Ocean::tpetra::...` since start(). Tpetra opens its own and Ocean's regions if the environment
/// says TPETRA_USE_KOKKOS_PROFILING=1, which start() does; call it before anything of Tpetra's.
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
  /// \brief One line: which of Ocean's kernels ran, how often.
  static std::string summary() {
    std::string line;
    for (const auto& [name, number] : counts())
      if (name != "merge_rows_of_b" && name != "without_zeros")
        line += (line.empty() ? "" : ", ") + name + " " + std::to_string(number);
    return line.empty() ? "Tpetra's own kernels multiplied" : "Ocean multiplied: " + line;
  }
};

#endif
