/// \file
/// \brief Lengths and column ranges of B's rows, and which have the columns of the row before, on every team path
/// against a loop over the entries.
// once: OpenMP

#include "ocean/kernels/analysis/find_b_row_shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/supernodes.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::AnalysisCounters;
using Ocean::Impl::BRowShape;
using namespace Ocean::Testing;

template <class Types>
class FindBRowShapes : public ::testing::Test {};
TYPED_TEST_SUITE(FindBRowShapes, AllIndexTypes);

/// Length, first and last column of every row one after the other; an empty row is {0, 1, 0}.
using flat_shapes = std::vector<count_type>;

struct Found {
  flat_shapes shapes;
  std::vector<count_type> continues;  ///< 1: the row has the columns of the row before
  bool unsorted, defect;
};

template <class Matrix>
Found find(const Matrix& matrix, const auto& launcher) {
  using shape_type = BRowShape<typename Matrix::ordinal_type>;
  const auto device = to_device(matrix);
  const auto shapes = make_view(std::vector<shape_type>(static_cast<std::size_t>(matrix.num_rows), {{7, 7}, 7}));
  const auto continues = make_view(std::vector<std::uint8_t>(static_cast<std::size_t>(matrix.num_rows), 7));
  const auto counters = make_view({AnalysisCounters{}});
  find_b_row_shapes(launcher, device.operand(), shapes, continues, counters);
  Found found{};
  for (const shape_type& shape : to_vector(shapes)) {
    const bool is_empty = shape.columns.width() == 0;
    found.shapes.push_back(shape.length);
    found.shapes.push_back(is_empty ? 1 : static_cast<count_type>(shape.columns.first));
    found.shapes.push_back(is_empty ? 0 : static_cast<count_type>(shape.columns.last));
  }
  for (const std::uint8_t flag : to_vector(continues)) found.continues.push_back(flag);
  const AnalysisCounters totals = to_vector(counters)[0];
  found.unsorted = totals.unsorted_b_row == 1;
  found.defect = totals.defect == 1;
  return found;
}

/// The same flags where lengths and ranges are not asked for.
template <class Matrix>
void expect_found_without_shapes(const Matrix& matrix, const auto& launcher, bool unsorted) {
  const auto device = to_device(matrix);
  const auto continues = make_view(std::vector<std::uint8_t>(static_cast<std::size_t>(matrix.num_rows), 7));
  const auto counters = make_view({AnalysisCounters{}});
  find_b_row_shapes(launcher, device.operand(), Ocean::Impl::NoShapes{}, continues, counters);
  EXPECT_TRUE(same_integers("continues", to_vector(continues), continues_of(matrix)));
  EXPECT_EQ(to_vector(counters)[0].unsorted_b_row, unsorted ? 1 : 0);
  EXPECT_EQ(to_vector(counters)[0].defect, 0);
}

template <class Matrix>
void expect_found(const Matrix& matrix) {
  flat_shapes expected;
  bool unsorted = false;
  for (std::size_t row = 0; row < static_cast<std::size_t>(matrix.num_rows); ++row) {
    const auto begin = matrix.entries.begin() + static_cast<std::ptrdiff_t>(matrix.row_map[row]);
    const auto end = matrix.entries.begin() + static_cast<std::ptrdiff_t>(matrix.row_map[row + 1]);
    expected.push_back(end - begin);
    expected.push_back(begin == end ? 1 : static_cast<count_type>(*std::min_element(begin, end)));
    expected.push_back(begin == end ? 0 : static_cast<count_type>(*std::max_element(begin, end)));
    unsorted = unsorted || std::adjacent_find(begin, end, std::greater_equal<>()) != end;
  }
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const Found found = find(matrix, launcher);
    EXPECT_TRUE(same_integers("shapes", found.shapes, expected));
    EXPECT_TRUE(same_integers("continues", found.continues, continues_of(matrix)));
    EXPECT_EQ(found.unsorted, unsorted);
    EXPECT_FALSE(found.defect);
    expect_found_without_shapes(matrix, launcher, unsorted);
  });
}

