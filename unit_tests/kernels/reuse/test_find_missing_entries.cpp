/// \file
/// \brief Products that a graph of C has no entry for: the first row, and its first column.
// once: OpenMP

#include "ocean/kernels/reuse/find_missing_entries.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "ocean/kernels/reuse/visit_products.hpp"
#include "support/builders.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;

using host_matrix = HostCsr<int, int, double>;
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, int, int, double>;
using problem_type = Ocean::Impl::Problem<operand_type, operand_type>;
using graph_type = Ocean::Impl::GraphOfC<int, int>;

inline constexpr count_type none = std::numeric_limits<count_type>::max();

/// \brief Two operands and a graph of C on the device.
struct MissingCase {
  MissingCase(const host_matrix& a, const host_matrix& b, const host_matrix& c)
      : device_a(to_device(a)), device_b(to_device(b)), device_c(to_device(c)) {}

  problem_type problem() const { return {device_a.operand(), device_b.operand()}; }
  graph_type graph() const { return {device_c.row_map.data(), device_c.entries.data()}; }
  count_type row(int lanes) const {
    return Ocean::Impl::find_row_with_missing(test_exec_space(), problem(), graph(), lanes);
  }
  count_type column(count_type of) const {
    return Ocean::Impl::find_missing_column(test_exec_space(), problem(), graph(), of);
  }

  DeviceCsr<int, int, double> device_a, device_b, device_c;
};

/// \brief Which entries of C there are, asked on the device.
struct AskForColumns {
  graph_type graph;
  test_view<int> answers;  ///< [rows * columns]
  count_type num_cols;
  KOKKOS_FUNCTION void operator()(count_type item) const {
    answers(item) = Ocean::Impl::has_entry(graph, item / num_cols, item % num_cols) ? 1 : 0;
  }
};

/// Rows 1 and 3 of A are empty, and so is row 0 of B, whose row 3 descends and has a column twice.
const host_matrix hand_a{5, 4, {0, 2, 2, 4, 4, 5}, {2, 1, 3, 0, 1}, {1, 1, 1, 1, 1}};
const host_matrix hand_b{4, 6, {0, 0, 2, 4, 7}, {4, 1, 0, 4, 5, 1, 5}, {1, 1, 1, 1, 1, 1, 1}};

/// \brief The hand-made product in the graph of \p rows.
MissingCase make_case(const std::vector<std::vector<int>>& rows) {
  host_matrix c{5, 6, {0}, {}, {}};
  for (const auto& row : rows) {
    c.entries.insert(c.entries.end(), row.begin(), row.end());
    c.row_map.push_back(static_cast<int>(c.entries.size()));
  }
  c.values.assign(c.entries.size(), 0.0);
  return {hand_a, hand_b, c};
}

TEST(FindMissingEntries, ColumnsOfARow) {
  const auto missing = make_case({{1, 4}, {}, {0, 5}, {5}, {2}});
  const AskForColumns ask{missing.graph(), test_view<int>("Testing::answers", 30), 6};
  Kokkos::parallel_for("Testing::ask", Kokkos::RangePolicy<test_exec_space, Kokkos::IndexType<count_type>>(0, 30), ask);
  EXPECT_EQ(to_vector(ask.answers), (std::vector<int>{0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0,
                                                      0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0}));
}

TEST(FindMissingEntries, ByHand) {
  const auto product = make_case({{0, 1, 4}, {}, {1, 5}, {}, {1, 4}});
  const auto more = make_case({{0, 1, 2, 4, 5}, {3}, {0, 1, 5}, {2}, {0, 1, 2, 3, 4, 5}});
  // column 4 is the first of the row behind; columns 1 and 5 of row 2 lie behind its only one; row 4 has none
  const auto three = make_case({{0, 1}, {4}, {0}, {}, {}});
  const auto last = make_case({{0, 1, 4}, {}, {1, 5}, {}, {1}});
  for (const int lanes : {1, 2, 32}) {
    SCOPED_TRACE(lanes);
    EXPECT_EQ(product.row(lanes), none);
    EXPECT_EQ(more.row(lanes), none);
    EXPECT_EQ(three.row(lanes), 0);
    EXPECT_EQ(last.row(lanes), 4);
  }
  EXPECT_EQ(three.column(0), 4);
  EXPECT_EQ(three.column(1), none) << "a row without products";
  EXPECT_EQ(three.column(2), 1) << "the first, though another is met before";
  EXPECT_EQ(three.column(4), 1);
  EXPECT_EQ(last.column(4), 4);
  EXPECT_EQ(product.column(2), none);
}

/// A graph that lacks one entry after the other.
TEST(FindMissingEntries, EveryEntryInTurn) {
  const auto a = make_random<int, int, double>(
      {.num_rows = 12, .num_cols = 20, .mean_row_nnz = 3.0, .seed = 1, .empty_row_ratio = 0.2});
  const auto b = make_random<int, int, double>(
      {.num_rows = 20, .num_cols = 30, .mean_row_nnz = 5.0, .seed = 2, .empty_row_ratio = 0.2, .unsorted = true});
  const host_matrix c = Ocean::Impl::multiply_gustavson<int, int, double>(a, b);
  ASSERT_GT(c.entries.size(), 60u);
  EXPECT_EQ(MissingCase(a, b, c).row(4), none);
  for (int row = 0; row < 12; ++row)
    for (int entry = c.row_map[static_cast<std::size_t>(row)]; entry < c.row_map[static_cast<std::size_t>(row) + 1];
         ++entry) {
      host_matrix fewer = c;
      fewer.entries.erase(fewer.entries.begin() + entry);
      for (std::size_t behind = static_cast<std::size_t>(row) + 1; behind < fewer.row_map.size(); ++behind)
        --fewer.row_map[behind];
      const MissingCase missing(a, b, fewer);
      EXPECT_EQ(missing.row(1 << entry % 6), row) << "entry " << entry;
      EXPECT_EQ(missing.column(row), c.entries[static_cast<std::size_t>(entry)]) << "entry " << entry;
    }
}

TEST(FindMissingEntries, NoProducts) {
  const auto empty = [](count_type num_rows, count_type num_cols) {
    return make_empty<int, int, double>(num_rows, num_cols);
  };
  EXPECT_EQ(MissingCase(empty(0, 3), empty(3, 4), empty(0, 4)).row(1), none);
  EXPECT_EQ(MissingCase(empty(3, 3), empty(3, 4), empty(3, 4)).row(2), none);
  EXPECT_EQ(MissingCase(make_identity<int, int, double>(3), empty(3, 4), empty(3, 4)).row(2), none);
}

}  // namespace
