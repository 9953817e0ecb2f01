/// \file
/// \brief When C is a dense array, how A's entries are shared then, and where the arrays lie.

#include "ocean/stages/dense_c.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <vector>

#include "support/engine_types.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::SpGEMMOptions;
using Ocean::Impl::count_type;
using Ocean::Impl::plan_dense_c;

/// Of 50 processors, so that 800 teams share A's entries.
constexpr Ocean::Impl::TeamLimits limits{.scratch_bytes_max = 40000, .num_units = 50};
static_assert(Ocean::Impl::dense_c_teams_per_unit * limits.num_units == 800);

/// \brief Entries of A for each team, or 0: operands of which only the shapes matter.
template <class Scalar = double>
count_type share_of(count_type num_rows, count_type num_inner, count_type num_cols, std::size_t nnz_a,
                    std::size_t nnz_b, const SpGEMMOptions& options = {}) {
  operand_type a, b;
  a.num_rows = num_rows;
  a.num_cols = b.num_rows = num_inner;
  b.num_cols = num_cols;
  const int* const no_columns = nullptr;
  a.entries = operand_type::entries_type(no_columns, nnz_a);
  b.entries = operand_type::entries_type(no_columns, nnz_b);
  return plan_dense_c<Scalar>(limits, problem_type{a, b}, options).share_entries;
}

TEST(DenseC, IsChosenForFewRowsAndColumns) {
  EXPECT_GT(share_of(1024, 50000, 1024, 100000, 100000), 0);
  EXPECT_EQ(share_of(1025, 50000, 1024, 100000, 100000), 0) << "too many entries";
  EXPECT_GT(share_of(4096, 50000, 256, 100000, 100000), 0);
  EXPECT_EQ(share_of(4097, 50000, 10, 100000, 100000), 0) << "too many rows";
  EXPECT_GT(share_of(256, 50000, 4096, 100000, 100000), 0);
  EXPECT_EQ(share_of(10, 50000, 4097, 100000, 100000), 0) << "too many columns";
  EXPECT_EQ(share_of(10, 10, 10, 100, 100, {.thresholds = {.dense_c_entries_max = 0}}), 0);
  EXPECT_EQ(share_of(10, 10, 10, 100, 100, {.thresholds = {.dense_c_entries_max = 99}}), 0);
  EXPECT_GT(share_of(10, 10, 10, 100, 100, {.thresholds = {.dense_c_entries_max = 100}}), 0);
}

TEST(DenseC, HasARowInScratch) {
  EXPECT_GT(share_of<double>(10, 100, 4096, 100, 100), 0) << "33,344 of 40,000 bytes";
  EXPECT_EQ(share_of<std::complex<double>>(10, 100, 4096, 100, 100), 0);
  EXPECT_GT(share_of<std::complex<double>>(10, 100, 2400, 100, 100), 0);
  EXPECT_GT(share_of(10, 100, 1000, 100, 100, {.scratch_limit_bytes = 8192}), 0);
  EXPECT_EQ(share_of(10, 100, 1000, 100, 100, {.scratch_limit_bytes = 8191}), 0);
}

TEST(DenseC, TeamsShareEntriesOfA) {
  EXPECT_EQ(share_of(10, 1000, 10, 800001, 1000), 1024) << "1024 products, where rows of B have one entry";
  EXPECT_EQ(share_of(10, 1000, 10, 8000000, 1000), 10000) << "a share for each of 800 teams";
  EXPECT_EQ(share_of(10, 1000, 10, 800001, 3000), 1001) << "the same, beyond the 342 entries of 1024 products";
  EXPECT_EQ(share_of(100, 1000, 10, 300, 3000), 3) << "no more than a row of A";
  EXPECT_EQ(share_of(100, 1000, 10, 1, 3000), 1);
}

