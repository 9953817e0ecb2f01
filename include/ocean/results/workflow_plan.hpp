#ifndef OCEAN_RESULTS_WORKFLOW_PLAN_HPP
#define OCEAN_RESULTS_WORKFLOW_PLAN_HPP
/// \file
/// \brief What choose_workflow() decides from the analysis.

#include <string>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../core/problem.hpp"

namespace Ocean::Impl {

/// \brief How certain a row size is.
enum class Certainty { exact, estimate, upper_bound };

/// \brief The decision that the later stages carry out.
struct WorkflowPlan {
  Workflow workflow = Workflow::symbolic;  ///< never automatic
  int sketch_registers = 0;                ///< registers per row of B, 0 without sketches
  double expansion = 1.0;                  ///< factor on estimated sizes
  double symbolic_compression = 1.0;       ///< symbolic tables hold row_products / this (assisted), >= 1
  int merge_class = -1;                    ///< of merge_shapes, if threads merge all rows; else -1
  int one_bin = -1;                        ///< configuration of all rows, if they are few or merged; else -1
  bool rows_claim = false;                 ///< rows claim their slots once they are computed
  int esc_claims_from = 0;                 ///< except rows of smaller size classes of esc
  count_type claimed_slots = 0;            ///< slots available for claims, once rows are binned
  bool tests_bits = true;                  ///< bitmaps test a bit before setting it (assisted)
  AccumulatorSwitches accumulators;
  std::string reason;  ///< in words, with the numbers that decided

  Certainty certainty() const {
    if (workflow == Workflow::hyperloglog) return Certainty::estimate;
    return workflow == Workflow::upper_bound ? Certainty::upper_bound : Certainty::exact;
  }
  /// \brief Whether a row may turn out not to fit in its accumulator or in the slots left to claim.
  bool may_overflow() const { return certainty() == Certainty::estimate || rows_claim; }
};

}  // namespace Ocean::Impl

#endif
