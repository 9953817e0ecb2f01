#ifndef OCEAN_PROGRAM_PROGRAM_OPTIONS_HPP
#define OCEAN_PROGRAM_PROGRAM_OPTIONS_HPP
/// \file
/// \brief The command line of ocean-spgemm.

#include <CLI/CLI.hpp>
#include <Ocean_Error.hpp>
#include <Ocean_SpGEMMOptions.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

namespace Ocean::Program {

/// Threads that Kokkos' OpenMP backend has room for; beyond that it writes outside its lists. Source:
/// OpenMPTraits::MAX_THREAD_COUNT of Kokkos 4.6 to 5.2
inline constexpr int largest_num_threads = 512;

enum class ReportFormat { text, json };

/// \brief Name of a report format on the command line.
inline const char* to_string(ReportFormat format) { return format == ReportFormat::json ? "json" : "text"; }

/// \brief What the user asked for.
struct ProgramOptions {
  std::string file_a;
  std::string file_b;  ///< empty: A, or its transpose with aat
  bool aat = false;
  std::string output;   ///< empty: C is not written
  std::string html;     ///< empty: no page is written
  std::string backend;  ///< empty: Kokkos' default execution space
  int repeat = 1;
  bool check = false;
  bool compare = false;
  ReportFormat report = ReportFormat::text;
  int threads = 0;  ///< 0: what Kokkos chooses
  bool help = false;
  bool version = false;
  SpGEMMOptions product;
};

/// \brief \p text as a whole number in [least, most].
/// \throws std::invalid_argument naming the option and the range if it is anything else.
inline std::int64_t read_number(const std::string& name, const std::string& text, std::int64_t least,
                                std::int64_t most) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  Impl::require(error == std::errc() && end == text.data() + text.size() && number >= least && number <= most,
                "options", name, " '", text, "' (need a whole number from ", least, " to ", most, ")");
  return number;
}

/// \brief \p text as a size in bytes: digits and a unit, K = KB = 1000 bytes to E, Ki = KiB = 1024 bytes to Ei.
/// \throws std::invalid_argument naming the option if it is anything else, or no size that a machine can have.
inline std::size_t read_bytes(const std::string& name, const std::string& text) {
  std::string read = text;
  std::uint64_t bytes = 0;
  const bool is_decimal = !text.empty() && text.front() >= '1' && text.front() <= '9';  // not 0x10, 010, +1, -1
  try {
    if (is_decimal && CLI::AsSizeValue(true)(read).empty()) bytes = std::stoull(read);
  } catch (const std::exception&) {  // CLI11's, or std::stoull's for a number beyond its type
    bytes = 0;
  }
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  Impl::require(bytes > 0 && bytes <= most, "options", name, " '", text, "' (need a whole number of bytes from 1 to ",
                most, ", or one with a unit, such as 512M, 1G or 1GiB)");
  return static_cast<std::size_t>(bytes);
}

/// \brief An option that takes one of \p choices, by the names that to_string() gives.
template <class Choice>
void add_choice(CLI::App& app, const std::string& name, Choice& target, std::initializer_list<Choice> choices,
                const std::string& help) {
  const std::vector<Choice> all = choices;
  std::string names;
  for (const Choice choice : all) names += (names.empty() ? "" : ", ") + std::string(to_string(choice));
  const auto read = [name, all, names, &target](const std::string& text) {
    const auto found = std::find_if(all.begin(), all.end(), [&](Choice choice) { return text == to_string(choice); });
    Impl::require(found != all.end(), "options", name, " '", text, "' (need one of ", names, ")");
    target = *found;
  };
  app.add_option_function<std::string>(name, read, help + ": " + names)->type_name("NAME");
}

/// \brief An option that takes a whole number in [1, most].
inline void add_count(CLI::App& app, const std::string& name, int& target, int most, const std::string& help) {
  const auto read = [name, most, &target](const std::string& text) {
    target = static_cast<int>(read_number(name, text, 1, most));
  };
  app.add_option_function<std::string>(name, read, help)->type_name("N");
}

/// \brief An option that takes the name of a file to be written.
inline void add_output(CLI::App& app, const std::string& names, const std::string& name, std::string& target,
                       const std::string& help) {
  const auto read = [name, &target](const std::string& text) {
    Impl::require(!text.empty(), "options", name, " '' (need a file name)");
    target = text;
  };
  app.add_option_function<std::string>(names, read, help)->type_name("FILE");
}

