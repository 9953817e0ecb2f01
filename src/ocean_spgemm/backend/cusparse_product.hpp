#ifndef OCEAN_PROGRAM_CUSPARSE_PRODUCT_HPP
#define OCEAN_PROGRAM_CUSPARSE_PRODUCT_HPP
/// \file
/// \brief C = A B by cuSPARSE's generic interface, real or complex FP64 with 32-bit columns and offsets. Needs no
/// Kokkos.

#include <cuda_runtime.h>
#include <cusparse.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace Ocean::Program {

/// \brief CSR in device memory; a complex Scalar is a real part and an imaginary part behind it.
template <class Scalar>
struct CusparseOperand {
  std::int64_t num_rows, num_cols, nnz;
  const int* row_map;
  const int* entries;
  const Scalar* values;
};

/// \brief Who owns C's arrays; each call makes a new one of \p count elements.
template <class Scalar>
class CusparseResult {
 public:
  virtual ~CusparseResult() = default;
  virtual int* make_row_map(std::size_t count) = 0;
  virtual int* make_entries(std::size_t count) = 0;
  virtual Scalar* make_values(std::size_t count) = 0;
};

inline void require(cusparseStatus_t status, const char* call) {
  if (status != CUSPARSE_STATUS_SUCCESS)
    throw std::runtime_error(std::string("Ocean::program: ") + call + ": " + cusparseGetErrorString(status));
}
inline void require(cudaError_t status, const char* call) {
  if (status != cudaSuccess)
    throw std::runtime_error(std::string("Ocean::program: ") + call + ": " + cudaGetErrorString(status));
}

/// \brief Device memory for a phase of cuSPARSE.
class CusparseBuffer {
 public:
  CusparseBuffer() = default;
  CusparseBuffer(const CusparseBuffer&) = delete;
  CusparseBuffer& operator=(const CusparseBuffer&) = delete;
  ~CusparseBuffer() { release(); }
  /// cuSPARSE asks for the size with a null pointer first, then for the same call with memory.
  template <class Call>
  void run(const char* name, const Call& call) {
    std::size_t bytes = 0;
    require(call(&bytes, nullptr), name);
    release();
    require(cudaMalloc(&m_data, bytes > 0 ? bytes : 1), "cudaMalloc");  // null would ask for the size again
    require(call(&bytes, m_data), name);
  }
  void release() {
    cudaFree(m_data);
    m_data = nullptr;
  }

 private:
  void* m_data = nullptr;
};

/// \brief One pair of operands with its handle.
template <class Scalar>
class CusparseProduct {
 public:
  using operand_type = CusparseOperand<Scalar>;
  using result_type = CusparseResult<Scalar>;

  CusparseProduct(const operand_type& a, const operand_type& b) : m_a_size(a), m_b_size(b) {
    require(cusparseCreate(&m_handle), "cusparseCreate");
    m_a = describe(a);
    m_b = describe(b);
  }
  CusparseProduct(const CusparseProduct&) = delete;
  CusparseProduct& operator=(const CusparseProduct&) = delete;
  ~CusparseProduct() {
    drop_c();
    cusparseDestroySpMat(m_a);
    cusparseDestroySpMat(m_b);
    cusparseDestroy(m_handle);
  }

  /// \brief A whole product with CUSPARSE_SPGEMM_ALG1, 2 or 3. \throws std::runtime_error
  void multiply(int algorithm, result_type& result) {
    constexpr cusparseSpGEMMAlg_t algorithms[] = {CUSPARSE_SPGEMM_ALG1, CUSPARSE_SPGEMM_ALG2, CUSPARSE_SPGEMM_ALG3};
    constexpr float chunk_fraction = 0.2F;  // cuSPARSE's samples take this
    const cusparseSpGEMMAlg_t alg = algorithms[algorithm - 1];
    begin_c(result);
    CusparseBuffer work, estimate, compute;
    work.run("cusparseSpGEMM_workEstimation", [&](std::size_t* bytes, void* buffer) {
      return cusparseSpGEMM_workEstimation(m_handle, none, none, one, m_a, m_b, zero, m_c, type, alg, m_product, bytes,
                                           buffer);
    });
    if (alg == CUSPARSE_SPGEMM_ALG1) {
      compute.run("cusparseSpGEMM_compute", [&](std::size_t* bytes, void* buffer) {
        return cusparseSpGEMM_compute(m_handle, none, none, one, m_a, m_b, zero, m_c, type, alg, m_product, bytes,
                                      buffer);
      });
    } else {
      std::size_t compute_bytes = 0;
      estimate.run("cusparseSpGEMM_estimateMemory", [&](std::size_t* bytes, void* buffer) {
        return cusparseSpGEMM_estimateMemory(m_handle, none, none, one, m_a, m_b, zero, m_c, type, alg, m_product,
                                             chunk_fraction, bytes, buffer,
                                             buffer == nullptr ? nullptr : &compute_bytes);
      });
      estimate.release();
      compute.run("cusparseSpGEMM_compute", [&](std::size_t* bytes, void* buffer) {
        *bytes = compute_bytes;
        if (buffer == nullptr) return CUSPARSE_STATUS_SUCCESS;
        return cusparseSpGEMM_compute(m_handle, none, none, one, m_a, m_b, zero, m_c, type, alg, m_product, bytes,
                                      buffer);
      });
    }
    take_arrays(result);
    require(cusparseSpGEMM_copy(m_handle, none, none, one, m_a, m_b, zero, m_c, type, alg, m_product),
            "cusparseSpGEMM_copy");
  }

