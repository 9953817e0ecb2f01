#ifndef OCEAN_TPETRA_INTO_GRAPH_HPP
#define OCEAN_TPETRA_INTO_GRAPH_HPP
/// \file
/// \brief Values of Tpetra's products in a graph of C that exists, and what lies with that graph for the next ones.

#include <array>
#include <memory>
#include <optional>
#include <stdexcept>

#include "../core/binary_search.hpp"
#include "../core/make_operand.hpp"
#include "../drivers/graph_product.hpp"
#include "../operations/instantiations.hpp"
#include "../operations/kept_graph_product.hpp"
#include "operands.hpp"

namespace Ocean::Impl {

/// \brief The options of every product that Tpetra requests; they are set nowhere else. Zeros of A and R, which create
/// no entries of C in Tpetra's kernels, are removed before, by without_zeros().
/// \param params  Tpetra's parameters; "sort entries" (true by default): sort the rows of C
inline SpGEMMOptions tpetra_options(const Teuchos::RCP<Teuchos::ParameterList>& params = Teuchos::null) {
  SpGEMMOptions options;
  options.reuse = false;                            // but for values into a graph: keeping_options()
  options.missing_entries = MissingEntries::error;  // as Tpetra's kernels, where C's graph is given
  options.sorted_output = params.is_null() || params->get("sort entries", true);
  return options;
}

/// \brief The same for values into a graph of C that exists. From the third call with the same patterns on, they are
/// summed at places that lie with that graph.
/// \param params  "ocean: keep places" (true by default), here or in the sublist that MueLu passes on, "matrixmatrix:
///                kernel params": whether to keep them
inline SpGEMMOptions keeping_options(const Teuchos::RCP<Teuchos::ParameterList>& params = Teuchos::null) {
  constexpr const char* kernel_params = "matrixmatrix: kernel params";
  const auto keeps = [](const Teuchos::ParameterList& list) {
    constexpr const char* name = "ocean: keep places";
    return !list.isType<bool>(name) || list.get<bool>(name);
  };
  SpGEMMOptions options = tpetra_options();
  options.reuse = params.is_null() ||
                  (keeps(*params) && (!params->isSublist(kernel_params) || keeps(params->sublist(kernel_params))));
  return options;
}

/// \brief Products into graphs of one set of Tpetra's types.
template <class SC, class LO, class GO, class NO>
struct TpetraIntoGraph : TpetraOperands<SC, LO, GO, NO> {
  using base_type = TpetraOperands<SC, LO, GO, NO>;
  using base_type::at_rank;
  using base_type::without_zeros;
  using typename base_type::execution_space;
  using typename base_type::local_type;
  using typename base_type::matrix_type;
  using typename base_type::region_type;
  using typename base_type::row_map_type;
  using typename base_type::rows_type;
  using typename base_type::scalar_type;
  using typename base_type::table_type;
  using typename base_type::values_type;
  using typename base_type::vector_type;

  using counts_type = Kokkos::View<count_type*, typename values_type::device_type>;
  /// \brief How to turn the rows of A into those of I - omega D^-1 A, as JacobiRows; if empty, A is used as it is.
  struct ScaledRows {
    values_type factor;
    counts_type diagonal;
    bool have_diagonal = false;  ///< every row has an entry in the column with its own number, its diagonal
  };

  using uniform_type = UniformProduct<execution_space, typename row_map_type::non_const_value_type, LO, scalar_type>;
  /// \brief A product into a graph. On hosts also the graphs that it has read last, which Tpetra does not change once
  /// they are complete: as long as they are held, the same addresses are the same patterns. (Tpetra frees merged rows
  /// of B, and their memory could come back with others.) On devices none may be held, because Tpetra then refuses
  /// access from the host; their patterns are read in every call.
  struct KeptProduct {
    static constexpr PatternReads reads =
        is_host_space_v<execution_space> ? PatternReads::where_moved : PatternReads::always;
    KeptGraphProduct<execution_space, typename uniform_type::problem_type, typename uniform_type::product_type> product;
    std::array<typename local_type::staticcrsgraph_type, 3> graphs_read;  ///< of A, B and C

    void hold(const local_type& a, const local_type& b, const local_type& c) {
      if constexpr (reads == PatternReads::where_moved)
        graphs_read = product.keeps() ? std::array{a.graph, b.graph, c.graph} : decltype(graphs_read){};
    }
  };
  /// \brief What lies with the graph of C for calls with new values.
  struct Kept {
    KeptProduct product;           ///< the product that C is
    KeptProduct product_ap;        ///< A P of R A P, in the graph of
    std::optional<local_type> ap;  ///< that of the call before
  };

