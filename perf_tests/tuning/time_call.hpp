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
#include "Ocean_SpGEMMMasked.hpp"
#include "Ocean_SpGEMMNumeric.hpp"
#include "Ocean_SpGEMMSymbolic.hpp"
#include "support/timed_products.hpp"

namespace Ocean::Perf {

/// \brief Every tenth entry of \p c.
inline matrix_type tenth_of(const matrix_type& c) {
  constexpr std::size_t distance = 10;
  const auto row_map = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), c.graph.row_map);
  const auto entries = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), c.graph.entries);
  Program::HostCsr<double> mask;
  mask.num_rows = c.numRows();
  mask.num_cols = c.numCols();
  for (std::size_t row = 0; row + 1 < row_map.extent(0); ++row) {
    for (auto entry = static_cast<std::size_t>(row_map(row)); entry < static_cast<std::size_t>(row_map(row + 1));
         ++entry)
      if (entry % distance == 0) mask.entries.push_back(entries(entry));
    mask.row_map.push_back(static_cast<offset_type>(mask.entries.size()));
  }
  mask.values.assign(mask.entries.size(), 0.0);
  return to_device(mask);
}

/// \brief Milliseconds of one product of a kind of call, its C dropped outside the time; the best of three for
/// "repeated".
inline double time_call(const std::string& call, const matrix_type& a, const matrix_type& b) {
  matrix_type c;
  if (call == "masked") {
    const matrix_type mask = tenth_of(spgemm<matrix_type>(a, false, b, false));
    return time_ms([&] { c = spgemm_masked<matrix_type>(exec_space(), a, b, mask); });
  }
  if (call != "prepared" && call != "repeated") {
    SpGEMMOptions options;
    if (call == "hll") options.workflow = Workflow::hyperloglog;
    if (call == "windows") options.accumulators = windows_alone;
    options.deterministic = call == "deterministic";
    return time_ms([&] { c = spgemm<matrix_type>(a, call == "transposed", b, false, options); });
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
