/// \file
/// \brief Every variant of the matrix files, and the text of every complaint.
// once: OpenMP

#include <complex>
#include <cstring>

#include "../../src/ocean_spgemm/read_matrix.hpp"
#include "program_test_support.hpp"

namespace Ocean::Testing {
namespace {

using Impl::concatenate;
using Program::complex_type;
using Program::HostCsr;
using Program::read_matrix;

class ReadMatrix : public FolderTest {
 protected:
  HostCsr<double> real(const std::string& content) const {
    return std::get<HostCsr<double>>(read_matrix(write("a.mtx", content)));
  }
  HostCsr<complex_type> complex(const std::string& content) const {
    return std::get<HostCsr<complex_type>>(read_matrix(write("a.mtx", content)));
  }
  std::string error(const std::string& content) const {
    const std::string file = write("a.mtx", content);
    return error_of([&] { read_matrix(file); });
  }
};

template <class Scalar>
void expect_matrix(const HostCsr<Scalar>& matrix, std::int64_t num_cols, const std::vector<std::size_t>& row_map,
                   const std::vector<int>& entries, const std::vector<Scalar>& values) {
  EXPECT_EQ(matrix.num_rows + 1, static_cast<std::int64_t>(row_map.size()));
  EXPECT_EQ(matrix.num_cols, num_cols);
  EXPECT_EQ(matrix.row_map, row_map);
  EXPECT_EQ(matrix.entries, entries);
  EXPECT_EQ(matrix.values, values);
}

TEST_F(ReadMatrix, GeneralRealInAnyOrderWithCommentsAndBlankLines) {
  expect_matrix(real("%%MatrixMarket matrix coordinate real general\n% comment\n\n3 4 4\n3 4 -1.5e2\n1 2 2\n"
                     "% between\n1 1 +1\n\n 3\t1  .25 \n"),
                4, {0, 2, 2, 4}, {0, 1, 0, 3}, {1.0, 2.0, 0.25, -150.0});
}

TEST_F(ReadMatrix, WindowsLinesUpperCaseAndNoLastNewline) {
  expect_matrix(real("%%MatrixMarket MATRIX Coordinate REAL General\r\n1 1 1\r\n1 1 7"), 1, {0, 1}, {0}, {7.0});
  expect_matrix(real("%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 7"), 1, {0, 1}, {0}, {7.0});
}

TEST_F(ReadMatrix, DuplicatesAreSummedInTheOrderOfTheFile) {
  expect_matrix(real("%%MatrixMarket matrix coordinate real general\n2 2 4\n1 2 1e16\n1 1 3\n1 2 1\n1 2 -1e16\n"), 2,
                {0, 2, 2}, {0, 1}, {3.0, (1e16 + 1.0) - 1e16});
}

TEST_F(ReadMatrix, IntegersBecomeDoubles) {
  expect_matrix(real("%%MatrixMarket matrix coordinate integer general\n1 2 2\n1 1 -5\n1 2 9007199254740992\n"), 2,
                {0, 2}, {0, 1}, {-5.0, 9007199254740992.0});
}

TEST_F(ReadMatrix, PatternsAreOnes) {
  expect_matrix(real("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 1\n2 1\n"), 2, {0, 2, 3}, {0, 1, 0},
                {1.0, 1.0, 1.0});
}

TEST_F(ReadMatrix, SymmetricMirrorsAndSkewSymmetricNegates) {
  expect_matrix(real("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n2 1 4\n2 2 5\n"), 2, {0, 1, 3}, {1, 0, 1},
                {4.0, 4.0, 5.0});
  expect_matrix(real("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 4\n"), 2, {0, 1, 2}, {1, 0},
                {-4.0, 4.0});
}

TEST_F(ReadMatrix, ComplexGeneralSymmetricSkewSymmetricAndHermitian) {
  const std::string banner = "%%MatrixMarket matrix coordinate complex ";
  const complex_type z(1, -2);
  expect_matrix(complex(banner + "general\n1 1 1\n1 1 1 -2\n"), 1, {0, 1}, {0}, {z});
  expect_matrix(complex(banner + "symmetric\n2 2 1\n2 1 1 -2\n"), 2, {0, 1, 2}, {1, 0}, {z, z});
  expect_matrix(complex(banner + "skew-symmetric\n2 2 1\n2 1 1 -2\n"), 2, {0, 1, 2}, {1, 0}, {-z, z});
  expect_matrix(complex(banner + "hermitian\n2 2 2\n2 1 1 -2\n2 2 3 0\n"), 2, {0, 1, 3}, {1, 0, 1},
                {Kokkos::conj(z), z, complex_type(3, 0)});
}

TEST_F(ReadMatrix, NumbersBeyondDoubleBecomeInfiniteOrZero) {
  const auto matrix = real(
      "%%MatrixMarket matrix coordinate real general\n1 4 4\n1 1 1e999\n1 2 -1e999\n1 3 1e-999\n"
      "1 4 inf\n");
  EXPECT_EQ(matrix.values[0], std::numeric_limits<double>::infinity());
  EXPECT_EQ(matrix.values[1], -std::numeric_limits<double>::infinity());
  EXPECT_EQ(matrix.values[2], 0.0);
  EXPECT_EQ(matrix.values[3], std::numeric_limits<double>::infinity());
}

TEST_F(ReadMatrix, EmptyMatricesOfEveryShape) {
  expect_matrix(real("%%MatrixMarket matrix coordinate real general\n0 0 0\n"), 0, {0}, {}, {});
  expect_matrix(real("%%MatrixMarket matrix coordinate real general\n2 0 0\n"), 0, {0, 0, 0}, {}, {});
  expect_matrix(real("%%MatrixMarket matrix coordinate real general\n0 3 0\n"), 3, {0}, {}, {});
}

TEST_F(ReadMatrix, GzippedFilesAndLinesAcrossBlocks) {
  const int size = 200000;  // several read blocks
  std::string content = "%%MatrixMarket matrix coordinate real general\n200000 200000 200000\n";
  for (int row = size; row > 0; --row) content += std::to_string(row) + " " + std::to_string(row) + " 0.5\n";
  const auto matrix = std::get<HostCsr<double>>(read_matrix(write_gzipped("a.mtx.gz", content)));
  ASSERT_EQ(matrix.nnz(), size);
  for (int row = 0; row < size; ++row) ASSERT_EQ(matrix.entries[row], row);
}

TEST_F(ReadMatrix, ErrorsOfFiles) {
  EXPECT_EQ(error_of([&] { read_matrix(path("none.mtx")); }),
            "Ocean::read_matrix: none.mtx: cannot be opened: No such file or directory (need a readable file)");
  EXPECT_EQ(error_of([&] { read_matrix(m_folder.string() + "/."); }),
            "Ocean::read_matrix: .: is not a regular file (need a matrix file)");
  EXPECT_EQ(error(""), "Ocean::read_matrix: a.mtx: the file is empty (need a Matrix Market or binary CSR file)");
  EXPECT_EQ(error("1 2 3\n"),
            "Ocean::read_matrix: a.mtx: the file begins with neither of the two formats (need "
            "'%%MatrixMarket' or the number of binary CSR)");
}

TEST_F(ReadMatrix, ErrorsOfTheBanner) {
  const std::string line = "Ocean::read_matrix: a.mtx: line 1: ";
  EXPECT_EQ(error("%%MatrixMarkt matrix coordinate real general\n"),
            line + "the file begins with '%%MatrixMarkt matrix' (need '%%MatrixMarket matrix')");
  EXPECT_EQ(error("%%MatrixMarket vector coordinate real general\n"),
            line + "the file begins with '%%MatrixMarket vector' (need '%%MatrixMarket matrix')");
  EXPECT_EQ(error("%%MatrixMarket matrix array real general\n"), line + "format 'array' (need coordinate)");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate quaternion general\n"),
            line + "field 'quaternion' (need real, integer, complex or pattern)");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate real\n"),
            line + "symmetry '' (need general, symmetric, skew-symmetric or hermitian)");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate real hermitian\n"),
            line + "a hermitian matrix with real values (need complex)");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate pattern skew-symmetric\n"),
            line + "a skew-symmetric matrix without values (need real, integer or complex)");
}

