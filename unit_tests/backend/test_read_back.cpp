/// \file
/// \brief Small results that the host reads, at once or while later kernels run.

#include "ocean/backend/read_back.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include "support/checks.hpp"
#include "support/transfer.hpp"

namespace {

using namespace Ocean::Testing;
using memory = Ocean::Impl::DeviceMemory<test_exec_space>;
template <class T, std::size_t Count = 1>
using read_back_type = Ocean::Impl::ReadBack<test_exec_space, T, Count>;

std::vector<int> numbers(std::size_t count) {
  std::vector<int> all(count);
  std::iota(all.begin(), all.end(), 3);
  return all;
}

template <class T>
void expect_read(const std::vector<T>& expected) {
  const auto view = make_view(expected);
  std::vector<T> host(expected.size(), T(-1));
  memory::read_back(test_exec_space(), view.data(), host.data(), host.size());
  EXPECT_EQ(host, expected) << expected.size() << " elements of " << sizeof(T) << " bytes";
}

struct Fill {
  test_view<std::int64_t> view;
  std::int64_t value;
  KOKKOS_FUNCTION void operator()(const int place) const { view(place) = value; }
};

void fill(const test_exec_space& exec, const test_view<std::int64_t>& view, std::int64_t value) {
  Kokkos::parallel_for("Testing::fill", Kokkos::RangePolicy<test_exec_space>(exec, 0, static_cast<int>(view.extent(0))),
                       Fill{view, value});
}

TEST(ReadBack, AtOnceInAllSizesAndTypes) {
  for (const std::size_t count : {1, 2, 31, 1023, 1024, 1025, 100000}) expect_read(numbers(count));
  expect_read(std::vector<std::int64_t>{std::int64_t(1) << 40, -5});
  expect_read(std::vector<double>(513, 0.25));
  expect_read(std::vector<std::int16_t>{1, 2, 3});
  expect_read(std::vector<char>{'a', 'b', 'c'});
}

TEST(ReadBack, AtOnceWaitsForTheKernelsBefore) {
  const test_exec_space exec;
  const test_view<std::int64_t> view("Testing::view", 100000);
  for (std::int64_t round = 1; round < 50; ++round) {
    fill(exec, view, round);
    std::int64_t last = 0;
    memory::read_back(exec, view.data() + view.extent(0) - 1, &last, 1);
    ASSERT_EQ(last, round);
  }
}

TEST(ReadBack, LaterIsWhatTheKernelsBeforeHaveLeft) {
  const test_exec_space exec;
  const test_view<std::int64_t> view("Testing::view", 1000), other("Testing::other", 1000000);
  for (std::int64_t round = 1; round < 20; ++round) {
    fill(exec, view, round);
    read_back_type<std::int64_t, 3> read(exec, view.data());
    fill(exec, other, -round);  // runs meanwhile
    EXPECT_EQ(read.get(), (std::array<std::int64_t, 3>{round, round, round}));
  }
  std::int64_t last = 0;
  memory::read_back(exec, other.data(), &last, 1);
  EXPECT_EQ(last, -19);
}

TEST(ReadBack, OneAtOnceDoesNotDisturbOneForLater) {
  const test_exec_space exec;
  const auto view = make_view(numbers(10));
  read_back_type<int, 2> read(exec, view.data());
  int other = 0;
  memory::read_back(exec, view.data() + 9, &other, 1);
  memory::wait(exec);
  EXPECT_EQ(other, 12);
  EXPECT_EQ(read.get(), (std::array{3, 4}));
}

TEST(ReadBack, OneThatNobodyWaitedForLeavesRoomForOthers) {
  const test_exec_space exec;
  const auto view = make_view(numbers(10));
  { read_back_type<int, 2> abandoned(exec, view.data()); }
  EXPECT_EQ((read_back_type<int>(exec, view.data() + 5).get()), (std::array{8}));
}

TEST(ReadBack, ASecondOneOfAThreadIsRefusedWhileTheFirstIsPending) {
  const test_exec_space exec;
  const auto view = make_view(numbers(10));
  {
    read_back_type<int> first(exec, view.data());
    EXPECT_EQ(error_text<std::runtime_error>([&] { read_back_type<int>(exec, view.data() + 1).get(); }),
              "Ocean::workspace: a read-back of this thread is pending (need its get() first)");
    EXPECT_EQ(first.get()[0], 3);
    EXPECT_EQ((read_back_type<int>(exec, view.data() + 1).get()[0]), 4) << "the first has been waited for";
  }
  EXPECT_EQ((read_back_type<int>(exec, view.data() + 2).get()[0]), 5);
}

/// Sends two numbers from the last index of a range.
template <class Sender>
struct SendTwo {
  Sender sender;
  std::int64_t first, second;
  int last;
  KOKKOS_FUNCTION void operator()(const int place) const {
    if (place == last) sender.send(first, second);
  }
};

TEST(ReadBack, KernelsSendThemselves) {
  const test_exec_space exec;
  using sender_type = read_back_type<std::int64_t, 2>::sender_type;
  const test_view<std::int64_t> way("Testing::way", 2);
  for (std::int64_t round = 1; round < 50; ++round) {
    read_back_type<std::int64_t, 2> read(exec, way.data(), Ocean::Impl::SentByKernel());
    Kokkos::parallel_for("Testing::send", Kokkos::RangePolicy<test_exec_space>(exec, 0, 100000),
                         SendTwo<sender_type>{read.sender(), round, -round, 99999});
    EXPECT_EQ(read.get(), (std::array<std::int64_t, 2>{round, -round}));
  }
  Kokkos::parallel_for("Testing::send_nothing", Kokkos::RangePolicy<test_exec_space>(exec, 0, 10),
                       SendTwo<sender_type>{{}, 1, 2, 9});
  exec.fence();
}

TEST(ReadBack, ThreadsHaveTheirOwn) {
  const test_exec_space exec;
  const auto view = make_view(numbers(10));
  read_back_type<int> here(exec, view.data());
  int elsewhere = 0;
  std::thread([&] { elsewhere = read_back_type<int>(exec, view.data() + 1).get()[0]; }).join();
  EXPECT_EQ(elsewhere, 4);
  EXPECT_EQ(here.get()[0], 3);
}

TEST(ReadBack, WaitIsForAllWork) {
  const test_exec_space exec;
  const test_view<std::int64_t> view("Testing::view", 3000000);
  fill(exec, view, 7);
  memory::wait(exec);
  EXPECT_EQ(to_vector(view).back(), 7);
}

}  // namespace
