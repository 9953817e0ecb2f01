/// \file
/// \brief Native launches by many threads: what one is granted no other takes away, and each answers for itself alone.
// backends: Cuda

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "ocean/backend/team_launch.hpp"
#include "support/transfer.hpp"

namespace {

using Ocean::Testing::test_exec_space;
using Ocean::Testing::test_view;
using Ocean::Testing::to_vector;

constexpr int num_threads = 8, num_kernels = 64;
/// The most is what every device of the last years can give.
constexpr std::size_t scratch_unit_bytes = 12 * 1024;

/// A kernel for each number: writes through the last word of its scratch.
template <int Number>
struct TouchScratch {
  test_view<int> touched;
  int slot, num_words;
  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if (team.thread_rank() != 0) return;
    volatile int* scratch = team.template scratch<int>();
    scratch[num_words - 1] = Number + 1;
    touched(slot) = scratch[num_words - 1];
  }
};

template <int Number>
void launch(const test_exec_space& exec, const test_view<int>& touched, int thread, std::size_t bytes) {
  Ocean::Impl::NativeTeams<test_exec_space>(exec).launch(
      {"Testing::touch_scratch", 1, 32, bytes},
      TouchScratch<Number>{touched, thread * num_kernels + Number, static_cast<int>(bytes / sizeof(int))});
}

using LaunchFunction = void (*)(const test_exec_space&, const test_view<int>&, int, std::size_t);

template <int... Numbers>
std::vector<LaunchFunction> launch_functions(std::integer_sequence<int, Numbers...>) {
  std::vector<LaunchFunction> functions;
  (functions.push_back(&launch<Numbers>), ...);
  return functions;
}

TEST(TeamLaunchThreads, ScratchThatOneThreadWasGrantedStays) {
  const auto functions = launch_functions(std::make_integer_sequence<int, num_kernels>());
  const auto instances = Kokkos::Experimental::partition_space(test_exec_space{}, std::vector<int>(num_threads, 1));
  const test_view<int> touched("Testing::touched", num_threads * num_kernels);
  std::atomic<int> num_arrived{0};
  std::vector<std::string> errors(num_threads, "none");
  std::vector<std::thread> threads;
  for (int thread = 0; thread < num_threads; ++thread)
    threads.emplace_back([&, thread] {
      for (int kernel = 0; kernel < num_kernels; ++kernel) {
        for (++num_arrived; num_arrived < (kernel + 1) * num_threads;) std::this_thread::yield();
        try {
          functions[kernel](instances[thread], touched, thread, (thread + 1) * scratch_unit_bytes);
        } catch (const std::exception& error) {
          errors[thread] = error.what();
        }
      }
      instances[thread].fence("Testing::instance");
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(errors, std::vector<std::string>(num_threads, "none"));
  for (int kernel = 0; kernel < num_kernels; ++kernel)
    EXPECT_NO_THROW(functions[kernel](test_exec_space{}, touched, 0, num_threads * scratch_unit_bytes)) << kernel;
  const auto all = to_vector(touched);
  for (std::size_t slot = 0; slot < all.size(); ++slot)
    EXPECT_EQ(all[slot], static_cast<int>(slot % num_kernels) + 1) << "thread " << slot / num_kernels;
}

TEST(TeamLaunchThreads, AnErrorOfTheCallersIsNotTheKernels) {
  const test_view<int> touched("Testing::touched", num_kernels);
  void* data = nullptr;
  ASSERT_NE(cudaMalloc(&data, std::size_t(1) << 60), cudaSuccess);
  EXPECT_NO_THROW(launch<0>(test_exec_space{}, touched, 0, scratch_unit_bytes));
  EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation) << "and stays the caller's";
  EXPECT_EQ(to_vector(touched)[0], 1);
}

TEST(TeamLaunchThreads, ALaunchThatFailsSaysSo) {
  const test_view<int> touched("Testing::touched", num_kernels);
  EXPECT_THROW(launch<0>(test_exec_space{}, touched, 0, std::size_t(1) << 20), std::runtime_error);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_NO_THROW(launch<0>(test_exec_space{}, touched, 0, scratch_unit_bytes));
  EXPECT_EQ(to_vector(touched)[0], 1);
}

}  // namespace
