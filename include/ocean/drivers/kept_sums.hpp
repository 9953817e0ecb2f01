#ifndef OCEAN_DRIVERS_KEPT_SUMS_HPP
#define OCEAN_DRIVERS_KEPT_SUMS_HPP
/// \file
/// \brief What repeated numeric calls use to sum: lists of the products of C's entries, or the places of all products.

#include <algorithm>
#include <string>

#include "../../Ocean_SpGEMMOptions.hpp"
#include "../../Ocean_SpGEMMReport.hpp"
#include "../core/with_commas.hpp"
#include "../engine/value_sums.hpp"
#include "../stages/workflow_choice.hpp"

namespace Ocean::Impl {

/// \brief Facts about a product whose values are to be summed again.
struct RepeatedSumsFacts {
  SpGEMMOptions options;
  ReuseTuning tuning;
  ExecutionPath path = ExecutionPath::automatic;
  AnalysisSummary summary;
  count_type nnz_c = 0;
};

/// \brief Lists or places, in a workspace's memory; neither if they are not requested, are too many, or do not fit.
template <class ExecutionSpace, class ProblemType, class Product>
class KeptSums {
 public:
  using graph_type = GraphOfC<typename Product::offset_type, typename Product::ordinal_type>;

  bool has_lists() const { return m_lists.begin.data() != nullptr; }
  bool has_places() const { return m_places.has_memory(); }
  bool has_any() const { return has_lists() || has_places(); }
  ValueSource source() const {
    return has_places() ? ValueSource::places : has_lists() ? ValueSource::lists : ValueSource::product;
  }
  /// \brief Why values are computed this way, in words with numbers.
  const std::string& reason() const { return m_reason; }
  /// \brief Drops both; their memory belongs to the workspace.
  /// \param why  in words
  void forget(const std::string& why) {
    m_lists = {};
    m_places = {};
    m_reason = why;
  }

  /// \brief Lists the products, or allocates memory for their places, which the next summation writes.
  /// \throws OutOfMemory if the workspace does not have the bytes; call forget() then
  void prepare(const ExecutionSpace& exec, const ProblemType& problem, const graph_type& graph,
               const RepeatedSumsFacts& facts, Workspace<ExecutionSpace>& workspace) {
    if (!prepare_places(exec, problem, graph, facts, workspace))
      prepare_lists(exec, problem, graph, facts, MissingEntries::drop, workspace);
  }
  /// \brief The same, but no lists; the graph may lack columns of the product.
  /// \return whether the patterns call for places: there may be no memory for them
  bool prepare_places(const ExecutionSpace& exec, const ProblemType& problem, const graph_type& graph,
                      const RepeatedSumsFacts& facts, Workspace<ExecutionSpace>& workspace) {
    m_facts = facts;
    return with_value_sums<scalar_type>(exec, m_facts.path, problem, graph,
                                        [&](const auto& sums) { return place_products(sums, problem, workspace); });
  }
  /// \brief The same, but no places. \param missing  error: the graph may lack columns of the product
  /// \throws also std::invalid_argument naming the first row that lacks a column; call forget() then
  void prepare_lists(const ExecutionSpace& exec, const ProblemType& problem, const graph_type& graph,
                     const RepeatedSumsFacts& facts, MissingEntries missing, Workspace<ExecutionSpace>& workspace) {
    m_facts = facts;
    with_value_sums<scalar_type>(exec, m_facts.path, problem, graph,
                                 [&](const auto& sums) { list_products(sums, problem, missing, workspace); });
  }

  /// \brief Values of C, without allocation. Pre: has_any()
  void sum(const ExecutionSpace& exec, const ProblemType& problem, const graph_type& graph,
           typename Product::scalar_type* values, Workspace<ExecutionSpace>& workspace) {
    with_value_sums<scalar_type>(exec, m_facts.path, problem, graph,
                                 [&](const auto& sums) { sums.sum_kept(m_lists, m_places, values, workspace); });
  }
  /// \brief The same in a graph that may lack columns. Pre: has_places(), and none has been summed by
  /// \throws std::invalid_argument naming the first row that lacks a column; call forget() then
  void sum_first_or_throw(const ExecutionSpace& exec, const ProblemType& problem, const graph_type& graph,
                          typename Product::scalar_type* values, Workspace<ExecutionSpace>& workspace) {
    with_value_sums<scalar_type>(exec, m_facts.path, problem, graph,
                                 [&](const auto& sums) { sums.sum_first_or_throw(m_places, values, workspace); });
  }

 private:
  using offset_type = typename Product::offset_type;
  using ordinal_type = typename Product::ordinal_type;
  using scalar_type = typename Product::scalar_type;
  using memory_space = typename ExecutionSpace::memory_space;

