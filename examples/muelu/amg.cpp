/// \file
/// \brief MueLu's smoothed aggregation as preconditioner of CG on Galeri's model problems: prints the hierarchy, the
/// time of its set-up and how much of it the products take, for new matrices and for new values in the graphs of an
/// earlier hierarchy. If libocean_tpetra is linked, Ocean computes the products; this program needs no change for it.
///
///     ocean_muelu_amg [--unknowns N] [--problem Laplace3D|Brick3D|Elasticity3D] [--rap pair|implicit|triple]
///                     [--reuse none|tP|RP|RAP|full] [--repeat N] [--clock wall|cpu] [--json]
///
/// --rap: how coarse operators are multiplied: R (A P), P^T (A P) without R, P^T A P in one call.
/// --clock: cpu measures CPU time of the calling thread, for Tpetra's Serial node on a machine with other work.
/// --json: one line for scripts instead of the report.

#include <BelosPseudoBlockCGSolMgr.hpp>
#include <BelosTpetraAdapter.hpp>
#include <Galeri_XpetraMaps.hpp>
#include <Galeri_XpetraProblemFactory.hpp>
#include <MueLu_CreateTpetraPreconditioner.hpp>
#include <Tpetra_Core.hpp>
#include <Tpetra_CrsMatrix.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

#include "product_clock.hpp"

using map_type = Tpetra::Map<>;
using matrix_type = Tpetra::CrsMatrix<>;
using SC = matrix_type::scalar_type;
using LO = map_type::local_ordinal_type;
using GO = map_type::global_ordinal_type;
using NO = map_type::node_type;
using vectors_type = Tpetra::MultiVector<SC, LO, GO, NO>;
using operator_type = Tpetra::Operator<SC, LO, GO, NO>;
using preconditioner_type = MueLu::TpetraOperator<SC, LO, GO, NO>;
using Teuchos::RCP;
using Teuchos::rcp;

struct Arguments {
  std::string problem = "Laplace3D", rap = "pair", reuse = "none";
  double unknowns = 216000;
  int repeat = 1;
  bool json = false;
};

/// \throws std::invalid_argument for unknown options and values
Arguments read_arguments(int argc, char** argv) {
  Arguments arguments;
  const auto one_of = [](const std::string& option, const std::string& value, const std::vector<std::string>& known) {
    if (std::find(known.begin(), known.end(), value) == known.end())
      throw std::invalid_argument(option + " " + value + " is not known");
    return value;
  };
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i], value = i + 1 < argc ? argv[i + 1] : "";
    if (option == "--json") {
      arguments.json = true;
      continue;
    }
    if (option == "--problem")
      arguments.problem = one_of(option, value, {"Laplace3D", "Brick3D", "Elasticity3D"});
    else if (option == "--rap")
      arguments.rap = one_of(option, value, {"pair", "implicit", "triple"});
    else if (option == "--reuse")
      arguments.reuse = one_of(option, value, {"none", "tP", "RP", "RAP", "full"});
    else if (option == "--clock")
      ProductClock::counts_cpu_time() = one_of(option, value, {"wall", "cpu"}) == "cpu";
    else if (option == "--unknowns")
      arguments.unknowns = std::stod(value);
    else if (option == "--repeat")
      arguments.repeat = std::stoi(value);
    else
      throw std::invalid_argument(option + " is not an option");
    ++i;
  }
  return arguments;
}

/// \brief A model problem, and what MueLu needs to know about it.
struct Problem {
  RCP<matrix_type> matrix;
  RCP<vectors_type> coordinates, nullspace;
  int unknowns_per_node = 1;
};

