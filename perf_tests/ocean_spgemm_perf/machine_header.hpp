#ifndef OCEAN_PERF_MACHINE_HEADER_HPP
#define OCEAN_PERF_MACHINE_HEADER_HPP
/// \file
/// \brief The comment lines above a table of results: where, when and how it was made.

#include <Kokkos_Core.hpp>
#include <Ocean_Version.hpp>
#include <array>
#include <cctype>
#include <cstdio>
#include <ctime>
#include <memory>
#include <ocean/backend/execution_spaces.hpp>
#include <string>
#include <vector>

#include "ocean_spgemm/json_report.hpp"

namespace Ocean::Perf {

/// \brief First line that \p command prints; empty if it fails.
inline std::string first_line_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen((command + " 2>/dev/null").c_str(), "r"), pclose);
  std::array<char, 512> line{};
  if (!pipe || std::fgets(line.data(), line.size(), pipe.get()) == nullptr) return "";
  std::string text = line.data();
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.pop_back();
  return text;
}

/// \brief Today as YYYY-MM-DD, UTC.
inline std::string today() {
  const std::time_t now = std::time(nullptr);
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d", std::gmtime(&now));
  return text.data();
}

/// \brief \p text with everything but letters, digits and dots as single dashes: part of a file name.
inline std::string as_file_name(const std::string& text) {
  std::string name;
  for (const char character : text) {
    const bool keep = std::isalnum(static_cast<unsigned char>(character)) || character == '.';
    if (keep)
      name += character;
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  while (!name.empty() && name.back() == '-') name.pop_back();
  return name;
}

/// \brief The command line with every path cut to its last component.
inline std::string command_without_folders(const std::vector<std::string>& words) {
  std::string command;
  for (const std::string& word : words) {
    std::string cut = word;
    while (cut.size() > 1 && cut.back() == '/') cut.pop_back();
    const std::size_t slash = cut.rfind('/');
    command += (command.empty() ? "" : " ") + (slash == std::string::npos ? cut : cut.substr(slash + 1));
  }
  return command;
}

inline std::string kokkos_version() {
  return std::to_string(KOKKOS_VERSION / 10000) + "." + std::to_string(KOKKOS_VERSION / 100 % 100) + "." +
         std::to_string(KOKKOS_VERSION % 100);
}

/// \brief The machine, the versions and the rate of its memory as a JSON object.
template <class ExecutionSpace>
std::string machine_json(const std::string& device, const std::string& kokkos_kernels_version, double bytes_per_s) {
  const Program::Json json = {{"machine", device},
                              {"backend", Impl::backend_name<ExecutionSpace>()},
                              {"threads", ExecutionSpace().concurrency()},
                              {"memory_bytes_per_second", bytes_per_s},
                              {"ocean", version},
                              {"kokkos", kokkos_version()},
                              {"kokkos_kernels", kokkos_kernels_version},
                              {"compiler", Impl::compiler_name()}};
  return Program::one_line(json);
}

/// \brief Comment lines: device, clocks, versions, commit, command.
/// \param commit hash of the sources; empty asks git
template <class ExecutionSpace>
std::string machine_header(const std::string& device, const std::string& kokkos_kernels_version, std::string commit,
                           const std::vector<std::string>& words) {
  if (commit.empty()) commit = first_line_of("git describe --always --dirty --abbrev=12");
  const std::string gpu = first_line_of(
      "nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.max.sm,clocks.mem,power.limit "
      "--format=csv,noheader");
  std::string text = "# device: " + device + "\n";
  const std::string backend = Impl::backend_name<ExecutionSpace>();
  if (Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename ExecutionSpace::memory_space>::accessible)
    text += "# threads: " + std::to_string(ExecutionSpace().concurrency()) + "\n";
  else
    text += "# name, driver, SM clock now, SM clock at most, memory clock, power limit: " + gpu + "\n";
  text += "# date: " + today() + "; backend: " + backend + "; Ocean " + version + "; Kokkos " + kokkos_version() +
          "; KokkosKernels " + kokkos_kernels_version + "; compiler: " + Impl::compiler_name() + "\n";
  text += "# commit: " + (commit.empty() ? "unknown" : commit) + "\n";
  text += "# command: " + command_without_folders(words) + "\n";
  return text;
}

}  // namespace Ocean::Perf

#endif
