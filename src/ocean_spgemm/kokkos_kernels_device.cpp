#include "kokkos_kernels_product.hpp"

namespace Ocean::Program {

template <class Scalar>
OtherProducts<Scalar> others_on_device(const MultiplyTask<Scalar>& task) {
  auto others = kokkos_kernels_on_one_of(Impl::device_spaces(), task);
  add_cusparse(task, others);
  return others;
}

template OtherProducts<double> others_on_device(const MultiplyTask<double>&);
template OtherProducts<complex_type> others_on_device(const MultiplyTask<complex_type>&);

}  // namespace Ocean::Program
