/// \file
/// \brief Checks every product of Tpetra that runs on Ocean, new and into a graph, by its action on vectors: C x is
/// compared with A (B x), which needs no SpGEMM. Any number of ranks. Prints one line per product. Exits with 1 if a
/// product is wrong or was not computed by Ocean; with the argument `stock`, for a program without Ocean, if it was.

#include <TpetraExt_MatrixMatrix.hpp>
#include <TpetraExt_TripleMatrixMultiply.hpp>
#include <Tpetra_Core.hpp>
#include <Tpetra_CrsMatrix.hpp>
#include <Tpetra_RowMatrixTransposer.hpp>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <typeinfo>

#include "ocean_regions.hpp"

using map_type = Tpetra::Map<>;
using matrix_type = Tpetra::CrsMatrix<>;
using scalar_type = matrix_type::scalar_type;
using local_type = map_type::local_ordinal_type;
using global_type = map_type::global_ordinal_type;
using vectors_type = Tpetra::MultiVector<>;
using Teuchos::RCP;
using Teuchos::rcp;
using map_pointer = RCP<const map_type>;
using params_pointer = RCP<Teuchos::ParameterList>;

bool ocean_is_underneath = true;
constexpr double tolerance = 1e-12;
constexpr int num_vectors = 2;

int failures = 0;

void line(const map_type& map, const std::string& name, bool is_right, const std::string& detail) {
  failures += !is_right;
  if (map.getComm()->getRank() == 0)
    std::printf("%-44s %s %s\n", name.c_str(), is_right ? "ok   " : "WRONG", detail.c_str());
}

/// \brief What the rows of a matrix contain in addition to the diagonal.
struct Rows {
  int entries;  ///< per row, in columns drawn from a seed
  unsigned seed;
  bool has_zeros = false;    ///< every third of them is an explicit zero
  bool has_diagonal = true;  ///< 4, where the matrix has that column
};

RCP<matrix_type> make(const map_pointer& rows, const map_pointer& domain, const Rows& content,
                      const map_pointer& range = Teuchos::null) {
  const RCP<matrix_type> a = rcp(new matrix_type(rows, content.entries + 1));
  const auto num_columns = static_cast<unsigned>(domain->getGlobalNumElements());
  for (const global_type row : rows->getLocalElementList()) {
    unsigned state = content.seed + 7919u * static_cast<unsigned>(row);
    Teuchos::Array<global_type> columns;
    Teuchos::Array<scalar_type> values;
    if (content.has_diagonal && row < static_cast<global_type>(num_columns)) {
      columns.push_back(row);
      values.push_back(4.0);
    }
    for (int k = 0; k < content.entries; ++k) {
      state = state * 1664525u + 1013904223u;
      const auto column = static_cast<global_type>((state >> 8) % num_columns);
      if (!content.has_diagonal && column == row) continue;
      columns.push_back(column);
      values.push_back(content.has_zeros && k % 3 == 0 ? 0.0 : 0.5 + 1e-3 * ((state >> 20) & 255));
    }
    a->insertGlobalValues(row, columns(), values());
  }
  a->fillComplete(domain, range.is_null() ? rows : range);
  return a;
}

vectors_type make_vectors(const map_pointer& map) {
  vectors_type x(map, num_vectors);
  const auto view = x.getLocalViewHost(Tpetra::Access::OverwriteAll);
  for (std::size_t i = 0; i < view.extent(0); ++i)
    for (int j = 0; j < num_vectors; ++j)
      view(i, j) = std::cos((0.1 + j) * static_cast<double>(map->getGlobalElement(static_cast<local_type>(i))));
  return x;
}

vectors_type times(const matrix_type& a, const vectors_type& x, Teuchos::ETransp mode = Teuchos::NO_TRANS) {
  vectors_type y(mode == Teuchos::NO_TRANS ? a.getRangeMap() : a.getDomainMap(), num_vectors);
  a.apply(x, y, mode);
  return y;
}

/// \brief Whether every row's local columns ascend.
bool is_sorted(const matrix_type& c) {
  const auto local = c.getLocalMatrixHost();
  for (local_type row = 0; row < local.numRows(); ++row)
    for (auto k = local.graph.row_map(row); k + 1 < local.graph.row_map(row + 1); ++k)
      if (local.graph.entries(k) >= local.graph.entries(k + 1)) return false;
  return true;
}

