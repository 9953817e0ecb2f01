/// \file
/// \brief Bad input through the public API: the exact words, and C as it was.

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "ocean/stages/check_operands.hpp"
#include "product.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::ExecutionPath;
using Ocean::SpGEMMOptions;
using Ocean::Workflow;

const default_matrix matrix_2x3{2, 3, {0, 2, 3}, {0, 2, 1}, {1, 2, 3}};
const default_matrix matrix_3x2{3, 2, {0, 1, 1, 3}, {1, 0, 1}, {4, 5, 6}};

/// A call of the form for views with C holding something.
struct Call {
  DeviceCsr<int, int, double> a = to_device(matrix_2x3), b = to_device(matrix_3x2);
  DeviceCsr<int, int, double> c = to_device(default_matrix{1, 1, {0, 1}, {0}, {42}});
  count_type num_rows = 2, num_inner = 3, num_cols = 2;
  bool transpose_a = false, transpose_b = false;
  SpGEMMOptions options{.check_indices = true};

  void run() {
    Ocean::spgemm(test_exec_space{}, num_rows, num_inner, num_cols, a.row_map, a.entries, a.values, transpose_a,
                  b.row_map, b.entries, b.values, transpose_b, c.row_map, c.entries, c.values, options);
  }
};

/// The text of std::invalid_argument after \p change; checks that C holds what it held.
std::string text_of_call(const std::function<void(Call&)>& change, const SpGEMMOptions& options) {
  Call call;
  call.options = options;
  change(call);
  const auto before = call.c;
  const std::string text = error_text<std::invalid_argument>([&] { call.run(); });
  EXPECT_EQ(call.c.row_map.data(), before.row_map.data());
  EXPECT_EQ(call.c.entries.data(), before.entries.data());
  EXPECT_EQ(call.c.values.data(), before.values.data());
  EXPECT_EQ(to_vector(call.c.row_map), (std::vector{0, 1}));
  EXPECT_EQ(to_vector(call.c.entries), (std::vector{0}));
  EXPECT_EQ(to_vector(call.c.values), (std::vector{42.0}));
  return text;
}

/// The same text whatever the workflow and path, and whether the indices are checked first or when they are read.
std::string text_after(const std::function<void(Call&)>& change) {
  const std::string text = text_of_call(change, {.check_indices = true});
  for (const bool check_indices : {true, false})
    for (const NamedOptions& named : all_workflows_and_paths({.check_indices = check_indices}))
      EXPECT_EQ(text_of_call(change, named.options), text) << named.name << ", check_indices " << check_indices;
  return text;
}

TEST(SpgemmErrors, TheUnchangedCallWorks) {
  Call call;
  call.run();
  EXPECT_EQ(to_vector(call.c.row_map), (std::vector{0, 2, 2}));
}

TEST(SpgemmErrors, RowMapOfAnotherLength) {
  EXPECT_STREQ(text_after([](Call& call) { call.num_inner = 4; }).c_str(),
               "Ocean::spgemm: B: row_map has 4 offsets for 4 rows (need 5)");
  EXPECT_STREQ(text_after([](Call& call) { call.num_rows = 1; }).c_str(),
               "Ocean::spgemm: A: row_map has 3 offsets for 1 rows (need 2)");
}

TEST(SpgemmErrors, NegativeDimension) {
  EXPECT_STREQ(text_after([](Call& call) { call.num_cols = -2; }).c_str(),
               "Ocean::spgemm: B has -2 columns (need at least 0)");
}

TEST(SpgemmErrors, DimensionBeyondTheOrdinalType) {
  EXPECT_STREQ(text_after([](Call& call) { call.num_cols = 3000000000; }).c_str(),
               "Ocean::spgemm: B has 3000000000 columns (need at most 2147483647, the largest number of its ordinal "
               "type)");
}