  /// \brief The phases of the reuse interface before the numeric one, which compute_again() repeats.
  void prepare_reuse(result_type& result) {
    begin_c(result);
    CusparseBuffer work;
    work.run("cusparseSpGEMMreuse_workEstimation", [&](std::size_t* bytes, void* buffer) {
      return cusparseSpGEMMreuse_workEstimation(m_handle, none, none, m_a, m_b, m_c, reuse_alg, m_product, bytes,
                                                buffer);
    });
    // Three buffers: one for this phase, one kept for copy, one kept for every compute.
    CusparseBuffer nonzeros;
    std::size_t bytes[3] = {};
    void* kept[3] = {};
    const auto count = [&] {
      require(cusparseSpGEMMreuse_nnz(m_handle, none, none, m_a, m_b, m_c, reuse_alg, m_product, &bytes[0], kept[0],
                                      &bytes[1], kept[1], &bytes[2], kept[2]),
              "cusparseSpGEMMreuse_nnz");
    };
    count();
    const auto take = [&](CusparseBuffer& buffer, int k) {
      buffer.run("cudaMalloc", [&](std::size_t* size, void* data) {
        *size = bytes[k];
        kept[k] = data;
        return CUSPARSE_STATUS_SUCCESS;
      });
    };
    take(nonzeros, 0);
    take(m_copy_buffer, 1);
    take(m_compute_buffer, 2);
    count();
    take_arrays(result);
    m_values_buffer.run("cusparseSpGEMMreuse_copy", [&](std::size_t* size, void* buffer) {
      return cusparseSpGEMMreuse_copy(m_handle, none, none, m_a, m_b, m_c, reuse_alg, m_product, size, buffer);
    });
  }

  void compute_again() {
    require(cusparseSpGEMMreuse_compute(m_handle, none, none, one, m_a, m_b, zero, m_c, type, reuse_alg, m_product),
            "cusparseSpGEMMreuse_compute");
  }

 private:
  static constexpr cusparseOperation_t none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  static constexpr cusparseSpGEMMAlg_t reuse_alg = CUSPARSE_SPGEMM_DEFAULT;
  static_assert(std::is_same_v<Scalar, double> || sizeof(Scalar) == 2 * sizeof(double));
  static constexpr cudaDataType type = std::is_same_v<Scalar, double> ? CUDA_R_64F : CUDA_C_64F;
  static constexpr double one[2] = {1.0, 0.0}, zero[2] = {0.0, 0.0};  // complex numbers, of which reals are the front

  static cusparseSpMatDescr_t describe(const operand_type& matrix) {
    cusparseSpMatDescr_t descriptor = nullptr;
    require(
        cusparseCreateCsr(&descriptor, matrix.num_rows, matrix.num_cols, matrix.nnz, const_cast<int*>(matrix.row_map),
                          const_cast<int*>(matrix.entries), const_cast<Scalar*>(matrix.values), CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type),
        "cusparseCreateCsr");
    return descriptor;
  }
  /// C with its row map alone.
  void begin_c(result_type& result) {
    drop_c();
    m_row_map = result.make_row_map(static_cast<std::size_t>(m_a_size.num_rows) + 1);
    m_c = describe({m_a_size.num_rows, m_b_size.num_cols, 0, m_row_map, nullptr, nullptr});
    require(cusparseSpGEMM_createDescr(&m_product), "cusparseSpGEMM_createDescr");
  }
  /// Columns and values, once cuSPARSE knows how many.
  void take_arrays(result_type& result) {
    std::int64_t rows = 0, columns = 0, nnz = 0;
    require(cusparseSpMatGetSize(m_c, &rows, &columns, &nnz), "cusparseSpMatGetSize");
    const auto count = static_cast<std::size_t>(nnz);
    int* const entries = result.make_entries(count);
    require(cusparseCsrSetPointers(m_c, m_row_map, entries, result.make_values(count)), "cusparseCsrSetPointers");
  }
  void drop_c() {
    if (m_product != nullptr) cusparseSpGEMM_destroyDescr(m_product);
    if (m_c != nullptr) cusparseDestroySpMat(m_c);
    m_product = nullptr;
    m_c = nullptr;
  }

  operand_type m_a_size, m_b_size;
  cusparseHandle_t m_handle = nullptr;
  cusparseSpMatDescr_t m_a = nullptr, m_b = nullptr, m_c = nullptr;
  cusparseSpGEMMDescr_t m_product = nullptr;
  int* m_row_map = nullptr;
  CusparseBuffer m_copy_buffer, m_compute_buffer, m_values_buffer;
};

}  // namespace Ocean::Program

#endif