void compare(const std::string& name, const matrix_type& c, const vectors_type& x, const vectors_type& expected,
             bool must_be_sorted = true) {
  vectors_type y = times(c, x);
  y.update(-1.0, expected, 1.0);
  Teuchos::Array<double> error(num_vectors), norm(num_vectors);
  y.norm2(error());
  expected.norm2(norm());
  bool is_right = !must_be_sorted || is_sorted(c);
  for (int j = 0; j < num_vectors; ++j) is_right = is_right && norm[j] > 0 && error[j] <= tolerance * norm[j];
  long nnz = static_cast<long>(c.getLocalNumEntries()), sum = 0;
  Teuchos::reduceAll(*c.getComm(), Teuchos::REDUCE_SUM, nnz, Teuchos::outArg(sum));
  line(*c.getRowMap(), name, is_right, std::to_string(sum) + " entries");
}

RCP<matrix_type> empty(const map_pointer& rows) { return rcp(new matrix_type(rows, 0)); }

void scale(matrix_type& a, double factor) {
  a.resumeFill();
  a.scale(factor);
  a.fillComplete(a.getDomainMap(), a.getRangeMap());
}

/// \brief Makes every seventh local entry of \p a an explicit zero.
void set_zeros(matrix_type& a) {
  a.resumeFill();
  const auto local = a.getLocalMatrixHost();
  for (std::size_t entry = 0; entry < local.values.extent(0); entry += 7) local.values(entry) = 0.0;
  a.fillComplete(a.getDomainMap(), a.getRangeMap());
}

/// \brief (I - omega D^-1 A) P x with the same value everywhere in D.
vectors_type jacobi_times(double factor, const matrix_type& a, const vectors_type& px) {
  vectors_type result(px, Teuchos::Copy);
  result.update(-factor, times(a, px), 1.0);
  return result;
}

/// Calls with one P, and into one graph: Ocean prepares in the second one for those behind it.
const char* const new_matrix_calls[] = {"", ", new again", ", a third new one", ", a fourth new one"};
const char* const into_graph_calls[] = {", into its graph", ", again", ", a third time", ", a fourth time"};

/// \brief All products of one A and P, then all that Tpetra computes into an existing graph, with other values of A.
void check_products(const std::string& where, const RCP<matrix_type>& a, const RCP<matrix_type>& p) {
  const map_pointer fine = a->getRowMap(), coarse = p->getDomainMap();
  const vectors_type x = make_vectors(coarse);
  const vectors_type px = times(*p, x);
  Tpetra::Vector<> dinv(fine);
  dinv.putScalar(0.25);
  const RCP<matrix_type> ap = empty(fine), ptap = empty(coarse), both = empty(coarse), j = empty(fine);
  Tpetra::MatrixMatrix::Multiply(*a, false, *p, false, *ap);
  compare(where + "A P", *ap, x, times(*a, px));
  Tpetra::MatrixMatrix::Multiply(*p, true, *ap, false, *ptap);
  compare(where + "P^T (A P)", *ptap, x, times(*p, times(*a, px), Teuchos::TRANS));
  Tpetra::MatrixMatrix::Multiply(*p, true, *a, true, *both);
  const vectors_type xf = make_vectors(a->getRangeMap());
  compare(where + "P^T A^T", *both, xf, times(*p, times(*a, xf, Teuchos::TRANS), Teuchos::TRANS));
  Tpetra::MatrixMatrix::Jacobi(scalar_type(0.7), dinv, *a, *p, *j);
  compare(where + "(I - w D^-1 A) P", *j, x, jacobi_times(0.7 * 0.25, *a, px));

  for (const char* call : into_graph_calls) {
    scale(*a, 3.0);
    Tpetra::MatrixMatrix::Multiply(*a, false, *p, false, *ap);
    compare(where + "A P" + call, *ap, x, times(*a, px));
    j->resumeFill();
    Tpetra::MatrixMatrix::Jacobi(scalar_type(0.7), dinv, *a, *p, *j);
    compare(where + "(I - w D^-1 A) P" + call, *j, x, jacobi_times(0.7 * 0.25, *a, px));
  }
}

