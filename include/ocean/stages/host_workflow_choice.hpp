#ifndef OCEAN_STAGES_HOST_WORKFLOW_CHOICE_HPP
#define OCEAN_STAGES_HOST_WORKFLOW_CHOICE_HPP
/// \file
/// \brief Workflow choice of the CPU path: a pure function of a few numbers.

#include <cstddef>

#include "../../Ocean_Error.hpp"
#include "../../Ocean_SpGEMMOptions.hpp"
#include "../core/problem.hpp"
#include "../core/with_commas.hpp"
#include "../results/workflow_plan.hpp"
#include "workflow_choice.hpp"

namespace Ocean::Impl {

/// \brief What the choice depends on.
struct HostWorkflowFacts {
  count_type nnz_a = 0;
  count_type num_rows = 0;
  count_type num_inner = 0;
  count_type total_products = 0;
  count_type capped_products = 0;   ///< upper bound of nnz(C)
  std::size_t bytes_per_entry = 0;  ///< of C: a column and a value
  std::size_t bytes_per_row = 0;    ///< of C's row map
  std::size_t work_bytes = 0;       ///< of the threads' private memory
  std::size_t available_bytes = 0;  ///< for C and work memory together
  bool counts_untouched = false;    ///< memory counts against a limit before it is touched
};

/// \brief Peak bytes that a workflow may need in addition to A and B, from the bounds known before it runs.
inline std::size_t host_workflow_bytes(const HostWorkflowFacts& facts, Workflow workflow, int sketch_registers) {
  const std::size_t fixed = facts.work_bytes + facts.bytes_per_row * static_cast<std::size_t>(facts.num_rows + 1);
  const std::size_t bound = facts.bytes_per_entry * static_cast<std::size_t>(facts.capped_products);
  if (workflow == Workflow::upper_bound) return fixed + bound;
  const std::size_t sketches = static_cast<std::size_t>(facts.num_inner) * static_cast<std::size_t>(sketch_registers) +
                               2 * sizeof(count_type) * static_cast<std::size_t>(facts.num_rows + 1);
  return fixed + sketches + 2 * bound;
}

/// \brief Registers of the sketches and the factor on their estimates.
inline void choose_host_sketch(const HostWorkflowFacts& facts, const SpGEMMOptions& options, WorkflowPlan& plan) {
  AnalysisSummary summary;
  summary.nnz_a = facts.nnz_a;
  summary.total_products = facts.total_products;
  plan.sketch_registers = choose_sketch_registers(summary, options);
  plan.expansion = choose_expansion(plan.sketch_registers, options);
}

/// \brief Makes \p plan count the rows of C first, which needs no bounds. \param why in words, with the numbers
inline void count_rows_instead(const std::string& why, WorkflowPlan& plan) {
  plan.reason = why + ", so the rows are counted first";
  plan.workflow = Workflow::symbolic;
  plan.sketch_registers = 0;
  plan.expansion = 1.0;
}

/// \brief Chooses the workflow of a product on the CPU.
///
/// One pass suits every matrix: address space for the upper bound costs nothing until it is touched, and a chunk of
/// rows moves to its position while it is in the cache. Two passes are the fallback if the bound does not fit, or if
/// the untouched rest of C would count against a limit as long as C lives: it cannot be freed without copying C.
inline WorkflowPlan choose_host_workflow(const HostWorkflowFacts& facts, const SpGEMMOptions& options) {
  WorkflowPlan plan;
  plan.accumulators = options.accumulators;
  plan.workflow = options.workflow == Workflow::automatic ? Workflow::upper_bound : options.workflow;
  plan.reason = options.workflow == Workflow::automatic
                    ? concatenate("one pass over ", with_commas(facts.total_products), " products, C has at most ",
                                  with_commas(facts.capped_products), " entries")
                    : std::string("forced by the options");
  if (plan.workflow == Workflow::symbolic) return plan;
  if (plan.workflow == Workflow::hyperloglog) choose_host_sketch(facts, options, plan);
  const std::size_t bytes = host_workflow_bytes(facts, plan.workflow, plan.sketch_registers);
  if (options.workflow == Workflow::automatic && facts.counts_untouched) {
    count_rows_instead(
        concatenate("one pass would reserve ", with_commas(bytes), " bytes, which count even untouched against the ",
                    with_commas(facts.available_bytes), " available"),
        plan);
    return plan;
  }
  if (bytes <= facts.available_bytes) return plan;
  count_rows_instead(concatenate(to_string(plan.workflow), " may take ", with_commas(bytes), " bytes of ",
                                 with_commas(facts.available_bytes), " available"),
                     plan);
  return plan;
}

}  // namespace Ocean::Impl

#endif