  /// \brief Plans sums at places and allocates memory for them.
  /// \return whether the patterns call for places
  template <class Sums>
  bool place_products(const Sums& sums, const ProblemType& problem, Workspace<ExecutionSpace>& workspace) {
    const SumFacts facts = sum_facts(problem);
    if (!sums.may_place(facts, m_facts.tuning)) return false;
    const auto plan = sums.plan(SumCalls::repeated, m_facts.tuning, workspace);
    if (!plan.is_chosen) return false;
    if (sums.prefers_lists(facts, m_facts.tuning, plan.places) && has_room(problem, workspace, lists_bytes())) {
      release_places(plan.places, workspace);
      return false;
    }
    auto kept = plan.places;
    if (kept.kind == PlacesKind::flat && !has_room(problem, workspace, kept.places_bytes()))
      kept.kind = PlacesKind::of_rows;
    const std::size_t bytes = kept.places_bytes();
    if (!may_keep("places", problem, workspace, bytes)) {
      release_places(plan.places, workspace);
      return true;
    }
    allocate_places(kept, workspace);
    sums.prepare_first_sum(kept, workspace);
    m_places = kept;
    m_reason = concatenate(kept.kind == PlacesKind::flat     ? "flat places of products"
                           : kept.kind == PlacesKind::single ? "single places of products"
                                                             : "places of products",
                           " kept in ", with_commas(bytes), " bytes");
    return true;
  }

  template <class Sums>
  void list_products(const Sums& sums, const ProblemType& problem, MissingEntries missing,
                     Workspace<ExecutionSpace>& workspace) {
    const count_type numbered =
        std::max({m_facts.summary.total_products, m_facts.nnz_c, m_facts.summary.nnz_a, m_facts.summary.nnz_b});
    m_reason = concatenate(with_commas(numbered), " products are too many for lists");
    if (numbered > sums.listed_max()) return;
    const SumFacts facts = sum_facts(problem);
    m_reason =
        concatenate("lists do not pay off with ", format_ratio(facts.products_per_entry()), " products per entry of C");
    if (!sums.may_list(facts)) return;
    const std::size_t bytes = lists_bytes();
    if (!may_keep("lists", problem, workspace, bytes)) return;
    const bool shared_sums =
        !m_facts.options.deterministic && choose_shared_sums(m_facts.summary.total_products, m_facts.nnz_c);
    const ListedRange range{0,           m_facts.summary.nnz_a,        0, m_facts.nnz_c, m_facts.summary.total_products,
                            shared_sums, m_facts.options.deterministic};
    m_lists = missing == MissingEntries::error ? sums.list_or_throw(range, workspace) : sums.list(range, workspace);
    m_reason = concatenate("lists of products kept in ", with_commas(bytes), " bytes");
  }

  /// \brief What the choice depends on and is known before rows are measured.
  SumFacts sum_facts(const ProblemType& problem) const {
    return {problem.num_rows(),           m_facts.summary.nnz_a, m_facts.nnz_c, m_facts.summary.total_products, 0, 0,
            m_facts.summary.b_rows_sorted};
  }
  std::size_t lists_bytes() const { return product_lists_bytes(m_facts.summary.total_products, m_facts.nnz_c); }

  /// \brief Bytes that reuse_memory_factor allows.
  double allowed_bytes(const ProblemType& problem) const {
    return m_facts.options.reuse_memory_factor * static_cast<double>(matrix_bytes(problem));
  }
  bool has_room(const ProblemType& problem, const Workspace<ExecutionSpace>& workspace, std::size_t bytes) const {
    return static_cast<double>(bytes) <= allowed_bytes(problem) && bytes <= workspace.available_work_bytes();
  }
  /// \brief Whether that many bytes of \p what may be kept between calls; if not, the reason says so.
  bool may_keep(const char* what, const ProblemType& problem, const Workspace<ExecutionSpace>& workspace,
                std::size_t bytes) {
    if (has_room(problem, workspace, bytes)) return true;
    const double share = allowed_bytes(problem);
    const std::size_t available = workspace.available_work_bytes();
    const bool is_beyond_share = static_cast<double>(bytes) > share;
    m_reason = concatenate(what, " of products would take ", with_commas(bytes), " bytes of ",
                           is_beyond_share ? with_commas(static_cast<std::int64_t>(share)) : with_commas(available),
                           is_beyond_share ? " that reuse_memory_factor allows" : " available");
    return false;
  }

  /// \brief Bytes of A, B and C.
  std::size_t matrix_bytes(const ProblemType& problem) const {
    constexpr std::size_t entry_a = sizeof(ordinal_type) + sizeof(typename ProblemType::operand_a_type::scalar_type);
    constexpr std::size_t entry_b = sizeof(ordinal_type) + sizeof(typename ProblemType::operand_b_type::scalar_type);
    constexpr std::size_t entry_c = sizeof(ordinal_type) + sizeof(scalar_type);
    const auto offsets = static_cast<std::size_t>(2 * problem.num_rows() + problem.num_inner() + 3);
    return offsets * sizeof(offset_type) + static_cast<std::size_t>(m_facts.summary.nnz_a) * entry_a +
           static_cast<std::size_t>(m_facts.summary.nnz_b) * entry_b +
           static_cast<std::size_t>(m_facts.nnz_c) * entry_c;
  }

  RepeatedSumsFacts m_facts;
  std::string m_reason;
  ProductLists<memory_space> m_lists;
  ProductPlaces<memory_space, typename ProblemType::row_index_type> m_places;
};

}  // namespace Ocean::Impl

#endif
