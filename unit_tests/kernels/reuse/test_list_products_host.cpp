/// \file
/// \brief CPU path: rows dealt to workers, their products in order, and the lists of the entries of C.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/reuse/list_products_host.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "support/builders.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::host_reuse_rows;
using Ocean::Impl::HostProductIndex;

using host_matrix = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using graph_type = Ocean::Impl::GraphOfC<int, int>;
using rows_type = Ocean::Impl::PlacedRowsHost<problem_type, graph_type>;
using product_list = std::vector<std::pair<count_type, count_type>>;

constexpr count_type no_row = std::numeric_limits<count_type>::max();

/// \brief Two operands, a graph of C, and the slots of some workers.
struct ListedCase {
  ListedCase(const host_matrix& a, const host_matrix& b, const host_matrix& c, int num_workers = 1,
             count_type slots_of_worker = 64)
      : device_a(to_device(a)),
        device_b(to_device(b)),
        device_c(to_device(c)),
        num_slots(slots_of_worker),
        slots(static_cast<std::size_t>(num_workers * slots_of_worker), 0xffffffffu) {}  // as memory may be

  rows_type rows() {
    return {{device_a.operand(), device_b.operand()},
            {device_c.row_map.data(), device_c.entries.data()},
            slots.data(),
            num_slots,
            &next_row};
  }

  DeviceCsr<int, int, double> device_a, device_b, device_c;
  count_type num_slots;
  std::vector<std::uint32_t> slots;
  count_type next_row = 0;
};

/// Row 1 of A is empty, and so is row 1 of B; row 3 has products only there.
const host_matrix hand_a{4, 3, {0, 2, 2, 5, 6}, {2, 0, 0, 1, 0, 1}, {1, 1, 1, 1, 1, 1}};
const host_matrix hand_b{3, 9, {0, 2, 2, 5}, {1, 4, 8, 1, 8}, {1, 1, 1, 1, 1}};
const host_matrix hand_c{4, 9, {0, 3, 3, 5, 5}, {1, 4, 8, 1, 4}, {0, 0, 0, 0, 0}};

TEST(ListProductsHost, RowsAndTheirPlacesByHand) {
  ListedCase listed(hand_a, hand_b, hand_c);
  std::vector<count_type> rows, begins, sizes, places, empty;
  listed.rows().for_each_row(
      0, [](count_type row, count_type) { return row; },
      [&](count_type row, count_type begin, count_type size, const auto& index) {
        rows.push_back(row);
        begins.push_back(begin);
        sizes.push_back(size);
        for (const count_type column : {1, 4}) places.push_back(index.of(column));
        places.push_back(index.find(8));
      },
      [&](count_type row) { empty.push_back(row); });
  EXPECT_EQ(rows, (std::vector<count_type>{0, 2}));
  EXPECT_EQ(begins, (std::vector<count_type>{0, 3}));
  EXPECT_EQ(sizes, (std::vector<count_type>{3, 2}));
  EXPECT_EQ(places, (std::vector<count_type>{0, 1, 2, 0, 1, -1}));
  EXPECT_EQ(empty, (std::vector<count_type>{1, 3}));

  const auto products_of = [&](count_type row) {
    product_list products;
    listed.rows().for_each_product(row, [&](count_type a, count_type b) { products.emplace_back(a, b); });
    return products;
  };
  EXPECT_EQ(products_of(0), (product_list{{0, 2}, {0, 3}, {0, 4}, {1, 0}, {1, 1}}));
  EXPECT_EQ(products_of(1), product_list{});
  EXPECT_EQ(products_of(2), (product_list{{2, 0}, {2, 1}, {4, 0}, {4, 1}}));
  EXPECT_EQ(products_of(3), product_list{});
  EXPECT_EQ(listed.rows().column_of(4), 8);
}

