#ifndef OCEAN_PERF_TUNING_TIME_CALL_HPP
#define OCEAN_PERF_TUNING_TIME_CALL_HPP
/// \file
/// \brief The kinds of calls that numbers are judged by.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <string>

#include "Ocean_AnyTypes.hpp"
#include "Ocean_KernelHandle.hpp"
#include "Ocean_SpGEMM.hpp"
#include "Ocean_SpGEMMNumeric.hpp"
#include "Ocean_SpGEMMSymbolic.hpp"
#include "support/timed_products.hpp"

namespace Ocean::Perf {

/// \brief Milliseconds of one product of a kind of call, its C dropped outside the time; the best of three for
/// "repeated".
inline double time_call(const std::string& call, const matrix_type& a, const matrix_type& b) {
  matrix_type c;
  if (call == "one" || call == "hll") {
    SpGEMMOptions options;
    if (call == "hll") options.workflow = Workflow::hyperloglog;
    return time_ms([&] { c = spgemm<matrix_type>(a, false, b, false, options); });
  }
  KernelHandle<offset_type, ordinal_type, double, exec_space, memory_space, memory_space> handle;
  handle.create_spgemm_handle();
  const auto numeric = [&] { spgemm_numeric(handle, a, false, b, false, c); };
  const double prepared_ms = time_ms([&] {
    spgemm_symbolic(handle, a, false, b, false, c);
    for (int preparing = 0; preparing < 3; ++preparing) numeric();
  });
  if (call == "prepared") return prepared_ms;
  return std::min({time_ms(numeric), time_ms(numeric), time_ms(numeric)});
}

}  // namespace Ocean::Perf

#endif
