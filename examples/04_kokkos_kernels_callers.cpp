/// \file
/// \brief Example 4: the call patterns of KokkosKernels' users, verbatim except for the include and the namespace.
///
/// Tpetra's product and Jacobi step through views and a handle of const types, PETSc's product and reuse through
/// matrices, a default handle through matrices; each on the second difference [-1 2 -1], whose square is [1 -4 6 -4 1].

#include <KokkosSparse_CrsMatrix.hpp>
#include <Ocean_KokkosKernelsShim.hpp>
#include <cstdio>
#include <string>
#include <vector>

using execution_space = Kokkos::DefaultExecutionSpace;
using memory_space = execution_space::memory_space;
using device_t = Kokkos::Device<execution_space, memory_space>;
using matrix_type = KokkosSparse::CrsMatrix<double, int, device_t, void, std::size_t>;
using graph_t = matrix_type::StaticCrsGraphType;
using lno_view_t = graph_t::row_map_type::non_const_type;
using lno_nnz_view_t = graph_t::entries_type::non_const_type;
using scalar_view_t = matrix_type::values_type::non_const_type;

/// \brief Row i holds -1, 2, -1 around the diagonal.
struct FillSecondDifference {
  lno_view_t row_map;
  lno_nnz_view_t entries;
  scalar_view_t values;
  int size;
  double scale;

  KOKKOS_FUNCTION void operator()(int row) const {
    std::size_t entry = row == 0 ? 0 : static_cast<std::size_t>(3 * row - 1);
    for (int column = row > 0 ? row - 1 : 0; column <= row + 1 && column < size; ++column, ++entry) {
      entries(entry) = column;
      values(entry) = column == row ? 2 * scale : -scale;
    }
    row_map(row + 1) = entry;
  }
};

matrix_type second_difference(int size, double scale) {
  const auto nnz = static_cast<std::size_t>(3 * size - 2);
  const FillSecondDifference fill{lno_view_t("row_map", static_cast<std::size_t>(size) + 1),
                                  lno_nnz_view_t("entries", nnz), scalar_view_t("values", nnz), size, scale};
  Kokkos::parallel_for("fill_second_difference", Kokkos::RangePolicy<execution_space>(0, size), fill);
  return matrix_type("A", size, size, nnz, fill.values, fill.row_map, fill.entries);
}

/// \brief Whether row \p row of C, whose diagonal is in the middle, is \p expected.
bool has_row(const char* name, const lno_view_t::const_type& row_map, const lno_nnz_view_t& entries,
             const scalar_view_t& values, int row, const std::vector<double>& expected) {
  const auto offsets = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), row_map);
  const auto columns = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), entries);
  const auto numbers = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), values);
  const std::size_t begin = offsets(row);
  bool same = offsets(row + 1) - begin == expected.size();
  for (std::size_t entry = 0; same && entry < expected.size(); ++entry)
    same = columns(begin + entry) == row - static_cast<int>(expected.size() / 2) + static_cast<int>(entry) &&
           numbers(begin + entry) == expected[entry];
  std::printf("%-28s %s\n", name, same ? "as expected" : "WRONG");
  return same;
}

/// \brief TpetraExt_MatrixMatrix_Cuda.hpp, mult_A_B_newmatrix_kernel_wrapper().
bool tpetra_product(const matrix_type& Amat, const matrix_type& Bmerged) {
  typedef KokkosKernels::Experimental::KokkosKernelsHandle<
      typename lno_view_t::const_value_type, typename lno_nnz_view_t::const_value_type,
      typename scalar_view_t::const_value_type, typename device_t::execution_space, typename device_t::memory_space,
      typename device_t::memory_space>
      KernelHandle;
  std::string myalg("SPGEMM_KK_MEMORY");
  KokkosSparse::SPGEMMAlgorithm alg_enum = Ocean::StringToSPGEMMAlgorithm(myalg);
  int team_work_size = 16;
  typename KernelHandle::nnz_lno_t AnumRows = Amat.numRows();
  typename KernelHandle::nnz_lno_t BnumRows = Bmerged.numRows();
  typename KernelHandle::nnz_lno_t BnumCols = Bmerged.numCols();
  lno_view_t row_mapC(Kokkos::ViewAllocateWithoutInitializing("non_const_lno_row"), AnumRows + 1);
  lno_nnz_view_t entriesC;
  scalar_view_t valuesC;
  KernelHandle kh;
  kh.create_spgemm_handle(alg_enum);
  kh.set_team_work_size(team_work_size);
  Ocean::spgemm_symbolic(&kh, AnumRows, BnumRows, BnumCols, Amat.graph.row_map, Amat.graph.entries, false,
                         Bmerged.graph.row_map, Bmerged.graph.entries, false, row_mapC);
  size_t c_nnz_size = kh.get_spgemm_handle()->get_c_nnz();
  if (c_nnz_size) {
    entriesC = lno_nnz_view_t(Kokkos::ViewAllocateWithoutInitializing("entriesC"), c_nnz_size);
    valuesC = scalar_view_t(Kokkos::ViewAllocateWithoutInitializing("valuesC"), c_nnz_size);
  }
  Ocean::spgemm_numeric(&kh, AnumRows, BnumRows, BnumCols, Amat.graph.row_map, Amat.graph.entries, Amat.values, false,
                        Bmerged.graph.row_map, Bmerged.graph.entries, Bmerged.values, false, row_mapC, entriesC,
                        valuesC);
  kh.destroy_spgemm_handle();
  return has_row("Tpetra, product", row_mapC, entriesC, valuesC, 5, {1, -4, 6, -4, 1});
}

