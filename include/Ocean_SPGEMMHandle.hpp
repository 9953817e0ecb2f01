#ifndef OCEAN_SPGEMM_HANDLE_HPP
#define OCEAN_SPGEMM_HANDLE_HPP
/// \file
/// \brief The state of one product between its symbolic and numeric calls, with the names of
/// KokkosSparse::SPGEMMHandle.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <limits>
#include <memory>
#include <type_traits>

#include "Ocean_Error.hpp"
#include "Ocean_SPGEMMAlgorithm.hpp"
#include "Ocean_SpGEMMOptions.hpp"
#include "Ocean_SpGEMMReport.hpp"
#include "ocean/handle/handle_state.hpp"
#include "ocean/kernels/handle/measure_longest_row.hpp"

namespace Ocean {

/// \brief One product: flags, algorithm, options, report. A handle serves one pair of patterns; see spgemm_symbolic().
///
/// The settings of KokkosKernels' own kernels (compression, hash sizes, MKL's sort) are stored and returned but have no
/// effect; only options() and the algorithm count. Triangle-counting members throw std::runtime_error.
/// Source  interface: KokkosSparse::SPGEMMHandle of KokkosKernels 4.6 to 5
template <class size_type_, class lno_t_, class scalar_t_, class ExecutionSpace, class TemporaryMemorySpace,
          class PersistentMemorySpace>
class SPGEMMHandle {
 public:
  /// \name Types
  ///@{

  /// \brief As in KokkosSparse::SPGEMMHandle; const only where the name says so.
  using HandleExecSpace = ExecutionSpace;
  using HandleTempMemorySpace = TemporaryMemorySpace;
  using HandlePersistentMemorySpace = PersistentMemorySpace;
  using size_type = std::remove_const_t<size_type_>;
  using const_size_type = const size_type;
  using nnz_lno_t = std::remove_const_t<lno_t_>;
  using const_nnz_lno_t = const nnz_lno_t;
  using nnz_scalar_t = std::remove_const_t<scalar_t_>;
  using const_nnz_scalar_t = const nnz_scalar_t;

  using row_lno_temp_work_view_t = Kokkos::View<size_type*, HandleTempMemorySpace>;
  using row_lno_persistent_work_view_t = Kokkos::View<size_type*, HandlePersistentMemorySpace>;
  using scalar_temp_work_view_t = Kokkos::View<nnz_scalar_t*, HandleTempMemorySpace>;
  using scalar_persistent_work_view_t = Kokkos::View<nnz_scalar_t*, HandlePersistentMemorySpace>;
  using nnz_lno_temp_work_view_t = Kokkos::View<nnz_lno_t*, HandleTempMemorySpace>;
  using nnz_lno_persistent_work_view_t = Kokkos::View<nnz_lno_t*, HandlePersistentMemorySpace>;
  ///@}

  /// \brief Ocean's own state of the product, for its own functions.
  using state_type = Impl::HandleState<ExecutionSpace, size_type, nnz_lno_t, nnz_scalar_t>;

  /// \brief A product with the given algorithm; the table of algorithms is in Ocean_SPGEMMAlgorithm.hpp.
  /// \param input_sorted   stored only: Ocean accepts operands in any order
  /// \param result_sorted  stored only: products through a handle are always sorted
  explicit SPGEMMHandle(SPGEMMAlgorithm algorithm = KokkosSparse::SPGEMM_DEFAULT, bool input_sorted = false,
                        bool result_sorted = true)
      : m_algorithm(algorithm), m_input_sorted(input_sorted), m_result_sorted(result_sorted) {}
  SPGEMMHandle(const SPGEMMHandle&) = delete;
  SPGEMMHandle& operator=(const SPGEMMHandle&) = delete;
  virtual ~SPGEMMHandle() = default;

  /// \brief All options of the product; the symbolic call reads them and applies the algorithm on top.
  SpGEMMOptions& options() { return m_state->options; }
  /// \brief What the last call chose, and its times and memory.
  SpGEMMReport& report() { return m_state->report; }
  /// \brief The state kept between calls.
  const std::shared_ptr<state_type>& state() const { return m_state; }
  /// \name Flags of the constructor
  ///@{

  /// \brief Stored and returned; no effect: operands may always be unsorted, and C is always sorted.
  bool input_sorted() const { return m_input_sorted; }
  bool result_sorted() const { return m_result_sorted; }
  void set_input_sorted(bool sorted) { m_input_sorted = sorted; }
  void set_result_sorted(bool sorted) { m_result_sorted = sorted; }
  ///@}

  /// \brief Entries of C, once the symbolic call has counted them; 0 before.
  size_type get_c_nnz() const { return m_c_nnz; }
  /// \brief Called by the symbolic call.
  void set_c_nnz(size_type nnz) { m_c_nnz = nnz; }
  /// \brief Entries of C's longest row; if they have not been counted yet, counts them and waits for the default
  /// instance.
  template <class RowMapC>
  nnz_lno_t get_max_result_nnz(const RowMapC& row_map_c) {
    if (!m_is_max_known) set_max_result_nnz(Impl::measure_longest_row(ExecutionSpace(), row_map_c));
    return m_max_result_nnz;
  }
  /// \brief For callers who have counted the entries of the longest row.
  template <class Count>
  void set_max_result_nnz(Count nnz) {
    m_max_result_nnz = static_cast<nnz_lno_t>(nnz);
    m_is_max_known = true;
  }
  /// \name Longest row of the compressed product
  ///@{

  /// \brief Stored and returned, in KokkosKernels' spelling; Ocean does not compress.
  nnz_lno_t get_max_compresed_result_nnz() const { return m_max_compressed_result_nnz; }
  void set_max_compresed_result_nnz(nnz_lno_t nnz) { m_max_compressed_result_nnz = nnz; }
  ///@}

