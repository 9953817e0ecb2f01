#ifndef OCEAN_ENGINE_VALUE_SUMS_HPP
#define OCEAN_ENGINE_VALUE_SUMS_HPP
/// \file
/// \brief Values of C when its graph is known, by team kernels or by CPU threads, as in the engines.
///
/// Both models have the same functions; only with_value_sums() chooses between them.

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "../kernels/reuse/unforeseen_rows_host.hpp"
#include "../stages/host_places.hpp"
#include "../stages/missing_entries.hpp"
#include "../stages/ordered_sums.hpp"
#include "../stages/reuse_places.hpp"
#include "../tuning/host_tuning.hpp"

namespace Ocean::Impl {

/// \brief Sums by team kernels: at the places of the products where rows of B are long, otherwise from their lists.
template <TeamLauncher Launcher, class ProblemType, class Graph, class Scalar>
class TeamSums {
 public:
  using execution_space = typename Launcher::execution_space;
  using plan_type = PlacesPlan<typename Launcher::memory_space, typename ProblemType::row_index_type>;
  using lists_type = ProductLists<typename Launcher::memory_space>;
  using places_type = decltype(plan_type::places);

  TeamSums(const Launcher& launcher, const ProblemType& problem, const Graph& graph)
      : m_launcher(launcher), m_problem(problem), m_graph(graph) {}

  /// \brief Plans how \p calls will sum. Without memory for a plan of all rows, one call lists products instead, those
  /// of some rows at a time.
  /// \param nnz_c read only if the graph has no row map
  /// \throws OutOfMemory if there is no memory for a plan of repeated calls; nothing is allocated then
  plan_type plan(SumCalls calls, const ReuseTuning& tuning, Workspace<execution_space>& workspace,
                 count_type nnz_c = 0) const {
    const std::size_t first = workspace.num_allocated();
    try {
      const Scalar* const no_values = nullptr;
      return plan_places(m_launcher, m_problem, m_graph, no_values, calls, tuning, workspace, nnz_c);
    } catch (const OutOfMemory&) {
      workspace.release_after(first);
      if (calls != SumCalls::one) throw;
      return {};
    }
  }

  /// \brief Values whose bits do not depend on the run, the workflow or the parts of the product; releases the plan.
  void sum_in_order(const plan_type& plan, Scalar* values, Workspace<execution_space>& workspace) const {
    if (!plan.is_chosen) return Impl::sum_in_order(m_launcher, m_problem, m_graph, values, workspace);
    sum_by_places(m_launcher, m_problem, m_graph, plan.places, values);
    release_places(plan.places, workspace);
  }

  /// \brief Values in any order: at places, or by atomics without work memory.
  void sum(const plan_type& plan, count_type nnz_c, Scalar* values, Workspace<execution_space>& workspace) const {
    if (plan.is_chosen) return sum_in_order(plan, values, workspace);
    Kokkos::deep_copy(m_launcher.exec(),
                      Kokkos::View<Scalar*, typename Launcher::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
                          values, static_cast<std::size_t>(nnz_c)),
                      Scalar(0));
    const auto num_entries_a = static_cast<count_type>(m_problem.a.entries.extent(0));
    const int lanes = choose_lanes(mean_row_length(m_problem.b), visit_lanes);
    visit_products(m_launcher.exec(), "Ocean::reuse::scatter_products", m_problem, m_graph, 0, num_entries_a, lanes,
                   ScatterProduct<ProblemType, Scalar>{m_problem, values});
  }

  /// \brief Values for a single call.
  void sum_once(count_type nnz_c, bool in_order, const ReuseTuning& tuning, Scalar* values,
                Workspace<execution_space>& workspace) const {
    const plan_type chosen = plan(in_order ? SumCalls::one : SumCalls::repeated, tuning, workspace);
    if (in_order) return sum_in_order(chosen, values, workspace);
    sum(chosen, nnz_c, values, workspace);
  }
  /// \brief The same, once it is known that the graph has all columns of the product.
  /// \throws std::invalid_argument if it does not.
  void sum_or_throw(count_type nnz_c, bool in_order, const ReuseTuning& tuning, Scalar* values,
                    Workspace<execution_space>& workspace) const {
    check_missing_entries(m_launcher.exec(), m_problem, m_graph);
    sum_once(nnz_c, in_order, tuning, values, workspace);
  }

  /// \brief The work memory of the plan and of sum_in_order(); if rows are summed some at a time, with lists of the
  /// largest size that is allowed then.
  /// \param by_places what the plan has chosen
  void forecast(bool by_places, count_type num_products, count_type nnz_c, count_type listed_products,
                const Workspace<execution_space>&, WorkspaceForecast& forecast) const {
    forecast_places_plan(m_launcher.exec(), m_problem, reuse_tuning_default, forecast);
    if (by_places) return;
    allocate_row_products(m_problem.num_rows(), forecast);
    forecast_prefix_sum(m_launcher.exec(), m_problem.num_rows(), forecast);
    const count_type listed = std::min(num_products, listed_products);
    forecast_product_lists(m_launcher.exec(), listed, std::min(nnz_c, listed), forecast);
  }