  static local_type multiply(const char* name, const matrix_type& c, const local_type& a, const local_type& b,
                             const SpGEMMOptions& options) {
    const region_type region(name);
    const auto operand = [](const local_type& matrix) {
      return make_operand<execution_space>(matrix.numRows(), matrix.numCols(), matrix.graph.row_map,
                                           matrix.graph.entries, matrix.values);
    };
    return at_rank(c, {{"A", a}, {"B", b}}, [&] {
      return with_out_of_memory("spgemm", [&] {
        const local_type nonzeros = without_zeros(a, &b);
        SpGEMMReport report;
        const auto product = run_transposed_spgemm<typename uniform_type::product_type>(
            execution_space(), operand(nonzeros), false, operand(b), false, options, report);
        return local_type("C", a.numRows(), b.numCols(), product.values.extent(0), product.values, product.row_map,
                          product.entries);
      });
    });
  }

  /// \brief What lies with the graph of \p matrix under that name; it is freed with the graph.
  template <class Object>
  static Object& kept_with(const matrix_type& matrix, const char* name) {
    Teuchos::RCP<const typename matrix_type::crs_graph_type> graph = matrix.getCrsGraph();
    using pointer_type = std::shared_ptr<Object>;
    const auto known = Teuchos::get_optional_extra_data<pointer_type>(graph, name);
    if (!known.is_null()) return **known;
    const auto kept = std::make_shared<Object>();
    Teuchos::set_extra_data(kept, name, Teuchos::inOutArg(graph));
    return *kept;
  }
  static Kept& kept_of(const matrix_type& c) { return kept_with<Kept>(c, "Ocean::tpetra::kept"); }

  /// \brief Computes the values of A P into the graph that an earlier call has left with that of C.
  /// \return whether there is one, and it has all entries
  static bool multiply_again(const local_type& a, const local_type& p, const matrix_type& c,
                             const SpGEMMOptions& options) {
    Kept& kept = kept_of(c);
    if (!options.reuse) kept.ap.reset();
    if (!kept.ap || kept.ap->numRows() != a.numRows() || kept.ap->numCols() != p.numCols()) return false;
    const region_type region("Ocean::tpetra::triple_product_ap");
    try {
      run_into_graph(a, p, *kept.ap, options, {}, &kept.product_ap);
      return true;
    } catch (const std::invalid_argument&) {  // an entry that was zero before
      return false;
    }
  }

  /// \brief Computes the values of A B, or of the product with scaled rows of A, into the graph of C.
  /// \throws std::runtime_error, as Tpetra's kernels do, if C's graph lacks an entry
  static void fill(const char* name, const local_type& a, const local_type& b, const matrix_type& c,
                   const SpGEMMOptions& options, const ScaledRows& rows = {}) {
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
          // zeros of A add nothing: they matter only where C lacks an entry
          run_into_graph(a, b, local_c, options, rows, options.reuse ? &kept_of(c).product : nullptr);
        } catch (const std::invalid_argument&) {
          is_left = is_any_order_right && is_unsorted();  // in which a column that is missing is not found
          if (!is_left) run_into_graph(without_zeros(scaled(a, rows), nullptr), b, local_c, options);
        }
      } catch (const std::invalid_argument& error) {
        throw std::runtime_error(error.what());  // the type that Tpetra throws for an entry that C's graph lacks
      }
    });
    if (is_left) multiply_and_scatter();
  }

  /// \brief Ocean::spgemm_numeric() with scaled rows of A: CPU threads scale them as they read them; on devices the
  /// scaled matrix is formed first.
  /// \param kept  keeps what calls after this one need; null: nothing
  static void run_into_graph(const local_type& a, const local_type& b, const local_type& c,
                             const SpGEMMOptions& options, const ScaledRows& rows = {}, KeptProduct* kept = nullptr) {
    if (!is_host_space_v<execution_space> && rows.factor.data() != nullptr)
      return run_into_graph(scaled(a, rows), b, c, options, {}, kept);
    const execution_space exec;
    with_out_of_memory("spgemm_numeric", [&] {
      auto product = make_graph_product<execution_space>(a.numRows(), a.numCols(), b.numCols(), a.graph.row_map,
                                                         a.graph.entries, a.values, b.graph.row_map, b.graph.entries,
                                                         b.values, c.graph.row_map, c.graph.entries, c.values);
      product.problem.a.jacobi = {rows.factor.data(), rows.diagonal.data()};
      check_into_graph(exec, product, false);
      if (kept == nullptr) return fill_values(exec, product, options);
      kept->product.numeric(exec, product, options, KeptProduct::reads);
      kept->hold(a, b, c);
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
          const auto begin = a.graph.row_map(row), end = a.graph.row_map(row + 1);
          auto entry = begin + (end - begin) / 2;  // where it is in most rows of a grid
          if (begin < end && a.graph.entries(entry) != row)
            for (entry = begin; entry < end && a.graph.entries(entry) != row;) ++entry;
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
};

}  // namespace Ocean::Impl

#endif
