/// \file
/// \brief C = A B on several ranks, each with a block of rows: MPI moves rows of B, Ocean multiplies. One GPU per rank.
///
///     mpirun -n <ranks> distributed_spgemm [--matrix grid7|grid27|random] [--n <points on a side, or rows>]
///       [--degree <entries in a row>] [--batches <count>] [--split none|rows|columns] [--repeat <count>] [--check]
///       [--messages host|device] [--wrong-on <rank>]
///
/// --messages device passes device arrays to MPI, which must be able to read them. --wrong-on removes a row of B on one
/// rank, to show how an error ends all of them. Times are of the slowest rank in the fastest repetition.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>

#include "check.hpp"
#include "multiply.hpp"

using namespace Distributed;

namespace {

struct ProgramOptions {
  MatrixKind matrix;
  MultiplyOptions multiply;
  int num_repeats = 1;
  bool check = false;
  int wrong_rank = -1;
};

int to_number(const std::string& name, const std::string& text) {
  char* end = nullptr;
  const long number = std::strtol(text.c_str(), &end, 10);
  require(!text.empty() && *end == '\0' && number >= 0 && number <= std::numeric_limits<int>::max(), name, " ", text,
          " (need a number)");
  return static_cast<int>(number);
}

template <class Value>
Value to_choice(const std::string& name, const std::string& text, const std::map<std::string, Value>& choices) {
  const auto found = choices.find(text);
  std::string names;
  for (const auto& [choice, value] : choices) names += (names.empty() ? "" : ", ") + choice;
  require(found != choices.end(), name, " ", text, " (need one of ", names, ")");
  return found->second;
}

const std::map<std::string, Split> splits{{"none", Split::none}, {"rows", Split::rows}, {"columns", Split::columns}};

/// \brief The name of \p split.
std::string name_of(Split split) {
  return std::find_if(splits.begin(), splits.end(), [&](const auto& named) { return named.second == split; })->first;
}

ProgramOptions parse(int argc, char** argv) {
  ProgramOptions options;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--check") {
      options.check = true;
      continue;
    }
    require(i + 1 < argc, name, " has no value (need --check, or an option and its value)");
    const std::string value = argv[++i];
    if (name == "--matrix")
      options.matrix.name = value;
    else if (name == "--n")
      options.matrix.size = to_number(name, value);
    else if (name == "--degree")
      options.matrix.degree = to_number(name, value);
    else if (name == "--batches")
      options.multiply.num_batches = to_number(name, value);
    else if (name == "--repeat")
      options.num_repeats = std::max(1, to_number(name, value));
    else if (name == "--wrong-on")
      options.wrong_rank = to_number(name, value);
    else if (name == "--split")
      options.multiply.split = to_choice(name, value, splits);
    else if (name == "--messages")
      options.multiply.messages =
          to_choice<Messages>(name, value, {{"host", Messages::host}, {"device", Messages::device}});
    else
      require(false, name, " is not an option (need one of those at the top of distributed_spgemm.cpp)");
  }
  return options;
}

/// \brief The number of this rank among those on its host.
int local_rank_of(MPI_Comm comm) {
  MPI_Comm host = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host), "MPI_Comm_split_type");
  const int local_rank = rank_of(host);
  check_mpi(MPI_Comm_free(&host), "MPI_Comm_free");
  return local_rank;
}

/// \brief One GPU per rank: the device with the rank's local number on its host.
Kokkos::InitializationSettings settings_of(MPI_Comm comm) {
  Kokkos::InitializationSettings settings;
  const int local_rank = local_rank_of(comm), num_devices = Kokkos::num_devices();
  if (num_devices < 0) return settings;  // no backend with devices
  require(local_rank < num_devices, "rank ", local_rank, " of this host, which has ", num_devices,
          " devices (need one for each rank)");
  return settings.set_device_id(local_rank);
}

