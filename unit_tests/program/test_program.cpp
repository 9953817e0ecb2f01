/// \file
/// \brief ocean-spgemm as a process: results, reports, exit codes and the one line of an error.
// once: Serial

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <tuple>

#include "../../src/ocean_spgemm/read_matrix.hpp"
#include "program_test_support.hpp"

namespace Ocean::Testing {
namespace {

using Program::complex_type;
using Program::HostCsr;

const std::string real_banner = "%%MatrixMarket matrix coordinate real general\n";

/// What a process left.
struct ProcessResult {
  int exit_code = -1;
  std::string out, err;
};

class ProgramProcess : public FolderTest {
 protected:
  /// Runs the program with \p arguments, as a shell splits them.
  ProcessResult run(const std::string& arguments) const {
    const std::string out = "process.out", err = "process.err";
    const std::string command =
        std::string(OCEAN_PROGRAM) + " " + arguments + " >'" + path(out) + "' 2>'" + path(err) + "' </dev/null";
    const int status = std::system(command.c_str());
    ProcessResult result{WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(out), without_folder(read(err))};
    std::filesystem::remove(path(out));
    std::filesystem::remove(path(err));
    return result;
  }
  /// Expects exit code 2, nothing on stdout and \p line alone on stderr.
  void expect_error(const std::string& arguments, const std::string& line) const {
    const ProcessResult result = run(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_EQ(result.out, "") << arguments;
    EXPECT_EQ(result.err, "ocean-spgemm: " + line + "\n") << arguments;
  }
  std::string write_small() const { return write("a.mtx", real_banner + "2 3 3\n1 1 1\n1 3 2\n2 2 3\n"); }
};

TEST_F(ProgramProcess, MultipliesTwoFilesOnEveryBackendAndWritesC) {
  write_small();
  write("b.mtx", real_banner + "3 2 3\n1 2 10\n2 1 20\n3 2 30\n");
  const std::string version = run("--version").out, before = "backends ";
  std::istringstream backends(version.substr(version.find(before) + before.size()));
  int num_backends = 0;
  for (std::string backend; std::getline(backends, backend, ' '); ++num_backends) {
    backend = backend.substr(0, backend.find(')'));
    const auto result =
        run(path("a.mtx") + " " + path("b.mtx") + " --check -o " + path("c.mtx") + " --backend " + backend);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    EXPECT_NE(result.out.find("passed"), std::string::npos) << result.out;
    EXPECT_EQ(read("c.mtx"), real_banner + "2 2 2\n1 2 70\n2 1 60\n");
  }
  EXPECT_GT(num_backends, 0) << version;
}

TEST_F(ProgramProcess, MultipliesByTheTransposeInEveryWorkflow) {
  write_small();
  for (const char* workflow : {"auto", "upper-bound", "hll", "symbolic"}) {
    const auto result =
        run(path("a.mtx") + " --aat --check --repeat 2 --workflow " + workflow + " -o " + path("c.mtx"));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(read("c.mtx"), real_banner + "2 2 2\n1 1 5\n2 2 9\n") << workflow;
  }
}

TEST_F(ProgramProcess, ComplexFilesMultiplyWithRealOnes) {
  write("a.mtx", "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 2\n");
  write("b.mtx", real_banner + "1 1 1\n1 1 3\n");
  const auto result = run(path("a.mtx") + " " + path("b.mtx") + " --check -o " + path("c.mtx"));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(read("c.mtx"), "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 3 6\n");
  EXPECT_EQ(run(path("a.mtx") + " --check -o " + path("c.mtx")).exit_code, 0);
  EXPECT_EQ(read("c.mtx"), "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 -3 4\n");
}

TEST_F(ProgramProcess, EmptyMatricesOfEveryShapeMultiply) {
  for (const char* sizes : {"0 0 0", "5 5 0"}) {
    write("a.mtx", real_banner + sizes + "\n");
    const auto result = run(path("a.mtx") + " --check -o " + path("c.mtx"));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(read("c.mtx"), real_banner + sizes + "\n");
  }
  write("a.mtx", real_banner + "4 0 0\n");
  EXPECT_EQ(run(path("a.mtx") + " --aat --check -o " + path("c.mtx")).exit_code, 0);
  EXPECT_EQ(read("c.mtx"), real_banner + "4 4 0\n");
}

TEST_F(ProgramProcess, JsonIsOneObjectAlone) {
  const auto result = run(write_small() + " --aat --report json --check");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(result.out.starts_with("{\"file_a\":"));
  EXPECT_TRUE(result.out.ends_with("}\n"));
  EXPECT_NE(result.out.find("\"nnz_c\":2"), std::string::npos);
  EXPECT_NE(result.out.find("\"passed\":true"), std::string::npos);
}

TEST_F(ProgramProcess, HelpAndVersion) {
  EXPECT_NE(run("--help").out.find("Usage: ocean-spgemm [OPTIONS] [A.mtx] [B.mtx]\n"), std::string::npos);
  const ProcessResult alone = run("");
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_EQ(alone.out, "");
  EXPECT_EQ(alone.err, run("--help").out) << "no argument shows the usage";
  EXPECT_TRUE(run("--version").out.starts_with("ocean-spgemm "));
  EXPECT_EQ(run("--help").exit_code, 0);
}

TEST_F(ProgramProcess, ErrorsExitWithTwoAndOneLine) {
  write_small();
  expect_error("--nonsense", "options: unknown option '--nonsense' (need one that --help lists)");
  expect_error(path("no.mtx"),
               "read_matrix: no.mtx: cannot be opened: No such file or directory (need a readable file)");
  expect_error(path("a.mtx"),
               "spgemm: a.mtx is 2 x 3 and a.mtx is 2 x 3 (need as many rows of B as columns of A, or --aat)");
  write("b.mtx", real_banner + "4 1 0\n");
  expect_error(path("a.mtx") + " " + path("b.mtx"),
               "spgemm: a.mtx is 2 x 3 and b.mtx is 4 x 1 (need as many rows of B as columns of A)");
  write("b.mtx", real_banner + "3 1 1\n4 1 1\n");
  expect_error(path("a.mtx") + " " + path("b.mtx"),
               "read_matrix: b.mtx: line 3: row 4 lies outside the matrix (need 1 to 3)");
  expect_error(path("a.mtx") + " --aat -o " + path("no/c.mtx"),
               "write_file: no/c.mtx: cannot be written: No such file or directory (need a folder that can be "
               "written)");
  EXPECT_EQ(count_files(), 2u);
}

TEST_F(ProgramProcess, NumbersOfOptionsOutOfRangeExitWithTwoAndOneLine) {
  const std::string file = write_small();
  expect_error(file + " --aat --threads 513", "options: --threads '513' (need a whole number from 1 to 512)");
  expect_error(file + " --aat --threads 100000", "options: --threads '100000' (need a whole number from 1 to 512)");
  expect_error(file + " --aat --repeat=99999999999999999999",
               "options: --repeat '99999999999999999999' (need a whole number from 1 to 2147483647)");
  expect_error(
      file + " --aat --memory-limit 1.5G",
      "options: --memory-limit '1.5G' (need a whole number of bytes from 1 to 9223372036854775807, or one with "
      "a unit, such as 512M, 1G or 1GiB)");
}

TEST_F(ProgramProcess, ProductsThatAreNotNumbersPassTheCheck) {
  write("a.mtx", real_banner + "2 2 4\n1 1 nan\n1 2 inf\n2 1 -1\n2 2 -inf\n");
  for (const char* workflow : {"upper-bound", "hll", "symbolic"}) {
    const auto result = run(path("a.mtx") + " --check --workflow " + workflow);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "");
  }
}

TEST_F(ProgramProcess, SkippedZerosMakeNoEntries) {
  write("a.mtx", real_banner + "2 2 3\n1 1 0\n1 2 2\n2 2 3\n");
  for (const auto& [operand, entries, skipped] :
       {std::tuple("none", 3, 0), std::tuple("a", 2, 1), std::tuple("b", 2, 1), std::tuple("both", 2, 2)}) {
    const auto result = run(path("a.mtx") + " --check --report json --skip-zeros " + operand);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    for (const auto& [name, count] : {std::pair("nnz_c", entries), std::pair("skipped_zeros", skipped)})
      EXPECT_NE(result.out.find(std::string(",\"") + name + "\":" + std::to_string(count) + ","), std::string::npos)
          << name << ": " << result.out;
  }
  const auto text = run(path("a.mtx") + " --skip-zeros both").out;
  EXPECT_NE(text.find("\nzeros       2 skipped, of both operands\n"), std::string::npos) << text;
}

TEST_F(ProgramProcess, ErrorsShowTheWholeLineThoughTheFileHasZeroBytes) {
  const std::string file = write("a.mtx", real_banner + std::string("1 1 1\n1 1 \0\n", 13));
  expect_error(file, "read_matrix: a.mtx: line 3: value '\\x00' (need a number)");
}

TEST_F(ProgramProcess, ComparesWithKokkosKernelsByTurns) {
  write_small();
  for (const char* scalar : {"real", "complex"}) {
    const std::string value = scalar == std::string("real") ? " 4\n" : " 4 1\n";
    write("a.mtx",
          std::string("%%MatrixMarket matrix coordinate ") + scalar + " general\n3 3 2\n1 3" + value + "3 2" + value);
    const auto result = run(path("a.mtx") + " --compare --repeat 3 --report json");
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const auto json = nlohmann::json::parse(result.out);
    ASSERT_EQ(json["compared"].size(), 1u) << result.out;
    const auto& other = json["compared"][0];
    EXPECT_TRUE(other["library"].get<std::string>().starts_with("KokkosKernels ")) << other;
    EXPECT_EQ(other["failure"], "");
    EXPECT_EQ(other["all_seconds"].size(), 3u);
    EXPECT_EQ(other["all_ratios"].size(), 3u);
    EXPECT_EQ(other["check"]["passed"], true) << other;
    EXPECT_EQ(json["check"]["passed"], true);
  }
}

TEST_F(ProgramProcess, WritesAPage) {
  const std::string file = write_small();
  EXPECT_EQ(run(file + " --aat --html " + path("page.html")).exit_code, 0);
  EXPECT_TRUE(read("page.html").starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(read("page.html").ends_with("</html>\n"));
  expect_error(file + " --aat --html " + path("no/page.html"),
               "write_file: no/page.html: cannot be written: No such file or directory (need a folder that can be "
               "written)");
}

TEST_F(ProgramProcess, UnknownBackendsAreToldTheKnownOnes) {
  const auto result = run(write_small() + " --aat --backend abacus");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(result.err.starts_with("ocean-spgemm: options: --backend 'abacus' (need one of ")) << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1);
}

TEST_F(ProgramProcess, TooLittleMemoryNamesTheBytesAndLeavesTheOutputAlone) {
  std::string content = real_banner + "1000 1000 3000\n";
  for (int row = 1; row <= 1000; ++row)
    for (const int shift : {0, 1, 2})
      content += std::to_string(row) + " " + std::to_string((row + shift - 1) % 1000 + 1) + " 1\n";
  write("a.mtx", content);
  write("c.mtx", "old");
  const auto result = run(path("a.mtx") + " --memory-limit 1000 -o " + path("c.mtx"));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_TRUE(result.err.starts_with("ocean-spgemm: ")) << result.err;
  EXPECT_NE(result.err.find("1000"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("(need "), std::string::npos) << result.err;
  EXPECT_EQ(read("c.mtx"), "old");
  EXPECT_EQ(count_files(), 2u);
}

TEST_F(ProgramProcess, AProductIsReadBackByTheProgram) {
  write("a.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n2 1\n3 2\n3 3\n");
  EXPECT_EQ(run(path("a.mtx") + " --check -o " + path("c.mtx.gz")).exit_code, 0);
  EXPECT_EQ(run(path("c.mtx.gz") + " " + path("a.mtx") + " --check -o " + path("d.mtx")).exit_code, 0);
  EXPECT_EQ(read("d.mtx"), real_banner + "3 3 8\n1 2 2\n1 3 1\n2 1 2\n2 2 1\n2 3 3\n3 1 1\n3 2 3\n3 3 3\n");
}

}  // namespace
}  // namespace Ocean::Testing
