/// \file
/// \brief The account of work memory: blocks, slabs, the bytes of C, the limit and its text.

#include "ocean/core/workspace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "support/checks.hpp"
#include "support/test_exec_space.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::count_type;
using Ocean::Testing::error_text;
using Ocean::Testing::same_integers;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::to_vector;

using workspace_type = Ocean::Impl::Workspace<test_exec_space>;

constexpr std::size_t kibibyte = 1024;
constexpr std::size_t mebibyte = 1024 * kibibyte;
/// Views up to 256 KiB share slabs of 1 MiB.
constexpr std::size_t small_bytes_max = 256 * kibibyte;

TEST(Workspace, IsEmptyAtFirst) {
  const workspace_type workspace(test_exec_space{}, 12345);
  EXPECT_EQ(workspace.limit_bytes(), 12345u);
  EXPECT_EQ(workspace.available_bytes(), 12345u);
  EXPECT_EQ(workspace.live_bytes(), 0u);
  EXPECT_EQ(workspace.peak_workspace_bytes(), 0u);
  EXPECT_EQ(workspace.peak_bytes(), 0u);
}

TEST(Workspace, BlocksAreCountedAndGivenBack) {
  workspace_type workspace(test_exec_space{});
  const auto first = workspace.allocate<double>("Testing::first", 50000);
  EXPECT_EQ(first.extent(0), 50000u);
  EXPECT_EQ(workspace.live_bytes(), 400000u);
  const auto second = workspace.allocate<int>("Testing::second", 100000);
  EXPECT_EQ(workspace.live_bytes(), 800000u);
  workspace.release(first);
  EXPECT_EQ(workspace.live_bytes(), 400000u);
  EXPECT_EQ(workspace.peak_workspace_bytes(), 800000u);
  const auto third = workspace.allocate<char>("Testing::third", 300000);
  EXPECT_EQ(workspace.live_bytes(), 700000u);
  EXPECT_EQ(workspace.peak_workspace_bytes(), 800000u) << "the peak stays";
  workspace.release(third);
  workspace.release(second);
  EXPECT_EQ(workspace.live_bytes(), 0u);
  workspace.release(second);
  EXPECT_EQ(workspace.live_bytes(), 0u) << "what is not there is not given back twice";
}

TEST(Workspace, ViewsHoldWhatIsWritten) {
  workspace_type workspace(test_exec_space{});
  const auto small = workspace.allocate<int>("Testing::small", 100);
  const auto other = workspace.allocate<count_type>("Testing::other", 33);
  const auto large = workspace.allocate<int>("Testing::large", 100000);
  Kokkos::deep_copy(small, 1);
  Kokkos::deep_copy(other, 2);
  Kokkos::deep_copy(large, 3);
  EXPECT_TRUE(same_integers("small", to_vector(small), std::vector(100, 1)));
  EXPECT_TRUE(same_integers("other", to_vector(other), std::vector(33, 2)));
  EXPECT_TRUE(same_integers("large", to_vector(large), std::vector(100000, 3)));
}

TEST(Workspace, WhatWasFreeWhenItWasAskedForIsLessByWhatIsTakenSince) {
  workspace_type workspace(test_exec_space{});
  const auto before = workspace.allocate<double>("Testing::before", 100000);
  workspace.ask_available();
  const std::size_t free_bytes = workspace.available_bytes();
  EXPECT_GT(free_bytes, 3 * mebibyte);
  EXPECT_EQ(workspace.available_bytes(), free_bytes) << "not asked again";
  workspace.allocate<char>("Testing::after", mebibyte);
  workspace.add_output(mebibyte);
  EXPECT_EQ(workspace.available_bytes(), free_bytes - 2 * mebibyte);
  workspace.release(before);
  EXPECT_EQ(workspace.available_bytes(), free_bytes - 2 * mebibyte + 800000u);
  workspace.add_output(2 * free_bytes);
  EXPECT_EQ(workspace.available_bytes(), 0u) << "more is taken than was free";
  workspace.remove_output(2 * free_bytes);
  workspace.end_call();
  ASSERT_TRUE(workspace.begin_call(test_exec_space{}));
  workspace.add_output(2 * free_bytes);
  EXPECT_GT(workspace.available_bytes(), 0u) << "another call asks anew";
}

