#ifndef OCEAN_ENGINE_HOST_WORKERS_HPP
#define OCEAN_ENGINE_HOST_WORKERS_HPP
/// \file
/// \brief The threads of the CPU path: their chunks of rows and their private memory.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "../../Ocean_SpGEMMReport.hpp"
#include "../core/workspace.hpp"
#include "../kernels/numeric/host_worker.hpp"
#include "../results/host_analysis.hpp"
#include "../stages/host_chunks.hpp"

namespace Ocean::Impl {

/// \brief Sizes of a thread's private memory: the tuning's, or what the caller allows. The window holds all columns,
/// as often as rows of a supernode may share it if there are supernodes: those of fewer columns find room anyway.
template <class Scalar, class Column>
HostAccumulatorLimits host_accumulator_limits(const SpGEMMOptions& options, const HostTuning& tuning,
                                              bool b_rows_sorted, bool has_supernodes, count_type num_cols) {
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
  const count_type columns = std::min(num_cols, window);                      // num_cols times lanes may overflow
  limits.window_capacity =
      std::max<count_type>(1, std::min({window, columns * (has_supernodes ? tuning.lanes_max : 1), slots_max}));
  limits.hash_capacity = static_cast<count_type>(hash_bytes / hash_slot_bytes);
  return limits;
}

/// Shares of the remaining work memory: one for the windows, one for the hash tables, the rest for lists of rows.
/// source: a bound, no speed: half is left for lists, whose lengths are not known yet
inline constexpr std::size_t work_memory_shares = 4;

/// \brief Options whose windows take a quarter of the remaining memory and whose hash tables take another quarter, or
/// nothing if windows suffice.
template <class Scalar, class Column, class ExecutionSpace>
SpGEMMOptions choose_private_memory(const Workspace<ExecutionSpace>& workspace, const AnalysisSummary& summary,
                                    count_type num_cols, SpGEMMOptions options, const HostTuning& tuning) {
  constexpr std::size_t value_bytes = sizeof(Scalar) + sizeof(std::uint8_t);
  constexpr std::size_t smallest_window_bytes = static_cast<std::size_t>(host_slice_bytes) * value_bytes;
  const auto num_workers = static_cast<std::size_t>(std::max(1, workspace.execution_space().concurrency()));
  const std::size_t share = workspace.available_work_bytes() / (work_memory_shares * num_workers);
  const std::size_t wanted = options.scratch_limit_bytes > 0 ? options.scratch_limit_bytes : tuning.window_bytes;
  if (share < wanted) options.scratch_limit_bytes = std::max(share, smallest_window_bytes);
  const count_type slots = host_hash_capacity(std::min(summary.max_row_products, num_cols));
  const auto bytes_of = [](count_type count, std::size_t size) {
    return static_cast<std::size_t>(worker_array_elements(1, count)) * size;
  };
  const std::size_t hash_bytes =
      bytes_of(slots, sizeof(Column)) + bytes_of(slots, sizeof(Scalar)) + bytes_of(slots / 2, sizeof(std::uint64_t));
  if (options.accumulators.dense && hash_bytes > share)
    options.accumulators.hash = options.accumulators.hybrid_hash = false;
  return options;
}

/// \brief What the threads share, and what each has to itself.
template <class ExecutionSpace, class ProblemType, class Scalar>
class HostWorkers {
 public:
  using memory_space = typename ExecutionSpace::memory_space;
  using column_type = typename ProblemType::column_type;
  using analysis_type = HostAnalysis<memory_space, column_type>;
  using work_type = HostWork<ProblemType, Scalar>;

  /// \brief Splits \p rows among the threads of the call's instance and allocates their memory.
  void take(const ProblemType& rows, const analysis_type& analysis, const SpGEMMOptions& options,
            const HostTuning& tuning, Workspace<ExecutionSpace>& workspace) {
    m_limits = host_accumulator_limits<Scalar, column_type>(options, tuning, analysis.summary.b_rows_sorted,
                                                            analysis.b_kinds.mostly_repeats, rows.num_cols());
    m_max_row_entries = std::min(analysis.summary.max_row_products, rows.num_cols());
    const int num_threads = std::max(1, workspace.execution_space().concurrency());
    m_chunks = make_host_chunks(workspace, analysis, rows.num_rows(), num_threads, tuning);
    m_chunk_nnz = workspace.template allocate<count_type>("Ocean::numeric::chunk_nnz", m_chunks.num_chunks + 1);
    m_counters = workspace.template allocate<count_type>("Ocean::numeric::counters", 2);
    m_counters.data()[1] = 0;
    m_work = {rows,
              m_limits,
              {},
              {analysis.b_row_range.data(), analysis.b_relations.data(), analysis.b_kinds},
              m_chunks.chunks.data(),
              m_chunks.num_chunks,
              m_chunk_nnz.data(),
              m_counters.data(),
              nullptr,
              options.sorted_output};
    allocate(num_threads, workspace);
  }