Problem make_problem(const Arguments& arguments, const RCP<const Teuchos::Comm<int>>& comm) {
  Problem problem;
  problem.unknowns_per_node = arguments.problem == "Elasticity3D" ? 3 : 1;
  const GO n = std::max<GO>(2, std::lround(std::cbrt(arguments.unknowns / problem.unknowns_per_node)));
  Teuchos::ParameterList galeri;
  for (const char* name : {"nx", "ny", "nz"}) galeri.set<GO>(name, n);
  galeri.set<GO>("mx", comm->getSize());
  galeri.set<GO>("my", 1);
  galeri.set<GO>("mz", 1);
  galeri.set("matrixType", arguments.problem);
  const RCP<const map_type> nodes = Galeri::Xpetra::CreateMap<LO, GO, map_type>("Cartesian3D", comm, galeri);
  problem.coordinates =
      Galeri::Xpetra::Utils::CreateCartesianCoordinates<SC, LO, GO, map_type, vectors_type>("3D", nodes, galeri);
  Teuchos::Array<GO> mine;
  for (const GO node : nodes->getLocalElementList())
    for (int i = 0; i < problem.unknowns_per_node; ++i) mine.push_back(problem.unknowns_per_node * node + i);
  RCP<const map_type> unknowns = nodes;
  if (problem.unknowns_per_node > 1)
    unknowns = rcp(new map_type(Teuchos::OrdinalTraits<Tpetra::global_size_t>::invalid(), mine(), 0, comm));
  const auto built = Galeri::Xpetra::BuildProblem<SC, LO, GO, map_type, matrix_type, vectors_type>(arguments.problem,
                                                                                                   unknowns, galeri);
  problem.matrix = built->BuildMatrix();
  if (problem.unknowns_per_node > 1) problem.nullspace = built->BuildNullspace();
  return problem;
}

/// \brief Smoothed aggregation with Chebyshev smoothers.
Teuchos::ParameterList muelu_parameters(const Arguments& arguments, const Problem& problem) {
  Teuchos::ParameterList list;
  list.set("verbosity", "none");
  list.set("multigrid algorithm", "sa");
  list.set("aggregation: type", "uncoupled");
  list.set("aggregation: deterministic", true);  // threads find the same aggregates in every run
  list.set("smoother: type", "CHEBYSHEV");
  list.set("coarse: type", "KLU2");
  list.set("coarse: max size", 500);
  list.set("number of equations", problem.unknowns_per_node);
  list.set("rap: triple product", arguments.rap == "triple");
  list.set("transpose: use implicit", arguments.rap != "pair");
  list.set("reuse: type", arguments.reuse);
  list.sublist("user data").set("Coordinates", problem.coordinates);
  if (!problem.nullspace.is_null()) list.sublist("user data").set("Nullspace", problem.nullspace);
  return list;
}

/// \brief Seconds of one set-up and of the products in it, both of the slowest rank.
struct SetUp {
  double seconds = 0;
  std::array<double, ProductClock::num_kinds> products{};
  double product_seconds() const { return std::accumulate(products.begin(), products.end(), 0.0); }
};

template <class Action>
SetUp measure(const RCP<const Teuchos::Comm<int>>& comm, const Action& action) {
  SetUp result;
  ProductClock::reset();
  comm->barrier();
  const double begin = ProductClock::now();
  action();
  comm->barrier();
  result.seconds = ProductClock::now() - begin;
  Teuchos::reduceAll(*comm, Teuchos::REDUCE_MAX, static_cast<int>(ProductClock::num_kinds),
                     ProductClock::seconds().data(), result.products.data());
  return result;
}

/// \brief One matrix of the hierarchy, and two numbers that depend on all its values: its Frobenius norm, and the norm
/// of its product with the vector sin(1 + i).
struct Matrix {
  std::string name;
  double rows, entries, frobenius, action;
};