/// \brief Every option of the program, to be read into \p options.
inline void add_options(CLI::App& app, ProgramOptions& options) {
  app.set_help_flag();
  app.allow_extras();  // to be named by us
  app.option_defaults()->take_last();
  app.add_option("A.mtx", options.file_a, "the left matrix")->type_name("");
  app.add_option("B.mtx", options.file_b, "the right matrix (default: A)")->type_name("");
  app.add_flag("--aat", options.aat, "multiply A by its transpose");
  add_output(app, "-o,--output", "--output", options.output, "write C as Matrix Market, gzipped if FILE ends in .gz");
  app.add_flag("--check", options.check, "compare C with a serial reference; exit with 1 if they differ");
  app.add_flag("--compare", options.compare,
               "also multiply with KokkosKernels, and on CUDA with cuSPARSE; check every product; implies --check");
  add_count(app, "--repeat", options.repeat, std::numeric_limits<int>::max(),
            "time N products after a warm-up; report the median and the spread");
  add_choice(app, "--report", options.report, {ReportFormat::text, ReportFormat::json}, "format of the report");
  add_output(app, "--html", "--html", options.html, "also write the report as an HTML page");
  add_choice(app, "--workflow", options.product.workflow,
             {Workflow::automatic, Workflow::upper_bound, Workflow::hyperloglog, Workflow::symbolic},
             "how the sizes of C's rows are found");
  app.add_option("--backend", options.backend, "an execution space of this build (default: Kokkos' default)")
      ->type_name("NAME");
  add_choice(app, "--path", options.product.path,
             {ExecutionPath::automatic, ExecutionPath::host, ExecutionPath::team, ExecutionPath::native},
             "implementation of the stages");
  add_count(app, "--threads", options.threads, largest_num_threads, "number of threads of a host backend, at most 512");
  add_choice(app, "--skip-zeros", options.product.skip_zeros,
             {SkipZeros::none, SkipZeros::of_a, SkipZeros::of_b, SkipZeros::of_both},
             "operands whose stored zeros are ignored");
  app.add_option_function<std::string>(
         "--memory-limit",
         [&options](const std::string& text) {
           options.product.memory_limit_bytes = read_bytes("--memory-limit", text);
         },
         "limit on work memory and C together, such as 800M, 1G or 1GiB (default: the free memory)")
      ->type_name("BYTES");
  app.add_flag("-h,--help", options.help, "print this");
  app.add_flag("--version", options.version, "print the versions of Ocean and Kokkos, and the backends");
}

/// \brief What --help prints.
inline std::string help_text() {
  ProgramOptions options;
  CLI::App app(
      "Multiplies sparse matrices, C = A B, and reports how the product was computed.\n"
      "Files: Matrix Market coordinate (.mtx), gzipped or not, or binary CSR (.bcsr).",
      "ocean-spgemm");
  add_options(app, options);
  return app.help();
}

/// \brief Reads a command line, without the program's name. No word at all asks for help.
/// \throws std::invalid_argument naming the word that is wrong and what it may be.
inline ProgramOptions parse_program_options(std::vector<std::string> words) {
  ProgramOptions options;
  options.product.check_indices = true;
  options.help = words.empty();
  CLI::App app;
  add_options(app, options);
  std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    const std::string text = error.what();
    const std::size_t name = text.find(": 1 required ");  // CLI11's words for an option at the end of the line
    if (name != std::string::npos)
      Impl::throw_invalid_argument("options", text.substr(0, name), " without a value (need what --help lists)");
    Impl::throw_invalid_argument("options", text, " (need what --help lists)");
  }
  std::size_t num_files = app.count("A.mtx") + app.count("B.mtx");
  for (const std::string& word : app.remaining()) {
    Impl::require(word == "--" || !word.starts_with('-'), "options", "unknown option '", word,
                  "' (need one that --help lists)");
    if (word != "--") ++num_files;
  }
  if (options.help || options.version) return options;
  Impl::require(num_files >= 1 && num_files <= 2, "options", num_files,
                " matrix files (need A.mtx, or A.mtx and B.mtx)");
  Impl::require(!options.file_a.empty() && (num_files == 1 || !options.file_b.empty()), "options",
                "an empty file name (need A.mtx, or A.mtx and B.mtx)");
  Impl::require(num_files == 1 || !options.aat, "options", "--aat with a second file '", options.file_b,
                "' (need A.mtx alone)");
  options.check = options.check || options.compare;
  return options;
}

}  // namespace Ocean::Program

#endif
