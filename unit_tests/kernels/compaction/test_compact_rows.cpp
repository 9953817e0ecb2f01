/// \file
/// \brief Staged rows moved to their places on every team path against copies on the host.
// once: OpenMP

#include "ocean/kernels/compaction/compact_rows.hpp"

#include <gtest/gtest.h>

#include "support/checks.hpp"
#include "support/random_numbers.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::count_type;
using Ocean::Impl::StagedRows;
using Ocean::Testing::for_each_launcher;
using Ocean::Testing::make_view;
using Ocean::Testing::RandomNumbers;
using Ocean::Testing::same_integers;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::test_view;
using Ocean::Testing::to_vector;

/// Staged rows on the host; gaps hold garbage.
template <class Ordinal, class Scalar>
struct Staging {
  std::vector<count_type> begin, row_begin{0};
  std::vector<Ordinal> entries[2], compact_entries;  ///< staged first, done again
  std::vector<Scalar> values[2], compact_values;

  /// Appends a row of \p length entries and \p gap unused slots to the first or second staging.
  void add(RandomNumbers& random, count_type length, count_type gap, bool done_again) {
    auto& columns = entries[done_again];
    auto& numbers = values[done_again];
    begin.push_back(done_again ? -1 - static_cast<count_type>(columns.size())
                               : static_cast<count_type>(columns.size()));
    for (count_type entry = 0; entry < length + gap; ++entry) {
      columns.push_back(static_cast<Ordinal>(random.below(100000)));
      numbers.push_back(static_cast<Scalar>(random.below(1000)));
      if (entry >= length) continue;
      compact_entries.push_back(columns.back());
      compact_values.push_back(numbers.back());
    }
    row_begin.push_back(static_cast<count_type>(compact_entries.size()));
    longest = std::max(longest, length);
  }
  count_type longest = 0;  ///< entries of a row
  /// Slots of the second staging are numbered behind those of the first.
  std::vector<count_type> slots() const {
    auto slots = begin;
    for (count_type& slot : slots)
      if (slot < 0) slot = static_cast<count_type>(entries[0].size()) - 1 - slot;
    return slots;
  }
};

template <class Ordinal, class Scalar>
void expect_compacted(const Staging<Ordinal, Scalar>& staging) {
  const StagedRows<test_view<count_type>, test_view<Ordinal>, test_view<Scalar>> staged{
      make_view(staging.slots()),    make_view(staging.entries[0]), make_view(staging.values[0]),
      make_view(staging.entries[1]), make_view(staging.values[1]),  static_cast<count_type>(staging.entries[0].size())};
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const auto entries = make_view(std::vector<Ordinal>(staging.compact_entries.size(), -7));
    const auto values = make_view(std::vector<Scalar>(staging.compact_values.size(), -7));
    const auto row_map = make_view(std::vector<int>(staging.row_begin.size(), -7));
    compact_rows(launcher, staged, make_view(staging.row_begin), row_map, entries, values,
                 static_cast<count_type>(staging.begin.size()), staging.longest,
                 static_cast<double>(staging.compact_entries.size()));
    if (staging.begin.empty()) return;
    EXPECT_TRUE(same_integers("row map", to_vector(row_map), staging.row_begin));
    EXPECT_TRUE(same_integers("entries", to_vector(entries), staging.compact_entries));
    EXPECT_TRUE(same_integers("values", to_vector(values), staging.compact_values));
  });
}

/// \p num_rows rows of 0 ... \p longest entries; a share of them was done again.
template <class Ordinal, class Scalar>
Staging<Ordinal, Scalar> make_staging(count_type num_rows, count_type longest, double rerun_ratio, std::uint64_t seed) {
  RandomNumbers random(seed);
  Staging<Ordinal, Scalar> staging;
  for (count_type row = 0; row < num_rows; ++row)
    staging.add(random, random.below(longest + 1), random.below(4), random.unit() < rerun_ratio);
  return staging;
}

