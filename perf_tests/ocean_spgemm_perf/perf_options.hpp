#ifndef OCEAN_PERF_PERF_OPTIONS_HPP
#define OCEAN_PERF_PERF_OPTIONS_HPP
/// \file
/// \brief The command line of ocean_spgemm_perf and the list of matrices it names.

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "../../src/ocean_spgemm/program_options.hpp"

namespace Ocean::Perf {

/// \brief What is measured.
struct PerfOptions {
  std::string list;  ///< lines `name|op|...`, op aa or aat
  std::string folder;
  std::vector<std::string> methods = {"ocean", "ocean-team", "kk"};
  std::vector<std::string> only;  ///< empty: all of the list
  std::vector<Workflow> workflows = {Workflow::automatic};
  std::int64_t max_products = std::numeric_limits<std::int64_t>::max();
  int repeat = 5;
  int threads = 0;
  int entries_per_lane = 0;  ///< ReuseTuning::entries_per_lane_min; 0: the library's
  bool stages = false;
  bool check = true;
  std::string output;  ///< empty: perf_tests/results/<device>_<date>.csv
  std::string commit;  ///< empty: what git says
  bool help = false;
};

/// \brief One product of the list.
struct PerfProblem {
  std::string name;
  std::string op;  ///< aa: A A; aat: A A^T
};

inline constexpr std::array perf_methods = {"ocean",
                                            "ocean-team",
                                            "ocean-deterministic",
                                            "ocean-handle",
                                            "ocean-handle-prepared",
                                            "ocean-reuse",
                                            "ocean-reuse-lists",
                                            "ocean-reuse-places",
                                            "ocean-fill",
                                            "ocean-fill-atomics",
                                            "ocean-fill-places",
                                            "ocean-fill-deterministic",
                                            "ocean-fill-deterministic-lists",
                                            "ocean-fill-deterministic-places",
                                            "kk",
                                            "ocean-jacobi",
                                            "ocean-jacobi-prepared",
                                            "ocean-jacobi-reuse",
                                            "jacobi-kk",
                                            "jacobi-reuse-kk",
                                            "ocean-block",
                                            "ocean-block-reuse",
                                            "block-kk",
                                            "block-reuse-kk",
                                            "ocean-add",
                                            "ocean-add-reuse",
                                            "ocean-triple",
                                            "ocean-triple-reuse"};

inline constexpr const char* perf_help_text =
    R"(usage: ocean_spgemm_perf --matrices LIST.txt --dir DIR [options]
Times C = A A or A A^T of the matrices DIR/<name>.bcsr that LIST.txt names, line by line: <name>|<aa or aat>|...
Exits with 1 if a product failed or was wrong.

  --methods A,B,...      of ocean, ocean-team, ocean-deterministic, ocean-handle, ocean-handle-prepared,
                         ocean-reuse, ocean-fill, ocean-fill-deterministic (values into a graph that is there), kk,
                         and with -lists, -places or -atomics behind the last three of Ocean, where C's values are
                         then summed from these whatever the patterns; of products in other operations, first and
                         repeated calls: ocean-jacobi, ocean-jacobi-prepared, ocean-jacobi-reuse, jacobi-kk,
                         jacobi-reuse-kk, ocean-block, ocean-block-reuse, block-kk, block-reuse-kk, ocean-add,
                         ocean-add-reuse, ocean-triple, ocean-triple-reuse; jacobi and triple leave out matrices that
                         are not square                                      [ocean,ocean-team,kk]
  --only A,B,...         these matrices of the list alone
  --max-products N       leave out products of more multiply-adds
  --repeat N             timed calls behind the warm-up; the median counts [5]
  --workflow NAME        auto, upper-bound, hll, symbolic, or all: each of the four
  --output FILE          [perf_tests/results/<device>_<date>.csv]
  --stages               also FILE with _stages: times of the stages, and with _memory: work memory and its forecast
  --no-check             do not compare with the reference
  --threads N            threads of a host backend
  --entries-per-lane N   entries of a row of B for each of its lanes, where values are summed at places
  --commit HASH          commit of the sources, where there is no git
)";

