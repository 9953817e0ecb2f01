#ifndef OCEAN_PIPELINE_REUSABLE_PRODUCT_HPP
#define OCEAN_PIPELINE_REUSABLE_PRODUCT_HPP
/// \file
/// \brief A product in two calls, the second as often as the values change: the stages of run_spgemm() called apart.
///
/// symbolic() is the stages up to the exact sizes, the first numeric() accumulates, it or the second one lists the
/// products of every entry of C, and every later one sums these lists.

#include <memory>
#include <stdexcept>
#include <utility>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "check_problem.hpp"
#include "fill_values.hpp"
#include "host_pipeline.hpp"
#include "team_pipeline.hpp"

namespace Ocean::Impl {

/// \brief The stages of the CPU path between the two calls.
template <class ExecutionSpace, class ProblemType, class Product>
class HostReusablePipeline {
 public:
  using offset_type = typename Product::offset_type;

  HostReusablePipeline(const ExecutionSpace& exec, const ProblemType& problem, const SpGEMMOptions& options)
      : m_workspace(exec, options.memory_limit_bytes),
        m_analysis(analyze_host(exec, problem, m_workspace, host_tuning_default)),
        m_limits(host_accumulator_limits<typename Product::scalar_type, typename ProblemType::column_type>(
            options, host_tuning_default, m_analysis.summary.b_rows_sorted, problem.num_cols())),
        m_stages(exec, problem, m_analysis, m_limits, options.sorted_output, m_workspace) {}

  count_type find_sizes(offset_type* row_map, count_type num_rows) {
    Product c;
    c.row_map = typename Product::row_map_type(row_map, static_cast<std::size_t>(num_rows + 1));
    row_map[0] = 0;
    const count_type nnz_c = m_stages.count(c);
    check_host_nnz<offset_type>(nnz_c);
    m_stages.finish_row_map(row_map);
    return nnz_c;
  }
  void fill(typename Product::ordinal_type* entries, typename Product::scalar_type* values) {
    m_stages.place_again(entries, values);
  }
  void rebind(const ProblemType& problem) { m_stages.rebind(problem); }
  const AnalysisSummary& summary() const { return m_analysis.summary; }
  std::size_t peak_bytes() const { return m_workspace.peak_workspace_bytes(); }
  std::size_t live_bytes() const { return m_workspace.live_bytes(); }

 private:
  using stages_type = HostStages<ExecutionSpace, ProblemType, Product>;
  Workspace<ExecutionSpace> m_workspace;
  typename stages_type::analysis_type m_analysis;
  HostAccumulatorLimits m_limits;
  stages_type m_stages;
};

/// \brief What a product keeps between its symbolic and its numeric calls.
///
/// All calls are on the instance that symbolic() was given; its patterns must not change between them.
template <class ExecutionSpace, class ProblemType, class Product>
class ReusableProduct {
 public:
  using offset_type = typename Product::offset_type;
  using ordinal_type = typename Product::ordinal_type;
  using scalar_type = typename Product::scalar_type;

  bool is_symbolic_done() const { return m_is_symbolic_done; }
  count_type nnz_c() const { return m_nnz_c; }
  bool has_lists() const { return m_lists.begin.data() != nullptr; }
  /// \brief Bytes of work memory that live between the calls.
  std::size_t workspace_bytes() const {
    std::size_t bytes = m_workspace ? m_workspace->live_bytes() : 0;
    if (m_host_pipeline) bytes += m_host_pipeline->live_bytes();
    if (m_team_pipeline) bytes += m_team_pipeline->live_bytes();
    return bytes;
  }

  /// \brief Sizes of the rows of C; waits for \p exec.
  /// \param row_map [num_rows + 1] (out)
  /// Pre     values of A and B are not read: they may be null
  /// \return nnz(C)
  /// \throws as run_spgemm(); the object then is as new
  count_type symbolic(const ExecutionSpace& exec, const ProblemType& problem, offset_type* row_map,
                      const SpGEMMOptions& options, SpGEMMReport& report);

  /// \brief Sorted columns of C at their places.
  /// Shapes  row_map as symbolic() wrote it; entries [nnz_c] (out)
  /// \param prepare  for numeric calls, as the first of these would
  /// Cost    a numeric call on zeros in place of the values of A, B and C
  void fill_entries(const ExecutionSpace& exec, const ProblemType& problem, const offset_type* row_map,
                    ordinal_type* entries, bool prepare = true);

  /// \brief Columns and values of C at their places; only values where the columns are there already.
  ///
  /// The first call computes both. It prepares for the next ones, or the second call does (reuse_early_products); from
  /// then on a call neither waits nor allocates.
  /// Shapes  row_map as symbolic() wrote it; entries and values [nnz_c] (out)
  /// Pre     symbolic() was called with operands of the same patterns
  void numeric(const ExecutionSpace& exec, const ProblemType& problem, const offset_type* row_map,
               ordinal_type* entries, scalar_type* values, SpGEMMReport& report);

