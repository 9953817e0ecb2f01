/// \file
/// \brief The matrices that are measured: the generator's, by their checksums, and how the drivers find and read files.

// once: OpenMP

#include "../../perf_tests/ocean_matrices/generate.hpp"
#include "../../perf_tests/ocean_matrices/write_pattern.hpp"
#include "../../perf_tests/support/matrix_files.hpp"
#include "program_test_support.hpp"
#include "support/checks.hpp"

namespace {

using Ocean::Matrices::checksum;
using Ocean::Matrices::generate;
using Ocean::Matrices::index_type;
using Ocean::Testing::error_text;
using MatrixFiles = Ocean::Testing::FolderTest;

struct Expected {
  const char* line;
  index_type rows, columns, entries;
  std::uint64_t sum;
};

/// Every generator but s3dk, which has one size alone; the checksums are those of an older program on the same rules.
constexpr Expected expected[] = {
    {"grid5 7 9", 63, 63, 283, 0x350627ba13a1828c},
    {"grid7 4 5 6", 120, 120, 692, 0x8013365dc8370b62},
    {"grid27 4 5 6", 120, 120, 2080, 0x4ed6a5eea9751fab},
    {"mc2depi 12", 91, 91, 325, 0x56f7dd37b8f09905},
    {"stokes 6", 134, 134, 1298, 0xa855784cbce96dc5},
    {"qfem 5 2", 81, 81, 961, 0x277671b789a66ef7},
    {"qcd 4 4 2 2", 768, 768, 25344, 0x7a1aba0e688e0560},
    {"nlpkkt 4", 224, 224, 3424, 0x633d31e398f30f55},
    {"kim 9 11", 99, 99, 1335, 0x06262ebd0b8d1da6},
    {"sparsine 50", 50, 50, 1044, 0x969c061ee8dd6669},
    {"shallow 1", 80, 80, 320, 0x69b019593388a5ca},
    {"wathen 4 5", 79, 79, 1013, 0xfe44482953b56c3e},
    {"mycielskian 5", 23, 23, 142, 0x7d89ca4619b1461b},
    {"cage 5", 37, 37, 233, 0xc1073c0d123c8cde},
    {"bibd 6 3", 15, 20, 60, 0xce28fd0efccd4e85},
    {"ch 4 4 2", 96, 72, 288, 0xeb2503916edafd96},
    {"mk 7 2", 105, 105, 315, 0x162065c204862eb2},
    {"lpnug 4", 104, 88, 416, 0x383e1285fbfb06ca},
    {"rgg 200", 200, 200, 856, 0xcd72df65c0feff14},
    {"rgg3 300 20", 300, 300, 4406, 0x2386b568f7fa5864},
    {"delaunay 100", 100, 100, 574, 0x4f9f3f1a4d908789},
    {"kron 6 4", 64, 64, 318, 0xe721e3ebfaaebe97},
    {"smallworld 100 3 0.2", 100, 100, 594, 0x0a6302047c0c2fef},
    {"prefatt 100 3", 100, 100, 588, 0x154a1a675df58073},
    {"road 12 0.72 0.3 --seed 5", 211, 211, 518, 0x7423f5ae6cbb7aef},
    {"cite 200 2.3 0.3", 200, 200, 227, 0x62cbbc2ca6912a6c},
    {"denserc 300 40 50 0.25", 300, 300, 461, 0xcec4dbb05768dfa9},
    {"zipfrow 100 2.0 50 0.8", 100, 100, 236, 0x9f902e12c4ef3d65},
    {"mcnf 3 10 30 0.3", 41, 101, 213, 0x6559bbea8804a7ca},
    {"shell 8 6 3 2 --seed 3", 144, 144, 3636, 0xa8c2e55f27ef9a38},
    {"solid 4 3 3 15", 108, 108, 2826, 0xade3d9bce988c119},
    {"parsec 6 4 2.0 --seed 5", 925, 925, 24427, 0x2c952ac9b699a7da},
    {"tsopf 3 10 5 0.42", 35, 35, 295, 0x04f4e52b1d0f3762},
    {"copapers 100 30 2.0 20", 100, 100, 530, 0x7b6a1a1f92f7f40d},
    {"amg poisson7 9 1", 96, 96, 1850, 0x9d91003efa3d507d},
    {"amg poisson27 8 1", 27, 27, 343, 0xbbd0926653e08e1c},
    {"amg elasticity 6 1", 48, 48, 2304, 0x999278887665e119},
};

TEST(Generator, MakesTheSameMatricesEverywhere) {
  for (const Expected& matrix : expected) {
    const auto made = generate(matrix.line);
    EXPECT_EQ(made.num_rows, matrix.rows) << matrix.line;
    EXPECT_EQ(made.num_cols, matrix.columns) << matrix.line;
    EXPECT_EQ(made.nnz(), matrix.entries) << matrix.line;
    EXPECT_EQ(checksum(made), matrix.sum) << matrix.line;
  }
  EXPECT_EQ(std::size(expected), Ocean::Matrices::all_generators().size() - 1 + 2)
      << "s3dk is left out, amg comes thrice";
}

TEST(Generator, SeedsDiffer) { EXPECT_NE(checksum(generate("kron 6 4")), checksum(generate("kron 6 4 --seed 2"))); }

TEST(Generator, RefusesWhatItDoesNotKnow) {
  const auto text = [](const char* line) { return error_text<std::invalid_argument>([&] { (void)generate(line); }); };
  EXPECT_EQ(text(""), "no generator (need a name that --list shows)");
  EXPECT_EQ(text("grid6 1 2"), "generator 'grid6' (need a name that --list shows)");
  EXPECT_EQ(text("grid5 1"), "grid5: argument 2 is missing (see --list)");
  EXPECT_EQ(text("grid5 1 2 3"), "grid5: '3' (need no more)");
  EXPECT_EQ(text("grid5 1 x"), "'x' (need a number)");
  EXPECT_EQ(text("amg poisson 4 1"), "amg poisson (need poisson7, poisson27 or elasticity)");
}

TEST_F(MatrixFiles, TextAndBinaryHoldTheSameMatrix) {
  const auto made = generate("lpnug 3");
  write_pattern(made, path("a.bcsr"));
  write_pattern(made, path("b.mtx"));
  std::ifstream text(path("b.mtx"));
  write_gzipped("c.mtx.gz", {std::istreambuf_iterator<char>(text), {}});
  const auto a = Ocean::Perf::read_real_matrix("test", path(""), "a");
  EXPECT_EQ(a.nnz(), made.nnz());
  EXPECT_EQ(a.entries, made.entries);
  EXPECT_EQ(a.values.front(), Ocean::Matrices::value_at(0, made.entries.front()));
  for (const char* other : {"b", "c"}) {
    const auto read = Ocean::Perf::read_real_matrix("test", path(""), other);
    EXPECT_EQ(read.row_map, a.row_map);
    EXPECT_EQ(read.entries, a.entries);
    EXPECT_EQ(read.values, a.values);
  }
}

TEST_F(MatrixFiles, MissingAndComplexOnesAreRefused) {
  write("z.mtx", "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 2 3\n");
  const auto text = [&](const char* name) {
    return error_text<std::runtime_error>([&] { (void)Ocean::Perf::read_real_matrix("test", path(""), name); });
  };
  EXPECT_EQ(text("z"), "Ocean::test: z: complex values (need real ones)");
  EXPECT_EQ(text("y"), "Ocean::test: no file of y (need y.bcsr, .mtx, .mtx.gz or .bcsr.gz)");
}

TEST_F(MatrixFiles, ListsOfBothFormsAreRead) {
  const auto list =
      Ocean::Perf::read_list("test", write("list", "# head\nname,op,kind\na,aa,real,\"x, y\"\nb|aat|other\n\nc,aa\n"));
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[0].name + list[1].name + list[2].name, "abc");
  EXPECT_EQ(list[0].op + " " + list[1].op + " " + list[2].op, "aa aat aa");
  const std::string wrong = write("wrong", "a,ab\n");
  EXPECT_EQ(error_text<std::invalid_argument>([&] { (void)Ocean::Perf::read_list("test", wrong); }),
            "Ocean::test: " + wrong + ": 'a,ab' (need <name>,<aa or aat>)");
}

}  // namespace
