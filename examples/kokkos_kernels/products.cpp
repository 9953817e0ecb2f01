/// \file
/// \brief Every product of KokkosKernels, by its own calls. Linked with libocean_kokkoskernels (or started with it in
/// LD_PRELOAD), Ocean multiplies; otherwise KokkosKernels does.
///
///     products write <file>     KokkosKernels must multiply; writes what it computed
///     products compare <file>   Ocean must multiply; compares: the same graphs, values up to rounding

#include <KokkosSparse_BsrMatrix.hpp>
#include <KokkosSparse_par_ilut.hpp>
#include <KokkosSparse_spgemm.hpp>
#include <KokkosSparse_spgemm_jacobi.hpp>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>

#include "matrices.hpp"

using block_matrix_type =
    KokkosSparse::Experimental::BsrMatrix<scalar_type, ordinal_type, device_type, void, offset_type>;

/// \brief Writes products to a file, or compares them with those there.
class Results {
 public:
  Results(const std::string& path, bool writes) : m_writes(writes) {
    m_file.open(path, writes ? std::ios::out | std::ios::trunc : std::ios::in);
    m_file.precision(17);
  }
  template <class RowMap, class Entries, class Values>
  void take(const std::string& name, const RowMap& row_map, const Entries& entries, const Values& values) {
    std::size_t wrong_graph = take_view(row_map, 0) + take_view(entries, 0), wrong_values = take_view(values, 1e-12);
    if (!m_file) wrong_graph = 1;
    std::printf("%-56s %8zu entries%s%s\n", name.c_str(), static_cast<std::size_t>(entries.extent(0)),
                wrong_graph > 0 ? "  ANOTHER GRAPH" : "", wrong_values > 0 ? "  OTHER VALUES" : "");
    m_wrong += wrong_graph + wrong_values;
  }
  /// \brief Calls \p call, which must throw an exception with the text \p expected.
  template <class Call>
  void take_error(const char* name, const std::string& expected, const Call& call) {
    std::string text = "nothing thrown";
    try {
      call();
    } catch (const std::exception& error) {
      text = error.what();
    }
    std::printf("%-56s %s\n", name, text == expected ? "thrown" : ("WRONG: " + text).c_str());
    m_wrong += text != expected;
  }
  void check(const char* name, bool holds) {
    std::printf("%-56s %s\n", name, holds ? "yes" : "WRONG");
    m_wrong += !holds;
  }
  std::size_t wrong() const { return m_wrong; }

 private:
  template <class View>
  std::size_t take_view(const View& on_device, double tolerance) {
    const auto view = to_host(on_device);
    std::size_t size = view.extent(0), wrong = 0;
    if (m_writes) m_file << size << '\n';
    if (!m_writes && !(m_file >> size && size == view.extent(0))) return 1;
    for (std::size_t i = 0; i < size; ++i) {
      double other = static_cast<double>(view(i));
      if (m_writes) m_file << other << '\n';
      if (!m_writes) m_file >> other;
      wrong += !(std::abs(other - static_cast<double>(view(i))) <= tolerance * (1 + std::abs(other)));
    }
    return wrong;
  }

  std::fstream m_file;
  bool m_writes;
  std::size_t m_wrong = 0;
};

matrix_type scaled(const matrix_type& a, scalar_type factor) {
  const auto values_a = to_host(a.values);
  const auto values = make_view<values_type>(a.nnz(), [&](std::size_t i) { return factor * values_a(i) + 0.25; });
  return matrix_type("A", a.numRows(), a.numCols(), a.nnz(), values, a.graph.row_map, a.graph.entries);
}