TEST_F(ReadMatrix, ErrorsOfTheSizes) {
  const std::string banner = "%%MatrixMarket matrix coordinate real ", line = "Ocean::read_matrix: a.mtx: line 2: ";
  EXPECT_EQ(error(banner + "general\n"),
            "Ocean::read_matrix: a.mtx: line 1: the file ends before the sizes (need a "
            "line 'rows columns entries')");
  EXPECT_EQ(error(banner + "general\n3 3\n"), line + "'3 3' (need three integers 'rows columns entries')");
  EXPECT_EQ(error(banner + "general\n3 3 1 1\n"), line + "'3 3 1 1' (need three integers 'rows columns entries')");
  EXPECT_EQ(error(banner + "general\n3 2147483648 1\n"), line + "a dimension of 2147483648 (need 0 to 2147483647)");
  EXPECT_EQ(error(banner + "general\n-1 3 1\n"), line + "a dimension of -1 (need 0 to 2147483647)");
  EXPECT_EQ(error(banner + "general\n3 3 -1\n"), line + "-1 entries (need 0 or more)");
  EXPECT_EQ(error(banner + "general\n0 3 1\n1 1 1\n"), line + "1 entries in a matrix of 0 x 3 (need 0)");
  EXPECT_EQ(error(banner + "symmetric\n3 2 0\n"),
            line + "a matrix of 3 x 2 is not symmetric (need as many rows as columns)");
  EXPECT_EQ(error(banner + "general\n3 3 1000000000000\n1 1 1\n"),
            line + "declares 1000000000000 entries in a file of 70 bytes (need at least 4 bytes per entry)");
}