 private:
  using graph_type = GraphOfC<offset_type, ordinal_type>;
  using memory_space = typename ExecutionSpace::memory_space;
  using team_pipeline_type = TeamPipeline<ExecutionSpace, ProblemType, Product>;
  using host_pipeline_type = HostReusablePipeline<ExecutionSpace, ProblemType, Product>;

  static bool has_no_products(const ProblemType& problem) {
    return problem.num_rows() == 0 || problem.num_inner() == 0 || problem.num_cols() == 0 ||
           problem.a.entries.extent(0) == 0 || problem.b.entries.extent(0) == 0;
  }
  void start_report(const ProblemType& problem, SpGEMMReport& report) const {
    const bool time_stages = report.time_stages;
    report = SpGEMMReport();
    report.time_stages = time_stages;
    report.path = m_path;
    report.num_rows = problem.num_rows();
    report.num_inner = problem.num_inner();
    report.num_cols = problem.num_cols();
    report.nnz_a = static_cast<std::int64_t>(problem.a.entries.extent(0));
    report.nnz_b = static_cast<std::int64_t>(problem.b.entries.extent(0));
    report.workflow = Workflow::symbolic;
    report.workflow_reason = "sizes are asked for before C";
  }

  void write_zeros(const ExecutionSpace& exec, offset_type* row_map, count_type count) const {
    using view_type = Kokkos::View<offset_type*, memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    Kokkos::deep_copy(exec, view_type(row_map, static_cast<std::size_t>(count)), offset_type(0));
    exec.fence("Ocean::reuse::symbolic");
  }

  template <class T>
  static Kokkos::View<const T*, memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>> zeros(
      const ExecutionSpace& exec, count_type count, Workspace<ExecutionSpace>& workspace) {
    const auto view = workspace.template allocate<T>("Ocean::reuse::zeros", count);
    Kokkos::deep_copy(exec, view, T(0));
    return view;
  }

  void find_sizes(const ExecutionSpace& exec, const ProblemType& problem, offset_type* row_map, SpGEMMReport& report);

  void set_summary(const AnalysisSummary& summary, SpGEMMReport& report) {
    m_summary = summary;
    report.total_products = summary.total_products;
    report.max_row_products = summary.max_row_products;
    report.expansion_ratio = expansion_ratio(summary);
  }

  void fill(const ExecutionSpace& exec, const ProblemType& problem, ordinal_type* entries, scalar_type* values,
            SpGEMMReport& report);

  /// \brief Lists the products the first time it is called, if that is asked for and they are not too many.
  void prepare_reuse(const ExecutionSpace& exec, const ProblemType& problem, const offset_type* row_map,
                     const ordinal_type* entries);

  /// \brief Whether the first call prepares, not the second: lists that are soon made, or needed at once.
  bool prepares_early() const {
    return m_options.deterministic || static_cast<double>(m_summary.total_products) <=
                                          m_options.reuse_early_products * static_cast<double>(m_nnz_c);
  }

  /// \brief Values whose bits depend on nothing but A and B.
  void sum_again(const ExecutionSpace& exec, const ProblemType& problem, const offset_type* row_map,
                 const ordinal_type* entries, scalar_type* values, SpGEMMReport& report);

  ProductLists<memory_space> make_lists(const ExecutionSpace& exec, const ProblemType& problem, const graph_type& graph,
                                        const ListedRange& range, Workspace<ExecutionSpace>& workspace) const;

  std::size_t product_bytes(const ProblemType& problem) const {
    return static_cast<std::size_t>(problem.num_rows() + 1) * sizeof(offset_type) +
           static_cast<std::size_t>(m_nnz_c) * (sizeof(ordinal_type) + sizeof(scalar_type));
  }

  std::size_t matrix_bytes(const ProblemType& problem) const {
    constexpr std::size_t entry_a = sizeof(ordinal_type) + sizeof(typename ProblemType::operand_a_type::scalar_type);
    constexpr std::size_t entry_b = sizeof(ordinal_type) + sizeof(typename ProblemType::operand_b_type::scalar_type);
    const auto rows = static_cast<std::size_t>(problem.num_rows() + problem.num_inner());
    return rows * sizeof(offset_type) + static_cast<std::size_t>(m_summary.nnz_a) * entry_a +
           static_cast<std::size_t>(m_summary.nnz_b) * entry_b + product_bytes(problem);
  }

  void sum(const ExecutionSpace& exec, const ProblemType& problem, scalar_type* values, SpGEMMReport& report);

