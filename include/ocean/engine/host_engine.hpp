#ifndef OCEAN_ENGINE_HOST_ENGINE_HPP
#define OCEAN_ENGINE_HOST_ENGINE_HPP
/// \file
/// \brief The stages on a CPU: a thread owns chunks of rows and private accumulators.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../core/row_slice.hpp"
#include "../core/run_context.hpp"
#include "../core/stage_timer.hpp"
#include "../core/with_commas.hpp"
#include "../core/workspace_forecast.hpp"
#include "../kernels/compaction/gather_rows_host.hpp"
#include "../kernels/numeric/accumulate_rows_host.hpp"
#include "../kernels/numeric/place_rows_host.hpp"
#include "../kernels/numeric/stage_rows_host.hpp"
#include "../kernels/size_prediction/count_rows_host.hpp"
#include "../kernels/size_prediction/predict_rows_host.hpp"
#include "../stages/host_analysis.hpp"
#include "../stages/host_workflow_choice.hpp"
#include "../tuning/hll_tuning.hpp"
#include "host_output.hpp"
#include "host_workers.hpp"
#include "row_engine.hpp"

namespace Ocean::Impl {

/// \brief The staging: what is filled before the size of C is known.
/// Shapes  buffers for buffer_capacity entries of every thread; entries, values [num_slots]; overflow_rows [num_rows]
template <class Memory, class Ordinal, class Scalar>
struct HostStaging {
  count_type buffer_capacity;
  typename Memory::template view_type<Ordinal> buffer_entries;
  typename Memory::template view_type<Scalar> buffer_values;
  typename Memory::template view_type<Ordinal> entries;
  typename Memory::template view_type<Scalar> values;
  typename Memory::template view_type<count_type> overflow_rows;

  HostStaging(int num_workers, count_type capacity, count_type num_slots, count_type num_rows, Memory& memory)
      : buffer_capacity(capacity),
        buffer_entries(memory.template allocate<Ordinal>("Ocean::numeric::buffer_entries",
                                                         worker_array_elements(num_workers, capacity))),
        buffer_values(memory.template allocate<Scalar>("Ocean::numeric::buffer_values",
                                                       worker_array_elements(num_workers, capacity))),
        entries(memory.template allocate<Ordinal>("Ocean::numeric::staged_entries", num_slots)),
        values(memory.template allocate<Scalar>("Ocean::numeric::staged_values", num_slots)),
        overflow_rows(memory.template allocate<count_type>("Ocean::numeric::overflow_rows", num_rows)) {}
};

/// \brief A RowEngine of CPU threads: one function per stage, with what the stages pass on to each other as members.
/// Slices are used where memory is short; the threads' private memory is then smaller.
template <class ExecutionSpace, class ProblemType, class Product>
class HostEngine {
 public:
  using problem_type = ProblemType;
  using product_type = Product;
  using offset_type = typename Product::offset_type;
  using ordinal_type = typename Product::ordinal_type;
  using scalar_type = typename Product::scalar_type;

  /// \param tuning thresholds and sizes; tests inject extreme ones
  HostEngine(const ProblemType& problem, const RunContext<ExecutionSpace>& context,
             const HostTuning& tuning = host_tuning_default)
      : m_context(context), m_tuning(tuning), m_problem(problem), m_rows(problem) {}

  template <class WhileRunning>
  void analyze(const WhileRunning& while_running) {
    {
      const StageTimer timer(exec(), "analysis", report());
      m_analysis = analyze_host(exec(), m_problem, workspace(), m_tuning);
      m_workers.take(m_rows, m_analysis, options(), m_tuning, workspace());
    }
    while_running();
  }

  void analyze_b() {
    const StageTimer timer(exec(), "analysis", report());
    m_b_rows = analyze_b_host(exec(), m_problem, workspace());
  }

  void analyze_slice(count_type first, count_type last) {
    const StageTimer timer(exec(), "analysis", report());
    m_rows = bounded_row_slice(exec(), m_problem, first, last);
    m_analysis = analyze_slice_host(exec(), m_problem, m_rows, m_b_rows, workspace(), m_tuning);
    const SpGEMMOptions allowed = choose_private_memory<scalar_type, column_type>(
        workspace(), m_analysis.summary, m_rows.num_cols(), options(), m_tuning);
    m_workers.take(m_rows, m_analysis, allowed, m_tuning, workspace());
  }

