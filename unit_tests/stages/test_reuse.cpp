/// \file
/// \brief The lists of products on every team path and the CPU path against the same lists made on the host.

#include "ocean/stages/reuse.hpp"

#include <gtest/gtest.h>

#include <map>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::ExecutionPath;
using Ocean::Impl::count_type;
using Ocean::Impl::ListedRange;
using Ocean::Impl::ProductIndex;
using Ocean::Testing::DeviceCsr;
using Ocean::Testing::HostCsr;
using Ocean::Testing::make_random;
using Ocean::Testing::same_integers;
using Ocean::Testing::team_paths;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::to_device;
using Ocean::Testing::to_vector;

using matrix_type = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using graph_type = Ocean::Impl::GraphOfC<int, int>;
using workspace_type = Ocean::Impl::Workspace<test_exec_space>;

constexpr bool is_host = Ocean::Impl::is_host_space_v<test_exec_space>;

/// A product with its graph on the device and the lists that are expected.
struct ListedCase {
  ListedCase(const matrix_type& a, const matrix_type& b)
      : reference(Ocean::Impl::multiply_gustavson<int, int, double>(a, b)),
        device_a(to_device(a)),
        device_b(to_device(b)),
        device_c(to_device(static_cast<const matrix_type&>(reference))) {
    begin.push_back(0);
    for (count_type row = 0; row < a.num_rows; ++row) {
      std::map<int, std::vector<std::pair<count_type, count_type>>> lists;
      for (int entry_a = a.row_map[row]; entry_a < a.row_map[row + 1]; ++entry_a)
        for (int entry_b = b.row_map[a.entries[entry_a]]; entry_b < b.row_map[a.entries[entry_a] + 1]; ++entry_b)
          lists[b.entries[entry_b]].push_back({entry_a, entry_b});
      for (const auto& [column, list] : lists) {
        for (const auto& [entry_a, entry_b] : list) {
          entries_a.push_back(entry_a);
          entries_b.push_back(entry_b);
        }
        begin.push_back(static_cast<count_type>(entries_a.size()));
      }
    }
  }

  problem_type problem() const { return {device_a.operand(), device_b.operand()}; }
  graph_type graph() const { return {device_c.row_map.data(), device_c.entries.data()}; }
  ListedRange range(int lanes) const {
    return {0,
            static_cast<count_type>(device_a.entries.extent(0)),
            0,
            static_cast<count_type>(reference.entries.size()),
            static_cast<count_type>(entries_a.size()),
            lanes};
  }

  Ocean::Impl::ReferenceProduct<int, int, double> reference;
  DeviceCsr<int, int, double> device_a, device_b, device_c;
  std::vector<count_type> begin, entries_a, entries_b;
};

template <class Lists>
void expect_lists(const ListedCase& expected, const Lists& lists) {
  EXPECT_TRUE(same_integers("begin", to_vector(lists.begin), expected.begin));
  std::vector<count_type> entries_a, entries_b;
  for (const ProductIndex& product : to_vector(lists.products)) {
    entries_a.push_back(product.a());
    entries_b.push_back(product.b());
  }
  EXPECT_TRUE(same_integers("entries of A", entries_a, expected.entries_a));
  EXPECT_TRUE(same_integers("entries of B", entries_b, expected.entries_b));
}

/// Values of C that the lists give; exact, as all values are small integers.
template <class Lists>
void expect_sums(const ListedCase& expected, ExecutionPath path, const Lists& lists) {
  const auto values = Ocean::Testing::make_view(std::vector<double>(expected.reference.values.size(), -77.0));
  Ocean::Impl::sum_products(test_exec_space{}, path, expected.problem(), lists, values.data());
  Kokkos::fence("Testing::sums");
  matrix_type actual = expected.reference;
  actual.values = to_vector(values);
  EXPECT_TRUE(Ocean::Testing::same_values(actual, expected.reference, 0.0));
}

void expect_everywhere(const ListedCase& expected) {
  const test_exec_space exec;
  for (const int lanes : {1, 4, 32}) {
    for (const ExecutionPath path : team_paths()) {
      SCOPED_TRACE(testing::Message() << to_string(path) << ", " << lanes << " lanes");
      workspace_type workspace(exec);
      const auto lists = Ocean::Impl::list_products(exec, path, expected.problem(), expected.graph(),
                                                    expected.range(lanes), workspace);
      expect_lists(expected, lists);
      expect_sums(expected, path, lists);
    }
    if constexpr (is_host) {
      SCOPED_TRACE(testing::Message() << "host, " << lanes << " lanes");
      workspace_type workspace(exec);
      const auto row_products = Ocean::Impl::count_row_products(exec, expected.problem(), workspace);
      const auto lists = Ocean::Impl::list_products_host(exec, expected.problem(), expected.graph(), row_products,
                                                         expected.range(lanes), workspace);
      expect_lists(expected, lists);
      expect_sums(expected, ExecutionPath::team, lists);
    }
  }
}

TEST(Reuse, ShortLists) {
  const auto a = make_random<int, int, double>({.num_rows = 150, .num_cols = 120, .mean_row_nnz = 5.0, .seed = 1});
  const auto b = make_random<int, int, double>({.num_rows = 120, .num_cols = 400, .mean_row_nnz = 7.0, .seed = 2});
  expect_everywhere({a, b});
}

TEST(Reuse, LongLists) {
  const auto a = make_random<int, int, double>(
      {.num_rows = 40, .num_cols = 3000, .mean_row_nnz = 2.0, .seed = 3, .full_row = 7, .full_column = 11});
  const auto b = make_random<int, int, double>(
      {.num_rows = 3000, .num_cols = 60, .mean_row_nnz = 3.0, .seed = 4, .full_row = 11, .full_column = 5});
  expect_everywhere({a, b});
}

TEST(Reuse, UnsortedRowsWithDuplicatesAndEmptyRows) {
  const auto a = make_random<int, int, double>({.num_rows = 90,
                                                .num_cols = 70,
                                                .mean_row_nnz = 6.0,
                                                .seed = 5,
                                                .empty_row_ratio = 0.3,
                                                .duplicate_ratio = 0.3,
                                                .unsorted = true});
  const auto b = make_random<int, int, double>({.num_rows = 70,
                                                .num_cols = 50,
                                                .mean_row_nnz = 6.0,
                                                .seed = 6,
                                                .empty_row_ratio = 0.3,
                                                .duplicate_ratio = 0.5,
                                                .unsorted = true});
  expect_everywhere({a, b});
}

TEST(Reuse, LanesFollowTheMeanList) {
  using Ocean::Impl::choose_lanes_per_list;
  EXPECT_EQ(choose_lanes_per_list(0, 0), 1);
  EXPECT_EQ(choose_lanes_per_list(1199, 100), 1);
  EXPECT_EQ(choose_lanes_per_list(1200, 100), 4);
  EXPECT_EQ(choose_lanes_per_list(6399, 100), 4);
  EXPECT_EQ(choose_lanes_per_list(6400, 100), 32);
  using Ocean::Impl::choose_lanes_per_visited_row;
  EXPECT_EQ(choose_lanes_per_visited_row(0), 1);
  EXPECT_EQ(choose_lanes_per_visited_row(7), 4);
  EXPECT_EQ(choose_lanes_per_visited_row(8), 8);
  EXPECT_EQ(choose_lanes_per_visited_row(100000), 32);
}

}  // namespace