  SpGEMMOptions m_options;
  ExecutionPath m_path = ExecutionPath::automatic;
  bool m_is_symbolic_done = false;
  bool m_is_prepared = false;
  count_type m_nnz_c = 0;
  AnalysisSummary m_summary;
  std::size_t m_pipeline_bytes = 0;
  std::unique_ptr<team_pipeline_type> m_team_pipeline;
  std::unique_ptr<host_pipeline_type> m_host_pipeline;
  const ordinal_type* m_entries = nullptr;  ///< columns of C that a call has written
  ProductLists<memory_space> m_lists;
  std::unique_ptr<Workspace<ExecutionSpace>> m_workspace;  ///< of the lists
};

// Outside the class: not inline, so that the compiled library can hold them.

template <class ExecutionSpace, class ProblemType, class Product>
count_type ReusableProduct<ExecutionSpace, ProblemType, Product>::symbolic(const ExecutionSpace& exec,
                                                                           const ProblemType& problem,
                                                                           offset_type* row_map,
                                                                           const SpGEMMOptions& options,
                                                                           SpGEMMReport& report) {
  *this = ReusableProduct();
  check_options(options);
  m_options = options;
  m_options.workflow = Workflow::symbolic;
  m_options.workspace_data = nullptr;  // what is kept between the calls outlives the caller's memory
  m_options.workspace_bytes = 0;
  m_options.sorted_output = options.sorted_output || options.reuse || options.deterministic;  // rows are searched
  m_path = resolve_path<ExecutionSpace>(options.path);
  start_report(problem, report);
  if (options.check_indices || has_no_products(problem)) {
    check_operand(exec, problem.a, "A", true);
    check_operand(exec, problem.b, "B", true);
  }
  if (has_no_products(problem)) {
    write_zeros(exec, row_map, problem.num_rows() + 1);
  } else {
    find_sizes(exec, problem, row_map, report);
  }
  report.nnz_c = m_nnz_c;
  m_is_symbolic_done = true;
  return m_nnz_c;
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProduct<ExecutionSpace, ProblemType, Product>::fill_entries(const ExecutionSpace& exec,
                                                                         const ProblemType& problem,
                                                                         const offset_type* row_map,
                                                                         ordinal_type* entries, bool prepare) {
  if (m_nnz_c == 0) return;
  Workspace<ExecutionSpace> workspace(exec, m_options.memory_limit_bytes);
  const auto zeros_a = zeros<typename ProblemType::operand_a_type::scalar_type>(
      exec, static_cast<count_type>(problem.a.entries.extent(0)), workspace);
  const auto zeros_b = zeros<typename ProblemType::operand_b_type::scalar_type>(
      exec, static_cast<count_type>(problem.b.entries.extent(0)), workspace);
  const auto values = workspace.template allocate<scalar_type>("Ocean::reuse::unused_values", m_nnz_c);
  ProblemType pattern = problem;
  pattern.a.values = zeros_a;
  pattern.b.values = zeros_b;
  SpGEMMReport report;
  fill(exec, pattern, entries, values.data(), report);
  if (prepare && prepares_early()) prepare_reuse(exec, pattern, row_map, entries);
  m_entries = entries;
  exec.fence("Ocean::reuse::fill_entries");  // the zeros go
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProduct<ExecutionSpace, ProblemType, Product>::numeric(const ExecutionSpace& exec,
                                                                    const ProblemType& problem,
                                                                    const offset_type* row_map, ordinal_type* entries,
                                                                    scalar_type* values, SpGEMMReport& report) {
  if (m_nnz_c == 0) return;
  const bool is_repeated = entries == m_entries;
  if (is_repeated) prepare_reuse(exec, problem, row_map, entries);
  if (is_repeated && has_lists()) {
    sum(exec, problem, values, report);
  } else {
    fill(exec, problem, entries, values, report);
    m_entries = entries;
    if (prepares_early()) prepare_reuse(exec, problem, row_map, entries);
    if (m_options.deterministic) sum_again(exec, problem, row_map, entries, values, report);
  }
  report.peak_workspace_bytes = m_pipeline_bytes + (m_workspace ? m_workspace->peak_workspace_bytes() : std::size_t(0));
  report.peak_bytes = report.peak_workspace_bytes + product_bytes(problem);
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProduct<ExecutionSpace, ProblemType, Product>::find_sizes(const ExecutionSpace& exec,
                                                                       const ProblemType& problem, offset_type* row_map,
                                                                       SpGEMMReport& report) {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    if (m_path == ExecutionPath::host) {
      const StageTimer<ExecutionSpace> timer(exec, "symbolic", report);
      m_host_pipeline = std::make_unique<host_pipeline_type>(exec, problem, m_options);
      m_nnz_c = m_host_pipeline->find_sizes(row_map, problem.num_rows());
      set_summary(m_host_pipeline->summary(), report);
      m_pipeline_bytes = m_host_pipeline->peak_bytes();
      report.peak_workspace_bytes = m_pipeline_bytes;
      return;
    }
  }
  m_team_pipeline = std::make_unique<team_pipeline_type>(exec, m_path, problem, m_options, report);
  const count_type nnz_c = m_team_pipeline->find_sizes();
  check_host_nnz<offset_type>(nnz_c);
  m_team_pipeline->write_row_map(row_map);
  exec.fence("Ocean::reuse::symbolic");
  m_nnz_c = nnz_c;
  set_summary(m_team_pipeline->summary(), report);
  m_pipeline_bytes = report.peak_workspace_bytes;
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProduct<ExecutionSpace, ProblemType, Product>::fill(const ExecutionSpace& exec, const ProblemType& problem,
                                                                 ordinal_type* entries, scalar_type* values,
                                                                 SpGEMMReport& report) {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    if (m_host_pipeline) {
      const StageTimer<ExecutionSpace> timer(exec, "numeric", report);
      m_host_pipeline->rebind(problem);
      m_host_pipeline->fill(entries, values);
      return;
    }
  }
  m_team_pipeline->rebind(problem, report);
  m_team_pipeline->fill(entries, values);
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProduct<ExecutionSpace, ProblemType, Product>::prepare_reuse(const ExecutionSpace& exec,
                                                                          const ProblemType& problem,
                                                                          const offset_type* row_map,
                                                                          const ordinal_type* entries) {
  if (std::exchange(m_is_prepared, true)) return;
  const count_type numbered = std::max({m_summary.total_products, m_nnz_c, m_summary.nnz_a, m_summary.nnz_b});
  if (!m_options.reuse || numbered > listed_products_max) return;
  const auto bytes = static_cast<double>(product_lists_bytes(m_summary.total_products, m_nnz_c));
  if (bytes > m_options.reuse_memory_factor * static_cast<double>(matrix_bytes(problem))) return;
  auto workspace = std::make_unique<Workspace<ExecutionSpace>>(exec, m_options.memory_limit_bytes);
  if (bytes > static_cast<double>(workspace->available_bytes())) return;
  const bool shared_sums = choose_shared_sums(m_summary.total_products, m_nnz_c);
  const ListedRange range{0,           m_summary.nnz_a,        0, m_nnz_c, m_summary.total_products,
                          shared_sums, m_options.deterministic};
  const double products_per_entry = static_cast<double>(m_summary.total_products) / static_cast<double>(m_nnz_c);
  if (m_path == ExecutionPath::host && products_per_entry > host_tuning_default.listed_products_per_entry_max) return;
  try {
    m_lists = make_lists(exec, problem, graph_type{row_map, entries}, range, *workspace);
  } catch (const std::runtime_error&) {  // no memory for lists: repeated calls compute C afresh
    m_lists = {};
    return;
  }
  m_workspace = std::move(workspace);
}

template <class ExecutionSpace, class ProblemType, class Product>
auto ReusableProduct<ExecutionSpace, ProblemType, Product>::make_lists(const ExecutionSpace& exec,
                                                                       const ProblemType& problem,
                                                                       const graph_type& graph,
                                                                       const ListedRange& range,
                                                                       Workspace<ExecutionSpace>& workspace) const
    -> ProductLists<memory_space> {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    if (m_path == ExecutionPath::host) {
      const auto row_products = count_row_products(exec, problem, workspace);
      const auto lists = list_products_host(exec, problem, graph, row_products, range, workspace);
      workspace.release(row_products);
      return lists;
    }
  }
  return list_products(exec, m_path, problem, graph, range, workspace);
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProduct<ExecutionSpace, ProblemType, Product>::sum(const ExecutionSpace& exec, const ProblemType& problem,
                                                                scalar_type* values, SpGEMMReport& report) {
  const StageTimer<ExecutionSpace> timer(exec, "reuse", report);
  sum_products(exec, m_path, problem, m_lists, values);
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProduct<ExecutionSpace, ProblemType, Product>::sum_again(const ExecutionSpace& exec,
                                                                      const ProblemType& problem,
                                                                      const offset_type* row_map,
                                                                      const ordinal_type* entries, scalar_type* values,
                                                                      SpGEMMReport& report) {
  if (has_lists()) return sum(exec, problem, values, report);
  Workspace<ExecutionSpace> workspace(exec, m_options.memory_limit_bytes);
  fill_values_deterministic(exec, m_path, problem, graph_type{row_map, entries}, values, workspace);
}

}  // namespace Ocean::Impl

#endif
