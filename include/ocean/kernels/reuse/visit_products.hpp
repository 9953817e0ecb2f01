#ifndef OCEAN_KERNELS_REUSE_VISIT_PRODUCTS_HPP
#define OCEAN_KERNELS_REUSE_VISIT_PRODUCTS_HPP
/// \file
/// \brief Every product of A B together with the entry of C it belongs to, found in C's own graph.

#include <Kokkos_Core.hpp>

#include "../../core/binary_search.hpp"
#include "../../results/product_lists.hpp"
#include "../../tuning/lane_choice.hpp"

namespace Ocean::Impl {

/// \brief C's graph: sorted columns, each once per row.
/// Shapes  row_map [num_rows + 1], entries [row_map(num_rows)]
template <class Offset, class Ordinal>
struct GraphOfC {
  const Offset* row_map = nullptr;
  const Ordinal* entries = nullptr;
};

/// Lanes that share a row of B when its products are visited; measured:
/// perf_tests/results/nvidia_h100_2026-11-25_constants.csv
inline constexpr LaneRange visit_lanes = {1, 32, 1.0};

/// \brief Calls visit(entry of A, entry of B, entry of C) for each product; those whose column C lacks are left out.
///
/// Pre     the rows of the graph are sorted
/// Launch  RangePolicy over lanes * entries of A; \p lanes lanes share a row of B
/// Cost    a search in A's row map per lane and in the row of C per product
template <class ProblemType, class Graph, class Visit>
struct VisitProducts {
  ProblemType problem;
  Graph graph;
  count_type first_entry;  ///< of A, that the launch begins with
  int lanes;
  Visit visit;

  KOKKOS_FUNCTION void operator()(const count_type item) const {
    const count_type entry_a = first_entry + item / lanes;
    const count_type row = find_row(problem.a.row_map, problem.a.num_rows, entry_a);
    if (entry_a >= static_cast<count_type>(problem.a.row_map(row + 1))) return;
    const auto begin_c = static_cast<count_type>(graph.row_map[row]);
    const auto end_c = static_cast<count_type>(graph.row_map[row + 1]);
    if (begin_c == end_c) return;
    const auto inner = problem.a.entries(entry_a);
    const auto end_b = static_cast<count_type>(problem.b.row_map(inner + 1));
    for (count_type entry_b = static_cast<count_type>(problem.b.row_map(inner)) + item % lanes; entry_b < end_b;
         entry_b += lanes) {
      const auto column = problem.b.entries(entry_b);
      const count_type entry_c = find_place(graph.entries, begin_c, end_c, static_cast<count_type>(column));
      if (entry_c < end_c && static_cast<count_type>(graph.entries[entry_c]) == static_cast<count_type>(column))
        visit(entry_a, entry_b, entry_c);
    }
  }
};

/// \brief Launches VisitProducts over the entries of A from \p first_entry on; returns without a fence.
template <class ExecutionSpace, class ProblemType, class Graph, class Visit>
void visit_products(const ExecutionSpace& exec, const char* label, const ProblemType& problem, const Graph& graph,
                    count_type first_entry, count_type num_entries, int lanes, const Visit& visit) {
  using policy_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<count_type>>;
  Kokkos::parallel_for(label, policy_type(exec, 0, num_entries * lanes),
                       VisitProducts<ProblemType, Graph, Visit>{problem, graph, first_entry, lanes, visit});
}

/// \brief Counts the products of every entry of C.
/// Shapes  size [entries of C], zero before
template <class Counts>
struct CountProduct {
  Counts size;
  count_type first_entry;
  KOKKOS_FUNCTION void operator()(count_type, count_type, count_type entry_c) const {
    Kokkos::atomic_inc(&size(entry_c - first_entry));
  }
};

/// \brief Puts every product into the list of its entry of C, in any order.
/// Shapes  end [entries of C]: ends of the lists (in), their begins (out); products [products]
template <class Places, class Products>
struct ListProduct {
  Places end;
  Products products;
  count_type first_entry;
  KOKKOS_FUNCTION void operator()(count_type entry_a, count_type entry_b, count_type entry_c) const {
    products(Kokkos::atomic_fetch_sub(&end(entry_c - first_entry), 1u) - 1) = ProductIndex(entry_a, entry_b);
  }
};

/// \brief Adds every product to the value of its entry of C.
template <class ProblemType, class Scalar>
struct ScatterProduct {
  ProblemType problem;
  Scalar* values;
  KOKKOS_FUNCTION void operator()(count_type entry_a, count_type entry_b, count_type entry_c) const {
    add_atomically(values + entry_c, multiply<Scalar>(problem.a.values(entry_a), problem.b.values(entry_b)));
  }

 private:
  template <class T>
  KOKKOS_FUNCTION static void add_atomically(T* target, const T& value) {
    Kokkos::atomic_add(target, value);
  }
  template <class T>
  KOKKOS_FUNCTION static void add_atomically(Kokkos::complex<T>* target, const Kokkos::complex<T>& value) {
    T* parts = reinterpret_cast<T*>(target);
    Kokkos::atomic_add(parts, value.real());
    Kokkos::atomic_add(parts + 1, value.imag());
  }
};

}  // namespace Ocean::Impl

#endif
