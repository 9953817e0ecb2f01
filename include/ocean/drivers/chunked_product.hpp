#ifndef OCEAN_DRIVERS_CHUNKED_PRODUCT_HPP
#define OCEAN_DRIVERS_CHUNKED_PRODUCT_HPP
/// \file
/// \brief A product in chunks of rows: the fallback if the whole product does not fit in its memory limit or workspace.
///
/// The sizes of C's rows are counted chunk by chunk, C is allocated once, and every chunk is computed in place.

#include <algorithm>
#include <string>
#include <vector>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "../backend/execution_spaces.hpp"
#include "../core/product_arrays.hpp"
#include "../core/stage_timer.hpp"
#include "../core/with_commas.hpp"
#include "../core/workspace.hpp"
#include "../engine/choose_engine.hpp"
#include "fill_report.hpp"

namespace Ocean::Impl {

/// Consecutive chunks that must fit before one of twice as many rows is tried. source: a failed try costs the analysis
/// of twice a chunk, a quarter of the analyses before it
inline constexpr int chunks_before_growth = 8;

/// \brief Calls \p action(first, last) for consecutive ranges that cover [0, num_rows); a range for which work memory
/// does not suffice is halved.
/// \param num_chunk_rows rows of the first range (in), of the last one (out)
/// \return the number of ranges
/// \throws OutOfMemory if one row does not fit
template <class Action>
count_type for_row_chunks(count_type num_rows, count_type& num_chunk_rows, const Action& action) {
  count_type num_chunks = 0;
  int fitted = 0;
  for (count_type first = 0; first < num_rows;) {
    const count_type last = std::min(num_rows, first + num_chunk_rows);
    try {
      action(first, last);
    } catch (const OutOfMemory&) {
      if (last - first == 1) throw;
      num_chunk_rows = (last - first + 1) / 2;
      fitted = 0;
      continue;
    }
    first = last;
    ++num_chunks;
    if (++fitted < chunks_before_growth) continue;
    num_chunk_rows = std::min(num_rows, 2 * num_chunk_rows);
    fitted = 0;
  }
  return num_chunks;
}

/// \brief Why a product was done in chunks, in words.
inline std::string chunks_reason(const SpGEMMOptions& options, count_type num_chunks) {
  const std::string chunks =
      concatenate("in ", with_commas(num_chunks), num_chunks == 1 ? " chunk" : " chunks", " of rows ");
  if (options.memory_limit_bytes > 0)
    return concatenate(chunks, "to keep the limit of ", with_commas(options.memory_limit_bytes), " bytes");
  if (options.workspace_data != nullptr)
    return concatenate(chunks, "for a workspace of ", with_commas(options.workspace_bytes), " bytes");
  return chunks + "because there was no memory for all of them at once";
}

/// \brief Computes some rows of C at a time: their sizes, and later their entries, in place. The rows of B are analysed
/// once, those of A for every chunk and pass. Every function frees the work memory that it took, even when it throws.
template <RowEngine Engine, class ExecutionSpace>
class RowChunks {
 public:
  using offset_type = typename Engine::offset_type;

  /// \throws WorkspaceTooSmall if there is no room for the analysis of B's rows
  RowChunks(Engine& engine, Workspace<ExecutionSpace>& workspace) : m_engine(engine), m_workspace(workspace) {
    m_engine.analyze_b();
  }

  /// \brief Sizes of the rows [\p first, \p last) of C, written to row_map(row + 1); waits.
  /// \return their sum
  count_type count(count_type first, count_type last, offset_type* row_map) {
    const WorkspaceScope scope(m_workspace);
    analyze(first, last);
    const count_type nnz = m_engine.count(row_map + first);
    const AnalysisSummary& chunk = m_engine.summary();
    m_summary.nnz_a += chunk.nnz_a;
    m_summary.total_products += chunk.total_products;
    m_summary.max_row_products = std::max(m_summary.max_row_products, chunk.max_row_products);
    return nnz;
  }

  /// \brief Computes the rows [\p first, \p last) of C in place. If \p entries is null, as in a C without entries,
  /// nothing is written: this only checks that the work memory suffices.
  /// Pre     row_map holds the offsets of all rows
  void place(count_type first, count_type last, const offset_type* row_map, typename Engine::ordinal_type* entries,
             typename Engine::scalar_type* values) {
    const WorkspaceScope scope(m_workspace);
    analyze(first, last);
    m_engine.use_offsets(row_map + first);
    m_engine.bin();
    if (entries == nullptr) {
      m_workspace.check_forecast("Ocean::chunks::place", m_engine.forecast());
      m_estimated_bytes = std::max(m_estimated_bytes, m_workspace.peak_workspace_bytes());
      return;
    }
    const std::size_t estimated_bytes = m_engine.forecast().peak_bytes();
    m_engine.place(entries, values, nullptr);  // throws if the chunk is too large: then its estimate does not count
    m_estimated_bytes = std::max(m_estimated_bytes, estimated_bytes);
    for (const ConfigurationRows& added : m_engine.configurations()) add(added);
  }

