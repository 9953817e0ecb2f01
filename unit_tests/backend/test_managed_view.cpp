/// \file
/// \brief Views that outlive a call: tried again after a trim, refused by the type and text that are promised.

#include "ocean/backend/managed_view.hpp"

#include <gtest/gtest.h>

#include <new>
#include <type_traits>

#include "support/checks.hpp"
#include "support/test_exec_space.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Impl::allocate_view;
using Ocean::Testing::error_text;
using Ocean::Testing::test_exec_space;
using Ocean::Testing::test_view;

/// A space whose memory is full of idle blocks until it is trimmed.
struct FullMemory {
  static inline bool has_idle_blocks, is_full, is_broken;
  static inline int num_tries;
  static void fill(bool with_idle_blocks) {
    has_idle_blocks = with_idle_blocks;
    is_full = true;
    is_broken = false;
    num_tries = 0;
  }
  static bool trim(const test_exec_space&) {
    is_full = is_full && !has_idle_blocks;
    return true;
  }
  static void check_health(const test_exec_space&) {
    if (is_broken) throw std::runtime_error("broken");
  }
};

/// A view of FullMemory.
struct ViewOfFull {
  using value_type = double;
  using memory_space = test_exec_space::memory_space;
  std::size_t count;
  template <class Properties>
  ViewOfFull(const Properties&, std::size_t wanted) : count(wanted) {
    ++FullMemory::num_tries;
    if (FullMemory::is_full) throw std::bad_alloc();
  }
  value_type* data() const { return nullptr; }
};

ViewOfFull allocate_in_full() {
  return allocate_view<ViewOfFull, test_exec_space, FullMemory>(test_exec_space{}, "Testing::view", 10);
}

const std::string refusal = std::string("Ocean::spgemm: Testing::view takes 80 bytes on ") +
                            test_exec_space::memory_space::name() + " (need more memory)";

TEST(ManagedView, HasItsElements) {
  const auto view = allocate_view<test_view<double>>(test_exec_space{}, "Testing::view", 1000);
  EXPECT_EQ(view.extent(0), 1000u);
  EXPECT_EQ(view.label(), "Testing::view");
  Kokkos::deep_copy(view, 3.0);
  EXPECT_EQ(Ocean::Testing::to_vector(view), std::vector<double>(1000, 3.0));
}

TEST(ManagedView, IdleMemoryIsGivenBackForIt) {
  FullMemory::fill(true);
  EXPECT_EQ(allocate_in_full().count, 10u);
  EXPECT_EQ(FullMemory::num_tries, 2);
}

TEST(ManagedView, IsTriedTwiceAtMost) {
  FullMemory::fill(false);
  EXPECT_EQ(error_text<Ocean::OutOfMemory>([] { (void)allocate_in_full(); }), refusal);
  EXPECT_EQ(FullMemory::num_tries, 2);
}

TEST(ManagedView, ABrokenSpaceIsNoLackOfMemory) {
  FullMemory::fill(true);
  FullMemory::is_broken = true;
  EXPECT_EQ(error_text<std::runtime_error>([] { (void)allocate_in_full(); }), "broken");
  EXPECT_EQ(FullMemory::num_tries, 1);
}

TEST(ManagedView, SmallArraysOnTheHostAreNotKept) {
  constexpr bool is_on_host = std::is_same_v<test_exec_space::memory_space, Kokkos::HostSpace>;
  EXPECT_EQ(Ocean::Impl::is_kept_array<test_view<double>>(4095), !is_on_host);
  EXPECT_TRUE(Ocean::Impl::is_kept_array<test_view<double>>(4096));
}

}  // namespace
