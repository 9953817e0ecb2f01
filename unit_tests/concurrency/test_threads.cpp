/// \file
/// \brief Threads x instances x operations, with operands that all share: every result to the bit. And
/// processes whose first products are made by many threads at once: whatever is set up at the first use, by one.
// backends: Serial OpenMP Cuda HIP SYCL
// once: OpenMP
// alone: CONTRIBUTING.md runs the executable

#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "Ocean_Memory.hpp"
#include "many_threads.hpp"
#include "thread_jobs.hpp"

namespace {

using namespace Ocean::Testing;
using matrix_type = crs_matrix<int, int, double>;
using kernels_handle = kokkos_kernels_handle<int, int, double>;

constexpr std::size_t num_threads = 4;

/// \brief The jobs, what each gives by itself, and an instance for every thread.
struct Threads : public ::testing::Test {
  shared_operands operands = std::make_shared<SharedOperands>();
  std::vector<ThreadJob> jobs = thread_jobs(operands);
  std::vector<Contents> expected = expected_contents(jobs);
  std::vector<test_exec_space> instances = make_instances(num_threads);

  /// \brief Does a job on the instance of a thread.
  void expect_right(std::size_t job, std::size_t thread) const {
    EXPECT_TRUE(jobs[job].run(instances[thread]) == expected[job]) << jobs[job].name << ", thread " << thread;
  }
  /// \brief Every thread does all jobs, each begins with another one.
  void all_jobs_on_all_threads() const {
    on_threads(num_threads, 1, [&](std::size_t thread, std::size_t) {
      for (std::size_t job = 0; job < jobs.size(); ++job)
        expect_right((job + thread * jobs.size() / num_threads) % jobs.size(), thread);
    });
  }
};

TEST_F(Threads, DifferentOperationsAtTheSameTime) { all_jobs_on_all_threads(); }

TEST_F(Threads, TheSameOperationAtTheSameMoment) {
  on_threads(num_threads, jobs.size(), [&](std::size_t thread, std::size_t job) { expect_right(job, thread); });
}

TEST_F(Threads, MemoryMayBeReleasedMeanwhile) {
  std::atomic<bool> is_done{false};
  std::thread releasing([&] {
    while (!is_done) Ocean::release_cached_memory();
  });
  all_jobs_on_all_threads();
  is_done = true;
  releasing.join();
}

TEST_F(Threads, OneJobAfterTheOtherOnInstancesThatOthersHad) {
  on_threads(num_threads, jobs.size(), [&](std::size_t thread, std::size_t round) {
    expect_right((round * num_threads + thread) % jobs.size(), (thread + round) % num_threads);
  });
}

/// \brief A handle and its C, which threads hand on to each other.
template <class Handle>
struct Moving {
  std::unique_ptr<Handle> handle = make_handle<Handle>();
  matrix_type c;
};

template <class Handle>
void hand_on(const matrix_type& a, const std::vector<test_exec_space>& instances) {
  constexpr std::size_t num_rounds = 24;
  constexpr double rubbish = -77.0;
  const auto once = Ocean::spgemm<matrix_type>(test_exec_space{}, a, false, a, false);
  const Contents right = contents_of(test_exec_space{}, once);
  std::vector<Moving<Handle>> moving(num_threads);
  on_threads(num_threads, num_rounds, [&](std::size_t thread, std::size_t round) {
    auto& [handle, c] = moving[(thread + round) % num_threads];
    const test_exec_space& exec = instances[thread];
    if (round % 12 == 0) Ocean::spgemm_symbolic(exec, *handle, a, false, a, false, c);
    Kokkos::deep_copy(exec, c.values, rubbish);
    Ocean::spgemm_numeric(exec, *handle, a, false, a, false, c);
    if (round % 3 == 2) {
      EXPECT_TRUE(contents_of(exec, c) == right) << "round " << round << ", thread " << thread;
    }
  });
}

TEST_F(Threads, HandlesMoveBetweenThreadsAndInstances) {
  hand_on<own_handle<int, int, double>>(operands->a, instances);
  hand_on<kernels_handle>(operands->a, instances);
}

TEST_F(Threads, KokkosKernelsHandlesMayBeDestroyedByOthers) {
  constexpr std::size_t num_rounds = 40;
  const auto& a = operands->a;
  const auto once = Ocean::spgemm<matrix_type>(test_exec_space{}, a, false, a, false);
  const Contents right = contents_of(test_exec_space{}, once);
  std::vector<std::unique_ptr<kernels_handle>> handles(num_threads);
  on_threads(num_threads, num_rounds, [&](std::size_t thread, std::size_t round) {
    const std::size_t others = (thread + 1) % num_threads;
    const std::size_t slot = round % 2 == 0 ? thread : others;
    if (handles[slot] != nullptr && thread % 2 == 0) handles[slot]->destroy_spgemm_handle();
    handles[slot] = make_handle<kernels_handle>();  // the other one's state goes at the next call of any thread
    matrix_type c;
    Ocean::spgemm_symbolic(instances[thread], *handles[slot], a, false, a, false, c);
    Ocean::spgemm_numeric(instances[thread], *handles[slot], a, false, a, false, c);
    Ocean::spgemm_numeric(instances[thread], *handles[slot], a, false, a, false, c);
    EXPECT_TRUE(contents_of(instances[thread], c) == right) << "round " << round << ", thread " << thread;
  });
  handles.clear();
  Ocean::release_abandoned_spgemm_states();
  EXPECT_EQ(Ocean::Impl::StateTable::instance().size(), 0u);
}

/// \brief Seconds of the soak: a few, or OCEAN_SOAK_SECONDS.
double soak_seconds() {
  constexpr double by_default = 2.0;
  const char* wanted = std::getenv("OCEAN_SOAK_SECONDS");
  return wanted == nullptr ? by_default : std::atof(wanted);
}

TEST_F(Threads, SoakOfRandomJobs) {
  using clock = std::chrono::steady_clock;
  const auto end = clock::now() + std::chrono::duration<double>(soak_seconds());
  std::atomic<int> num_jobs{0};
  on_threads(num_threads, 1, [&](std::size_t thread, std::size_t) {
    RandomNumbers random(thread + 1);
    for (; clock::now() < end; ++num_jobs)
      expect_right(static_cast<std::size_t>(random.below(static_cast<std::int64_t>(jobs.size()))), thread);
  });
  RecordProperty("jobs", num_jobs);
  EXPECT_GT(num_jobs, 0);
}

constexpr std::size_t num_fresh_threads = 8;
constexpr std::size_t num_fresh_rounds = 4;

/// The variable that tells a new process which one it is.
constexpr const char* process_variable = "OCEAN_FRESH_PROCESS";

/// \brief A number in the environment.
std::size_t number_in(const char* variable, std::size_t by_default) {
  const char* number = std::getenv(variable);
  return number == nullptr ? by_default : static_cast<std::size_t>(std::atoi(number));
}

/// \brief What a new process does: two threads at a time have the same job, the other ones others.
TEST(FreshProcesses, DISABLED_FirstProducts) {
  const shared_operands operands = std::make_shared<SharedOperands>();
  const auto jobs = thread_jobs(operands);
  const auto instances = make_instances(num_fresh_threads);
  const std::size_t first = num_fresh_rounds * number_in(process_variable, 0);
  const auto job_of = [&](std::size_t thread, std::size_t round) { return (first + round + thread / 2) % jobs.size(); };
  std::vector<std::vector<Contents>> results(num_fresh_threads, std::vector<Contents>(num_fresh_rounds));
  on_threads(num_fresh_threads, num_fresh_rounds, [&](std::size_t thread, std::size_t round) {
    results[thread][round] = jobs[job_of(thread, round)].run(instances[thread]);
  });
  for (std::size_t thread = 0; thread < num_fresh_threads; ++thread)
    for (std::size_t round = 0; round < num_fresh_rounds; ++round) {
      const ThreadJob& job = jobs[job_of(thread, round)];
      EXPECT_TRUE(results[thread][round] == job.run(test_exec_space{})) << job.name << ", thread " << thread;
    }
  const auto reference = Ocean::Impl::multiply_gustavson<int, int, double>(operands->host, operands->host);
  const Contents first_job = jobs.front().run(test_exec_space{});  // a product of one call
  EXPECT_EQ(first_job.entries, reference.entries);
  EXPECT_EQ(first_job.values, reference.values);
}

/// \brief Runs this executable anew with the job above, quietly; returns what waitpid() says.
int run_fresh_process(std::size_t process) {
  std::string program = "fresh", filter = "--gtest_filter=FreshProcesses.DISABLED_FirstProducts";
  std::string disabled = "--gtest_also_run_disabled_tests", brief = "--gtest_brief=1";
  const std::array<char*, 5> arguments = {program.data(), filter.data(), disabled.data(), brief.data(), nullptr};
  setenv(process_variable, std::to_string(process).c_str(), 1);
  pid_t child = 0;
  if (posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, arguments.data(), environ) != 0) return -1;
  int status = -1;
  return waitpid(child, &status, 0) == child ? status : -1;
}

TEST(FreshProcesses, FirstProductsByManyThreads) {
  const std::size_t num_processes = number_in("OCEAN_FRESH_PROCESSES", 12);
  for (std::size_t process = 0; process < num_processes; ++process)
    ASSERT_EQ(run_fresh_process(process), 0) << "process " << process;
}

}  // namespace
