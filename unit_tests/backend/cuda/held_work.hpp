#ifndef OCEAN_TEST_BACKEND_CUDA_HELD_WORK_HPP
#define OCEAN_TEST_BACKEND_CUDA_HELD_WORK_HPP
/// \file
/// \brief Kernels that last until the host lets them go.

#include <Kokkos_Core.hpp>

#include "ocean/backend/team_launch.hpp"
#include "support/test_exec_space.hpp"

namespace Ocean::Testing {

/// Cycles after which a kernel ends by itself, about two seconds: a test that waits for it fails, but ends.
inline constexpr long long held_cycles_max = 4'000'000'000;

/// \brief Counts itself when it is let go.
struct Hold {
  const volatile int* is_free;
  int* num_done;
  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if (team.thread_rank() != 0) return;
    KOKKOS_IF_ON_DEVICE(
        (const long long begin = clock64(); while (*is_free == 0 && clock64() - begin < held_cycles_max){}))
    Kokkos::atomic_inc(num_done);
  }
};

/// \brief Kernels on any streams that wait for one flag of the host.
class HeldWork {
 public:
  explicit HeldWork(bool is_free = false) { m_is_free(0) = is_free ? 1 : 0; }
  void let_go() { *const_cast<volatile int*>(m_is_free.data()) = 1; }
  /// \brief A kernel of one team on \p exec.
  void launch(const test_exec_space& exec) const {
    Impl::NativeTeams<test_exec_space>(exec).launch({"Testing::hold", 1, 32},
                                                    Hold{m_is_free.data(), m_num_done.data()});
  }
  /// \brief Kernels that are done. Pre: the host has waited for them
  int num_done() const { return m_num_done(0); }

 private:
  using pinned_view = Kokkos::View<int[1], Kokkos::CudaHostPinnedSpace>;
  pinned_view m_is_free{"Testing::is_free"}, m_num_done{"Testing::num_done"};
};

/// \brief Whether the stream of \p exec has work to do.
inline bool is_at_work(const test_exec_space& exec) {
  const cudaError_t status = cudaStreamQuery(exec.cuda_stream());
  (void)cudaGetLastError();
  return status == cudaErrorNotReady;
}

}  // namespace Ocean::Testing

#endif
