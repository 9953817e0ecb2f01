/// \file
/// \brief Staged rows to their place on the CPU path; the rest of the workflow is tested with stage_rows_host.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/kernels/compaction/gather_rows_host.hpp"

#include "support/host_product.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;
using Ocean::Impl::HostChunk;

TEST(GatherRowsHost, LeavesGapsForOverflowedRows) {
  using product_type = Ocean::Impl::CsrProduct<test_exec_space, int, int, double>;
  const std::vector<count_type> slot_begin{0, 2, 4, 4, 7};  // room for 2, 2, 0 and 3 entries
  std::vector<int> staged_entries{4, 7, -1, -1, 2, 6, -1};
  std::vector<double> staged_values{1, 2, -1, -1, 3, 4, -1};
  std::vector<int> row_map{0, 2, 3, 0, 2};  // 2, 3 (too many), 0 and 2 entries
  std::vector<int> entries(7, -9);
  std::vector<double> values(7, -9);
  const std::vector<HostChunk> chunks{{0, 1, 2}, {1, 4, 5}};
  const std::vector<count_type> chunk_begin{0, 2};
  const Ocean::Impl::GatherRowsHost<product_type> gather{
      {slot_begin.data(), staged_entries.data(), staged_values.data(), nullptr, nullptr},
      chunks.data(),
      chunk_begin.data(),
      row_map.data(),
      entries.data(),
      values.data()};
  gather(1);
  gather(0);
  EXPECT_EQ(row_map, (std::vector{0, 2, 5, 5, 7}));
  EXPECT_EQ(entries, (std::vector{4, 7, -9, -9, -9, 2, 6}));
  EXPECT_EQ(values, (std::vector<double>{1, 2, -9, -9, -9, 3, 4}));
}

}  // namespace
