/// \file
/// \brief Exact row sizes on the CPU path.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/size_prediction/count_rows_host.hpp"

#include "support/host_product.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::HostTuning;

using matrix_type = HostCsr<int, int, double>;

/// Sizes of the rows of a * b, and their sum at the end.
std::vector<int> count_rows(const matrix_type& a, const matrix_type& b, const HostTuning& tuning) {
  const HostEngineProduct::row_map_type row_map("Testing::row_map", static_cast<std::size_t>(a.num_rows) + 1);
  return with_counted_rows(a, b, tuning, row_map, [&](auto& engine) {
    std::vector<int> sizes = to_vector(row_map);
    sizes.erase(sizes.begin());
    sizes.push_back(static_cast<int>(engine.nnz_c()));
    return sizes;
  });
}

TEST(CountRowsHost, ByHand) {
  const matrix_type a{3, 3, {0, 2, 2, 3}, {0, 2, 1}, {2, 3, 5}};
  const matrix_type b{3, 5, {0, 2, 3, 5}, {1, 4, 0, 1, 2}, {1, -1, 4, 2, 3}};
  EXPECT_EQ(count_rows(a, b, {}), (std::vector{3, 0, 1, 4}));
}

TEST(CountRowsHost, MatchesTheReference) {
  for (const auto& product : host_cases<matrix_type>()) {
    const auto reference = Ocean::Impl::multiply_gustavson<int, int, double>(product.a, product.b);
    std::vector<int> expected;
    for (std::size_t row = 1; row < reference.row_map.size(); ++row)
      expected.push_back(reference.row_map[row] - reference.row_map[row - 1]);
    expected.push_back(reference.row_map.back());
    int number = 0;
    for (const HostTuning& tuning : extreme_host_tunings())
      EXPECT_EQ(count_rows(product.a, product.b, tuning), expected) << product.name << ", tuning " << number++;
  }
}

}  // namespace
