#ifndef OCEAN_ENGINE_TEAM_ROW_CHUNKS_HPP
#define OCEAN_ENGINE_TEAM_ROW_CHUNKS_HPP
/// \file
/// \brief Some rows of C at a time by team kernels: their sizes, and later their entries at their places.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <vector>

#include "../../Ocean_SpGEMMReport.hpp"
#include "../core/row_slice.hpp"
#include "../kernels/chunks/row_sizes.hpp"
#include "../stages/analysis.hpp"
#include "../stages/binning.hpp"
#include "../stages/column_renumbering.hpp"
#include "../stages/numeric.hpp"
#include "../stages/overflow.hpp"
#include "../stages/size_prediction.hpp"
#include "../stages/supernodes.hpp"
#include "../stages/workflow_choice.hpp"
#include "../stages/workspace_forecast.hpp"
#include "../tuning/make_accumulator_table.hpp"

namespace Ocean::Impl {

/// \brief The rows [\p first, \p last) of A times B, with A's bounds as those of the slice; waits for the bounds.
template <class ExecutionSpace, class ProblemType>
ProblemType bounded_row_slice(const ExecutionSpace& exec, const ProblemType& problem, count_type first,
                              count_type last) {
  using entries_type = typename ProblemType::operand_a_type::entries_type;
  ProblemType slice = row_slice(problem, first, last);
  slice.a.first_offset = static_cast<count_type>(read_element(exec, problem.a.row_map, first));
  const auto end = static_cast<std::size_t>(read_element(exec, problem.a.row_map, last));
  slice.a.entries = entries_type(problem.a.entries.data(), std::min(end, problem.a.entries.extent(0)));
  return slice;
}

/// \brief What the report shows of the chunks so far.
struct ChunkTotals {
  AnalysisSummary summary;
  std::vector<ConfigurationRows> configurations;
  std::size_t estimated_bytes = 0;  ///< peak of the work memory as it was forecast before every chunk was computed

  void add(const AnalysisSummary& chunk) {
    summary.nnz_a += chunk.nnz_a;
    summary.total_products += chunk.total_products;
    summary.max_row_products = std::max(summary.max_row_products, chunk.max_row_products);
  }
  /// \brief Adds rows to those of the same name.
  void add(const ConfigurationRows& added) {
    for (ConfigurationRows& known : configurations) {
      if (known.configuration != added.configuration) continue;
      known.rows += added.rows;
      return;
    }
    configurations.push_back(added);
  }
  void add_forecast(const WorkspaceAccount& account) {
    estimated_bytes = std::max(estimated_bytes, account.peak_bytes());
  }
};

/// \brief Chunks of rows by team kernels. The rows of B are analysed once, those of A with every chunk and pass.
/// Every function gives back the work memory that it took, also when it throws.
template <class ExecutionSpace, class ProblemType, class Product>
class TeamRowChunks {
 public:
  using offset_type = typename Product::offset_type;
  using ordinal_type = typename Product::ordinal_type;
  using scalar_type = typename Product::scalar_type;

  /// \throws WorkspaceTooSmall if there is no room for what is known of B's rows
  TeamRowChunks(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem,
                const SpGEMMOptions& options, Workspace<ExecutionSpace>& workspace)
      : m_exec(exec), m_path(path), m_problem(problem), m_options(options), m_workspace(workspace) {
    m_plan.workflow = Workflow::symbolic;
    m_plan.accumulators = options.accumulators;
    m_plan.tests_bits = options.accumulators.assisted;
    const std::size_t first_view = workspace.num_allocated();
    m_b_rows = analyze_b_rows(exec, path, problem, workspace);
    if constexpr (may_be_far_v<column_type>) {
      if (!measure_renumbering(exec, path, problem, m_b_rows.b_row_shape, options, sizeof(scalar_type))) return;
      workspace.release_after(first_view);
      m_renumbered = renumber_columns(exec, problem.b, workspace);
      m_problem = m_renumbered.renumbered(problem);
      m_b_rows = analyze_b_rows(exec, path, m_problem, workspace);
    }
  }

  /// \brief Sizes of the rows [\p first, \p last) of C, written to row_map(row + 1); waits.
  /// \return their sum
  count_type count(count_type first, count_type last, offset_type* row_map) {
    const WorkspaceScope scope(m_workspace);
    const ProblemType slice = bounded_row_slice(m_exec, m_problem, first, last);
    analysis_type analysis = analyze_slice(m_exec, m_path, m_problem, slice, m_b_rows, m_workspace);
    const WorkflowPlan plan = join_slice(slice, analysis);
    const auto sizes = count_rows(m_exec, m_path, slice, analysis, plan, m_options, m_workspace);
    count_type nnz = 0;
    Kokkos::parallel_reduce("Ocean::chunks::write_row_sizes",
                            Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(m_exec, 0, last - first),
                            WriteRowSizes<sizes_type, offset_type>{sizes.row_nnz, row_map + first}, nnz);
    m_totals.add(analysis.summary);
    return nnz;
  }

