#ifndef OCEAN_PROGRAM_PROGRAM_OPTIONS_HPP
#define OCEAN_PROGRAM_PROGRAM_OPTIONS_HPP
/// \file
/// \brief The command line of ocean-spgemm.

#include <Ocean_Error.hpp>
#include <Ocean_SpGEMMOptions.hpp>
#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace Ocean::Program {

/// Threads that Kokkos' OpenMP backend has room for; beyond that it writes outside its lists. Source:
/// OpenMPTraits::MAX_THREAD_COUNT of Kokkos 4.6 to 5.2
inline constexpr int largest_num_threads = 512;

enum class ReportFormat { text, json };

/// \brief What the user asked for.
struct ProgramOptions {
  std::string file_a;
  std::string file_b;  ///< empty: A, or its transpose with aat
  bool aat = false;
  std::string output;   ///< empty: C is not written
  std::string backend;  ///< empty: Kokkos' default execution space
  int repeat = 1;
  bool check = false;
  ReportFormat report = ReportFormat::text;
  int threads = 0;  ///< 0: what Kokkos chooses
  bool help = false;
  bool version = false;
  SpGEMMOptions product;
};

/// What --help prints.
inline constexpr std::string_view help_text =
    R"(usage: ocean-spgemm A.mtx [B.mtx] [options]
Multiplies sparse matrices, C = A B (B is A if it is not given), and reports how.
Files: Matrix Market coordinate (.mtx), gzipped or not, or binary CSR (.bcsr).

  --aat                  multiply A by its transpose
  -o, --output FILE      write C as Matrix Market, gzipped if FILE ends in .gz
  --workflow NAME        auto, upper-bound, hll or symbolic              [auto]
  --backend NAME         an execution space of this build                [Kokkos' default]
  --path NAME            auto, host, team or native                      [auto]
  --repeat N             time N products after a warm-up, report the median
  --check                compare C with a serial reference, exit with 1 if they differ
  --report FORMAT        text or json                                    [text]
  --threads N            threads of a host backend, at most 512
  --skip-zeros OPERAND   a, b or both: entries of value zero are not there; or none  [none]
  --memory-limit BYTES   bytes that work memory and C may take           [what is free]
  --help, --version
)";

/// \brief Walks over the words of a command line.
class OptionReader {
 public:
  explicit OptionReader(std::vector<std::string> words) : m_words(std::move(words)) {}

  /// \brief Takes the next word; splits `--name=value`. False at the end.
  bool next() {
    if (m_next == m_words.size()) return false;
    m_name = m_words[m_next++];
    m_has_value = false;
    const std::size_t equals = m_name.find('=');
    if (m_name.starts_with("--") && equals != std::string::npos) {
      m_value = m_name.substr(equals + 1);
      m_name.resize(equals);
      m_has_value = true;
    }
    return true;
  }

  const std::string& name() const { return m_name; }

  /// \brief Value of the option, from after `=` or the next word. \throws std::invalid_argument if there is none.
  std::string value() {
    if (m_has_value) return m_value;
    Impl::require(m_next < m_words.size(), "options", m_name, " has no value (need one behind it)");
    return m_words[m_next++];
  }

  /// \throws std::invalid_argument if the option came with a value.
  bool flag() const {
    Impl::require(!m_has_value, "options", m_name, "=", m_value, " (need ", m_name, " without a value)");
    return true;
  }

  /// \brief Value of the option as a whole number in [least, most].
  /// \throws std::invalid_argument if it is anything else.
  std::int64_t number(std::int64_t least, std::int64_t most) {
    const std::string text = value();
    std::int64_t parsed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
    Impl::require(error == std::errc() && end == text.data() + text.size() && parsed >= least && parsed <= most,
                  "options", m_name, " '", text, "' (need a whole number from ", least, " to ", most, ")");
    return parsed;
  }

  /// \brief Value of the option as one of \p choices, by the names that to_string() gives.
  /// \throws std::invalid_argument naming the choices.
  template <class Choice>
  Choice choice(std::initializer_list<Choice> choices) {
    const std::string text = value();
    std::string names;
    for (const Choice candidate : choices) {
      if (text == to_string(candidate)) return candidate;
      names += (names.empty() ? "" : ", ") + std::string(to_string(candidate));
    }
    Impl::throw_invalid_argument("options", m_name, " '", text, "' (need one of ", names, ")");
  }

 private:
  std::vector<std::string> m_words;
  std::size_t m_next = 0;
  std::string m_name;
  std::string m_value;
  bool m_has_value = false;
};

/// \brief Name of a report format on the command line.
inline const char* to_string(ReportFormat format) { return format == ReportFormat::json ? "json" : "text"; }

/// \brief Sets the option that \p reader is at; false if there is none of its name.
inline bool read_option(OptionReader& reader, ProgramOptions& options) {
  const std::string& name = reader.name();
  constexpr std::int64_t int_max = std::numeric_limits<int>::max();
  if (name == "--aat") {
    options.aat = reader.flag();
  } else if (name == "-o" || name == "--output") {
    options.output = reader.value();
    Impl::require(!options.output.empty(), "options", name, " '' (need a file name)");
  } else if (name == "--workflow") {
    options.product.workflow =
        reader.choice({Workflow::automatic, Workflow::upper_bound, Workflow::hyperloglog, Workflow::symbolic});
  } else if (name == "--backend") {
    options.backend = reader.value();
  } else if (name == "--path") {
    options.product.path =
        reader.choice({ExecutionPath::automatic, ExecutionPath::host, ExecutionPath::team, ExecutionPath::native});
  } else if (name == "--repeat") {
    options.repeat = static_cast<int>(reader.number(1, int_max));
  } else if (name == "--check") {
    options.check = reader.flag();
  } else if (name == "--report") {
    options.report = reader.choice({ReportFormat::text, ReportFormat::json});
  } else if (name == "--threads") {
    options.threads = static_cast<int>(reader.number(1, largest_num_threads));
  } else if (name == "--skip-zeros") {
    options.product.skip_zeros = reader.choice({SkipZeros::none, SkipZeros::of_a, SkipZeros::of_b, SkipZeros::of_both});
  } else if (name == "--memory-limit") {
    options.product.memory_limit_bytes =
        static_cast<std::size_t>(reader.number(1, std::numeric_limits<std::int64_t>::max()));
  } else if (name == "--help" || name == "-h") {
    options.help = reader.flag();
  } else if (name == "--version") {
    options.version = reader.flag();
  } else {
    return false;
  }
  return true;
}

/// \brief Reads a command line, without the program's name.
/// \throws std::invalid_argument naming the word that is wrong and what it may be.
inline ProgramOptions parse_program_options(std::vector<std::string> words) {
  ProgramOptions options;
  options.product.check_indices = true;
  OptionReader reader(std::move(words));
  std::vector<std::string> files;
  while (reader.next()) {
    if (read_option(reader, options)) continue;
    Impl::require(reader.name().empty() || reader.name().front() != '-', "options", "unknown option '", reader.name(),
                  "' (need one that --help lists)");
    files.push_back(reader.name());
  }
  if (options.help || options.version) return options;
  Impl::require(!files.empty() && files.size() <= 2, "options", files.size(),
                " matrix files (need A.mtx, or A.mtx and B.mtx)");
  Impl::require(files.size() == 1 || !options.aat, "options", "--aat with a second file '", files.back(),
                "' (need A.mtx alone)");
  options.file_a = files.front();
  if (files.size() == 2) options.file_b = files.back();
  return options;
}

}  // namespace Ocean::Program

#endif
