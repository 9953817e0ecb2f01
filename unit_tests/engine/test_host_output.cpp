/// \file
/// \brief C on the CPU path in the larger allocation it was computed in, or in one of its own.
// backends: Serial OpenMP Threads
// once: OpenMP

#include "ocean/engine/host_output.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "faults/replaced_new.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using Ocean::Impl::count_type;

using product_type = Ocean::Impl::CsrProduct<test_exec_space, int, int, double>;

constexpr count_type num_slots = 3000;

/// \brief C in an allocation of num_slots entries.
product_type make_product() {
  std::vector<int> columns(num_slots);
  std::iota(columns.begin(), columns.end(), 10);
  product_type c;
  c.row_map = make_view({0, 1, 2});
  c.entries = make_view(columns);
  c.values = make_view(std::vector<double>(columns.rbegin(), columns.rend()));
  return c;
}

/// \brief Fails where \p c does not have the first \p count entries of make_product().
void expect_first_entries(const product_type& c, count_type count) {
  std::vector<int> columns(static_cast<std::size_t>(count));
  std::iota(columns.begin(), columns.end(), 10);
  std::vector<double> values(columns.size());
  for (std::size_t entry = 0; entry < values.size(); ++entry) values[entry] = 10.0 + num_slots - 1 - double(entry);
  EXPECT_EQ(to_vector(c.row_map), (std::vector{0, 1, 2}));
  EXPECT_EQ(to_vector(c.entries), columns);
  EXPECT_EQ(to_vector(c.values), values);
}

TEST(HostOutput, TrimmedEntriesStayWhereTheyAre) {
  for (const count_type count : {count_type(0), count_type(1), num_slots - 1, num_slots}) {
    SCOPED_TRACE(count);
    const product_type whole = make_product();
    product_type c = whole;
    Ocean::Impl::trim_host_entries(count, c);
    expect_first_entries(c, count);
    EXPECT_EQ(c.entries.data(), whole.entries.data());
    EXPECT_EQ(c.values.data(), whole.values.data());
    expect_first_entries(whole, num_slots);
  }
}

/// Of the larger allocation, nothing is held any more.
TEST(HostOutput, CopiedEntriesHaveMemoryOfTheirOwn) {
  for (const count_type count : {count_type(0), count_type(1), num_slots - 1, num_slots}) {
    SCOPED_TRACE(count);
    const product_type whole = make_product();
    product_type c = whole;
    Ocean::Impl::copy_host_entries(test_exec_space{}, count, c);
    expect_first_entries(c, count);
    EXPECT_EQ(whole.entries.use_count(), 1);
    EXPECT_EQ(whole.values.use_count(), 1);
    EXPECT_EQ(c.entries.label(), "Ocean::entries");
    EXPECT_EQ(c.values.label(), "Ocean::values");
    expect_first_entries(whole, num_slots);
  }
}

/// \brief copy_host_entries(), with the allocation numbered \p failing alone failing.
void copy_with_failure(std::int64_t failing, count_type count, product_type& c) {
  Allocations::fail(failing, false);
  try {
    Ocean::Impl::copy_host_entries(test_exec_space{}, count, c);
  } catch (...) {
    Allocations::succeed();
    throw;
  }
  Allocations::succeed();
}

/// C is complete: no allocation is missed, be it of a copy or of a kernel's label. Then both arrays stay in the larger
/// allocation, except if only the list of kept arrays has no memory, or if freeing these helps.
TEST(HostOutput, WithoutMemoryForCopiesTheLargerAllocationIsKept) {
  constexpr count_type count = 1000;
  const product_type whole = make_product();
  product_type copied = whole;
  int num_copied = 0;
  copy_with_failure(Allocations::never - 1, count, copied);
  const std::int64_t num_allocations = Allocations::num_asked();
  ASSERT_GE(num_allocations, 2) << "columns and values at the least";
  for (std::int64_t failing = 0; failing < num_allocations; ++failing) {
    SCOPED_TRACE(failing);
    product_type c = whole;
    ASSERT_NO_THROW(copy_with_failure(failing, count, c));
    EXPECT_EQ(Allocations::num_failed(), 1);
    expect_first_entries(c, count);
    EXPECT_EQ(c.entries.data() == whole.entries.data(), c.values.data() == whole.values.data());
    num_copied += c.entries.data() != whole.entries.data();
  }
  EXPECT_LE(num_copied, Ocean::Impl::keeps_host_views ? num_allocations - 1 : 0);
}

}  // namespace