/// \brief R A P and P^T A P. Tpetra computes them into a graph only if no contributions of other ranks must be added.
void check_triple_products(const std::string& where, const RCP<matrix_type>& a, const RCP<matrix_type>& p) {
  const map_pointer coarse = p->getDomainMap();
  const vectors_type x = make_vectors(coarse);
  const auto expected = [&] { return times(*p, times(*a, times(*p, x)), Teuchos::TRANS); };
  RCP<matrix_type> ptap, rap;
  for (const char* call : new_matrix_calls) {
    ptap = empty(coarse);
    Tpetra::TripleMatrixMultiply::MultiplyRAP(*p, true, *a, false, *p, false, *ptap);
    compare(where + "P^T A P" + call, *ptap, x, expected());
    scale(*a, -2.0);
  }
  set_zeros(*a);  // which create no entries: another pattern
  ptap = empty(coarse);
  Tpetra::TripleMatrixMultiply::MultiplyRAP(*p, true, *a, false, *p, false, *ptap);
  compare(where + "P^T A P, other zeros", *ptap, x, expected());
  if (coarse->getComm()->getSize() > 1) return;
  const RCP<matrix_type> r = Tpetra::RowMatrixTransposer<>(p).createTranspose();
  for (const char* call : new_matrix_calls) {
    rap = empty(coarse);
    Tpetra::TripleMatrixMultiply::MultiplyRAP(*r, false, *a, false, *p, false, *rap);
    compare(where + "R A P" + call, *rap, x, expected());
    scale(*a, -2.0);
  }
  for (const char* call : into_graph_calls) {
    scale(*a, 0.5);
    rap->resumeFill();
    Tpetra::TripleMatrixMultiply::MultiplyRAP(*r, false, *a, false, *p, false, *rap);
    compare(where + "R A P" + call, *rap, x, expected());
    ptap->resumeFill();
    Tpetra::TripleMatrixMultiply::MultiplyRAP(*p, true, *a, false, *p, false, *ptap);
    compare(where + "P^T A P" + call, *ptap, x, expected());
  }
}

/// \brief A matrix with the graph of \p c whose rows descend. Holds none of its arrays: Tpetra counts them on devices.
RCP<matrix_type> make_descending(const matrix_type& c) {
  const auto local = c.getLocalMatrixHost();
  using local_matrix_type = matrix_type::local_matrix_device_type;
  local_matrix_type::row_map_type::non_const_type row_map("Testing::row_map", local.graph.row_map.extent(0));
  local_matrix_type::index_type::non_const_type entries("Testing::entries", local.nnz());
  local_matrix_type::values_type::non_const_type values("Testing::values", local.nnz());
  Kokkos::deep_copy(row_map, local.graph.row_map);
  const auto host_entries = Kokkos::create_mirror_view(entries);
  for (local_type row = 0; row < local.numRows(); ++row)
    for (auto k = local.graph.row_map(row); k < local.graph.row_map(row + 1); ++k)
      host_entries(local.graph.row_map(row) + local.graph.row_map(row + 1) - 1 - k) = local.graph.entries(k);
  Kokkos::deep_copy(entries, host_entries);
  const RCP<matrix_type> descending = rcp(new matrix_type(c.getRowMap(), c.getColMap(), row_map, entries, values));
  descending->expertStaticFillComplete(c.getDomainMap(), c.getRangeMap(), c.getGraph()->getImporter());
  return descending;
}

