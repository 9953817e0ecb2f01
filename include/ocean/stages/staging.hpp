#ifndef OCEAN_STAGES_STAGING_HPP
#define OCEAN_STAGES_STAGING_HPP
/// \file
/// \brief Rows of C staged with gaps where their sizes are not exact, and the memory of all stages after binning.

#include <cstddef>

#include "../core/prefix_sum.hpp"
#include "../core/workspace_forecast.hpp"
#include "../results/row_bins.hpp"
#include "../results/workflow_plan.hpp"
#include "numeric.hpp"
#include "overflow.hpp"
#include "workflow_choice.hpp"

namespace Ocean::Impl {

/// Memory that recomputed rows may take, as a fraction of the other work memory; measured:
/// perf_tests/results/hll_error_2026-11-21.csv (up to 1.1 % of the rows of a matrix overflow)
inline constexpr double overflow_allowance = 0.08;

/// \brief Slots for the entries of C's rows: values, and columns behind them, in one block, because the device waits
/// while it is allocated.
/// Shapes  entries(), values() [num_slots]
template <class Memory, class Column, class Scalar>
class Staging {
 public:
  Staging(count_type num_slots, Memory& memory)
      : m_num_slots(num_slots),
        m_block(memory.template allocate<char>(
            "Ocean::numeric::staging",
            num_slots == 0 ? 0 : values_bytes(num_slots) + num_slots * count_type{sizeof(Column)})) {}

  auto values() const { return view_of<Scalar>(0); }
  auto entries() const { return view_of<Column>(values_bytes(m_num_slots)); }

 private:
  static constexpr count_type values_bytes(count_type num_slots) {
    constexpr count_type alignment = alignof(std::max_align_t);
    return (num_slots * count_type{sizeof(Scalar)} + alignment - 1) / alignment * alignment;
  }
  template <class T>
  auto view_of(count_type first_byte) const {
    using view_type = typename Memory::template view_type<T>;
    if (m_num_slots == 0) return view_type();
    return view_type(reinterpret_cast<T*>(m_block.data() + first_byte), static_cast<std::size_t>(m_num_slots));
  }

  count_type m_num_slots;
  typename Memory::template view_type<char> m_block;
};

/// \brief The sizes that staged rows turn out to have, and where they begin in C; allocated while they are binned.
/// Shapes  row_nnz, row_begin [num_rows + 1]
template <class Memory>
struct StagedSizes {
  typename Memory::template view_type<count_type> row_nnz;
  typename Memory::template view_type<count_type> row_begin;

  StagedSizes(count_type num_rows, Memory& memory)
      : row_nnz(memory.template allocate<count_type>("Ocean::numeric::row_nnz", num_rows + 1)),
        row_begin(memory.template allocate<count_type>("Ocean::compaction::row_begin", num_rows + 1)) {}
};

/// \brief Bytes for overflowed rows, in addition to \p peak_bytes, of a plan whose rows may overflow: for a share of
/// the rows if the factor on the estimates is the plan's own or larger, for any number of rows if it is smaller.
inline std::size_t overflow_bytes(const WorkflowPlan& plan, const AnalysisSummary& summary, count_type num_rows,
                                  std::size_t entry_bytes, std::size_t peak_bytes) {
  if (!plan.may_overflow()) return 0;
  if (plan.certainty() == Certainty::estimate && plan.expansion < wide_sketch_expansion)
    return static_cast<std::size_t>(summary.capped_products) * entry_bytes +
           static_cast<std::size_t>(num_rows + 1) * sizeof(count_type);
  return static_cast<std::size_t>(overflow_allowance * static_cast<double>(peak_bytes));
}

/// \brief The work memory of the team stages after binning: staging where sizes are not exact, whose StagedSizes and
/// OverflowList there are already, the numeric pass, compaction, and what rows that overflow may take.
/// \param offsets_at_once  choose_offsets_at_once()
template <class Scalar, class Column, class ExecutionSpace, class Bins>
void forecast_team_stages(const ExecutionSpace& exec, const TeamLimits& limits, const Bins& bins,
                          const WorkflowPlan& plan, const AnalysisSummary& summary, count_type num_rows,
                          bool offsets_at_once, WorkspaceForecast& forecast) {
  const bool staged = plan.certainty() != Certainty::exact;
  if (staged) Staging<WorkspaceForecast, Column, Scalar>(bins.total_slots + plan.claimed_slots, forecast);
  forecast_row_pass<Scalar>(limits, bins, summary, forecast);
  if (!staged) return;
  if (!offsets_at_once) forecast_prefix_sum(exec, num_rows, forecast);
  forecast.allow(
      overflow_bytes(plan, summary, num_rows, sizeof(Column) + sizeof(Scalar), forecast.account().peak_bytes()));
}

}  // namespace Ocean::Impl

#endif
