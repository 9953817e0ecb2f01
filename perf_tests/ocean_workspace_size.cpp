/// \file
/// \brief How well the work memory of products is known beforehand, and what a memory limit costs.
///
/// use: ocean_workspace_size DIRECTORY LIST PRODUCTS_MAX
/// Reads the matrices of DIRECTORY (.bcsr, .mtx, .mtx.gz) that the lines `name,op,...` of LIST name (op `aa`: A A,
/// `aat`: A transpose(A)), leaves out those of more than PRODUCTS_MAX products and prints a CSV to the standard output.

#include <Kokkos_Core.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "Ocean_WorkspaceSize.hpp"
#include "support/copy_to_space.hpp"
#include "support/matrix_files.hpp"

namespace {

using exec_space = Kokkos::DefaultExecutionSpace;
using memory_space = exec_space::memory_space;
using matrix_type = Ocean::Program::HostCsr<double>;
using offset_type = Ocean::Program::offset_type;
using ordinal_type = Ocean::Program::ordinal_type;
template <class T>
using view_type = Kokkos::View<T*, memory_space>;

/// \brief A matrix where the kernels run.
struct SpaceMatrix {
  explicit SpaceMatrix(const matrix_type& matrix)
      : num_rows(matrix.num_rows),
        num_cols(matrix.num_cols),
        row_map(Ocean::Perf::copy_to_space<memory_space>(matrix.row_map, "Ocean::workspace_size::row_map")),
        entries(Ocean::Perf::copy_to_space<memory_space>(matrix.entries, "Ocean::workspace_size::entries")),
        values(Ocean::Perf::copy_to_space<memory_space>(matrix.values, "Ocean::workspace_size::values")) {}
  std::int64_t num_rows, num_cols;
  view_type<offset_type> row_map;
  view_type<ordinal_type> entries;
  view_type<double> values;
};

/// \brief Adds up the lengths of the rows of B that A's entries select.
struct CountProducts {
  view_type<ordinal_type> entries_a;
  view_type<offset_type> row_map_b;
  KOKKOS_FUNCTION void operator()(std::int64_t entry, std::int64_t& products) const {
    products += row_map_b(entries_a(entry) + 1) - row_map_b(entries_a(entry));
  }
};

/// \brief One product of the list.
class Product {
 public:
  Product(const std::string& name, const std::string& op, const matrix_type& a)
      : m_name(name), m_op(op), m_a(a), m_b(op == "aat" ? Ocean::Program::transpose(a) : a) {}

  /// \brief A line for what was told (without a limit), estimated and taken; returns the report.
  Ocean::SpGEMMReport measure(const Ocean::SpGEMMOptions& options, const char* limit) const {
    Ocean::WorkspaceSize told;
    const double told_ms = options.memory_limit_bytes > 0 ? 0.0 : time_ms([&] { told = size(options); });
    Ocean::SpGEMMReport report;
    const double ms = time_ms([&] { multiply(options, report); });
    const auto peak = static_cast<double>(report.peak_workspace_bytes);
    const auto share_above = [&](std::size_t bytes) { return 100.0 * (static_cast<double>(bytes) / peak - 1.0); };
    std::printf("%s,%s,%s,%s,%s,%s,%lld,%lld,%zu,%zu,%zu,%.2f,%.2f,%zu,%lld,%.3f,%.3f\n", m_name.c_str(), m_op.c_str(),
                to_string(report.path), to_string(options.workflow), to_string(report.workflow), limit,
                static_cast<long long>(report.total_products), static_cast<long long>(report.overflowed_rows),
                told.workspace_bytes, report.estimated_workspace_bytes, report.peak_workspace_bytes,
                told.workspace_bytes > 0 ? share_above(told.workspace_bytes) : 0.0,
                share_above(report.estimated_workspace_bytes), report.peak_bytes,
                static_cast<long long>(report.num_chunks), told_ms, ms);
    std::fflush(stdout);
    return report;
  }

  std::int64_t num_products() const {
    std::int64_t products = 0;
    Kokkos::parallel_reduce("Ocean::workspace_size::count_products",
                            Kokkos::RangePolicy<exec_space>(0, static_cast<std::int64_t>(m_a.entries.extent(0))),
                            CountProducts{m_a.entries, m_b.row_map}, products);
    return products;
  }

