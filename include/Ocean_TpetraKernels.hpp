#ifndef OCEAN_TPETRA_KERNELS_HPP
#define OCEAN_TPETRA_KERNELS_HPP
/// \file
/// \brief Ocean as the local kernel of Tpetra's matrix products, without a change to Tpetra: full specializations of
/// the classes that Tpetra specializes for its own nodes. Needs Tpetra; docs/trilinos.md says how to link.
///
/// One source file of the user includes this header and contains, at global scope,
/// `OCEAN_TPETRA_KERNELS(double, int, int, node)` for every set of types for which Ocean is to compute the products. It
/// instantiates Tpetra::MatrixMatrix and Tpetra::TripleMatrixMultiply again, on top of Ocean. If it is linked before
/// Tpetra's libraries, or preloaded, it replaces their instantiations. libocean_tpetra.so is such a file, compiled.

#include <Ocean_AnyTypes.hpp>
#include <Ocean_KeptTripleProduct.hpp>
#include <Ocean_SpGEMM.hpp>
#include <Ocean_SpGEMMAdd.hpp>
#include <Ocean_SpGEMMIntoGraph.hpp>
#include <Ocean_SpGEMMJacobi.hpp>
#include <TpetraExt_MatrixMatrix_decl.hpp>
#include <TpetraExt_MatrixMatrix_def.hpp>
#include <TpetraExt_TripleMatrixMultiply_decl.hpp>
#include <TpetraExt_TripleMatrixMultiply_def.hpp>
#include <exception>
#include <optional>
#include <string>

#include "ocean/tpetra/into_graph.hpp"

namespace Ocean::Impl {

/// \brief Tpetra's local kernels for one set of types, with the names and arguments with which Tpetra calls them.
template <class SC, class LO, class GO, class NO>
struct TpetraKernels : TpetraIntoGraph<SC, LO, GO, NO> {
  using base_type = TpetraIntoGraph<SC, LO, GO, NO>;
  using base_type::at_rank;
  using base_type::fill;
  using base_type::kept_of;
  using base_type::merged;
  using base_type::multiply;
  using base_type::multiply_again;
  using base_type::renumbered;
  using base_type::rows_of_a;
  using base_type::scaled_rows;
  using base_type::scatter;
  using base_type::without_zeros;
  using typename base_type::entries_type;
  using typename base_type::execution_space;
  using typename base_type::import_pointer;
  using typename base_type::local_type;
  using typename base_type::map_pointer;
  using typename base_type::matrix_type;
  using typename base_type::params_pointer;
  using typename base_type::region_type;
  using typename base_type::rows_type;
  using typename base_type::scalar_type;
  using typename base_type::ScaledRows;
  using typename base_type::struct_type;
  using typename base_type::table_type;
  using typename base_type::Tables;
  using typename base_type::values_type;
  using typename base_type::vector_type;

  // Tpetra's KernelWrappers: C = A B

  static void mult_A_B_newmatrix_kernel_wrapper(struct_type& a, struct_type& b, const table_type& own_row,
                                                const table_type& imported_row, const table_type& own_column,
                                                const table_type& imported_column, matrix_type& c,
                                                import_pointer importer, const std::string& label = {},
                                                const params_pointer& params = Teuchos::null) {
    const local_type local_a = a.origMatrix->getLocalMatrixDevice();
    const local_type local_b = merged(a, b, {own_row, imported_row, own_column, imported_column}, c);
    const local_type local_c = multiply("Ocean::tpetra::product", c, local_a, local_b, tpetra_options(params));
    const region_type region("TpetraExt: MMM: Newmatrix ESCC");
    complete(c, local_c, b.origMatrix->getDomainMap(), a.origMatrix->getRangeMap(), importer, label, params);
  }

  static void mult_A_B_reuse_kernel_wrapper(struct_type& a, struct_type& b, const table_type& own_row,
                                            const table_type& imported_row, const table_type& own_column,
                                            const table_type& imported_column, matrix_type& c, import_pointer,
                                            const std::string& = {}, const params_pointer& params = Teuchos::null) {
    const local_type local_b = merged(a, b, {own_row, imported_row, own_column, imported_column}, c);
    fill("Ocean::tpetra::product_into_graph", a.origMatrix->getLocalMatrixDevice(), local_b, c,
         keeping_options(params));
    const region_type region("TpetraExt: MMM: Reuse ESFC");
    c.fillComplete(c.getDomainMap(), c.getRangeMap());
  }

