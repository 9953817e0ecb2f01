#ifndef OCEAN_KERNEL_HANDLE_HPP
#define OCEAN_KERNEL_HANDLE_HPP
/// \file
/// \brief The handle that spgemm_symbolic() and spgemm_numeric() take, with the names of KokkosKernelsHandle.

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>

#include "Ocean_SPGEMMAlgorithm.hpp"
#include "Ocean_SPGEMMHandle.hpp"

namespace Ocean {

/// \brief Owns at most one SPGEMMHandle. Copies share it, also copies to const types and back.
///
/// The hints for KokkosKernels' kernels (team work size, scratch size, team and vector size, scheduling) are stored and
/// returned but have no effect: Ocean chooses from the matrices and the device. Nothing is printed, whatever
/// set_verbose() says; use the handle's report(). KokkosKernels' own handle may be used in place of this one.
/// Source  interface: KokkosKernels::Experimental::KokkosKernelsHandle of KokkosKernels 4.6 to 5
template <class size_type_, class lno_t_, class scalar_t_, class ExecutionSpace,
          class TemporaryMemorySpace = typename ExecutionSpace::memory_space,
          class PersistentMemorySpace = TemporaryMemorySpace>
class KernelHandle {
  static_assert(std::is_signed_v<lno_t_>, "Ocean::KernelHandle needs a signed ordinal type");

 public:
  /// \name Types
  ///@{

  /// \brief As in KokkosKernelsHandle; const only where the name says so.
  using HandleExecSpace = typename ExecutionSpace::execution_space;
  using HandleTempMemorySpace = typename TemporaryMemorySpace::memory_space;
  using HandlePersistentMemorySpace = typename PersistentMemorySpace::memory_space;
  using size_type = std::remove_const_t<size_type_>;
  using const_size_type = const size_type;
  using nnz_lno_t = std::remove_const_t<lno_t_>;
  using const_nnz_lno_t = const nnz_lno_t;
  using nnz_scalar_t = std::remove_const_t<scalar_t_>;
  using const_nnz_scalar_t = const nnz_scalar_t;
  using SPGEMMHandleType = SPGEMMHandle<const_size_type, const_nnz_lno_t, const_nnz_scalar_t, HandleExecSpace,
                                        HandleTempMemorySpace, HandlePersistentMemorySpace>;

  using row_lno_temp_work_view_t = typename SPGEMMHandleType::row_lno_temp_work_view_t;
  using size_type_temp_work_view_t = row_lno_temp_work_view_t;
  using row_lno_persistent_work_view_t = typename SPGEMMHandleType::row_lno_persistent_work_view_t;
  using size_type_persistent_work_view_t = row_lno_persistent_work_view_t;
  using in_scalar_nnz_view_t = typename SPGEMMHandleType::scalar_temp_work_view_t;
  using scalar_temp_work_view_t = typename SPGEMMHandleType::scalar_temp_work_view_t;
  using scalar_persistent_work_view_t = typename SPGEMMHandleType::scalar_persistent_work_view_t;
  using nnz_lno_temp_work_view_t = typename SPGEMMHandleType::nnz_lno_temp_work_view_t;
  using nnz_lno_persistent_work_view_t = typename SPGEMMHandleType::nnz_lno_persistent_work_view_t;
  ///@}

  /// \brief A handle without a product; create_spgemm_handle() starts one.
  KernelHandle() = default;
  /// \brief Shares the other handle's product; the types differ only in const.
  template <class OtherSize, class OtherOrdinal, class OtherScalar, class OtherSpace, class OtherTemporary,
            class OtherPersistent>
  requires std::is_same_v<SPGEMMHandleType,
                          typename KernelHandle<OtherSize, OtherOrdinal, OtherScalar, OtherSpace, OtherTemporary,
                                                OtherPersistent>::SPGEMMHandleType>
  KernelHandle(  // NOLINT(google-explicit-constructor): KokkosKernels' converts, too
      const KernelHandle<OtherSize, OtherOrdinal, OtherScalar, OtherSpace, OtherTemporary, OtherPersistent>& other)
      : m_spgemm_handle(other.m_spgemm_handle),
        m_team_work_size(other.m_team_work_size),
        m_shmem_size(other.m_shmem_size),
        m_suggested_team_size(other.m_suggested_team_size),
        m_suggested_vector_size(other.m_suggested_vector_size),
        m_dynamic_scheduling(other.m_dynamic_scheduling),
        m_verbose(other.m_verbose) {}

  /// \brief Starts a new product; the previous product's handle is destroyed. Further arguments as for SPGEMMHandle.
  void create_spgemm_handle(SPGEMMAlgorithm algorithm = KokkosSparse::SPGEMM_DEFAULT, bool input_sorted = false,
                            bool result_sorted = true) {
    destroy_spgemm_handle();
    m_spgemm_handle = std::make_shared<SPGEMMHandleType>(algorithm, input_sorted, result_sorted);
  }
  /// \brief The same with the algorithm given by name.
  /// \throws std::runtime_error for a name that StringToSPGEMMAlgorithm() refuses; the handle is then unchanged.
  void create_spgemm_handle(const std::string& algorithm) { create_spgemm_handle(StringToSPGEMMAlgorithm(algorithm)); }
  /// \brief The product's handle, or null.
  SPGEMMHandleType* get_spgemm_handle() { return m_spgemm_handle.get(); }
  /// \brief Ends the product and frees its memory, unless a copy of this handle shares it.
  void destroy_spgemm_handle() { m_spgemm_handle.reset(); }

  /// \name Hints for KokkosKernels' kernels
  ///@{

  /// \brief Stored and returned; no effect.
  void set_team_work_size(int team_work_size) { m_team_work_size = team_work_size; }
  int get_set_team_work_size() const { return m_team_work_size; }
  void set_shmem_size(std::size_t bytes) { m_shmem_size = bytes; }
  std::size_t get_shmem_size() const { return m_shmem_size; }
  void set_suggested_team_size(int team_size) { m_suggested_team_size = team_size; }
  int get_set_suggested_team_size() const { return m_suggested_team_size; }
  void set_suggested_vector_size(int vector_size) { m_suggested_vector_size = vector_size; }
  int get_set_suggested_vector_size() const { return m_suggested_vector_size; }
  void set_dynamic_scheduling(bool is_dynamic) { m_dynamic_scheduling = is_dynamic; }
  bool is_dynamic_scheduling() const { return m_dynamic_scheduling; }
  void set_verbose(bool verbose) { m_verbose = verbose; }
  bool get_verbose() const { return m_verbose; }
  ///@}

 private:
  template <class, class, class, class, class, class>
  friend class KernelHandle;

  std::shared_ptr<SPGEMMHandleType> m_spgemm_handle;
  int m_team_work_size = -1;
  std::size_t m_shmem_size = 16128;
  int m_suggested_team_size = -1;
  int m_suggested_vector_size = -1;
  bool m_dynamic_scheduling = true;
  bool m_verbose = false;
};

}  // namespace Ocean

#endif
