#ifndef OCEAN_OPERATIONS_INSTANTIATIONS_HPP
#define OCEAN_OPERATIONS_INSTANTIATIONS_HPP
/// \file
/// \brief What a library holds of the products of one set of types, and the sets that Ocean's own library holds.

#include "../drivers/compiled_products.hpp"
#include "../drivers/fill_values.hpp"
#include "../drivers/product_memory.hpp"
#include "../drivers/reusable_product.hpp"
#include "../drivers/run_spgemm.hpp"
#include "transposed_product.hpp"

namespace Ocean::Impl {

/// Everything that is compiled for a set of types, in one list: as a declaration with `extern`, or as a definition.
/// Use it in namespace Ocean::Impl; a definition needs Ocean_AnyTypes.hpp.
#define OCEAN_PRODUCTS(EXTERN, SPACE, OFFSET, ORDINAL, SCALAR)                                                         \
  EXTERN template UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::product_type                                         \
  run_transposed_spgemm<UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::product_type>(                                 \
      const SPACE&, const UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::operand_type&, bool,                         \
      const UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::operand_type&, bool, const SpGEMMOptions&, SpGEMMReport&); \
  EXTERN template UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::product_type                                         \
  run_spgemm<UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::product_type>(                                            \
      const SPACE&, const UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::problem_type&, const SpGEMMOptions&,         \
      SpGEMMReport&);                                                                                                  \
  EXTERN template ProductMemory product_memory<UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::product_type>(          \
      const SPACE&, const UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::problem_type&, const SpGEMMOptions&);        \
  EXTERN template void fill_values(const SPACE&, const UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::problem_type&,  \
                                   count_type, const OFFSET*, const ORDINAL*, SCALAR*, const SpGEMMOptions&,           \
                                   const ReuseTuning&);                                                                \
  EXTERN template class ReusableProduct<SPACE, UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::problem_type,           \
                                        UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::product_type>

/// A library holds these types.
#define OCEAN_DECLARE_PRODUCTS(SPACE, OFFSET, ORDINAL, SCALAR)                                              \
  template <>                                                                                               \
  inline constexpr bool is_in_library<UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::problem_type,         \
                                      UniformProduct<SPACE, OFFSET, ORDINAL, SCALAR>::product_type> = true; \
  OCEAN_PRODUCTS(extern, SPACE, OFFSET, ORDINAL, SCALAR)
#define OCEAN_DEFINE_PRODUCTS(SPACE, OFFSET, ORDINAL, SCALAR) OCEAN_PRODUCTS(, SPACE, OFFSET, ORDINAL, SCALAR)

}  // namespace Ocean::Impl

#include <Ocean_CompiledTypes.hpp>

#endif