TEST_F(ReadMatrix, ErrorsOfTheEntries) {
  const std::string banner = "%%MatrixMarket matrix coordinate real general\n3 4 2\n";
  const std::string line = "Ocean::read_matrix: a.mtx: line 3: ";
  EXPECT_EQ(error(banner + "0 1 1\n1 1 1\n"), line + "row 0 lies outside the matrix (need 1 to 3)");
  EXPECT_EQ(error(banner + "4 1 1\n1 1 1\n"), line + "row 4 lies outside the matrix (need 1 to 3)");
  EXPECT_EQ(error(banner + "1 5 1\n1 1 1\n"), line + "column 5 lies outside the matrix (need 1 to 4)");
  EXPECT_EQ(error(banner + "1.5 5 1\n1 1 1\n"), line + "row '1.5' (need an integer from 1 to 3)");
  EXPECT_EQ(error(banner + "1\n1 1 1\n"), line + "column '' (need an integer from 1 to 4)");
  EXPECT_EQ(error(banner + "1 1\n1 1 1\n"), line + "value '' (need a number)");
  EXPECT_EQ(error(banner + "1 1 x\n1 1 1\n"), line + "value 'x' (need a number)");
  EXPECT_EQ(error(banner + "1 1 1 9\n1 1 1\n"), line + "'9' after the entry (need the end of the line)");
  EXPECT_EQ(error(banner + "1 1 1\n"), line + "the file ends after 1 entries (need 2, as line 2 says)");
  EXPECT_EQ(error(banner + "1 1 1\n1 2 1\n1 3 1\n"),
            "Ocean::read_matrix: a.mtx: line 5: entry 3 (need 2 entries, as line 2 says)");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 1.5\n"),
            line + "value '1.5' (need an integer)");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1.5\n"),
            line + "imaginary part '' (need a number)");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate real skew-symmetric\n1 1 1\n1 1 1.5\n"),
            line + "an entry on the diagonal of a skew-symmetric matrix, row 1 (need none)");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate complex hermitian\n1 1 1\n1 1 1.5 2\n"),
            line + "imaginary part 2 on the diagonal of a hermitian matrix, row 1 (need 0)");
  EXPECT_EQ(error(banner + std::string(2 << 20, ' ') + "\n"),
            "Ocean::read_matrix: a.mtx: line 3 has more than 65536 characters (need a Matrix Market file)");
}

