/// \file
/// \brief Ranked bitmaps of teams on every path: the columns of a row, their number, their places, and the list of
/// them, by ranks of words and of quads.

#include "ocean/accumulators/ranked_bitmap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "ocean/backend/team_launch.hpp"
#include "ocean/results/row_analysis.hpp"
#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::BitmapWord;
using Ocean::Impl::ColumnRange;
using Ocean::Impl::product_group_width;
using Ocean::Impl::RankedBitmap;
using namespace Ocean::Testing;

constexpr int ranking_team_size = 96;
constexpr int bitmap_begin = 16;  ///< bytes before the scratch of the bitmap

KOKKOS_INLINE_FUNCTION BitmapWord word_of(std::int64_t inside) {
  return {static_cast<std::uint32_t>(inside / 32), 1u << inside % 32};
}

/// One team per row: marks its columns, some of them several times, and writes what it finds.
template <class Rank, bool InParts, int WordsPerRank>
struct RankRows {
  static constexpr int max_team_size = ranking_team_size;
  test_view<count_type> row_begin;
  test_view<std::int64_t> columns;  // marked
  test_view<ColumnRange<std::int64_t>> ranges;
  bool tests_bits;
  test_view<int> counted, ranked, places;  // by row, by row, by marked column
  test_view<std::int64_t> listed;          // of every row, from row_begin on
  test_view<int> end_bytes;                // by row: of the bitmap and its ranks

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const auto row = team.league_rank();
    const Ocean::Impl::TeamLanes<Team> lanes(team);
    auto* const scratch = team.template scratch<std::uint32_t>(bitmap_begin);
    const auto bitmap = RankedBitmap<Rank, WordsPerRank>::make(scratch, ranges(row));
    for (int word = lanes.rank(); word < bitmap.words; word += lanes.size()) bitmap.bits[word] = 0xABCDu;
    team.barrier();
    bitmap.clear(lanes);
    team.barrier();
    const count_type begin = row_begin(row), end = row_begin(row + 1);
    for (count_type entry = begin + lanes.rank(); entry < end; entry += lanes.size())
      bitmap.template mark<typename Team::atomics>(word_of(columns(entry) - bitmap.first_column), tests_bits);
    team.barrier();
    const int count = bitmap.count(lanes);
    int rank = 0;
    if constexpr (InParts)
      rank = bitmap.rank_words_in_parts(lanes);
    else
      rank = bitmap.rank_words(lanes);
    team.barrier();
    for (count_type entry = begin + lanes.rank(); entry < end; entry += lanes.size())
      places(entry) = bitmap.place(static_cast<std::uint32_t>(columns(entry) - bitmap.first_column));
    bitmap.write_columns(team.template group<product_group_width>(), team.template group_rank<product_group_width>(),
                         team.template num_groups<product_group_width>(), listed.data() + begin);
    if (lanes.rank() != 0) return;
    counted(row) = count;
    ranked(row) = rank;
    end_bytes(row) = static_cast<int>(static_cast<char*>(bitmap.end()) - reinterpret_cast<char*>(scratch));
  }
};

using rows_type = std::vector<std::vector<std::int64_t>>;

