#ifndef OCEAN_ENGINE_HOST_STAGES_HPP
#define OCEAN_ENGINE_HOST_STAGES_HPP
/// \file
/// \brief The later stages of the CPU path, one member function each, and what they hand on.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "../core/stage_timer.hpp"
#include "../kernels/compaction/gather_rows_host.hpp"
#include "../kernels/numeric/accumulate_rows_host.hpp"
#include "../kernels/numeric/place_rows_host.hpp"
#include "../kernels/numeric/stage_rows_host.hpp"
#include "../kernels/size_prediction/count_rows_host.hpp"
#include "../kernels/size_prediction/predict_rows_host.hpp"
#include "../stages/host_analysis.hpp"
#include "../stages/host_chunks.hpp"
#include "../stages/workspace_forecast.hpp"
#include "../tuning/hll_tuning.hpp"
#include "host_output.hpp"

namespace Ocean::Impl {

/// \brief Sizes of a thread's private memory: the tuning's, or what the caller allows.
template <class Scalar, class Column>
HostAccumulatorLimits host_accumulator_limits(const SpGEMMOptions& options, const HostTuning& tuning,
                                              bool b_rows_sorted, count_type num_cols) {
  const bool limited = options.scratch_limit_bytes > 0;
  const std::size_t window_bytes = limited ? options.scratch_limit_bytes : tuning.window_bytes;
  const std::size_t hash_bytes = limited ? options.scratch_limit_bytes : tuning.hash_bytes;
  constexpr std::size_t hash_slot_bytes = sizeof(Column) + sizeof(Scalar) + sizeof(std::uint64_t) / 2;
  HostAccumulatorLimits limits;
  limits.switches = options.accumulators;
  limits.tuning = tuning;
  limits.b_rows_sorted = b_rows_sorted;
  const auto window = static_cast<count_type>(window_bytes / (sizeof(Scalar) + sizeof(std::uint8_t)));
  constexpr count_type slots_max = std::numeric_limits<std::int32_t>::max();  // slots are listed in 32 bits
  const count_type columns = std::min(num_cols, window);  // there may be more than can be multiplied by the lanes
  limits.window_capacity = std::max<count_type>(1, std::min({window, columns * tuning.lanes_max, slots_max}));
  limits.hash_capacity = static_cast<count_type>(hash_bytes / hash_slot_bytes);
  return limits;
}

/// \brief One product on the CPU: holds what the stages hand on, each stage one function.
template <class ExecutionSpace, class ProblemType, class Product>
class HostStages {
 public:
  using memory_space = typename ExecutionSpace::memory_space;
  using column_type = typename ProblemType::column_type;
  using offset_type = typename Product::offset_type;
  using ordinal_type = typename Product::ordinal_type;
  using scalar_type = typename Product::scalar_type;
  using analysis_type = HostAnalysis<memory_space, column_type>;
  using staged_type = StagedRowsHost<ordinal_type, scalar_type>;
  template <class T>
  using view_type = Kokkos::View<T*, memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  /// \brief Analyses the operands and takes the memory of the threads.
  /// \param tuning     thresholds and sizes; tests inject extreme ones
  /// \param workspace  in a call, whose instance is that of all work
  /// \throws std::invalid_argument if an index leads outside
  HostStages(const ProblemType& problem, const SpGEMMOptions& options, const HostTuning& tuning,
             Workspace<ExecutionSpace>& workspace, SpGEMMReport& report)
      : HostStages(problem, timed_analysis(problem, tuning, workspace, report), options, tuning, workspace) {}

  /// \brief Of rows that have been analysed.
  HostStages(const ProblemType& problem, const analysis_type& analysis, const SpGEMMOptions& options,
             const HostTuning& tuning, Workspace<ExecutionSpace>& workspace)
      : m_problem(problem),
        m_analysis(analysis),
        m_limits(host_accumulator_limits<scalar_type, column_type>(options, tuning, analysis.summary.b_rows_sorted,
                                                                   problem.num_cols())),
        m_workspace(workspace) {
    const HostAccumulatorLimits& limits = m_limits;
    const int num_workers = std::max(1, exec().concurrency());
    m_chunks = make_host_chunks(workspace, analysis, problem.num_rows(), num_workers, limits.tuning);
    m_chunk_nnz = workspace.template allocate<count_type>("Ocean::numeric::chunk_nnz", m_chunks.num_chunks + 1);
    m_counters = workspace.template allocate<count_type>("Ocean::numeric::counters", 2);
    m_work = {problem,
              limits,
              {},
              {analysis.b_row_range.data(), analysis.b_continues_supernode.data()},
              m_chunks.chunks.data(),
              m_chunks.num_chunks,
              m_chunk_nnz.data(),
              m_counters.data(),
              nullptr,
              options.sorted_output};
    allocate_workers(num_workers);
  }

