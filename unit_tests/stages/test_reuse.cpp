/// \file
/// \brief The lists of products on every team path and the CPU path against the same lists made on the host.

#include "ocean/stages/reuse.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::MissingEntries;
using Ocean::Impl::count_type;
using Ocean::Impl::ListedRange;
using Ocean::Impl::ProductIndex;
using Ocean::Testing::DeviceCsr;
using Ocean::Testing::for_each_launcher;
using Ocean::Testing::HostCsr;
using Ocean::Testing::make_random;
using Ocean::Testing::same_integers;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::to_device;
using Ocean::Testing::to_vector;

using matrix_type = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using graph_type = Ocean::Impl::GraphOfC<int, int>;
using workspace_type = Ocean::Impl::Workspace<test_exec_space>;

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
  ListedRange range(bool shared_sums) const {
    return {0,
            static_cast<count_type>(device_a.entries.extent(0)),
            0,
            static_cast<count_type>(reference.entries.size()),
            static_cast<count_type>(entries_a.size()),
            shared_sums};
  }

  Ocean::Impl::ReferenceProduct<int, int, double> reference;
  DeviceCsr<int, int, double> device_a, device_b, device_c;
  std::vector<count_type> begin, entries_a, entries_b;
};

/// Every entry's list, in order; the long ones lie behind the short ones, those of teams first.
template <class Lists, class Products>
void expect_lists(const ListedCase& expected, const Lists& lists, const Products& in) {
  const auto begin = to_vector(lists.begin);
  const auto products = to_vector(in);
  const auto long_entries = to_vector(lists.long_entries), long_begin = to_vector(lists.long_begin);
  const auto num_entries = static_cast<std::size_t>(lists.num_entries);
  std::vector<std::size_t> first(num_entries), size(num_entries);
  for (std::size_t entry = 0; entry < num_entries; ++entry) {
    first[entry] = begin[entry];
    size[entry] = begin[entry + 1] - begin[entry];
  }
  for (std::size_t place = 0; place < static_cast<std::size_t>(lists.num_long); ++place) {
    EXPECT_EQ(size[long_entries[place]], 0u) << "a long list is no short one";
    first[long_entries[place]] = begin[num_entries] + long_begin[place];
    size[long_entries[place]] = long_begin[place + 1] - long_begin[place];
    EXPECT_GT(size[long_entries[place]], static_cast<std::size_t>(Ocean::Impl::short_list_max));
    EXPECT_EQ(size[long_entries[place]] > static_cast<std::size_t>(Ocean::Impl::group_list_max),
              place < static_cast<std::size_t>(lists.num_team_lists));
  }
  std::vector<count_type> ends{0}, entries_a, entries_b;
  for (std::size_t entry = 0; entry < num_entries; ++entry) {
    for (std::size_t place = first[entry]; place < first[entry] + size[entry]; ++place) {
      entries_a.push_back(products[place].a());
      entries_b.push_back(products[place].b());
    }
    ends.push_back(static_cast<count_type>(entries_a.size()));
  }
  EXPECT_TRUE(same_integers("ends", ends, expected.begin));
  EXPECT_TRUE(same_integers("entries of A", entries_a, expected.entries_a));
  EXPECT_TRUE(same_integers("entries of B", entries_b, expected.entries_b));
}

/// Teams have all entries, in order, and no more products than their scratch holds.
template <class Lists>
void expect_dealt(const Lists& lists) {
  const auto begin = to_vector(lists.begin), team_begin = to_vector(lists.team_begin);
  EXPECT_EQ(team_begin.front(), 0u);
  EXPECT_EQ(team_begin.back(), lists.num_entries);
  for (std::size_t team = 0; team + 1 < team_begin.size(); ++team) {
    ASSERT_LE(team_begin[team], team_begin[team + 1]);
    ASSERT_LE(begin[team_begin[team + 1]] - begin[team_begin[team]],
              Ocean::Impl::products_per_team + Ocean::Impl::short_list_max);
  }
}

/// Values of C that sum(values) writes; exact, as all values are small integers.
template <class Sum>
void expect_sums(const ListedCase& expected, const Sum& sum) {
  const auto values = Ocean::Testing::make_view(std::vector<double>(expected.reference.values.size(), -77.0));
  sum(values.data());
  Kokkos::fence("Testing::sums");
  matrix_type actual = expected.reference;
  actual.values = to_vector(values);
  EXPECT_TRUE(Ocean::Testing::same_values(actual, expected.reference, 0.0));
}

