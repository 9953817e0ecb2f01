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
#include <Ocean_SpGEMM.hpp>
#include <Ocean_SpGEMMAdd.hpp>
#include <Ocean_SpGEMMIntoGraph.hpp>
#include <Ocean_SpGEMMJacobi.hpp>
#include <Ocean_TripleProduct.hpp>
#include <TpetraExt_MatrixMatrix_decl.hpp>
#include <TpetraExt_MatrixMatrix_def.hpp>
#include <TpetraExt_TripleMatrixMultiply_decl.hpp>
#include <TpetraExt_TripleMatrixMultiply_def.hpp>
#include <stdexcept>
#include <string>

#include "ocean/core/binary_search.hpp"
#include "ocean/tpetra/operands.hpp"

namespace Ocean::Impl {

/// \brief The options of every product that Tpetra requests; they are set nowhere else. Zeros of A and R, which create
/// no entries of C in Tpetra's kernels, are removed before, by without_zeros().
/// \param params  Tpetra's parameters; "sort entries" (true by default): sort the rows of C
inline SpGEMMOptions tpetra_options(const Teuchos::RCP<Teuchos::ParameterList>& params = Teuchos::null) {
  SpGEMMOptions options;
  options.reuse = false;                            // Tpetra keeps nothing between its calls
  options.missing_entries = MissingEntries::error;  // as Tpetra's kernels, where C's graph is given
  options.sorted_output = params.is_null() || params->get("sort entries", true);
  return options;
}

/// \brief Tpetra's local kernels for one set of types, with the names and arguments with which Tpetra calls them.
template <class SC, class LO, class GO, class NO>
struct TpetraKernels : TpetraOperands<SC, LO, GO, NO> {
  using base_type = TpetraOperands<SC, LO, GO, NO>;
  using base_type::at_rank;
  using base_type::merged;
  using base_type::renumbered;
  using base_type::rows_of_a;
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
  using typename base_type::struct_type;
  using typename base_type::table_type;
  using typename base_type::Tables;
  using typename base_type::values_type;
  using typename base_type::vector_type;

  using counts_type = Kokkos::View<count_type*, typename values_type::device_type>;
  /// \brief How to turn the rows of A into those of I - omega D^-1 A, as JacobiRows; if empty, A is used as it is.
  struct ScaledRows {
    values_type factor;
    counts_type diagonal;
    bool have_diagonal = false;  ///< every row has an entry in the column with its own number, its diagonal
  };

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
                                            const std::string& = {}, const params_pointer& = Teuchos::null) {
    const local_type local_b = merged(a, b, {own_row, imported_row, own_column, imported_column}, c);
    fill("Ocean::tpetra::product_into_graph", a.origMatrix->getLocalMatrixDevice(), local_b, c);
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
                                              const params_pointer& = Teuchos::null) {
    const Tables tables{own_row, imported_row, own_column, imported_column};
    const local_type local_a = a.origMatrix->getLocalMatrixDevice(), local_b = merged(a, b, tables, c);
    const ScaledRows rows = scaled_rows(local_a, scalar_type(omega), dinv, own_row);
    if (rows.have_diagonal)
      fill("Ocean::tpetra::jacobi_into_graph", local_a, local_b, c, rows);
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
    const local_type local_c = triple(rows_of_a(r, a), false, a, local_p, c, params);
    complete(c, local_c, p.origMatrix->getDomainMap(), r.origMatrix->getRangeMap(), importer, label, params);
  }

  static void mult_R_A_P_reuse_kernel_wrapper(struct_type& r, struct_type& a, struct_type& p, const table_type& own_row,
                                              const table_type& imported_row, const table_type& own_column,
                                              const table_type& imported_column, matrix_type& c, import_pointer,
                                              const std::string& = {}, const params_pointer& = Teuchos::null) {
    const local_type local_a = a.origMatrix->getLocalMatrixDevice();
    const local_type local_p = merged(a, p, {own_row, imported_row, own_column, imported_column}, c);
    const local_type local_ap = multiply("Ocean::tpetra::triple_product_ap", c, local_a, local_p, tpetra_options());
    fill("Ocean::tpetra::triple_product_into_graph", rows_of_a(r, a), local_ap, c);
    c.fillComplete(c.getDomainMap(), c.getRangeMap());
  }

