#ifndef OCEAN_KERNELS_NUMERIC_ESC_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_ESC_ROWS_HPP
/// \file
/// \brief Expand, sort, compress: rows of few products, a group of lanes each.

#include "../../accumulators/products.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief Writes out all products of a row, adds up equal columns, ranks the distinct ones by counting.
/// Pre     row_products <= Width
/// Launch  a group of Width lanes per row; Width columns and values of scratch per row; no atomics
/// Cost    two sweeps over the products per lane
/// Source  [LG26] section 3.4 (ESC)
template <int Width, class PassData>
struct EscRows {
  static constexpr int max_team_size = esc_team_size;
  using column_type = typename PassData::column_type;
  using scalar_type = typename PassData::scalar_type;
  /// Scratch of a row in bytes.
  static constexpr std::size_t row_bytes =
      (Width * (sizeof(column_type) + (PassData::with_values ? sizeof(scalar_type) : 0)) + 15) / 16 * 16;
  PassData pass;

  /// \brief Expands the products of \p row into scratch; returns how many there are.
  template <class Lanes>
  KOKKOS_FUNCTION int expand(const Lanes& lanes, count_type row, column_type* columns, scalar_type* sums) const {
    const auto& a = pass.problem.a;
    const count_type begin = static_cast<count_type>(a.row_map(row)), end = static_cast<count_type>(a.row_map(row + 1));
    int expanded = 0;
    for (count_type base = begin; base < end; base += lanes.size()) {
      const count_type entry = base + lanes.rank();
      SelectedRow<typename PassData::problem_type::operand_a_type::scalar_type> selected;
      if (entry < end) selected = select_row<PassData::with_values>(pass.problem, entry);
      int total = 0;
      const int place = expanded + lanes.exclusive_sum(static_cast<int>(selected.length), total);
      for (int offset = 0; offset < static_cast<int>(selected.length); ++offset) {
        columns[place + offset] = pass.problem.b.entries(selected.begin + offset);
        if constexpr (PassData::with_values)
          sums[place + offset] = pass.product(selected.value, selected.begin + offset);
      }
      expanded += total;
    }
    return expanded;
  }

  /// \brief Adds later products of a column to its first one; bit p of the result: product p is a first one.
  template <class Lanes>
  KOKKOS_FUNCTION std::uint32_t merge_repeated(const Lanes& lanes, const column_type* columns, scalar_type* sums,
                                               int expanded) const {
    std::uint32_t firsts = 0;
    for (int mine = lanes.rank(); mine < expanded; mine += lanes.size()) {
      const column_type column = columns[mine];
      bool repeated = false;
      for (int other = 0; other < mine; ++other) repeated = repeated || columns[other] == column;
      if (repeated) continue;
      firsts |= std::uint32_t(1) << mine;
      if constexpr (PassData::with_values) {
        scalar_type sum = sums[mine];
        for (int other = mine + 1; other < expanded; ++other)
          if (columns[other] == column) sum += sums[other];
        sums[mine] = sum;
      }
    }
    return lanes.sum(firsts);
  }

  template <class Team, class Lanes>
  KOKKOS_FUNCTION void compute(const Team& team, const Lanes& lanes, count_type position, column_type* columns,
                               scalar_type* sums) const {
    const count_type row = pass.row_at(position);
    const int expanded = expand(lanes, row, columns, sums);
    lanes.barrier();
    const std::uint32_t firsts = merge_repeated(lanes, columns, sums, expanded);
    const int distinct = Kokkos::popcount(firsts);
    if constexpr (PassData::with_values) {
      if (distinct > pass.capacity_of(position)) {
        if (lanes.rank() == 0) pass.note_overflow(team, row);
        return;
      }
      const count_type begin = pass.begin_of(position);
      for (int mine = lanes.rank(); mine < expanded; mine += lanes.size()) {
        if ((firsts >> mine & 1u) == 0) continue;
        int rank = 0;
        for (int other = 0; other < expanded; ++other)
          rank += (firsts >> other & 1u) != 0 && columns[other] < columns[mine] ? 1 : 0;
        pass.entries(begin + rank) = columns[mine];
        pass.values(begin + rank) = sums[mine];
      }
    }
    if (lanes.rank() == 0) pass.row_nnz(row) = distinct;
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto lanes = row_lanes<Width>(team);
    for_each_row_of_team<Width>(team, pass, [&](count_type position, int slot) {
      scalar_type* sums = team.template scratch<scalar_type>(slot * row_bytes);
      auto* columns = team.template scratch<column_type>(
          slot * row_bytes + (PassData::with_values ? Width * sizeof(scalar_type) : 0));
      compute(team, lanes, position, columns, sums);
    });
  }
};

/// \brief Launches EscRows on \p exec; returns without a fence.
template <class ExecutionSpace, class PassData>
void esc_rows(const ExecutionSpace& exec, ExecutionPath path, PassData pass) {
  const auto launch = [&](auto width) {
    using kernel_type = EscRows<decltype(width)::value, PassData>;
    pass.config.row_bytes = kernel_type::row_bytes;
    launch_row_pass<kernel_type>(exec, path, "Ocean::numeric::esc_rows", pass);
  };
  if (pass.config.products_max <= esc_products_max[0])
    launch(std::integral_constant<int, esc_products_max[0]>());
  else
    launch(std::integral_constant<int, esc_products_max[1]>());
}

}  // namespace Ocean::Impl

#endif
