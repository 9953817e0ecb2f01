#ifndef OCEAN_ENGINE_TEAM_ENGINE_HPP
#define OCEAN_ENGINE_TEAM_ENGINE_HPP
/// \file
/// \brief The stages as team kernels, for any launcher.

#include <optional>
#include <vector>

#include "../backend/launch_gate.hpp"
#include "../backend/read_back.hpp"
#include "../core/row_slice.hpp"
#include "../core/run_context.hpp"
#include "../core/stage_timer.hpp"
#include "../kernels/chunks/row_sizes.hpp"
#include "../stages/analysis.hpp"
#include "../stages/available_memory.hpp"
#include "../stages/binning.hpp"
#include "../stages/column_renumbering.hpp"
#include "../stages/compaction.hpp"
#include "../stages/numeric.hpp"
#include "../stages/one_bin.hpp"
#include "../stages/overflow.hpp"
#include "../stages/size_prediction.hpp"
#include "../stages/staging.hpp"
#include "../stages/supernodes.hpp"
#include "../stages/workflow_choice.hpp"
#include "row_engine.hpp"

namespace Ocean::Impl {

/// \brief A RowEngine of team kernels: one function per stage, with what the stages pass on to each other as members.
template <TeamLauncher Launcher, class ProblemType, class Product>
class TeamEngine {
 public:
  using execution_space = typename Launcher::execution_space;
  using problem_type = ProblemType;
  using product_type = Product;
  using offset_type = typename Product::offset_type;
  using ordinal_type = typename Product::ordinal_type;
  using scalar_type = typename Product::scalar_type;

  TeamEngine(const ProblemType& problem, const RunContext<execution_space>& context)
      : m_context(context), m_problem(problem), m_rows(problem) {}

  /// \brief The analysis; repeated on renumbered columns if those of B are too far apart.
  template <class WhileRunning>
  void analyze(const WhileRunning& while_running) {
    const std::size_t first = workspace().num_allocated();
    analyze_columns(while_running);
    if constexpr (may_be_far_v<column_type>) {
      if (choose_renumbering(m_analysis.summary, limits(), options(), sizeof(scalar_type))) {
        workspace().release_after(first);
        renumber();
        analyze_columns(DoNothing());
      }
    }
  }

  void analyze_b() {
    const StageTimer<execution_space> timer(exec(), "analysis", report());
    const std::size_t first = workspace().num_allocated();
    m_b_rows = analyze_b_rows(launcher(), m_problem, workspace());
    if constexpr (may_be_far_v<column_type>) {
      if (!measure_renumbering(launcher(), m_problem, m_b_rows.b_row_shape, options(), sizeof(scalar_type))) return;
      workspace().release_after(first);
      renumber();
      m_b_rows = analyze_b_rows(launcher(), m_problem, workspace());
    }
  }

  void analyze_slice(count_type first, count_type last) {
    const StageTimer<execution_space> timer(exec(), "analysis", report());
    m_pass = {};
    m_rows = bounded_row_slice(exec(), m_problem, first, last);
    m_analysis = Impl::analyze_slice(launcher(), m_problem, m_rows, m_b_rows, workspace());
  }

  /// \brief Chooses the workflow, and finds the rows of B that are added together.
  void choose() {
    {
      const StageTimer<execution_space> timer(exec(), "workflow_choice", report());
      const std::size_t available = available_for_staging(m_analysis.summary, options(), entry_bytes, workspace());
      m_plan = choose_workflow(m_analysis.summary, m_rows.num_rows(), options(), available, entry_bytes,
                               m_context.needs_sizes);
    }
    m_one_bin_table = choose_supernodes_or_one_bin(limits(), m_analysis.summary, m_rows.num_rows(), m_context,
                                                   sizeof(scalar_type), m_plan);
    if (!m_plan.accumulators.supernodes) return;
    const StageTimer<execution_space> timer(exec(), "supernodes", report());
    join_supernodes(launcher(), m_rows, m_analysis, workspace());
  }