TEST(SpgemmErrors, EntriesAndValuesOfDifferentLength) {
  EXPECT_STREQ(text_after([](Call& call) {
                 call.b.values = make_view({1.0, 2.0});
               }).c_str(),
               "Ocean::spgemm: B has 3 entries and 2 values (need the same number of both)");
}

TEST(SpgemmErrors, RowMapDoesNotStartAtZero) {
  EXPECT_STREQ(text_after([](Call& call) {
                 call.a.row_map = make_view({1, 2, 3});
               }).c_str(),
               "Ocean::spgemm: A: row_map(0) = 1 (need 0)");
}

TEST(SpgemmErrors, RowMapDecreases) {
  EXPECT_STREQ(text_after([](Call& call) {
                 call.b.row_map = make_view({0, 2, 1, 3});
               }).c_str(),
               "Ocean::spgemm: B: row_map(2) = 1 after row_map(1) = 2 (need offsets that never decrease)");
}

TEST(SpgemmErrors, RowMapEndsBeyondTheEntries) {
  EXPECT_STREQ(text_after([](Call& call) {
                 call.a.row_map = make_view({0, 2, 4});
               }).c_str(),
               "Ocean::spgemm: A: row_map(2) = 4 (need at most 3, the number of entries)");
}

TEST(SpgemmErrors, ColumnOutside) {
  EXPECT_STREQ(text_after([](Call& call) {
                 call.a.entries = make_view({0, 3, 1});
               }).c_str(),
               "Ocean::spgemm: A: entries(1) = 3 in row 0 (need a column below 3)");
  EXPECT_STREQ(text_after([](Call& call) {
                 call.b.entries = make_view({1, 0, -1});
               }).c_str(),
               "Ocean::spgemm: B: entries(2) = -1 in row 2 (need a column of at least 0)");
}

TEST(SpgemmErrors, InnerDimensionsOfCrsMatrices) {
  EXPECT_STREQ(
      error_text<std::invalid_argument>([] { multiply_on_device<default_matrix>(matrix_2x3, matrix_2x3); }).c_str(),
      "Ocean::spgemm: A [2 x 3] and B [2 x 3] (need as many columns of A as rows of B)");
}

TEST(SpgemmErrors, ACrsMatrixKeepsItsEntriesWhenTheProductThrows) {
  using matrix_type = crs_matrix<int, int, double>;
  const auto a = to_crs_matrix(matrix_2x3);
  matrix_type c = to_crs_matrix(default_matrix{1, 1, {0, 1}, {0}, {42}});
  EXPECT_THROW(c = Ocean::spgemm<matrix_type>(test_exec_space{}, a, false, a, false), std::invalid_argument);
  EXPECT_EQ(to_host(c).values, (std::vector{42.0}));
}

TEST(SpgemmErrors, TransposedOperandsOfOtherShapes) {
  EXPECT_STREQ(text_after([](Call& call) { call.transpose_a = true; }).c_str(),
               "Ocean::spgemm: A: row_map has 3 offsets for 3 rows (need 4)");
  EXPECT_STREQ(text_after([](Call& call) { call.transpose_b = true; }).c_str(),
               "Ocean::spgemm: B: row_map has 4 offsets for 2 rows (need 3)");
}

TEST(SpgemmErrors, InnerDimensionsOfTransposedCrsMatrices) {
  using matrix_type = crs_matrix<int, int, double>;
  const auto a = to_crs_matrix(matrix_2x3), b = to_crs_matrix(matrix_3x2);
  const auto text = [&](bool transpose_a, bool transpose_b) {
    return error_text<std::invalid_argument>(
        [&] { (void)Ocean::spgemm<matrix_type>(test_exec_space{}, a, transpose_a, b, transpose_b); });
  };
  EXPECT_STREQ(text(true, false).c_str(),
               "Ocean::spgemm: op(A) [3 x 2] and B [3 x 2] (need as many columns of op(A) as rows of B)");
  EXPECT_STREQ(text(false, true).c_str(),
               "Ocean::spgemm: A [2 x 3] and op(B) [2 x 3] (need as many columns of A as rows of op(B))");
  EXPECT_STREQ(text(true, true).c_str(), "nothing was thrown");
}