  /// \brief Products and entries of the rows of A that were counted.
  const AnalysisSummary& summary() const { return m_summary; }

  /// \brief Reports what place() has done in \p num_chunks calls.
  void report_places(count_type num_chunks, const SpGEMMOptions& options, SpGEMMReport& report) const {
    report.num_chunks = num_chunks;
    report.workflow_reason = chunks_reason(options, num_chunks);
    report.value_source = ValueSource::product;
    report.configurations = m_configurations;
    report.estimated_workspace_bytes = m_estimated_bytes;
  }

 private:
  void analyze(count_type first, count_type last) {
    m_engine.analyze_slice(first, last);
    m_engine.choose();
  }

  /// \brief Adds rows to those of the configuration of the same name.
  void add(const ConfigurationRows& added) {
    for (ConfigurationRows& known : m_configurations) {
      if (known.configuration != added.configuration) continue;
      known.rows += added.rows;
      return;
    }
    m_configurations.push_back(added);
  }

  Engine& m_engine;
  Workspace<ExecutionSpace>& m_workspace;
  AnalysisSummary m_summary;
  std::vector<ConfigurationRows> m_configurations;
  std::size_t m_estimated_bytes = 0;  ///< peak of the work memory, as forecast before each chunk that was computed
};

/// \brief Calls \p action with the RowChunks of \p path, whose work memory is freed when it returns.
/// \throws WorkspaceTooSmall if there is no room for the analysis of B's rows; else as \p action
template <class Product, class ExecutionSpace, class ProblemType, class Action>
auto with_row_chunks(ExecutionPath path, const ProblemType& problem, RunContext<ExecutionSpace> context,
                     const Action& action) {
  context.options.workflow = Workflow::symbolic;
  return with_engine<Product>(path, problem, context, [&](auto& engine) {
    RowChunks chunks(engine, *context.workspace);
    return action(chunks);
  });
}

/// \brief C's row map, chunk by chunk.
/// \param num_chunk_rows rows of the first chunk (in), of the last one (out)
/// \return nnz(C)
/// \throws WorkspaceTooSmall if one row does not fit; std::runtime_error if C's offsets cannot count its entries
template <class Chunks, class ExecutionSpace, class Offset>
count_type count_in_chunks(const ExecutionSpace& exec, Chunks& chunks, count_type num_rows, count_type& num_chunk_rows,
                           Offset* row_map) {
  count_type nnz = 0;
  for_row_chunks(num_rows, num_chunk_rows,
                 [&](count_type first, count_type last) { nnz += chunks.count(first, last, row_map); });
  check_offsets<Offset>(nnz);
  sum_row_sizes(exec, num_rows, row_map);
  return nnz;
}

/// \brief C = A B in chunks of rows on \p path, within options.memory_limit_bytes and options.workspace_bytes.
/// Cost    the symbolic workflow, and one more analysis of A for the numeric pass
/// \throws OutOfMemory if C and the work for one row do not fit, with the bytes needed;
///         else as run_spgemm()
template <class Product, class ExecutionSpace, class ProblemType>
Product chunked_product(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem,
                        const SpGEMMOptions& options, SpGEMMReport& report) {
  const count_type num_rows = problem.num_rows();
  Workspace<ExecutionSpace> workspace(exec, options);
  Product c;
  c.row_map = allocate_output_row_map<Product>(exec, num_rows, workspace);
  count_type num_chunk_rows = num_rows;
  const RunContext<ExecutionSpace> context{&workspace, options, &report};
  with_row_chunks<Product>(path, problem, context, [&](auto& chunks) {
    report.nnz_c = count_in_chunks(exec, chunks, num_rows, num_chunk_rows, c.row_map.data());
    allocate_output(exec, report.nnz_c, c, workspace);
    const count_type num_chunks = for_row_chunks(num_rows, num_chunk_rows, [&](count_type first, count_type last) {
      chunks.place(first, last, c.row_map.data(), c.entries.data(), c.values.data());
    });
    report_summary(chunks.summary(), report);
    chunks.report_places(num_chunks, options, report);
  });
  report.workflow = Workflow::symbolic;
  report.sketch_registers = 0;
  report.expansion = 0.0;
  report.overflowed_rows = 0;
  report_memory(workspace, report);
  return c;
}

}  // namespace Ocean::Impl

#endif