  /// \brief Chooses the workflow, from the analysis and the available memory.
  void choose() {
    const StageTimer timer(exec(), "workflow_choice", report());
    HostWorkflowFacts facts;
    facts.nnz_a = m_analysis.summary.nnz_a;
    facts.num_rows = m_rows.num_rows();
    facts.num_inner = m_rows.num_inner();
    facts.total_products = m_analysis.summary.total_products;
    facts.capped_products = m_analysis.summary.capped_products;
    facts.bytes_per_entry = sizeof(ordinal_type) + sizeof(scalar_type);
    facts.bytes_per_row = owns_output() ? 0 : sizeof(offset_type);  // already allocated
    facts.work_bytes = buffer_bytes();
    // asking the system takes as long as a small product: do not ask for what is certainly available
    const bool is_small = host_workflow_bytes(facts, Workflow::hyperloglog, widest_sketch_registers) < unasked_bytes;
    facts.available_bytes = is_small && workspace().limit_bytes() == 0 ? unasked_bytes : workspace().available_bytes();
    facts.counts_untouched = !is_small && counts_untouched_memory();
    m_plan = choose_host_workflow(facts, options());
  }

  /// \brief Sizes by the plan's predictor. Upper bounds need no prediction, only memory for all entries that C may
  /// have; if the system does not grant it, the rows are counted.
  void predict() {
    const StageTimer timer(exec(), "size_prediction", report());
    if (m_plan.workflow == Workflow::hyperloglog) return predict_slots();
    if (m_plan.workflow == Workflow::upper_bound && owns_output()) reserve_entries();
    if (m_plan.workflow == Workflow::symbolic) count_entries();
  }

  count_type count(offset_type* row_map) {
    m_row_map = row_map;
    predict();
    return m_nnz_c;
  }

  void use_offsets(const offset_type* row_map) { m_workers.begin_chunks_at(row_map); }

  /// \brief Rows get their accumulators while they are computed; from here on, the memory this takes is known.
  void bin() {
    if (has_exact_sizes() && m_has_callers_row_map && fits_offsets<offset_type>(m_nnz_c)) write_row_map();
    WorkspaceForecast forecast(workspace().account());
    if (!has_exact_sizes()) take_staging(forecast);
    m_forecast = forecast.account();
  }

  void allocate_row_map() {
    m_product.row_map = allocate_output_row_map<Product>(exec(), m_rows.num_rows(), workspace());
    use_row_map(m_product.row_map.data());
    m_has_callers_row_map = false;  // place() fills it along the way
  }
  void use_row_map(offset_type* row_map) {
    m_row_map = row_map;
    m_row_map[0] = offset_type(0);
    m_has_callers_row_map = true;
  }

  /// \brief Computes rows of known size in place, and writes the row map along the way.
  void place() {
    allocate_product();
    place_rows(m_row_map, m_product.entries.data(), m_product.values.data(), nullptr);
  }
  void place(ordinal_type* entries, scalar_type* values, const offset_type* known_row_map) {
    place_rows(nullptr, entries, values, known_row_map);
  }

  /// \brief Computes rows into memory for all entries that C may have, or into slots of estimated size.
  void stage() {
    const StageTimer timer(exec(), "numeric", report());
    if (m_plan.workflow == Workflow::hyperloglog)
      stage_in_slots();
    else
      stage_in_product();
    m_nnz_c = m_workers.sum_chunks();
    check_offsets<offset_type>(m_nnz_c);
  }

  /// \brief Closes the gaps in C: moves staged rows to their positions, then the rows that outgrew their slots.
  /// \param while_moved called first: nothing waits here
  template <class WhileMoved>
  void compact(const WhileMoved& while_moved) {
    while_moved();
    if (m_plan.workflow != Workflow::hyperloglog) return trim_product();
    allocate_product();
    {
      const StageTimer timer(exec(), "compaction", report());
      Kokkos::parallel_for(
          "Ocean::compaction::gather_rows_host", policy_type(exec(), 0, m_workers.num_chunks()),
          GatherRowsHost<Product>{m_staged, m_workers.chunks(), m_workers.chunk_begin(), m_product.row_map.data(),
                                  m_product.entries.data(), m_product.values.data()});
      exec().fence("Ocean::compaction::gather_rows_host");
    }
    const StageTimer timer(exec(), "overflow", report());
    m_workers.restart();
    launch_workers(exec(), "Ocean::overflow::redo_rows_host", m_workers.num_workers(),
                   RedoRowsHost<ProblemType, Product>{m_workers.work(), m_staged.overflow_rows, num_overflowed(),
                                                      m_product.row_map.data(), m_product.entries.data(),
                                                      m_product.values.data()});
    exec().fence("Ocean::overflow::redo_rows_host");
  }

  void forget_columns() {}  // none are kept
  void rebind(const ProblemType& problem, SpGEMMReport& report) {
    m_context.report = &report;
    m_problem = m_rows = problem;
    m_workers.rebind(problem, workspace());
  }