/// Three rows from row 70 on are done by whoever is asked first.
TEST(ListProductsHost, RowsThatAreTakenAreLeftOut) {
  ListedCase listed(make_identity<int, int, double>(100), make_identity<int, int, double>(100),
                    make_identity<int, int, double>(100));
  std::vector<count_type> rows, ends;
  listed.rows().for_each_row(
      0,
      [&](count_type row, count_type end) {
        if (row == 70) ends.push_back(end);
        return row == 70 ? row + 3 : row;
      },
      [&](count_type row, count_type, count_type, const auto&) { rows.push_back(row); }, [](count_type) { FAIL(); });
  EXPECT_EQ(ends, (std::vector<count_type>{100})) << "no further than the worker's rows";
  ASSERT_EQ(rows.size(), 97u);
  EXPECT_EQ(rows[69], 69);
  EXPECT_EQ(rows[70], 73);
}

/// Every row once, 64 at a time, whoever comes; the last ones are fewer, and who comes late has none.
TEST(ListProductsHost, RowsAreDealtToWorkers) {
  for (const count_type num_rows :
       {count_type(0), count_type(1), host_reuse_rows, host_reuse_rows + 1, 3 * host_reuse_rows + 5}) {
    SCOPED_TRACE(num_rows);
    const auto a = make_identity<int, int, double>(num_rows);
    ListedCase listed(a, a, a, 2);
    std::vector<int> visits(static_cast<std::size_t>(num_rows), 0);
    int num_late = 0;
    const auto visit = [&](int& count, count_type row, count_type begin, count_type size, const auto& places) {
      ++count;
      EXPECT_EQ(begin, row);
      EXPECT_EQ(size, 1);
      EXPECT_EQ(places.of(row), 0);
    };
    listed.rows().for_each_row(1, [&](count_type row, count_type begin, count_type size, const auto& places) {
      // the other worker takes all rows behind the first ones, in the middle of this one's
      visit(visits[static_cast<std::size_t>(row)], row, begin, size, places);
      if (row == 0)
        listed.rows().for_each_row(0, [&](count_type of, count_type begin_of, count_type size_of, const auto& others) {
          EXPECT_GE(of, host_reuse_rows);
          visit(visits[static_cast<std::size_t>(of)], of, begin_of, size_of, others);
        });
      EXPECT_EQ(places.of(row), 0) << "each worker has slots of its own";
    });
    listed.rows().for_each_row(0, [&](count_type, count_type, count_type, const auto&) { ++num_late; });
    EXPECT_EQ(visits, std::vector<int>(static_cast<std::size_t>(num_rows), 1));
    EXPECT_EQ(num_late, 0);
  }
}

/// \brief Lists that workers make, one after the other, and their entries of C without products.
struct Lists {
  std::vector<std::uint32_t> begin;
  product_list products;
  count_type num_empty = 0;
};

/// \brief The kernel. \param first_missing  null: C has all columns
Ocean::Impl::ListProductsHost<problem_type, graph_type> make_kernel(
    const rows_type& rows, const std::vector<count_type>& row_products, count_type first_entry,
    std::vector<std::uint32_t>& begin, std::vector<HostProductIndex>& products, count_type* first_missing = nullptr) {
  return {rows, row_products.data(), first_entry, begin.data(), products.data(), first_missing};
}

/// \brief The lists of \p rows, whose entries begin at \p first_entry of C; the last product of each must be marked.
Lists list(const rows_type& rows, const std::vector<count_type>& row_products, count_type first_entry,
           count_type num_entries, int num_workers) {
  Lists lists{std::vector<std::uint32_t>(static_cast<std::size_t>(num_entries) + 1, 77), {}};
  std::vector<HostProductIndex> products(static_cast<std::size_t>(row_products.back()));
  lists.begin[0] = 0;
  count_type first_missing = no_row;
  for (count_type* const missing : {static_cast<count_type*>(nullptr), &first_missing}) {  // the same, both ways
    const auto kernel = make_kernel(rows, row_products, first_entry, lists.begin, products, missing);
    *rows.next_row = 0;
    lists.num_empty = 0;
    for (int worker = 0; worker < num_workers; ++worker) kernel(worker, lists.num_empty);
  }
  EXPECT_EQ(first_missing, no_row);
  std::vector<std::uint64_t> marks, ends(products.size(), 0);
  for (const HostProductIndex& index : products) {
    lists.products.emplace_back(index.a(), index.b());
    marks.push_back(index.is_last());
  }
  for (const std::uint32_t end : lists.begin)
    if (end > 0) ends[end - 1] = 1;
  EXPECT_EQ(marks, ends);
  return lists;
}

