/// \file
/// \brief Expand, sort, compress by a group of lanes, against sums in the order of the products; the lanes are threads
/// of the host.
// backends: Serial OpenMP
// once: OpenMP

#include "ocean/accumulators/sorted_products.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <vector>

#include "support/threaded_lanes.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::a_row;
using Ocean::Impl::HostCsr;
using Ocean::Impl::SortedProducts;

constexpr int num_lanes = 8, items = 2, products_max = num_lanes * items, first_column = 5;
/// Their sums depend on the order: with another one, the small value is lost.
constexpr double large = 1e16, small = 1.0;

/// \brief An entry of C as write_sums() hands it over, by its rank.
struct Entry {
  int column = -1;
  double sum = 0.0;
  bool operator==(const Entry&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Entry& entry) { return out << entry.column << ": " << entry.sum; }

/// \brief Row \p row of C, computed by lanes; without values, as many empty entries. Checks that all lanes count the
/// same.
template <bool WithValues, class Problem>
std::vector<Entry> compress(const Problem& problem, int row) {
  std::array<double, products_max> terms{};
  std::array<std::uint32_t, products_max> words{};
  std::array<int, num_lanes> counts{};
  std::vector<Entry> entries(products_max + 1);
  run_in_lanes<num_lanes>([&](const ThreadedLanes<num_lanes>& lanes) {
    SortedProducts<items, WithValues, ThreadedLanes<num_lanes>, Problem, double> products(lanes,
                                                                                          {words.data(), terms.data()});
    products.expand(problem, a_row(problem, row), first_column);
    products.sort();
    counts[static_cast<std::size_t>(lanes.rank())] = products.find_columns();
    if constexpr (WithValues)
      products.write_sums([&](int rank, std::uint32_t column, double sum) {
        entries[static_cast<std::size_t>(rank)] = {static_cast<int>(column) + first_column, sum};
      });
  });
  for (const int count : counts) EXPECT_EQ(count, counts.front()) << "row " << row;
  entries.resize(static_cast<std::size_t>(counts.front()));
  return entries;
}

TEST(SortedProducts, SumsEveryColumnInTheOrderOfProducts) {
  // Rows of A: none; one row of B; the same row three times; an empty one between two; more entries than lanes; all 16
  // products, of one column and of different ones; a column whose products begin with the last lane.
  const HostCsr<int, int, double> b{9,
                                    40,
                                    {0, 0, 1, 4, 6, 7, 9, 25, 33, 34},
                                    {9,  7,  9,  30, 5,  9,  9,  30, 39, 5, 6, 8, 9, 10, 11, 12, 13,
                                     14, 15, 20, 21, 22, 30, 38, 39, 5,  6, 7, 8, 9, 10, 11, 12, 12},
                                    {}};
  HostCsr<int, int, double> a{
      8, 9, {0, 0, 1, 4, 7, 16, 32, 33, 35}, {2, 2, 2, 2, 2, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 3}, {}};
  a.entries.insert(a.entries.end(), 16, 4);
  a.entries.insert(a.entries.end(), {6, 7, 8});
  HostCsr<int, int, double> with_values = b;
  for (std::size_t entry = 0; entry < b.entries.size(); ++entry) with_values.values.push_back(1.0 + entry % 3);
  for (std::size_t entry = 0; entry < a.entries.size(); ++entry)
    a.values.push_back(entry % 3 == 0 ? large : entry % 3 == 1 ? small : -large);
  const auto device_a = to_device(a), device_b = to_device(with_values);
  using operand_type = decltype(device_a.operand());
  const Ocean::Impl::Problem<operand_type, operand_type> problem{device_a.operand(), device_b.operand()};
  for (int row = 0; row < a.num_rows; ++row) {
    std::map<int, double> sums;
    for (int entry = a.row_map[row]; entry < a.row_map[row + 1]; ++entry)
      for (int term = b.row_map[a.entries[entry]]; term < b.row_map[a.entries[entry] + 1]; ++term) {
        const double product = a.values[entry] * with_values.values[term];
        const auto [place, is_new] = sums.emplace(b.entries[term], product);
        if (!is_new) place->second += product;
      }
    std::vector<Entry> expected;
    for (const auto& [column, sum] : sums) expected.push_back({column, sum});
    EXPECT_EQ((compress<true>(problem, row)), expected) << "row " << row;
    EXPECT_EQ((compress<false>(problem, row).size()), expected.size()) << "row " << row;
  }
}

}  // namespace
