#include <string>

#include "../other_product.hpp"

#if defined(OCEAN_PROGRAM_CUSPARSE)
#include <Kokkos_Core.hpp>
#include <limits>
#include <ocean/backend/execution_spaces.hpp>
#include <utility>

#include "../space_csr.hpp"
#include "cusparse_product.hpp"
#endif

namespace Ocean::Program {

#if defined(OCEAN_PROGRAM_CUSPARSE)
namespace {

/// \brief cuSPARSE's product with 32-bit offsets by its default algorithm, called as its documentation shows it.
template <class Scalar>
class CusparseOther final : public OtherProduct<Scalar>, private CusparseResult<Scalar> {
 public:
  explicit CusparseOther(const MultiplyTask<Scalar>& task) : m_task(task) {
    m_a = on_device(task.a);
    m_b = is_same_matrix(task.a, task.b) ? m_a : on_device(task.b);
    m_exec.fence("Ocean::program::operands");
  }

  std::string library() const override {
    int parts[3] = {};
    constexpr libraryPropertyType which[3] = {MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL};
    for (int k = 0; k < 3; ++k) require(cusparseGetProperty(which[k], &parts[k]), "cusparseGetProperty");
    return "cuSPARSE " + std::to_string(parts[0]) + "." + std::to_string(parts[1]) + "." + std::to_string(parts[2]);
  }

  double multiply() override {
    m_row_map = {};
    m_entries = {};
    m_values = {};
    Kokkos::fence("Ocean::program::begin");
    const Kokkos::Timer timer;
    CusparseProduct<Scalar> product(operand(m_task.a, m_a), operand(m_task.b, m_b));
    product.multiply(1, *this);
    Kokkos::fence("Ocean::program::end");
    return timer.seconds();
  }

  HostCsr<Scalar> c() const override {
    HostCsr<Scalar> c;
    c.num_rows = m_task.a.num_rows;
    c.num_cols = m_task.b.num_cols;
    const auto row_map = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), m_row_map);
    const auto entries = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), m_entries);
    const auto values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), m_values);
    c.row_map.assign(row_map.data(), row_map.data() + row_map.extent(0));
    c.entries.assign(entries.data(), entries.data() + entries.extent(0));
    c.values.assign(values.data(), values.data() + values.extent(0));
    sort_rows(c);
    return c;
  }

 private:
  template <class T>
  using view_type = Kokkos::View<T*, Kokkos::CudaSpace>;
  /// \brief A copy with the offsets that cuSPARSE takes beside 32-bit columns.
  struct DeviceOperand {
    view_type<const int> row_map;
    view_type<const ordinal_type> entries;
    view_type<const Scalar> values;
  };

  DeviceOperand on_device(const CsrSpan<Scalar>& matrix) const {
    if (matrix.entries.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) return {};
    const std::vector<int> row_map(matrix.row_map.begin(), matrix.row_map.end());
    DeviceOperand copy{to_space(m_exec, std::span<const int>(row_map)), to_space(m_exec, matrix.entries),
                       to_space(m_exec, matrix.values)};
    m_exec.fence("Ocean::program::row_map");
    return copy;
  }
  static CusparseOperand<Scalar> operand(const CsrSpan<Scalar>& matrix, const DeviceOperand& copy) {
    if (copy.row_map.extent(0) == 0)
      throw std::runtime_error("a matrix of " + std::to_string(matrix.entries.size()) +
                               " entries (cuSPARSE needs at most " + std::to_string(std::numeric_limits<int>::max()) +
                               ")");
    return {matrix.num_rows,     matrix.num_cols,     static_cast<std::int64_t>(matrix.entries.size()),
            copy.row_map.data(), copy.entries.data(), copy.values.data()};
  }

  template <class T>
  static T* make(view_type<T>& view, const char* label, std::size_t count) {
    view = view_type<T>(Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(label)), count);
    return view.data();
  }
  int* make_row_map(std::size_t count) override { return make(m_row_map, "Ocean::program::row_map", count); }
  int* make_entries(std::size_t count) override { return make(m_entries, "Ocean::program::entries", count); }
  Scalar* make_values(std::size_t count) override { return make(m_values, "Ocean::program::values", count); }

  Kokkos::Cuda m_exec;
  MultiplyTask<Scalar> m_task;
  DeviceOperand m_a, m_b;
  view_type<int> m_row_map, m_entries;
  view_type<Scalar> m_values;
};

}  // namespace

template <class Scalar>
void add_cusparse(const MultiplyTask<Scalar>& task, OtherProducts<Scalar>& others) {
  if (task.backend == Impl::backend_name<Kokkos::Cuda>())
    others.push_back(std::make_unique<CusparseOther<Scalar>>(task));
}
#else
template <class Scalar>
void add_cusparse(const MultiplyTask<Scalar>&, OtherProducts<Scalar>&) {}
#endif

template void add_cusparse(const MultiplyTask<double>&, OtherProducts<double>&);
template void add_cusparse(const MultiplyTask<complex_type>&, OtherProducts<complex_type>&);

}  // namespace Ocean::Program
