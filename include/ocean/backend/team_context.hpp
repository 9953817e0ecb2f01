#ifndef OCEAN_BACKEND_TEAM_CONTEXT_HPP
#define OCEAN_BACKEND_TEAM_CONTEXT_HPP
/// \file
/// \brief What a team kernel may use: threads, groups of lanes, barriers, scratch, sums, atomics.
///
/// A team kernel is a functor with `template <class Team> KOKKOS_FUNCTION void operator()(const Team& team) const`.
/// PortableTeam runs it through Kokkos::TeamPolicy on every space; backend/cuda supplies NativeTeam.

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace Ocean::Impl {

/// \brief A lane group of one thread, for which every collective is the identity.
///
/// Threads of a team need not advance together on every space; where nothing is known about that, only a single thread
/// may own accumulators that it updates without atomics.
class SingleLaneGroup {
 public:
  static constexpr int max_size = 1;  ///< lanes that size() can report
  KOKKOS_FUNCTION constexpr int rank() const { return 0; }
  KOKKOS_FUNCTION constexpr int size() const { return 1; }
  KOKKOS_FUNCTION void barrier() const {}
  KOKKOS_FUNCTION bool any(bool predicate) const { return predicate; }
  /// \brief True if the predicate holds in any lane of all groups in lockstep.
  KOKKOS_FUNCTION static bool any_of_warp(bool predicate) { return predicate; }
  /// \brief One bit for every lane: lane i's predicate is bit i.
  KOKKOS_FUNCTION std::uint32_t ballot(bool predicate) const { return predicate ? 1u : 0u; }
  template <class T>
  KOKKOS_FUNCTION T sum(T value) const {
    return value;
  }
  template <class T>
  KOKKOS_FUNCTION T max(T value) const {
    return value;
  }
  template <class T>
  KOKKOS_FUNCTION T min(T value) const {
    return value;
  }
  /// \brief Value of lane \p source.
  template <class T>
  KOKKOS_FUNCTION T broadcast(T value, int /*source*/) const {
    return value;
  }
  /// \brief Value of the lane whose rank differs in the bits of \p lane_mask.
  template <class T>
  KOKKOS_FUNCTION T exchange(T value, int /*lane_mask*/) const {
    return value;
  }
  /// \brief Sum over the lower lanes; \p total becomes the sum over all.
  template <class T>
  KOKKOS_FUNCTION T exclusive_sum(T value, T& total) const {
    total = value;
    return T(0);
  }
  /// \brief Lower lanes whose predicate holds; \p total becomes their number among all lanes.
  KOKKOS_FUNCTION int exclusive_count(bool predicate, int& total) const {
    total = predicate ? 1 : 0;
    return 0;
  }
};

/// \brief Atomic updates by parts: enough for sums, and lock free for complex numbers.
struct PortableAtomics {
  template <class T>
  KOKKOS_FUNCTION static void add(T* target, const T& value) {
    Kokkos::atomic_add(target, value);
  }
  template <class T>
  KOKKOS_FUNCTION static void add(Kokkos::complex<T>* target, const Kokkos::complex<T>& value) {
    T* parts = reinterpret_cast<T*>(target);
    Kokkos::atomic_add(parts, value.real());
    Kokkos::atomic_add(parts + 1, value.imag());
  }
  template <class T>
  KOKKOS_FUNCTION static T fetch_add(T* target, T value) {
    return Kokkos::atomic_fetch_add(target, value);
  }
  KOKKOS_FUNCTION static std::uint32_t fetch_or(std::uint32_t* target, std::uint32_t bits) {
    return Kokkos::atomic_fetch_or(target, bits);
  }
  template <class T>
  KOKKOS_FUNCTION static void max(T* target, T value) {
    Kokkos::atomic_max(target, value);
  }
  template <class T>
  KOKKOS_FUNCTION static void min(T* target, T value) {
    Kokkos::atomic_min(target, value);
  }
  /// \brief Stores \p desired if *target == expected; returns what was there before.
  template <class T>
  KOKKOS_FUNCTION static T compare_exchange(T* target, T expected, T desired) {
    return Kokkos::atomic_compare_exchange(target, expected, desired);
  }
};

/// \brief What the threads of a Kokkos::TeamPolicy team are on a space. Here, each is a group of its own, and Kokkos
/// sums over the team; if backend/<space> knows which of them run in lockstep, they are lanes of groups.
template <class ExecutionSpace>
struct TeamThreads {
  using atomics = PortableAtomics;
  template <int Width>
  using group_type = SingleLaneGroup;
  template <int Width>
  using lockstep_group_type = SingleLaneGroup;
  static constexpr bool has_lanes = false;        ///< whether groups have several lanes
  static constexpr int size_unit = 1;             ///< threads of a team are a multiple of these
  static constexpr std::size_t static_bytes = 0;  ///< shared memory that sums take in addition to the scratch

  template <class Member, class T>
  KOKKOS_FUNCTION static T sum(const Member& member, T value) {
    member.team_reduce(Kokkos::Sum<T>(value));
    return value;
  }
  template <class Member, class T>
  KOKKOS_FUNCTION static T max(const Member& member, T value) {
    member.team_reduce(Kokkos::Max<T>(value));
    return value;
  }
  template <class Member, class T>
  KOKKOS_FUNCTION static T exclusive_sum(const Member& member, T value, T& total) {
    const T before = member.team_scan(value);
    total = sum(member, value);
    return before;
  }
};

}  // namespace Ocean::Impl

