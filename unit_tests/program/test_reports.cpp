/// \file
/// \brief Both reports of a run made by hand, and the comparison with the reference that they show.
// once: OpenMP

#include <nlohmann/json.hpp>

#include "../../src/ocean_spgemm/html_report.hpp"
#include "../../src/ocean_spgemm/json_report.hpp"
#include "../../src/ocean_spgemm/text_report.hpp"
#include "ocean/accumulators/host_accumulator_choice.hpp"
#include "ocean/tuning/accumulator_table.hpp"
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
  run.skip_zeros = SkipZeros::of_both;
  report.skipped_zeros = 2345678;
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
  report.seconds = 1.25e-3;
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
  run.stages_timed_apart = true;
  run.compared = {{"KokkosKernels 5.0.2", "", {3e-3, 5e-3, 8e-3}, {1.5, 2.5, 4.0}, run.check},
                  {"another", "no memory", {}, {}, {}}};
  const std::string text = Program::text_report(run);
  for (const char* part : {"1,234,567",
                           "\nzeros       2,345,678 skipped, of both operands\n",
                           "12.2 +- 1.2 % from 600 rows",
                           "hll: a reason",
                           "64 registers",
                           "3 rows (0.3 %)",
                           "hash_2",
                           "90.0 %",
                           "16.0 kB",
                           "analysis",
                           "250 us",
                           "20.0 %",
                           "(between stages)",
                           "\nstage (own run)",
                           "array over the row's columns",
                           "KokkosKernels 5.0.2: 5.00 ms, median of 3 (3.00 ms to 8.00 ms); Ocean 2.50 x",
                           "(1.50 to 4.00)",
                           "another: failed: no memory",
                           "2.00 ms, median of 3 (1.00 ms to 4.00 ms)",
                           "1.23 GFLOPS",
                           "peak 3.00 MB (work 1.80 MB, estimated 1.90 MB, and C), 2.00 x the 1.50 MB",
                           "7, one after the other",
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

TEST(SkippedZeros, AreNamedInEveryReportIfTheyWereAskedFor) {
  RunSummary run = make_run();
  for (const auto& [skip_zeros, text] : {std::pair(SkipZeros::of_a, "1,000 skipped, of the left operand"),
                                         std::pair(SkipZeros::of_b, "1,000 skipped, of the right operand")}) {
    run.skip_zeros = skip_zeros;
    run.report.skipped_zeros = 1000;
    EXPECT_NE(Program::text_report(run).find(std::string("\nzeros       ") + text + "\n"), std::string::npos);
    EXPECT_NE(Program::html_report(run).find(std::string("<b>Zeros</b> ") + text + "</p>"), std::string::npos);
  }
  run.skip_zeros = SkipZeros::none;
  run.report.skipped_zeros = 0;
  EXPECT_EQ(Program::text_report(run).find("\nzeros"), std::string::npos);
  EXPECT_EQ(Program::html_report(run).find("<b>Zeros"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(Program::json_report(run))["skip_zeros"], "none");
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

TEST(JsonReport, IsOneLineThatParsesWithEveryNumber) {
  RunSummary run = make_run();
  run.report.sampled_compression = std::numeric_limits<double>::quiet_NaN();
  run.file_b = "latin1 \xe9.mtx";
  run.stages_timed_apart = true;
  run.checked = true;
  run.check.passed = true;
  run.compared = {{"KokkosKernels 5.0.2", "", {3e-3, 5e-3, 8e-3}, {1.5, 2.5, 4.0}, run.check},
                  {"another", "no memory", {}, {}, {}}};
  const std::string text = Program::json_report(run);
  EXPECT_EQ(text.find('\n'), text.size() - 1);
  EXPECT_TRUE(text.starts_with("{\"file_a\":")) << "members in the order of the report";
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["file_a"], "a \"quoted\"\\.mtx");
  EXPECT_EQ(json["file_b"], "latin1 \xef\xbf\xbd.mtx");
  EXPECT_EQ(json["aat"], false);
  EXPECT_EQ(json["skip_zeros"], "both");
  EXPECT_EQ(json["skipped_zeros"], 2345678);
  EXPECT_EQ(json["products"], 1234567);
  EXPECT_TRUE(json["sampled_compression_ratio"].is_null());
  EXPECT_EQ(json["workflow"], "hll");
  EXPECT_EQ(json["overflowed_rows"], 3);
  EXPECT_EQ(json["seconds"], 0.002);
  EXPECT_EQ(json["all_seconds"], nlohmann::json({0.001, 0.002, 0.004}));
  EXPECT_EQ(json["configurations"][0]["configuration"], "hash_2");
  EXPECT_EQ(json["configurations"][0]["scratch_bytes"], 16000);
  EXPECT_EQ(json["stages"][0]["stage"], "analysis");
  EXPECT_DOUBLE_EQ(json["stages"][0]["share"].get<double>(), 0.2) << "of the whole product, as in the text";
  EXPECT_EQ(json["stages_timed_apart"], true);
  EXPECT_EQ(json["stage_run_seconds"], 1.25e-3);
  EXPECT_DOUBLE_EQ(json["between_stages_seconds"].get<double>(), 0.25e-3);
  EXPECT_EQ(json["limit_terms"]["l2"], 5e-4);
  EXPECT_EQ(json["fraction_of_limit"], 0.25);
  EXPECT_EQ(json["peak_bytes"], 3000000);
  EXPECT_EQ(json["estimated_workspace_bytes"], 1900000);
  EXPECT_EQ(json["num_chunks"], 7);
  EXPECT_EQ(json["check"]["passed"], true);
  EXPECT_EQ(json["compared"][0]["ratio"], 2.5);
  EXPECT_EQ(json["compared"][0]["check"]["passed"], true);
  EXPECT_EQ(json["compared"][1]["failure"], "no memory");
  EXPECT_FALSE(json["compared"][1].contains("ratio"));
}

TEST(HtmlReport, IsOneEscapedPageWithEveryPart) {
  RunSummary run = make_run();
  run.file_a = "<b>&\".mtx";
  run.checked = true;
  run.check.difference = "row 3 is wrong";
  run.compared = {{"KokkosKernels 5.0.2", "", {3e-3}, {1.5}, {}}, {"another", "no memory", {}, {}, {}}};
  const std::string page = Program::html_report(run);
  for (const char* part :
       {"<!DOCTYPE html>", "prefers-color-scheme: dark", "name=\"viewport\"", "&lt;b&gt;&amp;&quot;.mtx",
        "<b>Zeros</b> 2,345,678 skipped, of both operands</p>", "1,234,567, at most 4,321 in a row of C",
        "hll: a reason", "3 rows outgrew", "<td>hash_2</td>", "hash table", "<td>analysis</td>",
        "style=\"width:20.0%\"", "Timed alternately", "1.50 x as fast", "failed: no memory", "FAILED: row 3 is wrong",
        "25.0 %", "td.words { white-space: normal;"})
    EXPECT_NE(page.find(part), std::string::npos) << part << "\n" << page;
  EXPECT_EQ(page.find("<b>&\""), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("http"), std::string::npos) << "nothing from elsewhere";
}

TEST(AccumulatorWords, ExplainEveryKindThatAReportNames) {
  using Impl::AccumulatorKind;
  using Impl::HostAccumulator;
  for (int kind = 0; kind <= static_cast<int>(AccumulatorKind::windows); ++kind) {
    const std::string name = to_string(static_cast<AccumulatorKind>(kind));
    EXPECT_NE(Program::explain_accumulator(name), "") << name;
    EXPECT_EQ(Program::explain_accumulator(name + "_12"), Program::explain_accumulator(name));
  }
  for (int kind = 0; kind < Impl::num_host_accumulators; ++kind)
    EXPECT_NE(Program::explain_accumulator(to_string(static_cast<HostAccumulator>(kind))), "") << kind;
  EXPECT_EQ(Program::explain_accumulator("novel_1"), "");
  EXPECT_EQ(Program::explain_accumulator("12"), "");
}

TEST(TextFormat, NumbersAndUnits) {
  EXPECT_EQ(Program::with_commas(0), "0");
  EXPECT_EQ(Program::with_commas(999), "999");
  EXPECT_EQ(Program::with_commas(-1000), "-1,000");
  EXPECT_EQ(Program::with_commas(1234567890123), "1,234,567,890,123");
  EXPECT_EQ(Program::short_number(1.5), "1.50");
  EXPECT_EQ(Program::short_number(12345.6), "12,346");
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
