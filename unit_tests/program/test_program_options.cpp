/// \file
/// \brief The command line: what every option sets, and the text of every complaint.
// once: OpenMP

#include "../../src/ocean_spgemm/program_options.hpp"
#include "program_test_support.hpp"

namespace Ocean::Testing {
namespace {

using Program::parse_program_options;

std::string error_of_options(const std::vector<std::string>& words) {
  try {
    parse_program_options(words);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(ProgramOptions, DefaultsCheckIndicesAndLetTheLibraryChoose) {
  const auto options = parse_program_options({"a.mtx"});
  EXPECT_EQ(options.file_a, "a.mtx");
  EXPECT_EQ(options.file_b, "");
  EXPECT_EQ(options.output, "");
  EXPECT_EQ(options.backend, "");
  EXPECT_FALSE(options.aat || options.check || options.help || options.version);
  EXPECT_EQ(options.repeat, 1);
  EXPECT_EQ(options.threads, 0);
  EXPECT_EQ(options.report, Program::ReportFormat::text);
  EXPECT_EQ(options.product.workflow, Workflow::automatic);
  EXPECT_EQ(options.product.path, ExecutionPath::automatic);
  EXPECT_EQ(options.product.memory_limit_bytes, 0u);
  EXPECT_EQ(options.product.skip_zeros, SkipZeros::none);
  EXPECT_TRUE(options.product.check_indices);
}

TEST(ProgramOptions, EveryOptionInBothSpellingsAndAnyOrder) {
  const auto options = parse_program_options({"--workflow", "hll", "a.mtx", "--path=team", "--backend", "serial", "-o",
                                              "c.mtx", "b.mtx", "--repeat=7", "--check", "--report", "json",
                                              "--threads", "3", "--memory-limit=123456789012", "--skip-zeros", "a"});
  EXPECT_EQ(options.file_a, "a.mtx");
  EXPECT_EQ(options.file_b, "b.mtx");
  EXPECT_EQ(options.output, "c.mtx");
  EXPECT_EQ(options.backend, "serial");
  EXPECT_EQ(options.product.workflow, Workflow::hyperloglog);
  EXPECT_EQ(options.product.path, ExecutionPath::team);
  EXPECT_EQ(options.product.memory_limit_bytes, 123456789012u);
  EXPECT_EQ(options.product.skip_zeros, SkipZeros::of_a);
  EXPECT_EQ(options.repeat, 7);
  EXPECT_EQ(options.threads, 3);
  EXPECT_EQ(options.report, Program::ReportFormat::json);
  EXPECT_TRUE(options.check);
  EXPECT_TRUE(parse_program_options({"--aat", "a.mtx", "--output=c"}).aat);
  for (const char* workflow : {"auto", "upper-bound", "hll", "symbolic"})
    EXPECT_STREQ(to_string(parse_program_options({"a", "--workflow", workflow}).product.workflow), workflow);
  for (const char* path : {"auto", "host", "team", "native"})
    EXPECT_STREQ(to_string(parse_program_options({"a", "--path", path}).product.path), path);
  for (const char* operand : {"none", "a", "b", "both"})
    EXPECT_STREQ(to_string(parse_program_options({"a", "--skip-zeros", operand}).product.skip_zeros), operand);
}

TEST(ProgramOptions, HelpAndVersionNeedNoFile) {
  EXPECT_TRUE(parse_program_options({"--help"}).help);
  EXPECT_TRUE(parse_program_options({"-h"}).help);
  EXPECT_TRUE(parse_program_options({"--version"}).version);
}

TEST(ProgramOptions, Errors) {
  const std::string where = "Ocean::options: ";
  EXPECT_EQ(error_of_options({}), where + "0 matrix files (need A.mtx, or A.mtx and B.mtx)");
  EXPECT_EQ(error_of_options({"a", "b", "c"}), where + "3 matrix files (need A.mtx, or A.mtx and B.mtx)");
  EXPECT_EQ(error_of_options({"a", "--aat", "b"}), where + "--aat with a second file 'b' (need A.mtx alone)");
  EXPECT_EQ(error_of_options({"a", "--wrkflow=hll"}),
            where + "unknown option '--wrkflow' (need one that --help lists)");
  EXPECT_EQ(error_of_options({"-x"}), where + "unknown option '-x' (need one that --help lists)");
  EXPECT_EQ(error_of_options({"a", "--workflow", "best"}),
            where + "--workflow 'best' (need one of auto, upper-bound, hll, symbolic)");
  EXPECT_EQ(error_of_options({"a", "--path", ""}), where + "--path '' (need one of auto, host, team, native)");
  EXPECT_EQ(error_of_options({"a", "--skip-zeros=c"}), where + "--skip-zeros 'c' (need one of none, a, b, both)");
  EXPECT_EQ(error_of_options({"a", "--report=xml"}), where + "--report 'xml' (need one of text, json)");
  EXPECT_EQ(error_of_options({"a", "--backend"}), where + "--backend has no value (need one behind it)");
  EXPECT_EQ(error_of_options({"a", "--check=yes"}), where + "--check=yes (need --check without a value)");
  EXPECT_EQ(error_of_options({"a", "-o", ""}), where + "-o '' (need a file name)");
  EXPECT_EQ(error_of_options({"a", "--repeat", "0"}),
            where + "--repeat '0' (need a whole number from 1 to 2147483647)");
  EXPECT_EQ(error_of_options({"a", "--threads", "2x"}), where + "--threads '2x' (need a whole number from 1 to 512)");
  EXPECT_EQ(error_of_options({"a", "--memory-limit", "1e9"}),
            where + "--memory-limit '1e9' (need a whole number from 1 to 9223372036854775807)");
}

TEST(ProgramOptions, NumbersHaveRanges) {
  struct Option {
    const char *name, *most, *beyond;
  };
  for (const auto& [name, most, beyond] :
       {Option{"--repeat", "2147483647", "2147483648"}, Option{"--threads", "512", "513"},
        Option{"--memory-limit", "9223372036854775807", "9223372036854775808"}}) {
    EXPECT_EQ(error_of_options({"a", name, most}), "");
    EXPECT_EQ(error_of_options({"a", name, "1"}), "");
    for (const std::string text : {beyond, "0", "-1", "18446744073709551617", "99999999999999999999999", "", " 1", "1 ",
                                   "+1", "1x", "1.0", "0x10", "nan"})
      EXPECT_EQ(error_of_options({"a", name, text}), std::string("Ocean::options: ") + name + " '" + text +
                                                         "' (need a whole number from 1 to " + most + ")");
  }
}

}  // namespace
}  // namespace Ocean::Testing
