#ifndef OCEAN_ENGINE_TEAM_PIPELINE_HPP
#define OCEAN_ENGINE_TEAM_PIPELINE_HPP
/// \file
/// \brief The stages in order, as team kernels: Kokkos::TeamPolicy everywhere, native launches on CUDA.

#include <limits>
#include <type_traits>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "../core/stage_timer.hpp"
#include "../core/workspace.hpp"
#include "../stages/analysis.hpp"
#include "../stages/binning.hpp"
#include "../stages/column_renumbering.hpp"
#include "../stages/compaction.hpp"
#include "../stages/numeric.hpp"
#include "../stages/overflow.hpp"
#include "../stages/size_prediction.hpp"
#include "../stages/supernodes.hpp"
#include "../stages/workflow_choice.hpp"
#include "../stages/workspace_forecast.hpp"
#include "../tuning/make_accumulator_table.hpp"

namespace Ocean::Impl {

/// \brief One product by team kernels: holds what the stages hand on, each stage one function.
template <class ExecutionSpace, class ProblemType, class Product>
class TeamPipeline {
 public:
  /// \param workspace  in a call, whose instance is that of all work
  TeamPipeline(ExecutionPath path, const ProblemType& problem, const SpGEMMOptions& options, SpGEMMReport& report,
               Workspace<ExecutionSpace>& workspace)
      : m_path(path), m_problem(problem), m_options(options), m_report(&report), m_workspace(workspace) {}

  /// \brief READ THIS FIRST: the stages in their order.
  Product run() {
    // While the kernels run, so that it takes no time of its own.
    prepare([this] { m_output.row_map = allocate_output_row_map<Product>(exec(), m_problem.num_rows(), m_workspace); },
            [this] { begin_output(); });
    Product product;
    if (m_plan.certainty() == Certainty::exact) {
      product = allocate(m_bins.total_slots);
      Impl::write_row_map(exec(), m_bins.row_begin, product.row_map, m_problem.num_rows());
      accumulate(product.entries, product.values, m_sizes.row_nnz);
    } else {
      stage();
      product = compact();
    }
    restore(product.entries);
    fill_report();
    return product;
  }

  /// \brief Only the stages up to the bins, for the memory that the others would take.
  ProductForecast forecast_product() {
    prepare([] {}, [] {});
    fill_report();
    const double slots = static_cast<double>(m_bins.total_slots);
    const bool estimated = m_plan.certainty() == Certainty::estimate;
    return {m_forecast, static_cast<count_type>(estimated ? slots / m_plan.expansion : slots),
            estimated ? m_analysis.summary.capped_products : m_bins.total_slots, m_analysis.summary};
  }

  /// \brief Two calls instead of one, the first: every stage up to the bins, by exact sizes.
  /// Pre     options.workflow is symbolic
  /// \return nnz(C)
  count_type find_sizes() {
    prepare([] {}, [] {});
    fill_report();
    return m_bins.total_slots;
  }

  /// \brief The row map that find_sizes() has found.
  template <class Offset>
  void write_row_map(Offset* row_map) const {
    const count_type num_rows = m_problem.num_rows();
    Impl::write_row_map(exec(), m_bins.row_begin, view_type<Offset>(row_map, static_cast<std::size_t>(num_rows) + 1),
                        num_rows);
  }

  /// \brief Two calls instead of one, the second: columns and values at their places. May be called again.
  void fill(typename Product::ordinal_type* entries, typename Product::scalar_type* values) {
    const auto nnz = static_cast<std::size_t>(m_bins.total_slots);
    const std::size_t num_allocated = m_workspace.num_allocated();
    const pass_type known_pass = m_pass;
    try {
      const view_type<column_c_type> entries_c(entries, nnz);
      accumulate(entries_c, view_type<scalar_c_type>(values, nnz), m_sizes.row_nnz);
      restore(entries_c);
    } catch (...) {  // the next call finds things as this one has
      m_pass = known_pass;
      m_workspace.release_after(num_allocated);
      throw;
    }
  }

  /// \brief Goes on with operands of the same patterns elsewhere in memory.
  void rebind(const ProblemType& problem, SpGEMMReport& report) {
    m_problem = m_renumbered.renumbered(problem);
    m_report = &report;
  }

