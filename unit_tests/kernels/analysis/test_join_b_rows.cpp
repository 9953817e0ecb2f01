/// \file
/// \brief Rows of B that are added together on every team path, by hand and against a loop over the entries.
// once: OpenMP

#include "ocean/kernels/analysis/join_b_rows.hpp"

#include <gtest/gtest.h>

#include "support/checks.hpp"
#include "support/supernodes.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::joined_b_rows_max;
using Ocean::Impl::supernode_window;
using namespace Ocean::Testing;

template <class Types>
class JoinBRows : public ::testing::Test {};
TYPED_TEST_SUITE(JoinBRows, AllIndexTypes);

/// By entry of A, and by row of A, where columns are counted; 77 where nothing was written.
struct Joined {
  std::vector<std::uint8_t> b_rows_at_once;
  std::vector<count_type> row_columns;
};

template <class Matrix>
using operand_type = Ocean::Impl::CsrOperand<test_exec_space, typename Matrix::offset_type,
                                             typename Matrix::ordinal_type, typename Matrix::scalar_type>;

/// \brief What the kernel says of the rows [\p first, \p last) of \p a.
template <class Matrix>
Joined join(const Matrix& a, const Matrix& b, const auto& launcher, bool counts, count_type first, count_type last) {
  const auto device_a = to_device(a), device_b = to_device(b);
  const auto flags = continues_of(b);
  const auto b_continues = make_view(std::vector<std::uint8_t>(flags.begin(), flags.end()));
  auto operand = device_a.operand();
  operand.num_rows = last - first;
  operand.row_map = Kokkos::subview(operand.row_map, std::make_pair(first, last + 1));
  operand.first_offset = static_cast<count_type>(a.row_map[static_cast<std::size_t>(first)]);
  const auto num_entries = static_cast<std::size_t>(a.row_map[static_cast<std::size_t>(last)]) -
                           static_cast<std::size_t>(operand.first_offset);
  const auto b_place = make_view(std::vector<std::uint8_t>(flags.size(), 77));
  const auto joined = make_view(std::vector<std::uint8_t>(num_entries, 77));
  const auto columns = make_view(std::vector<count_type>(counts ? static_cast<std::size_t>(last - first) : 0, 77));
  const Ocean::Impl::Problem<operand_type<Matrix>, operand_type<Matrix>> problem{operand, device_b.operand()};
  join_b_rows(launcher, problem, b_continues, b_place, joined, counts ? columns : test_view<count_type>(), nullptr);
  return {to_vector(joined), to_vector(columns)};
}

/// \brief All rows of \p a, with and without their columns, and the rows behind the first third alone.
template <class Matrix>
void expect_joined(const Matrix& a, const Matrix& b) {
  const auto expected = joined_b_rows_of(a, b);
  std::vector<count_type> row_columns;
  for (std::size_t row = 0; row < static_cast<std::size_t>(a.num_rows); ++row) {
    row_columns.push_back(0);
    for (auto entry = static_cast<std::size_t>(a.row_map[row]); entry < static_cast<std::size_t>(a.row_map[row + 1]);
         ++entry) {
      const auto inner = static_cast<std::size_t>(a.entries[entry]);
      if (expected[entry] > 0) row_columns.back() += static_cast<count_type>(b.row_map[inner + 1] - b.row_map[inner]);
    }
  }
  const count_type first = a.num_rows / 3;
  const std::vector<std::uint8_t> expected_behind(
      expected.begin() + static_cast<std::ptrdiff_t>(a.row_map[static_cast<std::size_t>(first)]), expected.end());
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const Joined counted = join(a, b, launcher, true, 0, a.num_rows);
    EXPECT_TRUE(same_integers("b_rows_at_once", counted.b_rows_at_once, expected));
    EXPECT_TRUE(same_integers("row_columns", counted.row_columns, row_columns));
    EXPECT_TRUE(same_integers("without columns", join(a, b, launcher, false, 0, a.num_rows).b_rows_at_once, expected));
    EXPECT_TRUE(
        same_integers("some rows", join(a, b, launcher, false, first, a.num_rows).b_rows_at_once, expected_behind));
  });
}