std::vector<Matrix> read_hierarchy(const preconditioner_type& preconditioner) {
  std::vector<Matrix> matrices;
  const auto hierarchy = preconditioner.GetHierarchy();
  for (int level = 0; level < hierarchy->GetNumLevels(); ++level)
    for (const char* name : {"A", "P"}) {
      if (!hierarchy->GetLevel(level)->IsAvailable(name)) continue;
      const auto held = hierarchy->GetLevel(level)->Get<RCP<Xpetra::Matrix<SC, LO, GO, NO>>>(name);
      const auto matrix = Xpetra::Helpers<SC, LO, GO, NO>::Op2TpetraCrs(held);
      vectors_type x(matrix->getDomainMap(), 1), y(matrix->getRangeMap(), 1);
      {
        const auto view = x.getLocalViewHost(Tpetra::Access::OverwriteAll);
        for (std::size_t i = 0; i < view.extent(0); ++i)
          view(i, 0) = std::sin(1.0 + x.getMap()->getGlobalElement(static_cast<LO>(i)));
      }
      matrix->apply(x, y);
      Teuchos::Array<double> norm(1);
      y.norm2(norm());
      double mine = static_cast<double>(matrix->getLocalNumEntries()), entries = 0;
      Teuchos::reduceAll(*matrix->getComm(), Teuchos::REDUCE_SUM, mine, Teuchos::outArg(entries));
      matrices.push_back({name + std::to_string(level), static_cast<double>(matrix->getGlobalNumRows()), entries,
                          matrix->getFrobeniusNorm(), norm[0]});
    }
  return matrices;
}

/// \brief Other values in the same graph: A becomes D A D, with D so close to 1 that the old hierarchy still works.
void change_values(matrix_type& a) {
  Tpetra::Vector<SC, LO, GO, NO> d(a.getRowMap());
  {
    const auto view = d.getLocalViewHost(Tpetra::Access::OverwriteAll);
    for (std::size_t i = 0; i < view.extent(0); ++i)
      view(i, 0) = 1.0 + 0.01 * std::sin(1.0 + a.getRowMap()->getGlobalElement(static_cast<LO>(i)));
  }
  a.leftScale(d);
  a.rightScale(d);
}

struct Solution {
  int iterations = 0;
  bool has_converged = false;
  double residual = 0, seconds = 0;
};

Solution solve(const RCP<matrix_type>& a, const RCP<preconditioner_type>& preconditioner) {
  const RCP<vectors_type> x = rcp(new vectors_type(a->getDomainMap(), 1)),
                          b = rcp(new vectors_type(a->getRangeMap(), 1));
  b->putScalar(1.0);
  const auto problem = rcp(new Belos::LinearProblem<SC, vectors_type, operator_type>(a, x, b));
  problem->setRightPrec(preconditioner);
  problem->setProblem();
  const RCP<Teuchos::ParameterList> list = Teuchos::parameterList();
  list->set("Convergence Tolerance", 1e-8);
  list->set("Maximum Iterations", 200);
  Belos::PseudoBlockCGSolMgr<SC, vectors_type, operator_type> solver(problem, list);
  Solution solution;
  const double begin = ProductClock::now();
  solution.has_converged = solver.solve() == Belos::Converged;
  solution.seconds = ProductClock::now() - begin;
  solution.iterations = solver.getNumIters();
  vectors_type r(a->getRangeMap(), 1);
  a->apply(*x, r);
  r.update(1.0, *b, -1.0);
  Teuchos::Array<double> norm(1), norm_b(1);
  r.norm2(norm());
  b->norm2(norm_b());
  solution.residual = norm[0] / norm_b[0];
  return solution;
}

struct Report {
  Arguments arguments;
  int ranks = 1;
  std::vector<SetUp> first, again;
  std::vector<Matrix> matrices;
  Solution solution;
  double complexity = 1;
};

const SetUp& fastest(const std::vector<SetUp>& runs) {
  return *std::min_element(runs.begin(), runs.end(),
                           [](const SetUp& a, const SetUp& b) { return a.seconds < b.seconds; });
}

void print_set_up(const char* title, const std::vector<SetUp>& runs) {
  if (runs.empty()) return;
  const SetUp& run = fastest(runs);
  std::printf("%-28s %9.4f s, products %.4f s (%.0f %%)\n", title, run.seconds, run.product_seconds(),
              100 * run.product_seconds() / run.seconds);
  for (int kind = 0; kind < ProductClock::num_kinds; ++kind)
    if (run.products[kind] > 0) std::printf("  %-26s %9.4f s\n", ProductClock::names[kind], run.products[kind]);
}