  bool has_exact_sizes() const { return m_plan.certainty() == Certainty::exact; }
  bool can_be_gated() const { return false; }
  count_type nnz_c() const { return m_nnz_c; }
  count_type expected_nnz() const {
    if (m_plan.workflow != Workflow::hyperloglog) return nnz_max();
    return static_cast<count_type>(static_cast<double>(num_slots()) / m_plan.expansion);
  }
  count_type nnz_max() const { return has_exact_sizes() ? m_nnz_c : m_analysis.summary.capped_products; }
  const WorkspaceAccount& forecast() const { return m_forecast; }
  static std::size_t slices_bytes() { return 0; }
  const AnalysisSummary& summary() const { return m_analysis.summary; }
  const WorkflowPlan& plan() const { return m_plan; }
  count_type num_overflowed() const { return *m_workers.num_overflowed(); }
  const Product& product() const { return m_product; }
  std::vector<ConfigurationRows> configurations() const { return m_workers.configurations(); }
  int num_workers() const { return m_workers.num_workers(); }

 private:
  using memory_space = typename ExecutionSpace::memory_space;
  using column_type = typename ProblemType::column_type;
  using analysis_type = HostAnalysis<memory_space, column_type>;
  using policy_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>;
  template <class T>
  using view_type = typename Workspace<ExecutionSpace>::template view_type<T>;

  const ExecutionSpace& exec() const { return m_context.exec(); }
  Workspace<ExecutionSpace>& workspace() const { return *m_context.workspace; }
  const SpGEMMOptions& options() const { return m_context.options; }
  SpGEMMReport& report() const { return *m_context.report; }
  bool owns_output() const { return m_product.row_map.data() != nullptr; }

  /// \brief Sizes of the rows of C, in m_row_map[row + 1]; the chunks then know where they begin.
  void count_entries() {
    m_workers.restart(0);
    launch_workers(exec(), "Ocean::size_prediction::count_rows_host", m_workers.num_workers(),
                   CountRowsHost<ProblemType, Product>{m_workers.work(), m_row_map + 1});
    exec().fence("Ocean::size_prediction::count_rows_host");
    m_nnz_c = m_workers.sum_chunks();
  }

  /// \brief Turns the sizes in row_map(row + 1) into offsets.
  void write_row_map() {
    Kokkos::parallel_for("Ocean::size_prediction::sum_chunk_rows", policy_type(exec(), 0, m_workers.num_chunks()),
                         SumChunkRows<offset_type>{m_workers.chunks(), m_workers.chunk_begin(), m_row_map});
    exec().fence("Ocean::size_prediction::sum_chunk_rows");
  }

  /// \brief A slot of estimated size for every row.
  void predict_slots() {
    const count_type num_rows = m_rows.num_rows();
    m_slot_begin = workspace().template allocate<count_type>("Ocean::size_prediction::slot_begin", num_rows + 1);
    const auto sketches = workspace().template allocate<std::uint8_t>("Ocean::size_prediction::sketches",
                                                                      m_rows.num_inner() * m_plan.sketch_registers);
    dispatch_sketch_width("size_prediction", m_plan.sketch_registers, [&](auto width) {
      predict_rows_host<decltype(width)::num_registers>(exec(), m_rows, m_plan.expansion,
                                                        hll_tuning_default.exact_products_max, sketches.data(),
                                                        m_slot_begin.data());
    });
    exec().fence("Ocean::size_prediction::predict_rows_host");
    workspace().release(sketches);
    HostWorkers<ExecutionSpace, ProblemType, scalar_type>::exclusive_sum(m_slot_begin.data(), num_rows);
  }
  /// \brief Entries that all slots hold together. Pre: predict_slots() has been called
  count_type num_slots() const { return m_slot_begin.data()[m_rows.num_rows()]; }

  /// \brief Allocates memory for all entries that C may have, most of which may never be touched; if that fails,
  /// changes the plan.
  void reserve_entries() {
    const count_type entries_max = m_analysis.summary.capped_products;
    try {
      allocate_entries(exec(), entries_max, m_product);
    } catch (const OutOfMemory&) {
      count_rows_instead(concatenate("the system does not grant ", with_commas(entries_bytes<Product>(entries_max)),
                                     " bytes for the ", with_commas(entries_max), " entries that C has at most"),
                         m_plan);
    }
  }

  void allocate_product() {
    const StageTimer timer(exec(), "allocation", report());
    check_offsets<offset_type>(m_nnz_c);
    allocate_output(exec(), m_nnz_c, m_product, workspace());
  }

