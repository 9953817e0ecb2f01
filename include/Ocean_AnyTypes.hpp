#ifndef OCEAN_ANY_TYPES_HPP
#define OCEAN_ANY_TYPES_HPP
/// \file
/// \brief Products of types that Ocean's library does not hold: include this as well, before using them, and they are
/// compiled there. Takes a minute for every set of types; naming them when Ocean is configured costs that only once.

#include "ocean/drivers/any_types.hpp"
#include "ocean/drivers/fill_values_driver.hpp"
#include "ocean/drivers/product_memory_driver.hpp"
#include "ocean/drivers/reusable_product_driver.hpp"
#include "ocean/drivers/spgemm_driver.hpp"
#include "ocean/operations/transposed_product_driver.hpp"

#endif
