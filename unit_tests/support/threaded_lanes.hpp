#ifndef OCEAN_TEST_SUPPORT_THREADED_LANES_HPP
#define OCEAN_TEST_SUPPORT_THREADED_LANES_HPP
/// \file
/// \brief Groups of several lanes on the host, a thread each: what kernels do with the lanes of a warp can then be
/// tested without a GPU.

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <thread>
#include <type_traits>
#include <vector>

namespace Ocean::Testing {

/// \brief A group of \p Width lanes; its collectives are those of the groups that Team::group() returns.
template <int Width>
class ThreadedLanes {
 public:
  static constexpr int max_size = Width;

  /// \brief Where the lanes meet and what they show each other.
  struct Meeting {
    static constexpr std::size_t bytes_max = 64;
    std::barrier<> barrier{Width};
    std::array<std::array<std::byte, bytes_max>, Width> shown{};
  };

  ThreadedLanes(Meeting& meeting, int rank) : m_meeting(&meeting), m_rank(rank) {}
  int rank() const { return m_rank; }
  static constexpr int size() { return Width; }
  void barrier() const { m_meeting->barrier.arrive_and_wait(); }
  bool any(bool predicate) const { return ballot(predicate) != 0; }
  /// \brief The warp is this group; Pre: all lanes have the same predicate.
  static bool any_of_warp(bool predicate) { return predicate; }
  std::uint32_t ballot(bool predicate) const {
    std::uint32_t votes = 0;
    const auto all = show(predicate);
    for (int lane = 0; lane < Width; ++lane) votes |= (all[at(lane)] ? std::uint32_t(1) : 0u) << lane;
    return votes;
  }
  template <class T>
  T broadcast(const T& value, int source) const {
    return show(value)[at(source)];
  }
  template <class T>
  T exchange(const T& value, int lane_mask) const {
    return show(value)[at(m_rank ^ lane_mask)];
  }
  template <class T>
  T sum(const T& value) const {
    T total(0);
    for (const T& other : show(value)) total += other;
    return total;
  }
  template <class T>
  T max(const T& value) const {
    const auto all = show(value);
    return *std::max_element(all.begin(), all.end());
  }
  template <class T>
  T exclusive_sum(const T& value, T& total) const {
    const auto all = show(value);
    T before(0);
    total = T(0);
    for (int lane = 0; lane < Width; ++lane) {
      if (lane == m_rank) before = total;
      total += all[at(lane)];
    }
    return before;
  }
  int exclusive_count(bool predicate, int& total) const { return exclusive_sum(predicate ? 1 : 0, total); }

 private:
  /// \brief The place of a lane; as in a warp, a number beyond the lanes begins again from the first.
  static std::size_t at(int lane) { return static_cast<std::size_t>(lane) % Width; }

  template <class T>
  std::array<T, Width> show(const T& value) const {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= Meeting::bytes_max);
    std::memcpy(m_meeting->shown[at(m_rank)].data(), &value, sizeof(T));
    barrier();
    std::array<T, Width> all;
    for (int lane = 0; lane < Width; ++lane) std::memcpy(&all[at(lane)], m_meeting->shown[at(lane)].data(), sizeof(T));
    barrier();
    return all;
  }

  Meeting* m_meeting;
  int m_rank;
};

/// \brief Calls body(lanes) in every lane of a group of \p Width, and waits for all.
template <int Width, class Body>
void run_in_lanes(const Body& body) {
  typename ThreadedLanes<Width>::Meeting meeting;
  std::vector<std::thread> threads;
  for (int rank = 0; rank < Width; ++rank)
    threads.emplace_back([&, rank] { body(ThreadedLanes<Width>(meeting, rank)); });
  for (std::thread& thread : threads) thread.join();
}

/// \brief What a thread of several such groups knows of all of them.
class ThreadedTeam {
 public:
  ThreadedTeam(std::barrier<>& barrier, int rank) : m_barrier(&barrier), m_rank(rank) {}
  int thread_rank() const { return m_rank; }
  void barrier() const { m_barrier->arrive_and_wait(); }

 private:
  std::barrier<>* m_barrier;
  int m_rank;
};

/// \brief Calls body(team, lanes) in every lane of \p NumGroups groups of \p Width, and waits for all.
template <int NumGroups, int Width, class Body>
void run_in_team(const Body& body) {
  std::array<typename ThreadedLanes<Width>::Meeting, NumGroups> meetings;
  std::barrier<> all(NumGroups * Width);
  std::vector<std::thread> threads;
  for (int rank = 0; rank < NumGroups * Width; ++rank)
    threads.emplace_back([&, rank] {
      auto& meeting = meetings[static_cast<std::size_t>(rank / Width)];
      body(ThreadedTeam(all, rank), ThreadedLanes<Width>(meeting, rank % Width));
    });
  for (std::thread& thread : threads) thread.join();
}

/// \brief Atomics between such lanes, also where Kokkos has a single thread.
struct ThreadAtomics {
  template <class T>
  static void add(T* target, const T& value) {
    T seen = std::atomic_ref<T>(*target).load();
    while (!std::atomic_ref<T>(*target).compare_exchange_weak(seen, seen + value)) {
    }
  }
  template <class T>
  static T fetch_add(T* target, T value) {
    return std::atomic_ref<T>(*target).fetch_add(value);
  }
  template <class T>
  static T compare_exchange(T* target, T expected, T desired) {
    std::atomic_ref<T>(*target).compare_exchange_strong(expected, desired);
    return expected;
  }
};

}  // namespace Ocean::Testing

#endif
