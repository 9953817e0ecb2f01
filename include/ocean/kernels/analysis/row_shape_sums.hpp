#ifndef OCEAN_KERNELS_ANALYSIS_ROW_SHAPE_SUMS_HPP
#define OCEAN_KERNELS_ANALYSIS_ROW_SHAPE_SUMS_HPP
/// \file
/// \brief Products and columns of a row of C, from the shapes of the rows of B that A's row selects.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>

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

/// \brief The sums of the entries [\p begin, \p end) of A, by some lanes, in all of them. A column outside of B is not
/// inside and has no products; what is found of the columns of C is not to be used then.
template <class Lanes, class ProblemType, class Shapes, class Offset>
KOKKOS_FUNCTION auto sum_row_shapes(const Lanes& lanes, const ProblemType& problem, const Shapes& b_row_shape,
                                    Offset begin, Offset end) {
  using column_type = typename ProblemType::column_type;
  using inner_type = typename ProblemType::operand_a_type::ordinal_type;
  using inner_number_type = std::make_unsigned_t<inner_type>;  // negative ones are too large
  using length_type = std::make_unsigned_t<Offset>;            // a step beyond the last offset fits
  constexpr int in_flight = analysis_entries_in_flight;
  constexpr auto inner_end_max = static_cast<std::uint64_t>(Kokkos::Experimental::finite_max_v<inner_type>) + 1;
  const auto inner_end =
      static_cast<inner_number_type>(Kokkos::min(static_cast<std::uint64_t>(problem.b.num_rows), inner_end_max));
  const auto length = static_cast<length_type>(end - begin), size = static_cast<length_type>(lanes.size());
  const inner_type* const columns = problem.a.entries.data() + begin;
  RowShapeSums<column_type> sums;
  sums.inside = inner_end > 0 || length == 0;
  for (length_type chunk = inner_end > 0 ? lanes.rank() : length; chunk < length; chunk += in_flight * size) {
    inner_type inner[in_flight];  // the last entry in place of those behind it: its columns change nothing
    for (int ahead = 0; ahead < in_flight; ++ahead)
      inner[ahead] = columns[Kokkos::min<length_type>(chunk + ahead * size, length - 1)];
    BRowShape<column_type> shape[in_flight];
    for (int ahead = 0; ahead < in_flight; ++ahead) {
      const bool is_inside = static_cast<inner_number_type>(inner[ahead]) < inner_end;
      if (!is_inside) sums.inside = false;
      shape[ahead] = b_row_shape(is_inside ? inner[ahead] : inner_type(0));
      if (!is_inside || chunk + ahead * size >= length) shape[ahead].length = 0;
    }
    for (int ahead = 0; ahead < in_flight; ++ahead) sums.add(shape[ahead]);
  }
  sums.join(problem, static_cast<count_type>(begin), static_cast<count_type>(end), lanes);
  return sums;
}

}  // namespace Ocean::Impl

#endif
