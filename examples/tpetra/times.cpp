/// \file
/// \brief How long Tpetra's products take on its default node, with Ocean (linked with libocean_tpetra, or preloaded)
/// or without: those that smoothed aggregation needs for the Laplacian on a grid, new and of new values into the graph
/// of the call before. Any number of ranks.
///
///   ocean_tpetra_times [--side n] [--points 7|27] [--repeat calls]

#include <TpetraExt_MatrixMatrix.hpp>
#include <TpetraExt_TripleMatrixMultiply.hpp>
#include <Tpetra_Core.hpp>
#include <Tpetra_CrsMatrix.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "ocean_regions.hpp"

using map_type = Tpetra::Map<>;
using matrix_type = Tpetra::CrsMatrix<>;
using scalar_type = matrix_type::scalar_type;
using global_type = map_type::global_ordinal_type;
using Teuchos::RCP;
using Teuchos::rcp;
using map_pointer = RCP<const map_type>;

struct Arguments {
  int side = 60;   ///< nodes along each edge of the cube
  int points = 7;  ///< of the stencil
  int repeat = 5;  ///< calls of each product
};

/// \throws std::invalid_argument for unknown options and values
Arguments read_arguments(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; i += 2) {
    const std::string option = argv[i], text = i + 1 < argc ? argv[i + 1] : "";
    const int value = std::atoi(text.c_str());
    if (option == "--side" && value >= 3)
      arguments.side = value;
    else if (option == "--points" && (value == 7 || value == 27))
      arguments.points = value;
    else if (option == "--repeat" && value >= 1)
      arguments.repeat = value;
    else
      throw std::invalid_argument(option + " " + text + " (need --side n >= 3, --points 7 or 27, --repeat n >= 1)");
  }
  return arguments;
}

map_pointer make_map(int side, const RCP<const Teuchos::Comm<int>>& comm) {
  const auto edge = static_cast<Tpetra::global_size_t>(side);
  return rcp(new map_type(edge * edge * edge, 0, comm));
}

/// \brief The Laplacian with Dirichlet boundaries: 1 on the diagonal, the same value for each neighbour.
RCP<matrix_type> make_laplacian(const map_pointer& map, const Arguments& arguments) {
  const int side = arguments.side;
  const RCP<matrix_type> a = rcp(new matrix_type(map, static_cast<std::size_t>(arguments.points)));
  std::vector<global_type> columns;
  std::vector<scalar_type> values;
  const auto is_inside = [side](int i) { return i >= 0 && i < side; };
  for (const global_type row : map->getLocalElementList()) {
    const int x = static_cast<int>(row % side), y = static_cast<int>(row / side % side),
              z = static_cast<int>(row / side / side);
    columns.clear();
    values.clear();
    for (int dz = -1; dz <= 1; ++dz)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          const int distance = dx * dx + dy * dy + dz * dz;
          if ((arguments.points == 7 && distance > 1) || !is_inside(x + dx) || !is_inside(y + dy) || !is_inside(z + dz))
            continue;
          columns.push_back(row + dx + static_cast<global_type>(side) * (dy + static_cast<global_type>(side) * dz));
          values.push_back(distance == 0 ? 1.0 : -1.0 / (arguments.points - 1));
        }
    a->insertGlobalValues(row, Teuchos::arrayViewFromVector(columns), Teuchos::arrayViewFromVector(values));
  }
  a->fillComplete();
  return a;
}

/// \brief Ones: cubes of 3 x 3 x 3 nodes for each row of the coarse map.
RCP<matrix_type> make_aggregates(const map_pointer& fine, const map_pointer& coarse, int side, int coarse_side) {
  const RCP<matrix_type> p = rcp(new matrix_type(fine, 1));
  for (const global_type row : fine->getLocalElementList()) {
    const global_type x = row % side / 3, y = row / side % side / 3, z = row / side / side / 3;
    const global_type column = x + coarse_side * (y + coarse_side * z);
    const scalar_type one = 1.0;
    p->insertGlobalValues(row, Teuchos::arrayView(&column, 1), Teuchos::arrayView(&one, 1));
  }
  p->fillComplete(coarse, fine);
  return p;
}