template <class Types>
class CompactRows : public ::testing::Test {};
template <class Ordinal, class Scalar>
struct EntryTypes {
  using ordinal_type = Ordinal;
  using scalar_type = Scalar;
};
using AllTypes = ::testing::Types<EntryTypes<int, double>, EntryTypes<std::int64_t, float>>;
TYPED_TEST_SUITE(CompactRows, AllTypes);

TYPED_TEST(CompactRows, ByHand) {
  using ordinal_type = typename TypeParam::ordinal_type;
  using scalar_type = typename TypeParam::scalar_type;
  // Row 0 in slots 0 and 1 of 3, row 1 done again in slots 1 ... 3 of the second staging, row 2 empty, row 3 in slot 4.
  const StagedRows<test_view<count_type>, test_view<ordinal_type>, test_view<scalar_type>> staged{
      make_view<count_type>({0, 6, 3, 4}),          make_view<ordinal_type>({2, 5, -1, -1, 3}),
      make_view<scalar_type>({20, 50, -1, -1, 30}), make_view<ordinal_type>({-1, 1, 4, 6}),
      make_view<scalar_type>({-1, 10, 40, 60}),     5};
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const test_view<ordinal_type> entries("Testing::entries", 6);
    const test_view<scalar_type> values("Testing::values", 6);
    const test_view<int> row_map("Testing::row_map", 5);
    compact_rows(launcher, staged, make_view<count_type>({0, 2, 5, 5, 6}), row_map, entries, values, 4, 3, 6.0);
    EXPECT_TRUE(same_integers("row map", to_vector(row_map), std::vector{0, 2, 5, 5, 6}));
    EXPECT_TRUE(same_integers("entries", to_vector(entries), std::vector{2, 5, 1, 4, 6, 3}));
    EXPECT_TRUE(same_integers("values", to_vector(values), std::vector{20, 50, 10, 40, 60, 30}));
  });
}

TYPED_TEST(CompactRows, RandomRowsInNarrowAndWideGroups) {
  using ordinal_type = typename TypeParam::ordinal_type;
  using scalar_type = typename TypeParam::scalar_type;
  for (const count_type longest : {6, 70})
    for (const double rerun_ratio : {0.0, 0.2, 1.0}) {
      SCOPED_TRACE(::testing::Message() << "up to " << longest << " entries, " << rerun_ratio << " done again");
      expect_compacted(make_staging<ordinal_type, scalar_type>(400, longest, rerun_ratio, 3));
    }
}

TYPED_TEST(CompactRows, NoRowsAndEmptyRows) {
  using ordinal_type = typename TypeParam::ordinal_type;
  using scalar_type = typename TypeParam::scalar_type;
  expect_compacted(make_staging<ordinal_type, scalar_type>(0, 5, 0.0, 4));
  expect_compacted(make_staging<ordinal_type, scalar_type>(300, 0, 0.0, 5));
  RandomNumbers random(6);
  Staging<ordinal_type, scalar_type> last_only;
  for (int row = 0; row < 200; ++row) last_only.add(random, row == 199 ? 9 : 0, 2, false);
  expect_compacted(last_only);
}

TYPED_TEST(CompactRows, LongRowsAreSharedByTheTeam) {
  // With 3, 20, 300 entries to a row a group has 32, 16, 1 rows.
  for (const count_type shortest : {3, 20, 300})
    for (const bool done_again : {false, true}) {
      RandomNumbers random(7);
      Staging<typename TypeParam::ordinal_type, typename TypeParam::scalar_type> staging;
      for (int row = 0; row < 500; ++row)
        staging.add(random, row % 200 == 130 ? 900 + row : shortest, 1, done_again && row % 200 == 130);
      expect_compacted(staging);
    }
  for (const count_type length : {511, 512, 513}) {
    RandomNumbers random(8);
    Staging<typename TypeParam::ordinal_type, typename TypeParam::scalar_type> staging;
    for (int row = 0; row < 150; ++row) staging.add(random, row == 140 ? length : 1, 0, false);
    expect_compacted(staging);
  }
}

