#ifndef OCEAN_PERF_TUNING_VARIANT_CALLS_HPP
#define OCEAN_PERF_TUNING_VARIANT_CALLS_HPP
/// \file
/// \brief What ocean_variants calls in the shared library of a variant.

#include "support/timed_products.hpp"

namespace Ocean::Perf {

/// \brief Both operands, and where what goes wrong is written.
struct VariantOperands {
  const matrix_type* a = nullptr;
  const matrix_type* b = nullptr;
  char message[512] = {};
};

/// \brief Milliseconds of a time_call(), the best of three behind two others; their memory then goes back to the
/// device. -1 with a message if one fails.
using variant_time_type = double (*)(const char* call, VariantOperands* operands);
inline constexpr const char* variant_time_name = "ocean_variant_time";

}  // namespace Ocean::Perf

#endif
