#ifndef OCEAN_PERF_PERF_METHOD_HPP
#define OCEAN_PERF_PERF_METHOD_HPP
/// \file
/// \brief The methods that are timed, each in a source of its own: FP64, int32 columns and offsets.

#include <Kokkos_Core.hpp>
#include <Ocean_SpGEMMOptions.hpp>
#include <Ocean_SpGEMMReport.hpp>
#include <cstdint>
#include <ocean/tuning/reuse_tuning.hpp>
#include <string>
#include <vector>

namespace Ocean::Perf {

using execution_space = Kokkos::DefaultExecutionSpace;
using memory_space = execution_space::memory_space;
using device_type = Kokkos::Device<execution_space, memory_space>;

/// \brief An operand where the methods expect it.
struct DeviceMatrix {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  Kokkos::View<const int*, device_type> row_map;
  Kokkos::View<const int*, device_type> entries;
  Kokkos::View<const double*, device_type> values;
};

/// \brief C as a method left it.
struct DeviceProduct {
  Kokkos::View<int*, device_type> row_map;
  Kokkos::View<int*, device_type> entries;
  Kokkos::View<double*, device_type> values;
};

/// \brief Times of one method on one product.
///
/// A call takes CSR in and gives complete sorted CSR out. Allocation of C and of all work memory and the release of
/// work memory are inside, the release of C is outside; the space is fenced before and behind.
struct Measurement {
  std::vector<double> seconds;                ///< of the calls behind the warm-up
  DeviceProduct c;                            ///< of the last call
  std::string workflow;                       ///< what ran; empty where a method has none
  std::size_t peak_bytes = 0;                 ///< work memory and C of one call; 0: unknown
  std::size_t estimated_workspace_bytes = 0;  ///< what the report forecast of the work memory; 0: no forecast
  std::size_t peak_workspace_bytes = 0;       ///< what it took
  std::vector<StageTime> stages;              ///< medians, of calls of their own
  SpGEMMReport report;                        ///< of the warm-up; empty where a method has none
  // of operations around a product, whose C is not A B:
  std::int64_t products = 0;  ///< multiply-adds; 0: those of A B
  std::size_t nnz_c = 0;      ///< 0: the entries of c
  std::string correct;        ///< how C compares with a composition of plain products; empty: unchecked, or see c
};

/// \brief What is asked of a method.
struct MeasurementPlan {
  int repeat = 5;
  bool stages = false;
  bool repeated = false;  ///< of an operation, the numeric call alone, on what a call before has left
  bool check = true;      ///< of an operation, compare C
  int graph_call = 1;     ///< of calls into one graph, the number of the one that is timed; repeated: and those behind
  int cusparse_algorithm = 1;
  std::string mask;       ///< of a masked product: which entries of C
  bool is_masked = true;  ///< false: all entries, with the same operands
  SpGEMMOptions options;  ///< workflow and path; methods other than Ocean ignore them
  Impl::ReuseTuning reuse_tuning;
};

/// \brief Median of \p seconds, 0 of none.
double median(std::vector<double> seconds);

/// \throws what spgemm() throws.
Measurement measure_ocean(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan);

/// \brief In two calls: symbolic, allocation of C, numeric; plan.options.reuse says whether it prepares for more.
Measurement measure_ocean_handle(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan);

/// \brief A numeric call alone, on a handle that has done one.
Measurement measure_ocean_reuse(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan);

/// \brief Values into the graph of C that is there already; plan.options.deterministic counts.
Measurement measure_ocean_fill(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan);

/// \brief The same by an object that keeps what later calls need: its call number plan.graph_call. Before each first
/// call, memory that is kept between products is released.
Measurement measure_ocean_graph(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan);

/// \brief A B in the pattern plan.mask: `product`, all of C; `tenth`, `hundredth`: drawn from C; `rows`: every
/// hundredth row of C; `diagonal`: C's; `triangles`: L L in the pattern of L, the strict lower triangle of A.
/// Multiply-adds are those of the whole product.
Measurement measure_ocean_masked(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan);

/// \brief KokkosKernels' SPGEMM_KK: handle, symbolic, allocation, numeric. \throws what KokkosKernels throws.
Measurement measure_kokkos_kernels(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan);

/// \brief cuSPARSE's SpGEMM, algorithm plan.cusparse_algorithm, or with plan.repeated the compute phase of its reuse
/// interface alone. \throws std::runtime_error in a build without CUDA, and what cuSPARSE reports
Measurement measure_cusparse(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan);

/// \brief C = (I - omega D^-1 A) B through a handle; A is given a diagonal. \throws for an A that is not square.
Measurement measure_ocean_jacobi(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan);
Measurement measure_kokkos_kernels_jacobi(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan);

/// \brief A B in square blocks of 2 to 6 through a handle; see BlockOperands. Multiply-adds and entries are elements'.
Measurement measure_ocean_block(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan);
Measurement measure_kokkos_kernels_block(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan);

/// \brief C = alpha A B + beta D in one call or repeated, D = A or a diagonal. Multiply-adds are those of A B.
Measurement measure_ocean_add(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan);

/// \brief C = R A P in one call or repeated, P from an aggregation of A's rows with their neighbours, R its transpose.
/// \throws for an A that is not square.
Measurement measure_ocean_triple(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan);

/// \brief Version of KokkosKernels.
std::string kokkos_kernels_version();

}  // namespace Ocean::Perf

#endif
