#include "multiply_on_space.hpp"

namespace Ocean::Program {

template <class Scalar>
bool multiply_on_device(const MultiplyTask<Scalar>& task, MultiplyResult<Scalar>& result) {
  return multiply_on_one_of(Impl::device_spaces(), task, others_on_device<Scalar>, result);
}

template bool multiply_on_device(const MultiplyTask<double>&, MultiplyResult<double>&);

}  // namespace Ocean::Program
