/// \file
/// \brief Masked products against SciPy's, (A @ B).multiply(M): cases that scipy_masked/scipy_masked.py has computed,
/// or those of the file that OCEAN_SCIPY_CASES names.
// alone: scipy_masked.py runs the executable

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "Ocean_SpGEMMMasked.hpp"
#include "support/builders.hpp"
#include "support/crs_matrix.hpp"
#include "support/extreme_options.hpp"

namespace {

using namespace Ocean::Testing;
using host_matrix = HostCsr<int, int, double>;

constexpr const char* committed_cases =
#include "scipy_masked/scipy_masked.inc"
    ;

template <class T>
void read_array(std::istream& stream, std::vector<T>& array) {
  std::size_t size = 0;
  stream >> size;
  array.resize(size);
  for (T& element : array) stream >> element;
}

host_matrix read_matrix(std::istream& stream, int num_rows, int num_cols) {
  host_matrix matrix{num_rows, num_cols, {}, {}, {}};
  read_array(stream, matrix.row_map);
  read_array(stream, matrix.entries);
  read_array(stream, matrix.values);
  return matrix;
}

/// Both sum at most a few dozen products of magnitude 16 or less.
constexpr double tolerance = 1e-12;

/// \brief Compares one case on every path. \param m the mask, with SciPy's values
void expect_values(const host_matrix& a, const host_matrix& b, const host_matrix& m) {
  host_matrix mask = m;
  mask.values.assign(m.values.size(), -77.0);
  for (const auto path : available_paths())
    for (const bool deterministic : {false, true}) {
      const auto c = Ocean::spgemm_masked<crs_matrix<int, int, double>>(
          test_exec_space(), to_crs_matrix(a), to_crs_matrix(b), to_crs_matrix(mask),
          {.path = path, .deterministic = deterministic, .check_indices = true});
      const auto values = to_vector(c.values);
      ASSERT_EQ(values.size(), m.values.size());
      for (std::size_t entry = 0; entry < values.size(); ++entry)
        EXPECT_LE(std::abs(values[entry] - m.values[entry]), tolerance)
            << "entry " << entry << ", " << to_string(path) << (deterministic ? ", deterministic" : "");
    }
}

TEST(MaskedAsSciPy, HasItsValues) {
  std::ostringstream file;
  const char* const path = std::getenv("OCEAN_SCIPY_CASES");
  if (path != nullptr) file << std::ifstream(path).rdbuf();
  std::istringstream stream(path == nullptr ? std::string(committed_cases) : file.str());
  int num_cases = 0, num_rows = 0, num_inner = 0, num_cols = 0;
  for (std::string word, name; stream >> word >> name >> num_rows >> num_inner >> num_cols; ++num_cases) {
    SCOPED_TRACE(name);
    ASSERT_EQ(word, "case");
    const host_matrix a = read_matrix(stream, num_rows, num_inner), b = read_matrix(stream, num_inner, num_cols);
    const host_matrix m = read_matrix(stream, num_rows, num_cols);
    ASSERT_TRUE(stream.good());
    expect_values(a, b, m);
  }
  EXPECT_EQ(num_cases, 7);
}

}  // namespace
