#ifndef OCEAN_ANY_TYPES_HPP
#define OCEAN_ANY_TYPES_HPP
/// \file
/// \brief Products of types that Ocean's library does not hold: include this header before the others to compile them
/// in place. That takes a minute for every set of types; if the types are named when Ocean is configured, only once.

#include "ocean/drivers/any_types.hpp"
#include "ocean/drivers/fill_values_driver.hpp"
#include "ocean/drivers/product_memory_driver.hpp"
#include "ocean/drivers/reusable_product_driver.hpp"
#include "ocean/drivers/spgemm_driver.hpp"
#include "ocean/operations/transposed_product_driver.hpp"

#endif
