/// \file
/// \brief The columns of B in words of bitmaps by every launcher against a walk over its rows.

#include "ocean/kernels/size_prediction/gather_column_words.hpp"

#include <gtest/gtest.h>

#include "support/builders.hpp"
#include "support/checks.hpp"
#include "support/team_paths.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::BitmapWord;
using Ocean::Impl::WordOperand;

template <class Types>
class GatherColumnWords : public ::testing::Test {};
TYPED_TEST_SUITE(GatherColumnWords, AllIndexTypes);

/// Row after row: the number of its words, then position and bits of each.
using flat_words = std::vector<std::uint64_t>;

template <class Matrix>
flat_words words_of(const Matrix& matrix) {
  flat_words all;
  for (std::size_t row = 0; row < static_cast<std::size_t>(matrix.num_rows); ++row) {
    flat_words words;
    for (auto entry = matrix.row_map[row]; entry < matrix.row_map[row + 1]; ++entry) {
      const auto column = static_cast<std::uint64_t>(matrix.entries[static_cast<std::size_t>(entry)]);
      if (words.empty() || words[words.size() - 2] != column / 32) words.insert(words.end(), {column / 32, 0});
      words.back() |= std::uint64_t(1) << column % 32;
    }
    all.push_back(words.size() / 2);
    all.insert(all.end(), words.begin(), words.end());
  }
  return all;
}

template <class Matrix>
flat_words gather(const Matrix& matrix, const auto& launcher) {
  const auto device = to_device(matrix);
  const auto operand = device.operand();
  WordOperand<std::remove_const_t<decltype(operand)>> words;
  words.num_rows = operand.num_rows;
  words.num_cols = operand.num_cols;
  words.row_map = operand.row_map;
  const auto entries = make_view(std::vector<BitmapWord>(matrix.entries.size(), {7, 7}));
  const auto num_words = make_view(std::vector<std::uint32_t>(static_cast<std::size_t>(matrix.num_rows), 77));
  words.entries = entries;
  words.num_words = num_words;
  gather_column_words(launcher, operand, words);
  const auto all = to_vector(entries);
  const auto lengths = to_vector(num_words);
  flat_words flat;
  for (std::size_t row = 0; row < lengths.size(); ++row) {
    flat.push_back(lengths[row]);
    for (std::size_t word = 0; word < lengths[row]; ++word) {
      const BitmapWord& found = all[static_cast<std::size_t>(matrix.row_map[row]) + word];
      flat.insert(flat.end(), {found.position, found.bits});
    }
  }
  return flat;
}

template <class Matrix>
void expect_words(const Matrix& matrix) {
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    EXPECT_TRUE(same_integers("words", gather(matrix, launcher), words_of(matrix)));
  });
}

TYPED_TEST(GatherColumnWords, ByHand) {
  using matrix_type = HostCsr<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>;
  const matrix_type matrix{4, 200, {0, 5, 5, 6, 9}, {0, 1, 31, 32, 199, 64, 3, 2, 64}, {1, 1, 1, 1, 1, 1, 1, 1, 1}};
  const flat_words expected{3, 0, 0x80000003u, 1, 1, 6, 128, 0, 1, 2, 1, 2, 0, 12, 2, 1};
  for_each_launcher([&](const auto& launcher) {
    SCOPED_TRACE(to_string(launcher.path));
    EXPECT_TRUE(same_integers("words", gather(matrix, launcher), expected));
  });
}

TYPED_TEST(GatherColumnWords, RowsOfAllLengths) {
  using ordinal_type = typename TypeParam::ordinal_type;
  using offset_type = typename TypeParam::offset_type;
  for (const double mean : {3.0, 27.0, 200.0})
    for (const count_type num_cols : {500, 20000})
      expect_words(make_random<offset_type, ordinal_type, int>({.num_rows = 700,
                                                                .num_cols = num_cols,
                                                                .mean_row_nnz = mean,
                                                                .seed = static_cast<std::uint64_t>(num_cols),
                                                                .row_lengths = RowLengthLaw::power_law}));
}

/// Runs of columns that end where a lane, a step, a word or a row does.
TYPED_TEST(GatherColumnWords, RunsAcrossLanesAndSteps) {
  using matrix_type = HostCsr<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>;
  matrix_type matrix;
  matrix.row_map = {0};
  for (int row = 0; row < 90; ++row) {
    for (int column = row; column < 4 * row; ++column)
      matrix.entries.push_back(static_cast<typename TypeParam::ordinal_type>(column + column / (row + 1) * 5));
    matrix.row_map.push_back(static_cast<typename TypeParam::offset_type>(matrix.entries.size()));
  }
  matrix.num_rows = 90;
  matrix.num_cols = 1000;
  matrix.values.assign(matrix.entries.size(), 1);
  expect_words(matrix);
}

TYPED_TEST(GatherColumnWords, RowsInAnyOrderHaveWordsInTheirOrder) {
  using matrix_type = HostCsr<typename TypeParam::offset_type, typename TypeParam::ordinal_type, int>;
  expect_words(matrix_type{2, 100, {0, 6, 8}, {70, 3, 71, 4, 5, 5, 99, 98}, {1, 1, 1, 1, 1, 1, 1, 1}});
}

}  // namespace