void print_report(const Report& report) {
  std::printf("%s, %.0f unknowns, %d rank%s, coarse operators: %s, reuse: %s\n%s\n", report.arguments.problem.c_str(),
              report.matrices.front().rows, report.ranks, report.ranks == 1 ? "" : "s", report.arguments.rap.c_str(),
              report.arguments.reuse.c_str(), OceanRegions::summary().c_str());
  std::printf("%-8s %12s %12s %10s %22s\n", "matrix", "rows", "entries", "per row", "Frobenius norm");
  for (const Matrix& matrix : report.matrices)
    std::printf("%-8s %12.0f %12.0f %10.1f %22.15e\n", matrix.name.c_str(), matrix.rows, matrix.entries,
                matrix.entries / matrix.rows, matrix.frobenius);
  std::printf("operator complexity %.4f\n", report.complexity);
  print_set_up("set-up", report.first);
  print_set_up("set-up again, new values", report.again);
  std::printf("CG: %d iterations, %s, relative residual %.3e, %.4f s\n", report.solution.iterations,
              report.solution.has_converged ? "converged" : "NOT CONVERGED", report.solution.residual,
              report.solution.seconds);
}

void print_runs(const char* name, const std::vector<SetUp>& runs) {
  std::printf("\"%s\": [", name);
  for (std::size_t i = 0; i < runs.size(); ++i)
    std::printf("%s[%.6f, %.6f]", i == 0 ? "" : ", ", runs[i].seconds, runs[i].product_seconds());
  std::printf("], ");
}

void print_json(const Report& report) {
  std::printf("{\"problem\": \"%s\", \"rap\": \"%s\", \"reuse\": \"%s\", \"ranks\": %d, ",
              report.arguments.problem.c_str(), report.arguments.rap.c_str(), report.arguments.reuse.c_str(),
              report.ranks);
  print_runs("setup", report.first);
  print_runs("again", report.again);
  std::printf("\"who\": \"%s\", \"complexity\": %.6f, \"iterations\": %d, \"converged\": %s, \"residual\": %.6e, ",
              OceanRegions::summary().c_str(), report.complexity, report.solution.iterations,
              report.solution.has_converged ? "true" : "false", report.solution.residual);
  std::printf("\"solve\": %.6f, \"matrices\": [", report.solution.seconds);
  for (std::size_t i = 0; i < report.matrices.size(); ++i) {
    const Matrix& matrix = report.matrices[i];
    std::printf("%s[\"%s\", %.0f, %.0f, %.17e, %.17e]", i == 0 ? "" : ", ", matrix.name.c_str(), matrix.rows,
                matrix.entries, matrix.frobenius, matrix.action);
  }
  std::printf("]}\n");
}

int run(const Arguments& arguments) {
  const auto comm = Tpetra::getDefaultComm();
  const Problem problem = make_problem(arguments, comm);
  Report report{arguments, comm->getSize(), {}, {}, {}, {}, 1};
  RCP<preconditioner_type> preconditioner;
  for (int i = 0; i < arguments.repeat; ++i) {
    Teuchos::ParameterList list = muelu_parameters(arguments, problem);
    report.first.push_back(measure(comm, [&] {
      preconditioner = MueLu::CreateTpetraPreconditioner<SC, LO, GO, NO>(
          Teuchos::rcp_implicit_cast<operator_type>(problem.matrix), list);
    }));
  }
  for (int i = 0; i < arguments.repeat && arguments.reuse != "none"; ++i) {
    change_values(*problem.matrix);
    report.again.push_back(measure(comm, [&] { MueLu::ReuseTpetraPreconditioner(problem.matrix, *preconditioner); }));
  }
  report.matrices = read_hierarchy(*preconditioner);
  report.complexity = preconditioner->GetHierarchy()->GetOperatorComplexity();
  report.solution = solve(problem.matrix, preconditioner);
  if (comm->getRank() == 0) arguments.json ? print_json(report) : print_report(report);
  return report.solution.has_converged ? 0 : 1;
}

int main(int argc, char** argv) {
  OceanRegions::start();
  const Tpetra::ScopeGuard scope(&argc, &argv);
  ProductClock::listen();
  try {
    return run(read_arguments(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ocean_muelu_amg, rank %d: %s\n", Tpetra::getDefaultComm()->getRank(), error.what());
    return 1;
  }
}
