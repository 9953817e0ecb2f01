#ifndef OCEAN_PROGRAM_KOKKOS_KERNELS_PRODUCT_HPP
#define OCEAN_PROGRAM_KOKKOS_KERNELS_PRODUCT_HPP
/// \file
/// \brief KokkosKernels' own spgemm, called as its users do: a handle, symbolic, numeric.

#include <KokkosKernels_config.h>
#include <KokkosKernels_Handle.hpp>
#include <KokkosSparse_spgemm.hpp>
#include <ocean/backend/execution_spaces.hpp>

#include "other_product.hpp"
#include "space_csr.hpp"

namespace Ocean::Program {

#if KOKKOSKERNELS_VERSION >= 40700
namespace kokkos_kernels_spgemm = KokkosSparse;
#else
namespace kokkos_kernels_spgemm = KokkosSparse::Experimental;
#endif

/// \brief The product on one space.
template <class ExecutionSpace, class Scalar>
class KokkosKernelsProduct final : public OtherProduct<Scalar> {
 public:
  explicit KokkosKernelsProduct(const MultiplyTask<Scalar>& task) : m_task(task) {
    m_a = to_space(m_exec, task.a);
    m_b = is_same_matrix(task.a, task.b) ? m_a : to_space(m_exec, task.b);
    m_exec.fence("Ocean::program::operands");
  }

  std::string library() const override {
    return "KokkosKernels " + std::to_string(KOKKOSKERNELS_VERSION_MAJOR) + "." +
           std::to_string(KOKKOSKERNELS_VERSION_MINOR) + "." + std::to_string(KOKKOSKERNELS_VERSION_PATCH);
  }

  double multiply() override {
    const ordinal_type num_rows = static_cast<ordinal_type>(m_task.a.num_rows);
    const ordinal_type num_inner = static_cast<ordinal_type>(m_task.a.num_cols);
    const ordinal_type num_cols = static_cast<ordinal_type>(m_task.b.num_cols);
    m_c = {};
    m_exec.fence("Ocean::program::begin");
    const Kokkos::Timer timer;
    handle_type handle;
    handle.create_spgemm_handle(KokkosSparse::SPGEMM_KK);
    m_c.row_map = allocate<offset_type>("Ocean::program::row_map", m_task.a.row_map.size());
    kokkos_kernels_spgemm::spgemm_symbolic(&handle, num_rows, num_inner, num_cols, m_a.row_map, m_a.entries, false,
                                           m_b.row_map, m_b.entries, false, m_c.row_map);
    const std::size_t nnz = handle.get_spgemm_handle()->get_c_nnz();
    m_c.entries = allocate<ordinal_type>("Ocean::program::entries", nnz);
    m_c.values = allocate<Scalar>("Ocean::program::values", nnz);
    kokkos_kernels_spgemm::spgemm_numeric(&handle, num_rows, num_inner, num_cols, m_a.row_map, m_a.entries, m_a.values,
                                          false, m_b.row_map, m_b.entries, m_b.values, false, m_c.row_map, m_c.entries,
                                          m_c.values);
    handle.destroy_spgemm_handle();
    m_exec.fence("Ocean::program::end");
    return timer.seconds();
  }

  HostCsr<Scalar> c() const override {
    HostCsr<Scalar> c;
    c.num_rows = m_task.a.num_rows;
    c.num_cols = m_task.b.num_cols;
    c.row_map = to_vector(m_c.row_map);
    c.entries = to_vector(m_c.entries);
    c.values = to_vector(m_c.values);
    sort_rows(c);
    return c;
  }

 private:
  using memory_space = typename ExecutionSpace::memory_space;
  using handle_type = KokkosKernels::Experimental::KokkosKernelsHandle<offset_type, ordinal_type, Scalar,
                                                                       ExecutionSpace, memory_space, memory_space>;
  using product_type = SpaceProduct<ExecutionSpace, Scalar>;

  template <class T>
  static Kokkos::View<T*, typename product_type::device_type> allocate(const std::string& label, std::size_t size) {
    return Kokkos::View<T*, typename product_type::device_type>(Kokkos::view_alloc(Kokkos::WithoutInitializing, label),
                                                                size);
  }
  template <class View>
  static std::vector<typename View::non_const_value_type> to_vector(const View& view) {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
    return {host.data(), host.data() + host.extent(0)};
  }

  ExecutionSpace m_exec;
  MultiplyTask<Scalar> m_task;
  SpaceCsr<ExecutionSpace, Scalar> m_a, m_b;
  product_type m_c;
};

/// \brief The product on the space of the list that task.backend names; none if it names none of them.
template <class Scalar, class... Spaces>
OtherProducts<Scalar> kokkos_kernels_on_one_of(Impl::SpaceList<Spaces...>, const MultiplyTask<Scalar>& task) {
  OtherProducts<Scalar> products;
  (void)((task.backend == Impl::backend_name<Spaces>() &&
          (products.push_back(std::make_unique<KokkosKernelsProduct<Spaces, Scalar>>(task)), true)) ||
         ...);
  return products;
}

}  // namespace Ocean::Program

#endif
