/// \file
/// \brief How far the sketches' estimates are from the true row sizes, over the matrices that would use them.
///
/// use: ocean_hll_error DIRECTORY LIST [--all]
/// Reads the matrices of DIRECTORY (.bcsr, .mtx, .mtx.gz) that the lines `name,op,...` of LIST name (op `aa`: A A,
/// `aat`: A transpose(A)) and prints a CSV to the standard output: for every number of registers the error of the
/// sketches, that of Cohen's estimator in the same memory and in four times that, the sampled compression ratio beside
/// the true one, and the workflow that each of the two leads to. Without --all only the products that the library's own
/// choice gives to HyperLogLog.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>
#include <string>
#include <vector>

#include "ocean/kernels/size_prediction/build_row_sketches.hpp"
#include "ocean/kernels/size_prediction/merge_row_sketches.hpp"
#include "ocean/stages/analysis.hpp"
#include "ocean/stages/workflow_choice.hpp"
#include "ocean_hll_error/cohen_estimate.hpp"
#include "support/copy_to_space.hpp"
#include "support/matrix_files.hpp"

namespace {

using Ocean::Impl::count_type;
using exec_space = Kokkos::DefaultExecutionSpace;
using memory_space = exec_space::memory_space;
using matrix_type = Ocean::Program::HostCsr<double>;
using offset_type = Ocean::Program::offset_type;
using ordinal_type = Ocean::Program::ordinal_type;
using operand_type = Ocean::Impl::CsrOperand<exec_space, offset_type, ordinal_type, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using workspace_type = Ocean::Impl::Workspace<exec_space>;
using launcher_type = std::conditional_t<Ocean::Impl::has_portable_teams_v<exec_space>,
                                         Ocean::Impl::PortableTeams<exec_space>, Ocean::Impl::NativeTeams<exec_space>>;

/// Slots of the hash tables that the overflow column assumes; source: five sizes of 4 to 64 KB with 12 bytes a slot,
/// [LG26] section 4.3. Beyond the largest the sizes go on doubling.
constexpr count_type smallest_table_slots = 341;
/// Share of a table's slots that may be filled; source: [LG26] section 5.3
constexpr double table_fill = 0.8;

constexpr int sketch_widths[] = {32, 64, 128};

/// \brief A matrix where the kernels run; values are not needed.
struct SpaceMatrix {
  explicit SpaceMatrix(const matrix_type& matrix)
      : num_rows(matrix.num_rows),
        num_cols(matrix.num_cols),
        row_map(Ocean::Perf::copy_to_space<memory_space>(matrix.row_map, "Ocean::hll_error::row_map")),
        entries(Ocean::Perf::copy_to_space<memory_space>(matrix.entries, "Ocean::hll_error::entries")) {}
  operand_type operand() const { return {num_rows, num_cols, row_map, entries, {}}; }

  count_type num_rows, num_cols;
  Kokkos::View<offset_type*, memory_space> row_map;
  Kokkos::View<ordinal_type*, memory_space> entries;
};

/// \brief Entries of every row of A B: a host thread marks the columns of a row with its number.
std::vector<count_type> count_row_entries(const matrix_type& a, const matrix_type& b) {
  using host_space = Kokkos::DefaultHostExecutionSpace;
  std::vector<count_type> row_nnz(static_cast<std::size_t>(a.num_rows), 0);
  const int num_threads = host_space().concurrency();
  std::vector<std::vector<count_type>> last_row(num_threads,
                                                std::vector<count_type>(static_cast<std::size_t>(b.num_cols), -1));
  Kokkos::Experimental::UniqueToken<host_space> token;
  using policy_type = Kokkos::RangePolicy<host_space, Kokkos::Schedule<Kokkos::Dynamic>>;
  Kokkos::parallel_for("Ocean::hll_error::count_row_entries", policy_type(0, a.num_rows), [&](std::int64_t row) {
    const auto id = token.acquire();
    std::vector<count_type>& seen = last_row[id];
    for (offset_type entry_a = a.row_map[row]; entry_a < a.row_map[row + 1]; ++entry_a) {
      const auto inner = static_cast<std::size_t>(a.entries[entry_a]);
      for (offset_type entry_b = b.row_map[inner]; entry_b < b.row_map[inner + 1]; ++entry_b)
        if (auto& mark = seen[b.entries[entry_b]]; mark != row) {
          mark = row;
          ++row_nnz[row];
        }
    }
    token.release(id);
  });
  return row_nnz;
}

/// \brief Slots of the table that a row of \p size entries would be given.
count_type table_slots(double size) {
  count_type slots = smallest_table_slots;
  while (static_cast<double>(slots) < size) slots *= 2;
  return slots;
}

/// \brief Errors of one matrix, in relative terms and shares of the estimated rows: rows that outgrow the table which
/// their estimate times the expansion rounds up to, and rows that outgrow the space reserved for them in staging.
struct ErrorSummary {
  count_type estimated_rows = 0;
  double mean_error = 0.0, root_mean_square_error = 0.0, bias = 0.0, table_overflow = 0.0, staging_overflow = 0.0;
  double cohen_error = 0.0, cohen_4x_error = 0.0;