TEST(DenseC, IsLeftToTheLibraryByDefaultOnly) {
  EXPECT_TRUE(Ocean::Impl::leaves_choice({}));
  EXPECT_TRUE(Ocean::Impl::leaves_choice({.deterministic = true, .check_indices = true}));
  for (const auto workflow : {Ocean::Workflow::symbolic, Ocean::Workflow::upper_bound, Ocean::Workflow::hyperloglog})
    EXPECT_FALSE(Ocean::Impl::leaves_choice({.workflow = workflow}));
  EXPECT_FALSE(Ocean::Impl::leaves_choice({.accumulators = {.esc = false}}));
  EXPECT_FALSE(Ocean::Impl::leaves_choice({.accumulators = {.dense = false}}));
}

template <class T>
std::uintptr_t begin_of(T* begin) {
  return reinterpret_cast<std::uintptr_t>(begin);
}
template <class T>
std::uintptr_t end_of(T* begin, count_type count) {
  return begin_of(begin + count);
}

template <class Scalar>
void expect_layout(count_type num_rows, count_type num_cols) {
  const Ocean::Impl::DenseCLayout<Scalar> layout{num_rows, num_cols};
  std::vector<std::uint64_t> words(static_cast<std::size_t>(layout.num_words()));
  const auto c = layout.place(words.data());
  EXPECT_EQ(c.words_per_row, (num_cols + 31) / 32);
  EXPECT_EQ(c.word_begin, nullptr);
  EXPECT_EQ(c.first_row, nullptr);
  EXPECT_EQ(begin_of(c.sums), begin_of(words.data()));
  EXPECT_LE(end_of(c.sums, num_rows * num_cols), begin_of(c.bits));
  EXPECT_LE(end_of(c.bits, num_rows * c.words_per_row), begin_of(c.progress));
  EXPECT_LE(end_of(c.progress, num_rows), begin_of(c.row_nnz));
  EXPECT_LE(end_of(c.row_nnz, num_rows + 1), begin_of(c.counters));
  EXPECT_LE(end_of(c.counters, Ocean::Impl::num_dense_counters), begin_of(layout.totals(words.data())));
  EXPECT_EQ(end_of(layout.totals(words.data()), Ocean::Impl::num_dense_totals),
            end_of(words.data(), layout.num_words()));
}

TEST(DenseC, ArraysLieOneBehindTheOther) {
  for (const auto& [num_rows, num_cols] : {std::pair(1, 1), std::pair(3, 33), std::pair(7, 64)}) {
    expect_layout<double>(num_rows, num_cols);
    expect_layout<float>(num_rows, num_cols);
    expect_layout<std::complex<double>>(num_rows, num_cols);
  }
}

TEST(DenseC, PlacesTakeTheRoomOfSums) {
  for (const auto& [num_rows, num_cols] : {std::pair(1, 1), std::pair(3, 33), std::pair(7, 64)}) {
    const Ocean::Impl::DenseCLayout<double> layout{num_rows, num_cols, Ocean::Impl::DenseCParts::places, 11};
    std::vector<std::uint64_t> words(static_cast<std::size_t>(layout.num_words()));
    const auto c = layout.place(words.data());
    const count_type num_bit_words = num_rows * c.words_per_row;
    EXPECT_EQ(c.sums, nullptr);
    EXPECT_EQ(begin_of(c.bits), begin_of(words.data()));
    EXPECT_LE(end_of(c.bits, num_bit_words), begin_of(c.word_begin));
    EXPECT_LE(end_of(c.word_begin, num_bit_words), begin_of(c.first_row));
    EXPECT_LE(end_of(c.first_row, 11), begin_of(c.progress));
    EXPECT_LE(end_of(c.progress, num_rows), begin_of(c.row_nnz));
    EXPECT_LE(end_of(c.row_nnz, num_rows + 1), begin_of(c.counters));
    EXPECT_EQ(end_of(layout.totals(words.data()), Ocean::Impl::num_dense_totals),
              end_of(words.data(), layout.num_words()));
  }
}

}  // namespace