  /// \brief Whether repeated calls may sum at places, regardless of A's longest row.
  bool may_place(const SumFacts& facts, const ReuseTuning& tuning) const {
    return choose_places(facts, SumCalls::repeated, m_launcher.limits(), tuning);
  }
  /// \brief Whether lists are worth reading where places are not.
  static bool may_list(const SumFacts&) { return true; }
  /// \brief Whether they are read in less time than the places that are planned.
  static bool prefers_lists(const SumFacts&, const ReuseTuning&, const places_type&) { return false; }
  /// \brief Most products, and entries of A, B and C, that lists can number.
  static constexpr count_type listed_max() { return listed_products_max; }
  lists_type list(const ListedRange& range, Workspace<execution_space>& workspace) const {
    return list_products(m_launcher, m_problem, m_graph, range, workspace);
  }
  /// \brief The same, once it is known that the graph has all columns of the product.
  /// \throws std::invalid_argument if it does not.
  lists_type list_or_throw(const ListedRange& range, Workspace<execution_space>& workspace) const {
    check_missing_entries(m_launcher.exec(), m_problem, m_graph);
    return list(range, workspace);
  }
  /// \brief Called once there is memory for the places: allocates what the first sum needs beside it.
  void prepare_first_sum(places_type&, Workspace<execution_space>&) const {}
  /// \brief Values by places if there are any, otherwise from lists. The first time, places are found and written. No
  /// allocation; no fence once they are known.
  void sum_kept(const lists_type& lists, places_type& places, Scalar* values, Workspace<execution_space>&) const {
    if (places.places.data() == nullptr) return sum_products(m_launcher, m_problem, lists, values);
    sum_by_places(m_launcher, m_problem, m_graph, places, values);
    places.is_known = true;
  }
  /// \brief The first values by \p places, once it is known that the graph has all columns of the product.
  /// \throws std::invalid_argument if it does not.
  void sum_first_or_throw(places_type& places, Scalar* values, Workspace<execution_space>& workspace) const {
    check_missing_entries(m_launcher.exec(), m_problem, m_graph);
    sum_kept({}, places, values, workspace);
  }

 private:
  Launcher m_launcher;
  const ProblemType& m_problem;
  Graph m_graph;
};

/// \brief Sums by CPU threads, always in order: a thread per row, at kept places where rows of B are long enough, or
/// from lists.
template <class ExecutionSpace, class ProblemType, class Graph, class Scalar>
class HostSums {
 public:
  using plan_type = PlacesPlan<typename ExecutionSpace::memory_space, typename ProblemType::row_index_type>;
  using lists_type = ProductLists<typename ExecutionSpace::memory_space>;
  using places_type = decltype(plan_type::places);

  HostSums(const ExecutionSpace& exec, const ProblemType& problem, const Graph& graph)
      : m_exec(exec), m_problem(problem), m_graph(graph) {}

  /// \brief As TeamSums::plan(): nothing is kept for one call. Pre: for repeated calls, C has the column of every
  /// product, and its rows ascend
  plan_type plan(SumCalls calls, const ReuseTuning& tuning, Workspace<ExecutionSpace>& workspace,
                 count_type = 0) const {
    if (calls == SumCalls::one || tuning.sums == ReuseSums::lists) return {};
    return plan_places_host(m_exec, m_problem, m_graph, tuning, workspace);
  }
  void sum_in_order(const plan_type&, Scalar* values, Workspace<ExecutionSpace>& workspace) const {
    fill_values_host(m_exec, m_problem, m_graph, GraphKind::product, MissingEntries::drop, values, workspace);
  }
  void sum_once(count_type, bool, const ReuseTuning&, Scalar* values, Workspace<ExecutionSpace>& workspace) const {
    fill_values_host(m_exec, m_problem, m_graph, GraphKind::given, MissingEntries::drop, values, workspace);
  }
  void sum_or_throw(count_type, bool, const ReuseTuning&, Scalar* values, Workspace<ExecutionSpace>& workspace) const {
    const count_type row =
        fill_values_host(m_exec, m_problem, m_graph, GraphKind::given, MissingEntries::error, values, workspace);
    if (row < m_problem.num_rows()) throw_missing_entry(m_exec, m_problem, m_graph, row);
  }
  void forecast(bool, count_type, count_type nnz_c, count_type, const Workspace<ExecutionSpace>& workspace,
                WorkspaceForecast& forecast) const {
    const HostSumsPlan plan =
        choose_host_sums<Scalar>(m_exec, m_problem, nnz_c, GraphKind::product, MissingEntries::drop, workspace);
    HostSumsMemory<WorkspaceForecast, Scalar>(plan, forecast);
  }

