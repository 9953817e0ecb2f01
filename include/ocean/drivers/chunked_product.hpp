#ifndef OCEAN_DRIVERS_CHUNKED_PRODUCT_HPP
#define OCEAN_DRIVERS_CHUNKED_PRODUCT_HPP
/// \file
/// \brief A product in chunks of rows: the way out where the whole does not fit its memory limit or its workspace.
///
/// The sizes of C's rows are counted chunk by chunk, C is allocated once, and every chunk is computed at its place.

#include <algorithm>
#include <exception>
#include <string>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "../backend/execution_spaces.hpp"
#include "../core/product_arrays.hpp"
#include "../core/stage_timer.hpp"
#include "../core/workspace.hpp"
#include "../engine/host_row_chunks.hpp"
#include "../engine/team_row_chunks.hpp"

namespace Ocean::Impl {

/// Chunks that fit one after the other until one of twice as many rows is tried. UNMEASURED
inline constexpr int chunks_before_growth = 8;

/// \brief Calls \p action(first, last) for consecutive ranges that cover [0, num_rows); a range that its work memory
/// does not suffice for is halved.
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
  const std::string chunks = concatenate("in ", num_chunks, num_chunks == 1 ? " chunk" : " chunks", " of rows ");
  if (options.memory_limit_bytes > 0)
    return concatenate(chunks, "to keep the limit of ", options.memory_limit_bytes, " bytes");
  if (options.workspace_data != nullptr)
    return concatenate(chunks, "for a workspace of ", options.workspace_bytes, " bytes");
  return chunks + "because there was no memory for all of them at once";
}

/// \brief Fills in what a product in chunks has done.
template <class ExecutionSpace>
void report_chunks(const ChunkTotals& totals, const Workspace<ExecutionSpace>& workspace, const SpGEMMOptions& options,
                   count_type num_chunks, SpGEMMReport& report) {
  report.total_products = totals.summary.total_products;
  report.max_row_products = totals.summary.max_row_products;
  report.expansion_ratio = expansion_ratio(totals.summary);
  report.workflow = Workflow::symbolic;
  report.sketch_registers = 0;
  report.expansion = 0.0;
  report.overflowed_rows = 0;
  report.workflow_reason = chunks_reason(options, num_chunks);
  report.configurations = totals.configurations;
  report.num_chunks = num_chunks;
  report.peak_workspace_bytes = workspace.peak_workspace_bytes();
  report.estimated_workspace_bytes = totals.estimated_bytes;
  report.peak_bytes = workspace.peak_bytes();
}

/// \brief Calls \p action with the TeamRowChunks or HostRowChunks of \p path, whose work memory goes when it returns.
/// \throws WorkspaceTooSmall if there is no room for what is known of B's rows; else what \p action does
template <class Product, class ExecutionSpace, class ProblemType, class Action>
auto with_row_chunks(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem,
                     const SpGEMMOptions& options, Workspace<ExecutionSpace>& workspace, const Action& action) {
  const WorkspaceScope scope(workspace);
  if constexpr (is_host_space_v<ExecutionSpace>) {
    if (path == ExecutionPath::host) {
      HostRowChunks<ExecutionSpace, ProblemType, Product> chunks(exec, path, problem, options, workspace);
      return action(chunks);
    }
  }
  TeamRowChunks<ExecutionSpace, ProblemType, Product> chunks(exec, path, problem, options, workspace);
  return action(chunks);
}

/// \brief C's row map, chunk by chunk.
/// \param num_chunk_rows rows of the first chunk (in), of the last one (out)
/// \return nnz(C)
/// \throws WorkspaceTooSmall if one row does not fit; std::runtime_error if C does not fit its offsets
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
/// \throws OutOfMemory if C and the work of one row do not fit, with the bytes needed;
///         else as run_spgemm()
template <class Product, class ExecutionSpace, class ProblemType>
Product chunked_product(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem,
                        const SpGEMMOptions& options, SpGEMMReport& report) {
  const count_type num_rows = problem.num_rows();
  Workspace<ExecutionSpace> workspace(exec, options);
  Product c;
  workspace.add_output(row_map_bytes<Product>(num_rows));
  c.row_map = allocate_row_map<typename Product::row_map_type>(exec, num_rows);
  count_type num_chunk_rows = num_rows;
  with_row_chunks<Product>(exec, path, problem, options, workspace, [&](auto& chunks) {
    count_type nnz = 0;
    {
      const StageTimer<ExecutionSpace> timer(exec, "size_prediction", report);
      nnz = count_in_chunks(exec, chunks, num_rows, num_chunk_rows, c.row_map.data());
    }
    {
      const StageTimer<ExecutionSpace> timer(exec, "allocation", report);
      workspace.add_output(entries_bytes<Product>(nnz));
      allocate_entries(exec, nnz, c);
    }
    const StageTimer<ExecutionSpace> timer(exec, "numeric", report);
    const count_type num_chunks = for_row_chunks(num_rows, num_chunk_rows, [&](count_type first, count_type last) {
      chunks.place(first, last, c.row_map.data(), c.entries.data(), c.values.data());
    });
    report_chunks(chunks.totals(), workspace, options, num_chunks, report);
  });
  return c;
}

}  // namespace Ocean::Impl

#endif
