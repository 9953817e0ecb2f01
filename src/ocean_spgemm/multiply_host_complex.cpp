#include <Ocean_AnyTypes.hpp>

#include "multiply_on_space.hpp"

namespace Ocean::Program {

template <class Scalar>
bool multiply_on_host(const MultiplyTask<Scalar>& task, MultiplyResult<Scalar>& result) {
  return multiply_on_one_of(Impl::host_spaces(), task, others_on_host<Scalar>, result);
}

template bool multiply_on_host(const MultiplyTask<complex_type>&, MultiplyResult<complex_type>&);

}  // namespace Ocean::Program