  /// \brief Goes on with operands of the same patterns elsewhere in memory, and with the threads of this call's
  /// instance.
  void rebind(const ProblemType& problem) {
    m_problem = m_work.problem = problem;
    const int num_workers = std::max(1, exec().concurrency());
    if (num_workers > m_workers_with_memory) {
      m_workspace.release_between(m_first_of_workers, m_end_of_workers);
      allocate_workers(num_workers);
    }
    m_num_workers = num_workers;
  }

  /// \brief The row map of C, still to be filled.
  void allocate_row_map(Product& c) const {
    c.row_map = Impl::allocate_row_map<typename Product::row_map_type>(exec(), m_problem.num_rows());
    c.row_map.data()[0] = offset_type(0);
  }

  /// \brief Upper-bound workflow: memory for all entries that C may have.
  /// \throws OutOfMemory if it is not there.
  void reserve_entries(Product& c) const { allocate_entries(exec(), m_analysis.summary.capped_products, c); }

  /// \brief Upper-bound workflow: all of C in one pass. Pre: reserve_entries() has been called
  /// \return nnz(C), which may be beyond the offsets
  count_type accumulate(const Product& c) {
    allocate_buffers(m_limits.tuning.pending_entries);
    restart(host_chunk_pending);
    launch_workers(
        exec(), "Ocean::numeric::accumulate_rows_host", m_num_workers,
        AccumulateRowsHost<ProblemType, Product>{m_work, m_buffer_entries, m_buffer_values, m_buffer_capacity,
                                                 c.row_map.data(), c.entries.data(), c.values.data()});
    exec().fence("Ocean::numeric::accumulate_rows_host");
    return sum_chunks();
  }

  /// \brief Symbolic workflow: sizes of the rows of C, in row_map(row + 1).
  /// \return nnz(C); the chunks then know their begin
  count_type count(const Product& c) {
    restart(0);
    launch_workers(exec(), "Ocean::size_prediction::count_rows_host", m_num_workers,
                   CountRowsHost<ProblemType, Product>{m_work, c.row_map.data() + 1});
    exec().fence("Ocean::size_prediction::count_rows_host");
    return sum_chunks();
  }

  /// \brief Symbolic workflow: rows of known size at their place; the row map is written on the way.
  void place(const Product& c) { place_rows(c.row_map.data(), c.entries.data(), c.values.data()); }

  /// \brief The same where find_sizes() or begin_chunks_at() has been called.
  /// \param known_row_map  offsets of C, if \p entries hold its columns as an earlier call wrote them; else null
  void place_again(ordinal_type* entries, scalar_type* values, const offset_type* known_row_map = nullptr) {
    place_rows(nullptr, entries, values, known_row_map);
  }

  /// \brief Symbolic workflow in two calls: the row map of C.
  /// Shapes  row_map [num_rows + 1] (out)
  /// \return nnz(C); place_again() may then be called as often as wanted
  /// \throws std::runtime_error if the offsets cannot count the entries
  count_type find_sizes(offset_type* row_map) {
    Product c;
    c.row_map = typename Product::row_map_type(row_map, static_cast<std::size_t>(m_problem.num_rows() + 1));
    row_map[0] = 0;
    const count_type nnz_c = count(c);
    check_offsets<offset_type>(nnz_c);
    finish_row_map(row_map);
    return nnz_c;
  }

  /// \brief Turns the sizes that count() left in row_map(row + 1) into offsets.
  void finish_row_map(offset_type* row_map) {
    using policy_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>;
    Kokkos::parallel_for("Ocean::size_prediction::sum_chunk_rows", policy_type(exec(), 0, m_chunks.num_chunks),
                         SumChunkRows<offset_type>{m_chunks.chunks.data(), m_chunk_nnz.data(), row_map});
    exec().fence("Ocean::size_prediction::sum_chunk_rows");
  }

  /// \brief Has the chunks begin where the offsets say that their rows do, which need not start at 0.
  void begin_chunks_at(const offset_type* row_map) {
    for (count_type chunk = 0; chunk < m_chunks.num_chunks; ++chunk)
      m_chunk_nnz.data()[chunk] = static_cast<count_type>(row_map[m_chunks.chunks.data()[chunk].row_begin]);
  }