/// \brief Symbolic and numeric calls with a handle: new values, new arrays of C, and the handle's flags.
void multiply_with_handle(Results& results, const std::string& name, const matrix_type& a, const matrix_type& b,
                          KokkosSparse::SPGEMMAlgorithm algorithm) {
  handle_type handle;
  handle.create_spgemm_handle(algorithm);
  matrix_type c;
  KokkosSparse::spgemm_symbolic(handle, a, false, b, false, c);
  auto& sub_handle = *handle.get_spgemm_handle();
  const bool flags_set = sub_handle.is_symbolic_called() && sub_handle.are_rowptrs_computed() &&
                         sub_handle.get_c_nnz() == c.nnz() && !sub_handle.is_numeric_called();
  results.check((name + ": flags of the symbolic call").c_str(), flags_set);
  const row_map_type untouched("Testing::untouched", a.numRows() + 1);
  Kokkos::deep_copy(untouched, 7);
  KokkosSparse::spgemm_symbolic(&handle, a.numRows(), b.numRows(), b.numCols(), a.graph.row_map, a.graph.entries, false,
                                b.graph.row_map, b.graph.entries, false, untouched);
  results.check((name + ": a second symbolic call does nothing").c_str(), to_host(untouched)(a.numRows()) == 7);
  KokkosSparse::spgemm_numeric(handle, a, false, b, false, c);
  results.check((name + ": flags of the numeric call").c_str(),
                sub_handle.is_numeric_called() && sub_handle.are_entries_computed());
  results.take(name, c.graph.row_map, c.graph.entries, c.values);
  for (const scalar_type factor : {2.0, -3.0}) {
    KokkosSparse::spgemm_numeric(handle, scaled(a, factor), false, b, false, c);
    results.take(name + ", new values", c.graph.row_map, c.graph.entries, c.values);
  }
  const entries_type entries("Testing::entries", c.nnz());
  const values_type values("Testing::values", c.nnz());
  KokkosSparse::spgemm_numeric(&handle, a.numRows(), b.numRows(), b.numCols(), a.graph.row_map, a.graph.entries,
                               a.values, false, b.graph.row_map, b.graph.entries, b.values, false, c.graph.row_map,
                               entries, values);
  results.take(name + ", new arrays of C", c.graph.row_map, entries, values);
}

/// \brief (I - 2/3 D^-1 A) A with the inverse diagonal 1/8, into a C whose sizes \p handle knows.
void step(handle_type& handle, const matrix_type& a, const row_map_type& row_map, const entries_type& entries,
          const values_type& values) {
  const Kokkos::View<scalar_type**, Kokkos::LayoutLeft, device_type> dinv("Testing::dinv", a.numRows(), 1);
  Kokkos::deep_copy(dinv, 0.125);
  KokkosSparse::Experimental::spgemm_jacobi(&handle, a.numRows(), a.numRows(), a.numCols(), a.graph.row_map,
                                            a.graph.entries, a.values, false, a.graph.row_map, a.graph.entries,
                                            a.values, false, row_map, entries, values, 2.0 / 3.0, dinv);
}

void jacobi_step(Results& results, const matrix_type& a) {
  handle_type handle;
  handle.create_spgemm_handle();
  const row_map_type row_map("Testing::row_map", a.numRows() + 1);
  KokkosSparse::spgemm_symbolic(&handle, a.numRows(), a.numRows(), a.numCols(), a.graph.row_map, a.graph.entries, false,
                                a.graph.row_map, a.graph.entries, false, row_map);
  const entries_type entries("Testing::entries", handle.get_spgemm_handle()->get_c_nnz());
  const values_type values("Testing::values", entries.extent(0));
  step(handle, a, row_map, entries, values);
  results.take("spgemm_jacobi", row_map, entries, values);
}

block_matrix_type make_blocks(const matrix_type& a, ordinal_type block_dim) {
  const auto values = make_view<values_type>(a.nnz() * block_dim * block_dim,
                                             [](std::size_t i) { return static_cast<scalar_type>(i % 7) - 3; });
  return block_matrix_type("A", a.numRows(), a.numCols(), a.nnz(), values, a.graph.row_map, a.graph.entries, block_dim);
}

void multiply_blocks(Results& results, const block_matrix_type& a) {
  handle_type handle;
  handle.create_spgemm_handle();
  block_matrix_type c;
  KokkosSparse::block_spgemm_symbolic(handle, a, false, a, false, c);
  KokkosSparse::block_spgemm_numeric(handle, a, false, a, false, c);
  results.take("block_spgemm", c.graph.row_map, c.graph.entries, c.values);
}

/// \brief An incomplete factorisation, for which KokkosKernels' library multiplies L and U by its own calls.
void factorise(Results& results, const matrix_type& a) {
  handle_type handle;
  handle.create_par_ilut_handle(2, 1e-8, 0.75);
  auto& sub_handle = *handle.get_par_ilut_handle();
  auto a_row_map = a.graph.row_map;
  auto a_entries = a.graph.entries;
  auto a_values = a.values;
  row_map_type l_row_map("Testing::l_row_map", a.numRows() + 1), u_row_map("Testing::u_row_map", a.numRows() + 1);
  KokkosSparse::Experimental::par_ilut_symbolic(&handle, a_row_map, a_entries, l_row_map, u_row_map);
  entries_type l_entries("Testing::l_entries", sub_handle.get_nnzL()),
      u_entries("Testing::u_entries", sub_handle.get_nnzU());
  values_type l_values("Testing::l_values", sub_handle.get_nnzL()),
      u_values("Testing::u_values", sub_handle.get_nnzU());
  KokkosSparse::Experimental::par_ilut_numeric(&handle, a_row_map, a_entries, a_values, l_row_map, l_entries, l_values,
                                               u_row_map, u_entries, u_values);
  results.take("par_ilut: L", l_row_map, l_entries, l_values);
  results.take("par_ilut: U", u_row_map, u_entries, u_values);
}