TYPED_TEST(FindBRowShapes, ByHand) {
  using matrix_type = HostCsr<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>;
  const std::vector<int> values(9, 1);
  const matrix_type sorted{5, 5, {0, 2, 2, 3, 8, 9}, {1, 3, 4, 0, 1, 2, 3, 4, 2}, values};
  const matrix_type duplicate{5, 5, {0, 2, 2, 3, 8, 9}, {1, 3, 4, 0, 1, 1, 3, 4, 2}, values};
  const matrix_type unsorted{5, 5, {0, 2, 2, 3, 8, 9}, {3, 1, 4, 0, 1, 2, 3, 4, 2}, values};
  const flat_shapes expected{2, 1, 3, 0, 1, 0, 1, 4, 4, 5, 0, 4, 1, 2, 2};
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    EXPECT_TRUE(same_integers("shapes", find(sorted, launcher).shapes, expected));
    EXPECT_FALSE(find(sorted, launcher).unsorted) << "a row may begin below the end of the one before";
    EXPECT_TRUE(same_integers("shapes", find(duplicate, launcher).shapes, expected));
    EXPECT_TRUE(find(duplicate, launcher).unsorted);
    EXPECT_TRUE(same_integers("shapes", find(unsorted, launcher).shapes, expected));
    EXPECT_TRUE(find(unsorted, launcher).unsorted);
  });
}

TYPED_TEST(FindBRowShapes, RandomRowsInNarrowAndWideGroups) {
  for (const double mean_row_nnz : {3.0, 9.0, 30.0})
    for (const bool unsorted : {false, true}) {
      SCOPED_TRACE(::testing::Message() << mean_row_nnz << " entries per row, unsorted " << unsorted);
      expect_found(make_random<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(
          {.num_rows = 700, .num_cols = 5000, .mean_row_nnz = mean_row_nnz, .seed = 3, .unsorted = unsorted}));
    }
}

TYPED_TEST(FindBRowShapes, NoRowsEmptyRowsAFullRowAndDuplicates) {
  const auto random = [](const RandomMatrix& matrix) {
    return make_random<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(matrix);
  };
  expect_found(make_empty<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(0, 5));
  expect_found(make_empty<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(300, 5));
  expect_found(random({.num_rows = 200, .num_cols = 90, .seed = 4, .empty_row_ratio = 0.5, .full_row = 199}));
  expect_found(random({.num_rows = 200, .num_cols = 90, .seed = 5, .duplicate_ratio = 0.2}));
}

TYPED_TEST(FindBRowShapes, SupernodesOfEveryLengthAndWhatOnlyLooksLikeThem) {
  using matrix_type = HostCsr<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>;
  // as long as the row before, the same but for the last, the first, and the order of the columns; an empty row between
  const matrix_type alike{7,
                          9,
                          {0, 3, 6, 9, 12, 15, 15, 18},
                          {1, 2, 3, 1, 2, 4, 0, 2, 4, 0, 2, 4, 2, 0, 4, 2, 0, 4},
                          std::vector<int>(18, 1)};
  for_each_launcher([&](const auto& launcher) {
    EXPECT_TRUE(same_integers("continues", find(alike, launcher).continues, std::vector{0, 0, 0, 1, 0, 0, 0}));
  });
  expect_found(alike);
  // rows of groups, of warps and of teams
  for (const double mean_row_nnz : {2.0, 12.0, 60.0})
    expect_found(repeat_rows(make_random<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(
                                 {.num_rows = 60,
                                  .num_cols = 1100,
                                  .mean_row_nnz = mean_row_nnz,
                                  .seed = 7,
                                  .empty_row_ratio = 0.1,
                                  .full_row = 20}),
                             [](count_type row) { return row % 9; }));
}

TYPED_TEST(FindBRowShapes, LongRowsAreSharedByTheTeam) {
  // Rows of more than 64 entries for groups of 2 lanes, of more than 256 for groups of 8, 1024 for a warp.
  for (const double mean_row_nnz : {2.0, 9.0, 20.0}) {
    SCOPED_TRACE(::testing::Message() << mean_row_nnz << " entries per row");
    auto matrix = make_random<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(
        {.num_rows = 500, .num_cols = 3000, .mean_row_nnz = mean_row_nnz, .seed = 6, .full_row = 133});
    expect_found(matrix);
    const auto end = static_cast<std::size_t>(matrix.row_map[134]);
    std::swap(matrix.entries[end - 2], matrix.entries[end - 1]);
    expect_found(matrix);
  }
  for (const count_type length : {63, 64, 65, 66}) {
    auto matrix = make_empty<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>(200, 100);
    for (count_type column = 0; column < length; ++column)
      matrix.entries.push_back(static_cast<typename TypeParam::ordinal_type>(length - column));
    matrix.values.assign(matrix.entries.size(), 1);
    std::fill(matrix.row_map.begin() + 151, matrix.row_map.end(), static_cast<typename TypeParam::offset_type>(length));
    expect_found(matrix);
  }
}

