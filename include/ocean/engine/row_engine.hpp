#ifndef OCEAN_ENGINE_ROW_ENGINE_HPP
#define OCEAN_ENGINE_ROW_ENGINE_HPP
/// \file
/// \brief What the drivers require of an engine: the stages of a product of rows of A with B, one function each.
///
/// There are two models: TeamEngine (GPUs, and CPUs through Kokkos teams) and HostEngine (CPUs, one thread per row).
/// DenseEngine, for a small C on GPUs, has other stages, and only one use. DenseGraphEngine has the functions that
/// calls through a handle need: it is a HandleEngine. The drivers know none of them: they are written against these
/// concepts, and only choose_engine.hpp chooses.

#include <concepts>
#include <vector>

#include "../../Ocean_SpGEMMReport.hpp"
#include "../core/problem.hpp"
#include "../core/workspace_account.hpp"
#include "../results/row_analysis.hpp"
#include "../results/workflow_plan.hpp"

namespace Ocean::Impl {

/// \brief For callers with nothing to do while kernels run.
struct DoNothing {
  void operator()() const {}
};

/// \brief What reports ask of an engine.
template <class Engine>
concept ReportingEngine = requires(const Engine seen) {
  { seen.forecast() } -> std::convertible_to<WorkspaceAccount>;
  { seen.summary() } -> std::same_as<const AnalysisSummary&>;
  { seen.plan() } -> std::same_as<const WorkflowPlan&>;
  { seen.num_overflowed() } -> std::same_as<count_type>;
  { seen.configurations() } -> std::same_as<std::vector<ConfigurationRows>>;
  { seen.product() } -> std::same_as<const typename Engine::product_type&>;
};

/// \brief The stages of a product whose graph comes first, as described below: sizes, and then values as often as
/// wanted.
template <class Engine>
concept HandleEngine = requires(Engine engine, const Engine seen, typename Engine::offset_type* row_map,
                                const typename Engine::offset_type* offsets, typename Engine::ordinal_type* entries,
                                typename Engine::scalar_type* values, const typename Engine::problem_type& problem,
                                SpGEMMReport& report) {
  engine.use_row_map(row_map);
  engine.analyze(DoNothing());
  engine.choose();
  engine.predict();
  engine.bin();
  engine.place(entries, values, offsets);
  engine.forget_columns();
  engine.rebind(problem, report);
  { seen.can_be_gated() } -> std::same_as<bool>;
  { seen.nnz_c() } -> std::same_as<count_type>;
  { seen.forecast() } -> std::convertible_to<WorkspaceAccount>;
  { seen.summary() } -> std::same_as<const AnalysisSummary&>;
  { seen.configurations() } -> std::same_as<std::vector<ConfigurationRows>>;
};

/// \brief The stages of a product. All work is on the instance of the context's workspace, which supplies its memory.
///
/// The rows are all of A's, or a slice: analyze() is followed by choose(), predict() and bin(), and then
///   - exact sizes: place(), which allocates C, or place(entries, values, ...) into given arrays, as often as wanted,
///     with rebind() in between for other operands of the same patterns;
///   - estimates and upper bounds: stage() and compact(while_moved), only if C is the engine's own.
/// Slices: analyze_b() once; then for each slice analyze_slice() and choose(), and either count() or, once the offsets
/// of all rows are known, use_offsets(), bin() and place(entries, values).
///
/// analyze(while_running)     while_running() is called once, if possible while kernels run
/// allocate_row_map()         C is the engine's own: its row map; product() returns C at the end
/// use_row_map(row_map)       C's row map is the caller's: [num_rows + 1]; bin() writes its offsets if sizes are exact
///                            and its type counts the entries of C
/// count(row_map)             sizes of a slice's rows in row_map(row + 1), \return their sum
/// use_offsets(row_map)       offsets of a slice's rows in C, whose entries need not start at 0
/// place(entries, values, known_row_map)  all of C's arrays; known_row_map: offsets of C, if an earlier call has
///                            written the columns to entries, else null
/// can_be_gated()             whether a LaunchGate holds all kernels of place(entries, values, ...) that read operands
/// forget_columns()           frees what predict() keeps to speed place() up
/// forecast()                 the work memory at the end of all stages. Pre: bin()
/// slices_bytes()             work memory that a slice holds when all rows at once have given it back
/// expected_nnz(), nnz_max()  entries that C is expected to have, and the most it may have. Pre: bin()
/// configurations()           how many rows each accumulator took
template <class Engine>
concept RowEngine = ReportingEngine<Engine> && HandleEngine<Engine> &&
    requires(Engine engine, const Engine seen, count_type row, typename Engine::offset_type* row_map,
             const typename Engine::offset_type* offsets) {
  engine.analyze_b();
  engine.analyze_slice(row, row);
  engine.allocate_row_map();
  engine.place();
  engine.stage();
  engine.compact(DoNothing());
  engine.use_offsets(offsets);
  { engine.count(row_map) } -> std::same_as<count_type>;
  { seen.has_exact_sizes() } -> std::same_as<bool>;
  { seen.expected_nnz() } -> std::same_as<count_type>;
  { seen.nnz_max() } -> std::same_as<count_type>;
  { seen.slices_bytes() } -> std::same_as<std::size_t>;
};

}  // namespace Ocean::Impl

#endif
