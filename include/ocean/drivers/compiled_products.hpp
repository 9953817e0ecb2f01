#ifndef OCEAN_DRIVERS_COMPILED_PRODUCTS_HPP
#define OCEAN_DRIVERS_COMPILED_PRODUCTS_HPP
/// \file
/// \brief Which products can be linked: the library's, and any whose definitions are included.

#include "../core/problem.hpp"

namespace Ocean::Impl {

/// \brief The types of a product whose matrices all have the same types.
template <class ExecutionSpace, class Offset, class Ordinal, class Scalar>
struct UniformProduct {
  using operand_type = CsrOperand<ExecutionSpace, Offset, Ordinal, Scalar>;
  using problem_type = Problem<operand_type, operand_type>;
  using product_type = CsrProduct<ExecutionSpace, Offset, Ordinal, Scalar>;
};

/// \brief True for the products that a library holds; the headers that list them specialize this.
template <class ProblemType, class Product>
inline constexpr bool is_in_library = false;

/// \brief Complete where the definitions of the products have been included.
template <class ProblemType>
struct AnyTypes;

/// \brief Whether the product can be linked.
template <class ProblemType, class Product>
inline constexpr bool is_compiled = is_in_library<ProblemType, Product> || requires {
  sizeof(AnyTypes<ProblemType>);
};

/// \brief Reports at compile time what would otherwise be an undefined reference.
template <class ProblemType, class Product>
constexpr bool require_compiled() {
  static_assert(is_compiled<ProblemType, Product>,
                "Ocean's library does not hold products of these types: include Ocean_AnyTypes.hpp before they are "
                "used, or name the types when Ocean is configured (OCEAN_SCALARS, OCEAN_ORDINALS, OCEAN_OFFSETS)");
  return true;
}

}  // namespace Ocean::Impl

#endif
