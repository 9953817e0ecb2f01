#ifndef OCEAN_ENGINE_DENSE_GRAPH_ENGINE_HPP
#define OCEAN_ENGINE_DENSE_GRAPH_ENGINE_HPP
/// \file
/// \brief The stages of calls through a handle whose C is small even as a dense array.

#include <tuple>
#include <vector>

#include "../../Ocean_SpGEMMReport.hpp"
#include "../accumulators/products.hpp"
#include "../backend/launch_gate.hpp"
#include "../core/run_context.hpp"
#include "../core/stage_timer.hpp"
#include "../core/workspace_forecast.hpp"
#include "../stages/dense_c.hpp"

namespace Ocean::Impl {

/// \brief A HandleEngine without analysis and bins: one kernel marks C's entries in a dense bitmap, another finds the
/// offsets; values are added up in dense rows and go straight to the places that the bitmap gives.
template <TeamLauncher Launcher, class ProblemType, class Product>
class DenseGraphEngine {
 public:
  using execution_space = typename Launcher::execution_space;
  using problem_type = ProblemType;
  using product_type = Product;
  using offset_type = typename Product::offset_type;
  using ordinal_type = typename Product::ordinal_type;
  using scalar_type = typename Product::scalar_type;

  /// \param plan  as plan_dense_c() has chosen
  DenseGraphEngine(const ProblemType& problem, const DenseCPlan& plan, const RunContext<execution_space>& context)
      : m_problem(problem), m_dense(plan), m_context(context) {}

  void use_row_map(offset_type* row_map) { m_row_map = row_map; }

  /// \brief Finds C's entries and their offsets; waits for the totals.
  /// \throws std::invalid_argument naming the first offset or column of A or B that is out of bounds; OutOfMemory
  template <class WhileRunning>
  void analyze(const WhileRunning& while_running) {
    const StageTimer<execution_space> timer(exec(), "size_prediction", report());
    m_words = workspace().template allocate<word_type>("Ocean::dense_c::words", layout().num_words());
    DeviceMemory<execution_space>::clear(exec(), m_words.data(), m_words.extent(0));
    accumulate_dense_c<false>(launcher(), m_problem, dense_c(), m_dense.share_entries, lanes());
    DenseCTotals<execution_space> totals(exec(), layout().totals(m_words.data()), SentByKernel());
    ordinal_type* const no_entries = nullptr;
    scalar_type* const no_values = nullptr;
    gather_dense_c(launcher(), dense_c(), m_row_map, no_entries, no_values, totals.sender());
    while_running();
    std::tie(m_nnz_c, m_teams_share_rows) =
        read_dense_totals(exec(), m_problem, DenseCParts::places, totals, m_summary);
  }
  void choose() {}
  void predict() {}
  void bin() { m_forecast = WorkspaceForecast(workspace().account()).account(); }

  void place(ordinal_type* entries, scalar_type* values, const offset_type* known_row_map) {
    const StageTimer<execution_space> timer(exec(), "numeric", report());
    fill_dense_c(launcher(), m_problem, dense_c(), m_dense.share_entries, lanes(), m_teams_share_rows, m_nnz_c,
                 known_row_map == nullptr ? entries : nullptr, values);
  }
  void forget_columns() {}
  void rebind(const ProblemType& problem, SpGEMMReport& report) {
    m_problem = problem;
    m_context.report = &report;
  }

  bool can_be_gated() const { return Launcher::is_native && LaunchGate<execution_space>::available; }
  count_type nnz_c() const { return m_nnz_c; }
  const AnalysisSummary& summary() const { return m_summary; }
  const WorkspaceAccount& forecast() const { return m_forecast; }
  std::vector<ConfigurationRows> configurations() const { return dense_configurations<ProblemType>(dense_c()); }

 private:
  using layout_type = DenseCLayout<scalar_type>;
  using word_type = typename layout_type::word_type;

  const execution_space& exec() const { return m_context.exec(); }
  /// On the instance of this call: an engine lives longer, and the next call may be on another.
  Launcher launcher() const { return Launcher(exec()); }
  Workspace<execution_space>& workspace() const { return *m_context.workspace; }
  SpGEMMReport& report() const { return *m_context.report; }
  layout_type layout() const {
    return {m_problem.num_rows(), m_problem.num_cols(), DenseCParts::places,
            num_shares(m_problem, m_dense.share_entries)};
  }
  DenseC<scalar_type> dense_c() const { return layout().place(m_words.data()); }
  int lanes() const { return choose_lanes(mean_row_length(m_problem.b), walk_lanes); }

  ProblemType m_problem;
  DenseCPlan m_dense;
  RunContext<execution_space> m_context;
  AnalysisSummary m_summary;
  WorkspaceAccount m_forecast{WorkspaceSource::blocks};
  typename Workspace<execution_space>::template view_type<word_type> m_words;  ///< the graph of C
  offset_type* m_row_map = nullptr;
  count_type m_nnz_c = 0;
  bool m_teams_share_rows = false;
};

}  // namespace Ocean::Impl

#endif
