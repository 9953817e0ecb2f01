#include "perf_method.hpp"
#if defined(OCEAN_PERF_CUSPARSE)
#include "ocean_spgemm/backend/cusparse_product.hpp"
#else
#include "Ocean_Error.hpp"
#endif

namespace Ocean::Perf {

#if defined(OCEAN_PERF_CUSPARSE)
namespace {

Program::CusparseOperand<double> operand(const DeviceMatrix& matrix) {
  return {matrix.num_rows,       matrix.num_cols,       static_cast<std::int64_t>(matrix.entries.extent(0)),
          matrix.row_map.data(), matrix.entries.data(), matrix.values.data()};
}

/// \brief C's arrays as views.
class ViewArrays : public Program::CusparseResult<double> {
 public:
  explicit ViewArrays(DeviceProduct& c) : m_c(c) {}
  int* make_row_map(std::size_t count) override { return make(m_c.row_map, "Ocean::perf::row_map", count); }
  int* make_entries(std::size_t count) override { return make(m_c.entries, "Ocean::perf::entries", count); }
  double* make_values(std::size_t count) override { return make(m_c.values, "Ocean::perf::values", count); }

 private:
  template <class View>
  static typename View::pointer_type make(View& view, const char* label, std::size_t count) {
    view = View(Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(label)), count);
    return view.data();
  }
  DeviceProduct& m_c;
};

}  // namespace

Measurement measure_cusparse(const DeviceMatrix& a, const DeviceMatrix& b, const MeasurementPlan& plan) {
  Measurement measurement;
  ViewArrays arrays(measurement.c);
  Program::CusparseProduct<double> product(operand(a), operand(b));
  const auto time = [](const auto& call) {
    Kokkos::fence("Ocean::perf::begin");
    const Kokkos::Timer timer;
    call();
    Kokkos::fence("Ocean::perf::end");
    return timer.seconds();
  };
  if (plan.repeated) product.prepare_reuse(arrays);
  for (int call = 0; call <= plan.repeat; ++call) {
    if (!plan.repeated) measurement.c = {};
    const double seconds = time([&] {
      if (plan.repeated)
        product.compute_again();
      else
        product.multiply(plan.cusparse_algorithm, arrays);
    });
    if (call > 0) measurement.seconds.push_back(seconds);
  }
  return measurement;
}
#else
Measurement measure_cusparse(const DeviceMatrix&, const DeviceMatrix&, const MeasurementPlan&) {
  Impl::throw_runtime_error("perf",
                            "this build has no cuSPARSE (need a Kokkos with CUDA, and its toolkit with cuSPARSE)");
}
#endif

}  // namespace Ocean::Perf