  /// \brief HyperLogLog workflow: a slot of estimated size for every row.
  void predict(int num_registers, double expansion) {
    const count_type num_rows = m_problem.num_rows();
    m_slot_begin = m_workspace.template allocate<count_type>("Ocean::size_prediction::slot_begin", num_rows + 1);
    const auto sketches = m_workspace.template allocate<std::uint8_t>("Ocean::size_prediction::sketches",
                                                                      m_problem.num_inner() * num_registers);
    dispatch_sketch_width("size_prediction", num_registers, [&](auto width) {
      predict_rows_host<decltype(width)::num_registers>(
          exec(), m_problem, expansion, hll_tuning_default.exact_products_max, sketches.data(), m_slot_begin.data());
    });
    exec().fence("Ocean::size_prediction::predict_rows_host");
    m_workspace.release(sketches);
    exclusive_sum(m_slot_begin.data(), num_rows);
  }

  /// \brief HyperLogLog workflow: rows into their slots.
  /// \return nnz(C)
  count_type stage(const Product& c) {
    const count_type num_rows = m_problem.num_rows();
    allocate_buffers(0);
    m_staged.slot_begin = m_slot_begin.data();
    m_staged_entries = m_workspace.template allocate<ordinal_type>("Ocean::numeric::staged_entries", num_slots());
    m_staged_values = m_workspace.template allocate<scalar_type>("Ocean::numeric::staged_values", num_slots());
    m_staged.entries = m_staged_entries.data();
    m_staged.values = m_staged_values.data();
    m_staged.overflow_rows =
        m_workspace.template allocate<count_type>("Ocean::numeric::overflow_rows", num_rows).data();
    m_staged.num_overflowed = m_counters.data() + 1;
    restart(0);
    launch_workers(
        exec(), "Ocean::numeric::stage_rows_host", m_num_workers,
        StageRowsHost<ProblemType, Product>{m_work, m_buffer_entries, m_buffer_values, m_staged, c.row_map.data() + 1});
    exec().fence("Ocean::numeric::stage_rows_host");
    return sum_chunks();
  }

  /// \brief HyperLogLog workflow: staged rows to their place.
  void gather(const Product& c) {
    using policy_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>;
    Kokkos::parallel_for("Ocean::compaction::gather_rows_host", policy_type(exec(), 0, m_chunks.num_chunks),
                         GatherRowsHost<Product>{m_staged, m_chunks.chunks.data(), m_chunk_nnz.data(), c.row_map.data(),
                                                 c.entries.data(), c.values.data()});
    exec().fence("Ocean::compaction::gather_rows_host");
  }

  /// \brief HyperLogLog workflow: the rows that outgrew their slot.
  void redo_overflowed(const Product& c) {
    restart_counter();
    launch_workers(exec(), "Ocean::overflow::redo_rows_host", m_num_workers,
                   RedoRowsHost<ProblemType, Product>{m_work, m_staged.overflow_rows, num_overflowed(),
                                                      c.row_map.data(), c.entries.data(), c.values.data()});
    exec().fence("Ocean::overflow::redo_rows_host");
  }

  const AnalysisSummary& summary() const { return m_analysis.summary; }
  const HostAccumulatorLimits& limits() const { return m_limits; }
  count_type num_overflowed() const { return m_counters.data()[1]; }
  int num_workers() const { return m_num_workers; }

  /// \brief The work memory of accumulate() or stage(), the latter after predict().
  WorkspaceAccount forecast(Workflow workflow) const {
    WorkspaceForecast forecast(m_workspace.account());
    if (workflow == Workflow::symbolic) return forecast.account();
    const bool staged = workflow == Workflow::hyperloglog;
    const count_type capacity = m_chunks.max_capped + (staged ? 0 : m_limits.tuning.pending_entries);
    forecast.take<ordinal_type>(worker_array_elements(m_num_workers, capacity));
    forecast.take<scalar_type>(worker_array_elements(m_num_workers, capacity));
    if (staged) {
      forecast.take<ordinal_type>(num_slots());
      forecast.take<scalar_type>(num_slots());
      forecast.take<count_type>(m_problem.num_rows());
    }
    return forecast.account();
  }
  /// \brief Entries that all slots hold. Pre: predict() has been called
  count_type num_slots() const { return m_slot_begin.data()[m_problem.num_rows()]; }

  /// \brief Bytes of the buffers that the one-pass workflows add.
  std::size_t buffer_bytes() const {
    return static_cast<std::size_t>(m_num_workers * (m_chunks.max_capped + m_limits.tuning.pending_entries)) *
           (sizeof(ordinal_type) + sizeof(scalar_type));
  }