  void place_rows(offset_type* row_map, ordinal_type* entries, scalar_type* values, const offset_type* known_row_map) {
    const StageTimer timer(exec(), "numeric", report());
    m_workers.restart();
    launch_workers(exec(), "Ocean::numeric::place_rows_host", m_workers.num_workers(),
                   PlaceRowsHost<ProblemType, Product>{m_workers.work(), m_workers.chunk_begin(), row_map, entries,
                                                       values, known_row_map});
    exec().fence("Ocean::numeric::place_rows_host");
  }

  /// \brief All of C in one pass.
  void stage_in_product() {
    const auto staging = take_staging(workspace());
    m_workers.restart(host_chunk_pending);
    launch_workers(exec(), "Ocean::numeric::accumulate_rows_host", m_workers.num_workers(),
                   AccumulateRowsHost<ProblemType, Product>{m_workers.work(), entries_of(staging), values_of(staging),
                                                            staging.buffer_capacity, m_product.row_map.data(),
                                                            m_product.entries.data(), m_product.values.data()});
    exec().fence("Ocean::numeric::accumulate_rows_host");
  }

  /// \brief Keeps only C's first entries: the views share the larger allocation, whose rest was never touched, unless
  /// untouched memory counts against a limit.
  void trim_product() {
    const StageTimer timer(exec(), "compaction", report());
    const count_type rest = m_analysis.summary.capped_products - m_nnz_c;
    workspace().add_output(entries_bytes<Product>(m_nnz_c));
    if (entries_bytes<Product>(rest) > unasked_bytes && counts_untouched_memory())
      return copy_host_entries(exec(), m_nnz_c, m_product);
    keep_used_entries(exec(), m_nnz_c, m_product);
    trim_host_entries(m_nnz_c, m_product);
  }

  void stage_in_slots() {
    const auto staging = take_staging(workspace());
    m_staged.slot_begin = m_slot_begin.data();
    m_staged.entries = staging.entries.data();
    m_staged.values = staging.values.data();
    m_staged.overflow_rows = staging.overflow_rows.data();
    m_staged.num_overflowed = m_workers.num_overflowed();
    m_workers.restart(0);
    launch_workers(exec(), "Ocean::numeric::stage_rows_host", m_workers.num_workers(),
                   StageRowsHost<ProblemType, Product>{m_workers.work(), entries_of(staging), values_of(staging),
                                                       m_staged, m_row_map + 1});
    exec().fence("Ocean::numeric::stage_rows_host");
  }

  using staging_type = HostStaging<Workspace<ExecutionSpace>, ordinal_type, scalar_type>;
  static WorkerArrays<memory_space, ordinal_type> entries_of(const staging_type& staging) {
    return {staging.buffer_entries, staging.buffer_capacity};
  }
  static WorkerArrays<memory_space, scalar_type> values_of(const staging_type& staging) {
    return {staging.buffer_values, staging.buffer_capacity};
  }
  /// \brief What stage() takes: a buffer for every thread, and with estimated sizes the slots of all rows.
  template <class Memory>
  HostStaging<Memory, ordinal_type, scalar_type> take_staging(Memory& memory) const {
    if (m_plan.workflow == Workflow::hyperloglog)
      return {m_workers.num_workers(), m_workers.max_capped(), num_slots(), m_rows.num_rows(), memory};
    return {m_workers.num_workers(), pending_capacity(), 0, 0, memory};
  }
  /// \brief Entries that a thread may hold back; one that is alone holds none back.
  count_type pending_capacity() const {
    return m_workers.num_workers() > 1 ? m_workers.max_capped() + m_tuning.pending_entries : 0;
  }
  /// \brief Bytes of the buffers that the one-pass workflows add.
  std::size_t buffer_bytes() const {
    return static_cast<std::size_t>(m_workers.num_workers() * (m_workers.max_capped() + m_tuning.pending_entries)) *
           (sizeof(ordinal_type) + sizeof(scalar_type));
  }

  RunContext<ExecutionSpace> m_context;
  HostTuning m_tuning;
  ProblemType m_problem;  ///< all rows
  ProblemType m_rows;     ///< those being worked on

  analysis_type m_b_rows;  ///< of slices
  analysis_type m_analysis;
  HostWorkers<ExecutionSpace, ProblemType, scalar_type> m_workers;
  view_type<count_type> m_slot_begin;
  WorkflowPlan m_plan;
  StagedRowsHost<ordinal_type, scalar_type> m_staged;
  WorkspaceAccount m_forecast{WorkspaceSource::blocks};
  offset_type* m_row_map = nullptr;
  bool m_has_callers_row_map = false;
  count_type m_nnz_c = 0;
  Product m_product;  ///< C
};

}  // namespace Ocean::Impl

#endif