/// \brief Errors: KokkosKernels' texts, and Ocean's for algorithms that it does not have.
void ask_too_much(Results& results, const matrix_type& a, bool ocean_multiplies) {
  handle_type handle;
  handle.create_spgemm_handle(KokkosSparse::SPGEMM_KK);
  const row_map_type row_map("Testing::row_map", a.numRows() + 1);
  const entries_type entries("Testing::entries", a.nnz());
  const values_type values("Testing::values", a.nnz());
  matrix_type c("C", a.numRows(), a.numCols(), a.nnz(), values, row_map, entries);
  block_matrix_type blocks = make_blocks(a, 2);
  results.take_error("numeric before symbolic", "Call spgemm symbolic before calling SpGEMM numeric",
                     [&] { KokkosSparse::spgemm_numeric(handle, a, false, a, false, c); });
  results.take_error("jacobi before symbolic",
                     "KokkosSparse::spgemm_jacobi: must first call spgemm_symbolic with the same handle.",
                     [&] { step(handle, a, row_map, entries, values); });
  results.take_error("block numeric before symbolic",
                     "KokkosSparse::bspgemm_numeric: must first call spgemm_symbolic with the same handle.",
                     [&] { KokkosSparse::block_spgemm_numeric(handle, blocks, false, blocks, false, blocks); });
  if (!ocean_multiplies) return;
  handle.create_spgemm_handle(KokkosSparse::SPGEMM_KK_TRIANGLE_AI);
  results.take_error("triangle counting",
                     "Ocean::spgemm: SPGEMMAlgorithm " + std::to_string(KokkosSparse::SPGEMM_KK_TRIANGLE_AI) +
                         " counts triangles (need an algorithm that multiplies)",
                     [&] { KokkosSparse::spgemm_symbolic(handle, a, false, a, false, c); });
}

/// \brief Rows of 0 to \p max_length entries.
matrix_type make_scattered(ordinal_type num_rows, ordinal_type num_cols, ordinal_type max_length) {
  return make_matrix(num_rows, num_cols, [=](ordinal_type row) {
    std::vector<ordinal_type> columns;
    for (ordinal_type i = 0; i < row % (max_length + 1); ++i) columns.push_back((row * 7 + i * 11) % num_cols);
    return columns;
  });
}

void multiply_all(Results& results) {
  const matrix_type grid = make_grid(7), a = make_scattered(40, 30, 8), b = make_scattered(30, 50, 5);
  const matrix_type empty = make_matrix(30, 20, [](ordinal_type) { return std::vector<ordinal_type>(); });
  multiply_with_handle(results, "grid, SPGEMM_DEFAULT", grid, grid, KokkosSparse::SPGEMM_DEFAULT);
  multiply_with_handle(results, "grid, SPGEMM_KK", grid, grid, KokkosSparse::SPGEMM_KK);
  multiply_with_handle(results, "grid, SPGEMM_KK_LP", grid, grid, KokkosSparse::SPGEMM_KK_LP);
  multiply_with_handle(results, "rectangles", a, b, KokkosSparse::SPGEMM_KK);
  multiply_with_handle(results, "empty B", a, empty, KokkosSparse::SPGEMM_KK);
  const auto c = KokkosSparse::spgemm<matrix_type>(grid, false, grid, false);
  results.take("spgemm without a handle", c.graph.row_map, c.graph.entries, c.values);
  jacobi_step(results, grid);
  multiply_blocks(results, make_blocks(grid, 3));
  factorise(results, grid);
}

int main(int argc, char** argv) {
  const std::string what = argc == 3 ? argv[1] : "";
  if (what != "write" && what != "compare") {
    std::printf("usage: %s write|compare <file>\n", argv[0]);
    return 2;
  }
  const Kokkos::ScopeGuard scope;
  OceanRegions::listen();
  Results results(argv[2], what == "write");
  multiply_all(results);
  ask_too_much(results, make_grid(3), what == "compare");
  std::printf("%s\n", OceanRegions::summary().c_str());
  // All five functions that libocean_kokkoskernels defines, or none.
  const std::size_t num_symbols = OceanRegions::counts().size();
  results.check("the right library multiplied", num_symbols == (what == "write" ? 0u : 5u));
  return results.wrong() == 0 ? 0 : 1;
}
