/// \file
/// \brief Example 10: the same bits in every call, whatever the workflow and however often it is repeated.

#include <Ocean_KokkosKernelsShim.hpp>
#include <cstdio>
#include <cstring>

#include "poisson.hpp"

using handle_type = Ocean::KernelHandle<int, int, double, execution_space, memory_space, memory_space>;

/// \brief Whether the values of the two matrices are the same, bit by bit.
bool have_same_bits(const matrix_type& a, const matrix_type& b) {
  const auto x = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), a.values);
  const auto y = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), b.values);
  return x.extent(0) == y.extent(0) && std::memcmp(x.data(), y.data(), x.extent(0) * sizeof(double)) == 0;
}

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const execution_space exec;
  const matrix_type a = make_poisson(100);
  scale(exec, a, 1.0 / 3.0);  // values that have to be rounded

  Ocean::SpGEMMOptions options;
  options.deterministic = true;
  const auto c = Ocean::spgemm<matrix_type>(exec, a, false, a, false, options);

  bool is_same = true;
  for (const auto workflow : {Ocean::Workflow::upper_bound, Ocean::Workflow::hyperloglog, Ocean::Workflow::symbolic}) {
    options.workflow = workflow;
    const auto d = Ocean::spgemm<matrix_type>(exec, a, false, a, false, options);
    is_same = have_same_bits(c, d) && is_same;
    std::printf("workflow %s: %s\n", Ocean::to_string(workflow), is_same ? "the same bits" : "OTHER BITS");
  }

  handle_type handle;
  handle.create_spgemm_handle();
  handle.get_spgemm_handle()->options().deterministic = true;
  matrix_type e;
  Ocean::spgemm_symbolic(exec, handle, a, false, a, false, e);
  for (int call = 0; call < 3; ++call) {
    Ocean::spgemm_numeric(exec, handle, a, false, a, false, e);
    is_same = have_same_bits(c, e) && is_same;
    std::printf("numeric call %d: %s\n", call, is_same ? "the same bits" : "OTHER BITS");
  }
  return is_same ? 0 : 1;
}