#include "cuda/block_threads_cuda.hpp"

namespace Ocean::Impl {

/// \brief A team of Kokkos::TeamPolicy with vector length 1 on \p ExecutionSpace.
template <class ExecutionSpace>
class PortableTeam {
  using threads = TeamThreads<ExecutionSpace>;

 public:
  using member_type = typename Kokkos::TeamPolicy<ExecutionSpace>::member_type;
  using atomics = typename threads::atomics;
  static constexpr bool has_lanes = threads::has_lanes;

  /// \param first_team of the league in this launch
  KOKKOS_FUNCTION PortableTeam(const member_type& member, void* scratch, std::int64_t first_team)
      : m_member(member), m_scratch(scratch), m_first_team(first_team) {}

  KOKKOS_FUNCTION std::int64_t league_rank() const { return m_first_team + m_member.league_rank(); }
  KOKKOS_FUNCTION int thread_rank() const { return m_member.team_rank(); }
  KOKKOS_FUNCTION int num_threads() const { return m_member.team_size(); }
  KOKKOS_FUNCTION void barrier() const { m_member.team_barrier(); }
  /// \brief Level-0 scratch of the launch, aligned to 16 bytes.
  template <class T>
  KOKKOS_FUNCTION T* scratch(std::size_t byte_offset = 0) const {
    return reinterpret_cast<T*>(static_cast<char*>(m_scratch) + byte_offset);
  }

  /// \brief Number of lane groups of (up to) \p Width lanes in the team, and this thread's one.
  template <int Width>
  KOKKOS_FUNCTION int num_groups() const {
    return num_threads() / threads::template group_type<Width>::max_size;
  }
  template <int Width>
  KOKKOS_FUNCTION int group_rank() const {
    return thread_rank() / threads::template group_type<Width>::max_size;
  }
  template <int Width>
  KOKKOS_FUNCTION typename threads::template group_type<Width> group() const {
    return {};
  }
  /// \brief The same group for code whose flow is the same in all groups of a warp: each of its collectives is reached
  /// by all of them together, or by none. Cheaper than group() where groups are narrower than a warp.
  template <int Width>
  KOKKOS_FUNCTION typename threads::template lockstep_group_type<Width> lockstep_group() const {
    return {};
  }

  /// \brief Lets the next kernel on the instance run beside this one, if it begins early. Here, kernels begin when all
  /// before them have finished.
  KOKKOS_FUNCTION void let_next_begin() const {}
  /// \brief First call of a kernel that begins by itself (begins_itself): waits until the kernels before have finished,
  /// or, if \p early, only those that had when the last of them let this one begin. Sees what these wrote.
  KOKKOS_FUNCTION void begin(bool /*early*/) const {}

  /// \brief Sum over all threads, returned to all; a team barrier.
  template <class T>
  KOKKOS_FUNCTION T sum(T value) const {
    return threads::sum(m_member, value);
  }
  template <class T>
  KOKKOS_FUNCTION T max(T value) const {
    return threads::max(m_member, value);
  }
  /// \brief Sum over the threads of lower rank; \p total becomes the sum over all. A team barrier.
  template <class T>
  KOKKOS_FUNCTION T exclusive_sum(T value, T& total) const {
    return threads::exclusive_sum(m_member, value, total);
  }
  /// \brief What the first lane of each group of the largest width has: lane i of every group gets that of group i, or
  /// 0 if there is none. A team barrier. Pre: has_lanes
  template <class T>
  KOKKOS_FUNCTION T of_groups(T value) const {
    return threads::of_groups(value);
  }

 private:
  const member_type& m_member;
  void* m_scratch;
  std::int64_t m_first_team;
};

/// \brief Every thread of a team as one group of lanes.
template <class Team>
class TeamLanes {
 public:
  explicit KOKKOS_FUNCTION TeamLanes(const Team& team) : m_team(team) {}
  KOKKOS_FUNCTION int rank() const { return m_team.thread_rank(); }
  KOKKOS_FUNCTION int size() const { return m_team.num_threads(); }
  KOKKOS_FUNCTION void barrier() const { m_team.barrier(); }
  template <class T>
  KOKKOS_FUNCTION T sum(T value) const {
    return m_team.sum(value);
  }
  template <class T>
  KOKKOS_FUNCTION T max(T value) const {
    return m_team.max(value);
  }
  template <class T>
  KOKKOS_FUNCTION T min(T value) const {
    return -m_team.max(static_cast<T>(-value));
  }
  template <class T>
  KOKKOS_FUNCTION T exclusive_sum(T value, T& total) const {
    return m_team.exclusive_sum(value, total);
  }
  KOKKOS_FUNCTION int exclusive_count(bool predicate, int& total) const {
    return m_team.exclusive_sum(predicate ? 1 : 0, total);
  }
  KOKKOS_FUNCTION bool any(bool predicate) const { return m_team.max(predicate ? 1 : 0) != 0; }
  /// Pre: the predicate is the same for all threads of the team.
  KOKKOS_FUNCTION static bool any_of_warp(bool predicate) { return predicate; }

 private:
  const Team& m_team;
};

}  // namespace Ocean::Impl

#endif