  bool may_place(const SumFacts& facts, const ReuseTuning& tuning) const {
    if (facts.num_products == 0 || tuning.sums == ReuseSums::lists) return false;
    return tuning.sums == ReuseSums::places || !has_shortest_rows(facts) ||
           choose_single_places(m_exec, m_problem, m_graph) || !lists_pay_off(facts);
  }
  bool may_list(const SumFacts& facts) const {
    return facts.products_per_entry() <= host_tuning_default.listed_products_per_entry_max ||
           has_shortest_rows(facts) || lists_pay_off(facts);
  }
  bool prefers_lists(const SumFacts& facts, const ReuseTuning& tuning, const places_type& planned) const {
    if (planned.kind == PlacesKind::single) return false;
    const double joined = static_cast<double>(facts.num_products) / static_cast<double>(planned.num_products);
    return tuning.sums == ReuseSums::automatic && joined <= host_tuning_default.listed_joined_max &&
           lists_pay_off(facts);
  }
  static constexpr count_type listed_max() { return host_listed_products_max; }
  lists_type list(const ListedRange& range, Workspace<ExecutionSpace>& workspace) const {
    return list(range, MissingEntries::drop, workspace).lists;
  }
  lists_type list_or_throw(const ListedRange& range, Workspace<ExecutionSpace>& workspace) const {
    const auto listed = list(range, MissingEntries::error, workspace);
    if (listed.first_missing < m_problem.num_rows())
      throw_missing_entry(m_exec, m_problem, m_graph, listed.first_missing);
    return listed.lists;
  }
  void prepare_first_sum(places_type& places, Workspace<ExecutionSpace>& workspace) const {
    allocate_place_tables(m_exec, m_problem, m_graph, places, workspace);
  }
  void sum_kept(const lists_type& lists, places_type& places, Scalar* values,
                Workspace<ExecutionSpace>& workspace) const {
    if (!places.has_memory()) return sum_lists_host(m_exec, m_problem, lists, values);
    if (places.is_known) return sum_at_places_host(m_exec, m_problem, m_graph, places, values);
    sum_finding_places_host(m_exec, m_problem, m_graph, MissingEntries::drop, places, values, workspace);
  }
  void sum_first_or_throw(places_type& places, Scalar* values, Workspace<ExecutionSpace>& workspace) const {
    const count_type row =
        sum_finding_places_host(m_exec, m_problem, m_graph, MissingEntries::error, places, values, workspace);
    if (row < m_problem.num_rows()) throw_missing_entry(m_exec, m_problem, m_graph, row);
  }

 private:
  static bool has_shortest_rows(const SumFacts& facts) {
    return facts.mean_b_row() < host_tuning_default.placed_b_row_min;
  }
  /// \brief Whether lists, which have no branch at the end of a row of B, are faster than places: where this branch is
  /// often guessed wrong, or rows are as short as can be, or lists are long, so that their sums stay in registers; and
  /// while they stay in the cache.
  bool lists_pay_off(const SumFacts& facts) const {
    const HostTuning& tuning = host_tuning_default;
    const bool is_cached = product_lists_bytes(facts.num_products, facts.nnz_c) <= tuning.listed_bytes_max;
    const auto is_unforeseen = [&] { return share_of_unforeseen_rows(m_problem) >= tuning.listed_unforeseen_min; };
    if (has_shortest_rows(facts)) return is_cached || is_unforeseen();
    return is_cached && facts.mean_b_row() <= tuning.listed_b_row_max &&
           (facts.products_per_entry() > tuning.flat_list_max || is_unforeseen());
  }

  auto list(const ListedRange& range, MissingEntries missing, Workspace<ExecutionSpace>& workspace) const {
    const auto row_products = count_row_products(m_exec, m_problem, workspace);
    const auto listed = list_products_host(m_exec, m_problem, m_graph, row_products, range, missing, workspace);
    workspace.release(row_products);
    return listed;
  }

  ExecutionSpace m_exec;
  const ProblemType& m_problem;
  Graph m_graph;
};

/// \brief Calls action(sums) with the sums of \p path, which resolve_path() has returned.
template <class Scalar, class ExecutionSpace, class ProblemType, class Graph, class Action>
auto with_value_sums(const ExecutionSpace& exec, ExecutionPath path, const ProblemType& problem, const Graph& graph,
                     const Action& action) {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    if (path == ExecutionPath::host)
      return action(HostSums<ExecutionSpace, ProblemType, Graph, Scalar>(exec, problem, graph));
  }
  return with_launcher(exec, path, [&](const auto& launcher) {
    using launcher_type = std::decay_t<decltype(launcher)>;
    return action(TeamSums<launcher_type, ProblemType, Graph, Scalar>(launcher, problem, graph));
  });
}

}  // namespace Ocean::Impl

#endif
