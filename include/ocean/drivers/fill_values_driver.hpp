#ifndef OCEAN_DRIVERS_FILL_VALUES_DRIVER_HPP
#define OCEAN_DRIVERS_FILL_VALUES_DRIVER_HPP
/// \file
/// \brief Values of C = A B in an existing graph of C.

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../engine/value_sums.hpp"
#include "fill_values.hpp"

namespace Ocean::Impl {

// The declaration has its contract.
template <class ExecutionSpace, class ProblemType, class Offset, class Ordinal, class Scalar>
void fill_values(const ExecutionSpace& exec, const ProblemType& problem, count_type nnz_c, const Offset* row_map,
                 const Ordinal* entries, Scalar* values, const SpGEMMOptions& options, const ReuseTuning& tuning) {
  if (problem.num_rows() == 0 || nnz_c == 0) return;
  const ExecutionPath path = resolve_path<ExecutionSpace>(options.path);
  Workspace<ExecutionSpace> workspace(exec, options);
  with_value_sums<Scalar>(exec, path, problem, GraphOfC<Offset, Ordinal>{row_map, entries}, [&](const auto& sums) {
    const auto plan = sums.plan(options.deterministic ? SumCalls::one : SumCalls::repeated, tuning, workspace);
    if (options.deterministic)
      sums.sum_in_order(plan, values, workspace);
    else
      sums.sum(plan, nnz_c, values, workspace);
  });
}

}  // namespace Ocean::Impl

#endif