/// \brief Ranges around the marked columns, wider by \p below and \p above, and all that the kernel says.
template <class Rank, bool InParts, int WordsPerRank = 1>
void expect_ranks(const rows_type& rows, std::int64_t below, std::int64_t above, bool tests_bits) {
  std::vector<count_type> row_begin{0};
  std::vector<std::int64_t> columns, listed;
  std::vector<ColumnRange<std::int64_t>> ranges;
  std::vector<int> sizes, places, end_bytes;
  std::int64_t words_max = 0;
  for (const auto& row : rows) {
    const std::set<std::int64_t> distinct(row.begin(), row.end());
    columns.insert(columns.end(), row.begin(), row.end());
    row_begin.push_back(static_cast<count_type>(columns.size()));
    sizes.push_back(static_cast<int>(distinct.size()));
    listed.insert(listed.end(), distinct.begin(), distinct.end());
    listed.resize(columns.size(), -7);
    for (const std::int64_t column : row)
      places.push_back(static_cast<int>(std::distance(distinct.begin(), distinct.find(column))));
    ranges.push_back(row.empty() ? ColumnRange<std::int64_t>{1, 0}
                                 : ColumnRange<std::int64_t>{*distinct.begin() - below, *distinct.rbegin() + above});
    const std::int64_t words = (ranges.back().width() + 31) / 32;
    words_max = std::max(words_max, words);
    const std::int64_t padded = (words + 7) / 8 * 8, ranks = (padded / WordsPerRank + 7) / 8 * 8;
    end_bytes.push_back(static_cast<int>(padded * 4 + ranks * static_cast<std::int64_t>(sizeof(Rank))));
  }
  const std::size_t scratch = bitmap_begin + static_cast<std::size_t>(words_max + 7) * 8 + 32;
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    const RankRows<Rank, InParts, WordsPerRank> kernel{make_view(row_begin),
                                                       make_view(columns),
                                                       make_view(ranges),
                                                       tests_bits,
                                                       test_view<int>("Testing::counted", rows.size()),
                                                       test_view<int>("Testing::ranked", rows.size()),
                                                       test_view<int>("Testing::places", columns.size()),
                                                       make_view(std::vector<std::int64_t>(columns.size(), -7)),
                                                       test_view<int>("Testing::end_bytes", rows.size())};
    launcher.launch({"Testing::rank_rows", static_cast<std::int64_t>(rows.size()), ranking_team_size, scratch}, kernel);
    EXPECT_TRUE(same_integers("counted", to_vector(kernel.counted), sizes));
    EXPECT_TRUE(same_integers("ranked", to_vector(kernel.ranked), sizes));
    EXPECT_TRUE(same_integers("places", to_vector(kernel.places), places));
    EXPECT_TRUE(same_integers("listed", to_vector(kernel.listed), listed));
    EXPECT_TRUE(same_integers("end_bytes", to_vector(kernel.end_bytes), end_bytes));
  });
}

void expect_ranked(const rows_type& rows, std::int64_t below, std::int64_t above, bool tests_bits = true) {
  expect_ranks<std::uint16_t, false>(rows, below, above, tests_bits);
  expect_ranks<std::uint32_t, false>(rows, below, above, tests_bits);
  expect_ranks<std::uint16_t, true>(rows, below, above, tests_bits);
  expect_ranks<std::uint32_t, true>(rows, below, above, tests_bits);
  expect_ranks<std::uint32_t, false, 4>(rows, below, above, tests_bits);
  expect_ranks<std::uint32_t, true, 4>(rows, below, above, tests_bits);
}

std::vector<std::int64_t> run_of(std::int64_t first, std::int64_t length) {
  std::vector<std::int64_t> run;
  for (std::int64_t column = first; column < first + length; ++column) run.push_back(column);
  return run;
}

TEST(RankedBitmap, WordBordersFullWordsAndEmptyOnes) {
  const rows_type rows{{},
                       {7},
                       {0, 31},
                       {0, 31, 32},
                       {31, 32, 63, 64},
                       {5, 5, 36, 5, 37, 36},  // 5 + 32 = 37: the second word
                       run_of(0, 32),
                       run_of(0, 33),
                       run_of(3, 200),
                       {0, 3200},
                       {0, 64, 65, 10000}};
  for (const bool tests_bits : {true, false}) {
    expect_ranked(rows, 0, 0, tests_bits);
    expect_ranked(rows, 1, 1, tests_bits);
    expect_ranked(rows, 32, 64, tests_bits);
  }
}

TEST(RankedBitmap, RandomRowsOfMoreWordsThanThreads) {
  RandomNumbers random(3);
  rows_type rows;
  for (const count_type num_cols : {40, 1000, 9000})
    for (const count_type length : {1, 20, 40}) {
      rows.emplace_back();
      for (const count_type column : draw_columns(random, num_cols, length)) rows.back().push_back(column);
      random.shuffle(rows.back());
    }
  rows.push_back(run_of(17, 9000));
  // 128 columns a step, several steps for each of 96 threads
  rows.emplace_back();
  for (const count_type column : draw_columns(random, 60'000, 700)) rows.back().push_back(column);
  rows.back().push_back(59'999);
  for (auto& row : rows) row.insert(row.end(), row.begin(), row.begin() + static_cast<std::ptrdiff_t>(row.size() / 2));
  expect_ranked(rows, 5, 0);
}

TEST(RankedBitmap, ColumnsFarOut) {
  const std::int64_t far = std::int64_t(1) << 40;
  expect_ranked({{far + 9, far, far + 31, far + 32}, {far}}, 3, 0);
}

}  // namespace
