/// \file
/// \brief Processes whose first products are made by many threads at once: whatever is set up at the first use, by one.

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

/// \brief What a new process does: two threads at a time have the same job, the other ones others.
TEST(FreshProcesses, DISABLED_FirstProducts) {
  const shared_operands operands = std::make_shared<SharedOperands>();
  const auto jobs = thread_jobs(operands);
  const auto reference = Ocean::Impl::multiply_gustavson<int, int, double>(operands->host, operands->host);
  const auto instances = make_instances(num_threads);
  std::vector<std::vector<Contents>> results(num_threads, std::vector<Contents>(jobs.size()));
  on_threads(num_threads, jobs.size(), [&](std::size_t thread, std::size_t round) {
    const std::size_t job = (round + thread / 2) % jobs.size();
    results[thread][job] = jobs[job].run(instances[thread]);
  });
  EXPECT_EQ(results[0][0].entries, reference.entries);
  EXPECT_EQ(results[0][0].values, reference.values);
  const auto expected = expected_contents(jobs);
  for (std::size_t thread = 0; thread < num_threads; ++thread)
    for (std::size_t job = 0; job < jobs.size(); ++job)
      EXPECT_TRUE(results[thread][job] == expected[job]) << jobs[job].name << ", thread " << thread;
}

/// \brief Runs this executable anew with the job above, quietly; returns what waitpid() says.
int run_fresh_process() {
  std::string program = "fresh", filter = "--gtest_filter=FreshProcesses.DISABLED_FirstProducts";
  std::string disabled = "--gtest_also_run_disabled_tests", brief = "--gtest_brief=1";
  const std::array<char*, 5> arguments = {program.data(), filter.data(), disabled.data(), brief.data(), nullptr};
  pid_t child = 0;
  if (posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, arguments.data(), environ) != 0) return -1;
  int status = -1;
  return waitpid(child, &status, 0) == child ? status : -1;
}

/// \brief Number of processes: a few, or OCEAN_FRESH_PROCESSES.
int num_processes() {
  constexpr int by_default = 10;
  const char* wanted = std::getenv("OCEAN_FRESH_PROCESSES");
  return wanted == nullptr ? by_default : std::atoi(wanted);
}

TEST(FreshProcesses, FirstProductsByManyThreads) {
  for (int process = 0; process < num_processes(); ++process) ASSERT_EQ(run_fresh_process(), 0) << "process " << process;
}

}  // namespace