  /// \brief Rows that a kind of accumulator has computed.
  count_type rows_of(HostAccumulator kind) const {
    count_type rows = 0;
    for (int worker = 0; worker < m_workers_with_memory; ++worker)
      rows += m_rows_of_kind.data()[worker * num_host_accumulators + static_cast<int>(kind)];
    return rows;
  }

 private:
  const ExecutionSpace& exec() const { return m_workspace.execution_space(); }

  static analysis_type timed_analysis(const ProblemType& problem, const HostTuning& tuning,
                                      Workspace<ExecutionSpace>& workspace, SpGEMMReport& report) {
    const StageTimer timer(workspace.execution_space(), "analysis", report);
    return analyze_host(workspace.execution_space(), problem, workspace, tuning);
  }

  /// \brief Private memory of \p num_workers threads; none if it throws.
  void allocate_workers(int num_workers) {
    m_workers_with_memory = 0;
    m_first_of_workers = m_end_of_workers = m_workspace.num_allocated();
    const count_type num_counts = num_workers * num_host_accumulators;
    const count_type max_row_bound = std::min(m_analysis.summary.max_row_products, m_problem.num_cols());
    try {
      m_rows_of_kind = m_workspace.template allocate<count_type>("Ocean::numeric::rows_of_kind", num_counts);
      m_work.storage = allocate_accumulators<scalar_type, column_type>(m_workspace, num_workers, m_limits,
                                                                       max_row_bound, m_problem.num_cols());
    } catch (...) {
      m_workspace.release_after(m_first_of_workers);
      throw;
    }
    std::fill_n(m_rows_of_kind.data(), num_counts, count_type(0));
    m_work.rows_of_kind = m_rows_of_kind.data();
    m_end_of_workers = m_workspace.num_allocated();
    m_num_workers = m_workers_with_memory = num_workers;
  }

  void place_rows(offset_type* row_map, ordinal_type* entries, scalar_type* values,
                  const offset_type* known_row_map = nullptr) {
    restart_counter();
    launch_workers(
        exec(), "Ocean::numeric::place_rows_host", m_num_workers,
        PlaceRowsHost<ProblemType, Product>{m_work, m_chunk_nnz.data(), row_map, entries, values, known_row_map});
    exec().fence("Ocean::numeric::place_rows_host");
  }
  void restart_counter() const { m_counters.data()[0] = 0; }
  void restart(count_type chunk_nnz) const {
    restart_counter();
    m_counters.data()[1] = 0;
    std::fill_n(m_chunk_nnz.data(), m_chunks.num_chunks, chunk_nnz);
  }

  /// Sizes at 0 ... count - 1 to begins, in place; element \p count becomes their sum.
  static void exclusive_sum(count_type* sizes, count_type count) {
    count_type sum = 0;
    for (count_type item = 0; item < count; ++item) {
      const count_type size = sizes[item];
      sizes[item] = sum;
      sum += size;
    }
    sizes[count] = sum;
  }
  count_type sum_chunks() const {
    exclusive_sum(m_chunk_nnz.data(), m_chunks.num_chunks);
    return m_chunk_nnz.data()[m_chunks.num_chunks];
  }

  void allocate_buffers(count_type pending_entries) {
    m_buffer_capacity = m_chunks.max_capped + pending_entries;
    m_buffer_entries = {m_workspace, "Ocean::numeric::buffer_entries", m_num_workers, m_buffer_capacity};
    m_buffer_values = {m_workspace, "Ocean::numeric::buffer_values", m_num_workers, m_buffer_capacity};
  }

  ProblemType m_problem;
  analysis_type m_analysis;
  HostAccumulatorLimits m_limits;
  Workspace<ExecutionSpace>& m_workspace;
  int m_num_workers = 1;                                     ///< threads of the call's instance
  int m_workers_with_memory = 0;                             ///< that many or more
  std::size_t m_first_of_workers = 0, m_end_of_workers = 0;  ///< numbers of their views
  HostChunks<memory_space> m_chunks;
  view_type<count_type> m_chunk_nnz, m_counters, m_rows_of_kind, m_slot_begin;
  HostWork<ProblemType, scalar_type> m_work;
  WorkerArrays<memory_space, ordinal_type> m_buffer_entries;
  WorkerArrays<memory_space, scalar_type> m_buffer_values;
  count_type m_buffer_capacity = 0;
  view_type<ordinal_type> m_staged_entries;
  view_type<scalar_type> m_staged_values;
  staged_type m_staged;
};

}  // namespace Ocean::Impl

#endif
