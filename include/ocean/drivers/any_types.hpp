#ifndef OCEAN_DRIVERS_ANY_TYPES_HPP
#define OCEAN_DRIVERS_ANY_TYPES_HPP
/// \file
/// \brief Includes the definitions of the products: what the library does not hold is compiled where it is used.

#include "compiled_products.hpp"

namespace Ocean::Impl {

template <class ProblemType>
struct AnyTypes {};

}  // namespace Ocean::Impl

#endif
