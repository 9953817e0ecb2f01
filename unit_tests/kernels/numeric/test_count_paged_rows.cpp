/// \file
/// \brief Counts in pages of bitmaps: sizes, words that are stored, rows that have no scratch to be accumulated in,
/// rows that outgrow their pages.

#include "ocean/kernels/numeric/count_paged_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "found_words_fixture.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::Impl::PagedBitmapShape;

struct LaunchPagedCount {
  template <class Launcher, class PassData, class Workspace>
  void operator()(const Launcher& launcher, const PassData& pass, count_type, Workspace&) const {
    Ocean::Impl::count_paged_rows(launcher, pass);
  }
};

/// \brief Scratch for \p pages pages of the row with the longest span.
AccumulatorConfig pages_config(const row_words& words, count_type pages) {
  count_type span = 1;
  for (const auto& row : words) span = std::max(span, span_of(row));
  AccumulatorConfig config;
  config.kind = AccumulatorKind::multi_pages;
  config.team_size = Ocean::Impl::multi_row_team_size;
  config.group_width = Ocean::Impl::multi_row_group_width;
  constexpr count_type aligned = 16;
  const count_type bytes = PagedBitmapShape::of(span).directory_bytes() + pages * PagedBitmapShape::page_bytes;
  config.row_bytes = Ocean::Impl::team_counter_bytes + (bytes + aligned - 1) / aligned * aligned;
  shrink_team(config);
  return config;
}

count_type num_pages(const std::vector<HostWord>& words) {
  std::set<std::uint32_t> pages;
  for (const HostWord& word : words) pages.insert(word.position / (PagedBitmapShape::page_columns / 32));
  return static_cast<count_type>(pages.size());
}

template <class Scalar>
void expect_pages(const NamedPair<Scalar>& pair, count_type pages, int column_stride = 1, int lanes = 0) {
  const row_words words = words_of_rows(pair, column_stride);
  const AccumulatorConfig config = pages_config(words, pages);
  for (const ExecutionPath path : team_paths()) {
    SCOPED_TRACE(::testing::Message() << pair.name << ", " << to_string(path) << ", " << pages << " pages, stride "
                                      << column_stride << ", lanes " << lanes);
    RowPassProduct<Scalar> product(pair.a, pair.b, path, column_stride);
    RowPassSetup setup = product.setup(config);
    setup.lanes_per_b_row = lanes;
    std::vector<int> overflowed;
    for (std::size_t row = 0; row < words.size(); ++row) {
      const count_type room =
          PagedBitmapShape::of(span_of(words[row])).pages_in(config.row_bytes - Ocean::Impl::team_counter_bytes);
      if (num_pages(words[row]) > room) overflowed.push_back(static_cast<int>(row));
    }
    expect_counted(product, setup, LaunchPagedCount{}, overflowed);
    expect_stored(
        pair, product, setup, LaunchPagedCount{}, overflowed,
        [&](std::size_t row, count_type) {
          return has_scratch_for_words(product.row_nnz[row], sizeof(Scalar), words[row]);
        },
        column_stride);
  }
}

TEST(CountPagedRows, ByHand) {
  for (const count_type pages : {1, 8})
    expect_hand_sizes(pages_config(words_of_rows(hand_pair()), pages), LaunchPagedCount{});
  expect_pages(hand_pair(), 1);
}

TEST(CountPagedRows, RandomRowsOfManyColumns) {
  for (const int lanes : {1, 4, 32, 128}) expect_pages(random_pair<double>(), 80, 1, lanes);
  expect_pages(random_pair<double>(false), 80);
  expect_pages(random_pair<double>(), 304, 7);
  expect_pages(random_pair<double>(), 304, 130);
}

TEST(CountPagedRows, DegenerateRows) {
  for (const auto& pair : degenerate_pairs()) expect_pages(pair, 128);
}

TEST(CountPagedRows, RowsWithMorePagesThanRoomOverflow) {
  expect_pages(random_pair<double>(), 1, 10);
  expect_pages(random_pair<double>(), 100, 130);
}

TEST(CountPagedRows, RowsThatHaveNoScratchLaterAreNotStored) {
  expect_wide_rows_left_out(pages_config(words_of_rows(random_pair<double>(), 40), 304), LaunchPagedCount{});
}

}  // namespace
