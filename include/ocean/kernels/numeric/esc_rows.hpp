#ifndef OCEAN_KERNELS_NUMERIC_ESC_ROWS_HPP
#define OCEAN_KERNELS_NUMERIC_ESC_ROWS_HPP
/// \file
/// \brief Expand, sort, compress: rows of few products, a group of lanes each.

#include "../../accumulators/products.hpp"
#include "../../accumulators/sort_words.hpp"
#include "row_pass.hpp"

namespace Ocean::Impl {

/// \brief Writes out all products of a row, sorts them by column and product number, adds up each column's run.
///
/// A word of the sort is (column - first column) * products_max + product number: sums are taken in the order of the
/// products, so that they are reproducible.
/// Pre     row_products <= Width * Items, and the span of the row leaves room for the product number in 32 bits
/// Launch  a group of Width lanes per row; a word and a value of scratch per product; no atomics
/// Cost    one walk over the products and a sort of Width * Items words
/// Source  [LG26] section 3.3 (ESC)
template <int Width, int Items, class PassData>
struct EscRows {
  static constexpr int max_team_size = esc_team_size;
  static constexpr int products_max = Width * Items;
  using scalar_type = typename PassData::scalar_type;
  /// Scratch of a product: its word, and its value as far apart as the widest scalar's alignment asks.
  static constexpr std::size_t value_bytes = PassData::with_values ? (sizeof(scalar_type) + alignof(scalar_type) - 1) /
                                                                         alignof(scalar_type) * alignof(scalar_type)
                                                                   : 0;
  /// Scratch of a row in bytes.
  static constexpr std::size_t row_bytes = products_max * (sizeof(std::uint32_t) + value_bytes);
  PassData pass;

  /// \brief Scratch of one row.
  struct Row {
    std::uint32_t* words;  ///< [products_max]
    scalar_type* terms;    ///< [products_max] products as they come
    count_type first_column;
  };

  /// \brief Expands the products of \p row into scratch; returns how many there are.
  template <class Lanes>
  KOKKOS_FUNCTION int expand(const Lanes& lanes, count_type row, const Row& scratch) const {
    const auto& a = pass.problem.a;
    const auto& b = pass.problem.b;
    const count_type begin = static_cast<count_type>(a.row_map(row)), end = static_cast<count_type>(a.row_map(row + 1));
    int expanded = 0;
    for (count_type base = begin; base < end; base += lanes.size()) {
      SelectedRow<typename PassData::problem_type::operand_a_type::scalar_type> mine;
      if (base + lanes.rank() < end) mine = select_row<PassData::with_values>(pass.problem, base + lanes.rank());
      int total = 0;
      const int place = expanded + lanes.exclusive_sum(static_cast<int>(mine.length), total);
      for (int offset = 0; offset < static_cast<int>(mine.length); ++offset)
        scratch.words[place + offset] = lanes.rank();
      mine.begin -= place;  // entry of B of product p is begin + p
      lanes.barrier();
      for (int first = expanded; first < expanded + total; first += lanes.size()) {
        const int product = first + lanes.rank();
        const bool valid = product < expanded + total;
        const auto selected =
            broadcast_row<PassData::with_values>(lanes, mine, valid ? static_cast<int>(scratch.words[product]) : 0);
        if (!valid) continue;
        const count_type b_entry = selected.begin + product;
        const auto column = static_cast<std::uint32_t>(b.entries(b_entry) - scratch.first_column);
        scratch.words[product] = column * products_max + product;
        if constexpr (PassData::with_values)
          scratch.terms[product] = multiply<scalar_type>(selected.value, b.values(b_entry));
      }
      expanded += total;
    }
    lanes.barrier();
    return expanded;
  }

  KOKKOS_FUNCTION static bool starts_run(const std::uint32_t* words, int word) {
    return word == 0 || words[word - 1] / products_max != words[word] / products_max;
  }

  /// \brief Sum of the run of equal columns that starts at \p word, in the order of the products.
  KOKKOS_FUNCTION static scalar_type sum_run(const Row& scratch, int word, int expanded) {
    const std::uint32_t column = scratch.words[word] / products_max;
    scalar_type sum = scratch.terms[scratch.words[word] % products_max];
    for (++word; word < expanded && scratch.words[word] / products_max == column; ++word)
      sum += scratch.terms[scratch.words[word] % products_max];
    return sum;
  }

  template <class Team, class Lanes>
  KOKKOS_FUNCTION void compute(const Team&, const Lanes& lanes, count_type position, const Row& scratch) const {
    using column_c_type = typename decltype(pass.entries)::non_const_value_type;
    const count_type row = pass.row_at(position);
    const int expanded = expand(lanes, row, scratch);
    sort_words<Width, Items>(lanes, scratch.words, expanded);
    const count_type begin = PassData::with_values ? pass.begin_of(position) : 0;
    int distinct = 0;
    for (int first = 0; first < expanded; first += lanes.size()) {
      const int word = first + lanes.rank();
      const bool starts = word < expanded && starts_run(scratch.words, word);
      int total = 0;
      const int rank = distinct + lanes.exclusive_sum(starts ? 1 : 0, total);
      distinct += total;
      if constexpr (PassData::with_values) {
        if (starts) {
          pass.entries(begin + rank) =
              static_cast<column_c_type>(scratch.first_column + scratch.words[word] / products_max);
          pass.values(begin + rank) = sum_run(scratch, word, expanded);
        }
      }
    }
    if (lanes.rank() == 0) pass.row_nnz(row) = distinct;
    lanes.barrier();
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto lanes = row_lanes<Width>(team);
    for_each_row_of_team<Width>(team, pass, [&](count_type position, int slot) {
      Row scratch;
      scratch.terms = team.template scratch<scalar_type>(slot * row_bytes);
      scratch.words = team.template scratch<std::uint32_t>(
          slot * row_bytes + (PassData::with_values ? products_max * sizeof(scalar_type) : 0));
      scratch.first_column = pass.row_range(pass.row_at(position)).first;
      compute(team, lanes, position, scratch);
    });
  }
};

/// \brief Launches EscRows on \p exec; returns without a fence.
template <class ExecutionSpace, class PassData>
void esc_rows(const ExecutionSpace& exec, ExecutionPath path, PassData pass) {
  const auto launch = [&](auto size_class) {
    constexpr EscShape shape = esc_shapes[decltype(size_class)::value];
    using kernel_type = EscRows<shape.width, shape.items, PassData>;
    pass.config.row_bytes = kernel_type::row_bytes;
    launch_row_pass<kernel_type>(exec, path, "Ocean::numeric::esc_rows", pass);
  };
  switch (pass.config.size_class) {
    case 0: return launch(std::integral_constant<int, 0>());
    case 1: return launch(std::integral_constant<int, 1>());
    case 2: return launch(std::integral_constant<int, 2>());
    default: return launch(std::integral_constant<int, num_esc_shapes - 1>());
  }
}

}  // namespace Ocean::Impl

#endif