  const AnalysisSummary& summary() const { return m_analysis.summary; }

 private:
  using memory_space = typename ExecutionSpace::memory_space;
  using row_type = typename ProblemType::row_index_type;
  using column_type = typename ProblemType::column_type;
  using column_c_type = typename Product::ordinal_type;
  using scalar_c_type = typename Product::scalar_type;
  using pass_type = RowPass<Pass::accumulate, ProblemType, row_type, column_c_type, scalar_c_type>;
  template <class T>
  using view_type = typename Workspace<ExecutionSpace>::template view_type<T>;

  /// Bytes of one entry of C.
  static constexpr std::size_t entry_bytes = sizeof(column_c_type) + sizeof(scalar_c_type);
  /// Staging below this is made without asking the device what it has free, which can take longer than the product.
  static constexpr double unasked_bytes = 1 << 28;  // UNMEASURED

  const ExecutionSpace& exec() const { return m_workspace.execution_space(); }

  /// \brief The stages up to the bins.
  /// \param while_analysed, while_counted  called while the kernels of the analysis run, and those that count exactly
  template <class WhileAnalysed, class WhileCounted>
  void prepare(const WhileAnalysed& while_analysed, const WhileCounted& while_counted) {
    analyze(while_analysed);
    choose();
    find_joined_rows();
    predict();
    if (m_plan.certainty() == Certainty::exact) while_counted();
    bin();
  }

  /// \brief The analysis; once more on renumbered columns where those of B are too far apart.
  template <class WhileAnalysed>
  void analyze(const WhileAnalysed& while_analysed) {
    const std::size_t first = m_workspace.num_allocated();
    analyze_columns(while_analysed);
    if constexpr (may_be_far_v<column_type>) {
      if (!choose_renumbering(m_analysis.summary, team_limits(exec(), m_path), m_options, sizeof(scalar_c_type)))
        return;
      m_workspace.release_after(first);
      renumber();
      analyze_columns([] {});
    }
  }

  void renumber() {
    const StageTimer<ExecutionSpace> timer(exec(), "renumbering", *m_report);
    m_renumbered = renumber_columns(exec(), m_problem.b, m_workspace);
    m_problem = m_renumbered.renumbered(m_problem);
  }

  /// \brief B's columns in place of their numbers.
  template <class Entries>
  void restore(const Entries& entries) const {
    if constexpr (may_be_far_v<column_type>) {
      if (!m_renumbered.is_used()) return;
      const StageTimer<ExecutionSpace> timer(exec(), "renumbering", *m_report);
      restore_columns(exec(), entries, m_renumbered.columns);
    }
  }

  template <class WhileAnalysed>
  void analyze_columns(const WhileAnalysed& while_analysed) {
    const StageTimer<ExecutionSpace> timer(exec(), "analysis", *m_report);
    const SampledRows sample = choose_sampled_rows(m_problem.num_rows(), expected_row_products(m_problem), m_options);
    m_analysis = analyze_rows(exec(), m_path, m_problem, m_workspace, sample, while_analysed);
  }

  void choose() {
    const double staged = 2.0 * static_cast<double>(m_analysis.summary.capped_products) * entry_bytes;
    const std::size_t available = m_options.memory_limit_bytes == 0 && staged < unasked_bytes
                                      ? std::numeric_limits<std::size_t>::max()
                                      : m_workspace.available_bytes();
    m_plan = choose_workflow(m_analysis.summary, m_problem.num_rows(), m_options, available, entry_bytes);
  }

  /// \brief Finds the rows of B that are added together, where supernodes are done so.
  void find_joined_rows() {
    m_plan.accumulators.supernodes = choose_supernodes(m_analysis.summary, m_plan.accumulators);
    if (!m_plan.accumulators.supernodes) return;
    const StageTimer<ExecutionSpace> timer(exec(), "supernodes", *m_report);
    join_supernodes(exec(), m_path, m_problem, m_analysis, m_workspace);
  }

