#ifndef OCEAN_PIPELINE_INSTANTIATIONS_HPP
#define OCEAN_PIPELINE_INSTANTIATIONS_HPP
/// \file
/// \brief Products that the compiled library holds, so that callers need not compile them.

#include "reusable_product.hpp"
#include "run_spgemm.hpp"
#include "workspace_size.hpp"

namespace Ocean::Impl {

/// \brief A product whose three matrices have the same types.
template <class ExecutionSpace, class Offset, class Ordinal, class Scalar>
struct UniformProduct {
  using operand_type = CsrOperand<ExecutionSpace, Offset, Ordinal, Scalar>;
  using problem_type = Problem<operand_type, operand_type>;
  using product_type = CsrProduct<ExecutionSpace, Offset, Ordinal, Scalar>;
};

/// Declares (EXTERN is extern) or defines (EXTERN is empty) what computes products of one set of types: all of it in
/// one source, for nearly all of its parts are the same functions.
#define OCEAN_PRODUCTS(EXTERN, SPACE, OFFSET, ORDINAL, SCALAR)                                                  \
  EXTERN template UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::product_type                                  \
  run_spgemm<UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::product_type>(                                     \
      const SPACE&, const UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::problem_type&, const SpGEMMOptions&,  \
      SpGEMMReport&);                                                                                           \
  EXTERN template ProductMemory product_memory<UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::product_type>(   \
      const SPACE&, const UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::problem_type&, const SpGEMMOptions&); \
  EXTERN template class ReusableProduct<SPACE, UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::problem_type,    \
                                        UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::product_type>

#define OCEAN_DECLARE_PRODUCTS(SPACE, OFFSET, ORDINAL, SCALAR) OCEAN_PRODUCTS(extern, SPACE, OFFSET, ORDINAL, SCALAR)
#define OCEAN_DEFINE_PRODUCTS(SPACE, OFFSET, ORDINAL, SCALAR) OCEAN_PRODUCTS(, SPACE, OFFSET, ORDINAL, SCALAR)

}  // namespace Ocean::Impl

#include "../backend/instantiated_spaces.hpp"

#endif
