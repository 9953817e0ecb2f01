/// \file
/// \brief Sizes of rows to offsets and back, slice by slice, against running sums.
// once: OpenMP

#include "ocean/kernels/chunks/row_sizes.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "support/checks.hpp"
#include "support/random_numbers.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;
using Ocean::Impl::sum_row_sizes;

using size_list = std::vector<count_type>;

constexpr int untouched = -77;

size_list random_sizes(std::size_t num_rows) {
  RandomNumbers random(num_rows);
  size_list sizes(num_rows);
  for (count_type& size : sizes) size = random.below(3) == 0 ? 0 : random.below(50);
  return sizes;
}

const std::vector<size_list> size_cases = {{5}, {0}, {0, 0, 7, 0}, {1000000}, random_sizes(100), random_sizes(5001)};

template <class Offset>
std::vector<Offset> offsets_of(const size_list& sizes) {
  std::vector<Offset> offsets = {0};
  for (const count_type size : sizes) offsets.push_back(offsets.back() + static_cast<Offset>(size));
  return offsets;
}

TEST(RowSizes, SumsOfTheSizesAreOffsets) {
  for (const size_list& sizes : size_cases) {
    std::vector<int> row_map = {untouched};
    row_map.insert(row_map.end(), sizes.begin(), sizes.end());
    row_map.push_back(untouched);
    const auto device = make_view(row_map);
    sum_row_sizes(test_exec_space(), static_cast<count_type>(sizes.size()), device.data());
    Kokkos::fence("Testing::sum_row_sizes");
    auto expected = offsets_of<int>(sizes);
    expected.push_back(untouched);
    EXPECT_TRUE(same_integers("row_map", to_vector(device), expected));
  }
}

TEST(RowSizes, SumsBeyond32Bits) {
  const size_list sizes(5, count_type(3) << 30);
  const auto row_map = make_view<std::size_t>({99, 3u << 30, 3u << 30, 3u << 30, 3u << 30, 3u << 30});
  sum_row_sizes(test_exec_space(), static_cast<count_type>(sizes.size()), row_map.data());
  Kokkos::fence("Testing::sum_row_sizes");
  EXPECT_EQ(to_vector(row_map), offsets_of<std::size_t>(sizes));
}

/// A slice of \p sizes that begins at \p first: written, and its sum.
count_type write_slice(const size_list& sizes, std::size_t first, std::size_t last, const test_view<int>& row_map) {
  const auto row_nnz = make_view(size_list(sizes.begin() + first, sizes.begin() + last));
  return Ocean::Impl::write_row_sizes(test_exec_space(), static_cast<count_type>(last - first), row_nnz,
                                      row_map.data() + first);
}

size_list read_slice(std::size_t first, std::size_t last, const test_view<int>& row_map) {
  const auto row_nnz = make_view(size_list(last - first, untouched));
  Ocean::Impl::read_row_sizes(test_exec_space(), static_cast<count_type>(last - first), row_map.data() + first,
                              row_nnz);
  Kokkos::fence("Testing::read_row_sizes");
  return to_vector(row_nnz);
}

TEST(RowSizes, SlicesWriteTheirSizesAndReadThemFromTheOffsets) {
  for (const size_list& sizes : size_cases) {
    const std::size_t num_rows = sizes.size();
    const std::vector<std::size_t> bounds = {0, num_rows / 3, num_rows / 3, num_rows / 2, num_rows};  // one is empty
    const auto row_map = make_view(std::vector<int>(num_rows + 1, untouched));
    for (std::size_t slice = 0; slice + 1 < bounds.size(); ++slice) {
      const auto first = sizes.begin() + bounds[slice], last = sizes.begin() + bounds[slice + 1];
      EXPECT_EQ(write_slice(sizes, bounds[slice], bounds[slice + 1], row_map), std::accumulate(first, last, 0));
    }
    std::vector<int> written = to_vector(row_map);
    EXPECT_EQ(written.front(), untouched);
    written.erase(written.begin());
    EXPECT_TRUE(same_integers("sizes", written, sizes));

    const auto offsets = make_view(offsets_of<int>(sizes));
    for (std::size_t slice = 0; slice + 1 < bounds.size(); ++slice)
      EXPECT_EQ(read_slice(bounds[slice], bounds[slice + 1], offsets),
                size_list(sizes.begin() + bounds[slice], sizes.begin() + bounds[slice + 1]));
  }
}

}  // namespace
