/// \file
/// \brief Work memory of the caller's: where views go in it, what it must have, and that nothing is allocated beside
/// it.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "ocean/core/workspace.hpp"
#include "support/checks.hpp"
#include "support/random_numbers.hpp"
#include "support/test_exec_space.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::SpGEMMOptions;
using Ocean::Impl::count_type;
using Ocean::Impl::MemoryLayout;
using Ocean::Impl::WorkspaceAccount;
using Ocean::Impl::WorkspacePlace;
using Ocean::Impl::WorkspaceSource;
using Ocean::Impl::WorkspaceTooSmall;
using Ocean::Testing::error_text;
using Ocean::Testing::RandomNumbers;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::test_view;
using Ocean::Testing::to_vector;

using workspace_type = Ocean::Impl::Workspace<test_exec_space>;

/// A caller's memory and the options that name it.
struct Supplied {
  test_view<char> memory;
  SpGEMMOptions options;

  explicit Supplied(std::size_t bytes, std::size_t shift = 0) : memory("Testing::supplied", bytes + shift + 256) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
    options.workspace_data = memory.data() + (MemoryLayout::aligned(address) - address) + shift;
    options.workspace_bytes = bytes;
  }
  std::ptrdiff_t position_of(const void* data) const {
    return static_cast<const char*>(data) - static_cast<const char*>(options.workspace_data);
  }
};

TEST(MemoryLayout, TakesTheFirstGapThatIsWideEnough) {
  MemoryLayout layout;
  const auto take = [&](std::size_t bytes) {
    const std::size_t begin = layout.find(bytes);
    layout.take(begin, bytes);
    return begin;
  };
  EXPECT_EQ(take(1), 0u);
  EXPECT_EQ(take(257), 256u);
  EXPECT_EQ(take(256), 768u);
  EXPECT_EQ(take(1), 1024u);
  layout.give(256);
  EXPECT_EQ(layout.find(513), 1280u) << "the gap has 512 bytes";
  EXPECT_EQ(take(200), 256u);
  EXPECT_EQ(take(256), 512u);
  layout.give(512);
  layout.give(768);
  EXPECT_EQ(take(512), 512u) << "gaps side by side are one";
  layout.give(1024);
  EXPECT_EQ(layout.end(), 1024u);
  EXPECT_EQ(layout.largest_end(), 1280u);
  layout.give(77);
  EXPECT_EQ(layout.end(), 1024u) << "nothing begins there";
}

TEST(MemoryLayout, PlacesNeverOverlap) {
  RandomNumbers random(11);
  MemoryLayout layout;
  struct Held {
    std::size_t begin, end;
  };
  std::vector<Held> held;
  for (int step = 0; step < 2000; ++step) {
    if (!held.empty() && random.below(5) < 2) {
      const auto given = held.begin() + random.below(static_cast<count_type>(held.size()));
      layout.give(given->begin);
      held.erase(given);
      continue;
    }
    const std::size_t bytes = 1 + static_cast<std::size_t>(random.below(3000));
    const std::size_t begin = layout.find(bytes);
    layout.take(begin, bytes);
    EXPECT_EQ(begin % 256, 0u);
    for (const Held& other : held) EXPECT_TRUE(begin + bytes <= other.begin || other.end <= begin);
    held.push_back({begin, begin + bytes});
  }
}

TEST(SuppliedWorkspace, ViewsLieInTheCallersMemory) {
  const Supplied supplied(2048);
  workspace_type workspace(test_exec_space{}, supplied.options);
  const auto first = workspace.allocate<double>("Testing::first", 100);
  const auto second = workspace.allocate<int>("Testing::second", 10);
  EXPECT_EQ(supplied.position_of(first.data()), 0);
  EXPECT_EQ(supplied.position_of(second.data()), 1024);
  EXPECT_EQ(workspace.live_bytes(), 1280u);
  Kokkos::deep_copy(first, 1.5);
  Kokkos::deep_copy(second, 7);
  EXPECT_EQ(to_vector(first), std::vector(100, 1.5));
  workspace.release(first);
  EXPECT_EQ(workspace.live_bytes(), 1280u) << "the caller's memory is used up to here";
  const auto third = workspace.allocate<char>("Testing::third", 1024);
  EXPECT_EQ(supplied.position_of(third.data()), 0);
  EXPECT_EQ(workspace.peak_workspace_bytes(), 1280u);
  EXPECT_EQ(to_vector(second), std::vector(10, 7));
}

