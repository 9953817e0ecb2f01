/// \file
/// \brief Views that are handed out again: once nobody else has them and all work is done, if they are as large.

#include "ocean/backend/kept_views.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "ocean/backend/device_memory.hpp"
#include "support/test_exec_space.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::kept_entry_bytes;
using Ocean::Impl::kept_views_max;
using Ocean::Impl::KeptViews;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::test_view;

const std::string label = "Testing::kept";
/// Of all views that are kept, and elements of the largest.
constexpr std::size_t bytes_max = std::size_t(1) << 20, largest = bytes_max / kept_entry_bytes;

/// The instance's own device.
int device() { return Ocean::Impl::DeviceMemory<test_exec_space>::device_of(test_exec_space{}); }
void settle() { KeptViews::settle<Ocean::Impl::DeviceMemory<test_exec_space>>(test_exec_space{}); }
test_view<double> take(std::size_t count, int on_device = device(), const std::string& name = label) {
  return KeptViews::take<test_view<double>>(on_device, name.c_str(), count);
}

/// Keeps a view of \p count elements that is dropped at once; returns where it is.
const double* keep_dropped(std::size_t count) {
  const test_view<double> view(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), count);
  KeptViews::keep(device(), view, bytes_max);
  return view.data();
}

class KeptViewsTest : public ::testing::Test {
 protected:
  void SetUp() override { KeptViews::trim(); }
  void TearDown() override { KeptViews::trim(); }
};

TEST_F(KeptViewsTest, AreHandedOutOnceTheyAreDroppedAndSettled) {
  EXPECT_EQ(take(100).data(), nullptr) << "nothing is kept";
  {
    test_view<double> view(label, 100);
    KeptViews::keep(device(), view, bytes_max);
    settle();
    EXPECT_EQ(take(100).data(), nullptr) << "in use";
    const auto* const data = view.data();
    view = {};
    EXPECT_EQ(take(100).data(), nullptr) << "work may still use it";
    settle();
    view = take(100);
    EXPECT_EQ(view.data(), data);
    EXPECT_EQ(view.extent(0), 100u);
    EXPECT_EQ(view.label(), label);
    EXPECT_EQ(take(100).data(), nullptr) << "in use again";
  }
  settle();
  EXPECT_NE(take(100).data(), nullptr);
}

TEST_F(KeptViewsTest, OnlyThoseOfTheSameKind) {
  keep_dropped(100);
  settle();
  EXPECT_EQ(take(100, device() + 1).data(), nullptr) << "another device";
  EXPECT_EQ(take(100, device(), "Testing::other").data(), nullptr);
  EXPECT_EQ((KeptViews::take<test_view<std::int64_t>>(device(), label.c_str(), 100).data()), nullptr) << "another type";
  EXPECT_NE(take(100).data(), nullptr);
}

TEST_F(KeptViewsTest, OnlyThoseOfTheSameSize) {
  const double* const larger = keep_dropped(901);
  const double* const kept = keep_dropped(900);
  settle();
  EXPECT_EQ(take(899).data(), nullptr) << "C is not larger than it is asked for";
  EXPECT_EQ(take(902).data(), nullptr);
  const auto first = take(900);
  EXPECT_EQ(first.data(), kept);
  const auto second = take(901);
  EXPECT_EQ(second.data(), larger);
}

TEST_F(KeptViewsTest, CountAsUnusedUntilTheyAreTrimmed) {
  const std::size_t before = KeptViews::unused_bytes(device());
  test_view<double> held(label, 10);
  KeptViews::keep(device(), held, bytes_max);
  keep_dropped(1000);
  EXPECT_EQ(KeptViews::unused_bytes(device()) - before, 1000 * sizeof(double));
  EXPECT_EQ(KeptViews::unused_bytes(device() + 1), 0u);
  EXPECT_TRUE(KeptViews::trim());
  EXPECT_EQ(KeptViews::unused_bytes(device()), 0u);
  EXPECT_FALSE(KeptViews::trim()) << "what somebody holds stays";
  held = {};
  EXPECT_TRUE(KeptViews::trim());
}

TEST_F(KeptViewsTest, ForgottenOnesBelongToTheirOwnersAlone) {
  const test_view<double> forgotten(label, 1000), kept(label, 1000);
  KeptViews::keep(device(), forgotten, bytes_max);
  KeptViews::keep(device(), kept, bytes_max);
  EXPECT_EQ(forgotten.use_count(), 2);
  KeptViews::forget(forgotten.data());
  KeptViews::forget(forgotten.data());
  EXPECT_EQ(forgotten.use_count(), 1);
  EXPECT_EQ(kept.use_count(), 2);
}

TEST_F(KeptViewsTest, TheOldestGoWhereThereAreTooMany) {
  for (std::size_t number = 0; number < kept_views_max; ++number) keep_dropped(100 * (number + 1));
  settle();
  EXPECT_NE(take(100).data(), nullptr);
  keep_dropped(5000);
  settle();
  EXPECT_EQ(take(100).data(), nullptr);
  EXPECT_NE(take(200).data(), nullptr);
  EXPECT_NE(take(5000).data(), nullptr);
}

TEST_F(KeptViewsTest, CountForWhatIsUsedOfThem) {
  test_view<double> view(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), 2 * largest);
  const double* const data = view.data();
  KeptViews::keep(device(), view, bytes_max);
  KeptViews::keep(device(), view, bytes_max, 100);
  view = {};
  EXPECT_EQ(KeptViews::unused_bytes(device()), 100 * sizeof(double));
  settle();
  view = take(2 * largest);
  EXPECT_EQ(view.data(), data);
  KeptViews::keep(device(), view, bytes_max, 200);
  view = {};
  EXPECT_EQ(KeptViews::unused_bytes(device()), 200 * sizeof(double)) << "it is kept once, for its latest use";
}

TEST_F(KeptViewsTest, NoMoreBytesThanTheirBound) {
  keep_dropped(largest + 1);
  EXPECT_EQ(KeptViews::unused_bytes(device()), 0u) << "columns and values of a C are kept, or none of them";
  keep_dropped(100);
  for (int view = 0; view < 2; ++view) keep_dropped(largest);
  settle();
  EXPECT_EQ(take(100).data(), nullptr);
  EXPECT_EQ(KeptViews::unused_bytes(device()), bytes_max);
}

}  // namespace