  /// \brief The rows [\p first, \p last) of C at their places; waits for the bins. Where \p entries is null, nothing
  /// is written: it is checked that there is room for the work.
  /// Pre     row_map holds the offsets of all rows
  void place(count_type first, count_type last, const offset_type* row_map, ordinal_type* entries,
             scalar_type* values) {
    const WorkspaceScope scope(m_workspace);
    const ProblemType slice = bounded_row_slice(m_exec, m_problem, first, last);
    analysis_type analysis = analyze_slice(m_exec, m_path, m_problem, slice, m_b_rows, m_workspace);
    const WorkflowPlan plan = join_slice(slice, analysis);
    const auto row_nnz = m_workspace.template allocate<count_type>("Ocean::chunks::row_nnz", last - first);
    Kokkos::parallel_for("Ocean::chunks::read_row_sizes",
                         Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>(m_exec, 0, last - first),
                         ReadRowSizes<sizes_type, offset_type>{row_nnz, row_map + first});
    const AccumulatorTable table =
        make_accumulator_table(team_limits(m_exec, m_path), plan.accumulators, m_options.scratch_limit_bytes,
                               sizeof(scalar_type), false, table_facts(analysis.summary));
    const auto bins =
        bin_rows<ExecutionSpace, row_type>(m_exec, m_path, analysis, row_nnz, table, slot_rule(plan), m_workspace);
    WorkspaceForecast forecast(m_workspace.account());
    forecast_team_stages<scalar_type, ordinal_type, row_type>(
        m_exec, m_path,
        BinnedProduct<std::decay_t<decltype(bins)>>{bins, Certainty::exact, last - first,
                                                    analysis.summary.max_row_span},
        forecast);
    m_totals.add_forecast(forecast.account());
    if (entries == nullptr) return m_workspace.check_forecast("Ocean::chunks::place", forecast.account());
    pass_type pass = make_row_pass<pass_type>(m_exec, slice, analysis, m_plan, m_options, row_nnz, m_workspace);
    pass.row_begin = bins.row_begin;
    const auto nnz = static_cast<std::size_t>(bins.total_slots);
    offset_type begin = 0;
    DeviceMemory<ExecutionSpace>::read_back(m_exec, row_map + first, &begin, 1);
    pass.entries = view_type<ordinal_type>(entries + begin, nnz);
    pass.values = view_type<scalar_type>(values + begin, nnz);
    run_row_pass(m_exec, m_path, pass, bins, analysis.summary.max_row_span, m_workspace);
    if constexpr (may_be_far_v<column_type>) {
      if (m_renumbered.is_used()) restore_columns(m_exec, pass.entries, m_renumbered.columns);
    }
    for (int config = 0; config < table.num_configs; ++config) {
      const AccumulatorConfig& shape = table.config[config];
      m_totals.add(ConfigurationRows{shape.name(), bins.num_rows_of(config), shape.row_bytes * shape.rows_per_team(),
                                     shape.team_size});
    }
  }

  const ChunkTotals& totals() const { return m_totals; }

 private:
  using memory_space = typename ExecutionSpace::memory_space;
  using row_type = typename ProblemType::row_index_type;
  using column_type = typename ProblemType::column_type;
  using analysis_type = RowAnalysis<memory_space, column_type>;
  using sizes_type = Kokkos::View<count_type*, memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using pass_type = RowPass<Pass::accumulate, ProblemType, row_type, ordinal_type, scalar_type>;
  template <class T>
  using view_type = typename Workspace<ExecutionSpace>::template view_type<T>;

  /// \brief The plan for a slice, which has supernodes or not.
  WorkflowPlan join_slice(const ProblemType& slice, analysis_type& analysis) const {
    WorkflowPlan plan = m_plan;
    plan.accumulators.supernodes = choose_supernodes(analysis.summary, plan.accumulators);
    if (plan.accumulators.supernodes) join_supernodes(m_exec, m_path, slice, analysis, m_workspace);
    return plan;
  }

  ExecutionSpace m_exec;
  ExecutionPath m_path;
  ProblemType m_problem;
  SpGEMMOptions m_options;
  Workspace<ExecutionSpace>& m_workspace;
  WorkflowPlan m_plan;
  RenumberedColumns<memory_space, column_type> m_renumbered;
  analysis_type m_b_rows;
  ChunkTotals m_totals;
};

}  // namespace Ocean::Impl

#endif
