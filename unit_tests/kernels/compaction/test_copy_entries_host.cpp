/// \file
/// \brief Copies of C's first entries: columns and values alike, nothing behind them.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/compaction/copy_entries_host.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;

using product_type = Ocean::Impl::CsrProduct<test_exec_space, int, int, double>;

constexpr int untouched = -77;

TEST(CopyEntriesHost, TheFirstEntriesAndNoOthers) {
  constexpr std::size_t num_entries = 3001;
  std::vector<int> columns(num_entries);
  std::iota(columns.begin(), columns.end(), 10);
  std::vector<double> values(columns.rbegin(), columns.rend());
  const auto from_entries = make_view(columns);
  const auto from_values = make_view(values);
  for (const std::size_t count : {std::size_t(0), std::size_t(1), std::size_t(1000), num_entries - 1, num_entries}) {
    const auto entries = make_view(std::vector<int>(num_entries, untouched));
    const auto copied_values = make_view(std::vector<double>(num_entries, untouched));
    Kokkos::parallel_for("Testing::copy_entries",
                         Kokkos::RangePolicy<test_exec_space, Kokkos::IndexType<count_type>>(0, count),
                         Ocean::Impl::CopyHostEntries<product_type>{from_entries.data(), from_values.data(),
                                                                    entries.data(), copied_values.data()});
    Kokkos::fence("Testing::copy_entries");
    std::vector<int> expected_columns(num_entries, untouched);
    std::vector<double> expected_values(num_entries, untouched);
    for (std::size_t entry = 0; entry < count; ++entry) {
      expected_columns[entry] = columns[entry];
      expected_values[entry] = values[entry];
    }
    EXPECT_EQ(to_vector(entries), expected_columns) << count;
    EXPECT_EQ(to_vector(copied_values), expected_values) << count;
  }
  EXPECT_EQ(to_vector(from_entries), columns);
  EXPECT_EQ(to_vector(from_values), values);
}

}  // namespace
