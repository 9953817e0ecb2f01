#ifndef OCEAN_DRIVERS_FILL_VALUES_DRIVER_HPP
#define OCEAN_DRIVERS_FILL_VALUES_DRIVER_HPP
/// \file
/// \brief Values of C = A B in an existing graph of C.

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../engine/value_sums.hpp"
#include "../stages/skip_zeros.hpp"
#include "fill_values.hpp"

namespace Ocean::Impl {

// The declaration has its contract.
template <class ExecutionSpace, class ProblemType, class Offset, class Ordinal, class Scalar>
void fill_values(const ExecutionSpace& exec, const ProblemType& given, count_type nnz_c, const Offset* row_map,
                 const Ordinal* entries, Scalar* values, const SpGEMMOptions& options, const ReuseTuning& tuning) {
  const bool needs_entries = options.missing_entries == MissingEntries::error;
  if (given.num_rows() == 0 || (nnz_c == 0 && !needs_entries)) return;
  const ExecutionPath path = resolve_path<ExecutionSpace>(options.path);
  Workspace<ExecutionSpace> workspace(exec, options);
  const OperandsWithZeros zeros = find_zeros(exec, given.a, given.b, options.skip_zeros);
  std::int64_t num_skipped = 0;
  const ProblemType problem = nonzero_problem(exec, given.a, given.b, zeros, workspace, num_skipped);
  const GraphOfC<Offset, Ordinal> graph{row_map, entries};
  if (nnz_c == 0) return check_missing_entries(exec, problem, graph);
  with_value_sums<Scalar>(exec, path, problem, graph, [&](const auto& sums) {
    if (needs_entries) return sums.sum_or_throw(nnz_c, options.deterministic, tuning, values, workspace);
    sums.sum_once(nnz_c, options.deterministic, tuning, values, workspace);
  });
}

}  // namespace Ocean::Impl

#endif
