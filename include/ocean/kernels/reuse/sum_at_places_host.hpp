#ifndef OCEAN_KERNELS_REUSE_SUM_AT_PLACES_HOST_HPP
#define OCEAN_KERNELS_REUSE_SUM_AT_PLACES_HOST_HPP
/// \file
/// \brief CPU path: values of C by the places of all products, which are kept.

#include <algorithm>

#include "../../backend/host_bits.hpp"
#include "../../core/supernodes.hpp"
#include "../../results/product_places.hpp"
#include "../../tuning/host_tuning.hpp"

namespace Ocean::Impl {

/// Consecutive rows of B with the same columns that are added together: one node of three unknowns. More would need
/// more registers than there are; source: 16 of x86-64, for six rows of C
inline constexpr int placed_b_rows_max = 3;
/// Rows of C that are summed together if they are fewer than supernode_rows_max: those of one node.
inline constexpr int placed_rows_node = 3;

/// \brief Consecutive rows of C with the same columns that are summed together, of \p num_rows that have them: sizes
/// for which there is compiled code, those of nodes of two, three and six unknowns.
constexpr int choose_placed_rows(count_type num_rows) {
  if (num_rows >= supernode_rows_max) return supernode_rows_max;
  return static_cast<int>(std::min<count_type>(num_rows, placed_rows_node));
}

/// \brief Adds every product at its place in its row of C: no column is read.
///
/// Rows of A with the same columns, if C's rows have the same columns too, share their places and are summed together,
/// as are rows of B that follow each other with the same columns.
/// Shapes  values [nnz(C)] (out); first_product [num_rows + 1], places, rows_at_once and b_rows_at_once as in
///         ProductPlaces; the last two are null where every row is alone
/// Launch  RangePolicy over windows of supernode_window rows; sums are taken in the order of A's entries
/// Cost    2 bytes of places, shared by the rows that are summed together, and a value of B per product
template <class ProblemType, class Graph, class Scalar>
struct SumAtPlacesHost {
  ProblemType problem;
  Graph graph;
  const count_type* first_product;
  const place_type* places;
  const std::uint8_t* rows_at_once;
  const std::uint8_t* b_rows_at_once;
  Scalar* values;

  void operator()(const count_type window) const {
    const count_type first = window * supernode_window, end = std::min(problem.num_rows(), first + supernode_window);
    const place_type* next = places + first_product[first];
    for (count_type row = first; row < end;) {
      const int num_rows = rows_at_once == nullptr ? 1 : rows_at_once[row];
      next = sum_rows(row, num_rows, next);
      row += num_rows;
    }
  }

  /// \brief Sums \p row, and the rows that go with it.
  /// \param num_rows  as rows_at_once has it; next: places of the first row's products. \return those of the rows
  /// behind
  const place_type* sum_rows(count_type row, int num_rows, const place_type* next) const {
    const auto begin = static_cast<count_type>(graph.row_map[row]);
    std::fill(values + begin, values + static_cast<count_type>(graph.row_map[row + num_rows]), Scalar(0));
    switch (num_rows) {
      case 1: return add_alone(row, values + begin, next);
      case 2: return add_together<2>(row, values + begin, next);
      case placed_rows_node: return add_together<placed_rows_node>(row, values + begin, next);
      default: return add_together<supernode_rows_max>(row, values + begin, next);
    }
  }

 private:
  count_type begin_a(count_type row) const { return static_cast<count_type>(problem.a.row_map.data()[row]); }
  count_type begin_b(count_type row) const { return static_cast<count_type>(problem.b.row_map.data()[row]); }

  const place_type* add_alone(count_type row, Scalar* sums, const place_type* next) const {
    const auto* const entries_a = problem.a.entries.data();
    const auto* const row_map_b = problem.b.row_map.data();
    const auto* const values_b = problem.b.values.data();
    const count_type last_a = begin_a(problem.num_rows()) - 1;
    const auto values_a = problem.a.values_of(row);
    for (count_type entry = begin_a(row), end = begin_a(row + 1); entry < end; ++entry) {
      // the end of a row of B is a branch that is often guessed wrong: the processor does not look far ahead by itself
      const count_type ahead = std::min(entry + host_tuning_default.prefetch_entries, last_a);
      prefetch(values_b + row_map_b[entries_a[ahead]]);
      const auto factor = static_cast<Scalar>(values_a.of(entry));
      const auto* const offsets = row_map_b + entries_a[entry];
      const auto *value = values_b + offsets[0], *const value_end = values_b + offsets[1];
      const auto add = [&](int number) {
        Scalar& sum = sums[next[number]];
        sum = static_cast<Scalar>(sum + factor * static_cast<Scalar>(value[number]));
      };
      // in pairs: one at a time took up to 1.9 times as long, depending on where the loop lay in memory
      for (; value_end - value >= 2; value += 2, next += 2) {
        add(0);
        add(1);
      }
      if (value != value_end) {
        add(0);
        ++next;
      }
    }
    return next;
  }

  template <int NumRows>
  const place_type* add_together(count_type row, Scalar* sums, const place_type* next) const {
    const count_type begin = begin_a(row), length = begin_a(row + 1) - begin;
    const auto size = static_cast<count_type>(graph.row_map[row + 1]) - static_cast<count_type>(graph.row_map[row]);
    for (count_type entry = begin; entry < begin + length;) {
      const int num_b_rows = b_rows_at_once[entry - problem.a.first_offset];
      Scalar factors[placed_b_rows_max * NumRows];
      for (int of_a = 0; of_a < NumRows; ++of_a) {
        const auto values_a = problem.a.values_of(row + of_a);
        for (int of_b = 0; of_b < num_b_rows; ++of_b)
          factors[of_b * NumRows + of_a] = static_cast<Scalar>(values_a.of(entry + of_b + of_a * length));
      }
      const auto inner = static_cast<count_type>(problem.a.entries.data()[entry]);
      const auto* const values_b = problem.b.values.data() + begin_b(inner);
      const count_type count = begin_b(inner + 1) - begin_b(inner);
      switch (num_b_rows) {
        case 1: add_columns<NumRows, 1>(factors, values_b, next, count, sums, size); break;
        case 2: add_columns<NumRows, 2>(factors, values_b, next, count, sums, size); break;
        default: add_columns<NumRows, placed_b_rows_max>(factors, values_b, next, count, sums, size);
      }
      next += count;
      entry += num_b_rows;
    }
    return next;
  }

  /// Shapes  factors [NumBRows * NumRows]; values_b [NumBRows * count]; own [count]; sums [NumRows * size]
  template <int NumRows, int NumBRows, class ScalarB>
  static void add_columns(const Scalar* factors, const ScalarB* values_b, const place_type* own, count_type count,
                          Scalar* sums, count_type size) {
    Scalar factor[NumBRows * NumRows];
    std::copy_n(factors, NumBRows * NumRows, factor);
    for (count_type column = 0; column < count; ++column) {
      Scalar value[NumBRows];
      for (int of_b = 0; of_b < NumBRows; ++of_b) value[of_b] = static_cast<Scalar>(values_b[of_b * count + column]);
      Scalar* const place = sums + own[column];
      for (int of_a = 0; of_a < NumRows; ++of_a) {
        Scalar sum = place[of_a * size];
        for (int of_b = 0; of_b < NumBRows; ++of_b)
          sum = static_cast<Scalar>(sum + factor[of_b * NumRows + of_a] * value[of_b]);
        place[of_a * size] = sum;
      }
    }
  }
};

}  // namespace Ocean::Impl

#endif
