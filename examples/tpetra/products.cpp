/// \file
/// \brief Tpetra's products on Ocean. Only the line that reports which library multiplied refers to Ocean. Linked with
/// libocean_tpetra (or started with it in LD_PRELOAD), Ocean multiplies; otherwise Tpetra does.

#include <TpetraExt_MatrixMatrix.hpp>
#include <TpetraExt_TripleMatrixMultiply.hpp>
#include <Tpetra_Core.hpp>
#include <Tpetra_CrsMatrix.hpp>
#include <cstdio>

#include "ocean_regions.hpp"

using map_type = Tpetra::Map<>;
using matrix_type = Tpetra::CrsMatrix<>;
using scalar_type = matrix_type::scalar_type;
using global_type = map_type::global_ordinal_type;
using Teuchos::RCP;
using Teuchos::rcp;

/// \brief The one-dimensional Laplacian with Dirichlet boundaries.
RCP<matrix_type> make_laplacian(const RCP<const map_type>& map) {
  const RCP<matrix_type> a = rcp(new matrix_type(map, 3));
  const global_type end = static_cast<global_type>(map->getGlobalNumElements());
  for (const global_type row : map->getLocalElementList())
    for (global_type column = row - 1; column <= row + 1; ++column)
      if (column >= 0 && column < end) {
        const scalar_type value = column == row ? 2.0 : -1.0;
        a->insertGlobalValues(row, Teuchos::arrayView(&column, 1), Teuchos::arrayView(&value, 1));
      }
  a->fillComplete();
  return a;
}

/// \brief All ones: three rows of the fine map for each row of the coarse one.
RCP<matrix_type> make_aggregates(const RCP<const map_type>& fine, const RCP<const map_type>& coarse) {
  const RCP<matrix_type> p = rcp(new matrix_type(fine, 1));
  for (const global_type row : fine->getLocalElementList()) {
    const global_type column = row / 3;
    const scalar_type one = 1.0;
    p->insertGlobalValues(row, Teuchos::arrayView(&column, 1), Teuchos::arrayView(&one, 1));
  }
  p->fillComplete(coarse, fine);
  return p;
}

void show(const char* what, const matrix_type& c) {
  const double norm = c.getFrobeniusNorm();
  if (c.getComm()->getRank() == 0)
    std::printf("%-22s %8zu x %-8zu %9zu entries, Frobenius norm %.12g\n", what, c.getGlobalNumRows(),
                static_cast<std::size_t>(c.getDomainMap()->getGlobalNumElements()), c.getGlobalNumEntries(), norm);
}

int main(int argc, char** argv) {
  OceanRegions::start();
  const Tpetra::ScopeGuard scope(&argc, &argv);
  OceanRegions::listen();
  const auto comm = Tpetra::getDefaultComm();
  const Tpetra::global_size_t num_coarse = 20000;
  const RCP<const map_type> coarse = rcp(new map_type(num_coarse, 0, comm)),
                            fine = rcp(new map_type(3 * num_coarse, 0, comm));
  const RCP<matrix_type> a = make_laplacian(fine), p0 = make_aggregates(fine, coarse);

  // A smoothed prolongator, the coarse operator with two products and with one call, and the product of new values.
  Tpetra::Vector<> inverse_diagonal(fine);
  inverse_diagonal.putScalar(0.5);
  const RCP<matrix_type> p = rcp(new matrix_type(fine, 0));
  Tpetra::MatrixMatrix::Jacobi(scalar_type(2.0 / 3.0), inverse_diagonal, *a, *p0, *p);
  show("(I - 2/3 D^-1 A) P0", *p);
  const RCP<matrix_type> ap = rcp(new matrix_type(fine, 0)), ac = rcp(new matrix_type(coarse, 0)),
                         triple = rcp(new matrix_type(coarse, 0));
  Tpetra::MatrixMatrix::Multiply(*a, false, *p, false, *ap);
  Tpetra::MatrixMatrix::Multiply(*p, true, *ap, false, *ac);
  show("P^T (A P)", *ac);
  Tpetra::TripleMatrixMultiply::MultiplyRAP(*p, true, *a, false, *p, false, *triple);
  show("P^T A P", *triple);
  a->resumeFill();
  a->scale(2.0);
  a->fillComplete();
  Tpetra::MatrixMatrix::Multiply(*a, false, *p, false, *ap);  // into the graph of A P
  show("A P of new values", *ap);
  if (comm->getRank() == 0) std::printf("%s\n", OceanRegions::summary().c_str());
}
