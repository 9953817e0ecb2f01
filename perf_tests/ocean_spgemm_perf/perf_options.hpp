#ifndef OCEAN_PERF_PERF_OPTIONS_HPP
#define OCEAN_PERF_PERF_OPTIONS_HPP
/// \file
/// \brief The command line of ocean_spgemm_perf and the list of matrices it names.

#include <CLI/CLI.hpp>
#include <Ocean_Error.hpp>
#include <Ocean_SpGEMMOptions.hpp>
#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "support/matrix_files.hpp"

namespace Ocean::Perf {

/// \brief What is measured.
struct PerfOptions {
  std::string list;  ///< see read_list()
  std::string folder;
  std::string operands = "listed";  ///< or ap0, ap, rap: of form_amg_operands()
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
                                            "ocean-graph-first",
                                            "ocean-graph-second",
                                            "ocean-graph-later",
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
                                            "ocean-triple-reuse",
                                            "ocean-masked-product",
                                            "ocean-masked-tenth",
                                            "ocean-masked-hundredth",
                                            "ocean-masked-rows",
                                            "ocean-masked-diagonal",
                                            "ocean-masked-triangles",
                                            "ocean-triangles"};

/// \brief The workflows that \p name asks for. \throws std::invalid_argument for an unknown name.
inline std::vector<Workflow> workflows_of(const std::string& name) {
  const std::vector<Workflow> all = {Workflow::automatic, Workflow::upper_bound, Workflow::hyperloglog,
                                     Workflow::symbolic};
  if (name == "all") return all;
  for (const Workflow workflow : all)
    if (name == to_string(workflow)) return {workflow};
  Impl::throw_invalid_argument("perf", "--workflow '", name, "' (need all, auto, upper-bound, hll or symbolic)");
}

/// \brief All accumulators but those of \p names. \throws std::invalid_argument for an unknown name.
inline AccumulatorSwitches switches_without(const std::vector<std::string>& names) {
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
  for (const std::string& name : names) {
    const auto found =
        std::find_if(switches.begin(), switches.end(), [&](const Switch& entry) { return name == entry.first; });
    Impl::require(found != switches.end(), "perf", "--without '", name, "' (need one that --help lists)");
    left.*(found->second) = false;
  }
  return left;
}

/// \brief The options that say what is measured.
inline void add_measured(CLI::App& app, PerfOptions& options) {
  std::string methods;
  for (const char* method : perf_methods) methods += (methods.empty() ? "" : ", ") + std::string(method);
  app.add_option("--matrices", options.list, "list of the products, a line each: <name>,<aa or aat>,...");
  app.add_option("--dir", options.folder, "where <name>.bcsr, .mtx, .mtx.gz or .bcsr.gz are");
  app.add_option("--operands", options.operands,
                 "listed, or a product of the set-up of algebraic multigrid instead: ap0 (A times a tentative "
                 "prolongator), ap (A times a smoothed one, P), rap (P^T times A P); matrices that are not square fail")
      ->check(CLI::IsMember({"listed", "ap0", "ap", "rap"}))
      ->capture_default_str();
  app.add_option("--methods", options.methods,
                 "of " + methods +
                     ". Behind ocean-reuse and ocean-fill, -lists, -places and -atomics are what C's values are then "
                     "summed from; ocean-graph-first, -second and -later are calls into a graph that is kept; jacobi, "
                     "triple and triangles leave out matrices that are not square")
      ->delimiter(',')
      ->check(CLI::IsMember(std::vector<std::string>(perf_methods.begin(), perf_methods.end())))
      ->capture_default_str();
  app.add_option("--only", options.only, "these matrices of the list alone")->delimiter(',');
  app.add_option("--max-products", options.max_products, "leave out products of more multiply-adds")
      ->check(CLI::Range(std::int64_t(0), std::numeric_limits<std::int64_t>::max()));
  app.add_option("--repeat", options.repeat, "timed calls after the warm-up; the median counts")
      ->check(CLI::Range(1, std::numeric_limits<int>::max()))
      ->capture_default_str();
  app.add_option_function<std::string>(
         "--workflow", [&options](const std::string& name) { options.workflows = workflows_of(name); },
         "auto, upper-bound, hll, symbolic, or all: each of the four")
      ->type_name("NAME");
  app.add_option("--registers", options.registers, "of the sketches")->check(CLI::IsMember({32, 64, 128}));
  app.add_option_function<std::vector<std::string>>(
         "--without",
         [&options](const std::vector<std::string>& names) { options.accumulators = switches_without(names); },
         "accumulators that are switched off: hash, hybrid_hash, dense, ranked, merge, esc, multi_row, assisted, "
         "supernodes")
      ->delimiter(',');
  app.add_option("--threads", options.threads, "threads of a host backend")
      ->check(CLI::Range(1, std::numeric_limits<int>::max()));
  app.add_option("--entries-per-lane", options.entries_per_lane,
                 "entries of a row of B for each of its lanes, where values are summed at places")
      ->check(CLI::Range(1, std::numeric_limits<int>::max()));
}

/// \brief The options that say what is written.
inline void add_reported(CLI::App& app, PerfOptions& options) {
  app.add_option("--output", options.output, "the table, else perf_tests/results/<device>_<date>.csv");
  app.add_option("--details", options.details,
                 "file that a JSON line is appended to for every row: the program's report with every time, the "
                 "decision and its reason, and the limit of the hardware");
  app.add_option("--memory-rate", options.memory_rate, "bytes per second of memory, for that limit, else measured")
      ->check(CLI::Range(1.0, 1e18));
  app.add_flag("--measure-memory", options.measure_memory, "print this rate and the machine as JSON, and nothing else");
  app.add_flag("--stages", options.stages,
               "also the table with _stages: times of the stages, and with _memory: work memory and its forecast");
  app.add_flag("!--no-check", options.check, "do not compare with the reference");
  app.add_option("--commit", options.commit, "commit of the sources, where there is no git");
  app.add_flag("-h,--help", options.help, "print this");
}

/// \brief Every option of the driver, to be read into \p options.
inline void add_options(CLI::App& app, PerfOptions& options) {
  app.set_help_flag();
  app.option_defaults()->take_last();
  add_measured(app, options);
  add_reported(app, options);
}

/// \brief What --help prints.
inline std::string perf_help_text() {
  PerfOptions options;
  CLI::App app("Times C = A A or A A^T of matrices that a list names. Exits with 1 if a product failed or was wrong.",
               "ocean_spgemm_perf");
  add_options(app, options);
  return app.help();
}

/// \brief Reads a command line, without the program's name. \throws std::invalid_argument naming what is wrong.
inline PerfOptions parse_perf_options(std::vector<std::string> words) {
  PerfOptions options;
  CLI::App app;
  add_options(app, options);
  std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    Impl::throw_invalid_argument("perf", error.what(), " (need what --help lists)");
  }
  if (options.help || options.measure_memory) return options;
  Impl::require(!options.list.empty() && !options.folder.empty(), "perf",
                "no list or no folder of matrices (need --matrices LIST --dir DIR)");
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
  if (options.operands != "listed")
    for (PerfProblem& problem : problems) problem.op = options.operands;
  return problems;
}

}  // namespace Ocean::Perf

#endif