  /// \param keeps_columns  that are found, for place()
  void predict(bool keeps_columns = true) {
    {
      const StageTimer<execution_space> timer(exec(), "size_prediction", report());
      m_sizes = predict_row_sizes(launcher(), m_rows, m_analysis, m_plan, options(),
                                  keeps_columns ? int{sizeof(scalar_type)} : 0, workspace(), m_counted_bins);
    }
    if (has_exact_sizes()) begin_output();  // while rows are counted
  }

  count_type count(offset_type* row_map) {
    predict(false);
    return write_row_sizes(exec(), m_rows.num_rows(), m_sizes.row_nnz, row_map);
  }

  void use_offsets(const offset_type* row_map) {
    m_counted_bins.reset();
    m_sizes.row_nnz = workspace().template allocate<count_type>("Ocean::chunks::row_nnz", m_rows.num_rows() + 1);
    read_row_sizes(exec(), m_rows.num_rows(), row_map, m_sizes.row_nnz);
    DeviceMemory<execution_space>::read_back(exec(), row_map, &m_first_entry, 1);
  }

  /// \brief Finds the configuration and the slots of every row; exact sizes also give the row map of C.
  void bin() {
    const StageTimer<execution_space> timer(exec(), "binning", report());
    const RowMapOfC<offset_type> row_map{has_exact_sizes() ? m_row_map : nullptr, m_analysis.summary.capped_products};
    const auto while_binned = [&] {
      if (m_b_rows.b_row_shape.data() == nullptr) give_back(m_analysis.b_row_shape);  // slices share it
      if (!has_exact_sizes()) begin_staged_pass();
    };
    const AccumulatorTable table =
        m_one_bin_table ? *m_one_bin_table
                        : make_table(limits(), m_plan, options(), m_analysis.summary, sizeof(scalar_type));
    if (m_plan.one_bin >= 0 && has_exact_sizes())
      m_bins = bin_together<bins_type>(launcher(), table, m_plan.one_bin, m_rows.num_rows(), m_sizes.row_nnz, row_map,
                                       workspace(), while_binned);
    else if (m_plan.one_bin >= 0)
      m_bins = bin_all_rows<bins_type>(m_analysis, table, m_plan.one_bin, workspace(), while_binned);
    else if (m_counted_bins)
      m_bins = keep_bins(launcher(), *m_counted_bins, table, m_sizes.row_nnz, row_map, workspace(), while_binned);
    else
      m_bins = bin_rows<row_type>(launcher(), m_rows.a.row_map, m_analysis, m_sizes, table, slot_rule(m_plan), row_map,
                                  workspace(), while_binned);
    if (m_plan.rows_claim)
      m_plan.claimed_slots =
          claimed_slots(m_analysis.summary, m_plan.certainty() == Certainty::estimate, m_bins.expected_claims);
    if (m_bins.num_split_rows() == 0) give_back(m_analysis.row_products);
    m_binned_account = workspace().account();
  }

  /// \brief C's row map: may be allocated while kernels run.
  void allocate_row_map() {
    m_output.row_map = allocate_output_row_map<Product>(exec(), m_rows.num_rows(), workspace());
    m_row_map = m_output.row_map.data();
  }
  void use_row_map(offset_type* row_map) { m_row_map = row_map; }
  void place() {
    allocate_product(m_bins.total_slots);
    place(m_product.entries.data(), m_product.values.data(), nullptr);
  }

  void place(ordinal_type* entries, scalar_type* values, const offset_type*) {
    const auto nnz = static_cast<std::size_t>(m_bins.total_slots);
    const std::size_t num_allocated = workspace().num_allocated();
    const pass_type known_pass = m_pass;
    try {
      const view_type<ordinal_type> entries_c(entries + m_first_entry, nnz);
      accumulate(entries_c, view_type<scalar_type>(values + m_first_entry, nnz), m_sizes.row_nnz);
      restore(entries_c);
    } catch (...) {  // the next call finds things as this one has
      m_pass = known_pass;
      workspace().release_after(num_allocated);
      throw;
    }
  }