/// \brief Tpetra's parameters: unsorted rows, and values computed into such a graph; global constants.
void check_parameters(const RCP<matrix_type>& a, const RCP<matrix_type>& p) {
  const vectors_type x = make_vectors(p->getDomainMap());
  const params_pointer params = Teuchos::parameterList();
  params->set("sort entries", false);
  params->set("compute global constants", false);
  const RCP<matrix_type> ap = empty(a->getRowMap());
  Tpetra::MatrixMatrix::Multiply(*a, false, *p, false, *ap, true, "unsorted", params);
  compare("A P, not sorted", *ap, x, times(*a, times(*p, x)), false);
  line(*a->getRowMap(), "no global constants if none are requested", !ap->haveGlobalConstants(), "");

  const RCP<matrix_type> descending = make_descending(*ap);
  for (const char* call : into_graph_calls) {
    scale(*a, 2.0);
    Tpetra::MatrixMatrix::Multiply(*a, false, *p, false, *descending);
    compare(std::string("A P of descending rows") + call, *descending, x, times(*a, times(*p, x)), false);
  }

  params->sublist("matrixmatrix: kernel params").set("ocean: keep places", false);
  for (const char* call : into_graph_calls) {
    scale(*a, 0.5);
    Tpetra::MatrixMatrix::Multiply(*a, false, *p, false, *ap, true, "no places", params);
    compare(std::string("A P without kept places") + call, *ap, x, times(*a, times(*p, x)), false);
  }
}

/// \brief Expects \p action to throw an \p Error whose text has all of \p parts.
template <class Error>
void expect_error(const map_type& map, const std::string& name, const std::vector<std::string>& parts,
                  const std::function<void()>& action) {
  std::string text = "nothing was thrown";
  bool is_right = false;
  try {
    action();
  } catch (const Error& error) {
    is_right = true;
    text = error.what();
  } catch (const std::exception& error) {
    text = std::string(typeid(error).name()) + ": " + error.what();
  }
  for (const std::string& part : parts) is_right = is_right && text.find(part) != std::string::npos;
  int mine = is_right, all = 0;
  Teuchos::reduceAll(*map.getComm(), Teuchos::REDUCE_MIN, mine, Teuchos::outArg(all));
  line(map, name, all == 1, all == 1 && ocean_is_underneath ? "" : text);
}

/// \brief Operands that do not match: Tpetra's errors unchanged, Ocean's with the rank and the local sizes.
void check_errors(const map_pointer& fine, const map_pointer& coarse) {
  const RCP<matrix_type> sparse = make(fine, fine, {2, 11}), full = make(fine, fine, {9, 12}),
                         p = make(fine, coarse, {4, 13});
  const RCP<matrix_type> ap = empty(fine), j = empty(fine);
  Tpetra::MatrixMatrix::Multiply(*sparse, false, *p, false, *ap);
  Tpetra::Vector<> dinv(fine);
  dinv.putScalar(0.25);
  Tpetra::MatrixMatrix::Jacobi(scalar_type(0.7), dinv, *sparse, *p, *j);
  std::vector<std::string> rank;
  if (ocean_is_underneath)
    rank = {" (rank " + std::to_string(fine->getComm()->getRank()) + " of " +
            std::to_string(fine->getComm()->getSize()) + ": A [" + std::to_string(full->getLocalNumRows()) + " x " +
            std::to_string(full->getColMap()->getLocalNumElements()) + "], B ["};
  expect_error<std::runtime_error>(*fine, "entries that the graph of A P lacks", rank,
                                   [&] { Tpetra::MatrixMatrix::Multiply(*full, false, *p, false, *ap); });
  j->resumeFill();
  expect_error<std::runtime_error>(*fine, "entries that the graph of (I - w D^-1 A) P lacks", rank,
                                   [&] { Tpetra::MatrixMatrix::Jacobi(scalar_type(0.7), dinv, *full, *p, *j); });
  expect_error<std::runtime_error>(*fine, "A P P: Tpetra's error", {"inner dimensions of op(A) and op(B) must match"},
                                   [&] { Tpetra::MatrixMatrix::Multiply(*p, false, *p, false, *empty(fine)); });
  if (!ocean_is_underneath || fine->getComm()->getSize() > 1) return;
  const map_pointer shifted = rcp(new map_type(fine->getGlobalNumElements(), 1, fine->getComm()));  // from 1 on
  const RCP<matrix_type> b = rcp(new matrix_type(shifted, 1));
  b->fillComplete(coarse, shifted);
  expect_error<std::invalid_argument>(*fine, "columns of A that are not rows of B",
                                      {"in columns for which B has no row", "(rank 0 of 1: A ["},
                                      [&] { Tpetra::MatrixMatrix::Multiply(*full, false, *b, false, *empty(fine)); });
}