TEST(SpgemmErrors, NativePathWhereThereIsNone) {
  if (Ocean::Impl::NativeLaunch<test_exec_space>::available) GTEST_SKIP() << "this space has a native launch";
  EXPECT_STREQ(text_of_call([](Call&) {}, {.path = ExecutionPath::native}).c_str(),
               (std::string("Ocean::spgemm: path native on ") + test_exec_space::name() +
                " (need a space with a native launch: Cuda compiled by nvcc)")
                   .c_str());
}

TEST(SpgemmErrors, HostPathOnADevice) {
  if (Ocean::Impl::is_host_space_v<test_exec_space>) GTEST_SKIP() << "this is a host space";
  EXPECT_STREQ(
      text_of_call([](Call&) {}, {.path = ExecutionPath::host}).c_str(),
      (std::string("Ocean::spgemm: path host on ") + test_exec_space::name() + " (need a host execution space)")
          .c_str());
}

TEST(SpgemmErrors, AFaultWithoutProductsIsFoundToo) {
  EXPECT_STREQ(text_after([](Call& call) { call.num_cols = 0; }).c_str(),
               "Ocean::spgemm: B: entries(0) = 1 in row 0 (need a column below 0)");
}

/// Corrupts one element of A or B; every corruption is named or harmless, none is followed.
TEST(SpgemmErrors, RandomCorruptionsAreNamedOrHarmless) {
  using Ocean::Impl::check_operand;
  RandomNumbers random(81);
  int num_named = 0, num_harmless = 0;
  for (int round = 0; round < 60; ++round) {
    default_matrix operands[] = {make_default({.num_rows = 70, .num_cols = 50, .seed = random.next()}),
                                 make_default({.num_rows = 50, .num_cols = 90, .seed = random.next()})};
    default_matrix& target = operands[random.below(2)];
    std::vector<int>& indices = random.below(2) == 0 ? target.row_map : target.entries;
    const int bad_values[] = {-1, 100, static_cast<int>(random.below(200)), std::numeric_limits<int>::max(),
                              std::numeric_limits<int>::min()};
    indices[random.below(static_cast<std::int64_t>(indices.size()))] = bad_values[random.below(5)];
    const auto a = to_device(operands[0]), b = to_device(operands[1]);
    const std::string expected = error_text<std::invalid_argument>([&] {
      check_operand(test_exec_space{}, a.operand(), "A", true);
      check_operand(test_exec_space{}, b.operand(), "B", true);
    });
    const bool is_named = expected != "nothing was thrown";
    ++(is_named ? num_named : num_harmless);
    for (const NamedOptions& named : all_workflows_and_paths({.check_indices = false})) {
      const auto multiply = [&] {
        const auto c = multiply_on_device<default_matrix>(operands[0], operands[1], named.options);
        EXPECT_TRUE(matches(c, Ocean::Impl::multiply_gustavson<int, int, double>(operands[0], operands[1])));
      };
      EXPECT_EQ(error_text<std::invalid_argument>(multiply), expected) << "round " << round << ", " << named.name;
    }
  }
  EXPECT_GT(num_named, 20);
  EXPECT_GT(num_harmless, 0);
}

TEST(SpgemmErrors, InvalidOptions) {
  EXPECT_STREQ(text_of_call([](Call&) {}, {.sketch_registers = 48}).c_str(),
               "Ocean::options: sketch_registers is 48 (need 0, 32, 64 or 128)");
  EXPECT_STREQ(text_of_call([](Call&) {}, {.expansion = -1.0}).c_str(),
               "Ocean::options: expansion is -1 (need 0, or a factor from 1e-06 to 1e+06)");
}

}  // namespace
