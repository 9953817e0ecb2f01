/// \file
/// \brief Processes whose first products are made by many threads at once: whatever is set up at the first use, by one.
// backends: Serial OpenMP Cuda HIP SYCL
// once: OpenMP

#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "many_threads.hpp"
#include "thread_jobs.hpp"

namespace {

using namespace Ocean::Testing;

constexpr std::size_t num_threads = 8;
constexpr std::size_t num_rounds = 4;

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
  const auto instances = make_instances(num_threads);
  const std::size_t first = num_rounds * number_in(process_variable, 0);
  const auto job_of = [&](std::size_t thread, std::size_t round) { return (first + round + thread / 2) % jobs.size(); };
  std::vector<std::vector<Contents>> results(num_threads, std::vector<Contents>(num_rounds));
  on_threads(num_threads, num_rounds, [&](std::size_t thread, std::size_t round) {
    results[thread][round] = jobs[job_of(thread, round)].run(instances[thread]);
  });
  for (std::size_t thread = 0; thread < num_threads; ++thread)
    for (std::size_t round = 0; round < num_rounds; ++round) {
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
