/// \file
/// \brief Both reports of a run made by hand, and the comparison with the reference that they show.
// once: OpenMP

#include "../../src/ocean_spgemm/json_report.hpp"
#include "../../src/ocean_spgemm/text_report.hpp"
#include "program_test_support.hpp"

namespace Ocean::Testing {
namespace {

using Program::CsrSpan;
using Program::RunSummary;

RunSummary make_run() {
  RunSummary run;
  run.file_a = "a \"quoted\"\\.mtx";
  run.scalar = "real";
  run.backend = "cuda";
  run.machine = "NVIDIA H200";
  SpGEMMReport& report = run.report;
  report.num_rows = report.num_inner = report.num_cols = 1000;
  report.nnz_a = report.nnz_b = 12345;
  report.nnz_c = 100000;
  report.total_products = 1234567;
  report.max_row_products = 4321;
  report.expansion_ratio = 100.0;
  report.sampled_compression = 12.25;
  report.sampled_compression_bound = 0.0125;
  report.sampled_rows = 600;
  report.path = ExecutionPath::native;
  report.workflow = Workflow::hyperloglog;
  report.workflow_reason =
      "a reason of many words that goes on and on, far beyond the width of any terminal, so that it "
      "has to be broken into several lines";
  report.sketch_registers = 64;
  report.expansion = 1.5;
  report.overflowed_rows = 3;
  report.configurations = {{"hash_2", 900, 16000, 256}, {"empty", 0, 0, 0}, {"dense_0", 100, 0, 0}};
  report.stage_times = {{"analysis", 0.25e-3}, {"numeric", 0.75e-3}};
  report.peak_bytes = 3000000;
  report.peak_workspace_bytes = 1800000;
  report.estimated_workspace_bytes = 1900000;
  report.num_chunks = 7;
  report.matrix_bytes = 1500000;
  run.seconds = {1e-3, 2e-3, 4e-3};
  run.rates.memory_bytes_per_s = 4.3e12;
  run.limit.terms = {{"memory", 0.2e-3}, {"l2", 0.5e-3}};
  run.limit.seconds = 0.5e-3;
  run.limit.binding = "l2";
  return run;
}

TEST(TextReport, NamesEverythingWithin100Columns) {
  RunSummary run = make_run();
  run.checked = true;
  run.check.passed = true;
  run.check.largest_error = 2.5e-16;
  run.output = "c.mtx";
  const std::string text = Program::text_report(run);
  for (const char* part : {"1,234,567",
                           "12.2 +- 1.2 % from 600 rows",
                           "hll: a reason",
                           "64 registers",
                           "3 rows (0.3 %)",
                           "hash_2",
                           "90.0 %",
                           "16.0 kB",
                           "analysis",
                           "250 us",
                           "25.0 %",
                           "2.00 ms, median of 3 (1.00 ms to 4.00 ms)",
                           "1.23 GFLOPS",
                           "peak 3.00 MB (work 1.80 MB, estimated 1.90 MB, and C), 2.00 x the 1.50 MB",
                           "7 of rows, one after the other",
                           "25.0 % of the hardware limit, 500 us",
                           "rows of B from L2",
                           "values to 2.5e-16 of |A||B|",
                           "c.mtx",
                           "NVIDIA H200",
                           "native path"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  EXPECT_EQ(text.find("empty"), std::string::npos);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(end - begin, Program::report_columns) << text.substr(begin, end - begin);
    begin = end + 1;
  }
}

TEST(TextReport, SaysWhatFailedAndWhatIsUnknown) {
  RunSummary run = make_run();
  run.checked = true;
  run.check.difference = "row 3 is wrong";
  run.limit = {};
  const std::string text = Program::text_report(run);
  EXPECT_NE(text.find("FAILED: row 3 is wrong"), std::string::npos);
  EXPECT_NE(text.find("not known"), std::string::npos);
}

TEST(JsonReport, IsOneLineWithQuotedTextAndAllNumbers) {
  RunSummary run = make_run();
  run.report.sampled_compression = std::numeric_limits<double>::quiet_NaN();
  const std::string json = Program::json_report(run);
  EXPECT_EQ(json.find('\n'), json.size() - 1);
  for (const char* part :
       {"\"file_a\": \"a \\\"quoted\\\"\\\\.mtx\"", "\"products\": 1234567", "\"sampled_compression_ratio\": null",
        "\"workflow\": \"hll\"", "\"overflowed_rows\": 3", "\"seconds\": 0.002",
        "\"all_seconds\": [0.001, 0.002, 0.004]",
        "{\"configuration\": \"hash_2\", \"rows\": 900, \"scratch_bytes\": 16000, \"team_size\": 256}",
        "{\"stage\": \"analysis\", \"seconds\": 0.00025, \"share\": 0.25}",
        "\"limit_terms\": {\"memory\": 2e-04, \"l2\": 5e-04}", "\"fraction_of_limit\": 0.25", "\"peak_bytes\": 3000000",
        "\"estimated_workspace_bytes\": 1900000", "\"num_chunks\": 7", "\"aat\": false"})
    EXPECT_NE(json.find(part), std::string::npos) << part << "\n" << json;
}

TEST(TextFormat, NumbersAndUnits) {
  EXPECT_EQ(Program::with_commas(0), "0");
  EXPECT_EQ(Program::with_commas(999), "999");
  EXPECT_EQ(Program::with_commas(-1000), "-1,000");
  EXPECT_EQ(Program::with_commas(1234567890123), "1,234,567,890,123");
  EXPECT_EQ(Program::format_seconds(1.5e-7), "150 ns");
  EXPECT_EQ(Program::format_seconds(12.34e-3), "12.3 ms");
  EXPECT_EQ(Program::format_seconds(123.4), "123 s");
  EXPECT_EQ(Program::format_bytes(999), "999 B");
  EXPECT_EQ(Program::format_bytes(4.3e12), "4.30 TB");
}

/// C of one row and two entries, and its reference.
class CheckProduct : public ::testing::Test {
 protected:
  Program::CheckResult check() const {
    return Program::compare_with_reference(CsrSpan<double>{1, 9, row_map, entries, values}, reference);
  }
  Impl::ReferenceProduct<std::size_t, int, double> reference = {{1, 9, {0, 2}, {3, 5}, {1.0, -2.0}}, {1.0, 4.0}};
  std::vector<std::size_t> row_map = {0, 2};
  std::vector<int> entries = {3, 5};
  std::vector<double> values = {1.0, -2.0};
};

TEST_F(CheckProduct, PassesTheSameBitsAndValuesWithinTheTolerance) {
  EXPECT_TRUE(check().passed && check().identical);
  values[1] += 2e-12;
  EXPECT_TRUE(check().passed);
  EXPECT_FALSE(check().identical);
  EXPECT_NEAR(check().largest_error, 5e-13, 1e-15);
}

TEST_F(CheckProduct, FindsWrongValuesColumnsOffsetsAndNotNumbers) {
  values[1] = -2.5;
  EXPECT_EQ(check().difference, "the value in row 0, column 5 of C differs by 0.5 (need at most 4e-12)");
  values[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(check().difference, "the value in row 0, column 5 of C is nan (need -2)");
  EXPECT_FALSE(check().passed);
  entries[1] = 4;
  EXPECT_EQ(check().difference, "entry 1 of row 0 of C is in column 4 (need 5)");
  row_map[1] = 1;
  EXPECT_EQ(check().difference, "row 0 of C lies in [0, 1) (need [0, 2))");
  row_map.push_back(1);
  EXPECT_EQ(check().difference, "C has 3 offsets (need 2)");
  row_map = {0, 2};
  entries.pop_back();
  EXPECT_EQ(check().difference, "C has 1 entries (need 2)");
  EXPECT_FALSE(check().passed);
}

TEST_F(CheckProduct, TakesWhatIsNotANumberOrInfiniteWhereTheReferenceIs) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const double special : {nan, inf, -inf}) {
    reference.values[0] = values[0] = special;
    reference.magnitude[0] = std::abs(special);
    values[1] = -2.0;
    EXPECT_EQ(check().difference, "");
    EXPECT_TRUE(check().passed && check().identical);
    values[1] += 2e-12;
    EXPECT_TRUE(check().passed);
    EXPECT_NEAR(check().largest_error, 5e-13, 1e-15);
  }
  values[0] = inf;
  EXPECT_EQ(check().difference, "the value in row 0, column 3 of C is inf (need -inf)");
  values[0] = 3.0;
  EXPECT_EQ(check().difference, "the value in row 0, column 3 of C is 3 (need -inf)");
  reference.values[0] = nan;
  reference.magnitude[0] = inf;
  EXPECT_EQ(check().difference, "the value in row 0, column 3 of C is 3 (need nan)");
  reference.values[0] = 3.0;
  values[0] = nan;
  EXPECT_EQ(check().difference, "the value in row 0, column 3 of C is nan (need 3)");
  EXPECT_FALSE(check().passed);
}

TEST(CheckComplexProduct, ComparesThePartsByThemselves) {
  using Program::complex_type;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::size_t> row_map = {0, 0, 1};
  const std::vector<int> entries = {4};
  const Impl::ReferenceProduct<std::size_t, int, complex_type> reference = {
      {2, 9, {0, 0, 1}, {4}, {complex_type(nan, 2.0)}}, {4.0}};
  const auto difference = [&](const complex_type& value) {
    const std::vector<complex_type> values = {value};
    return Program::compare_with_reference(CsrSpan<complex_type>{2, 9, row_map, entries, values}, reference).difference;
  };
  EXPECT_EQ(difference({nan, 2.0}), "");
  EXPECT_EQ(difference({nan, 2.0 + 1e-12}), "");
  EXPECT_EQ(difference({nan, 2.5}), "the value in row 1, column 4 of C differs by 0.5 (need at most 4e-12)");
  EXPECT_EQ(difference({1.0, 2.0}), "the value in row 1, column 4 of C is (1,2) (need (nan,2))");
}

}  // namespace
}  // namespace Ocean::Testing