  static void mult_PT_A_P_newmatrix_kernel_wrapper(struct_type& a, struct_type& p, const table_type& own_row,
                                                   const table_type& imported_row, const table_type& own_column,
                                                   const table_type& imported_column, matrix_type& c,
                                                   import_pointer importer, const std::string& label = {},
                                                   const params_pointer& params = Teuchos::null) {
    const local_type local_p = merged(a, p, {own_row, imported_row, own_column, imported_column}, c);
    const local_type local_c = triple(p.origMatrix->getLocalMatrixDevice(), true, a, local_p, c, params);
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

  static local_type multiply(const char* name, const matrix_type& c, const local_type& a, const local_type& b,
                             const SpGEMMOptions& options) {
    const region_type region(name);
    return at_rank(c, {{"A", a}, {"B", b}}, [&] {
      return Ocean::spgemm<local_type>(execution_space(), without_zeros(a), false, b, false, options);
    });
  }

  /// \brief Computes the values of A B, or of the product with scaled rows of A, into the graph of C.
  /// \throws std::runtime_error, as Tpetra's kernels do, if C's graph lacks an entry
  static void fill(const char* name, const local_type& a, const local_type& b, const matrix_type& c,
                   const ScaledRows& rows = {}) {
    const local_type local_c = c.getLocalMatrixDevice();
    const execution_space exec;
    const auto is_unsorted = [&] {
      return find_unsorted_row(exec, local_c.graph.row_map, local_c.graph.entries, local_c.numRows()) <
             static_cast<count_type>(local_c.numRows());
    };
    const auto multiply_and_scatter = [&] { scatter(multiply(name, c, scaled(a, rows), b, tpetra_options()), c); };
    const bool is_any_order_right = checks_rows_in_any_order<scalar_type>(exec, static_cast<count_type>(b.numCols()),
                                                                          static_cast<count_type>(local_c.nnz()));
    if (!is_any_order_right && is_unsorted()) return multiply_and_scatter();
    const region_type region(name);
    bool is_left = false;
    at_rank(c, {{"A", a}, {"B", b}, {"C", local_c}}, [&] {
      try {
        try {
          run_into_graph(a, b, local_c, rows);  // zeros of A add nothing: they matter only where C lacks an entry
        } catch (const std::invalid_argument&) {
          is_left = is_any_order_right && is_unsorted();  // in which a column that is missing is not found
          if (!is_left) run_into_graph(without_zeros(scaled(a, rows)), b, local_c, {});
        }
      } catch (const std::invalid_argument& error) {
        throw std::runtime_error(error.what());  // the type that Tpetra throws for an entry that C's graph lacks
      }
    });
    if (is_left) multiply_and_scatter();
  }

  /// \brief Ocean::spgemm_numeric() with scaled rows of A: CPU threads scale them as they read them; on devices the
  /// scaled matrix is formed first.
  static void run_into_graph(const local_type& a, const local_type& b, const local_type& c, const ScaledRows& rows) {
    if (!is_host_space_v<execution_space> && rows.factor.data() != nullptr)
      return run_into_graph(scaled(a, rows), b, c, {});
    const execution_space exec;
    with_out_of_memory("spgemm_numeric", [&] {
      auto product = make_graph_product<execution_space>(a.numRows(), a.numCols(), b.numCols(), a.graph.row_map,
                                                         a.graph.entries, a.values, b.graph.row_map, b.graph.entries,
                                                         b.values, c.graph.row_map, c.graph.entries, c.values);
      product.problem.a.jacobi = {rows.factor.data(), rows.diagonal.data()};
      check_into_graph(exec, product, false);
      fill_values(exec, product, tpetra_options());
    });
  }

  /// \brief Copies the values of \p from, whose rows are sorted, to the same columns of C, which may be in any order;
  /// other entries of C become zero.
  /// \throws std::runtime_error if C lacks an entry
  static void scatter(const local_type& from, const matrix_type& c) {
    const local_type to = c.getLocalMatrixDevice();
    LO num_rows_short = 0;
    Kokkos::parallel_reduce(
        "Ocean::tpetra::scatter_values", rows_type(0, to.numRows()),
        KOKKOS_LAMBDA(const LO row, LO& rows_short) {
          const auto begin = static_cast<count_type>(from.graph.row_map(row)),
                     end = static_cast<count_type>(from.graph.row_map(row + 1));
          count_type found = 0;
          for (std::size_t entry = to.graph.row_map(row); entry < to.graph.row_map(row + 1); ++entry) {
            const LO column = to.graph.entries(entry);
            const count_type place = find_place(from.graph.entries, begin, end, column);
            const bool has_column = place < end && from.graph.entries(place) == column;
            to.values(entry) = has_column ? from.values(place) : scalar_type();
            found += has_column;
          }
          rows_short += found < end - begin;
        },
        num_rows_short);
    at_rank(c, {{"C", to}}, [&] {
      if (num_rows_short > 0)
        throw_runtime_error("tpetra", num_rows_short, " rows of the product have entries that C's graph does not have ",
                            "(need a graph of C that contains the product's)");
    });
  }

  /// \brief (I - omega D^-1 A) B as a new matrix.
  static local_type jacobi(const scalar_type& omega, const vector_type& dinv, const struct_type& a,
                           const struct_type& b, const local_type& local_b, const Tables& tables, const matrix_type& c,
                           const SpGEMMOptions& options) {
    const region_type region("Ocean::tpetra::jacobi");
    const local_type local_a = without_zeros(a.origMatrix->getLocalMatrixDevice(), true);
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

  /// \brief What turns A into I - omega D^-1 A, row by row.
  static ScaledRows scaled_rows(const local_type& a, const scalar_type& omega, const vector_type& dinv,
                                const table_type& own_row) {
    const auto size = static_cast<std::size_t>(a.numRows());
    ScaledRows rows{values_type(Kokkos::view_alloc(Kokkos::WithoutInitializing, "Ocean::tpetra::factor"), size),
                    counts_type(Kokkos::view_alloc(Kokkos::WithoutInitializing, "Ocean::tpetra::diagonal"), size),
                    false};
    const auto inverse = dinv.getLocalViewDevice(Tpetra::Access::ReadOnly);
    const auto factor = rows.factor;
    const auto diagonal = rows.diagonal;
    LO num_without = 0;
    Kokkos::parallel_reduce(
        "Ocean::tpetra::find_scaled_rows", rows_type(0, a.numRows()),
        KOKKOS_LAMBDA(const LO row, LO& without) {
          factor(row) = -omega * inverse(row, 0);
          auto entry = a.graph.row_map(row);
          const auto end = a.graph.row_map(row + 1);
          while (entry < end && a.graph.entries(entry) != row) ++entry;
          diagonal(row) = entry < end ? static_cast<count_type>(entry) : JacobiRows<scalar_type>::no_diagonal;
          without += entry == end || own_row(row) != row;
        },
        num_without);
    rows.have_diagonal = num_without == 0;
    return rows;
  }

  /// \brief I - omega D^-1 A with A's graph, or A if \p rows are empty.
  static local_type scaled(const local_type& a, const ScaledRows& rows) {
    if (rows.factor.data() == nullptr) return a;
    const auto factor = rows.factor;
    const auto diagonal = rows.diagonal;
    const values_type values(Kokkos::view_alloc(Kokkos::WithoutInitializing, "Ocean::tpetra::scaled"), a.nnz());
    Kokkos::parallel_for(
        "Ocean::tpetra::scale_rows", rows_type(0, a.numRows()), KOKKOS_LAMBDA(const LO row) {
          for (auto entry = a.graph.row_map(row); entry < a.graph.row_map(row + 1); ++entry)
            values(entry) = factor(row) * a.values(entry);
          if (diagonal(row) != JacobiRows<scalar_type>::no_diagonal) values(diagonal(row)) += scalar_type(1);
        });
    return local_type("scaled", a.numRows(), a.numCols(), a.nnz(), values, a.graph.row_map, a.graph.entries);
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

  static local_type triple(const local_type& r, bool transpose_r, const struct_type& a, const local_type& p,
                           const matrix_type& c, const params_pointer& params) {
    const region_type region("Ocean::tpetra::triple_product");
    const local_type local_a = a.origMatrix->getLocalMatrixDevice();
    return at_rank(c, {{"R", r}, {"A", local_a}, {"P", p}}, [&] {
      return Ocean::triple_product<local_type>(execution_space(), without_zeros(r), transpose_r, without_zeros(local_a),
                                               p, tpetra_options(params));
    });
  }

  /// \brief Gives \p local to C, whose column map and importer are known; only global constants need communication.
  static void complete(matrix_type& c, const local_type& local, const map_pointer& domain, const map_pointer& range,
                       const import_pointer& importer, const std::string& label, const params_pointer& params) {
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
