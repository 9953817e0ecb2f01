/// \file
/// \brief Example 6: one symbolic call, then numeric calls whenever the values change.

#include <Ocean_KokkosKernelsShim.hpp>
#include <cstdio>

#include "poisson.hpp"

using handle_type = Ocean::KernelHandle<int, int, double, execution_space, memory_space, memory_space>;

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const execution_space exec;
  const matrix_type a = make_poisson(100);
  matrix_type c;

  handle_type handle;
  handle.create_spgemm_handle();
  handle.get_spgemm_handle()->options().reuse_memory_factor = 4.0;  // keep at most four times A, B and C

  Ocean::spgemm_symbolic(exec, handle, a, false, a, false, c);  // sizes of C; its arrays are allocated
  double first_value = 0.0;
  for (int step = 0; step < 4; ++step) {
    Ocean::spgemm_numeric(exec, handle, a, false, a, false, c);  // columns (once) and values
    double value = 0.0;
    Kokkos::deep_copy(exec, value, Kokkos::subview(c.values, 0));
    exec.fence();
    const Ocean::SpGEMMReport& report = handle.get_spgemm_handle()->report();
    std::printf("step %d: first value of C %g, peak of the work memory %zu bytes\n", step, value,
                report.peak_workspace_bytes);
    if (step == 0) first_value = value;
    if (step == 3 && value != 64.0 * first_value) return 1;  // A was doubled three times, so A A is 4^3 times as large
    scale(exec, a, 2.0);  // new values, the same pattern: on the same instance, so no fence is needed
  }
  handle.destroy_spgemm_handle();  // frees what was kept between the calls
  return 0;
}
