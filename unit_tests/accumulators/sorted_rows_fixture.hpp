#ifndef OCEAN_UNIT_TESTS_ACCUMULATORS_SORTED_ROWS_FIXTURE_HPP
#define OCEAN_UNIT_TESTS_ACCUMULATORS_SORTED_ROWS_FIXTURE_HPP
/// \file
/// \brief Rows that lanes expand, sort and compress in registers, beside sums in an order that is written down; the
/// lanes are threads of the host.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "ocean/accumulators/products.hpp"
#include "ocean/accumulators/sorted_scratch.hpp"
#include "support/sums_by_parts.hpp"
#include "support/threaded_lanes.hpp"
#include "support/transfer.hpp"

namespace Ocean::Testing {

inline constexpr int num_lanes = 8, first_column = 5;

/// \brief Row \p row of C, computed by groups of lanes, \p Items products a lane; without values, as many empty
/// entries. Checks that all lanes count the same.
///
/// \param make make(team, lanes, scratch) is the accumulator
template <int NumGroups, int Width, int Items, bool WithValues, class Problem, class Make>
std::vector<ColumnSum> compress(const Problem& problem, int row, const Make& make) {
  constexpr int all_lanes = NumGroups * Width, products_max = all_lanes * Items;
  std::array<double, products_max + all_lanes> terms{};
  std::array<std::uint32_t, products_max> words{};
  std::array<std::uint8_t, products_max> marks{};
  Impl::WarpExchange exchange{};
  std::array<int, all_lanes> counts{};
  std::vector<ColumnSum> entries(products_max + 1);
  run_in_team<NumGroups, Width>([&](const ThreadedTeam& team, const ThreadedLanes<Width>& lanes) {
    auto products = make(team, lanes, Impl::SortedScratch<double>{words.data(), terms.data(), marks.data(), &exchange});
    products.expand(problem, Impl::a_row(problem, row), first_column);
    products.sort();
    counts[static_cast<std::size_t>(team.thread_rank())] = products.find_columns();
    if constexpr (WithValues)
      products.write_sums([&](int rank, std::uint32_t column, double sum) {
        entries[static_cast<std::size_t>(rank)] = {static_cast<int>(column) + first_column, sum};
      });
  });
  for (const int count : counts) EXPECT_EQ(count, counts.front()) << "row " << row;
  entries.resize(static_cast<std::size_t>(counts.front()));
  return entries;
}

/// \brief Calls expect(problem, products, row) for every row of A; products are their (column, product) in the order of
/// A's entries, then of B's.
template <class Expect>
void for_each_row(const Impl::HostCsr<int, int, double>& a, const Impl::HostCsr<int, int, double>& b,
                  const Expect& expect) {
  const auto device_a = to_device(a), device_b = to_device(b);
  using operand_type = decltype(device_a.operand());
  const Impl::Problem<operand_type, operand_type> problem{device_a.operand(), device_b.operand()};
  for (int row = 0; row < a.num_rows; ++row) {
    std::vector<std::pair<int, double>> products;
    for (int entry = a.row_map[row]; entry < a.row_map[row + 1]; ++entry)
      for (int term = b.row_map[a.entries[entry]]; term < b.row_map[a.entries[entry] + 1]; ++term)
        products.emplace_back(b.entries[term], a.values[entry] * b.values[term]);
    expect(problem, products, row);
  }
}

/// \brief The same for rows of at most 16 products whose sums depend on the order.
template <class Expect>
void for_each_short_row(const Expect& expect) {
  // With another order, the small value is lost.
  constexpr double large = 1e16, small = 1.0;
  // Rows of A: none; one row of B; the same row three times; an empty one between two; more entries than lanes; all 16
  // products, of one column and of different ones; a column whose products begin with the last lane.
  Impl::HostCsr<int, int, double> b{9,
                                    40,
                                    {0, 0, 1, 4, 6, 7, 9, 25, 33, 34},
                                    {9,  7,  9,  30, 5,  9,  9,  30, 39, 5, 6, 8, 9, 10, 11, 12, 13,
                                     14, 15, 20, 21, 22, 30, 38, 39, 5,  6, 7, 8, 9, 10, 11, 12, 12},
                                    {}};
  Impl::HostCsr<int, int, double> a{
      8, 9, {0, 0, 1, 4, 7, 16, 32, 33, 35}, {2, 2, 2, 2, 2, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 3}, {}};
  a.entries.insert(a.entries.end(), 16, 4);
  a.entries.insert(a.entries.end(), {6, 7, 8});
  for (std::size_t entry = 0; entry < b.entries.size(); ++entry) b.values.push_back(1.0 + entry % 3);
  for (std::size_t entry = 0; entry < a.entries.size(); ++entry)
    a.values.push_back(entry % 3 == 0 ? large : entry % 3 == 1 ? small : -large);
  for_each_row(a, b, expect);
}

/// \brief Expects sums in the order of the products from compress(with_values, problem, row), a row of C; without
/// values, as many entries. \p with_values is a std::bool_constant
template <class Compress>
void expect_sums_in_order(const Compress& compress) {
  for_each_short_row([&](const auto& problem, const auto& products, int row) {
    const std::vector<ColumnSum> expected = sum_by_parts(products, products.size() + 1);
    EXPECT_EQ(compress(std::true_type(), problem, row), expected) << "row " << row;
    EXPECT_EQ(compress(std::false_type(), problem, row).size(), expected.size()) << "row " << row;
  });
}

}  // namespace Ocean::Testing

#endif
