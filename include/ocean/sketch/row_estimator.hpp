#ifndef OCEAN_SKETCH_ROW_ESTIMATOR_HPP
#define OCEAN_SKETCH_ROW_ESTIMATOR_HPP
/// \file
/// \brief The size of a row of C from the sketches of the rows of B that it combines, and its guaranteed bounds.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../core/problem.hpp"
#include "../results/row_analysis.hpp"
#include "hyperloglog.hpp"

namespace Ocean::Impl {

/// \brief Sketches of B's rows and what the analysis knows about the rows of C.
/// Shapes  row_map_a, entries_a of A; row_map_b of B; row_products, row_range [num_rows];
///         sketches [num_inner * NumRegisters] bytes, 16-byte aligned
template <int NumRegisters, class RowMapA, class EntriesA, class RowMapB, class Products, class Ranges, class Sketches>
struct RowEstimator {
  static constexpr int num_registers = NumRegisters;
  using column_a_type = typename EntriesA::non_const_value_type;

  RowMapA row_map_a;
  EntriesA entries_a;
  RowMapB row_map_b;
  Products row_products;
  Ranges row_range;
  Sketches sketches;
  bool b_rows_sorted;               ///< without duplicates: no row of C is shorter than the longest row of B it uses
  std::int64_t exact_products_max;  ///< rows of at most this many products are not estimated

  /// \brief No row of C is longer than its products or its span.
  KOKKOS_FUNCTION count_type upper_bound(count_type row) const {
    return Kokkos::min(row_products(row), row_range(row).width());
  }

  KOKKOS_FUNCTION count_type num_entries(count_type row) const {
    return static_cast<count_type>(row_map_a(row + 1)) - static_cast<count_type>(row_map_a(row));
  }

  /// \brief False if upper_bound() is the answer: few products, or a single row of B, which C's row then equals.
  KOKKOS_FUNCTION bool needs_estimate(count_type row) const {
    return row_products(row) > exact_products_max && num_entries(row) > 1;
  }

  KOKKOS_FUNCTION count_type b_row_length(column_a_type row) const {
    return static_cast<count_type>(row_map_b(row + 1)) - static_cast<count_type>(row_map_b(row));
  }

  /// \brief The estimate rounded up, between \p longest_b_row and upper_bound().
  KOKKOS_FUNCTION count_type bounded_estimate(count_type row, const RegisterSums& sums,
                                              count_type longest_b_row) const {
    const count_type upper = upper_bound(row);
    const double estimate = Kokkos::ceil(estimate_cardinality<NumRegisters>(sums));
    const count_type rounded = estimate < static_cast<double>(upper) ? static_cast<count_type>(estimate) : upper;
    return b_rows_sorted ? Kokkos::max(rounded, longest_b_row) : rounded;
  }
};

/// \brief RowEstimator over the views of \p problem and \p analysis.
template <int NumRegisters, class ProblemType, class Analysis, class Sketches>
auto make_row_estimator(const ProblemType& problem, const Analysis& analysis, const Sketches& sketches,
                        const HllTuning& tuning) {
  using operand_a = typename ProblemType::operand_a_type;
  using estimator_type = RowEstimator<NumRegisters, typename operand_a::row_map_type, typename operand_a::entries_type,
                                      typename ProblemType::operand_b_type::row_map_type,
                                      decltype(analysis.row_products), decltype(analysis.row_range), Sketches>;
  return estimator_type{problem.a.row_map,
                        problem.a.entries,
                        problem.b.row_map,
                        analysis.row_products,
                        analysis.row_range,
                        sketches,
                        analysis.summary.b_rows_sorted,
                        tuning.exact_products_max};
}

}  // namespace Ocean::Impl

#endif