  void add_row(count_type predicted, count_type exact, count_type upper_bound, double expansion) {
    const double error = static_cast<double>(predicted) / static_cast<double>(exact) - 1.0;
    const double expanded = std::ceil(expansion * static_cast<double>(predicted));
    const double reserved = std::min(expanded, static_cast<double>(upper_bound));
    const double size = static_cast<double>(exact);
    estimated_rows += 1;
    mean_error += std::abs(error);
    root_mean_square_error += error * error;
    bias += error;
    table_overflow += size > table_fill * static_cast<double>(table_slots(expanded));
    staging_overflow += size > reserved;
  }
  void add_cohen(double estimate, double estimate_4x, count_type exact) {
    cohen_error += std::abs(estimate / static_cast<double>(exact) - 1.0);
    cohen_4x_error += std::abs(estimate_4x / static_cast<double>(exact) - 1.0);
  }
  void finish() {
    const double rows = std::max<double>(1.0, static_cast<double>(estimated_rows));
    mean_error /= rows;
    root_mean_square_error = std::sqrt(root_mean_square_error / rows);
    bias /= rows;
    table_overflow /= rows;
    staging_overflow /= rows;
    cohen_error /= rows;
    cohen_4x_error /= rows;
  }
};

/// \brief One product of the list with its analysis.
class Product {
 public:
  Product(const std::string& name, const std::string& op, matrix_type a)
      : m_name(name),
        m_op(op),
        m_a(std::move(a)),
        m_b(op == "aat" ? Ocean::Program::transpose(m_a) : m_a),
        m_space_a(m_a),
        m_space_b(m_b),
        m_workspace(exec_space()),
        m_problem{m_space_a.operand(), m_space_b.operand()},
        m_analysis(analyze_rows(launcher_type(exec_space()), m_problem, m_workspace,
                                Ocean::Impl::choose_sampled_rows(m_a.num_rows, expected_row_products(m_problem), {}),
                                [] {})) {}

  /// \brief The choice that the library would make, with all the memory it may want.
  Ocean::Workflow choose() const { return choose_from(m_analysis.summary); }

