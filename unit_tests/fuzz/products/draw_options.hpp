#ifndef OCEAN_FUZZ_PRODUCTS_DRAW_OPTIONS_HPP
#define OCEAN_FUZZ_PRODUCTS_DRAW_OPTIONS_HPP
/// \file
/// \brief Random options of a product.

#include <string>

#include "Ocean_SpGEMMOptions.hpp"
#include "support/random_numbers.hpp"

namespace Ocean::Fuzz {

/// \brief Options that make sense: near the defaults, or far from them. No limit of memory, none of the caller's.
/// \param path  automatic: any that the tested space has
SpGEMMOptions draw_options(Testing::RandomNumbers& random, ExecutionPath path);

/// \brief Those that are not the defaults, without a break.
std::string describe_options(const SpGEMMOptions& options);

}  // namespace Ocean::Fuzz

#endif
