#ifndef OCEAN_PERF_PERF_OPTIONS_HPP
#define OCEAN_PERF_PERF_OPTIONS_HPP
/// \file
/// \brief The command line of ocean_spgemm_perf and the list of matrices it names.

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "../../src/ocean_spgemm/program_options.hpp"
#include "support/matrix_files.hpp"

namespace Ocean::Perf {

/// \brief What is measured.
struct PerfOptions {
  std::string list;  ///< see read_list()
  std::string folder;
  std::vector<std::string> methods = {"ocean", "ocean-team", "kk"};
  std::vector<std::string> only;  ///< empty: all of the list
  std::vector<Workflow> workflows = {Workflow::automatic};
  std::int64_t max_products = std::numeric_limits<std::int64_t>::max();
  int repeat = 5;
  int threads = 0;
  int entries_per_lane = 0;  ///< ReuseTuning::entries_per_lane_min; 0: the library's
  int registers = 0;         ///< SpGEMMOptions::sketch_registers
  AccumulatorSwitches accumulators;
  double memory_rate = 0.0;  ///< bytes per second that the limit counts with; 0: measured where it is needed
  bool measure_memory = false;
  std::string details;  ///< file that a JSON line for every row is appended to; empty: none
  bool stages = false;
  bool check = true;
  std::string output;  ///< empty: perf_tests/results/<device>_<date>.csv
  std::string commit;  ///< empty: what git says
  bool help = false;
};

using PerfProblem = ListedProduct;

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
                                            "cusparse-alg1",
                                            "cusparse-alg2",
                                            "cusparse-alg3",
                                            "cusparse-reuse",
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
    R"(usage: ocean_spgemm_perf --matrices LIST --dir DIR [options]
Times C = A A or A A^T of the matrices of DIR (<name>.bcsr, .mtx, .mtx.gz or .bcsr.gz) that LIST names, line by line:
<name>,<aa or aat>,... Exits with 1 if a product failed or was wrong.

  --methods A,B,...      of ocean, ocean-team, ocean-deterministic, ocean-handle, ocean-handle-prepared,
                         ocean-reuse, ocean-fill, ocean-fill-deterministic (values into a graph that is there), kk,
                         and with -lists, -places or -atomics behind the last three of Ocean, where C's values are
                         then summed from these whatever the patterns; cusparse-alg1, cusparse-alg2, cusparse-alg3,
                         cusparse-reuse (repeated), with CUDA; of products in other operations, first and
                         repeated calls: ocean-jacobi, ocean-jacobi-prepared, ocean-jacobi-reuse, jacobi-kk,
                         jacobi-reuse-kk, ocean-block, ocean-block-reuse, block-kk, block-reuse-kk, ocean-add,
                         ocean-add-reuse, ocean-triple, ocean-triple-reuse; jacobi and triple leave out matrices that
                         are not square                                      [ocean,ocean-team,kk]
  --only A,B,...         these matrices of the list alone
  --max-products N       leave out products of more multiply-adds
  --repeat N             timed calls behind the warm-up; the median counts [5]
  --workflow NAME        auto, upper-bound, hll, symbolic, or all: each of the four
  --registers N          of the sketches: 32, 64 or 128
  --without A,B,...      accumulators that are switched off: hash, hybrid_hash, dense, ranked, merge, esc, multi_row,
                         assisted, supernodes
  --details FILE         append a JSON line for every row: the program's report with every time, the decision and its
                         reason, and the limit of the hardware
  --memory-rate N        bytes per second of memory, for that limit         [measured]
  --measure-memory       print this rate and the machine as JSON, and nothing else
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

/// \brief Switches off the accumulators between the commas of \p names. \throws std::invalid_argument
inline AccumulatorSwitches switches_without(const std::string& names) {
  using Switch = std::pair<const char*, bool AccumulatorSwitches::*>;
  static constexpr std::array<Switch, 9> switches = {{{"hash", &AccumulatorSwitches::hash},
                                                      {"hybrid_hash", &AccumulatorSwitches::hybrid_hash},
                                                      {"dense", &AccumulatorSwitches::dense},
                                                      {"ranked", &AccumulatorSwitches::ranked},
                                                      {"merge", &AccumulatorSwitches::merge},
                                                      {"esc", &AccumulatorSwitches::esc},
                                                      {"multi_row", &AccumulatorSwitches::multi_row},
                                                      {"assisted", &AccumulatorSwitches::assisted},
                                                      {"supernodes", &AccumulatorSwitches::supernodes}}};
  AccumulatorSwitches left;
  for (const std::string& name : split(names, ',')) {
    const auto found =
        std::find_if(switches.begin(), switches.end(), [&](const Switch& entry) { return name == entry.first; });
    Impl::require(found != switches.end(), "perf", "--without '", name, "' (need one that --help lists)");
    left.*(found->second) = false;
  }
  return left;
}

/// \brief Sets the option of what is reported that \p reader stands at; false if there is none of its name.
inline bool read_report_option(Program::OptionReader& reader, PerfOptions& options) {
  const std::string& name = reader.name();
  if (name == "--output") {
    options.output = reader.value();
  } else if (name == "--details") {
    options.details = reader.value();
  } else if (name == "--memory-rate") {
    options.memory_rate = static_cast<double>(reader.number(1, std::numeric_limits<std::int64_t>::max()));
  } else if (name == "--measure-memory") {
    options.measure_memory = reader.flag();
  } else if (name == "--stages") {
    options.stages = reader.flag();
  } else if (name == "--no-check") {
    options.check = !reader.flag();
  } else if (name == "--commit") {
    options.commit = reader.value();
  } else if (name == "--help") {
    options.help = reader.flag();
  } else {
    return false;
  }
  return true;
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
  } else if (name == "--registers") {
    options.registers = static_cast<int>(reader.number(32, 128));
  } else if (name == "--without") {
    options.accumulators = switches_without(reader.value());
  } else if (name == "--threads") {
    options.threads = static_cast<int>(reader.number(1, int_max));
  } else if (name == "--entries-per-lane") {
    options.entries_per_lane = static_cast<int>(reader.number(1, int_max));
  } else {
    return read_report_option(reader, options);
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
  if (options.help || options.measure_memory) return options;
  Impl::require(!options.list.empty() && !options.folder.empty(), "perf",
                "no list or no folder of matrices (need --matrices LIST --dir DIR)");
  for (const std::string& method : options.methods)
    Impl::require(std::find(perf_methods.begin(), perf_methods.end(), method) != perf_methods.end(), "perf",
                  "--methods '", method, "' (need one that --help lists)");
  return options;
}

/// \brief The products of the list. \throws std::runtime_error if it cannot be read or lacks a matrix of --only.
inline std::vector<PerfProblem> read_problems(const PerfOptions& options) {
  std::vector<PerfProblem> problems = read_list("perf", options.list);
  std::erase_if(problems, [&](const PerfProblem& problem) {
    return !options.only.empty() &&
           std::find(options.only.begin(), options.only.end(), problem.name) == options.only.end();
  });
  Impl::require(options.only.empty() || problems.size() == options.only.size(), "perf", "--only names ",
                options.only.size(), " matrices, the list has ", problems.size(), " of them (need all)");
  return problems;
}

}  // namespace Ocean::Perf

#endif