TEST(SuppliedWorkspace, AnUnalignedBeginIsSkipped) {
  const Supplied supplied(1024, 1);
  workspace_type workspace(test_exec_space{}, supplied.options);
  const auto view = workspace.allocate<char>("Testing::view", 768);
  EXPECT_EQ(supplied.position_of(view.data()), 255);
  EXPECT_EQ(error_text<WorkspaceTooSmall>([&] { (void)workspace.allocate<char>("Testing::next", 1); }),
            "Ocean::workspace: Testing::next takes 1 bytes with 768 in use (need a workspace of at least 1279 bytes, "
            "it has 1024)");
}

TEST(SuppliedWorkspace, TooLittleIsRefusedWithTheBytes) {
  const Supplied supplied(1024);
  workspace_type workspace(test_exec_space{}, supplied.options);
  EXPECT_EQ(error_text<WorkspaceTooSmall>([&] { (void)workspace.allocate<char>("Testing::large", 1025); }),
            "Ocean::workspace: Testing::large takes 1025 bytes with 0 in use (need a workspace of at least 1280 "
            "bytes, it has 1024)");
  EXPECT_EQ(workspace.live_bytes(), 0u);
  (void)workspace.allocate<char>("Testing::all", 1024);
  EXPECT_EQ(workspace.peak_workspace_bytes(), 1024u);
}

TEST(SuppliedWorkspace, TheLimitHoldsBesideIt) {
  Supplied supplied(4096);
  supplied.options.memory_limit_bytes = 2000;
  workspace_type workspace(test_exec_space{}, supplied.options);
  (void)workspace.allocate<char>("Testing::view", 1000);
  workspace.add_output(900);
  EXPECT_EQ(workspace.available_bytes(), 76u);
  EXPECT_EQ(error_text<WorkspaceTooSmall>([&] { workspace.add_output(100); }),
            "Ocean::workspace: C takes 100 bytes with 1924 in use (need a memory limit of at least 2024 bytes, it is "
            "2000)");
}

/// The same random calls on an account: \p next decides.
template <class Take, class Give>
void take_and_give(std::uint64_t seed, const Take& take, const Give& give) {
  RandomNumbers random(seed);
  int live = 0;
  for (int step = 0; step < 300; ++step) {
    if (live > 0 && random.below(5) < 2) {
      give(random.below(live));
      --live;
    } else {
      take(random.below(3) == 0 ? 1 + random.below(1000000) : 1 + random.below(2000));
      ++live;
    }
  }
}

TEST(WorkspaceAccount, FollowsTheWorkspaceAndTellsWhatTheCallerMustSupply) {
  for (const std::size_t limit_bytes : {std::size_t(0), std::size_t(1) << 40}) {
    workspace_type workspace(test_exec_space{}, limit_bytes);
    WorkspaceAccount account = workspace.account();
    std::vector<workspace_type::view_type<char>> views;
    std::vector<WorkspacePlace> places;
    take_and_give(
        5,
        [&](count_type bytes) {
          views.push_back(workspace.allocate<char>("Testing::view", bytes));
          places.push_back(account.find(static_cast<std::size_t>(bytes)));
          account.take(places.back());
        },
        [&](count_type which) {
          workspace.release(views[static_cast<std::size_t>(which)]);
          account.give(places[static_cast<std::size_t>(which)]);
          views.erase(views.begin() + which);
          places.erase(places.begin() + which);
        });
    EXPECT_EQ(account.live_bytes(), workspace.live_bytes());
    EXPECT_EQ(account.peak_bytes(), workspace.peak_workspace_bytes());
    const std::size_t enough = account.supplied_bytes();
    EXPECT_EQ(enough, workspace.account().supplied_bytes());
    for (const std::size_t bytes : {enough, enough - 256}) {
      const Supplied supplied(bytes);
      workspace_type tight(test_exec_space{}, supplied.options);
      views.clear();
      const auto run = [&] {
        take_and_give(
            5, [&](count_type size) { views.push_back(tight.allocate<char>("Testing::view", size)); },
            [&](count_type which) {
              tight.release(views[static_cast<std::size_t>(which)]);
              views.erase(views.begin() + which);
            });
      };
      if (bytes == enough)
        EXPECT_NO_THROW(run());
      else
        EXPECT_THROW(run(), WorkspaceTooSmall);
    }
  }
}

}  // namespace
