/// \file
/// \brief ocean-spgemm: multiplies two sparse matrices from files and reports how. Exit codes: 0 done, 1 the check
/// failed, 2 nothing was done.

#include <Kokkos_Core.hpp>
#include <Ocean_Version.hpp>
#include <cstdio>
#include <exception>
#include <ocean/backend/execution_spaces.hpp>

#include "html_report.hpp"
#include "json_report.hpp"
#include "multiply.hpp"
#include "program_options.hpp"
#include "read_matrix.hpp"
#include "text_report.hpp"
#include "write_matrix_market.hpp"

namespace Ocean::Program {
namespace {

constexpr int exit_check_failed = 1;
constexpr int exit_error = 2;

/// \brief A and, unless it is A, B.
template <class Scalar>
struct Operands {
  HostCsr<Scalar> a;
  HostCsr<Scalar> b;
  bool b_is_a = false;

  CsrSpan<Scalar> span_b() const { return b_is_a ? a.span() : b.span(); }
};

template <class Scalar>
HostCsr<Scalar> take(AnyCsr&& matrix) {
  if constexpr (std::is_same_v<Scalar, complex_type>)
    if (auto* real = std::get_if<HostCsr<double>>(&matrix)) return to_complex(std::move(*real));
  return std::get<HostCsr<Scalar>>(std::move(matrix));
}

/// \throws std::invalid_argument if the dimensions do not match.
template <class Scalar>
Operands<Scalar> make_operands(const ProgramOptions& options, AnyCsr&& a, AnyCsr&& b) {
  Operands<Scalar> operands;
  operands.a = take<Scalar>(std::move(a));
  operands.b_is_a = options.file_b.empty() && !options.aat;
  if (!options.file_b.empty()) operands.b = take<Scalar>(std::move(b));
  if (options.aat) operands.b = transpose(operands.a);
  const CsrSpan<Scalar> right = operands.span_b();
  const std::string name_b = options.file_b.empty() ? options.file_a : options.file_b;
  Impl::require(operands.a.num_cols == right.num_rows, "spgemm", options.file_a, " is ", operands.a.num_rows, " x ",
                operands.a.num_cols, " and ", name_b, " is ", right.num_rows, " x ", right.num_cols,
                " (need as many rows of B as columns of A", operands.b_is_a ? ", or --aat)" : ")");
  return operands;
}

template <class Scalar>
ProductCounts count_product(const Operands<Scalar>& operands, const SpGEMMReport& report) {
  ProductCounts counts;
  counts.num_rows = report.num_rows;
  counts.num_inner = report.num_inner;
  counts.nnz_a = report.nnz_a;
  counts.nnz_b = report.nnz_b;
  counts.nnz_c = report.nnz_c;
  counts.products = report.total_products;
  counts.b_is_a = operands.b_is_a;
  counts.offset_bytes = sizeof(offset_type);
  counts.entry_bytes = sizeof(ordinal_type) + sizeof(Scalar);
  counts.additions_per_product = sizeof(Scalar) / sizeof(double);
  return counts;
}

/// \brief The other libraries' times relative to Ocean's of the same round.
template <class Scalar>
std::vector<ComparedLibrary> compare(const MultiplyResult<Scalar>& result) {
  std::vector<ComparedLibrary> compared;
  for (const OtherResult<Scalar>& other : result.others) {
    ComparedLibrary& library =
        compared.emplace_back(ComparedLibrary{other.library, other.failure, other.seconds, {}, {}});
    for (std::size_t turn = 0; turn < other.seconds.size(); ++turn)
      library.ratios.push_back(other.seconds[turn] / result.seconds[turn]);
    std::sort(library.seconds.begin(), library.seconds.end());
    std::sort(library.ratios.begin(), library.ratios.end());
  }
  return compared;
}

/// \brief Compares C, and those of the other libraries, which skip no zeros, with the reference.
template <class Scalar>
void check_products(const MultiplyTask<Scalar>& task, const MultiplyResult<Scalar>& result, RunSummary& run) {
  auto reference = reference_product(task.a, task.b, task.options.skip_zeros);
  run.check = compare_with_reference(result.c(task.a.num_rows, task.b.num_cols), reference);
  if (!run.compared.empty() && task.options.skip_zeros != SkipZeros::none)
    reference = reference_product(task.a, task.b, SkipZeros::none);
  for (std::size_t other = 0; other < run.compared.size(); ++other)
    if (run.compared[other].failure.empty())
      run.compared[other].check = compare_with_reference(result.others[other].c.span(), reference);
}

/// \brief Everything that the report shows but checks and output.
template <class Scalar>
RunSummary summarize(const ProgramOptions& options, const Operands<Scalar>& operands,
                     const MultiplyResult<Scalar>& result) {
  RunSummary run;
  run.file_a = options.file_a;
  run.file_b = options.file_b;
  run.aat = options.aat;
  run.scalar = std::is_same_v<Scalar, complex_type> ? "complex" : "real";
  run.skip_zeros = options.product.skip_zeros;
  run.backend = options.backend;
  run.machine = result.machine;
  run.concurrency = result.concurrency;
  run.report = result.report;
  run.seconds = result.seconds;
  run.stages_timed_apart = options.repeat > 1 || options.compare;
  std::sort(run.seconds.begin(), run.seconds.end());
  const ProductCounts counts = count_product(operands, run.report);
  run.rates = rates_of(run.machine, result.triad_bytes_per_s, counts);
  run.limit = hardware_limit(counts, run.rates);
  run.compared = compare(result);
  return run;
}

/// \brief Multiplies, checks, writes and reports.
/// Pre   options.backend is one of this build
template <class Scalar>
int run_product(const ProgramOptions& options, const Operands<Scalar>& operands) {
  const MultiplyTask<Scalar> task{operands.a.span(), operands.span_b(), options.backend,
                                  options.product,   options.repeat,    options.compare};
  MultiplyResult<Scalar> result;
  if (!multiply_on_host(task, result)) multiply_on_device(task, result);
  RunSummary run = summarize(options, operands, result);
  run.checked = options.check;
  if (run.checked) check_products(task, result, run);
  const bool failed = run.checked && !run.check.passed;
  if (!options.output.empty() && !failed) {
    write_matrix_market(options.output, result.c(task.a.num_rows, task.b.num_cols));
    run.output = options.output;
  }
  if (!options.html.empty()) {
    ReplacingFile page(options.html);
    page.write(html_report(run));
    page.commit();
  }
  const std::string report = options.report == ReportFormat::json ? json_report(run) : text_report(run);
  std::fputs(report.c_str(), stdout);
  if (failed) std::fprintf(stderr, "ocean-spgemm: check: %s\n", run.check.difference.c_str());
  return failed ? exit_check_failed : 0;
}

/// \brief Tries the output, reads the files and starts Kokkos, in this order: a wrong name is reported at once.
int run_program(const ProgramOptions& options) {
  for (const std::string& output : {options.output, options.html})
    if (!output.empty()) const ReplacingFile probe(output);
  AnyCsr a = read_matrix(options.file_a);
  AnyCsr b;
  if (!options.file_b.empty()) b = read_matrix(options.file_b);
  Kokkos::InitializationSettings settings;
  settings.set_disable_warnings(true);
  if (options.threads > 0) settings.set_num_threads(options.threads);
  const Kokkos::ScopeGuard kokkos(settings);
  if (std::holds_alternative<HostCsr<complex_type>>(a) || std::holds_alternative<HostCsr<complex_type>>(b))
    return run_product(options, make_operands<complex_type>(options, std::move(a), std::move(b)));
  return run_product(options, make_operands<double>(options, std::move(a), std::move(b)));
}

void print_version() {
  std::printf("ocean-spgemm %s (Kokkos %d.%d.%d; backends %s)\n", version, KOKKOS_VERSION / 10000,
              KOKKOS_VERSION / 100 % 100, KOKKOS_VERSION % 100,
              Impl::backend_names(Impl::enabled_spaces(), " ").c_str());
}

/// \brief An error as one line: `ocean-spgemm: <where>: <fact> (need <what>)`.
void print_error(std::string message) {
  if (message.starts_with("Ocean::")) message.erase(0, std::string_view("Ocean::").size());
  while (!message.empty() && message.back() == '\n') message.pop_back();
  for (char& character : message)
    if (character == '\n' || character == '\r') character = ' ';
  std::fprintf(stderr, "ocean-spgemm: %s\n", message.c_str());
}

int run(int argc, char** argv) {
  ProgramOptions options = parse_program_options({argv + 1, argv + argc});
  if (options.help) {
    std::fputs(help_text().c_str(), argc > 1 ? stdout : stderr);
    return argc > 1 ? 0 : exit_error;
  }
  if (options.version) {
    print_version();
    return 0;
  }
  if (options.backend.empty()) options.backend = Impl::backend_name<Kokkos::DefaultExecutionSpace>();
  const std::string known = " " + Impl::backend_names(Impl::enabled_spaces(), " ") + " ";
  Impl::require(known.find(" " + options.backend + " ") != std::string::npos, "options", "--backend '", options.backend,
                "' (need one of ", Impl::backend_names(Impl::enabled_spaces(), ", "), ")");
  return run_program(options);
}

}  // namespace
}  // namespace Ocean::Program

int main(int argc, char** argv) {
  try {
    return Ocean::Program::run(argc, argv);
  } catch (const std::bad_alloc&) {
    Ocean::Program::print_error("memory is exhausted (need more than " +
                                std::to_string(Ocean::Impl::available_host_bytes()) + " free bytes)");
  } catch (const std::exception& error) {
    Ocean::Program::print_error(error.what());
  }
  return Ocean::Program::exit_error;
}