  // Tpetra's KernelWrappers2: C = (I - omega D^-1 A) B, where I B is B's own rows

  static void jacobi_A_B_newmatrix_kernel_wrapper(SC omega, const vector_type& dinv, struct_type& a, struct_type& b,
                                                  const table_type& own_row, const table_type& imported_row,
                                                  const table_type& own_column, const table_type& imported_column,
                                                  matrix_type& c, import_pointer importer,
                                                  const std::string& label = {},
                                                  const params_pointer& params = Teuchos::null) {
    const Tables tables{own_row, imported_row, own_column, imported_column};
    const local_type local_b = merged(a, b, tables, c);
    const local_type local_c = jacobi(scalar_type(omega), dinv, a, b, local_b, tables, c, tpetra_options(params));
    const region_type region("TpetraExt: Jacobi: Newmatrix ESFC");
    complete(c, local_c, b.origMatrix->getDomainMap(), a.origMatrix->getRangeMap(), importer, label, params);
  }

  static void jacobi_A_B_reuse_kernel_wrapper(SC omega, const vector_type& dinv, struct_type& a, struct_type& b,
                                              const table_type& own_row, const table_type& imported_row,
                                              const table_type& own_column, const table_type& imported_column,
                                              matrix_type& c, import_pointer, const std::string& = {},
                                              const params_pointer& params = Teuchos::null) {
    const Tables tables{own_row, imported_row, own_column, imported_column};
    const local_type local_a = a.origMatrix->getLocalMatrixDevice(), local_b = merged(a, b, tables, c);
    const ScaledRows rows = scaled_rows(local_a, scalar_type(omega), dinv, own_row);
    if (rows.have_diagonal)
      fill("Ocean::tpetra::jacobi_into_graph", local_a, local_b, c, keeping_options(params), rows);
    else
      scatter(jacobi(scalar_type(omega), dinv, a, b, local_b, tables, c, tpetra_options()), c);
    const region_type region("TpetraExt: Jacobi: Reuse ESFC");
    c.fillComplete(c.getDomainMap(), c.getRangeMap());
  }

  // Tpetra's KernelWrappers3: C = R A P and C = P^T A P

  static void mult_R_A_P_newmatrix_kernel_wrapper(struct_type& r, struct_type& a, struct_type& p,
                                                  const table_type& own_row, const table_type& imported_row,
                                                  const table_type& own_column, const table_type& imported_column,
                                                  matrix_type& c, import_pointer importer,
                                                  const std::string& label = {},
                                                  const params_pointer& params = Teuchos::null) {
    const local_type local_p = merged(a, p, {own_row, imported_row, own_column, imported_column}, c);
    const local_type local_c = triple(rows_of_a(r, a), false, a, local_p, *p.origMatrix, c, params);
    complete(c, local_c, p.origMatrix->getDomainMap(), r.origMatrix->getRangeMap(), importer, label, params);
  }

  static void mult_R_A_P_reuse_kernel_wrapper(struct_type& r, struct_type& a, struct_type& p, const table_type& own_row,
                                              const table_type& imported_row, const table_type& own_column,
                                              const table_type& imported_column, matrix_type& c, import_pointer,
                                              const std::string& = {}, const params_pointer& params = Teuchos::null) {
    const local_type local_a = a.origMatrix->getLocalMatrixDevice(), local_r = rows_of_a(r, a);
    const local_type local_p = merged(a, p, {own_row, imported_row, own_column, imported_column}, c);
    const SpGEMMOptions options = keeping_options(params);
    const auto fill_with = [&](const local_type& ap) {
      fill("Ocean::tpetra::triple_product_into_graph", local_r, ap, c, options);
    };
    const auto has_filled = [&] {
      try {
        if (!multiply_again(local_a, local_p, c, options)) return false;
        fill_with(*kept_of(c).ap);
        return true;
      } catch (const std::exception&) {  // entries of A P from the call before that this one does not have
        return false;
      }
    };
    if (!has_filled()) {
      const local_type ap = multiply("Ocean::tpetra::triple_product_ap", c, local_a, local_p, tpetra_options());
      fill_with(ap);
      kept_of(c).ap = options.reuse ? std::optional<local_type>(ap) : std::nullopt;
    }
    c.fillComplete(c.getDomainMap(), c.getRangeMap());
  }