template <class TypeParam>
auto random(const RandomMatrix& matrix) {
  return make_random<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(matrix);
}

TYPED_TEST(JoinBRows, ByHand) {
  using matrix_type = HostCsr<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>;
  // rows 0 to 2 of B have two columns in common, 3 has them in another order, 4 and 5 have one, 6 and 7 none
  const matrix_type b{8, 5, {0, 2, 4, 6, 8, 9, 10, 10, 10}, {1, 3, 1, 3, 1, 3, 3, 1, 2, 2}, std::vector<int>(10, 1)};
  const matrix_type a{5,
                      8,
                      {0, 8, 8, 12, 16, 19},
                      {0, 1, 2, 3, 4, 5, 6, 7,  // as they are
                       2, 1, 0, 0,              // backwards, and one twice
                       1, 2, 4, 0,              // the first of them behind
                       5, 0, 2},                // the last of one, apart
                      std::vector<int>(19, 1)};
  const std::vector<std::uint8_t> expected{3, 0, 0, 1, 2, 0, 1, 1, 1, 1, 1, 1, 2, 0, 1, 1, 1, 1, 1};
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const Joined joined = join(a, b, launcher, true, 0, 5);
    EXPECT_TRUE(same_integers("b_rows_at_once", joined.b_rows_at_once, expected));
    EXPECT_TRUE(same_integers("row_columns", joined.row_columns, std::vector{2 + 2 + 1, 0, 8, 2 + 1 + 2, 1 + 2 + 2}));
  });
  expect_joined(a, b);
}

TYPED_TEST(JoinBRows, PartsAreThoseOfTheSupernodeWhateverASelects) {
  using matrix_type = HostCsr<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>;
  // one supernode of B longer than a window, and every row of A a run of its rows that begins elsewhere
  const count_type length = supernode_window + joined_b_rows_max + 1;
  const auto b = repeat_rows(random<TypeParam>({.num_rows = 1, .num_cols = 9, .full_row = 0}),
                             [&](count_type) { return static_cast<int>(length); });
  matrix_type a{0, length, {0}, {}, {}};
  for (count_type first = 0; first < length; ++first) {
    for (count_type inner = first; inner < length; ++inner)
      a.entries.push_back(static_cast<typename TypeParam::ordinal_type>(inner));
    a.row_map.push_back(static_cast<typename TypeParam::offset_type>(a.entries.size()));
    ++a.num_rows;
  }
  a.values.assign(a.entries.size(), 1);
  expect_joined(a, b);
}

TYPED_TEST(JoinBRows, RandomRowsInNarrowAndWideGroupsAndTeams) {
  const auto b = repeat_rows(
      random<TypeParam>({.num_rows = 300, .num_cols = 50, .mean_row_nnz = 4.0, .seed = 2, .empty_row_ratio = 0.1}),
      [](count_type row) { return static_cast<int>(row % (joined_b_rows_max + 2)); });
  for (const double mean_row_nnz : {2.0, 12.0, 300.0})
    for (const bool unsorted : {false, true}) {
      SCOPED_TRACE(::testing::Message() << mean_row_nnz << " entries per row, unsorted " << unsorted);
      expect_joined(random<TypeParam>({.num_rows = 200,
                                       .num_cols = b.num_rows,
                                       .mean_row_nnz = mean_row_nnz,
                                       .seed = 3,
                                       .empty_row_ratio = 0.1,
                                       .duplicate_ratio = unsorted ? 0.1 : 0.0,
                                       .unsorted = unsorted,
                                       .full_row = 20}),
                    b);
    }
}

TYPED_TEST(JoinBRows, NothingToJoin) {
  const auto empty = [](count_type num_rows, count_type num_cols) {
    return make_empty<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(num_rows, num_cols);
  };
  expect_joined(empty(0, 5), empty(5, 4));
  expect_joined(empty(7, 0), empty(0, 4));
  const auto a = random<TypeParam>({.num_rows = 40, .num_cols = 30, .mean_row_nnz = 8.0, .seed = 4});
  expect_joined(a, empty(30, 4));
  expect_joined(a, make_identity<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(30));
}

}  // namespace
