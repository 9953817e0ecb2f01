#ifndef OCEAN_DRIVERS_REUSABLE_PRODUCT_STATE_HPP
#define OCEAN_DRIVERS_REUSABLE_PRODUCT_STATE_HPP
/// \file
/// \brief A product in two calls, the second repeated whenever the values change: the stages of run_spgemm(), split.
///
/// symbolic() runs the stages up to the exact sizes. The first numeric() accumulates; it or the second one keeps the
/// place of every product in its row of C or lists the products of every entry of C, and every later one sums with
/// these.

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "../core/call_workspace.hpp"
#include "../engine/choose_engine.hpp"
#include "../stages/check_operands.hpp"
#include "chunked_calls.hpp"
#include "enough_memory.hpp"
#include "kept_sums.hpp"

namespace Ocean::Impl {

/// \brief The implementation of ReusableProduct, whose declaration has the contract.
template <class ExecutionSpace, class ProblemType, class Product>
class ReusableProductState {
 public:
  using offset_type = typename Product::offset_type;
  using ordinal_type = typename Product::ordinal_type;
  using scalar_type = typename Product::scalar_type;

  bool is_symbolic_done() const { return m_is_symbolic_done; }
  count_type nnz_c() const { return m_nnz_c; }
  bool has_lists() const { return m_sums.has_lists(); }
  bool has_places() const { return m_sums.has_places(); }
  void set_reuse_tuning(const ReuseTuning& tuning) { m_tuning = tuning; }
  void release() {
    const ReuseTuning tuning = m_tuning;
    *this = ReusableProductState();
    m_tuning = tuning;
  }
  bool is_chunked() const { return m_is_chunked; }
  std::size_t workspace_bytes() const { return m_workspace ? m_workspace->live_bytes() : 0; }
  Workspace<ExecutionSpace>& workspace() { return *m_workspace; }

  count_type symbolic(const ExecutionSpace& exec, const ProblemType& problem, offset_type* row_map,
                      const SpGEMMOptions& options, SpGEMMReport& report,
                      std::shared_ptr<Workspace<ExecutionSpace>> workspace,
                      const std::function<void()>& while_analysed);
  void fill_entries(const ExecutionSpace& exec, const ProblemType& problem, const offset_type* row_map,
                    ordinal_type* entries, bool prepare);
  void numeric(const ExecutionSpace& exec, const ProblemType& problem, const offset_type* row_map,
               ordinal_type* entries, scalar_type* values, SpGEMMReport& report, const std::function<void()>& verify);

  /// If \p action is run again, what it has in a CallWorkspace is freed first.
  void run_within_memory(const ExecutionSpace& exec, const ProblemType& problem, const std::function<void()>& action,
                         std::size_t extra_bytes = 0) {
    const auto run = [&] {
      const std::size_t first = m_workspace->num_allocated();
      m_kept.reserve(m_kept.size() + 1);
      try {
        with_out_of_memory("reuse", action);
        note_kept(first);
      } catch (const OutOfMemory&) {
        m_workspace->release_between(first, m_workspace->num_allocated());
        if (m_is_chunked) throw;
        change_to_chunks();
        action();
      } catch (...) {
        note_kept(first);
        throw;
      }
    };
    with_enough_named(m_options, run, [&] { return enough(exec, problem, extra_bytes); });
  }

 private:
  using graph_type = GraphOfC<offset_type, ordinal_type>;

  void start_report(const ProblemType& problem, SpGEMMReport& report) const {
    report = Impl::start_report(m_options, report);
    report.path = m_path;
    report.num_rows = problem.num_rows();
    report.num_inner = problem.num_inner();
    report.num_cols = problem.num_cols();
    report.nnz_a = static_cast<std::int64_t>(problem.a.entries.extent(0));
    report.nnz_b = static_cast<std::int64_t>(problem.b.entries.extent(0));
    report.workflow = Workflow::symbolic;
    report.workflow_reason = "a handle finds the sizes of C before its values";
  }

  void write_zeros(const ExecutionSpace& exec, offset_type* row_map, count_type count) const {
    DeviceMemory<ExecutionSpace>::clear(exec, row_map, static_cast<std::size_t>(count));
    exec.fence("Ocean::reuse::symbolic");
  }

  /// \brief Records that the views from \p first on live between calls. Pre: m_kept has spare capacity
  void note_kept(std::size_t first) {
    if (m_workspace->holds_since(first)) m_kept.emplace_back(first, m_workspace->num_allocated());
  }

