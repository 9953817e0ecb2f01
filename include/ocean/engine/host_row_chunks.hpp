#ifndef OCEAN_ENGINE_HOST_ROW_CHUNKS_HPP
#define OCEAN_ENGINE_HOST_ROW_CHUNKS_HPP
/// \file
/// \brief Some rows of C at a time on the CPU path: their sizes, and later their entries at their places.

#include <algorithm>

#include "host_pipeline.hpp"
#include "team_row_chunks.hpp"

namespace Ocean::Impl {

/// Shares of the work memory that is left: one for the windows, one for the hash tables, the rest for lists of rows.
/// UNMEASURED
inline constexpr std::size_t work_memory_shares = 4;

/// \brief Chunks of rows by CPU threads. The rows of B are analysed once, those of A with every chunk and pass.
/// Where memory is short, the threads' private memory is smaller.
/// Every function gives back the work memory that it took, also when it throws.
template <class ExecutionSpace, class ProblemType, class Product>
class HostRowChunks {
 public:
  using offset_type = typename Product::offset_type;
  using ordinal_type = typename Product::ordinal_type;
  using scalar_type = typename Product::scalar_type;

  /// \throws WorkspaceTooSmall if there is no room for what is known of B's rows
  HostRowChunks(const ExecutionSpace& exec, ExecutionPath, const ProblemType& problem, const SpGEMMOptions& options,
                Workspace<ExecutionSpace>& workspace, const HostTuning& tuning = host_tuning_default)
      : m_exec(exec), m_problem(problem), m_options(options), m_workspace(workspace), m_tuning(tuning) {
    m_b_rows = analyze_b_host(exec, problem, workspace);
  }

  /// \brief Sizes of the rows [\p first, \p last) of C, written to row_map(row + 1).
  /// \return their sum
  count_type count(count_type first, count_type last, offset_type* row_map) {
    const WorkspaceScope scope(m_workspace);
    Chunk chunk = analyze(first, last);
    Product c;
    c.row_map = typename Product::row_map_type(row_map + first, static_cast<std::size_t>(last - first + 1));
    stages_type stages = make_stages(chunk);
    const count_type nnz = stages.count(c);
    m_totals.add(chunk.analysis.summary);
    return nnz;
  }

  /// \brief The rows [\p first, \p last) of C at their places. Where \p entries is null, nothing is written: it is
  /// checked that there is room for the work.
  /// Pre     row_map holds the offsets of all rows
  void place(count_type first, count_type last, const offset_type* row_map, ordinal_type* entries,
             scalar_type* values) {
    const WorkspaceScope scope(m_workspace);
    Chunk chunk = analyze(first, last);
    stages_type stages = make_stages(chunk);
    const WorkspaceAccount forecast = stages.forecast(Workflow::symbolic);
    m_totals.add_forecast(forecast);
    if (entries == nullptr) return m_workspace.check_forecast("Ocean::chunks::place", forecast);
    stages.begin_chunks_at(row_map + first);
    stages.place_again(entries, values);
    for (int index = 0; index < num_host_accumulators; ++index) {
      const auto kind = static_cast<HostAccumulator>(index);
      if (stages.rows_of(kind) > 0) m_totals.add(ConfigurationRows{to_string(kind), stages.rows_of(kind), 0, 1});
    }
  }

  const ChunkTotals& totals() const { return m_totals; }

 private:
  using stages_type = HostStages<ExecutionSpace, ProblemType, Product>;
  using analysis_type = typename stages_type::analysis_type;
  using column_type = typename ProblemType::column_type;

  /// \brief A slice of A and what is known of it.
  struct Chunk {
    ProblemType slice;
    analysis_type analysis;
  };

  Chunk analyze(count_type first, count_type last) {
    Chunk chunk{bounded_row_slice(m_exec, m_problem, first, last), {}};
    chunk.analysis = analyze_slice_host(m_exec, m_problem, chunk.slice, m_b_rows, m_workspace, m_tuning);
    return chunk;
  }

  stages_type make_stages(const Chunk& chunk) {
    const SpGEMMOptions options = choose_private_memory(chunk.analysis.summary);
    return stages_type(chunk.slice, chunk.analysis, options, m_tuning, m_workspace);
  }

  /// \brief Options whose windows take a quarter of the memory that is left, and the hash tables another, or nothing
  /// where windows can do without them.
  template <class T>
  static std::size_t slice_bytes(count_type count) {
    return static_cast<std::size_t>(worker_array_elements(1, count)) * sizeof(T);
  }
  SpGEMMOptions choose_private_memory(const AnalysisSummary& summary) const {
    constexpr std::size_t value_bytes = sizeof(scalar_type) + sizeof(std::uint8_t);
    constexpr std::size_t smallest_window_bytes = static_cast<std::size_t>(host_slice_bytes) * value_bytes;
    const auto num_workers = static_cast<std::size_t>(std::max(1, m_exec.concurrency()));
    const std::size_t share = m_workspace.available_work_bytes() / (work_memory_shares * num_workers);
    SpGEMMOptions options = m_options;
    const std::size_t wanted = options.scratch_limit_bytes > 0 ? options.scratch_limit_bytes : m_tuning.window_bytes;
    if (share < wanted) options.scratch_limit_bytes = std::max(share, smallest_window_bytes);
    const count_type slots = host_hash_capacity(std::min(summary.max_row_products, m_problem.num_cols()));
    const std::size_t hash_bytes =
        slice_bytes<column_type>(slots) + slice_bytes<scalar_type>(slots) + slice_bytes<std::uint64_t>(slots / 2);
    if (options.accumulators.dense && hash_bytes > share)
      options.accumulators.hash = options.accumulators.hybrid_hash = false;
    return options;
  }

  ExecutionSpace m_exec;
  ProblemType m_problem;
  SpGEMMOptions m_options;
  Workspace<ExecutionSpace>& m_workspace;
  HostTuning m_tuning;
  analysis_type m_b_rows;
  ChunkTotals m_totals;
};

}  // namespace Ocean::Impl

#endif
