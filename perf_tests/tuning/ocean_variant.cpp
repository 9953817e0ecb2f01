/// \file
/// \brief A product with the headers of one variant of make_variants.py, as a shared library for ocean_variants.

#include <algorithm>
#include <cstdio>
#include <exception>

#include "tuning/time_call.hpp"
#include "tuning/variant_calls.hpp"

extern "C" double ocean_variant_time(const char* call, Ocean::Perf::VariantOperands* operands) {
  try {
    const auto time = [&] { return Ocean::Perf::time_call(call, *operands->a, *operands->b); };
    for (int warming = 0; warming < 2; ++warming) time();  // what is kept from call to call is of its size then
    const double ms = std::min({time(), time(), time()});
    Ocean::Impl::DeviceMemory<Ocean::Perf::exec_space>::trim(Ocean::Perf::exec_space());  // other variants need it
    return ms;
  } catch (const std::exception& error) {
    std::snprintf(operands->message, sizeof(operands->message), "%s", error.what());
    return -1.0;
  }
}
