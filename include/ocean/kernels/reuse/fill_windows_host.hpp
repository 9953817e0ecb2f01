#ifndef OCEAN_KERNELS_REUSE_FILL_WINDOWS_HOST_HPP
#define OCEAN_KERNELS_REUSE_FILL_WINDOWS_HOST_HPP
/// \file
/// \brief CPU path: values of C whose graph is known, for as many columns as a thread has room for.

#include <algorithm>
#include <atomic>

#include "../../accumulators/graph_window_host.hpp"
#include "../../core/supernodes.hpp"
#include "prefetch_rows_host.hpp"
#include "searched_rows_host.hpp"
#include "sum_checked_row_host.hpp"

namespace Ocean::Impl {

/// Consecutive rows of A with the same columns whose values may lie side by side, beside one or two: those of a node of
/// three unknowns, and at most those of two.
inline constexpr int graph_lanes_node = 3, graph_lanes_max = 6;

/// \brief Adds up the products of every row over all columns, and reads those that C has.
///
/// Rows of A with the same columns are done together, since they use the same rows of B. Few columns of C are searched
/// in long rows of B.
/// Shapes  values [nnz(C)] (out); windows [num_workers * window_stride]; next_row [1], zero before;
///         numbers [num_workers * numbers_stride], null without Checks;
///         first_missing [1] (in: the largest count; out, with Checks: first row with a product that C has no column
///         for)
/// Pre     window_stride >= num_cols * lanes_max, or with Checks and one lane 0; numbers_stride >= num_cols with
///         Checks; lanes_max is 1, 2, graph_lanes_node or graph_lanes_max;
///         may_sum_unread<Scalar>
/// Launch  a worker per thread; sums are taken in the order of A's entries
template <bool Checks, class ProblemType, class Graph, class Scalar>
struct FillWindowsHost {
  using window_type = GraphWindowHost<Scalar>;
  using search_type = RowSearchHost<typename ProblemType::operand_b_type>;

  ProblemType problem;
  Graph graph;
  Scalar* values;
  Scalar* windows;
  std::uint32_t* numbers;
  count_type window_stride, numbers_stride;
  int lanes_max;
  search_type search;
  count_type* next_row;
  count_type* first_missing;

  void operator()(const int worker) const {
    Worker own{window_type(windows + worker * window_stride, problem.num_cols()),
               GraphPlacesHost(Checks ? numbers + worker * numbers_stride : nullptr, problem.num_cols())};
    const std::atomic_ref<count_type> next(*next_row);
    const count_type num_rows = problem.num_rows();
    for (count_type row = next.fetch_add(supernode_window); row < num_rows; row = next.fetch_add(supernode_window))
      for (const count_type end = std::min(num_rows, row + supernode_window); row < end;)
        row = fill_some(own, row, end);
  }

 private:
  struct Worker {
    window_type window;
    GraphPlacesHost places;
  };

  count_type begin_a(count_type row) const { return static_cast<count_type>(problem.a.row_map.data()[row]); }
  count_type begin_b(count_type row) const { return static_cast<count_type>(problem.b.row_map.data()[row]); }
  count_type begin_c(count_type row) const { return static_cast<count_type>(graph.row_map[row]); }
  count_type size_c(count_type row) const { return begin_c(row + 1) - begin_c(row); }
  count_type inner_of(count_type entry) const { return static_cast<count_type>(problem.a.entries.data()[entry]); }

  /// \brief Computes \p row, or more from there on, before \p row_end. \return the first that is left
  count_type fill_some(Worker& own, count_type row, count_type row_end) const {
    if (!Checks && size_c(row) == 0) return row + 1;
    const bool joins = row + 1 < row_end && goes_with(row, row + 1);
    if constexpr (!Checks)
      if (search.joins() && (joins || (row > 0 && goes_with(row - 1, row)))) {
        const SearchedRowsHost<ProblemType, Graph, Scalar> searched(problem, graph, search, values);
        if (const count_type next = searched.fill(row, row_end); next > row) return next;
      }
    if (joins && lanes_max > 1) return fill_group(own, row, row_end);
    fill_row(own, row);
    return row + 1;
  }

  /// \brief Computes \p row, and those after it before \p row_end that go with it: at least one does.
  /// \return the first that is left
  count_type fill_group(Worker& own, count_type row, count_type row_end) const {
    const count_type last = std::min(row_end, row + lanes_max);
    count_type end = row + 2;
    while (end < last && goes_with(row, end)) ++end;
    const int num_rows = static_cast<int>(end - row);
    switch (num_rows) {
      case 2: fill_rows<2>(own, row, num_rows); break;
      case graph_lanes_node: fill_rows<graph_lanes_node>(own, row, num_rows); break;
      default: fill_rows<graph_lanes_max>(own, row, num_rows);
    }
    return end;
  }

