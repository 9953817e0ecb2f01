/// \file
/// \brief Written files read back the same, and are whole or not there.
// once: OpenMP

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <random>

#include "../../src/ocean_spgemm/read_matrix.hpp"
#include "../../src/ocean_spgemm/write_matrix_market.hpp"
#include "program_test_support.hpp"

namespace Ocean::Testing {
namespace {

using Program::complex_type;
using Program::HostCsr;
using Program::write_matrix_market;

/// A limit on the size of files, for as long as it lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &m_before);
    const struct rlimit limit = {bytes, m_before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &m_before); }

 private:
  struct rlimit m_before;
};

class WriteMatrixMarket : public FolderTest {
 protected:
  const HostCsr<double> m_matrix{2, 3, {0, 2, 3}, {0, 2, 1}, {0.1, -2e-300, 3.0}};
};

/// A diagonal whose file is longer than one block.
HostCsr<double> make_diagonal(int size) {
  HostCsr<double> matrix;
  std::mt19937_64 random(7);
  matrix.num_rows = matrix.num_cols = size;
  for (int row = 0; row < size; ++row) {
    matrix.entries.push_back(row);
    matrix.values.push_back(std::ldexp(static_cast<double>(random()), -40));
    matrix.row_map.push_back(matrix.entries.size());
  }
  return matrix;
}

TEST_F(WriteMatrixMarket, TextIsShortestAndInOrder) {
  write_matrix_market(path("c.mtx"), m_matrix.span());
  EXPECT_EQ(read("c.mtx"), "%%MatrixMarket matrix coordinate real general\n2 3 3\n1 1 0.1\n1 3 -2e-300\n2 2 3\n");
  EXPECT_EQ(count_files(), 1u);
}

TEST_F(WriteMatrixMarket, ManyBlocksReadBackBitForBitPlainAndGzipped) {
  const HostCsr<double> matrix = make_diagonal(100000);
  for (const char* name : {"c.mtx", "c.mtx.gz"}) {
    write_matrix_market(path(name), matrix.span());
    const auto back = std::get<HostCsr<double>>(Program::read_matrix(path(name)));
    EXPECT_EQ(back.row_map, matrix.row_map);
    EXPECT_EQ(back.entries, matrix.entries);
    EXPECT_EQ(back.values, matrix.values);
  }
  EXPECT_EQ(read("c.mtx.gz").substr(0, 2), "\x1f\x8b");
}

TEST_F(WriteMatrixMarket, ComplexAndEmptyMatricesReadBack) {
  const HostCsr<complex_type> matrix{1, 2, {0, 2}, {0, 1}, {complex_type(1, -2.5), complex_type(0, 1e-9)}};
  write_matrix_market(path("c.mtx"), matrix.span());
  EXPECT_EQ(read("c.mtx"), "%%MatrixMarket matrix coordinate complex general\n1 2 2\n1 1 1 -2.5\n1 2 0 1e-09\n");
  write_matrix_market(path("c.mtx"), HostCsr<double>().span());
  EXPECT_EQ(read("c.mtx"), "%%MatrixMarket matrix coordinate real general\n0 0 0\n");
}

TEST_F(WriteMatrixMarket, ReplacesTheFileThatALinkNames) {
  write("real.mtx", "old");
  std::filesystem::create_symlink("real.mtx", path("link.mtx"));
  write_matrix_market(path("link.mtx"), m_matrix.span());
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.mtx")));
  EXPECT_TRUE(read("real.mtx").starts_with("%%MatrixMarket"));
  EXPECT_EQ(count_files(), 2u);
}

TEST_F(WriteMatrixMarket, AFullDiskLeavesTheTargetAlone) {
  write("c.mtx", "old");
  const HostCsr<double> matrix = make_diagonal(100000);
  std::string error;
  {
    const FileSizeLimit limit(100000);
    error = error_of([&] { write_matrix_market(path("c.mtx"), matrix.span()); });
  }
  EXPECT_EQ(error, "Ocean::write_file: c.mtx: cannot be written: File too large (need space for the whole file)");
  EXPECT_EQ(read("c.mtx"), "old");
  EXPECT_EQ(count_files(), 1u);
}

TEST_F(WriteMatrixMarket, ASmallFileOnAFullDiskFailsAtItsEnd) {
  std::string error;
  {
    const FileSizeLimit limit(10);
    error = error_of([&] { write_matrix_market(path("c.mtx"), m_matrix.span()); });
  }
  EXPECT_EQ(error, "Ocean::write_file: c.mtx: cannot be written: File too large (need space for the whole file)");
  EXPECT_EQ(count_files(), 0u);
}

TEST_F(WriteMatrixMarket, FoldersDevicesAndMissingFoldersAreRefused) {
  EXPECT_EQ(error_of([&] { write_matrix_market(path("no/c.mtx"), m_matrix.span()); }),
            "Ocean::write_file: no/c.mtx: cannot be written: No such file or directory (need a folder that can be "
            "written)");
  EXPECT_EQ(error_of([&] { write_matrix_market(m_folder.string() + "/.", m_matrix.span()); }),
            "Ocean::write_file: .: is not a regular file (need a file name)");
  EXPECT_EQ(error_of([&] { write_matrix_market("/dev/null", m_matrix.span()); }),
            "Ocean::write_file: /dev/null: is not a regular file (need a file name)");
}

}  // namespace
}  // namespace Ocean::Testing