TEST(ListProductsHost, ListsByHand) {
  ListedCase listed(hand_a, hand_b, hand_c);
  const Lists lists = list(listed.rows(), {0, 5, 5, 9, 9}, 0, 5, 1);
  EXPECT_EQ(lists.begin, (std::vector<std::uint32_t>{0, 2, 3, 5, 7, 9}));
  EXPECT_EQ(lists.products, (product_list{{0, 3}, {1, 0}, {1, 1}, {0, 2}, {0, 4}, {2, 0}, {4, 0}, {2, 1}, {4, 1}}));
  EXPECT_EQ(lists.num_empty, 0);
}

/// C has other columns too: before those of a row's products, behind them, and in a row without products.
TEST(ListProductsHost, EntriesWithoutProductsAreCounted) {
  const host_matrix larger_c{4, 9, {0, 3, 3, 7, 8}, {1, 4, 8, 0, 1, 4, 6, 2}, {0, 0, 0, 0, 0, 0, 0, 0}};
  ListedCase listed(hand_a, hand_b, larger_c);
  const Lists lists = list(listed.rows(), {0, 5, 5, 9, 9}, 0, 8, 1);
  EXPECT_EQ(lists.begin, (std::vector<std::uint32_t>{0, 2, 3, 5, 5, 7, 9, 9, 9}));
  EXPECT_EQ(lists.products, (product_list{{0, 3}, {1, 0}, {1, 1}, {0, 2}, {0, 4}, {2, 0}, {4, 0}, {2, 1}, {4, 1}}));
  EXPECT_EQ(lists.num_empty, 3);
}

/// The first row that lacks a column is reported, whether its row of C is empty or not; nothing is written behind the
/// products of a row.
TEST(ListProductsHost, RowsThatLackAColumnAreReported) {
  const auto find_missing = [](const host_matrix& c, count_type largest_row) {
    ListedCase listed(hand_a, hand_b, c);
    const rows_type rows = listed.rows();
    const std::vector<count_type> row_products = {0, 5, 5, 9, 9};
    std::vector<std::uint32_t> begin(c.entries.size() + 1, 0);
    std::vector<HostProductIndex> products(10, HostProductIndex(77, 77));
    count_type first_missing = no_row, num_empty = 0;
    make_kernel(rows, row_products, 0, begin, products, &first_missing)(0, num_empty);
    EXPECT_EQ(products.back().a(), 77u);
    EXPECT_LE(first_missing, largest_row);
    return first_missing;
  };
  EXPECT_EQ(find_missing(hand_c, no_row), no_row);
  const auto without = [](int row, int column) {
    host_matrix c = hand_c;
    const auto begin = c.entries.begin() + c.row_map[row], end = c.entries.begin() + c.row_map[row + 1];
    const auto place = std::find(begin, end, column);
    EXPECT_NE(place, end);
    c.entries.erase(place);
    c.values.pop_back();
    for (int later = row + 1; later <= c.num_rows; ++later) --c.row_map[later];
    return c;
  };
  const int last = hand_c.entries.back();
  EXPECT_EQ(find_missing(without(2, last), 2), 2);
  EXPECT_EQ(find_missing(without(0, hand_c.entries.front()), 0), 0);
  host_matrix empty_row = without(2, last);
  while (empty_row.row_map[2] < empty_row.row_map[3]) {
    empty_row.entries.pop_back();
    empty_row.values.pop_back();
    --empty_row.row_map[3];
    --empty_row.row_map[4];
  }
  EXPECT_EQ(find_missing(empty_row, 2), 2);
}