  void predict() {
    const StageTimer<ExecutionSpace> timer(exec(), "size_prediction", *m_report);
    m_sizes = predict_row_sizes(exec(), m_path, m_problem, m_analysis, m_plan, m_options, m_workspace);
  }

  void bin() {
    const StageTimer<ExecutionSpace> timer(exec(), "binning", *m_report);
    const AccumulatorTable table = make_accumulator_table(
        team_limits(exec(), m_path), m_plan.accumulators, m_options.scratch_limit_bytes, sizeof(scalar_c_type),
        m_plan.certainty() == Certainty::estimate, table_facts(m_analysis.summary));
    m_bins = bin_rows<ExecutionSpace, row_type>(exec(), m_path, m_analysis, m_sizes.row_nnz, table, slot_rule(m_plan),
                                                m_workspace);
    forecast();
  }

  /// \brief What work memory the stages to come will take.
  void forecast() {
    const BinnedProduct<RowBins<memory_space, row_type>> product{m_bins, m_plan.certainty(), m_problem.num_rows(),
                                                                 m_analysis.summary.max_row_span};
    WorkspaceForecast forecast(m_workspace.account());
    forecast_team_stages<scalar_c_type, column_c_type, row_type>(exec(), m_path, product, forecast);
    forecast.allow(
        overflow_bytes(m_plan, m_analysis.summary, m_problem.num_rows(), entry_bytes, forecast.account().peak_bytes()));
    m_forecast = forecast.account();
    m_report->estimated_workspace_bytes = m_forecast.peak_bytes();
  }

  /// \brief Room for the entries that C is expected to have, while kernels run.
  void begin_output() {
    const StageTimer<ExecutionSpace> timer(exec(), "allocation", *m_report);
    const count_type room = choose_output_room(m_analysis.summary, m_options, entry_bytes, m_workspace.is_bounded());
    allocate_output_room(exec(), room, m_output, m_workspace);
  }

  Product allocate(count_type nnz) {
    const StageTimer<ExecutionSpace> timer(exec(), "allocation", *m_report);
    m_report->nnz_c = nnz;
    check_offsets<typename Product::offset_type>(nnz);
    if (!fits_output_room(m_output, nnz, m_options)) allocate_output(exec(), nnz, m_output, m_workspace);
    return entries_of_output(m_output, nnz);
  }

  template <class Entries, class Values>
  void accumulate(const Entries& entries, const Values& values, const view_type<count_type>& row_nnz) {
    const StageTimer<ExecutionSpace> timer(exec(), "numeric", *m_report);
    if (m_pass.row_nnz.data() == nullptr)
      m_pass = make_row_pass<pass_type>(exec(), m_problem, m_analysis, m_plan, m_options, row_nnz, m_workspace);
    m_pass.problem = m_problem;
    m_pass.may_overflow = m_plan.certainty() == Certainty::estimate;
    m_pass.row_begin = m_bins.row_begin;
    m_pass.entries = view_type<column_c_type>(entries.data(), entries.extent(0));
    m_pass.values = view_type<scalar_c_type>(values.data(), values.extent(0));
    run_row_pass(exec(), m_path, m_pass, m_bins, m_analysis.summary.max_row_span, m_workspace);
  }

  /// \brief Accumulates into staging with gaps; redoes what overflowed.
  void stage() {
    m_staged.num_slots = m_bins.total_slots;
    m_staged.entries =
        m_workspace.template allocate<column_c_type>("Ocean::numeric::staged_entries", m_bins.total_slots);
    m_staged.values = m_workspace.template allocate<scalar_c_type>("Ocean::numeric::staged_values", m_bins.total_slots);
    m_row_nnz = m_workspace.template allocate<count_type>("Ocean::numeric::row_nnz", m_problem.num_rows() + 1);
    accumulate(m_staged.entries, m_staged.values, m_row_nnz);
    m_staged.begin = m_bins.row_begin;
    if (m_plan.certainty() != Certainty::estimate) return;
    begin_output();  // while rows are accumulated
    const StageTimer<ExecutionSpace> timer(exec(), "overflow", *m_report);
    const count_type num_overflowed = read_num_overflowed(exec(), m_pass);  // third wait, estimates only
    m_report->overflowed_rows = num_overflowed;
    if (num_overflowed == 0) return;
    const auto rerun = rerun_overflowed_rows(exec(), m_path, m_pass, m_bins.table, num_overflowed,
                                             m_analysis.summary.max_row_span, m_workspace);
    m_staged.rerun_entries = rerun.entries;
    m_staged.rerun_values = rerun.values;
    redirect_rows(exec(), m_pass.overflow_rows, rerun.row_begin, m_staged.begin, m_staged.num_slots, num_overflowed);
  }