TEST_F(ReadMatrix, NumbersHaveOneSignAndNothingBehindThem) {
  const std::string banner = "%%MatrixMarket matrix coordinate real general\n3 4 1\n";
  const std::string line = "Ocean::read_matrix: a.mtx: line 3: ";
  EXPECT_EQ(error(banner + "1 1 +-5\n"), line + "value '+-5' (need a number)");
  EXPECT_EQ(error(banner + "1 1 +-1e999\n"), line + "value '+-1e999' (need a number)");
  EXPECT_EQ(error(banner + "1 1 1e999x\n"), line + "value '1e999x' (need a number)");
  EXPECT_EQ(error(banner + std::string("1 1 1e999\0x\n", 12)), line + "value '1e999\\x00x' (need a number)");
}

TEST_F(ReadMatrix, ErrorsShowUnprintableBytesAndCutLongWords) {
  const std::string banner = "%%MatrixMarket matrix coordinate real general\n";
  const std::string line = "Ocean::read_matrix: a.mtx: line ";
  EXPECT_EQ(error(std::string("%%MatrixMarket mat\0rix coordinate real general\n", 47)),
            line + "1: the file begins with '%%MatrixMarket mat\\x00rix' (need '%%MatrixMarket matrix')");
  EXPECT_EQ(error(std::string("%%MatrixMarket matrix coor\0 real general\n", 41)),
            line + "1: format 'coor\\x00' (need coordinate)");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate r\x01 general\n"),
            line + "1: field 'r\\x01' (need real, integer, complex or pattern)");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate real \x7f\n"),
            line + "1: symmetry '\\x7f' (need general, symmetric, skew-symmetric or hermitian)");
  EXPECT_EQ(error(banner + std::string("1 1\0 1\n", 7)),
            line + "2: '1 1\\x00 1' (need three integers 'rows columns entries')");
  EXPECT_EQ(error(banner + "1 1 1\n\xff 1 1\n"), line + "3: row '\\xff' (need an integer from 1 to 1)");
  EXPECT_EQ(error(banner + "1 1 1\n1 \x1b[2J 1\n"), line + "3: column '\\x1b[2J' (need an integer from 1 to 1)");
  EXPECT_EQ(error(banner + std::string("1 1 1\n1 1 1 \0\n", 14)),
            line + "3: '\\x00' after the entry (need the end of the line)");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 2 \x02\n"),
            line + "3: imaginary part '\\x02' (need a number)");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 \x02\n"),
            line + "3: value '\\x02' (need an integer)");
  EXPECT_EQ(error(banner + "1 1 1\n1 1 " + std::string(1000, 'x') + "\n"),
            line + "3: value '" + std::string(60, 'x') + "...' (need a number)");
  EXPECT_EQ(error(banner + std::string(65537, ' ') + "\n1 1 0\n"),
            line + "2 has more than 65536 characters (need a Matrix Market file)");
}

/// A binary CSR file of 2 x 3 with rows {2, 0} and {1}.
struct BinaryFile {
  std::array<std::int64_t, 4> header = {Program::binary_csr_magic, 2, 3, 3};
  std::array<std::int32_t, 3> row_map = {0, 2, 3};
  std::array<std::int32_t, 3> entries = {2, 0, 1};
  std::array<double, 3> values = {1.5, -2.0, 4.0};