/// The lists of the CPU path, where the space has one.
template <class Space>
void expect_on_host(const ListedCase& expected) {
  if constexpr (Ocean::Impl::is_host_space_v<Space>) {
    SCOPED_TRACE("host");
    const Space exec;
    // 16 MiB more than the lists take: no place for each of many columns
    constexpr std::size_t spare_bytes = std::size_t(16) << 20;
    workspace_type workspace(exec, spare_bytes + Ocean::Impl::product_lists_bytes(
                                                     static_cast<count_type>(expected.entries_a.size()),
                                                     static_cast<count_type>(expected.reference.entries.size())));
    const auto row_products = Ocean::Impl::count_row_products(exec, expected.problem(), workspace);
    EXPECT_EQ(Ocean::Impl::count_products(exec, expected.problem()),
              static_cast<count_type>(expected.entries_a.size()));
    const auto listed = Ocean::Impl::list_products_host(exec, expected.problem(), expected.graph(), row_products,
                                                        expected.range(false), MissingEntries::error, workspace);
    EXPECT_EQ(listed.first_missing, std::numeric_limits<count_type>::max());
    const auto& lists = listed.lists;
    expect_lists(expected, lists, lists.host_products);
    const auto begin = to_vector(lists.begin);
    EXPECT_EQ(lists.has_empty, std::adjacent_find(begin.begin(), begin.end()) != begin.end());
    expect_sums(expected,
                [&](double* values) { Ocean::Impl::sum_lists_host(exec, expected.problem(), lists, values); });
  }
}

void expect_everywhere(const ListedCase& expected) {
  const test_exec_space exec;
  for (const bool shared_sums : {false, true})
    for_each_launcher([&](const auto& launcher) {
      SCOPED_TRACE(testing::Message() << to_string(launcher.path) << (shared_sums ? ", shared" : ""));
      workspace_type workspace(exec);
      const auto lists = Ocean::Impl::list_products(launcher, expected.problem(), expected.graph(),
                                                    expected.range(shared_sums), workspace);
      expect_lists(expected, lists, lists.products);
      expect_dealt(lists);
      expect_sums(expected,
                  [&](double* values) { Ocean::Impl::sum_products(launcher, expected.problem(), lists, values); });
    });
  expect_on_host<test_exec_space>(expected);
}

TEST(Reuse, ShortLists) {
  const auto a = make_random<int, int, double>({.num_rows = 150, .num_cols = 120, .mean_row_nnz = 5.0, .seed = 1});
  const auto b = make_random<int, int, double>({.num_rows = 120, .num_cols = 400, .mean_row_nnz = 7.0, .seed = 2});
  expect_everywhere({a, b});
}

/// The full row times the full column: a list of a team, and one of a group of lanes.
TEST(Reuse, LongLists) {
  for (const int num_inner : {3000, 900}) {
    SCOPED_TRACE(num_inner);
    const auto a = make_random<int, int, double>(
        {.num_rows = 40, .num_cols = num_inner, .mean_row_nnz = 2.0, .seed = 3, .full_row = 7, .full_column = 11});
    const auto b = make_random<int, int, double>(
        {.num_rows = num_inner, .num_cols = 60, .mean_row_nnz = 3.0, .seed = 4, .full_row = 11, .full_column = 5});
    expect_everywhere({a, b});
  }
}

/// A caller's graph may have an entry without products, which becomes a zero beside long lists, too.
TEST(Reuse, EntriesWithoutProducts) {
  constexpr int num_products = 600;
  for (const int length : {1, num_products}) {
    SCOPED_TRACE(length);
    matrix_type a, b;
    a.num_rows = b.num_cols = 1;
    a.num_cols = b.num_rows = length;
    a.row_map = {0, length};
    b.row_map.resize(static_cast<std::size_t>(length) + 1);
    std::iota(b.row_map.begin(), b.row_map.end(), 0);
    a.entries.resize(static_cast<std::size_t>(length));
    std::iota(a.entries.begin(), a.entries.end(), 0);
    b.entries.assign(static_cast<std::size_t>(length), 0);
    a.values.assign(static_cast<std::size_t>(length), 1.0);
    b.values.assign(static_cast<std::size_t>(length), 2.0);
    const DeviceCsr<int, int, double> device_a(to_device(a)), device_b(to_device(b));
    const auto row_map = Ocean::Testing::make_view<int>({0, 2}), entries = Ocean::Testing::make_view<int>({0, 3});
    for_each_launcher([&](const auto& launcher) {
      SCOPED_TRACE(to_string(launcher.path));
      workspace_type workspace{test_exec_space()};
      const auto values = Ocean::Testing::make_view<double>({-77.0, -77.0});
      const problem_type problem{device_a.operand(), device_b.operand()};
      const auto lists = Ocean::Impl::list_products(launcher, problem, graph_type{row_map.data(), entries.data()},
                                                    {0, length, 0, 2, length}, workspace);
      Ocean::Impl::sum_products(launcher, problem, lists, values.data());
      Kokkos::fence("Testing::sums");
      EXPECT_EQ(to_vector(values), (std::vector<double>{2.0 * length, 0.0}));
    });
  }
}

TEST(Reuse, ColumnsFarApart) {
  const auto a = make_random<int, int, double>({.num_rows = 90, .num_cols = 70, .mean_row_nnz = 6.0, .seed = 7});
  auto b = make_random<int, int, double>({.num_rows = 70, .num_cols = 2000, .mean_row_nnz = 30.0, .seed = 8});
  for (int& column : b.entries) column *= 1500;
  b.num_cols = 3'000'000;
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

TEST(Reuse, ChoicesFollowTheMeans) {
  EXPECT_FALSE(Ocean::Impl::choose_shared_sums(0, 0));
  EXPECT_FALSE(Ocean::Impl::choose_shared_sums(3199, 100));
  EXPECT_TRUE(Ocean::Impl::choose_shared_sums(3200, 100));
}

}  // namespace