  /// \brief Continues with other operands, and with the threads of this call's instance.
  void rebind(const ProblemType& rows, Workspace<ExecutionSpace>& workspace) {
    m_work.problem = rows;
    const int num_threads = std::max(1, workspace.execution_space().concurrency());
    if (num_threads > m_num_with_memory) {
      workspace.release_between(m_first_view, m_end_view);
      allocate(num_threads, workspace);
    }
    m_num_workers = num_threads;
  }

  /// \brief Makes the chunks begin where the offsets place their rows; these need not start at 0.
  template <class Offset>
  void begin_chunks_at(const Offset* row_map) {
    for (count_type chunk = 0; chunk < m_chunks.num_chunks; ++chunk)
      m_chunk_nnz.data()[chunk] = static_cast<count_type>(row_map[m_chunks.chunks.data()[chunk].row_begin]);
  }

  /// \brief Marks all chunks to be computed again.
  void restart() const { m_counters.data()[0] = 0; }
  /// \brief The same, with unknown sizes.
  /// \param chunk_nnz of every chunk before it is computed
  void restart(count_type chunk_nnz) const {
    restart();
    m_counters.data()[1] = 0;
    std::fill_n(m_chunk_nnz.data(), m_chunks.num_chunks, chunk_nnz);
  }
  /// \brief Turns the chunks' sizes into begins. \return the sum
  count_type sum_chunks() const {
    exclusive_sum(m_chunk_nnz.data(), m_chunks.num_chunks);
    return m_chunk_nnz.data()[m_chunks.num_chunks];
  }

  const work_type& work() const { return m_work; }
  const HostAccumulatorLimits& limits() const { return m_limits; }
  int num_workers() const { return m_num_workers; }
  const HostChunk* chunks() const { return m_chunks.chunks.data(); }
  count_type num_chunks() const { return m_chunks.num_chunks; }
  count_type max_capped() const { return m_chunks.max_capped; }
  const count_type* chunk_begin() const { return m_chunk_nnz.data(); }
  count_type* num_overflowed() const { return m_counters.data() + 1; }

  /// \brief How many rows each accumulator took.
  std::vector<ConfigurationRows> configurations() const {
    std::vector<ConfigurationRows> all;
    for (int index = 0; index < num_host_accumulators; ++index) {
      const auto kind = static_cast<HostAccumulator>(index);
      const bool has_window = kind == HostAccumulator::dense || kind == HostAccumulator::supernode ||
                              kind == HostAccumulator::dense_windows;
      const count_type bytes = has_window ? m_limits.window_capacity * count_type(sizeof(Scalar) + 1) : 0;
      count_type rows = 0;
      for (int worker = 0; worker < m_num_with_memory; ++worker)
        rows += m_rows_of_kind.data()[worker * num_host_accumulators + index];
      if (rows > 0) all.push_back({to_string(kind), rows, bytes, 1});
    }
    return all;
  }

  /// Turns sizes at 0 ... count - 1 into begins, in place; element \p count becomes their sum.
  static void exclusive_sum(count_type* sizes, count_type count) {
    count_type sum = 0;
    for (count_type item = 0; item < count; ++item) {
      const count_type size = sizes[item];
      sizes[item] = sum;
      sum += size;
    }
    sizes[count] = sum;
  }

 private:
  /// \brief Allocates private memory for \p num_workers threads; none if it throws.
  void allocate(int num_workers, Workspace<ExecutionSpace>& workspace) {
    m_num_with_memory = 0;
    m_first_view = m_end_view = workspace.num_allocated();
    const count_type num_counts = num_workers * num_host_accumulators;
    try {
      m_rows_of_kind = workspace.template allocate<count_type>("Ocean::numeric::rows_of_kind", num_counts);
      m_work.storage = allocate_accumulators<Scalar, column_type>(workspace, num_workers, m_limits, m_max_row_entries,
                                                                  m_work.problem.num_cols());
    } catch (...) {
      workspace.release_after(m_first_view);
      throw;
    }
    std::fill_n(m_rows_of_kind.data(), num_counts, count_type(0));
    m_work.rows_of_kind = m_rows_of_kind.data();
    m_end_view = workspace.num_allocated();
    m_num_workers = m_num_with_memory = num_workers;
  }

  HostAccumulatorLimits m_limits;
  count_type m_max_row_entries = 0;
  int m_num_workers = 1;                         ///< threads of the call's instance
  int m_num_with_memory = 0;                     ///< at least as many
  std::size_t m_first_view = 0, m_end_view = 0;  ///< numbers of their memory's views
  HostChunks<memory_space> m_chunks;
  typename Workspace<ExecutionSpace>::template view_type<count_type> m_chunk_nnz, m_counters, m_rows_of_kind;
  work_type m_work;
};

}  // namespace Ocean::Impl

#endif
