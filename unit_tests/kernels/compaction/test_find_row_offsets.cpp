/// \file
/// \brief Offsets of rows from their sizes on every team path against sums on the host.

#include "ocean/kernels/compaction/find_row_offsets.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

#include "ocean/stages/row_offsets.hpp"
#include "support/checks.hpp"
#include "support/random_numbers.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::count_type;
using Ocean::Impl::find_row_offsets;
using Ocean::Impl::RowMapOfC;
using Ocean::Impl::SentByKernel;
using Ocean::Testing::for_each_launcher;
using Ocean::Testing::make_view;
using Ocean::Testing::RandomNumbers;
using Ocean::Testing::same_integers;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::test_view;
using Ocean::Testing::to_vector;
using totals_type = Ocean::Impl::ReadTotals<test_exec_space>;

std::vector<count_type> offsets_of(const std::vector<count_type>& sizes) {
  std::vector<count_type> offsets{0};
  for (const count_type size : sizes) offsets.push_back(offsets.back() + size);
  return offsets;
}

std::vector<count_type> random_sizes(std::size_t num_rows, count_type below) {
  RandomNumbers random(5);
  std::vector<count_type> sizes;
  for (std::size_t row = 0; row < num_rows; ++row) sizes.push_back(random.below(below));
  return sizes;
}

/// \param writes_row_map false: offsets of its type are not asked for, or do not fit it
template <class Offset>
void expect_found(const std::vector<count_type>& sizes, bool has_row_map = true, bool writes_row_map = true) {
  const std::vector<count_type> expected = offsets_of(sizes);
  const auto num_rows = static_cast<count_type>(sizes.size());
  const auto row_nnz = make_view(sizes);
  const auto other = make_view<count_type>({42});
  const auto unknown = std::numeric_limits<count_type>::max();
  for (const count_type last_max : {unknown, expected.back()})
    for_each_launcher([&](const auto& launcher) {
      SCOPED_TRACE(::testing::Message() << to_string(launcher.path) << ", " << num_rows << " rows, at most "
                                        << last_max);
      const auto row_begin = make_view(std::vector<count_type>(expected.size() + 1, -7));
      const auto row_map = make_view(std::vector<Offset>(has_row_map ? expected.size() : 0, 7));
      const test_view<count_type> way("Testing::way", 2);
      totals_type totals(launcher.exec(), way.data(), SentByKernel());
      find_row_offsets(launcher, row_nnz, row_begin,
                       RowMapOfC<Offset>{has_row_map ? row_map.data() : nullptr, last_max}, num_rows, other.data(),
                       totals.sender());
      EXPECT_EQ(totals.get(), (std::array{expected.back(), count_type(42)}));
      std::vector<count_type> found = to_vector(row_begin);
      EXPECT_EQ(found.back(), -7) << "behind the last offset";
      found.pop_back();
      EXPECT_TRUE(same_integers("row_begin", found, expected));
      if (!has_row_map) return;
      EXPECT_TRUE(same_integers("row_map", to_vector(row_map),
                                writes_row_map ? expected : std::vector<count_type>(expected.size(), 7)));
    });
}

TEST(FindRowOffsets, ByHand) { expect_found<int>({2, 0, 5, 1}); }

TEST(FindRowOffsets, AroundTheRowsOfATeam) {
  for (const std::size_t num_rows : {1, 1023, 1024, 1025, 2047, 2048, 2049, 4096, 10000, 70000})
    expect_found<int>(random_sizes(num_rows, 50));
}

TEST(FindRowOffsets, NoneOrEmptyRows) {
  expect_found<int>({});
  expect_found<int>(std::vector<count_type>(3000, 0));
  expect_found<int>(random_sizes(3000, 9), false);
}

TEST(FindRowOffsets, AnOffsetTypeThatCannotCountIsLeftAlone) {
  expect_found<std::int64_t>(random_sizes(5000, count_type(1) << 40));
  expect_found<int>(random_sizes(5000, count_type(1) << 40), true, false);
  expect_found<int>({std::numeric_limits<int>::max() - 3, 3});
  expect_found<int>({std::numeric_limits<int>::max() - 3, 4}, true, false);
}

TEST(RowOffsetsStage, SumsOfAnyNumberOfRows) {
  for (const std::size_t num_rows : {1, 5000, 65536, 65537}) {
    const std::vector<count_type> expected = offsets_of(random_sizes(num_rows, 30));
    std::vector<count_type> sizes = random_sizes(num_rows, 30);
    sizes.push_back(-1);  // the last count goes into no sum
    const auto row_nnz = make_view(sizes);
    for_each_launcher([&](const auto& launcher) {
      SCOPED_TRACE(::testing::Message() << to_string(launcher.path) << ", " << num_rows << " rows");
      Ocean::Impl::Workspace<test_exec_space> workspace(launcher.exec());
      const auto row_begin = make_view(std::vector<count_type>(expected.size(), -7));
      const auto row_map = make_view(std::vector<int>(expected.size(), -7));
      const test_view<count_type> totals("Testing::totals", 2);
      const auto other = make_view<count_type>({3});
      using launcher_type = std::remove_cvref_t<decltype(launcher)>;
      Ocean::Impl::RowOffsets<launcher_type> offsets(launcher, "Testing::row_begin", row_nnz, row_begin,
                                                     RowMapOfC<int>{row_map.data()}, static_cast<count_type>(num_rows),
                                                     other.data(), totals.data(), workspace);
      EXPECT_EQ(offsets.get(), (std::array{expected.back(), count_type(3)}));
      EXPECT_TRUE(same_integers("row_begin", to_vector(row_begin), expected));
      EXPECT_TRUE(same_integers("row_map", to_vector(row_map), expected));
    });
  }
}

TEST(RowOffsetsStage, ChoosesOneKernelForFewRows) {
  using Ocean::Impl::choose_offsets_at_once;
  EXPECT_TRUE(choose_offsets_at_once(true, 65536));
  EXPECT_FALSE(choose_offsets_at_once(true, 65537));
  EXPECT_FALSE(choose_offsets_at_once(false, 1)) << "where launches cost little";
}

}  // namespace
