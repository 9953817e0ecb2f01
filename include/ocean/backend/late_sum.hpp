#ifndef OCEAN_BACKEND_LATE_SUM_HPP
#define OCEAN_BACKEND_LATE_SUM_HPP
/// \file
/// \brief Sums that the host reads without a copy.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <exception>

namespace Ocean::Impl {

/// Sums of a thread that may be under way at the same time. source: the patterns of three operands
inline constexpr int late_sums_max = 3;

/// \brief A sum over a range while its kernel runs. Generic version: Kokkos waits where kernels cannot write the host's
/// memory.
template <class ExecutionSpace>
class LateSum {
 public:
  /// \brief Launches functor(index, sum) for [0, \p count): it adds 64-bit words to sum, modulo 2^64.
  /// \param on_device  a word of the space to which the kernel adds the sum, for a LaunchGate; null: none
  template <class Functor>
  LateSum(const ExecutionSpace& exec, const char* label, std::int64_t count, const Functor& functor,
          [[maybe_unused]] std::uint64_t* on_device = nullptr)
      : LateSum(exec) {  // so that it is destroyed if the launch throws
    using policy_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
    using sum_type = Kokkos::View<std::uint64_t, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    if (count > 0) Kokkos::parallel_reduce(label, policy_type(exec, 0, count), functor, sum_type(&m_sum));
  }
  LateSum(const LateSum&) = delete;
  LateSum& operator=(const LateSum&) = delete;
  /// Waits if nobody has: the kernel writes into this.
  ~LateSum() {
    if (m_is_waited_for) return;
    try {
      m_exec.fence("Ocean::late_sum::wait");
    } catch (const std::exception&) {  // of a kernel that failed: the next call on the space says so
    }
  }

  /// \brief The sum. Pre: the instance has been waited for
  std::uint64_t get() {
    m_is_waited_for = true;
    return m_sum;
  }
  /// \brief The sum, after a wait.
  /// \throws std::runtime_error if a kernel failed
  std::uint64_t wait() {
    m_exec.fence("Ocean::late_sum::wait");
    return get();
  }

 private:
  explicit LateSum(const ExecutionSpace& exec) : m_exec(exec) {}

  ExecutionSpace m_exec;
  std::uint64_t m_sum = 0;
  bool m_is_waited_for = false;
};

}  // namespace Ocean::Impl

#include "cuda/late_sum_cuda.hpp"

#endif