  /// \brief Accumulates into the staging: rows claim their slots there, or have those of their bound or estimate. To be
  /// called once for an analysis, which clears the counters of the pass.
  void stage() {
    const count_type num_slots = m_bins.total_slots + m_plan.claimed_slots;
    const Staging<Workspace<execution_space>, ordinal_type, scalar_type> staging(num_slots, workspace());
    m_staged.num_slots = num_slots;
    m_staged.entries = staging.entries();
    m_staged.values = staging.values();
    m_pass.row_products = m_analysis.row_products;  // or none any more
    m_pass.first_claim = m_bins.total_slots;
    m_pass.claims_max = m_plan.claimed_slots;
    m_pass.esc_claims_from = m_plan.esc_claims_from;
    accumulate(m_staged.entries, m_staged.values, m_row_nnz);
    m_staged.begin = m_bins.row_begin;
  }

  /// \brief Finds the offsets of C, recomputes the rows that overflowed, allocates C and moves the staged rows there.
  /// \param while_moved called once all is launched, before the last wait
  template <class WhileMoved>
  void compact(const WhileMoved& while_moved) {
    RowOffsets<Launcher> offsets = begin_offsets();
    begin_output();  // while rows are accumulated and summed up
    const bool has_room = m_output.values.extent(0) > 0;
    if (has_room) move_rows(m_output, expected_or_most_entries(m_analysis.summary), m_analysis.pass_counters.data());
    while_moved();
    const auto found = offsets.get();  // the last wait, if no row overflowed
    count_type nnz = found[0];
    m_num_overflowed = found[1];
    const bool has_moved = has_room && m_num_overflowed == 0 && fits_output_room(m_output, nnz, options());
    if (m_num_overflowed > 0 || m_plan.certainty() == Certainty::estimate) nnz = redo_overflowed_rows(nnz);
    if (has_room && !has_moved) DeviceMemory<execution_space>::wait(exec());  // for what may be dropped now
    allocate_product(nnz);
    if (!has_moved) move_rows(m_product, static_cast<double>(nnz));
    restore(view_type<ordinal_type>(m_product.entries.data(), m_product.entries.extent(0)));
  }

  void forget_columns() { release_found_columns(m_sizes.found, workspace()); }
  void rebind(const ProblemType& problem, SpGEMMReport& report) {
    m_problem = m_rows = m_renumbered.renumbered(problem);
    m_context.report = &report;
  }

  bool has_exact_sizes() const { return m_plan.certainty() == Certainty::exact; }
  bool can_be_gated() const {
    return Launcher::is_native && LaunchGate<execution_space>::available && !m_renumbered.is_used() &&
           run_behind_gates(m_bins);
  }
  count_type nnz_c() const { return m_bins.total_slots; }
  count_type expected_nnz() const {
    const auto slots = static_cast<double>(m_bins.total_slots);
    const bool leaves_gaps = m_plan.certainty() == Certainty::estimate && !m_plan.rows_claim;
    const double expected = leaves_gaps ? slots / m_plan.expansion : slots;
    return std::min(static_cast<count_type>(expected) + m_plan.claimed_slots, nnz_max());
  }
  count_type nnz_max() const { return m_plan.may_overflow() ? m_analysis.summary.capped_products : m_bins.total_slots; }
  /// Made when it is asked for: after bin(), the device waits for the next launch.
  WorkspaceAccount forecast() const {
    WorkspaceForecast forecast(m_binned_account);
    forecast_team_stages<scalar_type, ordinal_type>(
        exec(), limits(), m_bins, m_plan, m_analysis.summary, m_rows.num_rows(),
        choose_offsets_at_once(Launcher::is_native, m_rows.num_rows()), forecast);
    return forecast.account();
  }
  /// What is known of the rows of B, which all slices share, and the products of a slice's own rows.
  std::size_t slices_bytes() const {
    using shape_type = BRowShape<column_type>;
    return MemoryLayout::aligned(static_cast<std::size_t>(m_problem.num_inner()) * sizeof(shape_type)) +
           MemoryLayout::aligned(static_cast<std::size_t>(m_problem.num_rows()) * sizeof(count_type));
  }
  const AnalysisSummary& summary() const { return m_analysis.summary; }
  const WorkflowPlan& plan() const { return m_plan; }
  count_type num_overflowed() const { return m_num_overflowed; }
  const Product& product() const { return m_product; }
  std::vector<ConfigurationRows> configurations() const { return count_configurations(m_bins); }

