#include <KokkosKernels_config.h>
#include <KokkosKernels_Handle.hpp>
#include <KokkosSparse_spgemm.hpp>
#include <algorithm>
#include <cstdint>

#include "perf_method.hpp"

namespace Ocean::Perf {
namespace {

#if KOKKOSKERNELS_VERSION >= 40700
namespace spgemm_functions = KokkosSparse;
#else
namespace spgemm_functions = KokkosSparse::Experimental;
#endif

using handle_type =
    KokkosKernels::Experimental::KokkosKernelsHandle<int, int, double, execution_space, memory_space, memory_space>;

/// \brief Bytes that Kokkos has allocated since start(), and their peak: KokkosKernels takes all its memory from
/// Kokkos.
class AllocationMeter {
 public:
  static void start() {
    s_live = s_peak = 0;
    Kokkos::Tools::Experimental::set_allocate_data_callback(
        [](Kokkos::Tools::SpaceHandle, const char*, const void*, const std::uint64_t bytes) {
          s_live += static_cast<std::int64_t>(bytes);
          s_peak = std::max(s_peak, s_live);
        });
    Kokkos::Tools::Experimental::set_deallocate_data_callback(
        [](Kokkos::Tools::SpaceHandle, const char*, const void*, const std::uint64_t bytes) {
          s_live -= static_cast<std::int64_t>(bytes);
        });
  }
  static std::size_t stop() {
    Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr);
    Kokkos::Tools::Experimental::set_deallocate_data_callback(nullptr);
    return static_cast<std::size_t>(s_peak);
  }

 private:
  static inline std::int64_t s_live = 0, s_peak = 0;
};

/// \brief One call, handle and all.
double time_call(const DeviceMatrix& a, const DeviceMatrix& b, DeviceProduct& c) {
  const int num_rows = static_cast<int>(a.num_rows), num_inner = static_cast<int>(a.num_cols);
  const int num_cols = static_cast<int>(b.num_cols);
  c = {};
  Kokkos::fence("Ocean::perf::begin");
  const Kokkos::Timer timer;
  handle_type handle;
  handle.create_spgemm_handle(KokkosSparse::SPGEMM_KK);
  c.row_map =
      decltype(c.row_map)(Kokkos::view_alloc(Kokkos::WithoutInitializing, "Ocean::perf::row_map"), num_rows + 1);
  spgemm_functions::spgemm_symbolic(&handle, num_rows, num_inner, num_cols, a.row_map, a.entries, false, b.row_map,
                                    b.entries, false, c.row_map);
  const std::size_t nnz = handle.get_spgemm_handle()->get_c_nnz();
  c.entries = decltype(c.entries)(Kokkos::view_alloc(Kokkos::WithoutInitializing, "Ocean::perf::entries"), nnz);
  c.values = decltype(c.values)(Kokkos::view_alloc(Kokkos::WithoutInitializing, "Ocean::perf::values"), nnz);
  spgemm_functions::spgemm_numeric(&handle, num_rows, num_inner, num_cols, a.row_map, a.entries, a.values, false,
                                   b.row_map, b.entries, b.values, false, c.row_map, c.entries, c.values);
  handle.destroy_spgemm_handle();
  Kokkos::fence("Ocean::perf::end");
  return timer.seconds();
}

}  // namespace

Measurement measure_kokkos_kernels(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan) {
  Measurement measurement;
  AllocationMeter::start();
  try {
    time_call(a, b, measurement.c);
  } catch (...) {
    AllocationMeter::stop();
    throw;
  }
  measurement.peak_bytes = AllocationMeter::stop();
  for (int call = 0; call < plan.repeat; ++call) measurement.seconds.push_back(time_call(a, b, measurement.c));
  return measurement;
}

std::string kokkos_kernels_version() {
  return std::to_string(KOKKOSKERNELS_VERSION_MAJOR) + "." + std::to_string(KOKKOSKERNELS_VERSION_MINOR) + "." +
         std::to_string(KOKKOSKERNELS_VERSION_PATCH);
}

}  // namespace Ocean::Perf