/// \brief The same file, jacobi_A_B_newmatrix_KokkosKernels(), with Ocean's own handle.
bool tpetra_jacobi(const matrix_type& Amat, const matrix_type& Bmerged) {
  using handle_t =
      typename Ocean::KernelHandle<typename lno_view_t::const_value_type, typename lno_nnz_view_t::const_value_type,
                                   typename scalar_view_t::const_value_type, typename device_t::execution_space,
                                   typename device_t::memory_space, typename device_t::memory_space>;
  typename handle_t::nnz_lno_t AnumRows = Amat.numRows();
  typename handle_t::nnz_lno_t BnumRows = Bmerged.numRows();
  typename handle_t::nnz_lno_t BnumCols = Bmerged.numCols();
  const double omega = 0.5;
  const Kokkos::View<double**, Kokkos::LayoutLeft, device_t> Dinv("Dinv", AnumRows, 1);
  Kokkos::deep_copy(Dinv, 0.5);
  lno_view_t row_mapC(Kokkos::ViewAllocateWithoutInitializing("row_mapC"), AnumRows + 1);
  handle_t kh;
  kh.create_spgemm_handle(std::string("SPGEMM_DEFAULT"));
  kh.set_team_work_size(16);
  Ocean::spgemm_symbolic(&kh, AnumRows, BnumRows, BnumCols, Amat.graph.row_map, Amat.graph.entries, false,
                         Bmerged.graph.row_map, Bmerged.graph.entries, false, row_mapC);
  size_t c_nnz_size = kh.get_spgemm_handle()->get_c_nnz();
  lno_nnz_view_t entriesC(Kokkos::ViewAllocateWithoutInitializing("entriesC"), c_nnz_size);
  scalar_view_t valuesC(Kokkos::ViewAllocateWithoutInitializing("valuesC"), c_nnz_size);
  Ocean::Experimental::spgemm_jacobi(&kh, AnumRows, BnumRows, BnumCols, Amat.graph.row_map, Amat.graph.entries,
                                     Amat.values, false, Bmerged.graph.row_map, Bmerged.graph.entries, Bmerged.values,
                                     false, row_mapC, entriesC, valuesC, omega, Dinv);
  kh.destroy_spgemm_handle();
  return has_row("Tpetra, Jacobi", row_mapC, entriesC, valuesC, 5, {-0.25, 0, 0.5, 0, -0.25});
}

/// \brief aijkok.kokkos.cxx: the symbolic product with its columns, then numeric products whenever the values change.
bool petsc_product(const matrix_type& csrmatA, const matrix_type& csrmatB, const matrix_type& newA) {
  using KernelHandle = KokkosKernels::Experimental::KokkosKernelsHandle<std::size_t, int, double, execution_space,
                                                                        memory_space, memory_space>;
  struct {
    KernelHandle kh;
  } product_data, *pdata = &product_data;
  matrix_type csrmatC;
  pdata->kh.create_spgemm_handle(KokkosSparse::SPGEMMAlgorithm::SPGEMM_DEFAULT);
  Ocean::spgemm_symbolic(pdata->kh, csrmatA, false, csrmatB, false, csrmatC);
  Ocean::spgemm_numeric(pdata->kh, csrmatA, false, csrmatB, false, csrmatC);
  bool correct = has_row("PETSc, first product", csrmatC.graph.row_map, csrmatC.graph.entries, csrmatC.values, 5,
                         {1, -4, 6, -4, 1});
  Kokkos::deep_copy(csrmatA.values, newA.values);  // MAT_REUSE_MATRIX
  Ocean::spgemm_numeric(pdata->kh, csrmatA, false, csrmatB, false, csrmatC);
  correct =
      has_row("PETSc, reuse", csrmatC.graph.row_map, csrmatC.graph.entries, csrmatC.values, 5, {3, -12, 18, -12, 3}) &&
      correct;
  matrix_type columns;  // in place of the "fake numeric", and with the transpose that PETSc forms by itself
  pdata->kh.create_spgemm_handle();
  Ocean::spgemm_symbolic(pdata->kh, csrmatA, true, csrmatB, false, columns, true);
  return columns.nnz() == csrmatC.nnz() && correct;
}

/// \brief Codes that keep one handle per product, with the default algorithm.
bool default_handle_product(const matrix_type& A) {
  KokkosKernels::Experimental::KokkosKernelsHandle<std::size_t, int, double, execution_space, memory_space,
                                                   memory_space>
      kh;
  kh.set_team_work_size(16);
  kh.set_dynamic_scheduling(true);
  kh.create_spgemm_handle(KokkosSparse::SPGEMM_KK_DENSE);
  matrix_type C;
  Ocean::spgemm_symbolic(kh, A, false, A, false, C);
  Ocean::spgemm_numeric(kh, A, false, A, false, C);
  kh.destroy_spgemm_handle();
  const matrix_type D = Ocean::spgemm<matrix_type>(A, false, A, false);
  return has_row("a handle for dense rows", C.graph.row_map, C.graph.entries, C.values, 7, {1, -4, 6, -4, 1}) &&
         has_row("no handle", D.graph.row_map, D.graph.entries, D.values, 7, {1, -4, 6, -4, 1});
}

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const int size = 1000;
  const matrix_type A = second_difference(size, 1.0);
  bool correct = tpetra_product(A, A);
  correct = tpetra_jacobi(A, A) && correct;
  correct = default_handle_product(A) && correct;
  correct = petsc_product(second_difference(size, 1.0), A, second_difference(size, 3.0)) && correct;
  return correct ? 0 : 1;
}