  /// \brief Prints a line for every sketch width; the summaries are added to \p totals.
  void measure(std::vector<ErrorSummary>& totals) {
    const std::vector<count_type> exact = count_row_entries(m_a, m_b);
    double entries_c = 0.0;
    for (const count_type size : exact) entries_c += static_cast<double>(size);
    const double compression = static_cast<double>(m_analysis.summary.total_products) / entries_c;
    Ocean::Impl::AnalysisSummary truth = m_analysis.summary;
    truth.sampled.ratio = truth.sampled.conservative_ratio = compression;
    const auto row_products = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), m_analysis.row_products);
    const auto row_range = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), m_analysis.row_range);
    for (std::size_t width = 0; width < std::size(sketch_widths); ++width) {
      const double expansion = Ocean::Impl::choose_expansion(sketch_widths[width], {});
      const auto predicted = predict(sketch_widths[width]);
      const Ocean::Perf::CohenEstimate cohen(m_a, m_b, sketch_widths[width]),
          cohen_4x(m_a, m_b, 4 * sketch_widths[width]);
      ErrorSummary summary;
      for (count_type row = 0; row < m_a.num_rows; ++row) {
        const bool estimated = row_products(row) > Ocean::Impl::hll_tuning_default.exact_products_max &&
                               m_a.row_map[row + 1] - m_a.row_map[row] > 1;
        if (!estimated) continue;
        summary.add_row(predicted(row), exact[row], std::min(row_products(row), row_range(row).width()), expansion);
        summary.add_cohen(cohen.row_size(row), cohen_4x.row_size(row), exact[row]);
      }
      summary.finish();
      std::printf("%s,%s,%d,%.2f,%.2f,%.4f,%lld,%lld,%.4f,%.4f,%.4f,%.3f,%.3f,%.4f,%.4f,%.4f,%.4f,%s,%s\n",
                  m_name.c_str(), m_op.c_str(), sketch_widths[width], expansion, expansion_ratio(m_analysis.summary),
                  compression, static_cast<long long>(m_a.num_rows), static_cast<long long>(summary.estimated_rows),
                  summary.mean_error, summary.root_mean_square_error, summary.bias, 100.0 * summary.table_overflow,
                  100.0 * summary.staging_overflow, summary.cohen_error, summary.cohen_4x_error,
                  m_analysis.summary.sampled.ratio, m_analysis.summary.sampled.relative_bound, to_string(choose()),
                  to_string(choose_from(truth)));
      totals[width].estimated_rows += summary.estimated_rows;
      totals[width].mean_error += summary.mean_error;
      totals[width].root_mean_square_error += summary.root_mean_square_error;
      totals[width].bias += summary.bias;
      totals[width].table_overflow += summary.table_overflow;
      totals[width].staging_overflow += summary.staging_overflow;
      totals[width].cohen_error += summary.cohen_error;
      totals[width].cohen_4x_error += summary.cohen_4x_error;
    }
    std::fflush(stdout);
  }

 private:
  static constexpr std::size_t all_memory = std::numeric_limits<std::size_t>::max();

  Ocean::Workflow choose_from(const Ocean::Impl::AnalysisSummary& summary) const {
    return choose_workflow(summary, m_a.num_rows, {}, all_memory, 1).workflow;
  }

  workspace_type::view_type<std::uint8_t> build(int registers) {
    const auto sketches =
        m_workspace.allocate<std::uint8_t>("Ocean::hll_error::sketches", m_problem.num_inner() * registers);
    build_row_sketches(launcher_type(exec_space()), m_problem.b, registers, sketches);
    return sketches;
  }

  /// \brief Predicted sizes of all rows, on the host.
  Kokkos::View<count_type*, Kokkos::HostSpace> predict(int registers) {
    const auto sketches = build(registers);
    const auto predicted = m_workspace.allocate<count_type>("Ocean::hll_error::predicted", m_a.num_rows);
    merge_row_sketches(launcher_type(exec_space()), m_problem, m_analysis, sketches, registers, predicted);
    Kokkos::View<count_type*, Kokkos::HostSpace> on_host("Ocean::hll_error::predicted_on_host", predicted.extent(0));
    Kokkos::deep_copy(on_host, predicted);
    m_workspace.release(sketches);
    m_workspace.release(predicted);
    return on_host;
  }

  std::string m_name, m_op;
  matrix_type m_a, m_b;
  SpaceMatrix m_space_a, m_space_b;
  workspace_type m_workspace;
  problem_type m_problem;
  Ocean::Impl::RowAnalysis<memory_space, ordinal_type> m_analysis;
};

void print_means(const std::vector<ErrorSummary>& totals, double num_products) {
  for (std::size_t width = 0; width < std::size(sketch_widths); ++width) {
    const ErrorSummary& total = totals[width];
    std::printf("mean,,%d,%.2f,,,,%lld,%.4f,%.4f,%.4f,%.3f,%.3f,%.4f,%.4f,,,,\n", sketch_widths[width],
                Ocean::Impl::choose_expansion(sketch_widths[width], {}), static_cast<long long>(total.estimated_rows),
                total.mean_error / num_products, total.root_mean_square_error / num_products, total.bias / num_products,
                100.0 * total.table_overflow / num_products, 100.0 * total.staging_overflow / num_products,
                total.cohen_error / num_products, total.cohen_4x_error / num_products);
  }
}

void run(const std::string& directory, const std::string& list, bool all) {
  std::printf(
      "matrix,op,registers,expansion,expansion_ratio,compression_ratio,rows,estimated_rows,mean_error,rms_error,bias,"
      "table_overflow_percent,staging_overflow_percent,cohen_mean_error,cohen_4x_mean_error,sampled_compression_ratio,"
      "sampled_bound,chosen,chosen_with_true_ratio\n");
  std::vector<ErrorSummary> totals(std::size(sketch_widths));
  int num_products = 0;
  for (const Ocean::Perf::ListedProduct& listed : Ocean::Perf::read_list("hll_error", list)) {
    Product product(listed.name, listed.op, Ocean::Perf::read_real_matrix("hll_error", directory, listed.name));
    if (!all && product.choose() != Ocean::Workflow::hyperloglog) continue;
    product.measure(totals);
    ++num_products;
  }
  if (num_products > 0) print_means(totals, num_products);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string option = argc > 3 ? argv[3] : "";
  if (argc < 3 || argc > 4 || (argc == 4 && option != "--all")) {
    std::fprintf(stderr, "use: ocean_hll_error DIRECTORY LIST [--all]\n");
    return 2;
  }
  const Kokkos::ScopeGuard kokkos;
  try {
    run(argv[1], argv[2], option == "--all");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  return 0;
}
