#ifndef OCEAN_ENGINE_DENSE_ENGINE_HPP
#define OCEAN_ENGINE_DENSE_ENGINE_HPP
/// \file
/// \brief The stages of a product whose C is small even as a dense array.

#include <vector>

#include "../../Ocean_SpGEMMReport.hpp"
#include "../accumulators/products.hpp"
#include "../backend/read_back.hpp"
#include "../core/run_context.hpp"
#include "../core/stage_timer.hpp"
#include "../core/with_commas.hpp"
#include "../core/workspace_forecast.hpp"
#include "../results/workflow_plan.hpp"
#include "../stages/compaction.hpp"
#include "../stages/dense_c.hpp"

namespace Ocean::Impl {

/// \brief A product without analysis and bins: one kernel adds all products up in a dense array, another finds the
/// offsets of C and moves its entries there. A ReportingEngine.
template <TeamLauncher Launcher, class ProblemType, class Product>
class DenseEngine {
 public:
  using execution_space = typename Launcher::execution_space;
  using product_type = Product;
  using offset_type = typename Product::offset_type;
  using ordinal_type = typename Product::ordinal_type;
  using scalar_type = typename Product::scalar_type;

  /// \param plan  as plan_dense_c() has chosen
  DenseEngine(const Launcher& launcher, const ProblemType& problem, const DenseCPlan& plan,
              const RunContext<execution_space>& context)
      : m_launcher(launcher), m_problem(problem), m_dense(plan), m_context(context) {
    m_plan.workflow = Workflow::upper_bound;
    m_plan.reason = concatenate("C of ", with_commas(problem.num_rows()), " x ", with_commas(problem.num_cols()),
                                " as a dense array");
    m_summary.capped_products = problem.num_rows() * problem.num_cols();
  }

  /// \brief Launches the sums of C's entries; allocates C's row map meanwhile.
  void accumulate() {
    {
      const StageTimer<execution_space> timer(exec(), "numeric", report());
      m_words = workspace().template allocate<word_type>("Ocean::dense_c::words", layout().num_words());
      m_forecast = WorkspaceForecast(workspace().account()).account();
      DeviceMemory<execution_space>::clear(exec(), m_words.data(), m_words.extent(0));
      accumulate_dense_c(m_launcher, m_problem, dense_c(), m_dense.share_entries,
                         choose_lanes(mean_row_length(m_problem.b), walk_lanes));
    }
    m_output.row_map = allocate_output_row_map<Product>(exec(), m_problem.num_rows(), workspace());
  }

  /// \brief Finds the offsets of C and moves its entries there: at once, if there is room for all that it may have.
  /// \throws std::invalid_argument naming the first offset or column of A or B that is out of bounds; OutOfMemory
  void gather() {
    begin_output();
    const bool has_room = m_output.values.extent(0) > 0;
    const count_type nnz = find_offsets();
    const bool has_moved = has_room && fits_output_room(m_output, nnz, m_context.options);
    if (has_room && !has_moved) DeviceMemory<execution_space>::wait(exec());  // for what is dropped now
    allocate_product(nnz);
    if (has_moved) return;
    const StageTimer<execution_space> timer(exec(), "compaction", report());
    gather_dense_c(m_launcher, dense_c(), m_product.row_map.data(), m_product.entries.data(), m_product.values.data(),
                   typename totals_type::sender_type());
  }

  /// Known as far as products are concerned once gather() has returned.
  const AnalysisSummary& summary() const { return m_summary; }
  const WorkflowPlan& plan() const { return m_plan; }
  const WorkspaceAccount& forecast() const { return m_forecast; }
  count_type num_overflowed() const { return 0; }
  const Product& product() const { return m_product; }
  std::vector<ConfigurationRows> configurations() const { return dense_configurations<ProblemType>(dense_c()); }

 private:
  using layout_type = DenseCLayout<scalar_type>;
  using word_type = typename layout_type::word_type;
  using totals_type = DenseCTotals<execution_space>;

  const execution_space& exec() const { return m_launcher.exec(); }
  Workspace<execution_space>& workspace() const { return *m_context.workspace; }
  SpGEMMReport& report() const { return *m_context.report; }
  layout_type layout() const { return {m_problem.num_rows(), m_problem.num_cols()}; }
  DenseC<scalar_type> dense_c() const { return layout().place(m_words.data()); }

  /// \brief Writes C's offsets, and its entries if there is room for them; waits for the totals.
  /// \return entries of C
  count_type find_offsets() {
    const StageTimer<execution_space> timer(exec(), "compaction", report());
    totals_type totals(exec(), layout().totals(m_words.data()), SentByKernel());
    gather_dense_c(m_launcher, dense_c(), m_output.row_map.data(), m_output.entries.data(), m_output.values.data(),
                   totals.sender());
    return read_dense_totals(exec(), m_problem, DenseCParts::sums, totals, m_summary).first;
  }

  /// \brief Room for all entries that C may have, if they are few.
  void begin_output() {
    const StageTimer<execution_space> timer(exec(), "allocation", report());
    constexpr std::size_t entry_bytes = sizeof(ordinal_type) + sizeof(scalar_type);
    allocate_output_room(exec(), choose_output_room(m_summary, m_context.options, entry_bytes, false), m_output,
                         workspace());
  }
  void allocate_product(count_type nnz) {
    const StageTimer<execution_space> timer(exec(), "allocation", report());
    if (!fits_output_room(m_output, nnz, m_context.options)) allocate_output(exec(), nnz, m_output, workspace());
    m_product = entries_of_output(m_output, nnz);
  }

  Launcher m_launcher;
  ProblemType m_problem;
  DenseCPlan m_dense;
  RunContext<execution_space> m_context;
  WorkflowPlan m_plan;
  AnalysisSummary m_summary;
  WorkspaceAccount m_forecast{WorkspaceSource::blocks};
  typename Workspace<execution_space>::template view_type<word_type> m_words;  ///< the dense C
  Product m_output;                                                            ///< C, with room for more entries
  Product m_product;                                                           ///< C
};

}  // namespace Ocean::Impl

#endif