/// \brief Rows dealt out in turn, so that no rank's rows are consecutive.
map_pointer make_dealt_map(std::size_t num_rows, const RCP<const Teuchos::Comm<int>>& comm) {
  Teuchos::Array<global_type> mine;
  for (std::size_t row = static_cast<std::size_t>(comm->getRank()); row < num_rows; row += comm->getSize())
    mine.push_back(static_cast<global_type>(num_rows - 1 - row));
  return rcp(new map_type(static_cast<Tpetra::global_size_t>(num_rows), mine(), 0, comm));
}

/// \brief All rows on the last rank: the others have none.
map_pointer make_last_map(std::size_t num_rows, const RCP<const Teuchos::Comm<int>>& comm) {
  const bool is_last = comm->getRank() + 1 == comm->getSize();
  return rcp(new map_type(static_cast<Tpetra::global_size_t>(num_rows), is_last ? num_rows : 0, 0, comm));
}

void check_all(const RCP<const Teuchos::Comm<int>>& comm) {
  constexpr std::size_t num_fine = 6000, num_coarse = 900;
  const map_pointer fine = rcp(new map_type(num_fine, 0, comm)), coarse = rcp(new map_type(num_coarse, 0, comm));
  check_products("", make(fine, fine, {9, 1}), make(fine, coarse, {4, 2}));
  check_triple_products("", make(fine, fine, {9, 1}), make(fine, coarse, {4, 2}));
  check_products("zeros: ", make(fine, fine, {9, 1, true}), make(fine, coarse, {4, 2}));
  check_triple_products("zeros: ", make(fine, fine, {9, 1, true}), make(fine, coarse, {4, 2}));
  // Tpetra's own Jacobi step on devices, KokkosKernels', is wrong for rows of A without a diagonal entry, and where
  // rows and columns have other local numbers
  constexpr bool is_on_host =
      Kokkos::SpaceAccessibility<Kokkos::HostSpace, matrix_type::device_type::memory_space>::accessible;
  const bool finds_diagonal = ocean_is_underneath || is_on_host;
  if (finds_diagonal)
    check_products("no diagonal: ", make(fine, fine, {9, 3, false, false}), make(fine, coarse, {4, 4}));
  check_products("wide: ", make(coarse, coarse, {5, 5}), make(coarse, fine, {12, 6}));
  const map_pointer dealt = make_dealt_map(num_fine, comm);
  check_products("dealt rows: ", make(dealt, dealt, {9, 7}), make(dealt, coarse, {4, 8}));
  // On several ranks Tpetra itself takes A's domain map for B's row map, and crashes
  if (comm->getSize() == 1 && finds_diagonal)
    check_products("rows in another order: ", make(dealt, fine, {9, 7}, fine), make(dealt, coarse, {4, 8}, fine));
  const map_pointer last = make_last_map(num_fine, comm), last_coarse = make_last_map(num_coarse, comm);
  check_products("ranks without rows: ", make(last, last, {9, 1}), make(last, last_coarse, {4, 2}));
  check_products("ranks without rows of A: ", make(last, last, {9, 1}), make(last, coarse, {4, 2}));
  check_triple_products("ranks without rows: ", make(last, last, {9, 1}), make(last, last_coarse, {4, 2}));
  check_parameters(make(fine, fine, {9, 1}), make(fine, coarse, {4, 2}));
  check_errors(fine, coarse);
}

int main(int argc, char** argv) {
  ocean_is_underneath = argc < 2 || std::string(argv[1]) != "stock";
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // lines before a crash are printed
  OceanRegions::start();
  const Tpetra::ScopeGuard scope(&argc, &argv);
  OceanRegions::listen();
  const auto comm = Tpetra::getDefaultComm();
  try {
    check_all(comm);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rank %d: %s\n", comm->getRank(), error.what());
    return 1;
  }
  if (comm->getRank() == 0) std::printf("%s\n", OceanRegions::summary().c_str());
  for (const char* kernel : {"product", "product_into_graph", "jacobi", "jacobi_into_graph", "triple_product"})
    if (ocean_is_underneath != (OceanRegions::counts()[kernel] > 0)) {
      ++failures;
      std::fprintf(stderr, "rank %d: Ocean %s in %s\n", comm->getRank(), ocean_is_underneath ? "is not" : "is", kernel);
    }
  return failures != 0;
}
