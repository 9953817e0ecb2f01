#include "kokkos_kernels_product.hpp"

namespace Ocean::Program {

template <class Scalar>
OtherProducts<Scalar> others_on_host(const MultiplyTask<Scalar>& task) {
  return kokkos_kernels_on_one_of(Impl::host_spaces(), task);
}

template OtherProducts<double> others_on_host(const MultiplyTask<double>&);
template OtherProducts<complex_type> others_on_host(const MultiplyTask<complex_type>&);

}  // namespace Ocean::Program