/// \brief Times calls and prints a line: the first, the second, and the least of those behind it, in milliseconds of
/// the slowest rank.
void time_calls(const std::string& name, int repeat, const std::function<RCP<matrix_type>()>& product) {
  std::vector<double> times;
  RCP<matrix_type> c;
  const auto comm = Tpetra::getDefaultComm();
  for (int call = 0; call < repeat; ++call) {
    Kokkos::fence();
    comm->barrier();
    const Kokkos::Timer timer;
    c = product();
    Kokkos::fence();
    const double mine = 1e3 * timer.seconds();
    double slowest = mine;
    Teuchos::reduceAll(*comm, Teuchos::REDUCE_MAX, mine, Teuchos::outArg(slowest));
    times.push_back(slowest);
  }
  const double norm = c->getFrobeniusNorm();
  const double later = times.size() < 3 ? times.back() : *std::min_element(times.begin() + 2, times.end());
  if (comm->getRank() == 0)
    std::printf("%-28s %10.3f %10.3f %10.3f %12zu %18.12g\n", name.c_str(), times[0],
                times[std::min<std::size_t>(1, times.size() - 1)], later,
                static_cast<std::size_t>(c->getGlobalNumEntries()), norm);
}

void time_products(const Arguments& arguments) {
  const auto comm = Tpetra::getDefaultComm();
  const int side = arguments.side, coarse_side = (side + 2) / 3;
  const map_pointer fine = make_map(side, comm), coarse = make_map(coarse_side, comm);
  const RCP<matrix_type> a = make_laplacian(fine, arguments), p0 = make_aggregates(fine, coarse, side, coarse_side);
  Tpetra::Vector<> inverse_diagonal(fine);
  inverse_diagonal.putScalar(1.0);
  if (comm->getRank() == 0)
    std::printf("%s, %d points, %d nodes, %d ranks\n%-28s %10s %10s %10s %12s %18s\n",
                map_type::node_type::name().c_str(), arguments.points, side * side * side, comm->getSize(), "product",
                "first ms", "second", "later", "entries", "Frobenius norm");

  const auto jacobi = [&] {
    const RCP<matrix_type> c = rcp(new matrix_type(fine, 0));
    Tpetra::MatrixMatrix::Jacobi(scalar_type(2.0 / 3.0), inverse_diagonal, *a, *p0, *c);
    return c;
  };
  const RCP<matrix_type> p = jacobi();
  const auto multiply = [&](const matrix_type& left, bool transpose, const matrix_type& right) {
    const RCP<matrix_type> c = rcp(new matrix_type(transpose ? coarse : fine, 0));
    Tpetra::MatrixMatrix::Multiply(left, transpose, right, false, *c);
    return c;
  };
  const auto triple = [&] {
    const RCP<matrix_type> c = rcp(new matrix_type(coarse, 0));
    Tpetra::TripleMatrixMultiply::MultiplyRAP(*p, true, *a, false, *p, false, *c);
    return c;
  };
  const RCP<matrix_type> ap = multiply(*a, false, *p), ac = multiply(*p, true, *ap), into_p = jacobi();
  const auto into = [](const matrix_type& left, bool transpose, const matrix_type& right, const RCP<matrix_type>& c) {
    Tpetra::MatrixMatrix::Multiply(left, transpose, right, false, *c);
    return c;
  };
  time_calls("(I - w D^-1 A) P0", arguments.repeat, jacobi);
  time_calls("A P", arguments.repeat, [&] { return multiply(*a, false, *p); });
  time_calls("P^T (A P)", arguments.repeat, [&] { return multiply(*p, true, *ap); });
  time_calls("P^T A P", arguments.repeat, triple);
  time_calls("(I - w D^-1 A) P0, values", arguments.repeat, [&] {
    into_p->resumeFill();
    Tpetra::MatrixMatrix::Jacobi(scalar_type(2.0 / 3.0), inverse_diagonal, *a, *p0, *into_p);
    return into_p;
  });
  time_calls("A P, values", arguments.repeat, [&] { return into(*a, false, *p, ap); });
  time_calls("P^T (A P), values", arguments.repeat, [&] { return into(*p, true, *ap, ac); });
}

int main(int argc, char** argv) {
  OceanRegions::start();
  const Tpetra::ScopeGuard scope(&argc, &argv);
  OceanRegions::listen();
  try {
    time_products(read_arguments(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ocean_tpetra_times: %s\n", error.what());
    return 1;
  }
  if (Tpetra::getDefaultComm()->getRank() == 0) std::printf("%s\n", OceanRegions::summary().c_str());
}
