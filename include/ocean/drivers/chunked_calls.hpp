#ifndef OCEAN_DRIVERS_CHUNKED_CALLS_HPP
#define OCEAN_DRIVERS_CHUNKED_CALLS_HPP
/// \file
/// \brief The symbolic and numeric calls on a product in chunks of rows; nothing is kept between them.

#include <algorithm>
#include <type_traits>

#include "chunked_product.hpp"

namespace Ocean::Impl {

/// \brief The sizes of C's rows, chunk by chunk; waits for \p exec. From then on, C is an output of \p workspace, which
/// also has room for fill_chunked_rows() with values.
/// Shapes  row_map [num_rows + 1] (out)
/// \param num_chunk_rows rows of a chunk that fits (out)
/// \param summary products and entries of A (out)
/// \return nnz(C)
/// \throws WorkspaceTooSmall if C and the work for one row do not fit in \p workspace; as count_in_chunks()
template <class Product, class ExecutionSpace, class ProblemType>
count_type count_chunked_rows(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem,
                              const SpGEMMOptions& options, typename Product::offset_type* row_map,
                              count_type& num_chunk_rows, AnalysisSummary& summary,
                              Workspace<ExecutionSpace>& workspace, SpGEMMReport& report) {
  count_type nnz = 0;
  num_chunk_rows = problem.num_rows();
  with_row_chunks<Product>(path, problem, RunContext<ExecutionSpace>{&workspace, options, &report}, [&](auto& chunks) {
    nnz = count_in_chunks(exec, chunks, problem.num_rows(), num_chunk_rows, row_map);
    summary = chunks.summary();
  });
  summary.nnz_b = static_cast<count_type>(problem.b.entries.extent(0));
  exec.fence("Ocean::chunks::count_rows");
  workspace.add_output(entries_bytes<Product>(nnz));
  if (!workspace.is_bounded()) return nnz;
  try {
    const SpGEMMOptions left = workspace.options_beside(options);
    Workspace<ExecutionSpace> trial(exec, left);
    with_row_chunks<Product>(path, problem, RunContext<ExecutionSpace>{&trial, left, &report}, [&](auto& chunks) {
      for_row_chunks(problem.num_rows(), num_chunk_rows,
                     [&](count_type first, count_type last) { chunks.place(first, last, row_map, nullptr, nullptr); });
    });
  } catch (...) {  // there will be no such C
    workspace.remove_output(entries_bytes<Product>(nnz));
    throw;
  }
  return nnz;
}

/// \brief Columns and values of C, written in place chunk by chunk; only the columns if \p values is null.
/// Shapes  row_map as count_chunked_rows() wrote it; entries, values [nnz_c] (out)
/// \param num_chunk_rows rows of the first chunk, 0: all (in), of the last one (out)
/// \throws WorkspaceTooSmall if one row does not fit in \p workspace; the rows before it have then been written
template <class Product, class ExecutionSpace, class ProblemType>
void fill_chunked_rows(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem,
                       const SpGEMMOptions& options, const typename Product::offset_type* row_map,
                       typename Product::ordinal_type* entries, typename Product::scalar_type* values,
                       count_type& num_chunk_rows, Workspace<ExecutionSpace>& workspace, SpGEMMReport& report) {
  using scalar_type = typename Product::scalar_type;
  if (num_chunk_rows == 0) num_chunk_rows = problem.num_rows();
  with_row_chunks<Product>(path, problem, RunContext<ExecutionSpace>{&workspace, options, &report}, [&](auto& chunks) {
    const auto fill_rows = [&](count_type first, count_type last) {
      if (values != nullptr) return chunks.place(first, last, row_map, entries, values);
      const WorkspaceScope scope(workspace);
      count_type begin[2];
      typename Product::offset_type offset = 0;
      for (int end = 0; end < 2; ++end) {
        DeviceMemory<ExecutionSpace>::read_back(exec, row_map + (end == 0 ? first : last), &offset, 1);
        begin[end] = static_cast<count_type>(offset);
      }
      if (begin[0] == begin[1]) return;
      const auto unused = workspace.template allocate<scalar_type>("Ocean::reuse::unused_values", begin[1] - begin[0]);
      chunks.place(first, last, row_map, entries, unused.data() - begin[0]);  // writes from begin[0] on
    };
    const count_type num_chunks = for_row_chunks(problem.num_rows(), num_chunk_rows, fill_rows);
    chunks.report_places(num_chunks, options, report);
  });
}

/// \brief \p problem with zeros for values, valid while \p workspace lives; shared by A and B where possible.
/// \throws OutOfMemory if the workspace does not have the bytes.
template <class ExecutionSpace, class ProblemType>
ProblemType with_zero_values(const ExecutionSpace& exec, ProblemType problem, Workspace<ExecutionSpace>& workspace) {
  using scalar_a = typename ProblemType::operand_a_type::scalar_type;
  using scalar_b = typename ProblemType::operand_b_type::scalar_type;
  const auto num_a = static_cast<count_type>(problem.a.entries.extent(0));
  const auto num_b = static_cast<count_type>(problem.b.entries.extent(0));
  constexpr bool are_shared = std::is_same_v<scalar_a, scalar_b>;
  const auto zeros =
      workspace.template allocate<scalar_a>("Ocean::reuse::zeros", are_shared ? std::max(num_a, num_b) : num_a);
  DeviceMemory<ExecutionSpace>::clear(exec, zeros.data(), zeros.extent(0));
  problem.a.values = zeros;
  if constexpr (are_shared) {
    problem.b.values = zeros;
  } else {
    const auto zeros_b = workspace.template allocate<scalar_b>("Ocean::reuse::zeros", num_b);
    DeviceMemory<ExecutionSpace>::clear(exec, zeros_b.data(), zeros_b.extent(0));
    problem.b.values = zeros_b;
  }
  return problem;
}

}  // namespace Ocean::Impl

#endif
