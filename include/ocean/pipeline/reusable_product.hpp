#ifndef OCEAN_PIPELINE_REUSABLE_PRODUCT_HPP
#define OCEAN_PIPELINE_REUSABLE_PRODUCT_HPP
/// \file
/// \brief A product in two calls, the second as often as the values change: the stages of run_spgemm() called apart.
///
/// symbolic() is the stages up to the exact sizes, the first numeric() accumulates, it or the second one keeps the
/// place of every product in its row of C or lists the products of every entry of C, and every later one sums by these.

#include <memory>
#include <stdexcept>
#include <utility>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "check_problem.hpp"
#include "fill_values.hpp"
#include "host_reusable_pipeline.hpp"
#include "team_pipeline.hpp"

namespace Ocean::Impl {

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
  bool has_places() const { return m_places.places.data() != nullptr; }
  /// \brief How later products are prepared for repeated calls.
  void set_reuse_tuning(const ReuseTuning& tuning) { m_tuning = tuning; }
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

  /// \brief Lists the products the first time it is called, or takes memory for their places, which the next sums
  /// write; if that is asked for and they are not too many.
  void prepare_reuse(const ExecutionSpace& exec, const ProblemType& problem, const offset_type* row_map,
                     const ordinal_type* entries);

  /// \brief Whether the first call prepares, not the second: lists that are soon made.
  bool prepares_early() const {
    return static_cast<double>(m_summary.total_products) <=
           m_options.reuse_early_products * static_cast<double>(m_nnz_c);
  }

  /// \brief Values whose bits depend on nothing but A and B.
  void sum_again(const ExecutionSpace& exec, const ProblemType& problem, const offset_type* row_map,
                 const ordinal_type* entries, scalar_type* values, SpGEMMReport& report);

  using places_type = ProductPlaces<memory_space, typename ProblemType::row_index_type>;

  void prepare_lists(const ExecutionSpace& exec, const ProblemType& problem, const graph_type& graph);

  /// \brief Plans sums at places and takes memory for these. \return whether the patterns ask for places
  bool prepare_places(const ExecutionSpace& exec, const ProblemType& problem, const graph_type& graph);

  /// \brief Whether so much memory may be kept between the calls.
  bool may_keep(const ProblemType& problem, double bytes, const Workspace<ExecutionSpace>& workspace) const {
    return bytes <= m_options.reuse_memory_factor * static_cast<double>(matrix_bytes(problem)) &&
           bytes <= static_cast<double>(workspace.available_bytes());
  }

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

  /// Pre     has_lists() or has_places()
  void sum(const ExecutionSpace& exec, const ProblemType& problem, const graph_type& graph, scalar_type* values,
           SpGEMMReport& report);

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
  ReuseTuning m_tuning;
  ProductLists<memory_space> m_lists;
  places_type m_places;
  std::unique_ptr<Workspace<ExecutionSpace>> m_workspace;  ///< of the lists or places
};

// Outside the class: not inline, so that the compiled library can hold them.

template <class ExecutionSpace, class ProblemType, class Product>
count_type ReusableProduct<ExecutionSpace, ProblemType, Product>::symbolic(const ExecutionSpace& exec,
                                                                           const ProblemType& problem,
                                                                           offset_type* row_map,
                                                                           const SpGEMMOptions& options,
                                                                           SpGEMMReport& report) {
  const ReuseTuning tuning = m_tuning;
  *this = ReusableProduct();
  m_tuning = tuning;
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
  if (is_repeated && (has_lists() || has_places())) {
    sum(exec, problem, graph_type{row_map, entries}, values, report);
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
  if (std::exchange(m_is_prepared, true) || !m_options.reuse) return;
  const graph_type graph{row_map, entries};
  try {
    if (m_path == ExecutionPath::host || !prepare_places(exec, problem, graph)) prepare_lists(exec, problem, graph);
  } catch (const std::runtime_error&) {  // no memory for either: repeated calls compute C afresh
    m_lists = {};
    m_places = {};
    m_workspace.reset();
  }
}

template <class ExecutionSpace, class ProblemType, class Product>
bool ReusableProduct<ExecutionSpace, ProblemType, Product>::prepare_places(const ExecutionSpace& exec,
                                                                           const ProblemType& problem,
                                                                           const graph_type& graph) {
  const SumFacts facts{problem.num_rows(),     m_summary.nnz_a, m_nnz_c, m_summary.total_products, 0, 0,
                       m_summary.b_rows_sorted};
  if (!choose_places(facts, SumCalls::repeated, team_limits(exec, m_path), m_tuning))
    return false;  // whatever A's longest row
  auto workspace = std::make_unique<Workspace<ExecutionSpace>>(exec, m_options.memory_limit_bytes);
  const scalar_type* const no_values = nullptr;
  const auto plan = plan_places(exec, m_path, problem, graph, no_values, SumCalls::repeated, m_tuning, *workspace);
  if (!plan.is_chosen) return false;
  if (!may_keep(problem, static_cast<double>(plan.facts.num_products) * sizeof(place_type), *workspace)) return true;
  m_workspace = std::move(workspace);
  const auto places =
      m_workspace->template allocate<place_type>("Ocean::reuse::product_places", plan.facts.num_products);
  m_places = plan.places;
  m_places.places = places;
  return true;
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProduct<ExecutionSpace, ProblemType, Product>::prepare_lists(const ExecutionSpace& exec,
                                                                          const ProblemType& problem,
                                                                          const graph_type& graph) {
  const count_type numbered = std::max({m_summary.total_products, m_nnz_c, m_summary.nnz_a, m_summary.nnz_b});
  if (numbered > listed_products_max) return;
  const double products_per_entry = static_cast<double>(m_summary.total_products) / static_cast<double>(m_nnz_c);
  if (m_path == ExecutionPath::host && products_per_entry > host_tuning_default.listed_products_per_entry_max) return;
  auto workspace = std::make_unique<Workspace<ExecutionSpace>>(exec, m_options.memory_limit_bytes);
  const auto bytes = static_cast<double>(product_lists_bytes(m_summary.total_products, m_nnz_c));
  if (!may_keep(problem, bytes, *workspace)) return;
  const bool shared_sums = !m_options.deterministic && choose_shared_sums(m_summary.total_products, m_nnz_c);
  const ListedRange range{0,           m_summary.nnz_a,        0, m_nnz_c, m_summary.total_products,
                          shared_sums, m_options.deterministic};
  m_lists = make_lists(exec, problem, graph, range, *workspace);
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
                                                                const graph_type& graph, scalar_type* values,
                                                                SpGEMMReport& report) {
  const StageTimer<ExecutionSpace> timer(exec, "reuse", report);
  if (!has_places()) return sum_products(exec, m_path, problem, m_lists, values);
  sum_by_places(exec, m_path, problem, graph, m_places, values);
  m_places.is_known = true;
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProduct<ExecutionSpace, ProblemType, Product>::sum_again(const ExecutionSpace& exec,
                                                                      const ProblemType& problem,
                                                                      const offset_type* row_map,
                                                                      const ordinal_type* entries, scalar_type* values,
                                                                      SpGEMMReport& report) {
  const graph_type graph{row_map, entries};
  if (has_lists() || has_places()) return sum(exec, problem, graph, values, report);
  Workspace<ExecutionSpace> workspace(exec, m_options.memory_limit_bytes);
  const auto plan = plan_ordered_sums(exec, m_path, problem, graph, values, SumCalls::one, m_tuning, workspace);
  fill_values_deterministic(exec, m_path, problem, graph, plan, values, workspace);
}

}  // namespace Ocean::Impl

#endif