 private:
  template <class Action>
  static double time_ms(const Action& action) {
    exec_space().fence("Ocean::workspace_size::before");
    const Kokkos::Timer timer;
    action();
    exec_space().fence("Ocean::workspace_size::after");
    return 1e3 * timer.seconds();
  }
  Ocean::WorkspaceSize size(const Ocean::SpGEMMOptions& options) const {
    return Ocean::get_workspace_size(exec_space(), m_a.num_rows, m_a.num_cols, m_b.num_cols, m_a.row_map, m_a.entries,
                                     m_a.values, m_b.row_map, m_b.entries, m_b.values, m_a.row_map, m_a.entries,
                                     m_a.values, options);
  }
  void multiply(const Ocean::SpGEMMOptions& options, Ocean::SpGEMMReport& report) const {
    view_type<offset_type> row_map_c;
    view_type<ordinal_type> entries_c;
    view_type<double> values_c;
    Ocean::spgemm(exec_space(), m_a.num_rows, m_a.num_cols, m_b.num_cols, m_a.row_map, m_a.entries, m_a.values, false,
                  m_b.row_map, m_b.entries, m_b.values, false, row_map_c, entries_c, values_c, options, &report);
    exec_space().fence("Ocean::workspace_size::multiply");
  }

  std::string m_name, m_op;
  SpaceMatrix m_a, m_b;
};

/// \brief All workflows of a path, and the chosen one with a quarter and a sixteenth of its work memory beside C.
void measure_path(const Product& product, Ocean::ExecutionPath path) {
  Ocean::SpGEMMOptions options{.path = path, .check_indices = false};
  const Ocean::SpGEMMReport whole = product.measure(options, "none");
  for (const Ocean::Workflow workflow :
       {Ocean::Workflow::upper_bound, Ocean::Workflow::hyperloglog, Ocean::Workflow::symbolic}) {
    options.workflow = workflow;
    product.measure(options, "none");
  }
  options.workflow = Ocean::Workflow::automatic;
  const std::size_t c_bytes = static_cast<std::size_t>(whole.num_rows + 1) * sizeof(offset_type) +
                              static_cast<std::size_t>(whole.nnz_c) * (sizeof(ordinal_type) + sizeof(double));
  for (const auto& [divisor, name] : {std::pair<std::size_t, const char*>{4, "C + 1/4"}, {16, "C + 1/16"}}) {
    options.memory_limit_bytes = c_bytes + whole.peak_workspace_bytes / divisor;
    try {
      product.measure(options, name);
    } catch (const std::exception& error) {
      std::printf("# refused with %s: %s\n", name, error.what());
    }
  }
}

void run(const std::string& directory, const std::string& list, std::int64_t products_max) {
  std::printf(
      "matrix,op,path,workflow,workflow_run,limit,products,overflowed_rows,told_bytes,estimated_bytes,peak_work_bytes,"
      "told_above_percent,estimated_above_percent,peak_bytes,num_chunks,told_ms,product_ms\n");
  for (const Ocean::Perf::ListedProduct& listed : Ocean::Perf::read_list("workspace_size", list)) {
    const Product product(listed.name, listed.op,
                          Ocean::Perf::read_real_matrix("workspace_size", directory, listed.name));
    if (product.num_products() > products_max) continue;
    if (Ocean::Impl::is_host_space_v<exec_space>) measure_path(product, Ocean::ExecutionPath::host);
    if (Ocean::Impl::has_portable_teams_v<exec_space>) measure_path(product, Ocean::ExecutionPath::team);
    if (Ocean::Impl::NativeLaunch<exec_space>::available) measure_path(product, Ocean::ExecutionPath::native);
  }
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int num_arguments = 4;
  if (argc != num_arguments) {
    std::fprintf(stderr, "use: ocean_workspace_size DIRECTORY LIST PRODUCTS_MAX\n");
    return 2;
  }
  const Kokkos::ScopeGuard kokkos;
  try {
    run(argv[1], argv[2], std::atoll(argv[num_arguments - 1]));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  return 0;
}
