#ifndef OCEAN_KERNELS_ANALYSIS_ROW_SHAPE_SUMS_HPP
#define OCEAN_KERNELS_ANALYSIS_ROW_SHAPE_SUMS_HPP
/// \file
/// \brief Products and columns of a row of C, from the shapes of the rows of B that A's row selects.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "../../core/problem.hpp"
#include "../../results/row_analysis.hpp"
#include "row_groups.hpp"

namespace Ocean::Impl {

/// \brief What a lane has of a row of C; after join(), what all have.
template <class Column>
struct RowShapeSums {
  count_type products = 0;
  std::uint32_t longest = 0;  ///< row of B
  ColumnRange<Column> columns{Kokkos::Experimental::finite_max_v<Column>, Column(-1)};
  bool inside = true;  ///< all columns of A are rows of B

  KOKKOS_FUNCTION void add(const BRowShape<Column>& shape) {
    products += static_cast<count_type>(shape.length);
    longest = Kokkos::max(longest, shape.length);
    columns.first = Kokkos::min(columns.first, shape.columns.first);
    columns.last = Kokkos::max(columns.last, shape.columns.last);
  }

  /// \brief Joins what all lanes have of the entries [\p begin, \p end) of A.
  template <class ProblemType, class Lanes>
  KOKKOS_FUNCTION void join(const ProblemType& problem, count_type begin, count_type end, const Lanes& lanes) {
    // a lane with such a row has counted too little
    if (longest == BRowShape<Column>::longest) products = count_by_offsets(problem, begin, end, lanes);
    products = lanes.sum(products);
    longest = lanes.max(longest);
    columns.first = lanes.min(columns.first);
    columns.last = lanes.max(columns.last);
    inside = !lanes.any(!inside);
  }

 private:
  /// \brief The products of a lane's entries of A, counted by the offsets of B, as where a length is too long for a
  /// BRowShape.
  template <class ProblemType, class Lanes>
  KOKKOS_FUNCTION static count_type count_by_offsets(const ProblemType& problem, count_type begin, count_type end,
                                                     const Lanes& lanes) {
    count_type products = 0;
    for (count_type entry = begin + lanes.rank(); entry < end; entry += lanes.size()) {
      const auto inner = problem.a.entries(entry);
      if (inner >= 0 && inner < problem.b.num_rows) products += problem.products_of(entry);
    }
    return products;
  }
};

/// \brief The sums of the entries [\p begin, \p end) of A, by some lanes, in all of them.
template <class Lanes, class ProblemType, class Shapes>
KOKKOS_FUNCTION auto sum_row_shapes(const Lanes& lanes, const ProblemType& problem, const Shapes& b_row_shape,
                                    count_type begin, count_type end) {
  using column_type = typename ProblemType::column_type;
  constexpr int in_flight = analysis_entries_in_flight;
  RowShapeSums<column_type> sums;
  for (count_type chunk = begin + lanes.rank(); chunk < end; chunk += in_flight * lanes.size()) {
    typename ProblemType::operand_a_type::ordinal_type inner[in_flight];
    BRowShape<column_type> shape[in_flight];
    for (int ahead = 0; ahead < in_flight; ++ahead) {
      const count_type entry = chunk + ahead * lanes.size();
      inner[ahead] = problem.a.entries(entry < end ? entry : chunk);
    }
    for (int ahead = 0; ahead < in_flight; ++ahead) {
      const bool is_inside = inner[ahead] >= 0 && inner[ahead] < problem.b.num_rows;
      if (!is_inside) sums.inside = false;
      shape[ahead] = {sums.columns, 0};
      if (is_inside && chunk + ahead * lanes.size() < end) shape[ahead] = b_row_shape(inner[ahead]);
    }
    for (int ahead = 0; ahead < in_flight; ++ahead) sums.add(shape[ahead]);
  }
  sums.join(problem, begin, end, lanes);
  return sums;
}

}  // namespace Ocean::Impl

#endif