TYPED_TEST(CompactRows, TheLongestRowsAreCopiedBySegments) {
  using staging_type = Staging<typename TypeParam::ordinal_type, typename TypeParam::scalar_type>;
  constexpr count_type segment = Ocean::Impl::compaction_segment;
  const std::vector<std::vector<count_type>> all_lengths = {
      {segment + 1},
      {segment},
      {3 * segment, 0, segment + 1},
      {5, segment - 5, 2 * segment, 7},
      {segment / 2, segment + 1, 2, 0, 0, segment + 3, segment - 1},
      {0, 0, 10 * segment + 17, 0},
  };
  for (const auto& lengths : all_lengths)
    for (const bool done_again : {false, true}) {
      RandomNumbers random(9);
      staging_type staging;
      for (const count_type length : lengths) staging.add(random, length, 2, done_again);
      expect_compacted(staging);
    }
}

TYPED_TEST(CompactRows, ManyLongRowsInOneTeam) {
  RandomNumbers random(10);
  Staging<typename TypeParam::ordinal_type, typename TypeParam::scalar_type> staging;
  for (int row = 0; row < 3000; ++row) staging.add(random, row < 100 ? 600 + row : row % 2, 0, row % 7 == 0);
  expect_compacted(staging);
}

/// \brief Moves two rows of 2 and 1 entries into arrays of \p room entries.
/// \return entries, and the row map behind them
std::vector<int> move_early(const auto& launcher, std::size_t room, count_type num_overflowed) {
  const StagedRows<test_view<count_type>, test_view<int>, test_view<double>> staged{
      make_view<count_type>({0, 2}), make_view<int>({4, 6, 5}), make_view<double>({40, 60, 50}), {}, {}, 3};
  const auto entries = make_view(std::vector<int>(room, -7));
  const auto row_map = make_view(std::vector<int>(3, -7));
  compact_rows(launcher, staged, make_view<count_type>({0, 2, 3}), row_map, entries,
               make_view(std::vector<double>(room, -7.0)), 2, 2, 3.0, make_view<count_type>({num_overflowed}).data());
  std::vector<int> all = to_vector(entries);
  for (const int offset : to_vector(row_map)) all.push_back(offset);
  return all;
}

TEST(CompactRowsEarly, MoveNothingWithoutRoomOrIfARowOverflowed) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    EXPECT_EQ(move_early(launcher, 3, 0), (std::vector{4, 6, 5, 0, 2, 3}));
    EXPECT_EQ(move_early(launcher, 5, 0), (std::vector{4, 6, 5, -7, -7, 0, 2, 3})) << "more room than C needs";
    EXPECT_EQ(move_early(launcher, 2, 0), (std::vector{-7, -7, -7, -7, -7}));
    EXPECT_EQ(move_early(launcher, 3, 1), (std::vector{-7, -7, -7, -7, -7, -7}));
  });
}

TEST(CompactRowsEarly, SegmentsBehindTheLastEntryAreLeftAlone) {
  constexpr count_type longest = 3 * Ocean::Impl::compaction_segment;
  std::vector<int> columns(static_cast<std::size_t>(longest));
  std::iota(columns.begin(), columns.end(), 0);
  const std::vector<double> ones(columns.size(), 1.0);
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const StagedRows<test_view<count_type>, test_view<int>, test_view<double>> staged{
        make_view<count_type>({0}), make_view(columns), make_view(ones), {}, {}, longest};
    const std::size_t room = 2 * columns.size() + 5;
    const auto entries = make_view(std::vector<int>(room, -7));
    compact_rows(launcher, staged, make_view<count_type>({0, longest}), make_view(std::vector<int>(2)), entries,
                 make_view(std::vector<double>(room, -7.0)), 1, longest, static_cast<double>(longest));
    std::vector<int> expected = columns;
    expected.resize(room, -7);
    EXPECT_TRUE(same_integers("entries", to_vector(entries), expected));
  });
}

}  // namespace