  /// Whether a row has the columns of one before it in A, and in C if these are looked at.
  bool goes_with(count_type before, count_type row) const {
    return repeats_columns(problem.a.entries.data(), begin_a(before), begin_a(before + 1), begin_a(row),
                           begin_a(row + 1)) &&
           (!Checks || (size_c(before) == size_c(row) &&
                        std::equal(graph.entries + begin_c(before), graph.entries + begin_c(before + 1),
                                   graph.entries + begin_c(row))));
  }

  void fill_row(Worker& own, count_type row) const {
    const auto* const columns = graph.entries + begin_c(row);
    Scalar* const sums = values + begin_c(row);
    if constexpr (Checks) {
      if (!sum_checked_row(problem, row, columns, begin_c(row), size_c(row), own.places, sums))
        Kokkos::atomic_min(first_missing, row);
    } else {
      own.window.prepare(1);
      own.window.template clear<1>(columns, size_c(row), 0);
      add_row(own.window, row);
      own.window.template read<1>(columns, size_c(row), 0, sums);
    }
  }

  template <int Lanes>
  void fill_rows(Worker& own, count_type row, int num_rows) const {
    own.window.prepare(Lanes);
    for (int lane = 0; lane < num_rows; ++lane)
      own.window.template clear<Lanes>(graph.entries + begin_c(row + lane), size_c(row + lane), lane);
    if constexpr (Checks) own.places.set_row(graph.entries + begin_c(row), begin_c(row), size_c(row));
    if (!add_rows<Lanes>(own, row, num_rows)) Kokkos::atomic_min(first_missing, row);
    for (int lane = 0; lane < num_rows; ++lane)
      own.window.template read<Lanes>(graph.entries + begin_c(row + lane), size_c(row + lane), lane,
                                      values + begin_c(row + lane));
  }

  void add_row(window_type& window, count_type row) const {
    const auto* const row_map_b = problem.b.row_map.data();
    const auto* const columns_b = problem.b.entries.data();
    const auto* const values_b = problem.b.values.data();
    const auto* const entries_a = problem.a.entries.data();
    const auto values_a = problem.a.values_of(row);
    const count_type end = begin_a(row + 1);
    const auto* const columns_c = graph.entries + begin_c(row);
    const count_type size = size_c(row), shortest = search.shortest_row(size);
    const search_type known = search;
    prefetch_rows(problem, begin_a(row), end);
    for (count_type entry = begin_a(row); entry < end; ++entry) {
      const auto inner = entries_a[entry];
      const auto* const offsets = row_map_b + inner;
      if (static_cast<count_type>(offsets[1] - offsets[0]) >= shortest && known.ascends(static_cast<count_type>(inner)))
          [[unlikely]]
        window.add_found(known, columns_c, size, offsets[0], offsets[1], values_b,
                         static_cast<Scalar>(values_a.of(entry)));
      else
        window.add_row(columns_b + offsets[0], values_b + offsets[0], columns_b + offsets[1],
                       static_cast<Scalar>(values_a.of(entry)));
    }
  }

  /// \return Checks: whether C has all columns, otherwise true
  template <int Lanes>
  bool add_rows(Worker& own, count_type row, int num_rows) const {
    bool has_all = true;
    const count_type first = begin_a(row), end = begin_a(row + 1), length = end - first;
    for (count_type entry = first, next = entry; entry < end; entry = next) {
      next = entry + search.count_alike(problem.a.entries.data(), entry, std::min(end, entry + graph_b_rows_at_once));
      Scalar factors[graph_b_rows_at_once * Lanes] = {};
      for (int lane = 0; lane < num_rows; ++lane) {
        const auto values_a = problem.a.values_of(row + lane);
        for (count_type place = 0; place < next - entry; ++place)
          factors[place * Lanes + lane] = static_cast<Scalar>(values_a.of(entry + place + lane * length));
      }
      has_all &= add_b_rows<Lanes>(own, inner_of(entry), next - entry, factors);
    }
    return has_all;
  }

  template <int Lanes>
  bool add_b_rows(Worker& own, count_type inner, count_type num_rows, const Scalar* factors) const {
    const count_type begin = begin_b(inner), length = begin_b(inner + 1) - begin;
    const auto* columns = problem.b.entries.data() + begin;
    const auto* values_b = problem.b.values.data() + begin;
    return own.window.template add_some_rows<Lanes, Checks>(num_rows, columns, values_b, length, factors, own.places);
  }
};

}  // namespace Ocean::Impl

#endif