/// \brief The parts of \p text between commas.
inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// \brief The workflows that \p name asks for. \throws std::invalid_argument for an unknown name.
inline std::vector<Workflow> workflows_of(const std::string& name) {
  const std::vector<Workflow> all = {Workflow::automatic, Workflow::upper_bound, Workflow::hyperloglog,
                                     Workflow::symbolic};
  if (name == "all") return all;
  for (const Workflow workflow : all)
    if (name == to_string(workflow)) return {workflow};
  Impl::throw_invalid_argument("perf", "--workflow '", name, "' (need all, auto, upper-bound, hll or symbolic)");
}

/// \brief Sets the option that \p reader stands at; false if there is none of its name.
inline bool read_perf_option(Program::OptionReader& reader, PerfOptions& options) {
  const std::string& name = reader.name();
  constexpr std::int64_t int_max = std::numeric_limits<int>::max();
  if (name == "--matrices") {
    options.list = reader.value();
  } else if (name == "--dir") {
    options.folder = reader.value();
  } else if (name == "--methods") {
    options.methods = split(reader.value(), ',');
  } else if (name == "--only") {
    options.only = split(reader.value(), ',');
  } else if (name == "--max-products") {
    options.max_products = reader.number(0, std::numeric_limits<std::int64_t>::max());
  } else if (name == "--repeat") {
    options.repeat = static_cast<int>(reader.number(1, int_max));
  } else if (name == "--workflow") {
    options.workflows = workflows_of(reader.value());
  } else if (name == "--output") {
    options.output = reader.value();
  } else if (name == "--stages") {
    options.stages = reader.flag();
  } else if (name == "--no-check") {
    options.check = !reader.flag();
  } else if (name == "--threads") {
    options.threads = static_cast<int>(reader.number(1, int_max));
  } else if (name == "--entries-per-lane") {
    options.entries_per_lane = static_cast<int>(reader.number(1, int_max));
  } else if (name == "--commit") {
    options.commit = reader.value();
  } else if (name == "--help") {
    options.help = reader.flag();
  } else {
    return false;
  }
  return true;
}

/// \brief Reads a command line, without the program's name. \throws std::invalid_argument naming what is wrong.
inline PerfOptions parse_perf_options(std::vector<std::string> words) {
  PerfOptions options;
  Program::OptionReader reader(std::move(words));
  while (reader.next())
    Impl::require(read_perf_option(reader, options), "perf", "unknown option '", reader.name(),
                  "' (need one that --help lists)");
  if (options.help) return options;
  Impl::require(!options.list.empty() && !options.folder.empty(), "perf",
                "no list or no folder of matrices (need --matrices LIST.txt --dir DIR)");
  for (const std::string& method : options.methods)
    Impl::require(std::find(perf_methods.begin(), perf_methods.end(), method) != perf_methods.end(), "perf",
                  "--methods '", method, "' (need one that --help lists)");
  return options;
}

/// \brief The products of the list. \throws std::runtime_error if it cannot be read or lacks a matrix of --only.
inline std::vector<PerfProblem> read_problems(const PerfOptions& options) {
  std::ifstream file(options.list);
  if (!file) Impl::throw_runtime_error("perf", options.list, ": cannot be opened (need a list of matrices)");
  std::vector<PerfProblem> problems;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::vector<std::string> fields = split(line, '|');
    const std::string op = fields.size() > 1 ? fields[1] : "";
    Impl::require(op == "aa" || op == "aat", "perf", options.list, ": '", line, "' (need <name>|<aa or aat>)");
    const auto wanted = std::find(options.only.begin(), options.only.end(), fields.front());
    if (options.only.empty() || wanted != options.only.end()) problems.push_back({fields.front(), op});
  }
  Impl::require(options.only.empty() || problems.size() == options.only.size(), "perf", "--only names ",
                options.only.size(), " matrices, the list has ", problems.size(), " of them (need all)");
  return problems;
}

}  // namespace Ocean::Perf

#endif