  static void mult_PT_A_P_newmatrix_kernel_wrapper(struct_type& a, struct_type& p, const table_type& own_row,
                                                   const table_type& imported_row, const table_type& own_column,
                                                   const table_type& imported_column, matrix_type& c,
                                                   import_pointer importer, const std::string& label = {},
                                                   const params_pointer& params = Teuchos::null) {
    const local_type local_p = merged(a, p, {own_row, imported_row, own_column, imported_column}, c);
    const local_type local_c = triple(p.origMatrix->getLocalMatrixDevice(), true, a, local_p, *p.origMatrix, c, params);
    const map_pointer domain = p.origMatrix->getDomainMap();
    complete(c, local_c, domain, domain, importer, label, params);
  }

  static void mult_PT_A_P_reuse_kernel_wrapper(struct_type& a, struct_type& p, const table_type& own_row,
                                               const table_type& imported_row, const table_type& own_column,
                                               const table_type& imported_column, matrix_type& c,
                                               import_pointer importer, const std::string& label = {},
                                               const params_pointer& params = Teuchos::null) {
    struct_type r;
    const Teuchos::RCP<Teuchos::ParameterList> list = Teuchos::rcp(new Teuchos::ParameterList);
    r.origMatrix = Tpetra::RowMatrixTransposer<SC, LO, GO, NO>(p.origMatrix).createTransposeLocal(list);
    r.colMap = r.origMatrix->getColMap();
    mult_R_A_P_reuse_kernel_wrapper(r, a, p, own_row, imported_row, own_column, imported_column, c, importer, label,
                                    params);
  }

  // The parts; public, because nvcc requires this of functions that contain a kernel

  /// \brief (I - omega D^-1 A) B as a new matrix.
  static local_type jacobi(const scalar_type& omega, const vector_type& dinv, const struct_type& a,
                           const struct_type& b, const local_type& local_b, const Tables& tables, const matrix_type& c,
                           const SpGEMMOptions& options) {
    const region_type region("Ocean::tpetra::jacobi");
    const local_type local_a = without_zeros(a.origMatrix->getLocalMatrixDevice(), &local_b, true);
    return at_rank(c, {{"A", local_a}, {"B", local_b}}, [&] {
      if (has_diagonal(local_a, tables.own_row))
        return Ocean::spgemm_jacobi<local_type>(execution_space(), local_a, local_b, omega,
                                                dinv.getLocalViewDevice(Tpetra::Access::ReadOnly), options);
      const local_type own = b.origMatrix->getLocalMatrixDevice();
      require(own.numRows() == local_a.numRows(), "tpetra", "Jacobi with ", local_a.numRows(), " rows of A and ",
              own.numRows(), " rows of B (need the same row maps)");
      const local_type own_in_c = renumbered(own, tables.own_column, local_b.numCols() - 1);
      return Ocean::spgemm_add<local_type>(execution_space(), scalar_type(1), scaled(local_a, omega, dinv), local_b,
                                           scalar_type(1), own_in_c, options);
    });
  }

  /// \brief Whether every row has an entry in the column with its own number, its diagonal: Ocean's Jacobi adds the 1
  /// there.
  static bool has_diagonal(const local_type& a, const table_type& own_row) {
    LO num_without = 0;
    Kokkos::parallel_reduce(
        "Ocean::tpetra::find_diagonal", rows_type(0, a.numRows()),
        KOKKOS_LAMBDA(const LO row, LO& without) {
          auto entry = a.graph.row_map(row);
          const auto end = a.graph.row_map(row + 1);
          while (entry < end && a.graph.entries(entry) != row) ++entry;
          without += entry == end || own_row(row) != row;
        },
        num_without);
    return num_without == 0;
  }

