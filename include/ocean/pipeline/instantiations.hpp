#ifndef OCEAN_PIPELINE_INSTANTIATIONS_HPP
#define OCEAN_PIPELINE_INSTANTIATIONS_HPP
/// \file
/// \brief Products that the compiled library holds, so that callers need not compile them.

#include "reusable_product.hpp"
#include "run_spgemm.hpp"

namespace Ocean::Impl {

/// \brief A product whose three matrices have the same types.
template <class ExecutionSpace, class Offset, class Ordinal, class Scalar>
struct UniformProduct {
  using operand_type = CsrOperand<ExecutionSpace, Offset, Ordinal, Scalar>;
  using problem_type = Problem<operand_type, operand_type>;
  using product_type = CsrProduct<ExecutionSpace, Offset, Ordinal, Scalar>;
};

/// Declares or defines run_spgemm for one set of types; used here and in src/instantiations.
#define OCEAN_RUN_SPGEMM(SPACE, OFFSET, SCALAR)                                                            \
  template UniformProduct<SPACE, OFFSET, int, SCALAR>::product_type                                        \
  run_spgemm<UniformProduct<SPACE, OFFSET, int, SCALAR>::product_type, SPACE,                              \
             UniformProduct<SPACE, OFFSET, int, SCALAR>::problem_type>(                                    \
      const SPACE&, const UniformProduct<SPACE, OFFSET, int, SCALAR>::problem_type&, const SpGEMMOptions&, \
      SpGEMMReport&)

/// Declares or defines ReusableProduct for one set of types.
#define OCEAN_REUSABLE_PRODUCT(SPACE, OFFSET, SCALAR)                                             \
  template class ReusableProduct<SPACE, UniformProduct<SPACE, OFFSET, int, SCALAR>::problem_type, \
                                 UniformProduct<SPACE, OFFSET, int, SCALAR>::product_type>

}  // namespace Ocean::Impl

#include "../backend/instantiated_spaces.hpp"

#endif
