// backends: Serial
/// \file
/// \brief Hash, registers and estimate of a HyperLogLog sketch; a statistics test of the estimate's error.

#include "ocean/sketch/hyperloglog.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "support/checks.hpp"
#include "support/random_numbers.hpp"

namespace {

using Ocean::Impl::estimate_cardinality;
using Ocean::Impl::hash_column;
using Ocean::Impl::insert_column;
using Ocean::Impl::register_index;
using Ocean::Impl::register_rank;
using Ocean::Impl::RegisterSums;
using Ocean::Testing::RandomNumbers;

TEST(HashColumn, KnownValuesInEveryOrdinalType) {
  EXPECT_EQ(hash_column(0), 0x01FCE552u);
  EXPECT_EQ(hash_column(1), 0xA4F7896Cu);
  EXPECT_EQ(hash_column(std::int64_t(5)), 0x0F8B8B36u);
  EXPECT_EQ(hash_column(std::size_t(5)), hash_column(short(5)));
}

TEST(HashColumn, EveryBitOfA64BitColumnCounts) {
  std::set<std::uint32_t> hashes{hash_column(std::int64_t(12345))};
  for (int bit = 0; bit < 63; ++bit) hashes.insert(hash_column(std::int64_t(12345) ^ (std::int64_t(1) << bit)));
  EXPECT_EQ(hashes.size(), 64u);
}

TEST(Register, IndexIsTheLowBitsAndRankTheLeadingZeros) {
  EXPECT_EQ(register_index<32>(0xFFFFFFE5u), 0x05);
  EXPECT_EQ(register_index<64>(0xFFFFFFE5u), 0x25);
  EXPECT_EQ(register_index<128>(0xFFFFFFE5u), 0x65);
  EXPECT_EQ(register_rank<32>(0x80000000u), 1u);
  EXPECT_EQ(register_rank<32>(0x40000000u), 2u);
  EXPECT_EQ(register_rank<32>(0x00000040u), 26u);
}

TEST(Register, RanksEndWhereTheIndexBeginsOrThePowersOfTwoDo) {
  EXPECT_EQ(register_rank<32>(0u), 27u);
  EXPECT_EQ(register_rank<64>(0u), 27u);
  EXPECT_EQ(register_rank<128>(0u), 26u) << "the seven bits of the index must not lengthen the run of zeros";
  EXPECT_EQ(register_rank<128>(0x7Fu), register_rank<128>(0u));
  EXPECT_EQ(register_rank<32>(0x1Fu), register_rank<32>(0u));
}

TEST(EstimateCardinality, ByHand) {
  RegisterSums empty;
  for (int index = 0; index < 64; ++index) empty.add(0u);
  EXPECT_EQ(estimate_cardinality<64>(empty), 0.0) << "64 ln(64 / 64)";
  RegisterSums full;
  for (int index = 0; index < 64; ++index) full.add(2u);
  EXPECT_DOUBLE_EQ(estimate_cardinality<64>(full), 0.709 * 64 * 4) << "alpha m^2 / (m / 4), no register is zero";
  RegisterSums half;
  for (int index = 0; index < 16; ++index) {
    half.add(0u);
    half.add(1u);
  }
  EXPECT_DOUBLE_EQ(estimate_cardinality<32>(half), 32 * std::log(2.0)) << "linear counting: half of 32 are zero";
}

TEST(EstimateCardinality, LinearCountingEndsAtItsRatio) {
  // One register is zero, the others r: the raw estimate passes 2.5 m between r = 1 and r = 2 for m = 64.
  const auto with_one_zero = [](std::uint32_t rank) {
    RegisterSums sums;
    sums.add(0u);
    for (int index = 1; index < 64; ++index) sums.add(rank);
    return estimate_cardinality<64>(sums);
  };
  EXPECT_DOUBLE_EQ(with_one_zero(1u), 64 * std::log(64.0));
  EXPECT_DOUBLE_EQ(with_one_zero(2u), 0.709 * 64 * 64 / (1 + 63 / 4.0));
}

TEST(EstimateCardinality, WordsAndBytesAgree) {
  std::vector<std::uint8_t> registers(128);
  RandomNumbers random(11);
  for (auto& rank : registers) rank = static_cast<std::uint8_t>(random.below(8));
  RegisterSums sums;
  for (int word = 0; word < 32; ++word)
    sums.add_word(static_cast<std::uint32_t>(registers[4 * word]) | registers[4 * word + 1] << 8 |
                  registers[4 * word + 2] << 16 | registers[4 * word + 3] << 24);
  EXPECT_DOUBLE_EQ(estimate_cardinality<128>(sums), estimate_cardinality<128>(registers.data()));
}

TEST(DispatchSketchWidth, ErrorsNameThePlaceAndTheNumber) {
  EXPECT_EQ(Ocean::Testing::error_text<std::invalid_argument>(
                [] { Ocean::Impl::dispatch_sketch_width("here", 16, [](auto) {}); }),
            "Ocean::here: sketches of 16 registers (need 32, 64 or 128)");
}

/// \brief A family of column sets, as rows of matrices have them.
struct ColumnPattern {
  const char* name;
  std::int64_t stride;
  int run;  ///< consecutive columns before the stride
};

/// The \p position th column of a row whose first is \p first.
std::int64_t column_of(const ColumnPattern& pattern, std::int64_t first, int position) {
  return first + position / pattern.run * pattern.stride + position % pattern.run;
}

/// Mean and root mean square of the relative error over \p num_rows rows of \p row_nnz columns.
struct ErrorStatistics {
  double mean = 0.0, root_mean_square = 0.0;
};
template <int NumRegisters>
ErrorStatistics measure(const ColumnPattern& pattern, int row_nnz, int num_rows) {
  RandomNumbers random(2026);
  ErrorStatistics statistics;
  for (int row = 0; row < num_rows; ++row) {
    std::vector<std::uint8_t> registers(NumRegisters, 0);
    // First columns are far apart, so that the rows' errors are nearly independent.
    const std::int64_t first = random.below(std::int64_t(1) << 30);
    for (int position = 0; position < row_nnz; ++position)
      insert_column<NumRegisters>(registers.data(), column_of(pattern, first, position));
    const double error = estimate_cardinality<NumRegisters>(registers.data()) / row_nnz - 1.0;
    statistics.mean += error / num_rows;
    statistics.root_mean_square += error * error / num_rows;
  }
  statistics.root_mean_square = std::sqrt(statistics.root_mean_square);
  return statistics;
}

constexpr ColumnPattern patterns[] = {{"a run", 1, 1},          {"blocks of 3 in a grid", 3000, 9},
                                      {"stride 64", 64, 1},     {"stride 1000", 1000, 1},
                                      {"stride 1024", 1024, 1}, {"stride 2^20", 1 << 20, 1}};

// The relative error of an estimate has deviation s = 1.04 / sqrt(m) [FFGM07, Theorem 1] beyond the range of linear
// counting. Over N independent rows the mean error has deviation s / sqrt(N), and the root mean square of the error
// deviates from s by about s / sqrt(2 N). The bounds allow four of these deviations (6 in 100 000 by chance) and 2 %
// more, because 8 columns a register are not yet the limit of large sets. Structured columns may do better than that.
template <int NumRegisters>
void expect_error_of_theory() {
  const int num_rows = 2000;
  const double deviation = 1.04 / std::sqrt(double(NumRegisters));
  for (const ColumnPattern& pattern : patterns) {
    SCOPED_TRACE(::testing::Message() << NumRegisters << " registers, " << pattern.name);
    const ErrorStatistics statistics = measure<NumRegisters>(pattern, 8 * NumRegisters, num_rows);
    EXPECT_LT(std::abs(statistics.mean), 4.0 * deviation / std::sqrt(double(num_rows)) + 0.02);
    EXPECT_LT(statistics.root_mean_square, deviation * (1.02 + 4.0 / std::sqrt(2.0 * num_rows)));
  }
}
TEST(EstimateCardinality, HasTheErrorOfTheoryOnEveryPattern) {
  expect_error_of_theory<32>();
  expect_error_of_theory<64>();
  expect_error_of_theory<128>();
}

// Linear counting of n columns in m registers, t = n / m: deviation sqrt(m (e^t - t - 1)) / n [Whang, Vander-Zanden,
// Taylor, ACM TODS 1990, equation 10]. At t = 1 that is 0.85 / sqrt(m), and its bias (e^t - t - 1) / (2 n) is 0.36 / m.
template <int NumRegisters>
void expect_linear_counting() {
  const int num_rows = 2000;
  const double deviation = std::sqrt(NumRegisters * (std::exp(1.0) - 2.0)) / NumRegisters;
  for (const ColumnPattern& pattern : patterns) {
    SCOPED_TRACE(::testing::Message() << NumRegisters << " registers, " << pattern.name);
    const ErrorStatistics statistics = measure<NumRegisters>(pattern, NumRegisters, num_rows);
    EXPECT_LT(std::abs(statistics.mean), 4.0 * deviation / std::sqrt(double(num_rows)) + 1.0 / NumRegisters);
    EXPECT_LT(statistics.root_mean_square, deviation * (1.0 + 4.0 / std::sqrt(2.0 * num_rows)) + 1.0 / NumRegisters);
  }
}
TEST(EstimateCardinality, ShortRowsAreCountedLinearly) {
  expect_linear_counting<32>();
  expect_linear_counting<64>();
  expect_linear_counting<128>();
}

}  // namespace