 private:
  using memory_space = typename Launcher::memory_space;
  using row_type = typename ProblemType::row_index_type;
  using column_type = typename ProblemType::column_type;
  using analysis_type = RowAnalysis<memory_space, column_type>;
  using bins_type = RowBins<memory_space, row_type>;
  using pass_type = RowPass<Pass::accumulate, ProblemType, row_type, ordinal_type, scalar_type>;
  template <class T>
  using view_type = typename Workspace<execution_space>::template view_type<T>;

  /// Bytes of one entry of C.
  static constexpr std::size_t entry_bytes = sizeof(ordinal_type) + sizeof(scalar_type);

  const execution_space& exec() const { return m_context.exec(); }
  /// On the instance of this call: an engine lives longer, and the next call may be on another.
  Launcher launcher() const { return Launcher(exec()); }
  Workspace<execution_space>& workspace() const { return *m_context.workspace; }
  const SpGEMMOptions& options() const { return m_context.options; }
  SpGEMMReport& report() const { return *m_context.report; }
  TeamLimits limits() const { return launcher().limits(); }

  template <class WhileRunning>
  void analyze_columns(const WhileRunning& while_running) {
    const StageTimer<execution_space> timer(exec(), "analysis", report());
    const SampledRows sample = choose_rows_to_sample(limits(), m_rows, options());
    m_analysis = analyze_rows(launcher(), m_rows, workspace(), sample, [&] {
      while_running();
      ask_early(m_rows, entry_bytes, workspace());
    });
  }

  void renumber() {
    const StageTimer<execution_space> timer(exec(), "renumbering", report());
    m_renumbered = renumber_columns(exec(), m_problem.b, workspace());
    m_problem = m_rows = m_renumbered.renumbered(m_problem);
  }

  /// \brief B's columns in place of their numbers.
  void restore(const view_type<ordinal_type>& entries) const {
    if constexpr (may_be_far_v<column_type>) {
      if (!m_renumbered.is_used()) return;
      const StageTimer<execution_space> timer(exec(), "renumbering", report());
      restore_columns(exec(), entries, m_renumbered.columns);
    }
  }

  /// \brief Frees what no later stage reads.
  template <class View>
  void give_back(View& view) {
    workspace().release(view);
    view = {};
  }

  /// \brief What the pass over staged rows takes whatever their bins are.
  void begin_staged_pass() {
    const StagedSizes<Workspace<execution_space>> sizes(m_rows.num_rows(), workspace());
    m_row_nnz = sizes.row_nnz;
    m_c_begin = sizes.row_begin;
    m_pass = make_row_pass<pass_type>(exec(), m_rows, m_analysis, m_plan, options(), m_row_nnz, workspace(), false,
                                      m_analysis.pass_counters);
  }

  /// \brief Room for the entries that C is expected to have, if it is the engine's own.
  void begin_output() {
    if (m_output.row_map.data() == nullptr) return;
    const StageTimer<execution_space> timer(exec(), "allocation", report());
    const count_type room = choose_output_room(m_analysis.summary, options(), entry_bytes, workspace().is_bounded());
    allocate_output_room(exec(), room, m_output, workspace());
  }

  /// \brief Starts finding where the staged rows begin in C.
  RowOffsets<Launcher> begin_offsets() {
    const StageTimer<execution_space> timer(exec(), "compaction", report());
    count_type* const num_overflowed = m_analysis.pass_counters.data();
    return RowOffsets<Launcher>(launcher(), "Ocean::compaction::row_begin", m_row_nnz, m_c_begin,
                                RowMapOfC<offset_type>(), m_rows.num_rows(), num_overflowed,
                                num_overflowed + num_pass_counters, workspace());
  }

  void allocate_product(count_type nnz) {
    const StageTimer<execution_space> timer(exec(), "allocation", report());
    check_offsets<offset_type>(nnz);
    if (!fits_output_room(m_output, nnz, options())) allocate_output(exec(), nnz, m_output, workspace());
    m_product = entries_of_output(m_output, nnz);
  }

