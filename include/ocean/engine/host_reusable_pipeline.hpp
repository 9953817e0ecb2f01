#ifndef OCEAN_ENGINE_HOST_REUSABLE_PIPELINE_HPP
#define OCEAN_ENGINE_HOST_REUSABLE_PIPELINE_HPP
/// \file
/// \brief The CPU path of a product in two calls.

#include "../../Ocean_SpGEMMOptions.hpp"
#include "host_pipeline.hpp"

namespace Ocean::Impl {

/// \brief The stages of the CPU path between the two calls.
template <class ExecutionSpace, class ProblemType, class Product>
class HostReusablePipeline {
 public:
  using offset_type = typename Product::offset_type;

  HostReusablePipeline(const ExecutionSpace& exec, const ProblemType& problem, const SpGEMMOptions& options,
                       Workspace<ExecutionSpace>& workspace)
      : m_analysis(analyze_host(exec, problem, workspace, host_tuning_default)),
        m_limits(host_accumulator_limits<typename Product::scalar_type, typename ProblemType::column_type>(
            options, host_tuning_default, m_analysis.summary.b_rows_sorted, problem.num_cols())),
        m_stages(problem, m_analysis, m_limits, options.sorted_output, workspace) {}

  count_type find_sizes(offset_type* row_map, count_type num_rows) {
    Product c;
    c.row_map = typename Product::row_map_type(row_map, static_cast<std::size_t>(num_rows + 1));
    row_map[0] = 0;
    const count_type nnz_c = m_stages.count(c);
    check_offsets<offset_type>(nnz_c);
    m_stages.finish_row_map(row_map);
    return nnz_c;
  }
  /// \param known_row_map  offsets of C, if \p entries hold its columns as an earlier call wrote them; else null
  void fill(typename Product::ordinal_type* entries, typename Product::scalar_type* values,
            const offset_type* known_row_map) {
    m_stages.place_again(entries, values, known_row_map);
  }
  void rebind(const ProblemType& problem) { m_stages.rebind(problem); }
  const AnalysisSummary& summary() const { return m_analysis.summary; }

 private:
  using stages_type = HostStages<ExecutionSpace, ProblemType, Product>;
  typename stages_type::analysis_type m_analysis;
  HostAccumulatorLimits m_limits;
  stages_type m_stages;
};

}  // namespace Ocean::Impl

#endif