TYPED_TEST(FindBRowShapes, DefectsAreRaisedAndNotFollowed) {
  using matrix_type = HostCsr<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>;
  const matrix_type sound{3, 5, {0, 2, 3, 4}, {1, 3, 4, 0}, {1, 1, 1, 1}};
  const auto is_defect = [](const matrix_type& matrix, const auto& launcher) { return find(matrix, launcher).defect; };
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    EXPECT_FALSE(is_defect(sound, launcher));
    auto broken = sound;
    broken.entries[2] = 5;
    EXPECT_TRUE(is_defect(broken, launcher)) << "column beyond the last";
    broken.entries[2] = -1;
    EXPECT_TRUE(is_defect(broken, launcher)) << "negative column";
    broken = sound;
    broken.row_map[3] = 1000000;
    EXPECT_TRUE(is_defect(broken, launcher)) << "offset beyond the entries";
    broken.row_map[3] = 2;
    EXPECT_TRUE(is_defect(broken, launcher)) << "decreasing offsets";
    broken = sound;
    broken.row_map[0] = 1;
    EXPECT_TRUE(is_defect(broken, launcher)) << "first offset is not 0";
  });
}

/// Of a matrix with few rows, all are sampled; of one with many, every second, fourth, ... row.
TYPED_TEST(FindBRowShapes, WordsOfSampledRows) {
  using matrix_type = HostCsr<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>;
  const matrix_type few{3, 100, {0, 3, 3, 7}, {1, 31, 32, 2, 3, 4, 99}, {1, 1, 1, 1, 1, 1, 1}};
  const count_type rows = 7 * Ocean::Impl::sampled_b_rows, sampled = rows / 4;
  matrix_type many{rows, 50, {0}, {}, {}};
  for (count_type row = 0; row < rows; ++row) {  // only rows that are sampled have two words
    for (const int column : {1, 2, row % 4 == 0 ? 40 : 3})
      many.entries.push_back(static_cast<typename TypeParam::ordinal_type>(column));
    many.row_map.push_back(static_cast<typename TypeParam::offset_type>(many.entries.size()));
  }
  many.values.assign(many.entries.size(), 1);
  const auto expect_sampled = [](const matrix_type& matrix, count_type entries, count_type words) {
    const auto device = to_device(matrix);
    const auto num_rows = static_cast<std::size_t>(matrix.num_rows);
    for_each_launcher([&](const auto& launcher) {
      SCOPED_TRACE(to_string(launcher.path));
      const auto shapes = make_view(std::vector<BRowShape<typename TypeParam::ordinal_type>>(num_rows));
      const auto continues = make_view(std::vector<std::uint8_t>(num_rows, 7));
      const auto counters = make_view({AnalysisCounters{}});
      find_b_row_shapes(launcher, device.operand(), shapes, continues, counters);
      EXPECT_EQ(to_vector(counters)[0].sampled_b_entries, entries);
      EXPECT_EQ(to_vector(counters)[0].sampled_b_words, words);
    });
  };
  expect_sampled(few, 7, 4);
  expect_sampled(many, 3 * sampled, 2 * sampled);
}

/// A first row that begins before the entries, where the columns of the second are, is not the row before of that.
TYPED_TEST(FindBRowShapes, NothingIsReadBeforeTheEntries) {
  using matrix_type = HostCsr<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>;
  const auto device = to_device(matrix_type{2, 4, {0, 2, 4}, {0, 1, 0, 1}, {1, 1, 1, 1}});
  const auto row_map =
      make_view(std::vector<typename TypeParam::offset_type>{static_cast<typename TypeParam::offset_type>(-2), 0, 2});
  auto operand = device.operand();
  operand.row_map = row_map;
  operand.entries = decltype(operand.entries)(device.entries.data() + 2, 2);
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const auto shapes = make_view(std::vector<BRowShape<typename TypeParam::ordinal_type>>(2));
    const auto continues = make_view(std::vector<std::uint8_t>(2, 7));
    const auto counters = make_view({AnalysisCounters{}});
    find_b_row_shapes(launcher, operand, shapes, continues, counters);
    EXPECT_TRUE(same_integers("continues", to_vector(continues), std::vector{0, 0}));
    EXPECT_EQ(to_vector(counters)[0].defect, 1);
  });
}

}  // namespace