TEST(Workspace, FreeBytesAfterMoreAndLessAreTaken) {
  using Ocean::Impl::free_bytes_now;
  constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(free_bytes_now(100, 20, 20), 100u);
  EXPECT_EQ(free_bytes_now(100, 20, 50), 70u);
  EXPECT_EQ(free_bytes_now(100, 20, 120), 0u);
  EXPECT_EQ(free_bytes_now(100, 20, 121), 0u);
  EXPECT_EQ(free_bytes_now(100, 20, 5), 115u);
  EXPECT_EQ(free_bytes_now(unlimited, 20, 5), unlimited);
  EXPECT_EQ(free_bytes_now(unlimited, 20, 30), unlimited - 10);
}

TEST(Workspace, WhatIsCertainIsAFixedAmountOrAFractionOfWhatWasFree) {
  using Ocean::Impl::unasked_bytes, Ocean::Impl::unasked_fraction;
  const test_exec_space exec;
  const workspace_type workspace(exec);
  const std::size_t free_bytes = workspace.available_bytes();
  const std::size_t known = Ocean::Impl::DeviceMemory<test_exec_space>::last_available_bytes(exec);
  if (known > 0) {
    EXPECT_EQ(known, free_bytes);
  }
  EXPECT_EQ(workspace.certain_bytes(), std::max(unasked_bytes, known / unasked_fraction));
  Ocean::Impl::DeviceMemory<test_exec_space>::forget_available_bytes(exec);
  EXPECT_EQ(workspace.certain_bytes(), unasked_bytes);
}

TEST(Workspace, ALimitIsNotAskedFor) {
  workspace_type workspace(test_exec_space{}, mebibyte);
  EXPECT_EQ(workspace.certain_bytes(), 0u);
  workspace.ask_available();
  EXPECT_EQ(workspace.available_bytes(), mebibyte);
  workspace.allocate<char>("Testing::taken", 1000);
  EXPECT_EQ(workspace.available_bytes(), mebibyte - 1000u);
}

TEST(Workspace, NothingTakesNoBytes) {
  workspace_type workspace(test_exec_space{}, 1);
  const auto nothing = workspace.allocate<double>("Testing::nothing", 0);
  EXPECT_EQ(nothing.extent(0), 0u);
  EXPECT_EQ(workspace.live_bytes(), 0u);
  workspace.release(nothing);
  workspace.release(workspace_type::view_type<int>());
  EXPECT_EQ(workspace.live_bytes(), 0u);
}

TEST(Workspace, SmallViewsShareChunks) {
  workspace_type workspace(test_exec_space{});
  std::set<const char*> places;
  for (int view = 0; view < 4096; ++view)
    places.insert(workspace.allocate<char>("Testing::small", 1 + view % 256).data());
  EXPECT_EQ(workspace.live_bytes(), mebibyte) << "4096 views of 256 bytes fill a slab";
  EXPECT_EQ(places.size(), 4096u);
  for (const char* place : places) EXPECT_EQ(reinterpret_cast<std::uintptr_t>(place) % 64, 0u);
  EXPECT_EQ(*places.rbegin() - *places.begin(), static_cast<std::ptrdiff_t>(mebibyte - 256));
  const auto next = workspace.allocate<char>("Testing::next", 1);
  EXPECT_EQ(workspace.live_bytes(), 2 * mebibyte) << "the slab was full";
  workspace.release(next);
  EXPECT_EQ(workspace.live_bytes(), 2 * mebibyte) << "a slab ends with the workspace";
  EXPECT_EQ(workspace.peak_workspace_bytes(), 2 * mebibyte);
}

TEST(Workspace, TheLargestSmallViewAndTheSmallestBlock) {
  workspace_type workspace(test_exec_space{});
  const auto small = workspace.allocate<char>("Testing::small", small_bytes_max);
  EXPECT_EQ(workspace.live_bytes(), mebibyte);
  const auto block = workspace.allocate<char>("Testing::block", small_bytes_max + 1);
  EXPECT_EQ(workspace.live_bytes(), mebibyte + small_bytes_max + 1);
  workspace.release(small);
  EXPECT_EQ(workspace.live_bytes(), mebibyte + small_bytes_max + 1);
  workspace.release(block);
  EXPECT_EQ(workspace.live_bytes(), mebibyte);
}