  /// \brief Finds the offsets of C, allocates it and moves the staged rows there.
  Product compact() {
    const count_type num_rows = m_problem.num_rows();
    const auto row_begin = m_workspace.template allocate<count_type>("Ocean::compaction::row_begin", num_rows + 1);
    {
      const StageTimer<ExecutionSpace> timer(exec(), "compaction", *m_report);
      prefix_sum(exec(), "Ocean::compaction::row_begin", m_row_nnz, row_begin, num_rows, m_workspace);
    }
    if (m_plan.certainty() == Certainty::upper_bound) begin_output();  // while rows are accumulated and summed up
    count_type nnz = 0;                                                // last wait: C has so many entries
    DeviceMemory<ExecutionSpace>::read_back(exec(), row_begin.data() + num_rows, &nnz, 1);
    const Product product = allocate(nnz);
    const StageTimer<ExecutionSpace> timer(exec(), "compaction", *m_report);
    compact_rows(exec(), m_path, m_staged, row_begin, product.row_map,
                 view_type<column_c_type>(product.entries.data(), product.entries.extent(0)),
                 view_type<scalar_c_type>(product.values.data(), product.values.extent(0)), num_rows);
    return product;
  }

  void fill_report() {
    const AnalysisSummary& summary = m_analysis.summary;
    m_report->path = m_path;
    m_report->total_products = summary.total_products;
    m_report->max_row_products = summary.max_row_products;
    m_report->expansion_ratio = expansion_ratio(summary);
    m_report->sampled_compression = summary.sampled.ratio;
    m_report->sampled_compression_bound = summary.sampled.relative_bound;
    m_report->sampled_rows = summary.sampled.num_rows;
    m_report->workflow = m_plan.workflow;
    m_report->workflow_reason = m_plan.reason;
    m_report->sketch_registers = m_plan.sketch_registers;
    m_report->expansion = m_plan.expansion;
    m_report->peak_workspace_bytes = m_workspace.peak_workspace_bytes();
    m_report->peak_bytes = m_workspace.peak_bytes();
    for (int config = 0; config < m_bins.table.num_configs; ++config) {
      const AccumulatorConfig& shape = m_bins.table.config[config];
      m_report->configurations.push_back(
          {shape.name(), m_bins.num_rows_of(config), shape.row_bytes * shape.rows_per_team(), shape.team_size});
    }
  }

  ExecutionPath m_path;
  ProblemType m_problem;
  SpGEMMOptions m_options;
  SpGEMMReport* m_report;
  Workspace<ExecutionSpace>& m_workspace;

  RenumberedColumns<memory_space, column_type> m_renumbered;
  RowAnalysis<memory_space, column_type> m_analysis;
  WorkflowPlan m_plan;
  RowSizes<memory_space> m_sizes;
  RowBins<memory_space, row_type> m_bins;
  pass_type m_pass;
  StagedRows<view_type<count_type>, view_type<column_c_type>, view_type<scalar_c_type>> m_staged;
  view_type<count_type> m_row_nnz;
  WorkspaceAccount m_forecast{WorkspaceSource::blocks};
  Product m_output;  ///< C, with room for more entries
};

/// \brief C = A B by team kernels on \p path (team or native).
template <class Product, class ExecutionSpace, class ProblemType>
Product team_pipeline(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem,
                      const SpGEMMOptions& options, SpGEMMReport& report) {
  Workspace<ExecutionSpace> workspace(exec, options);
  return TeamPipeline<ExecutionSpace, ProblemType, Product>(path, problem, options, report, workspace).run();
}

}  // namespace Ocean::Impl

#endif