  /// \brief -omega D^-1 A with A's graph.
  static local_type scaled(const local_type& a, const scalar_type& omega, const vector_type& dinv) {
    const values_type values(Kokkos::view_alloc(Kokkos::WithoutInitializing, "Ocean::tpetra::scaled"), a.nnz());
    const auto inverse = dinv.getLocalViewDevice(Tpetra::Access::ReadOnly);
    Kokkos::parallel_for(
        "Ocean::tpetra::scale_rows", rows_type(0, a.numRows()), KOKKOS_LAMBDA(const LO row) {
          const scalar_type factor = -omega * inverse(row, 0);
          for (auto entry = a.graph.row_map(row); entry < a.graph.row_map(row + 1); ++entry)
            values(entry) = factor * a.values(entry);
        });
    return local_type("scaled", a.numRows(), a.numCols(), a.nnz(), values, a.graph.row_map, a.graph.entries);
  }

  /// \brief op(R) A P as a new matrix. MueLu asks for one even where it keeps P and only the values of A have changed.
  /// \param p       rows of P of other ranks included
  /// \param keeper  P itself, with whose graph lies what later calls use
  static local_type triple(const local_type& r, bool transpose_r, const struct_type& a, const local_type& p,
                           const matrix_type& keeper, const matrix_type& c, const params_pointer& params) {
    const region_type region("Ocean::tpetra::triple_product");
    const local_type local_a = a.origMatrix->getLocalMatrixDevice();
    SpGEMMOptions options = tpetra_options(params);
    options.reuse = keeping_options(params).reuse;
    return at_rank(c, {{"R", r}, {"A", local_a}, {"P", p}}, [&] {
      auto& kept = base_type::template kept_with<KeptTripleProduct<local_type>>(keeper, "Ocean::tpetra::kept_triple");
      return kept.multiply(execution_space(), without_zeros(r, nullptr), transpose_r, without_zeros(local_a, &p), p,
                           options);
    });
  }

  /// \brief Gives \p local to C, whose column map and importer are known; only global constants need communication.
  static void complete(matrix_type& c, const local_type& local, const map_pointer& domain, const map_pointer& range,
                       const import_pointer& importer, const std::string& label, const params_pointer& params) {
    // Tpetra compares the numbers of copies on device and host
    if constexpr (!is_host_space_v<execution_space>) {
      forget_array_of_c(local.graph.row_map);
      forget_array_of_c(local.graph.entries);
      forget_array_of_c(local.values);
    }
    c.setAllValues(local.graph.row_map, local.graph.entries, local.values);
    const Teuchos::RCP<Teuchos::ParameterList> list = Teuchos::rcp(new Teuchos::ParameterList);
    list->set("Timer Label", label);
    if (!params.is_null()) list->set("compute global constants", params->get("compute global constants", true));
    c.expertStaticFillComplete(domain, range, importer, Teuchos::null, list);
  }
};

}  // namespace Ocean::Impl

/// Runs Tpetra's products of these types on Ocean; the last argument may contain commas. At global scope, once per
/// program.
#define OCEAN_TPETRA_KERNELS(SC, LO, GO, ...)                                                                        \
  namespace Tpetra::MMdetails {                                                                                      \
  template <>                                                                                                        \
  struct KernelWrappers<SC, LO, GO, __VA_ARGS__, ::Ocean::Impl::TpetraKernels<SC, LO, GO, __VA_ARGS__>::table_type>  \
      : ::Ocean::Impl::TpetraKernels<SC, LO, GO, __VA_ARGS__> {};                                                    \
  template <>                                                                                                        \
  struct KernelWrappers2<SC, LO, GO, __VA_ARGS__, ::Ocean::Impl::TpetraKernels<SC, LO, GO, __VA_ARGS__>::table_type> \
      : ::Ocean::Impl::TpetraKernels<SC, LO, GO, __VA_ARGS__> {};                                                    \
  template <>                                                                                                        \
  struct KernelWrappers3<SC, LO, GO, __VA_ARGS__, ::Ocean::Impl::TpetraKernels<SC, LO, GO, __VA_ARGS__>::table_type> \
      : ::Ocean::Impl::TpetraKernels<SC, LO, GO, __VA_ARGS__> {};                                                    \
  }                                                                                                                  \
  namespace Tpetra {                                                                                                 \
  TPETRA_MATRIXMATRIX_INSTANT(SC, LO, GO, __VA_ARGS__)                                                               \
  TPETRA_TRIPLEMATRIXMULTIPLY_INSTANT(SC, LO, GO, __VA_ARGS__)                                                       \
  }

#endif