  /// \brief From now on, calls work in chunks of rows.
  void change_to_chunks() {
    m_is_chunked = m_is_prepared = true;
    m_engine.reset();
    m_sums.forget("no memory for all rows at once");
    for (const auto& [first, last] : m_kept) m_workspace->release_between(first, last);
    m_kept.clear();
  }

  /// \brief What is enough for all calls, one of which takes \p extra_bytes of work memory in addition to the product.
  EnoughMemory enough(const ExecutionSpace& exec, const ProblemType& problem, std::size_t extra_bytes = 0) const {
    return enough_for_calls<Product>(exec, problem, m_options) + m_beside + EnoughMemory{extra_bytes, 0};
  }

  /// \brief Registers C's entries as an output, and checks that the stages to come have room beside them. A numeric
  /// call without room would change to chunks of rows, which may need more than is left by then: they are chosen now.
  /// \throws OutOfMemory if there is no room; nothing is registered then.
  void reserve_entries() {
    const std::size_t bytes = entries_bytes<Product>(m_nnz_c);
    m_workspace->add_output(bytes);
    try {
      if (m_workspace->is_bounded())
        std::visit(
            [&](const auto& engine) { m_workspace->check_forecast("Ocean::reuse::symbolic", engine.forecast()); },
            *m_engine);
    } catch (const OutOfMemory&) {
      m_workspace->remove_output(bytes);
      throw;
    }
  }

  void find_sizes(const ExecutionSpace& exec, const ProblemType& problem, offset_type* row_map, SpGEMMReport& report,
                  const std::function<void()>& while_analysed);
  void find_sizes_of_all(const ExecutionSpace& exec, const ProblemType& problem, offset_type* row_map,
                         SpGEMMReport& report, const std::function<void()>& while_analysed);

  /// \brief Whether a LaunchGate holds all kernels of fill() that read operands.
  bool can_be_gated() const {
    return !m_is_chunked && std::visit([](const auto& engine) { return engine.can_be_gated(); }, *m_engine);
  }
  void fill(const ExecutionSpace& exec, const ProblemType& problem, const offset_type* row_map, ordinal_type* entries,
            scalar_type* values, SpGEMMReport& report);
  void fill_entries_once(const ExecutionSpace& exec, const ProblemType& problem, const offset_type* row_map,
                         ordinal_type* entries);

  /// \brief Lists the products the first time it is called, or allocates memory for their places, which the next
  /// summation writes; only if requested, and if there are not too many. \p report gets a stage `reuse_preparation`.
  void prepare_reuse(const ExecutionSpace& exec, const ProblemType& problem, const offset_type* row_map,
                     const ordinal_type* entries, SpGEMMReport& report);

  /// \brief Whether the first call prepares instead of the second: for lists that are quick to make.
  bool prepares_early() const {
    return static_cast<double>(m_summary.total_products) <=
           m_options.reuse_early_products * static_cast<double>(m_nnz_c);
  }

  /// \brief Values whose bits depend only on A and B.
  void sum_again(const ExecutionSpace& exec, const ProblemType& problem, const offset_type* row_map,
                 const ordinal_type* entries, scalar_type* values, SpGEMMReport& report);