  std::string bytes() const {
    std::string text;
    const auto append = [&](const auto& part) {
      text.append(reinterpret_cast<const char*>(part.data()), sizeof(part));
    };
    append(header);
    append(row_map);
    append(entries);
    append(values);
    return text;
  }
};

TEST_F(ReadMatrix, AGzipFileHoldsAtMostWhatDeflateCan) {
  BinaryFile file;
  file.header = {Program::binary_csr_magic, 500000000, 3, 0};
  const std::string header = file.bytes().substr(0, sizeof(file.header));
  const std::string name = write_gzipped("a.bcsr.gz", header);
  const std::size_t size = read("a.bcsr.gz").size();
  const std::string holds = concatenate("a gzip file of ", size, " bytes, at most ", 1032 * size, " unpacked");
  EXPECT_EQ(
      error_of([&] { read_matrix(name); }),
      "Ocean::read_matrix: a.bcsr.gz: declares 500000000 rows and 0 entries in " + holds + " (need 2000000036 bytes)");
  const std::string text =
      write_gzipped("a.mtx.gz", "%%MatrixMarket matrix coordinate real general\n3 3 1000000000000\n1 1 1\n");
  const std::size_t text_size = read("a.mtx.gz").size();
  EXPECT_EQ(
      error_of([&] { read_matrix(text); }),
      concatenate("Ocean::read_matrix: a.mtx.gz: line 2: declares 1000000000000 entries in a gzip file of ", text_size,
                  " bytes, at most ", 1032 * text_size, " unpacked (need at least 4 bytes per entry)"));
}

TEST_F(ReadMatrix, AMatrixBeyondTheFreeMemoryIsRefusedBeforeItIsRead) {
  const std::string text = write("a.mtx", "%%MatrixMarket matrix coordinate real general\n1000000 3 1\n1 1 1\n");
  const std::string error =
      "Ocean::read_matrix: a.mtx: 1000000 rows and 1 entries take 16000044 bytes (need more "
      "memory: 16000043 bytes are free)";
  EXPECT_EQ(error_of([&] { read_matrix(text, 16000043); }), error);
  EXPECT_EQ(error_of([&] { read_matrix(text, 16000044); }), "");
  const std::string binary = write("a.bcsr", BinaryFile().bytes());
  EXPECT_EQ(error_of([&] { read_matrix(binary, 71); }),
            "Ocean::read_matrix: a.bcsr: 2 rows and 3 entries take 72 bytes (need more memory: 71 bytes are free)");
  EXPECT_EQ(error_of([&] { read_matrix(binary, 72); }), "");
}

TEST_F(ReadMatrix, AGzipFileIsReadToItsEnd) {
  const std::string name = write_gzipped("a.bcsr.gz", BinaryFile().bytes() + "x");
  EXPECT_EQ(error_of([&] { read_matrix(name); }),
            "Ocean::read_matrix: a.bcsr.gz: bytes after the values (need the end of the file)");
  write_gzipped("b.bcsr.gz", BinaryFile().bytes());
  std::string compressed = read("b.bcsr.gz");
  const std::string cut = write("cut.bcsr.gz", compressed.substr(0, compressed.size() - 8));
  EXPECT_EQ(error_of([&] { read_matrix(cut); }),
            concatenate("Ocean::read_matrix: cut.bcsr.gz: the compressed data end early, after ", compressed.size() - 8,
                        " bytes (need a whole gzip file)"));
  compressed[compressed.size() - 8] ^= 1;  // of the checksum
  const std::string damaged = write("damaged.bcsr.gz", compressed);
  const std::string error = error_of([&] { read_matrix(damaged); });
  EXPECT_TRUE(error.starts_with("Ocean::read_matrix: damaged.bcsr.gz: cannot be read: ")) << error;
}