void print_table(MPI_Comm comm, const ProgramOptions& options, const DistributedMatrix& a, const DistributedMatrix& c,
                 const MultiplyReport& best) {
  const auto most = [&](double value) { return reduce(comm, value, MPI_MAX); };
  const auto sum = [&](std::int64_t value) { return reduce(comm, value, MPI_SUM); };
  const double total = most(best.total), plan = most(best.plan), exchange = most(best.exchange);
  const double products = most(best.products), waiting = most(best.waiting);
  const double all_exchange = reduce(comm, best.exchange, MPI_SUM), all_waiting = reduce(comm, best.waiting, MPI_SUM);
  const auto num_products = sum(best.num_products), most_products = reduce(comm, best.num_products, MPI_MAX);
  const auto nnz_c = sum(static_cast<std::int64_t>(c.local.nnz())), fetched_rows = sum(best.num_fetched_rows);
  const double fetched_mb = static_cast<double>(sum(best.num_fetched_bytes)) / 1e6;
  if (rank_of(comm) != 0) return;
  const int num_ranks = num_ranks_of(comm);
  const double overlapped = fetched_rows == 0 ? 0.0 : 1.0 - std::min(1.0, all_waiting / all_exchange);
  std::printf(
      "ranks,matrix,rows,split,batches,products,most_products_of_a_rank,nnz_c,fetched_rows,fetched_mb,total_s,plan_s,"
      "exchange_s,products_s,waiting_s,overlapped,gflops\n");
  std::printf("%d,%s,%d,%s,%d,%lld,%lld,%lld,%lld,%.2f,%.4f,%.4f,%.4f,%.4f,%.4f,%.2f,%.3f\n", num_ranks,
              options.matrix.name.c_str(), a.num_rows(), name_of(options.multiply.split).c_str(),
              options.multiply.num_batches, static_cast<long long>(num_products), static_cast<long long>(most_products),
              static_cast<long long>(nnz_c), static_cast<long long>(fetched_rows), fetched_mb, total, plan, exchange,
              products, waiting, overlapped, 2e-9 * static_cast<double>(num_products) / total);
}

void run(MPI_Comm comm, const ProgramOptions& options) {
  Resources resources = Resources::make();
  const DistributedMatrix a = make_matrix(comm, options.matrix, 1);
  DistributedMatrix b = make_matrix(comm, options.matrix, 2);
  if (rank_of(comm) == options.wrong_rank) {
    const auto& local = b.local;
    b.local = matrix_type("B", std::max(0, local.numRows() - 1), local.numCols(), local.nnz(), local.values,
                          Kokkos::subview(local.graph.row_map, std::pair<int, int>(0, std::max(1, local.numRows()))),
                          local.graph.entries);
  }
  DistributedMatrix c;
  MultiplyReport best;
  double best_total = std::numeric_limits<double>::infinity();
  for (int i = 0; i < options.num_repeats; ++i) {
    c = DistributedMatrix();
    check_mpi(MPI_Barrier(comm), "MPI_Barrier");
    MultiplyReport report;
    c = multiply(comm, resources, a, b, options.multiply, report);
    const double total = reduce(comm, report.total, MPI_MAX);
    if (total < best_total) best = report;
    best_total = std::min(total, best_total);
  }
  print_table(comm, options, a, c, best);
  if (!options.check) return;
  const WholeMatrix whole_a = gather(comm, a), whole_b = gather(comm, b), whole_c = gather(comm, c);
  if (rank_of(comm) != 0) return;
  std::printf("checked: %zu entries of C are those of A B, largest error %.1e\n", whole_c.entries.size(),
              largest_error(whole_a, whole_b, whole_c));
}

}  // namespace

int main(int argc, char** argv) {
  int thread_level = MPI_THREAD_SINGLE;
  if (MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &thread_level) != MPI_SUCCESS) return 1;
  const MPI_Comm comm = MPI_COMM_WORLD;
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  try {
    require(thread_level >= MPI_THREAD_SERIALIZED, "MPI gives thread level ", thread_level, " (need ",
            MPI_THREAD_SERIALIZED, ", MPI_THREAD_SERIALIZED)");
    const ProgramOptions options = parse(argc, argv);
    const Kokkos::ScopeGuard kokkos(settings_of(comm));
    run(comm, options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "distributed_spgemm: rank %d of %d: %s\n", rank_of(comm), num_ranks_of(comm), error.what());
    std::fflush(stderr);
    MPI_Abort(comm, 1);
  }
  MPI_Finalize();
}