  SpGEMMOptions m_options;
  bool m_leaves_choice = false;  ///< the caller's options do
  ExecutionPath m_path = ExecutionPath::automatic;
  bool m_is_symbolic_done = false;
  bool m_is_prepared = false;
  bool m_is_chunked = false;
  count_type m_num_chunk_rows = 0;
  count_type m_nnz_c = 0;
  AnalysisSummary m_summary;
  std::shared_ptr<Workspace<ExecutionSpace>> m_workspace;
  EnoughMemory m_beside;                                    ///< held by others in it when the symbolic call began
  std::vector<std::pair<std::size_t, std::size_t>> m_kept;  ///< numbers of the views that live between calls
  std::unique_ptr<AnyHandleEngine<ExecutionSpace, ProblemType, Product>> m_engine;
  const ordinal_type* m_entries = nullptr;  ///< columns of C that a call has written
  ReuseTuning m_tuning;
  KeptSums<ExecutionSpace, ProblemType, Product> m_sums;
};

// Outside the class: not inline, so the compiled library can hold them.

template <class ExecutionSpace, class ProblemType, class Product>
count_type ReusableProductState<ExecutionSpace, ProblemType, Product>::symbolic(
    const ExecutionSpace& exec, const ProblemType& problem, offset_type* row_map, const SpGEMMOptions& options,
    SpGEMMReport& report, std::shared_ptr<Workspace<ExecutionSpace>> workspace,
    const std::function<void()>& while_analysed) {
  if (m_workspace) m_workspace->hand_over(exec);
  release();
  check_options(options);
  require(options.skip_zeros == SkipZeros::none, "spgemm_symbolic", "skip_zeros is ", to_string(options.skip_zeros),
          " (need none: the sizes of C are found without values of A and B)");
  m_options = options;
  m_leaves_choice = leaves_choice(options);
  m_options.workflow = Workflow::symbolic;
  m_options.sorted_output = options.sorted_output || options.reuse || options.deterministic;  // rows are searched
  m_path = resolve_path<ExecutionSpace>(options.path);
  m_workspace = workspace ? std::move(workspace) : std::make_shared<Workspace<ExecutionSpace>>(exec, options);
  const WorkspaceCall<ExecutionSpace> call(*m_workspace, exec);
  m_beside = held_by(*m_workspace);
  start_report(problem, report);
  if (options.check_indices || problem.has_no_products()) {
    check_operand(exec, problem.a, "A", true);
    check_operand(exec, problem.b, "B", true);
  }
  const auto run = [&] {
    m_workspace->add_output(row_map_bytes<Product>(problem.num_rows()));
    if (problem.has_no_products()) return write_zeros(exec, row_map, problem.num_rows() + 1);
    run_within_memory(exec, problem, [&] { find_sizes(exec, problem, row_map, report, while_analysed); });
  };
  with_enough_named(m_options, run, [&] { return enough(exec, problem); });
  report.nnz_c = m_nnz_c;
  m_is_symbolic_done = true;
  return m_nnz_c;
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProductState<ExecutionSpace, ProblemType, Product>::fill_entries(const ExecutionSpace& exec,
                                                                              const ProblemType& problem,
                                                                              const offset_type* row_map,
                                                                              ordinal_type* entries, bool prepare) {
  if (m_nnz_c == 0) return;
  const WorkspaceCall<ExecutionSpace> call(*m_workspace, exec);
  m_entries = nullptr;  // what was written there may be gone
  run_within_memory(exec, problem, [&] { fill_entries_once(exec, problem, row_map, entries); });
  SpGEMMReport report;
  if (prepare && prepares_early()) prepare_reuse(exec, problem, row_map, entries, report);
  m_entries = entries;
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProductState<ExecutionSpace, ProblemType, Product>::fill_entries_once(const ExecutionSpace& exec,
                                                                                   const ProblemType& problem,
                                                                                   const offset_type* row_map,
                                                                                   ordinal_type* entries) {
  CallWorkspace<ExecutionSpace> workspace(*m_workspace);
  const count_type num_values = m_is_chunked ? 0 : m_nnz_c;
  const auto values = workspace.get().template allocate<scalar_type>("Ocean::reuse::unused_values", num_values);
  const ProblemType pattern = with_zero_values(exec, problem, workspace.get());
  workspace.close();
  SpGEMMReport report;
  fill(exec, pattern, row_map, entries, values.data(), report);
  exec.fence("Ocean::reuse::fill_entries");  // the zeros are freed
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProductState<ExecutionSpace, ProblemType, Product>::numeric(
    const ExecutionSpace& exec, const ProblemType& problem, const offset_type* row_map, ordinal_type* entries,
    scalar_type* values, SpGEMMReport& report, const std::function<void()>& verify) {
  if (m_nnz_c == 0) return;
  const WorkspaceCall<ExecutionSpace> call(*m_workspace, exec);
  const bool is_repeated = entries == m_entries;
  if (is_repeated) {
    verify();
    prepare_reuse(exec, problem, row_map, entries, report);
  }
  if (is_repeated && m_sums.has_any()) {
    report.value_source = m_sums.source();
    report.workflow_reason = m_sums.reason();
    const StageTimer<ExecutionSpace> timer(exec, "reuse", report);
    m_sums.sum(exec, problem, graph_type{row_map, entries}, values, *m_workspace);
  } else {
    report.value_source = ValueSource::product;
    report.workflow_reason = is_repeated ? m_sums.reason() : "the first values of this graph of C";
    run_within_memory(exec, problem, [&] {
      if (!can_be_gated()) verify();
      fill(exec, problem, row_map, entries, values, report);
    });
    verify();
    m_entries = entries;
    if (prepares_early()) prepare_reuse(exec, problem, row_map, entries, report);
    if (m_options.deterministic)
      run_within_memory(exec, problem, [&] { sum_again(exec, problem, row_map, entries, values, report); });
  }
  report_memory(*m_workspace, report);
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProductState<ExecutionSpace, ProblemType, Product>::find_sizes(
    const ExecutionSpace& exec, const ProblemType& problem, offset_type* row_map, SpGEMMReport& report,
    const std::function<void()>& while_analysed) {
  if (m_is_chunked) {
    m_nnz_c = count_chunked_rows<Product>(exec, m_path, problem, m_options, row_map, m_num_chunk_rows, m_summary,
                                          *m_workspace, report);
  } else {
    find_sizes_of_all(exec, problem, row_map, report, while_analysed);
    reserve_entries();
  }
  report_summary(m_summary, report);
  report_memory(*m_workspace, report);
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProductState<ExecutionSpace, ProblemType, Product>::find_sizes_of_all(
    const ExecutionSpace& exec, const ProblemType& problem, offset_type* row_map, SpGEMMReport& report,
    const std::function<void()>& while_analysed) {
  m_engine = make_handle_engine<Product>(
      m_path, problem,
      RunContext<ExecutionSpace>{
          .workspace = m_workspace.get(), .options = m_options, .report = &report, .needs_sizes = true},
      m_leaves_choice);
  std::visit(
      [&](auto& engine) {
        engine.use_row_map(row_map);
        engine.analyze(while_analysed);
        engine.choose();
        engine.predict();
        engine.bin();
        check_offsets<offset_type>(engine.nnz_c());
        exec.fence("Ocean::reuse::symbolic");
        m_nnz_c = engine.nnz_c();
        m_summary = engine.summary();
        report.configurations = engine.configurations();
        report.estimated_workspace_bytes = engine.forecast().peak_bytes();
      },
      *m_engine);
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProductState<ExecutionSpace, ProblemType, Product>::fill(const ExecutionSpace& exec,
                                                                      const ProblemType& problem,
                                                                      const offset_type* row_map, ordinal_type* entries,
                                                                      scalar_type* values, SpGEMMReport& report) {
  if (m_is_chunked)
    return fill_chunked_rows<Product>(exec, m_path, problem, m_options, row_map, entries, values, m_num_chunk_rows,
                                      *m_workspace, report);
  std::visit(
      [&](auto& engine) {
        engine.rebind(problem, report);
        engine.place(entries, values, entries == m_entries ? row_map : nullptr);
      },
      *m_engine);
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProductState<ExecutionSpace, ProblemType, Product>::prepare_reuse(const ExecutionSpace& exec,
                                                                               const ProblemType& problem,
                                                                               const offset_type* row_map,
                                                                               const ordinal_type* entries,
                                                                               SpGEMMReport& report) {
  if (std::exchange(m_is_prepared, true)) return;
  if (!m_options.reuse) return m_sums.forget("the options say not to prepare for reuse");
  const std::size_t first = m_workspace->num_allocated();
  const auto give_up = [&] {  // repeated calls compute C afresh
    m_sums.forget("no memory for places or lists of products");
    m_workspace->release_between(first, m_workspace->num_allocated());
  };
  try {
    with_out_of_memory("reuse", [&] {
      const StageTimer<ExecutionSpace> timer(exec, "reuse_preparation", report);
      m_kept.reserve(m_kept.size() + 1);
      m_sums.prepare(exec, problem, graph_type{row_map, entries}, {m_options, m_tuning, m_path, m_summary, m_nnz_c},
                     *m_workspace);
    });
    note_kept(first);
    if (m_sums.has_any()) std::visit([](auto& engine) { engine.forget_columns(); }, *m_engine);
  } catch (const OutOfMemory&) {
    give_up();
  } catch (...) {
    give_up();
    throw;
  }
}

template <class ExecutionSpace, class ProblemType, class Product>
void ReusableProductState<ExecutionSpace, ProblemType, Product>::sum_again(const ExecutionSpace& exec,
                                                                           const ProblemType& problem,
                                                                           const offset_type* row_map,
                                                                           const ordinal_type* entries,
                                                                           scalar_type* values, SpGEMMReport& report) {
  const graph_type graph{row_map, entries};
  if (m_sums.has_any()) {
    const StageTimer<ExecutionSpace> timer(exec, "reuse", report);
    return m_sums.sum(exec, problem, graph, values, *m_workspace);
  }
  const StageTimer<ExecutionSpace> timer(exec, "ordered_sums", report);
  CallWorkspace<ExecutionSpace> workspace(*m_workspace);
  with_value_sums<scalar_type>(exec, m_path, problem, graph, [&](const auto& sums) {
    const auto plan = sums.plan(SumCalls::one, m_tuning, workspace.get());
    sums.sum_in_order(plan, values, workspace.get());
  });
}

}  // namespace Ocean::Impl

#endif
