/// \file
/// \brief Example 7: two products at the same time, on two instances of the execution space.

#include <Ocean_SpGEMM.hpp>
#include <cstdio>

#include "poisson.hpp"

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  // On CUDA, each instance has its own stream; Kokkos::Cuda(stream) uses one that you created. The products wait for
  // their own instance where they read sizes back, never for the other one.
  const auto instances = Kokkos::Experimental::partition_space(execution_space(), 1, 1);
  const execution_space &first = instances[0], &second = instances[1];

  const matrix_type a = make_poisson(80), b = make_poisson(120);  // ready: make_poisson() ends with a fence
  const auto a2 = Ocean::spgemm<matrix_type>(first, a, false, a, false);
  const auto b2 = Ocean::spgemm<matrix_type>(second, b, false, b, false);
  const auto a3 = Ocean::spgemm<matrix_type>(first, a2, false, a, false);   // after a2, without a fence
  const auto b3 = Ocean::spgemm<matrix_type>(second, b2, false, b, false);  // after b2
  first.fence();                                                            // before the host reads values
  second.fence();

  std::printf("A A A: %d entries, B B B: %d entries\n", static_cast<int>(a3.nnz()), static_cast<int>(b3.nnz()));
  // three steps of the stencil reach 25 points; on n x n points, 25 n^2 - 56 n + 20 of these couplings are
  // inside
  const auto expected = [](int side) { return 25 * side * side - 56 * side + 20; };
  return a3.nnz() == expected(80) && b3.nnz() == expected(120) ? 0 : 1;
}