/// Rows of a larger matrix: the entries of C are counted from the first of theirs.
TEST(ListProductsHost, ListsOfSomeRows) {
  ListedCase listed(hand_a, hand_b, hand_c);
  rows_type rows = listed.rows();
  rows.problem.a.num_rows = 2;
  rows.problem.a.row_map = Kokkos::subview(rows.problem.a.row_map, std::make_pair(2, 5));
  rows.problem.a.first_offset = 2;
  rows.graph.row_map += 2;
  const Lists lists = list(rows, {0, 4, 4}, 3, 2, 1);
  EXPECT_EQ(lists.begin, (std::vector<std::uint32_t>{0, 2, 4}));
  EXPECT_EQ(lists.products, (product_list{{2, 0}, {4, 0}, {2, 1}, {4, 1}}));
}

/// \param stride  between columns that B may have
void expect_lists_of_random_products(int stride, double row_nnz_a, double row_nnz_b) {
  const auto a = make_random<int, int, double>({.num_rows = 150,
                                                .num_cols = 40,
                                                .mean_row_nnz = row_nnz_a,
                                                .seed = 1,
                                                .empty_row_ratio = 0.2,
                                                .unsorted = true});
  auto b = make_random<int, int, double>({.num_rows = 40,
                                          .num_cols = 60,
                                          .mean_row_nnz = row_nnz_b,
                                          .seed = 2,
                                          .empty_row_ratio = 0.2,
                                          .duplicate_ratio = 0.2,
                                          .unsorted = true});
  for (int& column : b.entries) column *= stride;
  b.num_cols *= stride;
  host_matrix c{a.num_rows, b.num_cols, {0}, {}, {}};
  std::vector<std::uint32_t> begin{0};
  std::vector<count_type> row_products{0};
  product_list products;
  for (std::size_t row = 0; row < static_cast<std::size_t>(a.num_rows); ++row) {
    std::map<int, product_list> lists;
    for (int entry_a = a.row_map[row]; entry_a < a.row_map[row + 1]; ++entry_a) {
      const auto inner = static_cast<std::size_t>(a.entries[static_cast<std::size_t>(entry_a)]);
      for (int entry_b = b.row_map[inner]; entry_b < b.row_map[inner + 1]; ++entry_b)
        lists[b.entries[static_cast<std::size_t>(entry_b)]].emplace_back(entry_a, entry_b);
    }
    for (const auto& [column, of_column] : lists) {
      c.entries.push_back(column);
      c.values.push_back(0.0);
      products.insert(products.end(), of_column.begin(), of_column.end());
      begin.push_back(static_cast<std::uint32_t>(products.size()));
    }
    c.row_map.push_back(static_cast<int>(c.entries.size()));
    row_products.push_back(static_cast<count_type>(products.size()));
  }
  ListedCase listed(a, b, c, 2);
  const Lists lists = list(listed.rows(), row_products, 0, static_cast<count_type>(c.entries.size()), 2);
  EXPECT_EQ(lists.begin, begin);
  EXPECT_EQ(lists.products, products);
}

/// Direct places and slotted ones, with more rows than a worker takes at a time.
TEST(ListProductsHost, ListsOfRandomProducts) {
  for (const int stride : {1, 70, 100000}) {
    SCOPED_TRACE(stride);
    expect_lists_of_random_products(stride, 4.0, 7.0);
  }
}

/// Rows of some 600 to 1,800 products: those of the longer ones are not noted.
TEST(ListProductsHost, ListsOfLongRows) { expect_lists_of_random_products(1, 25.0, 50.0); }

}  // namespace
