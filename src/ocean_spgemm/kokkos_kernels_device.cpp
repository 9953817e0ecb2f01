#include "kokkos_kernels_product.hpp"

namespace Ocean::Program {

template <class Scalar>
std::unique_ptr<OtherProduct<Scalar>> kokkos_kernels_on_device(const MultiplyTask<Scalar>& task) {
  return kokkos_kernels_on_one_of(Impl::device_spaces(), task);
}

template std::unique_ptr<OtherProduct<double>> kokkos_kernels_on_device(const MultiplyTask<double>&);
template std::unique_ptr<OtherProduct<complex_type>> kokkos_kernels_on_device(const MultiplyTask<complex_type>&);

}  // namespace Ocean::Program
