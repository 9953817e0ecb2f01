/// \file
/// \brief The command line: what every option sets, and the text of every complaint.
// once: OpenMP

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

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
  EXPECT_EQ(options.html, "");
  EXPECT_FALSE(options.aat || options.check || options.compare || options.help || options.version);
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
  const auto options =
      parse_program_options({"--workflow", "hll", "a.mtx", "--path=team", "--backend", "serial", "-o", "c.mtx", "b.mtx",
                             "--repeat=7", "--check", "--report", "json", "--threads", "3",
                             "--memory-limit=123456789012", "--skip-zeros", "a", "--html=c.html"});
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
  EXPECT_EQ(options.html, "c.html");
  EXPECT_TRUE(options.check);
  EXPECT_FALSE(options.compare);
  EXPECT_TRUE(parse_program_options({"a", "--compare"}).compare);
  EXPECT_TRUE(parse_program_options({"a", "--compare"}).check) << "both products are checked";
  EXPECT_EQ(parse_program_options({"a", "--repeat", "2", "--repeat", "3"}).repeat, 3) << "the last one counts";
  EXPECT_EQ(parse_program_options({"--check", "--", "-a"}).file_a, "-a");
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
  EXPECT_TRUE(parse_program_options({}).help) << "no word at all";
}

TEST(ProgramOptions, TheHelpListsEveryOption) {
  const std::string help = Program::help_text();
  for (const char* option :
       {"A.mtx", "B.mtx", "--aat", "-o,--output FILE", "--check", "--compare", "--repeat N", "--report NAME",
        "--html FILE", "--workflow NAME", "auto, upper-bound, hll, symbolic", "--backend NAME", "--path NAME",
        "--threads N", "--skip-zeros NAME", "--memory-limit BYTES", "-h,--help", "--version"})
    EXPECT_NE(help.find(option), std::string::npos) << option << "\n" << help;
}

/// Every word of the help that begins with two dashes.
std::set<std::string> options_in(const std::string& help) {
  static const std::regex option("--[a-z-]+");
  std::set<std::string> options;
  for (std::sregex_iterator match(help.begin(), help.end(), option); match != std::sregex_iterator(); ++match)
    options.insert(match->str());
  return options;
}

TEST(ProgramOptions, TheManualPageHasTheOptionsOfTheHelp) {
  const auto path = std::filesystem::path(__FILE__).parent_path() / "../../docs/ocean-spgemm.1";
  std::ifstream file(path);
  ASSERT_TRUE(file) << path;
  std::string page{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::erase(page, '\\');
  EXPECT_EQ(options_in(page), options_in(Program::help_text()));
}

TEST(ProgramOptions, SizesHaveUnits) {
  const auto bytes = [](const char* text) {
    return parse_program_options({"a", "--memory-limit", text}).product.memory_limit_bytes;
  };
  EXPECT_EQ(bytes("1"), 1u);
  EXPECT_EQ(bytes("800M"), 800000000u);
  EXPECT_EQ(bytes("1G"), 1000000000u);
  EXPECT_EQ(bytes("1gb"), 1000000000u);
  EXPECT_EQ(bytes("1GiB"), std::size_t(1) << 30);
  EXPECT_EQ(bytes("2Ki"), 2048u);
  EXPECT_EQ(bytes("3 TB"), 3000000000000u);
  EXPECT_EQ(bytes("9223372036854775807"), 9223372036854775807u);
  for (const std::string text : {"9223372036854775808", "18446744073709551617", "99999999999999999999G", "8Ei", "0",
                                 "-1", "", " 1", "+1", "1x", "1.5G", "0x10", "010", "1e9", "nan", "G"})
    EXPECT_EQ(error_of_options({"a", "--memory-limit", text}),
              "Ocean::options: --memory-limit '" + text +
                  "' (need a whole number of bytes from 1 to 9223372036854775807, or one with a unit, such as 512M, 1G "
                  "or 1GiB)");
}

TEST(ProgramOptions, Errors) {
  const std::string where = "Ocean::options: ";
  EXPECT_EQ(error_of_options({"--check"}), where + "0 matrix files (need A.mtx, or A.mtx and B.mtx)");
  EXPECT_EQ(error_of_options({""}), where + "an empty file name (need A.mtx, or A.mtx and B.mtx)");
  EXPECT_EQ(error_of_options({"a", ""}), where + "an empty file name (need A.mtx, or A.mtx and B.mtx)");
  EXPECT_EQ(error_of_options({"a", "b", "c"}), where + "3 matrix files (need A.mtx, or A.mtx and B.mtx)");
  EXPECT_EQ(error_of_options({"a", "--aat", "b"}), where + "--aat with a second file 'b' (need A.mtx alone)");
  EXPECT_EQ(error_of_options({"a", "--wrkflow=hll"}),
            where + "unknown option '--wrkflow=hll' (need one that --help lists)");
  EXPECT_EQ(error_of_options({"-x"}), where + "unknown option '-x' (need one that --help lists)");
  EXPECT_EQ(error_of_options({"a", "--workflow", "best"}),
            where + "--workflow 'best' (need one of auto, upper-bound, hll, symbolic)");
  EXPECT_EQ(error_of_options({"a", "--path", ""}), where + "--path '' (need one of auto, host, team, native)");
  EXPECT_EQ(error_of_options({"a", "--skip-zeros=c"}), where + "--skip-zeros 'c' (need one of none, a, b, both)");
  EXPECT_EQ(error_of_options({"a", "--report=xml"}), where + "--report 'xml' (need one of text, json)");
  EXPECT_EQ(error_of_options({"a", "--backend"}), where + "--backend without a value (need what --help lists)");
  EXPECT_EQ(error_of_options({"a", "--check=maybe"}),
            where + "Could not convert: --check = maybe (need what --help lists)");
  EXPECT_EQ(error_of_options({"a", "-o", ""}), where + "--output '' (need a file name)");
  EXPECT_EQ(error_of_options({"a", "--html", ""}), where + "--html '' (need a file name)");
  EXPECT_EQ(error_of_options({"a", "--repeat", "0"}),
            where + "--repeat '0' (need a whole number from 1 to 2147483647)");
  EXPECT_EQ(error_of_options({"a", "--threads", "2x"}), where + "--threads '2x' (need a whole number from 1 to 512)");
}

TEST(ProgramOptions, NumbersHaveRanges) {
  struct Option {
    const char *name, *most, *beyond;
  };
  for (const auto& [name, most, beyond] :
       {Option{"--repeat", "2147483647", "2147483648"}, Option{"--threads", "512", "513"}}) {
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