  /// \name What has been done
  ///@{

  /// \brief Set by the symbolic and numeric calls, as KokkosKernels sets it.
  bool is_symbolic_called() const { return m_called_symbolic; }
  bool is_numeric_called() const { return m_called_numeric; }
  bool are_rowptrs_computed() const { return m_computed_rowptrs; }
  bool are_rowflops_computed() const { return m_computed_rowflops; }
  bool are_entries_computed() const { return m_computed_entries; }
  void set_call_symbolic(bool call = true) { m_called_symbolic = call; }
  void set_call_numeric(bool call = true) { m_called_numeric = call; }
  void set_computed_rowptrs() { m_computed_rowptrs = true; }
  void set_computed_rowflops() { m_computed_rowflops = true; }
  void set_computed_entries() { m_computed_entries = true; }
  ///@}

  /// \name Algorithm
  ///@{

  /// \brief The algorithm, applied by the next symbolic call on top of options(). The accumulator type has no effect.
  SPGEMMAlgorithm get_algorithm_type() const { return m_algorithm; }
  void set_algorithm_type(const SPGEMMAlgorithm& algorithm) { m_algorithm = algorithm; }
  void choose_default_algorithm() { m_algorithm = KokkosSparse::SPGEMM_DEFAULT; }
  KokkosSparse::SPGEMMAccumulator get_accumulator_type() const { return m_accumulator; }
  void set_accumulator_type(const KokkosSparse::SPGEMMAccumulator& accumulator) { m_accumulator = accumulator; }
  ///@}

  /// \name Settings of KokkosKernels' kernels
  ///@{

  /// \brief Stored and returned; no effect.
  void set_compression(bool compress) { m_compression = compress; }
  bool get_compression() const { return m_compression; }
  void set_compression_steps(bool single_step) { is_compression_single_step = single_step; }
  bool get_compression_step() const { return is_compression_single_step; }
  void set_compression_cut_off(double cut_off) { compression_cut_off = cut_off; }
  double get_compression_cut_off() const { return compression_cut_off; }
  void set_first_level_hash_cut_off(double cut_off) { first_level_hash_cut_off = cut_off; }
  double get_first_level_hash_cut_off() const { return first_level_hash_cut_off; }
  void set_min_hash_size_scale(int scale) { min_hash_size_scale = scale; }
  int get_min_hash_size_scale() const { return min_hash_size_scale; }
  void set_read_write_cost_calc(bool calculate) { m_read_write_cost = calculate; }
  int get_read_write_cost_calc() const { return m_read_write_cost; }
  void set_mkl_sort_option(int option) { m_mkl_sort_option = option; }
  int get_mkl_sort_option() const { return m_mkl_sort_option; }
  void set_multi_color_scale(double scale) { m_multi_color_scale = scale; }
  double get_multi_color_scale() const { return m_multi_color_scale; }
  ///@}

  /// \name Counting triangles
  ///@{

  /// \brief Ocean does not count triangles: the getters return KokkosKernels' defaults, the setters throw
  /// std::runtime_error.
  int get_sort_lower_triangular() const { return 2; }  // the algorithm decides
  bool get_create_lower_triangular() const { return false; }
  template <class... Arguments>
  [[noreturn]] void set_sort_lower_triangular(const Arguments&...) const {
    refuse_triangles("set_sort_lower_triangular");
  }
  template <class... Arguments>
  [[noreturn]] void set_create_lower_triangular(const Arguments&...) const {
    refuse_triangles("set_create_lower_triangular");
  }
  template <class... Arguments>
  [[noreturn]] void set_lower_triangular_permutation(const Arguments&...) const {
    refuse_triangles("set_lower_triangular_permutation");
  }
  template <class... Arguments>
  [[noreturn]] void set_lower_triangular_matrix(const Arguments&...) const {
    refuse_triangles("set_lower_triangular_matrix");
  }
  template <class... Arguments>
  [[noreturn]] void set_min_col_of_row(const Arguments&...) const {
    refuse_triangles("set_min_col_of_row");
  }
  ///@}

  /// \name KokkosKernels' public data
  ///@{

  /// \brief With KokkosKernels' names and defaults; no effect.
  int min_hash_size_scale = 1;
  double compression_cut_off = 0.85;
  double first_level_hash_cut_off = 0.50;
  std::size_t original_max_row_flops = std::numeric_limits<std::size_t>::max();
  std::size_t original_overall_flops = std::numeric_limits<std::size_t>::max();
  row_lno_persistent_work_view_t row_flops;
  std::size_t MaxColDenseAcc = 250001;
  bool mkl_keep_output = true;
  bool mkl_convert_to_1base = true;
  bool is_compression_single_step = false;
  ///@}

 private:
  [[noreturn]] static void refuse_triangles(const char* member) {
    Impl::throw_runtime_error("SPGEMMHandle", member, " is for counting triangles (need KokkosSparse's own handle)");
  }

  std::shared_ptr<state_type> m_state = std::make_shared<state_type>();
  SPGEMMAlgorithm m_algorithm;
  KokkosSparse::SPGEMMAccumulator m_accumulator = KokkosSparse::SPGEMM_ACC_DEFAULT;
  bool m_input_sorted, m_result_sorted;
  size_type m_c_nnz = 0;
  nnz_lno_t m_max_result_nnz = 0, m_max_compressed_result_nnz = 0;
  bool m_is_max_known = false;
  bool m_called_symbolic = false, m_called_numeric = false;
  bool m_computed_rowptrs = false, m_computed_rowflops = false, m_computed_entries = false;
  bool m_compression = true, m_read_write_cost = false;
  int m_mkl_sort_option = 7;
  double m_multi_color_scale = 1.0;
};

}  // namespace Ocean

#endif