TEST_F(ReadMatrix, TruncatedAndDamagedGzip) {
  std::string content = "%%MatrixMarket matrix coordinate real general\n3000 3000 3000\n";
  for (int row = 1; row <= 3000; ++row)
    content += std::to_string(row) + " " + std::to_string(row * 7 % 3000 + 1) + " 1\n";
  write_gzipped("a.mtx.gz", content);
  std::string compressed = read("a.mtx.gz");
  const std::string half = write("half.mtx.gz", compressed.substr(0, 2000));
  EXPECT_EQ(
      error_of([&] { read_matrix(half); }),
      "Ocean::read_matrix: half.mtx.gz: the compressed data end early, after 2000 bytes (need a whole gzip file)");
  for (std::size_t at = 1000; at < 1100; ++at) compressed[at] = static_cast<char>(~compressed[at]);
  const std::string damaged = write("damaged.mtx.gz", compressed);
  const std::string error = error_of([&] { read_matrix(damaged); });
  EXPECT_TRUE(error.starts_with("Ocean::read_matrix: damaged.mtx.gz: ")) << error;
}

TEST_F(ReadMatrix, BinaryCsrPlainAndGzippedKeepsItsOrder) {
  const BinaryFile file;
  for (const std::string& name : {write("a.bcsr", file.bytes()), write_gzipped("a.bcsr.gz", file.bytes())})
    expect_matrix(std::get<HostCsr<double>>(read_matrix(name)), 3, {0, 2, 3}, {2, 0, 1}, {1.5, -2.0, 4.0});
}

TEST_F(ReadMatrix, ErrorsOfBinaryCsr) {
  const std::string name = "Ocean::read_matrix: a.mtx: ";
  const std::string whole = BinaryFile().bytes();
  EXPECT_EQ(error(whole.substr(0, whole.size() - 1)), name + "79 bytes (need 80 for 2 rows and 3 entries)");
  EXPECT_EQ(error(whole.substr(0, 20)), name + "the file ends inside its header, after 2 of them (need 4)");
  EXPECT_EQ(error(whole + "x"), name + "81 bytes (need 80 for 2 rows and 3 entries)");
  BinaryFile file;
  file.header[1] = -1;
  EXPECT_EQ(error(file.bytes()), name + "-1 rows, 3 columns, 3 entries (need each from 0 to 2147483647)");
  file = {};
  file.row_map[0] = 1;
  EXPECT_EQ(error(file.bytes()), name + "the row map starts at 1 (need 0)");
  file = {};
  file.row_map[1] = 4;
  EXPECT_EQ(error(file.bytes()),
            name + "the row map decreases from 4 to 3 at row 1 (need offsets that never decrease)");
  file = {};
  file.row_map[2] = 2;
  EXPECT_EQ(error(file.bytes()), name + "the row map ends at 2 (need 3, the number of entries)");
  file = {};
  file.entries[1] = 3;
  EXPECT_EQ(error(file.bytes()), name + "column 3 of entry 1 lies outside the matrix (need 0 to 2)");
  file.entries[1] = -1;
  EXPECT_EQ(error(file.bytes()), name + "column -1 of entry 1 lies outside the matrix (need 0 to 2)");
  const std::string short_gzip = write_gzipped("a.bcsr.gz", whole.substr(0, 70));
  EXPECT_EQ(error_of([&] { read_matrix(short_gzip); }),
            "Ocean::read_matrix: a.bcsr.gz: the file ends inside its values, after 1 of them (need 3)");
}

TEST(Transpose, OfARectangleSortsItsRows) {
  HostCsr<double> matrix{2, 3, {0, 2, 4}, {2, 0, 2, 1}, {1, 2, 3, 4}};
  expect_matrix(Program::transpose(matrix), 2, {0, 1, 2, 4}, {0, 1, 0, 1}, {2.0, 4.0, 1.0, 3.0});
}

}  // namespace
}  // namespace Ocean::Testing
