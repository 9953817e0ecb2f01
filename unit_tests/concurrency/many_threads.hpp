#ifndef OCEAN_TEST_CONCURRENCY_MANY_THREADS_HPP
#define OCEAN_TEST_CONCURRENCY_MANY_THREADS_HPP
/// \file
/// \brief Threads that start at the same moment, and an instance for each of them.

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "support/test_exec_space.hpp"

namespace Ocean::Testing {

/// \brief An instance of its own for every thread, which is what Kokkos asks for; of one thread on OpenMP.
inline std::vector<test_exec_space> make_instances(std::size_t num_threads) {
  std::vector<test_exec_space> instances;
  while (instances.size() < num_threads)
    for (const auto& instance : Kokkos::Experimental::partition_space(test_exec_space{}, 1, 1))
      instances.push_back(instance);
  instances.resize(num_threads);
  return instances;
}

/// \brief Where threads wait for each other.
class Meeting {
 public:
  explicit Meeting(std::size_t num_threads) : m_num_threads(num_threads) {}
  void wait() {
    std::unique_lock lock(m_mutex);
    const std::size_t round = m_num_arrived++ / m_num_threads;
    if (m_num_arrived % m_num_threads == 0) m_condition.notify_all();
    m_condition.wait(lock, [&] { return m_num_arrived / m_num_threads > round; });
  }

 private:
  std::size_t m_num_threads, m_num_arrived = 0;
  std::mutex m_mutex;
  std::condition_variable m_condition;
};

/// \brief Calls \p work(thread, round) on \p num_threads threads, which begin every round together. What one throws is
/// a failure and ends its rounds.
template <class Work>
void on_threads(std::size_t num_threads, std::size_t num_rounds, const Work& work) {
  Meeting meeting(num_threads);
  std::vector<std::string> errors(num_threads, "none");
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < num_threads; ++thread)
    threads.emplace_back([&, thread] {
      for (std::size_t round = 0; round < num_rounds; ++round) {
        meeting.wait();
        try {
          if (errors[thread] == "none") work(thread, round);
        } catch (const std::exception& error) {
          errors[thread] = error.what();
        }
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(errors, std::vector<std::string>(num_threads, "none"));
}

}  // namespace Ocean::Testing

#endif