  /// \brief Launches the move of the staged rows into \p target and writes its row map; nothing is moved if C has more
  /// entries than \p target, or if *\p num_overflowed is not 0.
  void move_rows(const Product& target, double expected_nnz, const count_type* num_overflowed = nullptr) const {
    const StageTimer<execution_space> timer(exec(), "compaction", report());
    compact_rows(launcher(), m_staged, m_c_begin, target.row_map,
                 view_type<ordinal_type>(target.entries.data(), target.entries.extent(0)),
                 view_type<scalar_type>(target.values.data(), target.values.extent(0)), m_rows.num_rows(),
                 std::min(m_analysis.summary.max_row_products, m_analysis.summary.max_row_span), expected_nnz,
                 num_overflowed);
  }

  /// \brief Recomputes the rows that overflowed, in a second staging.
  /// \param nnz entries of the others
  /// \return entries of C
  count_type redo_overflowed_rows(count_type nnz) {
    const StageTimer<execution_space> timer(exec(), "overflow", report());
    if (m_num_overflowed == 0) return nnz;
    const auto rerun = rerun_overflowed_rows(launcher(), m_pass, m_bins.table, m_num_overflowed,
                                             m_analysis.summary.max_row_span, workspace());
    m_staged.rerun_entries = rerun.entries;
    m_staged.rerun_values = rerun.values;
    redirect_rows(exec(), m_pass.overflow_rows, rerun.row_begin, m_staged.begin, m_staged.num_slots, m_num_overflowed);
    prefix_sum(exec(), "Ocean::compaction::row_begin", m_row_nnz, m_c_begin, m_rows.num_rows(), workspace());
    DeviceMemory<execution_space>::read_back(exec(), m_c_begin.data() + m_rows.num_rows(), &nnz, 1);
    return nnz;
  }

  void accumulate(const view_type<ordinal_type>& entries, const view_type<scalar_type>& values,
                  const view_type<count_type>& row_nnz) {
    const StageTimer<execution_space> timer(exec(), "numeric", report());
    if (m_pass.row_nnz.data() == nullptr)
      m_pass = make_row_pass<pass_type>(exec(), m_rows, m_analysis, m_plan, options(), row_nnz, workspace(),
                                        has_exact_sizes());
    m_pass.problem = m_rows;
    m_pass.may_overflow = m_plan.certainty() == Certainty::estimate;  // its table, not its slots
    m_pass.found = m_sizes.found;
    m_pass.row_begin = m_bins.row_begin;
    m_pass.entries = entries;
    m_pass.values = values;
    run_row_pass(launcher(), m_pass, m_bins, m_analysis.summary, workspace());
    ReadCounters<execution_space>::clear_behind(exec());
  }

  RunContext<execution_space> m_context;
  ProblemType m_problem;  ///< all rows
  ProblemType m_rows;     ///< those that are worked on

  RenumberedColumns<memory_space, column_type> m_renumbered;
  analysis_type m_b_rows;  ///< of slices
  analysis_type m_analysis;
  WorkflowPlan m_plan;
  std::optional<AccumulatorTable> m_one_bin_table;  ///< if one bin takes all rows, merged ones included
  RowSizes<memory_space> m_sizes;
  std::optional<bins_type> m_counted_bins;  ///< of the counting pass, if they stay
  bins_type m_bins;
  offset_type m_first_entry = 0;  ///< of the rows, in C
  pass_type m_pass;
  StagedRows<view_type<count_type>, view_type<ordinal_type>, view_type<scalar_type>> m_staged;
  view_type<count_type> m_row_nnz;
  view_type<count_type> m_c_begin;  ///< of the staged rows in C
  count_type m_num_overflowed = 0;
  WorkspaceAccount m_binned_account{WorkspaceSource::blocks};  ///< after bin()
  offset_type* m_row_map = nullptr;
  Product m_output;   ///< C, with room for more entries
  Product m_product;  ///< C
};

}  // namespace Ocean::Impl

#endif