TEST(Workspace, TheBytesOfCCountForThePeakAndTheLimit) {
  workspace_type workspace(test_exec_space{}, 1000000);
  const auto block = workspace.allocate<char>("Testing::block", 400000);
  workspace.add_output(500000);
  EXPECT_EQ(workspace.live_bytes(), 400000u);
  EXPECT_EQ(workspace.peak_workspace_bytes(), 400000u);
  EXPECT_EQ(workspace.peak_bytes(), 900000u);
  EXPECT_EQ(workspace.available_bytes(), 100000u);
  workspace.release(block);
  EXPECT_EQ(workspace.available_bytes(), 500000u);
  EXPECT_EQ(workspace.peak_bytes(), 900000u);
}

TEST(Workspace, TheLimitIsExactAndItsTextToo) {
  workspace_type workspace(test_exec_space{}, 1000000);
  const auto half = workspace.allocate<char>("Testing::half", 500000);
  EXPECT_EQ(error_text<std::runtime_error>([&] { (void)workspace.allocate<char>("Testing::rest", 500001); }),
            "Ocean::workspace: Testing::rest takes 500001 bytes with 500000 in use (need a memory limit of at least "
            "1000001 bytes, it is 1000000)");
  EXPECT_EQ(error_text<std::runtime_error>([&] { workspace.add_output(500001); }),
            "Ocean::workspace: C takes 500001 bytes with 500000 in use (need a memory limit of at least 1000001 "
            "bytes, it is 1000000)");
  EXPECT_EQ(workspace.live_bytes(), 500000u) << "a refusal takes nothing";
  EXPECT_EQ(workspace.peak_bytes(), 500000u);
  const auto rest = workspace.allocate<char>("Testing::rest", 500000);
  EXPECT_EQ(workspace.available_bytes(), 0u);
  workspace.release(rest);
  workspace.release(half);
  workspace.add_output(1000000);
  EXPECT_EQ(workspace.available_bytes(), 0u);
}

TEST(Workspace, UnderALimitSmallViewsTakeTheirOwnBytes) {
  workspace_type workspace(test_exec_space{}, 1000);
  const auto small = workspace.allocate<char>("Testing::small", 400);
  EXPECT_EQ(workspace.live_bytes(), 400u);
  const auto other = workspace.allocate<char>("Testing::other", 600);
  EXPECT_EQ(workspace.available_bytes(), 0u);
  EXPECT_EQ(error_text<Ocean::Impl::WorkspaceTooSmall>([&] { (void)workspace.allocate<char>("Testing::third", 1); }),
            "Ocean::workspace: Testing::third takes 1 bytes with 1000 in use (need a memory limit of at least 1001 "
            "bytes, it is 1000)");
  workspace.release(small);
  EXPECT_EQ(workspace.live_bytes(), 600u);
  workspace.release(other);
  EXPECT_EQ(workspace.live_bytes(), 0u);
  EXPECT_EQ(workspace.peak_bytes(), 1000u);
}

TEST(Workspace, AScopeGivesBackWhatItTook) {
  for (const std::size_t limit_bytes : {std::size_t(0), mebibyte}) {
    workspace_type workspace(test_exec_space{}, limit_bytes);
    const auto before = workspace.allocate<char>("Testing::before", 300000);
    const auto released = workspace.allocate<char>("Testing::released", 300000);
    {
      const Ocean::Impl::WorkspaceScope scope(workspace);
      (void)workspace.allocate<char>("Testing::inside", 400000);
      workspace.release(released);
      EXPECT_EQ(workspace.live_bytes(), 700000u);
    }
    EXPECT_EQ(workspace.live_bytes(), 300000u);
    workspace.release(before);
    EXPECT_EQ(workspace.live_bytes(), 0u);
  }
}

TEST(Workspace, WithoutALimitTheSpaceDecides) {
  workspace_type workspace(test_exec_space{});
  EXPECT_EQ(workspace.limit_bytes(), 0u);
  EXPECT_GT(workspace.available_bytes(), mebibyte);
  const std::string text = error_text<std::runtime_error>(
      [&] { (void)workspace.allocate<char>("Testing::impossible", count_type(1) << 60); });
  EXPECT_EQ(text.rfind("Ocean::workspace: Testing::impossible takes 1152921504606846976 bytes on ", 0), 0u) << text;
  EXPECT_EQ(workspace.live_bytes(), 0u);
}

}  // namespace
